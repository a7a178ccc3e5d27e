//! A frontier dynamic programme, stated once and run in every way: counting, uniqueness, least cost.
//!
//! A [`Programme`] says how a state at step k becomes states at step k + 1. Every way from the start
//! to an accepted end is one solution. The runner in this file keeps one layer at a time.
//! Cost: time is the sum of all layers, space the largest two.
//!
//! Source: Bellman, *Dynamic Programming*, 1957; Kawahara, Inoue, Iwashita, Minato, *Frontier-based
//! search for enumerating all constrained subgraphs with compressed representation*, 2017.

use super::budget::{Gauge, Stats};
use super::layer::{Layer, Source, Workers, expand};
use super::table::{Fold, Key};
use crate::run::{Budget, Progress, Step, Stop};
use num_bigint::BigUint;

/// What to count: layers of states and the moves between them.
///
/// Different sequences of moves from the start to an accepted state must be different solutions,
/// and every solution must be one of them.
pub trait Programme: Sync {
    /// A packed state.
    type Key: Key;

    /// The number of steps; layer 0 holds the start, layer `steps()` the ends.
    fn steps(&self) -> usize;

    /// The state before the first step.
    fn start(&self) -> Self::Key;

    /// Every move of step `step` from a state: the state it leads to and the move's name.
    fn moves(&self, step: usize, key: Self::Key, emit: &mut impl FnMut(Self::Key, u32));

    /// Whether a state after the last step is a solution's.
    fn accepts(&self, key: Self::Key) -> bool;

    /// What a move of this step costs, for [`Fold::Min`].
    fn cost(&self, _step: usize, _name: u32) -> u64 {
        0
    }
}

/// How a count ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The exact number.
    Exact(BigUint),
    /// No number: a limit or an interrupt came first.
    Stopped(Stop),
}

/// How a run ended and what it cost.
#[derive(Clone, PartialEq, Debug)]
pub struct Run<T> {
    /// The exact answer, or why there is none.
    pub answer: Result<T, Stop>,
    /// What it cost.
    pub stats: Stats,
}

/// What runs share: the budget in force, the threads, and what it has cost so far.
pub struct Runner<'a> {
    pub(crate) gauge: Gauge,
    pub(super) workers: Workers,
    progress: &'a mut dyn Progress,
    stats: Stats,
}

impl std::fmt::Debug for Runner<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Runner").field("gauge", &self.gauge).field("stats", &self.stats).finish()
    }
}

impl<'a> Runner<'a> {
    /// Puts limits in force with this many threads (0: one a processor).
    pub fn new(budget: &Budget, threads: usize, progress: &'a mut dyn Progress) -> Runner<'a> {
        let (gauge, workers) = (Gauge::new(budget), Workers::new(threads));
        Runner { gauge, workers, progress, stats: Stats::default() }
    }

    /// What the runs so far have cost.
    pub fn stats(&self) -> Stats {
        Stats { peak_bytes: self.gauge.meter().peak(), ..self.stats }
    }

    /// Notes states that were held at once, outside of layers.
    pub(crate) fn held(&mut self, states: usize) {
        self.stats.peak_states = self.stats.peak_states.max(states);
        self.stats.total_states += states as u64;
    }

    /// The layer of the start alone.
    pub(crate) fn first<P: Programme>(&self, p: &P, fold: Fold) -> Result<Layer<P::Key>, Stop> {
        let one = u64::from(!matches!(fold, Fold::Min));
        Layer::single(&self.gauge, fold, p.start(), &[one])
    }

    /// Layer `step + 1` from layer `step`.
    pub(crate) fn advance<P: Programme>(
        &mut self,
        p: &P,
        step: usize,
        source: Source<'_, P::Key>,
        limbs: usize,
        fold: Fold,
    ) -> Result<Layer<P::Key>, Stop> {
        self.gauge.poll()?;
        let least = fold == Fold::Min;
        let (gauge, workers) = (&self.gauge, &self.workers);
        let next = expand(source, (limbs, 0), fold, gauge, workers, |sink, key, value| {
            p.moves(step, key, &mut |to, name| {
                if least {
                    sink.push(to, &[value[0] + p.cost(step, name)]);
                } else {
                    sink.push(to, value);
                }
            });
        })?;
        let states = next.len();
        self.stats.peak_states = self.stats.peak_states.max(states);
        self.stats.total_states += states as u64;
        self.stats.steps += 1;
        let bytes = self.gauge.meter().used();
        self.progress.step(Step { done: step + 1, total: p.steps(), states, bytes });
        Ok(next)
    }

    /// The last layer.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn forward<P: Programme>(&mut self, p: &P, fold: Fold) -> Result<Layer<P::Key>, Stop> {
        let mut layer = self.first(p, fold)?;
        for step in 0..p.steps() {
            let limbs = layer.limbs();
            layer = self.advance(p, step, Source::Consume(layer), limbs, fold)?;
        }
        Ok(layer)
    }

    /// The exact number of solutions.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn count<P: Programme>(&mut self, p: &P) -> Result<BigUint, Stop> {
        let last = self.forward(p, Fold::Sum)?;
        Ok(last.iter().filter(|&(k, _)| p.accepts(k)).map(|(_, v)| big(v)).sum())
    }

    /// The number of solutions, or `cap` if there are more. Cheaper than [`Runner::count`] only in
    /// that counters stay one word.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn count_to<P: Programme>(&mut self, p: &P, cap: u64) -> Result<u64, Stop> {
        let last = self.forward(p, Fold::SumTo(cap))?;
        let ends = last.iter().filter(|&(k, _)| p.accepts(k));
        Ok(ends.fold(0u64, |sum, (_, v)| sum.saturating_add(v[0]).min(cap)))
    }

    /// The least cost of a solution, `None` if there is none.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn least<P: Programme>(&mut self, p: &P) -> Result<Option<u64>, Stop> {
        let last = self.forward(p, Fold::Min)?;
        Ok(last.iter().filter(|&(k, _)| p.accepts(k)).map(|(_, v)| v[0]).min())
    }
}

/// Limbs, the lowest first, as a number.
pub(crate) fn big(limbs: &[u64]) -> BigUint {
    let halves = limbs.iter().flat_map(|&l| [l as u32, (l >> 32) as u32]).collect();
    BigUint::new(halves)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// Walks of a token on a ring of `size` places: stay, or go left or right.
    struct Ring {
        size: u64,
        steps: usize,
    }

    impl Programme for Ring {
        type Key = u64;
        fn steps(&self) -> usize {
            self.steps
        }
        fn start(&self) -> u64 {
            0
        }
        fn moves(&self, _: usize, key: u64, emit: &mut impl FnMut(u64, u32)) {
            emit(key, 0);
            emit((key + 1) % self.size, 1);
            emit((key + self.size - 1) % self.size, 2);
        }
        fn accepts(&self, key: u64) -> bool {
            key == 7
        }
        fn cost(&self, _: usize, name: u32) -> u64 {
            u64::from(name) * 10
        }
    }

    fn truth(r: &Ring) -> BigUint {
        let n = r.size as usize;
        let mut now = vec![BigUint::ZERO; n];
        now[0] = BigUint::from(1u32);
        for _ in 0..r.steps {
            now = (0..n).map(|i| &now[i] + &now[(i + 1) % n] + &now[(i + n - 1) % n]).collect();
        }
        now[7].clone()
    }

    #[test]
    fn counts_past_128_bits_and_any_thread_count_agrees() {
        for size in [11, 50_000] {
            let r = Ring { size, steps: 150 };
            for threads in [1, 2, 5] {
                assert_eq!(
                    Runner::new(&Budget::unlimited(), threads, &mut ()).count(&r),
                    Ok(truth(&r))
                );
            }
        }
    }

    #[test]
    fn wide_layers_agree_with_the_truth() {
        struct Fan;
        impl Programme for Fan {
            type Key = u128;
            fn steps(&self) -> usize {
                20
            }
            fn start(&self) -> u128 {
                0
            }
            fn moves(&self, _: usize, key: u128, emit: &mut impl FnMut(u128, u32)) {
                emit(key * 2 % 65_537, 0);
                emit((key * 2 + 1) % 65_537, 1);
            }
            fn accepts(&self, key: u128) -> bool {
                key.is_multiple_of(3)
            }
        }
        let mut now = vec![0u64; 65_537];
        now[0] = 1;
        for _ in 0..20 {
            let mut next = vec![0u64; 65_537];
            for (k, &v) in now.iter().enumerate() {
                next[k * 2 % 65_537] += v;
                next[(k * 2 + 1) % 65_537] += v;
            }
            now = next;
        }
        let truth: u64 = now.iter().step_by(3).sum();
        for threads in [1, 2, 3] {
            let mut quiet = ();
            let mut run = Runner::new(&Budget::unlimited(), threads, &mut quiet);
            assert_eq!(run.count(&Fan), Ok(BigUint::from(truth)));
            assert_eq!(run.stats().peak_states, 65_537);
        }
        for memory in [2_000, 60_000, 500_000, 1_000_000, 2_000_000] {
            let mut quiet = ();
            let mut run = Runner::new(&Budget::of_memory(memory), 2, &mut quiet);
            let got = run.count(&Fan);
            assert!(got == Err(Stop::Memory), "{memory}");
            assert!(run.stats().peak_bytes <= memory);
        }
    }

    #[test]
    fn caps_and_costs() {
        let r = Ring { size: 11, steps: 30 };
        let mut quiet = ();
        let mut run = Runner::new(&Budget::unlimited(), 1, &mut quiet);
        assert_eq!(run.count_to(&r, 2), Ok(2));
        // Seven to the right at 10 each beats four to the left at 20.
        assert_eq!(run.least(&r), Ok(Some(70)));
        assert_eq!(run.least(&Ring { size: 20, steps: 3 }), Ok(None));
        assert_eq!(run.count_to(&Ring { size: 20, steps: 3 }, 2), Ok(0));
    }

    #[test]
    fn time_and_progress() {
        let r = Ring { size: 11, steps: 30 };
        let late = Budget::unlimited().within(Duration::ZERO);
        assert_eq!(Runner::new(&late, 1, &mut ()).count(&r), Err(Stop::Time));
        let mut seen = Vec::new();
        let mut listen = |s: Step| seen.push((s.done, s.total, s.states));
        Runner::new(&Budget::unlimited(), 1, &mut listen).count(&r).unwrap();
        assert_eq!(seen.len(), 30);
        assert_eq!((seen[0], seen[29]), ((1, 30, 3), (30, 30, 11)));
    }
}
