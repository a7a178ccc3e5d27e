//! Every solution, with learning and without forbidding clauses: chronological backtracking after a
//! solution, backjumping only over levels without counted solutions. This module holds the state
//! for that, in addition to the decisions.
//!
//! A level is *turned* when the branch of its decision is done and at least one solution was met
//! there; the negation is then taken as a new decision at the same level, so that every level has
//! exactly one literal without a reason and conflict analysis works as usual. The solutions already
//! found lie on the other sides of turned levels, so levels up to the last turned one are never jumped
//! over: they are left only when everything below them is done. Clauses come from failures alone, so
//! they are consequences of the problem and hold in every solution.
//!
//! Below the last turned level a jump goes as far as the clause allows, and no farther than that
//! level; restarts go there too. If a clause asserts its literal at a higher level than it could
//! have, the assertion is *deferred* to lower levels: when a level is left, its deferred literals are
//! asserted again.
//!
//! Source: Gebser, Kaufmann, Neumann, Schaub, "Conflict-driven answer set enumeration", 2007;
//! Spallitta, Sebastiani, Biere, "Disjoint partial enumeration without blocking clauses", 2024.

use crate::kernel::{Conflict, Engine, Lit, Reason};
use rustc_hash::FxHashMap;

/// A literal that a clause asserted at a higher level than it could have.
#[derive(Clone, Copy, Debug)]
struct DeferredAssertion {
    lit: Lit,
    reason: Reason,
    /// The clause's other literals are false from this level on.
    from: u32,
    /// The level at which the literal is asserted now.
    at: u32,
}

/// The turned levels of a search, and the assertions deferred to them. Without turned levels, as when
/// solutions are forbidden by clauses, it is empty and has no effect.
#[derive(Clone, Debug, Default)]
pub(super) struct FlippedLevels {
    /// Lowest first.
    levels: Vec<u32>,
    /// In the order of their levels.
    deferred: Vec<DeferredAssertion>,
}

impl FlippedLevels {
    /// The last turned level, 0 if there is none: search jumps no farther back.
    pub fn floor(&self) -> u32 {
        self.levels.last().copied().unwrap_or(0)
    }

    /// Marks a level as turned.
    pub fn push(&mut self, level: u32) {
        debug_assert!(level > self.floor(), "levels are turned one above the other");
        self.levels.push(level);
    }

    /// Whether the level was the last turned one; if so, unmarks it.
    pub fn pop(&mut self, level: u32) -> bool {
        let last = self.levels.last() == Some(&level);
        if last {
            self.levels.pop();
        }
        last
    }

    /// Records that a literal is asserted at the last turned level although its clause could have
    /// done so from a lower level on.
    pub fn defer_assertion(&mut self, lit: Lit, reason: Reason, from: u32) {
        self.deferred.push(DeferredAssertion { lit, reason, from, at: self.floor() });
    }

    /// Asserts again the literals deferred to this level, the current and last turned, by the levels
    /// that were left.
    ///
    /// # Errors
    /// A deferred literal is false: a failure to be analysed.
    pub fn settle(&mut self, engine: &mut Engine, level: u32) -> Result<(), Conflict> {
        let first = self.deferred.partition_point(|o| o.at < level);
        let mut kept = first;
        let mut result = Ok(());
        for i in first..self.deferred.len() {
            let deferred = DeferredAssertion { at: level, ..self.deferred[i] };
            // The clause may be forgotten unless it is the reason of a fact.
            let holds = deferred.from < level && !engine.store().is_true(deferred.lit);
            if holds && result.is_ok() {
                result = engine.assign(deferred.lit, deferred.reason).map(|_| ());
                if result.is_ok() {
                    self.deferred[kept] = deferred;
                    kept += 1;
                }
            }
        }
        self.deferred.truncate(kept);
        result
    }

    /// Clauses have moved: updates the reasons.
    pub fn moved(&mut self, to: &FxHashMap<u32, u32>) {
        for deferred in &mut self.deferred {
            if let Some(at) = deferred.reason.clause_at() {
                deferred.reason = Reason::clause(to[&at]);
            }
        }
    }

    /// Forgets everything: search is at the root.
    pub fn clear(&mut self) {
        self.levels.clear();
        self.deferred.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A literal deferred to a level is asserted again when the levels above it are left, as long as
    /// its clause could have done so below it.
    #[test]
    fn debts_go_down_with_the_levels() {
        let mut engine = Engine::new();
        let first = engine.new_bools(8);
        let lit = |i: u32| first.at(i).pos();
        let mut turned = FlippedLevels::default();
        assert_eq!(turned.floor(), 0);
        for level in 1..=3 {
            engine.decide(lit(level));
            engine.fixpoint(&mut ()).expect("nothing contradicts");
            turned.push(level);
        }
        // Two literals asserted at level 3 that clauses could have asserted at levels 1 and 2.
        for (i, from) in [(5, 1), (6, 2)] {
            engine.assign(lit(i), Reason::GIVEN).expect("open");
            engine.fixpoint(&mut ()).expect("nothing contradicts");
            turned.defer_assertion(lit(i), Reason::GIVEN, from);
        }
        assert!(turned.pop(3) && !turned.pop(3) && turned.floor() == 2);
        engine.backtrack(1);
        engine.decide(!lit(2));
        engine.fixpoint(&mut ()).expect("nothing contradicts");
        turned.settle(&mut engine, 2).expect("nothing contradicts");
        assert!(engine.store().is_true(lit(5)), "its clause holds from level 1 on");
        assert!(engine.store().is_open(lit(6).atom()), "the levels that it needs were left");
        // The negation of a deferred literal is a failure.
        assert!(turned.pop(2));
        engine.backtrack(0);
        engine.assign(!lit(5), Reason::GIVEN).expect("open");
        engine.fixpoint(&mut ()).expect("nothing contradicts");
        engine.decide(lit(7));
        engine.fixpoint(&mut ()).expect("nothing contradicts");
        assert!(
            turned.settle(&mut engine, 1).is_ok(),
            "level 1 itself was left: nothing is deferred"
        );
        turned.clear();
        assert_eq!(turned.floor(), 0);
    }

    #[test]
    fn what_is_owed_may_fail() {
        let mut engine = Engine::new();
        let first = engine.new_bools(4);
        let lit = |i: u32| first.at(i).pos();
        let mut turned = FlippedLevels::default();
        for level in 1..=2 {
            engine.decide(lit(level));
            engine.fixpoint(&mut ()).expect("nothing contradicts");
            turned.push(level);
        }
        engine.assign(lit(3), Reason::GIVEN).expect("open");
        engine.fixpoint(&mut ()).expect("nothing contradicts");
        turned.defer_assertion(lit(3), Reason::GIVEN, 0);
        assert!(turned.pop(2));
        engine.backtrack(0);
        engine.decide(!lit(3));
        engine.fixpoint(&mut ()).expect("nothing contradicts");
        assert_eq!(turned.settle(&mut engine, 1), Err(Conflict));
    }

    /// A deferred literal stays deferred if another level of the same number replaces its own.
    #[test]
    fn what_is_owed_to_a_level_is_owed_to_its_successor() {
        let mut engine = Engine::new();
        let first = engine.new_bools(4);
        let lit = |i: u32| first.at(i).pos();
        let mut turned = FlippedLevels::default();
        engine.fixpoint(&mut ()).expect("nothing contradicts");
        for i in [0, 1, 2] {
            engine.decide(lit(i));
            engine.fixpoint(&mut ()).expect("nothing contradicts");
            turned.push(1);
            turned.settle(&mut engine, 1).expect("nothing contradicts");
            if i == 0 {
                engine.assign(lit(3), Reason::GIVEN).expect("open");
                engine.fixpoint(&mut ()).expect("nothing contradicts");
                turned.defer_assertion(lit(3), Reason::GIVEN, 0);
            }
            assert!(engine.store().is_true(lit(3)), "decision {i}");
            engine.fixpoint(&mut ()).expect("nothing contradicts");
            assert!(turned.pop(1));
            engine.backtrack(0);
        }
    }
}
