//! `clew compare`: the changes from one saved profile to another.

use crate::cli::batch::status::Status;
use crate::cli::io::{output, regular, stderr};
use crate::cli::profile::args::CompareArgs;
use clew::api::compare;
use clew::api::profile::SCHEMA;
use clew::puzzle::format::marks;
use serde_json::Value;
use std::path::Path;

/// The most bytes of a saved profile.
const MOST: u64 = 16 << 20;

/// The most JSON values of one.
const MOST_VALUES: usize = 1 << 17;

/// Runs the command; returns the exit status.
pub(crate) fn run(args: &CompareArgs) -> u8 {
    let read = |path: &Path| read(path).map_err(|why| stderr::line(format_args!("error: {why}")));
    let (Ok(before), Ok(after)) = (read(&args.before), read(&args.after)) else {
        return Status::BadInput.code();
    };
    let text = match args.json {
        true => format!("{}\n", compare::json(&before, &after)),
        false => compare::text(&before, &after),
    };
    output::print(text.as_bytes(), Status::Yes).code()
}

/// The profile in a file.
fn read(path: &Path) -> Result<Value, String> {
    let shown = crate::cli::shown(path);
    let text = regular::text(path, MOST).map_err(|why| format!("cannot read {shown}: {why}"))?;
    if marks(&text) > MOST_VALUES {
        return Err(format!("{shown}: found more, expected at most {MOST_VALUES} JSON values"));
    }
    let value: Value = serde_json::from_str(&text).map_err(|error| {
        // For an empty file the JSON reader reports column 0.
        let (line, column) = (error.line(), error.column().max(1));
        let found = if text.trim().is_empty() { "found nothing, " } else { "" };
        format!("{shown}:{line}:{column}: {found}expected one JSON object of clew profile --json")
    })?;
    match value["schema"].as_str() {
        Some(SCHEMA) => Ok(value),
        found => {
            let found =
                found.map_or("no schema".into(), |f| format!("schema \"{}\"", crate::cli::safe(f)));
            Err(format!("{shown}:1:1: found {found}, expected \"{SCHEMA}\" of clew profile --json"))
        }
    }
}
