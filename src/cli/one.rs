//! The commands about one puzzle: taking it from an input that must hold exactly one.

use super::args::RuleArgs;
use super::input::{Fault, Job, Jobs};
use super::status::Status;
use super::{invalid, overrides};
use crate::puzzle::Entry;
use std::path::Path;

/// Reads the only puzzle of an input; otherwise says what is wrong on standard error.
///
/// # Errors
/// The exit status.
pub(super) fn read(path: &Path, rules: &RuleArgs) -> Result<(Job, Entry), u8> {
    let mut jobs = Jobs::of(&[path.to_path_buf()], false);
    let bad = |job: &Job, fault: &Fault, status: Status| {
        eprint!("{}", invalid::people(job, fault));
        status.code()
    };
    let Some(job) = jobs.next() else {
        eprintln!("error: {}: there is no puzzle in it", super::safe(&path.to_string_lossy()));
        return Err(Status::BadInput.code());
    };
    let mut entry = job.parse().map_err(|fault| bad(&job, &fault, Status::BadInput))?;
    if jobs.next().is_some() {
        let why = "there are several puzzles in it, and this command takes one".to_string();
        return Err(bad(&job, &Fault::Whole(why), Status::Usage));
    }
    overrides::apply(rules, &mut entry)
        .map_err(|why| bad(&job, &Fault::Whole(why), Status::Usage))?;
    Ok((job, entry))
}
