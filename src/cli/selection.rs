//! Which puzzles of a batch are run: a share of them, and those that have no result yet.

use super::job::{Job, reason};
use serde_json::Value;
use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::path::Path;

/// A share of a batch: every n-th puzzle, beginning with the k-th, from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shard {
    pub k: u64,
    pub n: u64,
}

/// Reads `2/5`.
///
/// # Errors
/// What is wrong, in words.
pub(super) fn shard(text: &str) -> Result<Shard, String> {
    let parts = text.split_once('/').and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
    match parts {
        Some((k, n)) if 1 <= k && k <= n => Ok(Shard { k, n }),
        _ => Err("expected a share such as 2/5: the second of five".into()),
    }
}

/// What is left of a batch.
#[derive(Clone, Debug, Default)]
pub(super) struct Selection {
    pub shard: Option<Shard>,
    /// Per identifier how many puzzles with it have a result.
    done: HashMap<String, u64>,
    seen: u64,
}

impl Selection {
    /// The puzzles of a share.
    pub fn of(shard: Option<Shard>) -> Selection {
        Selection { shard, ..Selection::default() }
    }

    /// Whether the next puzzle of the input is to be run.
    pub fn takes(&mut self, job: &Job) -> bool {
        let number = self.seen;
        self.seen += 1;
        if self.shard.is_some_and(|shard| number % shard.n != shard.k - 1) {
            return false;
        }
        if self.done.is_empty() {
            return true;
        }
        match self.done.get_mut(&job.id().unwrap_or_else(|| job.name())) {
            Some(left) if *left > 0 => {
                *left -= 1;
                false
            }
            _ => true,
        }
    }

    /// Leaves out what has a result in this file, which may not be there yet, and opens it for more. A
    /// last line that was torn off in the middle is taken out of it.
    ///
    /// # Errors
    /// In words, if the file is not one of such results.
    pub fn resume(&mut self, file: &Path, results: &Results<'_>) -> Result<File, String> {
        let shown = super::shown(file);
        let because = |error: std::io::Error| format!("{shown}: {}", reason(&error));
        let text = match fs::read(file) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(because(error)),
        };
        let mut whole = 0;
        for (number, line) in (1..).zip(text.split_inclusive(|&b| b == b'\n')) {
            let torn = !line.ends_with(b"\n");
            if torn && !results.begin(line) {
                return Err(format!(
                    "{shown}: line {number} is no result, nor the beginning of one"
                ));
            }
            let object = serde_json::from_slice::<Value>(line).unwrap_or_default();
            let schema = object.get("schema").and_then(Value::as_str);
            if let Some(schema) = schema.filter(|schema| *schema != results.schema) {
                let expected = results.schema;
                let schema = super::safe(schema);
                return Err(format!("{shown}: line {number}: found {schema}, expected {expected}"));
            }
            let id = object.get("id").and_then(Value::as_str).map(str::to_string);
            match id {
                Some(id) if !torn => {
                    *self.done.entry(id).or_default() += 1;
                    whole += line.len();
                }
                // Whatever it says, it may not be all of it.
                _ if torn => break,
                _ => return Err(format!("{shown}: line {number} is no result with an id")),
            }
        }
        let open = OpenOptions::new().create(true).append(true).open(file).map_err(because)?;
        if whole < text.len() {
            open.set_len(whole as u64).map_err(because)?;
        }
        Ok(open)
    }
}

/// What the results of a command look like.
pub(super) struct Results<'a> {
    /// The form that they name.
    pub schema: &'a str,
    /// The key that stands first.
    pub first: &'a str,
}

impl Results<'_> {
    /// Whether a text may be the beginning of one.
    fn begin(&self, text: &[u8]) -> bool {
        let head = match self.first {
            "schema" => format!("{{\"schema\":\"{}\"", self.schema),
            first => format!("{{\"{first}\":"),
        };
        text.starts_with(head.as_bytes()) || head.as_bytes().starts_with(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_read() {
        assert_eq!(shard("2/5"), Ok(Shard { k: 2, n: 5 }));
        for wrong in ["", "2", "0/5", "6/5", "1/0", "a/b", "-1/2"] {
            assert!(shard(wrong).is_err(), "{wrong}");
        }
    }
}
