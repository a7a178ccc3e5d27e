//! From arguments to puzzles: files, directories, standard input, many puzzles in one of them.
//!
//! Files are opened one after another while puzzles are taken, so that a batch of any length needs
//! little memory. Nothing here fails: what cannot be read becomes a job that says why.

use crate::puzzle::Entry;
use crate::puzzle::format::{Chunk, ChunkKind, ParseError, parse_chunk, split_input};
use std::fs::{self, File};
use std::io::{self, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The largest input that is read, in bytes; checked before it is taken into memory.
pub(super) const MAX_INPUT: u64 = 64 << 20;

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
    part: Result<Part, Fault>,
}

#[derive(Clone, Debug)]
struct Part {
    text: Arc<str>,
    range: Range<usize>,
    kind: ChunkKind,
    line: usize,
    column: usize,
}

impl Job {
    /// The name under which results appear.
    pub fn name(&self) -> String {
        match self.number {
            None => self.file.to_string(),
            Some(n) => format!("{}#{n}", self.file),
        }
    }

    /// Bytes of text that the job keeps in memory.
    pub fn weight(&self) -> usize {
        self.part.as_ref().map_or(0, |p| p.range.len())
    }

    /// Reads the puzzle.
    ///
    /// # Errors
    /// The first mistake.
    pub fn parse(&self) -> Result<Entry, Fault> {
        let part = self.part.as_ref().map_err(Clone::clone)?;
        let text = &part.text[part.range.clone()];
        let chunk = Chunk { kind: part.kind, text, line: part.line, column: part.column };
        parse_chunk(&chunk).map_err(Fault::At)
    }

    /// A line of the input, for showing a mistake in it.
    pub fn line(&self, line: usize) -> Option<&str> {
        let part = self.part.as_ref().ok()?;
        part.text.split('\n').nth(line.checked_sub(1)?)
    }

    /// The line on which the puzzle starts.
    pub fn first_line(&self) -> usize {
        self.part.as_ref().map_or(1, |p| p.line)
    }
}

enum Source {
    File(PathBuf),
    Stdin,
    Bad(String, String),
}

/// The puzzles of all arguments, in order.
pub(super) struct Jobs {
    sources: std::vec::IntoIter<Source>,
    ready: std::vec::IntoIter<Job>,
}

impl Jobs {
    /// Looks for files; reads none yet.
    pub fn of(arguments: &[PathBuf]) -> Jobs {
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
        Jobs { sources: sources.into_iter(), ready: Vec::new().into_iter() }
    }
}

impl Iterator for Jobs {
    type Item = Job;

    fn next(&mut self) -> Option<Job> {
        loop {
            if let Some(job) = self.ready.next() {
                return Some(job);
            }
            self.ready = open(self.sources.next()?).into_iter();
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

/// Reads a source and cuts it into puzzles.
fn open(source: Source) -> Vec<Job> {
    let (name, bytes) = match source {
        Source::Stdin => ("-".to_string(), read(io::stdin().lock(), 0)),
        Source::File(path) => (shown(&path), read_file(&path)),
        Source::Bad(name, why) => (name, Err(Fault::Whole(why))),
    };
    let file: Arc<str> = name.into();
    let text: Arc<str> = match bytes.and_then(utf8) {
        Ok(text) => text.into(),
        Err(fault) => return vec![Job { file, number: None, part: Err(fault) }],
    };
    let chunks = split_input(&text);
    let several = chunks.len() > 1;
    let start = text.as_ptr() as usize;
    let job = |(i, chunk): (usize, &Chunk<'_>)| {
        let from = chunk.text.as_ptr() as usize - start;
        Job {
            file: file.clone(),
            number: several.then_some(i + 1),
            part: Ok(Part {
                text: text.clone(),
                range: from..from + chunk.text.len(),
                kind: chunk.kind,
                line: chunk.line,
                column: chunk.column,
            }),
        }
    };
    chunks.iter().enumerate().map(job).collect()
}

fn read_file(path: &Path) -> Result<Vec<u8>, Fault> {
    let whole = |error: io::Error| Fault::Whole(reason(&error));
    let file = File::open(path).map_err(whole)?;
    let metadata = file.metadata().map_err(whole)?;
    if metadata.is_dir() {
        return Err(Fault::Whole("this is a directory".into()));
    }
    read(file, metadata.len())
}

/// Reads at most [`MAX_INPUT`] bytes; `length` is what the file says of itself (a pipe says 0).
fn read(from: impl Read, length: u64) -> Result<Vec<u8>, Fault> {
    let too_large = || Fault::Whole(format!("the input is larger than {} MiB", MAX_INPUT >> 20));
    if length > MAX_INPUT {
        return Err(too_large());
    }
    let mut bytes = Vec::with_capacity(length as usize);
    let got = from.take(MAX_INPUT + 1).read_to_end(&mut bytes);
    got.map_err(|error| Fault::Whole(reason(&error)))?;
    if bytes.len() as u64 > MAX_INPUT { Err(too_large()) } else { Ok(bytes) }
}

fn utf8(bytes: Vec<u8>) -> Result<String, Fault> {
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let bytes = error.as_bytes();
        let before = &bytes[..valid];
        let line_start = before.iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
        // UTF-8 characters are counted by their first bytes.
        let column = before[line_start..].iter().filter(|&&b| b & 0xc0 != 0x80).count() + 1;
        Fault::At(ParseError {
            line: before.iter().filter(|&&b| b == b'\n').count() + 1,
            column,
            found: format!("the byte 0x{:02x} (byte {} of the input)", bytes[valid], valid + 1),
            expected: "text in UTF-8".into(),
        })
    })
}

/// What went wrong with a file, in words.
pub(super) fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".into(),
        io::ErrorKind::PermissionDenied => "no permission to open it".into(),
        _ => error.to_string(),
    }
}
