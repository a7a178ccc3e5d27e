//! How large will the layers be? An estimate from a bounded sample.
//!
//! The program is run with a bounded number of states per layer. If a layer has more, those with the
//! smallest hashes stay, so the choice is repeatable. Estimating the next layer from a sample of one
//! layer is the classical problem of unseen species: of the states that the sample leads to, f1 were
//! reached once and f2 twice, and about f1² / 2·f2 more exist that were not reached (A. Chao,
//! "Nonparametric estimation of the number of classes in a population", 1984). The estimate tends to be
//! low when layers are far larger than the sample; it is for choosing, not for reporting.

use rustc_hash::FxHashMap;

use super::budget::RunBudget;
use super::system::{Buffer, System};
use super::table::Key;
use clew_engine::run::Stop;

/// The maximal number of states expanded in all layers together: on long boards layers have smaller
/// samples, but never fewer than [`MIN_SAMPLE`] states.
const WORK: usize = 4_000_000;
const MIN_SAMPLE: usize = 50;

/// The query whose layers are estimated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EstimateScope {
    /// The number of solutions: one forward run, with fewer states if the family can.
    #[default]
    Count,
    /// Solutions: the first ones, the best one, random ones. A forward run, and a backward run that makes layers again.
    Solutions,
    /// In how many solutions each item is.
    Marginals,
}

impl EstimateScope {
    /// The number of passes over each layer.
    pub fn passes(self) -> f64 {
        match self {
            EstimateScope::Count => 1.0,
            EstimateScope::Solutions => 3.0,
            EstimateScope::Marginals => 4.0,
        }
    }
}

/// The size of the sample, and the bounds beyond which the exact size of layers does not matter.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// The query for which layers are estimated.
    pub about: EstimateScope,
    /// The maximal number of states expanded per layer.
    pub states: usize,
    /// Stop when a layer is expected to have more states than this.
    pub peak: f64,
    /// Stop when all layers so far are expected to have more states than this together.
    pub total: f64,
    /// Stop when all layers so far are expected to take more work than this.
    pub work: f64,
}

impl Sample {
    /// `states` states per layer, without limits on the size of layers.
    pub fn new(states: usize) -> Sample {
        let none = f64::INFINITY;
        Sample { about: EstimateScope::Count, states, peak: none, total: none, work: none }
    }
}

/// The result of the sample.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// States after each step; the first entry is the layer before any step.
    pub layers: Vec<f64>,
    /// The work of the query, in the units of [`Budget::work`](clew_engine::run::Budget::work).
    pub work: f64,
    /// Nothing was left out: the numbers are exact.
    pub exact: bool,
    /// The layers exceed a bound of the sample; later ones are not estimated.
    pub cut: bool,
}

impl Estimate {
    /// States of the largest layer.
    pub fn peak(&self) -> f64 {
        self.layers.iter().copied().fold(0.0, f64::max)
    }

    /// States of all layers together.
    pub fn states(&self) -> f64 {
        self.layers.iter().sum()
    }
}

/// Estimates the layers of a program. Costs about steps × `sample.states` expansions.
///
/// # Errors
/// The reason to stop.
pub(super) fn estimate<K: Key>(
    p: &System<'_, K>,
    sample: &Sample,
    gauge: &RunBudget,
) -> Result<Estimate, Stop> {
    let cap = sample.states.min((WORK / p.steps().max(1)).max(MIN_SAMPLE));
    let mut layer = vec![p.start()];
    // The number of states represented by one state of the sample.
    let mut weight = 1.0;
    let mut total = 1.0;
    let mut result = Estimate { layers: vec![1.0], work: 0.0, exact: true, cut: false };
    // The cost of a state of a layer in all passes.
    let each = sample.about.passes() * p.weight() as f64;
    let (mut buffer, mut pace) = (Buffer::new(gauge), gauge.pace());
    gauge.poll()?;
    for step in 0..p.steps() {
        let mut hits: FxHashMap<K, u32> = FxHashMap::default();
        let mut moves = 0u64;
        for key in &layer {
            pace.tick()?;
            buffer.each(p, step, *key, |k, _| {
                *hits.entry(k).or_default() += 1;
                moves += 1;
            });
        }
        result.work += (layer.len() as f64 + moves as f64) * weight * each;
        let seen = hits.len() as f64;
        let mut real = seen;
        if weight > 1.0 {
            let once = hits.values().filter(|&&h| h == 1).count() as f64;
            let twice = hits.values().filter(|&&h| h == 2).count() as f64;
            // The bias-corrected form, bounded by the value for no repeated states.
            let unseen = once * (once - 1.0).max(0.0) / (2.0 * (twice + 1.0));
            real = (seen + unseen).min(seen * weight).max(seen);
        }
        result.layers.push(real);
        total += real;
        if real > sample.peak || total > sample.total || result.work > sample.work {
            (result.exact, result.cut) = (false, true);
            return Ok(result);
        }
        let mut keys: Vec<K> = hits.into_keys().collect();
        if keys.len() > cap {
            // A pseudo-random sample: the states with the lowest hashes.
            let mut hashes: Vec<u64> = keys.iter().map(|&key| Key::hash(key)).collect();
            let (_, &mut bound, _) = hashes.select_nth_unstable(cap);
            keys.retain(|&key| Key::hash(key) < bound);
            result.exact = false;
        }
        weight = if keys.is_empty() { 1.0 } else { (real / keys.len() as f64).max(1.0) };
        layer = keys;
    }
    // A layer that was stopped in the middle of a state gives no estimate.
    gauge.poll()?;
    Ok(result)
}
