//! `clew profile`: what each propagator costs on a puzzle.

use super::answer::Failure;
use super::args::{ProfileArgs, ProfileTask};
use super::measured::Measured;
use super::profile_report as report;
use super::profiler::Profiler;
use super::settings::{How, known_network};
use super::status::{INTERRUPTED, Status};
use super::{one, output, say};
use crate::puzzle::Entry;
use crate::search::profile::Profile;
use crate::strategy::{self, Outcome, RunError, Task, Verdict};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Runs the command; returns the exit status.
///
/// # Errors
/// In words, what the command line got wrong.
pub(super) fn run(args: &ProfileArgs) -> Result<u8, String> {
    let how = How::of(&args.search)?;
    args.compare.iter().try_for_each(|name| known_network(name))?;
    if (args.json || args.csv) && args.folded.as_deref().is_some_and(output::is_standard) {
        return Err("--folded - takes the place of the table: leave out --json and --csv".into());
    }
    let (job, entry) = match one::read(&args.puzzle, &how.rules) {
        Ok(read) => read,
        Err(status) => return Ok(status),
    };
    let name = job.title(entry.id.as_deref());
    let task = match args.task {
        ProfileTask::Solve => Task::Solve { limit: 1 },
        ProfileTask::Check => Task::Check,
        ProfileTask::Count => Task::Count,
    };
    let cancel = super::interrupt::flag();
    let networks: Vec<Option<String>> = match args.compare.is_empty() {
        true => vec![how.options.network.clone()],
        false => args.compare.iter().cloned().map(Some).collect(),
    };
    let mut measured = Vec::new();
    let mut status = Status::Yes;
    for network in networks {
        match measure(&entry, task, &how, network.as_deref(), args.instances, &cancel) {
            Ok(one) => {
                if cut_short(task, &one.outcome) {
                    status = status.max(Status::Undecided);
                }
                measured.push(one);
            }
            Err(error) => {
                let (why, bad) = match Failure::of(error, network.is_some()) {
                    Failure::Refused(why) => (why, Status::Usage),
                    Failure::Unfit(why) => (why, Status::BadInput),
                    Failure::Undecided(why) => (why, Status::Undecided),
                };
                say::line(format_args!("error: {name}: {why}"));
                status = status.max(bad);
            }
        }
    }
    let id = entry.id.clone().unwrap_or_else(|| job.name());
    let text = if args.json {
        measured.iter().map(|m| report::json(&id, &entry, task, m)).collect()
    } else if args.csv {
        report::csv(&measured, !args.compare.is_empty())
    } else if measured.len() > 1 {
        report::side_by_side(&measured)
    } else {
        measured.iter().map(report::text).collect::<String>()
    };
    // On standard output the stacks take the place of the table: tools read one or the other.
    let mut table = true;
    if let Some(path) = &args.folded {
        let keyword = report::keyword(task);
        let stacks: String = measured.iter().map(|m| report::folded(keyword, m)).collect();
        status = output::write(path, stacks.as_bytes(), status);
        table = !output::is_standard(path);
    }
    if table {
        status = status.max(output::print(text.as_bytes(), status));
    }
    Ok(if cancel.load(Ordering::Relaxed) { INTERRUPTED } else { status.code() })
}

/// Whether a limit came before the question was answered.
fn cut_short(task: Task, outcome: &Outcome) -> bool {
    match task {
        Task::Solve { .. } => !outcome.exact && outcome.answers.is_empty(),
        Task::Check => outcome.verdict() == Verdict::Unknown,
        Task::Count => !outcome.exact,
    }
}

fn measure(
    entry: &Entry,
    task: Task,
    how: &How,
    network: Option<&str>,
    instances: bool,
    cancel: &Arc<AtomicBool>,
) -> Result<Measured, RunError> {
    let mut options = how.options(1, cancel);
    options.network = network.map(str::to_string);
    let mut profiler = Profiler::new();
    let (outcome, built) = strategy::run_observed(&entry.puzzle, task, &options, &mut profiler)?;
    let first_solution = profiler.first_solution();
    let lines = profiler.lines(&built.model.engine, instances);
    let calls: u64 = lines.iter().map(|line| line.row.calls).sum();
    // The least of several means: other programs can only make it look dearer.
    let clock = (0..5).map(|_| Profile::clock_cost()).min().unwrap_or_default();
    let overhead = clock * u32::try_from(calls).unwrap_or(u32::MAX);
    Ok(Measured { total: outcome.solve_time, lines, first_solution, calls, overhead, outcome })
}
