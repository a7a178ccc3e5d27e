//! Numbers of a zip are those that the line meets, not places along it; closed lines hold no numbers at all.

use crate::program::Folder;

const ZIP: &str = "puzzle: zip\n\n. . . .\n1 . 2 .\n5 . 4 .\n. . . 3\n";
const OPEN: &str = "puzzle: zip\n\n1 . .\n. . .\n. . 2\n";
const CLOSED: &str = "puzzle: path\nclosed: yes\n\n. . . .\n. . . .\n. . . .\n. . . .\n";

#[test]
fn its_own_numbers_are_not_wrong() {
    let here = Folder::with_puzzle(ZIP);
    // The givens alone say nothing new: the hint is the one without entries.
    let plain = here.run("hint p.puzzle");
    assert_eq!(plain.status, 0, "{}", plain.err);
    for given in [
        ZIP,
        ". . . .\n1 . 2 .\n5 . 4 .\n. . . 3\n",
        "[[null,null,null,null],[1,null,2,null],[5,null,4,null],[null,null,null,3]]",
    ] {
        let ran = here.feed("hint --filled - p.puzzle", given);
        assert_eq!((ran.status, &ran.out), (0, &plain.out), "{given}: {}", ran.err);
    }
    // A solution is written as places along the line, all of which count.
    let solved = here.run("solve p.puzzle").out;
    let ran = here.feed("hint --filled - p.puzzle", &solved);
    assert_eq!(
        (ran.status, ran.out.as_str()),
        (0, "Everything is filled in, and right\n"),
        "{}",
        ran.err
    );
    let wrong =
        solved.replacen("16", "15", 1).replacen("15", "16", 2).replacen("16 14", "15 14", 1);
    let ran = here.feed("hint --filled - p.puzzle", &wrong);
    assert!(ran.status == 1 || wrong == solved, "{wrong}{}", ran.out);
    // A place in one cell, right and wrong.
    let one = |k: u32| format!(". {k} . .\n1 . 2 .\n5 . 4 .\n. . . 3\n");
    let place = solved.split_whitespace().nth(1).and_then(|k| k.parse().ok()).expect("a place");
    assert_eq!(here.feed("hint --filled - p.puzzle", &one(place)).status, 0);
    let ran = here.feed("hint --filled - p.puzzle", &one(place + 1));
    assert_eq!((ran.status, ran.out), (1, format!("Wrong: r1c2 is not {}\n", place + 1)));
}

#[test]
fn candidates_are_the_numbers_met_last() {
    let here = Folder::with_puzzle("puzzle: zip\n\n1 . .\n. 2 .\n. . 3\n");
    let ran = here.run("count --candidates p.puzzle");
    assert_eq!(ran.status, 0, "{}", ran.err);
    for line in ran.out.lines().filter(|line| line.contains(": ") && !line.contains('-')) {
        let numbers = line.split_once(": ").expect("numbers").1;
        let numbers = numbers.split_whitespace().filter(|word| !word.starts_with('('));
        assert!(numbers.clone().count() > 0, "{line}");
        assert!(numbers.into_iter().all(|k| ["1", "2", "3"].contains(&k)), "{line}");
    }
}

#[test]
fn repairs_offer_walls_where_no_number_can_be_given() {
    for (text, word) in [(OPEN, "r1c2|r2c2"), (CLOSED, "wall")] {
        let ran = Folder::with_puzzle(text).run("repair p.puzzle");
        assert!(ran.status <= 1, "{}", ran.err);
        assert!(ran.out.contains(word) && !ran.out.contains(" = "), "{}", ran.out);
        assert!(!ran.out.contains("no words") && !ran.out.contains("clue"), "{}", ran.out);
    }
}

/// A wall that is offered leaves one solution.
#[test]
fn walls_of_closed_lines_leave_one() {
    let text = "puzzle: path\nclosed: yes\n\n. . .\n. . .\n. . .\n. . .\n";
    let here = Folder::with_puzzle(text);
    let ran = here.run("repair p.puzzle");
    assert!(ran.status <= 1, "{}", ran.err);
    let walls: Vec<&str> =
        ran.out.lines().map(str::trim).filter(|line| line.contains('|')).collect();
    for pair in &walls {
        here.put("q.puzzle", text.replace("\n\n", &format!("\nwalls: {pair}\n\n")).as_bytes());
        assert!(here.run("check q.puzzle").out.starts_with("unique"), "{pair}");
    }
    assert!(!walls.is_empty(), "{}", ran.out);
}
