//! `clew hint`: the next step only.

use crate::cli::batch::settings::How;
use crate::cli::batch::status::Status;
use crate::cli::craft::args::{HintArgs, HintDepth};
use crate::cli::craft::verify;
use crate::cli::io::machine;
use crate::cli::io::output;
use crate::cli::io::single;
use crate::cli::io::stderr;
use clew::api::hint::{Depth, hint};
use clew::api::{filled_in, rules_note};
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
/// In words, what the command line got wrong.
pub(crate) fn run(args: &HintArgs) -> Result<u8, String> {
    if output::is_standard(&args.puzzle) && args.filled.as_deref().is_some_and(output::is_standard)
    {
        return Err("only one of puzzle and what is filled in can come from standard input".into());
    }
    let how = How::usual(args.time, machine::cores(), args.rules.clone());
    let (job, entry) = match single::read(&args.puzzle, &how.rules) {
        Ok(read) => read,
        Err(status) => return Ok(status),
    };
    let title = job.title(entry.id.as_deref());
    let cancel = crate::cli::io::interrupt::flag();
    let options = how.options(how.threads, &cancel);
    let mut known = Vec::new();
    if let Some(file) = &args.filled {
        known = match verify::file(file).and_then(|text| filled_in::read(&entry.puzzle, &text)) {
            Ok(known) => known,
            Err(why) => {
                let shown = crate::cli::shown(file);
                stderr::line(format_args!("error: {shown}: {why}"));
                return Ok(Status::BadInput.code());
            }
        };
    }
    let hint = match hint(&entry.puzzle, &known, &options) {
        Ok(hint) => hint,
        Err(why) => {
            stderr::line(format_args!("error: {title}: {why}"));
            return Ok(Status::Usage.code());
        }
    };
    if !args.json {
        stderr::text(&rules_note(&title, &entry));
    }
    let depth = args.depth.into();
    let text = if args.json {
        format!("{}\n", hint.json(&entry, &job.name(), depth))
    } else {
        hint.message(&entry.puzzle, depth) + "\n"
    };
    let status = Status::from(hint.standing());
    let written = output::print(text.as_bytes(), status);
    let interrupted = cancel.load(Ordering::Relaxed) && written == Status::Undecided;
    Ok(written.code_unless(interrupted))
}
