//! `clew explain`: the steps of a person, from the givens to the solution.

use crate::cli::batch::settings::How;
use crate::cli::batch::status::Status;
use crate::cli::craft::args::ExplainArgs;
use crate::cli::io::machine;
use crate::cli::io::output;
use crate::cli::io::single;
use crate::cli::io::stderr;
use clew::api::explain::explain;
use clew::api::rules_note;
use std::slice;
use std::sync::atomic::Ordering;

/// Runs the command; returns the exit status.
///
/// # Errors
/// In words, what the command line got wrong.
pub(crate) fn run(args: &ExplainArgs) -> Result<u8, String> {
    output::apart(slice::from_ref(&args.puzzle), &Vec::from_iter(args.html.as_deref()))?;
    let how = How::usual(args.time, machine::cores(), args.rules.clone());
    let (job, entry) = match single::read(&args.puzzle, &how.rules) {
        Ok(read) => read,
        Err(status) => return Ok(status),
    };
    let cancel = crate::cli::io::interrupt::flag();
    let options = how.options(how.threads, &cancel);
    let explained = match explain(&entry, &options) {
        Ok(explained) => explained,
        Err(why) => {
            stderr::line(format_args!("error: {}: {why}", job.title(entry.id.as_deref())));
            return Ok(Status::Usage.code());
        }
    };
    let status = Status::from(explained.standing());
    let name = job.name();
    let title = if entry.title.is_empty() { name.clone() } else { entry.title.clone() };
    let mut written = status;
    if let Some(file) = &args.html {
        let text = explained.page(&title);
        written = output::write(file, text.as_bytes(), status);
        if output::is_standard(file) {
            return Ok(written.code_unless(cancel.load(Ordering::Relaxed)));
        }
    }
    if !args.json {
        stderr::text(&rules_note(&job.title(entry.id.as_deref()), &entry));
    }
    let shown = match args.json {
        true => format!("{}\n", explained.json(&name)),
        false => explained.text(),
    };
    let written = written.max(output::print(shown.as_bytes(), status));
    Ok(written.code_unless(cancel.load(Ordering::Relaxed)))
}
