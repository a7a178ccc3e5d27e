//! What a method is.

use super::case::Case;
use super::error::RunError;
use super::progress::Progress;
use clew_engine::kernel::Observer;
use clew_engine::run::Budget;

/// It takes the case as others left it, does what its budget allows, and says what came of it. It calls
/// no other method; the plan says who comes next.
pub(super) trait Method {
    /// Does what the budget allows.
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
