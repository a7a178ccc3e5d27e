//! The commands about one puzzle: taking it from an input that must hold exactly one.

use crate::cli::args::RuleArgs;
use crate::cli::batch::status::{INTERRUPTED, Status};
use crate::cli::batch::{answer, overrides};
use crate::cli::io::input::Jobs;
use crate::cli::io::interrupt;
use crate::cli::io::invalid::{self, Refusal, guarded, refused};
use crate::cli::io::job::{Fault, Job, NO_PUZZLE};
use crate::cli::io::stderr;
use clew::flatzinc::run::leave_goal_aside;
use clew::puzzle::Entry;
use std::path::Path;
use std::sync::atomic::Ordering;

/// Reads the only puzzle of an input; otherwise reports the error on standard error.
///
/// # Errors
/// The exit status.
pub(crate) fn read(path: &Path, rules: &RuleArgs) -> Result<(Job, Entry), u8> {
    only(path, rules, false)
}

/// The same, where a model in FlatZinc may stand in the place of a puzzle.
///
/// # Errors
/// The exit status.
pub(crate) fn read_with_models(path: &Path, rules: &RuleArgs) -> Result<(Job, Entry), u8> {
    only(path, rules, true)
}

fn only(path: &Path, rules: &RuleArgs, models: bool) -> Result<(Job, Entry), u8> {
    let mut jobs = Jobs::new(&[path.to_path_buf()], false, rules).with_models(models);
    let job = first(&mut jobs, path)?;
    let entry = parsed(&job)?;
    if jobs.next().is_some() {
        // The message names the path that holds several, a file or a directory.
        let shown = crate::cli::shown(path);
        let place = if path.is_dir() { "below it" } else { "in it" };
        stderr::line(format_args!(
            "error: {shown}: there are several puzzles {place}, and this command takes one"
        ));
        return Err(Status::Usage.code());
    }
    let mut entry = ruled(&job, entry, rules)?;
    // None of these commands is about the best solution.
    leave_goal_aside(&mut entry);
    let entry = noted(&job, entry);
    Ok((job, entry))
}

/// The first puzzle of an input, not yet read; otherwise reports on standard error that there is none.
///
/// # Errors
/// The exit status.
pub(crate) fn first(jobs: &mut Jobs, path: &Path) -> Result<Job, u8> {
    jobs.next().ok_or_else(|| {
        let shown = crate::cli::shown(path);
        stderr::line(format_args!("error: {shown}: {NO_PUZZLE}"));
        Status::BadInput.code()
    })
}

/// The puzzles of some inputs, not yet read, and whether there are several; otherwise reports that there is none in the
/// first one. They are not collected: an input may have no end.
///
/// # Errors
/// The exit status.
pub(crate) fn several(
    mut jobs: Jobs,
    path: &Path,
) -> Result<(bool, impl Iterator<Item = Job>), u8> {
    let first = first(&mut jobs, path)?;
    let second = jobs.next();
    Ok((second.is_some(), std::iter::once(first).chain(second).chain(jobs)))
}

/// Works on puzzles one after the other. Of one without a result the reason is reported, and printed as a document of
/// the schema if there is one. Returns the worst exit status.
pub(crate) fn each(
    jobs: impl Iterator<Item = Job>,
    rules: &RuleArgs,
    schema: Option<&str>,
    work: &dyn Fn(&Job, &Entry) -> Result<u8, Refusal>,
) -> u8 {
    let (cancel, mut code) = (interrupt::flag(), None);
    for job in jobs {
        if code.is_some() && cancel.load(Ordering::Relaxed) {
            return INTERRUPTED;
        }
        let done = guarded(|| work(&job, &noted(&job, overrides::parsed(&job, rules)?)));
        let done = done.unwrap_or_else(|why| refused(&job, &why, schema).code());
        code = code.max(Some(done));
    }
    code.unwrap_or_default()
}

/// The puzzle of one job among others.
///
/// # Errors
/// The exit status; the error is on standard error.
pub(crate) fn taken(job: &Job, rules: &RuleArgs) -> Result<Entry, u8> {
    Ok(noted(job, entry(job, rules)?))
}

/// The same, without remarks on how it was read.
///
/// # Errors
/// The exit status; the error is on standard error.
fn entry(job: &Job, rules: &RuleArgs) -> Result<Entry, u8> {
    ruled(job, parsed(job)?, rules)
}

fn bad(job: &Job, fault: &Fault, status: Status) -> u8 {
    stderr::text(&invalid::people(job, fault));
    status.code()
}

fn parsed(job: &Job) -> Result<Entry, u8> {
    job.parse().map_err(|fault| bad(job, &fault, Status::BadInput))
}

/// The puzzle by the rules that were named.
fn ruled(job: &Job, mut entry: Entry, rules: &RuleArgs) -> Result<Entry, u8> {
    let applied = overrides::rules(rules).apply(&mut entry);
    applied.map_err(|why| bad(job, &Fault::Whole(why), Status::Usage))?;
    Ok(entry)
}

/// Prints the remarks on how a puzzle was read.
pub(crate) fn noted(job: &Job, entry: Entry) -> Entry {
    let title = job.title(entry.id.as_deref());
    stderr::text(&answer::read_as(&title, &entry));
    stderr::text(&answer::warnings(&title, &entry));
    entry
}
