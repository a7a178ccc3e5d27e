//! Solving a model, by the same strategies as any puzzle.

use super::builder::Model;
use super::error::ModelError;
use super::expr::Expr;
use super::family::{self, ModelPuzzle};
use super::guide::guided::{Guidance, GuidedOutcome};
use super::handle::Lineage;
use super::outcome::{Outcome, Profiled, Reader, Solution};
use super::statement::{Statement, Target};
use clew_engine::kernel::Watched;
use clew_engine::run::Stop;
use clew_engine::run::clock::thread_time;
use clew_engine::search::profile::Row;
use clew_engine::search::{Profile, VarOrder};
use clew_puzzle::puzzle::{Answer, Goal, Puzzle};
use clew_solve::strategy::{
    self, Best, How, Improved, Method, Options, RunError, SearchMode, Task,
};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// # Solving
///
/// All methods take the [`Options`] of any run: how to search, threads, limits, a seed. A run that a limit cut short is
/// no error: its outcome is not `exact` and contains the reason.
impl Model {
    /// Whether the model has no solution, one, or several. Finds at most two.
    ///
    /// ```
    /// use clew_solve::strategy::Verdict;
    ///
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let mut m = clew_model::model::Model::new();
    /// let x = m.ints("x", 2, 0..=1)?;
    /// assert_eq!(m.check(&Default::default())?.verdict(), Verdict::Multiple);
    /// m.less_than(x[0], x[1])?;
    /// assert_eq!(m.check(&Default::default())?.verdict(), Verdict::Unique);
    /// m.equal(x[0], x[1])?;
    /// assert_eq!(m.check(&Default::default())?.verdict(), Verdict::None);
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If the model is too large ([`ModelError::TooLarge`]), variables that are compared value by value lie too far
    /// apart ([`ModelError::FarApart`]), or the options require a feature that models do not have.
    pub fn check(&self, options: &Options) -> Result<Outcome, ModelError> {
        self.ask(Task::Check, options)
    }

    /// The number of solutions. Two solutions differ in the value of a variable (of those of [`Model::tell_apart_by`]).
    ///
    /// ```
    /// use clew_model::model::{Method, Model, Options};
    ///
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// // Two triangles, each coloured for itself: 6 ways times 6 ways.
    /// let mut m = Model::new();
    /// let x = m.ints("colour", 6, 1..=3)?;
    /// m.all_different(&x[..3])?;
    /// m.all_different(&x[3..])?;
    /// let options = Options { method: Method::Parts, ..Options::default() };
    /// assert_eq!(m.count(&options)?.count, 36u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// As for [`Model::check`].
    pub fn count(&self, options: &Options) -> Result<Outcome, ModelError> {
        self.ask(Task::Count, options)
    }

    /// Up to `limit` solutions, at least 1; `usize::MAX` for all. All are kept: once they take more than the memory of
    /// the options, the outcome is not `exact` and gives memory as the reason.
    ///
    /// ```
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let mut m = clew_model::model::Model::new();
    /// let x = m.int("x", 1..=5)?;
    /// assert_eq!(m.solve(3, &Default::default())?.solutions.len(), 3);
    /// let all = m.solve(usize::MAX, &Default::default())?;
    /// assert!(all.exact && all.solutions.len() == 5);
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// As for [`Model::check`].
    pub fn solve(&self, limit: usize, options: &Options) -> Result<Outcome, ModelError> {
        // Turns begin with the hints.
        if limit <= 1 && self.has_hints() && is_usual(options) {
            let guidance = Guidance { phases: &[], free: true, all: false };
            let statement = Arc::new(self.stated(None));
            let run = self.turns(guidance, &statement, options)?;
            return Ok(Outcome::new(self.lineage(), &statement, run));
        }
        self.ask(Task::Solve { limit: limit.max(1) }, options)
    }

    /// Hands up to `limit` solutions to `each` as they are found, until it breaks off, and keeps none of them. The
    /// search runs on one thread, in an order that depends on the model and the options alone.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let mut m = clew_model::model::Model::new();
    /// let x = m.int("x", 1..=5)?;
    /// let mut sum = 0;
    /// let mut each = |solution: &clew_model::model::Solution| {
    ///     sum += solution[x];
    ///     ControlFlow::Continue(())
    /// };
    /// let outcome = m.solve_each(usize::MAX, &Default::default(), &mut each)?;
    /// assert!(outcome.exact);
    /// assert_eq!(sum, 15);
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// As for [`Model::check`].
    pub fn solve_each(
        &self,
        limit: usize,
        options: &Options,
        each: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> Result<Outcome, ModelError> {
        let statement = Arc::new(self.stated(None));
        let reader = Reader::new(self.lineage(), &statement);
        let mut told = |answer: &Answer| match reader.read(answer) {
            Some(solution) => each(&solution),
            None => ControlFlow::Continue(()),
        };
        let puzzle = family::puzzle(&statement, options)?;
        let run = strategy::solve_each(&puzzle, limit.max(1), options, &mut (), &mut told)?;
        Ok(Outcome::new(self.lineage(), &statement, run))
    }

    /// A solution in which the expression is as small as possible.
    ///
    /// ```
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let mut m = clew_model::model::Model::new();
    /// let (x, y) = (m.int("x", 0..=9)?, m.int("y", 0..=9)?);
    /// m.at_least(2 * x + 3 * y, 13)?;
    /// let best = m.minimize(x + y, &Default::default())?;
    /// assert_eq!((best.objective(), best.exact), (Some(5), true));
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// As for [`Model::check`]; if a variable is of another model, or the sum may overflow.
    pub fn minimize(
        &self,
        objective: impl Into<Expr>,
        options: &Options,
    ) -> Result<Outcome, ModelError> {
        self.optimise(&objective.into(), false, options)
    }

    /// A solution in which the expression is as large as possible.
    ///
    /// ```
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// // What to pack: weights up to 10, and the worth of it.
    /// let mut m = clew_model::model::Model::new();
    /// let take = m.bools("take", 4)?;
    /// let sum = |of: [i64; 4]| take.iter().zip(of).map(|(&b, k)| k * b).sum::<clew_model::model::Expr>();
    /// m.at_most(sum([5, 4, 3, 6]), 10)?;
    /// let best = m.maximize(sum([10, 40, 30, 50]), &Default::default())?;
    /// assert_eq!(best.objective(), Some(90));
    /// assert!(best.solutions[0][take[1]] && best.solutions[0][take[3]]);
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// As for [`Model::minimize`].
    pub fn maximize(
        &self,
        objective: impl Into<Expr>,
        options: &Options,
    ) -> Result<Outcome, ModelError> {
        self.optimise(&objective.into(), true, options)
    }

    /// The best solution, and each better one on the way to it for `each`, which ends the search by returning true: the
    /// outcome is then the best one so far, and not exact. `each` is called on the thread that found the solution; with
    /// several threads the worse of two solutions may come last.
    ///
    /// ```
    /// use std::sync::{Arc, Mutex};
    ///
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let mut m = clew_model::model::Model::new();
    /// let x = m.int("x", 0..=9)?;
    /// let seen = Arc::new(Mutex::new(Vec::new()));
    /// let found = seen.clone();
    /// let each = move |solution: &clew_model::model::Solution| {
    ///     found.lock().expect("no thread panics").push(solution[x]);
    ///     false
    /// };
    /// let best = m.improve(x, true, &Default::default(), each)?;
    /// assert_eq!(best.objective(), Some(9));
    /// assert_eq!(seen.lock().expect("no thread panics").last(), Some(&9));
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// As for [`Model::minimize`].
    pub fn improve(
        &self,
        objective: impl Into<Expr>,
        largest: bool,
        options: &Options,
        each: impl Fn(&Solution) -> bool + Send + Sync + 'static,
    ) -> Result<Outcome, ModelError> {
        let objective = objective.into();
        let target = Some(self.target(&objective, largest)?);
        let statement = Arc::new(Statement { target, ..self.statement.clone() });
        let reader = Reader::new(self.lineage(), &statement);
        let enough = Arc::new(AtomicBool::new(false));
        let raised = enough.clone();
        let improved = Improved::new(move |_, answer| {
            if reader.read(answer).is_some_and(|solution| each(&solution)) {
                raised.store(true, Ordering::Relaxed);
            }
        });
        let budget = options.budget.with_cancel(enough);
        let options = Options { budget, improved: Some(improved), ..options.clone() };
        self.optimise(&objective, largest, &options)
    }

    /// Solves the model with every propagator call timed, on one thread.
    ///
    /// ```
    /// use clew_solve::strategy::Task;
    ///
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let mut m = clew_model::model::Model::new();
    /// let x = m.ints("x", 3, 1..=3)?;
    /// m.all_different(&x)?;
    /// let profiled = m.profile(Task::Count, &Default::default())?;
    /// assert_eq!(profiled.outcome.count, 6u32.into());
    /// assert!(profiled.propagators.iter().any(|(name, row)| name.contains("diff") && row.calls > 0));
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// As for [`Model::check`].
    pub fn profile(&self, task: Task, options: &Options) -> Result<Profiled, ModelError> {
        let statement = Arc::new(self.stated(None));
        let mut profile = Profile::new();
        let puzzle = family::puzzle(&statement, options)?;
        let run = strategy::run_observed(&puzzle, task, options, &mut Watched::new(&mut profile))?;
        profile.finish();
        let propagators =
            profile.kinds().into_iter().map(|(kind, _, _, row)| (kind, row)).collect();
        let constraints = named_rows(&statement, &profile);
        let outcome = Outcome::new(self.lineage(), &statement, run);
        Ok(Profiled { outcome, propagators, constraints })
    }

    /// The model as a puzzle, for all methods of puzzles: plans, profiles, traces.
    ///
    /// ```
    /// use clew_solve::strategy::{Options, Task, Verdict, run};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let mut m = clew_model::model::Model::new();
    /// let x = m.int("x", 1..=9)?;
    /// m.equal(3 * x, 12)?;
    /// let outcome = run(&m.puzzle()?, Task::Check, &Options::default())?;
    /// assert_eq!(outcome.verdict(), Verdict::Unique);
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// As for [`Model::check`].
    pub fn puzzle(&self) -> Result<Puzzle, ModelError> {
        family::puzzle(&Arc::new(self.stated(None)), &Options::default())
    }

    /// The same with a goal: an expression that is as small, or as large, as possible.
    pub(crate) fn puzzle_for(&self, goal: &Expr, largest: bool) -> Result<Puzzle, ModelError> {
        let target = self.target(goal, largest)?;
        family::puzzle(&Arc::new(self.stated(Some(target))), &Options::default())
    }

    /// The best solution by turns of searches; `None` if the options name another way of searching.
    pub(crate) fn best(
        &self,
        (goal, largest): (&Expr, bool),
        guidance: Guidance<'_>,
        options: &Options,
    ) -> Result<Option<strategy::Outcome>, ModelError> {
        let options = &Options { goal: None, ..options.clone() };
        if !is_usual(options) {
            return Ok(None);
        }
        let statement = Arc::new(self.stated(Some(self.target(goal, largest)?)));
        self.turns(guidance, &statement, options).map(Some)
    }

    /// The reader of the outcomes of runs on the [puzzle](Model::puzzle).
    pub(crate) fn reader(&self) -> Reader {
        Reader::new(self.lineage(), &Arc::new(self.statement.clone()))
    }

    /// The statement that is solved: with a goal, and with ranges that sums have made smaller.
    pub(super) fn stated(&self, target: Option<Target>) -> Statement {
        let mut statement = self.statement.clone();
        statement.target = target.or(statement.target);
        statement.narrow();
        statement
    }

    fn ask(&self, task: Task, options: &Options) -> Result<Outcome, ModelError> {
        run(self.lineage(), self.stated(None), task, options)
    }

    /// The best solution, or one where there is no goal, by turns of plain search and learning, as FlatZinc files are
    /// answered.
    fn turns(
        &self,
        guidance: Guidance<'_>,
        statement: &Arc<Statement>,
        options: &Options,
    ) -> Result<strategy::Outcome, ModelError> {
        family::network().admits(&options.without).map_err(RunError::from)?;
        let mut best: Option<(Option<i64>, Answer)> = None;
        let mut found = 0u64;
        let mut each = |solution: &Solution| {
            let (value, answer) = (solution.objective(), solution.answer());
            found += 1;
            for (value, improved) in value.into_iter().zip(&options.improved) {
                improved.call(value, &answer);
            }
            best = Some((value, answer));
            // Without a goal one solution is enough.
            if value.is_some() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let begun = thread_time();
        let searched = self.guided_by(guidance, statement, options, &mut each)?;
        let GuidedOutcome { exact, stats, init_time, solve_time, sizes, bound, cpu } = searched;
        let is_enough = matches!(best, Some((None, _)));
        let why = || options.budget.reached(stats.nodes).unwrap_or(Stop::Interrupt);
        let stopped = (!exact).then(|| if is_enough { Stop::Limit } else { why() });
        let [ints, bools, propagators] = sizes;
        let mut run = strategy::Outcome::blank(How::Learn);
        run.count = found.into();
        (run.exact, run.stopped) = (exact, stopped);
        let bound = |value: i64| if exact { Some(value) } else { bound };
        let of = |value| Best { value, proved: exact, bound: bound(value) };
        run.best = best.as_ref().and_then(|&(value, _)| value.map(of));
        run.answers = best.into_iter().map(|(_, answer)| answer).collect();
        (run.network, run.networks) = (family::NETWORK, 1);
        (run.stats, run.sizes) = (stats, [ints, bools, propagators, 0]);
        (run.init_time, run.solve_time) = (init_time, solve_time);
        run.cpu = cpu + thread_time().saturating_sub(begun);
        Ok(run)
    }

    fn optimise(
        &self,
        objective: &Expr,
        largest: bool,
        options: &Options,
    ) -> Result<Outcome, ModelError> {
        let statement = self.stated(Some(self.target(objective, largest)?));
        if is_usual(options) {
            let guidance = Guidance { phases: &[], free: true, all: false };
            let statement = Arc::new(statement);
            let run = self.turns(guidance, &statement, options)?;
            return Ok(Outcome::new(self.lineage(), &statement, run));
        }
        let options = Options { goal: Some(Goal::STATED), ..options.clone() };
        run(self.lineage(), statement, Task::Solve { limit: 1 }, &options)
    }
}

/// Whether the options leave the way of searching for a best value open: then plain search and learning take turns.
fn is_usual(options: &Options) -> bool {
    let Options { network, search, order, method, program, settings, .. } = options;
    let named = network.is_some() || program.is_some() || options.locate || !settings.is_empty();
    let usual = (SearchMode::Auto, VarOrder::default(), Method::Auto);
    !named && (*search, *order, *method) == usual
}

/// The counters of the propagators of named constraints, the most time first.
fn named_rows(statement: &Arc<Statement>, profile: &Profile) -> Vec<(String, Row)> {
    let mut all: Vec<(String, Row)> = Vec::new();
    if statement.names.iter().all(Option::is_none) {
        return all;
    }
    // Every network of a statement is built alike.
    let owners = ModelPuzzle::new(statement.clone(), usize::MAX).owners();
    for (prop, _, row) in profile.rows() {
        let owner = owners.get(prop.0 as usize).and_then(|&rule| statement.name(rule as usize));
        let Some(name) = owner else { continue };
        match all.iter_mut().find(|(other, _)| other == name) {
            Some((_, sum)) => sum.add(&row),
            None => all.push((name.to_string(), row)),
        }
    }
    all.sort_by_key(|(_, row)| std::cmp::Reverse(row.whole()));
    all
}

fn run(
    lineage: &Lineage,
    statement: Statement,
    task: Task,
    options: &Options,
) -> Result<Outcome, ModelError> {
    let statement = Arc::new(statement);
    let run = strategy::run(&family::puzzle(&statement, options)?, task, options)?;
    Ok(Outcome::new(lineage, &statement, run))
}
