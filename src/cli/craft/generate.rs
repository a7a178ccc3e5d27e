//! `clew generate`: new puzzles.

use crate::cli::args::{GenerateArgs, RuleArgs};
use crate::cli::batch::overrides;
use crate::cli::batch::settings::{How, brief};
use crate::cli::batch::status::{INTERRUPTED, Status};
use crate::cli::craft::args::{LevelArg, WithArg};
use crate::cli::io::atomic;
use crate::cli::io::machine;
use crate::cli::io::output;
use crate::cli::io::output::{Standard, broken};
use crate::cli::io::regular::reason;
use crate::cli::io::single;
use crate::cli::io::stderr;
use clew::api::generate::{GenerateRequest, Made, News};
use clew::api::{Page, Target};
use clew::families::{all, named};
use clew::generate::DifficultyTarget;
use clew::puzzle::family::{BoardSpec, Mask, Request, Symmetry};
use clew::puzzle::wording::{how_many, join};
use clew::puzzle::{Entry, Named};
use clew::run::Budget;
use clew::strategy::{self, Task};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;
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
                patience.hear(rejected, maker.args.givens.is_some());
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

/// The shape of the boards that are requested.
struct Outline {
    rows: u32,
    cols: u32,
    /// The cells that exist in the rectangle, if not all.
    mask: Option<Arc<Mask>>,
}

impl Outline {
    /// The outline of a puzzle.
    fn like(entry: &Entry) -> Outline {
        let (rows, cols) = entry.puzzle.size();
        Outline { rows, cols, mask: None }
    }

    /// # Errors
    /// In words, if a mask cannot be read, or too few cells are left.
    fn new(args: &GenerateArgs) -> Result<Outline, String> {
        let mask = args.mask.as_deref().map(|file| mask(file, "--mask")).transpose()?.map(Arc::new);
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
        Ok(Outline { rows, cols, mask })
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
        let named = match (&from, &args.family) {
            (Some(entry), None) => Named { family: entry.puzzle.family(), alias: None },
            (None, None) => return Err("a family, or --from FILE, is expected".into()),
            (_, Some(name)) => named(name).ok_or_else(|| {
                let all = all().iter().map(|family| family.keyword().to_string());
                format!("the families are {}", join(all))
            })?,
        };
        if let Some(entry) = from.as_ref().filter(|entry| entry.puzzle.family() != named.family) {
            let found = entry.puzzle.family();
            return Err(format!("--from is a {found}, not a {}", named.family));
        }
        if args.density.is_some_and(|density| !(0.0..=1.0).contains(&density)) {
            return Err("--density goes from 0 to 1".into());
        }
        let outline = match &from {
            Some(entry) => Outline::like(entry),
            None => Outline::new(args)?,
        };
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
        if args.level == Some(LevelArg::Beyond) && args.score.is_some() {
            let why = "steps that do not end with a solution have no score to wish for";
            return Err(format!("--score does not apply with --level beyond: {why}"));
        }
        let wish = DifficultyTarget { level: args.level.map(Into::into), score: args.score };
        let cancel = crate::cli::io::interrupt::flag();
        let how = How::usual(args.time, 1, RuleArgs::default());
        let request = request(args, named, outline)?;
        let family = named.family;
        let wanted = GenerateRequest { family, request, wish, count: args.count, with, from };
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

/// The request for every puzzle; those after the first have the following seeds.
///
/// # Errors
/// In words, if a pattern cannot be read.
fn request(args: &GenerateArgs, named: Named, outline: Outline) -> Result<Request, String> {
    let brought = named.alias.and_then(|alias| alias.neighbours);
    let said = overrides::words(args.cover, args.touch, false, &args.rule);
    let givens_at = args.givens_at.as_deref().map(|file| mask(file, "--givens-at")).transpose()?;
    Ok(Request {
        rows: outline.rows,
        cols: outline.cols,
        neighbours: args.neighbours.map(Into::into).or(brought),
        holes: args.holes,
        ground: BoardSpec {
            mask: outline.mask,
            wrap: args.wrap.unwrap_or_default(),
            walls: args.walls,
            links: args.links,
            bridges: args.bridges,
        },
        density: args.density,
        givens: args.givens,
        minimal: args.minimal,
        symmetry: args.symmetry.or(args.symmetric.then_some(Symmetry::HalfTurn)),
        givens_at: givens_at.map(Arc::new),
        no_runs: args.no_runs,
        free_ends: args.free_ends,
        labels: args.labels,
        shortest: args.shortest,
        signs_only: args.signs_only,
        unique: args.unique,
        words: clew::api::with_name(said, Some(named)),
        seed: args.seed,
    })
}

/// The time without a puzzle, and without a limit, after which the user is notified.
const PATIENCE: Duration = Duration::from_secs(10);

/// Bytes of a mask, at most.
const MASK_BYTES: u64 = 1 << 16;

/// Reads the shape of a board, or a pattern on one, from the file of an option.
///
/// # Errors
/// In words, with the line.
pub(crate) fn mask(file: &Path, option: &str) -> Result<Mask, String> {
    let shown = crate::cli::shown(file);
    let text = crate::cli::io::regular::text(file, MASK_BYTES);
    let text = text.map_err(|why| format!("{option} {shown}: {why}"))?;
    Mask::parse(&text).map_err(|why| format!("{option} {shown}: {why}"))
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
