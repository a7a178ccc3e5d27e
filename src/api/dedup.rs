//! Puzzles that are the same up to turning, mirroring, other names of labels, or counting from the other end.

use clew_puzzle::puzzle::Entry;
use clew_solve::generate::fingerprint;
use serde_json::json;
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
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    /// Its fingerprint, 32 hexadecimal digits.
    pub fingerprint: String,
    /// The name of the first puzzle that is the same; `None` if it is itself.
    pub copy_of: Option<String>,
}

impl Dedup {
    /// Notes a puzzle of this name.
    pub fn take(&mut self, entry: &Entry, name: &str) -> Seen {
        let fingerprint = fingerprint(&entry.puzzle);
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

impl Seen {
    /// The document `clew-same/1`: on one line the name of the puzzle, its family, its fingerprint, and the name of the
    /// first that is the same, or `null`.
    pub fn json(&self, entry: &Entry, name: &str) -> String {
        let Seen { fingerprint, copy_of } = self;
        json!({
            "schema": SCHEMA,
            "id": name,
            "puzzle": entry.puzzle.family().keyword(),
            "fingerprint": fingerprint,
            "copyOf": copy_of,
        })
        .to_string()
    }
}
