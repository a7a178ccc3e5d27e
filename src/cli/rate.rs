//! `clew rate`: how ratings look.

use super::asked;
use super::job::Job;
use super::settings::Settings;
use super::status::Status;
use clew::explain::Rating;
use clew::puzzle::Entry;
use clew::report::json::{Asked, RATING_SCHEMA};
use clew::report::steps::{rating_json, rating_text};
use clew::run::Stop;
use clew::strategy::Verdict;
use serde::Serialize;
use serde_json::Value;
use std::io::{self, Write};

/// A rating as an object; the order of the fields is the order of the keys.
#[derive(Serialize)]
struct Object<'a> {
    schema: &'static str,
    id: String,
    puzzle: &'static str,
    verdict: &'static str,
    stopped: Option<&'static str>,
    rating: Option<Value>,
    /// Why puzzles like this one are not rated.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    asked: Asked,
}

impl<'a> Object<'a> {
    /// What is said of every puzzle, without a rating.
    fn of(
        settings: &Settings,
        job: &Job,
        entry: &Entry,
        (verdict, status): (&'static str, Status),
    ) -> Object<'a> {
        Object {
            schema: RATING_SCHEMA,
            id: entry.id.clone().unwrap_or_else(|| job.name()),
            puzzle: entry.puzzle.family().keyword(),
            verdict,
            stopped: None,
            rating: None,
            reason: None,
            asked: asked::of(settings, job, status),
        }
    }

    fn line(&self) -> String {
        serde_json::to_string(self).expect("strings and numbers are always JSON")
    }
}

/// The object of a puzzle like which none is rated, with the reason.
pub(super) fn unsupported(settings: &Settings, job: &Job, entry: &Entry, why: &str) -> String {
    let object = Object::of(settings, job, entry, ("unsupported", Status::Usage));
    Object { reason: Some(why), ..object }.line()
}

/// The object of a puzzle that could not be rated, and why not.
pub(super) fn unknown(settings: &Settings, job: &Job, entry: &Entry, why: Stop) -> String {
    let said = (Verdict::Unknown.keyword(), Status::Undecided);
    let object = Object::of(settings, job, entry, said);
    Object { stopped: Some(why.keyword()), ..object }.line()
}

/// Writes a rating; returns the status and the word for the summary of a batch.
///
/// # Errors
/// Those of `out`.
pub(super) fn write(
    rating: &Rating,
    settings: &Settings,
    job: &Job,
    entry: &Entry,
    batch: bool,
    out: &mut dyn Write,
) -> io::Result<(Status, &'static str)> {
    let verdict = rating.verdict;
    let status = match verdict {
        Verdict::Unique => Status::Yes,
        Verdict::Multiple | Verdict::None => Status::No,
        Verdict::Unknown => Status::Undecided,
    };
    let label = rating.level.map_or(verdict.keyword(), |level| level.keyword());
    if settings.show.json {
        let object = Object {
            stopped: rating.stopped.map(Stop::keyword),
            rating: rating.level.map(|_| rating_json(rating)),
            ..Object::of(settings, job, entry, (verdict.keyword(), status))
        };
        writeln!(out, "{}", object.line())?;
        return Ok((status, label));
    }
    let heading = match batch {
        true => format!("{}: ", job.title(entry.id.as_deref())),
        false => String::new(),
    };
    writeln!(out, "{heading}{}", rating_text(rating))?;
    Ok((status, label))
}
