//! `clew flatzinc`: a FlatZinc file, answered as MiniZinc expects it of a solver.

use crate::cli::batch::status::{self, INTERRUPTED, Status};
use crate::cli::io::{interrupt, machine, named, output, stderr};
use clap::Args;
use clew::api::Failure;
use clew::api::limits;
use clew::flatzinc::run::{self, FlatZincRun, Wanted};
use clew::run::Budget;
use clew::strategy::Options;
use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::thread::Builder;
use std::time::{Duration, Instant};

pub(crate) const ABOUT: &str = "Answers a FlatZinc file, which MiniZinc makes of a model, in the words that MiniZinc reads. \
Whole numbers and truth values; sets as truth values, by clew's library for MiniZinc (`clew install-minizinc`).";

/// Grace period after the time limit before a search is abandoned: a single step of it may be long.
const GRACE: Duration = Duration::from_millis(100);

/// Bytes of a search's stack, as much as the program itself has.
const STACK: usize = 8 << 20;

pub(crate) const AFTER: &str =
    "A file whose name ends with .fzn needs no command: clew -a model.fzn

Examples:
  clew flatzinc model.fzn
  clew flatzinc -a -s model.fzn
  minizinc --solver clew model.mzn data.dzn";

/// `clew flatzinc`: the options that MiniZinc has for solvers.
#[derive(Args, Debug)]
pub struct FlatZincArgs {
    /// A file, or - for standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Print all solutions
    #[arg(short = 'a', conflicts_with = "number")]
    pub all: bool,
    /// Print up to this many solutions
    #[arg(short = 'n', value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub number: Option<u64>,
    /// Free search: the search annotations of the file are left aside
    #[arg(short = 'f')]
    pub free: bool,
    /// With a goal: each solution that is better than those before it, as soon as it is found, as -a does
    #[arg(short = 'i')]
    pub intermediate: bool,
    /// Threads
    #[arg(short = 'p', value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: Option<u32>,
    /// Seed of random choices
    #[arg(short = 'r', value_name = "SEED")]
    pub seed: Option<u64>,
    /// Print statistics
    #[arg(short = 's')]
    pub statistics: bool,
    /// End after this number of milliseconds
    #[arg(short = 't', value_name = "MS")]
    pub time: Option<u64>,
    /// Report the reading on standard error
    #[arg(short = 'v')]
    pub verbose: bool,
}

/// The arguments, with the command where they are MiniZinc's: options and a file that ends with .fzn.
pub(crate) fn with_command(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.into_iter().collect();
    let is_file = |a: &OsString| std::path::Path::new(a).extension() == Some(OsStr::new("fzn"));
    let begins =
        arguments.get(1).is_some_and(|a| is_file(a) || a.to_string_lossy().starts_with('-'));
    if begins && arguments[1..].iter().any(is_file) {
        arguments.insert(1, "flatzinc".into());
    }
    arguments
}

/// Runs the command; returns the exit status.
///
/// # Errors
/// The error in the command line, in words.
pub(crate) fn run(args: &FlatZincArgs) -> Result<u8, String> {
    let begun = Instant::now();
    let name = args.file.display().to_string();
    let bad = |why: &dyn std::fmt::Display| {
        stderr::line(format_args!("error: {name}: {why}"));
        Ok(Status::BadInput.code())
    };
    let text = match named::text(&args.file) {
        Ok(text) => text,
        Err(why) => return bad(&why),
    };
    let file = match run::read(&text) {
        Ok((file, warning)) => {
            if let Some(warning) = warning {
                stderr::line(format_args!("warning: {name}: {warning}"));
            }
            file
        }
        Err(error) => return bad(&error),
    };
    if args.verbose {
        stderr::line(format_args!("{name}: {}", file.described()));
    }
    let late = args.time.map(|time| begun + Duration::from_millis(time) + GRACE);
    let cancel = interrupt::flag();
    let memory = machine::default_memory();
    let mut budget = match args.time {
        Some(time) => limits(Duration::from_millis(time).saturating_sub(begun.elapsed()), memory),
        None => Budget::of_memory(memory),
    };
    budget.cancel.push(cancel.clone());
    let options = Options {
        threads: args.threads.unwrap_or(1) as usize,
        seed: args.seed.unwrap_or(0),
        budget,
        ..Options::default()
    };
    let number = args.number.map_or(1, |n| usize::try_from(n).unwrap_or(usize::MAX));
    let wanted = Wanted {
        solutions: if args.all { usize::MAX } else { number },
        improving: args.all || args.intermediate,
        free: args.free,
        statistics: args.statistics,
    };
    let written = Arc::new(Mutex::new(Ok(())));
    let kept = written.clone();
    let answering = FlatZincRun::new(file, wanted, move |text: &str| {
        let mut out = output::Standard::lock();
        let done = out.write_all(text.as_bytes()).and_then(|()| out.flush());
        let flow = if done.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
        if let (Err(_), Ok(mut kept)) = (&done, kept.lock()) {
            *kept = done;
        }
        flow
    });
    if let Err(failure) = within(&answering, options, late)? {
        return Ok(status::failed(&failure, &name).code());
    }
    if let Ok(written) = written.lock()
        && let Err(error) = &*written
    {
        return Ok(output::broken(error, Status::Yes).code());
    }
    Ok(if cancel.load(Ordering::Relaxed) { INTERRUPTED } else { Status::Yes.code() })
}

/// Searches on a thread of its own; one that has not ended by then is abandoned.
///
/// # Errors
/// In words, if there can be no thread.
fn within(
    answering: &Arc<FlatZincRun>,
    options: Options,
    late: Option<Instant>,
) -> Result<Result<(), Failure>, String> {
    let (to, from) = channel();
    let search = answering.clone();
    let run = move || to.send(search.run(&options).map_err(Failure::from)).unwrap_or_default();
    let thread = Builder::new().stack_size(STACK).spawn(run);
    let thread = thread.map_err(|error| format!("no thread to search on: {error}"))?;
    let done = match late {
        Some(late) => from.recv_timeout(late.saturating_duration_since(Instant::now())),
        None => from.recv().map_err(|_| RecvTimeoutError::Disconnected),
    };
    match done {
        Ok(done) => Ok(done),
        Err(RecvTimeoutError::Timeout) => {
            answering.close();
            Ok(Ok(()))
        }
        Err(RecvTimeoutError::Disconnected) => match thread.join() {
            Err(panic) => resume_unwind(panic),
            Ok(()) => Ok(Ok(())),
        },
    }
}
