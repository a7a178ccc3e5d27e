//! Questions asked under several settings: `clew ablate`, `clew bench`.

pub(crate) mod compare;

pub(crate) mod ablate;
pub(crate) mod bench;
mod page;
mod tally;

use crate::cli::batch::answer;
use crate::cli::batch::overrides;
use crate::cli::batch::settings::How;
use crate::cli::batch::status::Status;
use crate::cli::io::input::Jobs;
use crate::cli::io::invalid;
use crate::cli::io::job::Job;
use crate::cli::io::stderr;
use crate::cli::profile;
use clew::puzzle::{Entry, Puzzle};
use clew::search::VarOrder;
use clew::strategy::{self, How as Way, SearchMode, Task, Verdict};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What a run may take if the command line sets no limit.
const USUAL: Duration = Duration::from_secs(10);

/// A setting.
#[derive(Clone, PartialEq, Default, Debug)]
struct Setting {
    name: String,
    network: Option<String>,
    search: SearchMode,
    /// Which variable plain search takes next.
    order: VarOrder,
    without: Vec<String>,
    /// In place of the puzzle the one without some constraints.
    relaxed: Option<Result<Puzzle, String>>,
}

/// What came of a run.
#[derive(Clone, PartialEq, Debug)]
struct Trial {
    decided: bool,
    verdict: Verdict,
    count: String,
    nodes: u64,
    failures: u64,
    propagations: u64,
    /// Processor time in seconds.
    seconds: f64,
    way: Way,
    /// Variables, Booleans, propagators, clauses of the network.
    sizes: [u64; 4],
}

/// What all runs have in common.
struct Common<'a> {
    task: Task,
    how: &'a How,
    cancel: &'a Arc<AtomicBool>,
}

impl Common<'_> {
    /// Asks once. `Err`: the setting does not apply to the puzzle, and why.
    fn ask(&self, puzzle: &Puzzle, setting: &Setting, seed: u64) -> Result<Trial, String> {
        let puzzle = match &setting.relaxed {
            Some(relaxed) => relaxed.as_ref().map_err(String::clone)?,
            None => puzzle,
        };
        let mut options = self.how.options(1, self.cancel);
        options.deterministic = true;
        options.network.clone_from(&setting.network);
        options.search = setting.search;
        options.order = setting.order;
        options.without.clone_from(&setting.without);
        options.seed = seed;
        let ran = match setting.order {
            // In one piece: no look ahead counts twice.
            VarOrder::Input => strategy::run_observed(puzzle, self.task, &options, &mut ()),
            _ => strategy::run(puzzle, self.task, &options),
        };
        let outcome = ran.map_err(|error| error.to_string())?;
        Ok(Trial {
            decided: !profile::cut_short(self.task, &outcome),
            verdict: outcome.verdict(),
            count: outcome.count.to_string(),
            nodes: outcome.stats.nodes,
            failures: outcome.stats.failures,
            propagations: outcome.stats.propagations,
            seconds: outcome.cpu.as_secs_f64(),
            way: outcome.how,
            sizes: outcome.sizes,
        })
    }
}

/// How to search, with a limit on each run.
fn limited(args: &crate::cli::args::common::SearchArgs) -> Result<How, String> {
    let mut how = How::of(args)?;
    if how.time.is_none() && how.options.budget.nodes.is_none() {
        how.time = Some(USUAL);
    }
    Ok(how)
}

/// The puzzles of some inputs; what cannot be read is said, and the worst status kept.
fn read(paths: &[PathBuf], how: &How) -> (Vec<(String, Entry)>, Status) {
    let mut all = Vec::new();
    let mut status = Status::Yes;
    for job in Jobs::of(paths, false, &how.rules).with_models(true) {
        match entry(&job, how) {
            Ok(entry) => all.push((job.title(entry.id.as_deref()), entry)),
            Err(bad) => status = status.max(bad),
        }
    }
    if all.is_empty() && status == Status::Yes {
        stderr::line(format_args!("error: there is no puzzle in the input"));
        status = Status::BadInput;
    }
    (all, status)
}

fn entry(job: &Job, how: &How) -> Result<Entry, Status> {
    let mut entry = job.parse().map_err(|fault| {
        stderr::text(&invalid::people(job, &fault));
        Status::BadInput
    })?;
    overrides::rules(&how.rules).apply(&mut entry).map_err(|why| {
        stderr::line(format_args!("error: {}: {why}", job.name()));
        Status::Usage
    })?;
    stderr::text(&answer::warnings(&job.title(entry.id.as_deref()), &entry));
    Ok(entry)
}

/// A search mode by its word.
fn mode(word: &str) -> Result<SearchMode, String> {
    let all = [SearchMode::Auto, SearchMode::Dfs, SearchMode::Learn, SearchMode::StaticOrder];
    all.into_iter().find(|mode| mode.keyword() == word).ok_or_else(|| {
        let shown = crate::cli::safe(word);
        format!("there is no search \"{shown}\"; there are auto, dfs, learn, scan")
    })
}
