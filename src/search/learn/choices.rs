//! Decisions where least is left to choose.
//!
//! In a permutation each fact "x is v" is one of several in two ways: of the values that x can take,
//! and of the variables of the list that can take v. A cell of a Latin square makes that three: its
//! own values, and the places of its value in its row and in its column. The fewer there are, the more
//! follows from the decision, and the sooner it is seen to be wrong. So an atom's activity counts for
//! more the fewer alternatives it has: it is divided by the square root of the product of these
//! numbers. Decisions are positive, as a fact that is affirmed settles all of them at once.
//!
//! Sources: Boussemart, Hemery, Lecoutre, Sais, "Boosting systematic search by weighting constraints",
//! 2004 (domain size against weight); Hnich, Smith, Walsh, "Dual modelling of permutation and
//! injection problems", 2004 (values and places alike).

use super::activity::Activity;
use crate::kernel::{Atom, Lit, Store, VarId, bits};
use smallvec::SmallVec;

/// Chooses among the atoms of variables that stand in permutations.
#[derive(Clone, Debug)]
pub struct Choices {
    /// The variables, and the lists that each is in.
    vars: Vec<(VarId, SmallVec<[u32; 2]>)>,
    /// Values of a variable of any list.
    values: u32,
    /// Scratch: per list and value how many open variables can take it.
    places: Vec<u32>,
    /// 1 / k for every number of alternatives.
    share: Vec<f64>,
    /// Scratch: the variables that are open, by their place in `vars`.
    open: Vec<u32>,
}

impl Choices {
    /// Over lists of variables each of which takes every one of its values exactly once. `None`: there
    /// are none.
    pub fn new(store: &Store, permutations: &[Vec<VarId>]) -> Option<Choices> {
        let values = permutations.iter().flatten().map(|&x| store.values(x)).max()?;
        let mut vars: Vec<(VarId, SmallVec<[u32; 2]>)> = Vec::new();
        let mut at = vec![None; store.vars() as usize];
        for (list, xs) in permutations.iter().enumerate() {
            for &x in xs {
                debug_assert_eq!(store.values(x) as usize, xs.len(), "a permutation is square");
                let at = *at[x.0 as usize].get_or_insert_with(|| {
                    vars.push((x, SmallVec::new()));
                    vars.len() - 1
                });
                vars[at].1.push(list as u32);
            }
        }
        let places = vec![0; permutations.len() * values as usize];
        let share = (0..=values).map(|k| 1.0 / f64::from(k.max(1))).collect();
        Some(Choices { vars, values, places, share, open: Vec::new() })
    }

    /// The atom to decide, affirmed, or as in the longest trail with `targeted`. `None`: every variable
    /// has its value. Time: two passes over the values that are left.
    pub(super) fn next(
        &mut self,
        store: &Store,
        activity: &Activity,
        targeted: bool,
    ) -> Option<Lit> {
        let k = self.values as usize;
        self.places.fill(0);
        self.open.clear();
        for (i, (x, lists)) in self.vars.iter().enumerate() {
            if store.size(*x) < 2 {
                continue;
            }
            self.open.push(i as u32);
            for &list in lists {
                let places = &mut self.places[list as usize * k..][..k];
                for (w, &word) in store.domain_words(*x).iter().enumerate() {
                    bits(word).for_each(|b| places[w * 64 + b as usize] += 1);
                }
            }
        }
        let mut best = (0.0, None);
        for &i in &self.open {
            let (x, lists) = &self.vars[i as usize];
            let share = self.share[store.size(*x) as usize];
            let first = store.first_word(*x) * 64;
            for (w, &word) in store.domain_words(*x).iter().enumerate() {
                for b in bits(word) {
                    let v = w * 64 + b as usize;
                    let Some(active) = activity.of(Atom((first + v) as u32)) else { continue };
                    let places = |&list: &u32| self.places[list as usize * k + v];
                    let shares = lists.iter().map(|list| self.share[places(list) as usize]);
                    // Squares compare as the numbers themselves do.
                    let worth = active * active * share * shares.product::<f64>();
                    if worth > best.0 {
                        best = (worth, Some(Atom((first + v) as u32)));
                    }
                }
            }
        }
        let atom = best.1?;
        let target = if targeted { activity.target_of(atom) } else { None };
        Some(atom.lit(target.unwrap_or(true)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{Engine, Group};

    /// A square of order 3 in which the middle cell has two values left, both of which its row and
    /// column can take in two places: nowhere is less to choose.
    #[test]
    fn fewest_alternatives_first_then_activity() {
        let mut engine = Engine::new();
        let cells: Vec<VarId> = (0..9).map(|_| engine.new_var(3)).collect();
        let rows = (0..3).map(|r| cells[3 * r..3 * r + 3].to_vec());
        let columns = (0..3).map(|c| (0..3).map(|r| cells[3 * r + c]).collect());
        let lists: Vec<Vec<VarId>> = rows.chain(columns).collect();
        engine.assert(engine.store().atom(cells[4], 0).not()).expect("two are left");
        engine.assert(engine.store().atom(cells[1], 1).not()).expect("two are left");
        engine.assert(engine.store().atom(cells[3], 1).not()).expect("two are left");
        let groups = [Group::Vars { first: cells[0], n: 9 }];
        let mut activity = Activity::new(&engine, &groups, 0.95, 0);
        let mut choices = Choices::new(engine.store(), &lists).expect("there are lists");
        let store = engine.store();
        assert_eq!(choices.next(store, &activity, false), Some(store.atom(cells[4], 1).is()));
        // What is active enough comes first although it has more alternatives.
        let other = store.atom(cells[8], 2);
        (0..3).for_each(|_| activity.bump(other));
        assert_eq!(choices.next(store, &activity, false), Some(other.is()));
    }

    #[test]
    fn nothing_is_left_to_choose() {
        let mut engine = Engine::new();
        let (x, y) = (engine.new_var(2), engine.new_var(2));
        let groups = [Group::Vars { first: x, n: 2 }];
        let activity = Activity::new(&engine, &groups, 0.95, 0);
        let mut choices = Choices::new(engine.store(), &[vec![x, y]]).expect("one list");
        assert!(choices.next(engine.store(), &activity, false).is_some());
        engine.assert(engine.store().atom(x, 0).is()).expect("open");
        engine.assert(engine.store().atom(y, 1).is()).expect("open");
        assert_eq!(choices.next(engine.store(), &activity, false), None);
        assert!(Choices::new(engine.store(), &[]).is_none());
    }
}
