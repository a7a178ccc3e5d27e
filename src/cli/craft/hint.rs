//! `clew hint`: the next step only.

use crate::cli::batch::settings::How;
use crate::cli::batch::status::Status;
use crate::cli::craft::args::{HintArgs, HintDepth};
use crate::cli::io::input::Jobs;
use crate::cli::io::job::Job;
use crate::cli::io::machine;
use crate::cli::io::named;
use crate::cli::io::output;
use crate::cli::io::single;
use crate::cli::io::stderr;
use clew::api::filled_in::{self, Filled};
use clew::api::hint::{Depth, StepChoice, hint_from};
use clew::api::rules_note;
use clew::puzzle::Entry;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

impl From<HintDepth> for Depth {
    fn from(depth: HintDepth) -> Depth {
        match depth {
            HintDepth::Where => Depth::Where,
            HintDepth::Why => Depth::Why,
            HintDepth::What => Depth::What,
        }
    }
}

/// Runs the command; returns the exit status.
///
/// # Errors
/// The error in the command line, in words.
pub(crate) fn run(args: &HintArgs) -> Result<u8, String> {
    let from_pipe = |path: &PathBuf| output::is_standard(path);
    if let Some(filled) = &args.filled {
        if from_pipe(filled) && args.puzzles.iter().any(from_pipe) {
            return Err(
                "only one of puzzle and what is filled in can come from standard input".into()
            );
        }
        if args.puzzles.len() > 1 {
            return Err("--filled is about one puzzle; expected one".into());
        }
    }
    let how = How::usual(args.time, machine::cores(), args.rules.clone());
    // The filled-in cells belong to the only puzzle of the input.
    if let ([puzzle], true) = (&args.puzzles[..], args.filled.is_some()) {
        return Ok(match single::read(puzzle, &how.rules) {
            Ok((job, entry)) => one(args, &how, &job, &entry, false),
            Err(status) => status,
        });
    }
    let jobs: Vec<Job> = Jobs::new(&args.puzzles, false, &how.rules).collect();
    if jobs.is_empty() {
        // The same status as for a command about one puzzle.
        return Ok(single::read(&args.puzzles[0], &how.rules).err().unwrap_or_default());
    }
    let many = jobs.len() > 1;
    let codes = jobs.iter().map(|job| match single::taken(job, &how.rules) {
        Ok(entry) => one(args, &how, job, &entry, many),
        Err(status) => status,
    });
    Ok(codes.max().unwrap_or_default())
}

/// The hint for one puzzle, of `many` with its title; returns the exit status.
fn one(args: &HintArgs, how: &How, job: &Job, entry: &Entry, many: bool) -> u8 {
    let title = job.title(entry.id.as_deref());
    let cancel = crate::cli::io::interrupt::flag();
    let options = how.options(how.threads, &cancel);
    let mut filled = Filled::default();
    if let Some(file) = &args.filled {
        let read = named::text(file).and_then(|text| filled_in::everything(&entry.puzzle, &text));
        filled = match read {
            Ok(filled) => filled,
            Err(why) => {
                let shown = crate::cli::shown(file);
                stderr::line(format_args!("error: {shown}: {why}"));
                return Status::BadInput.code();
            }
        };
    }
    let next = if args.placement { StepChoice::Placement } else { StepChoice::Look };
    let hint = match hint_from(&entry.puzzle, &filled, next, &options) {
        Ok(hint) => hint,
        Err(why) => {
            stderr::line(format_args!("error: {title}: {why}"));
            return Status::Usage.code();
        }
    };
    if !args.json {
        stderr::text(&rules_note(&title, entry));
    }
    let depth = args.depth.into();
    let text = match (args.json, many) {
        (true, _) => format!("{}\n", hint.json(entry, &job.name(), depth)),
        (false, true) => format!("{title}:\n{}\n\n", hint.message(&entry.puzzle, depth)),
        (false, false) => hint.message(&entry.puzzle, depth) + "\n",
    };
    let status = Status::from(hint.standing());
    let written = output::print(text.as_bytes(), status);
    let interrupted = cancel.load(Ordering::Relaxed) && written == Status::Undecided;
    written.code_unless(interrupted)
}
