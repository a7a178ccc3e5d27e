//! `clew convert`: puzzles in another format.

use crate::cli::args::ConvertArgs;
use crate::cli::batch::status::{INTERRUPTED, Status};
use crate::cli::batch::{answer, overrides};
use crate::cli::io::input::Jobs;
use crate::cli::io::interrupt;
use crate::cli::io::invalid::{Refusal, guarded, refused};
use crate::cli::io::job::{Fault, Job};
use crate::cli::io::{machine, output, stderr};
use clew::api::verify_stored::settle;
use clew::api::{Page, Target};
use clew::run::Budget;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

/// The destination of the results.
enum Sink {
    /// One after the other to one place.
    One(output::Written),
    /// One file for each puzzle, none of which may be one that is read.
    Each { folder: PathBuf, read: HashSet<PathBuf> },
}

/// Runs the command; returns the exit status.
///
/// # Errors
/// The error in the command line, in words.
pub(crate) fn run(args: &ConvertArgs) -> Result<u8, String> {
    let target = Target { format: args.to, lossy: args.lossy };
    if args.solution && !target.format.solutions {
        return Err(format!(
            "--solution does not apply: {} has no room for one",
            target.format.name
        ));
    }
    let cancel = interrupt::flag();
    let path = args.output.clone().unwrap_or_else(|| PathBuf::from("-"));
    let slash = path.to_string_lossy().ends_with(['/', '\\']);
    let jobs = Jobs::new(&args.puzzles, false, &args.rules);
    let mut sink = if path.is_dir() || slash {
        if let Err(error) = std::fs::create_dir_all(&path) {
            let shown = crate::cli::shown(&path);
            stderr::line(format_args!("error: cannot make {shown}: {error}"));
            return Ok(Status::Unwritten.code());
        }
        let read = jobs.files().filter_map(|file| std::fs::canonicalize(file).ok()).collect();
        Sink::Each { folder: path, read }
    } else {
        output::apart(&args.puzzles, &[&path])?;
        Sink::One(output::Written::new(Some(&path)))
    };
    let mut status = Status::Yes;
    let mut written = 0usize;
    for job in jobs {
        if cancel.load(Ordering::Relaxed) {
            return Ok(INTERRUPTED);
        }
        let text = match guarded(|| convert(args, &target, &job)) {
            Ok(text) => text,
            Err(why) => {
                status = status.max(refused(&job, &why, None));
                continue;
            }
        };
        written += 1;
        let done = match &mut sink {
            Sink::Each { folder, read } => {
                let name = format!("{}-{written:04}.{}", stem(&job), target.format.ending);
                let place = folder.join(name);
                if std::fs::canonicalize(&place).is_ok_and(|place| read.contains(&place)) {
                    return Err(output::is_read(&place));
                }
                output::write(&place, text.as_bytes(), Status::Yes)
            }
            Sink::One(all) => {
                let mark = if written > 1 { target.between() } else { "" };
                all.add(&format!("{mark}{text}"), Status::Yes)
            }
        };
        status = status.max(done);
        if done == Status::Unwritten {
            return Ok(status.code());
        }
    }
    if cancel.load(Ordering::Relaxed) {
        return Ok(INTERRUPTED);
    }
    if let (Sink::One(all), true) = (sink, written > 0) {
        status = status.max(all.end(Status::Yes));
    }
    Ok(status.code())
}

/// One puzzle in the other format.
fn convert(args: &ConvertArgs, target: &Target, job: &Job) -> Result<String, Refusal> {
    let mut entry = overrides::parsed(job, &args.rules)?;
    let limits = Budget::unlimited().with_cancel(interrupt::flag());
    let wanted = args.solution || target.format.needs_solution;
    if wanted {
        settle(&mut entry, &limits);
    }
    let usage = |why: String| (Fault::Whole(why), Status::Usage);
    let title = job.title(entry.id.as_deref());
    stderr::text(&answer::read_as(&title, &entry));
    stderr::text(&answer::warnings(&title, &entry));
    // A format that requires a solution takes the one that the input carries.
    let carried = entry.answers.iter().find(|answer| entry.puzzle.verify(answer).is_ok());
    if args.solution && carried.is_none() {
        return Err(usage(
            "it carries no solution that obeys its rules; leave out --solution".into(),
        ));
    }
    let mut page = Page::new(*target, &title, &entry, &limits, machine::auxiliary_memory());
    let exported = page.write(carried.filter(|_| wanted)).map_err(usage)?;
    stderr::text(&exported.notes);
    Ok(exported.text)
}

/// The name of a job's file without its ending, fit for a file of its own.
fn stem(job: &Job) -> String {
    let name = Path::new(&*job.file).file_stem().unwrap_or_default().to_string_lossy();
    let kept: String = name.chars().filter(|c| c.is_alphanumeric() || "-_.".contains(*c)).collect();
    let is_file = Path::new(&*job.file).exists();
    if kept.is_empty() || kept == "-" || !is_file { "puzzle".to_string() } else { kept }
}
