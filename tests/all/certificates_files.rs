//! The files of certificates: other files are left alone, no file outlives its verdict, and damaged ones are refused.

use super::certificates::is_there;
use crate::support::program::Folder;
use std::fs;
use std::path::Path;
use std::process::Command;

/// A hidato with one solution, and one with several.
const UNIQUE: &str = "puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n";
const SEVERAL: &str = "puzzle: hidato\n\n. . .\n. . .\n1 . .\n";

#[test]
fn what_belongs_to_others_is_left_alone() {
    let folder = Folder::with_puzzle(UNIQUE);
    for name in ["goal.txt", "solution.txt", "puzzle.json", "proof.pbp"] {
        folder.put(&format!("mine/{name}"), b"mine");
        let ran = folder.run("check --proof mine p.puzzle");
        let said = ran.err.contains(&format!("{name}, which belongs to no certificate"));
        assert_eq!((ran.status, said), (2, true), "{}", ran.err);
        let path = folder.path().join("mine").join(name);
        assert_eq!(fs::read(&path).expect("it is still there"), b"mine");
        fs::remove_file(path).expect("it is there");
    }
    folder.put("mine/notes.txt", b"mine");
    assert_eq!(folder.run("check --proof mine p.puzzle").status, 0);
    assert!(folder.path().join("mine/notes.txt").exists());
}

#[test]
fn the_puzzle_is_not_replaced() {
    let folder = Folder::with_puzzle(UNIQUE);
    assert_eq!(folder.run("check --proof proof p.puzzle").status, 0);
    let before = fs::read(folder.path().join("proof/puzzle.json")).expect("it was written");
    let ran = folder.run("check --proof proof proof/puzzle.json");
    assert_eq!((ran.status, ran.err.contains("would replace the input")), (2, true), "{}", ran.err);
    assert_eq!(fs::read(folder.path().join("proof/puzzle.json")).expect("it is there"), before);
}

#[test]
fn no_certificate_outlives_its_verdict() {
    let folder = Folder::with_puzzle(UNIQUE);
    folder.put("several.puzzle", SEVERAL.as_bytes());
    let files = || fs::read_dir(folder.path().join("proof")).map_or(0, Iterator::count);
    assert_eq!(folder.run("check --proof proof p.puzzle").status, 0);
    assert_eq!(files(), 4);
    let ran = folder.run("check --proof proof several.puzzle");
    assert_eq!((&*ran.out, files()), ("multiple\n", 0));
}

#[test]
fn damaged_files_are_refused() {
    let folder = Folder::with_puzzle(UNIQUE);
    assert_eq!(folder.run("check --proof proof p.puzzle").status, 0);
    let whole = fs::read(folder.path().join("proof/puzzle.json")).expect("it was written");
    for damaged in [&b""[..], &whole[..whole.len() / 2], UNIQUE.as_bytes(), b"\xff\xfe"] {
        folder.put("proof/puzzle.json", damaged);
        let ran = folder.run("certify proof");
        assert!(ran.out.starts_with("refused: puzzle.json"), "{}{}", ran.out, ran.err);
        assert_eq!(ran.status, 1);
    }
    folder.put("proof/puzzle.json", &whole);
    fs::remove_file(folder.path().join("proof/solution.txt")).expect("it was written");
    fs::create_dir(folder.path().join("proof/solution.txt")).expect("a directory in its place");
    let ran = folder.run("certify proof");
    assert_eq!(ran.out, "refused: solution.txt is no regular file\n", "{}", ran.err);
    let ran = folder.run("certify nowhere");
    assert_eq!((ran.status, ran.err.contains("no such file")), (3, true), "{}", ran.err);
}

#[test]
fn names_may_begin_with_a_dash() {
    if !is_there("veripb") {
        return;
    }
    let folder = Folder::with_puzzle(UNIQUE);
    assert_eq!(folder.run("check --proof -x p.puzzle").status, 2, "an option");
    assert_eq!(folder.run("check --proof=-x p.puzzle").status, 0);
    let ran = folder.run("certify -- -x");
    assert_eq!(ran.out, "certified\n", "{}", ran.err);
}

#[test]
fn the_second_encoder_says_what_is_wrong() {
    if !is_there("python3") {
        return;
    }
    let folder = Folder::with_puzzle(UNIQUE);
    folder.put("p.json", folder.run("convert --to json p.puzzle").out.as_bytes());
    folder.put("short.txt", b"1 2\n3 4\n");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tools/opb.py");
    for (args, said) in [
        (&[][..], "Writes the rules"),
        (&["--help"], "Writes the rules"),
        (&["nowhere.json"], "nowhere.json: "),
        (&["short.txt"], "no puzzle as JSON"),
        (&["p.json", "short.txt"], "the solution fills 4 cells, the puzzle has 9"),
    ] {
        let mut command = Command::new("python3");
        command.arg(&script).args(args).current_dir(folder.path());
        let ran = command.output().expect("it runs");
        let err = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert!(err.contains(said) && !err.contains("Traceback"), "{args:?}: {err}");
        assert_eq!(ran.status.code(), Some(1), "{args:?}");
    }
}
