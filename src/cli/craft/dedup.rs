//! `clew dedup`: of puzzles that are the same up to their position, the first one.

use crate::cli::args::DedupArgs;
use crate::cli::batch::overrides;
use crate::cli::batch::status::{INTERRUPTED, Status};
use crate::cli::io::input::Jobs;
use crate::cli::io::job::NO_PUZZLE;
use crate::cli::io::{interrupt, invalid, output, stderr};
use clew::api::dedup::Dedup;

/// Runs the command; returns the exit status.
///
/// # Errors
/// The error in the command line, in words.
pub(crate) fn run(args: &DedupArgs) -> Result<u8, String> {
    output::apart(&args.puzzles, &Vec::from_iter(args.output.as_deref()))?;
    let (mut seen, mut status) = (Dedup::default(), Status::Yes);
    let (mut out, mut count) = (String::new(), 0u64);
    // Puzzles of one line follow each other directly; those of several lines are separated.
    let mut lines = true;
    for job in Jobs::new(&args.puzzles, false, &args.rules) {
        if interrupt::is_raised() {
            return Ok(INTERRUPTED);
        }
        count += 1;
        let entry = match overrides::parsed(&job, &args.rules) {
            Ok(entry) => entry,
            Err((fault, worse)) => {
                stderr::text(&invalid::people(&job, &fault));
                status = status.max(worse);
                continue;
            }
        };
        let title = job.title(entry.id.as_deref());
        let found = seen.take(&entry, &title);
        if let Some(copy) = &found.copy_of {
            status = status.max(Status::No);
            stderr::line(format_args!("{title}: the same puzzle as {copy}"));
        }
        if args.json {
            out += &(found.json(&entry, &title) + "\n");
        } else if found.copy_of.is_none() {
            // The text as it is, with all its metadata.
            let text = job.text().unwrap_or_default().trim();
            let one = !text.contains('\n');
            out += if out.is_empty() || lines && one { "" } else { "---\n" };
            lines = one;
            out += text;
            out.push('\n');
        }
    }
    if count == 0 {
        stderr::line(format_args!("error: {NO_PUZZLE}"));
        return Ok(Status::BadInput.code());
    }
    stderr::line(format_args!("{} of {count} puzzles are kept", seen.kept()));
    Ok(match args.output.as_deref() {
        Some(file) => output::write(file, out.as_bytes(), status).code(),
        None => output::print(out.as_bytes(), status).code(),
    })
}
