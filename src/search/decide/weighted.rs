//! Domain-weighted activity: decisions where least is left to choose.
//!
//! In a permutation each fact "x is v" is one of several in two ways: of the values that x can take,
//! and of the variables of the list that can take v. A cell of a Latin square makes that three: its
//! own values, and the places of its value in its row and in its column. The fewer there are, the more
//! follows from the decision, and the sooner it is seen to be wrong. So an atom's activity counts for
//! more the fewer alternatives it has: it is divided by the square root of the product of these
//! numbers. In Latin squares the phase is fixed to "true", as such a fact settles all of them at once;
//! along a line, where a number that is placed must be led to its neighbours, search does better to go
//! on where it was.
//!
//! Sources: Boussemart, Hemery, Lecoutre, Sais, "Boosting systematic search by weighting constraints",
//! 2004 (domain size against weight); Hnich, Smith, Walsh, "Dual modelling of permutation and
//! injection problems", 2004 (values and places alike).

use super::{Activity, Decider};
use crate::kernel::{Engine, Entry, Lit, Permutations, Store, VarId, bits};
use smallvec::SmallVec;

/// A list of variables each of which takes every one of its values exactly once.
#[derive(Clone, Debug)]
enum List {
    /// The store keeps count of the places of its values.
    Matrix(u32),
    /// They are counted before each decision.
    Counted(Vec<VarId>),
}

/// Activity, weighed for the atoms of variables that stand in permutations; other atoms come last.
#[derive(Clone, Debug)]
pub struct WeightedActivity {
    activity: Activity,
    alternatives: Alternatives,
}

/// Counts the alternatives of atoms of variables that stand in permutations.
#[derive(Clone, Debug)]
pub struct Alternatives {
    lists: Vec<List>,
    /// Per variable the lists that it is in, none for those that are in no permutation.
    of: Vec<SmallVec<[u32; 2]>>,
    /// Values of a variable of any list.
    values: u32,
    /// Scratch: per list and value how many open variables can take it, for lists that are counted.
    places: Vec<u32>,
    /// The phase of every decision on them, `None`: the last one.
    phase: Option<bool>,
    /// The fewest alternatives an open atom can have.
    least: f64,
}

impl Alternatives {
    /// Over lists of variables each of which takes every one of its values exactly once. `None`: there
    /// are none.
    pub fn new(store: &Store, permutations: &Permutations) -> Option<Alternatives> {
        let all = &permutations.lists;
        let values = all.iter().flatten().map(|&x| store.values(x)).max()?;
        let mut of: Vec<SmallVec<[u32; 2]>> = vec![SmallVec::new(); store.vars().len() as usize];
        let mut lists = Vec::new();
        for (list, xs) in all.iter().enumerate() {
            for &x in xs {
                debug_assert_eq!(store.values(x) as usize, xs.len(), "a permutation is square");
                of[x.index()].push(list as u32);
            }
            let kept = (0..store.matrices()).find(|&m| {
                let matrix = store.matrix(m);
                matrix.rows().iter().eq(xs.iter().copied())
            });
            lists.push(kept.map_or_else(|| List::Counted(xs.clone()), List::Matrix));
        }
        let counted = lists.iter().any(|list| matches!(list, List::Counted(_)));
        let places = vec![0; if counted { lists.len() * values as usize } else { 0 }];
        // An open variable has another value, and an open value of a matrix another place.
        let two =
            |&list: &u32| f64::from(1 + u8::from(matches!(lists[list as usize], List::Matrix(_))));
        let fewest =
            of.iter().filter(|of| !of.is_empty()).map(|of| of.iter().map(two).product::<f64>());
        let least = 2.0 * fewest.min_by(f64::total_cmp)?;
        Some(Alternatives { lists, of, values, places, phase: permutations.phase, least })
    }

    /// The atom to decide in its phase, with `targeted` in that of the longest trail. `None`: every variable has its value. Time: in the number of active atoms, and of the values
    /// that are left where places are counted here.
    fn next(&mut self, store: &Store, activity: &mut Activity, targeted: bool) -> Option<Lit> {
        self.count(store);
        let worth = |atom, active: f64| {
            let (x, v) = store.meaning(atom)?;
            let lists = &self.of[x.index()];
            if lists.is_empty() {
                return None;
            }
            let left = |&list: &u32| f64::from(self.left(store, list, v));
            let alternatives = f64::from(store.size(x)) * lists.iter().map(left).product::<f64>();
            // Squares compare as the numbers themselves do.
            Some(active * active / alternatives)
        };
        let atom = activity.best(store, worth, |active| active * active / self.least)?;
        Some(activity.phased(atom, targeted, self.phase))
    }

    /// Counts the places of values of lists that the store does not keep count of.
    fn count(&mut self, store: &Store) {
        self.places.fill(0);
        for (list, vars) in self.lists.iter().enumerate() {
            let List::Counted(vars) = vars else { continue };
            let places = &mut self.places[list * self.values as usize..];
            // A value that is taken has left the domains of the others.
            for &x in vars.iter().filter(|&&x| store.size(x) > 1) {
                for (w, &word) in store.domain_words(x).iter().enumerate() {
                    bits(word).for_each(|b| places[w * 64 + b as usize] += 1);
                }
            }
        }
    }

    /// How many variables of a list can take a value.
    fn left(&self, store: &Store, list: u32, v: u32) -> u32 {
        match self.lists[list as usize] {
            List::Matrix(m) => store.matrix(m).column_size(v),
            List::Counted(_) => self.places[(list * self.values + v) as usize],
        }
    }
}

impl WeightedActivity {
    /// Weighs activity by the alternatives that these lists leave.
    pub fn new(activity: Activity, alternatives: Alternatives) -> WeightedActivity {
        WeightedActivity { activity, alternatives }
    }
}

impl Decider for WeightedActivity {
    fn next(&mut self, engine: &Engine, patient: bool) -> Option<Lit> {
        let weighed = self.alternatives.next(engine.store(), &mut self.activity, patient);
        weighed.or_else(|| self.activity.next(engine, patient))
    }

    fn involved(&mut self, lits: &[Lit]) {
        self.activity.involved(lits);
    }

    fn learnt(&mut self, engine: &Engine, patient: bool) {
        self.activity.learnt(engine, patient);
    }

    fn undone(&mut self, entries: &[Entry]) {
        self.activity.undone(entries);
    }

    fn prefer(&mut self, l: Lit) {
        self.activity.prefer(l);
    }

    fn phase(&self, l: Lit) -> Lit {
        self.activity.phase(l)
    }

    fn boxed_clone(&self) -> Box<dyn Decider> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Group;

    /// A square of order 3 in which the middle cell has two values left, both of which its row and
    /// column can take in two places: nowhere is less to choose.
    #[test]
    fn fewest_alternatives_first_then_activity() {
        let mut engine = Engine::new();
        let all = engine.new_vars(9, 3);
        let cells: Vec<VarId> = all.iter().collect();
        let rows = (0..3).map(|r| cells[3 * r..3 * r + 3].to_vec());
        let columns = (0..3).map(|c| (0..3).map(|r| cells[3 * r + c]).collect());
        let lists: Vec<Vec<VarId>> = rows.chain(columns).collect();
        engine.assert(engine.store().atom(cells[4], 0).not()).expect("two are left");
        engine.assert(engine.store().atom(cells[1], 1).not()).expect("two are left");
        engine.assert(engine.store().atom(cells[3], 1).not()).expect("two are left");
        let groups = [Group::Vars(all)];
        let mut activity = Activity::new(&engine, &groups, 0.95, 0);
        let permutations = Permutations { lists, phase: Some(true) };
        let mut alternatives =
            Alternatives::new(engine.store(), &permutations).expect("there are lists");
        let store = engine.store();
        assert_eq!(
            alternatives.next(store, &mut activity, false),
            Some(store.atom(cells[4], 1).is())
        );
        // What is active enough comes first although it has more alternatives.
        let other = store.atom(cells[8], 2);
        (0..3).for_each(|_| activity.bump(other));
        assert_eq!(alternatives.next(store, &mut activity, false), Some(other.is()));
    }

    #[test]
    fn nothing_is_left_to_choose() {
        let mut engine = Engine::new();
        let both = engine.new_vars(2, 2);
        let (x, y) = (both.at(0), both.at(1));
        let groups = [Group::Vars(both)];
        let mut activity = Activity::new(&engine, &groups, 0.95, 0);
        let permutations = Permutations { lists: vec![vec![x, y]], phase: Some(true) };
        let mut alternatives = Alternatives::new(engine.store(), &permutations).expect("one list");
        assert!(alternatives.next(engine.store(), &mut activity, false).is_some());
        engine.assert(engine.store().atom(x, 0).is()).expect("open");
        engine.assert(engine.store().atom(y, 1).is()).expect("open");
        assert_eq!(alternatives.next(engine.store(), &mut activity, false), None);
        assert!(Alternatives::new(engine.store(), &Permutations::default()).is_none());
    }

    /// The store's own count of a matrix's places serves, and the walk down the heap misses nothing: the
    /// same atom as by looking at all of them, with the phase it had last.
    #[test]
    fn the_best_of_a_matrix_is_found() {
        for seed in 1..50u64 {
            let mut engine = Engine::new();
            let rows = engine.new_vars(7, 7);
            let cells: Vec<VarId> = rows.iter().collect();
            let m = engine.new_matrix(rows);
            let gone = |i: u64| (seed * 31 + i * i * 17 + i * seed) % 49;
            for at in (0..12).map(gone) {
                let atom = engine.store().atom(cells[at as usize / 7], at as u32 % 7);
                if engine.store().is_open(atom) {
                    engine.assert(atom.not()).expect("enough are left");
                    engine.fixpoint(&mut ()).expect("enough are left");
                }
            }
            let groups = [Group::Vars(rows)];
            let mut activity = Activity::new(&engine, &groups, 0.95, seed);
            let store = engine.store();
            for i in 0..30 {
                let at = (seed * 7 + i * i * 5) % 49;
                activity.bump(store.atom(cells[at as usize / 7], at as u32 % 7));
                activity.decay();
            }
            let permutations = Permutations { lists: vec![cells.clone()], phase: None };
            let mut alternatives = Alternatives::new(store, &permutations).expect("one list");
            let chosen = alternatives.next(store, &mut activity, false).expect("much is open");
            let worth = |atom| {
                let (x, v) = store.meaning(atom).expect("of a variable");
                let active = activity.of(atom).expect("a decision atom");
                let places = store.matrix(m).column_size(v);
                active * active / f64::from(store.size(x) * places)
            };
            let open = cells.iter().flat_map(|&x| store.domain(x).iter().map(move |v| (x, v)));
            let open = open.map(|(x, v)| store.atom(x, v)).filter(|&a| store.is_open(a));
            let best = open.map(worth).fold(0.0, f64::max);
            assert_eq!(worth(chosen.atom()), best, "seed {seed}");
            activity.prefer(!chosen);
            assert_eq!(alternatives.next(store, &mut activity, false), Some(!chosen));
        }
    }
}
