//! `clew check --where`, `clew draw --where` and `clew repair` as a user meets them.

use crate::support::program::Folder;
use serde_json::Value;
use std::fs;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// Two solutions: 3 and 4 can change places.
const DOUBLE: &str = "puzzle: hidato\n\n1 2\n. .\n";
const UNIQUE: &str = "puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n";
/// None: consecutive numbers far apart.
const NONE: &str = "puzzle: hidato\nneighbours: 4\n\n1 . 2\n";
/// A line that runs either way, in more than one way.
const PATH: &str = "puzzle: path\n\n. . .\n. . .\n";
/// Two Latin squares.
const SQUARE: &str = "puzzle: futoshiki\n\n.   .\n-   -\n.   .\n";
/// The sign contradicts the values.
const SQUARE_NONE: &str = "puzzle: futoshiki\n\n2 < 1\n-   -\n.   .\n";
/// The ends cannot be joined, with any choice of empty cells.
const LINKS_NONE: &str = "puzzle: numberlink\n\nA B\nB A\n";
/// Twelve solutions, four of which go over the bridge, one of them along its column.
const BRIDGE: &str =
    "puzzle: numberlink\ncover: partial\nbridges: r2c2\n\nA . . .\n. . . .\n. . . .\n. A . .\n";
/// Six by six, king moves, nothing given: very many solutions.
fn open_board() -> String {
    format!("puzzle: hidato\n\n{}", ". . . . . .\n".repeat(6))
}

struct Ran {
    status: i32,
    out: String,
    err: String,
}

fn run(text: &str, arguments: &str) -> Ran {
    let folder = TempDir::new().expect("a temporary directory");
    run_in(&folder, text, arguments)
}

fn run_in(folder: &TempDir, text: &str, arguments: &str) -> Ran {
    fs::write(folder.path().join("p.puzzle"), text).expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_clew"));
    command.current_dir(folder.path()).args(arguments.split_whitespace()).stdin(Stdio::null());
    let Output { status, stdout, stderr } = command.output().expect("the program runs");
    Ran {
        status: status.code().expect("no signal"),
        out: String::from_utf8(stdout).expect("UTF-8"),
        err: String::from_utf8(stderr).expect("UTF-8"),
    }
}

impl Ran {
    fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|e| panic!("{e}: {}{}", self.out, self.err))
    }
}

#[test]
fn where_says_what_is_the_same() {
    let ran = run(DOUBLE, "check --where p.puzzle");
    let hint = "p.puzzle: with neighbours: 4 it has exactly one solution (say --neighbours 4)\n";
    assert_eq!((ran.status, &*ran.err), (1, hint));
    let tail = "2 of 4 cells are the same in all solutions\n\n\
                the same in every solution (. is open):\n1 2\n. .\n\nr2c1: 3 4\nr2c2: 3 4\n";
    assert!(ran.out.starts_with("multiple\n\nsolution 1:\n"), "{}", ran.out);
    assert!(ran.out.ends_with(tail), "{}", ran.out);
    let quiet = run(DOUBLE, "check --where --quiet p.puzzle");
    assert_eq!(quiet.out, format!("multiple\n\n{tail}"));
    let unique = run(UNIQUE, "check --where p.puzzle");
    assert_eq!((unique.status, &*unique.out), (0, "unique\n"));
    let none = run(NONE, "check --where p.puzzle");
    assert_eq!((none.status, &*none.out), (1, "none (neighbours: 4)\n"));
    let path = run(PATH, "check --where p.puzzle");
    assert!(path.out.contains(" in some solutions only: r1c1-r1c2"), "{}", path.out);
}

#[test]
fn where_is_a_line_a_puzzle_in_a_batch() {
    let folder = TempDir::new().expect("a temporary directory");
    fs::write(folder.path().join("q.puzzle"), UNIQUE).expect("a file");
    let ran = run_in(&folder, DOUBLE, "check --where p.puzzle q.puzzle");
    assert_eq!(ran.status, 1);
    assert_eq!(
        ran.out,
        "p.puzzle: multiple: 2 of 4 cells are the same in all solutions\nq.puzzle: unique\n"
    );
}

/// Letters may be the same in all solutions although paths differ.
#[test]
fn where_names_steps_that_letters_do_not_tell() {
    let routes = "puzzle: numberlink\ntouch: yes\n\nA . .\n. . .\n. . A\n";
    let folder = TempDir::new().expect("a temporary directory");
    fs::write(folder.path().join("q.puzzle"), UNIQUE).expect("a file");
    let line = run_in(&folder, routes, "check --where p.puzzle q.puzzle").out;
    let told = "p.puzzle: multiple: 9 of 9 cells are the same in all solutions; 8 steps between such are in some only\n";
    assert!(line.starts_with(told), "{line}");
    assert!(run(routes, "draw --where p.puzzle").out.contains("#f7c9c0"));
    // In addition to cells that differ, too.
    let both = "puzzle: numberlink\ntouch: yes\n\nA . . # B . C\n. . . # B . C\n. . A # # # #\n";
    let out = run(both, "check --where --quiet p.puzzle").out;
    assert!(out.contains("13 of 15 cells are the same"), "{out}");
    assert!(
        out.contains(
            "\n10 steps between cells that are the same in some solutions only: r1c1-r1c2"
        ),
        "{out}"
    );
}

#[test]
fn where_tells_empty_cells_from_open_ones() {
    let puzzle = "puzzle: numberlink\ncover: partial\ntouch: yes\n\nA A . # B .\n# # # # . B\n";
    let out = run(puzzle, "check --where --quiet p.puzzle").out;
    assert!(out.contains("(. is open, - stays empty):\nA A - # B .\n# # # # . B\n"), "{out}");
}

/// No clue distinguishes the two solutions, and that is proved.
#[test]
fn repair_says_no_where_no_clue_can_help() {
    let puzzle = "puzzle: numberlink\ntouch: yes\nneighbours: 8\n\nA . A\n. . .\n";
    let ran = run(puzzle, "repair --json p.puzzle");
    let object = ran.json();
    assert_eq!((ran.status, &object["untold"]), (1, &Value::Null), "{object}");
}

#[test]
fn where_as_json() {
    let ran = run(DOUBLE, "check --where --json p.puzzle");
    let object = ran.json();
    assert_eq!(ran.status, 1);
    assert_eq!(object["verdict"], "multiple");
    let found = &object["where"];
    assert_eq!(found["complete"], true);
    assert_eq!(found["same"], serde_json::json!([[0, 0], [0, 1]]));
    assert_eq!(found["differs"], serde_json::json!([[1, 0], [1, 1]]));
    assert_eq!(found["unsettled"], serde_json::json!([]));
    assert_eq!(found["edges_always"].as_array().map(Vec::len), Some(2), "1-2 and 3-4: {found}");
    assert_eq!(object["candidates"], serde_json::json!([[[1], [2]], [[3, 4], [3, 4]]]));
    assert_eq!(object["candidates_complete"], true);
    let unique = run(UNIQUE, "check --where --json p.puzzle").json();
    assert_eq!(unique["where"]["same"].as_array().map(Vec::len), Some(9));
    let path = run(PATH, "check --where --json p.puzzle").json();
    assert!(path.get("candidates").is_none(), "numbers of a line that runs either way say nothing");
    assert!(path["where"]["edges_sometimes"].as_array().is_some_and(|edges| !edges.is_empty()));
}

/// A bridge is one cell with two lines, each of which has its name.
#[test]
fn lines_of_bridges_have_names() {
    let ran = run(BRIDGE, "check --where p.puzzle");
    let counted =
        "\n2 of 16 cells are the same in all solutions (a bridge if both of its lines are)\n";
    assert!(ran.out.contains(counted), "{}", ran.out);
    assert_eq!(ran.out.matches("\nr2c2 (row): A empty\n").count(), 1, "{}", ran.out);
    assert_eq!(ran.out.matches("\nr2c2 (column): A empty\n").count(), 1, "{}", ran.out);
    assert!(!ran.out.contains("r2c2:"), "{}", ran.out);
    let found = &run(BRIDGE, "check --where --json p.puzzle").json()["where"];
    let differs = found["differs"].as_array().expect("a list");
    assert_eq!((differs.len(), found["same"].as_array().map(Vec::len)), (14, Some(2)));
    assert_eq!(differs.iter().filter(|&place| *place == serde_json::json!([1, 1])).count(), 1);
    let ran = run(BRIDGE, "count --candidates p.puzzle");
    assert!(ran.out.contains("\nr2c2 (row): A (3) . (9)\n"), "{}", ran.out);
    assert!(ran.out.contains("\nr2c2 (column): A (1) . (11)\n"), "{}", ran.out);
}

/// A limit leaves an answer that states the proved and the open parts, and its own status.
#[test]
fn where_may_be_cut_short() {
    let ran = run(&open_board(), "check --where --json --nodes 100 p.puzzle");
    let object = ran.json();
    assert_eq!((ran.status, &object["verdict"]), (4, &Value::from("multiple")));
    assert_eq!(object["stopped"], "nodes");
    assert_eq!(object["where"]["complete"], false);
    assert!(object["where"]["perhaps"].is_array());
    let text = run(&open_board(), "check --where --nodes 100 p.puzzle");
    assert!(text.out.contains("not all is known (node limit)"), "{}", text.out);
}

#[test]
fn where_is_drawn() {
    let ran = run(DOUBLE, "draw --where p.puzzle");
    assert_eq!((ran.status, ran.out.contains("#f7c9c0")), (0, true), "{}", ran.err);
    let ran = run(UNIQUE, "draw --where --solution p.puzzle");
    assert_eq!((ran.status, ran.out.contains("#f7c9c0")), (0, false));
    let ran = run(&open_board(), "draw --where --nodes 50 p.puzzle");
    assert_eq!(ran.status, 4);
    assert!(ran.err.contains("a limit came before"), "{}", ran.err);
    let ran = run(DOUBLE, "draw --time 5s p.puzzle");
    assert!(ran.status == 2 && ran.err.contains("without --solution"), "{}", ran.err);
}

#[test]
fn a_plan_says_who_locates() {
    let ran = run(DOUBLE, "plan --where p.puzzle");
    assert!(ran.out.contains("questions under assumptions"), "{}", ran.out);
    assert!(!run(DOUBLE, "plan p.puzzle").out.contains("questions under assumptions"));
    assert_eq!(run(DOUBLE, "plan --where --task count p.puzzle").status, 2);
}

#[test]
fn repair_offers_clues() {
    let ran = run(DOUBLE, "repair p.puzzle");
    assert_eq!((ran.status, &*ran.err), (0, ""));
    let text = "multiple\n4 clues would each make it unique, those first after which propagation settles \
                the fewest cells:\n  r2c1 = 3  settles 2, trivial, score 9\n  r2c1 = 4  settles 2, trivial, score 6\n  r2c2 = 3  settles \
                2, trivial, score 9\n  r2c2 = 4  settles 2, trivial, score 6\n2 walls would each make it unique:\n  r1c2|r2c1\n  r1c2|r2c2\n";
    assert_eq!(ran.out, text);
    let ran = run(DOUBLE, "repair --network tour p.puzzle");
    assert!(ran.out.ends_with("walls were not tried: this network has no words for steps\n"));
    let object = run(SQUARE, "repair --json p.puzzle").json();
    assert_eq!(object["walls"], Value::Null);
    assert_eq!(
        (&object["schema"], &object["verdict"]),
        (&"clew-repair/1".into(), &"multiple".into())
    );
    let single = object["single"].as_array().expect("clues");
    assert_eq!(single.len(), 8 + 8, "values and signs");
    let sign = single.iter().find(|a| a["clue"].get("less").is_some()).expect("a sign");
    assert_eq!(sign["settles"], 4);
    assert_eq!(object["stopped"], Value::Null);
}

/// Two lines of a bridge have one place, so clues there are not possible.
#[test]
fn repair_gives_nothing_on_bridges() {
    let ran = run(BRIDGE, "repair p.puzzle");
    assert!(
        ran.out.starts_with("multiple (cover: partial, touch: no)\n1 clue would make it unique, "),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("\n  r4c1 on the path of A  settles "), "{}", ran.out);
    let single = run(BRIDGE, "repair --json p.puzzle").json()["single"].clone();
    assert_eq!(single.as_array().map(Vec::len), Some(1));
    assert_eq!(single[0]["cells"][1][1], serde_json::json!([null, null]));
}

/// A label has two ends, so a cell on its path is no given; walls and moved ends are possible.
#[test]
fn repair_says_which_clues_a_file_cannot_hold() {
    const SAID: &str =
        "\nthese clues cannot stand in a puzzle file, where a label is at the two ends";
    assert!(run(BRIDGE, "repair p.puzzle").out.contains(SAID));
    assert_eq!(run(BRIDGE, "repair --json p.puzzle").json()["in_files"], false);
    for given in [DOUBLE, SQUARE, PATH] {
        assert!(!run(given, "repair p.puzzle").out.contains(SAID));
        assert_eq!(run(given, "repair --json p.puzzle").json()["in_files"], true);
    }
}

/// Every line here agrees with every one of these clues in one direction or the other, but not with all of them in the
/// same direction.
#[test]
fn repair_tells_lines_of_either_way_apart() {
    let ran = run("puzzle: path\nneighbours: 8\n\n4 . . .\n# . . .\n", "repair p.puzzle");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.contains("\n3 clues together make it unique"), "{}", ran.out);
}

#[test]
fn repair_names_what_is_at_fault() {
    let ran = run(SQUARE_NONE, "repair p.puzzle");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.starts_with("none\n2 givens contradict each other"), "{}", ran.out);
    assert!(ran.out.contains("without r1c1 < r1c2: one solution"), "{}", ran.out);
    assert!(ran.out.contains("r1c2 < r1c1 in place of r1c1 < r1c2: one solution"), "{}", ran.out);
    let object = run(NONE, "repair --json p.puzzle").json();
    let clues = serde_json::json!([{"cell": [0, 2], "value": 2}]);
    assert_eq!(object["contradiction"]["clues"], clues);
    assert!(object["fixes"].as_array().is_some_and(|fixes| {
        fixes.iter().any(|f| f["change"]["by"]["value"] == 3 && f["unique"] == true)
    }));
    assert!(object["contradiction"]["reason"].as_str().is_some_and(|why| !why.is_empty()));
    let step = "puzzle: hidato\n\n1 . 9\n. . .\n. . 2\n";
    let ran = run(step, "repair p.puzzle");
    assert!(ran.out.contains("\nstep by step: "), "{}", ran.out);
    let links = run(LINKS_NONE, "repair --json p.puzzle").json();
    assert_eq!(links["contradiction"]["labels"], serde_json::json!(["A", "B"]));
    assert_eq!(links["contradiction"]["minimal"], true);
}

#[test]
fn repair_finds_what_can_be_spared() {
    let spare = "puzzle: hidato\n\n6 7 9\n. 2 8\n1 . .\n";
    let ran = run(spare, "repair --minimal p.puzzle");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.contains("givens could be left out, each by itself:\n"), "{}", ran.out);
    assert!(ran.out.contains("givens are enough, none of which can be left out:\n"), "{}", ran.out);
    let object = run(spare, "repair --minimal --json p.puzzle").json();
    let text = object["minimal"]["text"].as_str().expect("a puzzle");
    assert_eq!(run(text, "check p.puzzle").out, "unique\n");
    assert_eq!(object["minimal"]["proved"], true);
}

#[test]
fn repair_refuses_and_is_cut_short() {
    let ran = run(DOUBLE, "repair --minimal p.puzzle");
    assert!(ran.status == 2 && ran.err.contains("this one has several"), "{}", ran.err);
    let links = "puzzle: numberlink\n\nA A\n";
    let ran = run(links, "repair --minimal p.puzzle");
    assert!(ran.status == 2 && ran.err.contains("hang together"), "{}", ran.err);
    assert_eq!(run(links, "repair p.puzzle").status, 0);
    let ran = run(&open_board(), "repair --nodes 300 p.puzzle");
    assert_eq!(ran.status, 4, "{}", ran.out);
    assert!(ran.out.contains("a limit (nodes) came before"), "{}", ran.out);
    // Changes that were not tried because of a limit are not reported as futile.
    let crossed = "puzzle: numberlink\ncover: partial\ntouch: yes\n\nX Q . . .\nQ . . . .\n. Z . Z .\n\
                   . W . W .\n. . . . X\n";
    let ran = run(crossed, "repair --nodes 1 p.puzzle");
    assert_eq!(ran.status, 4, "{}", ran.out);
    assert!(!ran.out.contains("no change of a single given"), "{}", ran.out);
    assert_eq!(
        run(crossed, "repair p.puzzle").out.matches("one change of a given mends it").count(),
        1
    );
    let path = "puzzle: hidato\n\n1 . 3 .\n. 8 . 6\n";
    let ran = run(path, "repair --nodes 0 p.puzzle");
    assert!(!ran.out.contains("hang together"), "{}", ran.out);
    assert_eq!(run("puzzle: hidato\n\n1 x\n", "repair p.puzzle").status, 3);
    assert_eq!(run(DOUBLE, "repair --network nothing p.puzzle").status, 2);
}

/// Combinations of options: an option takes effect, or its refusal names the alternative.
#[test]
fn options_beside_proofs_and_pieces() {
    let here = Folder::with_puzzle("puzzle: path\n\n1 . .\n. . 6\n");
    let ran = here.run("check --proof d --stats p.puzzle");
    assert_eq!((ran.status, &*ran.out), (0, "unique\n"), "{}", ran.err);
    assert!(ran.err.contains("nodes ") && ran.err.contains("proof in d"), "{}", ran.err);
    let ran = here.run("check --proof d --stats=json --quiet p.puzzle");
    let stats: serde_json::Value = serde_json::from_str(&ran.err).expect("one object");
    assert!(stats["nodes"].is_u64(), "{stats}");
    for (command, way) in [
        ("check --proof d --json p.puzzle", "without --proof"),
        ("check --proof d --shard 1/2 p.puzzle", "one puzzle"),
        ("count --residues 1/1 -o r.jsonl --json p.puzzle", "clew merge"),
        ("count --residues 1/1 -o r.jsonl --stats p.puzzle", "the file that -o names"),
        ("count --mod 101 --json p.puzzle", "on one line"),
    ] {
        let ran = here.run(command);
        assert!(ran.status == 2 && ran.err.contains(way), "{command}: {} {}", ran.status, ran.err);
        assert!(ran.err.contains("does not apply"), "{command}: {}", ran.err);
    }
}

#[test]
fn made_puzzles_go_to_a_file() {
    let here = Folder::with(&[("mask.txt", ". . .\n. . .\n")]);
    let printed = here.run("generate hidato --rows 3 --count 2");
    let ran = here.run("generate hidato --rows 3 --count 2 -o made.puzzle");
    assert_eq!((ran.status, &*ran.out), (0, ""), "{}", ran.err);
    assert_eq!(here.read("made.puzzle"), printed.out);
    assert_eq!(here.run("check --quiet made.puzzle").status, 0);
    assert_eq!(here.run("generate hidato --rows 3 --count 2 -o -").out, printed.out);
    // The old file stays if nothing is generated.
    let ran = here.run("generate futoshiki --rows 20 --level extreme --time 1ms -o made.puzzle");
    assert_eq!(ran.status, 4, "{}", ran.err);
    let ran = here.run("generate futoshiki --rows 2 --level hard -o made.puzzle");
    assert_eq!(ran.status, 2, "{}", ran.err);
    let ran = here.run("generate numberlink --density 0.5 -o made.puzzle");
    assert_eq!(ran.status, 2, "{}", ran.err);
    assert_eq!(here.read("made.puzzle"), printed.out);
    for (file, status) in [("none/made.puzzle", 5), (".", 5)] {
        let ran = here.run(&format!("generate hidato --rows 3 -o {file}"));
        assert!(ran.status == status && ran.err.contains("cannot write"), "{file}: {}", ran.err);
    }
    let ran = here.run("generate hidato --mask mask.txt -o mask.txt");
    assert!(ran.status == 2 && ran.err.contains("is what is read"), "{}", ran.err);
}
