//! Best values with turns around the best solution, and without them, against all orders of jobs.

use clew::model::{Expr, Model, Options};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// Jobs one after another, each with a length, a due time, and a cost for each moment that it is late.
struct Jobs {
    length: Vec<i64>,
    due: Vec<i64>,
    cost: Vec<i64>,
}

impl Jobs {
    fn random(n: usize, rng: &mut ChaCha8Rng) -> Jobs {
        let mut numbers = |low: i64, high: i64| -> Vec<i64> {
            (0..n).map(|_| rng.random_range(low..high)).collect()
        };
        Jobs { length: numbers(3, 30), due: numbers(10, 90), cost: numbers(1, 9) }
    }

    /// The least cost of those that are left, from a time on.
    fn least(&self, left: u32, from: i64) -> i64 {
        let jobs = (0..self.length.len()).filter(|&k| left >> k & 1 == 1);
        let after = |k: usize| {
            let end = from + self.length[k];
            self.cost[k] * (end - self.due[k]).max(0) + self.least(left & !(1 << k), end)
        };
        jobs.map(after).min().unwrap_or(0)
    }

    /// Starts and times by which jobs are late; of more than 64 values each, so that they keep their ends only.
    fn model(&self) -> (Model, Expr) {
        let horizon: i64 = self.length.iter().sum();
        let mut m = Model::new();
        let starts = m.ints("start", self.length.len(), 0..=horizon).expect("a range");
        m.no_overlap(&starts, &self.length).expect("its own");
        let mut total = Expr::default();
        for (k, &start) in starts.iter().enumerate() {
            let late = m.int(format!("late{k}"), 0..=horizon).expect("a range");
            m.at_most(start + self.length[k] - self.due[k] - late, 0).expect("its own");
            total = total + self.cost[k] * late;
        }
        (m, total)
    }
}

#[test]
fn late_jobs_cost_as_little_as_in_the_best_order() {
    let without = |parts: &[&str]| Options {
        without: parts.iter().map(|part| part.to_string()).collect(),
        ..Options::default()
    };
    let mut nodes = 0;
    for seed in 0..12 {
        let jobs = Jobs::random(7, &mut ChaCha8Rng::seed_from_u64(seed));
        let wanted = jobs.least((1 << 7) - 1, 0);
        let (m, total) = jobs.model();
        for parts in [
            &[][..],
            &["neighbourhoods"],
            &["relaxation"],
            &["relaxation", "neighbourhoods"],
            &["plain", "learning"],
            &["plain", "learning", "relaxation"],
            &["plain", "learning", "cores"],
            &["plain", "learning", "neighbourhoods", "rounding"],
        ] {
            let best = m.minimize(total.clone(), &without(parts)).expect("a small model");
            assert_eq!((best.objective(), best.exact), (Some(wanted), true), "{seed}: {parts:?}");
            nodes += best.stats.nodes;
        }
    }
    assert!(nodes > 20_000, "hardly more than the first turns: {nodes}");
}

/// Values of a table of costs: variables with one bit per value, truth values and their negations.
#[test]
fn assignments_cost_as_little_as_the_best_one() {
    for seed in 0..6 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let n = 7usize;
        let cost: Vec<Vec<i64>> =
            (0..n).map(|_| (0..n).map(|_| rng.random_range(0..50)).collect()).collect();
        let extra: Vec<i64> = (0..n).map(|_| rng.random_range(-30..30)).collect();
        let mut m = Model::new();
        let xs = m.ints("x", n, 0..=n as i64 - 1).expect("a range");
        let bools = m.bools("b", n).expect("names");
        m.all_different(&xs).expect("its own");
        let mut total = Expr::default();
        for i in 0..n {
            let at = m.int(format!("cost{i}"), 0..=50).expect("a range");
            m.element_of(at, &cost[i], xs[i]).expect("its own");
            total = total + at + extra[i] * bools[i];
            // Neighbours in the order that are neighbours in value set a truth value.
            let next = m.is(xs[i], (i as i64 + 1) % n as i64).expect("its own");
            m.clause(&[!next, bools[i]]).expect("its own");
            m.clause(&[next, !bools[i]]).expect("its own");
        }
        // By subsets: the first variables have taken these values.
        let mut least = vec![i64::MAX; 1 << n];
        least[0] = 0;
        for taken in 0..1usize << n {
            let i = taken.count_ones() as usize;
            let before = least[taken];
            for v in (0..n).filter(|v| before < i64::MAX && taken >> v & 1 == 0) {
                let is_next = v == (i + 1) % n;
                let value = before + cost[i][v] + if is_next { extra[i] } else { 0 };
                let after = &mut least[taken | 1 << v];
                *after = (*after).min(value);
            }
        }
        for without in [vec![], vec!["relaxation".to_string()]] {
            let options = Options { without, ..Options::default() };
            let best = m.minimize(total.clone(), &options).expect("a small model");
            assert_eq!((best.objective(), best.exact), (Some(least[(1 << n) - 1]), true), "{seed}");
        }
    }
}
