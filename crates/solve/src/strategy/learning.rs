//! Construction of learners for a puzzle.

use crate::strategy::plan::method_id::Kind;

use super::options::Options;
use super::outcome::How;
use crate::strategy::plan::method_id::Order;
use clew_engine::kernel::{Engine, Group, Halt, Observer, Part};
use clew_engine::run::{Budget, End, Exhausted};
use clew_engine::search::{BranchSpec, DecideBy, LearnOptions, Learner, OnSolution, Turns};
use clew_puzzle::puzzle::Built;

/// The most listed solutions that each add a clause.
const FORBIDDEN: usize = 1_000;

/// A learner with the engine it learns in.
pub(crate) struct Leader {
    /// The network that it learns on.
    pub kind: Kind,
    /// The learner and its clauses.
    pub learner: Learner,
    /// The engine in which it searches.
    pub engine: Engine,
    /// The options of its search.
    pub options: LearnOptions,
    /// The name of the method for people.
    pub how: How,
}

/// How a learner searches a network: the hints of the model and the user's options.
pub(crate) fn learn_options(built: &Built, options: &Options) -> LearnOptions {
    let mut learn = LearnOptions {
        seed: options.seed,
        adaptive: options.adaptive,
        ..LearnOptions::from_model(&built.model)
    };
    options.settings.iter().for_each(|setting| setting.learn(&mut learn));
    learn
}

/// The same for a learner that meets every solution.
pub(crate) fn options_for_all(built: &Built, options: &Options, spec: BranchSpec) -> LearnOptions {
    LearnOptions {
        decide: decide(built, spec),
        on_solution: OnSolution::TurnBack,
        ..learn_options(built, options)
    }
}

/// The decision heuristic: domains guide the search better than conflicts alone; Boolean models have none.
fn decide(built: &Built, spec: BranchSpec) -> DecideBy {
    let weighs_well = built.model.permutations.phase.is_some();
    let has_domains = matches!(built.model.groups.first(), Some(Group::Vars { .. }));
    if has_domains && !weighs_well { DecideBy::Plain(spec) } else { DecideBy::Activity }
}

/// The decision heuristic on a network: its static orders, if they are wanted and there are any, or activity.
pub(crate) fn decide_in(order: Order, built: &Built) -> (How, DecideBy) {
    let turns = Turns::default();
    match order {
        _ if built.model.static_orders.is_empty() => (How::Learn, DecideBy::Activity),
        Order::Activity => (How::Learn, DecideBy::Activity),
        Order::Static => {
            (How::StaticOrder, DecideBy::StaticOrders(Turns { alternates: false, ..turns }))
        }
        Order::Alternating => (How::ScanAndLearn, DecideBy::StaticOrders(turns)),
    }
}

/// How a learner lists this number of solutions: few are searched for as in the search for two, many so that nothing is
/// kept of a solution.
pub(crate) fn options_to_list(
    built: &Built,
    options: &Options,
    spec: BranchSpec,
    order: Order,
    many: usize,
) -> (How, LearnOptions) {
    let (how, decide) = decide_in(order, built);
    if many <= FORBIDDEN {
        return (how, LearnOptions { decide, ..learn_options(built, options) });
    }
    let all = options_for_all(built, options, spec);
    let decide = if how == How::Learn { all.decide } else { decide };
    (how, LearnOptions { decide, ..all })
}

/// The end of a search that was halted before it could begin: a network that is refuted is searched to its end.
pub(crate) fn never_begun(halt: Halt, budget: &Budget) -> End {
    match halt {
        Halt::Conflict => Ok(Exhausted),
        Halt::Interrupted => Err(budget.why()),
    }
}

impl Leader {
    /// A learner at the root of a network, or why there is nothing to search.
    pub fn new<O: Observer>(
        kind: Kind,
        built: &Built,
        options: LearnOptions,
        budget: &Budget,
        how: How,
        seen: &mut O,
    ) -> Result<Leader, End> {
        let (engine, made) = seen.part(Part::Preparing, |seen| {
            let mut engine = built.model.engine.clone();
            engine.set_interrupt(budget.interrupt());
            let made = Learner::from_model(&mut engine, &built.model, options.clone(), seen);
            engine.set_interrupt(None);
            (engine, made)
        });
        match made {
            Ok(learner) => Ok(Leader { kind, learner, engine, options, how }),
            Err(halt) => Err(never_begun(halt, budget)),
        }
    }
}
