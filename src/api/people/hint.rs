//! The next step, or the mistakes in a half-filled grid.

use super::explain;
use super::filled_in::{Entered, Filled};
use crate::api::question::AnswerStatus;
use clew_engine::run::Stop;
use clew_puzzle::keywords;
use clew_puzzle::puzzle::ladder::{Fact, Finding, NoLadder};
use clew_puzzle::puzzle::{Answer, Cell, Content, Entry, Puzzle};
use clew_report::document::{self, Head};
use clew_report::steps::{FactRecord, StepRecord, conclusion, reason, result};
use clew_report::{cells, text};
use clew_solve::explain::{End, Step, WalkOptions, next_step, walk};
use clew_solve::strategy::{self, Options, Task, Verdict};
use serde::Serialize;
use serde_json::Value;
use std::collections::HashMap;

/// The version of the JSON form.
pub const SCHEMA: &str = "clew-hint/1";

/// How much a hint gives away.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum HintDetail {
    /// Where to look.
    Where,
    /// And why something follows there.
    Why,
    /// In addition, the conclusions.
    #[default]
    What,
}

impl HintDetail {
    /// The word of options.
    pub fn keyword(self) -> &'static str {
        match self {
            HintDetail::Where => "where",
            HintDetail::Why => "why",
            HintDetail::What => "what",
        }
    }
}

keywords!(HintDetail, "depth", HintDetail::keyword, [Where, Why, What]);

/// A hint.
#[derive(Clone, Debug)]
pub enum Hint {
    /// These entries, and these notes, are wrong.
    Wrong(Vec<Entered>, Vec<Finding>),
    /// The next step, by the cheapest technique.
    Step(Box<Step>),
    /// Everything is filled in, and right.
    Done,
    /// There is no step, and why.
    Nothing(AnswerStatus, String),
}

/// The statement that a cell does not hold its entry.
fn not(puzzle: &Puzzle, (cell, content): Entered) -> FactRecord<'_> {
    FactRecord::Content {
        cell: puzzle.place(cell),
        value: cells::content(puzzle, content),
        holds: Some(false),
        line: text::line(puzzle, cell),
    }
}

/// A step with only the parts that belong to the depth.
fn step_record<'a>(puzzle: &'a Puzzle, step: &'a Step, depth: HintDetail) -> StepRecord<'a> {
    let mut record = StepRecord::new(puzzle, 1, step);
    if depth < HintDetail::What {
        (record.place, record.remove, record.pieces) = (None, None, Vec::new());
        record.text = Some(reason(puzzle, step));
    }
    if depth < HintDetail::Why {
        (record.because, record.text, record.trial) = (None, None, None);
        record.ideas.clear();
    }
    record
}

/// The choice of the step that a hint shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum StepChoice {
    /// The next step, even if it only excludes something.
    #[default]
    Look,
    /// The next step that draws or writes something, with all steps that lead to it.
    Placement,
}

/// Finds the mistakes in the entries, or else the next step.
///
/// # Errors
/// Why the puzzle cannot be solved step by step.
pub fn hint(puzzle: &Puzzle, entered: &[Entered], options: &Options) -> Result<Hint, String> {
    let filled = Filled { entered: entered.to_vec(), noted: Vec::new() };
    hint_from(puzzle, &filled, StepChoice::Look, options)
}

/// Finds the mistakes in the entries and notes, or else the next step of the given kind.
///
/// # Errors
/// Why the puzzle cannot be solved step by step.
pub fn hint_from(
    puzzle: &Puzzle,
    filled: &Filled,
    next: StepChoice,
    options: &Options,
) -> Result<Hint, String> {
    let entered = &filled.entered[..];
    // Entries can be wrong on any board. If there are no entries and the puzzle has no steps, no search is needed.
    if let (true, Err(NoLadder::Unsuited(why))) = (entered.is_empty(), puzzle.ladder()) {
        return Err(why);
    }
    // A step is right independently of the check, so a puzzle that is hard to decide gets a step nevertheless.
    let check = match filled.is_empty() {
        true => &Options { budget: strategy::brief_budget(&options.budget), ..options.clone() },
        false => options,
    };
    let outcome = match strategy::run(puzzle, Task::Check, check) {
        Ok(outcome) => outcome,
        Err(error) => return Err(error.to_string()),
    };
    let nothing = |status, why: &str| Ok(Hint::Nothing(status, why.into()));
    let mut known = Vec::new();
    match outcome.verdict() {
        Verdict::Unique => {
            let (wrong, answer) = differing(puzzle, &outcome.answers[0], entered);
            let false_notes = filled.noted.iter().filter(|note| !is_so(puzzle, &answer, **note));
            let false_notes: Vec<Finding> = false_notes.copied().collect();
            if !wrong.is_empty() || !false_notes.is_empty() {
                return Ok(Hint::Wrong(wrong, false_notes));
            }
            // No cell is entered twice.
            let is_full = entered.len() == puzzle.cells();
            if is_full && matches!(puzzle.ladder(), Err(NoLadder::Unsuited(_))) {
                return Ok(Hint::Done);
            }
            known = findings(puzzle, &answer, entered);
            known.extend(&filled.noted);
        }
        Verdict::Multiple if filled.is_empty() => {
            return nothing(AnswerStatus::No, "The puzzle has several solutions");
        }
        Verdict::Multiple => {
            return nothing(
                AnswerStatus::No,
                "The puzzle has several solutions, so that entries are neither right nor wrong",
            );
        }
        Verdict::None => return nothing(AnswerStatus::No, "The puzzle has no solution"),
        Verdict::Unknown if filled.is_empty() => {}
        Verdict::Unknown => {
            let stop = outcome.stopped.unwrap_or(Stop::Time);
            let why = explain::limit(stop, "the solution was found");
            return Ok(Hint::Nothing(AnswerStatus::Undecided, why));
        }
    }
    let uniqueness = options.uniqueness;
    let manner = WalkOptions { one_round: true, uniqueness, ..WalkOptions::WORDS };
    let walked = match next {
        StepChoice::Look => walk(puzzle, &known, manner, &options.budget)?,
        StepChoice::Placement => next_step(puzzle, &known, manner, &options.budget)?,
    };
    Ok(match (walked.steps.into_iter().next(), walked.end) {
        (Some(step), _) => Hint::Step(Box::new(step)),
        (None, End::Solved(_)) => Hint::Done,
        (None, End::Nonsense(why)) => {
            Hint::Nothing(AnswerStatus::No, format!("There is no solution: {why}"))
        }
        (None, End::Stuck) => {
            Hint::Nothing(AnswerStatus::Undecided, "No technique helps here".into())
        }
        (None, End::Stopped(stop)) => {
            Hint::Nothing(AnswerStatus::Undecided, explain::limit(stop, "a step was found"))
        }
    })
}

/// The entries that differ from an answer, and the answer. It is reversed if the line has no direction and the reverse
/// is closer to the entries.
fn differing(puzzle: &Puzzle, answer: &Answer, entered: &[Entered]) -> (Vec<Entered>, Answer) {
    let beside = |answer: Answer| {
        let contents = puzzle.filling(&answer);
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

/// Whether a note agrees with an answer.
fn is_so(puzzle: &Puzzle, answer: &Answer, note: Finding) -> bool {
    let truth = match (note.fact, answer) {
        (Fact::Number { cell, number }, Answer::Line(numbers) | Answer::Square(numbers)) => {
            numbers.get(cell as usize) == Some(&number)
        }
        (Fact::Link { from, to }, Answer::Links(on)) => {
            let edge = puzzle.board().and_then(|board| board.edge_between(from, to));
            edge.is_some_and(|edge| on[edge as usize])
        }
        (Fact::Link { from, to }, Answer::Line(numbers)) => {
            numbers[from as usize].abs_diff(numbers[to as usize]) == 1
        }
        _ => false,
    };
    truth == note.holds
}

/// The facts stated by right entries, as steps have them: numbers, or which neighbours are joined.
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
    // Two cells on a path are joined.
    let routes = puzzle.routes(answer).unwrap_or_default();
    let steps = routes.iter().flat_map(|route| route.windows(2));
    let drawn = steps.filter(|step| step.iter().all(|cell| label(cell).is_some()));
    let link =
        |step: &[Cell]| Finding { fact: Fact::Link { from: step[0], to: step[1] }, holds: true };
    entered.iter().filter_map(number).chain(drawn.map(link)).collect()
}

/// The cells of a step, and of the ideas that it needs.
fn looked_at(step: &Step) -> Vec<Cell> {
    let told = |step: &Step| step.telling.iter().flat_map(|told| told.cells.clone()).collect();
    let mut cells: Vec<Cell> = told(step);
    if !step.ideas.is_empty() {
        step.ideas.iter().for_each(|idea| cells.extend::<Vec<Cell>>(told(idea)));
        cells.sort_unstable();
        cells.dedup();
    }
    cells
}

impl Hint {
    /// Yes if there is a step or all is right, no if there is a mistake or not exactly one solution.
    pub fn standing(&self) -> AnswerStatus {
        match self {
            Hint::Wrong(..) => AnswerStatus::No,
            Hint::Step(_) | Hint::Done => AnswerStatus::Yes,
            Hint::Nothing(status, _) => *status,
        }
    }

    /// The entries that are wrong.
    pub fn wrong(&self) -> &[Entered] {
        match self {
            Hint::Wrong(wrong, _) => wrong,
            _ => &[],
        }
    }

    /// The hint in words, in the detail of `depth`.
    pub fn message(&self, puzzle: &Puzzle, depth: HintDetail) -> String {
        match self {
            Hint::Wrong(wrong, notes) => {
                let wrong = wrong.iter().map(|&(cell, content)| {
                    format!("{} is not {}", text::cell(puzzle, cell), puzzle.written(content))
                });
                // Candidates without the right number are reported without giving it away.
                let lacks = notes.iter().filter_map(|note| match note.fact {
                    Fact::Number { cell, .. } if !note.holds => Some(cell),
                    _ => None,
                });
                let lacks = lacks.map(|cell| {
                    let cell = text::cell(puzzle, cell);
                    format!("the candidates of {cell} leave out its number")
                });
                let others = notes
                    .iter()
                    .filter(|note| note.holds || !matches!(note.fact, Fact::Number { .. }));
                let right: Vec<Finding> = others.map(|note| note.negated()).collect();
                let notes = (!right.is_empty()).then(|| conclusion(puzzle, &right));
                format!("Wrong: {}", wrong.chain(lacks).chain(notes).collect::<Vec<_>>().join("; "))
            }
            Hint::Done => "Everything is filled in, and right".into(),
            Hint::Nothing(_, why) => why.clone(),
            Hint::Step(step) => {
                let cells = looked_at(step);
                let spots: Vec<String> = cells.iter().map(|&c| text::cell(puzzle, c)).collect();
                let mut text = format!("Look at {}: {}", spots.join(" "), step.technique.title);
                if depth >= HintDetail::Why {
                    text += &format!("\nWhy: {}", reason(puzzle, step));
                }
                if depth >= HintDetail::What {
                    text += &format!("\nSo: {}", result(puzzle, step));
                }
                text
            }
        }
    }

    /// The document `clew-hint/1`; `name` is the identifier of a puzzle whose file gives none.
    pub fn json(&self, entry: &Entry, name: &str, depth: HintDetail) -> Value {
        let puzzle = &entry.puzzle;
        let step = match self {
            Hint::Step(step) => Some(step_record(puzzle, step, depth)),
            _ => None,
        };
        let notes: &[Finding] = match self {
            Hint::Wrong(_, notes) => notes,
            _ => &[],
        };
        let notes = notes.iter().map(|note| FactRecord::new(puzzle, note.negated()));
        let wrong = self.wrong().iter().map(|entry| not(puzzle, *entry)).chain(notes);
        document::value(&Document {
            head: Head::new(SCHEMA, entry, name),
            wrong: wrong.collect(),
            step,
            message: self.message(puzzle, depth),
        })
    }
}

/// The next step by hand: the document `clew-hint/1`.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Document<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    /// Of each wrong entry or note the opposite, which is true.
    wrong: Vec<FactRecord<'a>>,
    /// The next step; null if there is none.
    step: Option<StepRecord<'a>>,
    /// The hint in words.
    message: String,
}
