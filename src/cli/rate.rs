//! `clew rate`: how ratings look.

use super::job::Job;
use super::settings::Settings;
use super::status::Status;
use crate::explain::Rating;
use crate::puzzle::Entry;
use crate::report::steps::{rating_json, rating_text};
use crate::run::Stop;
use crate::strategy::Verdict;
use serde_json::{Value, json};
use std::io::{self, Write};

/// The version of the JSON form.
pub(super) const SCHEMA: &str = "clew-rating/1";

/// A rating, and what is known of the number of solutions.
pub(super) struct Rated<'a> {
    pub rating: &'a Rating,
    pub verdict: Verdict,
    /// The limit that came, if one did.
    pub stopped: Option<Stop>,
}

/// The object of a puzzle like which none is rated, with the reason.
pub(super) fn unsupported(job: &Job, entry: &Entry, why: &str) -> Value {
    let name = job.name();
    json!({
        "schema": SCHEMA,
        "id": entry.id.as_deref().unwrap_or(&name),
        "puzzle": entry.puzzle.family().keyword(),
        "verdict": "unsupported",
        "stopped": null,
        "rating": null,
        "reason": why,
    })
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
        let name = job.name();
        if settings.show.json {
            let rated = (verdict == Verdict::Unique).then(|| rating_json(rating));
            let object = json!({
                "schema": SCHEMA,
                "id": entry.id.as_deref().unwrap_or(&name),
                "puzzle": entry.puzzle.family().keyword(),
                "verdict": verdict.keyword(),
                "stopped": self.stopped.filter(|_| verdict == Verdict::Unknown).map(Stop::keyword),
                "rating": rated,
            });
            writeln!(out, "{object}")?;
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
