//! The puzzles of a document or a source: parts that cannot be read are passed over, with one note.

use crate::cli::io::job::{Fault, Job};
use crate::cli::io::stderr;
use crate::cli::io::stream::Numbered;
use clew::interchange;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;

/// Endings of files of puzzles.
const PUZZLES: [&str; 3] = ["puzzle", "json", "jsonl"];
/// Endings of other files of text that may hold puzzles.
const TEXTS: [&str; 11] =
    ["txt", "in", "csv", "tsv", "yaml", "yml", "dzn", "dat", "param", "grid", "text"];
/// Endings of documents and sources, most of whose text is no puzzle.
const DOCUMENTS: [&str; 25] = [
    "md", "markdown", "rst", "adoc", "tex", "py", "ipynb", "js", "ts", "c", "h", "cpp", "cc",
    "java", "rs", "go", "hs", "pl", "lp", "pi", "mzn", "jl", "m", "rb", "essence",
];

/// The kind of a file, by its ending.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FileKind {
    /// Puzzles.
    Puzzles,
    /// Text, which may be one.
    Text,
    /// A document or a source.
    Document,
    /// None of these.
    Other,
}

impl FileKind {
    /// The kind of a file by its ending.
    pub fn of_path(path: &Path) -> FileKind {
        let ending =
            path.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase);
        let is =
            |endings: &[&str]| ending.as_deref().is_some_and(|ending| endings.contains(&ending));
        match () {
            () if is(&PUZZLES) => FileKind::Puzzles,
            () if is(&TEXTS) => FileKind::Text,
            () if is(&DOCUMENTS) => FileKind::Document,
            () => FileKind::Other,
        }
    }
}

/// The puzzles of a file that can be read.
pub(crate) struct Readable {
    name: Arc<str>,
    jobs: Numbered<File>,
    /// The first part that cannot be read, for a file without puzzles that was named by the user.
    first: Option<Job>,
    in_folder: bool,
    given: usize,
    passed: usize,
}

impl Readable {
    /// Those of these jobs; `in_folder`: the file was found in a folder, and may have none.
    pub fn new(name: Arc<str>, jobs: Numbered<File>, in_folder: bool) -> Readable {
        Readable { name, jobs, first: None, in_folder, given: 0, passed: 0 }
    }
}

impl Iterator for Readable {
    type Item = Job;

    fn next(&mut self) -> Option<Job> {
        for job in self.jobs.by_ref() {
            match job.parse() {
                // A question is the user's.
                Err(Fault::At(error)) if !interchange::is_question(&error) => {}
                Err(Fault::Whole(_)) => {}
                _ => {
                    self.given += 1;
                    return Some(job);
                }
            }
            self.passed += 1;
            self.first.get_or_insert(job);
        }
        let first = self.first.take();
        if self.given == 0 && !self.in_folder {
            return first;
        }
        first.as_ref()?;
        let what = match (self.given, self.passed) {
            (0, _) => "no puzzle in it".to_string(),
            (_, 1) => "one part of it is no puzzle".to_string(),
            (_, n) => format!("{n} parts of it are no puzzles"),
        };
        stderr::line(format_args!("{}: passed over: {what}", self.name));
        None
    }
}
