//! Input without bound: every input is refused at its limits, in memory of at most three times its bytes. The peak is
//! enforced by the system: the program runs with a limit on its data, and one allocation beyond it would end it by a
//! signal.

use crate::support::program::{Folder, Ran, program};
use clew::families::numberlink::MAX_CELL_LABELS;
use clew::interchange::FORMATS;
use clew::puzzle::board::MAX_CELLS;
use clew::puzzle::format::{
    MAX_EXTRA_VALUES, MAX_FOREIGN_LINE, MAX_JSON_VALUES, MAX_LABEL_NAME, MAX_LABELS, MAX_LINE,
    MAX_LINES, MAX_LINKS, MAX_MEMBERS, MAX_PAIRS, MAX_PLACES, MAX_POINTS, MAX_PUZZLE, MAX_SIDE,
    MAX_TEXT,
};
use std::process::{Command, Stdio};

/// Bytes of an input of the tests: many times the limits.
const SIZE: usize = 32 << 20;

/// Bytes that the program may take in addition: its own, those of the largest board, and of the limits themselves.
const OVERHEAD: usize = 96 << 20;

const SMALL: &str = "puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n";

/// Repeats a text between two others until they have SIZE bytes.
fn filled(head: &str, unit: &str, tail: &str) -> String {
    let copies = (SIZE - head.len() - tail.len()) / unit.len();
    [head, &unit.repeat(copies), tail].concat()
}

/// Runs the program with a data limit of three times the input plus OVERHEAD.
fn bounded(here: &Folder, arguments: &str, input: usize) -> Ran {
    let mut command = if cfg!(target_os = "linux") {
        let kib = (OVERHEAD + 3 * input) >> 10;
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("ulimit -d {kib} && exec \"$0\" \"$@\"")]).arg(program());
        shell
    } else {
        eprintln!("SKIPPED: the peak of memory is not held here, only what is said");
        Command::new(program())
    };
    let command = command.current_dir(here.path()).args(arguments.split_whitespace());
    let output = command.stdin(Stdio::null()).output().expect("the program starts");
    let code = output.status.code();
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(code.is_some(), "{arguments}: more memory than {input} bytes are worth: {err}");
    Ran::from_output(output)
}

/// Inputs that are far too large, by format.
fn inputs() -> Vec<(&'static str, String)> {
    let page = "https://pedros.works/paper-puzzle-player?";
    let penpa = "https://swaroopg92.github.io/penpa-edit/#m=edit&p=";
    let objects = "{\"puzzle\":\"path\",\"cells\":[[null]],\"walls\":[";
    let result = "{\"schema\":\"clew-result/1\",\"instance\":{\"puzzle\":\"path\",\"cells\":[[null]]},\
                  \"solutions\":[";
    vec![
        ("native", filled("puzzle: path\n\n", ".\n", "")),
        ("native", filled("puzzle: path\n\n", ". ", "")),
        ("native", filled("puzzle: path\n", "walls:\n", "\n.")),
        (
            "native",
            filled("puzzle: path\n", &format!("walls: {}\n", "r1c1|r1c2 ".repeat(6000)), "\n. ."),
        ),
        ("native", filled("", "title: x\n", "")),
        ("native", filled("", "# a comment\n", "")),
        ("native", filled("", "\n", "")),
        ("native", filled("", "what is this\n", "")),
        ("grid", filled("", ".\n", "")),
        ("grid", filled("", ". .\n", "")),
        ("grid", filled("", ". ", "")),
        (
            "grid",
            filled(
                "",
                &format!("{}\n", (0..9000).map(|i| format!("{i:x} ")).collect::<String>()),
                "",
            ),
        ),
        ("grid", filled("", &format!("{}\n", "1<".repeat(MAX_LINE)), "")),
        ("pzpr", filled("https://puzz.link/p?numlin/5/5/", "1", "")),
        ("pzpr", filled("https://puzz.link/p?numlin/5/5/", "/", "")),
        ("pzpr", filled("https://puzz.link/p?numlin/5/5/", "%31", "")),
        ("pzprv3", filled("pzprv3\nnumlin\n5\n5\n", ". . . . . \n", "")),
        ("pzprv3", filled("pzprv3/numlin/5/5/", ". . . . . /", "")),
        ("penpa", filled(penpa, "A", "")),
        ("sudokupad", filled("https://sudokupad.app/fpuzzles", "N4Ig", "")),
        ("link", filled("clew.html#solve=", "Aa", "")),
        ("grid", filled("{\"size\": 9, \"numbers\": [", "[1,1,1],", "[1,1,1]]}")),
        ("grid", filled("9 9\n", "1,1,1\n", "")),
        ("tatham", filled("5:", "0,", "")),
        ("tatham", filled("5:0", "U", "")),
        ("tatham-save", filled("SAVEFILE:41:x\n", "PARAMS  :1:5\n", "")),
        ("tatham-save", filled("SAVEFILE:41:x\nPARAMS  :1:5\nDESC    :9:", "0,", "")),
        ("flowfree", filled("5,0,1,3;", "1,2;", "")),
        ("flowfree", filled("5,0,1,1,", "1:", ";1,2")),
        ("flowsolver", filled("", "ab..\n", "")),
        ("thomasahle", filled("5 4096\n", ".....\n", "")),
        ("thomasahle", filled("5 100000000\n", ".....\n", "")),
        ("janko", filled("begin\npuzzle hidoku\nproblem\n", "- - - - - - -\n", "end\n")),
        (
            "janko",
            filled(
                "begin\npuzzle hidoku\nproblem\n",
                &format!("{}\n", "- ".repeat(100_000)),
                "end\n",
            ),
        ),
        ("janko", filled("begin\n", "key value\n", "end\n")),
        ("janko", filled("<html>\n", "<p>x</p>\n", "")),
        ("kudamono", filled(page, "a=b&", "")),
        ("json", filled("{\"puzzle\":\"path\",\"cells\":[[", "0,", "0]]}")),
        ("json", filled("{\"puzzle\":\"path\",\"cells\":[[null]],\"title\":\"", "a", "\"}")),
        ("json", filled(objects, "[[0,0],[0,1]],", "[[0,0],[0,1]]]}")),
        ("json", filled(result, "{\"cells\":[[1]]},", "{}]}")),
        ("json", filled("", "[", "")),
    ]
}

/// Every format is read within its limits, whether or not it is recognised by its beginning.
#[test]
fn formats_take_no_more_than_three_times_their_input() {
    let inputs = inputs();
    for format in FORMATS.iter().filter(|format| format.read.is_some()) {
        assert!(inputs.iter().any(|(name, _)| *name == format.name), "no input of {}", format.name);
    }
    for (name, text) in inputs {
        let here = Folder::with(&[("p", &text)]);
        for from in ["".to_string(), format!("--from {name}")] {
            let ran = bounded(&here, &format!("check --threads 1 {from} p"), text.len());
            let start: String = text.chars().take(40).collect();
            assert_eq!(ran.status, 3, "{name} {from} {start:?}: {} {}", ran.out, ran.err);
            assert!(ran.err.len() < 2000, "{name}: {} bytes are said", ran.err.len());
        }
    }
}

/// JSON of many small values within the limits is not kept as a tree, so that the largest board takes far more memory.
#[test]
fn json_takes_no_tree() {
    let of = |head: &str, unit: &str, copies: usize, tail: &str| {
        [head, &unit.repeat(copies), tail].concat()
    };
    let end = "0],\"cells\":[[null]]}";
    let most = MAX_JSON_VALUES / 4;
    for (text, status) in [
        (of("{\"puzzle\":\"path\",\"note\":[", "{\"\":0},", most, end), 0),
        (of("{\"puzzle\":\"path\",\"note\":[", "[0],", most, end), 0),
        (of("{\"puzzle\":\"path\",\"note\":[", "\"a\",", most, end), 0),
        (of("{\"puzzle\":\"path\",\"x-note\":[", "{\"\":0},", most, end), 3),
        (of("{\"puzzle\":\"path\",\"title\":[", "{\"\":0},", most, end), 3),
        (of("{\"puzzle\":\"path\",\"walls\":[", "{\"\":0},", most, end), 3),
        (of("{\"puzzle\":\"path\",\"cells\":[[", "{\"\":0},", most, "0]]}"), 3),
        (of("{\"puzzle\":\"path\",", "\"a\":0,", most, "\"cells\":[[null]]}"), 3),
        (
            of(
                "{\"schema\":\"clew-result/1\",\"other\":[",
                "{\"\":0},",
                most,
                "0],\"instance\":\
             {\"puzzle\":\"path\",\"cells\":[[null]]},\"solutions\":[]}",
            ),
            0,
        ),
    ] {
        let here = Folder::with(&[("p", &text)]);
        // For a text this small, three times its size is less than the program takes.
        let ran = bounded(&here, "check --threads 1 p", text.len());
        assert_eq!(ran.status, status, "{}: {}", &text[..40], ran.err);
    }
}

/// The options and arguments that read a file besides the puzzle, with the contents of that file.
fn options() -> Vec<(&'static str, String)> {
    let lines = filled("", "a line\n", "");
    let value = "{\"schema\":\"clew-profile/1\",\"a\":[";
    vec![
        ("check --json --resume F p.puzzle", lines.clone()),
        ("solve --json --resume F p.puzzle", filled("", "{\"id\":", "")),
        ("count --json --resume F p.puzzle", lines.clone()),
        ("rate --json --resume F p.puzzle", lines.clone()),
        ("compare F F", filled(value, "{\"\":0},", "0]}")),
        ("generate hidato --mask F", filled("", ".\n", "")),
        ("merge F", filled("", "{\"a\":0}\n", "")),
        ("verify p.puzzle F", filled("", "1\n", "")),
        ("verify p.puzzle F", filled("", "1 ", "")),
        ("verify p.puzzle F", filled("{\"solutions\":[", "{\"\":0},", "0]}")),
        ("verify p.puzzle F", filled("", "\n", "")),
        ("hint --filled F p.puzzle", filled("", "1\n", "")),
        ("hint --filled F p.puzzle", filled("", "1 ", "")),
        ("hint --filled F p.puzzle", filled("[[", "0,", "0]]")),
        ("export --model bigm --to mps --exclude F p.puzzle", filled("", "1 ", "")),
        ("import --model bigm p.puzzle F", filled("v ", "1 ", "0\n")),
        ("import --model bigm p.puzzle F", filled("# x\n", "a 1\n", "")),
        ("import --model bigm p.puzzle F", filled("", "\n", "")),
        ("import --model bigm p.puzzle F", filled("", "x = 1;\n", "")),
        ("import --model bigm p.puzzle F", filled("<CPLEXSolution>", "<variable ", "")),
    ]
}

/// Every option that reads a file, too.
#[test]
fn options_take_no_more_than_three_times_their_files() {
    for (arguments, text) in options() {
        let here = Folder::with(&[("p.puzzle", SMALL), ("F", &text)]);
        let files = arguments.split(' ').filter(|word| *word == "F").count();
        let ran = bounded(&here, arguments, files * text.len());
        let start: String = text.chars().take(40).collect();
        assert!(matches!(ran.status, 2 | 3), "{arguments} {start:?}: {} {}", ran.out, ran.err);
        assert!(ran.err.len() < 2000, "{arguments}: {} bytes are said", ran.err.len());
    }
}

/// Options that name a file refuse devices, which may have no end, and pipes, which may have no writer.
#[cfg(unix)]
#[test]
fn options_take_regular_files() {
    let here = Folder::with(&[("p.puzzle", SMALL)]);
    let made = Command::new("mkfifo").arg(here.path().join("pipe")).status();
    assert!(made.is_ok_and(|status| status.success()), "no pipe could be made");
    std::os::unix::fs::symlink("/dev/zero", here.path().join("zero")).expect("a link");
    for (arguments, _) in options() {
        let words: Vec<&str> = arguments.split(' ').collect();
        let option = words.iter().any(|word| matches!(*word, "--resume" | "--mask"));
        for file in ["zero", "pipe"] {
            // A program may write a solution into a pipe.
            if file == "pipe" && !option && !matches!(words[0], "compare" | "merge") {
                continue;
            }
            let named = words.iter().map(|word| if *word == "F" { file } else { word });
            let ran = bounded(&here, &named.collect::<Vec<_>>().join(" "), 0);
            assert!(matches!(ran.status, 2 | 3), "{arguments} {file}: {}", ran.err);
            assert!(ran.err.contains("this is no regular file"), "{arguments} {file}: {}", ran.err);
        }
    }
}

/// One puzzle that is too large does not hide those around it.
#[test]
fn what_is_too_large_is_one_puzzle_of_its_file() {
    let row = "x".repeat(3 * MAX_LINE);
    let comment = format!("# {}", "y".repeat(MAX_FOREIGN_LINE));
    let level = "5,0,1,1;0,1,2,3,4";
    let long = format!("{level},{}", "4,".repeat(MAX_FOREIGN_LINE / 2));
    let rows = ".\n".repeat(MAX_LINES + 2);
    for (text, bad) in [
        (format!("{SMALL}---\npuzzle: path\n\n{row}\n{row}---\n---\n{SMALL}"), 2),
        (format!("{SMALL}---\npuzzle: path\n\n{rows}---\n{SMALL}---\n{SMALL}"), 2),
        (format!("{level}\n{comment}\n{long}\n{level}\n"), 2),
    ] {
        let here = Folder::with(&[("p", &text)]);
        let ran = here.run("check --json p");
        let verdicts: Vec<bool> =
            ran.json().iter().map(|line| line["verdict"] == "invalid").collect();
        let expected: Vec<bool> = (1..=verdicts.len()).map(|number| number == bad).collect();
        assert!(verdicts == expected && verdicts.len() > 2, "{verdicts:?}: {}", ran.err);
    }
}

/// The limits are named where people look for them, with the figures that hold.
#[test]
fn limits_are_documented() {
    let figures = [
        MAX_SIDE,
        MAX_PLACES,
        MAX_CELLS,
        MAX_LABELS,
        MAX_LABEL_NAME,
        MAX_LINE,
        MAX_FOREIGN_LINE,
        MAX_LINES,
        MAX_PUZZLE >> 20,
        MAX_POINTS,
        MAX_LINKS,
        MAX_PAIRS,
        MAX_TEXT,
        MAX_MEMBERS,
        MAX_JSON_VALUES,
        MAX_EXTRA_VALUES,
        MAX_CELL_LABELS,
    ];
    let text = include_str!("../../docs/security.md");
    let table: String = text.lines().filter(|line| line.starts_with("| ")).collect();
    let table = table.replace('\u{a0}', " ");
    for figure in figures {
        let digits = figure.to_string();
        let grouped = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
        let grouped = grouped.collect::<Vec<_>>().join(" ");
        let shown = if figure < 10_000 { digits } else { grouped };
        assert!(
            table.contains(&format!(" {shown} ")),
            "{shown} is in no table of docs/security.md"
        );
    }
}
