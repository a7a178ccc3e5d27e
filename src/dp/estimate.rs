//! How large will the layers be? An estimate from a bounded sample.
//!
//! The programme is run with at most `cap` states a layer. When a layer has more, those with the
//! smallest hashes stay, so the choice is repeatable. What a sample of one layer says about the next is
//! the classical question of unseen species: of the states that the sample leads to, f1 were reached
//! once and f2 twice, and about f1² / 2·f2 more exist that were not reached (A. Chao,
//! "Nonparametric estimation of the number of classes in a population", 1984). The estimate tends to be
//! low when layers are far larger than the sample; it is for choosing, not for reporting.

use rustc_hash::FxHashMap;

use super::Programme;
use super::table::Key;

/// What the sample says.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// States after each step; the first entry is the layer before any step.
    pub layers: Vec<f64>,
    /// Nothing was left out: the numbers are exact.
    pub exact: bool,
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

/// Estimates the layers of a programme with at most `cap` states a layer. Costs about
/// steps × `cap` expansions.
pub fn estimate<P: Programme>(p: &P, cap: usize) -> Estimate {
    let mut layer = vec![p.start()];
    // How many states one state of the sample stands for.
    let mut weight = 1.0;
    let mut result = Estimate { layers: vec![1.0], exact: true };
    for step in 0..p.steps() {
        let mut hits: FxHashMap<P::Key, u32> = FxHashMap::default();
        for key in &layer {
            p.moves(step, *key, &mut |k, _| *hits.entry(k).or_default() += 1);
        }
        let seen = hits.len() as f64;
        let mut real = seen;
        if weight > 1.0 {
            let once = hits.values().filter(|&&h| h == 1).count() as f64;
            let twice = hits.values().filter(|&&h| h == 2).count() as f64;
            // The bias-corrected form, and never more than if no two states met.
            let unseen = once * (once - 1.0).max(0.0) / (2.0 * (twice + 1.0));
            real = (seen + unseen).min(seen * weight).max(seen);
        }
        result.layers.push(real);
        let mut keys: Vec<P::Key> = hits.into_keys().collect();
        if keys.len() > cap {
            keys.select_nth_unstable_by_key(cap, |k| Key::hash(*k));
            keys.truncate(cap);
            result.exact = false;
        }
        weight = if keys.is_empty() { 1.0 } else { (real / keys.len() as f64).max(1.0) };
        layer = keys;
    }
    result
}
