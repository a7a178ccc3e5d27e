//! Results as JSON lines.

use crate::cli::batch::asked;
use crate::cli::batch::settings::Settings;
use crate::cli::batch::status::Status;
use crate::cli::io::job::Job;
use clew::puzzle::{Answer, Entry};
use clew::report::json::ResultRecord;
use clew::run::Stop;
use std::slice;

/// The result object of a puzzle that could not be searched, and why not.
pub(crate) fn unknown(settings: &Settings, job: &Job, entry: &Entry, why: Stop) -> String {
    let mut record = ResultRecord::of_entry(entry, &job.name());
    record.stopped = Some(why);
    record.asked = Some(asked::of(settings, job, Status::Undecided));
    record.to_json()
}

/// One solution of several as a result of its own.
pub(crate) fn one(name: &str, entry: &Entry, answer: &Answer, time_ms: f64) -> String {
    let mut record = ResultRecord::of_entry(entry, name);
    record.solved = true;
    record.time_ms = time_ms;
    record.solutions = slice::from_ref(answer);
    record.to_json()
}
