//! Lists in lexicographic order.

use super::global::Global;
use crate::model::builder::Model;
use crate::model::constraints::expect_length;
use crate::model::error::ModelError;
use crate::model::export::row_builder::{RowBuilder, Sum};
use crate::model::expr::{Operand, Relation};
use crate::model::handle::Int;
use crate::model::network::posting::Posting;
use crate::model::variables::{Values, Variables};
use clew_engine::kernel::{Halt, Lit};
use clew_puzzle::formulation::Relation as Sign;

/// # Lexicographic order
impl Model {
    /// The first list stands before the second in lexicographic order, or equals it. One literal per place, "the lists
    /// agree up to here".
    ///
    /// Source: A. Frisch, B. Hnich, Z. Kiziltan, I. Miguel and T. Walsh, Propagation algorithms for
    /// lexicographic ordering constraints, 2006.
    ///
    /// ```
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let mut m = clew_model::model::Model::new();
    /// let (x, y) = (m.ints("x", 2, 0..=1)?, m.ints("y", 2, 0..=1)?);
    /// m.lexicographic(&x, &y)?;
    /// assert_eq!(m.count(&Default::default())?.count, 10u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If the lists differ in length, or a variable is of another model.
    pub fn lexicographic(&mut self, xs: &[Int], ys: &[Int]) -> Result<(), ModelError> {
        self.before(xs, ys, false)
    }

    /// The first list stands before the second in lexicographic order.
    ///
    /// # Errors
    /// As for [`Model::lexicographic`].
    pub fn lexicographic_strict(&mut self, xs: &[Int], ys: &[Int]) -> Result<(), ModelError> {
        self.before(xs, ys, true)
    }

    fn before(&mut self, xs: &[Int], ys: &[Int], strict: bool) -> Result<(), ModelError> {
        expect_length("lexicographic order", ys.len(), xs.len())?;
        let (xs, ys) = (self.own_ints(xs)?, self.own_ints(ys)?);
        self.post_global(Before { xs, ys, strict })
    }
}

/// One list before another.
#[derive(Debug)]
struct Before {
    xs: Vec<u32>,
    ys: Vec<u32>,
    strict: bool,
}

impl Global for Before {
    fn kind(&self) -> &'static str {
        "lexicographic order"
    }

    fn ints(&self) -> Vec<u32> {
        self.xs.iter().chain(&self.ys).copied().collect()
    }

    fn size(&self) -> usize {
        2 * self.xs.len()
    }

    fn holds(&self, values: Values<'_>) -> bool {
        let list = |xs: &[u32]| xs.iter().map(|&x| values.int(x)).collect::<Vec<i64>>();
        let (xs, ys) = (list(&self.xs), list(&self.ys));
        xs < ys || (!self.strict && xs == ys)
    }

    /// While the lists agree, the next place does not descend.
    fn post(&self, into: &mut Posting<'_>) -> Result<(), Halt> {
        let mut agree: Lit = !into.never()?;
        for (&x, &y) in self.xs.iter().zip(&self.ys) {
            if x == y {
                continue;
            }
            let pair = [(1, Operand::Int(x)), (-1, Operand::Int(y))];
            let (parts, constant) = into.parts(&pair)?;
            into.when(agree, &parts, Relation::AtMost, -constant)?;
            let equal = into.truth(&pair, Relation::Equal, 0)?;
            let next = into.fresh_lit()?;
            into.all_of(next, &[agree, equal])?;
            agree = next;
        }
        if self.strict {
            into.clause(vec![!agree])?;
        }
        Ok(())
    }

    fn words(&self, _: &Variables) -> u64 {
        2 * self.xs.len() as u64 + 1
    }

    fn state(&self, into: &mut RowBuilder<'_>) -> Result<(), String> {
        // Over the fractions the first pair decides nothing.
        if into.relaxes {
            return Ok(());
        }
        let mut agree = Sum::constant(1);
        for (&x, &y) in self.xs.iter().zip(&self.ys) {
            let difference = into.int(x).plus(-1, &into.int(y));
            into.when(&agree, difference.clone(), Relation::AtMost)?;
            // Either they agree here too, or x is the smaller one.
            let (next, less) = (into.fresh()?, into.fresh()?);
            into.when(&less, difference.plus(1, &Sum::constant(1)), Relation::AtMost)?;
            into.row(next.clone().plus(1, &less).plus(-1, &agree), Sign::Equal)?;
            agree = next;
        }
        if self.strict { into.row(agree, Sign::Equal) } else { Ok(()) }
    }
}
