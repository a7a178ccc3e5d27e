//! Exact drawings of small boards.

use super::*;
use clew_families::parse_native;
use clew_puzzle::puzzle::scene::Circle;

const PLAIN: Options = Options { colour: false, width: None };

fn puzzle(text: &str) -> Puzzle {
    parse_native(text).unwrap_or_else(|e| panic!("{e}")).puzzle
}

fn drawn(puzzle: &Puzzle, answer: &Answer) -> String {
    assert_eq!(puzzle.verify(answer), Ok(()));
    draw(puzzle, Some(answer), PLAIN)
}

/// Joins neighbouring cells with equal letters.
fn links(puzzle: &Puzzle, letters: &str) -> Answer {
    let board = puzzle.board().expect("a board");
    let letters: Vec<char> = letters.chars().filter(|c| !c.is_whitespace()).collect();
    let same = |&[a, b]: &[u32; 2]| {
        letters[a as usize] == letters[b as usize] && letters[a as usize] != '.'
    };
    Answer::Links(board.edges().iter().map(same).collect())
}

/// Contents of cells, and signs between them, of a family defined here.
#[test]
fn marks_in_cells_and_between_them() {
    let p = puzzle("puzzle: path\n\n. . .\n. . .\n");
    let Scene::Board(mut scene) = p.scene(None) else { panic!("a board") };
    let mark = |at, circle, text: &str| Mark { at, circle, text: text.into() };
    scene.marks =
        vec![mark(Anchor::Cell(0), Circle::Open, ""), mark(Anchor::Cell(5), Circle::Filled, "")];
    assert_eq!(strokes(&scene, PLAIN), "○ · ·\n· · ●\n");
    // A closed line has no ends.
    scene.strokes = vec![Stroke { cells: vec![0, 1, 4, 3, 0], colour: None }];
    assert_eq!(strokes(&scene, PLAIN), "○─┐ ·\n└─┘ ●\n");
    scene.strokes.clear();
    scene.marks.push(mark(Anchor::Between([1, 2]), Circle::None, "x"));
    scene.marks.push(mark(Anchor::Between([1, 4]), Circle::Open, ""));
    assert!(is_marked_between(&scene));
    assert_eq!(spread(&scene, PLAIN), "○   · x ·\n    ○\n·   ·   ●\n");
}

#[test]
fn continuous_lines() {
    let p = puzzle("puzzle: path\n\n. . .\n. # .\n. . .\n. . .\n");
    assert_eq!(draw(&p, None, PLAIN), "· · ·\n· ▒ ·\n· · ·\n· · ·\n");
    let answer = Answer::Line(vec![2, 3, 4, 1, 5, 8, 7, 6, 9, 10, 11]);
    assert_eq!(p.verify(&answer).map_err(|v| v.to_string()), Ok(()));
    assert_eq!(drawn(&p, &answer), "┌───┐\n○ ▒ │\n┌───┘\n└───●\n");
    let coloured = draw(&p, Some(&answer), Options { colour: true, width: None });
    assert!(
        coloured.starts_with("\u{1b}[34m┌───┐\u{1b}[0m\n\u{1b}[1;34m○ \u{1b}[0;90m▒"),
        "{coloured:?}"
    );
    let partial = Answer::Line(vec![1, 2, 3, 0, 4, 0, 0, 5, 0, 0, 6]);
    assert_eq!(p.verify_for(clew_puzzle::puzzle::Goal::MOST_CELLS, &partial), Ok(()));
    assert_eq!(draw(&p, Some(&partial), PLAIN), "○───┐\n· ▒ │\n· · │\n· · ●\n");
}

#[test]
fn lines_with_givens_show_their_numbers() {
    let p = puzzle("puzzle: path\n\n1 . .\n. . .\n");
    let answer = Answer::Line(vec![1, 2, 3, 6, 5, 4]);
    assert_eq!(drawn(&p, &answer), "1 ─ 2 ─ 3\n        │\n6 ─ 5 ─ 4\n");
}

#[test]
fn hidatos() {
    let p = puzzle("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n");
    let answer = Answer::Line(vec![6, 7, 9, 5, 2, 8, 1, 4, 3]);
    assert_eq!(draw(&p, None, PLAIN), "6 · ·\n· 2 8\n1 · ·\n");
    assert_eq!(drawn(&p, &answer), "6 ─ 7   9\n│     ╲ │\n5   2   8\n  ╳   ╲\n1   4 ─ 3\n");
    let narrow = Options { colour: false, width: Some(8) };
    assert_eq!(draw(&p, Some(&answer), narrow), "6 7 9\n5 2 8\n1 4 3\n");
    let colours = draw(&p, None, Options { colour: true, width: None });
    assert!(colours.starts_with("\u{1b}[1m6 \u{1b}[0;90m· ·\u{1b}[0m\n"), "{colours:?}");
}

#[test]
fn hex_rows_are_shifted() {
    let p = puzzle("puzzle: hidato\nneighbours: hex\n\n. . .\n9 . 3\n. 11 1\n. # .\n");
    assert_eq!(draw(&p, None, PLAIN), " ·   ·   ·\n   9   ·   3\n ·  11   1\n   ·   ▒   ·\n");
    let p = puzzle("puzzle: hidato\nneighbours: hex\n\n. .\n. 1\n");
    let answer = Answer::Line(vec![4, 3, 2, 1]);
    assert_eq!(p.verify(&answer).map_err(|v| v.to_string()), Ok(()));
    assert_eq!(drawn(&p, &answer), "4 ─ 3\n   ╱\n  2 ─ 1\n");
}

#[test]
fn numberlinks() {
    let p = puzzle("puzzle: numberlink\n\nD . . C .\nE B . . C\n. . A . .\n. . . A .\nE B D . .\n");
    let answer = links(&p, "DDDCC EBDDC EBADD EBAAD EBDDD");
    assert_eq!(draw(&p, None, PLAIN).lines().next(), Some("D · · C ·"));
    assert_eq!(drawn(&p, &answer), "D───┐ C─┐\nE B └─┐ C\n│ │ A └─┐\n│ │ └─A │\nE B D───┘\n");
    let p = puzzle("puzzle: numberlink\ncover: partial\n\n10 . . 10\n3 # . .\n. . 3 .\n");
    let answer = links(&p, "AAAA B.. BBB.");
    assert_eq!(drawn(&p, &answer), "10───────10\n 3 ▒▒  ·  ·\n └─────3  ·\n");
    let p = puzzle("puzzle: numberlink\nneighbours: 8\n\nA .\n. A\n");
    let board = p.board().expect("a board");
    assert_eq!(board.edges(), [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
    let on = vec![true, false, false, true, false, true];
    assert_eq!(draw(&p, Some(&Answer::Links(on)), PLAIN), "A ─ A\n  ╱\nA ─ A\n");
}

#[test]
fn futoshikis() {
    let p = puzzle(
        "puzzle: futoshiki\nless: r1c1<r3c3\n\n. < .   .\n-   -   v\n.   .   2\n-   -   -\n. > .   .\n",
    );
    assert_eq!(
        draw(&p, None, PLAIN),
        "· < ·   ·\n        ∨\n·   ·   2\n\n· > ·   ·\nr1c1 < r3c3\n"
    );
    let answer = Answer::Square(vec![1, 2, 3, 3, 1, 2, 2, 3, 1]);
    let shown = draw(&p, Some(&answer), Options { colour: true, width: None });
    assert_eq!(shown.lines().nth(2), Some("3   1   \u{1b}[1m2\u{1b}[0m"));
}

#[test]
fn free_points_are_listed() {
    let p = puzzle("puzzle: hidato\nboard: points\n\n0 0 1\n0.5 1 .\n");
    assert_eq!(draw(&p, None, PLAIN), "0 0 1\n0.5 1 .\n");
    assert_eq!(drawn(&p, &Answer::Line(vec![1, 2])), "0 0 1\n0.5 1 2\n");
}

#[test]
fn steps_over_the_border_are_drawn_at_both_ends() {
    let p = puzzle("puzzle: hidato\nneighbours: 4\nwrap: both\n\n1 . .\n. . .\n. . 9\n");
    let answer = Answer::Line(vec![1, 2, 3, 5, 6, 4, 8, 7, 9]);
    assert_eq!(p.verify(&answer).map_err(|v| v.to_string()), Ok(()));
    assert_eq!(
        drawn(&p, &answer),
        "  1 ─ 2 ─ 3\n          │\n─ 5 ─ 6   4 ─\n      │\n─ 8 ─ 7   9 ─\n"
    );
    let p = puzzle("puzzle: hidato\nneighbours: 8\nwrap: both\n\n1 . .\n. . .\n. . .\n");
    let answer = Answer::Line(vec![1, 3, 4, 9, 7, 5, 8, 6, 2]);
    assert_eq!(p.verify(&answer).map_err(|v| v.to_string()), Ok(()));
    let shown = [
        "╲       ╱",
        "  1   3 ─ 4",
        "          │",
        "  9   7   5",
        "  │ ╱ │ ╱",
        "  8   6   2",
        "        ╱   ╲",
    ];
    assert_eq!(drawn(&p, &answer).lines().collect::<Vec<_>>(), shown);
}

/// Some characters take two columns of a terminal, and signs for vowels under a letter take none.
#[test]
fn labels_take_the_columns_that_terminals_give_them() {
    let p = puzzle("puzzle: numberlink\ncover: partial\n\n漢 . 漢\n# . .\n");
    let answer = links(&p, "AAA ..");
    assert_eq!(drawn(&p, &answer), "漢────漢\n▒▒  ·  ·\n");
    let p = puzzle("puzzle: numberlink\ncover: partial\n\nक\u{941} . क\u{941}\n. . .\n");
    let answer = links(&p, "AAA ...");
    assert_eq!(drawn(&p, &answer), "क\u{941}───क\u{941}\n· · ·\n");
    let p = puzzle("puzzle: numberlink\nneighbours: 8\ncover: partial\n\n漢 A\nA 漢\n");
    assert_eq!(draw(&p, None, PLAIN), "漢  A\n A 漢\n");
}
