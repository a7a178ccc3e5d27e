//! `clew hint`: the next step only.

use super::craft_args::{HintArgs, HintDepth};
use super::filled_in::Entered;
use super::names::named;
use super::settings::How;
use super::status::Status;
use super::{explain, export, filled_in, machine, one, output, say};
use clew::explain::{End, Manner, Step, walk};
use clew::puzzle::ladder::{Fact, Finding, NoLadder};
use clew::puzzle::{Answer, Cell, Content, Puzzle};
use clew::report::steps::{conclusion, json as json_step};
use clew::report::{cells, text};
use clew::run::Stop;
use clew::strategy::{self, Options, Task, Verdict};
use serde_json::{Value, json};
use std::collections::HashMap;
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
    let told = match tell(&entry.puzzle, &known, &options) {
        Ok(told) => told,
        Err(why) => {
            say::line(format_args!("error: {title}: {why}"));
            return Ok(Status::Usage.code());
        }
    };
    if !args.json {
        say::text(&export::rules_note(&title, &entry));
    }
    let text = if args.json {
        let step = match &told {
            Told::Step(step) => Some(told_step(&entry.puzzle, step, args.depth)),
            _ => None,
        };
        let name = job.name();
        let object = json!({
            "schema": SCHEMA,
            "id": entry.id.as_deref().unwrap_or(&name),
            "puzzle": entry.puzzle.family().keyword(),
            "wrong": told.wrong().iter().map(|e| not(&entry.puzzle, *e)).collect::<Vec<_>>(),
            "step": step,
            "message": told.message(&entry.puzzle, args.depth),
        });
        format!("{object}\n")
    } else {
        told.message(&entry.puzzle, args.depth) + "\n"
    };
    let status = told.status();
    let written = output::print(text.as_bytes(), status);
    let interrupted = cancel.load(Ordering::Relaxed) && written == Status::Undecided;
    Ok(written.code_unless(interrupted))
}

/// What there is to tell.
enum Told {
    /// These entries are wrong.
    Wrong(Vec<Entered>),
    Step(Box<Step>),
    /// Everything is filled in, and right.
    Done,
    /// There is no step, and why.
    Nothing(Status, String),
}

/// That a cell does not hold what was entered, as an object.
fn not(puzzle: &Puzzle, (cell, content): Entered) -> Value {
    let (row, col) = puzzle.place(cell);
    let value = cells::content(puzzle, content);
    let mut object = json!({"cell": [row, col], "value": value, "holds": false});
    if let Some(line) = text::line(puzzle, cell) {
        object["line"] = line.into();
    }
    object
}

/// A step as an object, without what a depth does not tell.
fn told_step(puzzle: &Puzzle, step: &Step, depth: HintDepth) -> Value {
    let mut object = json_step(puzzle, 1, step);
    let hidden: &[&str] = match depth {
        HintDepth::Where => &["because", "text", "place", "remove", "assumed"],
        HintDepth::Why => &["place", "remove"],
        HintDepth::What => &[],
    };
    if let Some(members) = object.as_object_mut() {
        members.retain(|key, _| !hidden.contains(&key.as_str()));
        if depth == HintDepth::Why {
            let reason = step.telling.as_ref().map_or("", |telling| &telling.reason);
            members.insert("text".into(), reason.into());
        }
    }
    object
}

/// Finds what is wrong, or the next step.
///
/// # Errors
/// Why the puzzle cannot be told step by step.
fn tell(puzzle: &Puzzle, entered: &[Entered], options: &Options) -> Result<Told, String> {
    // Entries can be wrong on any board, but where there is no step to tell nothing is searched first.
    if let (true, Err(NoLadder::Unsuited(why))) = (entered.is_empty(), puzzle.ladder()) {
        return Err(why);
    }
    // A step is right whatever else is known, and what is hard to decide does not keep from telling one.
    let check = match entered.is_empty() {
        true => &Options { budget: strategy::in_passing(&options.budget), ..options.clone() },
        false => options,
    };
    let outcome = match strategy::run(puzzle, Task::Check, check) {
        Ok(outcome) => outcome,
        Err(error) => return Err(error.to_string()),
    };
    let nothing = |status, why: &str| Ok(Told::Nothing(status, why.into()));
    let mut known = Vec::new();
    match outcome.verdict() {
        Verdict::Unique => {
            let (wrong, answer) = differing(puzzle, &outcome.answers[0], entered);
            if !wrong.is_empty() {
                return Ok(Told::Wrong(wrong));
            }
            // No cell is entered twice.
            let is_full = entered.len() == puzzle.cells();
            if is_full && matches!(puzzle.ladder(), Err(NoLadder::Unsuited(_))) {
                return Ok(Told::Done);
            }
            known = findings(puzzle, &answer, entered);
        }
        Verdict::Multiple if entered.is_empty() => {
            return nothing(Status::No, "The puzzle has several solutions");
        }
        Verdict::Multiple => {
            return nothing(
                Status::No,
                "The puzzle has several solutions, so that entries are neither right nor wrong",
            );
        }
        Verdict::None => return nothing(Status::No, "The puzzle has no solution"),
        Verdict::Unknown if entered.is_empty() => {}
        Verdict::Unknown => {
            let stop = outcome.stopped.unwrap_or(Stop::Time);
            let why = explain::limit(stop, "the solution was found");
            return Ok(Told::Nothing(Status::Undecided, why));
        }
    }
    let manner = Manner { words: true, one_round: true };
    let walked = walk(puzzle, &known, manner, &options.budget)?;
    Ok(match (walked.steps.into_iter().next(), walked.end) {
        (Some(step), _) => Told::Step(Box::new(step)),
        (None, End::Solved(_)) => Told::Done,
        (None, End::Nonsense(why)) => {
            Told::Nothing(Status::No, format!("There is no solution: {why}"))
        }
        (None, End::Stuck) => Told::Nothing(Status::Undecided, "No technique helps here".into()),
        (None, End::Stopped(stop)) => {
            Told::Nothing(Status::Undecided, explain::limit(stop, "a step was found"))
        }
    })
}

/// The entries that are not those of an answer, and the answer: the other way round if the line has no direction and
/// that is closer to what was entered.
fn differing(puzzle: &Puzzle, answer: &Answer, entered: &[Entered]) -> (Vec<Entered>, Answer) {
    let beside = |answer: Answer| {
        let contents = puzzle.contents(&answer);
        let wrong = |(cell, content): &&Entered| contents[*cell as usize] != *content;
        (entered.iter().filter(wrong).copied().collect::<Vec<Entered>>(), answer)
    };
    let as_found = beside(answer.clone());
    if !puzzle.folds_reverse() {
        return as_found;
    }
    let reversed = beside(puzzle.reversed(answer));
    if reversed.0.len() < as_found.0.len() { reversed } else { as_found }
}

/// What right entries say, in the words of steps: numbers, or which neighbours are joined.
fn findings(puzzle: &Puzzle, answer: &Answer, entered: &[Entered]) -> Vec<Finding> {
    let content: HashMap<Cell, Content> = entered.iter().copied().collect();
    let number = |&(cell, content): &Entered| match content {
        Content::Number(number) => Some(Finding::is(cell, number)),
        _ => None,
    };
    let label = |cell| match content.get(cell) {
        Some(Content::Label(label)) => Some(label),
        _ => None,
    };
    // A path that is drawn through two cells joins them.
    let routes = puzzle.routes(answer).unwrap_or_default();
    let steps = routes.iter().flat_map(|route| route.windows(2));
    let drawn = steps.filter(|step| step.iter().all(|cell| label(cell).is_some()));
    let link =
        |step: &[Cell]| Finding { fact: Fact::Link { from: step[0], to: step[1] }, holds: true };
    entered.iter().filter_map(number).chain(drawn.map(link)).collect()
}

impl Told {
    fn status(&self) -> Status {
        match self {
            Told::Wrong(_) => Status::No,
            Told::Step(_) | Told::Done => Status::Yes,
            Told::Nothing(status, _) => *status,
        }
    }

    /// The entries that are wrong.
    fn wrong(&self) -> &[Entered] {
        match self {
            Told::Wrong(wrong) => wrong,
            _ => &[],
        }
    }

    fn message(&self, puzzle: &Puzzle, depth: HintDepth) -> String {
        match self {
            Told::Wrong(wrong) => {
                let wrong = wrong.iter().map(|&(cell, content)| {
                    format!("{} is not {}", text::cell(puzzle, cell), named(puzzle, content))
                });
                format!("Wrong: {}", wrong.collect::<Vec<_>>().join("; "))
            }
            Told::Done => "Everything is filled in, and right".into(),
            Told::Nothing(_, why) => why.clone(),
            Told::Step(step) => {
                let telling = step.telling.as_ref();
                let spots = telling.map(|t| t.cells.as_slice()).unwrap_or_default();
                let spots: Vec<String> = spots.iter().map(|&c| text::cell(puzzle, c)).collect();
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
