//! The interface of methods.

use super::case::Case;
use super::error::RunError;
use super::progress::Progress;
use clew_engine::kernel::Observer;
use clew_engine::run::Budget;

/// A method takes the case as the previous methods left it, works within its budget, and returns the result. It calls
/// no other method; the plan decides which one comes next.
pub(super) trait Method {
    /// Works within the budget.
    ///
    /// # Errors
    /// [`RunError`]: the run is over.
    fn attempt<O: Observer>(
        &self,
        case: &mut Case<'_>,
        budget: &Budget,
        seen: &mut O,
    ) -> Result<Progress, RunError>;
}
