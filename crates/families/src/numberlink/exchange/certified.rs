//! Exchanges in certificates: the places where a pattern applies, and the order in which solutions decrease.
//!
//! Solutions are ordered by weights of their edges instead of reading order. From row to row the weight of an edge
//! decreases by a factor of eight, from column to column by a factor of two, and an edge that leads down has half the
//! weight. A pattern outweighs its replacement (a test tries all patterns), so no step makes a solution more expensive.

use super::patterns::{Step, patterns};
use crate::certificate::Cells;
use crate::numberlink::names::on_path;
use crate::numberlink::turns::{self, DOWN, NONE, RIGHT};
use crate::numberlink::{Numberlink, bearings};
use clew_puzzle::certificate::derive::{Changes, Exchange, Exchanges};
use clew_puzzle::certificate::{Opb, Unstated};

/// The maximum difference of weights, in bits.
const BITS: u32 = 120;

/// The number of halvings from the weight of an edge to the right in the first cell to the weight of this edge.
fn falls((down, row, col): Step) -> u32 {
    3 * row + col + u32::from(down)
}

impl Numberlink {
    /// Records the exchanges and the order of solutions, if certificates of this puzzle use exchanges.
    ///
    /// # Errors
    /// [`Unstated`].
    pub(in crate::numberlink) fn exchanges(&self, opb: &mut Opb) -> Result<(), Unstated> {
        let (rows, cols) = self.board.size();
        let whole = rows.saturating_mul(3).saturating_add(cols);
        if !bearings::applies(self) || whole > BITS {
            return Ok(());
        }
        let cells = Cells::named(&self.board);
        let mut changes = Changes { kept: vec![true; opb.len()], ..Changes::default() };
        for pair in self.board.edges() {
            let [a, b] = *pair;
            let (row, col) = self.board.place(a);
            let down = self.board.place(b).0 > row;
            let edge = opb.find(cells.edge(pair.map(|c| c as usize)));
            changes.cost.extend(edge.map(|l| (1 << (whole - falls((down, row, col))), l)));
        }
        let labels = 0..self.ends.len();
        for c in 0..self.board.len() {
            opb.check_interrupt(8 * labels.len())?;
            let on = labels.clone().filter_map(|k| opb.find(on_path(&cells, c, k)));
            changes.exchanges.on.push(on.collect());
        }
        self.patterns_here(opb, &mut changes.exchanges)?;
        opb.derivations.changes = Some(changes);
        Ok(())
    }

    fn patterns_here(&self, opb: &Opb, exchanges: &mut Exchanges) -> Result<(), Unstated> {
        let board = &self.board;
        let around = turns::edges_around(board);
        let (rows, cols) = board.size();
        for (top, left) in (0..rows).flat_map(|top| (0..cols).map(move |left| (top, left))) {
            opb.check_interrupt(1000)?;
            let edge = |&(down, row, col): &Step| {
                let cell = board.cell_at(top + row, left + col)?;
                let e = around[cell as usize][if down { DOWN } else { RIGHT }];
                (e != NONE).then(|| board.edges()[e as usize])
            };
            let edges = |steps: &[Step]| steps.iter().map(edge).collect::<Option<Vec<_>>>();
            for pattern in patterns() {
                let (Some(from), Some(to)) = (edges(&pattern.on), edges(&pattern.instead)) else {
                    continue;
                };
                let exchange = Exchange { from, to };
                if exchange.applies(&opb.derivations.bearings) {
                    exchanges.all.push(exchange);
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_outweigh_what_they_are_exchanged_for() {
        let weigh =
            |steps: &[Step]| steps.iter().map(|&step| 1u64 << (40 - falls(step))).sum::<u64>();
        for pattern in patterns() {
            assert!(weigh(&pattern.on) > weigh(&pattern.instead), "{pattern:?}");
        }
    }
}
