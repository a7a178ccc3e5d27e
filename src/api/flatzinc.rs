//! FlatZinc files answered as MiniZinc expects it of a solver.

use super::Failure;
use crate::flatzinc::{FlatZinc, Goal};
use crate::model::{Expr, Guidance, GuidedOutcome, ModelError, Outcome, Solution};
use crate::strategy::{Improved, Options};
use clew_engine::run::Stats;
use clew_puzzles::puzzle::Entry;
use clew_puzzles::puzzle::format::ParseError;
use std::fmt::Write;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// What is to be printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// Up to so many solutions; of a file with a goal the best one is enough.
    pub solutions: usize,
    /// Of a file with a goal each solution that is better than those before it, as soon as it is found.
    pub improving: bool,
    /// Search annotations of the file are left aside.
    pub free: bool,
    /// Statistics at the end.
    pub statistics: bool,
}

/// Gets text piece by piece, on whichever thread it is found, and may break off.
type Tell = dyn Fn(&str) -> ControlFlow<()> + Send + Sync;

/// Reads a file to answer it. A variable that nothing bounds is looked for between a billion below and above 0: then
/// solutions are shown, and nothing is claimed about others, which the words that may come with it are about.
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
            "no bounds of {first}{others} are stated or follow: numbers from -1000000000 to 1000000000 are tried, and \
             that there is no solution or no better one is not claimed; state a range to have it proved"
        )
    });
    Ok((file, warning))
}

/// A file that is answered.
///
/// Each solution ends with a line of ten hyphens; `==========` follows where there is no other one, or no better one;
/// `=====UNSATISFIABLE=====` and `=====UNKNOWN=====` stand where there is no solution, and where none was found. Where a
/// range was assumed ([`read`]) neither is claimed.
pub struct Answering {
    file: Arc<FlatZinc>,
    wanted: Wanted,
    tell: Box<Tell>,
    told: Mutex<Told>,
    /// Raised when nobody listens any more.
    over: Arc<AtomicBool>,
}

/// What was told.
#[derive(Default, Debug)]
struct Told {
    solutions: u64,
    /// The value of the goal at the best one.
    objective: Option<i64>,
    /// The best one, which is told at the end.
    waits: Option<String>,
    /// The end was told.
    closed: bool,
}

impl Answering {
    /// Nothing is answered yet; `tell` will get each solution as soon as it is found.
    pub fn new(
        file: FlatZinc,
        wanted: Wanted,
        tell: impl Fn(&str) -> ControlFlow<()> + Send + Sync + 'static,
    ) -> Arc<Answering> {
        Arc::new(Answering {
            file: Arc::new(file),
            wanted,
            tell: Box::new(tell),
            told: Mutex::default(),
            over: Arc::default(),
        })
    }

    /// Searches, and tells what there is to tell.
    ///
    /// # Errors
    /// [`Failure`] where the model has no network or the options ask for what there is not.
    pub fn run(self: &Arc<Answering>, options: &Options) -> Result<(), Failure> {
        let Answering { file, wanted, .. } = &**self;
        let budget = options.budget.with_cancel(self.over.clone());
        let options = &Options { budget, ..options.clone() };
        let follows = !wanted.free && !file.search.is_empty();
        let run = match &file.goal {
            Goal::Satisfy if !(follows || file.shows_alike && wanted.solutions > 1) => {
                let mut each = |solution: &_| self.solution(solution);
                file.model.solve_each(wanted.solutions, options, &mut each).map(Run::from)
            }
            // Alone one search after another has its turn; a team searches freely.
            Goal::Minimize(sum) if !follows && options.threads > 1 => {
                self.freely(sum, false, options)
            }
            Goal::Maximize(sum) if !follows && options.threads > 1 => {
                self.freely(sum, true, options)
            }
            _ => self.by_turns(options),
        };
        let run = run.map_err(|error| match error {
            ModelError::Run(error) => Failure::from_run(error, false),
            error => Failure::Unfit(error.to_string()),
        })?;
        self.end(Some(&run));
        Ok(())
    }

    /// Tells the end in the place of a search that does not come to it in time, which is not listened to any more.
    pub fn close(&self) {
        self.over.store(true, Ordering::Relaxed);
        self.end(None);
    }

    /// So many solutions, each shown differently, or the best one.
    fn by_turns(&self, options: &Options) -> Result<Run, ModelError> {
        let Answering { file, wanted, .. } = self;
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

    /// The best solution, by all that clew has.
    fn freely(
        self: &Arc<Answering>,
        sum: &Expr,
        largest: bool,
        options: &Options,
    ) -> Result<Run, ModelError> {
        let (model, reader, told) = (&self.file.model, self.file.model.reader(), self.clone());
        let improved = Improved::new(move |_, answer| {
            let _ = reader.read(answer).map(|solution| told.solution(&solution));
        });
        let options = &Options { improved: Some(improved), ..options.clone() };
        let outcome = match largest {
            true => model.maximize(sum.clone(), options),
            false => model.minimize(sum.clone(), options),
        }?;
        // What was told before is no better than itself.
        let _ = outcome.solutions.first().map(|solution| self.solution(solution));
        Ok(outcome.into())
    }

    fn told(&self) -> MutexGuard<'_, Told> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A solution was found; of a file with a goal it is told if it is better than those before it.
    fn solution(&self, solution: &Solution) -> ControlFlow<()> {
        let mut told = self.told();
        if told.closed {
            return ControlFlow::Break(());
        }
        let goal = self.file.goal.sum();
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
        let text = format!("{}----------\n", self.file.answer(solution));
        if goal.is_some() && !self.wanted.improving {
            told.waits = Some(text);
            return ControlFlow::Continue(());
        }
        let flow = (self.tell)(&text);
        if flow.is_break() {
            self.over.store(true, Ordering::Relaxed);
        }
        flow
    }

    /// What stands behind the solutions.
    fn end(&self, run: Option<&Run>) {
        let mut told = self.told();
        if std::mem::replace(&mut told.closed, true) {
            return;
        }
        let mut text = told.waits.take().unwrap_or_default();
        text.push_str(
            match (told.solutions, run.is_some_and(|run| run.exact) && self.file.assumed.is_empty())
            {
                (0, true) => "=====UNSATISFIABLE=====\n",
                (0, false) => "=====UNKNOWN=====\n",
                (_, true) => "==========\n",
                (_, false) => "",
            },
        );
        if self.wanted.statistics {
            text.push_str(&statistics(run, &told));
        }
        let _ = (self.tell)(&text);
    }
}

/// What came of a search.
struct Run {
    exact: bool,
    stats: Stats,
    times: [Duration; 2],
    /// Integer variables, Boolean variables, propagators.
    sizes: [u64; 3],
}

impl From<Outcome> for Run {
    fn from(of: Outcome) -> Run {
        let [variables, bools, propagators, _] = of.sizes;
        Run {
            exact: of.exact,
            stats: of.stats,
            times: [of.init_time, of.solve_time],
            sizes: [variables, bools, propagators],
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
        }
    }
}

/// A file as a puzzle, for the questions about puzzles. Its goal is left aside, which is among the warnings: any solution is
/// a solution then, and two are different where what is shown of them is. `text` is the one that the file was read from.
///
/// # Errors
/// In words, if its model can have no network.
pub fn entry(file: FlatZinc, text: &str) -> Result<Entry, String> {
    let has_goal = !matches!(file.goal, Goal::Satisfy);
    let mut entry = Entry::from(file.into_puzzle(text).map_err(|error| error.to_string())?);
    if has_goal {
        entry.warnings.push(
            "the goal is left aside: all solutions count, not the best ones only (clew flatzinc finds the best)".into(),
        );
    }
    Ok(entry)
}

/// In the names that MiniZinc has for them.
fn statistics(run: Option<&Run>, told: &Told) -> String {
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
    if let Some(objective) = told.objective {
        let _ = writeln!(text, "%%%mzn-stat: objective={objective}");
    }
    for (name, time) in
        run.iter().flat_map(|run| ["initTime", "solveTime"].into_iter().zip(run.times))
    {
        let _ = writeln!(text, "%%%mzn-stat: {name}={:.3}", time.as_secs_f64());
    }
    text + "%%%mzn-stat-end\n"
}
