//! Which learnt clauses are kept: those of few levels, those used recently, and the more active
//! ones.
//!
//! The glue of a clause that takes part in a conflict is recomputed: if its literals now lie on fewer
//! levels, that number is its glue from then on, so a clause can move to a better tier but never to a
//! worse one.
//!
//! Source: Audemard, Simon, "Predicting learnt clauses quality in modern SAT solvers", 2009; Oh,
//! "Between SAT and UNSAT: the fundamental difference in CDCL SAT", 2015 (tiers).

use crate::kernel::{Engine, Observer, Part};
use crate::structures::Marks;

/// Activities are scaled down beyond this.
const HUGE: f32 = 1e20;
/// A clause of at most this glue that was used since the last time is not forgotten.
const MIDDLE_TIER: u32 = 6;

/// Bookkeeping of learnt clauses.
#[derive(Clone, Debug)]
pub struct Database {
    keep_glue: u32,
    /// Above this number of learnt clauses even good ones are forgotten. `full_above` is the present threshold,
    /// including clauses that must stay.
    most: usize,
    full_above: usize,
    /// Conflicts until clauses are first reduced: the unit in which distances grow.
    unit: u64,
    next: u64,
    reduces: u64,
    step: f32,
    /// Scratch: levels of a clause.
    levels: Marks,
}

impl Database {
    /// Keeps clauses of at most this glue for ever, but never more than `most` clauses in all; others are first
    /// reduced after `first_reduce` conflicts.
    pub fn new(keep_glue: u32, first_reduce: u64, most: usize) -> Database {
        Database {
            keep_glue,
            most,
            full_above: most,
            unit: first_reduce,
            next: first_reduce,
            reduces: 0,
            step: 1.0,
            levels: Marks::default(),
        }
    }

    /// A clause took part in the conflict that is being analysed.
    pub fn used(&mut self, engine: &mut Engine, c: u32) {
        if !engine.clauses().is_learnt(c) {
            return;
        }
        let glue = self.glue_now(engine, c);
        let clauses = engine.clauses_mut();
        clauses.touch(c, glue);
        let activity = clauses.activity(c) + self.step;
        clauses.set_activity(c, activity);
        if activity > HUGE {
            for i in 0..clauses.learnt().len() {
                let c = clauses.learnt()[i];
                let a = clauses.activity(c);
                clauses.set_activity(c, a / HUGE);
            }
            self.step /= HUGE;
        }
    }

    /// The number of levels of a clause whose literals all have values, without the root, and at
    /// most its present glue.
    fn glue_now(&mut self, engine: &Engine, c: u32) -> u32 {
        let (store, clauses) = (engine.store(), engine.clauses());
        let old = clauses.glue(c);
        if old <= self.keep_glue {
            return old;
        }
        self.levels.clear();
        self.levels.grow(store.level() as usize + 1);
        let mut glue = 0;
        for l in clauses.lits(c) {
            let level = store.level_of(if store.is_true(l) { l } else { !l });
            if level > 0 && self.levels.mark(level) {
                glue += 1;
                if glue >= old {
                    break;
                }
            }
        }
        glue
    }

    /// A conflict is done: older use counts less from now on.
    pub fn decay(&mut self) {
        self.step *= 1.001;
    }

    /// Forgets the worse three quarters of the learnt clauses that were not used recently, if a
    /// reduction is due. The distance between reductions grows by the same amount each time.
    pub fn tidy<O: Observer>(&mut self, engine: &mut Engine, conflicts: u64, seen: &mut O) {
        let is_full = engine.clauses().learnt().len() > self.full_above;
        if conflicts < self.next && !is_full {
            return;
        }
        seen.part(Part::Reducing, |seen| {
            let [kept, in_use, forgotten] =
                if is_full { self.reduce_full(engine) } else { self.forget(engine, conflicts) };
            engine.release_orders();
            seen.reduced(kept, in_use, forgotten);
        });
    }

    /// Returns the number of learnt clauses kept, of removable ones in use, and of forgotten ones.
    fn forget(&mut self, engine: &mut Engine, conflicts: u64) -> [usize; 3] {
        self.reduces += 1;
        self.next = conflicts + self.unit * (self.reduces + 1);
        let clauses = engine.clauses();
        let mut candidates: Vec<(u32, f32, u32)> = clauses
            .learnt()
            .iter()
            .filter(|&&c| clauses.glue(c) > self.keep_glue)
            .map(|&c| (clauses.glue(c), clauses.activity(c), c))
            .collect();
        candidates.sort_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)));
        let mut doomed: Vec<u32> = Vec::new();
        let (all, mut in_use) = (clauses.learnt().len(), 0);
        for &(glue, _, c) in &candidates[candidates.len() / 4..] {
            let used = engine.clauses_mut().take_used(c);
            in_use += usize::from(used);
            let recent = used && glue <= MIDDLE_TIER;
            if !recent && !engine.is_reason(c) {
                doomed.push(c);
            }
        }
        let kept = all - doomed.len();
        [kept, in_use, remove(engine, doomed)]
    }

    /// The same if there are too many: the better half of the permitted number is kept, besides clauses that are
    /// reasons of facts and clauses that forbid solutions (glue 0).
    fn reduce_full(&mut self, engine: &mut Engine) -> [usize; 3] {
        let clauses = engine.clauses();
        let all = clauses.learnt().len();
        let mut candidates: Vec<(u32, f32, u32)> = clauses
            .learnt()
            .iter()
            .filter(|&&c| clauses.glue(c) > 0)
            .map(|&c| (clauses.glue(c), clauses.activity(c), c))
            .collect();
        let half = self.most / 2;
        candidates.sort_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)));
        let worse = candidates.iter().skip(half).map(|t| t.2);
        let doomed: Vec<u32> = worse.filter(|&c| !engine.is_reason(c)).collect();
        let kept = all - doomed.len();
        self.full_above = kept + (self.most - half).max(1);
        [kept, 0, remove(engine, doomed)]
    }
}

/// Removes these clauses; returns their number.
fn remove(engine: &mut Engine, mut doomed: Vec<u32>) -> usize {
    doomed.sort_unstable();
    engine.clauses_mut().reduce(|_, c| doomed.binary_search(&c).is_ok());
    doomed.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Lit;

    /// A used clause gets its present glue and stays; an unused one of many levels is forgotten.
    #[test]
    fn use_lowers_glue_and_keeps() {
        let mut engine = Engine::new();
        let first = engine.new_bools(64);
        engine.remember();
        engine.propagate_root(&mut ()).expect("nothing contradicts");
        let lit = |i: u32| first.at(i).pos();
        let clause = |i: u32| -> Vec<Lit> { (i..i + 6).map(lit).collect() };
        let used = engine.learn_clause(&clause(0), 6).expect("a long clause");
        let others: Vec<u32> =
            (1..9).map(|i| engine.learn_clause(&clause(i * 6), 6).expect("long")).collect();
        // Five literals fall on two levels, the last one follows.
        for i in [2, 3] {
            engine.decide(!lit(i));
            engine.fixpoint(&mut ()).expect("more than one literal is left");
        }
        for i in [0, 1, 4] {
            engine.assign(!lit(i), crate::kernel::Reason::GIVEN).expect("open");
        }
        engine.fixpoint(&mut ()).expect("one literal is left");
        assert!(engine.store().is_true(lit(5)));
        let mut database = Database::new(2, 10, usize::MAX);
        database.used(&mut engine, used);
        assert_eq!(engine.clauses().glue(used), 2);
        engine.backtrack(0);
        database.tidy(&mut engine, 9, &mut ());
        assert_eq!(engine.clauses().learnt().len(), 9, "not yet");
        database.tidy(&mut engine, 10, &mut ());
        let kept = engine.clauses().learnt();
        assert!(kept.contains(&used));
        assert_eq!(kept.len(), 1 + others.len() / 4);
    }

    /// The limit is never exceeded, even by good clauses, except by one that is in use.
    #[test]
    fn a_full_database_keeps_the_better_half() {
        let mut engine = Engine::new();
        let lits = engine.new_bools(64);
        engine.remember();
        engine.propagate_root(&mut ()).expect("nothing contradicts");
        let clause = |i: u32| -> Vec<Lit> { (i..i + 6).map(|i| lits.at(i).pos()).collect() };
        let mut database = Database::new(9, 1_000, 6);
        for (i, glue) in (0..).zip([5, 4, 3, 2, 2, 2]) {
            engine.learn_clause(&clause(i * 6), glue).expect("long");
            database.tidy(&mut engine, u64::from(i), &mut ());
        }
        assert_eq!(engine.clauses().learnt().len(), 6, "so many may be");
        engine.learn_clause(&clause(40), 6).expect("long");
        database.tidy(&mut engine, 7, &mut ());
        let kept = engine.clauses().learnt();
        assert!(kept.len() == 3 && kept.iter().all(|&c| engine.clauses().glue(c) == 2));
    }

    /// Each use counts, a later one for more; all are scaled down together before they overflow.
    #[test]
    fn later_use_counts_for_more() {
        let mut engine = Engine::new();
        let first = engine.new_bools(64);
        engine.remember();
        engine.propagate_root(&mut ()).expect("nothing contradicts");
        let clause = |i: u32| -> Vec<Lit> { (i..i + 6).map(|i| first.at(i).pos()).collect() };
        let [one, other] = [0, 6].map(|i| engine.learn_clause(&clause(i), 2).expect("long"));
        let mut database = Database::new(2, 10, usize::MAX);
        database.used(&mut engine, one);
        database.decay();
        database.used(&mut engine, one);
        database.used(&mut engine, other);
        let activity = |engine: &Engine| [one, other].map(|c| engine.clauses().activity(c));
        assert!((activity(&engine)[0] - 2.001).abs() < 1e-5);
        assert!((activity(&engine)[1] - 1.001).abs() < 1e-5);
        database.step = HUGE * 2.0;
        database.used(&mut engine, other);
        let [small, large] = activity(&engine);
        assert!((large - 2.0).abs() < 1e-5 && small > 0.0 && small < 1e-15);
        assert!((database.step - 2.0).abs() < 1e-5);
    }

    /// The distance between reductions grows by the same number of conflicts each time.
    #[test]
    fn looks_grow_rarer_by_the_same_amount() {
        struct Looks(u32);
        impl Observer for Looks {
            fn reduced(&mut self, kept: usize, used: usize, forgotten: usize) {
                assert_eq!((kept, used, forgotten), (0, 0, 0));
                self.0 += 1;
            }
        }
        let mut engine = Engine::new();
        engine.new_bools(4);
        let (mut database, mut looks) = (Database::new(2, 10, usize::MAX), Looks(0));
        let mut at = Vec::new();
        for conflicts in 0..=100 {
            let before = looks.0;
            database.tidy(&mut engine, conflicts, &mut looks);
            at.extend((looks.0 > before).then_some(conflicts));
        }
        assert_eq!(at, [10, 30, 60, 100]);
    }
}
