//! Questions about solutions, and their replies: an outcome with its document and its text.

use super::question::{AnswerStatus, Question};
use super::{Failure, run_guarded};
use clew_engine::kernel::Observer;
use clew_engine::run::Stop;
use clew_engine::run::clock::Instant;
use clew_model::flatzinc;
use clew_puzzle::puzzle::{Entry, Goal, Puzzle};
use clew_report::json::{Asked, Figure, ResultRecord};
use clew_report::listed::Listed;
use clew_report::{candidates, figures};
use clew_solve::strategy::{self, Options, Outcome, Verdict};
use num_bigint::BigUint;
use std::io::{self, Write};

/// A puzzle and the outcome of a question about it.
#[derive(Debug)]
pub struct OutcomeReply<'a> {
    /// The puzzle, with the statements of its file.
    pub entry: &'a Entry,
    /// The question.
    pub question: Question,
    /// Its outcome.
    pub outcome: Outcome,
    /// Statements of the puzzle's file about its solutions that are false; see [`false_statements`].
    pub misstated: Vec<String>,
    /// Milliseconds from the question to the outcome.
    pub time_ms: f64,
    /// The identifier of a puzzle whose file gives none, such as its place.
    pub name: &'a str,
    /// The number of solutions that were streamed, if they were; the outcome has none then.
    pub streamed: Option<usize>,
    /// The streamed solutions that go into the document.
    pub listed: Option<&'a Listed<'a>>,
    /// The solutions as texts of another format, to be shown instead of grids.
    pub exported: Option<Vec<String>>,
}

/// A question about solutions that was answered, without its puzzle.
#[derive(Debug)]
pub struct Answered {
    /// The question.
    pub question: Question,
    /// Its outcome.
    pub outcome: Outcome,
    /// Milliseconds from the question to the outcome.
    pub time_ms: f64,
}

/// Answers a question about solutions. If the [`Budget`](clew_engine::run::Budget) ends, the reply holds the results
/// until then.
///
/// # Errors
/// Why there is no outcome: the question does not fit the puzzle, or the solver failed.
pub fn outcome_of<'a>(
    entry: &'a Entry,
    question: Question,
    options: &Options,
) -> Result<OutcomeReply<'a>, Failure> {
    let start = Instant::now();
    let question = question.on(&entry.puzzle);
    let options = question.options(options.clone());
    let outcome = run_guarded(&options, || outcome(&entry.puzzle, question, &options))?;
    let time_ms = start.elapsed().as_secs_f64() * 1e3;
    Ok(OutcomeReply { time_ms, ..OutcomeReply::new(entry, question, outcome) })
}

/// Whether the puzzle has exactly one solution; two that differ if it has several.
///
/// # Errors
/// As [`outcome_of`].
pub fn check<'a>(entry: &'a Entry, options: &Options) -> Result<OutcomeReply<'a>, Failure> {
    outcome_of(entry, Question::Check, options)
}

/// Up to `limit` solutions.
///
/// # Errors
/// As [`outcome_of`].
pub fn solve<'a>(
    entry: &'a Entry,
    limit: usize,
    options: &Options,
) -> Result<OutcomeReply<'a>, Failure> {
    outcome_of(entry, Question::Solve(limit), options)
}

/// The exact number of solutions, or a proved bound if a limit came first.
///
/// # Errors
/// As [`outcome_of`].
pub fn count<'a>(entry: &'a Entry, options: &Options) -> Result<OutcomeReply<'a>, Failure> {
    outcome_of(entry, Question::Count, options)
}

/// The common part of all solutions, and the possible contents of each other cell.
///
/// # Errors
/// As [`outcome_of`].
pub fn locate<'a>(entry: &'a Entry, options: &Options) -> Result<OutcomeReply<'a>, Failure> {
    outcome_of(entry, Question::Locate, options)
}

fn outcome(
    puzzle: &Puzzle,
    question: Question,
    options: &Options,
) -> Result<Outcome, strategy::RunError> {
    match question {
        Question::Sample(count) => strategy::sample(puzzle, count, options),
        _ => run(puzzle, question, usize::MAX - 1, options, None::<&mut ()>),
    }
}

/// Puts a question to the solver; at most `room` solutions are kept. The observer `seen` receives each node of a
/// search for solutions. Counts are not observed node by node, which would restrict them to one thread. A sample is a
/// solution here.
///
/// # Errors
/// Those of the solver.
pub fn run<O: Observer>(
    puzzle: &Puzzle,
    question: Question,
    room: usize,
    options: &Options,
    seen: Option<&mut O>,
) -> Result<Outcome, strategy::RunError> {
    let task = question.task(room);
    if let Question::Optimise(Goal::STATED) = question
        && let Some(best) = flatzinc::best(puzzle, options)
    {
        return best;
    }
    match (question, seen) {
        (Question::Candidates, _) => strategy::candidates(puzzle, options),
        (Question::Estimate, _) => strategy::count_or_estimate(puzzle, options),
        (_, Some(seen)) if question.solves() => {
            strategy::run_watched(puzzle, task, options, seen).map(|(outcome, _)| outcome)
        }
        _ => strategy::run(puzzle, task, options),
    }
}

/// Statements of a file about the solutions of its puzzle that are false, in words, one sentence each: a solution that
/// breaks a rule, or a wrong number of solutions. Such a file is wrong, regardless of the answer; a caller that has to
/// answer yes or no does not answer yes.
pub fn false_statements(entry: &Entry, question: Question, outcome: &Outcome) -> Vec<String> {
    let mut all = entry.invalid_solutions();
    all.extend(contradiction(question, entry, outcome));
    all
}

/// The message if the file expects another number of solutions than was found.
fn contradiction(question: Question, entry: &Entry, outcome: &Outcome) -> Option<String> {
    if matches!(question, Question::Optimise(_)) {
        return None;
    }
    let expected: BigUint = entry.solutions.as_ref()?.parse().ok()?;
    // For lines without direction, a file may count each line once.
    if outcome.lines.as_ref() == Some(&expected) {
        return None;
    }
    let (found, few) = (&outcome.count, if outcome.exact { "" } else { "at least " });
    let contradicts = if outcome.exact { *found != expected } else { *found > expected };
    contradicts.then(|| format!("the file states \"solutions: {expected}\", found {few}{found}"))
}

impl<'a> OutcomeReply<'a> {
    /// A reply with nothing but the outcome.
    pub fn new(entry: &'a Entry, question: Question, outcome: Outcome) -> OutcomeReply<'a> {
        OutcomeReply {
            misstated: false_statements(entry, question, &outcome),
            entry,
            question,
            outcome,
            time_ms: 0.0,
            name: "",
            streamed: None,
            listed: None,
            exported: None,
        }
    }

    /// The number of solutions found.
    pub fn found(&self) -> usize {
        self.streamed.unwrap_or(self.outcome.answers.len())
    }

    /// The verdict on the number of solutions.
    pub fn verdict(&self) -> Verdict {
        self.question.verdict(&self.entry.puzzle, &self.outcome)
    }

    /// Whether the answer is yes, no, or open.
    pub fn standing(&self) -> AnswerStatus {
        self.judge().0
    }

    /// The same, and the word for it in a summary of many.
    pub fn judge(&self) -> (AnswerStatus, &'static str) {
        self.question.judge(self.verdict(), &self.outcome, self.found())
    }

    /// The document `clew-result/1`, on one line without a line end, without a copy of the question.
    pub fn to_json(&self) -> String {
        let mut out = Vec::new();
        self.write_json(None, &mut out).expect("memory takes it");
        String::from_utf8(out).expect("JSON is UTF-8")
    }

    /// Writes the document, with the question `asked`.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_json(&self, asked: Option<Asked>, out: &mut dyn Write) -> io::Result<()> {
        self.write_json_with(asked, self.listed, out)
    }

    /// Writes the document with solutions that are in the form of results already.
    ///
    /// # Errors
    /// Those of `out`.
    pub(super) fn write_json_of(&self, listed: &Listed<'_>, out: &mut dyn Write) -> io::Result<()> {
        self.write_json_with(None, Some(listed), out)
    }

    fn write_json_with(
        &self,
        asked: Option<Asked>,
        listed: Option<&Listed<'_>>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let OutcomeReply { entry, question, outcome, .. } = self;
        let question = *question;
        let standing = self.standing();
        let mut record = ResultRecord::of_entry(entry, self.name);
        record.solved = question.solves() && standing == AnswerStatus::Yes;
        record.verdict = match standing {
            _ if !question.solves() => self.verdict(),
            AnswerStatus::No => Verdict::None,
            _ => Verdict::Unknown,
        };
        record.stopped = outcome.stopped;
        record.exact = outcome.exact;
        record.count = Some(outcome.count.to_string());
        record.lines = outcome.lines.as_ref().map(BigUint::to_string);
        record.stats = figures::figures(outcome);
        if let Some(best) = outcome.best {
            record.stats.push(("objectiveProved", Figure::Count(u64::from(best.proved))));
            let bound = best.bound.map(|bound| ("objectiveBound", Figure::Real(bound as f64)));
            record.stats.extend(bound);
        }
        if matches!(question, Question::Optimise(_)) && !outcome.answers.is_empty() {
            // The question was for one solution, the best; the others were not counted.
            record.count = Some(outcome.answers.len().to_string());
            record.lines = None;
            record.exact = false;
            record.stopped = record.stopped.or(Some(Stop::Limit));
        }
        record.time_ms = self.time_ms;
        record.solutions = &outcome.answers;
        record.listed = listed;
        record.asked = asked;
        record.misstated = &self.misstated;
        record.network = Some(outcome.network.to_string());
        let how = Some(outcome.how.to_string());
        if question == Question::Candidates {
            candidates::fill(&mut record, &entry.puzzle, outcome);
        }
        if let Some(found) = &outcome.whereabouts {
            record.locate(found);
        }
        if question.counts() {
            record.method = how
        } else {
            record.search = how
        }
        record.write(out)
    }
}
