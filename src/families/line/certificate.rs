//! A line's rules as pseudo-Boolean constraints, stated directly and apart from every network.
//!
//! Where numbers are given inside the line, or the puzzle asks for numbers, a variable says "this cell
//! holds this number". A line of which at most the ends are given is a set of edges with a direction.

use super::Line;
use crate::certificate::derive::Square;
use crate::certificate::{Excess, Literal, Opb};
use crate::families::certificate::{Cells, Course, note, tip};
use crate::kernel::Atom;
use crate::puzzle::certified::{Certified, ProofNetwork};
use crate::puzzle::{Answer, Built, Content, line_order};
use std::collections::VecDeque;

/// A line as the subject of a certificate.
pub(super) struct LineProof<'a> {
    line: &'a Line,
    by_edges: bool,
    /// A line and its reverse are one answer.
    either_way: bool,
}

impl<'a> LineProof<'a> {
    /// `edges`: a line is asked for, and numbers matter only where they are given.
    pub fn new(line: &'a Line, edges: bool, either_way: bool) -> LineProof<'a> {
        let n = line.board.len() as u32;
        let at_ends = line.given.iter().flatten().all(|&k| k == 1 || k == n);
        LineProof { line, by_edges: edges && at_ends, either_way }
    }
}

impl Certified for LineProof<'_> {
    fn state(&self) -> Result<Opb, Excess> {
        let cells = Cells::of(&self.line.board).ok_or(Excess)?;
        let mut opb = Opb::new();
        if self.by_edges {
            by_edges(&mut opb, self.line, &cells);
        } else {
            by_numbers(&mut opb, self.line, &cells);
        }
        opb.whole()
    }

    fn exclude(&self, opb: &Opb, answer: &Answer) -> Vec<Vec<Literal>> {
        let (Answer::Line(numbers), Some(cells)) = (answer, Cells::of(&self.line.board)) else {
            return Vec::new();
        };
        let n = numbers.len() as u32;
        if self.by_edges {
            // A set of edges is the line in both directions; an end that is given admits one only.
            let order = line_order(numbers);
            let edge = |w: &[u32]| opb.find(&cells.edge([w[0] as usize, w[1] as usize]));
            return vec![order.windows(2).filter_map(|w| edge(w).map(|l| !l)).collect()];
        }
        let without = |number: &dyn Fn(u32) -> u32| -> Vec<Literal> {
            let at = numbers.iter().enumerate();
            at.filter_map(|(c, &k)| opb.find(&cells.number(c, number(k) as usize)))
                .map(|l| !l)
                .collect()
        };
        let mut rows = vec![without(&|k| k)];
        if self.either_way && self.line.is_undirected() {
            rows.push(without(&|k| n + 1 - k));
        }
        rows
    }

    fn network(&self) -> ProofNetwork {
        if self.by_edges {
            ProofNetwork {
                name: "suite",
                without: &["connectivity", "block_chain"],
                rests: "connectivity and block chains",
            }
        } else if self.either_way {
            ProofNetwork { name: "assign", without: &[], rests: "edges, degrees and fragments" }
        } else {
            ProofNetwork { name: "dual", without: &[], rests: "edges, degrees and fragments" }
        }
    }

    fn speaks(&self, built: &Built, opb: &Opb) -> Vec<(Atom, Literal)> {
        let Some(cells) = Cells::of(&self.line.board) else { return Vec::new() };
        let (model, n) = (&built.model, self.line.board.len());
        let mut said = Vec::new();
        for (e, &[a, b]) in (0u32..).zip(self.line.board.edges()) {
            let name = cells.edge([a as usize, b as usize]);
            said.extend(built.decoder.edge(e).zip(opb.find(&name)));
        }
        if self.by_edges {
            let ends = model.bools_named("end").into_iter().flat_map(|ends| ends.iter());
            let named = (0..n).map(|c| opb.find(&cells.of_cell('d', c)));
            said.extend(ends.zip(named).filter_map(|(end, name)| Some((end, name?))));
            return said;
        }
        let store = model.engine.store();
        for c in 0..n {
            for k in 1..=n {
                let holds = Content::Number(k as u32);
                let l = built.decoder.holds(store, c as u32, holds).map(|l| l.atom());
                said.extend(l.zip(opb.find(&cells.number(c, k))));
            }
        }
        said
    }
}

/// "This cell holds this number": each cell one number, each number one cell, and beside a number there
/// are the one before and the next. A number that cannot be near enough to a given one has no variable.
fn by_numbers(opb: &mut Opb, line: &Line, cells: &Cells) {
    let n = cells.names.len();
    let may = possible(line, cells);
    // Per cell its literals with their numbers, from 1.
    let holds: Vec<Vec<Option<Literal>>> = (0..n)
        .map(|c| {
            let variable = |k: usize| may[c][k].then(|| opb.variable(cells.number(c, k + 1)));
            (0..n).map(variable).collect()
        })
        .collect();
    let mut square = Square { lines: Vec::new(), values: Vec::new() };
    for held in &holds {
        let lits: Vec<Literal> = held.iter().copied().flatten().collect();
        let [least, _] = opb.exactly_one(&lits);
        let of_values = held.iter().enumerate().filter_map(|(k, l)| Some((k, (*l)?)));
        square.lines.push((of_values.collect(), least));
    }
    for k in 0..n {
        let lits: Vec<Literal> = holds.iter().filter_map(|held| held[k]).collect();
        let [_, most] = opb.exactly_one(&lits);
        square.values.push(most);
    }
    opb.derivations.squares.push(square);
    for c in 0..n {
        for (k, here) in holds[c].iter().enumerate() {
            let Some(here) = *here else { continue };
            for beside in [k.checked_sub(1), Some(k + 1).filter(|&k| k < n)].into_iter().flatten() {
                let there = cells.near[c].iter().filter_map(|&q| holds[q][beside]);
                opb.clause(std::iter::once(!here).chain(there));
            }
        }
    }
}

/// Per cell and number (from 0) whether it may stand there: a given number stands in its cell, and no
/// cell is further from it than there are steps between the numbers.
fn possible(line: &Line, cells: &Cells) -> Vec<Vec<bool>> {
    let n = cells.names.len();
    let mut may = vec![vec![true; n]; n];
    for (at, given) in line.given.iter().enumerate() {
        let Some(given) = *given else { continue };
        let mut distance: Vec<Option<usize>> = vec![None; n];
        distance[at] = Some(0);
        let mut open = VecDeque::from([at]);
        while let Some(c) = open.pop_front() {
            for &q in &cells.near[c] {
                if distance[q].is_none() {
                    distance[q] = distance[c].map(|d| d + 1);
                    open.push_back(q);
                }
            }
        }
        for (c, may) in may.iter_mut().enumerate() {
            for (k, may) in may.iter_mut().enumerate() {
                let steps = (k + 1).abs_diff(given as usize);
                // Only its own cell holds the given number.
                let near = distance[c].is_some_and(|d| d <= steps) && (steps > 0 || c == at);
                *may &= near && (c != at || steps == 0);
            }
        }
    }
    may
}

/// Arcs: one out of every cell but the last, one into every cell but the first, positions count up.
fn by_edges(opb: &mut Opb, line: &Line, cells: &Cells) {
    let n = cells.names.len();
    let course = Course::state(opb, cells);
    let (mut starts, mut lasts, mut two) = (Vec::new(), Vec::new(), Vec::new());
    for c in 0..n {
        let tip = tip(opb, cells, &course, c);
        let [start, last] = [tip.start.0, tip.last.0];
        let ways = |arcs: &[Literal], l: Literal| -> Vec<Literal> {
            arcs.iter().copied().chain([l]).collect()
        };
        let out = opb.exactly_one(&ways(&course.leaving[c], last));
        let into = opb.exactly_one(&ways(&course.coming[c], start));
        if n > 1 {
            let end = opb.equals_sum(tip.end, &[start, last]);
            let degree = course.note_degree(opb, c, [out, into], Some(end));
            opb.derivations.degrees.push(degree);
            two.push(end);
        }
        match line.given[c] {
            Some(1) if n > 1 => opb.clause([start]),
            Some(_) if n > 1 => opb.clause([last]),
            _ => {}
        }
        starts.push(start);
        lasts.push(last);
        opb.derivations.tips.push(tip);
    }
    if n > 0 {
        let tips = [opb.exactly_one(&starts), opb.exactly_one(&lasts)];
        if n > 1 {
            for (side, other) in [(0, 1), (1, 0)] {
                let rows = tips.iter().map(|rows| rows[side]);
                let sum = note(opb, rows.chain(two.iter().map(|rows| rows[other])));
                opb.derivations.ends = sum;
            }
        }
    }
}
