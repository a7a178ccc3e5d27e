//! Puzzles that are the same up to turning, mirroring, other names of labels, or counting from the other end.

use crate::api::guarded::run_guarded;
use crate::api::verify_stored::carried;
use clew_puzzle::puzzle::{Answer, Entry};
use clew_report::document::{self, Head};
use clew_solve::generate::{fingerprint, solution_fingerprint};
use clew_solve::strategy::{self, Options, Task};
use serde::Serialize;
use std::collections::HashMap;

/// The version of the JSON form.
pub const SCHEMA: &str = "clew-same/1";

/// The puzzles seen so far. Memory is linear in their number, regardless of their size.
#[derive(Clone, Debug, Default)]
pub struct Dedup {
    /// The name of the first puzzle with each fingerprint.
    first: HashMap<String, String>,
}

/// The relation of a puzzle to those seen before.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Seen {
    /// 32 hexadecimal digits, the same for all puzzles that are the same.
    pub fingerprint: String,
    /// The id of the first puzzle that is the same; null if it is this one.
    pub copy_of: Option<String>,
}

impl Dedup {
    /// Notes a puzzle of this name.
    pub fn take(&mut self, entry: &Entry, name: &str) -> Seen {
        self.note(fingerprint(&entry.puzzle), name)
    }

    /// Notes a puzzle by its solution: the one that its file states, or else the first that is found. Without one it is
    /// noted as it stands.
    pub fn take_solution(&mut self, entry: &Entry, name: &str, options: &Options) -> Seen {
        match solution(entry, options) {
            Some(answer) => self.note(solution_fingerprint(&entry.puzzle, &answer), name),
            None => self.take(entry, name),
        }
    }

    fn note(&mut self, fingerprint: String, name: &str) -> Seen {
        let copy_of = self.first.get(&fingerprint).cloned();
        if copy_of.is_none() {
            self.first.insert(fingerprint.clone(), name.to_string());
        }
        Seen { fingerprint, copy_of }
    }

    /// The number of different puzzles so far.
    pub fn kept(&self) -> u64 {
        self.first.len() as u64
    }
}

/// A solution of a puzzle.
fn solution(entry: &Entry, options: &Options) -> Option<Answer> {
    carried(entry, &options.budget).into_iter().next().or_else(|| {
        let task = Task::Solve { limit: 1 };
        let found = run_guarded(options, || strategy::run(&entry.puzzle, task, options)).ok()?;
        found.answers.into_iter().next()
    })
}

/// A puzzle among others: the document `clew-same/1`.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Document<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    #[serde(flatten)]
    seen: &'a Seen,
}

impl Seen {
    /// The document `clew-same/1`, on one line.
    pub fn json(&self, entry: &Entry, name: &str) -> String {
        let head = Head { id: name, ..Head::new(SCHEMA, entry, name) };
        document::value(&Document { head, seen: self }).to_string()
    }
}
