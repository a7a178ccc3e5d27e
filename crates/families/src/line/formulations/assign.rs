//! `assign`: one Boolean x per cell and number.
//!
//! Source: E. Zettermann, "Continuous line, formulation", 2021. The number in each cell is the sum of
//! k x(p, k) over k; a line is drawn by following the numbers. Given numbers are rows of their own.
//!
//! The longest line: a cell need not have a number, and a number no cell, and each number but 1 requires the one before
//! it on a neighbour. The document's objective is then no longer the same for all, and is maximised.

use super::{Line, NO_DATA, ampl, answer_of, in_order, numbers};
use clew_puzzle::formulation::{Model, Relation, Var};
use clew_puzzle::puzzle::formulated::{cell_name, spot_numbers};
use clew_puzzle::puzzle::{Answer, AnswerMapping, Cell, Formulated};

/// The model for data in AMPL.
const AMPL: &str = include_str!("assign.mod");

/// States the line, or the longest one.
///
/// # Errors
/// If the model would be too large.
pub(super) fn build(line: &Line, stops: &[Cell], longest: bool) -> Result<Formulated, String> {
    let board = &line.board;
    let (n, edges) = (board.len() as u64, board.edges().len() as u64);
    let pairs = in_order(stops).count() as u64;
    Model::fits(n * n, n * n * (3 + pairs) + n * 2 * edges)?;
    let mut model = Model::new();
    let n = board.len() as u32;
    let name = |c, k| cell_name("x", board, c, Some(k));
    let x: Vec<Vec<Var>> =
        (0..n).map(|c| (1..=n).map(|k| model.boolean(name(c, k))).collect()).collect();
    let at = |c: u32, k: u32| x[c as usize][k as usize - 1];
    let once = if longest { Relation::Most } else { Relation::Equal };
    for c in 0..n {
        let name = cell_name("cell", board, c, None);
        model.row(name, (1..=n).map(|k| (1, at(c, k))), once, 1);
    }
    for k in 1..=n {
        // Some cell is the first of the longest line too.
        let once = if k == 1 { Relation::Equal } else { once };
        model.row(format!("number_{k}"), (0..n).map(|c| (1, at(c, k))), once, 1);
    }
    for c in 0..n {
        for k in 1..n {
            let (word, here, there) =
                if longest { ("previous", k + 1, k) } else { ("next", k, k + 1) };
            let beside = board.neighbours(c).iter().map(|&q| (-1, at(q, there)));
            let terms = std::iter::once((1, at(c, here))).chain(beside);
            model.row(cell_name(word, board, c, Some(here)), terms, Relation::Most, 0);
        }
    }
    for (c, given) in (0..n).zip(&line.given) {
        if let &Some(k) = given {
            let name = cell_name("given", board, c, None);
            model.row(name, [(1, at(c, k))], Relation::Equal, 1);
        }
    }
    for [a, b] in in_order(stops) {
        for k in 1..=n {
            let later = (k + 1..=n).map(|j| (-1, at(b, j)));
            let terms = std::iter::once((1, at(a, k))).chain(later);
            model.row(cell_name("after", board, a, Some(k)), terms, Relation::Most, 0);
        }
    }
    let sum = || x.iter().flatten().map(|&var| (1, var)).collect();
    if longest {
        model.optimise(sum(), true);
    } else if line.given.iter().all(Option::is_none) {
        // The document's objective, the same for all lines.
        model.minimize_same(sum());
    }
    model.push_comment("x_r_c_k = 1: number k stands in row r, column c.");
    let telling = x.iter().flatten().copied().collect();
    let places = (0..n).map(|c| spot_numbers(board, c)).collect();
    let spelling = Box::new(Matrix { x, places, full: !longest });
    Ok(Formulated::new(model, spelling, telling, NO_DATA).with_ampl(AMPL, ampl(line, stops)))
}

/// A Boolean a cell and number.
#[derive(Debug)]
struct Matrix {
    x: Vec<Vec<Var>>,
    places: Vec<[u32; 2]>,
    /// Whether every cell has a number.
    full: bool,
}

impl AnswerMapping for Matrix {
    fn values(&self, answer: &Answer) -> Vec<i64> {
        let numbers = numbers(answer);
        let row = |&number: &u32| (1..=numbers.len() as u32).map(move |k| i64::from(k == number));
        numbers.iter().flat_map(row).collect()
    }

    fn answer(&self, value: &dyn Fn(Var) -> Result<i64, String>) -> Result<Answer, String> {
        answer_of(self.x.iter().zip(&self.places).map(|(row, [r, c])| {
            let mut found = None;
            for (&var, k) in row.iter().zip(1..) {
                if value(var)? == 1 && found.replace(k).is_some() {
                    return Err(format!("r{r}c{c} has several numbers"));
                }
            }
            match found {
                None if self.full => Err(format!("r{r}c{c} has no number")),
                found => Ok(found.unwrap_or(0)),
            }
        }))
    }
}
