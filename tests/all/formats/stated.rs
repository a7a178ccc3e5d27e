//! Solutions that are stated in foreign formats, against their puzzles.

use super::{native, read, solved, written};
use clew::interchange::{self, Reading};
use clew::puzzle::{Answer, Entry};
use clew::strategy::{Options, Task, run};

/// A solution of a puzzle.
fn solution(entry: &Entry) -> Answer {
    let outcome = run(&entry.puzzle, Task::Solve { limit: 1 }, &Options::default());
    outcome.expect("an outcome").answers.remove(0)
}

/// The reason why a text cannot be read as solutions, or the mistake in the first of them.
fn said(entry: &Entry, text: &str) -> Option<String> {
    match interchange::solutions(entry, text, &Reading::default()) {
        Ok(_) => fault(entry, text),
        Err(error) => Some(error.to_string()),
    }
}

/// The mistake in a solution that is stated in a text.
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
    // The names of the puzzle in another order are treated like any other names.
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
    // A level line for a board that wraps in one direction wraps in both, and has walls.
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

/// Lines of points name their point, so that their order does not matter.
#[test]
fn lines_name_points_by_their_coordinates() {
    let entry = native("puzzle: hidato\nboard: points\n\n0 0 1\n1 0 .\n0 1 .\n");
    for right in ["0 0 1\n1 0 2\n0 1 3\n", "1 0 3\n0 0 1\n0 1.0 2\n", "1 3 2\n"] {
        assert_eq!(said(&entry, right), None, "{right}");
    }
    let unknown = "expected a point of the puzzle that no line before names";
    for (wrong, why) in [
        ("9 9 1\n8 8 2\n7 7 3\n", format!("line 1, column 1: found \"9\", {unknown}")),
        ("0 0 1\n1 0 2\n 0 0 3\n", format!("line 3, column 2: found \"0\", {unknown}")),
        ("0 0 1\n1 x 2\n", "line 2, column 3: found \"x\", expected a coordinate".into()),
        ("0 0 1\n1 0\n0 1 3\n", "line 2, column 1: found \"1 0\", expected a line of a".into()),
        ("0 0 1\n0 1 2\n", "line 3, column 1: found the end, expected 3 cells".into()),
        ("0 0 1\n1 0 2\n0 1 x\n", "line 3, column 5: found \"x\", expected a number".into()),
        ("1 0 2\n0 0 3\n0 1 1\n", "point 1 holds 3 where 1 is given".into()),
    ] {
        let found = said(&entry, wrong).expect("a fault");
        assert!(found.contains(&why), "{wrong}: {found}");
    }
    let one = native("puzzle: hidato\nboard: points\n\n3 4 .\n");
    for right in ["1\n", "3 4 1\n"] {
        assert_eq!(said(&one, right), None, "{right}");
    }
}

/// The size may precede a block of characters, and then several blocks need no line between them.
#[test]
fn blocks_below_their_size_are_filled_grids() {
    let entry = read("5 4\nC...B\nA.BA.\n...C.\n.....\n");
    let block = "CCBBB\nACBAA\nACCCA\nAAAAA\n";
    let sized = format!("5 4\n{block}");
    for (text, count) in [
        (block.to_string(), 1),
        (sized.clone(), 1),
        (format!("\n{sized}\n{sized}0 0\nanything\n"), 2),
        (format!("{sized}---\n{sized}"), 2),
        (format!("{block}---\n{sized}---\n"), 2),
    ] {
        let all = interchange::solutions(&entry, &text, &Reading::default());
        let all = all.unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(all.len(), count, "{text}");
        let right = |one: Result<Answer, _>| one.is_ok_and(|one| entry.puzzle.verify(&one).is_ok());
        assert!(all.into_iter().all(right), "{text}");
    }
    let other = said(&entry, &format!("4 5\n{block}")).expect("a fault");
    assert!(other.starts_with("line 1, column 1: found \"4\", expected the size 5 4"), "{other}");
    // Two numbers may be a row.
    let rows = native("puzzle: numberlink\n\n1 2\n. .\n1 2\n");
    for right in ["1 2\n1 2\n1 2\n", "1 2\n12\n12\n", "2 3\n12\n12\n12\n"] {
        assert_eq!(said(&rows, right), None, "{right}");
    }
    let row = native("puzzle: hidato\n\n. .\n");
    assert_eq!(said(&row, "1 2\n---\n2 1\n"), None);
}

/// A place without a cell has nothing but a sign for a hole, and a cell never has such a sign.
#[test]
fn holes_hold_nothing() {
    let numbers = native("puzzle: hidato\n\n1 #\n. .\n");
    let labels = native("puzzle: numberlink\ncover: partial\n\nA # .\nA . .\n");
    for (entry, right) in [
        (&numbers, "1 #\n2 3\n"),
        (&numbers, "1 .\n2 3\n"),
        (&numbers, r##"{"solutions":[{"cells":[[1,"#"],[2,3]]}]}"##),
        (&numbers, r#"{"solutions":[{"cells":[[1,null],[2,3]]}]}"#),
        (&labels, "A # .\nA . .\n"),
        (&labels, "A..\nA..\n"),
        (&labels, "A # .\nA . .\npaths:\n A: r1c1-r2c1\n"),
        (&labels, r##"{"solutions":[{"cells":[["A","#",null],["A",null,null]]}]}"##),
    ] {
        assert_eq!(said(entry, right), None, "{right}");
    }
    for (entry, wrong, why) in [
        (
            &numbers,
            "1 9\n2 3\n",
            "line 1, column 3: found \"9\", expected \"#\" or \".\" where the",
        ),
        (&numbers, "1 #\n2 #\n", "line 2, column 3: found \"#\", expected a number or \".\": the"),
        (&labels, "A B .\nA . .\n", "line 1, column 3: found \"B\", expected \"#\" or \".\" where"),
        (&labels, "A --- .\nA . .\n", "line 1, column 3: found \"---\", expected \"#\" or"),
        (
            &labels,
            "A # .\nA # .\n",
            "line 2, column 3: found \"#\", expected a label or \".\": the",
        ),
        (
            &labels,
            "A # .\nA # .\npaths:\n A: r1c1-r2c1\n",
            "line 2, column 3: found \"#\", expected a label",
        ),
        (
            &numbers,
            r#"{"solutions":[{"cells":[[1,9],[2,3]]}]}"#,
            "r1c2 in \"cells\": found \"9\", expected \"#\" or null where the puzzle has no cell",
        ),
        (
            &labels,
            r##"{"solutions":[{"cells":[["A","#",null],["A","#",null]]}]}"##,
            "r2c2 in \"cells\": found the text \"#\", expected a label",
        ),
    ] {
        let found = said(entry, wrong).expect("a fault");
        assert!(found.contains(why), "{wrong}: {found}");
    }
}

/// A text with nothing but mistakes is refused before there are too many to keep.
#[test]
fn unreadable_solutions_are_counted() {
    let entry = native("puzzle: hidato\n\n1 .\n. .\n");
    for (count, refused) in [(2, false), (1000, false), (1001, true)] {
        let all = interchange::solutions(&entry, &"x\n---\n".repeat(count), &Reading::default());
        assert_eq!(all.is_err(), refused, "{count}");
    }
}

#[test]
fn a_value_of_a_result_that_is_no_number_is_named() {
    let entry = native("puzzle: hidato\n\n1 .\n. .\n");
    for (value, found) in [("\"x\"", "the text \"x\""), ("3.5", "\"3.5\""), ("[3]", "\"[3]\"")] {
        let text = format!("{{\"solutions\":[{{\"cells\":[[1,2],[4,{value}]]}}]}}");
        let why = format!("r2c2 in \"cells\": found {found}, expected a number or null");
        assert_eq!(said(&entry, &text), Some(why));
    }
}

/// A file in which everything is given has no open cells, and is its own solution.
#[test]
fn what_is_given_everywhere_is_a_solution() {
    let hidato = native("puzzle: hidato\nneighbours: 4\n\n4\n3\n2\n1\n");
    let answer = solution(&hidato);
    for format in ["pzprv3", "pzpr", "penpa"] {
        let text = solved(&hidato, &answer, format);
        assert_eq!(said(&hidato, &text), None, "{format}\n{text}");
    }
    let open = native("puzzle: hidato\nneighbours: 4\n\n4\n.\n2\n1\n");
    for format in ["pzprv3", "pzpr", "penpa"] {
        assert!(read(&written(&open, format)).answers.is_empty(), "{format}");
    }
}
