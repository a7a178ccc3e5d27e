//! `clew explain`: the steps of a person, from the givens to the solution.

use super::craft_args::ExplainArgs;
use super::settings::How;
use super::solver::{guarded, verdict_after};
use super::status::Status;
use super::{export, machine, one, output, say};
use clew::explain::{End, Manner, Rating, Walk, walk};
use clew::puzzle::Puzzle;
use clew::report::steps::{json as json_step, page, rating_json, rating_text, sentence};
use clew::report::text;
use clew::run::Stop;
use clew::strategy::{self, Task, Verdict};
use serde_json::{Value, json};
use std::fmt::Write;
use std::slice;
use std::sync::atomic::Ordering;

/// The version of the JSON form.
const SCHEMA: &str = "clew-steps/1";

/// Runs the command; returns the exit status.
///
/// # Errors
/// In words, what the command line got wrong.
pub(super) fn run(args: &ExplainArgs) -> Result<u8, String> {
    output::apart(slice::from_ref(&args.puzzle), &Vec::from_iter(args.html.as_deref()))?;
    let how = How::usual(args.time, machine::cores(), args.rules);
    let (job, entry) = match one::read(&args.puzzle, &how.rules) {
        Ok(read) => read,
        Err(status) => return Ok(status),
    };
    let cancel = super::interrupt::flag();
    let options = how.options(how.threads, &cancel);
    let manner = Manner { words: true, one_round: false };
    let walked = match walk(&entry.puzzle, &[], manner, &options.budget) {
        Ok(walked) => walked,
        Err(why) => {
            say::line(format_args!("error: {}: {why}", job.title(entry.id.as_deref())));
            return Ok(Status::Usage.code());
        }
    };
    let search = || guarded(&options, || strategy::run(&entry.puzzle, Task::Check, &options));
    let verdict = verdict_after(&walked.end, search);
    let end = ending(&walked, verdict);
    let status = match (verdict, &walked.end) {
        (Verdict::Unique, End::Solved(_)) => Status::Yes,
        (Verdict::Multiple | Verdict::None, _) => Status::No,
        _ => Status::Undecided,
    };
    let rating = Rating::of(&walked);
    let name = job.name();
    let title = if entry.title.is_empty() { name.clone() } else { entry.title.clone() };
    let mut written = status;
    if let Some(file) = &args.html {
        let text = page(&entry.puzzle, &walked.steps, &rating, &title, &end);
        written = output::write(file, text.as_bytes(), status);
        if output::is_standard(file) {
            return Ok(written.code_unless(cancel.load(Ordering::Relaxed)));
        }
    }
    if !args.json {
        say::text(&export::rules_note(&job.title(entry.id.as_deref()), &entry));
    }
    let shown = if args.json {
        let steps = (1..).zip(&walked.steps).map(|(n, step)| json_step(&entry.puzzle, n, step));
        let object = json!({
            "schema": SCHEMA,
            "id": entry.id.as_deref().unwrap_or(&name),
            "puzzle": entry.puzzle.family().keyword(),
            "verdict": verdict.keyword(),
            "solved": matches!(walked.end, End::Solved(_)),
            "end": end,
            "steps": steps.collect::<Vec<Value>>(),
            "rating": rating_json(&rating),
        });
        format!("{object}\n")
    } else {
        words(&entry.puzzle, &walked, &rating, &end)
    };
    let written = written.max(output::print(shown.as_bytes(), status));
    Ok(written.code_unless(cancel.load(Ordering::Relaxed)))
}

/// The steps as text, the solution, and the rating.
fn words(puzzle: &Puzzle, walked: &Walk, rating: &Rating, end: &str) -> String {
    let mut out = String::new();
    let width = walked.steps.len().to_string().len();
    for (n, step) in (1..).zip(&walked.steps) {
        let title = step.technique.title;
        let _ = writeln!(out, "{n:>width$}. [{title}] {}", sentence(puzzle, step));
    }
    if !walked.steps.is_empty() {
        out.push('\n');
    }
    if let End::Solved(answer) = &walked.end {
        out += &text::solution(puzzle, answer);
        let _ = writeln!(out, "\n{}", rating_text(rating));
    } else {
        let _ = writeln!(out, "{end}");
    }
    out
}

/// How the steps ended, in words; where they did not get to an end, `verdict` is what a search says.
fn ending(walked: &Walk, verdict: Verdict) -> String {
    let stuck = match (&walked.end, verdict) {
        (End::Solved(_), _) => return "Solved: this is the only solution".into(),
        (End::Nonsense(why), _) => return format!("There is no solution: {why}"),
        (End::Stopped(stop), _) => return limit(*stop, "the last step"),
        (End::Stuck, Verdict::Unique) => {
            "; the puzzle has one solution, which takes a search to find"
        }
        (End::Stuck, Verdict::Multiple) => ": the puzzle has several solutions",
        (End::Stuck, Verdict::None) => ": the puzzle has no solution",
        (End::Stuck, Verdict::Unknown) => "; whether there is one solution is not known",
    };
    format!("The techniques end here{stuck}")
}

/// What ended the steps before this, in words.
pub(super) fn limit(stop: Stop, this: &str) -> String {
    match stop {
        Stop::Interrupt => format!("Interrupted before {this}"),
        _ => format!("The time limit came before {this}"),
    }
}
