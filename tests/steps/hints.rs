//! Hints of the next thing to draw or to write, and notes from which hints continue.

use clew::api::filled_in::{Filled, everything};
use clew::api::hint::{Hint, HintDetail, StepChoice, hint_from};
use clew::families::parse_native;
use clew::puzzle::Puzzle;
use clew::puzzle::ladder::{Fact, Finding};
use clew::strategy::Options;

const LINK: &str = "puzzle: numberlink\n\n1 . . 1 2\n. 3 2 . .\n. 4 3 . .\n. . . 4 .\n. . . . .\n";
const SQUARE: &str = "puzzle: futoshiki\n\n. < .   .\n-   -   ^\n.   .   .\n-   -   -\n.   .   1\n";

fn puzzle(text: &str) -> Puzzle {
    parse_native(text).expect("a puzzle").puzzle
}

fn placed(puzzle: &Puzzle, filled: &Filled) -> Hint {
    hint_from(puzzle, filled, StepChoice::Placement, &Options::default()).expect("it has steps")
}

/// Followed one after the other, the hints lead to the solution, each with something new to draw or to write.
#[test]
fn placements_lead_to_the_solution() {
    for text in [LINK, SQUARE, include_str!("../../instances/hidato/ladder-05x05.puzzle")] {
        let puzzle = puzzle(text);
        let mut filled = Filled::default();
        for round in 0.. {
            assert!(round < 60, "{text} does not end");
            match placed(&puzzle, &filled) {
                Hint::Step(step) => {
                    let new = step.findings.iter().filter(|finding| finding.holds);
                    let new: Vec<Finding> =
                        new.filter(|finding| !filled.noted.contains(finding)).copied().collect();
                    assert!(!new.is_empty(), "{step:?}");
                    filled.noted.extend(new);
                }
                Hint::Done => break,
                other => panic!("{text}: {}", other.message(&puzzle, HintDetail::What)),
            }
        }
    }
}

#[test]
fn notes_are_read_and_judged() {
    let link = puzzle(LINK);
    let notes = everything(&link, "drawn: r5c1-r5c5\nstruck: r1c1-r1c2\n").expect("notes");
    assert_eq!((notes.entered.len(), notes.noted.len()), (0, 5));
    let json = "{\"cells\": [[null,null,null,null,null],[null,null,null,null,null],[null,null,null,null,null],\
                [null,null,null,null,null],[null,null,null,null,null]],\
                \"facts\": [{\"edge\": [[0,0],[0,1]], \"on\": false}]}";
    let of_json = everything(&link, json).expect("notes");
    assert_eq!(of_json.noted, [Finding::link([0, 1], false)]);
    // The claims of a note are either right or reported as wrong.
    for (text, filled) in [("drawn", &notes), ("json", &of_json)] {
        let negated: Vec<Finding> = filled.noted.iter().map(|note| note.negated()).collect();
        let opposite = Filled { entered: Vec::new(), noted: negated };
        let [one, other] = [filled, &opposite].map(|filled| {
            matches!(placed(&link, filled), Hint::Wrong(entries, notes) if entries.is_empty() && !notes.is_empty())
        });
        assert!(one || other, "{text}");
    }
    let square = puzzle(SQUARE);
    let notes = everything(&square, "candidates: r1c1=1,2\n").expect("notes");
    assert_eq!(notes.noted, [Finding { fact: Fact::Number { cell: 0, number: 3 }, holds: false }]);
    for (puzzle, text, expected) in [
        (
            &link,
            "drawn: r1c1-r2c2\n",
            "line 1: found \"r1c1-r2c2\"; expected cells that are neighbours",
        ),
        (
            &link,
            "\ndrawn: r9c1-r1c1\n",
            "line 2: found \"r9c1-r1c1\"; expected a cell of the puzzle, as r1c4",
        ),
        (
            &link,
            "candidates: r1c1=1\n",
            "line 1: found \"r1c1=1\"; cells of this puzzle are noted with edges",
        ),
        (
            &square,
            "drawn: r1c1-r1c2\n",
            "line 1: found \"r1c1-r1c2\"; cells of this puzzle are noted with candidates",
        ),
        (&square, "candidates: r1c1=4\n", "line 1: found \"r1c1=4\"; expected numbers from 1 to 3"),
    ] {
        let why = everything(puzzle, text).expect_err("it is wrong");
        assert!(why.starts_with(expected), "{why}");
    }
}
