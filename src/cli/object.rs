//! Results as JSON lines.

use super::job::Job;
use super::judge::Answered;
use super::settings::{Question, Settings};
use super::status::Status;
use super::{asked, candidates, located, stats};
use clew::puzzle::{Answer, Entry};
use clew::report::json::{Figure, ResultRecord};
use clew::run::Stop;
use clew::strategy::Verdict;
use num_bigint::BigUint;
use std::io::{self, Write};
use std::slice;

/// The result object of a puzzle that could not be searched, and why not.
pub(super) fn unknown(settings: &Settings, job: &Job, entry: &Entry, why: Stop) -> String {
    let mut record = ResultRecord::of(entry, &job.name());
    record.stopped = Some(why);
    record.asked = Some(asked::of(settings, job, Status::Undecided));
    record.to_json()
}

/// One solution of several as a result of its own.
pub(super) fn one(name: &str, entry: &Entry, answer: &Answer, time_ms: f64) -> String {
    let mut record = ResultRecord::of(entry, name);
    record.solved = true;
    record.time_ms = time_ms;
    record.solutions = slice::from_ref(answer);
    record.to_json()
}

/// Writes the result object of an outcome.
///
/// # Errors
/// Those of `out`.
pub(super) fn write(
    settings: &Settings,
    verdict: Verdict,
    status: Status,
    answered: &Answered<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let Answered { entry, outcome, .. } = answered;
    let question = settings.question;
    let optimising = matches!(question, Question::Optimise(_));
    let mut record = ResultRecord::of(entry, answered.name);
    record.solved = question.solves() && status == Status::Yes;
    record.verdict = match status {
        _ if !question.solves() => verdict,
        Status::No => Verdict::None,
        _ => Verdict::Unknown,
    };
    record.stopped = outcome.stopped;
    record.exact = outcome.exact;
    record.count = Some(outcome.count.to_string());
    record.lines = outcome.lines.as_ref().map(BigUint::to_string);
    record.stats = stats::figures(outcome);
    if let Some(best) = outcome.best {
        record.stats.push(("objectiveProved", Figure::Count(u64::from(best.proved))));
    }
    if optimising && !outcome.answers.is_empty() {
        // One solution was asked for, the best; the others were not counted.
        record.count = Some(outcome.answers.len().to_string());
        record.lines = None;
        record.exact = false;
        record.stopped = record.stopped.or(Some(Stop::Limit));
    }
    record.time_ms = answered.time_ms;
    record.solutions = &outcome.answers;
    record.listed = answered.listed;
    record.asked = Some(asked::asked(settings, &answered.digest, status));
    record.network = Some(outcome.network.to_string());
    let how = Some(outcome.how.to_string());
    if question == Question::Candidates {
        candidates::fill(&mut record, &entry.puzzle, outcome);
    }
    if let Some(found) = &outcome.whereabouts {
        located::fill(&mut record, found);
    }
    let counted = [Question::Count, Question::Estimate, Question::Candidates];
    if counted.contains(&question) {
        record.method = how
    } else {
        record.search = how
    }
    record.write(out)?;
    writeln!(out)
}
