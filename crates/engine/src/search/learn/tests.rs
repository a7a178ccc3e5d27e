use super::*;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A clause of another learner is simplified by the root facts: it is satisfied, has no literal left, is a
/// fact, or is learnt without its false literals.
#[test]
fn clauses_of_others_are_added_as_the_root_leaves_them() {
    let mut engine = Engine::new();
    let first = engine.new_bools(8);
    let lit = |i: u32| first.at(i).pos();
    engine.remember();
    engine.propagate_root(&mut ()).expect("nothing contradicts");
    for l in [lit(0), !lit(1), !lit(2)] {
        engine.assign(l, Reason::GIVEN).expect("open");
    }
    engine.fixpoint(&mut ()).expect("nothing contradicts");
    let shared =
        |lits: &[u32], glue| Shared { clause: lits.iter().map(|&i| lit(i)).collect(), glue };
    let learnt = |engine: &Engine| engine.clauses().learnt().len();
    assert!(import(&mut engine, &shared(&[0, 3, 4, 5], 3)), "it is satisfied");
    assert!(import(&mut engine, &shared(&[3, 1, 0], 3)), "it is satisfied");
    assert_eq!(learnt(&engine), 0);
    assert!(engine.store().is_open(lit(3).atom()));
    assert!(import(&mut engine, &shared(&[1, 3, 4, 5], 1)));
    assert_eq!(learnt(&engine), 1);
    let c = engine.clauses().learnt()[0];
    assert_eq!(engine.clauses().glue(c), 2, "one level would be none to the tiers");
    let mut lits: Vec<Lit> = engine.clauses().lits(c).collect();
    lits.sort();
    assert_eq!(lits, [lit(3), lit(4), lit(5)]);
    assert!(import(&mut engine, &shared(&[1, 6, 2], 2)));
    assert!(engine.store().is_true(lit(6)), "one literal is left");
    assert!(!import(&mut engine, &shared(&[2, 1], 2)), "none is left");
    assert_eq!(learnt(&engine), 1);
}

/// Raises a flag at the first failure.
struct Raises(Arc<AtomicBool>);

impl Observer for Raises {
    fn failed(&mut self, _: u32) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Consecutive failures take too few steps of propagation for the engine to poll its interrupt.
#[test]
fn a_limit_ends_failures_in_a_row() {
    let mut engine = Engine::new();
    let bools = engine.new_bools(3);
    let [x, y, z] = [0, 1, 2].map(|i| bools.at(i).pos());
    for clause in [[!x, y], [!x, !y], [x, z], [x, !z]] {
        engine.add_clause(&clause).expect("two literals leave a way");
    }
    let groups = [Group::Bools { bools, prefer: true }];
    let options = LearnOptions::default();
    let mut learner =
        Learner::new(&mut engine, &groups, options, &mut ()).expect("no literal alone fails");
    let flag = Arc::new(AtomicBool::new(false));
    let budget = Budget::default().with_cancel(flag.clone());
    let (mut stats, mut sink) = (Stats::default(), |_: &Engine| ControlFlow::Break(()));
    let end = learner.run(&mut engine, &mut sink, &budget, &mut stats, &mut Raises(flag));
    assert_eq!((end, stats.failures), (Err(Stop::Interrupt), 1));
}
