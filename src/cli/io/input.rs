//! From arguments to puzzles: files, directories, standard input, many puzzles in one of them.
//!
//! Files are opened one after another and read while puzzles are taken, so that a batch of any length needs little
//! memory. Nothing here fails: an unreadable input becomes a job with an error.

use crate::cli::args::RuleArgs;
use crate::cli::batch::overrides;
use crate::cli::batch::selection::Selection;
use crate::cli::batch::status::Status;
use crate::cli::io::job::{Fault, Job, NO_PUZZLE};
use crate::cli::io::readable::{FileKind, Readable};
use crate::cli::io::regular;
use crate::cli::io::regular::reason;
use crate::cli::io::stderr;
use crate::cli::io::stream::{Kind, Numbered, Piped, Waited};
use clew::interchange::{self, Reading};
use clew::puzzle::format::Cut;
use std::fs::{self, File};
use std::io::{self, Cursor};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

enum Source {
    File(PathBuf),
    /// One that was found in a folder and need not have a puzzle.
    Perhaps(PathBuf),
    /// An argument that is a puzzle itself.
    Text(String),
    Stdin,
    Bad(String, String),
}

/// An input that is being read.
enum Open {
    File(Box<Numbered<File>>),
    Readable(Box<Readable>),
    Text(Box<Numbered<Cursor<String>>>),
    Pipe(Piped),
    /// It could not be opened, or is one puzzle that was read already.
    Whole(Option<Job>),
}

/// The puzzles of all arguments, in order.
pub(crate) struct Jobs {
    sources: std::vec::IntoIter<Source>,
    open: Option<Open>,
    eager: bool,
    reading: Arc<Reading>,
    selection: Selection,
    /// Whether models in FlatZinc stand in the place of puzzles.
    models: bool,
    /// The name of an input of which no puzzle has been found yet, where none need be in its files.
    unfilled: Option<String>,
}

impl Jobs {
    /// Looks for files; reads none yet. `eager`: a line of JSON from a pipe is a numbered puzzle of its own, without
    /// waiting for a second one. `rules` describes the input if the input does not do so itself.
    pub fn new(arguments: &[PathBuf], eager: bool, rules: &RuleArgs) -> Jobs {
        let mut sources = Vec::new();
        for argument in arguments {
            if argument.as_os_str() == "-" {
                sources.push(Source::Stdin);
            } else if argument.is_dir() {
                below(argument, &mut sources);
            } else if let Some(text) = puzzle_itself(argument, rules) {
                sources.push(Source::Text(text));
            } else {
                sources.push(Source::File(argument.clone()));
            }
        }
        let reading = Arc::new(overrides::reading(rules));
        let selection = Selection::default();
        let open = |source: &Source| matches!(source, Source::Perhaps(_));
        let unfilled = sources.iter().all(open).then(|| arguments.first()).flatten();
        let unfilled = unfilled.map(|path| crate::cli::shown(path));
        Jobs {
            sources: sources.into_iter(),
            open: None,
            eager,
            reading,
            selection,
            models: false,
            unfilled,
        }
    }

    /// Models in FlatZinc as well, which all others refuse.
    pub fn with_models(self, models: bool) -> Jobs {
        Jobs { models, ..self }
    }

    /// The files that are still to be read.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        self.sources.as_slice().iter().filter_map(|source| match source {
            Source::File(path) | Source::Perhaps(path) => Some(path.as_path()),
            _ => None,
        })
    }

    /// Only those that a selection takes.
    pub fn only(self, selection: Selection) -> Jobs {
        Jobs { selection, ..self }
    }

    /// The worst status of the puzzles that were left out because they have a result.
    pub fn kept(&self) -> Status {
        self.selection.kept()
    }

    /// Whether the current input is a pipe, which may still be written to.
    pub fn is_pipe(&self) -> bool {
        matches!(self.open, Some(Open::Pipe(_)))
    }

    /// Waits for the next puzzle; for those of a pipe no longer than this.
    pub fn wait(&mut self, patience: Duration) -> Waited {
        loop {
            let job = match &mut self.open {
                Some(Open::File(jobs)) => jobs.next(),
                Some(Open::Readable(jobs)) => jobs.next(),
                Some(Open::Text(jobs)) => jobs.next(),
                Some(Open::Whole(job)) => job.take(),
                Some(Open::Pipe(pipe)) => match pipe.wait(patience) {
                    Waited::End => None,
                    Waited::Nothing => return Waited::Nothing,
                    Waited::Job(job) => Some(job),
                },
                None => None,
            };
            if let Some(job) = job {
                self.unfilled = None;
                if self.selection.takes(&job) {
                    return Waited::Job(job);
                }
                continue;
            }
            match self.sources.next() {
                Some(source) => {
                    self.open = Some(open(source, self.eager, self.models, &self.reading))
                }
                None => {
                    let Some(name) = self.unfilled.take() else { return Waited::End };
                    let none = Fault::Whole(NO_PUZZLE.into());
                    return Waited::Job(Job::new(name.into(), None, Err(none)));
                }
            }
        }
    }
}

impl Iterator for Jobs {
    type Item = Job;

    fn next(&mut self) -> Option<Job> {
        loop {
            match self.wait(Duration::from_secs(3600)) {
                Waited::Job(job) => return Some(job),
                Waited::End => return None,
                Waited::Nothing => {}
            }
        }
    }
}

/// The error for a model given to a command that takes only puzzles.
const MODEL: &str = "this is a model; check, count, solve, ablate, bench, profile, plan, trace and flatzinc take it";

/// Whether a file is a model in FlatZinc.
pub(crate) fn is_model(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "fzn")
}

/// The text of an argument that is no file but a puzzle: several lines of one, or a line that is
/// recognised.
pub(crate) fn puzzle_itself(argument: &Path, rules: &RuleArgs) -> Option<String> {
    if fs::symlink_metadata(argument).is_ok() {
        return None;
    }
    let text = argument.to_str()?;
    let is_puzzle = match rules.reading.from {
        Some(format) => text.contains('\n') || format.cut == Cut::Lines,
        None => {
            let format = interchange::recognise(text);
            format.cut == Cut::Lines
                || text.contains('\n')
                || text.starts_with(['{', '['])
                || text.starts_with("pzprv3")
        }
    };
    is_puzzle.then(|| text.to_string())
}

/// The puzzle files below a directory, sorted. Links to directories are not followed, so there are
/// no endless loops.
fn below(top: &Path, sources: &mut Vec<Source>) {
    let mut found = Vec::new();
    let mut failed = Vec::new();
    let mut open = vec![top.to_path_buf()];
    while let Some(directory) = open.pop() {
        let entries = match fs::read_dir(&directory) {
            Ok(entries) => entries,
            Err(error) => {
                failed.push(Source::Bad(crate::cli::shown(&directory), reason(&error)));
                continue;
            }
        };
        for entry in entries.flatten() {
            let path = entry.path();
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => open.push(path),
                Ok(_) if may_have_puzzles(&path) => match special(&path) {
                    None => found.push(path),
                    Some(what) => {
                        stderr::line(format_args!(
                            "{}: passed over: {what}",
                            crate::cli::shown(&path)
                        ));
                    }
                },
                _ => {}
            }
        }
    }
    if found.is_empty() && failed.is_empty() {
        failed.push(Source::Bad(
            crate::cli::shown(top),
            "there is no file of puzzles or text below this directory".into(),
        ));
    }
    found.sort();
    let source = |path: PathBuf| match FileKind::of_path(&path) {
        FileKind::Puzzles => Source::File(path),
        _ => Source::Perhaps(path),
    };
    sources.extend(found.into_iter().map(source));
    sources.extend(failed);
}

/// Whether a file below a directory is one of puzzles, or of text that is not empty.
fn may_have_puzzles(path: &Path) -> bool {
    match FileKind::of_path(path) {
        FileKind::Puzzles => true,
        FileKind::Text | FileKind::Document => {
            fs::metadata(path).is_ok_and(|known| known.len() > 0)
        }
        FileKind::Other => false,
    }
}

/// The kind of a path below a directory from which no puzzle can be read. A pipe named by the user is read; one found
/// in a directory could keep a batch waiting for ever.
fn special(path: &Path) -> Option<&'static str> {
    // A path without metadata is opened later, which reports the error.
    let kind = fs::metadata(path).ok()?.file_type();
    if kind.is_file() {
        None
    } else if kind.is_dir() {
        Some("a link to a directory")
    } else {
        Some("a pipe, socket or device, no plain file")
    }
}

/// A puzzle that was an argument, as a name for its results.
fn shortened(text: &str) -> String {
    /// Characters of it.
    const MOST: usize = 60;
    let line: String = text.trim().chars().take_while(|c| *c != '\n').collect();
    let mut name: String = line.chars().take(MOST).collect();
    if name.len() < text.trim().len() {
        name.push('…');
    }
    clew::report::text::printable(&name)
}

/// Opens a source.
fn open(source: Source, eager: bool, models: bool, reading: &Arc<Reading>) -> Open {
    let bad =
        |name: String, why| Open::Whole(Some(Job::new(name.into(), None, Err(Fault::Whole(why)))));
    let said = reading.clone();
    let perhaps = matches!(source, Source::Perhaps(_));
    match source {
        Source::Stdin => Open::Pipe(Piped::start("-".into(), eager, said, || Ok(io::stdin()))),
        Source::Text(text) => {
            let name = shortened(&text);
            Open::Text(Box::new(Numbered::new(name.into(), Kind::File, said, Cursor::new(text))))
        }
        Source::Bad(name, why) => bad(name, why),
        Source::File(path) | Source::Perhaps(path) => {
            let name = crate::cli::shown(&path);
            match fs::metadata(&path) {
                Ok(what) if what.is_dir() => bad(name, "this is a directory".into()),
                Ok(what) if what.is_file() && is_model(&path) => match models {
                    true => {
                        let text = regular::text(&path, regular::MOST);
                        Open::Whole(Some(Job::of_model(name.into(), text)))
                    }
                    false => bad(name, MODEL.into()),
                },
                Ok(what) if what.is_file() => match File::open(&path) {
                    Ok(file) => {
                        let name: Arc<str> = name.into();
                        let jobs = Numbered::new(name.clone(), Kind::File, said, file);
                        match perhaps || FileKind::of_path(&path) == FileKind::Document {
                            true => Open::Readable(Box::new(Readable::new(name, jobs, perhaps))),
                            false => Open::File(Box::new(jobs)),
                        }
                    }
                    Err(error) => bad(name, reason(&error)),
                },
                // A named pipe: opening it waits for a writer.
                Ok(_) => Open::Pipe(Piped::start(name.into(), eager, said, || File::open(path))),
                Err(_) if name.contains("://") => {
                    bad(name, "no format that clew knows has such an address".into())
                }
                Err(error) => bad(name, reason(&error)),
            }
        }
    }
}
