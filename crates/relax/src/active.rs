//! The rows that the simplex method has: all of a small program; of a large one equations from the beginning, and others
//! once an optimum violates them.
//!
//! Most rows of a large program hold at its optimum by themselves. Without them bases are smaller, and an exchange costs a part.
//!
//! Source: G. Dantzig, R. Fulkerson and S. Johnson, Solution of a large-scale traveling-salesman problem, 1954 (rows by need).

use crate::combine::is_endless;
use crate::program::{Program, Row};

/// At least as many violated rows are added at once, if there are as many, and at least this part of those so far.
const AT_ONCE: usize = 100;
const PART: usize = 4;
/// Rows may be violated by this much, in relation to the length of their coefficients.
const VIOLATED: f64 = 1e-6;

/// Which rows are active, and where they are among these.
#[derive(Clone, Debug)]
pub(crate) struct Active {
    rows: Vec<u32>,
    /// Per row of the program; [`ABSENT`] for those that are not active.
    places: Vec<u32>,
}

const ABSENT: u32 = u32::MAX;

impl Active {
    /// All rows, if there are at most `few`; otherwise the equations, and the row that defines the goal.
    pub fn new(of: &Program, few: usize) -> Active {
        let mut active = Active { rows: Vec::new(), places: vec![ABSENT; of.rows.len()] };
        let goal = of.goal.map(|goal| goal.1);
        let all = of.rows.len() <= few;
        let rows = (0u32..).zip(&of.rows);
        let first = rows.filter(|&(i, row)| all || row.low == row.high || goal == Some(i));
        active.add(first.map(|(i, _)| i));
        active
    }

    fn add(&mut self, rows: impl Iterator<Item = u32>) {
        for i in rows {
            self.places[i as usize] = self.rows.len() as u32;
            self.rows.push(i);
        }
    }

    /// The active rows by their numbers in the program.
    pub fn rows(&self) -> &[u32] {
        &self.rows
    }

    /// Where an active row is.
    pub fn place(&self, row: usize) -> Option<usize> {
        Some(self.places[row]).filter(|place| *place != ABSENT).map(|place| place as usize)
    }

    /// Adds rows that these values of the columns violate, those that are violated most, and returns them; also the number of terms
    /// that were looked at.
    pub fn extend(&mut self, rows: &[Row], value: impl Fn(usize) -> f64) -> (&[u32], usize) {
        let mut violated: Vec<(f64, u32)> = Vec::new();
        let mut passed = 0;
        for (i, row) in (0u32..).zip(rows) {
            if self.places[i as usize] != ABSENT {
                continue;
            }
            passed += 1 + row.terms.len();
            let sum: f64 = row.terms.iter().map(|&(j, a)| a as f64 * value(j as usize)).sum();
            let over = if is_endless(row.high) { 0.0 } else { sum - row.high as f64 };
            let under = if is_endless(row.low) { 0.0 } else { row.low as f64 - sum };
            let far = over.max(under);
            if far > 0.0 {
                let square: f64 = row.terms.iter().map(|&(_, a)| a as f64 * a as f64).sum();
                let far = far / square.sqrt();
                if far > VIOLATED {
                    violated.push((far, i));
                }
            }
        }
        violated.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        violated.truncate(AT_ONCE.max(self.rows.len() / PART));
        let from = self.rows.len();
        self.add(violated.into_iter().map(|row| row.1));
        (&self.rows[from..], passed)
    }
}
