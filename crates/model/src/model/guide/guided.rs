//! Search that follows the phases of a modeller, for one solution, the best one, or all of them.

use crate::model::builder::Model;
use crate::model::error::{ModelError, Unbuilt};
use crate::model::expr::Expr;
use crate::model::family::NETWORK;
use crate::model::guide::team;
pub(crate) use crate::model::guide::turns::Guidance;
use crate::model::network;
use crate::model::network::Layout;
use crate::model::outcome::{Reader, Solution};
use crate::model::statement::Statement;
use clew_engine::kernel::{Halt, StepCounter};
use clew_engine::run::clock::Instant;
use clew_engine::run::{Exhausted, Stats};
use clew_solve::strategy::{Options, RunError};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

/// The result of a guided search.
#[derive(Clone, Debug)]
pub(crate) struct GuidedOutcome {
    /// Whether there is no other solution, or no better one.
    pub exact: bool,
    pub stats: Stats,
    pub init_time: Duration,
    pub solve_time: Duration,
    /// Integer variables, Boolean variables and propagators of the network.
    pub sizes: [u64; 3],
    /// A bound of the goal that no solution passes, as people see it; that of the best solution, if `exact`.
    pub bound: Option<i64>,
    /// Processor time of further threads.
    pub cpu: Duration,
}

impl Model {
    /// Hands solutions to `each` until it breaks off: with a goal (whether the largest value is wanted) better and
    /// better ones.
    ///
    /// # Errors
    /// As for [`Model::check`].
    pub(crate) fn guided(
        &self,
        guidance: Guidance<'_>,
        goal: Option<(&Expr, bool)>,
        options: &Options,
        each: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> Result<GuidedOutcome, ModelError> {
        let target = goal.map(|(sum, largest)| self.target(sum, largest)).transpose()?;
        self.guided_by(guidance, &Arc::new(self.stated(target)), options, each)
    }

    /// The same for a statement of the model, with its goal.
    ///
    /// # Errors
    /// As for [`Model::check`].
    pub(in crate::model) fn guided_by(
        &self,
        guidance: Guidance<'_>,
        statement: &Arc<Statement>,
        options: &Options,
        each: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> Result<GuidedOutcome, ModelError> {
        let begun = Instant::now();
        let mut outcome = GuidedOutcome {
            exact: false,
            stats: Stats::default(),
            init_time: Duration::ZERO,
            solve_time: Duration::ZERO,
            sizes: [0; 3],
            bound: None,
            cpu: Duration::ZERO,
        };
        let interrupt = options.budget.interrupt();
        let (counter, memory) = (StepCounter::new(interrupt.as_ref()), options.budget.memory);
        let one = statement.target.is_some() || !guidance.all;
        let built = Layout::from_statement(statement, memory, &counter).and_then(|layout| {
            network::build(statement, &layout, (memory, &options.without, one), counter)
        });
        outcome.init_time = begun.elapsed();
        let built = match built {
            Ok(built) => built,
            Err(Unbuilt::Model(why)) => return Err(why),
            Err(Unbuilt::Interrupted) => return Ok(outcome),
        };
        if built.0.infeasible {
            return Ok(GuidedOutcome { exact: true, ..outcome });
        }
        let of = &statement.variables;
        let reader = Reader::new(self.lineage(), statement);
        let sizes = [of.ints.len(), of.own.len(), built.0.engine.len()];
        outcome.sizes = sizes.map(|n| n as u64);
        let searched = team::search(statement, built, options, (reader, guidance), each);
        if let Some(violation) = searched.wrong {
            return Err(RunError::Wrong { network: NETWORK, violation }.into());
        }
        // A failure at the root means that there is no solution, or no better one.
        outcome.exact = matches!(searched.end, Ok(Exhausted) | Err(Halt::Conflict));
        (outcome.stats, outcome.bound, outcome.cpu) =
            (searched.stats, searched.bound, searched.cpu);
        outcome.solve_time = begun.elapsed().saturating_sub(outcome.init_time);
        Ok(outcome)
    }
}
