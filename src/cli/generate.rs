//! `clew generate`: a small seeded maker of puzzles, for instances and experiments.

use super::args::GenerateArgs;
use super::output;
use super::status::Status;
use crate::families::{ALL, from_keyword};
use crate::generate;
use crate::puzzle::family::Request;
use crate::puzzle::format::write_native;

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
    Ok(output::print(write_native(&entry).as_bytes(), Status::Yes).code())
}
