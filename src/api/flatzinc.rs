//! FlatZinc files answered as MiniZinc expects it of a solver.

use super::Failure;
use crate::flatzinc::{FlatZinc, Goal};
use crate::model::{ModelError, Outcome};
use crate::strategy::Options;
use clew_puzzles::puzzle::Entry;
use std::fmt::Write;
use std::ops::ControlFlow;

/// What is to be printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// Up to so many solutions; of a file with a goal the best one is enough.
    pub solutions: usize,
    /// Statistics at the end.
    pub statistics: bool,
}

/// Answers a file; `tell` gets the text piece by piece, each solution as soon as it is found, and may break off.
///
/// Each solution ends with a line of ten hyphens; `==========` follows where there is no other one, or no better one;
/// `=====UNSATISFIABLE=====` and `=====UNKNOWN=====` stand where there is no solution, and where none was found.
///
/// # Errors
/// [`Failure`] where the model has no network or the options ask for what there is not.
pub fn answer(
    file: &FlatZinc,
    wanted: Wanted,
    options: &Options,
    tell: &mut dyn FnMut(&str) -> ControlFlow<()>,
) -> Result<(), Failure> {
    let mut found = 0u64;
    let mut each = |solution: &_| {
        found += 1;
        tell(&format!("{}----------\n", file.answer(solution)))
    };
    let model = &file.model;
    let outcome = match &file.goal {
        Goal::Satisfy => model.solve_each(wanted.solutions, options, &mut each),
        Goal::Minimize(sum) => model.minimize(sum.clone(), options),
        Goal::Maximize(sum) => model.maximize(sum.clone(), options),
    };
    let outcome = outcome.map_err(|error| match error {
        ModelError::Run(error) => Failure::from_run(error, false),
        error => Failure::Unfit(error.to_string()),
    })?;
    if !matches!(file.goal, Goal::Satisfy) {
        // The best one, proved or not.
        let _ = outcome.solutions.first().map(&mut each);
    }
    let end = match (found, outcome.exact) {
        (0, true) => "=====UNSATISFIABLE=====\n",
        (0, false) => "=====UNKNOWN=====\n",
        (_, true) => "==========\n",
        (_, false) => "",
    };
    let mut text = end.to_string();
    if wanted.statistics {
        text.push_str(&statistics(&outcome, found));
    }
    let _ = tell(&text);
    Ok(())
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
fn statistics(outcome: &Outcome, solutions: u64) -> String {
    let stats = &outcome.stats;
    let mut text = String::new();
    let figures = [
        ("solutions", solutions),
        ("nodes", stats.nodes),
        ("failures", stats.failures),
        ("propagations", stats.propagations),
        ("restarts", stats.restarts),
    ];
    for (name, figure) in figures {
        let _ = writeln!(text, "%%%mzn-stat: {name}={figure}");
    }
    if let Some(objective) = outcome.objective() {
        let _ = writeln!(text, "%%%mzn-stat: objective={objective}");
    }
    for (name, time) in [("initTime", outcome.init_time), ("solveTime", outcome.solve_time)] {
        let _ = writeln!(text, "%%%mzn-stat: {name}={:.3}", time.as_secs_f64());
    }
    text + "%%%mzn-stat-end\n"
}
