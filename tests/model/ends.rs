//! Variables that store only their bounds: the same answers as with one bit per value, by every way to search, and
//! ranges too large for bits.

use clew::model::{Comparison, Int, Model, ModelError, Options, SearchMode, Solution, Verdict};
use clew::run::Stop;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A random model of sums, comparisons under conditions, products, maxima and schedules, in which variables of more
/// values than `above` store only their bounds; and a sum to minimise.
fn random(seed: u64, above: u64) -> (Model, Vec<Int>, Vec<i64>) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut m = Model::new();
    m.keep_ends_above(above);
    let n = rng.random_range(3..6usize);
    let mut xs = Vec::new();
    for i in 0..n {
        let low = rng.random_range(-9..4);
        xs.push(m.int(format!("x{i}"), low..=low + rng.random_range(3..14)).expect("a range"));
    }
    let b = m.bools("b", 3).expect("names");
    let any = |rng: &mut ChaCha8Rng| xs[rng.random_range(0..n)];
    for _ in 0..rng.random_range(2..6) {
        let (x, y, z) = (any(&mut rng), any(&mut rng), any(&mut rng));
        let (a, c) = (rng.random_range(1..4i64), rng.random_range(-12..13i64));
        let condition = b[rng.random_range(0..3usize)];
        match rng.random_range(0..8) {
            0 => m.at_most(a * x + y - z, c),
            1 => m.equal(a * x - 2 * y, c),
            2 => m.different(x + y, c),
            3 => m.reify(condition, Comparison::at_most(x - a * y, c)),
            4 => m.when(condition, Comparison::equal(x + z, c)),
            5 => m.maximum(x, &[y, z]),
            6 => m.product(x, y, z),
            _ => m.no_overlap(&[x, y], &[a, 2]).and_then(|()| m.absolute(z, y)),
        }
        .expect("it can be stated");
    }
    let weights = (0..n).map(|_| rng.random_range(-3..4)).collect();
    (m, xs, weights)
}

fn goal(xs: &[Int], weights: &[i64]) -> clew::model::Expr {
    let terms = xs.iter().zip(weights).map(|(&x, &c)| c * x);
    terms.fold(clew::model::Expr::from(0), |sum, term| sum + term)
}

/// Counts and best values are those of variables with one bit per value, with and without learning, in parts and jobs,
/// on two threads.
#[test]
fn every_search_agrees_with_bits() {
    let cases = std::env::var("CLEW_MODELS").ok().and_then(|n| n.parse().ok()).unwrap_or(60);
    let (mut solved, mut none) = (0, 0);
    for seed in 0..cases {
        let (bits, xs, weights) = random(seed, u64::MAX);
        let expected = bits.count(&Options::default()).expect("a small model").count.clone();
        let best = bits.minimize(goal(&xs, &weights), &Options::default()).expect("small");
        if best.objective().is_some() {
            solved += 1
        } else {
            none += 1
        }
        let above = seed % 5;
        let (ends, xs, weights) = random(seed, above);
        let learn = Options { search: SearchMode::Learn, ..Options::default() };
        let plain = Options { search: SearchMode::Dfs, ..Options::default() };
        let two = Options { threads: 2, ..Options::default() };
        let fixed = Options { threads: 2, deterministic: true, ..Options::default() };
        for (what, options) in [("learn", learn), ("plain", plain), ("two", two), ("fixed", fixed)]
        {
            let count = ends.count(&options).expect("a small model");
            assert!(count.exact, "seed {seed} {what}");
            assert_eq!(count.count, expected, "seed {seed}, ends above {above}: {what}");
            let found = ends.minimize(goal(&xs, &weights), &options).expect("small");
            assert_eq!(found.objective(), best.objective(), "seed {seed} {what}");
            assert!(found.exact, "seed {seed} {what}");
        }
    }
    assert!(solved > cases / 3 && none > 0, "{solved} with solutions, {none} without");
}

/// Two equations over ranges of a thousand millions, whose solutions are known.
#[test]
fn large_ranges_are_exact() {
    let mut m = Model::new();
    let (x, y) = (m.int("x", 0..=1_000_000_000).unwrap(), m.int("y", 0..=1_000_000_000).unwrap());
    m.equal(x + y, 1_000_000_000).unwrap();
    m.equal(x - y, 123_456_788).unwrap();
    let all = m.solve(9, &Options::default()).unwrap();
    assert!(all.exact && all.solutions.len() == 1);
    assert_eq!((all.solutions[0][x], all.solutions[0][y]), (561_728_394, 438_271_606));
    m.different(y, 438_271_606).unwrap();
    assert_eq!(m.check(&Options::default()).unwrap().verdict(), Verdict::None);
}

/// Costs of millions: the optimum for a small network of choices agrees with exhaustive search.
#[test]
fn dear_choices() {
    for seed in 0..20 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let costs: Vec<Vec<i64>> =
            (0..5).map(|_| (0..4).map(|_| rng.random_range(1..9_000_000)).collect()).collect();
        let mut m = Model::new();
        let at = m.ints("choice", 5, 0..=3).unwrap();
        let cost = m.ints("cost", 5, 0..=9_000_000).unwrap();
        for (k, list) in costs.iter().enumerate() {
            m.element_of(cost[k], list, at[k]).unwrap();
        }
        m.all_different(&at[..4]).unwrap();
        m.different(at[3], at[4]).unwrap();
        let total = m.int("total", 0..=45_000_000).unwrap();
        m.equal(goal(&cost, &[1; 5]), total).unwrap();
        let found = m.minimize(total, &Options::default()).unwrap();
        let mut best = i64::MAX;
        for code in 0..4i64.pow(5) {
            let digits: Vec<usize> = (0..5).map(|k| (code / 4i64.pow(k) % 4) as usize).collect();
            let differ = (0..4).all(|i| (0..i).all(|j| digits[i] != digits[j]));
            if differ && digits[3] != digits[4] {
                best = best.min((0..5).map(|k| costs[k][digits[k]]).sum());
            }
        }
        assert!(found.exact);
        assert_eq!(found.objective(), Some(best), "seed {seed}");
    }
}

/// A set of values far apart, values that are literals, and elements of lists of variables.
#[test]
fn values_of_variables_that_keep_their_ends() {
    let mut m = Model::new();
    let far = [-2_000_000_000, -5, 0, 7, 1_500_000_000];
    let x = m.int("x", -2_000_000_000..=2_000_000_000).unwrap();
    m.table(&[x], far.map(|v| [v])).unwrap();
    assert_eq!(m.count(&Options::default()).unwrap().count, 5u32.into());
    let seven = m.is(x, 7).unwrap();
    m.clause(&[!seven]).unwrap();
    assert_eq!(m.count(&Options::default()).unwrap().count, 4u32.into());
    let (i, y) = (m.int("i", 0..=4).unwrap(), m.int("y", -10..=100_000).unwrap());
    m.element(x, &[y, x, y], i).unwrap();
    m.at_most(x, 0).unwrap();
    // x is -5 or 0, which y can be: i is 0 or 2 and y is x, or i is 1 and y is any. Below them i is 1.
    let count = m.count(&Options::default()).unwrap().count.clone();
    assert_eq!(count, (2 * 2 + 3 * 100_011u32).into());
}

/// Solutions that differ only in such a variable are distinguished by it, and by it alone if requested.
#[test]
fn solutions_differ_in_ends() {
    let mut m = Model::new();
    let (x, y) = (m.int("x", 0..=5_000_000).unwrap(), m.int("y", 0..=9).unwrap());
    m.equal(x, 3 * y + 4_000_000).unwrap();
    assert_eq!(m.count(&Options::default()).unwrap().count, 10u32.into());
    m.tell_apart_by(&[x]).unwrap();
    let mut met: Vec<i64> = Vec::new();
    let mut each = |s: &Solution| {
        met.push(s[x]);
        std::ops::ControlFlow::Continue(())
    };
    assert!(m.solve_each(usize::MAX, &Options::default(), &mut each).unwrap().exact);
    met.sort_unstable();
    assert_eq!(met, (0..10).map(|k| 4_000_000 + 3 * k).collect::<Vec<i64>>());
}

/// A constraint that compares values one by one refuses a range too large for bits, by name, before any work.
#[test]
fn what_needs_values_says_so() {
    let mut m = Model::new();
    let x = m.int("x", 0..=10_000_000).unwrap();
    let mut twice = m.clone();
    twice.table(&[x, x], [[1, 1], [5, 5], [5, 6]]).unwrap();
    assert_eq!(twice.count(&Options::default()).unwrap().count, 2u32.into());
    let y = m.int("y", 0..=3).unwrap();
    m.table(&[x, y], [[1, 1], [5, 2]]).unwrap();
    let error = m.check(&Options::default()).unwrap_err();
    assert!(matches!(error, ModelError::FarApart { .. }), "{error}");
    let error = m.int("z", 0..=1 << 33).unwrap_err();
    assert!(matches!(error, ModelError::TooWide { .. }), "{error}");
    // Variables that differ are kept apart by their bounds.
    let mut m = Model::new();
    let xs = m.ints("x", 3, 0..=1_000_000_000).unwrap();
    m.all_different(&xs).unwrap();
    m.equal(goal(&xs, &[1; 3]), 3).unwrap();
    assert_eq!(m.count(&Options::default()).unwrap().count, 6u32.into());
}

/// Propagation that moves bounds by one over a range of thousands of millions ends at a limit, and at an interrupt.
#[test]
fn bounds_that_creep_can_be_stopped() {
    let mut m = Model::new();
    let xs = m.ints("x", 2, 0..=4_000_000_000).unwrap();
    // A third variable keeps the cycle of comparisons from being detected.
    let z = m.int("z", 0..=1).unwrap();
    m.at_most(xs[0] - xs[1] + z, -1).unwrap();
    m.at_most(xs[1] - xs[0] + z, -1).unwrap();
    let flag = Arc::new(AtomicBool::new(false));
    let budget = Options::default().budget.with_cancel(flag.clone());
    let raise = std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_millis(50));
        flag.store(true, Ordering::Relaxed);
    });
    let outcome = m.check(&Options { budget, ..Options::default() }).unwrap();
    raise.join().expect("it only sleeps");
    assert_eq!((outcome.exact, outcome.stopped), (false, Some(Stop::Interrupt)));
}

/// Differing numbers with gaps under a comparison: the count with interval variables equals the count with one bit per
/// value.
#[test]
fn different_numbers_with_their_ends_only_are_counted_as_with_bits() {
    for seed in 0..60 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let n = rng.random_range(3..6usize);
        let columns: Vec<Vec<i64>> = (0..n)
            .map(|_| (0..rng.random_range(2..6)).map(|_| 90 * rng.random_range(-3..4)).collect())
            .collect();
        let (bound, weight) = (90 * rng.random_range(-3..4), rng.random_range(-2..3));
        let count = |above: u64| {
            let mut m = Model::new();
            m.keep_ends_above(above);
            let xs = m.ints("x", n, -300..=300).expect("a range");
            m.all_different(&xs).expect("they differ");
            for (&x, column) in xs.iter().zip(&columns) {
                m.table(&[x], column.iter().map(|&v| [v])).expect("a column");
            }
            m.at_most(xs[0] + weight * xs[1] - xs[2], bound).expect("a sum");
            m.count(&Options::default()).expect("a small model").count.clone()
        };
        assert_eq!(count(100), count(u64::MAX), "seed {seed}");
    }
}
