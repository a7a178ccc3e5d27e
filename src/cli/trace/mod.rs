//! `clew trace`: every inference with its rule, its premises and its conclusion.

use crate::cli::batch::settings::How;
use crate::cli::batch::status::Status;
use crate::cli::io::{output, single, stderr};
use crate::cli::profile;
use crate::cli::profile::args::TraceArgs;
use clew::api::Failure;
use clew::api::trace::{Filter, Form, Tracer};
use clew::kernel::Watched;
use clew::puzzle::format::place;
use clew::puzzle::verify::Spot;
use clew::puzzle::{Board, Puzzle, Shape};
use clew::strategy;
use std::io::BufWriter;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Runs the command; returns the exit status.
///
/// # Errors
/// The error in the command line, in words.
pub(crate) fn run(args: &TraceArgs) -> Result<u8, String> {
    let how = How::new(&args.search)?;
    let (job, entry) = match single::read_with_models(&args.puzzle, &how.rules) {
        Ok(read) => read,
        Err(status) => return Ok(status),
    };
    let name = job.title(entry.id.as_deref());
    let filter = Filter {
        propagator: args.propagator.clone(),
        rule: args.rule.clone(),
        cell: args.cell.as_deref().map(|text| cell(&entry.puzzle, text)).transpose()?,
        depth: args.depth,
    };
    let cancel = crate::cli::io::interrupt::flag();
    // Raised when enough was shown, or standard output is closed.
    let enough = Arc::new(AtomicBool::new(false));
    let mut options = how.options(1, &cancel);
    options.budget = options.budget.with_cancel(enough.clone());
    let out = BufWriter::new(output::Standard::lock());
    let budget = options.budget.clone();
    let form = Form { first: args.first, json: args.json, boards: args.boards };
    let mut tracer = Tracer::new(&entry.puzzle, form, filter, out, enough, budget);
    let task = args.task.task();
    let ran = strategy::run_watched(&entry.puzzle, task, &options, &mut Watched::new(&mut tracer));
    if let (true, Some(names)) = (ran.is_ok(), tracer.others()) {
        let found = crate::cli::safe(args.propagator.as_deref().unwrap_or_default());
        let known = names.join(", ");
        return Err(format!("--propagator: there is no \"{found}\" here; there are {known}"));
    }
    if let Ok((outcome, _)) = &ran
        && outcome.verdict() == strategy::Verdict::None
        && outcome.stats.propagations == 0
    {
        stderr::line(format_args!(
            "{name}: the givens contradict each other before anything is inferred"
        ));
    }
    // An empty trace may come from a misspelt name: there is no list of valid names to check it against.
    if ran.is_ok() && tracer.is_empty() && !tracer.is_cut_short() {
        stderr::line(format_args!("{name}: no inference matches"));
    }
    let status = match ran {
        Ok((outcome, _)) if profile::cut_short(task, &outcome) && !tracer.is_full() => {
            Status::Undecided
        }
        Ok(_) if tracer.is_cut_short() => Status::Undecided,
        Ok(_) => Status::Yes,
        Err(error) => {
            let why = Failure::from_run(error, options.network.is_some());
            let bad = Status::from(&why);
            if !tracer.is_full() {
                stderr::line(format_args!("error: {name}: {why}"));
            }
            if tracer.is_full() { Status::Yes } else { bad }
        }
    };
    let status = match tracer.finish() {
        Ok(()) => status,
        Err(error) => output::broken(&error, status),
    };
    Ok(status.code_unless(cancel.load(Ordering::Relaxed)))
}

/// The cell of a name such as `r3c4`, or of a free point such as `point 7`.
fn cell(puzzle: &Puzzle, text: &str) -> Result<u32, String> {
    let name = text.trim().to_lowercase();
    let point = name.strip_prefix("point").and_then(|number| number.trim().parse::<u32>().ok());
    let point = point.and_then(|number| number.checked_sub(1)).map(|at| (0, at));
    let Some((row, col)) = place(&name).or(point) else {
        let found = crate::cli::safe(text);
        return Err(format!(
            "--cell: found \"{found}\", expected a cell such as r3c4, or a free point such as \"point 7\""
        ));
    };
    let free = matches!(puzzle.board().map(Board::shape), Some(Shape::Points { .. }));
    let cell = puzzle.cell_at(row, col).filter(|_| free || point.is_none());
    let spot = Spot { row, col, free: point.is_some() };
    cell.ok_or_else(|| format!("--cell: the board has no cell {spot}"))
}
