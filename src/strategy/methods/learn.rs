//! Learning, for a few solutions or the best one. What was learnt stays in the case, so that a later
//! stage goes on from there.

use crate::kernel::Observer;
use crate::run::Budget;
use crate::search::{DecideBy, LearnOptions, Turns};
use crate::strategy::case::Case;
use crate::strategy::error::RunError;
use crate::strategy::learning::{Leader, learn_options};
use crate::strategy::means::Kind;
use crate::strategy::means::Order;
use crate::strategy::method::Method;
use crate::strategy::outcome::How;
use crate::strategy::progress::Progress;

/// See the head of the file.
pub(super) struct Learn(pub Order);

impl Learn {
    /// Who decides on a network: its static orders, if they are wanted and there are any, or activity.
    fn decide(&self, has_orders: bool) -> (How, DecideBy) {
        let turns = Turns::default();
        match self.0 {
            _ if !has_orders => (How::Learn, DecideBy::Activity),
            Order::Activity => (How::Learn, DecideBy::Activity),
            Order::Static => {
                (How::StaticOrder, DecideBy::StaticOrders(Turns { alternates: false, ..turns }))
            }
            Order::Alternating => (How::ScanAndLearn, DecideBy::StaticOrders(turns)),
        }
    }
}

impl Method for Learn {
    fn attempt<O: Observer>(
        &self,
        case: &mut Case<'_>,
        budget: &Budget,
        seen: &mut O,
    ) -> Result<Progress, RunError> {
        if case.leader.is_none() {
            if let Some(over) = case.ready(Kind::Learning, budget, seen)? {
                return Ok(over);
            }
            case.start_over();
            let built = case.network(Kind::Learning);
            let (how, decide) = self.decide(!built.model.static_orders.is_empty());
            let options = LearnOptions { decide, ..learn_options(built, case.options) };
            let made = Leader::new(built, options, budget, how, seen);
            case.how = how;
            let leader = match made {
                Ok(leader) => leader,
                Err(end) => return Ok(end.into()),
            };
            case.leader = Some(leader);
        }
        let bench = case.on(Kind::Learning);
        let leader = bench.leader.as_mut().expect("it was just made, or left by an earlier stage");
        let mut sink = bench.found.sink(bench.built, bench.puzzle, bench.incumbent);
        let Leader { learner, engine, how, .. } = leader;
        let end = learner.run(engine, &mut sink, budget, &mut bench.cost.stats, seen);
        bench.cost.activations = learner.activations();
        case.how = *how;
        Ok(end.into())
    }
}
