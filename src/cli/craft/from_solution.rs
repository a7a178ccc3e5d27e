//! `clew from-solution`: drawn solutions become puzzles.

use crate::cli::args::FromSolutionArgs;
use crate::cli::batch::overrides;
use crate::cli::batch::settings::How;
use crate::cli::batch::status::{INTERRUPTED, Status};
use crate::cli::craft::args::WithArg;
use crate::cli::craft::generate::mask_text;
use crate::cli::io::input::Jobs;
use crate::cli::io::invalid::{Refusal, guarded, refused};
use crate::cli::io::job::{Fault, Job};
use crate::cli::io::output;
use crate::cli::io::{machine, single, stderr};
use clew::api::from_solution::{Drawn, DrawnOptions, Givens, drawn};
use clew::puzzle::Entry;
use clew::puzzle::family::{DrawnRules, Mask};
use clew::strategy::Verdict;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Runs the command; returns the exit status.
///
/// # Errors
/// The error in the command line, in words.
pub(crate) fn run(args: &FromSolutionArgs) -> Result<u8, String> {
    output::apart(&args.puzzles, &Vec::from_iter(args.output.as_deref()))?;
    let how = How::usual(args.time, machine::cores(), args.rules.clone());
    let givens = match args.givens.as_deref() {
        None => None,
        Some("all") => Some(Givens::All),
        Some("minimal") => Some(Givens::Minimal),
        Some(file) => {
            Some(Givens::At(Arc::new(Mask::parse(&mask_text(Path::new(file), "--givens")?)?)))
        }
    };
    let wish = DrawnOptions {
        givens,
        with: WithArg::all(&args.with),
        seed: args.seed,
        ..DrawnOptions::default()
    };
    let said = overrides::rules(&args.rules);
    let rules = DrawnRules { words: said.words, neighbours: said.neighbours };
    let cancel = crate::cli::io::interrupt::flag();
    let json = args.json || !wish.with.is_none();
    let (mut out, mut status) = (output::Written::new(args.output.as_deref()), Status::Yes);
    let mut is_first = true;
    let mut jobs = Jobs::new(&args.puzzles, false, &args.rules).peekable();
    if jobs.peek().is_none() {
        // The same status as for a command about one puzzle.
        return Ok(single::read(&args.puzzles[0], &args.rules).err().unwrap_or_default());
    }
    for job in jobs {
        let made = guarded(|| {
            let entry = job.drawn(&rules).map_err(|fault| (fault, Status::BadInput))?;
            made(&job, entry, &wish, &how)
        });
        if cancel.load(Ordering::Relaxed) {
            return Ok(INTERRUPTED);
        }
        match made {
            Err(why) => status = status.max(refused(&job, &why, None)),
            Ok(drawn) => {
                let between = if is_first || json { "" } else { "---\n" };
                is_first = false;
                let text = if json { drawn.made.json() + "\n" } else { drawn.made.text() };
                status = out.add(&format!("{between}{text}"), status);
                status = status.max(match drawn.verdict {
                    Verdict::Unique => Status::Yes,
                    Verdict::Multiple | Verdict::None => Status::No,
                    Verdict::Unknown => Status::Undecided,
                });
            }
        }
    }
    Ok(out.end(status).code())
}

/// The puzzle of one drawn solution; remarks go to standard error.
///
/// # Errors
/// Why there is none.
fn made(job: &Job, entry: Entry, wish: &DrawnOptions, how: &How) -> Result<Drawn, Refusal> {
    let title = job.title(entry.id.as_deref());
    let cancel = crate::cli::io::interrupt::flag();
    match drawn(&entry, wish, &how.options(how.threads, &cancel)) {
        Ok(drawn) => {
            if let Some(remark) = drawn.remark() {
                stderr::line(format_args!("note: {title}: {remark}"));
            }
            Ok(drawn)
        }
        Err(why) => Err((Fault::Whole(why), Status::Usage)),
    }
}
