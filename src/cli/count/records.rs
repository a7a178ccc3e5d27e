//! Records of long counts: one JSON object per line, each with a checksum of its own.
//!
//! The checksum is the digest of the object without it, written with its keys in order, so that blanks and the
//! order of keys do not matter and every other change does.

use crate::cli::batch::status::Status;
use crate::cli::io::job::hex;
use crate::cli::io::{machine, regular};
use clew::families::parse_native;
use clew::puzzle::format::{marks, write_native};
use clew::puzzle::{Entry, Puzzle};
use clew::structures::Digest;
use serde_json::{Map, Value};
use std::path::Path;

/// In the directory of a count by cubes, the file that describes the job.
pub(crate) const JOB_FILE: &str = "job.jsonl";

/// The puzzle in the directory of a count by residues.
pub(crate) const BOARD: &str = "board.puzzle";

/// The most values of a record.
const MOST_VALUES: usize = 4096;

/// The key of the checksum.
const SUM: &str = "sum";

/// The version of the program, part of every record.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

fn checksum(object: &Map<String, Value>) -> String {
    hex(Digest::of_bytes(Value::Object(object.clone()).to_string().as_bytes()))
}

/// The record as a line, with its checksum.
pub(crate) fn line(record: Value) -> String {
    let Value::Object(mut object) = record else { return String::new() };
    let sum = checksum(&object);
    object.insert(SUM.into(), sum.into());
    Value::Object(object).to_string() + "\n"
}

/// The record that a line holds.
///
/// # Errors
/// In words, if it is not whole.
pub(crate) fn record(line: &str) -> Result<Value, String> {
    if marks(line) > MOST_VALUES {
        return Err(format!("expected a record of at most {MOST_VALUES} values"));
    }
    let object = match serde_json::from_str(line) {
        Ok(Value::Object(object)) => object,
        Ok(_) => return Err("expected a JSON object".into()),
        Err(error) => return Err(format!("this is no JSON object, or a torn one: {error}")),
    };
    let mut rest = object.clone();
    match rest.remove(SUM) {
        Some(Value::String(sum)) if sum == checksum(&rest) => Ok(Value::Object(rest)),
        Some(_) => Err("the record is damaged: its checksum does not fit".into()),
        None => Err("the record has no checksum".into()),
    }
}

/// The records of a file with the numbers of their lines.
///
/// # Errors
/// In words, with file and line, if it cannot be read or one of them is not whole.
pub(crate) fn read(path: &Path) -> Result<Vec<(usize, Value)>, String> {
    let shown = crate::cli::shown(path);
    let most = regular::MOST.min(machine::auxiliary_memory() as u64);
    let text = regular::text(path, most).map_err(|why| format!("{shown}: {why}"))?;
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(number, line)| match record(line) {
            Ok(record) => Ok((number, record)),
            Err(why) => Err(format!("{shown}:{number}: {why}")),
        })
        .collect()
}

/// The error for a file that cannot be written, with its status.
pub(crate) fn unwritten(file: &Path, why: &str) -> (String, Status) {
    (format!("cannot write {}: {why}", crate::cli::shown(file)), Status::Unwritten)
}

/// A text value of a record.
///
/// # Errors
/// In words, if it is missing.
pub(crate) fn text<'r>(record: &'r Value, key: &str) -> Result<&'r str, String> {
    record.get(key).and_then(Value::as_str).ok_or_else(|| format!("the text \"{key}\" is missing"))
}

/// A number of a record, as a number or as a text, which can hold all 64 bits.
///
/// # Errors
/// In words, if it is missing or none.
pub(crate) fn number(record: &Value, key: &str) -> Result<u64, String> {
    let value = record.get(key);
    let number = value.and_then(Value::as_u64);
    let told = || value.and_then(Value::as_str).and_then(|text| text.parse().ok());
    number.or_else(told).ok_or_else(|| format!("the number \"{key}\" is missing"))
}

/// A puzzle as records name it: its text, without title and source, and the digest of that.
pub(crate) struct Named {
    pub text: String,
    pub hash: String,
}

impl Named {
    /// The name of a puzzle.
    pub fn new(puzzle: &Puzzle) -> Named {
        let text = write_native(&Entry::from(puzzle.clone()));
        let hash = hex(Digest::of_bytes(text.as_bytes()));
        Named { text, hash }
    }

    /// The puzzle of a record.
    ///
    /// # Errors
    /// In words, if the record's text is no puzzle, or does not match its digest.
    pub fn puzzle(record: &Value) -> Result<Puzzle, String> {
        let (said, hash) = (text(record, "text")?, text(record, "puzzle")?);
        if hex(Digest::of_bytes(said.as_bytes())) != hash {
            return Err("its puzzle does not have its digest".into());
        }
        let entry = parse_native(said).map_err(|why| why.to_string())?;
        Ok(entry.puzzle)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_record_comes_back_and_a_changed_one_does_not() {
        let line = line(json!({ "b": "x", "a": 17, "c": [1, 2] }));
        assert_eq!(record(line.trim()), Ok(json!({ "b": "x", "a": 17, "c": [1, 2] })));
        let blanks = line.trim().replace(",", " , ");
        assert!(record(&blanks).is_ok(), "{blanks}");
        for (from, to) in [("17", "18"), ("\"x\"", "\"y\""), ("\"b\"", "\"d\""), ("[1,", "[1,1,")] {
            assert!(record(&line.replace(from, to)).is_err(), "{from} to {to}");
        }
        for cut in 0..line.trim().len() {
            assert!(record(&line[..cut]).is_err(), "cut at {cut}");
        }
    }
}
