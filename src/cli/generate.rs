//! `clew generate`: new puzzles.

use super::args::{GenerateArgs, RuleArgs};
use super::export::{Page, Target};
use super::output::broken;
use super::settings::{How, brief};
use super::status::{INTERRUPTED, Status};
use super::{overrides, say};
use crate::families::{ALL, from_keyword};
use crate::generate::{Wish, make};
use crate::puzzle::Entry;
use crate::puzzle::family::{Ground, Mask, Request};
use crate::puzzle::format::{write_json, write_native};
use crate::run::Budget;
use crate::strategy::{self, Task};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

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
    let mask = args.mask.as_deref().map(mask).transpose()?.map(Arc::new);
    let (rows, cols) = match &mask {
        Some(mask) => (mask.rows, mask.cols),
        None => (args.rows, args.cols.unwrap_or(args.rows)),
    };
    let cells = mask.as_ref().map_or((rows * cols) as usize, |mask| {
        mask.present.iter().filter(|&&present| present).count()
    });
    if cells < 2 {
        return Err("--mask leaves fewer than two cells".into());
    }
    if args.holes as usize > cells - 2 {
        return Err("--holes leaves fewer than two cells".into());
    }
    let target = Target::of(&args.export);
    if target.is_some() && args.json {
        return Err("--as does not apply with --json: one form of puzzles at a time".into());
    }
    let wish = Wish { level: args.level.map(Into::into), score: args.score };
    let cancel = super::interrupt::flag();
    let how = How::usual(args.time, 1, RuleArgs::default());
    let mut out = io::stdout().lock();
    let mut made = 0u64;
    for i in 0..args.count {
        let request = Request {
            rows,
            cols,
            neighbours: args.neighbours.map(Into::into),
            holes: args.holes,
            ground: Ground {
                mask: mask.clone(),
                wrap: args.wrap.unwrap_or_default(),
                walls: args.walls,
                links: args.links,
                bridges: args.bridges,
            },
            density: args.density,
            givens: args.givens,
            minimal: args.minimal,
            symmetric: args.symmetric,
            signs_only: args.signs_only,
            unique: args.unique,
            words: overrides::words(args.cover, args.touch),
            seed: args.seed.wrapping_add(i),
        };
        let budget = how.options(1, &cancel).budget;
        let (start, mut told) = (Instant::now(), args.time.is_some());
        // Of some sizes there are hardly any of a level, or none.
        let mut rejected = |n: u64| {
            if !told && start.elapsed() >= PATIENCE {
                told = true;
                say::line(format_args!(
                    "note: none of {n} puzzles is as asked for yet, and perhaps none can be; --time ends this"
                ));
            }
        };
        let outcome = make(family, &request, &wish, &budget, &mut rejected)?;
        let Some((mut entry, rating)) = outcome else {
            if cancel.load(Ordering::Relaxed) {
                return Ok(INTERRUPTED);
            }
            let seed = request.seed;
            say::line(format_args!(
                "puzzle {} of {}: the time limit came before one was made as asked for with seed {seed}",
                i + 1,
                args.count
            ));
            continue;
        };
        if let Some(rating) = rating {
            let level = rating.level.map_or("trivial", |level| level.keyword());
            entry.title += &format!(", {level}, score {}", rating.score);
        }
        let text = match &target {
            Some(target) => match exported(target, &entry, &budget) {
                Err(_) if cancel.load(Ordering::Relaxed) => return Ok(INTERRUPTED),
                Ok(text) if made > 0 => target.between().to_string() + &text,
                exported => exported?,
            },
            None => text(&entry, args.json, made > 0),
        };
        made += 1;
        let written = out.write_all(text.as_bytes());
        if let Err(error) = written.and_then(|()| out.flush()) {
            return Ok(broken(&error, Status::Yes).code());
        }
    }
    if made == args.count {
        return Ok(Status::Yes.code());
    }
    if args.count > 1 {
        say::line(format_args!("{made} of {} puzzles were made", args.count));
    }
    Ok(Status::Undecided.code())
}

/// After so long without a puzzle, and without a limit, somebody should be told.
const PATIENCE: Duration = Duration::from_secs(10);

/// Rows and columns of a mask, at most.
const MASK_SIDE: usize = 64;

/// Reads the shape of a board: rows of `.` and `#`, with or without blanks between them; lines without either
/// are passed over.
///
/// # Errors
/// In words, with the line.
fn mask(file: &Path) -> Result<Mask, String> {
    let shown = super::shown(file);
    let text = std::fs::read_to_string(file);
    let text = text.map_err(|error| format!("--mask {shown}: {}", super::job::reason(&error)))?;
    let mut present = Vec::new();
    let (mut rows, mut cols) = (0, 0);
    for (number, line) in (1..).zip(text.lines()) {
        let wrong = |column: usize, found: &str, expected: &str| {
            format!(
                "--mask {shown}: line {number}, column {column}: found {found}, expected {expected}"
            )
        };
        let marks = line.chars().enumerate().filter(|(_, mark)| !mark.is_whitespace());
        let marks: Vec<(usize, char)> = marks.collect();
        if marks.is_empty() {
            continue;
        }
        if let Some((at, other)) = marks.iter().find(|(_, mark)| !matches!(mark, '.' | '#')) {
            return Err(wrong(at + 1, &format!("{other:?}"), "\".\" for a cell or \"#\" for none"));
        }
        if rows > 0 && marks.len() != cols {
            let expected = format!("a row of {cols}, as the first one");
            return Err(wrong(1, &format!("{} places", marks.len()), &expected));
        }
        (rows, cols) = (rows + 1, marks.len());
        if rows > MASK_SIDE || cols > MASK_SIDE {
            return Err(format!(
                "--mask {shown}: at most {MASK_SIDE} rows and columns are made here"
            ));
        }
        present.extend(marks.iter().map(|(_, mark)| *mark == '.'));
    }
    Ok(Mask { rows: rows as u32, cols: cols as u32, present })
}

/// A puzzle in the text format, parted from the one before, or as a line of JSON.
fn text(entry: &Entry, json: bool, follows: bool) -> String {
    match (json, follows) {
        (true, _) => write_json(entry) + "\n",
        (false, false) => write_native(entry),
        (false, true) => format!("---\n{}", write_native(entry)),
    }
}

/// A puzzle in a format of others. What is nothing without a solution gets the one there is.
fn exported(target: &Target, entry: &Entry, limits: &Budget) -> Result<String, String> {
    let wants = target.format.needs_solution;
    let solved = wants.then(|| strategy::run(&entry.puzzle, Task::Check, &brief(limits)));
    let outcome = solved.transpose().map_err(|error| error.to_string())?;
    let answer = outcome.as_ref().and_then(|outcome| outcome.answers.first());
    let exported = Page::new(*target, &entry.title, entry, limits).write(answer)?;
    say::text(&exported.notes);
    Ok(exported.text)
}
