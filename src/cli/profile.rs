//! `clew profile`: what each propagator costs on a puzzle.

use super::answer::Failure;
use super::args::{ProfileArgs, ProfileTask};
use super::profile_report as report;
use super::profiler::{Line, Profiler};
use super::settings::{How, known_network};
use super::status::{INTERRUPTED, Status};
use super::{input, one};
use crate::puzzle::Entry;
use crate::run::Stats;
use crate::search::profile::Profile;
use crate::strategy::{self, Outcome, RunError, Task};
use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What was measured on one network.
pub(super) struct Measured {
    pub outcome: Outcome,
    /// The most time first.
    pub lines: Vec<Line>,
    /// The whole of the run: set-up is not in it.
    pub total: Duration,
    /// From the start, the building of the network included.
    pub first_solution: Option<Duration>,
    pub calls: u64,
    /// What the clock readings of the profiler cost, estimated.
    pub overhead: Duration,
}

impl Measured {
    /// Search itself, with clauses and branching: what propagators did not take.
    pub fn search_time(&self) -> Duration {
        let propagation: Duration = self.lines.iter().map(|l| l.row.time).sum();
        self.total.saturating_sub(propagation)
    }

    /// A share of the whole run, 0 to 1.
    pub fn share(&self, time: Duration) -> f64 {
        time.as_secs_f64() / self.total.as_secs_f64().max(1e-12)
    }

    pub fn stats(&self) -> &Stats {
        &self.outcome.stats
    }
}

/// Runs the command; returns the exit status.
///
/// # Errors
/// In words, what the command line got wrong.
pub(super) fn run(args: &ProfileArgs) -> Result<u8, String> {
    let how = How::of(&args.search)?;
    args.compare.iter().try_for_each(|name| known_network(name))?;
    let (job, entry) = match one::read(&args.puzzle, &how.rules) {
        Ok(read) => read,
        Err(status) => return Ok(status),
    };
    let name = job.name();
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
                if !one.outcome.exact && one.outcome.answers.is_empty() {
                    status = Status::Undecided;
                }
                measured.push(one);
            }
            Err(error) => {
                let (why, bad) = match Failure::of(error) {
                    Failure::Refused(why) => (why, Status::Usage),
                    Failure::Undecided(why) => (why, Status::Undecided),
                };
                eprintln!("error: {name}: {why}");
                status = status.max(bad);
            }
        }
    }
    if let Some(path) = &args.folded {
        let keyword = report::keyword(task);
        let text: String = measured.iter().map(|m| report::folded(keyword, m)).collect();
        if let Err(error) = fs::write(path, text) {
            let shown = super::safe(&path.to_string_lossy());
            eprintln!("error: cannot write {shown}: {}", input::reason(&error));
            status = Status::Undecided;
        }
    }
    let id = entry.id.clone().unwrap_or_else(|| name.clone());
    let text = if args.json {
        measured.iter().map(|m| report::json(&id, &entry, task, m)).collect()
    } else if args.csv {
        report::csv(&measured, !args.compare.is_empty())
    } else if measured.len() > 1 {
        report::side_by_side(&measured)
    } else {
        measured.iter().map(report::text).collect::<String>()
    };
    let code = super::print(text.as_bytes(), status);
    Ok(if cancel.load(Ordering::Relaxed) { INTERRUPTED } else { code })
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
