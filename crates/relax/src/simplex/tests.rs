//! Results certify themselves: a point within the bounds, multipliers of a bound or of a contradiction.

use super::*;
use clew_engine::testing::Rng;
use clew_engine::testing::rand::{RngExt, SeedableRng};
use std::convert::Infallible;

struct Stated {
    entries: Vec<(u32, u32, f64)>,
    columns: Vec<(f64, f64)>,
    rows: Vec<(f64, f64)>,
}

impl Stated {
    /// A goal in column 0, defined by row 0, and random rows.
    fn random(rng: &mut Rng) -> Stated {
        let (n, m) = (rng.random_range(2..14usize), rng.random_range(1..10usize));
        let mut entries = vec![(0, 0, 1.0)];
        let number = |rng: &mut Rng| f64::from(rng.random_range(-9..10));
        for row in 0..m {
            for j in 1..n {
                let a = number(rng);
                if rng.random_bool(0.6) && a != 0.0 {
                    entries.push((row as u32, j as u32, a));
                }
            }
        }
        let mut columns = vec![(-2000.0, 2000.0)];
        columns.extend((1..n).map(|_| {
            let low = f64::from(rng.random_range(-5..5));
            (low, low + f64::from(rng.random_range(0..9)))
        }));
        let mut rows = vec![(0.0, 0.0)];
        rows.extend((1..m).map(|_| {
            let low = f64::from(rng.random_range(-30..30));
            match rng.random_range(0..4) {
                0 => (low, low),
                1 => (low, f64::INFINITY),
                2 => (f64::NEG_INFINITY, low),
                _ => (low, low + f64::from(rng.random_range(1..20))),
            }
        }));
        Stated { entries, columns, rows }
    }

    /// By the last multipliers: the coefficients of their sum of rows, and the most that it can be.
    fn combined(&self, of: &Simplex) -> (Vec<f64>, f64) {
        let mut sum = vec![0.0; self.columns.len()];
        for &(row, j, a) in &self.entries {
            sum[j as usize] += of.multiplier(row as usize) * a;
        }
        let most = (0..self.rows.len()).map(|row| {
            let y = of.multiplier(row);
            let side = if y > 0.0 { self.rows[row].1 } else { self.rows[row].0 };
            if y.abs() < 1e-9 && side.is_infinite() { 0.0 } else { y * side }
        });
        (sum, most.sum())
    }

    fn least(&self, sum: &[f64], skip: usize) -> f64 {
        let term = |(d, &(low, high)): (&f64, &(f64, f64))| (d * low).min(d * high);
        let all = sum.iter().zip(&self.columns).enumerate().filter(|(j, _)| *j != skip);
        all.map(|(_, t)| term(t)).sum()
    }

    /// Checks a result; returns the optimum.
    fn check(&self, simplex: &mut Simplex) -> Option<f64> {
        let solved = simplex.run(u64::MAX, &mut |_| Ok::<(), Infallible>(()));
        let (sum, most) = self.combined(simplex);
        match solved {
            Ok(Solved::Infeasible) => {
                assert!(self.least(&sum, usize::MAX) > most + 1e-7, "no contradiction");
                None
            }
            Ok(Solved::Optimal) => {
                let values: Vec<f64> = (0..self.columns.len()).map(|j| simplex.value(j)).collect();
                for (j, v) in values.iter().enumerate() {
                    let (low, high) = self.columns[j];
                    assert!(low - 1e-6 <= *v && *v <= high + 1e-6, "column {j}");
                }
                for (row, &(low, high)) in (0u32..).zip(&self.rows) {
                    let terms = self.entries.iter().filter(|e| e.0 == row);
                    let sum: f64 = terms.map(|e| e.2 * values[e.1 as usize]).sum();
                    assert!(low - 1e-5 <= sum && sum <= high + 1e-5, "row {row}: {sum}");
                }
                // The multipliers: the goal is at least the rest.
                assert!((sum[0] + 1.0).abs() < 1e-9 || sum[0].abs() < 1e-9);
                let bound =
                    if sum[0] == 0.0 { self.columns[0].0 } else { self.least(&sum, 0) - most };
                assert!((bound - values[0]).abs() < 1e-3, "{bound} and {}", values[0]);
                Some(values[0])
            }
            Ok(Solved::Unfinished) => panic!("it did not end"),
            Err(never) => match never {},
        }
    }
}

#[test]
fn results_certify_themselves() {
    let (mut optima, mut none, mut warm) = (0, 0, 0);
    for seed in 0..3000 {
        let mut rng = Rng::seed_from_u64(seed);
        let mut stated = Stated::random(&mut rng);
        let problem =
            Problem::new(stated.columns.len(), stated.rows.len(), &stated.entries, Some((0, 0)));
        let mut simplex = Simplex::new(problem, &stated.columns, &stated.rows);
        // Bounds move, and sometimes return.
        for _ in 0..6 {
            match stated.check(&mut simplex) {
                Some(_) => optima += 1,
                None => none += 1,
            }
            let j = rng.random_range(1..stated.columns.len());
            let (low, high) = stated.columns[j];
            let to = low + f64::from(rng.random_range(0..=(high - low) as u32));
            stated.columns[j] = match rng.random_range(0..4) {
                0 => (to, high),
                1 => (low, to),
                2 => (to, to),
                _ => (low - 1.0, high + 1.0),
            };
            simplex.bound(j, stated.columns[j].0, stated.columns[j].1);
            warm += 1;
        }
    }
    assert!(optima > 3000 && none > 1000 && warm > 0, "{optima} optima, {none} without");
}
