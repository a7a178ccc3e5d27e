//! A line that meets numbered cells in their order, by the places of all cells along it.

use super::{Line, numbers};
use crate::certificate::Cells;
use clew_engine::kernel::Vars;
use clew_engine::run::Interrupt;
use clew_puzzle::certificate::{Literal, Opb, Unstated};
use clew_puzzle::puzzle::certified::{AtomLiterals, Certified, ProofNetwork};
use clew_puzzle::puzzle::{Answer, Built, Cell, Goal};

/// A line with an order of cells as the subject of a certificate.
pub(in super::super) struct OrderProof {
    /// The line, of which only the ends are given.
    pub line: Line,
    /// The cells in the order in which the line meets them; the first and the last of them are its ends.
    pub stops: Vec<Cell>,
    /// The variables of cells in the network: their places along the line.
    pub places: fn(&Built) -> Option<Vars>,
}

impl Certified for OrderProof {
    fn state(&self, _goal: Option<Goal>, asks: Option<Interrupt>) -> Result<Opb, Unstated> {
        let mut opb = Opb::asking(asks);
        let cells = Cells::from_board(&self.line.board, &opb)?;
        let held = numbers::state(&mut opb, &self.line, &cells)?;
        let n = held.len();
        for pair in self.stops.windows(2) {
            opb.check_interrupt(n * n)?;
            let [first, second] = [pair[0], pair[1]].map(|c| &held[c as usize]);
            // Where one is, the other is further on, or further back.
            for k in 0..n {
                if let Some(here) = first[k] {
                    opb.clause(
                        std::iter::once(!here).chain(second[k + 1..].iter().flatten().copied()),
                    );
                }
                if let Some(here) = second[k] {
                    opb.clause(std::iter::once(!here).chain(first[..k].iter().flatten().copied()));
                }
            }
        }
        opb.whole()
    }

    fn exclude(&self, opb: &Opb, answer: &Answer) -> Result<Vec<Vec<Literal>>, Unstated> {
        let Answer::Line(numbers) = answer else { return Ok(Vec::new()) };
        let cells = Cells::named(&self.line.board);
        let held = numbers.iter().enumerate();
        let held = held.filter_map(|(c, &k)| opb.find(cells.number(c, k as usize)));
        Ok(vec![held.map(|l| !l).collect()])
    }

    fn network(&self, _goal: Option<Goal>) -> ProofNetwork {
        ProofNetwork {
            name: "assign",
            changed: false,
            without: &[],
            rests: "edges, degrees and segments",
        }
    }

    fn speaks(&self, built: &Built, opb: &Opb) -> Result<AtomLiterals, Unstated> {
        let cells = Cells::named(&self.line.board);
        let n = self.line.board.len();
        let store = built.model.engine.store();
        let Some(places) = (self.places)(built) else { return Ok(Vec::new()) };
        let mut said = Vec::new();
        for c in 0..n {
            opb.check_interrupt(8 * n)?;
            for k in 1..=n {
                let atom = store.atom(places.at(c as u32), k as u32 - 1);
                said.extend(opb.find(cells.number(c, k)).map(|name| (atom, name)));
            }
        }
        Ok(said)
    }
}
