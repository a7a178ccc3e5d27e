//! Learning in scan order: by several orders in turns, with or without decisions by activity between.
//!
//! In scan order there is nothing to gain from a restart: the same decisions would come again. Where
//! an order is a bad one for the instance it stays bad, so orders take turns, and by default every
//! now and then activity has one too. The stretches grow; what was learnt serves all, and so do the
//! phases: a literal is decided as it was last, whoever decided it.

use crate::kernel::{Engine, Lit};
use crate::search::scan::Scan;

/// Conflicts of the first stretch of each order.
const FIRST_STRETCH: u64 = 300;
/// Decisions by activity come after every so many rounds of the orders: they need several times the
/// conflicts on most boards, and are there for those that suit no order.
const ROUNDS: u64 = 2;

/// Says when decisions are taken in scan order, and in which.
#[derive(Clone, Debug)]
pub struct Sweep {
    scans: Vec<Scan>,
    /// Whose turn it is; activity comes after the last order.
    turn: usize,
    /// Rounds of the orders that are done.
    rounds: u64,
    /// Whether stretches by activity lie between those in scan order.
    alternates: bool,
    stretch: u64,
    left: u64,
}

impl Sweep {
    /// In the scan orders in turns, at times by activity.
    pub fn alternating(orders: &[Vec<Lit>]) -> Sweep {
        Sweep { alternates: true, ..Sweep::always(orders) }
    }

    /// In the scan orders in turns.
    pub fn always(orders: &[Vec<Lit>]) -> Sweep {
        Sweep {
            scans: orders.iter().map(|order| Scan::new(order.clone().into())).collect(),
            turn: 0,
            rounds: 0,
            alternates: false,
            stretch: FIRST_STRETCH,
            left: FIRST_STRETCH,
        }
    }

    /// The same, with first stretches of this many conflicts.
    pub fn with_stretch(self, conflicts: u64) -> Sweep {
        Sweep { stretch: conflicts, left: conflicts, ..self }
    }

    /// The same, beginning with another order: learners of a team do not all begin with one.
    pub fn beginning_with(self, order: usize) -> Sweep {
        Sweep { turn: order % self.scans.len().max(1), ..self }
    }

    /// Whether stretches by activity lie between those in scan order.
    pub fn alternates(&self) -> bool {
        self.alternates
    }

    /// The next decision, if it is an order's turn and something in its list is open.
    pub(super) fn next(&mut self, engine: &Engine) -> Option<Lit> {
        self.scans.get_mut(self.turn)?.next(engine)
    }

    /// A conflict is done.
    pub(super) fn conflict(&mut self) {
        self.left = self.left.saturating_sub(1);
    }

    /// Whether to restart now; `None`: the usual rule applies. Each stretch begins with a restart, so
    /// an order finds the levels it has noted undone.
    pub(super) fn due(&mut self) -> Option<bool> {
        if self.left == 0 {
            let active = self.alternates && (self.rounds + 1).is_multiple_of(ROUNDS);
            self.turn += 1;
            if self.turn >= self.scans.len() + usize::from(active) {
                self.turn = 0;
                self.rounds += 1;
                self.stretch += self.stretch / 2;
            }
            self.left = self.stretch;
            return Some(true);
        }
        (self.turn < self.scans.len()).then_some(false)
    }
}

#[cfg(test)]
mod tests {
    use super::Sweep;

    /// Whose turn it is, over so many stretches of growing length.
    fn turns(mut sweep: Sweep, stretches: usize) -> Vec<(usize, u64)> {
        (0..stretches)
            .map(|_| {
                let turn = sweep.turn;
                let mut conflicts = 0;
                while sweep.due() != Some(true) {
                    sweep.conflict();
                    conflicts += 1;
                }
                (turn, conflicts)
            })
            .collect()
    }

    #[test]
    fn orders_take_turns_and_activity_every_second_round() {
        let orders = vec![Vec::new(), Vec::new()];
        let with = Sweep::alternating(&orders).with_stretch(4);
        assert_eq!(turns(with, 6), [(0, 4), (1, 4), (0, 6), (1, 6), (2, 6), (0, 9)]);
        let without = Sweep::always(&orders).with_stretch(4).beginning_with(3);
        assert_eq!(turns(without, 4), [(1, 4), (0, 6), (1, 6), (0, 9)]);
    }
}
