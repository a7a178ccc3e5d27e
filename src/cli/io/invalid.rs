//! Messages about input that cannot be used.

use crate::cli::batch::asked;
use crate::cli::batch::settings::Settings;
use crate::cli::batch::status::Status;
use crate::cli::io::job::{Fault, Job};
use clew::report::json::{Mistake, invalid};

/// The longest line of input that is shown with a mistake, in characters.
const MAX_SHOWN: usize = 160;

/// Position and message on one line.
pub(crate) fn message(fault: &Fault) -> String {
    match fault {
        Fault::At(error) => error.to_string(),
        Fault::Whole(why) => why.clone(),
    }
}

/// The result object, under the identifier that the puzzle has in spite of its error.
pub(crate) fn json(settings: &Settings, job: &Job, fault: &Fault, status: Status) -> String {
    let mistake = match fault {
        Fault::At(error) => Mistake::from(error),
        Fault::Whole(why) => Mistake { line: None, column: None, message: why.clone() },
    };
    let id = job.id().unwrap_or_else(|| job.name());
    invalid(settings.schema(), Some(&id), &mistake, Some(&asked::of(settings, job, status)))
}

/// For a person: the message, and the line with a mark under the error.
pub(crate) fn people(job: &Job, fault: &Fault) -> String {
    let mut out = format!("error: {}: {}\n", job.title(job.id().as_deref()), message(fault));
    let Fault::At(error) = fault else { return out };
    let Some(line) = job.line(error.line) else { return out };
    let line = line.trim_end_matches('\r').replace('\t', " ");
    let safe = crate::cli::safe(&line);
    // A mark stands right only under text that is shown as it is.
    if safe != line || line.trim().is_empty() || line.chars().count() > MAX_SHOWN {
        return out;
    }
    let number = error.line.to_string();
    let pad = " ".repeat(number.len());
    let mark = " ".repeat(error.column.saturating_sub(1));
    out += &format!("{number} | {line}\n{pad} | {mark}^\n");
    out
}
