//! `edges`: one Boolean per edge, labels that are equal along edges, and a flow that excludes loops.
//!
//! Each cell of a path takes one unit of a flow that comes from the first end of its label, which supplies as much as
//! needed, and only edges that are on carry any. Closed loops get no flow, and are therefore excluded. Where cells may
//! stay empty, a cell has at most one label, and its degree is twice that.

use super::{Cover, Numberlink, Touch};
use clew_puzzle::formulation::{Model, Relation, Var};
use clew_puzzle::puzzle::formulated::{cell_name, step_name};
use clew_puzzle::puzzle::{Answer, AnswerMapping, Board, EdgeId, Formulated};

/// States the puzzle, with the least total length as the objective if it is `shortest`.
///
/// # Errors
/// If the model would be too large.
pub(super) fn build(puzzle: &Numberlink, shortest: bool) -> Result<Formulated, String> {
    let board = &puzzle.board;
    let kinds = puzzle.ends.len();
    let (n, edges) = (board.len() as u64, board.edges().len() as u64);
    Model::fits(n * kinds as u64 + 3 * edges, (9 * edges + 7 * n) * kinds as u64 + 9 * edges)?;
    let mut model = Model::new();
    let on: Vec<Var> =
        board.edges().iter().map(|&[a, b]| model.boolean(step_name("on", board, a, b))).collect();
    let n = board.len() as u32;
    let mut x: Vec<Vec<Var>> = Vec::new();
    for c in 0..n {
        let name = |k: usize| cell_name("x", board, c, Some(k as u32 + 1));
        x.push((0..kinds).map(|k| model.boolean(name(k))).collect());
    }
    let most = i64::from(n).max(1) - 1;
    let mut flow: Vec<[Var; 2]> = Vec::new();
    for &[a, b] in board.edges() {
        flow.push(
            [[a, b], [b, a]].map(|[p, q]| model.relaxed(step_name("f", board, p, q), 0, most)),
        );
    }
    let all = Variables { on, x, flow, most };
    all.cells(puzzle, &mut model);
    all.along_edges(puzzle, &mut model);
    if puzzle.touch == Touch::No2x2 {
        all.blocks(board, &mut model);
    }
    if shortest {
        model.optimise(all.on.iter().map(|&on| (1, on)).collect(), false);
    }
    model.push_comment("on_r_c_s_d = 1: a path runs between row r, column c and row s, column d.");
    model.push_comment(
        "x_r_c_k = 1: label k runs through row r, column c. f: what loops cannot get.",
    );
    let names = puzzle.labels.iter().zip(1..).map(|(label, k)| format!("{k} is {label}"));
    model.push_comment(format!("Labels: {}.", names.collect::<Vec<_>>().join(", ")));
    let telling = all.on.clone();
    let spelling = Box::new(Links { puzzle: puzzle.clone(), on: all.on });
    let no_data = "no model for data goes with edges; labels has one";
    Ok(Formulated::new(model, spelling, telling, no_data))
}

struct Variables {
    on: Vec<Var>,
    x: Vec<Vec<Var>>,
    /// Per edge the flow to its second cell, and back.
    flow: Vec<[Var; 2]>,
    /// The most that an edge carries.
    most: i64,
}

impl Variables {
    /// One label per cell, the degrees, and the flow that each cell takes.
    fn cells(&self, puzzle: &Numberlink, model: &mut Model) {
        let board = &puzzle.board;
        for (c, end) in (0..).zip(puzzle.terminals()) {
            let labels = &self.x[c as usize];
            let name = |word| cell_name(word, board, c, None);
            let covered = match puzzle.cover {
                Cover::All => Relation::Equal,
                Cover::Partial => Relation::Most,
            };
            model.row(name("cell"), labels.iter().map(|&var| (1, var)), covered, 1);
            let around = board.incident(c).iter().map(|&e| (1, self.on[e as usize]));
            match end {
                Some(k) => {
                    model.row(name("given"), [(1, labels[k as usize])], Relation::Equal, 1);
                    model.row(name("degree"), around, Relation::Equal, 1);
                }
                None => {
                    let twice = labels.iter().map(|&var| (-2, var));
                    model.row(name("degree"), around.chain(twice), Relation::Equal, 0);
                }
            }
            if puzzle.ends.iter().all(|[first, _]| *first != c) {
                let flows = board.incident(c).iter().flat_map(|&e| {
                    let [there, back] = self.flow[e as usize];
                    let into = board.edges()[e as usize][1] == c;
                    let sign = if into { 1 } else { -1 };
                    [(sign, there), (-sign, back)]
                });
                let taken = labels.iter().map(|&var| (-1, var));
                model.row(name("takes"), flows.chain(taken), Relation::Equal, 0);
            }
        }
    }

    /// Labels are equal along edges that are on, and, where paths may not touch, only there; only such
    /// edges carry anything.
    fn along_edges(&self, puzzle: &Numberlink, model: &mut Model) {
        for (e, &[a, b]) in puzzle.board.edges().iter().enumerate() {
            let on = self.on[e];
            let name = |word: &str| step_name(word, &puzzle.board, a, b);
            let [there, back] = self.flow[e];
            let terms = [(1, there), (1, back), (-self.most, on)];
            let terms = terms.into_iter().filter(|(factor, _)| *factor != 0);
            model.row(name("carries"), terms, Relation::Most, 0);
            for (k, (&p, &q)) in self.x[a as usize].iter().zip(&self.x[b as usize]).enumerate() {
                let name = |word| format!("{}_{}", name(word), k + 1);
                model.row(name("there"), [(1, p), (-1, q), (1, on)], Relation::Most, 1);
                model.row(name("back"), [(1, q), (-1, p), (1, on)], Relation::Most, 1);
                if puzzle.touch == Touch::No {
                    model.row(name("apart"), [(1, p), (1, q), (-1, on)], Relation::Most, 1);
                }
            }
        }
    }

    /// No block of four cells has one label.
    fn blocks(&self, board: &Board, model: &mut Model) {
        for (i, cells) in (1..).zip(board.blocks()) {
            for k in 0..self.x[0].len() {
                let terms = cells.iter().map(|&c| (1, self.x[c as usize][k]));
                let mut name = cell_name("block", board, cells[0], Some(k as u32 + 1));
                if !board.is_flat() {
                    // Several blocks may begin at one bridge.
                    name += &format!("_{i}");
                }
                model.row(name, terms, Relation::Most, 3);
            }
        }
    }
}

/// A Boolean an edge.
#[derive(Debug)]
struct Links {
    puzzle: Numberlink,
    on: Vec<Var>,
}

impl AnswerMapping for Links {
    fn values(&self, answer: &Answer) -> Vec<i64> {
        let board = &self.puzzle.board;
        let on: &[bool] = match answer {
            Answer::Links(on) => on,
            _ => panic!("an answer of the puzzle's own family"),
        };
        let labels = self.puzzle.found_labels(answer);
        let kinds = self.puzzle.ends.len() as u32;
        let is = |&label: &Option<u32>| (0..kinds).map(move |k| i64::from(label == Some(k)));
        let mut carried = vec![[0i64; 2]; board.edges().len()];
        for path in self.puzzle.paths(answer) {
            for (i, two) in path.windows(2).enumerate() {
                let e: Option<EdgeId> = board.edge_between(two[0], two[1]);
                let e = e.expect("a path steps between neighbours") as usize;
                carried[e][usize::from(two[0] > two[1])] = (path.len() - 1 - i) as i64;
            }
        }
        let edges = on.iter().map(|&on| i64::from(on));
        edges.chain(labels.iter().flat_map(is)).chain(carried.into_iter().flatten()).collect()
    }

    fn answer(&self, value: &dyn Fn(Var) -> Result<i64, String>) -> Result<Answer, String> {
        let on: Result<Vec<bool>, String> =
            self.on.iter().map(|&var| Ok(value(var)? == 1)).collect();
        Ok(Answer::Links(on?))
    }
}
