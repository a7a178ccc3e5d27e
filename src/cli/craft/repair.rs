//! `clew repair`: how a puzzle could be repaired.

use crate::cli::args::RepairArgs;
use crate::cli::batch::settings::How;
use crate::cli::batch::status::{Status, failed};
use crate::cli::craft::generate::mask;
use crate::cli::io::machine;
use crate::cli::io::output;
use crate::cli::io::single;
use clew::api::repair::{RepairGoal, repair_with_goal};
use clew::puzzle::Entry;
use clew::run::Stop;
use clew::strategy::repair::Scope;
use std::path::Path;

/// Runs the command; returns the exit status.
///
/// # Errors
/// The error in the command line, in words.
pub(crate) fn run(args: &RepairArgs) -> Result<u8, String> {
    let how = How::new(&args.search)?;
    let (job, entry) = match single::read(&args.puzzle, &how.rules) {
        Ok(read) => read,
        Err(status) => return Ok(status),
    };
    let cancel = crate::cli::io::interrupt::flag();
    let options = how.options(how.threads, &cancel);
    let cells = args.at.as_deref().map(|file| at(file, &entry)).transpose()?;
    let scope = Scope { cells, signs: args.signs };
    let wanted =
        RepairGoal { minimal: args.minimal, scope, level: args.level.map(Into::into), rated: true };
    let mending = match repair_with_goal(&entry, &wanted, &options, machine::auxiliary_memory()) {
        Ok(mending) => mending,
        Err(failure) => return Ok(failed(&failure, &job.title(entry.id.as_deref())).code()),
    };
    let status = Status::from(mending.standing());
    let text = if args.json { mending.json(&job.name()) + "\n" } else { mending.text() };
    let written = output::print(text.as_bytes(), status);
    let interrupted =
        mending.found.stopped == Some(Stop::Interrupt) && written == Status::Undecided;
    Ok(written.code_unless(interrupted))
}

/// Per cell of a puzzle whether the pattern of a file has it.
///
/// # Errors
/// In words, if the pattern cannot be read or has another size.
fn at(file: &Path, entry: &Entry) -> Result<Vec<bool>, String> {
    let mask = mask(file, "--at")?;
    let (rows, cols) = entry.puzzle.size();
    if (mask.rows, mask.cols) != (rows, cols) {
        let shown = crate::cli::shown(file);
        return Err(format!(
            "--at {shown}: it has {} rows and {} columns, the puzzle {rows} and {cols}",
            mask.rows, mask.cols
        ));
    }
    let cells = (0..entry.puzzle.cells() as u32).map(|c| entry.puzzle.place(c));
    Ok(cells.map(|(r, c)| mask.present[(r * cols + c) as usize]).collect())
}
