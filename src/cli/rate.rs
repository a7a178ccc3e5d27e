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

/// A rating, and what is known of the number of solutions.
pub(super) struct Rated<'a> {
    pub rating: &'a Rating,
    pub verdict: Verdict,
    /// The limit that came, if one did.
    pub stopped: Option<Stop>,
}

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

impl Rated<'_> {
    /// Writes the rating; returns the status and the word for the summary of a batch.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(
        &self,
        settings: &Settings,
        job: &Job,
        entry: &Entry,
        batch: bool,
        out: &mut dyn Write,
    ) -> io::Result<(Status, &'static str)> {
        let Rated { rating, verdict, .. } = *self;
        let (status, label) = match verdict {
            Verdict::Unique if rating.guessing() => (Status::Yes, "beyond"),
            Verdict::Unique => (Status::Yes, rating.level.map_or("trivial", |l| l.keyword())),
            Verdict::Multiple => (Status::No, "multiple"),
            Verdict::None => (Status::No, "none"),
            Verdict::Unknown => (Status::Undecided, "unknown"),
        };
        if settings.show.json {
            let rated = (verdict == Verdict::Unique).then(|| rating_json(rating));
            let object = Object {
                stopped: self.stopped.filter(|_| verdict == Verdict::Unknown).map(Stop::keyword),
                rating: rated,
                ..Object::of(settings, job, entry, (verdict.keyword(), status))
            };
            writeln!(out, "{}", object.line())?;
            return Ok((status, label));
        }
        let heading = match batch {
            true => format!("{}: ", job.title(entry.id.as_deref())),
            false => String::new(),
        };
        let text = match verdict {
            Verdict::Unique if rating.guessing() => {
                format!("beyond the techniques: after {}", rating_text(rating))
            }
            Verdict::Unique => rating_text(rating),
            Verdict::Multiple => "not rated: several solutions".into(),
            Verdict::None => "not rated: no solution".into(),
            Verdict::Unknown => "unknown: a limit came first".into(),
        };
        writeln!(out, "{heading}{text}")?;
        Ok((status, label))
    }
}
