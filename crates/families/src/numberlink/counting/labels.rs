//! In how many solutions a cell lies on each label's path.
//!
//! When a cell is settled, its fragment may not have reached a label yet. So the backward pass carries, in addition to
//! the number of completions of a state, how many of them give label l to pair i: pairs × labels numbers per state, for
//! two layers at a time. A cell's numbers are then (ways to reach the state before) × (completions after the move that
//! give its fragment the label). No number that matters exceeds the number of solutions, which is counted first, so one
//! fixed width is enough.

use super::guard::{Fragment, PAIR};
use super::guarded::{Guarded, WEIGHT};
use clew_count::budget::Reservation;
use clew_count::run::{Runner, big};
use clew_count::table::Combine;
use clew_count::word::Word;
use clew_count::{Marginals, TransitionSystem};
use clew_engine::run::Stop;
use num_bigint::BigUint;
use rustc_hash::FxHashMap;

/// Exact counters of one width; a sum or product that does not fit is a bug of the caller.
trait Number: Clone + Default {
    fn from_limbs(limbs: &[u64]) -> Self;
    fn add(&mut self, other: &Self);
    fn times(&self, other: &Self) -> Self;
    fn big(self) -> BigUint;
}

impl Number for u128 {
    fn from_limbs(limbs: &[u64]) -> u128 {
        debug_assert!(limbs.iter().skip(2).all(|&l| l == 0), "at most the number of solutions");
        u128::from(limbs[0]) | u128::from(limbs.get(1).copied().unwrap_or(0)) << 64
    }
    fn add(&mut self, other: &u128) {
        *self += *other;
    }
    fn times(&self, other: &u128) -> u128 {
        *self * *other
    }
    fn big(self) -> BigUint {
        BigUint::from(self)
    }
}

impl Number for BigUint {
    fn from_limbs(limbs: &[u64]) -> BigUint {
        big(limbs)
    }
    fn add(&mut self, other: &BigUint) {
        *self += other;
    }
    fn times(&self, other: &BigUint) -> BigUint {
        self * other
    }
    fn big(self) -> BigUint {
        self
    }
}

/// Per cell and label (the last entry: the cell stays empty) the number of solutions: item (labels + 1) × the
/// cell + the label.
///
/// # Errors
/// [`Stop`] at a limit.
pub fn count<K: Word>(program: &Guarded<K>, runner: &mut Runner<'_>) -> Result<Marginals, Stop> {
    let total = runner.count::<K>(program)?;
    let items = if total.bits() <= 128 {
        pass::<K, u128>(program, runner)?
    } else {
        pass::<K, BigUint>(program, runner)?
    };
    Ok(Marginals { total, items })
}

/// The numbers of the layer after a step.
struct After<K, N> {
    /// Live states and their places in `ways` and `starts`.
    places: FxHashMap<K, u32>,
    /// Completions of each state.
    ways: Vec<N>,
    /// Where each state's numbers begin in `shares`.
    starts: Vec<usize>,
    /// Per state, pair and label: completions that give the pair that label.
    shares: Vec<N>,
    _lease: Option<Reservation>,
}

impl<K: Word, N: Number> After<K, N> {
    fn new() -> After<K, N> {
        let places = FxHashMap::default();
        After { places, ways: Vec::new(), starts: Vec::new(), shares: Vec::new(), _lease: None }
    }

    /// A state with `shares` numbers to come.
    fn push(&mut self, key: K, ways: N) {
        self.places.insert(key, self.ways.len() as u32);
        self.ways.push(ways);
    }

    /// For every label that the fragment can get in completions of state `j`, how many do.
    fn each(&self, j: usize, labels: usize, fragment: Fragment, tell: &mut dyn FnMut(usize, &N)) {
        if fragment & PAIR != 0 {
            let at = self.starts[j] + usize::from(fragment & !PAIR) * labels;
            self.shares[at..at + labels].iter().enumerate().for_each(|(l, n)| tell(l, n));
        } else if fragment != 0 {
            tell(usize::from(fragment) - 1, &self.ways[j]);
        } else {
            tell(labels, &self.ways[j]);
        }
    }
}

fn pass<K: Word, N: Number>(
    program: &Guarded<K>,
    runner: &mut Runner<'_>,
) -> Result<Vec<BigUint>, Stop> {
    let labels = program.plan().labels;
    let steps = &program.plan().steps;
    let items = steps.len() * (labels + 1);
    let _lease = runner.gauge().meter().take(items * size_of::<BigUint>())?;
    let mut table = vec![BigUint::default(); items];
    let (mut checkpoints, last) = runner.checkpoints::<K>(program, Combine::Sum)?;
    let mut after = After::<K, N>::new();
    for (key, _) in last.iter().filter(|&(key, _)| program.accepts(key)) {
        after.starts.push(0);
        after.push(key, N::from_limbs(&[1]));
    }
    drop(last);
    runner.walk_back::<K>(
        program,
        &mut checkpoints,
        Combine::Sum,
        false,
        &mut |run, now, layer| {
            let mut before = After::<K, N>::new();
            let mut here = vec![N::default(); labels + 1];
            let mut work = 0;
            for (i, (key, reached)) in layer.iter().enumerate() {
                if i % 64 == 0 {
                    run.gauge().spend(std::mem::take(&mut work) * WEIGHT);
                    run.gauge().poll()?;
                    let numbers = (before.ways.len() + before.shares.len()) * size_of::<N>();
                    let states = before.ways.len() * (size_of::<K>() + 24);
                    before._lease = None;
                    before._lease = Some(run.gauge().meter().take(2 * (numbers + states))?);
                }
                let base = before.shares.len();
                let mut ways = None;
                work += 1;
                program.transitions(now, key, &mut |next, _, state| {
                    work += 1;
                    let Some(&j) = after.places.get(&next) else { return };
                    let j = j as usize;
                    ways.get_or_insert_with(N::default).add(&after.ways[j]);
                    let reached = N::from_limbs(reached);
                    after.each(j, labels, state.here, &mut |label, n| {
                        here[label].add(&reached.times(n))
                    });
                    before.shares.resize(base + state.known_pairs() * labels, N::default());
                    for (i, &fate) in state.fates.iter().enumerate() {
                        let own = &mut before.shares[base + i * labels..];
                        after.each(j, labels, fate, &mut |label, n| own[label].add(n));
                    }
                });
                // A state without completions is dropped.
                if let Some(ways) = ways {
                    before.starts.push(base);
                    before.push(key, ways);
                }
            }
            run.gauge().spend(work * WEIGHT);
            let own = &mut table[steps[now].cell as usize * (labels + 1)..];
            for (sum, n) in own.iter_mut().zip(here) {
                *sum = n.big();
            }
            after = before;
            Ok(())
        },
    )?;
    Ok(table)
}
