//! `clew profile`: where the processor time of a question goes.

pub(crate) mod args;

mod logs;

use crate::cli::batch::settings::{How, known_networks};
use crate::cli::batch::status::Status;
use crate::cli::count::records;
use crate::cli::io::{machine, output, single, stderr};
use crate::cli::profile::args::ProfileArgs;
use clew::api::Failure;
use clew::api::profile::{self, About, MeasureOptions, Measured, keyword};
use clew::puzzle::Entry;
use clew::strategy::Options;
use std::path::Path;
use std::slice;
use std::sync::atomic::Ordering;

pub(crate) use clew::api::profile::cut_short;

/// Runs the command; returns the exit status.
///
/// # Errors
/// The error in the command line, in words.
pub(crate) fn run(args: &ProfileArgs) -> Result<u8, String> {
    let mut how = How::new(&args.search)?;
    // By default a profile uses one thread.
    how.options.threads = args.search.threads.map_or(1, usize::from);
    admit(args)?;
    let (job, entry) = match single::read_with_models(&args.puzzle, &how.rules) {
        Ok(read) => read,
        Err(status) => return Ok(status),
    };
    let name = job.title(entry.id.as_deref());
    let networks: Vec<Option<&str>> = match args.compare.is_empty() {
        true => vec![how.options.network.as_deref()],
        false => args.compare.iter().map(|network| Some(network.as_str())).collect(),
    };
    // Networks that do not apply are refused before any of them is measured.
    for network in &networks {
        let admitted =
            entry.puzzle.network(*network).and_then(|info| info.admits(&how.options.without));
        if let Err(error) = admitted {
            stderr::line(format_args!("error: {name}: {error}"));
            return Ok(Status::Usage.code());
        }
    }
    let cancel = crate::cli::io::interrupt::flag();
    let wanted = |network: Option<&str>| MeasureOptions {
        puzzle: &entry.puzzle,
        task: args.task.task(),
        options: Options { network: network.map(str::to_string), ..how.options.clone() },
        time: how.time,
        instances: args.instances,
        search_only: args.search_only,
        runs: args.runs,
        cancel: cancel.clone(),
    };
    let id = entry.id.clone().unwrap_or_else(|| job.name());
    let usual = wanted(how.options.network.as_deref());
    let mut measured = Vec::new();
    let mut status = Status::Yes;
    for wanted in networks.into_iter().map(wanted) {
        match profile::measure(&wanted) {
            Ok(one) => {
                status = extra(args, &about(&wanted, &entry, &name), &name, &one, status);
                if cut_short(wanted.task, &one.outcome) {
                    status = status.max(Status::Undecided);
                }
                measured.push(one);
            }
            Err(error) => {
                let why = Failure::from_run(error, wanted.options.network.is_some());
                let bad = Status::from(&why);
                stderr::line(format_args!("error: {name}: {why}"));
                status = status.max(bad);
            }
        }
    }
    status = print(args, &about(&usual, &entry, &id), &measured, status);
    Ok(status.code_unless(cancel.load(Ordering::Relaxed)))
}

/// The description of a profile, without its figures.
fn about<'a>(wanted: &'a MeasureOptions<'a>, entry: &'a Entry, id: &'a str) -> About<'a> {
    let digest = records::Named::new(&entry.puzzle).hash;
    About { id, entry, task: wanted.task, wanted, digest, cores: machine::cores() }
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
        return Err(format!("{files} next to the table: name one"));
    }
    let files = [args.folded.as_deref(), log, cp_profiler, page];
    output::apart(slice::from_ref(&args.puzzle), &Vec::from_iter(files.into_iter().flatten()))
}

/// Prints the table, or the output that replaces it; returns the worst status.
fn print(
    args: &ProfileArgs,
    about: &About<'_>,
    measured: &[Measured],
    mut status: Status,
) -> Status {
    // On standard output the stacks take the place of the table: tools read one or the other.
    if let Some(path) = &args.folded {
        let stacks = measured.iter().map(|m| profile::folded(keyword(about.task), m));
        status = output::write(path, stacks.collect::<String>().as_bytes(), status);
        if output::is_standard(path) {
            return status;
        }
    }
    let text = if args.json {
        measured.iter().map(|m| format!("{}\n", profile::json(about, m))).collect()
    } else if args.csv {
        profile::csv(measured, !args.compare.is_empty())
    } else if measured.len() > 1 {
        profile::side_by_side(measured)
    } else {
        measured.iter().map(|m| profile::text(about.task, m)).collect::<String>()
    };
    status.max(output::print(text.as_bytes(), status))
}

/// Writes the requested files in addition to the table; each needs a run of its own.
fn extra(
    args: &ProfileArgs,
    about: &About<'_>,
    name: &str,
    measured: &Measured,
    mut status: Status,
) -> Status {
    if let Some(path) = &args.search_log {
        status = logs::search_log(about.wanted, path, status);
    }
    if let Some(to) = &args.cp_profiler {
        status = logs::cp_profiler(about.wanted, name, to, status);
    }
    let Some(path) = &args.html else { return status };
    let command: Vec<String> = std::env::args().skip(1).collect();
    let command = format!("clew {}", command.join(" "));
    match profile::page(about, measured, name, &command) {
        Ok(text) => output::write(path, text.as_bytes(), status),
        Err(error) => {
            stderr::line(format_args!("error: {name}: {error}"));
            status.max(Status::Undecided)
        }
    }
}
