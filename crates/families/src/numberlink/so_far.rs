//! The rules that unfinished paths break already.

use super::{Numberlink, Touch};
use clew_puzzle::puzzle::verify::{DrawnPiece, SoFar, Violation, spot};

/// Lines that join two labels, fork, close, pass an end, or touch themselves where that is forbidden.
pub(super) fn paths(puzzle: &Numberlink, so_far: &SoFar) -> Vec<Violation> {
    let (board, terminals) = (&puzzle.board, puzzle.terminals());
    let mut found = so_far.forks_and_loops(board, false);
    for piece in so_far.pieces(board) {
        let last = piece.cells.len() - 1;
        let ends =
            (0..).zip(&piece.cells).filter_map(|(k, &c)| Some((k, c, terminals[c as usize]?)));
        let ends: Vec<(usize, u32, u32)> = ends.collect();
        let label = |k: u32| puzzle.labels[k as usize].as_str();
        if let Some(pair) = ends.windows(2).find(|pair| pair[0].2 != pair[1].2) {
            let at = [spot(board, pair[0].1), spot(board, pair[1].1)];
            let text = format!("a line joins {} and {}", label(pair[0].2), label(pair[1].2));
            found.push(Violation::new("labels", at, text));
        }
        if piece.simple {
            for &(_, c, k) in ends.iter().filter(|(k, ..)| !piece.closed && (1..last).contains(k)) {
                let at = spot(board, c);
                let text = format!("a line goes on beyond the {} at {at}", label(k));
                found.push(Violation::new("ends", [at], text));
            }
            found.extend(touching_itself(puzzle, &piece));
        }
    }
    found
}

/// The places where a piece of line is next to itself although the rules forbid it.
fn touching_itself(puzzle: &Numberlink, piece: &DrawnPiece) -> Vec<Violation> {
    let (board, length) = (&puzzle.board, piece.cells.len());
    let mut place = vec![None; board.len()];
    for (k, &c) in piece.cells.iter().enumerate() {
        place[c as usize] = Some(k);
    }
    let mut found = Vec::new();
    for (k, &c) in piece.cells.iter().enumerate() {
        let at = spot(board, c);
        if puzzle.touch == Touch::No {
            for &other in board.neighbours(c) {
                let beside = place[other as usize].filter(|&m| m > k + 1);
                if beside.is_some_and(|m| !(piece.closed && k == 0 && m + 1 == length)) {
                    let pair = [at, spot(board, other)];
                    let text = format!("the line touches itself at {} and {}", pair[0], pair[1]);
                    found.push(Violation::new("touch", pair, text));
                }
            }
        }
        if puzzle.touch == Touch::No2x2 {
            let (row, col) = board.place(c);
            let block = [(row, col), (row, col + 1), (row + 1, col), (row + 1, col + 1)];
            let cells = block.map(|(r, c)| board.cell_at(r, c));
            if cells.iter().all(|cell| cell.is_some_and(|c| place[c as usize].is_some())) {
                let text = format!("the line fills two by two cells at {at}");
                found.push(Violation::new(
                    "touch",
                    cells.map(|c| spot(board, c.unwrap_or(0))),
                    text,
                ));
            }
        }
    }
    found
}
