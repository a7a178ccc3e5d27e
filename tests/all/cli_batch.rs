//! Batches: shares, tables, fields, and resuming where a batch was torn off.

use crate::support::program::Folder;
use serde_json::Value;
use std::fs;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// Forty puzzles, one per line; every fifth has no solution, every seventh several.
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

/// Wherever the file was torn off, resuming produces the same as one run.
#[test]
fn a_batch_goes_on_where_it_was_torn_off() {
    let folder = folder();
    let results = folder.path().join("results.jsonl");
    // The given fields do not contain the question; resuming needs it, so it is added automatically.
    let whole = out(&folder, &PLAIN.replace("exact", "exact,asked"));
    let asked = format!("{PLAIN} --resume results.jsonl");
    for i in 0..50 {
        // From nothing to everything, in the middle of lines and at their ends.
        fs::write(&results, &whole.as_bytes()[..whole.len() * i / 49]).expect("it is written");
        let ran = clew(&folder, &asked);
        assert!(ran.stdout.is_empty(), "results go to the file");
        assert_eq!(ran.status.code(), Some(1), "that of the whole, torn at {i}");
        assert_eq!(fs::read_to_string(&results).expect("it is there"), whole, "torn at {i}");
    }
    fs::write(&results, "no result\n{\"id\":\"p1\"}\n").expect("it is written");
    let ran = clew(&folder, &asked);
    assert_eq!(ran.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&ran.stderr).contains("line 1"));
    // A last line that is no result is not cut off like a torn one, and results of other commands are refused.
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

/// Three puzzles: one with one solution, one with several, one that cannot be read.
fn three() -> Folder {
    Folder::with(&[
        ("d/a.puzzle", "puzzle: hidato\n\n1 . 3\n"),
        ("d/b.puzzle", "puzzle: numberlink\ncover: partial\n\nA . A\nB . B\n. . .\n"),
        ("d/c.puzzle", "puzzle: hidato\n\n1 x\n"),
    ])
}

/// Every command resumes its own output, wherever it was torn, with the same status.
#[test]
fn every_command_goes_on_with_what_it_wrote() {
    for command in [
        "rate --json",
        "check --json",
        "check --json --where",
        "check --json --no-solutions",
        "count --json",
        "count --json --candidates",
        "count --json --estimate",
        "solve --json",
        "solve --json --all",
        "solve --json -n 2",
        "solve --json --sample 2",
        "solve --json --minimize turns",
        "solve --json --touch yes",
    ] {
        let here = three();
        let asked = format!("{command} --quiet --resume r.jsonl d");
        let first = here.run(&asked);
        let whole = here.read("r.jsonl");
        assert_eq!(whole.lines().count(), 3, "{command}: {}", first.err);
        assert_eq!(first.status, here.run(&format!("{command} --quiet d")).status, "{command}");
        for keep in [whole.len(), whole.len() - 1, whole.len() - 30, whole.len() / 2, 9, 0] {
            here.put("r.jsonl", &whole.as_bytes()[..keep]);
            let again = here.run(&asked);
            assert_eq!((again.status, &*again.err), (first.status, ""), "{command}: {keep}");
            let untimed = |text: &str| -> Vec<Option<String>> {
                let ids = text.lines().map(serde_json::from_str::<Value>);
                ids.map(|v| Some(v.expect("JSON").get("id")?.to_string())).collect()
            };
            assert_eq!(untimed(&here.read("r.jsonl")), untimed(&whole), "{command}: {keep}");
        }
    }
}

/// A result is no answer to another question, nor to a question about another puzzle of the same name.
#[test]
fn results_of_another_question_are_refused() {
    let here = three();
    let ran = here.run("check --json --quiet --resume r.jsonl d");
    let kept = here.read("r.jsonl");
    for (other, said) in [
        ("count --json", "`count`"),
        ("count --json --candidates", "`count --candidates`"),
        ("solve --json", "`solve`"),
        ("solve --json --all", "`solve --all`"),
        ("solve --json -n 2", "`solve --number 2`"),
        ("solve --json --minimize length", "`solve --minimize length`"),
        ("check --json --where", "`check --where`"),
        ("check --json --touch yes", "`check --touch yes`"),
        ("check --json --neighbours 8", "`check --neighbours 8`"),
        ("check --json --puzzle path", "`check --puzzle path`"),
    ] {
        let refused = here.run(&format!("{other} --quiet --resume r.jsonl d"));
        let expected =
            format!("error: r.jsonl: line 1: found a result of `check`, expected one of {said}\n");
        assert_eq!((refused.status, refused.err), (3, expected), "{other}");
        assert_eq!(here.read("r.jsonl"), kept);
    }
    // Limits and searches do not distinguish questions.
    let ran_again = here.run("check --json --quiet --search dfs --time 9 --resume r.jsonl d");
    assert_eq!((ran_again.status, here.read("r.jsonl")), (ran.status, kept.clone()));
    // The puzzle has been corrected, so it is solved again.
    here.put("d/c.puzzle", b"puzzle: hidato\n\n1 .\n");
    let ran = here.run("check --json --quiet --resume r.jsonl d");
    let text = here.read("r.jsonl");
    assert!(text.starts_with(&kept) && text.lines().count() == 4, "{text}");
    assert_eq!(ran.status, 1, "several solutions are the worst that is left");
    // A result that does not contain its question is not taken for an answer.
    here.put(
        "r.jsonl",
        b"{\"schema\":\"clew-result/1\",\"id\":\"d/a.puzzle\",\"verdict\":\"unique\"}\n",
    );
    let refused = here.run("check --json --quiet --resume r.jsonl d");
    assert_eq!(refused.status, 3);
    assert!(
        refused.err.contains("line 1: found a result without what was asked"),
        "{}",
        refused.err
    );
    // A file that cannot be created is reported as one that cannot be written.
    let unmade = here.run("check --json --quiet --resume nowhere/r.jsonl d");
    let said = "error: cannot write nowhere/r.jsonl: there is no such directory\n";
    assert_eq!((unmade.status, &*unmade.err), (5, said));
}

/// A field that a command never writes is refused, not written as an empty column.
#[test]
fn fields_that_never_apply_are_refused() {
    let here = three();
    for (arguments, said) in [
        ("rate --csv --fields solutions", "`clew rate` has no field \"solutions\""),
        ("rate --csv --fields time_ms", "`clew rate` has no field \"time_ms\""),
        (
            "check --csv --fields id,level",
            "`clew check` has no field \"level\": `clew rate` says it",
        ),
        ("check --csv --fields where", "`clew check --where` says it"),
        ("count --csv --fields search", "`clew count` has no field \"search\""),
        (
            "solve --csv --fields candidates",
            "`clew check --where` or `clew count --candidates` says",
        ),
        ("check --json --no-solutions --fields id,solutions", "--no-solutions leaves out"),
    ] {
        let ran = here.run(&format!("{arguments} d"));
        assert!(ran.status == 2 && ran.err.contains(said), "{arguments}: {}", ran.err);
    }
    let ran = here.run("rate --csv --quiet --fields id,level,rating,error,asked d");
    assert_eq!(ran.out.lines().next(), Some("id,level,rating,error,asked"), "{}", ran.err);
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

/// An option that another one makes pointless is refused, not ignored, also if a third one is required for both.
#[test]
fn options_that_go_with_something_else_are_refused() {
    let here = Folder::with_puzzle("puzzle: path\n\n. .\n. .\n");
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
