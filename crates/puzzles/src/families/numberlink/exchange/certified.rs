//! Exchanges in certificates: which patterns are where, and the order in which solutions fall.
//!
//! Solutions are ordered by weights of their edges in place of reading order: the weight of an edge falls by eight from row to row, by two
//! from column to column, and edges that lead down weigh half. A pattern outweighs what it can be exchanged for (a test
//! tries all), so no step makes a solution dearer.

use super::patterns::{Step, patterns};
use crate::certificate::derive::{Changes, Exchange, Exchanges};
use crate::certificate::{Opb, Unstated};
use crate::families::certificate::Cells;
use crate::families::numberlink::names::on_path;
use crate::families::numberlink::turns::{self, DOWN, NONE, RIGHT};
use crate::families::numberlink::{Numberlink, bearings};

/// By how many bits weights may differ.
const BITS: u32 = 120;

/// By how many powers of two an edge weighs less than one to the right in the first cell.
fn falls((down, row, col): Step) -> u32 {
    3 * row + col + u32::from(down)
}

impl Numberlink {
    /// Notes the exchanges, if there are any.
    ///
    /// # Errors
    /// [`Unstated`].
    pub(in crate::families::numberlink) fn exchanges(&self, opb: &mut Opb) -> Result<(), Unstated> {
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
