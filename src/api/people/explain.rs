//! The steps of a person, from the givens to the solution, and the verdict of a search if the steps end early.

use crate::api::guarded::catch_panic;
use crate::api::page_budget;
use crate::api::question::AnswerStatus;
use clew_engine::run::{Budget, Stop};
use clew_puzzle::puzzle::{Entry, Puzzle};
use clew_report::document::{self, Head};
use clew_report::steps::{
    CompactStep, LineOfStep, RatingRecord, StepRecord, lines, page, rating_text, result,
};
use clew_report::text;
use clew_solve::explain::{End, Rating, Step, Walk, WalkOptions, walk};
use clew_solve::strategy::{Options, Verdict};
use serde::Serialize;
use serde_json::Value;
use std::fmt::Write;

/// The version of the JSON form.
pub const SCHEMA: &str = "clew-steps/1";

/// The steps to the solution of a puzzle, as far as techniques go.
#[derive(Debug)]
pub struct Explanation<'a> {
    entry: &'a Entry,
    /// The steps and how they ended.
    pub walk: Walk,
    /// The rating that follows from the steps.
    pub rating: Rating,
    /// How many solutions there are, if that is known.
    pub verdict: Verdict,
    /// How the steps ended, in words.
    pub end: String,
}

/// Solves a puzzle as a person does. If the steps end before the solution, a search within the rest of the limits
/// determines the reason.
///
/// # Errors
/// In words, if puzzles like this one have no steps.
pub fn explain<'a>(entry: &'a Entry, options: &Options) -> Result<Explanation<'a>, String> {
    let manner = WalkOptions { uniqueness: options.uniqueness, ..WalkOptions::WORDS };
    let walk = walk(&entry.puzzle, &[], manner, &options.budget)?;
    let rating = catch_panic(|| Rating::of_walk(&entry.puzzle, &walk, options))
        .map_err(|f| f.to_string())??;
    let end = ending(&walk, rating.verdict);
    Ok(Explanation { entry, verdict: rating.verdict, rating, end, walk })
}

impl Explanation<'_> {
    /// Yes if the steps lead to the one solution, no if there is not exactly one.
    pub fn standing(&self) -> AnswerStatus {
        match (self.verdict, &self.walk.end) {
            (Verdict::Unique, End::Solved(_)) => AnswerStatus::Yes,
            (Verdict::Multiple | Verdict::None, _) => AnswerStatus::No,
            _ => AnswerStatus::Undecided,
        }
    }

    /// The steps in words, the solution, and the rating.
    pub fn text(&self) -> String {
        words(&self.entry.puzzle, &self.walk, &self.rating, &self.end, &lines)
    }

    /// The same, with only the conclusions of each step.
    pub fn compact_text(&self) -> String {
        let result = |puzzle: &Puzzle, step: &Step| {
            vec![LineOfStep { title: step.technique.title, text: result(puzzle, step) }]
        };
        words(&self.entry.puzzle, &self.walk, &self.rating, &self.end, &result)
    }

    /// A page of HTML that steps through them; `title` is its heading. It ends with the budget of the steps, which
    /// leaves a moment for it if it is used up.
    pub fn page(&self, title: &str, budget: &Budget) -> String {
        let budget = page_budget(budget);
        let Explanation { entry, walk, rating, end, .. } = self;
        page(&entry.puzzle, &walk.steps, rating, [title, end], &budget)
    }

    /// The document `clew-steps/1`; `name` is the identifier of a puzzle whose file gives none.
    pub fn json(&self, name: &str) -> Value {
        let step = |(n, step)| StepRecord::new(&self.entry.puzzle, n, step);
        let steps = (1..).zip(&self.walk.steps).map(step).collect();
        document::value(&self.document(name, Steps::Full(steps), None))
    }

    /// The same document with the key `compact`: for each step only its conclusions.
    pub fn compact_json(&self, name: &str) -> Value {
        let step = |(n, step)| CompactStep::new(&self.entry.puzzle, n, step);
        let steps = (1..).zip(&self.walk.steps).map(step).collect();
        document::value(&self.document(name, Steps::Compact(steps), Some(true)))
    }

    fn document<'a>(
        &'a self,
        name: &'a str,
        steps: Steps<'a>,
        compact: Option<bool>,
    ) -> Document<'a> {
        Document {
            head: Head::new(SCHEMA, self.entry, name),
            verdict: self.verdict,
            solved: matches!(self.walk.end, End::Solved(_)),
            end: &self.end,
            steps,
            rating: RatingRecord::from(&self.rating),
            compact,
        }
    }
}

/// How a puzzle is solved by hand: the document `clew-steps/1`.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Document<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    /// How many solutions there are.
    verdict: Verdict,
    /// Whether the steps lead to the solution.
    solved: bool,
    /// How it ended, in words.
    end: &'a str,
    /// The steps, in their order.
    steps: Steps<'a>,
    /// How hard it is.
    rating: RatingRecord,
    /// True with explain --compact: steps hold their conclusions alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    compact: Option<bool>,
}

/// Steps in full, or their conclusions alone.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
enum Steps<'a> {
    /// In full.
    Full(Vec<StepRecord<'a>>),
    /// With the member `compact`.
    Compact(Vec<CompactStep<'a>>),
}

/// The steps as text, with the lines of each by `tell`, the solution, and the rating. Lines of one step have letters.
fn words(
    puzzle: &Puzzle,
    walked: &Walk,
    rating: &Rating,
    end: &str,
    tell: &dyn Fn(&Puzzle, &Step) -> Vec<LineOfStep>,
) -> String {
    let mut out = String::new();
    let width = walked.steps.len().to_string().len();
    for (n, step) in (1..).zip(&walked.steps) {
        let lines = tell(puzzle, step);
        let many = lines.len() > 1;
        for (letter, LineOfStep { title, text }) in lines.iter().enumerate() {
            let letter = if many { lettered(letter) } else { String::new() };
            out += &broken(&format!("{n:>width$}{letter}. [{title}] {text}"), width + 2);
        }
    }
    if !walked.steps.is_empty() {
        out.push('\n');
    }
    match &walked.end {
        End::Solved(answer) => {
            if walked.unique.is_some() {
                out = out + end + "\n\n";
            }
            out += &text::solution(puzzle, answer);
        }
        _ => out = out + end + "\n",
    }
    if rating.level.is_some() {
        let _ = writeln!(out, "\n{}", rating_text(rating));
    }
    out
}

/// a, b, ..., z, aa, ab, ...
fn lettered(n: usize) -> String {
    let last = char::from(b'a' + (n % 26) as u8);
    if n < 26 { last.to_string() } else { format!("{}{last}", lettered(n / 26 - 1)) }
}

/// Characters of a line of text; a step may take several.
const LINE: usize = 110;

/// A text in lines, all but the first with an indent.
fn broken(text: &str, indent: usize) -> String {
    let (mut out, mut column) = (String::new(), 0);
    for word in text.split_inclusive(' ') {
        let length = word.trim_end().chars().count();
        if column > indent && column + length > LINE {
            out.truncate(out.trim_end().len());
            let _ = write!(out, "\n{:indent$}", "");
            column = indent;
        }
        out += word;
        column += word.chars().count();
    }
    out + "\n"
}

/// How the steps ended, in words; if they ended early, `verdict` is the verdict of a search.
fn ending(walked: &Walk, verdict: Verdict) -> String {
    let stuck = match (&walked.end, verdict) {
        (End::Solved(_), _) => {
            let used = match walked.unique {
                None => "",
                Some(false) => "; the steps use that there is only one, as a search has found",
                Some(true) => {
                    "; the steps use that there is only one and that it fills the board, as a search has found"
                }
            };
            return format!("Solved: this is the only solution{used}");
        }
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

/// The limit that ended the steps before `this`, in words.
pub fn limit(stop: Stop, this: &str) -> String {
    match stop {
        Stop::Interrupt => format!("Interrupted before {this}"),
        _ => format!("The time limit came before {this}"),
    }
}
