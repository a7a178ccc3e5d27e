//! Interval variables: bounds, order literals that agree with them, and which literals are kept
//! when a level is undone.

use crate::kernel::{Conflict, Engine, Halt, IntervalId, Lit, Lits, Reason, Store};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// All existing order literals agree with the bounds.
fn agrees(store: &Store, x: IntervalId, what: &str) {
    let (low, high) = (store.low(x), store.high(x));
    assert!(low <= high, "{what}");
    let mut met = 0;
    for (v, a) in store.orders_from(x, -1) {
        met += 1;
        assert_eq!(store.order(a), Some((x, v)), "{what}");
        assert_eq!(store.is_true(a.pos()), v >= high, "{what}: at most {v} of {low}..{high}");
        assert_eq!(store.is_true(a.neg()), v < low, "{what}: at least {v} of {low}..{high}");
    }
    assert!(met >= 2, "{what}: both ends have their literals");
}

/// A random walk: cuts, decisions, kept literals of clauses, undone levels. The bounds agree with a plain stack of
/// bounds.
#[test]
fn ends_and_literals_agree() {
    let (mut failures, mut kept) = (0, 0);
    for seed in 0..300 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut engine = Engine::new();
        let values = rng.random_range(1..40u32);
        let xs: Vec<IntervalId> = (0..3).map(|_| engine.new_interval(values)).collect();
        for &x in &xs {
            engine.at_most(x, rng.random_range(-1..i64::from(values) + 1));
        }
        engine.remember();
        engine.fixpoint(&mut ()).expect("nothing constrains");
        let mut ends: Vec<Vec<(i64, i64)>> = vec![vec![(0, i64::from(values) - 1); 3]];
        for step in 0..200 {
            let what = format!("seed {seed} step {step}");
            let k = rng.random_range(0..3usize);
            let x = xs[k];
            let (low, high) = ends[ends.len() - 1][k];
            match rng.random_range(0..10) {
                0..3 => {
                    let v = rng.random_range(-2..i64::from(values) + 2);
                    let result = engine.store_mut().raise(x, v, Reason::GIVEN);
                    if v > high {
                        failures += 1;
                        assert_eq!(result, Err(Conflict), "{what}");
                    } else {
                        assert_eq!(result, Ok(v > low), "{what}");
                        ends.last_mut().expect("the root")[k].0 = low.max(v);
                    }
                }
                3..6 => {
                    let v = rng.random_range(-2..i64::from(values) + 2);
                    let result = engine.store_mut().lower(x, v, Reason::GIVEN);
                    if v < low {
                        failures += 1;
                        assert_eq!(result, Err(Conflict), "{what}");
                    } else {
                        assert_eq!(result, Ok(v < high), "{what}");
                        ends.last_mut().expect("the root")[k].1 = high.min(v);
                    }
                }
                6..8 => {
                    engine.fixpoint(&mut ()).expect("nothing constrains");
                    if low < high {
                        let l = engine.split_at(x, rng.random_range(low..high));
                        let l = if rng.random_bool(0.5) { l } else { !l };
                        let (_, v) = engine.store().order(l.atom()).expect("an order literal");
                        if rng.random_bool(0.2) {
                            engine.keep(&[l]);
                            kept += 1;
                        }
                        engine.decide(l);
                        let mut now = ends[ends.len() - 1].clone();
                        if l.is_positive() {
                            now[k].1 = v
                        } else {
                            now[k].0 = v + 1
                        }
                        ends.push(now);
                    }
                }
                8 => {
                    let level = rng.random_range(0..=engine.level());
                    engine.backtrack(level);
                    ends.truncate(level as usize + 1);
                }
                _ => engine.release_orders(),
            }
            for (k, &x) in xs.iter().enumerate() {
                let now = (engine.store().low(x), engine.store().high(x));
                assert_eq!(now, ends[ends.len() - 1][k], "{what}");
                agrees(engine.store(), x, &what);
            }
        }
        engine.backtrack(0);
        engine.release_orders();
        for &x in &xs {
            // Both bounds, the posted literals, and the bounds that the root has moved past.
            let (low, high) = (engine.store().low(x), engine.store().high(x));
            let open = engine.store().orders_from(x, low).filter(|&(v, _)| v < high);
            assert!(open.count() <= 1, "seed {seed}: what no clause holds has gone");
        }
    }
    assert!(failures > 1000 && kept > 100, "{failures} failures, {kept} kept");
}

/// A clause with an order literal keeps it, and propagates both ways.
#[test]
fn clauses_hold_order_literals() {
    let mut engine = Engine::new();
    let x = engine.new_interval(1_000_000);
    let b = engine.new_bool();
    engine.remember();
    engine.fixpoint(&mut ()).expect("nothing constrains");
    engine.decide(b.pos());
    engine.fixpoint(&mut ()).expect("nothing constrains");
    let l = engine.split_at(x, 4_999);
    engine.keep(&[l]);
    engine.backtrack(0);
    engine.learn_clause(&[!b.pos(), l], 2);
    engine.release_orders();
    engine.decide(b.pos());
    engine.fixpoint(&mut ()).expect("nothing contradicts");
    assert_eq!((engine.store().low(x), engine.store().high(x)), (0, 4_999));
    let mut why = Lits::new();
    engine.explain(l, &mut why);
    assert_eq!(why.as_slice(), [b.pos()]);
    engine.backtrack(0);
    let above: Lit = !engine.split_at(x, 700_000);
    engine.decide(above);
    engine.fixpoint(&mut ()).expect("nothing contradicts");
    assert!(engine.store().is_true(b.neg()), "x is larger than the clause allows with b");
    assert_eq!(engine.store().low(x), 700_001);
}

/// One literal may have different meanings in clones of an engine, unless it existed at the root.
#[test]
fn only_literals_of_the_root_are_shared() {
    let mut engine = Engine::new();
    let x = engine.new_interval(100);
    let posted = engine.at_most(x, 10);
    engine.fixpoint(&mut ()).expect("nothing constrains");
    let passing = engine.split_at(x, 20);
    assert!(engine.store().is_shared(posted) && !engine.store().is_shared(passing));
    engine.decide(passing);
    assert_eq!(engine.fixpoint(&mut ()), Ok::<(), Halt>(()));
    let entry = *engine.store().trail().last().expect("a decision");
    assert_eq!(engine.store().lasting(entry), 0);
    engine.backtrack(0);
    engine.decide(posted);
    let lasting: Vec<u64> = {
        let store = engine.store();
        store.trail()[store.level_start(1)..].iter().map(|&e| store.lasting(e)).collect()
    };
    assert_eq!(lasting, [posted.atom().mask(), 0], "the one that follows is not");
}
