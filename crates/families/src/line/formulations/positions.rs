//! `positions`: the place of each number, for constraint programming.
//!
//! Places are numbered row by row from 1, holes included, so that the model that goes with the program
//! ([`MODEL`]) and the self-contained one give the same names and values.

use super::{Line, order};
use clew_puzzle::formulation::{Constraint, Model, Relation, Var};
use clew_puzzle::puzzle::formulated::{DataFile, NOTHING_EXCLUDED, cell_name, grid_data};
use clew_puzzle::puzzle::{Answer, AnswerMapping, Cell, Formulated};

/// The model for data.
const MODEL: &str = include_str!("positions.mzn");

/// States the line.
///
/// # Errors
/// If the model would be too large.
pub(super) fn build(line: &Line) -> Result<Formulated, String> {
    let board = &line.board;
    let edges = board.edges().len() as u64;
    Model::fits(board.len() as u64 + 2 * edges, 2 * edges)?;
    let mut model = Model::new();
    let n = board.len() as u32;
    let cols = board.size().1;
    let place = |c: Cell| {
        let (row, col) = board.place(c);
        i64::from(row * cols + col + 1)
    };
    let places: Vec<i64> = (0..n).map(place).collect();
    let (least, most) = (places.first().copied(), places.last().copied());
    let (least, most) = (least.unwrap_or(1), most.unwrap_or(1));
    let at: Vec<Var> = (1..=n).map(|k| model.integer(format!("at_{k}"), least, most)).collect();
    model.add(Constraint::AllDifferent(at.clone()));
    // A board of one cell has no steps, and of two or more the pairs keep every number off the holes.
    let pairs: Vec<[i64; 2]> = board
        .edges()
        .iter()
        .flat_map(|&[a, b]| [[place(a), place(b)], [place(b), place(a)]])
        .collect();
    if n > 1 && pairs.is_empty() {
        // No step leads anywhere, so nothing satisfies the model: a sum of nothing is not 1.
        model.row("no_step".into(), [], Relation::Equal, 1);
    } else if n > 1 {
        let table = model.table(pairs);
        at.windows(2).for_each(|two| model.add(Constraint::Table([two[0], two[1]], table)));
    }
    for (c, given) in (0..n).zip(&line.given) {
        if let &Some(k) = given {
            let name = cell_name("given", board, c, None);
            model.row(name, [(1, at[k as usize - 1])], Relation::Equal, places[c as usize]);
        }
    }
    model.push_comment(format!(
        "at_k: where number k stands; row r, column c is place (r - 1) * {cols} + c."
    ));
    let data = grid_data(board, &|c| line.given[c as usize].unwrap_or(0));
    let shipped = data.map(|data| DataFile { model: MODEL, data: data + NOTHING_EXCLUDED });
    let telling = at.clone();
    let stated = Formulated::new(model, Box::new(Places { places, at }), telling, "");
    Ok(Formulated { shipped, ..stated })
}

/// The variable of each number's place, and the places of the cells.
#[derive(Debug)]
struct Places {
    places: Vec<i64>,
    at: Vec<Var>,
}

impl AnswerMapping for Places {
    fn values(&self, answer: &Answer) -> Vec<i64> {
        order(answer).into_iter().map(|c| self.places[c as usize]).collect()
    }

    fn answer(&self, value: &dyn Fn(Var) -> Result<i64, String>) -> Result<Answer, String> {
        let mut numbers = vec![0; self.places.len()];
        for (k, &var) in (1..).zip(&self.at) {
            let place = value(var)?;
            let cell = self.places.binary_search(&place);
            let cell =
                cell.map_err(|_| format!("number {k} is at place {place}, where no cell is"))?;
            numbers[cell] = k;
        }
        Ok(Answer::Line(numbers))
    }
}
