//! `clew plan`: which methods would answer a question about a puzzle, in which order, with which share of the limits,
//! and why.

use crate::cli::args::{PlanArgs, ProfileTask};
use crate::cli::batch::settings::How;
use crate::cli::batch::status::Status;
use crate::cli::io::single;
use crate::cli::io::stderr;
use clew::api::{self, Failure};
use clew::strategy::{self, Task};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Runs the command; returns the exit status.
///
/// # Errors
/// The error in the command line, in words.
pub(crate) fn run(args: &PlanArgs) -> Result<u8, String> {
    let how = How::new(&args.search)?;
    let (job, entry) = match single::read_with_models(&args.puzzle, &how.rules) {
        Ok(read) => read,
        Err(status) => return Ok(status),
    };
    let goal = args.minimize.or(args.maximize);
    let (task, word) = match (args.task, goal) {
        (_, Some(_)) => (Task::Solve { limit: 1 }, "optimise"),
        (ProfileTask::Solve, _) => (Task::Solve { limit: 1 }, "solve"),
        (ProfileTask::Check, _) => (Task::Check, "check"),
        (ProfileTask::Count, _) => (Task::Count, "count"),
    };
    if args.estimate && task != Task::Count {
        return Err("--estimate goes with --task count".into());
    }
    if args.locate && task != Task::Check {
        return Err("--where goes with --task check".into());
    }
    let mut options = how.options(how.threads, &Arc::new(AtomicBool::new(false)));
    options.goal = goal;
    options.locate = args.locate;
    let name = job.name();
    let plan = match strategy::plan_for(&entry.puzzle, task, &options, args.estimate) {
        Ok(plan) => plan,
        Err(error) => {
            let why = Failure::from_run(error, options.network.is_some());
            stderr::line(format_args!("error: {name}: {why}"));
            return Ok(Status::Usage.code());
        }
    };
    let text = if args.json {
        let id = entry.id.as_deref().unwrap_or(&name);
        format!("{}\n", api::plan::json(&entry.puzzle, id, word, &plan, &options, how.time))
    } else {
        plan.to_string()
    };
    Ok(crate::cli::io::output::print(text.as_bytes(), Status::Yes).code())
}
