//! Forward counting with two layers at a time.

use num_bigint::BigUint;

use super::{Program, Word};
use crate::count::budget::{Budget, Limits, Progress, Stats, Step, Stop};
use crate::count::table::{Fold, Table};

/// States between two looks at the clock.
const POLL: usize = 1 << 10;

/// A finished count and what it has cost.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Counted {
    /// The number of solutions (with a cap: at most the cap).
    pub total: BigUint,
    pub stats: Stats,
}

/// How a count runs: its limits in force, its listener, its figures.
pub struct Runner<'a> {
    budget: Budget,
    progress: &'a mut dyn Progress,
    fold: Fold,
    stats: Stats,
}

impl<'a> Runner<'a> {
    /// A run under limits. With a cap all counters stop there.
    pub fn new(limits: &Limits, cap: Option<u64>, progress: &'a mut dyn Progress) -> Runner<'a> {
        let fold = cap.map_or(Fold::Sum, Fold::SumTo);
        Runner { budget: Budget::new(limits), progress, fold, stats: Stats::default() }
    }

    /// The limits in force.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// The layer before the first step.
    ///
    /// # Errors
    /// [`Stop`] at a limit.
    pub fn start<P: Program>(&mut self, program: &P) -> Result<Table<P::Key>, Stop> {
        let mut table = Table::new(self.budget.meter(), 1, 1, self.fold, 0)?;
        table.insert(program.start(), &[1])?;
        Ok(table)
    }

    /// The layer after `step` (of `total` steps, for the listener).
    ///
    /// # Errors
    /// [`Stop`] at a limit.
    pub fn advance<P: Program>(
        &mut self,
        program: &P,
        step: usize,
        layer: Table<P::Key>,
        total: usize,
    ) -> Result<Table<P::Key>, Stop> {
        let mut next = Table::new(self.budget.meter(), layer.len(), layer.limbs(), self.fold, 0)?;
        for (i, (key, ways)) in layer.iter().enumerate() {
            let mut full = Ok(());
            program.next(step, &key, &mut |_, k| {
                if full.is_ok() {
                    full = next.insert(k, ways);
                }
            });
            full?;
            if i % POLL == 0 {
                self.budget.poll()?;
            }
        }
        self.stats.steps += 1;
        self.stats.peak_states = self.stats.peak_states.max(next.len());
        self.stats.total_states += next.len() as u64;
        self.progress.step(Step {
            done: self.stats.steps,
            total,
            states: next.len(),
            bytes: self.budget.meter().used(),
        });
        Ok(next)
    }

    /// Closes the run with its result.
    pub fn finish(mut self, total: BigUint) -> Counted {
        self.stats.peak_bytes = self.budget.meter().peak();
        Counted { total, stats: self.stats }
    }
}

/// The number of answers of a programme.
///
/// # Errors
/// [`Stop`] at a limit; nothing is known then.
pub fn count<P: Program>(program: &P, mut runner: Runner<'_>) -> Result<Counted, Stop> {
    let mut layer = runner.start(program)?;
    for step in 0..program.steps() {
        layer = runner.advance(program, step, layer, program.steps())?;
    }
    let total = layer.get(P::Key::default()).map_or_else(BigUint::default, big);
    Ok(runner.finish(total))
}

/// Joins two layers that ran towards each other: `partner` maps a key of the one to the key of the other that
/// completes it.
pub fn join<K: Word>(one: &Table<K>, other: &Table<K>, partner: impl Fn(&K) -> K) -> BigUint {
    let (small, large) = if one.len() <= other.len() { (one, other) } else { (other, one) };
    small.iter().filter_map(|(key, ways)| Some(big(ways) * big(large.get(partner(&key))?))).sum()
}

/// The value of a counter.
pub fn big(limbs: &[u64]) -> BigUint {
    BigUint::new(limbs.iter().flat_map(|&l| [l as u32, (l >> 32) as u32]).collect())
}
