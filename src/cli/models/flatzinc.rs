//! `clew flatzinc`: a FlatZinc file, answered as MiniZinc expects it of a solver.

use crate::cli::args::values;
use crate::cli::batch::status::{self, INTERRUPTED, Status};
use crate::cli::io::{interrupt, machine, named, output, stderr};
use crate::cli::proof::modelled;
use clap::Args;
use clew::api::{Failure, limits};
use clew::flatzinc::run::{FlatZincRun, Wanted, read};
use clew::run::Budget;
use clew::strategy::Options;
use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;
use std::time::{Duration, Instant};

pub(crate) const ABOUT: &str = "Answers a FlatZinc file, which MiniZinc makes of a model, in the words that MiniZinc reads. \
Whole numbers and truth values; sets as truth values, by clew's library for MiniZinc (`clew install-minizinc`).";

/// Grace period after the time limit, or after Ctrl-C, before the work is abandoned: a single step of it may be long.
const GRACE: Duration = Duration::from_millis(100);

/// Interval between two looks whether Ctrl-C was pressed.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Between two lines about the goal.
const BETWEEN_LINES: Duration = Duration::from_millis(500);

/// Bytes that a byte of a file may take while it is read: a term of a list, its number, a term of a sum.
const BYTES_A_LETTER: usize = 64;

/// Bytes of a search's stack, as much as the program itself has.
const STACK: usize = 8 << 20;

pub(crate) const AFTER: &str =
    "A file whose name ends with .fzn needs no command: clew -a model.fzn

Examples:
  clew flatzinc model.fzn
  clew flatzinc -a -s model.fzn
  minizinc --solver clew model.mzn data.dzn";

/// `clew flatzinc`: the options that MiniZinc has for solvers.
#[derive(Args, Clone, Debug)]
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
    /// Leave out a part: presolve (truth values that others define), energy (edge finding for jobs on resources); of a search for a best value relaxation, the linear
    /// relaxation; or turns: plain, learning, rounding (they begin with the values of the relaxation), neighbourhoods (around
    /// the best solution), cores (bounds from below)
    #[arg(long, value_name = "PART", value_parser = ["presolve", "energy", "relaxation", "plain", "learning", "rounding", "neighbourhoods", "cores"])]
    pub without: Vec<String>,
    /// Write a certificate of the answer to this directory (no solution, a solution, or none better), which `clew certify`
    /// and any checker of the format VeriPB can check
    #[arg(long, value_name = "DIR", conflicts_with_all = ["all", "number", "intermediate", "statistics", "without"])]
    pub proof: Option<PathBuf>,
    /// With --proof: end without a certificate rather than write more than this, such as 500MB or 2GiB
    #[arg(long, value_name = "BYTES", value_parser = values::bytes, requires = "proof")]
    pub proof_limit: Option<usize>,
    /// Report the reading on standard error, and with a goal the best value, the bound and the gap as they change
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
    if let Some(dir) = &args.proof {
        return proved(args, dir, begun);
    }
    let name = args.file.display().to_string();
    let output = Arc::new(Output::default());
    let stage = Arc::new(Mutex::new(Stage::Reading));
    let (to, from) = channel();
    let (own, shared, out) = (args.clone(), stage.clone(), output.clone());
    let work = move || to.send(answer(&own, begun, &shared, &out)).unwrap_or_default();
    let thread = Builder::new().stack_size(STACK).spawn(work);
    let thread = thread.map_err(|error| format!("no thread to search on: {error}"))?;
    let late = args.time.and_then(|time| begun.checked_add(Duration::from_millis(time)));
    let mut log = GoalLog { begun, told: begun, last: String::new() };
    let mut look = || {
        if let (true, Stage::Answering(run)) = (args.verbose, &*locked(&stage)) {
            log.look(&name, run);
        }
    };
    match in_time(&from, late.and_then(|late| late.checked_add(GRACE)), &mut look) {
        Ok(Err(AnswerError::Input(why))) => {
            stderr::line(format_args!("error: {name}: {why}"));
            return Ok(Status::BadInput.code());
        }
        Ok(Err(AnswerError::Run(failure))) => return Ok(status::failed(&failure, &name).code()),
        Ok(Ok(())) => {}
        // The work is abandoned; what it has found so far is printed.
        Err(RecvTimeoutError::Timeout) => {
            match std::mem::replace(&mut *locked(&stage), Stage::Over) {
                Stage::Answering(run) => run.close(),
                Stage::Reading | Stage::Over => drop(output.tell("=====UNKNOWN=====\n")),
            }
        }
        Err(RecvTimeoutError::Disconnected) => {
            if let Err(panic) = thread.join() {
                resume_unwind(panic);
            }
        }
    }
    if let Some(error) = &*locked(&output.broken) {
        return Ok(output::broken(error, Status::Yes).code());
    }
    Ok(if interrupt::is_raised() { INTERRUPTED } else { Status::Yes.code() })
}

/// How far the work has come, for the thread that ends it.
enum Stage {
    Reading,
    Answering(Arc<FlatZincRun>),
    /// Nothing more is printed.
    Over,
}

/// Lines about the goal on standard error while it is searched for.
struct GoalLog {
    begun: Instant,
    told: Instant,
    last: String,
}

impl GoalLog {
    /// A line, if something has changed and the last one is not too young.
    fn look(&mut self, name: &str, run: &FlatZincRun) {
        if self.told.elapsed() < BETWEEN_LINES {
            return;
        }
        if let Some(words) = run.progress().filter(|words| *words != self.last) {
            let seconds = self.begun.elapsed().as_secs_f64();
            stderr::line(format_args!("{name}: {seconds:.1} s: {words}"));
            (self.told, self.last) = (Instant::now(), words);
        }
    }
}

/// Why there is no answer.
enum AnswerError {
    /// The file cannot be read, in words.
    Input(String),
    Run(Failure),
}

/// Standard output, and its first error.
#[derive(Default)]
struct Output {
    broken: Mutex<Option<std::io::Error>>,
}

impl Output {
    fn tell(&self, text: &str) -> ControlFlow<()> {
        let mut out = output::Standard::lock();
        match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                locked(&self.broken).get_or_insert(error);
                ControlFlow::Break(())
            }
        }
    }
}

fn locked<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The result of the work, with a `look` at it now and then; a time-out when it is late, or goes on after Ctrl-C.
fn in_time<T>(
    from: &Receiver<T>,
    mut late: Option<Instant>,
    look: &mut dyn FnMut(),
) -> Result<T, RecvTimeoutError> {
    let mut is_raised = false;
    loop {
        look();
        let now = Instant::now();
        if interrupt::is_raised() && !std::mem::replace(&mut is_raised, true) {
            late = late.into_iter().chain(now.checked_add(GRACE)).min();
        }
        let left = late.map(|late| late.saturating_duration_since(now));
        if left == Some(Duration::ZERO) {
            return Err(RecvTimeoutError::Timeout);
        }
        match from.recv_timeout(left.unwrap_or(POLL_INTERVAL).min(POLL_INTERVAL)) {
            Err(RecvTimeoutError::Timeout) => {}
            done => return done,
        }
    }
}

/// Reads the file and answers it.
fn answer(
    args: &FlatZincArgs,
    begun: Instant,
    stage: &Mutex<Stage>,
    output: &Arc<Output>,
) -> Result<(), AnswerError> {
    let name = args.file.display();
    let memory = machine::default_memory();
    let text = input(args, memory).map_err(AnswerError::Input)?;
    let file = read(&text).map_err(|error| AnswerError::Input(error.to_string()));
    let (file, warning) = file?;
    drop(text);
    if let Some(warning) = warning {
        stderr::line(format_args!("warning: {name}: {warning}"));
    }
    if args.verbose {
        stderr::line(format_args!("{name}: {}", file.described()));
    }
    let options = options(args, begun, memory);
    let number = args.number.map_or(1, |n| usize::try_from(n).unwrap_or(usize::MAX));
    let wanted = Wanted {
        solutions: if args.all { usize::MAX } else { number },
        improving: args.all || args.intermediate,
        free: args.free,
        statistics: args.statistics,
    };
    let out = output.clone();
    let run = FlatZincRun::new(file, wanted, move |text: &str| out.tell(text));
    match &mut *locked(stage) {
        Stage::Over => return Ok(()),
        stage => *stage = Stage::Answering(run.clone()),
    }
    run.run(&options).map_err(|error| AnswerError::Run(error.into()))
}

/// The text of the file.
///
/// # Errors
/// In words.
fn input(args: &FlatZincArgs, memory: usize) -> Result<String, String> {
    let text = named::text(&args.file)?;
    let bytes = text.len().saturating_mul(BYTES_A_LETTER);
    if bytes > memory {
        let [bytes, memory] = [bytes, memory].map(|bytes| bytes >> 20);
        return Err(format!("to read the file takes up to {bytes} MiB, {memory} MiB are allowed"));
    }
    Ok(text)
}

/// The options of the search, and its limits.
fn options(args: &FlatZincArgs, begun: Instant, memory: usize) -> Options {
    let mut budget = match args.time {
        Some(time) => limits(Duration::from_millis(time).saturating_sub(begun.elapsed()), memory),
        None => Budget::of_memory(memory),
    };
    budget.cancel.push(interrupt::flag());
    Options {
        threads: args.threads.unwrap_or(1) as usize,
        seed: args.seed.unwrap_or(0),
        without: args.without.clone(),
        budget,
        ..Options::default()
    }
}

/// Answers the file with a certificate.
fn proved(args: &FlatZincArgs, dir: &Path, begun: Instant) -> Result<u8, String> {
    let memory = machine::default_memory();
    let text = match input(args, memory) {
        Ok(text) => text,
        Err(why) => {
            stderr::line(format_args!("error: {}: {why}", args.file.display()));
            return Ok(Status::BadInput.code());
        }
    };
    let options = options(args, begun, memory);
    modelled::run((&args.file, &text), (dir, args.proof_limit), &options)
}
