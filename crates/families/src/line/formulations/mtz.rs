//! `mtz`: a round trip of arcs with potentials.
//!
//! Source: T. Hürlimann, the LPL model hidato, after C. E. Miller, A. W. Tucker, R. A. Zemlin, "Integer
//! Programming Formulation of Traveling Salesman Problems", 1960. Where number 1 is given, as there:
//! arcs into its cell close the round trip, from the cell of number N, or, if that is not given, from
//! every cell without a given number. Where it is not given, an outside node stands between the last
//! cell and the first.

use super::{
    Line, NO_DATA, ampl, answer_of, arcs, at_cells, in_order, numbers, order, steps, turns,
};
use clew_puzzle::formulation::{Model, Relation, Var};
use clew_puzzle::puzzle::formulated::{ampl_set, cell_name, spot_numbers, step_name};
use clew_puzzle::puzzle::{Answer, AnswerMapping, Board, Cell, Formulated};

/// The model for data in AMPL.
const AMPL: &str = include_str!("mtz.mod");

/// States the line, or the one with the fewest turns.
///
/// # Errors
/// If the model would be too large.
pub(super) fn build(line: &Line, stops: &[Cell], few_turns: bool) -> Result<Formulated, String> {
    let board = &line.board;
    let (n, edges) = (board.len() as u64, board.edges().len() as u64);
    Model::fits(4 * n + 2 * edges, 10 * edges + 8 * n)?;
    let mut model = Model::new();
    let (n, last) = (board.len() as u32, board.len() as i64 - 1);
    let mut arcs = arcs(board);
    let start = (0..n).find(|&c| line.given[c as usize] == Some(1));
    if let Some(start) = start {
        let closes = |c: &Cell| {
            let end = line.given.iter().position(|&given| given == Some(n));
            match end {
                Some(end) => *c as usize == end,
                None => line.given[*c as usize].is_none(),
            }
        };
        let new = |c: &Cell| closes(c) && board.edge_between(*c, start).is_none();
        let closing: Vec<[Cell; 2]> = (0..n).filter(new).map(|c| [c, start]).collect();
        arcs.extend(closing);
    }
    let data = ampl(line, stops).map(|data| data + &round_trip(board, start, &arcs));
    let y: Vec<Var> =
        arcs.iter().map(|&[p, q]| model.boolean(step_name("y", board, p, q))).collect();
    let u: Vec<Var> =
        (0..n).map(|c| model.relaxed(cell_name("u", board, c, None), 0, last)).collect();
    let [mut out, mut into] = [0, 1].map(|side| at_cells(n as usize, &arcs, &y, side));
    let mut outside = [Vec::new(), Vec::new()];
    if start.is_none() {
        for (side, word) in ["first", "last"].into_iter().enumerate() {
            outside[side] =
                (0..n).map(|c| model.boolean(cell_name(word, board, c, None))).collect();
            model.row(word.to_string(), outside[side].iter().map(|&s| (1, s)), Relation::Equal, 1);
            let lists = if side == 0 { &mut into } else { &mut out };
            lists.iter_mut().zip(&outside[side]).for_each(|(list, &var)| list.push(var));
        }
    }
    for (word, lists) in [("leaves", &out), ("enters", &into)] {
        for (c, list) in (0..n).zip(lists) {
            let name = cell_name(word, board, c, None);
            model.row(name, list.iter().map(|&var| (1, var)), Relation::Equal, 1);
        }
    }
    for (&[p, q], &arc) in arcs.iter().zip(&y) {
        if Some(q) != start {
            let terms = [(1, u[p as usize]), (-1, u[q as usize]), (i64::from(n), arc)];
            model.row(step_name("rises", board, p, q), terms, Relation::Most, last);
        }
    }
    for (c, given) in (0..n).zip(&line.given) {
        if let &Some(k) = given {
            let name = cell_name("given", board, c, None);
            model.row(name, [(1, u[c as usize])], Relation::Equal, i64::from(k) - 1);
        }
    }
    for [a, b] in in_order(stops) {
        let rise = [(1, u[b as usize]), (-1, u[a as usize])];
        model.row(step_name("after", board, a, b), rise, Relation::Least, 1);
    }
    model.minimize_same(y.iter().chain(outside.iter().flatten()).map(|&var| (1, var)).collect());
    model.push_comment("y_r_c_s_d = 1: the line steps from row r, column c to row s, column d.");
    model.push_comment("u_r_c: how many cells lie before; the number there is one more.");
    if start.is_none() {
        model
            .push_comment("first_r_c, last_r_c = 1: the line begins, or ends, in row r, column c.");
    }
    let telling = y.iter().chain(outside.iter().flatten()).copied().collect();
    // The arc into the first cell closes the round trip, and is no step of the line.
    let steps = arcs.iter().copied().zip(y).filter(|&([_, q], _)| Some(q) != start);
    let steps: Vec<([Cell; 2], Var)> = steps.collect();
    let spelling = Box::new(Trip { arcs, u, start });
    let stated = Formulated::new(model, spelling, telling, NO_DATA).with_ampl(AMPL, data);
    if few_turns { turns::fewest(stated, board, &steps) } else { Ok(stated) }
}

/// The AMPL data of the round trip: the first cell, and the arcs into it that are no steps.
fn round_trip(board: &Board, start: Option<Cell>, arcs: &[[Cell; 2]]) -> String {
    let closing = arcs.iter().filter(|[p, q]| board.edge_between(*p, *q).is_none());
    let spots = |cells: &[Cell]| cells.iter().flat_map(|&c| spot_numbers(board, c)).collect();
    ampl_set("START", start.map(|start| spots(&[start])))
        + &ampl_set("CLOSING", closing.map(|arc| spots(arc)))
}

/// Arcs, potentials, and the cell where the round trip begins if one is given.
#[derive(Debug)]
struct Trip {
    arcs: Vec<[Cell; 2]>,
    u: Vec<Var>,
    start: Option<Cell>,
}

impl AnswerMapping for Trip {
    fn values(&self, answer: &Answer) -> Vec<i64> {
        let order = order(answer);
        let [first, last] = [order[0], order[order.len() - 1]];
        let on = |arc: &[Cell; 2]| {
            // Of two cells, the arc back closes the round trip.
            let closes = self.start.is_some() && *arc == [last, first];
            i64::from(steps(answer, *arc) || closes)
        };
        let arcs = self.arcs.iter().map(on);
        let potentials = numbers(answer).iter().map(|&k| i64::from(k) - 1);
        let cells = 0..order.len() as u32;
        let ends = [first, last].into_iter().filter(|_| self.start.is_none());
        let ends = ends.flat_map(|end| cells.clone().map(move |c| i64::from(c == end)));
        arcs.chain(potentials).chain(ends).collect()
    }

    fn answer(&self, value: &dyn Fn(Var) -> Result<i64, String>) -> Result<Answer, String> {
        answer_of(self.u.iter().map(|&var| Ok(value(var)? + 1)))
    }
}
