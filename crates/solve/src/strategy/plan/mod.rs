//! Which methods answer a question, in which order, with what share of the budget, and why.
//!
//! A plan is data: [`plan`] makes it from the question and from the offers of the puzzle's family, the driver walks it
//! from the first step to the last until a method has answered, and `clew plan` prints it. Time and decisions are
//! divided between methods here ([`Share`]) and nowhere else. The use of a share is up to the method, or to the
//! question that has no plan.
//!
//! - A few solutions, or uniqueness: construction on large open boards, before or after a plain dive; for one or two a first solution
//!   under a stricter rule, if the family has one; probing; learning, by turns with local search if the family has one;
//!   a team of learners. If local moves find other solutions next to a known one: a first solution, then its
//!   neighbours.
//! - The best solution: a plain dive; the dynamic program of narrow boards; probing; learning.
//! - All solutions, or their number: a plain dive; the dynamic program if it is cheaper than the estimated search tree;
//!   a longer look, which decides whether to continue by learning, by independent parts or by plain search.

pub(crate) mod available;
pub(crate) mod describe;
pub(crate) mod method_id;
pub(crate) mod question_spec;
pub(crate) mod shares;
pub(crate) mod stages;
pub mod tuning;

use super::facts::{CostComparison, Facts, When};
use super::options::{Method, SearchMode, Task};
use crate::strategy::plan::available::AvailableMethods;
use crate::strategy::plan::method_id::{MethodId, Order};
pub(crate) use crate::strategy::plan::question_spec::QuestionSpec;
use clew_engine::run::Budget;
use clew_engine::run::clock::Instant;
use clew_puzzle::puzzle::Construction;

/// Until when a stage may run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Time {
    /// As long as the whole run.
    All,
    /// This share of the time that is left.
    Part(f64),
    /// As long as the whole run if it has a limit, otherwise a grace period from the time when it became clear that
    /// nothing is expected to end.
    Grace,
}

/// How many decisions a stage may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Nodes {
    /// All.
    All,
    /// This number of further decisions.
    More(u64),
    /// The decisions that a trial against the dynamic program is worth.
    Trial,
    /// This number of further decisions if counting by parts may follow, otherwise all.
    MoreBeforeParts(u64),
}

/// A stage's share of the budget.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Share {
    /// Until when.
    pub time: Time,
    /// How many decisions.
    pub nodes: Nodes,
    /// Which part of the memory, 0 to 1.
    pub memory: f64,
    /// How much work of tables, in the units of [`Budget::work`]. A stage that begins because an estimate is low stops
    /// when its work reaches the estimate that would have prevented it, and the rest of the budget goes to the next
    /// one.
    pub work: Option<u64>,
    /// The stage belongs to the exact count that comes before an estimate, and ends with it.
    pub exact_part: bool,
}

impl Share {
    const ALL: Share =
        Share { time: Time::All, nodes: Nodes::All, memory: 1.0, work: None, exact_part: false };

    /// The share of a budget, of which `spent` decisions are used up. `exact` ends the exact part.
    pub fn budget(
        self,
        whole: &Budget,
        exact: Option<Instant>,
        facts: &Facts,
        spent: u64,
    ) -> Budget {
        let mut budget = whole.clone();
        if self.exact_part {
            budget.deadline = budget.deadline.into_iter().chain(exact).min();
        }
        let mut budget = match self.time {
            Time::All => budget,
            Time::Part(part) => budget.share(part),
            Time::Grace => match facts.hopeless_since {
                Some(since) if whole.deadline.is_none() && whole.nodes.is_none() => {
                    let grace = since.checked_add(tuning::GRACE);
                    budget.deadline = budget.deadline.into_iter().chain(grace).min();
                    budget
                }
                _ => budget,
            },
        };
        budget = match self.nodes {
            Nodes::All => budget,
            Nodes::More(n) => budget.at_most_nodes(spent.saturating_add(n)),
            Nodes::MoreBeforeParts(n) if facts.parts_pay() => {
                budget.at_most_nodes(spent.saturating_add(n))
            }
            Nodes::MoreBeforeParts(_) => budget,
            Nodes::Trial => match facts.compare_costs() {
                CostComparison::Trial(n) => {
                    budget.at_most_nodes(facts.measured_at.saturating_add(n))
                }
                _ => budget,
            },
        };
        if self.memory < 1.0 {
            let bytes = (budget.memory as f64 * self.memory) as usize;
            budget = budget.at_most_memory(bytes);
        }
        if let Some(work) = self.work {
            budget = budget.at_most_work(work);
        }
        budget
    }
}

/// When the exact part of an estimate that starts now is over.
pub(crate) fn exact_until(whole: &Budget) -> Option<Instant> {
    let wait = match whole.left() {
        Some(left) => left.mul_f64(tuning::EXACT_TIME),
        None => tuning::EXACT_WAIT,
    };
    Instant::now().checked_add(wait)
}

/// A method, its conditions, its share of the budget, and the reason.
#[derive(Clone, PartialEq, Debug)]
pub struct Stage {
    /// The method.
    pub means: MethodId,
    /// The conditions, all of which must hold.
    pub when: Vec<When>,
    /// The share of the budget that it may use.
    pub share: Share,
    /// Why it has this position in the plan.
    pub why: &'static str,
}

impl Stage {
    fn new(means: MethodId, why: &'static str) -> Stage {
        Stage { means, when: Vec::new(), share: Share::ALL, why }
    }

    /// Whether its conditions hold.
    pub(super) fn is_due(&self, facts: &Facts) -> bool {
        self.when.iter().all(|when| when.holds(facts))
    }

    fn nodes(mut self, nodes: Nodes) -> Stage {
        self.share.nodes = nodes;
        self
    }

    fn time(mut self, time: Time) -> Stage {
        self.share.time = time;
        self
    }

    fn memory(mut self, part: f64) -> Stage {
        self.share.memory = part;
        self
    }

    fn work(mut self, work: u64) -> Stage {
        self.share.work = Some(work);
        self
    }

    fn when(mut self, when: When) -> Stage {
        self.when.push(when);
        self
    }
}

/// A step of a plan.
#[derive(Clone, PartialEq, Debug)]
pub enum Step {
    /// One stage.
    Once(Stage),
    /// Stages by turns, each turn with twice the decisions of the last.
    InTurns {
        /// Decisions of the first turn.
        first: u64,
        /// Decisions of all turns together, after which the plan goes on.
        most: Option<u64>,
        /// The stages that take turns.
        stages: Vec<Stage>,
    },
}

impl Step {
    /// The stages of the step.
    pub fn stages(&self) -> &[Stage] {
        match self {
            Step::Once(stage) => std::slice::from_ref(stage),
            Step::InTurns { stages, .. } => stages,
        }
    }

    fn stages_mut(&mut self) -> &mut [Stage] {
        match self {
            Step::Once(stage) => std::slice::from_mut(stage),
            Step::InTurns { stages, .. } => stages,
        }
    }
}

/// The stages that answer a question, in order.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// The steps, the first one first.
    pub steps: Vec<Step>,
    /// The stage after a step that has found the requested number of solutions.
    pub then: Option<Stage>,
}

/// The plan for a question.
pub fn plan(asked: &QuestionSpec, offers: &AvailableMethods) -> Plan {
    let steps = if asked.best {
        best(asked, offers)
    } else if asked.counts() {
        count(asked)
    } else if asked.wants_all() {
        all_by_search(asked, true)
    } else {
        few(asked, offers)
    };
    Plan { steps, then: asked.locates().then(locate) }
}

/// A few solutions, or whether there is more than one.
fn few(asked: &QuestionSpec, offers: &AvailableMethods) -> Vec<Step> {
    let mut steps = Vec::new();
    let open = asked.is_open() && !asked.search_only;
    let construction = offers.construction.filter(|_| open && asked.few());
    let construct = || {
        let why = "large open boards that have an answer have very many; two settle uniqueness";
        once(Stage::new(MethodId::Construct, why))
    };
    if construction == Some(Construction::Lengthy) {
        let why = "propagation alone refutes most boards without an answer";
        steps.push(once(Stage::new(MethodId::Plain, why).nodes(Nodes::More(0))));
    }
    if matches!(construction, Some(Construction::Quick | Construction::Lengthy)) {
        steps.push(construct());
    }
    if asked.search != SearchMode::Auto {
        steps.extend(few_by_search(asked));
        return steps;
    }
    steps.push(dive(tuning::DIVE));
    if open && offers.stricter && !asked.observed && asked.one_or_two() {
        let why = "what obeys a stricter rule obeys this one, and is found sooner";
        let stricter = Stage::new(MethodId::Stricter, why).nodes(Nodes::More(tuning::STRICTER));
        steps.push(once(stricter.time(Time::Part(tuning::STRICTER_TIME))));
    }
    let uncertain = (construction == Some(Construction::Uncertain)).then(construct);
    if open && offers.local_moves && !asked.observed && asked.task == Task::Check {
        steps.extend(second_by_local_moves(asked, offers, uncertain));
        return steps;
    }
    steps.extend(uncertain);
    steps.push(probe());
    if open && offers.dp_decides && asked.task == Task::Check {
        let why = "search answers most boards before tables are worth a thought";
        let learn = Stage::new(MethodId::Learn(Order::Alternating), why);
        steps.push(once(learn.nodes(Nodes::More(tuning::LEARN_BEFORE_DP))));
        steps.extend(decide_by_dp());
    }
    let mut guess =
        open_to_guesses(asked).then(|| local_search(asked, offers)).filter(|_| offers.local_search);
    if matches!(construction, Some(Construction::Lengthy | Construction::Uncertain)) {
        // It has looked for other solutions next to its first one.
        guess = guess.map(|guess| guess.when(When::NotKnown));
    }
    steps.extend(learn(asked, guess));
    steps
}

/// Whether a solution is the only one, if local moves find other ones next to it: first a solution, then another one in
/// canonical form.
fn second_by_local_moves(
    asked: &QuestionSpec,
    offers: &AvailableMethods,
    construct: Option<Step>,
) -> Vec<Step> {
    let nodes = |n: Option<u64>| n.map_or(Nodes::All, Nodes::More);
    let first = |n: Option<u64>| {
        let why = "there is no solution yet to look next to";
        let learn = Stage::new(MethodId::LearnFirst(Order::Alternating), why);
        once(learn.nodes(nodes(n)).when(When::NotKnown))
    };
    let others = |n: Option<u64>, why| {
        once(Stage::new(MethodId::LearnOthers, why).nodes(nodes(n)).when(When::Known))
    };
    let why = "what fails on both sides of a choice holds in every other solution";
    let probe_others = once(Stage::new(MethodId::ProbeOthers, why).when(When::Known));
    let mut probe = probe();
    probe.stages_mut().iter_mut().for_each(|stage| stage.when.push(When::NotKnown));
    let mut steps = vec![probe, first(Some(tuning::LEARN_FOR_SECOND))];
    steps.extend(construct.map(|mut construct| {
        construct.stages_mut().iter_mut().for_each(|stage| stage.when.push(When::NotKnown));
        construct
    }));
    steps.push(probe_others.clone());
    let why = "search answers most boards before anything else is worth a thought";
    steps.push(others(Some(tuning::LEARN_FOR_SECOND), why));
    if offers.dp_decides {
        steps.extend(decide_by_dp());
    }
    let most = asked.may_use_portfolio().then_some(asked.team_after);
    steps.push(first(most));
    let why = "where search looks far away, windows look near";
    let around = Stage::new(MethodId::Around, why).time(Time::Part(tuning::AROUND_TIME));
    steps.push(once(around.when(When::Known)));
    steps.push(probe_others);
    let why = "the other solutions have a normal form, which leaves few of them";
    steps.push(others(most, why));
    if asked.may_use_portfolio() {
        steps.push(team());
    }
    steps
}

/// Whether tables are small, and then their answer.
fn decide_by_dp() -> [Step; 2] {
    let why = "on narrow boards where paths may touch, tables decide what search strands on";
    let decide = Stage::new(MethodId::DecideByDp, why).work(tuning::CHECK_WORK);
    [weigh(), once(decide.time(Time::Part(tuning::CHECK_TIME)).when(When::DpDecides))]
}

/// Whether local search may answer: it proves nothing and takes no decisions.
fn open_to_guesses(asked: &QuestionSpec) -> bool {
    let long = matches!(asked.task, Task::Solve { limit } if limit > tuning::GUESSED);
    asked.is_open() && asked.few() && !asked.limited && !asked.observed && !long
}

/// By the search that the user requested.
fn few_by_search(asked: &QuestionSpec) -> Vec<Step> {
    let order = match asked.search {
        SearchMode::Dfs => return plain(asked, "plain search was requested"),
        SearchMode::StaticOrder => Order::Static,
        SearchMode::Learn | SearchMode::Auto => Order::Activity,
    };
    let learn = Stage::new(MethodId::Learn(order), "learning was requested");
    if !asked.may_use_portfolio() {
        return vec![once(learn)];
    }
    vec![once(learn.nodes(Nodes::More(asked.portfolio_threshold()))), team()]
}

fn local_search(asked: &QuestionSpec, offers: &AvailableMethods) -> Stage {
    let why = "sparse boards have very many fillings; what it finds also guides the learner";
    let guess = Stage::new(MethodId::LocalSearch, why);
    match asked.task {
        // If it does not soon find another solution than a known one, it does not find one at all.
        Task::Check if offers.second_by_local_search => guess.when(When::GuessesPay),
        Task::Check => guess.when(When::NotMet),
        Task::Solve { .. } | Task::Count => guess,
    }
}

/// Learning, by turns with local search where there is one, then on all threads.
fn learn(asked: &QuestionSpec, guess: Option<Stage>) -> Vec<Step> {
    let why = "clauses keep what failures teach; where the board has scan orders, by turns in them";
    let learn = Stage::new(MethodId::Learn(Order::Alternating), why);
    let most = asked.may_use_portfolio().then_some(asked.portfolio_threshold());
    let mut steps = Vec::new();
    if let Some(guess) = guess {
        let stages = vec![learn, guess];
        steps.push(Step::InTurns { first: tuning::TURN, most, stages });
    } else {
        steps.push(once(learn.nodes(most.map_or(Nodes::All, Nodes::More))));
    }
    if asked.may_use_portfolio() {
        steps.push(team());
    }
    steps
}

/// The best solution.
fn best(asked: &QuestionSpec, offers: &AvailableMethods) -> Vec<Step> {
    if asked.search != SearchMode::Auto {
        return few_by_search(asked);
    }
    let mut steps = vec![dive(tuning::DIVE)];
    if asked.is_open() && !asked.search_only && offers.dp_best {
        let why = "a sample of its layers estimates the size of its tables";
        steps.push(once(Stage::new(MethodId::WeighBest, why)));
        let why = "tables of narrow boards prove the best line without search";
        let best = Stage::new(MethodId::BestByDp, why).work(tuning::BEST_WORK);
        steps.push(once(best.when(When::DpBest)));
    }
    steps.push(probe());
    steps.extend(learn(asked, None));
    steps
}

/// The number of solutions.
fn count(asked: &QuestionSpec) -> Vec<Step> {
    let by_search = asked.network || asked.search_only || asked.method == Method::Search;
    let mut steps = match asked.method {
        Method::Parts => vec![once(parts("counting by parts was requested"))],
        Method::Dp if !by_search => {
            let why = "the dynamic program was requested";
            vec![once(count_by_dp(MethodId::CountByDp { asked: true }, why)), bound()]
        }
        _ if by_search => all_by_search(asked, true),
        _ => count_as_pays(asked),
    };
    if asked.estimate {
        for stage in steps.iter_mut().flat_map(Step::stages_mut) {
            stage.share.exact_part = true;
        }
        // An estimate proves nothing, so a proved bound accompanies it.
        let why = "layers of bounded size prove how many there are at least";
        steps.push(once(Stage::new(MethodId::Bound, why).time(Time::Part(tuning::BOUND_TIME))));
        let why = "layers of bounded size give an honest interval";
        steps.push(once(Stage::new(MethodId::EstimateByLayers, why)));
        let why = "without a dynamic program, random walks down the search tree";
        steps.push(once(Stage::new(MethodId::EstimateByTree, why).when(When::NotEstimated)));
    }
    steps
}

/// The number, in the way that promises to be the cheapest.
fn count_as_pays(asked: &QuestionSpec) -> Vec<Step> {
    let mut steps = vec![dive(tuning::DIVE_BEFORE_DP), weigh()];
    let why = "random walks estimate the cost of plain search";
    steps.push(once(Stage::new(MethodId::MeasureTree, why).when(When::DpUnclear)));
    let why = "only a trial can show whether learning is quicker than tables";
    let trial = |means, share: Nodes| Stage::new(means, why).nodes(share).when(When::Trial);
    match asked.search {
        SearchMode::Auto => {
            steps.push(once(trial(MethodId::Plain, Nodes::More(tuning::LOOK))));
            steps.push(once(trial(MethodId::LearnAll, Nodes::Trial).when(When::MostlyFailed)));
        }
        SearchMode::Dfs => steps.push(once(trial(MethodId::Plain, Nodes::Trial))),
        SearchMode::Learn | SearchMode::StaticOrder => {
            steps.push(once(trial(MethodId::LearnAll, Nodes::Trial)));
        }
    }
    let why = "tables count without meeting solutions one by one";
    steps.push(once(count_by_dp(MethodId::CountByDp { asked: false }, why).when(When::DpPays)));
    steps.push(bound());
    for mut step in all_by_search(asked, false) {
        for stage in step.stages_mut() {
            stage.when.insert(0, When::SearchAnswers);
            stage.share.time = Time::Grace;
        }
        steps.push(step);
    }
    steps
}

/// All solutions, or their number, by search.
fn all_by_search(asked: &QuestionSpec, with_dive: bool) -> Vec<Step> {
    match asked.search {
        SearchMode::Dfs => return plain(asked, "plain search was requested"),
        SearchMode::Learn | SearchMode::StaticOrder => {
            return learn_all(asked, "learning was requested");
        }
        SearchMode::Auto => {}
    }
    let mut steps = Vec::new();
    if with_dive {
        steps.push(dive(tuning::DIVE));
    }
    let why = "its findings show whether clauses, parts or neither will pay";
    steps.push(once(Stage::new(MethodId::Plain, why).nodes(Nodes::More(tuning::LOOK))));
    let only = |steps: Vec<Step>, when: &[When]| -> Vec<Step> {
        let with = |mut step: Step| {
            step.stages_mut().iter_mut().for_each(|s| s.when.extend_from_slice(when));
            step
        };
        steps.into_iter().map(with).collect()
    };
    let why = "most branches failed: clauses keep what failures teach";
    for mut step in only(learn_all(asked, why), &[When::MostlyFailed]) {
        for stage in step.stages_mut() {
            match stage.means {
                MethodId::LearnAll if asked.is_single_threaded() => {
                    stage.share.nodes = Nodes::MoreBeforeParts(tuning::LEARN_ALONE);
                }
                MethodId::SplitLearning => stage.when.push(When::NoParts),
                _ => {}
            }
        }
        steps.push(step);
    }
    let why = "independent parts multiply: the solutions need not be met one by one";
    steps.push(once(parts(why).when(When::PartsPay)));
    let why = "solutions are met often, and nothing multiplies";
    let rest = if asked.is_single_threaded() { MethodId::Plain } else { MethodId::Split };
    steps.extend(only(vec![once(Stage::new(rest, why))], &[When::OftenSolved, When::NoParts]));
    steps
}

/// Plain search to the end.
fn plain(asked: &QuestionSpec, why: &'static str) -> Vec<Step> {
    if asked.is_single_threaded() {
        return vec![once(Stage::new(MethodId::Plain, why))];
    }
    let first = Stage::new(MethodId::Plain, why).nodes(Nodes::More(tuning::LOOK));
    vec![once(first), once(Stage::new(MethodId::Split, "a long search is cut into jobs"))]
}

/// Learning that meets every solution, to the end.
fn learn_all(asked: &QuestionSpec, why: &'static str) -> Vec<Step> {
    if asked.is_single_threaded() {
        return vec![once(Stage::new(MethodId::LearnAll, why))];
    }
    let first = Stage::new(MethodId::LearnAll, why).nodes(Nodes::More(tuning::LEARN_ALONE));
    let why = "a long search is cut into jobs, which all begin with what was learnt";
    vec![once(first), once(Stage::new(MethodId::SplitLearning, why))]
}

fn locate() -> Stage {
    let why = "each question finds a solution with something new, or proves that there is none; small \
               tables help where that takes long";
    Stage::new(MethodId::Locate, why).when(When::Several)
}

fn once(stage: Stage) -> Step {
    Step::Once(stage)
}

fn dive(nodes: u64) -> Step {
    let why = "what propagation nearly settles needs few decisions and no learning";
    once(Stage::new(MethodId::Plain, why).nodes(Nodes::More(nodes)))
}

fn probe() -> Step {
    let why = "what fails on both sides of a choice holds everywhere, and shortens learning";
    once(Stage::new(MethodId::Probe, why))
}

fn team() -> Step {
    let why = "hard puzzles get learners of several kinds, which share short clauses";
    once(Stage::new(MethodId::Team, why))
}

fn weigh() -> Step {
    let why = "a sample of its layers estimates the size of the dynamic program's tables";
    once(Stage::new(MethodId::Weigh, why))
}

fn bound() -> Step {
    let why = "layers of bounded size prove how many there are at least";
    once(Stage::new(MethodId::Bound, why).when(When::NoCount))
}

fn parts(why: &'static str) -> Stage {
    Stage::new(MethodId::Parts, why).memory(tuning::CACHE_MEMORY)
}

fn count_by_dp(means: MethodId, why: &'static str) -> Stage {
    Stage::new(means, why).time(Time::Part(tuning::DP_TIME))
}
