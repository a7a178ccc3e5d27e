//! `clew hint`: the next step only.

use super::craft_args::{HintArgs, HintDepth};
use super::settings::How;
use super::status::{INTERRUPTED, Status};
use super::{explain, filled_in, machine, one, output, say};
use crate::explain::{End, Manner, Step, walk};
use crate::puzzle::ladder::{Fact, Finding};
use crate::puzzle::{Content, Puzzle};
use crate::report::steps::{conclusion, json as json_step, json_finding, spot};
use crate::strategy::{self, Options, Task, Verdict};
use serde_json::json;
use std::sync::atomic::Ordering;

/// The version of the JSON form.
const SCHEMA: &str = "clew-hint/1";

/// Runs the command; returns the exit status.
///
/// # Errors
/// In words, what the command line got wrong.
pub(super) fn run(args: &HintArgs) -> Result<u8, String> {
    if output::is_standard(&args.puzzle) && args.filled.as_deref().is_some_and(output::is_standard)
    {
        return Err("only one of puzzle and what is filled in can come from standard input".into());
    }
    let how = How::usual(args.time, machine::cores(), args.rules);
    let (job, entry) = match one::read(&args.puzzle, &how.rules) {
        Ok(read) => read,
        Err(status) => return Ok(status),
    };
    let title = job.title(entry.id.as_deref());
    let cancel = super::interrupt::flag();
    let options = how.options(how.threads, &cancel);
    let mut known = Vec::new();
    if let Some(file) = &args.filled {
        known = match filled_in::read(&entry.puzzle, file) {
            Ok(known) => known,
            Err(why) => {
                let shown = super::shown(file);
                say::line(format_args!("error: {shown}: {why}"));
                return Ok(Status::BadInput.code());
            }
        };
    }
    let told = tell(&entry.puzzle, &known, &options);
    if cancel.load(Ordering::Relaxed) {
        return Ok(INTERRUPTED);
    }
    let told = match told {
        Ok(told) => told,
        Err(why) => {
            say::line(format_args!("error: {title}: {why}"));
            return Ok(Status::Usage.code());
        }
    };
    let text = if args.json {
        let step = match &told {
            Told::Step(step) => Some(json_step(&entry.puzzle, 1, step)),
            _ => None,
        };
        let name = job.name();
        let object = json!({
            "schema": SCHEMA,
            "id": entry.id.as_deref().unwrap_or(&name),
            "puzzle": entry.puzzle.family().keyword(),
            "wrong": told.wrong().map(|f| json_finding(&entry.puzzle, f)).collect::<Vec<_>>(),
            "step": step,
            "message": told.message(&entry.puzzle, HintDepth::What),
        });
        format!("{object}\n")
    } else {
        told.message(&entry.puzzle, args.depth) + "\n"
    };
    Ok(output::print(text.as_bytes(), told.status()).code())
}

/// What there is to tell.
enum Told {
    /// These entries are wrong.
    Wrong(Vec<Finding>),
    Step(Box<Step>),
    /// Everything is filled in, and right.
    Done,
    /// There is no step, and why.
    Nothing(Status, String),
}

/// Finds what is wrong, or the next step.
///
/// # Errors
/// Why the puzzle cannot be told step by step.
fn tell(puzzle: &Puzzle, known: &[Finding], options: &Options) -> Result<Told, String> {
    if !known.is_empty() {
        let outcome = match strategy::run(puzzle, Task::Check, options) {
            Ok(outcome) => outcome,
            Err(error) => return Err(error.to_string()),
        };
        let nothing = |status, why: &str| Ok(Told::Nothing(status, why.into()));
        match outcome.verdict() {
            Verdict::Unique => {}
            Verdict::Multiple => {
                return nothing(
                    Status::No,
                    "The puzzle has several solutions, so that entries are neither right nor wrong",
                );
            }
            Verdict::None => return nothing(Status::No, "The puzzle has no solution"),
            Verdict::Unknown => {
                return nothing(Status::Undecided, "A limit came before the solution");
            }
        }
        let contents = puzzle.contents(&outcome.answers[0]);
        let wrong = |finding: &&Finding| match finding.fact {
            Fact::Number { cell, number } => contents[cell as usize] != Content::Number(number),
            Fact::Link { .. } => false,
        };
        let wrong: Vec<Finding> = known.iter().filter(wrong).copied().collect();
        if !wrong.is_empty() {
            return Ok(Told::Wrong(wrong));
        }
    }
    let manner = Manner { words: true, one_round: true };
    let walked = walk(puzzle, known, manner, &options.budget)?;
    Ok(match (walked.steps.into_iter().next(), walked.end) {
        (Some(step), _) => Told::Step(Box::new(step)),
        (None, End::Solved(_)) => Told::Done,
        (None, End::Nonsense(why)) => {
            Told::Nothing(Status::No, format!("There is no solution: {why}"))
        }
        (None, End::Stuck) => Told::Nothing(Status::Undecided, "No technique helps here".into()),
        (None, End::Stopped(stop)) => Told::Nothing(Status::Undecided, explain::limit(stop)),
    })
}

impl Told {
    fn status(&self) -> Status {
        match self {
            Told::Wrong(_) => Status::No,
            Told::Step(_) | Told::Done => Status::Yes,
            Told::Nothing(status, _) => *status,
        }
    }

    /// What is true in place of wrong entries: the cells do not hold them.
    fn wrong(&self) -> impl Iterator<Item = Finding> {
        let wrong = match self {
            Told::Wrong(wrong) => &wrong[..],
            _ => &[],
        };
        wrong.iter().map(|finding| finding.negated())
    }

    fn message(&self, puzzle: &Puzzle, depth: HintDepth) -> String {
        match self {
            Told::Wrong(_) => {
                let wrong = self.wrong().map(|finding| conclusion(puzzle, &[finding]));
                format!("Wrong: {}", wrong.collect::<Vec<_>>().join("; "))
            }
            Told::Done => "Everything is filled in, and right".into(),
            Told::Nothing(_, why) => why.clone(),
            Told::Step(step) => {
                let telling = step.telling.as_ref();
                let spots = telling.map(|t| t.cells.as_slice()).unwrap_or_default();
                let spots: Vec<String> = spots.iter().map(|&c| spot(puzzle, c)).collect();
                let mut text = format!("Look at {}: {}", spots.join(" "), step.technique.title);
                if depth >= HintDepth::Why {
                    text += &format!("\nWhy: {}", telling.map_or("", |t| &t.reason));
                }
                if depth >= HintDepth::What {
                    text += &format!("\nSo: {}", conclusion(puzzle, &step.findings));
                }
                text
            }
        }
    }
}
