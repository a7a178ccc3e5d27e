//! `clew generate`: new puzzles.

use super::args::{GenerateArgs, RuleArgs};
use super::output::broken;
use super::say;
use super::settings::How;
use super::status::{INTERRUPTED, Status};
use crate::families::{ALL, from_keyword};
use crate::generate::{Wish, make};
use crate::puzzle::Entry;
use crate::puzzle::family::Request;
use crate::puzzle::format::{write_json, write_native};
use std::io::{self, Write};
use std::sync::atomic::Ordering;

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
    if args.density.is_some_and(|density| !(0.0..=1.0).contains(&density)) {
        return Err("--density goes from 0 to 1".into());
    }
    let (rows, cols) = (args.rows, args.cols.unwrap_or(args.rows));
    if args.holes > rows * cols - 2 {
        return Err("--holes leaves fewer than two cells".into());
    }
    let wish = Wish { level: args.level.map(Into::into), score: args.score };
    let cancel = super::interrupt::flag();
    let how = How::usual(args.time, 1, RuleArgs::default());
    let mut out = io::stdout().lock();
    for i in 0..args.count {
        let request = Request {
            rows,
            cols,
            neighbours: args.neighbours.map(Into::into),
            holes: args.holes,
            density: args.density,
            minimal: args.minimal,
            symmetric: args.symmetric,
            signs_only: args.signs_only,
            seed: args.seed.wrapping_add(i),
        };
        let budget = how.options(1, &cancel).budget;
        let Some((mut entry, rating)) = make(family, &request, &wish, &budget)? else {
            if cancel.load(Ordering::Relaxed) {
                return Ok(INTERRUPTED);
            }
            say::line(format_args!(
                "puzzle {} of {}: the time limit came before one was made as asked for",
                i + 1,
                args.count
            ));
            return Ok(Status::Undecided.code());
        };
        if let Some(rating) = rating {
            let level = rating.level.map_or("trivial", |level| level.keyword());
            entry.title += &format!(", {level}, score {}", rating.score);
        }
        let written = out.write_all(text(&entry, args.json, i > 0).as_bytes());
        if let Err(error) = written.and_then(|()| out.flush()) {
            return Ok(broken(&error, Status::Yes).code());
        }
    }
    Ok(Status::Yes.code())
}

/// A puzzle in the text format, parted from the one before, or as a line of JSON.
fn text(entry: &Entry, json: bool, follows: bool) -> String {
    match (json, follows) {
        (true, _) => write_json(entry) + "\n",
        (false, false) => write_native(entry),
        (false, true) => format!("---\n{}", write_native(entry)),
    }
}
