//! Domain-weighted activity: decisions with the fewest alternatives.
//!
//! In a permutation each fact "x is v" is one of several in two ways: of the values that x can take,
//! and of the variables of the list that can take v. A cell of a Latin square makes that three: its
//! own values, and the places of its value in its row and in its column. The fewer there are, the more
//! follows from the decision, and the sooner a wrong decision fails. So an atom's activity counts for
//! more the fewer alternatives it has: it is divided by the square root of the product of these
//! numbers. In Latin squares the phase is fixed to "true", as such a fact settles all of them at once;
//! along a line, where a placed number must be connected to its neighbours, search does better with
//! the last phases.
//!
//! Sources: Boussemart, Hemery, Lecoutre, Sais, "Boosting systematic search by weighting constraints",
//! 2004 (domain size against weight); Hnich, Smith, Walsh, "Dual modelling of permutation and
//! injection problems", 2004 (values and places alike).

use super::{Activity, Decider};
use crate::kernel::{Atom, Engine, Halt, Lit, Permutations, Store, VarId};
use smallvec::SmallVec;

/// A list of variables each of which takes every one of its values exactly once.
#[derive(Clone, Debug)]
enum List {
    /// The store keeps count of the places of its values.
    Matrix(u32),
    /// They are counted before each decision.
    Counted {
        vars: Vec<VarId>,
        /// The word of each, if all have a single word.
        words: Option<Vec<u32>>,
    },
}

/// Activity, weighted for the atoms of variables in permutations; other atoms come last.
#[derive(Clone, Debug)]
pub(crate) struct WeightedActivity {
    activity: Activity,
    alternatives: Alternatives,
}

/// Counts the alternatives of atoms of variables in permutations.
#[derive(Clone, Debug)]
pub(crate) struct Alternatives {
    lists: Vec<List>,
    /// Per variable the lists that it is in, none for those that are in no permutation.
    of: Vec<SmallVec<[u32; 2]>>,
    /// Scratch: of lists that are counted, per list and word of values how many open variables can
    /// take each, bit-sliced: bit b of word k is digit k of the count of value b.
    places: Vec<u64>,
    /// Words of a set of values, and of a count.
    words: usize,
    digits: usize,
    /// The phase of every decision on them, `None`: the last one.
    phase: Option<bool>,
    /// The fewest alternatives an open atom can have; and the same if no value of a counted list has
    /// only one place.
    least: [f64; 2],
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
            lists.push(kept.map_or_else(|| List::counted(store, xs), List::Matrix));
        }
        let counted = lists.iter().any(|list| matches!(list, List::Counted { .. }));
        let (words, digits) = (values.div_ceil(64) as usize, values.ilog2() as usize + 1);
        let places = vec![0; if counted { lists.len() * words * digits } else { 0 }];
        // An open variable has another value, and an open value of a matrix another place.
        let least = [1, 2].map(|counted| {
            let places = |&list: &u32| match lists[list as usize] {
                List::Matrix(_) => 2,
                List::Counted { .. } => counted,
            };
            let of = of.iter().filter(|of| !of.is_empty());
            let fewest = of.map(|of| of.iter().map(|list| f64::from(places(list))).product());
            2.0 * fewest.fold(f64::INFINITY, f64::min)
        });
        let phase = permutations.phase;
        Some(Alternatives { lists, of, places, words, digits, phase, least })
    }

    /// Whether an atom belongs to a variable of a list.
    fn weighs(&self, store: &Store, atom: Atom) -> bool {
        store.meaning(atom).is_some_and(|(x, _)| !self.of[x.index()].is_empty())
    }

    /// The atom to decide in its phase, with `targeted` in that of the longest trail. `None`: every variable has its
    /// value. Time: linear in the number of active atoms, and of the values that are left where places are counted
    /// here.
    fn next(&mut self, store: &Store, activity: &mut Activity, targeted: bool) -> Option<Lit> {
        let least = self.least[usize::from(!self.count(store))];
        // Of a variable with two values; a power of two, so that products with it are exact.
        let places = least / 2.0;
        let worth = |atom, active: f64, best: f64| {
            let (x, v) = store.meaning(atom)?;
            let lists = &self.of[x.index()];
            let size = f64::from(store.size(x));
            // Squares compare as the numbers themselves do.
            let square = active * active;
            // Places are counted only if that number of values, with the fewest places, leaves it a chance.
            if lists.is_empty() || square / (size * places) < best {
                return None;
            }
            let left = |&list: &u32| f64::from(self.left(store, list, v));
            Some(square / (size * lists.iter().map(left).product::<f64>()))
        };
        // A little less, to allow for rounding.
        let active = |worth: f64| (worth * least).sqrt() * (1.0 - 1e-9);
        let atom = activity.best(store, worth, active)?;
        Some(activity.phased(atom, targeted, self.phase))
    }

    /// Counts the places of values of lists that the store does not keep count of. Returns whether a
    /// value has only one.
    fn count(&mut self, store: &Store) -> bool {
        self.places.fill(0);
        let (words, digits) = (self.words, self.digits);
        let mut lone = 0;
        for (list, counted) in self.lists.iter().enumerate() {
            let List::Counted { vars, words: narrow } = counted else { continue };
            let places = &mut self.places[list * words * digits..(list + 1) * words * digits];
            // A taken value has been removed from the domains of the others.
            if let Some(narrow) = narrow {
                match digits {
                    0..=4 => count_words::<4>(store, narrow, places),
                    _ => count_words::<{ u64::BITS.ilog2() as usize + 1 }>(store, narrow, places),
                }
            } else {
                for &x in vars.iter().filter(|&&x| store.size(x) > 1) {
                    let places = places.chunks_exact_mut(digits);
                    store.domain_words(x).iter().zip(places).for_each(|(&w, p)| add(p, w));
                }
            }
            for count in places.chunks_exact(digits) {
                lone |= count[0] & !count[1..].iter().fold(0, |more, digit| more | digit);
            }
        }
        lone != 0
    }

    /// How many variables of a list can take a value.
    #[inline]
    fn left(&self, store: &Store, list: u32, v: u32) -> u32 {
        match self.lists[list as usize] {
            List::Matrix(m) => store.matrix(m).column_size(v),
            List::Counted { .. } => {
                let at = (list as usize * self.words + v as usize / 64) * self.digits;
                let digits = self.places[at..at + self.digits].iter().rev();
                digits.fold(0, |count, digit| count << 1 | (digit >> (v % 64)) as u32 & 1)
            }
        }
    }
}

/// Counts the values of open variables of one word each, in `N` digits at least as many as there are in `count`: a number
/// that is known to the compiler keeps them in registers.
fn count_words<const N: usize>(store: &Store, words: &[u32], count: &mut [u64]) {
    let mut digits = [0; N];
    for word in words.iter().map(|&w| store.alive(w as usize)) {
        let is_open = word & word.wrapping_sub(1) != 0;
        add(&mut digits, word & u64::from(is_open).wrapping_neg());
    }
    count.copy_from_slice(&digits[..count.len()]);
}

/// Counts each value of a word once more.
#[inline]
fn add(count: &mut [u64], word: u64) {
    let mut carry = word;
    for digit in count {
        (*digit, carry) = (*digit ^ carry, *digit & carry);
    }
}

impl List {
    fn counted(store: &Store, xs: &[VarId]) -> List {
        let narrow = xs.iter().all(|&x| store.values(x) <= 64);
        let words = narrow.then(|| xs.iter().map(|&x| store.first_word(x) as u32).collect());
        List::Counted { vars: xs.to_vec(), words }
    }
}

impl WeightedActivity {
    /// Weights activity by the alternatives in these lists.
    ///
    /// # Errors
    /// [`Halt::Interrupted`].
    pub fn new(
        engine: &Engine,
        activity: Activity,
        alternatives: Alternatives,
    ) -> Result<WeightedActivity, Halt> {
        let weighs = |atom| alternatives.weighs(engine.store(), atom);
        let activity = activity.set_aside(weighs, &engine.step_counter())?;
        Ok(WeightedActivity { activity, alternatives })
    }
}

impl Decider for WeightedActivity {
    fn next(&mut self, engine: &Engine, patient: bool) -> Option<Lit> {
        let weighed = self.alternatives.next(engine.store(), &mut self.activity, patient);
        weighed.or_else(|| self.activity.next(engine, patient))
    }

    fn rest(&self) -> Option<&dyn Decider> {
        Some(&self.activity)
    }

    fn rest_mut(&mut self) -> Option<&mut dyn Decider> {
        Some(&mut self.activity)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{Group, Reason};

    /// A square of order 3 in which the middle cell has two values left, both of which its row and
    /// column can take in two places: no other choice has fewer alternatives.
    #[test]
    fn fewest_alternatives_first_then_activity() {
        let mut engine = Engine::new();
        let all = engine.new_vars(9, 3);
        let cells: Vec<VarId> = all.iter().collect();
        let rows = (0..3).map(|r| cells[3 * r..3 * r + 3].to_vec());
        let columns = (0..3).map(|c| (0..3).map(|r| cells[3 * r + c]).collect());
        let lists: Vec<Vec<VarId>> = rows.chain(columns).collect();
        engine.assert(engine.store().atom(cells[4], 0).neg()).expect("two are left");
        engine.assert(engine.store().atom(cells[1], 1).neg()).expect("two are left");
        engine.assert(engine.store().atom(cells[3], 1).neg()).expect("two are left");
        let groups = [Group::Vars(all)];
        let mut activity =
            Activity::new(&engine, &groups, 0.95, 0).expect("this counter never interrupts");
        let permutations = Permutations { lists, phase: Some(true) };
        let mut alternatives =
            Alternatives::new(engine.store(), &permutations).expect("there are lists");
        let store = engine.store();
        assert_eq!(
            alternatives.next(store, &mut activity, false),
            Some(store.atom(cells[4], 1).pos())
        );
        // An atom that is active enough comes first although it has more alternatives.
        let other = store.atom(cells[8], 2);
        (0..3).for_each(|_| activity.bump(other));
        assert_eq!(alternatives.next(store, &mut activity, false), Some(other.pos()));
    }

    /// Counts of places agree with counting them one by one, in one word and in two.
    #[test]
    fn places_are_counted() {
        for n in [1, 2, 5, 64, 70] {
            let mut store = Store::new();
            let xs = store.new_vars_of((0..n).map(|_| n));
            for i in 0..u64::from(n * n) {
                let (x, v) = (xs.at(i as u32 / n), i as u32 % n);
                let stays = (i * i * 31 + i * 17) % 7 < 3 || store.size(x) <= 1 + v % 2;
                if !stays {
                    store.assign(store.atom(x, v).neg(), Reason::GIVEN).expect("others are left");
                }
            }
            let lists = vec![xs.iter().collect()];
            let permutations = Permutations { lists, phase: None };
            let mut alternatives = Alternatives::new(&store, &permutations).expect("one list");
            let open = |v: u32| {
                xs.iter().filter(|&x| store.size(x) > 1 && store.domain(x).contains(v)).count()
            };
            let lone = (0..n).any(|v| open(v) == 1);
            assert_eq!(alternatives.count(&store), lone, "order {n}");
            for v in 0..n {
                assert_eq!(alternatives.left(&store, 0, v) as usize, open(v), "order {n}, {v}");
            }
        }
    }

    #[test]
    fn nothing_is_left_to_choose() {
        let mut engine = Engine::new();
        let both = engine.new_vars(2, 2);
        let (x, y) = (both.at(0), both.at(1));
        let groups = [Group::Vars(both)];
        let mut activity =
            Activity::new(&engine, &groups, 0.95, 0).expect("this counter never interrupts");
        let permutations = Permutations { lists: vec![vec![x, y]], phase: Some(true) };
        let mut alternatives = Alternatives::new(engine.store(), &permutations).expect("one list");
        assert!(alternatives.next(engine.store(), &mut activity, false).is_some());
        engine.assert(engine.store().atom(x, 0).pos()).expect("open");
        engine.assert(engine.store().atom(y, 1).pos()).expect("open");
        assert_eq!(alternatives.next(engine.store(), &mut activity, false), None);
        assert!(Alternatives::new(engine.store(), &Permutations::default()).is_none());
    }

    /// With the store's own counts of a matrix's places, the walk down the heap finds the same atom as a
    /// check of all atoms, with its last phase.
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
                    engine.assert(atom.neg()).expect("enough are left");
                    engine.fixpoint(&mut ()).expect("enough are left");
                }
            }
            let groups = [Group::Vars(rows)];
            let mut activity =
                Activity::new(&engine, &groups, 0.95, seed).expect("this counter never interrupts");
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
                let active = activity.activity_of(atom).expect("a decision atom");
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

    /// Atoms involved in conflicts come before others with as many alternatives.
    #[test]
    fn conflicts_make_their_atoms_come_first() {
        let mut engine = Engine::new();
        let all = engine.new_vars(5, 5);
        let cells: Vec<VarId> = all.iter().collect();
        let activity = Activity::new(&engine, &[Group::Vars(all)], 0.95, 0)
            .expect("this counter never interrupts");
        let permutations = Permutations { lists: vec![cells.clone()], phase: Some(true) };
        let alternatives = Alternatives::new(engine.store(), &permutations).expect("one list");
        let mut weighted = WeightedActivity::new(&engine, activity, alternatives)
            .expect("this counter never interrupts");
        for (x, v) in [(3, 2), (1, 4)] {
            let atom = engine.store().atom(cells[x], v);
            weighted.involved(&[atom.neg(), atom.neg()]);
            weighted.learnt(&engine, false);
            assert_eq!(weighted.next(&engine, false), Some(atom.pos()));
        }
    }
}
