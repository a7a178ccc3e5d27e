//! The routes of paths that letters leave open.

use clew_families::parse_native;
use clew_puzzle::puzzle::Cell;
use clew_puzzle::puzzle::format::routes;
use clew_puzzle::puzzle::{Answer, Puzzle};

/// The answer whose paths are these, as indices of cells.
fn answer(puzzle: &Puzzle, paths: &[&[Cell]]) -> Answer {
    let board = puzzle.board().expect("a board");
    let mut on = vec![false; board.edges().len()];
    for step in paths.iter().flat_map(|path| path.windows(2)) {
        on[board.edge_between(step[0], step[1]).expect("an edge") as usize] = true;
    }
    Answer::Links(on)
}

#[test]
fn routes_are_told_where_letters_leave_them_open() {
    let text = "puzzle: numberlink\ntouch: yes\n\nA . .\n. . A\n";
    let puzzle = parse_native(text).expect("a puzzle").puzzle;
    let one = answer(&puzzle, &[&[0, 3, 4, 1, 2, 5]]);
    let wanted = "paths:\n  A: r1c1-r2c1-r2c2-r1c2-r1c3-r2c3\n";
    assert_eq!(routes(&puzzle, &one).as_deref(), Some(wanted));
    let text = "puzzle: numberlink\ntouch: yes\n\nA . .\nB . A\n# B #\n";
    let puzzle = parse_native(text).expect("a puzzle").puzzle;
    let one = answer(&puzzle, &[&[0, 1, 2, 5], &[3, 4, 6]]);
    assert_eq!(routes(&puzzle, &one), None);
}
