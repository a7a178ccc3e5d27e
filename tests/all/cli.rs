//! The program as a user meets it: output, exit statuses, bad input, limits, batches.

use crate::support::program::{Folder, Ran, clew, interrupt};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// One solution.
const UNIQUE: &str = "puzzle: hidato\nsolutions: 1\n\n6 . .\n. 2 8\n1 . .\n";
const UNIQUE_SOLVED: &str = "6 7 9\n5 2 8\n1 4 3\n";
/// Two solutions: 3 and 4 can change places.
const DOUBLE: &str = "puzzle: hidato\n\n1 2\n. .\n";
/// None: consecutive numbers far apart.
const NONE: &str = "puzzle: hidato\nneighbours: 4\n\n1 . 2\n";
const FUTOSHIKI: &str = "puzzle: futoshiki\n\n. < .\n-   -\n.   .\n";
const UNIQUE_JSON: &str = r#"{"puzzle":"hidato","id":"corner","rows":3,"cols":3,"cells":[[6,null,null],[null,2,8],[1,null,null]]}"#;

/// A board with far too many solutions to count by search.
fn empty_board(side: usize) -> String {
    let row = vec!["."; side].join(" ") + "\n";
    format!("puzzle: hidato\n\n{}", row.repeat(side))
}

#[test]
fn solve_prints_the_filled_grid() {
    let ran = Folder::with_puzzle(UNIQUE).run("solve p.puzzle");
    assert_eq!((ran.status, &*ran.out, &*ran.err), (0, UNIQUE_SOLVED, ""));
    let ran = Folder::with_puzzle(NONE).run("solve p.puzzle");
    assert_eq!((ran.status, &*ran.out), (1, "no solution\n"));
    let ran = Folder::with_puzzle(FUTOSHIKI).run("solve p.puzzle");
    assert_eq!(ran.status, 0);
    let filled = format!("puzzle: futoshiki\n\n{}", ran.out);
    assert_eq!(
        Folder::with_puzzle(&filled).run("check p.puzzle").out,
        "unique\n",
        "the output is a puzzle again"
    );
}

#[test]
fn solve_all_and_some() {
    let ran = Folder::with_puzzle(DOUBLE).run("solve --all p.puzzle");
    let mut grids: Vec<&str> = ran.out.split("\n\n").map(str::trim_end).collect();
    grids.sort_unstable();
    assert_eq!((ran.status, grids), (0, vec!["1 2\n3 4", "1 2\n4 3"]));
    let ran = Folder::with_puzzle(DOUBLE).run("solve -n 5 --json p.puzzle");
    assert_eq!(ran.json()[0]["solutions"].as_array().map(Vec::len), Some(2));
    assert_eq!((ran.status, ran.json()[0]["exact"].clone()), (0, Value::Bool(true)));
    let ran = Folder::with_puzzle(DOUBLE).run("solve --json p.puzzle");
    assert_eq!(ran.json()[0]["stopped"], "limit");
    assert_eq!((ran.status, &ran.json()[0]["verdict"]), (0, &"solved".into()));
}

#[test]
fn check_says_where_solutions_differ() {
    assert_eq!(Folder::with_puzzle(UNIQUE).run("check p.puzzle").out, "unique\n");
    let ran = Folder::with_puzzle(NONE).run("check p.puzzle");
    assert_eq!((ran.status, &*ran.out), (1, "none (neighbours: 4)\n"));
    let ran = Folder::with_puzzle(DOUBLE).run("check p.puzzle");
    assert_eq!(ran.status, 1);
    assert!(ran.out.starts_with("multiple\n\nsolution 1:\n1 "), "{}", ran.out);
    assert!(ran.out.ends_with("\nthey differ in 2 cells: r2c1 r2c2\n"), "{}", ran.out);
    let ran = Folder::with_puzzle(DOUBLE).run("check --quiet p.puzzle");
    assert_eq!((ran.status, &*ran.out), (1, "multiple\n"));
    let result = &Folder::with_puzzle(DOUBLE).run("check --json p.puzzle").json()[0];
    assert_eq!(result["differs"], serde_json::json!([[1, 0], [1, 1]]));
    assert_eq!(result["verdict"], "multiple");
}

#[test]
fn count_is_exact_or_at_least() {
    let ran = Folder::with_puzzle(UNIQUE).run("count p.puzzle");
    assert_eq!((ran.status, &*ran.out), (0, "1\n"));
    assert_eq!(Folder::with_puzzle(DOUBLE).run("count p.puzzle").out, "2\n");
    let ran = Folder::with_puzzle(NONE).run("count p.puzzle");
    assert_eq!((ran.status, &*ran.out), (0, "0\n"));
    let ran =
        Folder::with_puzzle(&empty_board(7)).run("count --method search --nodes 500 p.puzzle");
    assert_eq!(ran.status, 4);
    assert!(
        ran.out.starts_with("at least ") && ran.out.ends_with(" (node limit)\n"),
        "{}",
        ran.out
    );
    let ran = Folder::with_puzzle(&empty_board(7))
        .run("count --method search --time 30ms --json p.puzzle");
    let result = &ran.json()[0];
    assert_eq!((ran.status, result["stopped"].as_str()), (4, Some("time")));
    assert_eq!(result["exact"], false);
    assert!(result["count"].is_string());
}

#[test]
fn limits_leave_a_check_undecided() {
    let ran = Folder::with_puzzle(&empty_board(7)).run("check --nodes 3 p.puzzle");
    assert_eq!((ran.status, &*ran.out), (4, "unknown (node limit)\n"));
    let ran = Folder::with_puzzle(&empty_board(30)).run("check --time 1ms p.puzzle");
    assert_eq!((ran.status, &*ran.out), (4, "unknown (time limit)\n"));
}

#[test]
fn json_results_have_the_fields_of_the_format() {
    let ran = Folder::with_puzzle(UNIQUE).run("check --json p.puzzle");
    let [result] = &ran.json()[..] else { panic!("one line") };
    let wanted = [
        ("schema", "\"clew-result/1\""),
        ("id", "\"p.puzzle\""),
        ("puzzle", "\"hidato\""),
        ("verdict", "\"unique\""),
        ("count", "\"1\""),
        ("exact", "true"),
        ("stopped", "null"),
        ("solutions", r#"[{"cells":[[6,7,9],[5,2,8],[1,4,3]]}]"#),
    ];
    for (key, value) in wanted {
        assert_eq!(result[key].to_string(), value, "{key}");
    }
    assert!(result["time_ms"].as_f64().is_some_and(|t| t > 0.0));
    for name in ["nodes", "failures", "propagations", "peakDepth", "solveTime", "propagators"] {
        assert!(result["stats"][name].is_number(), "{name}");
    }
}

#[test]
fn standard_input_takes_every_form() {
    let here = Folder::with(&[]);
    assert_eq!(here.feed("check -", UNIQUE).out, "unique\n");
    assert_eq!(here.feed("check -", UNIQUE_JSON).out, "unique\n");
    let three = format!("{UNIQUE}---\n{DOUBLE}---\n{NONE}");
    let ran = here.feed("check -", &three);
    let lines = "-#1: unique\n-#2: multiple: two solutions differ in 2 cells: r2c1 r2c2\n-#3: none (neighbours: 4)\n";
    assert_eq!((ran.status, &*ran.out), (1, lines));
    assert!(ran.err.starts_with("3 puzzles: 1 multiple, 1 none, 1 unique in "), "{}", ran.err);
    let ran = here.feed("check --json --quiet -", &format!("{UNIQUE_JSON}\n{{\n{UNIQUE_JSON}\n"));
    let verdicts: Vec<String> = ran.json().iter().map(|r| r["verdict"].to_string()).collect();
    assert_eq!(verdicts, ["\"unique\"", "\"invalid\"", "\"unique\""]);
    assert_eq!((ran.status, &*ran.err), (3, ""));
    assert_eq!(ran.json()[0]["id"], "corner");
    let ran = here.feed("check -", &format!("[{UNIQUE_JSON},{UNIQUE_JSON}]"));
    assert_eq!(ran.out, "-#1 (corner): unique\n-#2 (corner): unique\n");
}

#[test]
fn directories_are_sorted_and_results_in_order() {
    let here = Folder::with(&[
        ("d/b.puzzle", UNIQUE),
        ("d/a.puzzle", &empty_board(7)),
        ("d/sub/z.json", UNIQUE_JSON),
        ("d/sub/notes.txt", "not a puzzle"),
        ("d/c.jsonl", &format!("{UNIQUE_JSON}\n{UNIQUE_JSON}\n")),
    ]);
    for threads in [1, 2, 5] {
        // The first puzzle takes much longer than the others.
        let arguments = format!("count --method search --nodes 20000 --json --threads {threads} d");
        let ran = here.run(&arguments);
        let stopped: Vec<String> = ran.json().iter().map(|r| r["stopped"].to_string()).collect();
        assert_eq!(stopped, ["\"nodes\"", "null", "null", "null", "null"]);
        assert_eq!(ran.status, 4);
        assert_eq!(ran.json()[0]["id"], "d/a.puzzle");
        assert_eq!(ran.json()[1]["id"], "d/b.puzzle");
    }
    let ran = here.run("check --nodes 3 d");
    let names: Vec<&str> = ran.out.lines().filter_map(|l| l.split(": ").next()).collect();
    let json = ["d/c.jsonl#1 (corner)", "d/c.jsonl#2 (corner)", "d/sub/z.json (corner)"];
    assert_eq!((&names[..2], &names[2..]), (&["d/a.puzzle", "d/b.puzzle"][..], &json[..]));
    let ran = here.run("check --json --unordered --nodes 3 d");
    assert_eq!(ran.json().len(), 5);
    let ran = here.run("solve d/b.puzzle d/sub/z.json");
    let wanted = format!("d/b.puzzle:\n{UNIQUE_SOLVED}\nd/sub/z.json (corner):\n{UNIQUE_SOLVED}\n");
    assert_eq!((ran.status, &*ran.out), (0, &*wanted));
}

#[test]
fn a_thousand_puzzles() {
    let here = Folder::with(&[]);
    for i in 0..1000 {
        here.put(&format!("d/{i:04}.puzzle"), if i % 3 == 0 { UNIQUE } else { DOUBLE }.as_bytes());
    }
    let ran = here.run("check d");
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!((ran.status, lines.len()), (1, 1000));
    for (i, line) in lines.iter().enumerate() {
        let verdict = if i % 3 == 0 { "unique" } else { "multiple" };
        assert!(line.starts_with(&format!("d/{i:04}.puzzle: {verdict}")), "{line}");
    }
}

/// Name, content, the line of a batch.
const BAD: &[(&str, &[u8], &str)] = &[
    (
        "no-key",
        b"title: x\n\n. .\n",
        "line 1, column 1: found \"title\", expected the key \"puzzle\" with \"hidato\", \"path\", \"numberlink\", \"futoshiki\" or \"zip\"",
    ),
    (
        "family",
        b"puzzle: sudoku\n\n. .\n",
        "line 1, column 9: found \"sudoku\", expected \"hidato\", \"path\", \"numberlink\", \"futoshiki\" or \"zip\"",
    ),
    (
        "label-once",
        b"puzzle: numberlink\n\nA . D\nA . .\n",
        "line 3, column 5: found \"D\", expected every label twice; this one stands once",
    ),
    (
        "escape",
        b"puzzle: \x1b[2J\n\n.\n",
        "line 1, column 9: found \"\\u{1b}[2J\", expected \"hidato\", \"path\", \"numberlink\", \"futoshiki\" or \"zip\"",
    ),
    (
        "utf8",
        b"puzzle: hidato\n\n1 \xff .\n",
        "line 3, column 3: found the byte 0xff (byte 19 of the input), expected text in UTF-8",
    ),
    (
        "utf8-cut",
        b"puzzle: hidato\ntitle: \xc3",
        "line 2, column 8: found the byte 0xc3 (byte 23 of the input), expected text in UTF-8",
    ),
    ("json", b"{\"puzzle\":", "line 1"),
    ("binary", b"\x7fELF\x02\x01\x01\0\0\0\0", "line 1, column 8: found a zero byte"),
    ("zero", b"\0\0\0\0", "line 1, column 1: "),
    ("empty", b"puzzle: path\n", "line 2, column 1: found end of input"),
    ("ragged", b"puzzle: hidato\n\n1 . .\n. .\n", "line 4, column "),
    ("number", b"puzzle: hidato\n\n1 . 99\n", "line 3, column 5: found \"99\""),
    ("twice", b"puzzle: hidato\n\n1 1\n", "line 3, column 3: found \"1\""),
    ("sign", b"puzzle: futoshiki\n\n. ? .\n- -\n. .\n", "line 3, column 3: found \"?\""),
    ("deep", b"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[", "line 1, column 40: "),
];

#[test]
fn bad_input_is_one_line_of_a_batch() {
    let here = Folder::with(&[]);
    for (name, bytes, _) in BAD {
        here.put(&format!("d/{name}.puzzle"), bytes);
    }
    here.put("d/zzz.puzzle", UNIQUE.as_bytes());
    let ran = here.run("check d");
    assert_eq!(ran.status, 3);
    assert!(!ran.out.contains('\u{1b}') && !ran.err.contains('\u{1b}'));
    for (name, _, message) in BAD {
        let wanted = format!("d/{name}.puzzle: invalid: {message}");
        assert!(ran.out.lines().any(|l| l.starts_with(&wanted)), "{wanted}\n{}", ran.out);
        let alone = here.run(&format!("solve d/{name}.puzzle"));
        assert_eq!((alone.status, &*alone.out), (3, ""), "{name}");
        assert!(alone.err.starts_with(&format!("error: d/{name}.puzzle: {message}")), "{name}");
    }
    assert_eq!(ran.out.lines().last(), Some("d/zzz.puzzle: unique"));
    let objects = here.run("check --json d").json();
    assert_eq!(objects.len(), BAD.len() + 1);
    for object in objects.iter().filter(|o| o["verdict"] == "invalid") {
        assert!(object["error"]["line"].as_u64().is_some_and(|n| n > 0), "{object}");
        assert!(object["error"]["column"].as_u64().is_some_and(|n| n > 0), "{object}");
        assert!(object["error"]["message"].is_string(), "{object}");
    }
}

#[test]
fn a_mistake_is_shown_in_its_line() {
    let ran = Folder::with_puzzle("puzzle: numberlink\n\nA . D\nA . .\n").run("check p.puzzle");
    let wanted = "error: p.puzzle: line 3, column 5: found \"D\", expected every label twice; this \
                  one stands once\n3 | A . D\n  |     ^\n";
    assert_eq!((ran.status, &*ran.out, &*ran.err), (3, "", wanted));
}

#[test]
fn files_that_cannot_be_read() {
    let here = Folder::with(&[("a.puzzle", UNIQUE), ("empty/readme.txt", "")]);
    let ran = here.run("check missing.puzzle");
    assert_eq!((ran.status, &*ran.err), (3, "error: missing.puzzle: there is no such file\n"));
    let ran = here.run("check missing.puzzle a.puzzle");
    assert_eq!(ran.out, "missing.puzzle: invalid: there is no such file\na.puzzle: unique\n");
    let ran = here.run("check empty");
    let wanted = "empty: invalid: there is no file of puzzles or text below this directory\n";
    assert_eq!((ran.status, &*ran.out), (3, wanted));
    let huge = fs::File::create(here.path().join("huge.puzzle")).expect("a file");
    huge.set_len((64 << 20) + 1).expect("a sparse file");
    let ran = here.run("check huge.puzzle");
    let large = |name: &str, line: usize, byte: usize| {
        format!(
            "error: {name}: line {line}, byte {byte}: found a puzzle of more than 64 MiB, expected at most 64 MiB for \
             each (lines `---` separate puzzles)\n"
        )
    };
    assert_eq!((ran.status, ran.err), (3, large("huge.puzzle", 1, 0)));
    here.put("huge.json", format!("{{{}", " ".repeat((64 << 20) + 1)).as_bytes());
    let ran = here.run("check huge.json");
    assert_eq!((ran.status, ran.err), (3, large("huge.json", 1, 0)));
}

/// Workers that join on a second thread make the choice among optimal lines depend on timing; not so here.
#[test]
fn deterministic_runs_repeat() {
    let here = Folder::with_puzzle(&empty_board(6).replace("hidato", "path"));
    let run = || {
        let ran = here.run(
            "solve --minimize turns --search learn --threads 2 --deterministic --json --stats=json \
             p.puzzle",
        );
        assert_eq!(ran.status, 0, "{}", ran.err);
        let mut stats: Value = serde_json::from_str(&ran.err).expect("one object");
        for time in ["initTime", "solveTime"] {
            stats[time] = Value::Null;
        }
        (ran.json()[0]["solutions"].clone(), stats)
    };
    let first = run();
    assert_eq!(first.0.as_array().map(Vec::len), Some(1));
    let nodes = first.1["nodes"].as_u64().unwrap_or(0);
    assert!(nodes > clew::strategy::Options::default().team_after, "{nodes}: no team would form");
    assert!(first == run(), "two runs differ");
}

#[test]
fn usage_errors() {
    let here = Folder::with_puzzle(UNIQUE);
    for arguments in [
        "",
        "frobnicate",
        "solve",
        "check",
        "check --time 10x p.puzzle",
        "check --threads 0 p.puzzle",
        "check --network nonsense p.puzzle",
        "solve --all -n 3 p.puzzle",
        "solve -n 0 p.puzzle",
        "check --unordered p.puzzle",
        "count --memory 8XB p.puzzle",
        "check --touch maybe p.puzzle",
        "check --network latin p.puzzle",
        "generate sudoku",
        "profile --compare dual,nonsense p.puzzle",
        "check --without nonsense p.puzzle",
        "count --without nonsense p.puzzle",
        "count --candidates --without nonsense p.puzzle",
        "profile --without nonsense p.puzzle",
        "check --network dual --without degree p.puzzle",
    ] {
        let ran = here.run(arguments);
        assert_eq!((ran.status, &*ran.out), (2, ""), "clew {arguments}: {}", ran.err);
        assert!(!ran.err.is_empty(), "clew {arguments}");
    }
    let ran = here.run("check --network nonsense p.puzzle");
    assert!(ran.err.contains("there is no network \"nonsense\"; the networks are "), "{}", ran.err);
    for command in ["check", "profile"] {
        let ran = here.run(&format!("{command} --without degree --without line_order p.puzzle"));
        let known =
            "no part \"line_order\" to leave out; it has degree, fragments, fragment_offset, ";
        assert!(ran.err.contains(known), "{}", ran.err);
        let ran = here.run(&format!("{command} --without degree --without fragments p.puzzle"));
        assert_eq!(ran.status, 0, "{}", ran.err);
    }
}

#[test]
fn help_version_completions_and_manual() {
    let here = Folder::with(&[]);
    for (arguments, wanted) in [
        ("--help", "Examples:"),
        ("--help", "numberlink  join equal labels"),
        ("solve --help", "--minimize turns"),
        ("check --help", "Exit status"),
        ("--version", "clew "),
        ("completions bash", "_clew"),
        ("man", ".TH clew"),
    ] {
        let ran = here.run(arguments);
        assert_eq!((ran.status, &*ran.err), (0, ""), "clew {arguments}");
        assert!(ran.out.contains(wanted), "clew {arguments}:\n{}", ran.out);
    }
}

#[test]
fn statistics_have_the_names_of_minizinc() {
    let here = Folder::with_puzzle(DOUBLE);
    let ran = here.run("count --method search --stats=mzn p.puzzle");
    assert_eq!(ran.out, "2\n");
    let (last, lines): (&str, Vec<&str>) = {
        let mut lines: Vec<&str> = ran.err.lines().collect();
        (lines.pop().expect("lines"), lines)
    };
    assert_eq!(last, "%%%mzn-stat-end");
    for name in ["nodes", "failures", "propagations", "peakDepth", "solveTime", "nSolutions"] {
        let prefix = format!("%%%mzn-stat: {name}=");
        assert!(lines.iter().any(|l| l.starts_with(&prefix)), "{name}");
    }
    for line in lines {
        let (name, value) = line
            .strip_prefix("%%%mzn-stat: ")
            .and_then(|l| l.split_once('='))
            .expect("a name and a value");
        assert!(name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'), "{name}");
        assert!(value.parse::<f64>().is_ok(), "{line}");
    }
    let ran = here.run("check --stats=json p.puzzle");
    let stats: Value = serde_json::from_str(&ran.err).expect("one object");
    assert!(stats["propagators"].as_u64().is_some_and(|n| n > 0));
    let ran = here.run("check --stats p.puzzle");
    assert!(ran.err.contains("network ") && ran.err.contains("nodes "), "{}", ran.err);
}

#[test]
fn a_file_that_is_wrong_about_itself_is_named() {
    let ran =
        Folder::with_puzzle(&DOUBLE.replace("\n\n", "\nsolutions: 1\n\n")).run("check p.puzzle");
    assert_eq!(ran.status, 1);
    assert!(ran.err.contains("the file states \"solutions: 1\", found at least 2"), "{}", ran.err);
}

/// The answer stays, but a file with wrong statements about its solutions is reported.
#[test]
fn a_file_with_a_wrong_solution_does_not_pass() {
    let here = Folder::with_puzzle(
        "puzzle: numberlink\ncover: partial\ntouch: yes\n\nA B C\n. . .\nA B C\n",
    );
    let right = here.run("solve --as pzpr p.puzzle").out;
    let right = right.trim();
    let wrong = right.replacen("/0%200%20/", "/1%200%20/", 1);
    assert_ne!(wrong, right);
    for (command, verdict) in [("check", "unique"), ("solve", "solved"), ("count", "unique")] {
        assert_eq!(here.run(&format!("{command} {right}")).status, 0);
        let ran = here.run(&format!("{command} {wrong}"));
        assert_eq!(ran.status, 3, "{command}: {}{}", ran.out, ran.err);
        assert!(ran.err.contains("error: ") && ran.err.contains("breaks the rules"), "{}", ran.err);
        assert!(!ran.out.is_empty(), "the answer is given");
        let object = here.run(&format!("{command} --json {wrong}")).object();
        assert_eq!((&object["verdict"], &object["asked"]["status"]), (&verdict.into(), &3.into()));
        let said = object["misstated"][0].as_str().unwrap_or_default();
        assert!(said.starts_with("the solution in it breaks the rules: "), "{object}");
    }
    // The statement refers to the rules of the file, not to others.
    let other = here.run(&format!("check --json --touch no {right}"));
    assert_eq!(other.object().get("misstated"), None);
    let proved = here.run(&format!("check --proof proof {wrong}"));
    assert_eq!(proved.status, 3, "{}{}", proved.out, proved.err);
    let number = Folder::with_puzzle(&UNIQUE.replace("solutions: 1", "solutions: 2"));
    for command in ["check", "count"] {
        let ran = number.run(&format!("{command} p.puzzle"));
        assert!(
            ran.status == 3 && ran.err.contains("the file states \"solutions: 2\""),
            "{}",
            ran.err
        );
    }
    // Each line counts twice, once per direction, or once.
    for (solutions, status) in [(2, 0), (1, 0), (3, 3)] {
        let line = Folder::with_puzzle(&format!("puzzle: path\nsolutions: {solutions}\n\n. . .\n"));
        for command in ["check", "count"] {
            assert_eq!(line.run(&format!("{command} p.puzzle")).status, status, "{solutions}");
        }
    }
}

#[test]
fn rules_of_the_command_line_replace_those_of_the_file() {
    // FORMATS: the same board has 0, 1, 1 and 2 solutions under the four rules.
    let here = Folder::with_puzzle("puzzle: numberlink\n\nA B . .\n. . . .\nC A B C\n. . . .\n");
    for (rules, count) in [
        ("", "0"),
        ("--touch yes", "1"),
        ("--cover partial", "1"),
        ("--cover partial --touch yes", "2"),
    ] {
        assert_eq!(
            here.run(&format!("count {rules} p.puzzle")).out,
            format!("{count}\n"),
            "{rules}"
        );
    }
    let ran = here.run("check --json --cover partial --touch yes p.puzzle");
    assert_eq!(ran.json()[0]["rules"], serde_json::json!({"cover": "partial", "touch": "yes"}));
    assert_eq!(ran.json()[0]["differs"], serde_json::json!([[0, 3], [1, 3]]));
    // A line of hidato along a row needs no diagonal; a diagonal one does.
    let here = Folder::with_puzzle("puzzle: hidato\n\n1 3\n4 2\n");
    assert_eq!(here.run("check p.puzzle").out, "unique\n");
    assert_eq!(here.run("check --neighbours 4 p.puzzle").out, "none (neighbours: 4)\n");
}

#[test]
fn drawings_and_colours_on_request() {
    let ran = Folder::with_puzzle(UNIQUE).run("solve --color always p.puzzle");
    assert!(ran.out.contains("\u{1b}[") && ran.out.contains('─'), "{}", ran.out);
    let here =
        Folder::with_puzzle("puzzle: hidato\ntitle: a <b> & c\n\n6 . . #\n. 2 8 #\n1 . . #\n");
    let ran = here.run("draw p.puzzle -o p.svg --solution --numbers");
    assert_eq!((ran.status, &*ran.out), (0, ""));
    let picture = here.read("p.svg");
    assert!(picture.starts_with("<svg ") && picture.trim_end().ends_with("</svg>"));
    assert!(picture.contains("<title>a &lt;b&gt; &amp; c</title>"), "{picture}");
    let ran = Folder::with_puzzle(NONE).run("draw p.puzzle --solution");
    assert_eq!(ran.status, 1);
    assert!(ran.out.starts_with("<svg "));
    let ran = Folder::with_puzzle(UNIQUE).run("draw p.puzzle -o no/such/folder.svg");
    assert_eq!(ran.status, 5);
}

#[test]
fn profile_shows_what_was_switched() {
    let board = Folder::with(&[]).run("generate numberlink --rows 24 --seed 3").out;
    let here = Folder::with_puzzle(&board);
    // If paths may touch themselves, the flow takes most of the time and infers little.
    let asked = "profile --runs 1 --search learn --touch yes --nodes 3000 p.puzzle";
    let text = here.run(asked).out;
    let row = |name: &str| text.lines().rfind(|l| l.starts_with(name)).map(str::to_string);
    assert!(text.contains("costly, redundant"), "{text}");
    assert!(row("degree_flow: ").is_some_and(|l| l.contains("% of conflicts for")), "{text}");
    let told = &here.run(&format!("{asked} --json")).json()[0]["adaptive"][0];
    assert_eq!(told["type"].as_str(), Some("degree_flow"));
    assert!(told["lowered"].as_u64() >= Some(1), "{told}");
    assert!(told["steps"].as_u64() < told["all_steps"].as_u64(), "{told}");
    // Switched off: nothing is judged.
    let off = here.run(&format!("{asked} --json --adaptive off")).json();
    assert_eq!(off[0]["adaptive"].as_array().map(Vec::len), Some(0));
}

#[test]
fn networks_are_listed_and_compared() {
    let here = Folder::with_puzzle(FUTOSHIKI);
    let list = here.run("networks").out;
    assert!(list.contains("hidato\n") && list.contains("  latin (default): "), "{list}");
    assert!(list.contains("--without: degree_flow, connectivity, block_chain, "), "{list}");
    let about = here.run("networks p.puzzle").out;
    assert!(about.contains("binary: ") && about.contains("  propagators  "), "{about}");
    let objects = here.run("networks --json p.puzzle").json();
    assert_eq!(objects.len(), 2);
    assert!(objects[0]["optional"].as_array().is_some_and(|a| a.contains(&"line_order".into())));
    assert!(objects.iter().all(|o| o["open"]["built"].as_u64() >= o["open"]["root"].as_u64()));
    let ran = here.run("profile --runs 1 --compare latin,binary p.puzzle");
    assert_eq!(ran.status, 0);
    let head: Vec<&str> = ran.out.lines().next().expect("a head").split_whitespace().collect();
    assert_eq!(head, ["network", "latin", "binary"]);
}

#[test]
fn a_made_puzzle_is_what_it_says() {
    let here = Folder::with(&[]);
    let ran = here.run("generate hidato --rows 5 --density 0.3 --seed 7");
    assert_eq!(ran.status, 0, "{}", ran.err);
    here.put("g.puzzle", ran.out.as_bytes());
    assert_eq!(here.run("check g.puzzle").out, "unique\n");
    assert_eq!(here.run("generate hidato --rows 5 --density 0.3 --seed 7").out, ran.out);
}

/// Ctrl-C prints the results so far, and the exit status shows it.
#[cfg(unix)]
#[test]
fn an_interrupt_prints_what_is_known() {
    use std::process::Stdio;
    use std::time::Duration;
    let here = Folder::with_puzzle(&empty_board(8));
    let child = clew(here.path(), "count --method search p.puzzle")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    std::thread::sleep(Duration::from_millis(700));
    interrupt(&child);
    let ran = Ran::from_output(child.wait_with_output().expect("the program ends"));
    assert_eq!(ran.status, 130, "{}", ran.err);
    assert!(
        ran.out.starts_with("at least ") && ran.out.ends_with(" (interrupted)\n"),
        "{}",
        ran.out
    );
}

#[test]
fn the_reader_may_go_away() {
    use std::process::Stdio;
    let here = Folder::with(&[]);
    for i in 0..300 {
        here.put(&format!("d/{i:04}.puzzle"), DOUBLE.as_bytes());
    }
    // If the reader has closed the pipe without reading anything, it got no answer.
    for arguments in
        ["check --json d", "check --quiet d/0000.puzzle", "solve --all d/0000.puzzle", "--help"]
    {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let mut command = clew(here.path(), arguments);
        let ran = command.stdout(writer).stderr(Stdio::piped()).output();
        let ran = Ran::from_output(ran.expect("the program ends"));
        assert_eq!((ran.status, &*ran.err), (5, ""), "{arguments}");
    }
}

#[test]
fn names_cannot_steer_a_terminal() {
    let here = Folder::with(&[]);
    let name = "a\u{1b}[2Jb.puzzle";
    if fs::write(here.path().join(name), UNIQUE).is_err() {
        return; // Not every file system has such names.
    }
    assert!(Path::new(&here.path().join(name)).exists());
    here.put("c.puzzle", UNIQUE.as_bytes());
    let ran = here.run("check .");
    assert_eq!(ran.out, "./a\\u{1b}[2Jb.puzzle: unique\n./c.puzzle: unique\n");
}

#[test]
fn a_line_and_its_reverse() {
    let here = Folder::with_puzzle("puzzle: path\nsolutions: 2\n\n. . .\n# # .\n");
    let ran = here.run("check p.puzzle");
    assert_eq!((ran.status, &*ran.out, &*ran.err), (0, "unique (up to direction)\n", ""));
    let ran = here.run("count p.puzzle");
    assert_eq!((ran.status, &*ran.out), (0, "2 (1 line, whichever way they run)\n"));
    let result = &here.run("count --json p.puzzle").json()[0];
    assert_eq!((result["count"].as_str(), result["lines"].as_str()), (Some("2"), Some("1")));
    assert_eq!(result["verdict"], "unique");
    // Four lines round a square of four cells, each in two directions.
    let ran = Folder::with_puzzle("puzzle: path\n\n. .\n. .\n").run("count p.puzzle");
    assert_eq!(ran.out, "8 (4 lines, whichever way they run)\n");
}

#[test]
fn objectives_are_proved() {
    // Lines through 3 x 3 cells turn at least four times: two turns a change of row.
    let here = Folder::with_puzzle("puzzle: path\n\n. . .\n. . .\n. . .\n");
    let ran = here.run("solve --minimize turns p.puzzle");
    assert_eq!(
        (ran.status, ran.out.lines().last()),
        (0, Some("turns: 4, the fewest")),
        "{}",
        ran.err
    );
    let result = &here.run("solve --minimize turns --json p.puzzle").json()[0];
    assert_eq!(result["stats"]["objective"].as_f64(), Some(4.0));
    assert_eq!(result["stats"]["objectiveProved"], 1);
    // A plus sign: three of five cells lie on one line.
    let ran = Folder::with_puzzle("puzzle: path\n\n# . #\n. . .\n# . #\n")
        .run("solve --maximize cells p.puzzle");
    assert_eq!(
        (ran.status, ran.out.lines().last()),
        (0, Some("cells: 3, the most")),
        "{}",
        ran.err
    );
    // Two steps between the labels; the file's cover would want four cells.
    let here = Folder::with_puzzle("puzzle: numberlink\n\nA . A\n. . .\n");
    let ran = here.run("solve --cover partial --minimize length p.puzzle");
    assert_eq!((ran.status, &*ran.out), (0, "A A A\n. . .\nlength: 2, the least\n"), "{}", ran.err);
    let ran = here.run("solve --maximize cells p.puzzle");
    assert_eq!(ran.status, 2, "{}", ran.out);
}
