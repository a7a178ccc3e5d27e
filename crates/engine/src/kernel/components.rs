//! Which variables of a model still depend on each other.

use super::ids::VarId;
use super::store::Store;
use crate::kernel::store::ranges::Vars;

/// How a model decomposes: the residual problem as a graph over open variables.
///
/// Contract, at a fixpoint of a model with such knowledge:
/// * A solution is determined by the values of the variables of [`Components::vars`].
/// * The connected components of the graph given by [`Components::each`] are independent: every
///   completion of one is compatible with every completion of the others.
/// * The completions of a component depend only on the present domains of its variables.
///
/// Only the constraints that define the problem have to be considered. Propagators of constraints
/// that those imply may span components: they remove nothing that is part of a solution, so the
/// product over components is right in any case, including when it is zero.
pub trait Components: Send + Sync {
    /// The variables.
    fn vars(&self) -> Vars;

    /// Calls `tie` with pairs of open variables. Costs about the sum of their domains' sizes.
    fn each(&self, store: &Store, tie: &mut dyn FnMut(VarId, VarId));

    /// The number of completions of a component, if it is small and can be counted without propagators in some thousand
    /// steps.
    fn completions(&self, _store: &Store, _part: &[VarId]) -> Option<u64> {
        None
    }
}
