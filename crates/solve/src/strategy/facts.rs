//! The facts learnt about a puzzle during a run, as far as they decide which stages are worth their time.

use crate::strategy::count::dp::Cost;
use crate::strategy::plan::tuning;
use clew_engine::run::clock::Instant;
use clew_engine::run::{Stats, Stop};
use num_bigint::BigUint;

/// Something that a method found out.
#[derive(Clone, PartialEq, Debug)]
pub enum Fact {
    /// The expected cost of the dynamic program; `None`: there is none.
    Dp(Option<Cost>),
    /// The expected cost of the dynamic program for the goal; `None`: there is none.
    BestDp(Option<Cost>),
    /// The expected number of decisions of plain search.
    Tree(f64),
    /// A number of fillings that there certainly are.
    Bound(BigUint),
    /// The root was propagated, or probed, without settling anything.
    Root,
    /// No solution obeys the stricter rule, which proves nothing about the puzzle's own rules.
    NoneStricter,
    /// The number of fillings was estimated.
    Estimated,
    /// A solution is known, and neither local moves nor construction find as many as are wanted.
    Known,
}

impl Fact {
    /// The fact in words.
    pub(super) fn words(&self) -> String {
        let states = |c: &Cost| format!("{:.3e} states, {:.3e} at once", c.states, c.peak);
        match self {
            Fact::Dp(Some(c)) | Fact::BestDp(Some(c)) => format!("tables would hold {}", states(c)),
            Fact::Dp(None) | Fact::BestDp(None) => "there is no dynamic program".into(),
            Fact::Tree(nodes) => format!("plain search would take about {nodes:.3e} decisions"),
            Fact::Bound(least) => format!("there are at least {least} fillings"),
            Fact::Root => "left facts at the root".into(),
            Fact::NoneStricter => "no solution keeps the stricter rule".into(),
            Fact::Estimated => "estimated the number of fillings".into(),
            Fact::Known => "a solution is known".into(),
        }
    }
}

/// The results of a short plain search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// Dead branches.
    pub failures: u64,
    /// Solutions of the model.
    pub solutions: u64,
}

impl Look {
    /// Whether learning is worth its cost.
    fn mostly_failed(self) -> bool {
        self.failures > tuning::FAILURES_PER_SOLUTION * self.solutions
    }
}

/// Whether counting by dynamic programming or by search is expected to be cheaper.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CostComparison {
    /// The dynamic program.
    Dp,
    /// Search; there may be no dynamic program at all.
    Search,
    /// The dynamic program, unless learning ends within this number of decisions.
    Trial(u64),
    /// Neither is expected to end: tables do not fit, and the tree is too large.
    Intractable,
}

/// All facts learnt so far.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Facts {
    /// Bytes that tables may take.
    pub memory: usize,
    /// The dynamic program, once it was weighed.
    pub dp: Option<Option<Cost>>,
    /// The same for the goal.
    pub best_dp: Option<Option<Cost>>,
    /// The search tree, once it was measured.
    pub tree: Option<f64>,
    /// Decisions that had been taken when it was.
    pub measured_at: u64,
    /// The results of plain search when it was cut short for the last time.
    pub look: Option<Look>,
    /// The network knows which variables depend on each other, and only the number is wanted.
    pub components: bool,
    /// Fillings that there are according to bounds.
    pub bound: Option<BigUint>,
    /// Why the dynamic program did not come to its end.
    pub dp_stopped: Option<Stop>,
    /// When it became clear that no method can be expected to end.
    pub hopeless_since: Option<Instant>,
    /// There is an estimate.
    pub estimated: bool,
    /// A solution is known; it must be proved to be the only one, or another one be found.
    pub known: bool,
    /// The most decisions that were open at once: the number that one solution takes.
    pub depth: u64,
    /// Decisions that had been taken when a solution was met first, whether or not there may be others.
    pub met: Option<u64>,
    /// Decisions that were taken before the stage that is to begin.
    pub spent: u64,
    /// There are several solutions.
    pub several: bool,
}

impl Facts {
    /// Notes the cost spent before a stage begins.
    pub(crate) fn take_stock(&mut self, stats: &Stats) {
        (self.spent, self.depth) = (stats.nodes, stats.peak_depth);
    }

    /// Adds a fact that a method found. `nodes` decisions have been taken so far.
    pub fn note(&mut self, fact: Fact, nodes: u64) {
        match fact {
            Fact::Dp(cost) => self.dp = Some(cost),
            Fact::BestDp(cost) => self.best_dp = Some(cost),
            Fact::Tree(size) => {
                self.tree = Some(size);
                self.measured_at = nodes;
            }
            Fact::Bound(bound) => {
                self.bound = Some(bound);
                self.hopeless_since = self.hopeless_since.or(Some(Instant::now()));
            }
            Fact::Root | Fact::NoneStricter => {}
            Fact::Estimated => self.estimated = true,
            Fact::Known => self.known = true,
        }
    }

    /// The expected seconds of plain search of the whole tree, if the tree was measured.
    fn search_seconds(&self) -> Option<f64> {
        self.tree.map(|nodes| nodes * tuning::PLAIN_SECONDS)
    }

    /// Compares the dynamic program's states with the known size of the search tree.
    pub(crate) fn compare_costs(&self) -> CostComparison {
        let Some(Some(cost)) = self.dp else { return CostComparison::Search };
        let search = self.search_seconds().unwrap_or(f64::INFINITY);
        if !cost.fits(self.memory) {
            return if search <= tuning::INTRACTABLE_SECONDS {
                CostComparison::Search
            } else {
                CostComparison::Intractable
            };
        }
        let dp = cost.states * tuning::STATE_SECONDS;
        if dp < tuning::CHEAP {
            CostComparison::Dp
        } else if search <= dp {
            CostComparison::Search
        } else if search <= dp * tuning::LEARNING_SAVES {
            CostComparison::Trial((dp * tuning::TRIAL / tuning::LEARNING_SECONDS) as u64)
        } else {
            CostComparison::Dp
        }
    }

    /// Whether the dynamic program needs a comparison with search.
    fn dp_is_unclear(&self) -> bool {
        let cheap = |c: Cost| c.states * tuning::STATE_SECONDS < tuning::CHEAP;
        matches!(self.dp, Some(Some(cost)) if !cost.fits(self.memory) || !cheap(cost))
    }

    /// Whether the dynamic program gave neither a bound nor a count, and not for lack of time.
    fn is_silent(&self) -> bool {
        self.bound.as_ref().is_some_and(|bound| *bound == BigUint::ZERO)
    }

    /// Whether nothing is expected to end because tables do not fit.
    pub(crate) fn tables_do_not_fit(&self) -> bool {
        self.compare_costs() == CostComparison::Intractable
    }

    /// Whether search has to answer: it is the cheaper way, or the other one failed.
    fn search_answers(&self) -> bool {
        match (self.dp_stopped, self.compare_costs()) {
            // If small tables do not fit after all, the tree was not measured: it may be small too.
            (Some(Stop::Memory), _) => {
                self.is_silent()
                    || self.search_seconds().is_none_or(|all| all <= tuning::INTRACTABLE_SECONDS)
            }
            (Some(_), _) => false,
            (None, CostComparison::Search) => true,
            (None, CostComparison::Intractable) => self.is_silent(),
            (None, CostComparison::Dp | CostComparison::Trial(_)) => false,
        }
    }

    /// Whether counting by parts may pay: there are parts, and there are solutions.
    pub(crate) fn parts_pay(&self) -> bool {
        self.components && self.look.is_some_and(|look| look.solutions > 0)
    }
}

/// The condition under which a stage is tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// Whether the dynamic program or search is cheaper is not plain from its states alone.
    DpUnclear,
    /// Learning may be cheaper than the dynamic program.
    Trial,
    /// The dynamic program is the cheaper way.
    DpPays,
    /// The dynamic program was stopped, or nothing is expected to end.
    NoCount,
    /// Search is the cheaper way, or the only one left.
    SearchAnswers,
    /// The dynamic program is small enough to decide uniqueness.
    DpDecides,
    /// The dynamic program is small enough to find the best line.
    DpBest,
    /// Plain search mostly failed.
    MostlyFailed,
    /// Plain search found solutions often enough.
    OftenSolved,
    /// The open variables may fall into independent parts.
    PartsPay,
    /// They do not.
    NoParts,
    /// There is no estimate yet.
    NotEstimated,
    /// A solution is known.
    Known,
    /// None is.
    NotKnown,
    /// No solution was met yet.
    NotMet,
    /// No solution was met yet, or it is not long ago.
    GuessesPay,
    /// There are several solutions.
    Several,
}

impl When {
    /// Whether the condition holds.
    pub fn holds(self, facts: &Facts) -> bool {
        let small = |cost: Cost, most: f64| cost.states <= most && cost.fits(facts.memory);
        let mostly_failed = facts.look.is_some_and(Look::mostly_failed);
        match self {
            When::DpUnclear => facts.dp_is_unclear(),
            When::Trial => matches!(facts.compare_costs(), CostComparison::Trial(_)),
            When::DpPays => {
                matches!(facts.compare_costs(), CostComparison::Dp | CostComparison::Trial(_))
            }
            When::NoCount => {
                facts.dp_stopped.is_some() || facts.compare_costs() == CostComparison::Intractable
            }
            When::SearchAnswers => facts.search_answers(),
            When::DpDecides => {
                facts.dp.flatten().is_some_and(|cost| small(cost, tuning::CHECK_STATES))
            }
            When::DpBest => {
                facts.best_dp.flatten().is_some_and(|cost| small(cost, tuning::BEST_STATES))
            }
            When::MostlyFailed => mostly_failed,
            When::OftenSolved => !mostly_failed,
            When::PartsPay => facts.parts_pay(),
            When::NoParts => !facts.parts_pay(),
            When::NotEstimated => !facts.estimated,
            When::Known => facts.known,
            When::NotKnown => !facts.known,
            When::NotMet => facts.met.is_none(),
            When::GuessesPay => facts.met.is_none_or(|at| {
                let dives = tuning::SECOND_DIVES * facts.depth;
                facts.spent.saturating_sub(at) < at.max(tuning::SECOND_BY_LOCAL_SEARCH).max(dives)
            }),
            When::Several => facts.several,
        }
    }

    /// The condition in words.
    pub fn words(self) -> &'static str {
        match self {
            When::DpUnclear => "the dynamic program is neither absent nor plainly cheap",
            When::Trial => "learning may be quicker than the dynamic program",
            When::DpPays => "its tables fit and are cheaper than the search tree",
            When::NoCount => "the tables do not fit or a limit stopped them",
            When::SearchAnswers => "search is cheaper, or nothing else has answered",
            When::DpDecides => "its tables are small",
            When::DpBest => "its tables are small",
            When::MostlyFailed => "plain search mostly failed",
            When::OftenSolved => "plain search often succeeded",
            When::PartsPay => "the network knows independent parts and there are solutions",
            When::NoParts => "no parts are known to be independent",
            When::NotEstimated => "there is no estimate yet",
            When::Known => "one solution is known",
            When::NotKnown => "no solution is known",
            When::NotMet => "no solution was met yet",
            When::GuessesPay => "no solution was met yet, or it is not long ago",
            When::Several => "two solutions were found",
        }
    }
}
