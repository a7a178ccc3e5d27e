//! Estimates of the size of the search tree and of its number of solutions, from random probes.
//!
//! A probe walks from the root to a leaf. At each decision both sides are propagated. A side that fails at once is not
//! taken; if both sides stand, one is taken at random and the weight of everything below doubles. The mean over probes
//! is unbiased for nodes and for solutions; the spread between probes gives the standard error. The distribution has
//! long tails: when few probes meet a solution, the truth is more often above the estimate than below.
//!
//! Source: Knuth, *Estimating the efficiency of backtrack programs*, 1975.

use super::log_normal::LogMean;
use crate::strategy::error::RunError;
use crate::strategy::options::Options;
use crate::strategy::outcome::{Estimate, Way};
use clew_engine::kernel::{Engine, Halt, Lit, Reason};
use clew_engine::search::{BranchSpec, Brancher, ValueOrder, VarOrder};
use clew_engine::structures::random::GOLDEN_RATIO;
use clew_puzzle::puzzle::{BuildOptions, Built, Puzzle};
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

/// Makes this number of probes, fewer if the time is up or the run is cancelled. The same seed gives the same probes.
///
/// # Errors
/// [`RunError`].
pub fn probe(puzzle: &Puzzle, options: &Options, probes: u64) -> Result<Estimate, RunError> {
    let info = puzzle.network(options.network.as_deref())?;
    let building = BuildOptions {
        without: options.without.clone(),
        interrupt: options.budget.interrupt(),
        ..BuildOptions::default()
    };
    let built = puzzle.build(info.name, &building)?;
    Ok(walks(&built, options, probes, u64::MAX))
}

/// The same on a network whose root was not refuted yet, with at most `most` decisions in all probes but the last.
pub(crate) fn walks(built: &Built, options: &Options, probes: u64, most: u64) -> Estimate {
    // The root is refuted, which is certain.
    let none = Estimate {
        mean: 0.0,
        error: 0.0,
        low: 0.0,
        high: 0.0,
        nodes: 1.0,
        probes,
        hits: 0,
        way: Way::Tree,
    };
    let engine = &mut built.model.engine.clone();
    engine.set_interrupt(options.budget.interrupt());
    if built.model.infeasible {
        return none;
    }
    match engine.fixpoint(&mut ()) {
        Ok(()) => {}
        Err(Halt::Conflict) => return none,
        Err(Halt::Interrupted) => {
            return Estimate { nodes: 1.0, ..Estimate::without_hit(0, Way::Tree) };
        }
    }
    let (mut found, mut nodes, mut decisions) = (Vec::new(), 0.0, 0);
    for i in 0..probes {
        let seed = options.seed.wrapping_mul(GOLDEN_RATIO).wrapping_add(i);
        let spec = BranchSpec { order: VarOrder::SmallestDomain, values: ValueOrder::Random, seed };
        let mut brancher = Brancher::new(&built.model.groups, spec, engine.store());
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let walked = walk(engine, &mut brancher, &mut rng);
        engine.backtrack(0);
        let Ok(leaf) = walked else { break };
        nodes += leaf.nodes;
        decisions += leaf.decisions;
        found.push(if leaf.solution { leaf.weight } else { 0.0 });
        if decisions >= most || options.budget.urgent().is_some() {
            break;
        }
    }
    let hits = found.iter().filter(|&&w| w > 0.0).count() as u64;
    if hits == 0 {
        let probes = found.len() as u64;
        let nodes = if probes == 0 { 1.0 } else { nodes / probes as f64 };
        return Estimate { nodes, ..Estimate::without_hit(probes, Way::Tree) };
    }
    let (mean, error) = mean_and_error(&found);
    let fillings = f64::from(built.model.multiplicity);
    // After a thousand free choices a weight is beyond floats, and so is their mean.
    if !(mean * fillings).is_finite() {
        return Estimate::beyond_floats(found.len() as u64, hits, Way::Tree);
    }
    let (low, high) = interval(&found, mean, error);
    Estimate {
        mean: mean * fillings,
        error: error * fillings,
        low: low * fillings,
        high: high * fillings,
        way: Way::Tree,
        nodes: nodes / found.len() as f64,
        probes: found.len() as u64,
        hits,
    }
}

/// An interval for the mean of weights, whose logarithms are about normal: Cox's, or that of the standard error where
/// it is wider.
fn interval(found: &[f64], mean: f64, error: f64) -> (f64, f64) {
    let logarithms: Vec<f64> = found.iter().filter(|w| **w > 0.0).map(|w| w.ln()).collect();
    let Some(cox) = LogMean::new(&logarithms, found.len()) else {
        return (0.0, if mean > 0.0 { f64::INFINITY } else { 0.0 });
    };
    let half = 2.0 * cox.error;
    let (low, high) = ((cox.centre - half).exp(), (cox.centre + half).exp());
    (low.min((mean - 2.0 * error).max(0.0)), high.max(mean + 2.0 * error))
}

struct Leaf {
    solution: bool,
    weight: f64,
    nodes: f64,
    /// Decisions on the path to the leaf.
    decisions: u64,
}

/// One probe, from the engine's state to a leaf. `Err`: interrupted.
fn walk(engine: &mut Engine, brancher: &mut Brancher, rng: &mut ChaCha8Rng) -> Result<Leaf, ()> {
    let mut leaf = Leaf { solution: false, weight: 1.0, nodes: 1.0, decisions: 0 };
    while let Some(l) = brancher.choose(engine) {
        let level = engine.level();
        let left = stands(engine, l)?;
        engine.backtrack(level);
        let right = stands(engine, !l)?;
        leaf.nodes += leaf.weight;
        leaf.decisions += 1;
        let take_left = match (left, right) {
            (false, false) => return Ok(leaf),
            (true, true) => {
                leaf.weight *= 2.0;
                rng.next_u32() & 1 == 0
            }
            (left, _) => left,
        };
        if take_left {
            engine.backtrack(level);
            stands(engine, l)?;
        }
    }
    leaf.solution = true;
    Ok(leaf)
}

/// Decides a literal and propagates; returns whether nothing fails.
fn stands(engine: &mut Engine, l: Lit) -> Result<bool, ()> {
    engine.push_level();
    if engine.assign(l, Reason::DECISION).is_err() {
        return Ok(false);
    }
    match engine.fixpoint(&mut ()) {
        Ok(()) => Ok(true),
        Err(Halt::Conflict) => Ok(false),
        Err(Halt::Interrupted) => Err(()),
    }
}

/// The mean and its standard error. Scaled, as squares of large weights leave the range of floats.
fn mean_and_error(found: &[f64]) -> (f64, f64) {
    let n = found.len() as f64;
    let top = found.iter().copied().fold(0.0, f64::max);
    if top == 0.0 || found.len() < 2 {
        return (top / n, if top == 0.0 { 0.0 } else { top });
    }
    let mean = found.iter().map(|x| x / top).sum::<f64>() / n;
    let square = found.iter().map(|x| (x / top - mean).powi(2)).sum::<f64>() / (n - 1.0);
    (mean * top, (square / n).sqrt() * top)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_families::parse_native;

    fn puzzle(text: &str) -> Puzzle {
        parse_native(text).expect("a puzzle").puzzle
    }

    /// Eleven hundred free choices weigh more than a float can hold.
    #[test]
    fn numbers_beyond_floats_have_no_interval() {
        let [cells, signs] = [". ", "- "].map(|token| token.repeat(30) + "\n");
        let square = format!("puzzle: futoshiki\n\n{cells}{}", (signs + &cells).repeat(29));
        let e = probe(&puzzle(&square), &Options::default(), 3).expect("an estimate");
        assert!(e.mean.is_infinite() && e.hits > 0 && e.high.is_infinite(), "{e:?}");
        assert!(e.lacking().is_some_and(|why| why.contains("search tree")), "{e:?}");
        assert!(e.low == 0.0 && e.beside(&7u32.into()).high.is_infinite(), "{e:?}");
    }

    #[test]
    fn means_and_errors() {
        assert_eq!(mean_and_error(&[0.0, 0.0]), (0.0, 0.0));
        let (mean, error) = mean_and_error(&[1.0, 2.0, 3.0, 4.0]);
        assert!((mean - 2.5).abs() < 1e-12 && (error - 0.645_497_224).abs() < 1e-6);
        let (mean, error) = mean_and_error(&[1e300, 3e300]);
        assert!((mean / 2e300 - 1.0).abs() < 1e-12 && (error / 1e300 - 1.0).abs() < 1e-12);
    }

    #[test]
    fn estimates_lie_about_the_truth() {
        // Known numbers: Latin squares of order 4, king-move lines of 3 x 3, rook lines of 5 x 5.
        for (text, truth) in [
            (
                "puzzle: futoshiki\n\n. . . .\n- - - -\n. . . .\n- - - -\n. . . .\n- - - -\n. . . .\n",
                576.0,
            ),
            ("puzzle: hidato\n\n. . .\n. . .\n. . .\n", 784.0),
            ("puzzle: path\n\n. . . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . .\n", 8648.0),
        ] {
            let e = probe(&puzzle(text), &Options::default(), 4_000).expect("an estimate");
            assert_eq!(e.probes, 4_000);
            assert!(e.error > 0.0 && e.error < truth / 5.0, "{e:?}");
            assert!((e.mean - truth).abs() < 4.5 * e.error, "{e:?} for {truth}");
            assert!(e.low < e.mean && e.mean < e.high, "{e:?}");
        }
    }

    #[test]
    fn a_board_refuted_at_the_root_has_no_solutions() {
        for text in ["puzzle: numberlink\nwalls: r1c1|r1c2\n\nA A\n", "puzzle: path\n\n. 1 .\n"] {
            let e = probe(&puzzle(text), &Options::default(), 100).expect("an estimate");
            assert_eq!((e.mean, e.low, e.high, e.hits), (0.0, 0.0, 0.0, 0), "{text}");
        }
    }

    #[test]
    fn intervals_of_heavy_tails_hold_the_mean() {
        // exp of a normal variable with variance 9 has the mean exp(4.5) = 90, of which most samples of
        // 200 show less than half.
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let mut uniform = || (rng.next_u32() as f64 + 0.5) / 4_294_967_296.0;
        let (mut held, mut naive) = (0, 0);
        for _ in 0..200 {
            let found: Vec<f64> = (0..200)
                .map(|_| {
                    let (u, v) = (uniform(), uniform());
                    let normal = (-2.0 * f64::ln(u)).sqrt() * (std::f64::consts::TAU * v).cos();
                    (3.0 * normal).exp()
                })
                .collect();
            let (mean, error) = mean_and_error(&found);
            let (low, high) = interval(&found, mean, error);
            let truth = f64::exp(4.5);
            held += u32::from(low <= truth && truth <= high);
            naive += u32::from((mean - truth).abs() <= 2.0 * error);
        }
        assert!(held >= 185 && naive < 160, "{held}, {naive} of 200");
    }

    #[test]
    fn the_same_seed_gives_the_same_estimate() {
        let p = puzzle("puzzle: hidato\n\n. . . .\n. . . .\n. . . .\n. . . .\n");
        let of = |seed| {
            probe(&p, &Options { seed, ..Options::default() }, 50).expect("an estimate").mean
        };
        assert_eq!(of(3), of(3));
        assert_ne!(of(3), of(4));
    }

    #[test]
    fn no_solution_is_an_estimate_of_zero() {
        let p = puzzle("puzzle: hidato\nneighbours: 4\n\n1 . 2\n");
        let e = probe(&p, &Options::default(), 10).expect("an estimate");
        assert_eq!((e.mean, e.error), (0.0, 0.0));
    }
}
