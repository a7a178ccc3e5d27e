//! Turns of a line on boards of every kind.

use clew_families::parse_native;
use clew_puzzle::puzzle::verify::turns_of;

/// The turns of a line on a board, by the number of each cell.
fn turns_on(text: &str, numbers: &[u32]) -> usize {
    let puzzle = parse_native(text).expect("it is well-formed").puzzle;
    turns_of(puzzle.board().expect("a line has a board"), numbers)
}

#[test]
fn straight_on_is_no_turn_on_any_board() {
    for (text, numbers, turns) in [
        ("puzzle: path\n\n. . .\n. . .\n", &[1, 2, 3, 6, 5, 4][..], 2),
        ("puzzle: path\n\n. . . .\n", &[1, 2, 3, 4], 0),
        ("puzzle: hidato\n\n. # #\n# . #\n# # .\n", &[1, 2, 3], 0),
        ("puzzle: hidato\n\n. . #\n# . #\n# # .\n", &[1, 2, 3, 4], 2),
        // Odd rows lie half a cell to the right.
        ("puzzle: hidato\nneighbours: hex\n\n. #\n. #\n# .\n", &[1, 2, 3], 0),
        ("puzzle: hidato\nneighbours: hex\n\n. #\n. #\n. #\n", &[1, 2, 3], 1),
        ("puzzle: hidato\nneighbours: hex\n\n# .\n. #\n. #\n", &[1, 2, 3], 0),
        ("puzzle: hidato\nneighbours: hex\n\n. .\n. #\n", &[2, 1, 3], 1),
    ] {
        assert_eq!(turns_on(text, numbers), turns, "{text}");
    }
}

#[test]
fn steps_over_joined_sides_go_on_as_they_came() {
    for (text, numbers, turns) in [
        ("puzzle: path\nwrap: rows\n\n. . . . .\n", &[4, 5, 1, 2, 3][..], 0),
        ("puzzle: path\nwrap: rows\n\n. . . . .\n", &[3, 2, 1, 5, 4], 0),
        ("puzzle: path\nwrap: columns\n\n. #\n. #\n. #\n. #\n", &[4, 1, 2, 3], 0),
        ("puzzle: path\nwrap: columns\n\n. #\n. #\n. #\n. #\n", &[1, 4, 3, 2], 0),
        ("puzzle: path\nwrap: rows\n\n. . . .\n. # # #\n", &[3, 0, 1, 2, 4], 1),
        ("puzzle: path\nwrap: both\n\n. . .\n. . .\n. . .\n", &[1, 2, 3, 5, 6, 4, 9, 7, 8], 4),
        ("puzzle: hidato\nneighbours: hex\nwrap: rows\n\n. . . .\n", &[3, 4, 1, 2], 0),
    ] {
        assert_eq!(turns_on(text, numbers), turns, "{text}");
    }
}

#[test]
fn free_points_turn_where_the_direction_changes() {
    let board = |points: &str| format!("puzzle: hidato\nboard: points\n\n{points}");
    for (points, turns) in [
        ("0 0 .\n1 0 .\n3 0 .\n", 0),
        ("0 0 .\n1 2 .\n3 6 .\n", 0),
        ("0 0 .\n1 2 .\n3 7 .\n", 1),
        ("0 0 .\n2 1 .\n1 2 .\n", 1),
        ("0 0 .\n2 1 .\n1 0.5 .\n", 1),
        ("0 0 .\n1 0 .\n1 1 .\n2 1 .\n", 2),
    ] {
        let n = points.lines().count() as u32;
        let numbers: Vec<u32> = (1..=n).collect();
        assert_eq!(turns_on(&board(points), &numbers), turns, "{points}");
    }
}
