//! Local search, for about as long as a learner takes for the decisions of the budget. It is not known beforehand
//! whether a board has one filling or very many. A filling found by local search is an answer, and guides the learner,
//! but only learning proves that there is none, or no other.

use crate::strategy::case::Case;
use crate::strategy::error::RunError;
use crate::strategy::local_searchers::LocalSearcher;
use crate::strategy::method::Method;
use crate::strategy::outcome::How;
use crate::strategy::plan::method_id::Kind;
use crate::strategy::progress::{Extent, Progress};
use clew_engine::kernel::Observer;
use clew_engine::run::{Budget, Stop};

/// See the module documentation.
pub(super) struct LocalSearch;

impl Method for LocalSearch {
    fn attempt<O: Observer>(
        &self,
        case: &mut Case<'_>,
        budget: &Budget,
        seen: &mut O,
    ) -> Result<Progress, RunError> {
        if case.guesser.is_none() {
            if let Some(over) = case.ready(Kind::Learning, budget, seen)? {
                return Ok(over);
            }
            let built = case.network(Kind::Learning);
            case.guesser =
                LocalSearcher::new(case.puzzle, case.task, case.options.seed, built, budget);
        }
        let bench = case.on(Kind::Learning);
        let Some(guesser) = bench.guesser else {
            let why = "local search finds nothing to move on this board";
            return Ok(Progress::NotApplicable(why.into()));
        };
        let spent = bench.cost.stats.nodes;
        let decisions = budget.nodes.map_or(u64::MAX, |nodes| nodes.saturating_sub(spent));
        let answered = guesser.turn(decisions, budget, bench.found);
        bench.cost.moves = Some(guesser.moves);
        if answered {
            case.how = How::LocalSearch;
            return Ok(Progress::Answered(Extent::Enough));
        }
        if let Some(leader) = bench.leader {
            let hints = guesser.hints(bench.puzzle.board(), leader.engine.store());
            hints.into_iter().for_each(|l| leader.learner.prefer(l));
        }
        Ok(Progress::OutOf(budget.urgent().unwrap_or(Stop::Nodes)))
    }
}
