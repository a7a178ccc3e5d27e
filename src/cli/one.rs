//! The commands about one puzzle: taking it from an input that must hold exactly one.

use super::args::RuleArgs;
use super::input::Jobs;
use super::job::{Fault, Job, NO_PUZZLE};
use super::status::Status;
use super::{answer, invalid, overrides, say};
use clew::puzzle::Entry;
use std::path::Path;

/// Reads the only puzzle of an input; otherwise says what is wrong on standard error.
///
/// # Errors
/// The exit status.
pub(super) fn read(path: &Path, rules: &RuleArgs) -> Result<(Job, Entry), u8> {
    let mut jobs = Jobs::of(&[path.to_path_buf()], false, rules);
    let bad = |job: &Job, fault: &Fault, status: Status| {
        say::text(&invalid::people(job, fault));
        status.code()
    };
    let Some(job) = jobs.next() else {
        let shown = super::shown(path);
        say::line(format_args!("error: {shown}: {NO_PUZZLE}"));
        return Err(Status::BadInput.code());
    };
    let mut entry = job.parse().map_err(|fault| bad(&job, &fault, Status::BadInput))?;
    if jobs.next().is_some() {
        // What holds several is what was named, be it a file or a directory.
        let shown = super::shown(path);
        let place = if path.is_dir() { "below it" } else { "in it" };
        say::line(format_args!(
            "error: {shown}: there are several puzzles {place}, and this command takes one"
        ));
        return Err(Status::Usage.code());
    }
    overrides::rules(rules)
        .apply(&mut entry)
        .map_err(|why| bad(&job, &Fault::Whole(why), Status::Usage))?;
    say::text(&answer::read_as(&job.title(entry.id.as_deref()), &entry));
    say::text(&answer::warnings(&job.title(entry.id.as_deref()), &entry));
    Ok((job, entry))
}
