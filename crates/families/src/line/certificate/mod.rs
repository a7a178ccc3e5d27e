//! A line's rules as pseudo-Boolean constraints, stated directly and independent of every network.
//!
//! If numbers are given inside the line, or the puzzle needs numbers, a variable means "this cell holds this number". A
//! hidato with few numbers on a board of few edges has edges as well, and so has a line with marks between cells, each
//! of which fixes an edge. A line of which at most the ends are given is a set of edges with a direction. For the
//! fewest turns there is one more variable per cell, "the line turns here". For the most cells the line has numbers and
//! edges, and need not visit every cell.

mod edges;
mod numbers;
mod order;
mod some;
mod turns;

pub(super) use order::OrderProof;

use super::{CellNumbers, Line};
use crate::certificate::Cells;
use clew_engine::propagators::path::Flag;
use clew_engine::run::Interrupt;
use clew_puzzle::certificate::{Literal, Name, Opb, Unstated};
use clew_puzzle::puzzle::certified::{AtomLiterals, Certified, ProofNetwork, of_literal};
use clew_puzzle::puzzle::{Answer, Built, Content, Goal, line_order};

/// A hidato has edges in its rows if one cell in `FEW` is given, or fewer, it has `MOST` cells at
/// the most, and no more than two pairs of neighbours a cell: searches without edges take ten times
/// longer then, and rows of edges are three times as long as the others. `tools/opb.py` repeats
/// these numbers; where the two differ, `clew certify` refuses.
const FEW: usize = 6;
const MOST: usize = 625;

/// A line as the subject of a certificate.
pub(super) struct LineProof<'a> {
    line: &'a Line,
    by_edges: bool,
    /// A line and its reverse are one answer.
    either_way: bool,
}

impl<'a> LineProof<'a> {
    /// `edges`: the answer is a line, and numbers matter only where they are given.
    pub fn new(line: &'a Line, edges: bool, either_way: bool) -> LineProof<'a> {
        let n = line.board.len() as u32;
        let at_ends = line.given.iter().flatten().all(|&k| k == 1 || k == n);
        LineProof { line, by_edges: edges && at_ends, either_way }
    }

    /// Whether the rows have edges in addition to numbers.
    fn joins(&self, goal: Option<Goal>) -> bool {
        let (n, edges) = (self.line.board.len(), self.line.board.edges().len());
        let given = self.line.given.iter().flatten().count();
        let few = given * FEW <= n && edges <= 2 * n;
        let sparse = few && !self.either_way && (2..=MOST).contains(&n);
        goal == Some(Goal::FEWEST_TURNS) || sparse || self.line.is_marked()
    }
}

/// `i_r1c1`: the line ends in another cell. A word of proofs, no part of the statement.
fn inside(cells: &Cells, cell: usize) -> Name {
    cells.of_cell("i", cell)
}

impl Certified for LineProof<'_> {
    fn state(&self, goal: Option<Goal>, asks: Option<Interrupt>) -> Result<Opb, Unstated> {
        let mut opb = Opb::asking(asks);
        let cells = Cells::from_board(&self.line.board, &opb)?;
        if goal == Some(Goal::MOST_CELLS) {
            some::state(&mut opb, self.line, &cells)?;
            return opb.whole();
        }
        let ends = if self.by_edges {
            edges::state(&mut opb, self.line, &cells)?
        } else {
            let held = numbers::state(&mut opb, self.line, &cells)?;
            let ends = numbers::ends(&held);
            if self.joins(goal) {
                numbers::join(&mut opb, &cells, &held)?;
                for (c, ends) in ends.iter().enumerate().filter(|_| cells.names.len() > 1) {
                    if let &[first, last] = &ends[..] {
                        let inside = opb.word(inside(&cells, c), [!first, !last]);
                        opb.derivations.tips[c].word = Some(!inside);
                    }
                }
            }
            ends
        };
        if goal == Some(Goal::FEWEST_TURNS) {
            turns::state(&mut opb, &self.line.board, &cells, &ends)?;
        }
        for pair in self.line.board.links() {
            let edge = opb.find(cells.edge(pair.map(|c| c as usize)));
            opb.clause(edge);
        }
        opb.whole()
    }

    fn exclude(&self, opb: &Opb, answer: &Answer) -> Result<Vec<Vec<Literal>>, Unstated> {
        let Answer::Line(numbers) = answer else { return Ok(Vec::new()) };
        let cells = Cells::named(&self.line.board);
        let n = numbers.len() as u32;
        if self.by_edges {
            // A set of edges is the line in both directions; an end that is given admits one only.
            let order = line_order(numbers);
            let edge = |w: &[u32]| opb.find(cells.edge([w[0] as usize, w[1] as usize]));
            return Ok(vec![order.windows(2).filter_map(|w| edge(w).map(|l| !l)).collect()]);
        }
        let without = |number: &dyn Fn(u32) -> u32| -> Vec<Literal> {
            let at = numbers.iter().enumerate();
            at.filter_map(|(c, &k)| opb.find(cells.number(c, number(k) as usize)))
                .map(|l| !l)
                .collect()
        };
        let mut rows = vec![without(&|k| k)];
        if self.either_way && self.line.is_undirected() {
            rows.push(without(&|k| n + 1 - k));
        }
        Ok(rows)
    }

    fn add_bound(&self, opb: &mut Opb, goal: Goal, worth: i64) -> Result<bool, Unstated> {
        let cells = Cells::named(&self.line.board);
        match goal {
            Goal::FEWEST_TURNS => turns::fewer(opb, &cells, worth),
            Goal::MOST_CELLS => some::more(opb, worth),
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn network(&self, goal: Option<Goal>) -> ProofNetwork {
        if self.by_edges {
            ProofNetwork {
                name: "suite",
                changed: false,
                without: &["connectivity", "block_chain"],
                rests: "connectivity and block chains",
            }
        } else if self.either_way && !self.line.is_marked() {
            ProofNetwork {
                name: "assign",
                changed: false,
                without: &[],
                rests: "edges, degrees and fragments",
            }
        } else if self.joins(goal) {
            ProofNetwork {
                name: "suite",
                changed: false,
                without: &["connectivity"],
                rests: "connectivity",
            }
        } else {
            ProofNetwork {
                name: "dual",
                changed: false,
                without: &[],
                rests: "edges, degrees and fragments",
            }
        }
    }

    fn speaks(&self, built: &Built, opb: &Opb) -> Result<AtomLiterals, Unstated> {
        let cells = Cells::named(&self.line.board);
        let (model, n) = (&built.model, self.line.board.len());
        let mut said = Vec::new();
        if let Some(edges) = model.bools_named("edge") {
            let pairs = self.line.board.edges().iter();
            let names = pairs.map(|pair| opb.find(cells.edge(pair.map(|c| c as usize))));
            said.extend(edges.iter().zip(names).filter_map(|(edge, name)| Some((edge, name?))));
        }
        for (word, kind) in [("end", "d"), ("used", "u"), ("turn", "t")] {
            let atoms = model.bools_named(word).into_iter().flat_map(|atoms| atoms.iter());
            let named = (0..n).map(|c| opb.find(cells.of_cell(kind, c)));
            said.extend(atoms.zip(named).filter_map(|(atom, name)| Some((atom, name?))));
        }
        if self.by_edges {
            return Ok(said);
        }
        let store = model.engine.store();
        let flags = built.decoder::<CellNumbers>().map_or(&[][..], |numbers| &numbers.ends);
        for (c, flag) in flags.iter().enumerate() {
            let Flag::Open(end) = *flag else { continue };
            let [first, last] = [1, n].map(|k| opb.find(cells.number(c, k)));
            let name = match (first, last) {
                (Some(_), Some(_)) => opb.find(inside(&cells, c)).map(|inside| !inside),
                (first, last) => first.or(last),
            };
            said.extend(name.map(|name| (end, name)));
        }
        for c in 0..n {
            opb.check_interrupt(8 * n)?;
            for k in 1..=n {
                let holds = Content::Number(k as u32);
                let l = built.decoder.holds(store, c as u32, holds);
                let named = l.zip(opb.find(cells.number(c, k)));
                said.extend(named.map(|(l, name)| of_literal(l, name)));
            }
        }
        Ok(said)
    }
}
