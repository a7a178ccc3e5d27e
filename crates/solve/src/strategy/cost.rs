//! The cost of a run so far.

use crate::strategy::plan::stages::MemberCost;

use crate::strategy::plan::stages::Moves;

use crate::strategy::plan::stages::StageCost;
use clew_engine::run::Stats;
use clew_engine::search::Activation;
use std::time::Duration;

/// See the module documentation.
#[derive(Clone, Debug, Default)]
pub struct Cost {
    /// Figures of search.
    pub stats: Stats,
    /// Networks that were built.
    pub networks: u32,
    /// Time to build networks.
    pub building: Duration,
    /// The learner's decisions about costly propagators.
    pub activations: Vec<Activation>,
    /// Tables at the worst moment.
    pub peak: Peak,
    /// The cost of each stage.
    pub stages: Vec<StageCost>,
    /// The work of local search in all stages so far.
    pub moves: Option<Moves>,
    /// Members of the team that worked last.
    pub members: Vec<MemberCost>,
}

/// The peak size of tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Peak {
    /// Bytes.
    pub bytes: u64,
    /// States; none of tables that hold something else.
    pub states: u64,
}

impl Peak {
    /// Includes the peak of further tables.
    pub fn raise(&mut self, bytes: usize, states: usize) {
        self.bytes = self.bytes.max(bytes as u64);
        self.states = self.states.max(states as u64);
    }
}
