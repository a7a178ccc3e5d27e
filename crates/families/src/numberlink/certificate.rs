//! The rules of a numberlink as pseudo-Boolean constraints, stated directly and apart from every network.
//!
//! Every path has a direction, from the first of its two end-points in reading order to the second.

use super::names::{on_path, turns_at};
use super::{Cover, Numberlink, Touch, bearings};
use crate::certificate::{Cells, DirectedPathVars};
use crate::numberlink::normal_form::changes;
use clew_engine::run::Interrupt;
use clew_puzzle::certificate::derive::{Along, Corner};
use clew_puzzle::certificate::{Literal, Opb, Unstated};
use clew_puzzle::puzzle::certified::{AtomLiterals, Certified, ProofNetwork, of_literal};
use clew_puzzle::puzzle::{Answer, Built, Content, Goal};

/// Steps sideways and up or down into the quadrants.
const QUADRANTS: [[i64; 2]; 4] = [[1, -1], [-1, -1], [1, 1], [-1, 1]];

impl Certified for Numberlink {
    fn state(&self, _goal: Option<Goal>, asks: Option<Interrupt>) -> Result<Opb, Unstated> {
        let mut opb = Opb::asking(asks);
        let cells = Cells::from_board(&self.board, &opb)?;
        let winds = bearings::applies(self);
        let course = if winds { DirectedPathVars::of_arcs } else { DirectedPathVars::state }(
            &mut opb, &cells,
        )?;
        let ends = self.terminals();
        let labels = self.ends.len();
        let mut on: Vec<Vec<Literal>> = Vec::with_capacity(ends.len());
        for (c, end) in ends.iter().enumerate() {
            opb.check_interrupt(8 * labels)?;
            on.push((0..labels).map(|k| opb.variable(on_path(&cells, c, k))).collect());
            let paths = &on[c];
            let (out, into) = (&course.leaving[c], &course.coming[c]);
            if let Some(k) = *end {
                let [some, _] = opb.exactly_one(paths);
                opb.derivations.labels.some.push(some);
                opb.clause([paths[k as usize]]);
                let is_first = self.ends[k as usize][0] as usize == c;
                let (one, none) = if is_first { (out, into) } else { (into, out) };
                opb.exactly_one(one);
                none.iter().for_each(|&arc| opb.clause([!arc]));
                if is_first && !winds {
                    course.is_first(&mut opb, c);
                }
                continue;
            }
            let ways = if self.cover == Cover::All {
                let [some, _] = opb.exactly_one(paths);
                opb.derivations.labels.some.push(some);
                [opb.exactly_one(out), opb.exactly_one(into)]
            } else {
                let used = opb.variable(cells.of_cell("u", c));
                let [some, _] = opb.equals_sum(used, paths);
                opb.derivations.labels.some.push(some);
                // An empty cell has no position of its own.
                course.is_at_most(&mut opb, !used, c, 0);
                [out, into].map(|arcs| opb.equals_sum(used, arcs))
            };
            course.note_degree(&mut opb, c, ways, None);
        }
        if winds {
            self.bearings(&mut opb, &cells)?;
        }
        for pair in cells.pairs() {
            opb.check_interrupt(1)?;
            self.along(&mut opb, &cells, &on, pair);
        }
        if self.touch == Touch::No2x2 {
            self.blocks(&mut opb, &cells)?;
        }
        opb.derivations.labels.count = labels;
        if self.board.is_rook() && self.touch != Touch::Yes {
            self.turns(&mut opb, &cells, &ends);
        }
        opb.whole()
    }

    fn exclude(&self, opb: &Opb, answer: &Answer) -> Result<Vec<Vec<Literal>>, Unstated> {
        let Answer::Links(on) = answer else { return Ok(Vec::new()) };
        let cells = Cells::named(&self.board);
        // Of two sets of paths none is part of the other.
        let edges = self.board.edges().iter().zip(on).filter(|(_, on)| **on);
        let edges = edges.filter_map(|(pair, _)| opb.find(cells.edge(pair.map(|c| c as usize))));
        Ok(vec![edges.map(|l| !l).collect()])
    }

    fn add_bound(&self, opb: &mut Opb, goal: Goal, worth: i64) -> Result<bool, Unstated> {
        if goal != Goal::LEAST_LENGTH {
            return Ok(false);
        }
        let cells = Cells::named(&self.board);
        let name = |pair: &[u32; 2]| cells.edge(pair.map(|c| c as usize));
        let edges: Vec<Literal> =
            self.board.edges().iter().filter_map(|pair| opb.find(name(pair))).collect();
        opb.at_most(&edges, worth - 1);
        Ok(true)
    }

    fn note_changes(&self, opb: &mut Opb, known: Option<&Answer>) -> Result<(), Unstated> {
        if changes::rules(self).is_some() && self.touch == Touch::Yes {
            // In the cheapest solutions turns close their squares here too.
            self.turns(opb, &Cells::named(&self.board), &self.terminals());
        }
        self.changes(opb, known)?;
        self.exchanges(opb)
    }

    fn network(&self, goal: Option<Goal>) -> ProofNetwork {
        let changed = goal.is_none() && changes::rules(self).is_some();
        let rests = match (changed, bearings::applies(self)) {
            (true, _) => "normal forms of more than four cells",
            (false, true) => "flow",
            (false, false) => "normal forms and flow",
        };
        ProofNetwork { name: "suite", changed, without: &["normal_form", "degree_flow"], rests }
    }

    fn speaks(&self, built: &Built, opb: &Opb) -> Result<AtomLiterals, Unstated> {
        let cells = Cells::named(&self.board);
        let store = built.model.engine.store();
        let mut said = Vec::new();
        for (e, pair) in (0u32..).zip(self.board.edges()) {
            let name = cells.edge(pair.map(|c| c as usize));
            said.extend(built.decoder.edge(e).zip(opb.find(name)));
        }
        for c in 0..cells.names.len() {
            opb.check_interrupt(8 * self.ends.len() + 8)?;
            let holds = |content| built.decoder.holds(store, c as u32, content);
            let said_of = |(l, name)| of_literal(l, name);
            for k in 0..self.ends.len() {
                let name = on_path(&cells, c, k);
                said.extend(holds(Content::Label(k as u32)).zip(opb.find(name)).map(said_of));
            }
            let used = opb.find(cells.of_cell("u", c));
            said.extend(holds(Content::Nothing).zip(used.map(|l| !l)).map(said_of));
        }
        if let Some(turns) = built.model.bools_named("turn") {
            let places = (0..cells.names.len()).flat_map(|c| (0..4).map(move |q| (c, q)));
            let names = places.map(|(c, q)| opb.find(turns_at(&cells, c, q)));
            said.extend(turns.iter().zip(names).filter_map(|(atom, name)| Some((atom, name?))));
        }
        if let Some(used) = built.model.bools_named("used") {
            let names = (0..cells.names.len()).map(|c| opb.find(cells.of_cell("u", c)));
            said.extend(used.iter().zip(names).filter_map(|(atom, name)| Some((atom, name?))));
        }
        Ok(said)
    }
}

impl Numberlink {
    /// An edge joins cells of one path; where paths may not touch themselves, neighbours on one path are
    /// joined.
    fn along(&self, opb: &mut Opb, cells: &Cells, on: &[Vec<Literal>], pair: [usize; 2]) {
        let Some(edge) = opb.find(cells.edge(pair)) else { return };
        let along = Along { edge, first: opb.len(), closes: self.touch == Touch::No };
        opb.derivations.labels.along.insert(pair, along);
        for k in 0..self.ends.len() {
            let on = pair.map(|c| on[c][k]);
            for [a, b] in [on, [on[1], on[0]]] {
                opb.clause([!edge, !a, b]);
            }
            if self.touch == Touch::No {
                opb.clause([edge, !on[0], !on[1]]);
            }
        }
    }

    /// A word for every turn that a path can make, and the square that it turns around.
    fn turns(&self, opb: &mut Opb, cells: &Cells, ends: &[Option<u32>]) {
        for c in (0..cells.names.len()).filter(|&c| ends[c].is_none()) {
            let (row, col) = self.board.place(c as u32);
            let at = |down: i64, right: i64| {
                let row = u32::try_from(i64::from(row) + down).ok()?;
                let col = u32::try_from(i64::from(col) + right).ok()?;
                Some(self.board.cell_at(row, col)? as usize)
            };
            for (q, [right, down]) in QUADRANTS.into_iter().enumerate() {
                let (Some(beside), Some(level)) = (at(0, right), at(down, 0)) else { continue };
                let edges = [beside, level].map(|other| opb.find(cells.edge([c, other])));
                let [Some(a), Some(b)] = edges else { continue };
                let word = opb.word(turns_at(cells, c, q), [a, b]);
                if let Some(far) = at(down, right) {
                    let square = [c, beside, far, level];
                    opb.derivations.corners.insert(word.var(), Corner { square });
                }
            }
        }
    }

    /// No four cells of a square are on one path.
    fn blocks(&self, opb: &mut Opb, cells: &Cells) -> Result<(), Unstated> {
        for square in self.board.blocks() {
            opb.check_interrupt(32 * self.ends.len())?;
            let mut block = square.map(|c| c as usize);
            block.sort_unstable();
            let first = opb.len();
            opb.derivations.labels.blocks.insert(block, first);
            for k in 0..self.ends.len() {
                let on = square.map(|c| opb.find(on_path(cells, c as usize, k)));
                let lits: Vec<Literal> = on.into_iter().flatten().map(|l| !l).collect();
                opb.clause(lits);
            }
        }
        Ok(())
    }
}
