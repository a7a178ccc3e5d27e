//! Which puzzles of a batch are run: a share of them, and those that have no result yet.

use crate::cli::batch::status::Status;
use crate::cli::io::job::Job;
use crate::cli::io::regular;
use crate::cli::io::regular::reason;
use clew::puzzle::format::MAX_PUZZLE;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use std::collections::{HashMap, VecDeque};
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, ErrorKind, Read};
use std::path::Path;

/// A share of a batch: every n-th puzzle, beginning with the k-th, from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shard {
    pub k: u64,
    pub n: u64,
}

/// Reads `2/5`.
///
/// # Errors
/// The error, in words.
pub(crate) fn shard(text: &str) -> Result<Shard, String> {
    let parts = text.split_once('/').and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
    match parts {
        Some((k, n)) if 1 <= k && k <= n => Ok(Shard { k, n }),
        _ => Err("expected a share such as 2/5: the second of five".into()),
    }
}

/// The rest of a batch.
#[derive(Clone, Debug, Default)]
pub(crate) struct Selection {
    pub shard: Option<Shard>,
    /// Per identifier and digest of the text the statuses of the puzzles that have a result.
    done: HashMap<(String, String), VecDeque<u8>>,
    /// The worst of those that were left out.
    kept: Status,
    seen: u64,
}

impl Selection {
    /// The puzzles of a share.
    pub fn new(shard: Option<Shard>) -> Selection {
        Selection { shard, ..Selection::default() }
    }

    /// Whether the next puzzle of the input must be run.
    pub fn takes(&mut self, job: &Job) -> bool {
        let number = self.seen;
        self.seen += 1;
        if self.shard.is_some_and(|shard| number % shard.n != shard.k - 1) {
            return false;
        }
        if self.done.is_empty() {
            return true;
        }
        let key = (job.id().unwrap_or_else(|| job.name()), job.digest());
        let Some(code) = self.done.get_mut(&key).and_then(VecDeque::pop_front) else { return true };
        self.kept = self.kept.max(Status::from_code(code));
        false
    }

    /// The worst status of the puzzles that were left out because they have a result.
    pub fn kept(&self) -> Status {
        self.kept
    }

    /// Leaves out the puzzles that have a result in this file, which may not exist yet, and opens it for more. An
    /// incomplete last line is removed from it.
    ///
    /// # Errors
    /// In words, if the file is not one of such results, or cannot be written, and the status for that.
    pub fn resume(&mut self, file: &Path, results: &Results<'_>) -> Result<File, (Status, String)> {
        let text = self.read(file, results).map_err(|why| (Status::BadInput, why))?;
        let because = |error: std::io::Error| {
            let why = match error.kind() {
                ErrorKind::NotFound => "there is no such directory".to_string(),
                _ => reason(&error),
            };
            (Status::Unwritten, format!("cannot write {}: {why}", crate::cli::shown(file)))
        };
        let open = OpenOptions::new().create(true).append(true).open(file).map_err(because)?;
        if let Some(whole) = text {
            open.set_len(whole).map_err(because)?;
        }
        Ok(open)
    }

    /// Reads the results in this file; returns the length of the complete part, if the last line is incomplete.
    ///
    /// # Errors
    /// In words, if the file is not one of such results.
    fn read(&mut self, file: &Path, results: &Results<'_>) -> Result<Option<u64>, String> {
        let shown = crate::cli::shown(file);
        let because = |error: std::io::Error| format!("{shown}: {}", reason(&error));
        if matches!(file.try_exists(), Ok(false)) {
            return Ok(None);
        }
        let open = regular::open(file).map_err(|why| format!("{shown}: {why}"))?;
        let mut lines = BufReader::with_capacity(1 << 18, open);
        let (mut whole, mut number, mut line) = (0, 0, Vec::new());
        loop {
            line.clear();
            let read = lines.by_ref().take(MOST_LINE + 1).read_until(b'\n', &mut line);
            if read.map_err(because)? == 0 {
                return Ok(None);
            }
            number += 1;
            if line.len() as u64 > MOST_LINE {
                let most = regular::too_large(MOST_LINE);
                return Err(format!("{shown}: line {number} is no result: {most}"));
            }
            let torn = !line.ends_with(b"\n");
            if torn && !results.begin(&line) {
                return Err(format!(
                    "{shown}: line {number} is no result, nor the beginning of one"
                ));
            }
            let object = serde_json::from_slice::<Seen>(&line).unwrap_or_default();
            if let Some(schema) = object.schema.filter(|schema| *schema != results.schema) {
                let expected = results.schema;
                let schema = crate::cli::safe(&schema);
                return Err(format!("{shown}: line {number}: found {schema}, expected {expected}"));
            }
            if torn {
                // Its contents may be incomplete.
                return Ok(Some(whole));
            }
            let Some(id) = object.id else {
                return Err(format!("{shown}: line {number} is no result with an id"));
            };
            let asked = results.answered(object.asked);
            let (text, code) = asked.map_err(|why| format!("{shown}: line {number}: {why}"))?;
            self.done.entry((id, text)).or_default().push_back(code);
            whole += line.len() as u64;
        }
    }
}

/// The longest line of a file of results: such a result is an input like any other.
const MOST_LINE: u64 = MAX_PUZZLE as u64;

/// The fields of a result that are read; all others are ignored.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Seen {
    #[serde(deserialize_with = "lenient")]
    schema: Option<String>,
    #[serde(deserialize_with = "lenient")]
    id: Option<String>,
    #[serde(deserialize_with = "lenient")]
    asked: Option<Asked>,
}

/// The question that it answers.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Asked {
    #[serde(deserialize_with = "lenient")]
    question: Option<String>,
    #[serde(deserialize_with = "lenient")]
    text: Option<String>,
    #[serde(deserialize_with = "lenient")]
    status: Option<u8>,
}

/// A value, if it is one of this kind.
fn lenient<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Option<T>, D::Error> {
    let value = <&RawValue>::deserialize(from)?;
    Ok(serde_json::from_str(value.get()).ok())
}

/// The format of the results of a command.
pub(crate) struct Results<'a> {
    /// The form that they name.
    pub schema: &'a str,
    /// The first key of each object.
    pub first: &'a str,
    /// The question that they answer.
    pub question: String,
}

impl Results<'_> {
    /// The digest of the text that a result is about, and its status.
    ///
    /// # Errors
    /// In words, if it has no such fields or answers another question.
    fn answered(&self, asked: Option<Asked>) -> Result<(String, u8), String> {
        let expected = &self.question;
        match asked.map(|asked| (asked.question, asked.text, asked.status)) {
            Some((Some(question), ..)) if question != *expected => {
                let question = crate::cli::safe(&question);
                Err(format!("found a result of `{question}`, expected one of `{expected}`"))
            }
            Some((Some(_), Some(text), Some(code))) => Ok((text, code)),
            _ => Err(format!(
                "found a result without what was asked, expected one with the key \"asked\" of \
                 `{expected}`"
            )),
        }
    }

    /// Whether a text may be the beginning of such a result.
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
