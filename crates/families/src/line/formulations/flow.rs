//! `flow`: arcs, two ends, and a flow along the line.
//!
//! Each cell takes one unit of a flow that enters the line with one unit per cell, so that the remaining flow is the
//! number of cells ahead: N + 1 minus the flow into a cell is its number. Closed loops get nothing, and are therefore
//! none. The flow needs arcs: on undirected edges it could also go to and fro, and then the flow into a cell would not
//! determine its number.
//!
//! Source of the flow: B. Gavish, S. C. Graves, "The travelling salesman problem and related problems",
//! 1978.

use super::{Line, NO_DATA, ampl, arcs, at_cells, in_order, order, steps, turns};
use clew_puzzle::formulation::{Model, Relation, Var};
use clew_puzzle::puzzle::formulated::{cell_name, step_name};
use clew_puzzle::puzzle::{Answer, AnswerMapping, Cell, Formulated};

/// The model for data in AMPL.
const AMPL: &str = include_str!("flow.mod");

/// States the line, or the one with the fewest turns.
///
/// # Errors
/// If the model would be too large.
pub(super) fn build(line: &Line, stops: &[Cell], few_turns: bool) -> Result<Formulated, String> {
    let board = &line.board;
    let (n, edges) = (board.len() as u64, board.edges().len() as u64);
    Model::fits(2 * n + 4 * edges, 18 * edges + 8 * n)?;
    let mut model = Model::new();
    let n = board.len() as u32;
    let all = i64::from(n);
    let arcs = arcs(board);
    let y: Vec<Var> =
        arcs.iter().map(|&[p, q]| model.boolean(step_name("y", board, p, q))).collect();
    let mut ends = |word| -> Vec<Var> {
        (0..n).map(|c| model.boolean(cell_name(word, board, c, None))).collect()
    };
    let (first, last) = (ends("first"), ends("last"));
    let most = (all - 1).max(0);
    let flow: Vec<Var> =
        arcs.iter().map(|&[p, q]| model.relaxed(step_name("f", board, p, q), 0, most)).collect();
    let lists = |vars, side| at_cells(n as usize, &arcs, vars, side);
    let ([y_out, y_in], [out, into]) =
        ([0, 1].map(|s| lists(&y, s)), [0, 1].map(|s| lists(&flow, s)));
    for (word, ends) in [("first", &first), ("last", &last)] {
        model.row(word.to_string(), ends.iter().map(|&var| (1, var)), Relation::Equal, 1);
    }
    for c in 0..n {
        let i = c as usize;
        for (word, around, end) in [("leaves", &y_out[i], last[i]), ("enters", &y_in[i], first[i])]
        {
            let terms = around.iter().chain([&end]).map(|&var| (1, var));
            model.row(cell_name(word, board, c, None), terms, Relation::Equal, 1);
        }
        let enters = into[i].iter().map(|&var| (1, var)).chain([(all, first[i])]);
        let leaves = out[i].iter().map(|&var| (-1, var));
        let name = cell_name("takes", board, c, None);
        model.row(name, enters.clone().chain(leaves), Relation::Equal, 1);
        if let Some(k) = line.given[i] {
            let name = cell_name("given", board, c, None);
            model.row(name, enters, Relation::Equal, all + 1 - i64::from(k));
        }
    }
    for [a, b] in in_order(stops) {
        // Fewer cells are ahead of the second one; neither is the first cell.
        let enters = |c: Cell, sign: i64| into[c as usize].iter().map(move |&var| (sign, var));
        let falls = enters(a, 1).chain(enters(b, -1));
        model.row(step_name("after", board, a, b), falls, Relation::Least, 1);
    }
    for ((&[p, q], &arc), &carried) in arcs.iter().zip(&y).zip(&flow) {
        let name = step_name("carries", board, p, q);
        model.row(name, [(1, carried), (-most, arc)], Relation::Most, 0);
    }
    model.push_comment("y_r_c_s_d = 1: the line steps from row r, column c to row s, column d.");
    model.push_comment(
        "first_r_c, last_r_c = 1: it begins, or ends, there. f_r_c_s_d: cells ahead on that step.",
    );
    let telling = y.iter().chain(&first).copied().collect();
    let steps: Vec<([Cell; 2], Var)> = arcs.iter().copied().zip(y.iter().copied()).collect();
    let spelling = Box::new(Arcs { arcs, y, first, cells: n });
    let stated =
        Formulated::new(model, spelling, telling, NO_DATA).with_ampl(AMPL, ampl(line, stops));
    if few_turns { turns::fewest(stated, board, &steps) } else { Ok(stated) }
}

/// Arcs and where the line begins.
#[derive(Debug)]
struct Arcs {
    arcs: Vec<[Cell; 2]>,
    y: Vec<Var>,
    first: Vec<Var>,
    cells: u32,
}

impl AnswerMapping for Arcs {
    fn values(&self, answer: &Answer) -> Vec<i64> {
        let order = order(answer);
        let numbers = super::numbers(answer);
        let ends = [order[0], order[order.len() - 1]];
        let ends = ends.map(|end| (0..self.cells).map(move |c| i64::from(c == end)));
        let ahead = |&[p, q]: &[Cell; 2]| match steps(answer, [p, q]) {
            true => i64::from(self.cells - numbers[p as usize]),
            false => 0,
        };
        let on = self.arcs.iter().map(|&arc| i64::from(steps(answer, arc)));
        on.chain(ends.into_iter().flatten()).chain(self.arcs.iter().map(ahead)).collect()
    }

    fn answer(&self, value: &dyn Fn(Var) -> Result<i64, String>) -> Result<Answer, String> {
        let mut next: Vec<Option<Cell>> = vec![None; self.cells as usize];
        for (&[p, q], &arc) in self.arcs.iter().zip(&self.y) {
            if value(arc)? == 1 {
                next[p as usize] = Some(q);
            }
        }
        let mut numbers = vec![0; self.cells as usize];
        let mut here = None;
        for (c, &first) in (0..).zip(&self.first) {
            if value(first)? == 1 {
                here = Some(c);
            }
        }
        let mut count = 0;
        // Each step numbers a cell without a number, so the walk ends.
        while let Some(c) = here.filter(|&c| numbers[c as usize] == 0) {
            count += 1;
            numbers[c as usize] = count;
            here = next[c as usize];
        }
        Ok(Answer::Line(numbers))
    }
}
