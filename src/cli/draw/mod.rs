//! `clew draw`: pictures of puzzles, one per puzzle.

pub(crate) mod args;
pub(crate) mod pictures;
pub(crate) mod sheet;

use crate::cli::batch::overrides;
use crate::cli::batch::settings::How;
use crate::cli::batch::status::{INTERRUPTED, Status};
use crate::cli::draw::args::DrawArgs;
use crate::cli::draw::pictures::{Target, carried};
use crate::cli::draw::sheet as draw_sheet;
use crate::cli::io::input::Jobs;
use crate::cli::io::interrupt;
use crate::cli::io::invalid::{guarded, refused};
use crate::cli::io::job::{Job, NO_PUZZLE};
use crate::cli::io::{output, single, stderr};
use clew::api::guarded::run_guarded;
use clew::api::sheet::candidates;
use clew::api::verify_stored::settle;
use clew::puzzle::{Answer, Entry, Puzzle};
use clew::report::svg;
use clew::run::Stop;
use clew::strategy::{self, Options, Outcome, Task, Verdict};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

/// Runs the command; returns the exit status.
///
/// # Errors
/// The error in the command line, in words.
pub(crate) fn run(args: &DrawArgs) -> Result<u8, String> {
    let how = How::new(&args.search)?;
    let inputs = match &args.puzzles[..] {
        [] if std::io::stdin().is_terminal() => return Err("a puzzle is missing".into()),
        [] => vec![PathBuf::from("-")],
        named => named.to_vec(),
    };
    output::apart(&inputs, &Vec::from_iter(args.output.as_deref()))?;
    let target = Target::new(args)?;
    if let Some(sheet) = args.sheet.sheet {
        return draw_sheet::run(args, &inputs, sheet, &target, &how);
    }
    let pictures = match &inputs[..] {
        [one] if is_model(one) => {
            let (job, entry) = match single::read(one, &how.rules) {
                Ok(read) => read,
                Err(status) => return Ok(status),
            };
            picture(args, &target, &how, &job, entry)?
                .map(|(picture, status)| (vec![picture], status))
        }
        _ => pictures(args, &target, &how, &inputs)?,
    };
    match pictures {
        Ok((pictures, status)) if pictures.is_empty() => Ok(status.code()),
        Ok((pictures, status)) => Ok(target.write(&pictures, status)?.code()),
        Err(code) => Ok(code),
    }
}

fn is_model(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "fzn")
}

/// The exit status of a command that draws nothing.
type Refused = u8;

/// The pictures of all puzzles of the inputs; those that cannot be read are reported and left out.
///
/// # Errors
/// The error in the command line, in words.
fn pictures(
    args: &DrawArgs,
    target: &Target,
    how: &How,
    inputs: &[PathBuf],
) -> Result<Result<(Vec<String>, Status), Refused>, String> {
    let (mut all, mut status) = (Vec::new(), Status::Yes);
    for job in Jobs::new(inputs, false, &how.rules) {
        if all.len() == draw_sheet::MOST {
            return Err(format!("at most {} puzzles are drawn at once", draw_sheet::MOST));
        }
        let drawn = guarded(|| {
            let entry = single::noted(&job, overrides::parsed(&job, &how.rules)?);
            Ok(picture(args, target, how, &job, entry))
        });
        match drawn {
            Ok(drawn) => match drawn? {
                Ok((picture, fate)) => {
                    all.push(picture);
                    status = status.max(fate);
                }
                Err(code) => return Ok(Err(code)),
            },
            Err(why) => status = status.max(refused(&job, &why, None)),
        }
    }
    if all.is_empty() && status == Status::Yes {
        let shown = inputs.first().map_or(String::new(), |input| crate::cli::shown(input));
        stderr::line(format_args!("error: {shown}: {NO_PUZZLE}"));
        status = Status::BadInput;
    }
    Ok(Ok((all, status)))
}

/// The picture of one puzzle; reports missing parts.
///
/// # Errors
/// The error in the command line, in words.
fn picture(
    args: &DrawArgs,
    target: &Target,
    how: &How,
    job: &Job,
    mut entry: Entry,
) -> Result<Result<(String, Status), Refused>, String> {
    if args.solution || args.both || entry.is_result() {
        settle(&mut entry, &how.options(1, &interrupt::flag()).budget);
    }
    let puzzle = &entry.puzzle;
    let title = job.title(entry.id.as_deref());
    let carried = carried(&entry, args.solution || args.both);
    let asked = SearchNeeds::new(args, carried.len());
    let (outcome, status) = match asked.is_anything() {
        true => match ask(&asked, puzzle, &title, how) {
            Ok(told) => told,
            Err(code) => return Ok(Err(code)),
        },
        false => (None, Status::Yes),
    };
    let whereabouts = outcome.as_ref().and_then(|o| o.whereabouts.as_ref());
    let candidates = match whereabouts.filter(|_| args.candidates) {
        Some(found) => candidates(puzzle, found).ok_or(
            "--candidates does not apply: the numbers of a line that runs either way have no meaning",
        )?,
        None => Vec::new(),
    };
    let found: &[Answer] = match &outcome {
        Some(outcome) if !asked.known => &outcome.answers,
        _ => &carried,
    };
    let open = whereabouts.filter(|_| args.locate).map(|found| found.open_cells(puzzle));
    let open = open.unwrap_or_default();
    let name = if entry.title.is_empty() { job.name() } else { entry.title.clone() };
    let options = svg::Options {
        open: &open,
        candidates: &candidates,
        second: found.get(1).filter(|_| args.both),
        ..target.options(args)
    };
    target.look_at_letters(&svg::texts(puzzle));
    let shown = found.first().filter(|_| !args.candidates);
    Ok(Ok((svg::draw(puzzle, shown, &name, options), status)))
}

/// The parts of a picture that need a search.
struct SearchNeeds {
    /// The solutions that it shows are known without one, or it shows none.
    known: bool,
    /// It shows where solutions differ, or the candidates of cells.
    marks: bool,
    /// It shows two solutions.
    both: bool,
}

impl SearchNeeds {
    /// `carried`: the number of solutions that came with the puzzle.
    fn new(args: &DrawArgs, carried: usize) -> SearchNeeds {
        let known = match args.both {
            true => carried >= 2,
            false => carried > 0 || !args.solution,
        };
        SearchNeeds { known, marks: args.locate || args.candidates, both: args.both }
    }

    fn is_anything(&self) -> bool {
        self.marks || !self.known
    }
}

/// Searches, and reports the parts that the picture lacks. A puzzle that is not decided is drawn all the same.
///
/// # Errors
/// The exit status of a command that draws nothing: its options do not apply to the puzzle, or it was interrupted.
fn ask(
    asked: &SearchNeeds,
    puzzle: &Puzzle,
    title: &str,
    how: &How,
) -> Result<(Option<Outcome>, Status), u8> {
    let cancel = crate::cli::io::interrupt::flag();
    let options = Options { locate: asked.marks, ..how.options(how.threads, &cancel) };
    let task = if asked.marks || asked.both { Task::Check } else { Task::Solve { limit: 1 } };
    let ran = run_guarded(&options, || strategy::run(puzzle, task, &options));
    let (outcome, status) = match ran {
        Ok(found) => {
            let status = report_missing(asked, title, &found);
            (Some(found), status)
        }
        Err(failure) => match crate::cli::batch::status::failed(&failure, title) {
            Status::Undecided => (None, Status::Undecided),
            refused => return Err(refused.code()),
        },
    };
    if cancel.load(Ordering::Relaxed) {
        return Err(INTERRUPTED);
    }
    Ok((outcome, status))
}

/// Reports the requested parts that the picture lacks.
fn report_missing(asked: &SearchNeeds, title: &str, found: &Outcome) -> Status {
    let mut status = Status::Yes;
    if !asked.known {
        status = missing(title, found, asked.both);
    } else if asked.marks && found.verdict() == Verdict::None {
        stderr::line(format_args!("{title}: no solution; the puzzle is drawn without marks"));
        status = Status::No;
    }
    if asked.marks {
        status = status.max(unsettled(title, found));
    }
    status
}

/// Reports why there is no solution to draw, or no second one; the puzzle is drawn without.
fn missing(name: &str, outcome: &Outcome, both: bool) -> Status {
    match (outcome.answers.len(), both) {
        (2.., _) | (1, false) => return Status::Yes,
        (1, true) if outcome.exact => {
            stderr::line(format_args!("{name}: there is one solution only; it is drawn"));
            return Status::No;
        }
        _ => {}
    }
    let (what, without) = match outcome.answers.len() {
        0 => ("a solution", "the puzzle is drawn without one"),
        _ => ("a second solution", "one is drawn"),
    };
    if outcome.exact {
        stderr::line(format_args!("{name}: no solution; the puzzle is drawn without one"));
        return Status::No;
    }
    let why = match outcome.stopped {
        Some(Stop::Time) => "the time limit",
        Some(Stop::Nodes) => "the node limit",
        Some(Stop::Memory) => "the memory limit",
        _ => "an interrupt",
    };
    stderr::line(format_args!("{name}: {why} came before {what}; {without}"));
    Status::Undecided
}

/// Reports that cells may differ that are not shaded.
fn unsettled(name: &str, outcome: &Outcome) -> Status {
    if outcome.whereabouts.as_ref().is_some_and(|found| found.is_complete()) {
        return Status::Yes;
    }
    stderr::line(format_args!(
        "{name}: a limit came before it was known of all cells whether solutions differ there"
    ));
    Status::Undecided
}
