//! Shared by the targets for files of split counts: a directory, valid checksums, the program.

use clew::structures::Digest;
use serde_json::Value;
use std::collections::HashMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// The exit statuses of the program; others are errors.
const STATUSES: [u8; 6] = [0, 1, 2, 3, 4, 5];

/// A directory of this process in memory, empty.
pub fn empty() -> PathBuf {
    let memory = Path::new("/dev/shm");
    let root = if memory.is_dir() { memory.to_path_buf() } else { std::env::temp_dir() };
    let directory = root.join(format!("clew-fuzz-{}", std::process::id()));
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).expect("a directory can be made");
    directory
}

/// In seeds, the version of the program that wrote them.
const VERSION: &str = "VERSION";

/// The text with a valid checksum in each line that is an object, the digest of its puzzle's text, and the version of the
/// program. Lines that name a record above them by its checksum name it still.
pub fn mended(text: &str) -> String {
    let hex = |text: &str| format!("{:032x}", Digest::of_bytes(text.as_bytes()));
    let mut sums: HashMap<String, String> = HashMap::new();
    let mut line = |line: &str| {
        let Ok(Value::Object(mut object)) = serde_json::from_str(line) else {
            return line.to_string();
        };
        let stated = object.remove("sum");
        if object.get("version").and_then(Value::as_str) == Some(VERSION) {
            object.insert("version".into(), env!("CARGO_PKG_VERSION").into());
        }
        if let Some(text) = object.get("text").and_then(Value::as_str) {
            let digest = hex(text);
            object.insert("puzzle".into(), digest.into());
        }
        if let Some(sum) = object.get("job").and_then(Value::as_str).and_then(|job| sums.get(job)) {
            object.insert("job".into(), Value::String(String::clone(sum)));
        }
        let sum = hex(&Value::Object(object.clone()).to_string());
        if let Some(Value::String(stated)) = stated {
            sums.insert(stated, sum.clone());
        }
        object.insert("sum".into(), sum.into());
        Value::Object(object).to_string()
    };
    text.lines().map(&mut line).collect::<Vec<_>>().join("\n") + "\n"
}

/// Whether the puzzle of every line is small enough for all commands to be quick.
#[allow(dead_code)] // A target has a puzzle of its own.
pub fn is_small(text: &str, cells: usize) -> bool {
    text.lines().all(|line| {
        let Ok(Value::Object(object)) = serde_json::from_str::<Value>(line) else { return true };
        let Some(text) = object.get("text").and_then(Value::as_str) else { return true };
        clew::families::parse_native(text).map_or(true, |entry| entry.puzzle.cells() <= cells)
    })
}

/// Runs the program.
pub fn clew(arguments: &[&str], paths: &[&Path]) {
    let words = std::iter::once("clew").chain(arguments.iter().copied()).map(OsString::from);
    let all = words.chain(paths.iter().map(|path| path.as_os_str().to_owned()));
    let status = crate::cli::run(all);
    assert!(STATUSES.contains(&status), "status {status}");
}
