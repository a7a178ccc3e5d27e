//! From arguments to puzzles: files, directories, standard input, many puzzles in one of them.
//!
//! Files are opened one after another and read while puzzles are taken, so that a batch of any length
//! needs little memory. Nothing here fails: what cannot be read becomes a job that says why.

use super::job::{Fault, Job, reason};
use super::say;
use super::selection::Selection;
use super::stream::{Kind, Numbered, Piped, Waited};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

enum Source {
    File(PathBuf),
    Stdin,
    Bad(String, String),
}

/// An input that is being read.
enum Open {
    File(Box<Numbered<File>>),
    Pipe(Piped),
    /// It could not be opened.
    Bad(Option<Job>),
}

/// The puzzles of all arguments, in order.
pub(super) struct Jobs {
    sources: std::vec::IntoIter<Source>,
    open: Option<Open>,
    eager: bool,
    selection: Selection,
}

impl Jobs {
    /// Looks for files; reads none yet. `eager`: a line of JSON from a pipe is a puzzle by itself,
    /// numbered, however many will follow; otherwise a second one is waited for.
    pub fn of(arguments: &[PathBuf], eager: bool) -> Jobs {
        let mut sources = Vec::new();
        for argument in arguments {
            if argument.as_os_str() == "-" {
                sources.push(Source::Stdin);
            } else if argument.is_dir() {
                below(argument, &mut sources);
            } else {
                sources.push(Source::File(argument.clone()));
            }
        }
        Jobs { sources: sources.into_iter(), open: None, eager, selection: Selection::default() }
    }

    /// Only those that a selection takes.
    pub fn only(self, selection: Selection) -> Jobs {
        Jobs { selection, ..self }
    }

    /// Whether the input that is read now is one that somebody may still be writing.
    pub fn is_pipe(&self) -> bool {
        matches!(self.open, Some(Open::Pipe(_)))
    }

    /// Waits for the next puzzle; for those of a pipe no longer than this.
    pub fn wait(&mut self, patience: Duration) -> Waited {
        loop {
            let job = match &mut self.open {
                Some(Open::File(jobs)) => jobs.next(),
                Some(Open::Bad(job)) => job.take(),
                Some(Open::Pipe(pipe)) => match pipe.wait(patience) {
                    Waited::End => None,
                    Waited::Nothing => return Waited::Nothing,
                    Waited::Job(job) => Some(job),
                },
                None => None,
            };
            if let Some(job) = job {
                if self.selection.takes(&job) {
                    return Waited::Job(job);
                }
                continue;
            }
            match self.sources.next() {
                Some(source) => self.open = Some(open(source, self.eager)),
                None => return Waited::End,
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
                failed.push(Source::Bad(shown(&directory), reason(&error)));
                continue;
            }
        };
        for entry in entries.flatten() {
            let path = entry.path();
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => open.push(path),
                Ok(_) if is_puzzle_file(&path) => match special(&path) {
                    None => found.push(path),
                    Some(what) => {
                        say::line(format_args!("{}: passed over: {what}", shown(&path)));
                    }
                },
                _ => {}
            }
        }
    }
    if found.is_empty() && failed.is_empty() {
        failed.push(Source::Bad(
            shown(top),
            "there is no .puzzle, .json or .jsonl file below this directory".into(),
        ));
    }
    found.sort();
    sources.extend(found.into_iter().map(Source::File));
    sources.extend(failed);
}

fn is_puzzle_file(path: &Path) -> bool {
    let extension = path.extension().and_then(|e| e.to_str());
    extension.is_some_and(|e| matches!(e, "puzzle" | "json" | "jsonl"))
}

/// What a path below a directory is if it is nothing that a puzzle can be read from. Somebody who
/// names a pipe wants it to be read; one that is met on a walk could keep a batch waiting for ever.
fn special(path: &Path) -> Option<&'static str> {
    // What cannot be looked at is opened later, which says why.
    let kind = fs::metadata(path).ok()?.file_type();
    if kind.is_file() {
        None
    } else if kind.is_dir() {
        Some("a link to a directory")
    } else {
        Some("a pipe, socket or device, no plain file")
    }
}

/// A path, safe to print.
fn shown(path: &Path) -> String {
    crate::report::text::printable(&path.to_string_lossy())
}

/// Opens a source.
fn open(source: Source, eager: bool) -> Open {
    let bad =
        |name: String, why| Open::Bad(Some(Job::new(name.into(), None, Err(Fault::Whole(why)))));
    match source {
        Source::Stdin => Open::Pipe(Piped::start("-".into(), eager, || Ok(io::stdin()))),
        Source::Bad(name, why) => bad(name, why),
        Source::File(path) => {
            let name = shown(&path);
            match fs::metadata(&path) {
                Ok(what) if what.is_dir() => bad(name, "this is a directory".into()),
                Ok(what) if what.is_file() => match File::open(&path) {
                    Ok(file) => Open::File(Box::new(Numbered::new(name.into(), Kind::File, file))),
                    Err(error) => bad(name, reason(&error)),
                },
                // A named pipe: opening it waits for a writer.
                Ok(_) => Open::Pipe(Piped::start(name.into(), eager, || File::open(path))),
                Err(error) => bad(name, reason(&error)),
            }
        }
    }
}
