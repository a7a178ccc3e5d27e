//! Counts by a dynamic program that go on after a kill, and residues of counts.

pub(crate) mod checkpoint;
pub(crate) mod cubes;
pub(crate) mod cubes_args;
pub(crate) mod long_args;
pub(crate) mod merge;
pub(crate) mod records;
pub(crate) mod residues;
pub(crate) mod scripts;

use crate::cli::args::CountArgs;
use crate::cli::batch::counter::{Counter, counted};
use crate::cli::batch::meter::Meter;
use crate::cli::batch::progress::Progress;
use crate::cli::batch::settings::How;
use crate::cli::batch::status::Status;
use crate::cli::count::checkpoint::{COUNT, Checkpoint, of_residue};
use crate::cli::count::long_args::LongArgs;
use crate::cli::count::records::Named;
use crate::cli::count::residues::Share;
use crate::cli::io::disk::Disk;
use crate::cli::io::{interrupt, output, single, stderr};
use clew::api::rules_note;
use clew::dp::Run;
use clew::puzzle::Puzzle;
use clew::run::Stop;
use clew::strategy::Method;
use clew::strategy::dp::Dp;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The directory of --resume, if it is that of a count. A file there belongs to the results of a batch.
fn resumed(args: &CountArgs) -> Option<&Path> {
    args.batch.resume.as_deref().filter(|path| path.is_dir())
}

/// The directory for layers that do not fit into memory.
fn scratch(args: &CountArgs) -> &Path {
    let LongArgs { scratch, checkpoint, .. } = &args.long;
    let named = scratch.as_deref().or(checkpoint.as_deref());
    named.or(resumed(args)).unwrap_or(Path::new("."))
}

/// Whether a count in pieces is requested.
pub(crate) fn is_long_count(args: &CountArgs) -> bool {
    let long = &args.long;
    long.modulus.is_some()
        || long.residues.is_some()
        || long.checkpoint.is_some()
        || long.disk.is_some()
        || resumed(args).is_some()
}

/// With a time limit, a layer is kept at least this number of times.
const KEEPS: u32 = 5;

/// The questions that a dynamic program answers here.
enum Question {
    Count,
    Residue(u64),
    Share(Share),
}

impl Question {
    /// # Errors
    /// In words, if a share of residues has no file to go to.
    fn new(long: &LongArgs) -> Result<Question, String> {
        match (long.modulus, long.residues) {
            (Some(prime), _) => Ok(Question::Residue(prime)),
            (None, Some(share)) => {
                let file = long.output.clone().unwrap_or_else(|| PathBuf::from("-"));
                if output::is_standard(&file) {
                    return Err("--residues is written to a file, which -o names".into());
                }
                Ok(Question::Share(Share { k: share.k, n: share.n, file }))
            }
            (None, None) => Ok(Question::Count),
        }
    }

    fn name(&self) -> String {
        match self {
            Question::Count => COUNT.into(),
            Question::Residue(prime) => of_residue(*prime),
            Question::Share(share) => format!("residues {}/{}", share.k, share.n),
        }
    }
}

/// Why there is no answer: the reason that a count is refused or ended; and its exit status.
type Unanswered = (String, Status);

/// Runs `clew count` for a count in pieces; returns the exit status.
///
/// # Errors
/// The error in the command line, in words.
pub(crate) fn run(args: &CountArgs) -> Result<u8, String> {
    if matches!(args.method, Method::Search | Method::Parts) {
        return Err(
            "--method: a count in pieces is by a program, not by search; `clew split` cuts \
                    a search into pieces"
                .into(),
        );
    }
    if let (Some(path), None) = (&args.batch.resume, resumed(args)) {
        let shown = crate::cli::shown(path);
        return Err(format!("--resume {shown}: there is no such directory of a count"));
    }
    let how = How::new(&args.search)?;
    let [path] = &args.batch.puzzles[..] else {
        return Err(
            "--mod, --residues, --disk, --checkpoint and --resume DIR take one puzzle".into()
        );
    };
    let question = Question::new(&args.long)?;
    let (job, entry) = match single::read(path, &how.rules) {
        Ok(read) => read,
        Err(status) => return Ok(status),
    };
    let count = LongCount { args, question, named: Named::new(&entry.puzzle), title: job.name() };
    match count.tools(&entry.puzzle) {
        Ok(tools) => {
            if !args.batch.quiet {
                stderr::text(&rules_note(&count.title, &entry));
            }
            Ok(count.run(tools, &how, &entry.puzzle))
        }
        Err((why, status)) => {
            stderr::line(format_args!("error: {why}"));
            Ok(status.code())
        }
    }
}

/// A count in pieces of one puzzle, as requested.
struct LongCount<'a> {
    args: &'a CountArgs,
    question: Question,
    named: Named,
    /// The puzzle as messages call it.
    title: String,
}

/// The resources of a count other than time: its dynamic program, and the stores for kept layers and for layers that do
/// not fit into memory.
struct Tools<'p> {
    dp: Dp<'p>,
    keeper: Option<Checkpoint>,
    disk: Option<Arc<Disk>>,
}

impl LongCount<'_> {
    /// Gets everything ready.
    fn tools<'p>(&self, puzzle: &'p Puzzle) -> Result<Tools<'p>, Unanswered> {
        let dp = Dp::by(puzzle, self.args.program.as_deref());
        let dp = dp.map_err(|why| self.refusal(&why, Status::Usage))?;
        let disk = self.disk(&dp)?;
        let keeper = self.keeper(&dp)?;
        Ok(Tools { dp, keeper, disk })
    }

    fn refusal(&self, why: &str, status: Status) -> Unanswered {
        (format!("{}: {why}", self.title), status)
    }

    /// The store for layers that do not fit into memory, if requested.
    fn disk(&self, dp: &Dp<'_>) -> Result<Option<Arc<Disk>>, Unanswered> {
        let Some(bytes) = self.args.long.disk else { return Ok(None) };
        if let Some(why) = dp.no_shelf_reason() {
            return Err(self.refusal(&format!("--disk does not apply: {why}"), Status::Usage));
        }
        let disk = Disk::new(scratch(self.args), bytes);
        let disk = disk.map_err(|why| self.refusal(&why, Status::Unwritten))?;
        Ok(Some(Arc::new(disk)))
    }

    /// The keeper that writes layers to a directory, if requested.
    fn keeper(&self, dp: &Dp<'_>) -> Result<Option<Checkpoint>, Unanswered> {
        let (long, time) = (&self.args.long, self.args.search.time);
        // A run that ends soon must still keep some layer.
        let every = time.map_or(long.every, |time| long.every.min(time / KEEPS));
        let mut question = self.question.name();
        if let Some(program) = &self.args.program {
            question += &format!(" by {program}");
        }
        let resumed = resumed(self.args);
        let keeper = match (&long.checkpoint, resumed) {
            (Some(directory), _) => Checkpoint::begin(directory, &self.named, &question, every),
            (None, Some(directory)) => Checkpoint::resume(directory, &self.named, &question, every),
            (None, None) => return Ok(None),
        };
        if let Some(why) = dp.no_checkpoint_reason() {
            // Nothing will be written to the directory, so it is removed again.
            if let Ok(keeper) = keeper {
                keeper.end();
            }
            let why = format!("--checkpoint does not apply: {why}");
            return Err(self.refusal(&why, Status::Usage));
        }
        let mut keeper = keeper?;
        if let Some(time) = time {
            keeper.stops_after(time);
        }
        if resumed.is_some() && !self.args.batch.quiet && !keeper.keeps() {
            let shown = keeper.directory();
            stderr::line(format_args!(
                "note: {shown}: no layer is kept here; the count begins anew"
            ));
        }
        Ok(Some(keeper))
    }

    /// Counts, and prints the result; returns the exit status.
    fn run(&self, tools: Tools<'_>, how: &How, puzzle: &Puzzle) -> u8 {
        let Tools { dp, keeper, disk } = tools;
        let meter = Meter::default();
        let mut options = how.options(how.threads, &interrupt::flag());
        options.watch = Some(meter.watch("step"));
        let mut counter = Counter { dp, options, keeper, disk };
        let progress = Progress::start(!self.args.batch.quiet, move |_| meter.message());
        let text = match &self.question {
            Question::Count => {
                let run = counter.count();
                answer(&counter, run, |count| counted(puzzle, &count))
            }
            Question::Residue(prime) => {
                let run = counter.residue(*prime);
                answer(&counter, run, |residue| format!("residue {residue} modulo {prime}\n"))
            }
            Question::Share(share) => residues::share(&mut counter, &self.named, share),
        };
        drop(progress);
        finish(counter, text, self.args.batch.quiet)
    }
}

/// The output of a run.
fn answer<T>(
    counter: &Counter<'_>,
    run: Run<T>,
    text: impl FnOnce(T) -> String,
) -> Result<String, Unanswered> {
    run.answer.map(text).map_err(|stop| counter.stopped(stop))
}

/// Prints, and removes the kept files of a count whose result has been printed; returns the exit status.
fn finish(counter: Counter<'_>, text: Result<String, Unanswered>, quiet: bool) -> u8 {
    match text {
        Ok(text) => {
            let status = output::print(text.as_bytes(), Status::Yes);
            if status == Status::Yes
                && let Some(keeper) = counter.keeper
            {
                keeper.end();
            }
            status.code()
        }
        Err((why, Status::Undecided)) => {
            let left = counter.keeper.as_ref().map(Checkpoint::left);
            for note in std::iter::once(why).chain(left).filter(|_| !quiet) {
                stderr::line(format_args!("note: {note}"));
            }
            let printed = output::print(b"unknown\n", Status::Undecided);
            let interrupted = counter.options.budget.urgent() == Some(Stop::Interrupt);
            printed.code_unless(interrupted)
        }
        Err((why, status)) => {
            stderr::line(format_args!("error: {why}"));
            status.code()
        }
    }
}
