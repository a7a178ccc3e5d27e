//! Sums of rows with integer factors.

use crate::program::{Column, Program, Row};
use clew_engine::propagators::IntLinear;

/// The largest absolute value of a sum of rows: below that of [`IntLinear`].
const LARGEST: f64 = (1u64 << 58) as f64;
/// The largest factor of a multiplier.
const FINEST: f64 = (1u64 << 40) as f64;
/// Multipliers below this part of the largest one are left out.
const NOTHING: f64 = 1e-11;
/// The least terms are left out as long as they are this part of the largest coefficient together.
const SLIGHT: i64 = 1 << 12;

/// Rows in the form in which they are summed up.
#[derive(Clone, Debug)]
pub(crate) struct Combiner {
    columns: Vec<Column>,
    /// Per column its ends at the root.
    ranges: Vec<(i64, i64)>,
    rows: Vec<Row>,
    /// Per row the largest absolute value of its sum and of its bounds.
    size: Vec<f64>,
    sum: Vec<i64>,
    hit: Vec<u32>,
}

impl Combiner {
    /// The rows of a program, whose columns have these ends at the root.
    pub fn new(of: &Program, ranges: Vec<(i64, i64)>) -> Combiner {
        // At least 1, so that coefficients by themselves are bounded as well.
        let largest = |j: u32| {
            let (low, high) = ranges[j as usize];
            low.unsigned_abs().max(high.unsigned_abs()).max(1)
        };
        let size = |row: &Row| {
            let terms = row.terms.iter().map(|&(j, a)| a.unsigned_abs() as f64 * largest(j) as f64);
            let ends = [row.low, row.high].into_iter().filter(|end| !is_endless(*end));
            terms.sum::<f64>() + ends.map(|end| end.unsigned_abs() as f64).sum::<f64>() + 1.0
        };
        Combiner {
            columns: of.columns.clone(),
            size: of.rows.iter().map(size).collect(),
            rows: of.rows.clone(),
            sum: vec![0; ranges.len()],
            ranges,
            hit: Vec::new(),
        }
    }

    /// The rows.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The sum of the rows with multiples of these factors, rounded: at most its bound in every solution. `None` if
    /// nothing is left of it. With `tidy`, terms that matter little are replaced by the least that they can be.
    pub fn combine(&mut self, factor: impl Fn(usize) -> f64, tidy: bool) -> Option<IntLinear> {
        let factors: Vec<f64> = (0..self.rows.len()).map(factor).collect();
        let largest = factors.iter().fold(0.0f64, |most, y| most.max(y.abs()));
        if largest == 0.0 || !largest.is_finite() {
            return None;
        }
        let used = |y: &f64| y.abs() > NOTHING * largest;
        let total: f64 =
            factors.iter().zip(&self.size).filter(|(y, _)| used(y)).map(|(y, s)| y.abs() * s).sum();
        let scale = (LARGEST / total).min(FINEST / largest).log2().floor().exp2();
        let (mut bound, mut weight) = (0i64, 0.0f64);
        self.hit.clear();
        let rows = self.rows.iter().zip(&self.size);
        for (y, (row, size)) in factors.iter().zip(rows).filter(|(y, _)| used(y)) {
            let k = (y * scale).round() as i64;
            let end = if k > 0 { row.high } else { row.low };
            // A row does not bound the sum from a side where it has no bound.
            if k == 0 || is_endless(end) {
                continue;
            }
            // Factors that were rounded up may add to more than was planned: such rows are left out.
            let more = weight + k.unsigned_abs() as f64 * size;
            if more > 2.0 * LARGEST {
                continue;
            }
            weight = more;
            bound += k * end;
            for &(j, a) in &row.terms {
                if self.sum[j as usize] == 0 {
                    self.hit.push(j);
                }
                self.sum[j as usize] += k * a;
            }
        }
        self.collect(bound, tidy)
    }

    /// The sum as a row, its least terms first.
    fn collect(&mut self, mut bound: i64, tidy: bool) -> Option<IntLinear> {
        self.hit.sort_unstable();
        self.hit.dedup();
        let mut terms: Vec<(i64, u32)> = Vec::with_capacity(self.hit.len());
        let mut largest = 0;
        for &j in &self.hit {
            let c = std::mem::take(&mut self.sum[j as usize]);
            let (low, high) = self.ranges[j as usize];
            if let Column::Own(..) = self.columns[j as usize] {
                bound -= (c * low).min(c * high);
            } else if c != 0 {
                largest = largest.max(c.abs());
                terms.push((c, j));
            }
        }
        let gain = |&(c, j): &(i64, u32)| {
            let (low, high) = self.ranges[j as usize];
            c.abs() * (high - low)
        };
        terms.sort_unstable_by_key(|term| (gain(term), term.1));
        let mut room = if tidy { largest / SLIGHT } else { 0 };
        let mut first = 0;
        while let Some(term) = terms.get(first)
            && gain(term) <= room
        {
            let (low, high) = self.ranges[term.1 as usize];
            room -= gain(term);
            bound -= (term.0 * low).min(term.0 * high);
            first += 1;
        }
        let parts = terms[first..].iter().filter_map(|&(c, j)| self.columns[j as usize].part(c));
        let parts: Vec<_> = parts.collect();
        if parts.is_empty() && bound >= 0 {
            return None;
        }
        Some(IntLinear::new(parts, i64::MIN, bound))
    }
}

/// Whether an end of a row is none.
pub(crate) fn is_endless(end: i64) -> bool {
    end == i64::MIN || end == i64::MAX
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Many rows of large numbers, of which all factors but one round up from a half.
    #[test]
    fn sums_stay_within_their_limits() {
        let n = 1 << 16;
        let columns = vec![Column::Own(0, 1 << 20), Column::Own(0, 1 << 20)];
        let row = Row { terms: vec![(0, 1 << 32), (1, -(1 << 32))], low: i64::MIN, high: 1 << 50 };
        let program = Program { columns: columns.clone(), rows: vec![row; n], goal: None };
        let ranges = vec![(0, 1 << 20); 2];
        let mut combiner = Combiner::new(&program, ranges);
        for least in [1e-9, 1e-7, 1e-6, 1e-5, 1e-3, 1.0] {
            for tidy in [false, true] {
                // It panics where a sum overflows.
                combiner.combine(|i| if i == 0 { 1.0 } else { least }, tidy);
            }
        }
    }
}
