//! `clew rate`: the output of ratings.

use crate::cli::batch::asked;
use crate::cli::batch::settings::Settings;
use crate::cli::batch::status::Status;
use crate::cli::io::job::Job;
use clew::api::rate::{Record, judge};
use clew::explain::Rating;
use clew::puzzle::Entry;
use clew::report::steps::rating_text;
use clew::run::Stop;
use std::io::{self, Write};

/// The object of a puzzle of a kind that has no ratings, with the reason.
pub(crate) fn unsupported(settings: &Settings, job: &Job, entry: &Entry, why: &str) -> String {
    let asked = asked::of(settings, job, Status::Usage);
    Record::unsupported(entry, &job.name(), why, Some(asked)).to_json()
}

/// The object of a puzzle that could not be rated, and why not.
pub(crate) fn unknown(settings: &Settings, job: &Job, entry: &Entry, why: Stop) -> String {
    let asked = asked::of(settings, job, Status::Undecided);
    Record::unknown(entry, &job.name(), why, Some(asked)).to_json()
}

/// Writes a rating; returns the status and the word for the summary of a batch.
///
/// # Errors
/// Those of `out`.
pub(crate) fn write(
    rating: &Rating,
    settings: &Settings,
    job: &Job,
    entry: &Entry,
    batch: bool,
    out: &mut dyn Write,
) -> io::Result<(Status, &'static str)> {
    let (standing, label) = judge(rating);
    let status = Status::from(standing);
    if settings.show.json {
        let asked = asked::of(settings, job, status);
        let record = Record::rated(entry, &job.name(), rating, Some(asked)).to_json();
        writeln!(out, "{record}")?;
        return Ok((status, label));
    }
    let heading = match batch {
        true => format!("{}: ", job.title(entry.id.as_deref())),
        false => String::new(),
    };
    writeln!(out, "{heading}{}", rating_text(rating))?;
    Ok((status, label))
}
