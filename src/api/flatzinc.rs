//! FlatZinc files answered as MiniZinc expects it of a solver.

use super::Failure;
use crate::flatzinc::{FlatZinc, Goal};
use crate::model::{GuidedOutcome, ModelError, Outcome, Solution};
use crate::strategy::{Improved, Options};
use clew_engine::run::Stats;
use clew_puzzles::puzzle::Entry;
use std::fmt::Write;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
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
pub type Tell = dyn Fn(&str) -> ControlFlow<()> + Send + Sync;

/// Answers a file; `tell` gets each solution as soon as it is found.
///
/// Each solution ends with a line of ten hyphens; `==========` follows where there is no other one, or no better one;
/// `=====UNSATISFIABLE=====` and `=====UNKNOWN=====` stand where there is no solution, and where none was found.
///
/// # Errors
/// [`Failure`] where the model has no network or the options ask for what there is not.
pub fn answer(
    file: &Arc<FlatZinc>,
    wanted: Wanted,
    options: &Options,
    tell: &Arc<Tell>,
) -> Result<(), Failure> {
    let teller = Arc::new(Teller {
        file: file.clone(),
        tell: tell.clone(),
        told: Mutex::new(Told::default()),
        over: Arc::new(AtomicBool::new(false)),
    });
    let options = &Options { budget: options.budget.with_cancel(teller.over.clone()), ..options.clone() };
    let guided = !wanted.free && !file.search.is_empty();
    let several = file.shows_alike && wanted.solutions > 1;
    let run = match &file.goal {
        Goal::Satisfy if guided || several => satisfied(&teller, wanted, options),
        Goal::Satisfy => {
            let mut each = |solution: &_| teller.solution(solution);
            file.model.solve_each(wanted.solutions, options, &mut each).map(Run::from)
        }
        Goal::Minimize(_) | Goal::Maximize(_) if guided => improved(&teller, wanted, options),
        Goal::Minimize(_) | Goal::Maximize(_) => best(&teller, wanted, options),
    };
    let run = run.map_err(|error| match error {
        ModelError::Run(error) => Failure::from_run(error, false),
        error => Failure::Unfit(error.to_string()),
    })?;
    let told = teller.told();
    let end = match (told.solutions, run.exact) {
        (0, true) => "=====UNSATISFIABLE=====\n",
        (0, false) => "=====UNKNOWN=====\n",
        (_, true) => "==========\n",
        (_, false) => "",
    };
    let mut text = end.to_string();
    if wanted.statistics {
        text.push_str(&statistics(&run, &told));
    }
    let _ = tell(&text);
    Ok(())
}

/// What was told.
#[derive(Clone, Copy, Default, Debug)]
struct Told {
    solutions: u64,
    /// The value of the goal at the last one.
    objective: Option<i64>,
}

/// Tells of solutions.
struct Teller {
    file: Arc<FlatZinc>,
    tell: Arc<Tell>,
    told: Mutex<Told>,
    /// Raised when nobody listens any more.
    over: Arc<AtomicBool>,
}

impl Teller {
    fn told(&self) -> Told {
        *self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A solution; of a file with a goal only if it is better than those before it.
    fn solution(&self, solution: &Solution) -> ControlFlow<()> {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((sum, largest)) = self.file.goal.sum() {
            let value = solution.evaluate(sum.clone());
            let is_better = match (told.objective, value) {
                (Some(old), Some(new)) => if largest { new > old } else { new < old },
                (None, _) => true,
                (Some(_), None) => false,
            };
            if !is_better {
                return ControlFlow::Continue(());
            }
            told.objective = value;
        }
        told.solutions += 1;
        let flow = (self.tell)(&format!("{}----------\n", self.file.answer(solution)));
        if flow.is_break() {
            self.over.store(true, Ordering::Relaxed);
        }
        flow
    }
}

/// What came of a search.
struct Run {
    exact: bool,
    stats: Stats,
    times: [Duration; 2],
    sizes: Option<[u64; 3]>,
}

impl From<Outcome> for Run {
    fn from(of: Outcome) -> Run {
        let [variables, bools, propagators, _] = of.sizes;
        Run {
            exact: of.exact,
            stats: of.stats,
            times: [of.init_time, of.solve_time],
            sizes: Some([variables, bools, propagators]),
        }
    }
}

impl From<GuidedOutcome> for Run {
    fn from(of: GuidedOutcome) -> Run {
        Run {
            exact: of.exact,
            stats: of.stats,
            times: [of.init_time, of.solve_time],
            sizes: Some(of.sizes),
        }
    }
}

/// So many solutions, each shown differently.
fn satisfied(teller: &Teller, wanted: Wanted, options: &Options) -> Result<Run, ModelError> {
    let mut left = wanted.solutions;
    let mut each = |solution: &Solution| {
        left -= 1;
        teller.solution(solution)?;
        if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let file = &teller.file;
    let phases = if wanted.free { &[][..] } else { &file.search };
    file.model.guided(phases, None, options, &mut each).map(Run::from)
}

/// The best solution, as the modeller would search it.
fn improved(teller: &Teller, wanted: Wanted, options: &Options) -> Result<Run, ModelError> {
    let mut last = None;
    let mut each = |solution: &Solution| {
        if wanted.improving {
            return teller.solution(solution);
        }
        last = Some(solution.clone());
        ControlFlow::Continue(())
    };
    let file = &teller.file;
    let run = file.model.guided(&file.search, file.goal.sum(), options, &mut each);
    // The best one, proved or not.
    let _ = last.map(|last| teller.solution(&last));
    run.map(Run::from)
}

/// The best solution, by all that clew has.
fn best(teller: &Arc<Teller>, wanted: Wanted, options: &Options) -> Result<Run, ModelError> {
    let (file, reader) = (&teller.file, teller.file.model.reader());
    let (listens, told) = (wanted.improving, teller.clone());
    let improved = listens.then(|| {
        Improved::new(move |_, answer| {
            let _ = reader.read(answer).map(|solution| told.solution(&solution));
        })
    });
    let options = &Options { improved, ..options.clone() };
    let Some((sum, largest)) = file.goal.sum() else { unreachable!("asked of files with a goal") };
    let outcome = match largest {
        true => file.model.maximize(sum.clone(), options),
        false => file.model.minimize(sum.clone(), options),
    }?;
    // The best one, proved or not, if it was not told before.
    let _ = outcome.solutions.first().map(|solution| teller.solution(solution));
    Ok(outcome.into())
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
fn statistics(run: &Run, told: &Told) -> String {
    let stats = &run.stats;
    let mut text = String::new();
    let figures = [
        ("solutions", told.solutions),
        ("nodes", stats.nodes),
        ("failures", stats.failures),
        ("restarts", stats.restarts),
        ("propagations", stats.propagations),
        ("peakDepth", stats.peak_depth),
        ("nogoods", stats.nogoods),
        ("backjumps", stats.backjumps),
    ];
    let sizes = run.sizes.map(|[ints, bools, propagators]| {
        [
            ("variables", ints + bools),
            ("intVariables", ints),
            ("boolVariables", bools),
            ("propagators", propagators),
        ]
    });
    for (name, figure) in figures.into_iter().chain(sizes.into_iter().flatten()) {
        let _ = writeln!(text, "%%%mzn-stat: {name}={figure}");
    }
    if let Some(objective) = told.objective {
        let _ = writeln!(text, "%%%mzn-stat: objective={objective}");
    }
    for (name, time) in ["initTime", "solveTime"].into_iter().zip(run.times) {
        let _ = writeln!(text, "%%%mzn-stat: {name}={:.3}", time.as_secs_f64());
    }
    text + "%%%mzn-stat-end\n"
}
