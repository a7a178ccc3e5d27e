//! Rules from the command line in place of those of the file.

use crate::cli::args::RuleArgs;
use crate::cli::args::format::ReadingArgs;
use crate::cli::batch::status::Status;
use crate::cli::io::job::{Fault, Job};
use clew::api::Rules;
use clew::api::request::ReadingOptions;
use clew::interchange::Reading;
use clew::puzzle::Entry;

/// The puzzle of a job, by the rules of the command line.
///
/// # Errors
/// The error of the puzzle, or of the rules, and its exit status.
pub(crate) fn parsed(job: &Job, rules: &RuleArgs) -> Result<Entry, (Fault, Status)> {
    let mut entry = job.parse().map_err(|fault| (fault, Status::BadInput))?;
    self::rules(rules).apply(&mut entry).map_err(|why| (Fault::Whole(why), Status::Usage))?;
    Ok(entry)
}

/// The description of the input on the command line, for inputs that do not describe themselves.
pub(crate) fn reading(rules: &RuleArgs) -> Reading {
    Reading {
        format: rules.reading.from,
        family: rules.reading.family.map(|named| named.family),
        alias: rules.reading.family.and_then(|named| named.alias),
        words: rules.words.0.clone(),
        neighbours: rules.neighbours,
        blank: ReadingArgs::signs(&rules.reading.blank),
        hole: ReadingArgs::signs(&rules.reading.hole),
        given: ReadingArgs::signs(&rules.reading.given),
        size_row: rules.reading.first_row(),
        places: rules.reading.place_rules(),
    }
}

/// The rules of the command line as data; a family name brings its rules unless others are given.
pub(crate) fn rules(rules: &RuleArgs) -> Rules {
    ReadingOptions::rules(&reading(rules))
}
