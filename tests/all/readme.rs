//! The README and the chapters of the book agree with the program: their commands run, and the output
//! below a command is the one it prints, apart from times. Blocks of code with a language (`text`, `sh`)
//! are only shown.
#![cfg(unix)]

use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

/// The README, and the chapters of the book in the order of their names: path and text.
fn pages() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let docs = std::fs::read_dir(root.join("docs")).expect("a folder of chapters");
    let mut paths: Vec<_> = docs.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "md"));
    paths.push(root.join("README.md"));
    paths.sort();
    let read = |path: &std::path::PathBuf| std::fs::read_to_string(path).expect("a page is text");
    paths.iter().map(|path| (path.display().to_string(), read(path))).collect()
}

/// The blocks of code without a language, without the lines that fence them.
fn blocks(text: &str) -> Vec<Vec<&str>> {
    let mut blocks = Vec::new();
    let mut open: Option<(bool, Vec<&str>)> = None;
    for line in text.lines() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(language), None) => open = Some((language.is_empty(), Vec::new())),
            (Some(_), Some(_)) => {
                blocks.extend(open.take().filter(|block| block.0).map(|block| block.1));
            }
            (None, Some((_, block))) => block.push(line),
            (None, None) => {}
        }
    }
    blocks
}

/// A folder with the instances, where commands may write.
fn folder() -> TempDir {
    let folder = TempDir::new().expect("a temporary directory");
    let instances = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances");
    std::os::unix::fs::symlink(instances, folder.path().join("instances")).expect("a link");
    folder
}

/// Runs a line as a shell would, with `clew` on its path.
fn shell(folder: &TempDir, line: &str) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_clew")).parent().expect("a folder");
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
    let mut command = Command::new("sh");
    command.args(["-c", line]).current_dir(folder.path()).env("PATH", path);
    command.output().expect("there is a shell")
}

/// A line with its times, and all figures that depend on them, replaced by `~`, and one blank between words.
fn timeless(line: &str) -> String {
    let mut out = String::new();
    for word in line.split_whitespace() {
        let word = word.split(',').map(timeless_piece).collect::<Vec<_>>().join(",");
        out += if out.is_empty() { "" } else { " " };
        out += &word;
    }
    out
}

/// Only times, shares and figures per node have a point or an exponent; in JSON a name precedes.
fn timeless_piece(piece: &str) -> String {
    let (name, number) = piece.rsplit_once(':').map_or(("", piece), |(n, x)| (n, x));
    let digits = number.trim_matches(|c| matches!(c, '(' | ')' | '{' | '}'));
    if digits.contains(['.', 'e']) && digits.parse::<f64>().is_ok() {
        return format!("{name}~");
    }
    piece.to_string()
}

/// The lines of an output, timeless and sorted: rows of the profile are ordered by their times, and their last figure
/// is one.
fn sorted<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut profile = false;
    let mut all = Vec::new();
    for line in lines {
        profile = (profile || line.ends_with("ns/call")) && !line.is_empty();
        let mut line = timeless(line);
        if profile && let Some((rest, _)) = line.rsplit_once(' ') {
            line = rest.to_string();
        }
        if let Some((rest, _)) = line.split_once(" %), ") {
            line = rest.to_string();
        }
        all.push(line);
    }
    all.sort();
    all
}

#[test]
fn times_are_not_compared() {
    assert_eq!(
        timeless("built in 0.532 ms,   searched in 1.2 ms"),
        "built in ~ ms, searched in ~ ms"
    );
    assert_eq!(
        timeless(r#"{"count":"1","time_ms":0.3,"n":{"a":12,"t":5e-5}}"#),
        r#"{"count":"1","time_ms"~,"n":{"a":12,"t"~"#
    );
    assert_eq!(timeless("propagations 119, nodes 2"), "propagations 119, nodes 2");
}

/// Runs the commands of a page that follow `$`, and compares; returns their number.
fn compare(page: &str, text: &str) -> usize {
    let folder = folder();
    let mut compared = 0;
    for block in blocks(text) {
        let mut lines = block.into_iter().peekable();
        while let Some(line) = lines.next() {
            let Some(command) = line.strip_prefix("$ ") else { continue };
            let mut shown = Vec::new();
            while let Some(line) = lines.next_if(|line| !line.starts_with("$ ")) {
                shown.push(line);
            }
            let ran = shell(&folder, command);
            let printed = String::from_utf8(ran.stdout).expect("text");
            let cut = shown.contains(&"…");
            let wanted = sorted(shown.into_iter().filter(|line| *line != "…"));
            let found = sorted(printed.lines());
            if cut {
                let missing: Vec<_> = wanted.iter().filter(|line| !found.contains(line)).collect();
                assert!(missing.is_empty(), "{page}: {command}: {missing:#?} is not in\n{printed}");
            } else {
                assert_eq!(wanted, found, "{page}: {command} prints\n{printed}");
            }
            compared += 1;
        }
    }
    compared
}

#[test]
fn output_is_the_output_shown() {
    let compared: usize = pages().iter().map(|(page, text)| compare(page, text)).sum();
    assert!(compared >= 20, "only {compared} commands were found");
}

#[test]
fn commands_run() {
    let mut run = 0;
    for (page, text) in pages() {
        let folder = folder();
        // If a command follows `$`, the other lines of its block are output.
        let plain = |block: &Vec<&str>| !block.iter().any(|line| line.starts_with("$ "));
        for line in blocks(&text).into_iter().filter(plain).flatten() {
            let line = line
                .strip_prefix("cargo run --release --")
                .map_or_else(|| line.to_string(), |arguments| format!("clew{arguments}"));
            if !line.contains("clew ") {
                continue;
            }
            let ran = shell(&folder, &line);
            // Some puzzles of a folder have several solutions: that is an answer too.
            let status = ran.status.code();
            let errors = String::from_utf8_lossy(&ran.stderr);
            assert!(matches!(status, Some(0 | 1)), "{page}: {line}: {status:?}\n{errors}");
            run += 1;
        }
        if let Ok(picture) = std::fs::read_to_string(folder.path().join("picture.svg")) {
            assert!(picture.starts_with("<svg "), "{page}: the picture is one");
            run += 100;
        }
    }
    assert!(run >= 100 + 4, "only {run} commands were found, and no picture was drawn");
}
