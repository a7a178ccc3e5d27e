//! FLOOR 6: making puzzles, with a seed. For instances, benches and tests; simple on purpose.
//!
//! A random full solution comes first; then clues, driven by differences: as long as the puzzle has
//! a second solution, one of the cells where it differs becomes a clue. Then clues that are not
//! needed are taken out again.

mod line;
mod links;
mod square;

pub use line::{LineSpec, hidato_from, line_puzzle, random_line};
pub use links::{LinksSpec, links_puzzle};
pub use square::{SquareSpec, futoshiki_from, random_latin, square_puzzle};

use crate::puzzle::{Answer, Entry, Puzzle};
use crate::run::Budget;
use crate::strategy::{Options, Task, Verdict, run};

/// Decisions after which a uniqueness check of the generator gives up: such a puzzle gets a clue more.
const CHECK_NODES: u64 = 4_000;

/// Checks uniqueness on one thread with a node limit, so that the outcome is the same everywhere.
fn check(puzzle: &Puzzle) -> (Verdict, Vec<Answer>) {
    let options = Options {
        budget: Budget { nodes: Some(CHECK_NODES), ..Budget::default() },
        ..Options::default()
    };
    match run(puzzle, Task::Check, &options) {
        Ok(outcome) => (outcome.verdict(), outcome.answers),
        Err(_) => (Verdict::Unknown, Vec::new()),
    }
}

/// Whether the puzzle was shown to have exactly one solution.
fn is_unique(puzzle: &Puzzle) -> bool {
    check(puzzle).0 == Verdict::Unique
}

/// A puzzle with a title and the verdict as its header.
fn entry(puzzle: Puzzle, title: String, unique: bool) -> Entry {
    Entry {
        puzzle,
        title,
        source: "clew generate".to_string(),
        solutions: unique.then(|| "1".to_string()),
        id: None,
    }
}
