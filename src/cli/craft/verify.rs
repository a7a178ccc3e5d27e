//! `clew verify`: whether a solution obeys the rules of a puzzle, and which one it breaks where.

use super::judge;
use crate::cli::args::{RuleArgs, VerifyArgs};
use crate::cli::batch::overrides;
use crate::cli::batch::status::{INTERRUPTED, Status};
use crate::cli::io::input::{self, Jobs};
use crate::cli::io::{interrupt, named, output, single, stderr};
use clew::api::judge::Answers;
use clew::api::rules_words;
use clew::api::so_far::{completed, stated};
use clew::interchange;
use clew::puzzle::{Answer, Entry, Unfit};
use clew::run::Budget;
use std::path::Path;

/// Runs the command; returns the exit status.
///
/// # Errors
/// The error in the command line, in words.
pub(crate) fn run(args: &VerifyArgs) -> Result<u8, String> {
    if args.solution.as_ref().is_some_and(|solution| {
        [&args.puzzle, solution].iter().all(|path| output::is_standard(path))
    }) {
        return Err("only one of puzzle and solution can come from standard input".into());
    }
    let mut jobs = Jobs::new(std::slice::from_ref(&args.puzzle), false, &args.rules);
    let first = match single::first(&mut jobs, &args.puzzle) {
        Ok(first) => first,
        Err(status) => return Ok(status),
    };
    let second = jobs.next();
    if args.json || second.is_some() {
        let answers = args.solution.as_ref().map(|path| text(path, &args.rules)).transpose();
        let answers = match answers {
            Ok(answers) => answers.map(Answers::new),
            Err(why) => {
                let shown = args.solution.as_deref().map(crate::cli::shown).unwrap_or_default();
                stderr::line(format_args!("error: {shown}: {why}"));
                return Ok(Status::BadInput.code());
            }
        };
        let jobs = std::iter::once(first).chain(second).chain(jobs);
        return Ok(judge::run(args, jobs, answers));
    }
    let entry = match single::taken(&first, &args.rules) {
        Ok(entry) => entry,
        Err(status) => return Ok(status),
    };
    let path = args.solution.as_ref().unwrap_or(&args.puzzle);
    let shown = crate::cli::shown(path);
    let bad = |why: String| {
        let name: String = shown.chars().take(60).collect();
        stderr::line(format_args!("error: {name}: {why}"));
        Ok(Status::BadInput.code())
    };
    let answers: Vec<Result<Answer, Unfit>> = match &args.solution {
        None if entry.answers.is_empty() && entry.unfit.is_empty() => {
            return bad("it carries no solution: name one after it".into());
        }
        None => {
            let unfit =
                entry.unfit.iter().map(|why| completed(&entry, Err(why.clone()), &limits()));
            entry.answers.iter().cloned().map(Ok).chain(unfit).collect()
        }
        Some(solution) => match solutions(&entry, solution, &args.rules) {
            Ok(answers) => answers,
            Err(why) => return bad(why),
        },
    };
    if interrupt::is_raised() {
        return Ok(INTERRUPTED);
    }
    let (mut out, mut status) = (String::new(), Status::Yes);
    let rules = rules_words(&entry);
    let several = answers.len() > 1;
    for (i, answer) in answers.into_iter().enumerate() {
        let found = answer.and_then(|answer| {
            entry.puzzle.verify(&answer).map_err(|why| Unfit::Broken(why.to_string()))
        });
        let (one, verdict) = match found {
            Ok(()) => (Status::Yes, format!("obeys the rules{rules}")),
            Err(Unfit::Broken(why)) => (Status::No, format!("breaks the rules{rules}: {why}")),
            // An error of one of several must not hide the results of the others.
            Err(why) if several => (Status::BadInput, format!("unclear: {why}")),
            Err(why) => return bad(why.to_string()),
        };
        if several {
            out += &format!("solution {}: ", i + 1);
        }
        out += &format!("{verdict}\n");
        status = status.max(one);
    }
    Ok(output::print(out.as_bytes(), status).code())
}

/// The solutions of a puzzle that a file states, standard input, or the argument itself; not yet checked.
///
/// # Errors
/// In words, if it states none.
pub(crate) fn solutions(
    entry: &Entry,
    path: &Path,
    rules: &RuleArgs,
) -> Result<Vec<Result<Answer, Unfit>>, String> {
    let text = text(path, rules)?;
    // An option for the format applies to the puzzle, not to its solution.
    let mut reading = overrides::reading(rules);
    reading.format = None;
    stated(entry, &text, &reading, &limits()).map_err(|why| why.to_string())
}

/// The limits of the search for the rest of a stated solution.
fn limits() -> Budget {
    Budget::unlimited().with_cancel(interrupt::flag())
}

/// The text of a file, of standard input, or of the argument itself.
pub(crate) fn text(path: &Path, rules: &RuleArgs) -> Result<String, String> {
    named::text(path).or_else(|why| {
        let text = path.to_str().unwrap_or_default();
        let itself = text.contains(['\n', '{', '?'])
            || interchange::recognise(text).solutions && text.contains(';');
        match input::puzzle_itself(path, rules) {
            Some(text) => Ok(text),
            None if itself && !path.exists() => Ok(text.to_string()),
            None => Err(why),
        }
    })
}
