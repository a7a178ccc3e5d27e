//! What the README shows is what the program does: its commands run, and the output below them is what
//! they print, apart from times.
#![cfg(unix)]

use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

fn readme() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    std::fs::read_to_string(path).expect("README.md can be read")
}

/// The blocks of code, without the lines that fence them.
fn blocks(text: &str) -> Vec<Vec<&str>> {
    let mut blocks = Vec::new();
    let mut open: Option<Vec<&str>> = None;
    for line in text.lines() {
        match (line.starts_with("```"), &mut open) {
            (true, None) => open = Some(Vec::new()),
            (true, Some(_)) => blocks.extend(open.take()),
            (false, Some(block)) => block.push(line),
            (false, None) => {}
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

/// A line with its times, and all that depends on them, replaced by `~`, and one blank between words.
fn timeless(line: &str) -> String {
    let mut out = String::new();
    for word in line.split_whitespace() {
        let word = word.split(',').map(timeless_piece).collect::<Vec<_>>().join(",");
        out += if out.is_empty() { "" } else { " " };
        out += &word;
    }
    out
}

/// Only times, shares and figures a node have a point or an exponent; in JSON a name stands before.
fn timeless_piece(piece: &str) -> String {
    let (name, number) = piece.rsplit_once(':').map_or(("", piece), |(n, x)| (n, x));
    let digits = number.trim_matches(|c| matches!(c, '(' | ')' | '{' | '}'));
    if digits.contains(['.', 'e']) && digits.parse::<f64>().is_ok() {
        return format!("{name}~");
    }
    piece.to_string()
}

/// The lines of an output, timeless and sorted: rows of the profile stand in the order of their
/// times, and their last figure is one.
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

#[test]
fn output_is_what_is_shown() {
    let folder = folder();
    let text = readme();
    let mut compared = 0;
    for block in blocks(&text) {
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
                assert!(missing.is_empty(), "{command}: {missing:#?} is not in\n{printed}");
            } else {
                assert_eq!(wanted, found, "{command} prints\n{printed}");
            }
            compared += 1;
        }
    }
    assert!(compared >= 8, "only {compared} commands were found");
}

#[test]
fn commands_run() {
    let folder = folder();
    let text = readme();
    let mut run = 0;
    for block in blocks(&text) {
        for line in block {
            let line = line
                .strip_prefix("cargo run --release --")
                .map_or_else(|| line.to_string(), |arguments| format!("clew{arguments}"));
            if !line.contains("clew ") || line.starts_with("$ ") || line.starts_with('{') {
                continue;
            }
            let ran = shell(&folder, &line);
            // Some puzzles of a folder have several solutions: that is an answer too.
            let status = ran.status.code();
            let said = String::from_utf8_lossy(&ran.stderr);
            assert!(matches!(status, Some(0 | 1)), "{line}: {status:?}\n{said}");
            run += 1;
        }
    }
    assert!(run >= 4, "only {run} commands were found");
    let picture = std::fs::read_to_string(folder.path().join("picture.svg")).expect("it is drawn");
    assert!(picture.starts_with("<svg "));
}
