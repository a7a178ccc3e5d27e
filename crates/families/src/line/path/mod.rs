//! The continuous line and its networks.
//!
//! A line without numbers is a set of edges: no number is a variable, numbers are read off at the
//! end. Numbers given anywhere but at the two ends make it the puzzle that hidato is.

mod construct;
mod ladder;
pub mod merge;
mod rules;
pub mod suite;

pub use rules::{FAMILY, Path};

use super::{Line, hidato, turns};
use clew_puzzle::puzzle::{BuildError, BuildOptions, Built, Goal, NetworkInfo};

const SUITE_NAME: &str = "suite";

const SUITE: NetworkInfo = NetworkInfo {
    name: SUITE_NAME,
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
/// [`BuildError`]: unknown, too large (`assign`), or a goal that the board does not admit.
pub fn build(line: &Line, name: &str, options: &BuildOptions) -> Result<Built, BuildError> {
    if let Some(goal) = options.goal {
        admits(line, name, goal)?;
    }
    match name {
        SUITE_NAME if suite::applies(line, options) => suite::build(line, options),
        SUITE_NAME => hidato::build(line, hidato::default_network(line).name, options),
        "assign" => hidato::build(line, "dual", options),
        _ => Err(BuildError::UnknownNetwork { family: FAMILY, name: name.to_string() }),
    }
}

/// Whether a goal applies to the line and the network of that name.
///
/// # Errors
/// [`BuildError::NotApplicable`] with the reason.
pub fn admits(line: &Line, name: &str, goal: Goal) -> Result<(), BuildError> {
    let why = match goal {
        Goal::FEWEST_TURNS => return turns::admits(&line.board),
        Goal::MOST_CELLS if line.given.iter().flatten().any(|&k| k != 1) => {
            "the longest line is asked for with no number given but 1: how long it is, and so where \
             another number is along it, is what is sought"
        }
        Goal::MOST_CELLS if name != SUITE_NAME => {
            "this network numbers every cell; the longest line is a question for the network suite"
        }
        Goal::MOST_CELLS => return Ok(()),
        Goal::LEAST_LENGTH => "lengths are a goal of numberlink, where cells may stay empty",
        Goal::STATED => "the rules of a path state no objective",
        goal => return Err(BuildError::no_goal(FAMILY, goal)),
    };
    Err(BuildError::NotApplicable(why.into()))
}
