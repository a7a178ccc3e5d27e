//! Why a cell cannot hold a number, or a path cannot go there: the steps of a person from the opposite to a
//! contradiction.

use crate::api::guarded::Failure;

use crate::api::guarded::run_guarded;
use clew_puzzle::puzzle::ladder::{Fact, Finding};
use clew_puzzle::puzzle::{Clue, Content, Entry, Puzzle};
use clew_report::document::{self, Head};
use clew_report::steps::{FactRecord, StepRecord, conclusion};
use clew_solve::explain::{End, Step, WalkOptions, walk};
use clew_solve::strategy::{self, Options, Task, Verdict};
use serde::Serialize;
use serde_json::Value;

/// The version of the JSON form.
pub const SCHEMA: &str = "clew-why-not/1";

/// Two cells between which a path may go.
pub type Edge = [(u32, u32); 2];

/// A supposition, in places of rows and columns, counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Assumption {
    /// The cell at this place holds the number.
    Number((u32, u32), u32),
    /// A path goes between two cells, or none does.
    Link(Edge, bool),
}

/// The result of a supposition.
#[derive(Clone, Debug)]
pub struct WhyNot {
    finding: Finding,
    /// The steps that follow from it.
    pub steps: Vec<Step>,
    /// The contradiction at their end, in words; `None` if they reach none.
    pub contradiction: Option<String>,
    /// Whether it holds in some solution: `Some(false)` is proved by the steps or by a search, `Some(true)` by a
    /// solution.
    pub possible: Option<bool>,
}

/// Follows a supposition until it contradicts the puzzle. If the steps end before that, a search within the rest of
/// the limits looks for a solution.
///
/// # Errors
/// Places that are no cells, and puzzles that have no steps; or the solver failed.
pub fn why_not(
    puzzle: &Puzzle,
    supposed: Assumption,
    options: &Options,
) -> Result<WhyNot, Failure> {
    let cell = |(row, col): (u32, u32)| {
        let none = || format!("there is no cell at row {}, column {}", row + 1, col + 1);
        puzzle.cell_at(row, col).ok_or_else(|| Failure::Refused(none()))
    };
    let finding = match supposed {
        Assumption::Number(place, shown) => {
            let cell = cell(place)?;
            let number = puzzle.number_shown_as(shown).ok_or_else(|| {
                let [least, most] = [1, puzzle.greatest_number().max(1)].map(|n| puzzle.shown(n));
                Failure::Refused(format!(
                    "no cell holds {shown}; numbers go from {least} to {most}"
                ))
            })?;
            Finding::is(cell, number)
        }
        Assumption::Link([a, b], on) => Finding::link([cell(a)?, cell(b)?], on),
    };
    if let Fact::Link { from, to } = finding.fact {
        let next = puzzle.board().is_some_and(|board| board.neighbours(from).contains(&to));
        if !next {
            return Err(Failure::Refused("these two cells are not next to each other".into()));
        }
    }
    let manner = WalkOptions::WORDS;
    let walked = run_guarded(options, || Ok(walk(puzzle, &[finding], manner, &options.budget)))?;
    let walked = walked.map_err(Failure::Refused)?;
    let (contradiction, possible) = match walked.end {
        End::Nonsense(why) => (Some(why), Some(false)),
        End::Solved(answer) => (None, puzzle.verify(&answer).is_ok().then_some(true)),
        End::Stuck | End::Stopped(_) => (None, searched(puzzle, finding, options)),
    };
    Ok(WhyNot { finding, steps: walked.steps, contradiction, possible })
}

/// Whether some solution agrees with it, if it can be given as a clue and a search decides it.
fn searched(puzzle: &Puzzle, finding: Finding, options: &Options) -> Option<bool> {
    let Fact::Number { cell, number } = finding.fact else { return None };
    let mut clues = puzzle.clues()?;
    clues.push(Clue::Holds { cell, content: Content::Number(number) });
    let given = puzzle.with_clues(&clues)?;
    let outcome = strategy::run(&given, Task::Check, options).ok()?;
    match outcome.verdict() {
        Verdict::None => Some(false),
        Verdict::Unique | Verdict::Multiple => Some(true),
        Verdict::Unknown => None,
    }
}

impl WhyNot {
    /// The result as a sentence.
    pub fn message(&self, puzzle: &Puzzle) -> String {
        let fact = conclusion(puzzle, &[self.finding]);
        match (&self.contradiction, self.possible) {
            (Some(why), _) => format!("Suppose {fact}. Then: {why}"),
            (None, Some(true)) => format!("Nothing speaks against it: in some solution {fact}"),
            (None, Some(false)) => format!(
                "No solution has it ({fact}), which a search shows; the steps of a person find no contradiction"
            ),
            (None, None) => {
                format!(
                    "Suppose {fact}. The steps of a person find no contradiction, and it was not decided"
                )
            }
        }
    }

    /// The document `clew-why-not/1`; `name` is the identifier of a puzzle whose file gives none.
    pub fn json(&self, entry: &Entry, name: &str) -> Value {
        let puzzle = &entry.puzzle;
        let steps = (1..).zip(&self.steps).map(|(n, step)| StepRecord::new(puzzle, n, step));
        document::value(&Document {
            head: Head::new(SCHEMA, entry, name),
            supposed: FactRecord::new(puzzle, self.finding),
            possible: self.possible,
            contradiction: self.contradiction.as_deref(),
            steps: steps.collect(),
            message: self.message(puzzle),
        })
    }
}

/// Why a cell cannot hold a number: the document `clew-why-not/1`.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Document<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    /// The supposition.
    supposed: FactRecord<'a>,
    /// Whether it holds in some solution; null if that is not known.
    possible: Option<bool>,
    /// The contradiction that the steps reach, in words; null if they reach none.
    contradiction: Option<&'a str>,
    /// The steps that follow from it.
    steps: Vec<StepRecord<'a>>,
    /// The result as a sentence.
    message: String,
}
