//! Making learners for a puzzle, all in one way.

use super::offers;
use super::options::Options;
use super::outcome::How;
use crate::kernel::{Engine, Halt, Observer};
use crate::puzzle::{Built, Puzzle};
use crate::run::{Budget, End, Exhausted};
use crate::search::Brancher;
use crate::search::learn::{Adapt, Choices, Learner};

/// A learner with the engine it learns in.
pub struct Leader {
    /// What it has learnt.
    pub learner: Learner,
    /// Where it searches.
    pub engine: Engine,
    /// Who decides in its place, where that is better than its activity.
    pub brancher: Option<Brancher>,
    /// How it goes about it.
    pub how: How,
}

impl Leader {
    /// A learner at the root of a network, or why there is nothing to search.
    pub fn new<O: Observer>(
        puzzle: &Puzzle,
        options: &Options,
        built: &Built,
        budget: &Budget,
        how: How,
        seen: &mut O,
    ) -> Result<Leader, End> {
        let mut engine = built.model.engine.clone();
        let model = &built.model;
        let settings = offers::learning(puzzle, options.seed);
        engine.set_interrupt(budget.interrupt());
        let made = Learner::new(&mut engine, &model.groups, settings, seen);
        engine.set_interrupt(None);
        let mut learner = made.map_err(|halt| match halt {
            Halt::Conflict => Ok(Exhausted),
            Halt::Interrupted => Err(budget.why()),
        })?;
        let adaptive = options.adaptive;
        learner.adapt(adaptive.and_then(|o| Adapt::new(&mut engine, &model.redundant, o)));
        learner.weigh(Choices::new(engine.store(), &model.permutations));
        Ok(Leader { learner, engine, brancher: None, how })
    }
}
