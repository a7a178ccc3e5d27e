//! The destinations of results: streams, routes, failing outputs, interrupted batches, names and identifiers, inputs
//! without a puzzle, options that do not apply.

use crate::support::program::{Folder, Ran, clew, interrupt, run};
use serde_json::Value;
use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::process::{Command, Stdio};

const UNIQUE: &str = "puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n";
const DOUBLE: &str = "puzzle: hidato\n\n1 2\n. .\n";
const NAMED: &str =
    r#"{"puzzle":"hidato","id":"corner","cells":[[6,null,null],[null,2,8],[1,null,null]]}"#;
/// Its identifier can be read, its grid cannot.
const NAMED_BAD: &str = r#"{"puzzle":"hidato","id":"torn","cells":[[6,"?"]]}"#;

/// A board with far too many solutions to count by search.
fn endless() -> String {
    format!("puzzle: hidato\n\n{}", ". . . . . . . .\n".repeat(8))
}

/// A device on which every write fails, where the system has one.
fn full() -> Option<File> {
    OpenOptions::new().write(true).open("/dev/full").ok()
}

#[test]
fn results_do_not_depend_on_standard_error() {
    let files: Vec<(String, &str)> = (0..9)
        .map(|i| (format!("d/{i}.json"), if i % 3 == 0 { NAMED_BAD } else { NAMED }))
        .collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(n, t)| (n.as_str(), *t)).collect();
    let here = Folder::with(&files);
    for arguments in ["check d", "check --stats d", "check --json --stats=json d", "check d/1.json"]
    {
        let wanted = run(here.path(), arguments);
        let Some(full) = full() else { return };
        let got = clew(here.path(), arguments).stderr(full).output().expect("the program runs");
        let got = Ran::from_output(got);
        assert_eq!(got.status, wanted.status, "{arguments}");
        if !arguments.contains("json ") {
            assert_eq!(got.out, wanted.out, "{arguments}");
        }
        assert_eq!(got.out.lines().count(), if arguments.ends_with(" d") { 9 } else { 1 });
    }
    // Usage errors and messages of the other commands have nowhere to go; the status shows the failure.
    for (arguments, status) in [("check", 2), ("draw missing", 3), ("draw --time 1s d/1.json", 2)] {
        let Some(full) = full() else { return };
        let ran = clew(here.path(), arguments).stderr(full).status().expect("the program runs");
        assert_eq!(ran.code(), Some(status), "{arguments}");
    }
}

#[test]
fn output_that_cannot_be_written_has_a_status_of_its_own() {
    let here =
        Folder::with(&[("p.puzzle", UNIQUE), ("d/a.puzzle", UNIQUE), ("d/b.puzzle", DOUBLE)]);
    for arguments in [
        "check p.puzzle",
        "check d",
        "solve --json p.puzzle",
        "solve --all p.puzzle",
        "count p.puzzle",
        "draw p.puzzle",
        "profile p.puzzle",
        "networks",
        "man",
        "--help",
    ] {
        let Some(full) = full() else { return };
        let ran = clew(here.path(), arguments).stdout(full).output().expect("the program runs");
        let said = String::from_utf8_lossy(&ran.stderr).to_string();
        assert_eq!(ran.status.code(), Some(5), "clew {arguments}: {said}");
        assert!(said.contains("cannot write"), "clew {arguments}: {said}");
    }
    for arguments in ["draw p.puzzle -o missing/p.svg", "profile --folded missing/f p.puzzle"] {
        let ran = run(here.path(), arguments);
        assert_eq!(ran.status, 5, "{}", ran.err);
        assert!(ran.err.contains("error: cannot write missing/"), "{}", ran.err);
    }
}

#[test]
fn a_minus_is_standard_output() {
    let here = Folder::with(&[("p.puzzle", UNIQUE)]);
    let drawn = run(here.path(), "draw p.puzzle -o -");
    assert_eq!((drawn.status, drawn.out.starts_with("<svg")), (0, true), "{}", drawn.out);
    let stacks = run(here.path(), "profile --folded - p.puzzle");
    assert_eq!(stacks.status, 0, "{}", stacks.err);
    assert!(stacks.out.lines().all(|line| line.starts_with("check;")), "{}", stacks.out);
    assert_eq!(run(here.path(), "profile --json --folded - p.puzzle").status, 2);
    assert!(run(here.path(), "man -o -").out.contains(".TH clew-solve"));
    assert!(!here.path().join("-").exists());
}

#[cfg(unix)]
#[test]
fn an_interrupted_batch_says_what_it_left_undone() {
    use std::io::{BufRead, BufReader, Read};
    let many: String = (0..500)
        .map(|i| {
            format!("{{\"puzzle\":\"hidato\",\"id\":\"n{i}\",\"cells\":[[1,2],[null,null]]}}\n")
        })
        .collect();
    let files = [
        ("d/a.json", NAMED),
        ("d/b.puzzle", &endless()),
        ("d/c.jsonl", &many),
        ("d/d.json", NAMED),
    ];
    let here = Folder::with(&files);
    for arguments in
        ["count --method search --threads 1 d", "count --method search --threads 1 --json d"]
    {
        let mut child = clew(here.path(), arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut out = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let first = out.next().expect("a result").expect("text");
        assert!(first.contains("corner"), "{first}");
        std::thread::sleep(std::time::Duration::from_millis(300));
        interrupt(&child);
        let rest: Vec<String> = out.map_while(Result::ok).collect();
        let mut said = String::new();
        child.stderr.take().expect("a pipe").read_to_string(&mut said).expect("text");
        assert_eq!(child.wait().expect("it ends").code(), Some(130), "{said}");
        assert_eq!(rest, Vec::<String>::new(), "only finished puzzles have results");
        let middle = "interrupted in the middle of d/b.puzzle\n";
        let undone = "501 puzzles were not begun, the first is d/c.jsonl#1 (n0)\n";
        assert!(said.ends_with(&format!("{middle}{undone}")), "{said}");
        assert!(said.starts_with("1 puzzle: 1 counted in "), "{said}");
    }
}

/// Starts the program, sends Ctrl-C once `now` holds, and returns its status and its messages.
#[cfg(unix)]
fn interrupted_when(here: &Folder, arguments: &str, now: impl Fn() -> bool) -> (i32, String) {
    let mut child = here.start(arguments);
    while !now() && child.try_wait().expect("a program").is_none() {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    interrupt(&child);
    let ran = child.wait_with_output().expect("it ends");
    (ran.status.code().expect("no signal"), String::from_utf8_lossy(&ran.stderr).into())
}

/// Whether a folder contains an unfinished file.
#[cfg(unix)]
fn holds_a_part(folder: &std::path::Path) -> bool {
    let names = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.file_name());
    names.into_iter().any(|name| name.to_string_lossy().ends_with(".part"))
}

/// Ctrl-C while a file is being written, or during an additional search.
#[cfg(unix)]
#[test]
fn an_interrupt_is_obeyed_everywhere_and_leaves_no_torn_file() {
    use crate::limits::{open, pairs_at_random};
    let hard = fs::read_to_string("instances/hard/numberlink-30x30.puzzle").expect("a puzzle");
    let here = Folder::with_puzzle(&hard);
    let proof = here.path().join("proof");
    // Not just any unfinished file: one exists for a moment before the search, as a test for write access.
    for file in ["puzzle.opb", "proof.pbp.part"] {
        let file = proof.join(file);
        let (status, said) =
            interrupted_when(&here, "check --proof proof p.puzzle", || file.exists());
        assert_eq!(status, 130, "{said}");
        assert!(said.contains("unique, but no certificate: interrupted"), "{said}");
        let left = ["puzzle.opb", "proof.pbp"].map(|file| proof.join(file).exists());
        assert!(!holds_a_part(&proof) && left == [false; 2], "{left:?}");
    }
    let late = here.run("check --proof proof --time 100ms p.puzzle");
    assert_eq!(late.status, 4, "{}", late.err);
    assert!(!late.err.contains("interrupted"), "{}", late.err);

    let export = "export --model pairs --to lp -o model.lp p.puzzle";
    let (status, said) = interrupted_when(&here, export, || holds_a_part(here.path()));
    assert_eq!(status, 130, "{said}");
    assert!(!holds_a_part(here.path()) && !here.path().join("model.lp").exists());

    let soon = std::time::Duration::from_millis(300);
    for (text, arguments, words) in [
        (
            pairs_at_random("puzzle: numberlink\ncover: partial", 40, 40),
            "convert --to pzpr",
            "interrupted before it was known",
        ),
        (open("puzzle: path", 20), "split --jobs 1000000 -o jobs", "stopped: interrupt"),
    ] {
        let here = Folder::with_puzzle(&text);
        let start = std::time::Instant::now();
        let (status, said) =
            interrupted_when(&here, &format!("{arguments} p.puzzle"), || start.elapsed() > soon);
        assert_eq!(status, 130, "{arguments}: {said}");
        assert!(said.contains(words), "{arguments}: {said}");
    }
}

/// A solution that contradicts itself, or is of another size, is not taken for a right one.
#[test]
fn verify_looks_at_all_that_a_solution_says() {
    let here = Folder::with_puzzle("puzzle: numberlink\ntouch: yes\n\nA . .\n. . A\nB . B\n");
    let solved = here.run("solve p.puzzle").out;
    let routes = "  A: r1c1-r1c2-r1c3-r2c3\n  B: r3c1-r2c1-r2c2-r3c2-r3c3\n";
    assert_eq!(solved, format!("A A A\nB B A\nB B B\npaths:\n{routes}"));
    let json = here.run("solve --json p.puzzle").out;
    let right = [&solved, &format!("paths:\n{routes}"), &json];
    for text in right {
        assert_eq!(here.feed("verify p.puzzle -", text).status, 0, "{text}");
    }
    let refused = |text: &str, status: i32, words: &str| {
        let ran = here.feed("verify p.puzzle -", text);
        let said = ran.out + &ran.err;
        assert!(ran.status == status && said.contains(words), "{text}: {} {said}", ran.status);
    };
    let grid = "line 1, column 3: found \"B\", expected A, as in the routes";
    refused(&solved.replacen("A A A", "A B A", 1), 3, grid);
    let label = "line 5, column 3: found \"Q\", expected A, whose path runs through r1c1";
    refused(&solved.replace("  A:", "  Q:"), 3, label);
    let crossed = solved.replace("  A:", "  C:").replace("  B:", "  A:").replace("  C:", "  B:");
    refused(&crossed, 3, "line 5, column 3: found \"B\", expected A");
    refused(
        &solved.replace("r1c2-r1c3", "r2c2-r1c3"),
        1,
        "breaks the rules (cover: all, touch: yes): ",
    );
    refused("B A A\nB B A\nB B B\n", 1, "r1c1 holds B where A is given");
    let cells = r#""cells":[["A","A""#;
    refused(
        &json.replacen(cells, r#""cells":[["A","B""#, 1),
        3,
        "r1c2 in \"cells\": found the text \"B\", expected A",
    );
    let paths = r#""paths":{"A""#;
    refused(&json.replacen(paths, r#""paths":{"Q""#, 1), 3, "the path of \"Q\" is not A");

    let here = Folder::with_puzzle("puzzle: hidato\n\n1 2 3\n6 5 .\n");
    for (text, words) in [
        ("1 2\n3 6\n5 4\n", "line 1, column 4: found the end, expected 3 cells in a row"),
        (
            r#"{"solutions":[{"cells":[[1,2],[3,6],[5,4]]}]}"#,
            "expected 2 rows of 3 in \"cells\", found 3",
        ),
    ] {
        let ran = here.feed("verify p.puzzle -", text);
        assert!(ran.status == 3 && ran.err.contains(words), "{text}: {}", ran.err);
    }
    assert_eq!(here.feed("verify p.puzzle -", "123\n654\n").status, 0);
}

#[test]
fn identifiers_survive() {
    let lines = format!("{NAMED}\n{NAMED_BAD}\n{NAMED}\n");
    let here = Folder::with(&[("p.jsonl", &lines), ("torn.json", NAMED_BAD)]);
    let ran = run(here.path(), "check p.jsonl");
    let mistake = "line 2, column 44: found \"?\", expected null, \"#\" or a number";
    let wanted = [
        "p.jsonl#1 (corner): unique".to_string(),
        format!("p.jsonl#2 (torn): invalid: {mistake}"),
        "p.jsonl#3 (corner): unique".to_string(),
    ];
    assert_eq!(ran.out.lines().collect::<Vec<_>>(), wanted);
    let ids: Vec<Value> =
        run(here.path(), "check --json p.jsonl").json().iter().map(|r| r["id"].clone()).collect();
    assert_eq!(ids, ["corner", "torn", "corner"]);
    let ran = run(here.path(), "check torn.json");
    assert!(ran.err.starts_with("error: torn.json (torn): line 1, column 44: "), "{}", ran.err);
    let ran = run(here.path(), "solve --stats p.jsonl");
    assert!(ran.err.contains("p.jsonl#1 (corner): network "), "{}", ran.err);
    // The reader takes numbers as identifiers, so a mistake elsewhere does not lose them.
    let numbered = r#"{"puzzle":"hidato","id":4,"cells":[[6,"?"]]}"#;
    fs::write(here.path().join("four.json"), numbered).expect("a file");
    let torn = &run(here.path(), "check --json four.json").json()[0];
    assert_eq!((&torn["id"], &torn["verdict"]), (&"4".into(), &"invalid".into()));
    let refused = &run(here.path(), "check --json --network latin p.jsonl").json()[0];
    assert_eq!((&refused["id"], &refused["verdict"]), (&"corner".into(), &"invalid".into()));
}

#[cfg(unix)]
#[test]
fn special_files_are_passed_over() {
    let here = Folder::with(&[("d/a.puzzle", UNIQUE), ("d/sub/b.puzzle", UNIQUE)]);
    let pipe = Command::new("mkfifo").arg(here.path().join("d/pipe.puzzle")).status();
    if !pipe.is_ok_and(|status| status.success()) {
        return; // Not every system has the command.
    }
    std::os::unix::fs::symlink("sub", here.path().join("d/link.json")).expect("a link");
    let ran = run(here.path(), "check d");
    assert_eq!((ran.status, ran.out.lines().count()), (0, 2), "{}", ran.out);
    assert!(
        ran.err.contains("d/pipe.puzzle: passed over: a pipe, socket or device, no plain file\n"),
        "{}",
        ran.err
    );
    assert!(ran.err.contains("d/link.json: passed over: a link to a directory\n"), "{}", ran.err);
}

#[test]
fn inputs_without_a_puzzle_are_alike() {
    let nothings = ["", "\n \n", "# a comment\n# another\n", "[]", " [ ]\n"];
    for nothing in nothings {
        let here = Folder::with(&[("p.json", nothing), ("d/q.puzzle", nothing)]);
        for command in ["check", "solve", "draw", "profile", "networks"] {
            let ran = run(here.path(), &format!("{command} p.json"));
            assert_eq!((ran.status, &*ran.out), (3, ""), "{command} {nothing:?}");
            assert_eq!(ran.err, "error: p.json: there is no puzzle in it\n", "{command}");
        }
        // Of a directory, the file is named.
        let ran = run(here.path(), "check d p.json");
        let wanted = ["d/q.puzzle", "p.json"]
            .map(|name| format!("{name}: invalid: there is no puzzle in it"));
        assert_eq!(
            (ran.status, ran.out.lines().collect::<Vec<_>>()),
            (3, wanted.each_ref().map(String::as_str).to_vec())
        );
        let ran = run(here.path(), "draw d");
        assert_eq!(ran.err, "error: d/q.puzzle: there is no puzzle in it\n");
        let object = &run(here.path(), "check --json p.json").json()[0];
        assert_eq!(object["error"], serde_json::json!({"message": "there is no puzzle in it"}));
        let input = File::open(here.path().join("p.json")).expect("a file");
        let ran =
            Ran::from_output(clew(here.path(), "check -").stdin(input).output().expect("it runs"));
        assert_eq!((ran.status, &*ran.err), (3, "error: -: there is no puzzle in it\n"));
    }
}

#[test]
fn several_puzzles_are_those_of_what_was_named() {
    let two = format!("{UNIQUE}---\n{DOUBLE}");
    let here = Folder::with(&[("p.puzzle", &two), ("d/a.puzzle", UNIQUE), ("d/b.puzzle", UNIQUE)]);
    let ran = run(here.path(), "plan p.puzzle");
    let why = "and this command takes one\n";
    assert_eq!(ran.err, format!("error: p.puzzle: there are several puzzles in it, {why}"));
    let ran = run(here.path(), "plan d");
    assert_eq!(ran.err, format!("error: d: there are several puzzles below it, {why}"));
}

#[test]
fn a_solved_puzzle_is_solved() {
    let none = "puzzle: hidato\nneighbours: 4\n\n1 . 2\n";
    let links = "puzzle: numberlink\ncover: partial\n\nA . A\n. . .\n";
    let files = [("u", UNIQUE), ("d", DOUBLE), ("n", none), ("l", links)];
    let here = Folder::with(&files);
    for (arguments, status, verdict) in [
        ("solve u", 0, "solved"),
        ("solve d", 0, "solved"),
        ("solve --all d", 0, "solved"),
        ("solve -n 7 d", 0, "solved"),
        ("solve --sample 2 d", 0, "solved"),
        ("solve --minimize length l", 0, "solved"),
        ("solve n", 1, "none"),
        ("check u", 0, "unique"),
        ("check d", 1, "multiple"),
        ("check n", 1, "none"),
        ("count u", 0, "unique"),
    ] {
        let ran = run(here.path(), &format!("{arguments} --json"));
        assert_eq!(ran.status, status, "{arguments}: {}", ran.err);
        assert_eq!(ran.json()[0]["verdict"], verdict, "{arguments}");
    }
    let here = Folder::with(&[("p", &endless())]);
    let ran = run(here.path(), "solve --json --search dfs --nodes 1 p");
    assert_eq!((ran.status, &ran.json()[0]["verdict"]), (4, &"unknown".into()));
}

#[test]
fn networks_of_other_families() {
    let futoshiki = "puzzle: futoshiki\n\n. < .\n-   -\n.   .\n";
    let here = Folder::with(&[("d/a.puzzle", UNIQUE), ("d/b.puzzle", futoshiki)]);
    for arguments in ["check --network nonsense d missing", "check --without nonsense d missing"] {
        let ran = run(here.path(), arguments);
        assert_eq!((ran.status, &*ran.out), (2, ""), "{arguments}");
        assert!(ran.err.starts_with("error: "), "{}", ran.err);
    }
    let ran = run(here.path(), "check --network latin --json d");
    let objects = ran.json();
    assert_eq!((ran.status, objects.len()), (2, 2));
    let error = objects[0]["error"].as_object().expect("an object");
    assert_eq!((objects[0]["verdict"].as_str(), error.len()), (Some("invalid"), 1), "{error:?}");
    assert!(error["message"].as_str().is_some_and(|why| why.contains("latin")), "{error:?}");
    assert_eq!(objects[1]["verdict"], "unique");
}

/// If a puzzle is too large for a network, that puzzle is bad input, and no other of the batch.
#[test]
fn networks_that_a_puzzle_is_too_large_for() {
    let square = |n: usize| {
        let row = |token: &str| vec![token; n].join(" ") + "\n";
        format!("puzzle: futoshiki\n\n{}", vec![row("."); n].join(&row("-")))
    };
    let line = format!("puzzle: hidato\n\n{}", (vec!["."; 51].join(" ") + "\n").repeat(51));
    let (binary, dual) = ("the network binary goes up to order 64", "go up to 2500");
    for (network, large, why) in [("binary", square(65), binary), ("dual", line, dual)] {
        let small = if network == "dual" { UNIQUE.into() } else { square(1) };
        let here = Folder::with(&[("d/a.puzzle", &large), ("d/b.puzzle", &small)]);
        let ran = run(here.path(), &format!("check --network {network} --json d"));
        let objects = ran.json();
        assert_eq!((ran.status, objects.len()), (3, 2), "{}", ran.err);
        assert_eq!(
            (&objects[0]["verdict"], &objects[1]["verdict"]),
            (&"invalid".into(), &"unique".into())
        );
        let error = objects[0]["error"].as_object().expect("an object");
        assert_eq!(error.len(), 1, "no position is made up: {error:?}");
        assert!(error["message"].as_str().is_some_and(|said| said.contains(why)), "{error:?}");
        for command in ["check", "solve", "count", "profile", "draw --solution"] {
            let ran = run(here.path(), &format!("{command} --network {network} d/a.puzzle"));
            assert_eq!((ran.status, &*ran.out), (3, ""), "{command}: {}", ran.err);
            assert!(ran.err.contains(why), "{command}: {}", ran.err);
        }
    }
}

/// A goal that does not apply to a puzzle of a batch is refused for that puzzle alone, like a network.
#[test]
fn goals_of_other_families() {
    let futoshiki = "puzzle: futoshiki\n\n. < .\n-   -\n.   .\n";
    let here = Folder::with(&[("d/a.puzzle", futoshiki), ("d/b.puzzle", UNIQUE)]);
    for arguments in ["solve --minimize nonsense d", "solve --maximize turns d"] {
        let ran = run(here.path(), arguments);
        assert_eq!((ran.status, &*ran.out), (2, ""), "{arguments}");
    }
    let ran = run(here.path(), "solve --minimize turns --json d");
    let objects = ran.json();
    assert_eq!((ran.status, objects.len()), (2, 2));
    let error = objects[0]["error"].as_object().expect("an object");
    assert_eq!((objects[0]["verdict"].as_str(), error.len()), (Some("invalid"), 1), "{error:?}");
    assert_eq!(error["message"], "futoshiki has nothing to optimise");
    assert_eq!(objects[1]["verdict"], "solved");
    let ran = run(here.path(), "solve --minimize turns d");
    let refused = "d/a.puzzle: invalid: futoshiki has nothing to optimise";
    assert_eq!((ran.status, ran.out.lines().next()), (2, Some(refused)));
    // A single puzzle gets an error on standard error, and no result.
    let ran = run(here.path(), "solve --minimize turns d/a.puzzle");
    let wanted = "error: d/a.puzzle: futoshiki has nothing to optimise\n";
    assert_eq!((ran.status, &*ran.out, &*ran.err), (2, "", wanted));
}

/// A key that is silently ignored may be the one that matters.
#[test]
fn unknown_keys_are_never_passed_over_in_silence() {
    let with = |keys: &str| format!(r#"{{"puzzle":"hidato",{keys},"cells":[[1,2],[null,null]]}}"#);
    let here = Folder::with(&[
        ("near", &with(r#""neighbors":4"#)),
        ("odd", &with(r#""painter":"nobody""#)),
        ("others", &with(r#""x-level":{"stars":3}"#)),
    ]);
    let ran = run(here.path(), "check near");
    assert_eq!((ran.status, &*ran.out), (3, ""));
    assert!(ran.err.contains("expected the key \"neighbours\""), "{}", ran.err);
    let object = &run(here.path(), "check --json near").json()[0];
    assert_eq!(object["verdict"], "invalid");
    assert_eq!((&object["error"]["line"], &object["error"]["column"]), (&1.into(), &20.into()));

    let warning = "the key \"painter\" is not known and was passed over";
    let ran = run(here.path(), "check odd");
    assert_eq!(ran.status, 1);
    assert!(ran.err.starts_with(&format!("warning: odd: {warning}\n")), "{}", ran.err);
    let ran = run(here.path(), "check --json odd");
    assert_eq!(ran.json()[0]["warnings"], serde_json::json!([warning]));
    assert_eq!(ran.err, format!("warning: odd: {warning}\n"));

    let ran = run(here.path(), "check --json others");
    assert_eq!((ran.status, &*ran.err), (1, ""));
    let object = &ran.json()[0];
    assert_eq!(object["x-level"], serde_json::json!({"stars": 3}));
    assert!(object.get("warnings").is_none(), "{object}");
}

/// A puzzle for which no network can be built is a mistake of the input, with a place. If only the chosen network
/// cannot be built, it is a mistake of the choice.
#[test]
fn squares_beyond_the_largest_order() {
    let text = |n: usize| {
        let cells = vec!["."; n].join(" ") + "\n";
        let signs = vec!["-"; n].join(" ") + "\n";
        format!("puzzle: futoshiki\n\n{}", vec![cells; n].join(&signs))
    };
    let json = |n: usize| {
        let cells = vec![vec![Value::Null; n]; n];
        serde_json::json!({"puzzle": "futoshiki", "cells": cells, "id": n}).to_string()
    };
    let here =
        Folder::with(&[("t", &text(129)), ("j", &json(129)), ("b", &text(65)), ("c", &json(128))]);
    let why = "expected a square of order 128 at most, not 129";
    let ran = run(here.path(), "check t");
    assert_eq!((ran.status, &*ran.out), (3, ""));
    assert!(
        ran.err.starts_with("error: t: line 3, column 1: ") && ran.err.contains(why),
        "{}",
        ran.err
    );
    let ran = run(here.path(), "check --json t j");
    let objects = ran.json();
    assert_eq!((ran.status, objects.len()), (3, 2));
    for object in &objects {
        assert_eq!(
            (&object["verdict"], object["error"]["line"].is_u64()),
            (&"invalid".into(), true)
        );
        let message = object["error"]["message"].as_str().expect("a message");
        assert!(message.contains(why), "{message}");
    }
    assert_eq!(objects[1]["id"], "129");
    assert_eq!(
        run(here.path(), "solve --json --nodes 1 --time 1s --network latin c").json()[0]["id"],
        "128"
    );
    let ran = run(here.path(), "check --network binary b");
    assert_eq!((ran.status, &*ran.out), (3, ""));
    assert!(
        ran.err.contains("the network binary goes up to order 64, this one is 65"),
        "{}",
        ran.err
    );
}

/// `--rule` has the effect of the options of one family, for any family.
#[test]
fn rules_are_stated_by_key_and_word() {
    let here = Folder::with(&[("l", "puzzle: numberlink\n\nA . A\n. . .\n")]);
    let say = |options: &str| run(here.path(), &format!("count --json {options} l"));
    let short = say("--cover partial --touch yes");
    assert_eq!(short.status, 0, "{}", short.err);
    for same in [
        "--rule cover=partial --rule touch=yes",
        "--rule touch=yes --cover partial",
        "--cover all --rule cover=all --touch yes --rule cover=partial",
    ] {
        let ran = say(same);
        let count = |text: &str| {
            let object: Value = serde_json::from_str(text).expect("an object");
            (object["count"].clone(), object["asked"]["question"].clone())
        };
        assert_eq!(count(&ran.out), count(&short.out), "{same}");
    }
    for wrong in ["cover=half", "cover", "colour=red", "=", "cover=partial=all"] {
        let ran = say(&format!("--rule {wrong}"));
        let known =
            "the rules are closed=no|yes, cover=all|partial, touch=no|no2x2|yes, dots=some|all";
        assert_eq!(ran.status, 2, "{wrong}");
        assert!(ran.err.contains(known), "{wrong}: {}", ran.err);
    }
}

#[test]
fn options_that_do_not_apply_are_refused() {
    let futoshiki = "puzzle: futoshiki\n\n. < .\n-   -\n.   .\n";
    let links = "puzzle: numberlink\n\nA . A\n. . .\n";
    let files = [("h", UNIQUE), ("f", futoshiki), ("l", links)];
    let here = Folder::with(&files);
    for (option, puzzle, families) in [
        ("--cover partial", "h", "hidato; it belongs to numberlink"),
        ("--touch yes", "f", "futoshiki; it belongs to numberlink"),
        ("--neighbours 4", "f", "futoshiki; it belongs to hidato, path, numberlink, zip"),
    ] {
        for command in ["check", "draw", "profile", "networks"] {
            let ran = run(here.path(), &format!("{command} {option} {puzzle}"));
            let name = option.split(' ').next().expect("a name");
            let wanted = format!("error: {puzzle}: {name} does not apply to {families}\n");
            assert_eq!((ran.status, &*ran.out, &*ran.err), (2, "", &*wanted), "{command}");
        }
    }
    let ran = run(here.path(), "check --rule cover=partial h");
    let wanted = "error: h: --cover does not apply to hidato; it belongs to numberlink\n";
    assert_eq!((ran.status, &*ran.err), (2, wanted));
    let ran = run(here.path(), "check --cover partial h l");
    let lines: Vec<&str> = ran.out.lines().collect();
    let refused = "h: invalid: --cover does not apply to hidato; it belongs to numberlink";
    assert_eq!((ran.status, lines[0]), (2, refused));
    assert!(lines[1].starts_with("l: multiple"), "{}", ran.out);
    for arguments in [
        "draw --time 1s h",
        "draw --network dual h",
        "profile --task count --threads 2 h",
        "profile --search-only --threads 2 h",
        "trace --threads 2 h",
        "ablate --threads 2 h",
        "bench --threads 2 h",
        "count --method dp --network link h",
        "count --method dp --without degree h",
        "count --method dp --search learn h",
        "count --method parts --search learn h",
        "count --candidates --search dfs h",
        "solve --sample 2 --probe 5 h",
        "check --search dfs --adaptive off h",
        "profile --search dfs --probe 0 h",
    ] {
        let ran = run(here.path(), arguments);
        assert_eq!((ran.status, &*ran.out), (2, ""), "clew {arguments}");
        assert!(ran.err.starts_with("error: "), "{}", ran.err);
    }
    assert_eq!(run(here.path(), "draw --solution --time 1s h").status, 0);
    assert_eq!(run(here.path(), "solve --search learn --adaptive off --probe 0 h").status, 0);
    assert_eq!(run(here.path(), "profile --threads 1 h").status, 0);
}

#[test]
fn repeated_options_and_values_without_a_unit() {
    let here = Folder::with(&[("d", DOUBLE), ("e", &endless())]);
    let solutions = |ran: &Ran| ran.json()[0]["solutions"].as_array().map(Vec::len);
    assert_eq!(solutions(&run(here.path(), "solve --json --json -n 1 -n 2 d")), Some(2));
    assert_eq!(solutions(&run(here.path(), "solve --json -n 2 -n 1 d")), Some(1));
    // Parts that are left out are a list.
    let ran = run(here.path(), "check --without degree --without nonsense d");
    assert_eq!(ran.status, 2, "{}", ran.err);
    let ran = run(here.path(), "check --without degree --without fragments --time 1h --time 10 d");
    assert_eq!(ran.status, 1, "{}", ran.err);
    let ran = run(here.path(), "count --method search --time 0.1 e");
    assert_eq!((ran.status, ran.out.ends_with(" (time limit)\n")), (4, true), "{}", ran.out);
    for memory in ["1GiB", "500MB", "64k", "8G"] {
        assert_eq!(run(here.path(), &format!("count --memory {memory} d")).out, "2\n", "{memory}");
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let here = Folder::with(&[]);
    let names = [
        "solve", "check", "count", "profile", "trace", "ablate", "compare", "bench", "networks",
        "draw", "generate", "man",
    ];
    let all = run(here.path(), "man");
    assert_eq!(all.status, 0, "{}", all.err);
    assert!(all.out.contains(".TH clew 1"), "{}", all.out);
    for name in names {
        assert!(all.out.contains(&format!(".TH clew-{name} 1")), "{name}");
        let page = run(here.path(), &format!("man {name}")).out;
        assert_eq!(page.matches(".TH ").count(), 1);
        assert!(
            page.contains(&format!("clew {name}").replace(' ', "\\ "))
                || page.contains(&format!("clew {name}")),
            "{page}"
        );
    }
    assert!(run(here.path(), "man solve").out.contains("maximize"));
    assert_eq!(run(here.path(), "man nonsense").status, 2);
    assert_eq!(run(here.path(), "man -o pages").status, 0);
    for page in ["clew.1", "clew-solve.1", "clew-check.1"] {
        assert!(here.path().join("pages").join(page).exists(), "{page}");
    }
    assert_eq!(run(here.path(), "man -o pages/clew.1").status, 5, "that is a file");
}

#[test]
fn a_profile_cut_short_is_undecided() {
    let here = Folder::with(&[("e", &endless()), ("d", DOUBLE)]);
    for task in ["count", "check"] {
        let ran =
            run(here.path(), &format!("profile --search-only --runs 1 --task {task} --nodes 1 e"));
        assert_eq!(ran.status, 4, "{task}: {}", ran.out);
    }
    assert_eq!(
        run(here.path(), "profile --search-only --runs 1 --task count --nodes 500 e").status,
        4
    );
    for task in ["solve", "count", "check"] {
        assert_eq!(run(here.path(), &format!("profile --runs 2 --task {task} d")).status, 0);
    }
}

/// Two routes through the same cells: letters alone would show the same picture twice.
#[test]
fn routes_are_printed_where_letters_leave_them_open() {
    let touching = "puzzle: numberlink\ntouch: yes\n\nA . . .\n. . . .\n. . . A\n";
    let apart = "puzzle: numberlink\n\nA . A\nB . B\n";
    let here = Folder::with(&[("t", touching), ("a", apart), ("d/t.puzzle", touching)]);
    let ran = run(here.path(), "check t");
    assert_eq!(ran.status, 1, "{}", ran.err);
    let routes: HashSet<&str> = ran.out.lines().filter(|l| l.starts_with("  A: r1c1-")).collect();
    assert_eq!(routes.len(), 2, "{}", ran.out);
    assert_eq!(ran.out.matches("paths:\n").count(), 2, "{}", ran.out);
    for arguments in ["solve t", "solve --all t", "solve -n 2 t", "solve d t"] {
        let ran = run(here.path(), arguments);
        assert!(ran.out.contains("\nA A A A\npaths:\n  A: r1c1-"), "{arguments}: {}", ran.out);
    }
    let all = run(here.path(), "solve --all t");
    let routes: HashSet<&str> = all.out.lines().filter(|l| l.starts_with("  A: ")).collect();
    let count: usize = run(here.path(), "count t").out.trim().parse().expect("a number");
    assert_eq!(routes.len(), count, "every solution has routes of its own");
    assert_eq!(run(here.path(), "solve a").out, "A A A\nB B B\n");
}

#[test]
fn statistics_of_a_dp_are_its_own() {
    let path = format!("puzzle: path\n\n{}", ". . . . . .\n".repeat(6));
    let here = Folder::with(&[("p", &path), ("u", UNIQUE)]);
    let ran = run(here.path(), "count --method dp --stats p");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.err.starts_with("p: by frontier\n  tables: at most "), "{}", ran.err);
    assert!(!ran.err.contains("nodes") && !ran.err.contains("network"), "{}", ran.err);
    let ran = run(here.path(), "count --method dp --stats=json p");
    let figures: Value = serde_json::from_str(&ran.err).expect("an object");
    let figures = figures.as_object().expect("an object");
    assert!(figures.contains_key("peakStates") && figures.contains_key("peakMem"));
    assert!(figures.values().all(|figure| figure.as_f64() != Some(0.0)), "{}", ran.err);
    let ran = run(here.path(), "count --method search --stats u");
    assert!(ran.err.contains("network ") && ran.err.contains("nodes "), "{}", ran.err);
}

/// An unknown name or an option without effect is refused with the reason instead of ignored.
#[test]
fn options_without_effect_are_refused() {
    let here = Folder::with(&[
        ("f.puzzle", "puzzle: futoshiki\n\n. < .\n-   -\n.   .\n"),
        ("p.puzzle", "puzzle: hidato\n\n1 . .\n. . .\n"),
    ]);
    for (line, said) in [
        ("trace --propagator nobody p.puzzle", "there is no \"nobody\" here; there are "),
        ("networks --touch yes", "--touch does not apply without a puzzle"),
        (
            "count --method search --search dfs --memory 1G p.puzzle",
            "--memory does not apply: plain search and learning count without tables and parts",
        ),
        (
            "check --search dfs --memory 1G p.puzzle",
            "--memory does not apply: plain search keeps two solutions",
        ),
        (
            "count --disk 1G --json p.puzzle",
            "--json does not apply: a count in pieces prints its number alone",
        ),
        ("count --disk 1G --seed 3 p.puzzle", "--seed does not apply: a count in pieces"),
        (
            "count --candidates --resume . p.puzzle",
            "--candidates does not apply: --resume DIR goes on",
        ),
        ("count --estimate --resume . p.puzzle", "--estimate does not apply: --resume DIR goes on"),
        ("count --mod 7 --resume nowhere p.puzzle", "there is no such directory of a count"),
        ("count --disk 1G --resume p.puzzle p.puzzle", "there is no such directory of a count"),
        ("bench --searches dfs --probe 5 f.puzzle", "--probe does not apply: plain search"),
        ("bench --deterministic f.puzzle", "--deterministic does not apply: runs of one thread"),
        ("trace --deterministic f.puzzle", "--deterministic does not apply: runs of one thread"),
        ("bench --csv --html - f.puzzle", "--html - takes the place of the table"),
        ("profile --cp-profiler - f.puzzle", "write files next to the table: name one"),
        ("networks --from grid", "--from does not apply without a puzzle"),
        ("ablate --time 1 --without turns f.puzzle", "turns"),
        ("check --where --csv p.puzzle", "--csv has nothing of --where without --fields"),
        ("count --candidates --csv p.puzzle", "--csv has nothing of --candidates"),
        ("rate --json --no-solutions f.puzzle", "ratings have none"),
        ("solve --csv --as penpa p.puzzle", "--json or --csv"),
    ] {
        let ran = run(here.path(), line);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{line}: {}", ran.err);
        assert!(ran.err.contains(said), "{line}: {}", ran.err);
    }
    let ran = run(here.path(), "bench --html - f.puzzle");
    let page = ran.out.trim_end();
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>"), "{}", ran.err);
    let ran = run(here.path(), "bench --searches dfs,learn --probe 5 f.puzzle");
    assert_eq!(ran.status, 0, "{}", ran.err);
    let ran = run(here.path(), "certify p.puzzle");
    assert_eq!(
        (ran.status, &*ran.err),
        (3, "error: p.puzzle: expected the directory of a certificate\n")
    );
    let ran = run(here.path(), "check --where --csv --fields id,candidates_complete p.puzzle");
    assert_eq!(ran.out.lines().nth(1), Some("p.puzzle,true"), "{}", ran.err);
    // Parts and layers take memory, and so do the known facts.
    for line in [
        "count --method search",
        "count --method search --search dfs --estimate",
        "count --search dfs",
        "check --search learn",
        "check --where --search dfs",
    ] {
        let ran = run(here.path(), &format!("{line} --memory 1G p.puzzle"));
        assert_ne!(ran.status, 2, "{line}: {}", ran.err);
    }
}

#[test]
fn the_last_seed_is_followed_by_the_first() {
    let here = Folder::with(&[("f.puzzle", "puzzle: futoshiki\n\n. < .\n-   -\n.   .\n")]);
    for command in ["bench", "ablate --time 1"] {
        let line = format!("{command} --seed 18446744073709551615 --seeds 2 f.puzzle");
        let ran = run(here.path(), &line);
        assert_eq!(ran.status, 0, "{}", ran.err);
    }
}

#[test]
fn identifiers_cannot_steer_a_terminal() {
    let puzzle =
        "{\"id\":\"a\\u001b[31m\\u202eb,\",\"puzzle\":\"hidato\",\"cells\":[[1,2],[null,null]]}\n";
    let here = Folder::with(&[("p.json", puzzle)]);
    for line in ["check --csv p.json", "rate --csv p.json", "count --csv --fields id p.json"] {
        let ran = run(here.path(), line);
        let row = ran.out.lines().nth(1).unwrap_or_default();
        assert!(row.starts_with(r#""a\u{1b}[31m\u{202e}b,""#), "{line}: {}", ran.out);
    }
}

#[test]
fn rules_are_said_with_every_verdict() {
    let address = "https://puzz.link/p?numlin/2/2/1212";
    let here = Folder::with(&[]);
    let rules = "neighbours: 4, cover: partial, touch: yes";
    for command in ["check", "repair", "rate", "explain", "hint", "check --proof d"] {
        let ran = run(here.path(), &format!("{command} {address}"));
        let said = ran.out.clone() + &ran.err;
        assert_eq!(said.matches(rules).count(), 1, "{command}: {said}");
    }
    let ran = run(here.path(), &format!("check --where {address}"));
    assert_eq!((ran.out + &ran.err).matches(rules).count(), 1);
    for command in ["solve --json", "count --json", "check --where --json"] {
        let ran = run(here.path(), &format!("{command} {address}"));
        assert_eq!(ran.err, "", "{command}");
    }
}
