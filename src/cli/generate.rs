//! `clew generate`: a small seeded maker of puzzles, for instances and experiments.

use super::args::GenerateArgs;
use super::export::Target;
use super::settings::brief;
use super::status::Status;
use super::{output, say};
use crate::families::{ALL, from_keyword};
use crate::generate;
use crate::puzzle::family::Request;
use crate::puzzle::format::write_native;
use crate::strategy::{self, Task};

/// Runs the command; returns the exit status.
///
/// # Errors
/// In words, what the command line got wrong.
pub(super) fn run(args: &GenerateArgs) -> Result<u8, String> {
    let family = from_keyword(&args.family).ok_or_else(|| {
        let all: Vec<&str> = ALL.iter().map(|f| f.keyword()).collect();
        let (last, rest) = all.split_last().expect("there are families");
        format!("the families are {} and {last}", rest.join(", "))
    })?;
    if !(0.0..=1.0).contains(&args.density) {
        return Err("--density goes from 0 to 1".into());
    }
    let (rows, cols) = (args.rows, args.cols.unwrap_or(args.rows));
    if args.holes > rows * cols - 2 {
        return Err("--holes leaves fewer than two cells".into());
    }
    let request = Request {
        rows,
        cols,
        neighbours: args.neighbours.map(Into::into),
        holes: args.holes,
        density: args.density,
        minimal: args.minimal,
        seed: args.seed,
    };
    let entry = generate::generate(family, &request)?;
    let Some(target) = Target::of(&args.export) else {
        return Ok(output::print(write_native(&entry).as_bytes(), Status::Yes).code());
    };
    // What is nothing without a solution gets the one there is.
    let solved =
        target.format.needs_solution.then(|| strategy::run(&entry.puzzle, Task::Check, &brief()));
    let outcome = solved.transpose().map_err(|error| error.to_string())?;
    let answer = outcome.as_ref().and_then(|outcome| outcome.answers.first());
    let exported = target.write(&entry.title, &entry, answer)?;
    say::text(&exported.notes);
    Ok(output::print(exported.text.as_bytes(), Status::Yes).code())
}
