//! Tests of the kernel alone: undoing restores the state, clauses propagate by their definition, a
//! matrix and its transpose agree.

mod bounds;
mod intervals;
mod learnt;
mod own;
mod past;
mod switched;

use super::{Atom, Engine, Lit, Reason, Store, VarId};
use proptest::prelude::*;

/// All facts of a store.
fn facts(store: &Store) -> Vec<(u64, u64)> {
    (0..store.words()).map(|w| (store.alive(w), store.known(w))).collect()
}

/// The literal number `at` over the atoms of some variables, counted through.
fn literal(store: &Store, xs: &[VarId], at: usize) -> Lit {
    let atoms: Vec<Atom> =
        xs.iter().flat_map(|&x| (0..store.values(x)).map(move |v| store.atom(x, v))).collect();
    let atom = atoms[at / 2 % atoms.len()];
    if at.is_multiple_of(2) { atom.pos() } else { atom.neg() }
}

/// Unit propagation by its definition: as long as a clause has one open literal and no true one, that
/// literal is true. `None` if a clause has only false ones.
fn closure(clauses: &[Vec<Lit>], given: &[Lit]) -> Option<Vec<Lit>> {
    let mut held = given.to_vec();
    loop {
        let mut news = None;
        for clause in clauses.iter().filter(|c| !c.iter().any(|l| held.contains(l))) {
            let mut open: Vec<Lit> =
                clause.iter().copied().filter(|&l| !held.contains(&!l)).collect();
            // A clause may name a literal twice.
            open.sort_unstable();
            open.dedup();
            match open[..] {
                [] => return None,
                [only] => news = Some(only),
                _ => {}
            }
        }
        match news {
            Some(l) => held.push(l),
            None => return Some(held),
        }
    }
}

proptest! {
    /// Backtracking to a level restores the facts of that level.
    #[test]
    fn going_back_finds_what_was(
        sizes in prop::collection::vec(1u32..70, 1..5),
        steps in prop::collection::vec((0usize..10_000, 0u8..8), 1..60),
    ) {
        let mut engine = Engine::new();
        engine.remember();
        let xs: Vec<VarId> = sizes.iter().map(|&n| engine.new_var(n)).collect();
        let _ = engine.fixpoint(&mut ());
        let mut levels = vec![facts(engine.store())];
        for (at, what) in steps {
            let l = literal(engine.store(), &xs, at);
            match what {
                0 if levels.len() > 1 => {
                    let to = at % levels.len();
                    engine.backtrack(to as u32);
                    levels.truncate(to + 1);
                    prop_assert_eq!(&facts(engine.store()), &levels[to]);
                }
                _ if engine.store().is_open(l.atom()) => {
                    engine.decide(l);
                    prop_assert!(engine.fixpoint(&mut ()).is_ok(), "an open literal can be true");
                    prop_assert!(engine.store().is_true(l));
                    levels.push(facts(engine.store()));
                }
                _ => {}
            }
        }
        while let Some(wanted) = levels.pop() {
            prop_assert_eq!(&facts(engine.store()), &wanted);
            engine.backtrack((levels.len() as u32).saturating_sub(1));
        }
    }

    /// Watched literals infer the same literals as the definition of unit propagation, also after
    /// backtracking.
    #[test]
    fn clauses_propagate_by_their_definition(
        clauses in prop::collection::vec(prop::collection::vec((0u32..9, any::<bool>()), 1..4), 1..14),
        decisions in prop::collection::vec((0u32..9, any::<bool>()), 1..6),
    ) {
        let mut engine = Engine::new();
        let first = engine.new_bools(9);
        let lit = |(i, sign): (u32, bool)| first.at(i).lit(sign);
        let clauses: Vec<Vec<Lit>> =
            clauses.into_iter().map(|c| c.into_iter().map(lit).collect()).collect();
        let added = clauses.iter().try_for_each(|c| engine.add_clause(c));
        let root = closure(&clauses, &[]);
        let alive = added.is_ok() && engine.fixpoint(&mut ()).is_ok();
        prop_assert_eq!(alive, root.is_some());
        let Some(held) = root else { return Ok(()) };
        // Takes one branch, and the same one again after everything was undone.
        for _ in 0..2 {
            let mut here = held.clone();
            for l in decisions.iter().copied().map(lit) {
                if !engine.store().is_open(l.atom()) {
                    continue;
                }
                engine.decide(l);
                here.push(l);
                let wanted = closure(&clauses, &here);
                prop_assert_eq!(engine.fixpoint(&mut ()).is_ok(), wanted.is_some());
                let Some(wanted) = wanted else { break };
                for i in 0..9 {
                    for sign in [false, true] {
                        let l = lit((i, sign));
                        prop_assert_eq!(engine.store().is_true(l), wanted.contains(&l));
                    }
                }
                here = wanted;
            }
            engine.backtrack(0);
        }
    }

    /// Each value of a matrix is in a row if and only if the row is in the value's column.
    #[test]
    fn a_matrix_and_its_transpose_say_the_same(
        n in 2u32..9,
        removed in prop::collection::vec((0u32..9, 0u32..9), 0..30),
    ) {
        let mut engine = Engine::new();
        let rows = engine.new_vars(n, n);
        let id = engine.new_matrix(rows);
        for (x, v) in removed {
            let atom = engine.store().atom(rows.at(x % n), v % n);
            if engine.assert(atom.neg()).is_err() || engine.fixpoint(&mut ()).is_err() {
                return Ok(());
            }
        }
        let store = engine.store();
        for row in 0..n {
            for v in 0..n {
                let there = store.domain(rows.at(row)).contains(v);
                let column = store.matrix(id).column(v);
                prop_assert_eq!(there, column[row as usize / 64] >> (row % 64) & 1 == 1);
            }
        }
        // A value with one place left takes it, and no other value does.
        for v in 0..n {
            let places: Vec<VarId> =
                rows.iter().filter(|&x| store.domain(x).contains(v)).collect();
            prop_assert!(!places.is_empty());
            if let [only] = places[..] {
                prop_assert_eq!(store.value(only), Some(v));
            }
        }
    }
}

/// The last value left of a domain is its value; an emptied domain is a conflict, reported once.
#[test]
fn one_value_left_is_the_value() {
    let mut store = Store::new();
    let x = store.new_var(3);
    for v in [0, 2] {
        let a = store.atom(x, v);
        assert_eq!(store.assign(a.neg(), Reason::DECISION).ok(), Some(true));
        assert_eq!(store.assign(a.neg(), Reason::DECISION).ok(), Some(false), "it was known");
    }
    assert_eq!((store.size(x), store.value(x)), (1, Some(1)));
    assert!(store.is_true(store.atom(x, 1).pos()));
    assert!(store.assign(store.atom(x, 1).neg(), Reason::DECISION).is_err());
}

/// Booleans created one by one have distinct atoms, for any number of them and any variables created in
/// between.
#[test]
fn booleans_are_apart() {
    let mut engine = Engine::new();
    let mut atoms: Vec<Atom> = Vec::new();
    for i in 0..200 {
        atoms.push(engine.new_bool());
        if i % 64 == 63 {
            let x = engine.new_var(3);
            atoms.extend((0..3).map(|v| engine.store().atom(x, v)));
        }
    }
    let all = atoms.len();
    atoms.sort_unstable();
    atoms.dedup();
    assert_eq!(atoms.len(), all);
    let words = engine.store().words() as u32;
    assert!(atoms.iter().all(|a| a.0 / 64 < words), "every one lies in a word that there is");
}
