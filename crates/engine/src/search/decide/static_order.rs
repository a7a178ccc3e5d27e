//! Decisions in an order fixed beforehand: the first open literal of a list.
//!
//! A model may have an order in which each decision adjoins the part of the puzzle settled by
//! earlier ones (a scan of a board). Then conflicts occur in the order of the board, and neither
//! activity nor domain sizes are used.

use crate::kernel::{Engine, Lit};
use std::sync::Arc;

/// A list of literals and, per level of the search, how far it is decided.
#[derive(Clone, Debug)]
pub struct StaticOrder {
    order: Arc<[Lit]>,
    /// At level i everything in `order` before `from[i]` was decided.
    from: Vec<u32>,
}

impl StaticOrder {
    /// An order of these literals, each tried as it stands first.
    pub fn new(order: Arc<[Lit]>) -> StaticOrder {
        StaticOrder { order, from: Vec::new() }
    }

    /// The first literal whose atom is open; `None` if all are decided. Amortised over a branch it
    /// examines each literal once.
    pub fn next(&mut self, engine: &Engine) -> Option<Lit> {
        // Atoms decided at a level stay decided as long as the level exists, and levels below the
        // current one have not changed since they were recorded, except by more facts.
        let level = engine.level() as usize;
        self.from.truncate(level + 1);
        let mut at = self.from.last().copied().unwrap_or(0);
        while let Some(&l) = self.order.get(at as usize) {
            if engine.store().is_open(l.atom()) {
                break;
            }
            at += 1;
        }
        // For levels that were opened without a call here, the position of the last recorded level
        // is used.
        let known = self.from.last().copied().unwrap_or(0);
        self.from.resize(level, known);
        self.from.push(at);
        self.order.get(at as usize).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Decisions made in between and undone ones are taken into account, at any level at which the
    /// order is queried.
    #[test]
    fn the_first_open_literal_at_every_level() {
        let mut engine = Engine::new();
        let first = engine.new_bools(6);
        let lit = |i: u32| first.at(i).lit(i.is_multiple_of(2));
        let list: Vec<Lit> = [4, 1, 3, 0].map(lit).to_vec();
        let mut order = StaticOrder::new(list.into());
        assert_eq!(order.next(&engine), Some(lit(4)));
        engine.decide(lit(4));
        engine.fixpoint(&mut ()).expect("nothing contradicts");
        // A level opened elsewhere, with a literal of the order.
        engine.decide(lit(1));
        engine.fixpoint(&mut ()).expect("nothing contradicts");
        assert_eq!(order.next(&engine), Some(lit(3)));
        engine.decide(!lit(3));
        engine.fixpoint(&mut ()).expect("nothing contradicts");
        engine.decide(lit(5));
        engine.fixpoint(&mut ()).expect("nothing contradicts");
        assert_eq!(order.next(&engine), Some(lit(0)));
        engine.decide(lit(0));
        engine.fixpoint(&mut ()).expect("nothing contradicts");
        assert_eq!(order.next(&engine), None, "what it does not name is not its business");
        engine.backtrack(1);
        assert_eq!(order.next(&engine), Some(lit(1)));
        engine.backtrack(0);
        assert_eq!(order.next(&engine), Some(lit(4)));
    }
}
