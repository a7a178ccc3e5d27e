//! Estimates for a counting program whose tables do not fit, or whose time is up: an estimate with an interval, and a
//! proven lower bound, both from layers of bounded size.
//!
//! *The interval.* The result of a run is a product of the shares that its layers kept, so its logarithm is about
//! normal, and the rare large results that make up much of the mean are not among sixteen. Cox's estimate ([`LogMean`])
//! corrects for them, give or take Student's t times its standard error (the modified Cox interval of Olsson, 2005).
//! Logarithms of runs lean to the right themselves, so the truth lies above that far more often than below. The upper
//! end is therefore further away, by [`LEANING`] times their variance, which was measured: see `docs/lab/counting.md`.
//! There is no guarantee of how often such intervals hold the truth: a region that no run has met does not show in
//! them.

use super::dp::Dp;
use super::log_normal::LogMean;
use crate::strategy::options::Options;
use crate::strategy::outcome::{Estimate, Way};
use clew_engine::run::Stop;
use clew_engine::run::clock::Instant;
use clew_engine::structures::random::GOLDEN_RATIO;
use num_bigint::BigUint;
use std::time::Duration;

/// Independent runs an estimate is made from.
const RUNS: u64 = 16;
/// Student's t for a two-sided interval of 95 %, from one degree of freedom on.
const STUDENT: [f64; RUNS as usize - 1] = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
    2.145, 2.131,
];
/// How much further up the interval goes, in variances of the logarithms: the least, in quarters, with which 19 of
/// 20 intervals hold the truth on boards of all families and in layers of all widths, and a quarter more.
const LEANING: f64 = 1.5;
/// States per layer in the first round; each round has four times as many.
const FIRST_WIDTH: usize = 1_000;
/// States per layer in the last round if no time limit ends it.
const WIDEST: usize = 16_000;
/// States that are looked at in all runs of the first round, and in those of any round where no time limit
/// ends it: layers are narrower on boards with many steps, but not narrower than [`THIN`].
const FIRST_WORK: u64 = 16_000_000;
const WORK: u64 = 256_000_000;
const THIN: usize = 20;
/// If the logarithm of a thin run is above this, the number is taken to be beyond floats (they end at 709.8): the
/// chance that it is not is less than exp(-10), by Markov's inequality.
const BEYOND: f64 = 720.0;
/// Half of an interval narrower than this share of the estimate is good enough.
const GOOD: f64 = 0.01;
/// The relative error of sums of floats: an interval is never narrower.
const ROUNDING: f64 = 1e-9;
/// Bytes of a state in these tables, roughly.
const STATE_BYTES: usize = 160;
/// States per layer of a lower bound: a quick one first, then a better one.
const BOUNDS: [usize; 2] = [200, 4_000];

/// An estimate by the dynamic program, one that lacks probes if the time is up before there is any; `None` if the
/// dynamic program cannot make one.
pub(crate) fn estimate(dp: &Dp<'_>, options: &Options) -> Option<Estimate> {
    let mut best = Estimate::without_hit(0, Way::Frontier);
    let first = options.seed.wrapping_mul(GOLDEN_RATIO) >> 8;
    // One thin run predicts the cost of the others.
    let started = Instant::now();
    let thin = dp.estimates(first..first + 1, THIN, options);
    match thin.answer {
        Ok(found) if found[0] > BEYOND => {
            return Some(Estimate::beyond_floats(1, 1, Way::Frontier));
        }
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

/// States per layer with which the first round takes about half of the time that is left, from the time of one thin
/// run.
fn in_time(thin: Duration, left: Duration, threads: usize) -> usize {
    let round = thin.as_secs_f64() * RUNS.div_ceil(threads.max(1) as u64) as f64;
    (THIN as f64 * left.as_secs_f64() / 2.0 / round.max(1e-9)) as usize
}

impl Estimate {
    /// The estimate from independent runs of a counting program, given the natural logarithms of their results: their
    /// mean, with an interval as explained in the module documentation.
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
        let (mean, error) = (share * top.exp(), (square / n).sqrt() * top.exp());
        if !mean.is_finite() {
            return Estimate::beyond_floats(logarithms.len() as u64, hits, Way::Frontier);
        }
        let (low, high) = interval(logarithms);
        Estimate {
            mean,
            error,
            low: low.exp().min(mean * (1.0 - ROUNDING)),
            high: high.exp().max(mean * (1.0 + ROUNDING)),
            nodes: 0.0,
            probes: logarithms.len() as u64,
            hits,
            way: Way::Frontier,
        }
    }

    /// The same with a known lower bound on the fillings: the interval does not go below it.
    pub(crate) fn beside(self, known: &BigUint) -> Estimate {
        let known = known.to_string().parse().unwrap_or(0.0);
        // If there is no mean, there is no interval to be cut.
        let low = if self.mean.is_finite() { self.low.max(self.mean.min(known)) } else { self.low };
        Estimate { low, high: self.high.max(known), ..self }
    }

    /// An estimate from this number of runs, whose mean no float can hold.
    pub(crate) fn beyond_floats(probes: u64, hits: u64, way: Way) -> Estimate {
        Estimate { mean: f64::INFINITY, hits, ..Estimate::without_hit(probes, way) }
    }
}

/// The ends of an interval for the logarithm of the mean, from logarithms of results. Results that are zero are counted
/// separately: see the module documentation.
fn interval(logarithms: &[f64]) -> (f64, f64) {
    let hits: Vec<f64> = logarithms.iter().copied().filter(|l| l.is_finite()).collect();
    let Some(cox) = LogMean::new(&hits, logarithms.len()) else {
        return (f64::NEG_INFINITY, f64::INFINITY);
    };
    let half = STUDENT[(hits.len() - 2).min(STUDENT.len() - 1)] * cox.error;
    (cox.centre - half, cox.centre + half + LEANING * cox.variance)
}

/// A lower bound on the number of solutions, 0 if there is none.
pub(crate) fn at_least(dp: &Dp<'_>, options: &Options) -> BigUint {
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
    use rand::rngs::ChaCha8Rng;
    use rand::{Rng, SeedableRng};

    /// Sixteen results whose logarithms are normal show their mean in Student's interval far too seldom, here in 19
    /// of 20 cases; also where only two of three runs meet a solution.
    #[test]
    fn intervals_of_few_skewed_runs_hold_the_mean() {
        let mut rng = ChaCha8Rng::seed_from_u64(11);
        let mut uniform = || (f64::from(rng.next_u32()) + 0.5) / 4_294_967_296.0;
        let cases = [(0.1, 1.0), (0.5, 1.0), (1.0, 1.0), (1.5, 1.0), (0.3, 0.7), (1.0, 0.7)];
        for (deviation, share) in cases {
            let truth = f64::exp(deviation * deviation / 2.0) * share;
            let (mut held, mut naive) = (0, 0);
            for _ in 0..400 {
                let found: Vec<f64> = (0..RUNS)
                    .map(|_| {
                        let (u, v, met) = (uniform(), uniform(), uniform() < share);
                        let normal = (-2.0 * f64::ln(u)).sqrt() * (std::f64::consts::TAU * v).cos();
                        if met { deviation * normal } else { f64::NEG_INFINITY }
                    })
                    .collect();
                let e = Estimate::of_runs(&found);
                held += u32::from(e.low <= truth && truth <= e.high);
                naive += u32::from((e.mean - truth).abs() <= 2.131 * e.error);
            }
            assert!(held >= 372, "{held} of 400 with {deviation} and {share}");
            assert!(deviation < 1.0 || naive < 350, "{naive} of 400 with {deviation} and {share}");
        }
    }

    /// A proved bound is certain: no interval goes below it, and none excludes its mean because of it.
    #[test]
    fn an_interval_begins_at_what_is_proved() {
        let e = Estimate::of_runs(&[1f64.ln(), 3f64.ln()]);
        let beside = |known: u32| e.beside(&BigUint::from(known));
        assert_eq!(beside(0), e);
        assert_eq!((beside(1).low, beside(1).high), (1.0, e.high));
        let large = beside(u32::MAX);
        assert_eq!((large.low, large.mean), (e.mean, e.mean));
        assert!(large.high >= f64::from(u32::MAX));
        let none = Estimate::without_hit(16, Way::Frontier).beside(&BigUint::from(5u32));
        assert_eq!((none.low, none.high), (0.0, f64::INFINITY));
    }

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
        assert!(0.0 < e.low && e.low < 1.0 && e.high > 3.0 && e.hits == 2, "{e:?}");
        // One hit gives no information about the spread.
        let one = Estimate::of_runs(&[2.0, f64::NEG_INFINITY]);
        assert!((one.mean - 1f64.exp().powi(2) / 2.0).abs() < 1e-9, "{one:?}");
        assert_eq!((one.low, one.high, one.lacking()), (0.0, f64::INFINITY, None));
        let same = Estimate::of_runs(&[3.0; 16]);
        assert!(same.low < same.mean && same.mean < same.high, "{same:?}");
        assert!(same.high / same.low - 1.0 < 3.0 * ROUNDING, "{same:?}");
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
