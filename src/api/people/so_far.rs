//! Which rules the entries and lines of a person break already, and whether a finished solution obeys them.

use super::filled_in::Filled;
use clew_engine::run::Budget;
use clew_formats::{self as interchange, Reading};
use clew_puzzle::puzzle::format::ParseError;
use clew_puzzle::puzzle::ladder::Fact;
use clew_puzzle::puzzle::verify::{SoFar, Violation};
use clew_puzzle::puzzle::{Answer, Content, Entry, Puzzle, Unfit};
use clew_report::document::{self, Head};
use clew_report::listed::Place;
use clew_solve::strategy::determined;
use serde::Serialize;
use serde_json::Value;

/// The version of the JSON form.
pub const SCHEMA: &str = "clew-breaks/1";

/// The rules that entries and drawn lines break already. Notes of any other kind are not considered.
pub fn broken(puzzle: &Puzzle, filled: &Filled) -> Vec<Violation> {
    let mut numbers = vec![None; puzzle.cells()];
    let given = puzzle.clues_json().into_iter().map(|clue| clue.as_u64());
    for (number, given) in numbers.iter_mut().zip(given) {
        *number = given.and_then(|number| u32::try_from(number).ok());
    }
    if let Some(first) = puzzle.board().map(|board| board.first()).filter(|&first| first != 1) {
        // Numbers of a line are counted from 1.
        for number in numbers.iter_mut().flatten() {
            *number = (*number + 1).saturating_sub(first);
        }
    }
    for &(cell, content) in &filled.entered {
        if let Content::Number(number) = content {
            numbers[cell as usize] = Some(number);
        }
    }
    let mut drawn = vec![false; puzzle.board().map_or(0, |board| board.edges().len())];
    for note in filled.noted.iter().filter(|note| note.holds) {
        if let (Fact::Link { from, to }, Some(board)) = (note.fact, puzzle.board())
            && let Some(edge) = board.edge_between(from, to)
        {
            drawn[edge as usize] = true;
        }
    }
    puzzle.broken_so_far(&SoFar { numbers, drawn })
}

/// The document `clew-breaks/1`; `name` is the identifier of a puzzle whose file gives none.
pub fn json(entry: &Entry, name: &str, broken: &[Violation]) -> Value {
    let broken = broken.iter().map(|violation| BrokenRule {
        rule: violation.rule,
        cells: violation.at.iter().map(|at| (at.row, at.col)).collect(),
        text: &violation.text,
    });
    document::value(&Document { head: Head::new(SCHEMA, entry, name), breaks: broken.collect() })
}

/// The rules that entries break already: the document `clew-breaks/1`.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Document<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    /// The rules that are broken.
    breaks: Vec<BrokenRule<'a>>,
}

/// A rule that is broken.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct BrokenRule<'a> {
    /// Its name.
    rule: &'static str,
    /// The places where it is broken, `[row, column]`, counted from 0.
    cells: Vec<Place>,
    /// In words.
    text: &'a str,
}

/// The solutions that a text states, not yet checked. One that is stated by the contents of its cells is completed if
/// these determine all of it; the search for that ends with the budget.
///
/// # Errors
/// The first mistake in the text.
pub fn stated(
    entry: &Entry,
    text: &str,
    reading: &Reading,
    budget: &Budget,
) -> Result<Vec<Result<Answer, Unfit>>, ParseError> {
    let found = interchange::answers(entry, text, reading)?;
    Ok(found.into_iter().map(|answer| completed(entry, answer, budget)).collect())
}

/// A stated solution, completed if the contents of its cells determine all of it.
///
/// # Errors
/// Why it is none, or the part that is not determined.
pub fn completed(
    entry: &Entry,
    answer: Result<Answer, Unfit>,
    budget: &Budget,
) -> Result<Answer, Unfit> {
    let Err(Unfit::Open { contents, why }) = answer else { return answer };
    match budget.urgent() {
        Some(_) => Err(Unfit::Ambiguous(why)),
        None => determined(&entry.puzzle, &contents, &why, budget),
    }
}

/// Whether a solution as [`interchange::answers`] reads it obeys the rules.
///
/// # Errors
/// In words, the rule that it breaks.
pub fn obeys(entry: &Entry, text: &str, budget: &Budget) -> Result<(), String> {
    let found = stated(entry, text, &Reading::default(), budget).map_err(|why| why.to_string())?;
    let answer = found.into_iter().next().ok_or("no solution is stated")?;
    let answer = answer.map_err(|why| why.to_string())?;
    entry.puzzle.verify(&answer).map_err(|why| why.to_string())
}
