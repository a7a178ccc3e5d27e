//! The continuous line and its networks.
//!
//! A line without numbers is a set of edges: no number is a variable, numbers are read off at the
//! end. Numbers given anywhere but at the two ends make it the puzzle that hidato is.

mod construct;
pub mod merge;
mod rules;
pub mod suite;

pub use rules::{FAMILY, Path};

use super::{Line, hidato};
use crate::puzzle::{BuildError, BuildOptions, Built, Goal, NetworkInfo};

const SUITE: NetworkInfo = NetworkInfo {
    name: "suite",
    source: "degree, subtour and cut constraints of the travelling salesman's problem",
    summary: "edges of one line: two ways out of every cell, no loops, flow of the two colours, \
              small cuts; with numbers inside the line as hidato's suite",
    // The last four are of hidato's suite, for lines with numbers inside.
    optional: &[
        "degree_flow",
        "connectivity",
        "block_chain",
        "degree",
        "fragments",
        "fragment_offset",
        "all_different",
    ],
};

const ASSIGN: NetworkInfo = NetworkInfo {
    name: "assign",
    source: "continuous line, x_ijk (Zettermann, 2021)",
    summary: "cells and numbers as one bit matrix, consecutive numbers on neighbouring cells; a \
              line and its reverse are two solutions of it",
    optional: &[],
};

/// The networks of the continuous line, the default first.
pub const fn networks() -> &'static [NetworkInfo] {
    &[SUITE, ASSIGN]
}

/// Builds the network of that name.
///
/// # Errors
/// [`BuildError`]: unknown, too large (`assign`), or a goal that does not go with the board.
pub fn build(line: &Line, name: &str, options: &BuildOptions) -> Result<Built, BuildError> {
    match name {
        "suite" if suite::applies(line, options) => suite::build(line, options),
        "suite" => with_numbers(hidato::default_network(line).name, line, options),
        "assign" => with_numbers("dual", line, options),
        _ => Err(BuildError::UnknownNetwork { family: FAMILY, name: name.to_string() }),
    }
}

/// The line as a hidato, by that network of hidato's.
fn with_numbers(name: &str, line: &Line, options: &BuildOptions) -> Result<Built, BuildError> {
    if options.goal == Some(Goal::MostCells) {
        return Err(BuildError::NotApplicable(
            "the longest line is asked for by the network suite, with no number given but 1".into(),
        ));
    }
    hidato::build(line, name, options)
}
