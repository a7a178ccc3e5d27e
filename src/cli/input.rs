//! From arguments to puzzles: files, directories, standard input, many puzzles in one of them.
//!
//! Files are opened one after another and read while puzzles are taken, so that a batch of any length
//! needs little memory. Nothing here fails: what cannot be read becomes a job that says why.

use super::stream::{Kind, Numbered, Piped, Waited};
use crate::families::parse_chunk;
use crate::puzzle::Entry;
use crate::puzzle::format::{ParseError, Piece};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// What a mistake in the input is: with a position, or about a file as a whole.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Fault {
    At(ParseError),
    Whole(String),
}

/// One puzzle, not yet read.
#[derive(Clone, Debug)]
pub(super) struct Job {
    /// Where it comes from, safe to print.
    pub file: Arc<str>,
    /// Which puzzle of its file, from 1, if the file holds several.
    pub number: Option<usize>,
    part: Result<Piece, Fault>,
}

impl Job {
    pub fn new(file: Arc<str>, number: Option<usize>, part: Result<Piece, Fault>) -> Job {
        Job { file, number, part }
    }

    /// The name under which results appear.
    pub fn name(&self) -> String {
        match self.number {
            None => self.file.to_string(),
            Some(n) => format!("{}#{n}", self.file),
        }
    }

    /// Bytes of text that the job keeps in memory.
    pub fn weight(&self) -> usize {
        self.part.as_ref().map_or(0, |piece| piece.bytes().len())
    }

    /// Reads the puzzle.
    ///
    /// # Errors
    /// The first mistake.
    pub fn parse(&self) -> Result<Entry, Fault> {
        let piece = self.part.as_ref().map_err(Clone::clone)?;
        piece.chunk().and_then(|chunk| parse_chunk(&chunk)).map_err(Fault::At)
    }

    /// A line of the input, for showing a mistake in it, as far as it belongs to the puzzle; what
    /// stands before it is blank.
    pub fn line(&self, line: usize) -> Option<String> {
        let piece = self.part.as_ref().ok()?;
        let at = line.checked_sub(piece.line())?;
        let text = piece.chunk().ok()?.text.split('\n').nth(at)?;
        let before = if at == 0 { piece.column() - 1 } else { 0 };
        Some(" ".repeat(before) + text)
    }

    /// The line on which the puzzle starts.
    pub fn first_line(&self) -> usize {
        self.part.as_ref().map_or(1, Piece::line)
    }
}

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
        Jobs { sources: sources.into_iter(), open: None, eager }
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
                    waited => return waited,
                },
                None => None,
            };
            if let Some(job) = job {
                return Waited::Job(job);
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
                Ok(_) if is_puzzle_file(&path) => found.push(path),
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

/// What went wrong with a file, in words.
pub(super) fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".into(),
        io::ErrorKind::PermissionDenied => "no permission to open it".into(),
        _ => error.to_string(),
    }
}
