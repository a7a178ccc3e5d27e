//! `clew dedup`: of puzzles that are the same up to their position, the first one.

use crate::cli::args::DedupArgs;
use crate::cli::batch::overrides;
use crate::cli::batch::settings::How;
use crate::cli::batch::status::{INTERRUPTED, Status};
use crate::cli::io::input::Jobs;
use crate::cli::io::invalid::{self, guarded, refused};
use crate::cli::io::job::NO_PUZZLE;
use crate::cli::io::{interrupt, machine, output, stderr};
use clew::api::dedup::{Dedup, SCHEMA};

/// Runs the command; returns the exit status.
///
/// # Errors
/// The error in the command line, in words.
pub(crate) fn run(args: &DedupArgs) -> Result<u8, String> {
    output::apart(&args.puzzles, &Vec::from_iter(args.output.as_deref()))?;
    let (mut seen, mut status) = (Dedup::default(), Status::Yes);
    let (mut out, mut count) = (output::Written::new(args.output.as_deref()), 0u64);
    let how = How::usual(args.time, machine::cores(), args.rules.clone());
    let mut is_first = true;
    // Puzzles of one line follow each other directly; those of several lines are separated.
    let mut lines = true;
    for job in Jobs::new(&args.puzzles, false, &args.rules) {
        if interrupt::is_raised() {
            return Ok(INTERRUPTED);
        }
        count += 1;
        let found = guarded(|| {
            let entry = overrides::parsed(&job, &args.rules)?;
            let title = job.title(entry.id.as_deref());
            let found = match args.question.solutions {
                true => {
                    let options = how.options(how.threads, &interrupt::flag());
                    seen.take_solution(&entry, &title, &options)
                }
                false => seen.take(&entry, &title),
            };
            Ok((found, entry, title))
        });
        let (found, entry, title) = match found {
            Ok(found) => found,
            Err(why) => {
                status = status.max(refused(&job, &why, None));
                if args.json {
                    let line = invalid::document(SCHEMA, &job, &why.0, None) + "\n";
                    status = status.max(out.add(&line, why.1));
                }
                continue;
            }
        };
        if let Some(copy) = &found.copy_of {
            status = status.max(Status::No);
            let what = if args.question.solutions { "solution" } else { "puzzle" };
            stderr::line(format_args!("{title}: the same {what} as {copy}"));
        }
        if args.json {
            status = out.add(&(found.json(&entry, &title) + "\n"), status);
        } else if found.copy_of.is_none() {
            // The text as it is, with all its metadata.
            let text = job.text().unwrap_or_default().trim();
            let one = !text.contains('\n');
            let between = if is_first || lines && one { "" } else { "---\n" };
            (lines, is_first) = (one, false);
            status = out.add(&format!("{between}{text}\n"), status);
        }
    }
    if count == 0 {
        stderr::line(format_args!("error: {NO_PUZZLE}"));
        return Ok(Status::BadInput.code());
    }
    stderr::line(format_args!("{} of {count} puzzles are kept", seen.kept()));
    Ok(out.end(status).code())
}
