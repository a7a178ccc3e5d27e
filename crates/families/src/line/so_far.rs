//! The rules that an unfinished line breaks already.

use super::{Line, Zip};
use clew_puzzle::puzzle::Cell;
use clew_puzzle::puzzle::verify::{SoFar, Violation, spot, touching};

/// Numbers that stand twice, numbers that follow each other in cells that are not neighbours, and marked cells that do
/// not follow each other. Linear in the cells.
pub(super) fn numbers(line: &Line, so_far: &SoFar) -> Vec<Violation> {
    let board = &line.board;
    let n = board.len();
    let mut found = Vec::new();
    let mut stands: Vec<Vec<Cell>> = vec![Vec::new(); n + 2];
    for (c, number) in (0..).zip(&so_far.numbers) {
        if let Some(number) = number.filter(|k| (1..=n as u32).contains(k)) {
            stands[number as usize].push(c);
        }
    }
    for (number, cells) in (0u32..).zip(&stands) {
        let shown = board.shown(number.max(1));
        if cells.len() > 1 {
            let at: Vec<_> = cells.iter().map(|&c| spot(board, c)).collect();
            let text = format!("{shown} stands {} times", at.len());
            found.push(Violation::new("twice", at, text));
        }
        let next = stands.get(number as usize + 1);
        if let ([a], Some([b])) = (&cells[..], next.map(Vec::as_slice))
            && !touching(board, *a, *b)
        {
            let at = [spot(board, *a), spot(board, *b)];
            let text = format!("{shown} and {} are not neighbours", board.shown(number + 1));
            found.push(Violation::new("neighbours", at, text));
        }
    }
    for &[a, b] in board.links() {
        let both = so_far.numbers[a as usize].zip(so_far.numbers[b as usize]);
        if both.is_some_and(|(a, b)| a.abs_diff(b) != 1) {
            let at = [spot(board, a), spot(board, b)];
            let text = format!("{} and {} are marked to follow each other", at[0], at[1]);
            found.push(Violation::new("links", at, text));
        }
    }
    found
}

/// Pieces of line that meet numbers out of their order, and lines that close or fork.
pub(super) fn stops(zip: &Zip, so_far: &SoFar) -> Vec<Violation> {
    let mut found = so_far.forks_and_loops(&zip.board, false);
    for piece in so_far.pieces(&zip.board).iter().filter(|piece| piece.simple && !piece.closed) {
        let numbered = piece.cells.iter().filter_map(|&c| Some((c, zip.numbers[c as usize]?)));
        let met: Vec<(Cell, u32)> = numbered.collect();
        let step = |pair: &[(Cell, u32)]| pair[1].1.checked_sub(pair[0].1);
        let rises = met.windows(2).all(|pair| step(pair) == Some(1));
        let falls = met.windows(2).all(|pair| step(&[pair[1], pair[0]]) == Some(1));
        if !rises && !falls {
            let at: Vec<_> = met.iter().map(|&(c, _)| spot(&zip.board, c)).collect();
            let order = met.iter().map(|(_, k)| k.to_string()).collect::<Vec<_>>().join(", ");
            found.push(Violation::new("order", at, format!("the line meets {order}")));
        }
    }
    found
}
