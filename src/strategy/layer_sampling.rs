//! What a counting programme tells where its tables do not fit or the time is up: an estimate with an
//! honest interval, and a proven lower bound, both from layers of bounded size.

use super::dp::Dp;
use super::options::Options;
use super::outcome::{Estimate, Way};
use crate::run::Stop;
use num_bigint::BigUint;
use std::time::{Duration, Instant};

/// Independent runs an estimate is made from.
const RUNS: u64 = 16;
/// Student's t for a two-sided interval of 95 % from sixteen runs.
const STUDENT: f64 = 2.131;
/// States a layer in the first round; each round has four times as many.
const FIRST_WIDTH: usize = 1_000;
/// States a layer in the last round where no time limit ends it.
const WIDEST: usize = 16_000;
/// States that are looked at in all runs of the first round, and in those of any round where no time limit
/// ends it: layers are narrower on boards with many steps, but not narrower than [`THIN`].
const FIRST_WORK: u64 = 16_000_000;
const WORK: u64 = 256_000_000;
const THIN: usize = 20;
/// A thin run whose logarithm is above this says that the number is beyond floats (they end at 709.8): the
/// chance that it is not is less than exp(-10), by Markov's inequality.
const BEYOND: f64 = 720.0;
/// Half of an interval narrower than this share of the estimate is good enough.
const GOOD: f64 = 0.01;
/// What sums of floats may be off by, as a share: an interval is never narrower.
const ROUNDING: f64 = 1e-9;
/// Bytes of a state in these tables, roughly.
const STATE_BYTES: usize = 160;
/// States a layer of a lower bound: a quick one first, then a better one.
const BOUNDS: [usize; 2] = [200, 4_000];

/// An estimate by the programme, one that lacks probes if the time is up before there is any; `None` if the
/// programme cannot make one.
pub(super) fn estimate(dp: &Dp<'_>, options: &Options) -> Option<Estimate> {
    let mut best = Estimate::without_hit(0, Way::Frontier);
    let first = options.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 8;
    // One thin run tells what the others will cost.
    let started = Instant::now();
    let thin = dp.estimates(first..first + 1, THIN, options);
    match thin.answer {
        Ok(found) if found[0] > BEYOND => return Some(Estimate::beyond_floats(1, 1)),
        Ok(_) => {}
        Err(Stop::Memory) => return None,
        Err(_) => return Some(best),
    }
    let looked = RUNS * thin.stats.total_states.max(1);
    let mut width = FIRST_WIDTH.min((FIRST_WORK * THIN as u64 / looked) as usize);
    if let Some(left) = options.budget.left() {
        width = width.min(in_time(started.elapsed(), left, options.threads));
    }
    width = width.max(THIN);
    for round in 0.. {
        let started = Instant::now();
        let from = first + round * RUNS;
        let run = dp.estimates(from..from + RUNS, width, options);
        let Ok(found) = run.answer else { break };
        let estimate = Estimate::of_runs(&found);
        best = estimate;
        let wide = width * 4;
        let good = estimate.high - estimate.mean <= estimate.mean * GOOD && estimate.hits == RUNS;
        let large = wide * STATE_BYTES * options.threads > options.budget.memory;
        let late = match options.budget.deadline {
            Some(deadline) => Instant::now() + 5 * started.elapsed() > deadline,
            None => wide > WIDEST || run.stats.total_states * 4 > WORK,
        };
        if good || large || late || !estimate.mean.is_finite() {
            break;
        }
        width = wide;
    }
    Some(best)
}

/// States a layer with which the first round takes about half of the time that is left, from the time of one
/// thin run.
fn in_time(thin: Duration, left: Duration, threads: usize) -> usize {
    let round = thin.as_secs_f64() * RUNS.div_ceil(threads.max(1) as u64) as f64;
    (THIN as f64 * left.as_secs_f64() / 2.0 / round.max(1e-9)) as usize
}

impl Estimate {
    /// What independent runs of a counting programme come to, from the natural logarithms of their
    /// results: their mean, with an interval by Student's distribution.
    pub fn of_runs(logarithms: &[f64]) -> Estimate {
        let top = logarithms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let n = logarithms.len() as f64;
        let hits = logarithms.iter().filter(|l| l.is_finite()).count() as u64;
        if hits == 0 {
            return Estimate::without_hit(logarithms.len() as u64, Way::Frontier);
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
        if estimate.high.is_finite() {
            estimate
        } else {
            Estimate::beyond_floats(estimate.probes, hits)
        }
    }

    /// So many runs whose mean no float can hold.
    fn beyond_floats(probes: u64, hits: u64) -> Estimate {
        let mean = f64::INFINITY;
        Estimate { mean, probes, hits, ..Estimate::without_hit(probes, Way::Frontier) }
    }
}

/// A number of solutions that there certainly are, 0 if nothing can be said.
pub(super) fn at_least(dp: &Dp<'_>, options: &Options) -> BigUint {
    let mut best = BigUint::ZERO;
    for width in BOUNDS {
        let run = dp.at_least(width, options);
        match run.answer {
            Ok(count) => best = best.max(count),
            Err(_) => break,
        }
        // Nothing was left out, or the board is too long for more.
        if run.stats.peak_states < width {
            break;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn little_time_makes_thin_layers() {
        let (second, milli) = (Duration::from_secs(1), Duration::from_millis(1));
        // Eight runs, one after the other, on each of two threads, in half a second.
        assert_eq!(in_time(10 * milli, second, 2), THIN * 500 / 80);
        assert_eq!(in_time(10 * milli, second, 1), THIN * 500 / 160);
        assert_eq!(in_time(second, Duration::ZERO, 1), 0);
        assert!(in_time(Duration::ZERO, second, 1) > WIDEST);
    }

    #[test]
    fn summaries() {
        let e = Estimate::of_runs(&[1f64.ln(), 3f64.ln()]);
        assert!((e.mean - 2.0).abs() < 1e-12 && (e.error - 1.0).abs() < 1e-12, "{e:?}");
        assert_eq!((e.low, e.hits), (0.0, 2));
        let none = Estimate::of_runs(&[f64::NEG_INFINITY; 3]);
        assert!(none.mean.is_nan() && none.high == f64::INFINITY && none.hits == 0, "{none:?}");
        assert_eq!(e.lacking(), None);
        let large = Estimate::of_runs(&[800.0, 801.0]);
        assert!(
            large.mean.is_infinite() && large.high.is_infinite() && large.hits == 2,
            "{large:?}"
        );
        assert!(large.lacking().is_some_and(|why| why.contains("1e308")), "{large:?}");
    }
}
