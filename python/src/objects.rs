//! Puzzles and solutions. Their methods are in other files.

use crate::errors::unsuited;
use clew::puzzle::{Answer, Entry};
use pyo3::prelude::*;
use std::sync::Arc;

/// A puzzle with the statements of its file about it. It never changes.
///
/// Made by `clew.parse`, `clew.read`, `clew.grid`, `clew.from_dict` and `clew.generate`. ``str(puzzle)`` is its text format,
/// and a notebook draws it. Puzzles are equal if their boards, rules and givens are.
///
/// Questions take the keywords of `Options`: ``time`` (seconds or a timedelta), ``nodes`` (decisions), ``memory``
/// (bytes; a gibibyte by default), ``threads`` (0: one per processor), ``network``, ``without``, ``search``,
/// ``method``, ``program``, ``seed``, ``deterministic``, ``adaptive``, ``uniqueness``, ``progress`` (called with a
/// `Progress` ten times a second). They run without the lock of the interpreter, and Ctrl-C ends them.
///
/// >>> import clew
/// >>> puzzle = clew.parse("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n")
/// >>> puzzle.family, puzzle.rows, puzzle.cols, puzzle.neighbours
/// ('hidato', 3, 3, '8')
#[pyclass(frozen, module = "clew")]
pub struct Puzzle(pub Arc<Entry>);

/// A solution of a puzzle, checked against its rules.
///
/// ``str(solution)`` is its grid in the text format, ``numpy.array(solution)`` its values as numbers, and a notebook
/// draws it. Solutions of equal puzzles are equal if they are the same.
///
/// >>> import clew
/// >>> puzzle = clew.parse("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n")
/// >>> solution = puzzle.solve()
/// >>> print(solution)
/// 6 7 9
/// 5 2 8
/// 1 4 3
/// <BLANKLINE>
#[pyclass(frozen, module = "clew")]
pub struct Solution {
    pub entry: Arc<Entry>,
    pub answer: Answer,
}

impl Solution {
    /// A solution of a puzzle.
    pub fn new(entry: &Arc<Entry>, answer: &Answer) -> Solution {
        Solution { entry: entry.clone(), answer: answer.clone() }
    }

    /// Its answer, provided that it belongs to this puzzle.
    ///
    /// # Errors
    /// If it belongs to another puzzle.
    pub fn answer(&self, entry: &Entry) -> PyResult<&Answer> {
        match self.entry.puzzle == entry.puzzle {
            true => Ok(&self.answer),
            false => Err(unsuited("the solution is of another puzzle")),
        }
    }
}
