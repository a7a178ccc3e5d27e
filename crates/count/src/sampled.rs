//! Approximate counts without complete tables: unbiased estimates and proven lower bounds from
//! layers of a bounded number of states.
//!
//! *Estimates.* The program runs on states with weights. When a layer has more than `width` states, some
//! are kept: with c chosen so that the chances min(1, w / c) add up to `width`, a state of weight w stays
//! with that chance, and then weighs max(w, c). So every state's weight keeps its mean, and the sum of
//! accepted weights at the end has the exact count as its mean. States are drawn systematically in the
//! order of their keys: neighbours in that order are alike, so every kind gets its share. Independent
//! runs give the error of the result.
//!
//! *Lower bounds.* With exact numbers, and the smaller ones dropped, the solutions counted at the end are
//! a part of all solutions.
//!
//! Sources: Fearnhead, Clifford, "On-line inference for hidden Markov models via particle filters",
//! 2003 (the resampling); Vaisman, Kroese, "Stochastic enumeration method for counting trees", 2017;
//! Knuth, "Mathematics and computer science: coping with finiteness", 1976 (paths by importance).

use super::budget::RunBudget;
use super::run::Runner;
use super::system::{Buffer, System};
use super::table::Key;
use clew_engine::run::Stop;
use num_bigint::BigUint;
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The maximal number of counter words that a lower bound adds up: numbers grow with the steps, so long
/// boards get fewer states per layer, but never fewer than [`FEWEST`].
const WORK: usize = 400_000_000;
const FEWEST: usize = 10;
/// The memory of a state besides its number, in words.
const OVERHEAD_WORDS: usize = 8;
/// Steps in which a number grows by one word, or more.
const STEPS_PER_WORD: usize = 128;

/// One estimate for each seed of the range, on the threads of the runner.
pub(super) fn estimates<K: Key>(
    p: &System<'_, K>,
    seeds: Range<u64>,
    width: usize,
    run: &mut Runner<'_>,
) -> Result<Vec<f64>, Stop> {
    let gauge = &run.gauge;
    let tasks = (seeds.end - seeds.start) as usize;
    let of = |_: &mut (), task| estimate(p, width, seeds.start + task as u64, gauge);
    let (all, _) = run.workers.make(tasks, gauge, || Ok(()), of)?;
    run.looked_at(all.iter().map(|one| one.1).sum());
    Ok(all.into_iter().map(|one| one.0).collect())
}

/// One unbiased estimate of the number of solutions, as its natural logarithm (minus infinity for zero;
/// the number itself may be beyond floats), and the number of expanded states. The same seed gives the
/// same one.
///
/// Costs about steps × `width` expansions.
///
/// # Errors
/// The reason to stop.
pub fn estimate<K: Key>(
    p: &System<'_, K>,
    width: usize,
    seed: u64,
    gauge: &RunBudget,
) -> Result<(f64, u64), Stop> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut layer = vec![(p.start(), 1.0)];
    let (mut scale, mut looked) = (0.0, 0);
    let (mut buffer, mut pace) = (Buffer::new(gauge), gauge.pace());
    gauge.poll()?;
    for step in 0..p.steps() {
        let mut next: FxHashMap<K, f64> = FxHashMap::default();
        looked += layer.len() as u64;
        for (key, weight) in layer {
            pace.tick()?;
            buffer.each(p, step, key, |k, _| *next.entry(k).or_default() += weight);
        }
        layer = next.into_iter().collect();
        let top = layer.iter().map(|s| s.1).fold(0.0, f64::max);
        if top == 0.0 {
            gauge.poll()?;
            return Ok((f64::NEG_INFINITY, looked));
        }
        scale += f64::ln(top);
        layer.iter_mut().for_each(|s| s.1 /= top);
        layer.sort_unstable_by_key(|s| s.0);
        if layer.len() > width {
            thin(&mut layer, width, unit(&mut rng));
        }
    }
    // A layer that was stopped in the middle of a state is biased.
    gauge.poll()?;
    let accepted: f64 = layer.iter().filter(|s| p.accepts(s.0)).map(|s| s.1).sum();
    Ok((scale + accepted.ln(), looked))
}

/// A number from 0 up to 1.
fn unit(rng: &mut ChaCha8Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

/// Keeps about `width` states, each weight's mean unchanged; `offset` is uniform on [0, 1).
fn thin<K>(layer: &mut Vec<(K, f64)>, width: usize, offset: f64) {
    let c = threshold(layer.iter().map(|s| s.1).collect(), width);
    let mut sum = offset;
    layer.retain_mut(|(_, weight)| {
        if *weight >= c {
            return true;
        }
        let before = sum.floor();
        sum += *weight / c;
        *weight = c;
        sum.floor() > before
    });
}

/// The c for which the probabilities min(1, w / c) add up to `width`, which is less than the number
/// of weights.
fn threshold(mut weights: Vec<f64>, width: usize) -> f64 {
    weights.sort_unstable_by(|a, b| b.total_cmp(a));
    // The i heaviest stay for certain; the others share the rest of the width.
    let mut rest: f64 = weights.iter().sum();
    for (i, w) in weights.iter().enumerate().take(width) {
        let c = rest / (width - i) as f64;
        if *w < c {
            return c;
        }
        rest -= w;
    }
    weights[width.min(weights.len() - 1)]
}

/// A proven lower bound on the number of solutions: those found with the `width` states of each layer
/// to which most ways lead (fewer on boards with very many steps); and the number of states of the
/// largest layer.
///
/// # Errors
/// The reason to stop.
pub fn at_least<K: Key>(
    p: &System<'_, K>,
    width: usize,
    gauge: &RunBudget,
) -> Result<(BigUint, usize), Stop> {
    let words = p.steps().max(1) * (OVERHEAD_WORDS + p.steps() / STEPS_PER_WORD);
    let width = width.min((WORK / words).max(FEWEST));
    let mut layer = vec![(p.start(), BigUint::from(1u32))];
    let (mut buffer, mut pace, mut peak) = (Buffer::new(gauge), gauge.pace(), 1);
    gauge.poll()?;
    for step in 0..p.steps() {
        let mut next: FxHashMap<K, BigUint> = FxHashMap::default();
        for (key, ways) in &layer {
            pace.tick()?;
            buffer.each(p, step, *key, |k, _| *next.entry(k).or_default() += ways);
        }
        layer = next.into_iter().collect();
        if layer.len() > width {
            layer.select_nth_unstable_by(width, |a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
            layer.truncate(width);
        }
        peak = peak.max(layer.len());
    }
    Ok((layer.into_iter().filter(|s| p.accepts(s.0)).map(|s| s.1).sum(), peak))
}

#[cfg(test)]
mod tests {
    use super::super::system::{Moves, TransitionSystem};
    use super::*;
    use clew_engine::run::Budget;
    use std::time::Duration;

    fn free() -> RunBudget {
        RunBudget::new(&Budget::unlimited())
    }

    /// Bit strings of `n` bits without two ones in a row, the last three bits kept: Fibonacci numbers.
    struct Strings(usize);

    impl TransitionSystem for Strings {
        type Key = u64;
        fn steps(&self) -> usize {
            self.0
        }
        fn start(&self) -> u64 {
            0
        }
        fn moves(&self, step: usize, key: u64, to: &mut Moves<'_, u64>) {
            // The number of ones is kept too, so that there are many states.
            to.emit(key << 1 & 0xfffe, 0);
            if key & 1 == 0 || step == 0 {
                to.emit((key << 1 | 1) & 0xffff, 1);
            }
        }
        fn accepts(&self, _: u64) -> bool {
            true
        }
    }

    fn fibonacci(n: usize) -> f64 {
        (0..n).fold((1.0, 2.0), |(a, b), _| (b, a + b)).0
    }

    #[test]
    fn estimates_have_the_truth_as_their_mean() {
        let p = Strings(24);
        let of = |seed| estimate(&p, 20, seed, &free()).expect("not halted").0.exp();
        let n = 2_000;
        let all: Vec<f64> = (0..n).map(of).collect();
        let mean = all.iter().sum::<f64>() / n as f64;
        let spread = all.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1) as f64;
        let error = (spread / n as f64).sqrt();
        let truth = fibonacci(24);
        assert!(error > 0.0 && error < truth / 20.0, "{error}");
        assert!((mean - truth).abs() < 4.0 * error, "{mean} +- {error}, not {truth}");
    }

    #[test]
    fn wide_enough_layers_are_exact() {
        let p = Strings(20);
        let of = estimate(&p, 1 << 20, 1, &free()).expect("not halted").0.exp();
        assert!((of / fibonacci(20) - 1.0).abs() < 1e-9);
        let (all, _) = at_least(&p, 1 << 20, &free()).expect("not halted");
        assert_eq!(all, BigUint::from(fibonacci(20) as u64));
        let (some, peak) = at_least(&p, 5, &free()).expect("not halted");
        assert_eq!(peak, 5);
        assert!(some > BigUint::ZERO && some < all);
        let late = RunBudget::new(&Budget::unlimited().within(Duration::ZERO));
        assert_eq!(estimate(&p, 10, 1, &late), Err(Stop::Time));
        assert_eq!(at_least(&p, 10, &late), Err(Stop::Time));
    }

    #[test]
    fn bounds_of_many_steps_keep_few_states() {
        let (some, peak) = at_least(&Strings(20_000), 4_000, &free()).expect("not halted");
        assert!((FEWEST..200).contains(&peak), "{peak}");
        // Few states of many prove little, but they prove that there is a solution.
        assert!(some > BigUint::ZERO, "{some}");
    }

    #[test]
    fn thinning_keeps_means_and_numbers() {
        let layer: Vec<(u32, f64)> = (0..100).map(|i| (i, 1.0 / f64::from(1 + i))).collect();
        let total: f64 = layer.iter().map(|s| s.1).sum();
        let (mut mean, rounds) = (vec![0.0; 100], 10_000);
        for r in 0..rounds {
            let mut some = layer.clone();
            thin(&mut some, 10, (f64::from(r) + 0.5) / f64::from(rounds));
            assert!((9..=11).contains(&some.len()), "{}", some.len());
            let sum: f64 = some.iter().map(|s| s.1).sum();
            assert!((sum / total - 1.0).abs() < 0.2);
            some.iter().for_each(|s| mean[s.0 as usize] += s.1 / f64::from(rounds));
        }
        for (m, s) in mean.iter().zip(&layer) {
            assert!((m - s.1).abs() < 1e-3, "{m} for {}", s.1);
        }
    }
}
