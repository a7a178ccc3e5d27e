//! Rows that a literal closes: where all terms of a sum are at their least values if a column is 0, the bound of the sum
//! is that of the open row times the column.
//!
//! An example is a facility that has room for six clients if it is open: `x1 + ... + x9 <= 6` and `xi <= open` become
//! `x1 + ... + x9 <= 6 open`, which over the fractions is much stronger.
//!
//! Source: the variable upper bounds of M. Savelsbergh, Preprocessing and probing techniques for mixed integer
//! programming problems, 1994.

use crate::combine::is_endless;
use crate::program::{Program, Row};

/// A column of 0 and 1, and the value that closes others.
type Switch = (u32, bool);

/// The least number of terms that a lifted row has.
const FEWEST: usize = 3;
/// Switches of a column that are looked at.
const MOST_SWITCHES: usize = 64;

/// The columns whose values fix a column.
#[derive(Default)]
struct Closing {
    /// The column is at its least value.
    low: Vec<Switch>,
    /// At its largest.
    high: Vec<Switch>,
}

impl Program {
    /// Strengthens rows of which a column closes all terms; `ranges` holds the ends of all columns.
    pub(crate) fn lift(&mut self, ranges: &[(i64, i64)]) {
        let closing = self.closing(ranges);
        let mut more = Vec::new();
        for row in &mut self.rows {
            if row.terms.len() < FEWEST {
                continue;
            }
            if !is_endless(row.high)
                && let Some((terms, high)) = lifted(&row.terms, row.high, ranges, &closing)
            {
                let lifted = Row { terms, low: i64::MIN, high };
                match is_endless(row.low) {
                    true => *row = lifted,
                    false => more.push(lifted),
                }
                continue;
            }
            if !is_endless(row.low) {
                let terms: Vec<_> = row.terms.iter().map(|&(j, a)| (j, -a)).collect();
                if let Some((terms, high)) = lifted(&terms, -row.low, ranges, &closing) {
                    let lifted = Row { terms, low: i64::MIN, high };
                    match is_endless(row.high) {
                        true => *row = lifted,
                        false => more.push(lifted),
                    }
                }
            }
        }
        self.rows.extend(more);
    }

    /// The values that close columns, by rows of two terms.
    fn closing(&self, ranges: &[(i64, i64)]) -> Vec<Closing> {
        let mut closing: Vec<Closing> = Vec::new();
        closing.resize_with(ranges.len(), Closing::default);
        for row in &self.rows {
            let &[first, second] = &row.terms[..] else { continue };
            for ((s, b), (x, a)) in [(first, second), (second, first)] {
                if ranges[s as usize] != (0, 1) {
                    continue;
                }
                let (low, high) = ranges[x as usize];
                for value in [false, true] {
                    let rest = b * i64::from(value);
                    let holds = |v: i64| {
                        let sum = rest.saturating_add(a.saturating_mul(v));
                        row.low <= sum && sum <= row.high
                    };
                    // A sum with one variable holds for an interval of its values.
                    if low < high && holds(low) && !holds(low + 1) {
                        closing[x as usize].low.push((s, value));
                    }
                    if low < high && holds(high) && !holds(high - 1) {
                        closing[x as usize].high.push((s, value));
                    }
                }
            }
        }
        closing
    }
}

/// The terms and the bound of a sum that one switch closes.
fn lifted(
    terms: &[(u32, i64)],
    high: i64,
    ranges: &[(i64, i64)],
    closing: &[Closing],
) -> Option<(Vec<(u32, i64)>, i64)> {
    let of = |&(j, a): &(u32, i64)| match a > 0 {
        true => &closing[j as usize].low,
        false => &closing[j as usize].high,
    };
    let fewest = terms.iter().map(of).min_by_key(|switches| switches.len())?;
    let common = fewest
        .iter()
        .take(MOST_SWITCHES)
        .find(|switch| terms.iter().all(|term| term.0 != switch.0 && of(term).contains(switch)));
    let &(s, value) = common?;
    let least = terms.iter().try_fold(0i64, |sum, &(j, a)| {
        let (low, high) = ranges[j as usize];
        sum.checked_add(a.checked_mul(if a > 0 { low } else { high })?)
    })?;
    let gain = high.checked_sub(least).filter(|gain| *gain > 0)?;
    // Closed: at most the least; open: at most the bound.
    let mut terms = terms.to_vec();
    Some(match value {
        false => {
            terms.push((s, -gain));
            (terms, least)
        }
        true => {
            terms.push((s, gain));
            (terms, high)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::Column;
    use clew_engine::testing::Rng;
    use clew_engine::testing::rand::{RngExt, SeedableRng};

    /// Random rows with switches have the same solutions before and after, and some are lifted.
    #[test]
    fn the_solutions_stay() {
        let mut lifted = 0;
        for seed in 0..2000 {
            let mut rng = Rng::seed_from_u64(seed);
            let n = rng.random_range(4..7u32);
            let mut ranges = vec![(0, 1)];
            ranges.extend((1..n).map(|_| (rng.random_range(-1..1), rng.random_range(1..3))));
            let columns = ranges.iter().map(|&(low, high)| Column::Own(low, high)).collect();
            let mut program = Program { columns, ..Program::default() };
            for j in 1..n {
                if rng.random_bool(0.9) {
                    let (low, high) = ranges[j as usize];
                    // x is at an end if the switch is 0, or if it is 1.
                    let (open, at_low) = (rng.random_bool(0.9), rng.random_bool(0.8));
                    let width = high - low;
                    let k = if open == at_low { -width } else { width };
                    let bound = match (open, at_low) {
                        (true, true) => low,
                        (true, false) => high,
                        (false, true) => low + width,
                        (false, false) => high - width,
                    };
                    let terms = vec![(j, 1), (0, k)];
                    program.rows.push(match at_low {
                        true => Row { terms, low: i64::MIN, high: bound },
                        false => Row { terms, low: bound, high: i64::MAX },
                    });
                }
            }
            for _ in 0..3 {
                let terms: Vec<_> =
                    (1..n).map(|j| (j, rng.random_range(-2..4))).filter(|t| t.1 != 0).collect();
                let low = rng.random_range(-3..3);
                let high = low + rng.random_range(0..6);
                let (low, high) = match rng.random_range(0..3) {
                    0 => (i64::MIN, high),
                    1 => (low, i64::MAX),
                    _ => (low, high),
                };
                program.rows.push(Row { terms, low, high });
            }
            let before = program.clone();
            program.lift(&ranges);
            lifted += u32::from(before != program);
            let mut values: Vec<i64> = ranges.iter().map(|r| r.0).collect();
            loop {
                let holds = |of: &Program| {
                    of.rows.iter().all(|row| {
                        let sum: i64 = row.terms.iter().map(|&(j, a)| a * values[j as usize]).sum();
                        row.low <= sum && sum <= row.high
                    })
                };
                assert_eq!(holds(&before), holds(&program), "seed {seed}: {values:?}");
                let Some(j) = (0..values.len()).find(|&j| values[j] < ranges[j].1) else { break };
                values[j] += 1;
                (0..j).for_each(|i| values[i] = ranges[i].0);
            }
        }
        assert!(lifted > 200, "{lifted}");
    }
}
