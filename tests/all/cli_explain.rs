//! `clew explain`, `hint` and `rate` as a user meets them.

use crate::support::program::Folder;
use assert_cmd::Command;
use serde_json::Value;
use std::fs;
use tempfile::TempDir;

const CORNER: &str = "puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n";
const TWO: &str = "puzzle: futoshiki\n\n.   .\n-   -\n.   .\n";
const NONE: &str = "puzzle: futoshiki\n\n1   .\n-   -\n1   .\n";

/// Status, standard output, standard error.
fn clew(folder: &TempDir, args: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_clew"))
        .current_dir(folder.path())
        .args(args)
        .output()
        .expect("the program runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

fn folder() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    for (name, text) in [("corner", CORNER), ("two", TWO), ("none", NONE)] {
        fs::write(folder.path().join(format!("{name}.puzzle")), text).expect("it is written");
    }
    folder
}

#[test]
fn explain_ends_with_the_solution_and_the_rating() {
    let folder = folder();
    let (status, out, _) = clew(&folder, &["explain", "corner.puzzle"]);
    assert_eq!(status, 0);
    assert!(out.starts_with("1. ["), "{out}");
    assert!(out.contains("\n6 7 9\n5 2 8\n1 4 3\n"), "{out}");
    assert!(out.trim_end().lines().last().is_some_and(|l| l.contains(", score ")), "{out}");
}

#[test]
fn replaying_the_steps_gives_the_solution() {
    let folder = folder();
    let (status, out, _) = clew(&folder, &["explain", "--json", "corner.puzzle"]);
    assert_eq!(status, 0);
    let object: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(object["schema"], "clew-steps/1");
    let mut grid = vec![vec![0; 3]; 3];
    for (cell, value) in [((0, 0), 6), ((1, 1), 2), ((1, 2), 8), ((2, 0), 1)] {
        grid[cell.0][cell.1] = value;
    }
    for step in object["steps"].as_array().expect("steps") {
        for placed in step["place"].as_array().expect("a list") {
            let at = |i: usize| placed["cell"][i].as_u64().expect("a number") as usize;
            assert_eq!(grid[at(0)][at(1)], 0, "placed once");
            grid[at(0)][at(1)] = placed["value"].as_u64().expect("a number");
        }
        assert!(step["text"].as_str().is_some_and(|text| text.ends_with('.')), "{step}");
    }
    assert_eq!(grid, [[6, 7, 9], [5, 2, 8], [1, 4, 3]]);
}

#[test]
fn explain_says_why_there_is_no_single_solution() {
    let folder = folder();
    let (status, out, _) = clew(&folder, &["explain", "two.puzzle"]);
    assert_eq!((status, out.contains("several solutions")), (1, true), "{out}");
    let (status, out, _) = clew(&folder, &["explain", "none.puzzle"]);
    assert_eq!((status, out.contains("no solution: r2c1 cannot hold 1")), (1, true), "{out}");
}

#[test]
fn the_page_has_a_section_a_step_and_one_script() {
    let folder = folder();
    let (status, _, _) = clew(&folder, &["explain", "--html", "page.html", "corner.puzzle"]);
    assert_eq!(status, 0);
    let page = fs::read_to_string(folder.path().join("page.html")).expect("it was written");
    let (_, out, _) = clew(&folder, &["explain", "corner.puzzle"]);
    let steps = out.lines().filter(|line| line.contains(". [")).count();
    assert_eq!(page.matches("<section ").count(), steps + 2);
    assert_eq!(page.matches("<script").count(), 1);
    assert!(page.contains("default-src 'none'") && page.contains("script-src 'sha256-"));
}

#[test]
fn hints_go_on_from_what_is_filled_in() {
    let folder = folder();
    let (status, out, _) = clew(&folder, &["hint", "corner.puzzle"]);
    assert_eq!(status, 0);
    assert!(out.starts_with("Look at ") && out.contains("\nWhy: ") && out.contains("\nSo: "));
    let (_, short, _) = clew(&folder, &["hint", "--depth", "where", "corner.puzzle"]);
    assert_eq!(short.lines().count(), 1, "{short}");
    let write = |text: &str| {
        fs::write(folder.path().join("mine.puzzle"), text).expect("it is written");
        clew(&folder, &["hint", "--filled", "mine.puzzle", "corner.puzzle"])
    };
    let (status, out, _) = write("6 7 .\n. 2 8\n1 . 4\n");
    assert_eq!((status, out.trim_end()), (1, "Wrong: r3c3 is not 4"));
    let (status, out, _) = write("puzzle: hidato\n\n6 7 9\n5 2 8\n1 . 3\n");
    assert_eq!(status, 0);
    assert!(out.contains("So: r3c2 is 4"), "{out}");
    let (status, out, _) = write("6 7 9\n5 2 8\n1 4 3\n");
    assert_eq!((status, out.trim_end()), (0, "Everything is filled in, and right"));
    let (status, _, error) = write("6 7 9\n5 2\n1 4 3\n");
    assert_eq!(status, 3);
    assert!(error.contains("line 2, column 4: found the end, expected 3 cells"), "{error}");
    let (status, _, error) = write("6 7 99\n5 2 8\n1 4 3\n");
    assert_eq!(status, 3);
    assert!(
        error.contains("line 1, column 5: found \"99\", expected a number of this puzzle"),
        "{error}"
    );
    let (status, _, error) = write("6 7 .\n. 2x 8\n1 . .\n");
    assert_eq!(status, 3);
    assert!(error.contains("line 2, column 3: found \"2x\", expected a number"), "{error}");
    let (status, _, _) = write("\u{feff}6 7 .\r\n. 2 8\r\n1 . .\r\n");
    assert_eq!(status, 0);
    let (status, _, error) = write("{\"puzzle\": \"hidato\"}\n");
    assert_eq!(status, 3);
    assert!(error.contains("expected it under \"cells\""), "{error}");
    // Lists of rows, alone or in an object.
    for (text, status, said) in [
        ("[[6, 7, null], [\".\", 2, 8], [1, null, 4]]", 1, "Wrong: r3c3 is not 4"),
        ("{\"cells\": [[6, 7, 9], [5, 2, 8], [1, null, 3]]}", 0, "So: r3c2 is 4"),
        ("[[6, 7, 9], [5, 2], [1, 4, 3]]", 3, "row 2: expected 3 values, found 2"),
        ("[[6, 7, 99], [5, 2, 8], [1, 4, 3]]", 3, "r1c3: found \"99\", expected a number"),
        ("[[6, 7, true], [5, 2, 8], [1, 4, 3]]", 3, "r1c3: found \"true\""),
        ("[[6, 7, 9],\n [5, 2,", 3, "line 2, column 7: expected valid JSON"),
        ("[[6, 7, 9], 5, [1, 4, 3]]", 3, "row 2: expected a list of values"),
    ] {
        let (found, out, error) = write(text);
        assert!(found == status && (out + &error).contains(said), "{text}");
    }
    let (status, _, error) = clew(&folder, &["hint", "--filled", "-", "-"]);
    assert_eq!(status, 2);
    assert!(error.contains("only one of puzzle and what is filled in"), "{error}");
}

/// Paths are identified by the contents of their cells: numbers or labels. A line without a direction may be numbered
/// from either end.
#[test]
fn hints_take_entries_of_either_direction() {
    let folder = folder();
    let write = |name: &str, text: &str| {
        fs::write(folder.path().join(name), text).expect("it is written");
    };
    write("line.puzzle", "puzzle: path\n\n. . .\n# # .\n");
    let filled = |text: &str| {
        write("mine.puzzle", text);
        let (status, out, _) = clew(&folder, &["hint", "--filled", "mine.puzzle", "line.puzzle"]);
        (status, out.trim_end().to_string())
    };
    let done = (0, "Everything is filled in, and right".to_string());
    assert_eq!(filled("4 3 2\n# # 1\n"), done);
    assert_eq!(filled("1 2 3\n# # 4\n"), done);
    assert_eq!(filled("4 3 1\n# # 2\n"), (1, "Wrong: r1c3 is not 1; r2c3 is not 2".into()));
}

#[test]
fn hints_go_on_from_paths_that_are_drawn() {
    let folder = folder();
    let path = "puzzle: path\n\n1 . .\n. # .\n. . .\n";
    let links = "puzzle: numberlink\n\nA . A\nB . B\nC . C\n";
    /// The entries, the status, the message.
    type Case = (&'static str, i32, &'static str);
    let cases: [(&str, &[Case]); 2] = [
        (
            path,
            &[
                (". . .\n. # .\n. . .\n", 2, "both its ends are given"),
                ("1 2 3\n8 # 4\n7 6 5\n", 1, "several solutions"),
            ],
        ),
        (
            links,
            &[
                (". . .\n. . .\n. . .\n", 0, "Look at "),
                ("A A A\nB . B\n. . .\n", 0, "Look at "),
                ("A A A\nB B B\nC C C\n", 0, "Everything is filled in, and right"),
                ("A B A\nB B B\n. . .\n", 1, "Wrong: r1c2 is not B"),
                ("A D A\nB . B\nC . C\n", 3, "found \"D\", expected a label of this puzzle"),
            ],
        ),
    ];
    for (puzzle, filled) in cases {
        fs::write(folder.path().join("p.puzzle"), puzzle).expect("it is written");
        for &(text, status, said) in filled {
            fs::write(folder.path().join("mine"), text).expect("it is written");
            let (found, out, error) = clew(&folder, &["hint", "--filled", "mine", "p.puzzle"]);
            assert!(found == status && (out + &error).contains(said), "{text}: {found} {error}");
        }
    }
    let line = "puzzle: path\nneighbours: 4\n\n. . 1\n. # #\n. 6 #\n";
    fs::write(folder.path().join("p.puzzle"), line).expect("it is written");
    for (text, said) in [
        ("3 2 1\n4 # #\n5 6 #\n", "Everything is filled in, and right"),
        ("3 2 1\n4 # #\n. 6 #\n", "Look at "),
        (". . 1\n. # #\n. . #\n", "Look at "),
        ("4 2 1\n3 # #\n. . #\n", "Wrong: r1c1 is not 4; r2c1 is not 3"),
    ] {
        fs::write(folder.path().join("mine"), text).expect("it is written");
        let (_, out, error) = clew(&folder, &["hint", "--filled", "mine", "p.puzzle"]);
        assert!(out.contains(said), "{text}: {out} {error}");
    }
}

/// The level of a puzzle without a step has the same name in every form; if steps end at once there is none.
#[test]
fn a_puzzle_without_a_step_is_of_the_lowest_level() {
    let folder = folder();
    let full = "puzzle: hidato\n\n1 2\n4 3\n";
    fs::write(folder.path().join("full.puzzle"), full).expect("it is written");
    let object = |args: &[&str]| -> serde_json::Value {
        serde_json::from_str(&clew(&folder, args).1).expect("JSON")
    };
    let (_, out, _) = clew(&folder, &["rate", "full.puzzle"]);
    assert_eq!(out.trim_end(), "trivial, score 0, no steps");
    assert_eq!(object(&["rate", "--json", "full.puzzle"])["rating"]["level"], "trivial");
    assert_eq!(object(&["explain", "--json", "full.puzzle"])["rating"]["level"], "trivial");
    let (_, out, _) = clew(&folder, &["rate", "--csv", "--fields", "level,score", "full.puzzle"]);
    assert_eq!(out, "level,score\ntrivial,0\n");
    assert!(object(&["explain", "--json", "none.puzzle"])["rating"]["level"].is_null());
}

/// Both lines of a bridge have one place, so a reason names the line that it refers to.
#[test]
fn steps_name_the_lines_of_a_bridge() {
    let folder = folder();
    let puzzle =
        "puzzle: numberlink\nwrap: rows\nwalls: r2c1|r2c3\nbridges: r2c2\n\nA C A\nB . B\nD C D\n";
    fs::write(folder.path().join("b.puzzle"), puzzle).expect("it is written");
    let (status, out, error) = clew(&folder, &["explain", "b.puzzle"]);
    assert_eq!(status, 0, "{error}");
    assert!(out.contains("r2c2 (row) has two ways only, to r2c1 and r2c3: draw "), "{out}");
    assert!(out.contains("B: r2c1-r2c2-r2c3") && out.contains("r1c2-r2c2-r3c2"), "{out}");
    let (status, out, error) = clew(&folder, &["hint", "b.puzzle"]);
    assert!(status == 0 && out.starts_with("Look at r2c2 (row): "), "{out}{error}");
}

/// The output of `solve` for a board with bridges, which `verify` accepts.
#[test]
fn hints_go_on_from_filled_bridges() {
    let puzzle =
        "puzzle: numberlink\nwrap: rows\nwalls: r2c1|r2c3\nbridges: r2c2\n\nA C A\nB . B\nD C D\n";
    let folder = folder();
    fs::write(folder.path().join("b.puzzle"), puzzle).expect("it is written");
    let hint = |text: &str, more: &[&str]| {
        fs::write(folder.path().join("mine"), text).expect("it is written");
        clew(&folder, &[&["hint", "--filled", "mine", "b.puzzle"], more].concat())
    };
    let (status, solved, error) = clew(&folder, &["solve", "b.puzzle"]);
    assert!(status == 0 && solved.contains("B/C"), "{solved}{error}");
    fs::write(folder.path().join("mine"), &solved).expect("it is written");
    assert_eq!(clew(&folder, &["verify", "b.puzzle", "mine"]).0, 0);
    let (status, out, error) = hint(&solved, &[]);
    assert_eq!((status, out.trim_end()), (0, "Everything is filled in, and right"), "{error}");
    for open in ["A . A\nB ./. B\n. . .\n", "A C A\nB . B\nD C D\n", "A C A\nB ./C B\nD C D\n"] {
        let (status, out, error) = hint(open, &[]);
        assert_eq!(status, 0, "{out}{error}");
    }
    let (status, out, _) = hint("A C A\nB D/C B\nD C D\n", &[]);
    assert_eq!((status, out.trim_end()), (1, "Wrong: r2c2 (row) is not D"));
    let (_, out, _) = hint("A C A\nB B/A B\nD C D\n", &["--json"]);
    let object: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    let wrong =
        serde_json::json!([{"cell": [1, 1], "value": "A", "holds": false, "line": "column"}]);
    assert_eq!(object["wrong"], wrong);
    for bad in ["B", "B/X", "B/C/B", "/"] {
        let (status, _, error) = hint(&format!("A C A\nB {bad} B\nD C D\n"), &[]);
        let said = format!("line 2, column 3: found \"{bad}\", expected two labels");
        assert!(status == 3 && error.contains(&said), "{error}");
    }
}

/// The status shows that there is not exactly one solution, filled in or not; JSON contains no more than text.
#[test]
fn hints_tell_what_was_asked_for() {
    let folder = folder();
    for name in ["two", "none"] {
        let (status, out, _) = clew(&folder, &["hint", &format!("{name}.puzzle")]);
        assert_eq!(status, 1, "{out}");
    }
    for (depth, has, lacks) in [
        ("where", "cells", &["text", "because", "place", "remove"][..]),
        ("why", "text", &["place", "remove"]),
        ("what", "place", &[]),
    ] {
        let (_, out, _) = clew(&folder, &["hint", "--json", "--depth", depth, "corner.puzzle"]);
        let object: Value = serde_json::from_str(&out).expect("JSON");
        assert!(object["step"].get(has).is_some(), "{out}");
        assert!(lacks.iter().all(|key| object["step"].get(key).is_none()), "{out}");
        let (_, text, _) = clew(&folder, &["hint", "--depth", depth, "corner.puzzle"]);
        assert_eq!(object["message"], text.trim_end());
    }
}

/// Points have one name in all commands, and a row of entries is read by `verify` as by `hint`.
#[test]
fn points_are_called_the_same_everywhere() {
    let points = "puzzle: hidato\nboard: points\nreach: 1\n\n0 0 1\n1 0 .\n2 0 .\n2 0.5 4\n";
    let here = crate::support::program::Folder::with(&[
        ("p.puzzle", points),
        ("row.txt", "1 2 3 4\n"),
        ("wrong.txt", "1 3 2 4\n"),
    ]);
    for command in [
        "hint p.puzzle",
        "hint --filled wrong.txt p.puzzle",
        "explain p.puzzle",
        "explain --json p.puzzle",
        "verify p.puzzle wrong.txt",
        "trace p.puzzle",
        "repair p.puzzle",
    ] {
        let said = here.run(command).out;
        assert!(said.contains("point ") && !said.contains("r1c"), "{command}: {said}");
    }
    assert_eq!(here.run("verify p.puzzle row.txt").status, 0);
    assert_eq!(here.run("hint --filled row.txt p.puzzle").status, 0);
    assert_eq!(here.run("verify p.puzzle wrong.txt").status, 1);
    let short = here.feed("verify p.puzzle -", "1 2 3\n");
    assert!(
        short.status == 3 && short.err.contains("4 cells in a row of a filled"),
        "{}",
        short.err
    );
    // A picture has the numbers of points if they are requested.
    let text = |svg: &str| svg.matches("<text").count() + svg.matches("<tspan").count();
    let plain = here.run("draw p.puzzle -o -").out;
    let numbered = here.run("draw --coordinates p.puzzle -o -").out;
    assert_eq!(text(&numbered), text(&plain) + 4, "{numbered}");
}

/// For points, in the lines of the text format and as one row.
#[test]
fn hints_go_on_from_filled_points() {
    let folder = folder();
    let points = "puzzle: hidato\nboard: points\nreach: 1\n\n0 0 1\n1 0 .\n2 0 .\n2 0.5 4\n";
    fs::write(folder.path().join("points.puzzle"), points).expect("it is written");
    let hint = |text: &str| {
        fs::write(folder.path().join("mine.puzzle"), text).expect("it is written");
        clew(&folder, &["hint", "--filled", "mine.puzzle", "points.puzzle"])
    };
    let solved = points.replace("1 0 .", "1 0 2").replace("2 0 .", "2 0 3");
    for all in [solved.as_str(), "1 2 3 4\n", "2 0.50 4\n2 0 3\n1 0 2\n0 0 1\n"] {
        let (status, out, _) = hint(all);
        assert_eq!((status, out.trim_end()), (0, "Everything is filled in, and right"), "{all}");
    }
    let (status, out, _) = hint(&points.replace("1 0 .", "1 0 3"));
    assert_eq!(status, 1);
    assert!(out.starts_with("Wrong: ") && out.contains("not 3"), "{out}");
    for (text, why) in [
        ("0 1 2\n", "line 1, column 1: found \"0\", expected a point of the puzzle"),
        (
            "1 0 2\n 1 0 2\n",
            "line 2, column 2: found \"1\", expected a point of the puzzle that no",
        ),
        ("1 zero 2\n", "line 1, column 3: found \"zero\", expected a coordinate"),
        ("1 0 two\n", "line 1, column 5: found \"two\", expected a number"),
        ("1 0 5\n", "line 1, column 5: found \"5\", expected a number of this puzzle"),
        ("1 2 3 4 5\n", "line 1, column 9: found \"5\", expected 4 cells in a row"),
    ] {
        let (status, _, error) = hint(text);
        assert_eq!(status, 3, "{text}");
        assert!(error.contains(why), "{error}");
    }
}

#[test]
fn nothing_is_written_over_what_is_read_and_no_two_outputs_into_one_file() {
    let folder = folder();
    let file = folder.path().join("corner.puzzle");
    let before = fs::read_to_string(&file).expect("it is there");
    for arguments in [
        &["draw", "corner.puzzle", "-o", "corner.puzzle"][..],
        &["draw", "corner.puzzle", "-o", "./corner.puzzle"],
        &["explain", "corner.puzzle", "--html", "corner.puzzle"],
        &["convert", "--to", "json", "corner.puzzle", "-o", "corner.puzzle"],
        &["export", "corner.puzzle", "--model", "positions", "--to", "mzn", "-o", "corner.puzzle"],
        &["profile", "--runs", "1", "corner.puzzle", "--folded", "corner.puzzle"],
        &["profile", "--runs", "1", "corner.puzzle", "--search-log", "corner.puzzle"],
    ] {
        let (status, _, error) = clew(&folder, arguments);
        assert_eq!(status, 2, "{arguments:?}: {error}");
        assert!(error.contains("corner.puzzle is what is read"), "{error}");
        assert_eq!(fs::read_to_string(&file).expect("it is there"), before);
    }
    let two = ["profile", "--runs", "1", "--folded", "x", "--search-log", "./x", "corner.puzzle"];
    let (status, _, error) = clew(&folder, &two);
    assert_eq!(status, 2);
    assert!(error.contains("./x cannot hold two outputs"), "{error}");
    assert!(!folder.path().join("x").exists());
    let (status, _, error) = clew(&folder, &["draw", "corner.puzzle", "-o", "corner.svg"]);
    assert_eq!(status, 0, "{error}");
}

#[test]
fn ratings_are_a_line_or_an_object_a_puzzle() {
    let folder = folder();
    let (status, out, _) = clew(&folder, &["rate", "corner.puzzle"]);
    assert_eq!(status, 0);
    assert!(out.contains("score") && out.lines().count() == 1, "{out}");
    let (status, out, _) = clew(&folder, &["rate", "--json", "corner.puzzle", "two.puzzle"]);
    assert_eq!(status, 1);
    let objects: Vec<Value> =
        out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(objects[0]["verdict"], "unique");
    let rating = &objects[0]["rating"];
    let counted: u64 =
        rating["counts"].as_object().expect("counts").values().filter_map(Value::as_u64).sum();
    // A step may require several looks at the board.
    assert!(rating["steps"].as_u64().is_some_and(|steps| 0 < steps && steps <= counted));
    assert_eq!((&objects[1]["verdict"], &objects[1]["rating"]), (&"multiple".into(), &Value::Null));
}

/// A puzzle that the techniques do not finish is beyond them in every form, regardless of the level of the steps up to
/// there.
#[test]
fn a_puzzle_beyond_the_techniques_is_called_that_everywhere() {
    let here = Folder::with_puzzle(
        "puzzle: numberlink\ncover: partial\n\n1 . . . . .\n. . . . 2 .\n. 1 . . . .\n. . . 3 . 4\n. . 4 . . 3\n\
         2 . . . . .\n",
    );
    let text = here.run("rate p.puzzle");
    assert_eq!(text.status, 0, "{}", text.err);
    assert!(text.out.starts_with("beyond the techniques, which end after 2 steps"), "{}", text.out);
    let object = here.run("rate --json p.puzzle").object();
    assert_eq!(
        (&object["verdict"], &object["rating"]["level"]),
        (&"unique".into(), &"beyond".into())
    );
    let table = here.run("rate --csv --fields verdict,level,score p.puzzle");
    assert_eq!(table.out, "verdict,level,score\nunique,beyond,542\n");
    let fields = here.run("rate --json --fields level,score p.puzzle");
    assert_eq!(fields.out, "{\"level\":\"beyond\",\"score\":542}\n");
    let explained = here.run("explain p.puzzle");
    assert!(explained.out.contains("\nbeyond the techniques, "), "{}", explained.out);
    assert_eq!(here.run("explain --json p.puzzle").object()["rating"]["level"], "beyond");
    let sheet = here.run("draw --sheet 1x1 --rate p.puzzle");
    assert!(sheet.out.contains("beyond the techniques"), "{}", sheet.out);
    for every in [
        "rate p.puzzle",
        "explain p.puzzle",
        "explain --html - p.puzzle",
        "draw --sheet 1x1 --rate p.puzzle",
    ] {
        let ran = here.run(every);
        assert!(
            !ran.out.contains("trivial, ") && !ran.out.contains("not rated"),
            "{every}: {}",
            ran.out
        );
    }
    let made = here.run("generate numberlink --rows 6 --cover partial --level beyond --seed 1");
    assert!(
        made.status == 0 && made.out.contains(", beyond the techniques\n"),
        "{}{}",
        made.out,
        made.err
    );
    let refused = here.run("generate numberlink --level beyond --score 3");
    assert!(
        refused.status == 2 && refused.err.contains("--score does not apply"),
        "{}",
        refused.err
    );
}

/// A puzzle with several solutions has no level, however far its steps go.
#[test]
fn several_solutions_have_no_level_in_any_form() {
    let here = Folder::with_puzzle("puzzle: hidato\n\n1 . .\n. 5 .\n. . 9\n");
    for command in ["rate p.puzzle", "explain --html - p.puzzle"] {
        let ran = here.run(command);
        assert!(ran.out.contains("not rated: several solutions"), "{command}: {}", ran.out);
    }
    assert_eq!(here.run("explain --json p.puzzle").object()["rating"]["level"], Value::Null);
    assert_eq!(here.run("rate --csv --fields level,score p.puzzle").out, "level,score\n,\n");
}

/// A puzzle for which no steps are known is not called invalid.
#[test]
fn what_is_not_rated_is_no_worse_for_it() {
    let folder = folder();
    let inner = "puzzle: path\n\n1 . .\n. 3 .\n";
    fs::write(folder.path().join("inner.puzzle"), inner).expect("it is written");
    let (status, out, error) = clew(&folder, &["rate", "inner.puzzle"]);
    assert_eq!((status, &*out), (2, ""));
    assert!(error.starts_with("error: inner.puzzle: a line is explained when"), "{error}");
    let (status, out, _) = clew(&folder, &["rate", "corner.puzzle", "inner.puzzle"]);
    assert_eq!(status, 2);
    assert!(
        out.contains("inner.puzzle: not rated: a line is") && !out.contains("invalid"),
        "{out}"
    );
    let (_, out, _) = clew(&folder, &["rate", "--json", "inner.puzzle"]);
    let object: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(
        (&object["schema"], &object["verdict"]),
        (&"clew-rating/1".into(), &"unsupported".into())
    );
    assert!(object["reason"].as_str().is_some_and(|why| why.starts_with("a line is")), "{out}");
}

#[test]
fn generate_writes_many_that_are_read_again() {
    let folder = folder();
    let asked = ["generate", "futoshiki", "--rows", "4", "--count", "5", "--level", "easy"];
    let (status, out, _) = clew(&folder, &asked);
    assert_eq!((status, out.matches("\n---\n").count()), (0, 4), "{out}");
    fs::write(folder.path().join("many.puzzle"), &out).expect("it is written");
    let (status, rated, _) = clew(&folder, &["rate", "--quiet", "many.puzzle"]);
    assert_eq!(status, 0);
    assert!(rated.lines().count() == 5 && rated.lines().all(|l| l.contains(": easy,")), "{rated}");
    let (status, json, _) = clew(&folder, &[&asked[..], &["--json"]].concat());
    assert_eq!((status, json.lines().count()), (0, 5));
    assert!(json.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()));
    let none = ["generate", "futoshiki", "--rows", "2", "--level", "hard"];
    let (status, out, error) = clew(&folder, &none);
    assert_eq!((status, out.as_str()), (2, ""), "{error}");
    assert!(error.contains("no puzzle of 2x2"), "{error}");
}

/// A sentence states facts of the board in front of a person.
#[test]
fn reasons_are_those_of_the_rule_and_of_the_board() {
    let here = Folder::with_puzzle("");
    let made = here.run("generate numberlink --rows 6 --touch no2x2 --seed 6");
    here.put("n.puzzle", made.out.as_bytes());
    let squares = here.run("explain n.puzzle").out;
    assert!(squares.contains(" would fill the square from "), "{squares}");
    assert!(!squares.contains("beside itself"), "{squares}");
    // If other numbers would be near enough, earlier steps have struck them out.
    let near = "puzzle: hidato\nneighbours: hex\n\n . . . . . .\n . 11 . . 21 .\n . . . . 16 .\n 6 35 . . . 24\n \
                . . . 1 # .\n . 30 . . . .\n";
    here.put("h.puzzle", near.as_bytes());
    let steps = here.run("explain h.puzzle").out;
    assert!(steps.lines().all(|line| line.chars().count() <= 112), "{steps}");
    let steps = steps.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(steps.contains("are ruled out at r4c5"), "{steps}");
    assert!(!steps.contains("comes to r4c5"), "{steps}");
}

/// A generated numberlink where cells may stay empty: its steps use that there is one solution, unless that is declined.
#[test]
fn steps_can_do_without_uniqueness() {
    let here = Folder::with(&[]);
    let options = "--rows 7 --seed 4 --cover partial --touch yes";
    let text = here.run(&format!("generate numberlink {options}")).out;
    let used = |question: &str| here.feed(question, &text).out;
    assert!(used("rate -").contains("using that there is one solution"), "{text}");
    assert!(used("rate - --json").contains("\"uniqueness\":true"));
    assert!(used("explain -").contains("the steps use that there is only one"));
    assert!(!used("rate - --json --no-uniqueness").contains("\"uniqueness\""));
    let plain = used("explain - --no-uniqueness --time 20s");
    assert!(!plain.contains("the steps use that") && !plain.contains("shortcut"), "{plain}");
    let request = serde_json::json!({
        "ask": "rate", "puzzle": text, "search": { "uniqueness": false }
    });
    let request = serde_json::from_value(request).expect("a request");
    let reply = clew::api::request::ask(&request, &clew::api::request::Host::default());
    assert!(!reply.expect("a reply").shown().contains("using that"));
}
