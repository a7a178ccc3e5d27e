//! Certificates that no solution is shorter: the rows have exactly the shorter solutions, two programs
//! write the same, and what is not the shortest is refused.

use crate::certificates::{both_encoders_agree, entry, is_there, solutions};
use crate::support::program::Folder;
use clew::puzzle::{Answer, Entry, Goal};
use clew::report::routes::in_full;
use clew::strategy::prove::claim_best;
use clew::strategy::{Options, Task, run};

/// Boards whose cells may stay empty, of every kind of neighbours and rule.
const BOARDS: &[&str] = &[
    "puzzle: numberlink\ncover: partial\n\nA . B\n. . .\nA . B\n",
    "puzzle: numberlink\ncover: partial\n\nA . .\n. # .\n. . A\n",
    "puzzle: numberlink\ncover: partial\ntouch: yes\n\nA . .\n. . .\nA B B\n",
    "puzzle: numberlink\ncover: partial\ntouch: no2x2\n\nA . .\n. . .\n# A #\n",
    "puzzle: numberlink\ncover: partial\nneighbours: 8\n\nA . B\n. . .\nA . B\n",
    "puzzle: numberlink\ncover: partial\nneighbours: hex\n\nA . .\nB . A\n. B .\n",
    "puzzle: numberlink\ncover: partial\nwalls: r1c1|r1c2\n\nA . A\n. . .\n",
];

/// A board for which the search has something to learn, and the least length.
const LARGER: (&str, i64) = (
    "puzzle: numberlink\ncover: partial\n\nA . . . . B\n. C . . D .\n. . A . . .\n. B . . C .\n. . . . . .\nD . . . . .\n",
    30,
);

fn all(entry: &Entry) -> Vec<(i64, Answer)> {
    let outcome = run(&entry.puzzle, Task::Solve { limit: 10_000 }, &Options::default());
    let outcome = outcome.expect("it runs");
    assert!(outcome.exact, "all are found");
    let worth = |answer: &Answer| entry.puzzle.worth(Goal::LeastLength, answer).expect("a length");
    outcome.answers.into_iter().map(|answer| (worth(&answer), answer)).collect()
}

#[test]
fn the_rows_have_the_shorter_solutions() {
    for text in BOARDS {
        let entry = entry(text);
        let all = all(&entry);
        assert!(!all.is_empty(), "{text}");
        for (worth, answer) in &all {
            let claim = claim_best(&entry.puzzle, Goal::LeastLength, answer).expect("it is small");
            let shorter = all.iter().filter(|other| other.0 < *worth).count() as u64;
            assert_eq!(solutions(&claim.opb), shorter, "{text}");
        }
    }
}

#[test]
fn the_second_encoder_writes_the_same() {
    if !is_there("python3") {
        return;
    }
    for text in BOARDS {
        let entry = entry(text);
        let (_, answer) = all(&entry).pop().expect("a solution");
        let claim = claim_best(&entry.puzzle, Goal::LeastLength, &answer).expect("it is small");
        both_encoders_agree(&entry, Some(&answer), &claim, &["--shorter"]);
    }
}

#[test]
fn the_shortest_is_certified_and_nothing_else() {
    let texts = BOARDS.iter().map(|&text| (text, None));
    for (text, least) in texts.chain([(LARGER.0, Some(LARGER.1))]) {
        let folder = Folder::of(text);
        let ran = folder.run("solve --minimize length --proof proof p.puzzle");
        assert_eq!(ran.status, 0, "{text}{}", ran.err);
        let last = ran.out.lines().last().expect("a length").to_string();
        let least = least.unwrap_or_else(|| {
            let all = all(&entry(text));
            all.iter().map(|(worth, _)| *worth).min().expect("a solution")
        });
        assert_eq!(last, format!("length: {least}, the least"), "{text}");
        assert!(ran.err.contains("proof in proof"), "{}", ran.err);
        if is_there("veripb") {
            let ran = folder.run("certify proof");
            assert_eq!(ran.out, "certified\n", "{text}{}", ran.err);
            assert!(ran.err.contains(&format!("length {least}, and none shorter")), "{}", ran.err);
        }
        // The same files say nothing of the only solution.
        let goal = folder.read("proof/goal.txt");
        std::fs::remove_file(folder.path().join("proof/goal.txt")).expect("it is there");
        let refused = folder.run("certify proof");
        assert_eq!(refused.status, 1, "{text}");
        assert!(refused.out.starts_with("refused: puzzle.opb does not state"), "{}", refused.out);
        folder.put("proof/goal.txt", b"turns\n");
        assert!(folder.run("certify proof").out.starts_with("refused: goal.txt names no goal"));
        folder.put("proof/goal.txt", goal.as_bytes());
        std::fs::remove_file(folder.path().join("proof/solution.txt")).expect("it is there");
        assert!(folder.run("certify proof").out.starts_with("refused: goal.txt is about"));
    }
}

/// A longer solution beside a right proof of the shortest one is not certified.
#[test]
fn a_longer_solution_is_refused() {
    let text = BOARDS[0];
    let all = all(&entry(text));
    let (_, longest) = all.iter().max_by_key(|(worth, _)| *worth).expect("a solution");
    let folder = Folder::of(text);
    assert_eq!(folder.run("solve --minimize length --proof proof p.puzzle").status, 0);
    let entry = entry(text);
    let longer = in_full(&entry.puzzle, longest);
    assert_ne!(longer, folder.read("proof/solution.txt"));
    folder.put("proof/solution.txt", longer.as_bytes());
    let ran = folder.run("certify proof");
    assert_eq!(ran.status, 1);
    assert!(ran.out.starts_with("refused: puzzle.opb does not state"), "{}", ran.out);
}

#[test]
fn what_has_no_certificate_is_refused() {
    let folder = Folder::of("puzzle: path\n\n. . .\n. . .\n");
    let ran = folder.run("solve --minimize turns --proof proof p.puzzle");
    assert_eq!(ran.status, 2, "{}", ran.err);
    assert!(ran.err.contains("other goals have no certificates"), "{}", ran.err);
    assert_eq!(folder.run("solve --proof proof p.puzzle").status, 2);
    let ran = folder.run("solve --minimize length --proof proof p.puzzle");
    assert_eq!(ran.status, 2, "{}", ran.err);
    assert!(ran.err.contains("goal of numberlink"), "{}", ran.err);
    let ran = folder.run("solve --minimize length --proof proof --json p.puzzle");
    assert_eq!(ran.status, 2, "{}", ran.err);
    assert!(ran.err.contains("--json"), "{}", ran.err);
    assert!(!folder.path().join("proof").exists());
}

/// A board without a solution has a certificate of that.
#[test]
fn no_solution_is_proved_too() {
    let folder = Folder::of("puzzle: numberlink\ncover: partial\n\nA B\nB A\n");
    let ran = folder.run("solve --minimize length --proof proof p.puzzle");
    assert_eq!((&*ran.out, ran.status), ("no solution\n", 1), "{}", ran.err);
    if is_there("veripb") {
        assert_eq!(folder.run("certify proof").out, "certified\n");
    }
}
