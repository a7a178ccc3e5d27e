//! Lines through the cells of a board: hidato (numbers given), the continuous line (path), and zip (numbers met in
//! their order).

mod certificate;
mod choose;
pub mod closed;
mod clues;
pub mod counting;
mod decode;
mod formulations;
pub mod generate;
pub mod hidato;
mod instructions;
pub mod path;
mod rivals;
mod rules;
mod scene;
mod so_far;
mod split;
mod syntax;
mod turns;
mod verify;
mod walls;
pub mod zip;

pub use closed::Circuit;
pub use hidato::Hidato;
pub use path::Path;
pub use zip::Zip;

pub use decode::{CellNumbers, GapLine};

pub(crate) use decode::number_line;

use clew_puzzle::puzzle::filled::{by_cell, numbers_on};
use clew_puzzle::puzzle::verify::{spot, turns_of};
use clew_puzzle::puzzle::{Answer, Board, Cell, Clue, Content, Filled, Unfit};
use serde_json::{Value, json};

/// A board and the numbers that are given on it.
///
/// Readers and generators of puzzles keep the invariants of the fields. Other callers that set fields must keep them
/// too, because the solving methods rely on them and may panic.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// The cells and which are neighbours.
    pub board: Board,
    /// Per cell the given number, from 1 to the number of cells.
    pub given: Vec<Option<u32>>,
}

/// The panic message if an answer is of another family, which is a defect.
const WRONG_FAMILY: &str = "an answer of the puzzle's own family";

impl Line {
    /// The line on another board with as many cells.
    fn on(&self, board: Board) -> Line {
        Line { board, given: self.given.clone() }
    }

    /// Whether links between cells are marked: methods that do not support such marks refuse the puzzle.
    fn is_marked(&self) -> bool {
        !self.board.links().is_empty()
    }

    /// Whether this is a line whose reverse obeys the givens too: its fillings come in pairs, each the
    /// other's reverse. Reversal takes number k to N + 1 - k, so no number may be given but the one in
    /// the middle of an odd number of cells. (A line of one cell is its own reverse.)
    fn is_undirected(&self) -> bool {
        let (n, mut given) = (self.board.len() as u32, self.given.iter().flatten());
        n > 1 && given.all(|&k| n + 1 - k == k)
    }

    /// How many turns an answer has.
    fn turns(&self, numbers: &[u32]) -> i64 {
        turns_of(&self.board, numbers) as i64
    }

    /// The possible contents of each cell.
    fn candidates(&self) -> Vec<Content> {
        (1..=self.board.len() as u32).map(Content::Number).collect()
    }

    /// The numbers that are given.
    fn clues(&self) -> Vec<Clue> {
        let clue = |(cell, given): (Cell, &Option<u32>)| {
            given.map(|k| Clue::Holds { cell, content: Content::Number(k) })
        };
        (0..).zip(&self.given).filter_map(clue).collect()
    }

    /// The line with these numbers given; `None` if a clue is no number of a cell of the line, or two are.
    fn with_clues(&self, clues: &[Clue]) -> Option<Line> {
        let mut given = vec![None; self.given.len()];
        for clue in clues {
            let Clue::Holds { cell, content: Content::Number(k) } = *clue else { return None };
            let place = given.get_mut(cell as usize)?;
            let other = place.replace(k).is_some_and(|old| old != k);
            if other || !(1..=self.given.len() as u32).contains(&k) {
                return None;
            }
        }
        Some(Line { board: self.board.clone(), given })
    }

    /// The answer that a filled grid states.
    fn answer_of(&self, filled: &Filled) -> Result<Answer, Unfit> {
        let mut numbers = numbers_on(&self.board, filled)?;
        let first = self.board.first();
        let Filled::Numbers(places) = filled else { return Ok(Answer::Line(numbers)) };
        if first == 1 {
            return Ok(Answer::Line(numbers));
        }
        let places = by_cell(&self.board, places)?;
        for ((cell, number), stated) in (0..).zip(&mut numbers).zip(places) {
            if stated.is_none() {
                continue;
            }
            let (at, held) = (spot(&self.board, cell), *number);
            *number = held.checked_sub(first).map(|k| k.saturating_add(1)).ok_or_else(|| {
                let why = format!("{at} holds {held}, and the numbers begin with {first}");
                Unfit::Broken(why)
            })?;
        }
        Ok(Answer::Line(numbers))
    }

    fn tokens(&self, answer: Option<&Answer>) -> Vec<String> {
        let shown = |v| self.board.shown(v).to_string();
        let token = |v: Option<u32>| v.map_or(".".into(), shown);
        match answer {
            None => self.given.iter().map(|v| token(*v)).collect(),
            Some(answer) => numbers(answer).iter().map(|&v| token((v > 0).then_some(v))).collect(),
        }
    }

    fn clues_json(&self) -> Vec<Value> {
        self.given.iter().map(|v| json!(v.map(|v| self.board.shown(v)))).collect()
    }
}

/// The numbers of an answer, 0 for cells off the line.
fn numbers(answer: &Answer) -> &[u32] {
    match answer {
        Answer::Line(numbers) => numbers,
        _ => panic!("{WRONG_FAMILY}"),
    }
}

/// The contents of the cells.
fn contents(answer: &Answer) -> Vec<Content> {
    let content = |&v: &u32| if v > 0 { Content::Number(v) } else { Content::Nothing };
    numbers(answer).iter().map(content).collect()
}

/// The same line the other way round.
fn reversed(answer: &Answer) -> Answer {
    let Answer::Line(numbers) = answer else { return answer.clone() };
    let n = numbers.len() as u32;
    Answer::Line(numbers.iter().map(|&k| (n + 1).saturating_sub(k)).collect())
}
