//! What a counting programme tells where its tables do not fit or the time is up: an estimate with an
//! honest interval, and a proven lower bound, both from layers of bounded size.

use super::options::Options;
use super::outcome::{Estimate, Way};
use super::programme::Programme;
use num_bigint::BigUint;
use std::time::Instant;

/// Independent runs an estimate is made from.
const RUNS: u64 = 16;
/// Student's t for a two-sided interval of 95 % from sixteen runs.
const STUDENT: f64 = 2.131;
/// States a layer in the first round; each round has four times as many.
const BEAM: usize = 1_000;
/// States a layer in the last round where no time limit ends it.
const WIDEST: usize = 16_000;
/// Half of an interval narrower than this share of the estimate is good enough.
const GOOD: f64 = 0.01;
/// What sums of floats may be off by, as a share: an interval is never narrower.
const ROUNDING: f64 = 1e-9;
/// Bytes of a state in these tables, roughly.
const STATE_BYTES: usize = 160;
/// States a layer of a lower bound: a quick one first, then a better one.
const BOUNDS: [usize; 2] = [200, 4_000];

/// An estimate by the programme; `None` if there is none, or the time is up before it can say
/// anything, or the number is beyond floats.
pub(super) fn estimate(programme: &Programme<'_>, options: &Options) -> Option<Estimate> {
    let mut best = None;
    let mut beam = BEAM;
    let first = options.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 8;
    for round in 0.. {
        let started = Instant::now();
        let from = first + round * RUNS;
        let run = programme.estimates(from..from + RUNS, beam, options);
        let Ok(found) = run.answer else { break };
        let Some(estimate) = Estimate::of_runs(&found) else { break };
        best = Some(estimate);
        let wide = beam * 4;
        let good = estimate.high - estimate.mean <= estimate.mean * GOOD && estimate.hits == RUNS;
        let large = wide * STATE_BYTES * options.threads > options.budget.memory;
        let late = match options.budget.deadline {
            Some(deadline) => Instant::now() + 5 * started.elapsed() > deadline,
            None => wide > WIDEST,
        };
        if good || large || late {
            break;
        }
        beam = wide;
    }
    best
}

impl Estimate {
    /// What independent runs of a counting programme come to, from the natural logarithms of their
    /// results: their mean, with an interval by Student's distribution. `None` if it is too large for a float.
    pub fn of_runs(logarithms: &[f64]) -> Option<Estimate> {
        let top = logarithms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let n = logarithms.len() as f64;
        let hits = logarithms.iter().filter(|l| l.is_finite()).count() as u64;
        if hits == 0 {
            return Some(Estimate::without_hit(logarithms.len() as u64, Way::Frontier));
        }
        let scaled: Vec<f64> = logarithms.iter().map(|l| (l - top).exp()).collect();
        let share = scaled.iter().sum::<f64>() / n;
        let square = scaled.iter().map(|x| (x - share).powi(2)).sum::<f64>() / (n - 1.0);
        let error = (square / n).sqrt() * top.exp();
        let mean = share * top.exp();
        let half = STUDENT * error + mean * ROUNDING;
        let estimate = Estimate {
            mean,
            error,
            low: (mean - half).max(0.0),
            high: mean + half,
            nodes: 0.0,
            probes: logarithms.len() as u64,
            hits,
            way: Way::Frontier,
        };
        estimate.high.is_finite().then_some(estimate)
    }
}

/// A number of solutions that there certainly are, 0 if nothing can be said.
pub(super) fn at_least(programme: &Programme<'_>, options: &Options) -> BigUint {
    let mut best = BigUint::ZERO;
    for beam in BOUNDS {
        match programme.at_least(beam, options).answer {
            Ok(count) => best = best.max(count),
            Err(_) => break,
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summaries() {
        let e = Estimate::of_runs(&[1f64.ln(), 3f64.ln()]).expect("small");
        assert!((e.mean - 2.0).abs() < 1e-12 && (e.error - 1.0).abs() < 1e-12, "{e:?}");
        assert_eq!((e.low, e.hits), (0.0, 2));
        let none = Estimate::of_runs(&[f64::NEG_INFINITY; 3]).expect("zero");
        assert!(none.mean.is_nan() && none.high == f64::INFINITY && none.hits == 0, "{none:?}");
        assert_eq!(Estimate::of_runs(&[800.0, 801.0]), None, "beyond floats");
    }
}
