//! Solutions that are stated in formats of others, against the puzzle they are of.

use super::{native, read, solved};
use clew::interchange::{self, Reading};
use clew::puzzle::{Answer, Entry};
use clew::strategy::{Options, Task, run};

/// A solution of a puzzle.
fn solution(entry: &Entry) -> Answer {
    let outcome = run(&entry.puzzle, Task::Solve { limit: 1 }, &Options::default());
    outcome.expect("an outcome").answers.remove(0)
}

/// What is wrong with a solution that is stated in a text.
fn fault(entry: &Entry, text: &str) -> Option<String> {
    let stated = interchange::solutions(entry, text, &Reading::default());
    match &stated.unwrap_or_else(|error| panic!("{error}\n{text}"))[0] {
        Ok(answer) => entry.puzzle.verify(answer).err().map(|broken| broken.to_string()),
        Err(why) => Some(why.to_string()),
    }
}

#[test]
fn labels_may_be_named_anew() {
    let text = "puzzle: numberlink\n\n10 . 10\n11 . 11\n9 . 9\n";
    let entry = native(text);
    let answer = solution(&entry);
    for format in ["flowsolver", "thomasahle", "native"] {
        let filled = solved(&entry, &answer, format);
        assert_eq!(fault(&entry, &filled), None, "{format}\n{filled}");
    }
    let small = native("puzzle: numberlink\n\n1 . 1\n2 . 2\n");
    // The names of the puzzle in another order are names like any others.
    for right in
        ["A A A\nB B B\n", "AAA\nBBB\n", "2 2 2\n1 1 1\n", "1 1 1\n2 2 2\n", "1 1 1\n3 3 3\n"]
    {
        assert_eq!(fault(&small, right), None, "{right}");
    }
    for (wrong, said) in [
        // Two names of one label, one name of two labels, and none.
        ("A A B\nB B B\n", "r1c1 holds A where 1 is given"),
        ("A A A\nA A A\n", "r1c1 holds A where 1 is given"),
        ("2 2 2\n2 2 2\n", "r1c1 holds 2 where 1 is given"),
        ("A A .\nB B B\n", "r1c1 holds A where 1 is given"),
        // The label 1 of the puzzle has another name here.
        ("A 1 A\nB B B\n", "r1c1 holds A where 1 is given"),
        ("1 2 1\n2 2 2\n", "r1c1, an end of 1, has 0 links"),
    ] {
        let found = fault(&small, wrong).expect("a fault");
        assert!(found.contains(said), "{wrong}: {found}");
    }
}

#[test]
fn both_lines_of_a_bridge_are_named_anew() {
    let entry = native("puzzle: numberlink\nbridges: r2c2\n\n3 . 2\n. . .\n2 . 3\n");
    for right in ["3 2 2\n3 3/2 3\n2 2 3\n", "D B B\nD D/B D\nB B D\n", "2 3 3\n2 2/3 2\n3 3 2\n"] {
        assert_eq!(fault(&entry, right), None, "{right}");
    }
    assert!(fault(&entry, "D B B\nD B/D D\nB B D\n").is_some());
}

#[test]
fn boards_are_alike_that_have_the_same_neighbours() {
    // A level line says of a board that goes round in one direction that it does in both, and has walls.
    let entry = native(
        "puzzle: numberlink\nwrap: columns\ncover: partial\ntouch: yes\nwalls: r1c1|r1c2\n\nA . B\n. . .\nA . B\n. . .\n",
    );
    let answer = solution(&entry);
    let line = solved(&entry, &answer, "flowfree");
    assert_ne!(read(&line).puzzle.board(), entry.puzzle.board());
    assert_eq!(fault(&entry, &line), None, "{line}");
    let other = native("puzzle: numberlink\n\nA . B\n. . .\nA . B\n. . .\n");
    let refused = interchange::solutions(&other, &line, &Reading::default());
    assert!(refused.is_err_and(|error| error.expected == "a solution on the board of the puzzle"));
}
