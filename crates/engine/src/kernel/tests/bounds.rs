//! Domain operations of propagators, compared with a plain set of numbers.

use crate::kernel::context::Propagation;
use crate::kernel::ids::PropId;
use crate::kernel::interrupt::StepCounter;
use crate::kernel::{Engine, Store, Tag, VarId};
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
    Ok(())
}

proptest! {
    /// A removal removes exactly the given values, its result shows whether any was removed, and an empty domain
    /// is a conflict.
    #[test]
    fn a_domain_is_a_set(
        values in prop_oneof![2u32..63, 63u32..67, 100u32..200],
        steps in prop::collection::vec((0u8..5, 0u32..200, any::<[u64; 4]>()), 1..12),
    ) {
        let mut engine = Engine::new();
        // Neighbours, which must not be touched.
        engine.new_var(5);
        let x = engine.new_var(values);
        let behind = engine.new_var(70);
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
