//! Learnt clauses: their data, and that dropping or moving some leaves the others unchanged.

use super::closure;
use crate::kernel::clauses::Clauses;
use crate::kernel::{Engine, Lit};
use proptest::prelude::*;

const ATOMS: u32 = 9;

/// Some clauses of three literals or more over different atoms; the flag: learnt.
fn clauses() -> impl Strategy<Value = Vec<(Vec<(u32, bool)>, bool)>> {
    let atoms: Vec<u32> = (0..ATOMS).collect();
    let some = prop::sample::subsequence(atoms, 2..6).prop_shuffle();
    let clause = (some, any::<u32>()).prop_map(|(atoms, signs)| {
        atoms.iter().map(|&i| (i, signs >> i & 1 == 1)).collect::<Vec<_>>()
    });
    prop::collection::vec((clause, any::<bool>()), 1..14)
}

fn sorted(mut lits: Vec<Lit>) -> Vec<Lit> {
    lits.sort_unstable();
    lits
}

/// The current clauses of three literals or more.
fn all(clauses: &Clauses) -> Vec<Vec<Lit>> {
    let mut all: Vec<Vec<Lit>> = clauses.all().map(|c| sorted(clauses.lits(c).collect())).collect();
    all.sort();
    all
}

proptest! {
    /// Dropped clauses are gone, and the others propagate as before after they are moved.
    #[test]
    fn what_is_kept_is_as_it_was(
        clauses in clauses(),
        dropped in any::<u16>(),
        moves in any::<bool>(),
        decisions in prop::collection::vec((0..ATOMS, any::<bool>()), 1..7),
    ) {
        let mut engine = Engine::new();
        engine.remember();
        let first = engine.new_bools(ATOMS);
        let mut kept: Vec<Vec<Lit>> = Vec::new();
        let (mut learnt, mut statics) = (0, 0);
        let mut marked: Vec<u32> = Vec::new();
        for (i, (clause, is_learnt)) in clauses.iter().enumerate() {
            let lits: Vec<Lit> = clause.iter().map(|&(i, sign)| first.at(i).lit(sign)).collect();
            if !is_learnt {
                prop_assert!(engine.add_clause(&lits).is_ok());
                statics += 1;
                kept.push(lits);
                continue;
            }
            let Some(at) = engine.learn_clause(&lits, 7) else {
                prop_assert_eq!(lits.len(), 2);
                kept.push(lits);
                continue;
            };
            let clauses = engine.clauses_mut();
            prop_assert!(clauses.is_learnt(at));
            prop_assert_eq!((clauses.len(at), clauses.glue(at)), (lits.len(), 7));
            prop_assert_eq!(clauses.activity(at), 0.0);
            clauses.set_activity(at, i as f32 + 0.5);
            prop_assert_eq!(clauses.activity(at), i as f32 + 0.5);
            prop_assert!(!clauses.take_used(at), "nobody has used it yet");
            clauses.touch(at, 9);
            prop_assert_eq!(clauses.glue(at), 7, "glue only falls");
            clauses.touch(at, 3);
            prop_assert_eq!(clauses.glue(at), 3);
            prop_assert!(clauses.take_used(at));
            prop_assert!(!clauses.take_used(at), "the mark was taken");
            prop_assert!(clauses.lits(at).eq(lits.iter().copied()));
            if dropped >> i & 1 == 1 {
                marked.push(at);
            } else {
                learnt += 1;
                kept.push(lits);
            }
        }
        let bytes = engine.clauses().bytes();
        engine.clauses_mut().reduce(|_, at| marked.contains(&at));
        let wasteful = engine.clauses().is_wasteful();
        prop_assert!(!marked.is_empty() || !wasteful, "nothing was dropped");
        if moves {
            let moved = engine.compact_clauses();
            prop_assert_eq!(moved.len(), engine.clauses().all().count());
            prop_assert!(!engine.clauses().is_wasteful());
            prop_assert!(marked.iter().all(|at| !moved.contains_key(at)));
        }
        prop_assert!(engine.clauses().bytes() <= bytes);
        let clauses = engine.clauses();
        prop_assert_eq!(clauses.statics(), statics);
        prop_assert_eq!(clauses.learnt().len(), learnt);
        prop_assert!(clauses.learnt().iter().all(|&at| clauses.is_learnt(at) && clauses.glue(at) == 3));
        let learnt: Vec<u32> = clauses.learnt().to_vec();
        prop_assert!(clauses.all().all(|at| clauses.is_learnt(at) == learnt.contains(&at)));
        let long = kept.iter().filter(|c| c.len() > 2);
        let mut wanted: Vec<Vec<Lit>> = long.map(|c| sorted(c.clone())).collect();
        wanted.sort();
        prop_assert_eq!(all(clauses), wanted);
        let mut here = Vec::new();
        for (i, sign) in decisions {
            let l = first.at(i).lit(sign);
            if !engine.store().is_open(l.atom()) {
                continue;
            }
            engine.decide(l);
            here.push(l);
            let wanted = closure(&kept, &here);
            prop_assert_eq!(engine.fixpoint(&mut ()).is_ok(), wanted.is_some());
            let Some(wanted) = wanted else { break };
            for l in first.iter().flat_map(|a| [a.pos(), a.neg()]) {
                prop_assert_eq!(engine.store().is_true(l), wanted.contains(&l));
            }
            here = wanted;
        }
        // A clause is a reason as long as the literal it made true is.
        let store = engine.store();
        let reasons: Vec<u32> = store.trail().iter().filter_map(|e| e.reason.clause_at()).collect();
        for at in engine.clauses().all().collect::<Vec<_>>() {
            prop_assert_eq!(engine.is_reason(at), reasons.contains(&at), "{}", at);
        }
    }
}
