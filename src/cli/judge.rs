//! What an outcome means: for the exit status, for the summary of a batch, in words.

use super::settings::Question;
use super::status::Status;
use clew::puzzle::Entry;
use clew::report::listed::Listed;
use clew::run::Stop;
use clew::strategy::{Outcome, Verdict};
use num_bigint::BigUint;

/// A puzzle and what came of it.
pub(super) struct Answered<'a> {
    /// Where the puzzle stands.
    pub name: &'a str,
    /// The same with its identifier, for results in text.
    pub title: &'a str,
    pub entry: &'a Entry,
    /// The digest of its text.
    pub digest: String,
    pub outcome: &'a Outcome,
    pub time_ms: f64,
    pub batch: bool,
    /// How many solutions were written while they were found, if that was done; the outcome has none
    /// then.
    pub streamed: Option<usize>,
    /// Those that go into its object.
    pub listed: Option<&'a Listed<'a>>,
    /// Its solutions in the format that was asked for, if one was.
    pub exported: Option<Vec<String>>,
}

impl<'a> Answered<'a> {
    /// Solutions found.
    pub fn found(&self) -> usize {
        self.streamed.unwrap_or(self.outcome.answers.len())
    }

    /// What stands before the solutions, unless they are written already.
    pub fn name_before(&self) -> Option<&'a str> {
        (self.batch && self.streamed.is_none_or(|n| n == 0)).then_some(self.title)
    }
}

/// What the outcome says about the number of solutions.
pub(super) fn verdict(question: Question, entry: &Entry, outcome: &Outcome) -> Verdict {
    if matches!(question, Question::Check | Question::Locate) {
        return outcome.verdict();
    }
    let none = outcome.count == BigUint::ZERO;
    if let Question::Optimise(_) = question {
        // Only good solutions were looked for: nothing is known about their number.
        return if outcome.exact && outcome.answers.is_empty() {
            Verdict::None
        } else {
            Verdict::Unknown
        };
    }
    // A continuous line and its reverse are one answer.
    let distinct = match &outcome.lines {
        Some(lines) if entry.puzzle.one_either_way() => lines,
        _ => &outcome.count,
    };
    match (none, outcome.exact) {
        (true, true) => Verdict::None,
        _ if *distinct > BigUint::from(1u32) => Verdict::Multiple,
        (false, true) => Verdict::Unique,
        _ => Verdict::Unknown,
    }
}

/// What it means for the exit status and for the summary of a batch.
pub(super) fn judge(
    question: Question,
    verdict: Verdict,
    answered: &Answered<'_>,
) -> (Status, &'static str) {
    let (found, outcome) = (answered.found(), answered.outcome);
    let solved = |enough: bool| match (found, enough) {
        // All solutions may be known before the first one of a sample is drawn.
        (0, _) if outcome.exact && outcome.count == BigUint::ZERO => {
            (Status::No, "without solution")
        }
        (1.., true) => (Status::Yes, "solved"),
        _ => (Status::Undecided, "unknown"),
    };
    match question {
        // Where they differ was asked too, and is not all known.
        Question::Locate
            if verdict == Verdict::Multiple
                && !outcome.whereabouts.as_ref().is_some_and(|found| found.is_complete()) =>
        {
            (Status::Undecided, "multiple")
        }
        Question::Check | Question::Locate => match verdict {
            Verdict::Unique => (Status::Yes, "unique"),
            Verdict::Multiple => (Status::No, "multiple"),
            Verdict::None => (Status::No, "none"),
            Verdict::Unknown => (Status::Undecided, "unknown"),
        },
        Question::Count | Question::Estimate | Question::Candidates if outcome.exact => {
            (Status::Yes, "counted")
        }
        Question::Count | Question::Estimate | Question::Candidates => {
            (Status::Undecided, "cut short")
        }
        Question::Solve(limit) => solved(outcome.exact || found >= limit),
        Question::SolveAll | Question::Optimise(_) => solved(outcome.exact),
        Question::Sample(k) => solved(found >= k),
    }
}

/// Why something is not known, in brackets.
pub(super) fn why(outcome: &Outcome) -> &'static str {
    match outcome.stopped {
        Some(Stop::Time) => " (time limit)",
        Some(Stop::Nodes) => " (node limit)",
        Some(Stop::Memory) => " (memory limit)",
        Some(Stop::Interrupt) => " (interrupted)",
        Some(Stop::Limit) => " (as many as asked for)",
        Some(Stop::Defect) => " (a defect of this program)",
        None => "",
    }
}
