//! Static orders in turns, with or without decisions by activity between.
//!
//! In a static order (a scan of a board, say) there is nothing to gain from a restart: the same
//! decisions would come again. Where an order is a bad one for the instance it stays bad, so orders
//! take turns, and by default every now and then activity has one too. The stretches grow; learnt
//! clauses serve all of them, and so do the phases: a literal is decided in its last phase,
//! regardless of the decider that set it.

use super::Decider;
use super::static_order::StaticOrder;
use crate::kernel::{Engine, Lit};

/// Conflicts of the first stretch of each order.
const FIRST_STRETCH: u64 = 300;
/// Rounds of the orders between stretches by activity: they need several times the conflicts on
/// most boards, and are there for those that suit no order.
const ROUNDS: u64 = 2;

/// How orders take turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Turns {
    /// Whether stretches by activity lie between those in static order.
    pub alternates: bool,
    /// The first order, taken modulo their number, so that the workers of a portfolio start with
    /// different ones.
    pub first: usize,
    /// Conflicts of the first stretches.
    pub stretch: u64,
}

impl Default for Turns {
    fn default() -> Self {
        Turns { alternates: true, first: 0, stretch: FIRST_STRETCH }
    }
}

/// Decides by static orders in their turns; otherwise, and if the order has no open literal, by
/// another decider.
#[derive(Clone)]
pub struct StaticOrders {
    orders: Vec<StaticOrder>,
    /// The number of the order in turn; the other decider comes after the last order.
    turn: usize,
    /// Rounds of the orders that are done.
    rounds: u64,
    alternates: bool,
    stretch: u64,
    left: u64,
    other: Box<dyn Decider>,
}

impl StaticOrders {
    /// In these orders, and by another decider.
    pub fn new(orders: &[Vec<Lit>], turns: Turns, other: Box<dyn Decider>) -> StaticOrders {
        StaticOrders {
            orders: orders.iter().map(|order| StaticOrder::new(order.clone().into())).collect(),
            turn: turns.first % orders.len().max(1),
            rounds: 0,
            alternates: turns.alternates,
            stretch: turns.stretch,
            left: turns.stretch,
            other,
        }
    }
}

impl Decider for StaticOrders {
    fn next(&mut self, engine: &Engine, patient: bool) -> Option<Lit> {
        let ordered = self.orders.get_mut(self.turn).and_then(|order| order.next(engine));
        ordered.map(|l| self.other.phase(l)).or_else(|| self.other.next(engine, patient))
    }

    fn learnt(&mut self, engine: &Engine, patient: bool) {
        self.left = self.left.saturating_sub(1);
        self.other.learnt(engine, patient);
    }

    /// Each stretch begins with a restart, so that an order finds the levels it has noted undone. If levels stay (of
    /// assumptions, or turned ones), it may skip literals that have been reopened since; the other decider decides
    /// those.
    fn restart(&mut self) -> Option<bool> {
        if self.left == 0 {
            let active = self.alternates && (self.rounds + 1).is_multiple_of(ROUNDS);
            self.turn += 1;
            if self.turn >= self.orders.len() + usize::from(active) {
                self.turn = 0;
                self.rounds += 1;
                self.stretch += self.stretch / 2;
            }
            self.left = self.stretch;
            return Some(true);
        }
        if self.turn < self.orders.len() { Some(false) } else { self.other.restart() }
    }

    fn rest(&self) -> Option<&dyn Decider> {
        Some(&*self.other)
    }

    fn rest_mut(&mut self) -> Option<&mut dyn Decider> {
        Some(&mut *self.other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{Bools, Group};
    use crate::search::decide::Activity;

    fn decider(engine: &Engine, bools: Bools, orders: &[Vec<Lit>], turns: Turns) -> StaticOrders {
        let groups = [Group::Bools { bools, prefer: true }];
        let other = Activity::new(engine, &groups, 0.9, 0).expect("this counter never interrupts");
        StaticOrders::new(orders, turns, Box::new(other))
    }

    /// The order in turn, over `many` stretches of growing length.
    fn stretches(orders: &mut StaticOrders, engine: &Engine, many: usize) -> Vec<(usize, u64)> {
        (0..many)
            .map(|_| {
                let turn = orders.turn;
                let mut conflicts = 0;
                while orders.restart() != Some(true) {
                    orders.learnt(engine, false);
                    conflicts += 1;
                }
                (turn, conflicts)
            })
            .collect()
    }

    #[test]
    fn orders_take_turns_and_activity_every_second_round() {
        let mut engine = Engine::new();
        let bools = engine.new_bools(64);
        let orders = vec![Vec::new(), Vec::new()];
        let short = Turns { stretch: 4, ..Turns::default() };
        let turns = stretches(&mut decider(&engine, bools, &orders, short), &engine, 6);
        assert_eq!(turns, [(0, 4), (1, 4), (0, 6), (1, 6), (2, 6), (0, 9)]);
        let always = Turns { alternates: false, first: 3, ..short };
        let turns = stretches(&mut decider(&engine, bools, &orders, always), &engine, 4);
        assert_eq!(turns, [(1, 4), (0, 6), (1, 6), (0, 9)]);
    }

    /// An order is followed in the phases that atoms had last; other atoms are left to activity.
    #[test]
    fn the_order_says_which_atom_and_the_phase_which_way() {
        let mut engine = Engine::new();
        let first = engine.new_bools(64);
        let lit = |i: u32| first.at(i).pos();
        let mut orders = decider(&engine, first, &[vec![!lit(9), lit(3)]], Turns::default());
        orders.prefer(!lit(3));
        let mut decided = Vec::new();
        for _ in 0..2 {
            let l = orders.next(&engine, false).expect("much is open");
            engine.decide(l);
            engine.fixpoint(&mut ()).expect("nothing contradicts");
            decided.push(l);
        }
        assert_eq!(decided, [lit(9), !lit(3)], "atoms begin with what their group prefers");
        let next = orders.next(&engine, false).expect("much is open");
        assert!(engine.store().is_open(next.atom()));
    }
}
