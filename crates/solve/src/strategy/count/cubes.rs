//! A count by search, cut into cubes that are counted apart: on other threads, other days, other machines.
//!
//! A cube is a path of choices from the root. Both sides of every choice are taken, and sides that fail at once are
//! left out, so each solution is in exactly one cube. The cubes depend only on the puzzle, the network, the seed and
//! the number of cubes requested; the number of solutions of a cube depends on nothing else at all.
//!
//! Source: Malapert, Régin, Rezgui, "Embarrassingly parallel search in constraint programming", 2016.

use crate::strategy::case::Case;
use crate::strategy::error::RunError;
use crate::strategy::learning::{never_begun, options_for_all};
use crate::strategy::options::{Options, Task};
use crate::strategy::plan::method_id::Kind;
use crate::strategy::plan::shares;
use crate::strategy::progress::Progress;
use clew_engine::kernel::{Engine, Halt};
use clew_engine::run::{Budget, End, Exhausted, Stats, Stop};
use clew_engine::search::split::{Splits, replay, split};
use clew_engine::search::{Brancher, Cache, Learner, PartCounter, dfs};
use clew_puzzle::puzzle::Puzzle;
use num_bigint::BigUint;

/// How the solutions of a cube are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// By plain search, solution by solution.
    Search,
    /// By search with clause learning, solution by solution.
    Learn,
    /// By independent parts, whose numbers are multiplied.
    Parts,
}

impl Way {
    /// All of them.
    pub const ALL: [Way; 3] = [Way::Search, Way::Learn, Way::Parts];

    /// The spelling of the command line and of records.
    pub fn keyword(self) -> &'static str {
        match self {
            Way::Search => "search",
            Way::Learn => "learn",
            Way::Parts => "parts",
        }
    }
}

/// A count that is cut into cubes.
pub struct Cubes<'a> {
    case: Case<'a>,
    way: Way,
    splits: Splits,
}

impl<'a> Cubes<'a> {
    /// Cuts the search of a puzzle into at least this number of cubes, if it is that large. The inner result is the
    /// reason for which cutting was stopped.
    ///
    /// # Errors
    /// [`RunError`], also if parts were requested and the network does not support them.
    pub fn new(
        puzzle: &'a Puzzle,
        options: &'a Options,
        way: Way,
        cubes: usize,
    ) -> Result<Result<Cubes<'a>, Stop>, RunError> {
        let budget = &options.budget;
        puzzle.network(options.network.as_deref())?.admits(&options.without)?;
        let mut case = Case::new(puzzle, Task::Count, options, true)?;
        let kind = if way == Way::Learn { Kind::Learning } else { Kind::Plain };
        let none =
            Splits { paths: Vec::new(), sides: Vec::new(), stats: Stats::default(), stopped: None };
        let splits = match case.ready(kind, budget, &mut ())? {
            // There is no solution, and no cube then.
            Some(Progress::Answered(_) | Progress::Learnt(_)) => none,
            Some(Progress::NotApplicable(why)) => return Err(RunError::NoMethod(why)),
            Some(Progress::OutOf(stop)) => return Ok(Err(stop)),
            None => {
                let model = &case.network(kind).model;
                if way == Way::Parts && model.components.is_none() {
                    return Err(RunError::NoMethod(case.has_no_parts()));
                }
                split(&model.engine, &model.groups, case.spec(), cubes, budget)
            }
        };
        if let Some(stop) = splits.stopped {
            return Ok(Err(stop));
        }
        Ok(Ok(Cubes { case, way, splits }))
    }

    /// How many cubes there are.
    pub fn len(&self) -> usize {
        self.splits.paths.len()
    }

    /// Whether there is none: no solution either.
    pub fn is_empty(&self) -> bool {
        self.splits.paths.is_empty()
    }

    /// The cubes, each as the sides of its choices, 0 or 1.
    pub fn sides(&self) -> &[Vec<u8>] {
        &self.splits.sides
    }

    /// The name of the network.
    pub fn network(&self) -> &'static str {
        self.case.network_name()
    }

    /// The number of fillings of a cube, and the statistics of counting them.
    ///
    /// # Panics
    /// If there is no such cube.
    pub fn count(&self, cube: usize, budget: &Budget) -> (Result<BigUint, Stop>, Stats) {
        let mut stats = Stats::default();
        let kind = if self.way == Way::Learn { Kind::Learning } else { Kind::Plain };
        let mut engine = self.case.network(kind).model.engine.clone();
        engine.set_interrupt(budget.interrupt());
        let count = match replay(&mut engine, &self.splits.paths[cube], &mut ()) {
            Ok(()) => self.below(kind, &mut engine, budget, &mut stats),
            Err(Halt::Conflict) => Ok(BigUint::ZERO),
            Err(Halt::Interrupted) => Err(budget.why()),
        };
        (count, stats)
    }

    fn below(
        &self,
        kind: Kind,
        engine: &mut Engine,
        budget: &Budget,
        stats: &mut Stats,
    ) -> Result<BigUint, Stop> {
        let built = self.case.network(kind);
        if self.way == Way::Parts {
            let components = built.model.components.as_ref().expect("there are parts");
            let cache = Cache::new(shares::for_cache(budget));
            let mut counter = PartCounter::new(&**components, &cache, budget);
            let count = counter.count(engine, &mut ());
            *stats = counter.stats;
            return count.map(|count| count * built.model.multiplicity);
        }
        let mut found = self.case.tally.found.fresh();
        let mut sink = found.sink(built, self.case.puzzle, &self.case.incumbent);
        let end: End = if self.way == Way::Learn {
            let options = options_for_all(built, self.case.options, self.case.spec());
            match Learner::from_model(engine, &built.model, options, &mut ()) {
                Ok(mut learner) => learner.run(engine, &mut sink, budget, stats, &mut ()),
                Err(halt) => never_begun(halt, budget),
            }
        } else {
            let groups = &built.model.groups;
            let mut brancher = Brancher::new(groups, self.case.spec(), engine.store());
            dfs(engine, &mut brancher, &mut sink, budget, stats, &mut ())
        };
        end.map(|Exhausted| found.fillings())
    }
}
