//! `clew generate`: new puzzles.

use crate::cli::args::{GenerateArgs, RuleArgs};
use crate::cli::batch::settings::{How, brief};
use crate::cli::batch::status::{INTERRUPTED, Status};
use crate::cli::craft::args::WithArg;
use crate::cli::io::output::{Standard, broken};
use crate::cli::io::regular::reason;
use crate::cli::io::{atomic, machine, output};
use crate::cli::io::{single, stderr};
use clew::api::generate::{GenerateRequest, Made, News};
use clew::api::request::GenerateOptions;
use clew::api::{Page, Target};
use clew::puzzle::Entry;
use clew::puzzle::family::{Mask, Symmetry};
use clew::puzzle::wording::{how_many, join};
use clew::run::Budget;
use clew::strategy::{self, Task};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Runs the command; returns the exit status.
///
/// # Errors
/// The error in the command line, in words.
pub(crate) fn run(args: &GenerateArgs) -> Result<u8, String> {
    let half = args.from.as_deref().map(|file| single::read(file, &RuleArgs::default()));
    let from = match half.transpose() {
        Ok(read) => read.map(|(_, entry)| entry),
        Err(status) => return Ok(status),
    };
    let maker = Maker::new(args, from)?;
    let Some(path) = args.output.as_deref().filter(|path| !output::is_standard(path)) else {
        let mut done = Run::default();
        let written = print(&maker, &mut done, &mut Standard::lock());
        return match written {
            Ok(()) => done.told(args.count),
            Err(error) => Ok(broken(&error, Status::Yes).code()),
        };
    };
    let read = args.mask.iter().chain(&args.givens_at).chain(&args.from).cloned();
    output::apart(&read.collect::<Vec<_>>(), &[path])?;
    let mut done = Run::default();
    let nothing = || io::Error::other("nothing was made");
    // If nothing was made, an existing file is left unchanged.
    let written = atomic::can_be_written(path).and_then(|()| {
        atomic::replace(path, |to| {
            print(&maker, &mut done, to)?;
            if done.made > 0 && done.unwritten.is_none() { Ok(()) } else { Err(nothing()) }
        })
    });
    match written {
        Err(error) if done.made > 0 && done.unwritten.is_none() || !done.ended => {
            let (shown, why) = (crate::cli::shown(path), reason(&error));
            stderr::line(format_args!("error: cannot write {shown}: {why}"));
            Ok(Status::Unwritten.code())
        }
        _ => done.told(args.count),
    }
}

/// The result for all puzzles.
#[derive(Default)]
struct Run {
    /// How many were made.
    made: u64,
    /// Whether all were tried without an interrupt.
    ended: bool,
    interrupted: bool,
    /// The number of puzzles that were not found with their seeds.
    not_found: u64,
    /// The number of puzzles that the time limit prevented.
    late: u64,
    /// Why such puzzles, or more of them, cannot be made: a message.
    refused: Option<String>,
    /// Why such puzzles cannot be written: a message.
    unwritten: Option<String>,
}

impl Run {
    /// Reports how many puzzles were made, and why, if they are fewer than requested; returns the exit status.
    ///
    /// # Errors
    /// In words, why such puzzles cannot be made or written.
    fn told(self, count: u64) -> Result<u8, String> {
        if let Some(why) = self.unwritten {
            return Err(why);
        }
        match self.refused {
            Some(why) if self.made == 0 => return Err(why),
            Some(why) => stderr::line(format_args!("{why}")),
            None => {}
        }
        if self.interrupted {
            return Ok(INTERRUPTED);
        }
        if self.made == count {
            return Ok(Status::Yes.code());
        }
        if count > 1 {
            let reasons = [
                (self.not_found > 0).then(|| {
                    format!("with {} none was found", how_many(self.not_found as usize, "seed"))
                }),
                (self.late > 0).then(|| format!("for {} the time was too short", self.late)),
            ];
            let reasons: Vec<String> = reasons.into_iter().flatten().collect();
            let why =
                if reasons.is_empty() { String::new() } else { format!("; {}", join(reasons)) };
            stderr::line(format_args!("{} of {count} puzzles were made{why}", self.made));
        }
        Ok(Status::Undecided.code())
    }
}

/// Makes the puzzles and writes each as soon as it is made.
///
/// # Errors
/// Those of `out`.
fn print(maker: &Maker<'_>, done: &mut Run, out: &mut dyn Write) -> io::Result<()> {
    let count = maker.args.count;
    let mut patience = DelayNotice { start: Instant::now(), told: maker.args.time.is_some() };
    let mut wrong = None;
    let budget = || maker.how.options(1, &maker.cancel).budget;
    let mut tell = |news: News| {
        let written = match news {
            News::Made(made) => {
                patience.start = Instant::now();
                maker.write(&made, done, out)
            }
            News::OutOfTime { number, seed } if !maker.is_cancelled() => {
                stderr::line(format_args!(
                    "puzzle {} of {count}: the time limit came before one was made as requested with seed {seed}",
                    number + 1,
                ));
                done.late += 1;
                Ok(())
            }
            News::NotFound { number, why } => {
                stderr::line(format_args!("puzzle {} of {count}: {why}", number + 1));
                done.not_found += 1;
                Ok(())
            }
            News::OutOfTime { .. } => {
                done.interrupted = true;
                return ControlFlow::Break(());
            }
            News::Waiting { rejected } => {
                // For some sizes there are hardly any puzzles of a level, or with such a small number of givens, or
                // none.
                patience.hear(rejected, maker.args.question.givens.is_some());
                Ok(())
            }
        };
        match written {
            Err(error) => {
                wrong = Some(error);
                ControlFlow::Break(())
            }
            Ok(()) if done.unwritten.is_some() || done.interrupted => ControlFlow::Break(()),
            Ok(()) => ControlFlow::Continue(()),
        }
    };
    let threads = maker.args.threads.map_or(1, usize::from);
    let made = maker.wanted.run(threads, &budget, &mut tell);
    done.refused = made.err();
    done.ended = true;
    wrong.map_or(Ok(()), Err)
}

/// Decides when to notify the user that nothing has been made yet.
struct DelayNotice {
    /// When the last puzzle was made.
    start: Instant,
    told: bool,
}

impl DelayNotice {
    /// Notes that `n` puzzles did not fit the request; `counted`: a number of givens was requested.
    fn hear(&mut self, n: u64, counted: bool) {
        if !self.told && (n > 0 || counted) && self.start.elapsed() >= PATIENCE {
            self.told = true;
            let none = if n > 0 { format!("none of {n} puzzles") } else { "no puzzle".into() };
            stderr::line(format_args!(
                "note: {none} is as requested yet, and perhaps none can be; --time ends this"
            ));
        }
    }
}

/// Makes puzzles as requested, and writes them.
struct Maker<'a> {
    args: &'a GenerateArgs,
    wanted: GenerateRequest,
    /// The format of others in which they are printed.
    target: Option<Target>,
    how: How,
    cancel: Arc<AtomicBool>,
}

impl Maker<'_> {
    /// # Errors
    /// The error in the command line, in words.
    fn new(args: &GenerateArgs, from: Option<Entry>) -> Result<Maker<'_>, String> {
        let target = args.export.target();
        if target.is_some() && args.json {
            return Err("--as does not apply with --json: one form of puzzles at a time".into());
        }
        let with = WithArg::all(&args.with);
        if target.is_some() && !with.is_none() {
            return Err(
                "--with does not apply with --as: other formats have no room for that".into()
            );
        }
        let cancel = crate::cli::io::interrupt::flag();
        let how = How::usual(args.time, 1, RuleArgs::default());
        let wanted =
            GenerateRequest { count: args.count, with, ..question(args)?.specification_of(from)? };
        Ok(Maker { args, wanted, target, how, cancel })
    }

    fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    /// Writes a puzzle; notes why it cannot be written in the requested format.
    ///
    /// # Errors
    /// Those of `out`.
    fn write(&self, made: &Made, done: &mut Run, out: &mut dyn Write) -> io::Result<()> {
        let follows = done.made > 0;
        let text = match &self.target {
            None if self.args.json || !self.wanted.with.is_none() => made.json() + "\n",
            None if follows => format!("---\n{}", made.text()),
            None => made.text(),
            Some(target) => {
                let budget = self.how.options(1, &self.cancel).budget;
                match exported(target, &made.entry, &budget) {
                    Err(_) if self.is_cancelled() => {
                        done.interrupted = true;
                        return Ok(());
                    }
                    Err(why) => {
                        done.unwritten = Some(why);
                        return Ok(());
                    }
                    Ok(text) if follows => target.between().to_string() + &text,
                    Ok(text) => text,
                }
            }
        };
        out.write_all(text.as_bytes())?;
        out.flush()?;
        done.made += 1;
        Ok(())
    }
}

/// The options with the contents of the files that others name.
///
/// # Errors
/// In words, if a file cannot be read.
fn question(args: &GenerateArgs) -> Result<GenerateOptions, String> {
    let mut question = args.question.clone();
    let text = |file: &Option<PathBuf>, option: &str| {
        file.as_deref().map(|file| mask_text(file, option)).transpose()
    };
    question.mask = text(&args.mask, "--mask")?;
    question.givens_at = text(&args.givens_at, "--givens-at")?;
    if args.symmetric {
        question.symmetry = Some(Symmetry::HalfTurn);
    }
    let rules = args.words.0.iter();
    question.rules = rules.map(|&(key, word)| (key.into(), word.into())).collect();
    Ok(question)
}

/// The time without a puzzle, and without a limit, after which the user is notified.
const PATIENCE: Duration = Duration::from_secs(10);

/// Bytes of a mask, at most.
const MASK_BYTES: u64 = 1 << 16;

/// The text of a pattern of places, from the file of an option.
///
/// # Errors
/// In words, with the line, also if it is none.
pub(crate) fn mask_text(file: &Path, option: &str) -> Result<String, String> {
    let shown = crate::cli::shown(file);
    let text = crate::cli::io::regular::text(file, MASK_BYTES);
    let text = text.map_err(|why| format!("{option} {shown}: {why}"))?;
    Mask::parse(&text).map_err(|why| format!("{option} {shown}: {why}"))?;
    Ok(text)
}

/// A puzzle in a foreign format. A format that requires a solution gets the one there is.
fn exported(target: &Target, entry: &Entry, limits: &Budget) -> Result<String, String> {
    let wants = target.format.needs_solution;
    let solved = wants.then(|| strategy::run(&entry.puzzle, Task::Check, &brief(limits)));
    let outcome = solved.transpose().map_err(|error| error.to_string())?;
    let answer = outcome.as_ref().and_then(|outcome| outcome.answers.first());
    let exported = Page::new(*target, &entry.title, entry, limits, machine::auxiliary_memory())
        .write(answer)?;
    stderr::text(&exported.notes);
    Ok(exported.text)
}
