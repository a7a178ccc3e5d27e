//! Questions under several settings: `clew ablate`, `clew bench`.

pub(crate) mod compare;

pub(crate) mod ablate;
pub(crate) mod bench;
mod page;
mod tally;

use crate::cli::batch::settings::How;
use crate::cli::batch::status::Status;
use crate::cli::batch::{answer, overrides};
use crate::cli::io::input::Jobs;
use crate::cli::io::invalid;
use crate::cli::io::job::Job;
use crate::cli::io::stderr;
use clew::api::trials::Trial;
use clew::flatzinc::run::leave_goal_aside;
use clew::puzzle::Entry;
use std::path::PathBuf;
use std::time::Duration;

/// The time limit of a run if the command line sets no limit.
const USUAL: Duration = Duration::from_secs(10);

/// How to search, with a limit on each run.
fn limited(args: &crate::cli::args::common::SearchArgs) -> Result<How, String> {
    let mut how = How::new(args)?;
    if how.time.is_none() && how.options.budget.nodes.is_none() {
        how.time = Some(USUAL);
    }
    Ok(how)
}

/// The puzzles of some inputs; unreadable ones are reported, and the worst status is kept.
fn read(paths: &[PathBuf], how: &How) -> (Vec<(String, Entry)>, Status) {
    let mut all = Vec::new();
    let mut status = Status::Yes;
    for job in Jobs::new(paths, false, &how.rules).with_models(true) {
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
    leave_goal_aside(&mut entry);
    stderr::text(&answer::warnings(&job.title(entry.id.as_deref()), &entry));
    Ok(entry)
}
