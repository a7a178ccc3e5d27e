//! Tables whose rows are open in places.

use super::global::Global;
use crate::model::builder::Model;
use crate::model::constraints::expect_length;
use crate::model::error::{MAX_WORDS, ModelError};
use crate::model::export::row_builder::RowBuilder;
use crate::model::export::stated_rules;
use crate::model::handle::Int;
use crate::model::network::posting::Posting;
use crate::model::variables::{Values, Variables};
use clew_engine::kernel::Halt;

/// # Tables with open places
impl Model {
    /// The values of the variables agree with one of the rows; `None` in a row agrees with every value. Domain
    /// consistent, if no variable occurs twice; memory of one bit per row and value.
    ///
    /// Source: H. Verhaeghe, C. Lecoutre and P. Schaus, Extending compact-table to negative and short tables,
    /// 2017.
    ///
    /// ```
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let mut m = clew_model::model::Model::new();
    /// let x = m.ints("x", 3, 0..=2)?;
    /// m.table_with_stars(&x, [[Some(0), None, None], [Some(1), Some(2), None]])?;
    /// assert_eq!(m.count(&Default::default())?.count, 12u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If a row has another length than there are variables, there is no variable, or one is of another model.
    pub fn table_with_stars<R: AsRef<[Option<i64>]>>(
        &mut self,
        xs: &[Int],
        rows: impl IntoIterator<Item = R>,
    ) -> Result<(), ModelError> {
        let rule = "table with stars";
        let xs = self.own_ints(xs)?;
        if xs.is_empty() {
            return Err(ModelError::Length { rule, found: 0, expected: 1 });
        }
        let mut all = Vec::new();
        for row in rows {
            expect_length(rule, row.as_ref().len(), xs.len())?;
            all.push(row.as_ref().to_vec());
        }
        self.post_global(Starred { xs, rows: all })
    }
}

/// Values that agree with a row.
#[derive(Debug)]
struct Starred {
    xs: Vec<u32>,
    rows: Vec<Vec<Option<i64>>>,
}

impl Global for Starred {
    fn kind(&self) -> &'static str {
        "table with stars"
    }

    fn ints(&self) -> Vec<u32> {
        self.xs.clone()
    }

    fn size(&self) -> usize {
        self.xs.len() * (1 + self.rows.len())
    }

    fn holds(&self, values: Values<'_>) -> bool {
        let agrees = |(&x, &v): (&u32, &Option<i64>)| v.is_none_or(|v| values.int(x) == v);
        self.rows.iter().any(|row| self.xs.iter().zip(row).all(agrees))
    }

    fn post(&self, into: &mut Posting<'_>) -> Result<(), Halt> {
        into.rows(&self.xs, &self.rows)
    }

    fn words(&self, of: &Variables) -> u64 {
        let values = |&x: &u32| of.ints[x as usize].high.abs_diff(of.ints[x as usize].low) + 1;
        let values: u64 = self.xs.iter().map(values).sum();
        values.saturating_mul(self.rows.len().div_ceil(32) as u64).min(2 * MAX_WORDS)
    }

    fn has_proofs(&self) -> bool {
        true
    }

    fn state(&self, into: &mut RowBuilder<'_>) -> Result<(), String> {
        stated_rules::table(into, &self.xs, &self.rows)
    }
}
