//! `clew profile`: where the processor time of a question goes.

pub(super) mod account;
mod detail;
mod layers;
mod logs;
mod measure;
mod object;
mod page;
mod sheet;
mod subtrees;

use super::args::ProfileTask;
use super::profile_args::ProfileArgs;
use super::settings::{How, known_networks};
use super::status::Status;
use super::{one, output, say};
use clew::api::Failure;
use clew::kernel::Watched;
use clew::puzzle::Entry;
use clew::puzzle::wording::how_many;
use clew::search::log::Tree;
use clew::strategy::{Outcome, Task, Verdict};
use detail::Detail;
use measure::{Measured, Wanted};
use std::path::Path;
use std::slice;
use std::sync::atomic::Ordering;
use subtrees::Subtrees;

pub(super) use object::SCHEMA;

/// Runs the command; returns the exit status.
///
/// # Errors
/// In words, what the command line got wrong.
pub(super) fn run(args: &ProfileArgs) -> Result<u8, String> {
    let mut how = How::of(&args.search)?;
    // A profile is of one thread unless somebody asks for more.
    how.options.threads = args.search.threads.map_or(1, usize::from);
    admit(args)?;
    let (job, entry) = match one::read(&args.puzzle, &how.rules) {
        Ok(read) => read,
        Err(status) => return Ok(status),
    };
    let name = job.title(entry.id.as_deref());
    let networks: Vec<Option<&str>> = match args.compare.is_empty() {
        true => vec![how.options.network.as_deref()],
        false => args.compare.iter().map(|network| Some(network.as_str())).collect(),
    };
    // What does not apply is refused before any of them is measured.
    for network in &networks {
        let admitted =
            entry.puzzle.network(*network).and_then(|info| info.admits(&how.options.without));
        if let Err(error) = admitted {
            say::line(format_args!("error: {name}: {error}"));
            return Ok(Status::Usage.code());
        }
    }
    let cancel = super::interrupt::flag();
    let wanted = |network| Wanted {
        puzzle: &entry.puzzle,
        task: task(args.task),
        how: &how,
        network,
        instances: args.instances,
        search_only: args.search_only,
        runs: args.runs,
        cancel: &cancel,
    };
    let mut measured = Vec::new();
    let mut status = Status::Yes;
    for wanted in networks.into_iter().map(wanted) {
        match measure::measure(&wanted) {
            Ok(one) => {
                status = extra(args, &wanted, &name, &entry, &one, status);
                if cut_short(wanted.task, &one.outcome) {
                    status = status.max(Status::Undecided);
                }
                measured.push(one);
            }
            Err(error) => {
                let why = Failure::from_run(error, wanted.network.is_some());
                let bad = Status::from(&why);
                say::line(format_args!("error: {name}: {why}"));
                status = status.max(bad);
            }
        }
    }
    let id = entry.id.clone().unwrap_or_else(|| job.name());
    let about = object::About { id: &id, entry: &entry, task: task(args.task), how: &how };
    status = print(args, &about, &measured, status);
    Ok(status.code_unless(cancel.load(Ordering::Relaxed)))
}

/// Refuses options that do not go together.
///
/// # Errors
/// In words.
fn admit(args: &ProfileArgs) -> Result<(), String> {
    known_networks("--compare", &args.compare)?;
    if (args.json || args.csv) && args.folded.as_deref().is_some_and(output::is_standard) {
        return Err("--folded - takes the place of the table: leave out --json and --csv".into());
    }
    // CP-Profiler may be named by a port instead of a file; that is no file here either.
    let cp_profiler = args.cp_profiler.as_deref().map(Path::new);
    let (page, log) = (args.html.as_deref(), args.search_log.as_deref());
    if [page, log, cp_profiler].into_iter().flatten().any(output::is_standard) {
        let files = "--html, --search-log and --cp-profiler write files";
        return Err(format!("{files} beside the table: name one"));
    }
    let files = [args.folded.as_deref(), log, cp_profiler, page];
    output::apart(slice::from_ref(&args.puzzle), &Vec::from_iter(files.into_iter().flatten()))
}

/// Prints the table, or what takes its place; returns the worst status.
fn print(
    args: &ProfileArgs,
    about: &object::About<'_>,
    measured: &[Measured],
    mut status: Status,
) -> Status {
    // On standard output the stacks take the place of the table: tools read one or the other.
    if let Some(path) = &args.folded {
        let stacks = measured.iter().map(|m| object::folded(keyword(about.task), m));
        status = output::write(path, stacks.collect::<String>().as_bytes(), status);
        if output::is_standard(path) {
            return status;
        }
    }
    let text = if args.json {
        measured.iter().map(|m| format!("{}\n", object::json(about, m))).collect()
    } else if args.csv {
        object::csv(measured, !args.compare.is_empty())
    } else if measured.len() > 1 {
        sheet::side_by_side(measured)
    } else {
        measured.iter().map(|m| sheet::text(about.task, m)).collect::<String>()
    };
    status.max(output::print(text.as_bytes(), status))
}

/// Writes what is asked for beside the table; each takes a run of its own.
fn extra(
    args: &ProfileArgs,
    wanted: &Wanted<'_>,
    name: &str,
    entry: &Entry,
    measured: &Measured,
    mut status: Status,
) -> Status {
    if let Some(path) = &args.search_log {
        status = logs::search_log(wanted, path, status);
    }
    if let Some(to) = &args.cp_profiler {
        status = logs::cp_profiler(wanted, name, to, status);
    }
    let Some(path) = &args.html else { return status };
    let mut detail = Detail::new(wanted.puzzle);
    let mut tree = Tree::new(Subtrees::new(wanted.puzzle));
    // The same decisions again: a run that was cut short by time may end elsewhere.
    let mut options = measure::options(wanted);
    if measured.outcome.stopped.is_some() {
        options.budget.nodes = Some(measured.stats().nodes.max(1));
    }
    let mut seen = (&mut detail, &mut tree);
    if let Err(error) = measure::observed(wanted, &options, &mut Watched::new(&mut seen)) {
        say::line(format_args!("error: {name}: {error}"));
        return status.max(Status::Undecided);
    }
    tree.close();
    tree.grow.add_up();
    let about = object::About { id: name, entry, task: wanted.task, how: wanted.how };
    let command: Vec<String> = std::env::args().skip(1).collect();
    let text = page::page(&page::Content {
        title: name,
        verdict: &answer(wanted.task, measured),
        command: &format!("clew {}", command.join(" ")),
        puzzle: wanted.puzzle,
        measured,
        detail: &detail,
        trees: &tree.grow,
        json: &object::json(&about, measured),
    });
    output::write(path, text.as_bytes(), status)
}

/// The question as the solver knows it.
pub(super) fn task(asked: ProfileTask) -> Task {
    match asked {
        ProfileTask::Solve => Task::Solve { limit: 1 },
        ProfileTask::Check => Task::Check,
        ProfileTask::Count => Task::Count,
    }
}

/// The word of the command line for a task.
pub(super) fn keyword(task: Task) -> &'static str {
    match task {
        Task::Solve { .. } => "solve",
        Task::Check => "check",
        Task::Count => "count",
    }
}

/// Whether a limit came before the question was answered.
pub(super) fn cut_short(task: Task, outcome: &Outcome) -> bool {
    match task {
        Task::Solve { .. } => !outcome.exact && outcome.answers.is_empty(),
        Task::Check => outcome.verdict() == Verdict::Unknown,
        Task::Count => !outcome.exact,
    }
}

/// What came of it, in words.
fn answer(task: Task, m: &Measured) -> String {
    let outcome = &m.outcome;
    let stopped = outcome.stopped.map_or(String::new(), |s| format!(" (stopped: {})", s.keyword()));
    match task {
        Task::Check => format!("{}{stopped}", outcome.verdict().keyword()),
        _ => {
            let least = if outcome.exact { "" } else { "at least " };
            format!("{least}{}{stopped}", how_many(&outcome.count, "solution"))
        }
    }
}
