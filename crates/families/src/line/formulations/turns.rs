//! The fewest turns of a model that has steps of the line.
//!
//! A variable a cell, at least 1 where the line turns: for each edge e at the cell,
//! 2 on(e) + (sum of the edges that do not lead straight on from e) - 2 <= turn. At most two edges of a cell are on.
//! If e is one of them and the other one is not straight on, the left side is 1; otherwise it is at most 0. Where e
//! and its opposite both lie in the sum, the row is stronger than one for each two edges that make a turn.

use super::numbers;
use clew_puzzle::formulation::{Model, Relation, Term, Var};
use clew_puzzle::puzzle::formulated::{cell_name, step_name};
use clew_puzzle::puzzle::{Answer, AnswerMapping, Board, Cell, Formulated, line_order};

/// Makes the fewest turns the objective; `steps` are the ordered pairs of neighbours, each with its variable.
///
/// # Errors
/// If the model would be too large.
pub(super) fn fewest(
    mut stated: Formulated,
    board: &Board,
    steps: &[([Cell; 2], Var)],
) -> Result<Formulated, String> {
    let cells = board.len() as u32;
    let squares = |c: u32| (board.neighbours(c).len() as u64).pow(2);
    let (_, terms) = stated.model.size();
    let more = (0..cells).map(squares).sum::<u64>() * 2;
    Model::fits(stated.model.variables().len() as u64 + u64::from(cells), terms as u64 + more)?;
    let model = &mut stated.model;
    let mut on: Vec<Vec<Var>> = vec![Vec::new(); board.edges().len()];
    for &([p, q], step) in steps {
        if let Some(edge) = board.edge_between(p, q) {
            on[edge as usize].push(step);
        }
    }
    let name = |c| cell_name("turn", board, c, None);
    let turns: Vec<Var> = (0..cells).map(|c| model.relaxed(name(c), 0, 1)).collect();
    for (c, &turn) in (0..cells).zip(&turns) {
        let around = || board.neighbours(c).iter().zip(board.incident(c));
        for (&from, &edge) in around() {
            let factor = |to: Cell, other| match other == edge {
                true => 2,
                false => i64::from(!board.goes_straight(from, c, to)),
            };
            let terms = around().flat_map(|(&to, &other)| {
                let factor = factor(to, other);
                on[other as usize].iter().map(move |&var| (factor, var))
            });
            let terms: Vec<Term> = terms.filter(|(factor, _)| *factor != 0).collect();
            let terms = terms.into_iter().chain([(-1, turn)]);
            model.row(step_name("turns", board, c, from), terms, Relation::Most, 2);
        }
    }
    model.optimise(turns.iter().map(|&turn| (1, turn)).collect(), false);
    model.push_comment("turn_r_c = 1: the line changes its direction in row r, column c.");
    stated.spelling = Box::new(Turning { board: board.clone(), rest: stated.spelling });
    Ok(stated)
}

/// The turns behind all that the model had without them.
#[derive(Debug)]
struct Turning {
    board: Board,
    rest: Box<dyn AnswerMapping>,
}

impl AnswerMapping for Turning {
    fn values(&self, answer: &Answer) -> Vec<i64> {
        let mut values = self.rest.values(answer);
        let order = line_order(numbers(answer));
        let mut turns = vec![0; self.board.len()];
        for three in order.windows(3) {
            turns[three[1] as usize] =
                i64::from(!self.board.goes_straight(three[0], three[1], three[2]));
        }
        values.extend(turns);
        values
    }

    fn answer(&self, value: &dyn Fn(Var) -> Result<i64, String>) -> Result<Answer, String> {
        self.rest.answer(value)
    }
}
