//! Learning, for a few solutions or the best one. What was learnt stays in the case, so that a later
//! stage goes on from there.

use crate::kernel::Observer;
use crate::run::Budget;
use crate::search::learn::Sweep;
use crate::strategy::case::Case;
use crate::strategy::error::RunError;
use crate::strategy::learning::Leader;
use crate::strategy::means::Kind;
use crate::strategy::means::Order;
use crate::strategy::method::Method;
use crate::strategy::outcome::How;
use crate::strategy::progress::Progress;

/// See the head of the file.
pub(super) struct Learn(pub Order);

impl Learn {
    /// A sweep over the scan orders of a network, if they are wanted and there are any.
    fn sweep(&self, scans: &[Vec<crate::kernel::Lit>]) -> (How, Option<Sweep>) {
        match self.0 {
            _ if scans.is_empty() => (How::Learn, None),
            Order::Activity => (How::Learn, None),
            Order::Scan => (How::Scan, Some(Sweep::always(scans))),
            Order::Alternating => (How::ScanAndLearn, Some(Sweep::alternating(scans))),
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
            let (how, sweep) = self.sweep(&built.model.scans);
            let made = Leader::new(case.puzzle, case.options, built, budget, how, seen);
            case.how = how;
            let mut leader = match made {
                Ok(leader) => leader,
                Err(end) => return Ok(end.into()),
            };
            if let Some(sweep) = sweep {
                leader.learner.sweep(sweep);
            }
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
