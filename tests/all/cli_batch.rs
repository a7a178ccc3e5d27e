//! Batches: shares, tables, fields, and going on where a batch was torn off.

use crate::support::program::Folder;
use serde_json::Value;
use std::fs;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// Forty puzzles, a line each; every fifth has no solution, every seventh several.
fn folder() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    let line = |i: usize| {
        let cells = match (i % 5, i % 7) {
            (0, _) => "[[1,1],[null,null]]".to_string(),
            (_, 0) => "[[null,null],[null,null]]".to_string(),
            _ => format!("[[{},null],[null,null]]", i % 2 + 1),
        };
        format!("{{\"puzzle\":\"futoshiki\",\"id\":\"p{i}\",\"cells\":{cells}}}\n")
    };
    let text: String = (0..40).map(line).collect();
    fs::write(folder.path().join("many.jsonl"), text).expect("it is written");
    folder
}

fn clew(folder: &TempDir, arguments: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_clew"))
        .current_dir(folder.path())
        .args(arguments.split_whitespace())
        .stdin(Stdio::null())
        .output()
        .expect("the program runs")
}

fn out(folder: &TempDir, arguments: &str) -> String {
    String::from_utf8(clew(folder, arguments).stdout).expect("UTF-8")
}

const PLAIN: &str = "check --json --quiet --fields id,verdict,count,exact many.jsonl";

#[test]
fn shares_make_up_the_whole() {
    let folder = folder();
    let whole = out(&folder, PLAIN);
    assert_eq!(whole.lines().count(), 40);
    let mut parts = Vec::new();
    for k in 1..=3 {
        let part = out(&folder, &format!("{PLAIN} --shard {k}/3"));
        assert!(part.lines().count().abs_diff(13) <= 1);
        parts.extend(part.lines().map(str::to_string));
    }
    let mut lines: Vec<&str> = whole.lines().collect();
    lines.sort_unstable();
    parts.sort_unstable();
    assert_eq!(parts, lines);
}

#[test]
fn fields_and_tables() {
    let folder = folder();
    let first = out(&folder, PLAIN).lines().next().map(str::to_string).expect("a line");
    assert!(first.starts_with("{\"id\":\"p0\",\"verdict\":\"none\""), "{first}");
    let table = out(&folder, "check --csv --fields id,verdict --quiet many.jsonl");
    let rows: Vec<&str> = table.lines().collect();
    assert_eq!((rows.len(), rows[0], rows[1]), (41, "id,verdict", "p0,none"));
    let rated = out(&folder, "rate --csv --quiet many.jsonl");
    assert!(rated.starts_with("id,puzzle,verdict,level,score,hardest,steps\n"), "{rated}");
    let solved = out(&folder, "solve --json --no-solutions --quiet many.jsonl");
    assert!(!solved.contains("\"solutions\""));
    for wrong in [
        "check --fields id many.jsonl",
        "check --json --fields idd many.jsonl",
        "check --json --csv many.jsonl",
        "check --resume r many.jsonl",
        "check --json --fields verdict --resume r many.jsonl",
        "check --json --resume - many.jsonl",
        "check --csv --fields id,level many.jsonl",
        "check --json --shard 4/3 many.jsonl",
        "check --unordered many.jsonl",
    ] {
        assert_eq!(clew(&folder, wrong).status.code(), Some(2), "{wrong}");
    }
}

/// However the file was torn off, going on gives what one run gives.
#[test]
fn a_batch_goes_on_where_it_was_torn_off() {
    let folder = folder();
    let whole = out(&folder, PLAIN);
    let results = folder.path().join("results.jsonl");
    let asked = format!("{PLAIN} --resume results.jsonl");
    for i in 0..50 {
        // From nothing to everything, in the middle of lines and at their ends.
        fs::write(&results, &whole.as_bytes()[..whole.len() * i / 49]).expect("it is written");
        let ran = clew(&folder, &asked);
        assert!(ran.stdout.is_empty(), "results go to the file");
        assert_eq!(fs::read_to_string(&results).expect("it is there"), whole, "torn at {i}");
    }
    fs::write(&results, "no result\n{\"id\":\"p1\"}\n").expect("it is written");
    let ran = clew(&folder, &asked);
    assert_eq!(ran.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&ran.stderr).contains("line 1"));
    // What is no result is not cut off as if it were a torn one, and those of another command are others.
    for (text, said) in [
        ("my notes", "no result"),
        ("{\"puzzle\":\"path\",\"cells\":[[null]]}", "no result"),
        ("{\"schema\":\"clew-rating/1\",\"id\":\"p1\"}\n", "expected clew-result/1"),
    ] {
        fs::write(&results, text).expect("it is written");
        let ran = clew(&folder, "check --json --quiet --resume results.jsonl many.jsonl");
        assert_eq!(ran.status.code(), Some(3));
        assert!(String::from_utf8_lossy(&ran.stderr).contains(said), "{text}");
        assert_eq!(fs::read_to_string(&results).expect("it is there"), text);
    }
}

#[test]
fn the_summary_tells_the_slowest() {
    let folder = folder();
    let ran = clew(&folder, "check --json many.jsonl");
    let said = String::from_utf8_lossy(&ran.stderr);
    let line = said.lines().last().unwrap_or_default();
    assert!(line.starts_with("40 puzzles: ") && line.contains(" a second; slowest "), "{said}");
    let objects = String::from_utf8_lossy(&ran.stdout)
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .count();
    assert_eq!(objects, 40);
}

/// An option that another one makes pointless is refused, not passed over, also where the two need a third.
#[test]
fn options_that_go_with_something_else_are_refused() {
    let here = Folder::of("puzzle: path\n\n. .\n. .\n");
    for arguments in [
        "count --mod 7 -o residues.json p.puzzle",
        "check --csv --no-solutions p.puzzle",
        "draw --both --heading lines p.puzzle",
        "draw --candidates --answers p.puzzle",
        "draw --where --paper a4 p.puzzle",
        "draw --both --rate p.puzzle",
    ] {
        let ran = here.run(arguments);
        assert_eq!(ran.status, 2, "{arguments}: {}", ran.err);
        assert!(ran.err.contains("cannot be used with"), "{arguments}: {}", ran.err);
    }
}
