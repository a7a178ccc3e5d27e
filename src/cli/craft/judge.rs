//! `clew verify` over many puzzles: a judgement on each answer, in text or as JSON, never ended by a wrong one.

use crate::cli::args::VerifyArgs;
use crate::cli::batch::overrides;
use crate::cli::batch::status::{INTERRUPTED, Status};
use crate::cli::io::job::{Fault, Job};
use crate::cli::io::{interrupt, invalid};
use crate::cli::io::{output, stderr};
use clew::api::judge::{AnswerVerdict, Answers, Judge, Judgement, Tally};
use clew::api::rules_words;
use clew::puzzle::Entry;
use clew::run::Budget;

/// Bytes that a search for a solution may take, to which an answer is compared.
const MEMORY: usize = 1 << 28;

/// Judges the answers to all puzzles of these jobs: their own, or these. Returns the exit status: 1
/// if any is wrong, else 3 if any cannot be read.
pub(crate) fn run(
    args: &VerifyArgs,
    jobs: impl Iterator<Item = Job>,
    mut answers: Option<Answers>,
) -> u8 {
    let mut tally = Tally::default();
    let mut status = Status::Yes;
    let mut puzzles = 0u64;
    for job in jobs {
        if interrupt::is_raised() {
            return INTERRUPTED;
        }
        puzzles += 1;
        let entry = match overrides::parsed(&job, &args.rules) {
            Ok(entry) => entry,
            Err((fault, why)) => {
                let printed = mistake(args, &job, &fault);
                // Its answer is not that of the next puzzle.
                if let Some(answers) = &mut answers {
                    answers.take(job.id().as_deref());
                }
                tally.add(AnswerVerdict::Unreadable);
                status = status.max(why).max(printed);
                continue;
            }
        };
        let found = judged(&job, &entry, answers.as_mut());
        let several = found.len() > 1;
        let mut lines = String::new();
        for (number, judgement) in (1..).zip(&found) {
            tally.add(judgement.verdict);
            let number = several.then_some(number);
            lines += &line(args, &job, &entry, judgement, number);
        }
        if !lines.is_empty() {
            status = status.max(output::print(lines.as_bytes(), Status::Yes));
        }
    }
    let left = answers.as_ref().map_or(0, Answers::left);
    if left > 0 {
        stderr::line(format_args!("{left} answers belong to no puzzle"));
    }
    let status = match tally {
        Tally { wrong: 1.., .. } => Status::No.max(status.min(Status::No)),
        Tally { unreadable: 1.., .. } => status.max(Status::BadInput),
        _ => status,
    };
    if args.json {
        stderr::line(format_args!("{tally}"));
        return status.code();
    }
    let all_right = tally.wrong == 0 && tally.unreadable == 0;
    let text = match all_right {
        true => format!("{puzzles} puzzles: every solution obeys the rules\n"),
        false => format!("{tally}\n"),
    };
    output::print(text.as_bytes(), status).code()
}

/// The judgements on the answers to a puzzle.
fn judged(job: &Job, entry: &Entry, answers: Option<&mut Answers>) -> Vec<Judgement> {
    let budget = Budget::unlimited().with_cancel(interrupt::flag());
    let judge = Judge::new(entry, budget, MEMORY);
    match answers {
        Some(answers) => judge.all(&answers.take(entry.id.as_deref())),
        None => match &job.answer_texts()[..] {
            [] => judge.carried(),
            texts => judge.all(texts),
        },
    }
}

/// The line of a judgement; empty for a right answer in text, which the summary counts.
fn line(
    args: &VerifyArgs,
    job: &Job,
    entry: &Entry,
    judgement: &Judgement,
    number: Option<usize>,
) -> String {
    if args.json {
        let id = entry.id.clone().unwrap_or_else(|| job.name());
        return format!("{}\n", judgement.json(&id, number));
    }
    let title = job.title(entry.id.as_deref());
    let which = number.map_or(String::new(), |number| format!("answer {number}: "));
    let (rules, why) = (rules_words(entry), judgement.why.as_deref().unwrap_or_default());
    let right = judgement
        .right
        .map_or(String::new(), |right| format!(" ({right} of {} cells right)", judgement.to_fill));
    match judgement.verdict {
        AnswerVerdict::Right => String::new(),
        AnswerVerdict::Wrong => format!("{title}: {which}breaks the rules{rules}: {why}{right}\n"),
        AnswerVerdict::Unreadable => format!("{title}: {which}cannot be read: {why}\n"),
    }
}

/// Prints the mistake in a puzzle; the status of printing.
fn mistake(args: &VerifyArgs, job: &Job, fault: &Fault) -> Status {
    if !args.json {
        stderr::text(&invalid::people(job, fault));
        return Status::Yes;
    }
    let id = job.id().unwrap_or_else(|| job.name());
    let mut object = serde_json::Map::new();
    object.insert("schema".into(), clew::api::judge::SCHEMA.into());
    object.insert("id".into(), id.into());
    object.insert("verdict".into(), "invalid".into());
    object.insert("message".into(), invalid::message(fault).into());
    output::print(format!("{}\n", serde_json::Value::Object(object)).as_bytes(), Status::Yes)
}
