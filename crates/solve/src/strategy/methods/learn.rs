//! Learning, for a few solutions or the best one. The learnt clauses stay in the case, so that a later stage goes on
//! from there.

use crate::strategy::case::Case;
use crate::strategy::error::RunError;
use crate::strategy::facts::Fact;
use crate::strategy::learning::{Leader, decide_in, learn_options};
use crate::strategy::method::Method;
use crate::strategy::plan::method_id::{Kind, Order};
use crate::strategy::progress::Progress;
use clew_engine::kernel::Observer;
use clew_engine::run::{Budget, Stop};
use clew_engine::search::LearnOptions;

/// See the module documentation.
pub(super) struct Learn {
    order: Order,
    kind: Kind,
    /// One solution is enough for now, though two are requested.
    first: bool,
}

impl Learn {
    /// For the requested number of solutions.
    pub fn new(order: Order) -> Learn {
        Learn { order, kind: Kind::Learning, first: false }
    }

    /// For one solution, after which it is known that local moves find no other.
    pub fn first(order: Order) -> Learn {
        Learn { order, kind: Kind::Learning, first: true }
    }

    /// A solution other than the known one.
    pub fn others() -> Learn {
        Learn { order: Order::Alternating, kind: Kind::Others, first: false }
    }
}

impl Method for Learn {
    fn attempt<O: Observer>(
        &self,
        case: &mut Case<'_>,
        budget: &Budget,
        seen: &mut O,
    ) -> Result<Progress, RunError> {
        if let Some(over) = case.ready(self.kind, budget, seen)? {
            return Ok(over);
        }
        if case.leader.as_ref().is_none_or(|leader| leader.kind != self.kind) {
            case.leader = None;
            case.tally.start_over();
            let built = case.network(self.kind);
            let (how, decide) = decide_in(self.order, built);
            let options = LearnOptions { decide, ..learn_options(built, case.options) };
            let made = Leader::new(self.kind, built, options, budget, how, seen);
            case.how = how;
            let leader = match made {
                Ok(leader) => leader,
                Err(end) => return Ok(end.into()),
            };
            case.leader = Some(leader);
        }
        let bench = case.on(self.kind);
        let leader = bench.leader.as_mut().expect("it was just made, or left by an earlier stage");
        bench.found.stop_at_first(self.first);
        let mut sink = bench.found.sink(bench.built, bench.puzzle, bench.incumbent);
        let Leader { learner, engine, how, .. } = leader;
        let end = learner.run(engine, &mut sink, budget, &mut bench.cost.stats, seen);
        bench.found.stop_at_first(false);
        bench.cost.activations = learner.activations();
        let known = self.first && end == Err(Stop::Limit) && !bench.found.is_full();
        if known {
            bench.found.add_own_as_external();
        }
        case.how = *how;
        Ok(if known { Progress::Learnt(Fact::Known) } else { end.into() })
    }
}
