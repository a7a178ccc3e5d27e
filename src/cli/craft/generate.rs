//! `clew generate`: new puzzles.

use crate::cli::args::{GenerateArgs, RuleArgs};
use crate::cli::batch::overrides;
use crate::cli::batch::settings::{How, brief};
use crate::cli::batch::status::{INTERRUPTED, Status};
use crate::cli::craft::args::LevelArg;
use crate::cli::io::atomic;
use crate::cli::io::job::reason;
use crate::cli::io::machine;
use crate::cli::io::output;
use crate::cli::io::output::{Standard, broken};
use crate::cli::io::stderr;
use clew::api::{Page, Target};
use clew::families::{all, named};
use clew::generate::{DifficultyTarget, make};
use clew::puzzle::family::{BoardSpec, Mask, Request};
use clew::puzzle::format::{write_json, write_native};
use clew::puzzle::ladder::Level;
use clew::puzzle::wording::join;
use clew::puzzle::{Entry, Named};
use clew::run::Budget;
use clew::strategy::{self, Task};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Runs the command; returns the exit status.
///
/// # Errors
/// In words, what the command line got wrong.
pub(crate) fn run(args: &GenerateArgs) -> Result<u8, String> {
    let maker = Maker::new(args)?;
    let Some(path) = args.output.as_deref().filter(|path| !output::is_standard(path)) else {
        let mut done = Run::default();
        let written = print(&maker, &mut done, &mut Standard::lock());
        return match written {
            Ok(()) => done.told(args.count),
            Err(error) => Ok(broken(&error, Status::Yes).code()),
        };
    };
    output::apart(&Vec::from_iter(args.mask.clone()), &[path])?;
    let mut done = Run::default();
    let nothing = || io::Error::other("nothing was made");
    // Where nothing was made a file that is there stays what it is.
    let written = atomic::can_be_written(path).and_then(|()| {
        atomic::replace(path, |to| {
            print(&maker, &mut done, to)?;
            if done.made > 0 && done.refused.is_none() { Ok(()) } else { Err(nothing()) }
        })
    });
    match written {
        Err(error) if done.made > 0 && done.refused.is_none() || !done.ended => {
            let (shown, why) = (crate::cli::shown(path), reason(&error));
            stderr::line(format_args!("error: cannot write {shown}: {why}"));
            Ok(Status::Unwritten.code())
        }
        _ => done.told(args.count),
    }
}

/// What came of all puzzles.
#[derive(Default)]
struct Run {
    /// How many were made.
    made: u64,
    /// Whether all were tried, as far as nobody broke that off.
    ended: bool,
    interrupted: bool,
    /// In words, why such puzzles cannot be made or written.
    refused: Option<String>,
}

impl Run {
    /// Says how many there are if they are fewer than were asked for; returns the exit status.
    ///
    /// # Errors
    /// In words, why such puzzles cannot be made or written.
    fn told(self, count: u64) -> Result<u8, String> {
        if let Some(why) = self.refused {
            return Err(why);
        }
        if self.interrupted {
            return Ok(INTERRUPTED);
        }
        if self.made == count {
            return Ok(Status::Yes.code());
        }
        if count > 1 {
            stderr::line(format_args!("{} of {count} puzzles were made", self.made));
        }
        Ok(Status::Undecided.code())
    }
}

/// Makes the puzzles and writes each when it is there.
///
/// # Errors
/// Those of `out`.
fn print(maker: &Maker<'_>, done: &mut Run, out: &mut dyn Write) -> io::Result<()> {
    let count = maker.args.count;
    for i in 0..count {
        match maker.puzzle(i, done.made > 0) {
            Ok(Made::Text(text)) => {
                out.write_all(text.as_bytes())?;
                out.flush()?;
                done.made += 1;
            }
            Ok(Made::OutOfTime { seed }) => stderr::line(format_args!(
                "puzzle {} of {count}: the time limit came before one was made as asked for with seed {seed}",
                i + 1,
            )),
            Ok(Made::Interrupted) => {
                done.interrupted = true;
                break;
            }
            Err(why) => {
                done.refused = Some(why);
                break;
            }
        }
    }
    done.ended = true;
    Ok(())
}

/// The shape of the boards that are asked for.
struct Outline {
    rows: u32,
    cols: u32,
    /// Which places of a rectangle of that size there are, if not all.
    mask: Option<Arc<Mask>>,
}

impl Outline {
    /// # Errors
    /// In words, if a mask cannot be read, or too few cells are left.
    fn of(args: &GenerateArgs) -> Result<Outline, String> {
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
        Ok(Outline { rows, cols, mask })
    }
}

/// What came of one puzzle.
enum Made {
    /// It is there, as it is printed.
    Text(String),
    /// There was no time for it.
    OutOfTime { seed: u64 },
    /// Somebody broke the run off.
    Interrupted,
}

/// Makes one puzzle after the other, as they were asked for.
struct Maker<'a> {
    args: &'a GenerateArgs,
    named: Named,
    outline: Outline,
    wish: DifficultyTarget,
    /// The format of others in which they are printed.
    target: Option<Target>,
    how: How,
    cancel: Arc<AtomicBool>,
}

impl Maker<'_> {
    /// # Errors
    /// In words, what the command line got wrong.
    fn new(args: &GenerateArgs) -> Result<Maker<'_>, String> {
        let named = named(&args.family).ok_or_else(|| {
            let all = all().iter().map(|family| family.keyword().to_string());
            format!("the families are {}", join(all))
        })?;
        if args.density.is_some_and(|density| !(0.0..=1.0).contains(&density)) {
            return Err("--density goes from 0 to 1".into());
        }
        let outline = Outline::of(args)?;
        let target = args.export.target();
        if target.is_some() && args.json {
            return Err("--as does not apply with --json: one form of puzzles at a time".into());
        }
        if args.level == Some(LevelArg::Beyond) && args.score.is_some() {
            let why = "steps that do not end with a solution have no score to wish for";
            return Err(format!("--score does not apply with --level beyond: {why}"));
        }
        let wish = DifficultyTarget { level: args.level.map(Into::into), score: args.score };
        let cancel = crate::cli::io::interrupt::flag();
        let how = How::usual(args.time, 1, RuleArgs::default());
        Ok(Maker { args, named, outline, wish, target, how, cancel })
    }

    /// Makes the puzzle of this number, counted from 0, and writes it. `follows`: others were printed before it.
    ///
    /// # Errors
    /// In words, why no such puzzle can be made or written.
    fn puzzle(&self, number: u64, follows: bool) -> Result<Made, String> {
        let request = self.request(number);
        let budget = self.how.options(1, &self.cancel).budget;
        let Some(entry) = self.entry(&request, &budget)? else {
            return Ok(match self.cancel.load(Ordering::Relaxed) {
                true => Made::Interrupted,
                false => Made::OutOfTime { seed: request.seed },
            });
        };
        let Some(target) = &self.target else {
            return Ok(Made::Text(text(&entry, self.args.json, follows)));
        };
        match exported(target, &entry, &budget) {
            Err(_) if self.cancel.load(Ordering::Relaxed) => Ok(Made::Interrupted),
            Err(why) => Err(why),
            Ok(text) if follows => Ok(Made::Text(target.between().to_string() + &text)),
            Ok(text) => Ok(Made::Text(text)),
        }
    }

    /// Each puzzle has a seed of its own, so that any of them can be made again alone.
    fn request(&self, number: u64) -> Request {
        let args = self.args;
        let brought = self.named.alias.and_then(|alias| alias.neighbours);
        Request {
            rows: self.outline.rows,
            cols: self.outline.cols,
            neighbours: args.neighbours.map(Into::into).or(brought),
            holes: args.holes,
            ground: BoardSpec {
                mask: self.outline.mask.clone(),
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
            words: overrides::with_name(
                overrides::words(args.cover, args.touch, false, &args.rule),
                Some(self.named),
            ),
            seed: args.seed.wrapping_add(number),
        }
    }

    /// A puzzle as requested, whose title tells its rating if one was wished for; `None` if the budget ended first.
    fn entry(&self, request: &Request, budget: &Budget) -> Result<Option<Entry>, String> {
        let (start, mut told) = (Instant::now(), self.args.time.is_some());
        // Of some sizes there are hardly any of a level, or with so few givens, or none.
        let counted = self.args.givens.is_some();
        let mut rejected = |n: u64| {
            if !told && (n > 0 || counted) && start.elapsed() >= PATIENCE {
                told = true;
                let none = if n > 0 { format!("none of {n} puzzles") } else { "no puzzle".into() };
                stderr::line(format_args!(
                    "note: {none} is as asked for yet, and perhaps none can be; --time ends this"
                ));
            }
        };
        let made = make(self.named.family, request, &self.wish, budget, &mut rejected)?;
        let Some((mut entry, rating)) = made else { return Ok(None) };
        if let Some(rating) = rating {
            entry.title += &match rating.level {
                Some(level) if level != Level::Beyond => {
                    format!(", {}, score {}", level.keyword(), rating.score)
                }
                _ => ", beyond the techniques".into(),
            };
        }
        Ok(Some(entry))
    }
}

/// After so long without a puzzle, and without a limit, somebody should be told.
const PATIENCE: Duration = Duration::from_secs(10);

/// Bytes of a mask, at most.
const MASK_BYTES: u64 = 1 << 16;

/// Reads the shape of a board from a file.
///
/// # Errors
/// In words, with the line.
fn mask(file: &Path) -> Result<Mask, String> {
    let shown = crate::cli::shown(file);
    let text = crate::cli::io::regular::text(file, MASK_BYTES);
    let text = text.map_err(|why| format!("--mask {shown}: {why}"))?;
    Mask::parse(&text).map_err(|why| format!("--mask {shown}: {why}"))
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
    let exported =
        Page::new(*target, &entry.title, entry, limits, machine::side_memory()).write(answer)?;
    stderr::text(&exported.notes);
    Ok(exported.text)
}
