//! What a programme counts, without its whole tables: unbiased estimates and proven lower bounds from
//! layers of a bounded number of states.
//!
//! *Estimates.* The programme runs on states with weights. When a layer has more than `beam` states,
//! some are kept: with c chosen so that the chances min(1, w / c) add up to `beam`, a state of weight w
//! stays with that chance, and then weighs max(w, c). So every state's weight keeps its mean, and the sum
//! of accepted weights at the end has the exact count as its mean. States are drawn systematically in
//! the order of their keys: neighbours in that order are alike, so every kind gets its share.
//! Independent runs tell how far the result may be off.
//!
//! *Lower bounds.* With exact numbers, and the smaller ones dropped, what is left at the end is a part of
//! the solutions.
//!
//! Sources: Fearnhead, Clifford, "On-line inference for hidden Markov models via particle filters",
//! 2003 (the resampling); Vaisman, Kroese, "Stochastic enumeration method for counting trees", 2017;
//! Knuth, "Mathematics and computer science: coping with finiteness", 1976 (paths by importance).

use super::Programme;
use num_bigint::BigUint;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Says whether to stop now.
pub type Halted<'a> = &'a (dyn Fn() -> bool + Sync);

/// One unbiased estimate of the number of solutions, as its natural logarithm (minus infinity for
/// zero; the number itself may be beyond floats). The same seed gives the same one. `None`: halted.
///
/// Costs about steps × `beam` expansions.
pub fn estimate<P: Programme>(p: &P, beam: usize, seed: u64, halted: Halted<'_>) -> Option<f64> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut layer = vec![(p.start(), 1.0)];
    let mut scale = 0.0;
    for step in 0..p.steps() {
        if halted() {
            return None;
        }
        let mut next: FxHashMap<P::Key, f64> = FxHashMap::default();
        for (key, weight) in layer {
            p.moves(step, key, &mut |k, _| *next.entry(k).or_default() += weight);
        }
        layer = next.into_iter().collect();
        let top = layer.iter().map(|s| s.1).fold(0.0, f64::max);
        if top == 0.0 {
            return Some(f64::NEG_INFINITY);
        }
        scale += f64::ln(top);
        layer.iter_mut().for_each(|s| s.1 /= top);
        layer.sort_unstable_by_key(|s| s.0);
        if layer.len() > beam {
            thin(&mut layer, beam, unit(&mut rng));
        }
    }
    let accepted: f64 = layer.iter().filter(|s| p.accepts(s.0)).map(|s| s.1).sum();
    Some(scale + accepted.ln())
}

/// A number from 0 up to 1.
fn unit(rng: &mut ChaCha8Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

/// Keeps about `beam` states, each weight's mean unchanged; `offset` is uniform on [0, 1).
fn thin<K>(layer: &mut Vec<(K, f64)>, beam: usize, offset: f64) {
    let c = threshold(layer, beam);
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

/// The c for which the chances min(1, w / c) add up to `beam`, fewer than the states are.
fn threshold<K>(layer: &[(K, f64)], beam: usize) -> f64 {
    let mut weights: Vec<f64> = layer.iter().map(|s| s.1).collect();
    weights.sort_unstable_by(|a, b| b.total_cmp(a));
    // The i heaviest stay for certain; the rest share what is left of the beam.
    let mut rest: f64 = weights.iter().sum();
    for (i, w) in weights.iter().enumerate().take(beam) {
        let c = rest / (beam - i) as f64;
        if *w < c {
            return c;
        }
        rest -= w;
    }
    weights[beam.min(weights.len() - 1)]
}

/// A number of solutions that there certainly are: those found with the `beam` states of each layer to
/// which most ways lead. `None`: halted.
pub fn at_least<P: Programme>(p: &P, beam: usize, halted: Halted<'_>) -> Option<BigUint> {
    let mut layer = vec![(p.start(), BigUint::from(1u32))];
    for step in 0..p.steps() {
        if halted() {
            return None;
        }
        let mut next: FxHashMap<P::Key, BigUint> = FxHashMap::default();
        for (key, ways) in &layer {
            p.moves(step, *key, &mut |k, _| *next.entry(k).or_default() += ways);
        }
        layer = next.into_iter().collect();
        if layer.len() > beam {
            layer.select_nth_unstable_by(beam, |a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
            layer.truncate(beam);
        }
    }
    Some(layer.into_iter().filter(|s| p.accepts(s.0)).map(|s| s.1).sum())
}

/// A question to a programme whose type only its family knows.
#[derive(Clone, Debug)]
pub enum Ask {
    /// One estimate for each seed of the range, on the threads of the current pool.
    Estimates(Range<u64>),
    /// A lower bound.
    AtLeast,
}

/// The answer to an [`Ask`].
#[derive(Clone, PartialEq, Debug)]
pub enum Told {
    /// Natural logarithms of independent unbiased estimates.
    Estimates(Vec<f64>),
    /// A number of solutions that there certainly are.
    AtLeast(BigUint),
}

impl Told {
    /// For a number that is known without a programme.
    pub fn exact(ask: &Ask, count: u32) -> Told {
        match ask {
            Ask::Estimates(seeds) => {
                Told::Estimates(seeds.clone().map(|_| f64::from(count).ln()).collect())
            }
            Ask::AtLeast => Told::AtLeast(count.into()),
        }
    }

    /// Every solution of the programme stands for so many.
    pub fn times(self, factor: u32) -> Told {
        match self {
            Told::Estimates(all) => {
                Told::Estimates(all.into_iter().map(|ln| ln + f64::from(factor).ln()).collect())
            }
            Told::AtLeast(count) => Told::AtLeast(count * factor),
        }
    }
}

/// Puts a question to a programme. `None`: halted.
pub fn ask<P: Programme>(p: &P, ask: &Ask, beam: usize, halted: Halted<'_>) -> Option<Told> {
    match ask {
        Ask::Estimates(seeds) => {
            let one = |seed| estimate(p, beam, seed, halted);
            let all: Option<Vec<f64>> = seeds.clone().into_par_iter().map(one).collect();
            all.map(Told::Estimates)
        }
        Ask::AtLeast => at_least(p, beam, halted).map(Told::AtLeast),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bit strings of `n` bits without two ones in a row, the last three bits kept: Fibonacci numbers.
    struct Strings(usize);

    impl Programme for Strings {
        type Key = u64;
        fn steps(&self) -> usize {
            self.0
        }
        fn start(&self) -> u64 {
            0
        }
        fn moves(&self, step: usize, key: u64, emit: &mut impl FnMut(u64, u32)) {
            // The number of ones is kept too, so that there are many states.
            emit(key << 1 & 0xfffe, 0);
            if key & 1 == 0 || step == 0 {
                emit((key << 1 | 1) & 0xffff, 1);
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
        let of = |seed| estimate(&p, 20, seed, &|| false).expect("not halted").exp();
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
    fn a_wide_beam_is_exact() {
        let p = Strings(20);
        let of = estimate(&p, 1 << 20, 1, &|| false).expect("not halted").exp();
        assert!((of / fibonacci(20) - 1.0).abs() < 1e-9);
        let all = at_least(&p, 1 << 20, &|| false).expect("not halted");
        assert_eq!(all, BigUint::from(fibonacci(20) as u64));
        let some = at_least(&p, 5, &|| false).expect("not halted");
        assert!(some > BigUint::ZERO && some < all);
        assert_eq!(estimate(&p, 10, 1, &|| true), None);
        assert_eq!(at_least(&p, 10, &|| true), None);
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
