//! Puzzles that hold each key at its extremes: no command fails on them by a defect.

use crate::program::Folder;
use std::io::Write;
use std::process::Stdio;

/// Puzzles with one key each at the end of its range.
fn puzzles() -> Vec<String> {
    let label = "x".repeat(32);
    let title = "t".repeat(4096);
    let row = |n: usize| ". ".repeat(n).trim_end().to_string();
    vec![
        "puzzle: hidato\nneighbours: 4\nfirst: 0\n\n0 .\n. .\n. 5\n".into(),
        "puzzle: hidato\nfirst: 0\n\n. .\n. .\n".into(),
        "puzzle: hidato\nfirst: 1000000000\n\n1000000000 . 1000000002\n".into(),
        "puzzle: path\nfirst: 0\n\n. . .\n. . .\n".into(),
        "puzzle: path\nfirst: 1000000000\n\n. .\n. .\n".into(),
        "puzzle: path\nclosed: yes\n\n. . .\n. . .\n".into(),
        "puzzle: path\nclosed: yes\n\n.\n".into(),
        "puzzle: hidato\nboard: points\nreach: 1000000\n\n-1000000 1000000 1\n1000000 -1000000 .\n".into(),
        "puzzle: hidato\nboard: points\nreach: 0.000000001\nfirst: 0\n\n0.000000001 0 0\n0.000000002 0 .\n".into(),
        "puzzle: hidato\n\n.\n".into(),
        "puzzle: hidato\nneighbours: hex\nwrap: both\n\n. .\n. .\n".into(),
        "puzzle: path\nwrap: both\nlinks: r1c1-r1c2\nwalls: r1c2|r1c3\n\n. . .\n. . .\n".into(),
        "puzzle: zip\n\n1\n".into(),
        "puzzle: zip\nwrap: both\n\n1 . .\n. . .\n. . 2\n".into(),
        "puzzle: zip\n\n1 2 3\n6 5 4\n7 8 9\n".into(),
        "puzzle: futoshiki\n\n.\n".into(),
        "puzzle: futoshiki\ndots: all\n\n. .\n- -\n. .\n".into(),
        "puzzle: futoshiki\nless: r1c1<r3c3 r3c1<r1c3\ndiffer: r1c1~r3c3=2\napart: r1c2~r2c3=1\n\n. . .\n. . .\n. . .\n".into(),
        format!("puzzle: numberlink\ncover: partial\ntouch: yes\n\n{label} .\n. {label}\n"),
        "puzzle: numberlink\ntouch: no2x2\nbridges: r2c2\nwrap: rows\n\nA . B\n. . .\nB . A\n".into(),
        "puzzle: numberlink\ntouch: yes\n\n? . ?\n. . .\n? . ?\n".into(),
        "puzzle: numberlink\ncover: all\ntouch: yes\nwalls: r2c1|r2c2 r1c1|r2c1\n\n. # .\nA A #\n".into(),
        format!("puzzle: hidato\ntitle: {title}\nsolutions: 340282366920938463463374607431768211456\n\n. .\n"),
        format!("puzzle: hidato\n\n{}\n", row(40)),
    ]
}

/// Every command about a puzzle, with the options that ask for most.
const COMMANDS: [&str; 32] = [
    "check --where --time 1s",
    "solve -n 3 --time 1s",
    "solve --json --time 1s",
    "count --time 1s",
    "count --candidates --time 1s",
    "count --json --candidates --time 1s",
    "repair --time 1s",
    "repair --json --time 1s",
    "repair --minimal --time 1s",
    "explain --time 1s",
    "explain --json --time 1s",
    "explain --time 1s --html out.html",
    "hint --time 1s",
    "hint --json --time 1s --filled p.puzzle",
    "rate --json --time 1s",
    "draw --time 1s --solution -o out.svg",
    "draw --time 1s --where -o out.svg",
    "draw --time 1s --sheet 2x2 -o out.svg",
    "convert --to json",
    "convert --to native",
    "convert --to penpa --lossy",
    "convert --to pzpr --lossy",
    "dedup",
    "dedup --json",
    "from-solution --time 1s",
    "verify",
    "plan",
    "networks",
    "generate --count 1 --time 1s --from",
    "profile --runs 1 --time 1s",
    "trace --time 1s --first 20",
    "bench --time 1s",
];

/// Refuses an output that tells of a defect of the program.
fn sound(command: &str, puzzle: &str, status: i32, said: &str) {
    let defect = status == 101 || said.contains("panicked") || said.contains("internal error");
    assert!(!defect, "{command}: {status}: {said}\n{puzzle}");
}

#[test]
fn no_command_fails_on_them() {
    for puzzle in puzzles() {
        let here = Folder::with_puzzle(&puzzle);
        for command in COMMANDS {
            let ran = here.run(&format!("{command} p.puzzle"));
            sound(command, &puzzle, ran.status, &(ran.out + &ran.err));
        }
    }
}

/// What is solved becomes a puzzle again, and its numbers keep their beginning.
#[test]
fn solutions_become_puzzles() {
    for first in [0, 1, 7, 999_999_995] {
        let rows =
            [[0, 1], [3, 2], [4, 5]].map(|row| row.map(|k| (k + first).to_string()).join(" "));
        let text =
            format!("puzzle: hidato\nneighbours: 4\nfirst: {first}\n\n{}\n", rows.join("\n"));
        let here = Folder::with_puzzle(&text);
        let made = here.run("from-solution p.puzzle");
        assert_eq!(made.status, 0, "{}", made.err);
        here.put("q.puzzle", made.out.as_bytes());
        let solved = here.run("solve q.puzzle");
        let (_, grid) = text.split_once("\n\n").expect("a grid");
        let words = |text: &str| text.split_whitespace().map(String::from).collect::<Vec<_>>();
        assert_eq!(words(&solved.out), words(grid), "{}", made.out);
        // Turned and mirrored it is the same puzzle, whichever number it begins with.
        here.put("plain.puzzle", made.out.replace(&format!("first: {first}\n"), "").as_bytes());
        assert_eq!(here.run("dedup --json q.puzzle q.puzzle").json()[1]["copyOf"], "q.puzzle");
    }
}

/// Texts that never become a puzzle are given up, whether or not there is a limit of time.
#[test]
fn streams_without_end_are_given_up() {
    for text in ["\0", "y\n", ". . .\n"] {
        for command in ["check --json -", "hint --time 1s -"] {
            let here = Folder::with(&[]);
            let mut child = crate::program::clew(here.path(), command)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .expect("it starts");
            let mut input = child.stdin.take().expect("a pipe");
            let block = text.repeat((1 << 16) / text.len());
            // The pipe breaks when the program has had enough.
            while input.write_all(block.as_bytes()).is_ok() {}
            drop(input);
            let ran = crate::program::Ran::from_output(child.wait_with_output().expect("it ends"));
            assert_eq!(ran.status, 3, "{command}: {}{}", ran.out, ran.err);
            assert!((ran.out + &ran.err).contains("64 MiB"), "{command} {text:?}");
        }
    }
}

/// A directory that was there before a count stays there after it, also one that is empty.
#[test]
fn counts_leave_directories_that_they_did_not_make() {
    let here = Folder::with_puzzle("puzzle: path\n\n. . .\n. . .\n");
    std::fs::create_dir(here.path().join("mine")).expect("a directory");
    for (directory, stays) in [("mine", true), ("theirs", false), ("deep/inside", false)] {
        let ran = here.run(&format!("count --checkpoint {directory} p.puzzle"));
        assert_eq!(ran.status, 0, "{}", ran.err);
        assert_eq!(here.path().join(directory).exists(), stays, "{directory}");
    }
    assert_eq!(std::fs::read_dir(here.path().join("mine")).expect("it is there").count(), 0);
}

/// Every rule in the proofs of boards on which nothing can be ordered, or hardly anything, proves its conclusion.
#[test]
fn proofs_of_boards_with_few_edges_are_proofs() {
    let mut proofs = 0;
    for walls in (0..128u32).rev().step_by(3) {
        let pairs = [
            "r1c1|r1c2",
            "r1c2|r1c3",
            "r2c1|r2c2",
            "r2c2|r2c3",
            "r1c1|r2c1",
            "r1c2|r2c2",
            "r1c3|r2c3",
        ];
        let pairs = pairs.iter().enumerate().filter(|(i, _)| walls >> i & 1 == 1);
        let list: Vec<&str> = pairs.map(|(_, pair)| *pair).collect();
        let key =
            if list.is_empty() { String::new() } else { format!("walls: {}\n", list.join(" ")) };
        for grid in ["A . .\n. . A\n", "A A .\n. . .\n"] {
            let here =
                Folder::with_puzzle(&format!("puzzle: numberlink\ntouch: yes\n{key}\n{grid}"));
            if here.run("check --proof proof p.puzzle").status > 1
                || !here.path().join("proof/proof.pbp").exists()
            {
                continue;
            }
            for (number, line) in (1..).zip(here.read("proof/proof.pbp").lines()) {
                let proves = clew::api::certified::proves(number, line.as_bytes());
                assert_eq!(proves, Ok(()), "{key}{grid}");
            }
            proofs += 1;
        }
    }
    assert!(proofs > 20, "{proofs}");
}
