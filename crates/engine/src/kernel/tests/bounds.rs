//! Domain operations of propagators, compared with a plain set of numbers.

use crate::kernel::context::Propagation;
use crate::kernel::ids::PropId;
use crate::kernel::interrupt::StepCounter;
use crate::kernel::{Cause, Engine, Lit, Lits, Store, Tag, VarId};
use proptest::prelude::*;
use std::collections::BTreeSet;

const TAG: Tag = Tag::new(0, 0);

/// All queries of a domain agree with the set.
fn same(store: &Store, x: VarId, set: &BTreeSet<u32>, values: u32) -> Result<(), TestCaseError> {
    let d = store.domain(x);
    prop_assert_eq!(d.values(), values);
    prop_assert_eq!(d.size() as usize, set.len());
    prop_assert_eq!(store.size(x) as usize, set.len());
    prop_assert_eq!(d.is_fixed(), set.len() == 1);
    prop_assert_eq!(Some(d.min()), set.first().copied());
    prop_assert_eq!(Some(d.max()), set.last().copied());
    prop_assert!(d.iter().eq(set.iter().copied()));
    for v in 0..values + 70 {
        prop_assert_eq!(d.contains(v), set.contains(&v), "{}", v);
    }
    let only = if set.len() == 1 { set.first().copied() } else { None };
    prop_assert_eq!(store.value(x), only);
    for v in 0..values {
        let atom = store.atom(x, v);
        prop_assert_eq!(store.is_false(atom.pos()), !set.contains(&v));
        prop_assert_eq!(store.is_true(atom.pos()), only == Some(v));
        prop_assert_eq!(store.meaning(atom), Some((x, v)));
    }
    for (v, a) in (0..).zip(store.bounds(x).iter().flat_map(|bounds| bounds.iter())) {
        prop_assert_eq!(store.bound(a), Some((x, v)));
        prop_assert_eq!(store.is_true(a.pos()), set.iter().all(|&w| w <= v), "at most {}", v);
        prop_assert_eq!(store.is_false(a.pos()), set.iter().all(|&w| w > v), "above {}", v);
    }
    Ok(())
}

proptest! {
    /// A removal removes exactly the given values, its result shows whether any was removed, and an empty domain
    /// is a conflict.
    #[test]
    fn a_domain_is_a_set(
        values in prop_oneof![2u32..63, 63u32..67, 100u32..200],
        with_bounds in any::<bool>(),
        steps in prop::collection::vec((0u8..8, 0u32..200, any::<[u64; 4]>()), 1..12),
    ) {
        let mut engine = Engine::new();
        // Neighbours, which must not be touched.
        engine.new_var(5);
        let x = engine.new_var(values);
        let behind = engine.new_var(70);
        if with_bounds {
            engine.new_bounds(&[behind, x]);
        }
        let store = engine.store_mut();
        let counter = StepCounter::new(None);
        let mut set: BTreeSet<u32> = (0..values).collect();
        for (what, v, words) in steps {
            let mut p = Propagation::new(store, &counter, PropId(0), 0, None);
            let v = v % values;
            let mut wanted = set.clone();
            let told = match what {
                0 => {
                    wanted.retain(|&w| w >= v);
                    p.keep_at_least(x, v, TAG)
                }
                1 => {
                    wanted.retain(|&w| w <= v);
                    p.keep_at_most(x, v, TAG)
                }
                2 => {
                    wanted.remove(&v);
                    p.remove(x, v, TAG)
                }
                3 => {
                    wanted.retain(|&w| w == v);
                    p.fix(x, v, TAG)
                }
                4 if with_bounds => {
                    wanted.retain(|&w| w >= v);
                    p.say_at_least(x, v, TAG)
                }
                5 if with_bounds => {
                    wanted.retain(|&w| w <= v);
                    p.say_at_most(x, v, TAG)
                }
                6 if with_bounds && v + 1 < values => {
                    wanted.retain(|&w| (w <= v) == (words[0] % 2 == 0));
                    let bound = p.bounds(x).expect("it has them").at(v);
                    p.infer(bound.lit(words[0] % 2 == 0), TAG)
                }
                _ => {
                    // Two sets of words together leave most values.
                    let words: Vec<u64> =
                        (0..p.domain_words(x).len()).map(|i| words[i] | words[(i + 1) % 4]).collect();
                    wanted.retain(|&w| words[w as usize / 64] >> (w % 64) & 1 == 1);
                    p.keep_only(x, &words, TAG)
                }
            };
            if wanted.is_empty() {
                prop_assert!(told.is_err());
                return Ok(());
            }
            prop_assert_eq!(told, Ok(wanted != set));
            set = wanted;
            same(store, x, &set, values)?;
        }
        prop_assert_eq!(store.size(behind), 70);
    }
}

/// Whether a literal about `x` holds if `x` is `w`.
fn holds(store: &Store, l: Lit, w: u32) -> bool {
    let positive = match (store.meaning(l.atom()), store.bound(l.atom())) {
        (Some((_, v)), _) => w == v,
        (_, Some((_, v))) => w <= v,
        _ => unreachable!("it is about the variable"),
    };
    positive == l.is_positive()
}

proptest! {
    /// Values and bounds are decided at random; every literal that follows has premises that were true before it and
    /// that imply it, whatever the width.
    #[test]
    fn values_and_bounds_explain_each_other(
        values in prop_oneof![2u32..20, 62u32..67, 100u32..200],
        cut in prop::collection::vec(0u32..200, 0..6),
        steps in prop::collection::vec((0u8..4, 0u32..200), 1..12),
    ) {
        let mut engine = Engine::new();
        let x = engine.new_var(values);
        for v in cut {
            // The last value may be left only.
            let gone = engine.store().atom(x, v % values).neg();
            if engine.store().size(x) > 1 && !engine.store().is_true(gone) {
                engine.assert(gone).expect("another value is left");
            }
        }
        let bounds = engine.new_bounds(&[x]);
        engine.remember();
        engine.propagate_root(&mut ()).expect("values are left");
        for (what, v) in steps {
            let atom = match what {
                0 | 1 => engine.store().atom(x, v % values),
                _ if values > 1 => bounds.at(v % (values - 1)),
                _ => continue,
            };
            if engine.store().is_open(atom) {
                engine.decide(atom.lit(what % 2 == 0));
                engine.fixpoint(&mut ()).expect("an open literal leaves a value");
            }
        }
        for at in 1..engine.store().trail().len() {
            let e = engine.store().trail()[at];
            if matches!(e.reason.cause(), Cause::Decision) {
                continue;
            }
            for l in e.lits() {
                let mut why = Lits::new();
                engine.explain(l, &mut why);
                let store = engine.store();
                prop_assert!(why.iter().all(|&m| store.is_true(m) && store.position(m) < at as u32));
                let implied = (0..values).filter(|&w| why.iter().all(|&m| holds(store, m, w)));
                for w in implied {
                    // Values that were gone at the root are no premises.
                    let is_there = !store.is_true(store.atom(x, w).neg())
                        || store.level_of(store.atom(x, w).neg()) > 0;
                    prop_assert!(!is_there || holds(store, l, w), "{:?} of {:?} by {:?}", l, e, why);
                }
            }
        }
    }
}
