//! Columns that equal another one, or differ from it by a number, or from its negation, are replaced by it.

use crate::program::{Column, Program, Row};
use rustc_hash::FxHashMap;

/// The largest number of an equation: sums of as many of them as there are columns have less than 64 bits.
const FARTHEST: u64 = 1 << 40;

/// A column as `factor * of + constant`, where the factor is 1 or -1.
#[derive(Clone, Copy)]
struct Equal {
    of: u32,
    factor: i64,
    constant: i64,
}

impl Program {
    /// Replaces columns that an equation of two terms defines by others, and leaves out the columns that then stand in
    /// no row. `ranges` holds the ends of all columns.
    pub(crate) fn aggregate(&mut self, ranges: &mut Vec<(i64, i64)>) {
        let mut equal: Vec<Equal> =
            (0..self.columns.len() as u32).map(|of| Equal { of, factor: 1, constant: 0 }).collect();
        let goal = self.goal.map(|goal| goal.0);
        for row in &self.rows {
            let &[(x, a), (y, b)] = &row.terms[..] else { continue };
            let is_far = row.low.unsigned_abs() > FARTHEST;
            if row.low != row.high || is_far || a.abs() != b.abs() || row.low % a != 0 {
                continue;
            }
            // x + sign y = end
            let (sign, end) = (b / a, row.low / a);
            let (x, y) = (root(&equal, x), root(&equal, y));
            if x.of == y.of || Some(x.of) == goal || Some(y.of) == goal {
                continue;
            }
            // factor x.of + constant + sign (factor y.of + constant) = end
            let Some(rest) = y.constant.checked_mul(sign).and_then(|k| k.checked_add(x.constant))
            else {
                continue;
            };
            let Some(end) = end.checked_sub(rest) else { continue };
            let by_y =
                Equal { of: y.of, factor: -sign * y.factor * x.factor, constant: end * x.factor };
            let back = sign * y.factor;
            let by_x = Equal { of: x.of, factor: -x.factor * back, constant: end * back };
            let (gone, by) = match self.worth(x.of) < self.worth(y.of) {
                true => (x.of, by_y),
                false => (y.of, by_x),
            };
            // The ends of a variable of the rows alone are stated nowhere else.
            let image = |(low, high): (i64, i64)| {
                let [a, b] =
                    [low, high].map(|v| v.saturating_mul(by.factor).saturating_add(by.constant));
                (a.min(b), a.max(b))
            };
            let (low, high) = image(ranges[by.of as usize]);
            let inside = ranges[gone as usize].0 <= low && high <= ranges[gone as usize].1;
            if inside || !matches!(self.columns[gone as usize], Column::Own(..)) {
                equal[gone as usize] = by;
            }
        }
        let equal: Vec<Equal> = (0..equal.len() as u32).map(|x| root(&equal, x)).collect();
        self.rewrite(&equal);
        self.compress(ranges);
    }

    /// Which of two equal columns is kept: the one with the larger worth.
    fn worth(&self, x: u32) -> u32 {
        match self.columns[x as usize] {
            Column::Own(..) => 0,
            Column::Interval(_) => 1,
            Column::Var(_) => 2,
            Column::Lit(_) => 3,
        }
    }

    fn rewrite(&mut self, equal: &[Equal]) {
        let goal = self.goal.map(|goal| goal.1 as usize);
        let mut kept = Vec::with_capacity(self.rows.len());
        let mut goal_row = None;
        for (i, row) in self.rows.iter().enumerate() {
            match rewritten(row, equal) {
                Some(row) if row.terms.is_empty() && row.low <= 0 && 0 <= row.high => {}
                Some(row) => {
                    goal_row = if goal == Some(i) { Some(kept.len()) } else { goal_row };
                    kept.push(row);
                }
                // Numbers too large for it: the row is left as it is, over columns that are replaced elsewhere.
                None => {
                    goal_row = if goal == Some(i) { Some(kept.len()) } else { goal_row };
                    kept.push(row.clone());
                }
            }
        }
        self.rows = kept;
        self.goal = self.goal.zip(goal_row).map(|((column, _), row)| (column, row as u32));
    }

    /// Leaves out the columns that stand in no row.
    fn compress(&mut self, ranges: &mut Vec<(i64, i64)>) {
        let mut number = vec![u32::MAX; self.columns.len()];
        let mut columns = Vec::new();
        let mut ends = Vec::new();
        for row in &mut self.rows {
            for (j, _) in &mut row.terms {
                let number = &mut number[*j as usize];
                if *number == u32::MAX {
                    *number = columns.len() as u32;
                    columns.push(self.columns[*j as usize]);
                    ends.push(ranges[*j as usize]);
                }
                *j = *number;
            }
        }
        self.goal = self.goal.map(|(column, row)| (number[column as usize], row));
        (self.columns, *ranges) = (columns, ends);
    }
}

/// A column by the one that it is replaced by in the end.
fn root(equal: &[Equal], x: u32) -> Equal {
    let mut at = Equal { of: x, factor: 1, constant: 0 };
    loop {
        let next = equal[at.of as usize];
        if next.of == at.of {
            return at;
        }
        let constant = at.constant + at.factor * next.constant;
        at = Equal { of: next.of, factor: at.factor * next.factor, constant };
    }
}

fn rewritten(row: &Row, equal: &[Equal]) -> Option<Row> {
    let mut terms: Vec<(u32, i64)> = Vec::with_capacity(row.terms.len());
    let mut places: FxHashMap<u32, usize> = FxHashMap::default();
    let mut constant = 0i64;
    for &(j, a) in &row.terms {
        let Equal { of, factor, constant: k } = equal[j as usize];
        constant = constant.checked_add(a.checked_mul(k)?)?;
        let at = *places.entry(of).or_insert_with(|| {
            terms.push((of, 0));
            terms.len() - 1
        });
        terms[at].1 = terms[at].1.checked_add(a * factor)?;
    }
    terms.retain(|term| term.1 != 0);
    let end = |end: i64| match end {
        i64::MIN | i64::MAX => Some(end),
        end => end.checked_sub(constant),
    };
    Some(Row { terms, low: end(row.low)?, high: end(row.high)? })
}
