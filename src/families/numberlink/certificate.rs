//! The rules of a numberlink as pseudo-Boolean constraints, stated directly and apart from every network.
//!
//! Every path has a direction, from the first of its two end-points in reading order to the second.

use super::{Cover, Numberlink, Touch};
use crate::certificate::{Excess, Literal, Opb};
use crate::families::certificate::{Cells, Course};
use crate::kernel::Atom;
use crate::puzzle::certified::{Certified, ProofNetwork};
use crate::puzzle::{Answer, Built, Content};

/// `p_r1c1_2`: r1c1 is on the path of the second label.
fn on_path(cells: &Cells, cell: usize, label: usize) -> String {
    format!("p_{}_{}", cells.names[cell], label + 1)
}

impl Certified for Numberlink {
    fn state(&self) -> Result<Opb, Excess> {
        let cells = Cells::of(&self.board).ok_or(Excess)?;
        let mut opb = Opb::new();
        let course = Course::state(&mut opb, &cells);
        let ends = self.terminals();
        let labels = self.ends.len();
        for (c, end) in ends.iter().enumerate() {
            let paths: Vec<Literal> =
                (0..labels).map(|k| opb.variable(on_path(&cells, c, k))).collect();
            let (out, into) = (&course.leaving[c], &course.coming[c]);
            if let Some(k) = *end {
                opb.exactly_one(&paths);
                opb.clause([paths[k as usize]]);
                let is_first = self.ends[k as usize][0] as usize == c;
                let (one, none) = if is_first { (out, into) } else { (into, out) };
                opb.exactly_one(one);
                none.iter().for_each(|&arc| opb.clause([!arc]));
                if is_first {
                    course.is_first(&mut opb, c);
                }
                continue;
            }
            let ways = if self.cover == Cover::All {
                opb.exactly_one(&paths);
                [opb.exactly_one(out), opb.exactly_one(into)]
            } else {
                let used = opb.variable(cells.of_cell('u', c));
                opb.equals_sum(used, &paths);
                // An empty cell has no position of its own.
                course.is_at_most(&mut opb, !used, c, 0);
                [out, into].map(|arcs| opb.equals_sum(used, arcs))
            };
            course.note_degree(&mut opb, c, ways, None);
        }
        for pair in cells.pairs() {
            self.along(&mut opb, &cells, pair);
        }
        if self.touch == Touch::No2x2 {
            self.blocks(&mut opb, &cells);
        }
        opb.whole()
    }

    fn exclude(&self, opb: &Opb, answer: &Answer) -> Vec<Vec<Literal>> {
        let (Answer::Links(on), Some(cells)) = (answer, Cells::of(&self.board)) else {
            return Vec::new();
        };
        // Of two sets of paths none is part of the other.
        let edges = self.board.edges().iter().zip(on).filter(|(_, on)| **on);
        let edges = edges.filter_map(|(pair, _)| opb.find(&cells.edge(pair.map(|c| c as usize))));
        vec![edges.map(|l| !l).collect()]
    }

    fn network(&self) -> ProofNetwork {
        ProofNetwork {
            name: "suite",
            without: &["turns", "triangles", "normal_form", "degree_flow"],
            rests: "turns, triangles, normal forms and flow",
        }
    }

    fn speaks(&self, built: &Built, opb: &Opb) -> Vec<(Atom, Literal)> {
        let Some(cells) = Cells::of(&self.board) else { return Vec::new() };
        let store = built.model.engine.store();
        let mut said = Vec::new();
        for (e, pair) in (0u32..).zip(self.board.edges()) {
            let name = cells.edge(pair.map(|c| c as usize));
            said.extend(built.decoder.edge(e).zip(opb.find(&name)));
        }
        for c in 0..cells.names.len() {
            let holds = |content| built.decoder.holds(store, c as u32, content).map(|l| l.atom());
            for k in 0..self.ends.len() {
                let name = on_path(&cells, c, k);
                said.extend(holds(Content::Label(k as u32)).zip(opb.find(&name)));
            }
            let used = opb.find(&cells.of_cell('u', c));
            said.extend(holds(Content::Nothing).zip(used.map(|l| !l)));
        }
        if let Some(used) = built.model.bools_named("used") {
            let names = (0..cells.names.len()).map(|c| opb.find(&cells.of_cell('u', c)));
            said.extend(used.iter().zip(names).filter_map(|(atom, name)| Some((atom, name?))));
        }
        said
    }
}

impl Numberlink {
    /// An edge joins cells of one path; where paths may not touch themselves, neighbours on one path are
    /// joined.
    fn along(&self, opb: &mut Opb, cells: &Cells, pair: [usize; 2]) {
        let Some(edge) = opb.find(&cells.edge(pair)) else { return };
        for k in 0..self.ends.len() {
            let on = pair.map(|c| opb.variable(on_path(cells, c, k)));
            for [a, b] in [on, [on[1], on[0]]] {
                opb.clause([!edge, !a, b]);
            }
            if self.touch == Touch::No {
                opb.clause([edge, !on[0], !on[1]]);
            }
        }
    }

    /// No four cells of a square are on one path.
    fn blocks(&self, opb: &mut Opb, cells: &Cells) {
        for square in self.board.blocks() {
            for k in 0..self.ends.len() {
                let on = square.map(|c| opb.find(&on_path(cells, c as usize, k)));
                let lits: Vec<Literal> = on.into_iter().flatten().map(|l| !l).collect();
                opb.clause(lits);
            }
        }
    }
}
