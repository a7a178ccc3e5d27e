//! Messages about input that cannot be used.

use crate::cli::batch::asked;
use crate::cli::batch::settings::Settings;
use crate::cli::batch::status::Status;
use crate::cli::io::job::{Fault, Job};
use crate::cli::io::{output, stderr};
use clew::api::guarded::{Failure, catch_panic};
use clew::api::request as api;
use clew::report::json::{Asked, Mistake, invalid};

/// The longest line of input that is shown with a mistake, in characters.
const MAX_SHOWN: usize = 160;

/// Position and message on one line.
pub(crate) fn message(fault: &Fault) -> String {
    match fault {
        Fault::At(error) => error.to_string(),
        Fault::Whole(why) => why.clone(),
    }
}

/// Why one of several puzzles has no result, and the exit status for that.
pub(crate) type Refusal = (Fault, Status);

/// The same for a question that was refused.
pub(crate) fn refusal(why: api::Mistake) -> Refusal {
    (Fault::Whole(why.message), Status::from(why.kind))
}

/// Works on one of several puzzles. A defect of the program is a fault of this puzzle, and does not end the rest.
///
/// # Errors
/// That of the work, or the defect.
pub(crate) fn guarded<T>(work: impl FnOnce() -> Result<T, Refusal>) -> Result<T, Refusal> {
    let defect = |why: Failure| Err((Fault::Whole(why.to_string()), Status::Undecided));
    catch_panic(work).unwrap_or_else(defect)
}

/// Reports on standard error why a puzzle has no result, and on standard output as the document of this schema if one
/// is wanted in its place; returns the exit status.
pub(crate) fn refused(job: &Job, (fault, status): &Refusal, schema: Option<&str>) -> Status {
    stderr::text(&people(job, fault));
    match schema {
        Some(schema) => {
            let line = document(schema, job, fault, None) + "\n";
            output::print(line.as_bytes(), *status)
        }
        None => *status,
    }
}

/// The result object, under the identifier that the puzzle has in spite of its error.
pub(crate) fn json(settings: &Settings, job: &Job, fault: &Fault, status: Status) -> String {
    document(settings.schema(), job, fault, Some(&asked::of(settings, job, status)))
}

/// The same for results of a schema, with the question if that is told.
pub(crate) fn document(schema: &str, job: &Job, fault: &Fault, asked: Option<&Asked>) -> String {
    let mistake = match fault {
        Fault::At(error) => Mistake::from(error),
        Fault::Whole(why) => Mistake { line: None, column: None, message: why.clone() },
    };
    let id = job.id().unwrap_or_else(|| job.name());
    invalid(schema, Some(&id), &mistake, asked)
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
