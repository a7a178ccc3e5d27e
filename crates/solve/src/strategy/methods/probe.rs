//! Probing of choices at the root of a network for learning.

use crate::strategy::case::Case;
use crate::strategy::error::RunError;
use crate::strategy::facts::Fact;
use crate::strategy::method::Method;
use crate::strategy::outcome::How;
use crate::strategy::plan::method_id::Kind;
use crate::strategy::progress::Progress;
use clew_engine::kernel::{Halt, Observer};
use clew_engine::run::Budget;
use clew_engine::search::probe;

/// See the module documentation.
pub(super) struct Probe(pub Kind);

impl Method for Probe {
    fn attempt<O: Observer>(
        &self,
        case: &mut Case<'_>,
        budget: &Budget,
        seen: &mut O,
    ) -> Result<Progress, RunError> {
        if case.leader.as_ref().is_some_and(|leader| leader.kind == self.0) {
            // A learner on this network has its root as it was probed before.
            return Ok(Progress::Learnt(Fact::Root));
        }
        case.how = How::Probing;
        if let Some(over) = case.ready(self.0, budget, seen)? {
            return Ok(over);
        }
        let options = case.options;
        let model = &mut case.network_mut(self.0).model;
        model.engine.set_interrupt(budget.interrupt());
        let may_rest = options.may_rest(&model.redundant);
        let probed = probe(&mut model.engine, &model.groups, may_rest, options.probe, seen);
        model.engine.set_interrupt(None);
        let stats = &mut case.cost.stats;
        match probed {
            Ok(probed) => {
                stats.probes += probed.choices;
                stats.probed += probed.failed + probed.common;
                Ok(Progress::Learnt(Fact::Root))
            }
            Err(Halt::Conflict) => {
                stats.failures += 1;
                Ok(Progress::ALL)
            }
            Err(Halt::Interrupted) => Ok(Progress::OutOf(budget.why())),
        }
    }
}
