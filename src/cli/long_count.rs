//! Counts by a programme that go on after a kill, and residues of counts.

use super::args::{CountArgs, CountMethod};
use super::checkpoint::{Checkpoint, of_residue};
use super::counter::{Counter, counted};
use super::disk::Disk;
use super::long_args::LongArgs;
use super::meter::Meter;
use super::output;
use super::progress::Progress;
use super::records::Named;
use super::residues::{self, Share};
use super::settings::How;
use super::status::Status;
use super::{interrupt, one, say};
use crate::dp::Run;
use crate::run::Stop;
use crate::strategy::dp::Dp;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The directory of --resume, if it is that of a count. A file there is of the results of a batch.
fn resumed(args: &CountArgs) -> Option<&Path> {
    args.batch.resume.as_deref().filter(|path| path.is_dir())
}

/// Where layers go that memory does not hold.
fn scratch(args: &CountArgs) -> &Path {
    let LongArgs { scratch, checkpoint, .. } = &args.long;
    let named = scratch.as_deref().or(checkpoint.as_deref());
    named.or(resumed(args)).unwrap_or(Path::new("."))
}

/// Whether a count in pieces is asked for.
pub(super) fn is_asked(args: &CountArgs) -> bool {
    let long = &args.long;
    long.modulus.is_some()
        || long.residues.is_some()
        || long.checkpoint.is_some()
        || long.disk.is_some()
        || resumed(args).is_some()
}

/// With a limit of time, a layer is kept so many times at least.
const KEEPS: u32 = 5;

/// What may be asked of a programme here.
enum Question {
    Count,
    Residue(u64),
    Share(Share),
}

impl Question {
    fn name(&self) -> String {
        match self {
            Question::Count => "count".into(),
            Question::Residue(prime) => of_residue(*prime),
            Question::Share(share) => format!("residues {}/{}", share.k, share.n),
        }
    }
}

/// Runs `clew count` where it is asked for a count in pieces; returns the exit status.
///
/// # Errors
/// In words, what the command line got wrong.
pub(super) fn run(args: &CountArgs) -> Result<u8, String> {
    let CountArgs { long, batch, .. } = args;
    if matches!(args.method, CountMethod::Search | CountMethod::Parts) {
        return Err(
            "--method: a count in pieces is by a programme, not by search; `clew split` cuts \
                    a search into pieces"
                .into(),
        );
    }
    let how = How::of(&args.search)?;
    let [path] = &batch.puzzles[..] else {
        return Err(
            "--mod, --residues, --disk, --checkpoint and --resume DIR take one puzzle".into()
        );
    };
    let question = match (long.modulus, long.residues) {
        (Some(prime), _) => Question::Residue(prime),
        (None, Some(share)) => {
            let file = long.output.clone().unwrap_or_else(|| PathBuf::from("-"));
            if output::is_standard(&file) {
                return Err("--residues is written to a file, which -o names".into());
            }
            Question::Share(Share { k: share.k, n: share.n, file })
        }
        (None, None) => Question::Count,
    };
    let (job, entry) = match one::read(path, &how.rules) {
        Ok(read) => read,
        Err(status) => return Ok(status),
    };
    let refuse = |why: &str, status: Status| {
        say::line(format_args!("error: {}: {why}", job.name()));
        Ok(status.code())
    };
    let dp = match Dp::of(&entry.puzzle) {
        Ok(dp) => dp,
        Err(why) => return refuse(&why, Status::Usage),
    };
    if let Some(why) = dp.stays_in_memory().filter(|_| long.disk.is_some()) {
        return refuse(&format!("--disk does not apply: {why}"), Status::Usage);
    }
    let disk = match long.disk.map(|bytes| Disk::new(scratch(args), bytes)).transpose() {
        Ok(disk) => disk.map(Arc::new),
        Err(why) => return refuse(&why, Status::Unwritten),
    };
    let named = Named::of(&entry.puzzle);
    // A run that ends soon keeps something all the same.
    let every = args.search.time.map_or(long.every, |time| long.every.min(time / KEEPS));
    let keeper = match (&long.checkpoint, resumed(args)) {
        (Some(directory), _) => Some(Checkpoint::begin(directory, &named, &question.name(), every)),
        (None, Some(directory)) => {
            Some(Checkpoint::resume(directory, &named, &question.name(), every))
        }
        (None, None) => None,
    };
    if let (Some(_), Some(why)) = (&keeper, dp.keeps_nothing()) {
        let why = format!("--checkpoint does not apply: {why}");
        if let Some(Ok(keeper)) = keeper {
            keeper.end();
        }
        return refuse(&why, Status::Usage);
    }
    let mut keeper = match keeper.transpose() {
        Ok(keeper) => keeper,
        Err((why, status)) => {
            say::line(format_args!("error: {why}"));
            return Ok(status.code());
        }
    };
    if let (Some(keeper), Some(time)) = (&mut keeper, args.search.time) {
        keeper.stops_after(time);
    }
    if resumed(args).is_some()
        && let Some(keeper) = keeper.as_ref().filter(|keeper| !batch.quiet && !keeper.keeps())
    {
        let shown = keeper.directory();
        say::line(format_args!("note: {shown}: no layer is kept here; the count begins anew"));
    }
    let meter = Meter::default();
    let mut options = how.options(how.threads, &interrupt::flag());
    options.watch = Some(meter.watch("step"));
    let mut counter = Counter { dp, options, keeper, disk };
    let progress = Progress::start(!batch.quiet, move |_| meter.message());
    let (text, status) = match &question {
        Question::Count => {
            let run = counter.count();
            answer(&counter, run, |count| counted(&entry.puzzle, &count))
        }
        Question::Residue(prime) => {
            let run = counter.residue(*prime);
            answer(&counter, run, |residue| format!("residue {residue} modulo {prime}\n"))
        }
        Question::Share(share) => residues::share(&mut counter, &named, share),
    };
    drop(progress);
    finish(counter, &text, status)
}

/// What is printed of a run.
fn answer<T>(
    counter: &Counter<'_>,
    run: Run<T>,
    text: impl FnOnce(T) -> String,
) -> (Result<String, String>, Status) {
    match run.answer {
        Ok(value) => (Ok(text(value)), Status::Yes),
        Err(stop) => {
            let (why, status) = counter.stopped(stop);
            (Err(why), status)
        }
    }
}

/// Prints, and takes away what was kept of a count whose result has arrived.
fn finish(
    counter: Counter<'_>,
    text: &Result<String, String>,
    status: Status,
) -> Result<u8, String> {
    match text {
        Ok(text) => {
            let status = output::print(text.as_bytes(), status);
            if status == Status::Yes
                && let Some(keeper) = counter.keeper
            {
                keeper.end();
            }
            Ok(status.code())
        }
        Err(why) => {
            let level = if status == Status::Undecided { "note" } else { "error" };
            say::line(format_args!("{level}: {why}"));
            if status != Status::Undecided {
                return Ok(status.code());
            }
            if let Some(keeper) = &counter.keeper {
                say::line(format_args!("note: {}", keeper.left()));
            }
            let printed = output::print(b"unknown\n", status);
            let interrupted = counter.options.budget.urgent() == Some(Stop::Interrupt);
            Ok(printed.code_unless(interrupted))
        }
    }
}
