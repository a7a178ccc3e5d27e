//! The dual simplex method with bounds, in floating point. Its results are proposals: nothing is believed of them that
//! was not recomputed in integers.
//!
//! * Steepest edges choose the row that leaves (J. Forrest, D. Goldfarb, Steepest-edge simplex algorithms for linear
//!   programming, 1992).
//! * The ratio test flips variables with two bounds as long as the objective grows (I. Maros, A generalized dual phase-2
//!   simplex algorithm, 2003).
//! * Costs are perturbed a little, against degeneracy; the multipliers of the result are those of the true costs.
//! * The state stays between calls: after some bounds have moved, few exchanges lead to the next optimum.

mod factors;
mod problem;
#[cfg(test)]
mod tests;

pub use problem::Problem;

use factors::{Factors, each_entry};

/// Bounds may be violated by this much.
const PRIMAL: f64 = 1e-7;
/// A goal that is beyond its bound by this much ends a run.
const BEYOND: f64 = 1e-3;
/// Reduced costs may have the wrong sign by this much.
const DUAL: f64 = 1e-9;
/// The smallest pivot.
const PIVOT: f64 = 1e-7;
/// Computed twice, a pivot may differ by this part.
const DRIFT: f64 = 1e-6;
/// The size of perturbations of costs.
const PERTURBATION: f64 = 1e-6;

/// Where a variable is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum At {
    /// In the basis, at this row.
    Basic(u32),
    Low,
    High,
}

/// The result of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Solved {
    /// No values satisfy the rows within the bounds: [`Simplex::multipliers`] are those of a contradiction.
    Infeasible,
    /// The optimum: the multipliers are those of the bound.
    Optimal,
    /// Neither, because of the limit or of rounding errors; the multipliers are those of a bound.
    Unfinished,
}

/// A linear program with its state.
#[derive(Clone, Debug)]
pub struct Simplex {
    of: std::sync::Arc<Problem>,
    low: Vec<f64>,
    high: Vec<f64>,
    cost: Vec<f64>,
    basis: Vec<u32>,
    at: Vec<At>,
    factors: Factors,
    /// Per row the value of its basic variable.
    x: Vec<f64>,
    /// Per variable its reduced cost.
    d: Vec<f64>,
    /// Per row the square of the length of its edge.
    weight: Vec<f64>,
    /// Whether bounds have moved since the values were computed.
    is_stale: bool,
    /// Per row the multiplier of the last result.
    multipliers: Vec<f64>,
    /// The exchanges made so far, and the entries passed for them.
    exchanges: u64,
    steps: u64,
    rho: Vec<f64>,
    alpha: Vec<f64>,
    column: Vec<f64>,
    tau: Vec<f64>,
    /// The nonbasic variables of a row, while it is computed.
    hit: Vec<u32>,
    breakpoints: Vec<(f64, u32)>,
}

impl Simplex {
    /// With these bounds of the columns and of the rows; a row may have an infinite one.
    ///
    /// # Panics
    /// If there are not as many bounds as columns and rows.
    pub fn new(of: Problem, columns: &[(f64, f64)], rows: &[(f64, f64)]) -> Simplex {
        let (n, m) = (of.columns(), of.rows());
        assert!(columns.len() == n && rows.len() == m, "bounds for each column and row");
        let scaled = rows.iter().zip(&of.scale).map(|(&(low, high), s)| (low * s, high * s));
        let (low, high) = columns.iter().copied().chain(scaled).unzip();
        let mut basis: Vec<u32> = (n as u32..(n + m) as u32).collect();
        if let Some((goal, row)) = of.goal
            && m > 0
        {
            basis[row as usize] = goal;
        }
        let mut cost = of.cost.clone();
        let mut random = 0x9e37_79b9_7f4a_7c15u64;
        for (j, c) in cost.iter_mut().enumerate() {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            if of.goal.is_none_or(|goal| goal.0 as usize != j) {
                *c += PERTURBATION * (1.0 + (random >> 40) as f64 / f64::from(1 << 24));
            }
        }
        cost.resize(n + m, 0.0);
        let mut simplex = Simplex {
            low,
            high,
            cost,
            basis,
            at: vec![At::Low; n + m],
            factors: Factors::default(),
            x: vec![0.0; m],
            d: vec![0.0; n + m],
            weight: vec![1.0; m],
            is_stale: true,
            multipliers: vec![0.0; m],
            exchanges: 0,
            steps: 0,
            rho: vec![0.0; m],
            alpha: vec![0.0; n + m],
            column: vec![0.0; m],
            tau: vec![0.0; m],
            hit: Vec::new(),
            breakpoints: Vec::new(),
            of: std::sync::Arc::new(of),
        };
        simplex.refactor();
        simplex
    }

    /// Adds rows, with entries as of [`Problem::new`] whose rows are counted from the first new one. The basis stays, with the
    /// activities of the new rows.
    ///
    /// # Panics
    /// If an entry is of a row without bounds.
    pub fn add_rows(&mut self, entries: &[(u32, u32, f64)], bounds: &[(f64, f64)]) {
        let (n, m) = (self.of.columns(), self.of.rows());
        let of = self.of.with_rows(bounds.len(), entries);
        for (row, &(low, high)) in (m..).zip(bounds) {
            self.low.push(low * of.scale[row]);
            self.high.push(high * of.scale[row]);
            self.basis.push((n + row) as u32);
            self.at.push(At::Basic(row as u32));
        }
        let rows = of.rows();
        for by_row in
            [&mut self.x, &mut self.multipliers, &mut self.rho, &mut self.column, &mut self.tau]
        {
            by_row.resize(rows, 0.0);
        }
        self.weight.resize(rows, 1.0);
        for by_variable in [&mut self.cost, &mut self.d, &mut self.alpha] {
            by_variable.resize(n + rows, 0.0);
        }
        self.alpha.fill(0.0);
        self.hit.clear();
        // The matrix is gathered twice, by rows and by columns.
        self.steps += (4 * of.entries() + n) as u64;
        self.of = std::sync::Arc::new(of);
        self.refactor();
    }

    /// Counts work that was done elsewhere for this program.
    pub fn spend(&mut self, steps: usize) {
        self.steps += steps as u64;
    }

    /// Moves the bounds of a column.
    #[inline]
    pub fn bound(&mut self, column: usize, low: f64, high: f64) {
        if (self.low[column], self.high[column]) != (low, high) {
            self.is_stale = true;
            (self.low[column], self.high[column]) = (low, high);
        }
    }

    /// Per row, as it was stated, the multiplier of the last result.
    pub fn multiplier(&self, row: usize) -> f64 {
        self.multipliers[row] * self.of.scale[row]
    }

    /// The value of a column in the last result.
    pub fn value(&self, column: usize) -> f64 {
        match self.at[column] {
            At::Basic(row) => self.x[row as usize],
            At::Low => self.low[column],
            At::High => self.high[column],
        }
    }

    /// The exchanges made so far.
    pub fn exchanges(&self) -> u64 {
        self.exchanges
    }

    /// The work done so far, in entries of matrices.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Exchanges variables until there is an optimum or a contradiction, or this many entries of matrices were passed. `work`
    /// counts such entries as they are passed, and may end the run.
    pub fn run<E>(
        &mut self,
        limit: u64,
        work: &mut dyn FnMut(usize) -> Result<(), E>,
    ) -> Result<Solved, E> {
        let end = self.steps.saturating_add(limit);
        let mut failures = 0;
        if self.is_stale {
            self.compute_values();
        }
        loop {
            work(self.factors.size() + self.of.columns() / 4)?;
            if let Some(solved) = self.cut_off() {
                return Ok(solved);
            }
            let Some((row, above)) = self.leaving() else {
                if !self.factors.is_fresh() && failures < 3 && self.drifted() {
                    failures += 1;
                    self.refactor();
                    self.compute_values();
                    continue;
                }
                self.bound_multipliers();
                return Ok(Solved::Optimal);
            };
            if self.steps >= end || failures >= 3 {
                self.bound_multipliers();
                return Ok(Solved::Unfinished);
            }
            self.compute_row(row);
            match self.entering(row, above) {
                None => {
                    let sign = if above { -1.0 } else { 1.0 };
                    for (m, r) in self.multipliers.iter_mut().zip(&self.rho) {
                        *m = sign * r;
                    }
                    return Ok(Solved::Infeasible);
                }
                Some(q) => {
                    if !self.exchange(row, q, above) {
                        failures += 1;
                        self.refactor();
                        self.compute_values();
                    }
                }
            }
            if self.factors.is_worn() {
                self.refactor();
                self.compute_values();
            }
        }
    }

    /// The goal is beyond its bound at a point that is optimal for the rest: there is a contradiction already.
    fn cut_off(&mut self) -> Option<Solved> {
        let (goal, _) = self.of.goal?;
        let At::Basic(row) = self.at[goal as usize] else { return None };
        let high = self.high[goal as usize];
        if self.x[row as usize] <= high + BEYOND + PRIMAL * high.abs() {
            return None;
        }
        self.bound_multipliers();
        Some(Solved::Infeasible)
    }

    /// The row whose variable leaves the basis, and whether it is above its bound.
    fn leaving(&self) -> Option<(u32, bool)> {
        let mut best = (0.0, None);
        for (row, &b) in (0u32..).zip(&self.basis) {
            let (x, low, high) =
                (self.x[row as usize], self.low[b as usize], self.high[b as usize]);
            let (over, under) = (x - high, low - x);
            let far = over.max(under);
            if far > PRIMAL * (1.0 + x.abs().min(1e6)) {
                let worth = far * far / self.weight[row as usize];
                if worth > best.0 {
                    best = (worth, Some((row, over > under)));
                }
            }
        }
        best.1
    }

    /// A row of the inverse, and the row of all nonbasic variables.
    fn compute_row(&mut self, row: u32) {
        self.rho.fill(0.0);
        self.rho[row as usize] = 1.0;
        self.factors.backward(&mut self.rho);
        let n = self.of.columns();
        for &j in &self.hit {
            self.alpha[j as usize] = 0.0;
        }
        self.hit.clear();
        let mut passed = 0;
        for (i, &r) in self.rho.iter().enumerate().filter(|(_, r)| r.abs() > 1e-12) {
            let entries = self.of.rows.of(i);
            passed += entries.len() + 1;
            for &(j, a) in entries {
                if self.alpha[j as usize] == 0.0 {
                    self.hit.push(j);
                }
                self.alpha[j as usize] += r * a;
            }
            self.hit.push((n + i) as u32);
            self.alpha[n + i] = -r;
        }
        self.hit.sort_unstable();
        self.hit.dedup();
        self.steps += (passed + self.factors.size()) as u64;
    }

    /// The variable that enters the basis; variables that are passed on the way go to their other bounds. `None`: there
    /// is none, a contradiction.
    fn entering(&mut self, row: u32, above: bool) -> Option<u32> {
        let sign = if above { 1.0 } else { -1.0 };
        self.breakpoints.clear();
        for &j in &self.hit {
            let a = sign * self.alpha[j as usize];
            let fits = match self.at[j as usize] {
                At::Basic(_) => false,
                At::Low => a > PIVOT,
                At::High => a < -PIVOT,
            };
            if fits && self.low[j as usize] < self.high[j as usize] {
                self.breakpoints.push(((self.d[j as usize] / a).max(0.0), j));
            }
        }
        let b = self.basis[row as usize] as usize;
        let x = self.x[row as usize];
        let mut slope = if above { x - self.high[b] } else { self.low[b] - x };
        self.breakpoints.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let mut at = 0;
        loop {
            // Of breakpoints that lie together, the largest pivot enters.
            let &(ratio, _) = self.breakpoints.get(at)?;
            let near = ratio + 1e-9 + 1e-9 * ratio;
            let mut end = at;
            let mut after = slope;
            let mut best = (0.0, 0);
            while let Some(&(r, j)) = self.breakpoints.get(end)
                && r <= near
            {
                let size = self.alpha[j as usize].abs();
                after -= size * (self.high[j as usize] - self.low[j as usize]);
                if size > best.0 {
                    best = (size, j);
                }
                end += 1;
            }
            if after < PRIMAL || after.is_nan() {
                self.flip(at);
                return Some(best.1);
            }
            (slope, at) = (after, end);
        }
    }

    /// The first breakpoints go to their other bounds.
    fn flip(&mut self, passed: usize) {
        if passed == 0 {
            return;
        }
        self.column.fill(0.0);
        for i in 0..passed {
            let j = self.breakpoints[i].1;
            let range = self.high[j as usize] - self.low[j as usize];
            let (to, by) = match self.at[j as usize] {
                At::Low => (At::High, range),
                _ => (At::Low, -range),
            };
            self.at[j as usize] = to;
            let column = &mut self.column;
            each_entry(&self.of, j, |row, a| column[row as usize] += a * by);
        }
        self.factors.forward(&mut self.column);
        self.x.iter_mut().zip(&self.column).for_each(|(x, c)| *x -= c);
        self.steps += self.factors.size() as u64;
    }

    /// One variable enters the basis, another leaves it; false if the factors are too inexact for that.
    fn exchange(&mut self, row: u32, q: u32, above: bool) -> bool {
        let (r, b) = (row as usize, self.basis[row as usize]);
        self.column.fill(0.0);
        let column = &mut self.column;
        each_entry(&self.of, q, |row, a| column[row as usize] += a);
        self.factors.forward(&mut self.column);
        let (pivot, expected) = (self.column[r], self.alpha[q as usize]);
        if (pivot - expected).abs() > DRIFT * (1.0 + pivot.abs()) || pivot.abs() < PIVOT {
            return false;
        }
        self.tau.copy_from_slice(&self.rho);
        self.factors.forward(&mut self.tau);
        let weight = self.rho.iter().map(|r| r * r).sum::<f64>().max(1e-8);
        for (i, &a) in self.column.iter().enumerate() {
            if a != 0.0 && i != r {
                let k = a / pivot;
                let w = self.weight[i] - 2.0 * k * self.tau[i] + k * k * weight;
                self.weight[i] = w.max(1e-4);
            }
        }
        self.weight[r] = (weight / (pivot * pivot)).max(1e-4);
        let bound = if above { self.high[b as usize] } else { self.low[b as usize] };
        let theta = (self.x[r] - bound) / pivot;
        let value = self.value(q as usize) + theta;
        self.x.iter_mut().zip(&self.column).for_each(|(x, c)| *x -= theta * c);
        self.x[r] = value;
        let t = self.d[q as usize] / pivot;
        for &j in &self.hit {
            self.d[j as usize] -= t * self.alpha[j as usize];
        }
        self.d[q as usize] = 0.0;
        self.d[b as usize] = -t;
        self.factors.exchange(row, &self.column);
        self.basis[r] = q;
        self.at[q as usize] = At::Basic(row);
        self.at[b as usize] = if above { At::High } else { At::Low };
        self.exchanges += 1;
        self.steps += (2 * self.factors.size()) as u64;
        true
    }

    /// Factorises the basis anew, and computes reduced costs. Variables whose reduced costs have the wrong sign go to
    /// their other bounds.
    fn refactor(&mut self) {
        let old: Vec<(u32, f64)> =
            self.basis.iter().copied().zip(self.weight.iter().copied()).collect();
        let out = self.factors.factorise(&self.of, &mut self.basis);
        let (n, m) = (self.of.columns(), self.of.rows());
        let mut weight = vec![1.0; n + m];
        old.iter().for_each(|&(b, w)| weight[b as usize] = w);
        for b in out {
            self.at[b as usize] = At::Low;
        }
        for (row, &b) in (0..).zip(&self.basis) {
            self.at[b as usize] = At::Basic(row);
            self.weight[row as usize] = weight[b as usize];
        }
        self.compute_costs();
        self.is_stale = true;
        self.steps += (self.factors.size() + 4 * m) as u64;
    }

    fn compute_costs(&mut self) {
        let (n, m) = (self.of.columns(), self.of.rows());
        self.rho.iter_mut().zip(&self.basis).for_each(|(y, &b)| *y = self.cost[b as usize]);
        self.factors.backward(&mut self.rho);
        for j in 0..n + m {
            if let At::Basic(_) = self.at[j] {
                self.d[j] = 0.0;
                continue;
            }
            let mut d = self.cost[j];
            each_entry(&self.of, j as u32, |row, a| d -= a * self.rho[row as usize]);
            self.d[j] = d;
            self.settle(j);
        }
    }

    /// Puts a nonbasic variable to the bound of its reduced cost.
    fn settle(&mut self, j: usize) {
        let (low, high) = (self.low[j].is_finite(), self.high[j].is_finite());
        let wanted = match (low, high) {
            (true, false) => At::Low,
            (false, true) => At::High,
            _ if self.d[j] > DUAL => At::Low,
            _ if self.d[j] < -DUAL => At::High,
            _ => self.at[j],
        };
        self.at[j] = wanted;
        // A wrong sign at an infinite bound is a cost of its own; multipliers are computed without it.
        if (wanted == At::Low && !high && self.d[j] < 0.0)
            || (wanted == At::High && !low && self.d[j] > 0.0)
        {
            self.cost[j] -= self.d[j];
            self.d[j] = 0.0;
        }
    }

    /// The values of basic variables.
    fn compute_values(&mut self) {
        let (n, m) = (self.of.columns(), self.of.rows());
        self.x.fill(0.0);
        for j in 0..n + m {
            if matches!(self.at[j], At::Basic(_)) {
                continue;
            }
            // A variable that was fixed may have a reduced cost of either sign.
            self.settle(j);
            let value = match self.at[j] {
                At::Basic(_) => continue,
                At::Low => self.low[j],
                At::High => self.high[j],
            };
            if value != 0.0 {
                let x = &mut self.x;
                each_entry(&self.of, j as u32, |row, a| x[row as usize] -= a * value);
            }
        }
        self.factors.forward(&mut self.x);
        self.is_stale = false;
        self.steps += (self.factors.size() + n) as u64;
    }

    /// Whether values computed anew differ from those that were updated.
    fn drifted(&mut self) -> bool {
        let old = self.x.clone();
        self.compute_values();
        self.leaving().is_some()
            || old.iter().zip(&self.x).any(|(a, b)| (a - b).abs() > 1e-5 * (1.0 + b.abs()))
    }

    /// The multipliers of the bound that the basis proves: of the true costs.
    fn bound_multipliers(&mut self) {
        self.multipliers.fill(0.0);
        let n = self.of.columns();
        for (y, &b) in self.multipliers.iter_mut().zip(&self.basis) {
            *y = if (b as usize) < n { -self.of.cost[b as usize] } else { 0.0 };
        }
        self.factors.backward(&mut self.multipliers);
        self.steps += self.factors.size() as u64;
    }
}
