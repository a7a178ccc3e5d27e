//! Probing at the root of a model with a goal, before its rows are relaxed: facts that both sides of a choice lead to, and choices of
//! which one side fails.

use crate::model::network::posting::Posting;
use clew_engine::kernel::Halt;
use clew_engine::search::{ProbeLimits, probe};

/// Some tenths of a second.
const LIMITS: ProbeLimits = ProbeLimits { work: 200_000, patience: 200 };

impl Posting<'_> {
    /// Propagates, and probes truth values and variables with two values.
    ///
    /// # Errors
    /// If there is no solution; interrupted.
    pub(super) fn probe(&mut self) -> Result<(), Halt> {
        let model = &mut self.model;
        model.engine.set_interrupt(self.counter.interrupt().cloned());
        let probed = model.engine.fixpoint(&mut ()).and_then(|()| {
            probe(&mut model.engine, &model.groups, &model.redundant, LIMITS, &mut ())
        });
        model.engine.set_interrupt(None);
        probed.map(|_| ())
    }
}
