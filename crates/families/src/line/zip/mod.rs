//! Zip: a line through all cells that meets the numbered ones in the order of their numbers.
//!
//! The numbers fix which cell comes before which, not how far along the line it is; the first number is where the line
//! starts and the last one where it ends. So the line is a chain of segments, each from one number to the next. The
//! networks differ in how they express that: one label per cell for its segment, or its number along the line.

mod construct;
mod counting;
mod generate;
mod ladder;
mod numbers;
mod rules;
mod segments;
mod syntax;
mod verify;

pub use rules::{FAMILY, Zip};

use clew_puzzle::puzzle::{BuildError, BuildOptions, Built, Goal, NetworkInfo};

const SUITE: NetworkInfo = NetworkInfo {
    name: "suite",
    source: "ours",
    summary: "edges of one line, and for each cell the segment between consecutive numbers that it lies on; every \
              segment is a path between two cells",
    optional: &["degree_flow", "connectivity", "block_chain"],
};

const ASSIGN: NetworkInfo = NetworkInfo {
    name: "assign",
    source: "continuous line, x_ijk (Zettermann, 2021), with inequalities",
    summary: "places along the line as one bit matrix, consecutive places on neighbouring cells, and the places of \
              the numbered cells rise",
    optional: &[],
};

/// The networks of Zip, the default first.
pub const fn networks() -> &'static [NetworkInfo] {
    &[SUITE, ASSIGN]
}

/// Builds the network of that name.
///
/// # Errors
/// [`BuildError`]: unknown, too large, or a goal that the board does not admit.
pub fn build(zip: &Zip, name: &str, options: &BuildOptions) -> Result<Built, BuildError> {
    if let Some(goal) = options.goal {
        admits(zip, goal)?;
    }
    match name {
        "suite" => segments::build(zip, options),
        "assign" => numbers::build(zip, options),
        _ => Err(BuildError::UnknownNetwork { family: FAMILY, name: name.to_string() }),
    }
}

/// Whether a goal applies.
///
/// # Errors
/// [`BuildError::NotApplicable`] with the reason.
pub fn admits(zip: &Zip, goal: Goal) -> Result<(), BuildError> {
    let why = match goal {
        Goal::FEWEST_TURNS => return super::turns::admits(&zip.board),
        Goal::MOST_CELLS => {
            "the line of a zip visits every cell; the longest line is a question for a path"
        }
        Goal::LEAST_LENGTH => "lengths are a goal of numberlink, where cells may stay empty",
        Goal::STATED => "the rules of a zip state no objective",
        goal => return Err(BuildError::no_goal(FAMILY, goal)),
    };
    Err(BuildError::NotApplicable(why.into()))
}
