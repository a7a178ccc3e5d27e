//! The past: looking back at any moment of a branch shows the facts of that moment, and each literal knows its entry.

use super::{facts, literal};
use crate::kernel::context::Past;
use crate::kernel::{Engine, Entry, VarId, View};
use proptest::prelude::*;

/// The length of the trail, the facts, the values of the variables.
type Moment = (usize, Vec<(u64, u64)>, Vec<Option<u32>>);

proptest! {
    #[test]
    fn the_past_is_as_it_was(
        sizes in prop::collection::vec(prop_oneof![3 => 1u32..140, 1 => 513u32..700], 1..5),
        steps in prop::collection::vec((0usize..10_000, 0u8..8), 1..40),
    ) {
        let mut engine = Engine::new();
        let xs: Vec<VarId> = sizes.iter().map(|&n| engine.new_var(n)).collect();
        engine.remember();
        let _ = engine.fixpoint(&mut ());
        let mut seen: Vec<Moment> = Vec::new();
        for (at, what) in steps {
            let l = literal(engine.store(), &xs, at);
            if what == 0 && engine.level() > 1 {
                engine.backtrack(1 + at as u32 % (engine.level() - 1));
                let store = engine.store();
                seen.retain(|(end, ..)| *end <= store.trail().len());
            } else if engine.store().is_open(l.atom()) {
                engine.decide(l);
                prop_assert!(engine.fixpoint(&mut ()).is_ok(), "an open literal can be true");
            }
            let store = engine.store();
            let values: Vec<Option<u32>> = xs.iter().map(|&x| store.value(x)).collect();
            let end = store.trail().len();
            if engine.level() > 0 && seen.last().is_none_or(|(last, ..)| *last < end) {
                seen.push((end, facts(store), values));
            }
        }
        let store = engine.store();
        for a in xs.iter().flat_map(|&x| store.atoms(x).iter()) {
            for l in [a.pos(), a.neg()].into_iter().filter(|&l| store.is_true(l)) {
                let told = |e: &Entry| e.plane == l.plane() && e.mask & a.mask() != 0;
                let at = store.trail().iter().position(told).unwrap_or(0);
                prop_assert_eq!(store.position(l) as usize, at);
            }
        }
        let now = Past::new(store, store.trail().len() as u32);
        for (end, facts, values) in &seen {
            let past = now.at(*end as u32);
            prop_assert_eq!(past.before() as usize, *end);
            for (w, &(alive, known)) in facts.iter().enumerate() {
                prop_assert_eq!((past.alive(w), past.known(w)), (alive, known), "word {}", w);
                prop_assert_eq!((View::alive(&past, w), View::known(&past, w)), (alive, known));
            }
            for (&x, &value) in xs.iter().zip(values) {
                prop_assert_eq!(past.value(x), value);
                prop_assert_eq!(View::value(&past, x), value);
                let first = store.first_word(x);
                for v in 0..store.values(x) {
                    let (is, (alive, known)) = (store.atom(x, v), facts[first + v as usize / 64]);
                    let [there, true_then] = [alive, known].map(|word| word >> (v % 64) & 1 == 1);
                    prop_assert_eq!(past.contains(x, v), there);
                    prop_assert_eq!(View::contains(&past, x, v), there);
                    prop_assert_eq!(past.is_true(past.is(x, v)), true_then);
                    prop_assert_eq!(past.is_true(past.not(x, v)), !there);
                    prop_assert_eq!(past.is_false(is.pos()), !there);
                    prop_assert_eq!(View::is_open(&past, is), there && !true_then);
                }
                for i in 0..store.domain_words(x).len() {
                    prop_assert_eq!(past.domain_word(x, i), facts[first + i].0);
                }
            }
        }
    }
}
