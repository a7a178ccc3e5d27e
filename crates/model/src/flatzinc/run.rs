//! Answers FlatZinc files in the form that MiniZinc expects from a solver.

use super::fractions;
use super::variables::ASSUMED;
use super::{FlatZinc, Goal};
use crate::model::{Guidance, GuidedOutcome, ModelError, Outcome, Solution};
use clew_engine::run::{GoalProgress, Stats};
use clew_puzzle::puzzle::Entry;
use clew_puzzle::puzzle::format::ParseError;
use clew_solve::strategy::{Options, Watch};
use std::fmt::Write;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The requested output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// Up to this many solutions; for a file with a goal, the best solution suffices.
    pub solutions: usize,
    /// For a file with a goal, print each improving solution as soon as it is found.
    pub improving: bool,
    /// Ignore the search annotations of the file.
    pub free: bool,
    /// Print statistics at the end.
    pub statistics: bool,
}

/// Receives text in chunks, on the thread that finds it, and may break off.
type Tell = dyn Fn(&str) -> ControlFlow<()> + Send + Sync;

/// Reads a file in order to answer it. For variables without bounds the range from -10^9 to 10^9 is assumed: solutions
/// are then shown without a claim about others, and the returned text is a warning about that.
///
/// # Errors
/// As [`FlatZinc::parse`].
pub fn read(text: &str) -> Result<(FlatZinc, Option<String>), ParseError> {
    let file = FlatZinc::parse_assuming(text)?;
    let warning = file.assumed.first().map(|first| {
        let others = match file.assumed.len() {
            1 => String::new(),
            n => format!(" (and of {} others)", n - 1),
        };
        format!(
            "no bounds of {first}{others} are stated or follow: numbers from {} to {} are tried; that there is no \
             better solution is claimed only if a better value of the goal bounds them; state a range to have it proved",
            ASSUMED.start(),
            ASSUMED.end()
        )
    });
    Ok((file, warning))
}

/// The run that answers a file.
///
/// Each solution ends with a line of ten hyphens. `==========` follows if there is no other solution, or no better one;
/// `=====UNSATISFIABLE=====` is printed if there is no solution, and `=====UNKNOWN=====` if none was found. If a range
/// was assumed ([`read`]), neither `==========` nor `=====UNSATISFIABLE=====` is printed.
pub struct FlatZincRun {
    file: Arc<FlatZinc>,
    wanted: Wanted,
    tell: Box<Tell>,
    told: Mutex<OutputState>,
    /// Raised when output is no longer accepted.
    over: Arc<AtomicBool>,
    goal: Arc<Mutex<GoalProgress>>,
}

/// The output so far.
#[derive(Default, Debug)]
struct OutputState {
    solutions: u64,
    /// The value of the goal at the best one.
    objective: Option<i64>,
    /// The best solution, which is printed at the end.
    pending_best: Option<String>,
    /// The final line has been printed.
    closed: bool,
}

impl FlatZincRun {
    /// A run that has not started; `tell` receives each solution as soon as it is found.
    pub fn new(
        file: FlatZinc,
        wanted: Wanted,
        tell: impl Fn(&str) -> ControlFlow<()> + Send + Sync + 'static,
    ) -> Arc<FlatZincRun> {
        Arc::new(FlatZincRun {
            file: Arc::new(file),
            wanted,
            tell: Box::new(tell),
            told: Mutex::default(),
            over: Arc::default(),
            goal: Arc::default(),
        })
    }

    /// How far the search for the best solution has come, in words; `None` before anything is known.
    pub fn progress(&self) -> Option<String> {
        let goal = *self.goal.lock().unwrap_or_else(PoisonError::into_inner);
        let words = goal.words(|value| written(value, self.file.unit));
        (!words.is_empty()).then_some(words)
    }

    /// Notes how far it has come. A bound within ranges that are assumed is none.
    fn watch(&self) -> Watch<GoalProgress> {
        let (goal, is_assumed) = (self.goal.clone(), !self.file.assumed.is_empty());
        Watch::new(move |now: GoalProgress| {
            let bound = now.bound.filter(|_| !is_assumed);
            *goal.lock().unwrap_or_else(PoisonError::into_inner) = GoalProgress { bound, ..now };
        })
    }

    /// Searches and prints the results.
    ///
    /// # Errors
    /// [`ModelError`] if the model has no network, a limit came first, or the options ask for something that does not exist.
    pub fn run(self: &Arc<FlatZincRun>, options: &Options) -> Result<(), ModelError> {
        let FlatZincRun { file, wanted, .. } = &**self;
        let budget = options.budget.with_cancel(self.over.clone());
        let options = &Options { budget, goal_watch: Some(self.watch()), ..options.clone() };
        let follows = !wanted.free && !file.search.is_empty();
        let run = match &file.goal {
            Goal::Satisfy
                if !(follows || file.shows_alike && wanted.solutions > 1)
                    && (wanted.solutions > 1
                        || options.threads <= 1 && !file.model.has_hints()) =>
            {
                let mut each = |solution: &_| self.solution(solution);
                file.model.solve_each(wanted.solutions, options, &mut each).map(Run::from)
            }
            _ => self.solve_by_turns(options),
        };
        let mut run = run?;
        if !file.assumed.is_empty() {
            run.exact &= self.confirm(options)?;
            run.bound = None;
        }
        if run.exact {
            run.bound = self.told().objective;
        }
        self.end(Some(&run));
        Ok(())
    }

    /// Whether the best solution found within assumed ranges is the best of all. A better one may lie outside; but often
    /// the goal bounds all variables, once it has to be better than a known value. Then these are searched.
    fn confirm(&self, options: &Options) -> Result<bool, ModelError> {
        let best = self.told().objective;
        let Some(file) = best.and_then(|best| self.file.better_than(best)) else {
            return Ok(false);
        };
        let guidance = Guidance { phases: &[], free: true, all: false };
        let mut each = |solution: &Solution| self.found(&file, solution);
        // It knows nothing of the solutions before, so its progress would fall behind.
        let options = &Options { goal_watch: None, ..options.clone() };
        Ok(file.model.guided(guidance, file.goal.sum(), options, &mut each)?.exact)
    }

    /// Prints the end instead of a search that does not end in time; output of that search is ignored from then on.
    pub fn close(&self) {
        self.over.store(true, Ordering::Relaxed);
        self.end(None);
    }

    /// The given number of solutions, each shown differently, or the best one.
    fn solve_by_turns(&self, options: &Options) -> Result<Run, ModelError> {
        let FlatZincRun { file, wanted, .. } = self;
        let guidance =
            Guidance { phases: &file.search, free: wanted.free, all: wanted.solutions > 1 };
        let mut left = wanted.solutions;
        let is_best = file.goal.sum().is_some();
        let mut each = |solution: &Solution| {
            left = left.saturating_sub(1);
            self.solution(solution)?;
            if left == 0 && !is_best { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        file.model.guided(guidance, file.goal.sum(), options, &mut each).map(Run::from)
    }

    fn told(&self) -> MutexGuard<'_, OutputState> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Handles a solution that was found; for a file with a goal it is printed only if it improves the incumbent.
    fn solution(&self, solution: &Solution) -> ControlFlow<()> {
        self.found(&self.file, solution)
    }

    /// The same of a solution of another reading of the file.
    fn found(&self, file: &FlatZinc, solution: &Solution) -> ControlFlow<()> {
        let mut told = self.told();
        if told.closed {
            return ControlFlow::Break(());
        }
        let goal = file.goal.sum();
        if let Some((sum, largest)) = goal {
            let value = solution.evaluate(sum.clone());
            let is_better = told.objective.is_none_or(|old| {
                value.is_some_and(|new| if largest { new > old } else { new < old })
            });
            if !is_better {
                return ControlFlow::Continue(());
            }
            told.objective = value;
        }
        told.solutions += 1;
        let text = format!("{}----------\n", file.answer(solution));
        if goal.is_some() && !self.wanted.improving {
            told.pending_best = Some(text);
            return ControlFlow::Continue(());
        }
        let goal = *self.goal.lock().unwrap_or_else(PoisonError::into_inner);
        let figures = self.wanted.statistics && self.wanted.improving && goal.best.is_some();
        let figures =
            if figures { goal_figures(goal, file.unit) + STAT_END } else { String::new() };
        let flow = (self.tell)(&(text + &figures));
        if flow.is_break() {
            self.over.store(true, Ordering::Relaxed);
        }
        flow
    }

    /// Prints the lines after the solutions.
    fn end(&self, run: Option<&Run>) {
        let mut told = self.told();
        if std::mem::replace(&mut told.closed, true) {
            return;
        }
        let mut text = told.pending_best.take().unwrap_or_default();
        text.push_str(match (told.solutions, run.is_some_and(|run| run.exact)) {
            (0, true) => "=====UNSATISFIABLE=====\n",
            (0, false) => "=====UNKNOWN=====\n",
            (_, true) => "==========\n",
            (_, false) => "",
        });
        if self.wanted.statistics {
            text.push_str(&statistics(run, &told, self.file.unit));
        }
        let _ = (self.tell)(&text);
    }
}

/// The result of a search.
struct Run {
    exact: bool,
    stats: Stats,
    times: [Duration; 2],
    /// The numbers of integer variables, Boolean variables, and propagators.
    sizes: [u64; 3],
    /// A proved bound of the goal.
    bound: Option<i64>,
}

impl From<Outcome> for Run {
    fn from(of: Outcome) -> Run {
        let [variables, bools, propagators, _] = of.sizes;
        Run {
            exact: of.exact,
            stats: of.stats,
            times: [of.init_time, of.solve_time],
            sizes: [variables, bools, propagators],
            bound: None,
        }
    }
}

impl From<GuidedOutcome> for Run {
    fn from(of: GuidedOutcome) -> Run {
        Run {
            exact: of.exact,
            stats: of.stats,
            times: [of.init_time, of.solve_time],
            sizes: of.sizes,
            bound: of.bound,
        }
    }
}

/// A file as a puzzle, for the questions about puzzles; two solutions differ if their output differs. `text` is the text
/// from which the file was read.
///
/// # Errors
/// In words, if its model can have no network.
pub fn entry(file: FlatZinc, text: &str) -> Result<Entry, String> {
    Ok(Entry::from(file.into_puzzle(text).map_err(|error| error.to_string())?))
}

/// Adds a warning to a file with a goal, for a question that is not about the best solution: any solution counts then.
pub fn leave_goal_aside(entry: &mut Entry) {
    const WARNING: &str = "the goal is left aside: all solutions count, not the best ones only (clew solve finds the best)";
    if super::puzzle::has_goal(&entry.puzzle) {
        entry.warnings.push(WARNING.into());
    }
}

/// The statistics under the names of MiniZinc.
fn statistics(run: Option<&Run>, told: &OutputState, unit: Option<i64>) -> String {
    let mut figures = vec![("solutions", told.solutions)];
    if let Some(Run { stats, sizes: [ints, bools, propagators], .. }) = run {
        figures.extend([
            ("nodes", stats.nodes),
            ("failures", stats.failures),
            ("restarts", stats.restarts),
            ("propagations", stats.propagations),
            ("peakDepth", stats.peak_depth),
            ("nogoods", stats.nogoods),
            ("backjumps", stats.backjumps),
            ("variables", ints + bools),
            ("intVariables", *ints),
            ("boolVariables", *bools),
            ("propagators", *propagators),
        ]);
    }
    let mut text = String::new();
    for (name, figure) in figures {
        let _ = writeln!(text, "%%%mzn-stat: {name}={figure}");
    }
    let bound = run.and_then(|run| run.bound);
    text += &goal_figures(GoalProgress { best: told.objective, bound }, unit);
    for (name, time) in
        run.iter().flat_map(|run| ["initTime", "solveTime"].into_iter().zip(run.times))
    {
        let _ = writeln!(text, "%%%mzn-stat: {name}={:.3}", time.as_secs_f64());
    }
    text + STAT_END
}

const STAT_END: &str = "%%%mzn-stat-end\n";

/// The best value and the bound under the names of MiniZinc.
fn goal_figures(goal: GoalProgress, unit: Option<i64>) -> String {
    let known = [("objective", goal.best), ("objectiveBound", goal.bound)];
    let known = known.into_iter().filter_map(|(name, value)| Some((name, written(value?, unit))));
    known.map(|(name, value)| format!("%%%mzn-stat: {name}={value}\n")).collect()
}

/// A value of the goal, which may count a unit with fractions.
fn written(value: i64, unit: Option<i64>) -> String {
    unit.map_or_else(|| value.to_string(), |unit| fractions::written(value, unit))
}
