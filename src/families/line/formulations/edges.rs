//! `edges`: undirected edges, two ends, and a flow along the line.
//!
//! Each cell takes one unit of a flow that enters the line with one unit a cell, so that what is left
//! says how many cells lie ahead: N + 1 minus what enters a cell is its number. Closed loops get
//! nothing, and are therefore none.
//!
//! Source of the flow: B. Gavish, S. C. Graves, "The travelling salesman problem and related problems",
//! 1978.

use super::{Line, arcs, at_cells, order};
use crate::formulation::{Model, Relation, Var};
use crate::puzzle::formulated::{cell_name, step_name};
use crate::puzzle::{Answer, Cell, Formulated, Spell};

/// States the line.
///
/// # Errors
/// If the model would be too large.
pub(super) fn build(line: &Line) -> Result<Formulated, String> {
    let board = &line.board;
    let (n, edges) = (board.len() as u64, board.edges().len() as u64);
    Model::fits(2 * n + 3 * edges, 12 * edges + 8 * n)?;
    let mut model = Model::new();
    let n = board.len() as u32;
    let all = i64::from(n);
    let edges = board.edges();
    let on: Vec<Var> =
        edges.iter().map(|&[a, b]| model.boolean(step_name("on", board, a, b))).collect();
    let mut ends = |word| -> Vec<Var> {
        (0..n).map(|c| model.boolean(cell_name(word, board, c, None))).collect()
    };
    let (first, last) = (ends("first"), ends("last"));
    let arcs = arcs(board);
    let most = (all - 1).max(0);
    let flow: Vec<Var> =
        arcs.iter().map(|&[p, q]| model.relaxed(step_name("f", board, p, q), 0, most)).collect();
    let [out, into] = [0, 1].map(|side| at_cells(n as usize, &arcs, &flow, side));
    for (word, ends) in [("first", &first), ("last", &last)] {
        model.row(word.to_string(), ends.iter().map(|&var| (1, var)), Relation::Equal, 1);
    }
    for c in 0..n {
        let i = c as usize;
        let around = board.incident(c).iter().map(|&e| on[e as usize]);
        let degree = around.chain([first[i], last[i]]).map(|var| (1, var));
        model.row(cell_name("degree", board, c, None), degree, Relation::Equal, 2);
        let enters = into[i].iter().map(|&var| (1, var)).chain([(all, first[i])]);
        let leaves = out[i].iter().map(|&var| (-1, var));
        let name = cell_name("takes", board, c, None);
        model.row(name, enters.clone().chain(leaves), Relation::Equal, 1);
        if let Some(k) = line.given[i] {
            let name = cell_name("given", board, c, None);
            model.row(name, enters, Relation::Equal, all + 1 - i64::from(k));
        }
    }
    for (e, &[a, b]) in edges.iter().enumerate() {
        let terms = [(1, flow[2 * e]), (1, flow[2 * e + 1]), (1 - all, on[e])];
        model.row(step_name("carries", board, a, b), terms, Relation::Most, 0);
    }
    model.say("on_r_c_s_d = 1: the line runs between row r, column c and row s, column d.");
    model.say(
        "first_r_c, last_r_c = 1: it begins, or ends, there. f_r_c_s_d: cells ahead on that step.",
    );
    let telling = on.iter().chain(&first).copied().collect();
    let spelling = Box::new(Edges { edges: edges.to_vec(), on, first, cells: n });
    let shipped = Err("no model for data goes with edges; positions has one".into());
    Ok(Formulated { model, spelling, telling, shipped })
}

/// Edges and where the line begins.
#[derive(Debug)]
struct Edges {
    edges: Vec<[Cell; 2]>,
    on: Vec<Var>,
    first: Vec<Var>,
    cells: u32,
}

impl Spell for Edges {
    fn values(&self, answer: &Answer) -> Vec<i64> {
        let order = order(answer);
        let numbers = super::numbers(answer);
        let [first, last] = [order[0], order[order.len() - 1]];
        let step = |a: Cell, b: Cell| numbers[a as usize] + 1 == numbers[b as usize];
        let on = self.edges.iter().map(|&[a, b]| i64::from(step(a, b) || step(b, a)));
        let ends = [first, last].map(|end| (0..self.cells).map(move |c| i64::from(c == end)));
        let ahead = |a: Cell, b: Cell| match step(a, b) {
            true => i64::from(self.cells - numbers[a as usize]),
            false => 0,
        };
        let flow = self.edges.iter().flat_map(|&[a, b]| [ahead(a, b), ahead(b, a)]);
        on.chain(ends.into_iter().flatten()).chain(flow).collect()
    }

    fn answer(&self, value: &dyn Fn(Var) -> Result<i64, String>) -> Result<Answer, String> {
        let mut next: Vec<Vec<Cell>> = vec![Vec::new(); self.cells as usize];
        for (&[a, b], &on) in self.edges.iter().zip(&self.on) {
            if value(on)? == 1 {
                next[a as usize].push(b);
                next[b as usize].push(a);
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
        while let Some(c) = here {
            count += 1;
            numbers[c as usize] = count;
            here = next[c as usize].iter().copied().find(|&q| numbers[q as usize] == 0);
        }
        Ok(Answer::Line(numbers))
    }
}
