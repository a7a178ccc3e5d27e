//! `clew profile`: what each propagator costs on a puzzle.

use super::answer::Failure;
use super::args::{ProfileArgs, ProfileTask};
use super::plan::{How, known_network};
use super::profile_report as report;
use super::status::{INTERRUPTED, Status};
use super::{input, one};
use crate::kernel::PropId;
use crate::puzzle::Entry;
use crate::search::Stats;
use crate::search::profile::{Profile, Row};
use crate::solver::{self, Outcome, RunError, Task};
use std::collections::BTreeMap;
use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// One row of the table: a kind of propagator, or one of them.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub kind: String,
    pub instances: u64,
    pub row: Row,
}

/// What was measured on one network.
pub(super) struct Measured {
    pub outcome: Outcome,
    /// The most time first.
    pub lines: Vec<Line>,
    /// The whole of the run: set-up is not in it.
    pub total: Duration,
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
    let mut profile = Profile::new();
    let (outcome, built) = solver::run_observed(&entry.puzzle, task, &options, &mut profile)?;
    let clock = Profile::clock_cost();
    let calls = profile.calls();
    let engine = &built.model.engine;
    let mut lines: Vec<Line> = Vec::new();
    let mut kinds: BTreeMap<&'static str, usize> = BTreeMap::new();
    for i in 0..engine.len() {
        let kind = engine.prop(PropId(i as u32)).name();
        let row = profile.rows.get(i).copied().unwrap_or_default();
        if instances {
            lines.push(Line { kind: format!("{kind}#{i}"), instances: 1, row });
            continue;
        }
        let at = *kinds.entry(kind).or_insert(lines.len());
        if at == lines.len() {
            lines.push(Line { kind: kind.to_string(), instances: 0, row: Row::default() });
        }
        lines[at].instances += 1;
        lines[at].row.add(&row);
    }
    lines.sort_by_key(|line| std::cmp::Reverse(line.row.time));
    Ok(Measured {
        total: outcome.solve_time,
        lines,
        // The profile's clock starts before the network is built.
        first_solution: profile.first_solution,
        calls,
        overhead: clock * u32::try_from(calls).unwrap_or(u32::MAX),
        outcome,
    })
}
