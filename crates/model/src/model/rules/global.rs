//! Constraints that state themselves: the plain meaning, and how to post it, in one place each.

use crate::model::export::row_builder::RowBuilder;
use crate::model::expr::{Operand, Relation};
use crate::model::network::frame::Frame;
use crate::model::network::posting::Posting;
use crate::model::variables::{Literal, Values, Variables};
use clew_engine::kernel::Halt;
use std::fmt;

/// A truth value that is true exactly if a sum compares so with a bound.
pub(crate) struct Reified<'a> {
    pub b: Literal,
    pub terms: &'a [(i64, Operand)],
    pub relation: Relation,
    pub bound: i64,
}

/// A constraint with its meaning and its propagators.
///
/// A posted constraint may use variables of its own, under two conditions: variables of the model determine them, and
/// once those are fixed propagation alone fixes them or fails. So search need not decide them, and no two solutions
/// differ in them only.
pub(crate) trait Global: fmt::Debug + Send + Sync {
    /// The kind of constraint, for messages.
    fn kind(&self) -> &'static str;

    /// Its integer variables, for messages.
    fn ints(&self) -> Vec<u32>;

    /// How many variables, literals and values it was stated with.
    fn size(&self) -> usize;

    /// Whether values satisfy it: as plain as can be, without code that propagates.
    fn holds(&self, values: Values<'_>) -> bool;

    /// Posts it; the ranges of the variables hold by then.
    ///
    /// # Errors
    /// If it cannot hold; interrupted.
    fn post(&self, into: &mut Posting<'_>) -> Result<(), Halt>;

    /// The variables whose values it compares one by one. It uses only the bounds of all others, so those of many
    /// values may be interval variables. By default all its variables.
    fn by_value(&self) -> Vec<u32> {
        self.ints()
    }

    /// The variables whose holes it uses or makes, although it also works with bounds only. Those with not too many
    /// values keep one bit per value.
    fn by_hole(&self) -> Vec<u32> {
        Vec::new()
    }

    /// States it for another solver. The model's variables need not determine the variables that it adds for this.
    ///
    /// # Errors
    /// A message, if it becomes too large.
    fn state(&self, into: &mut RowBuilder<'_>) -> Result<(), String>;

    /// Whether it has rows for a relaxation only where others have made columns for the values of its variables.
    fn relaxes_by_values(&self) -> bool {
        false
    }

    /// Whether the reasons of its propagators follow from its rows by short searches, so that a proof can follow them.
    /// Otherwise a proof follows its rows.
    fn has_proofs(&self) -> bool {
        false
    }

    /// The truth value that it gives to a comparison, if it does nothing else.
    fn reified(&self) -> Option<Reified<'_>> {
        None
    }

    /// Variables that it needs in a certain frame.
    fn frame(&self) -> Option<(&[u32], Frame)> {
        None
    }

    /// Words of 64 values of its own variables in the store, if [`Global::words`] does not count them.
    fn stored(&self) -> u64 {
        0
    }

    /// Words of 64 values that its own variables and tables take, at the most.
    fn words(&self, _of: &Variables) -> u64 {
        0
    }
}
