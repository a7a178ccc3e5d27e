//! From edges back to lines: the numbers along them.

use crate::Line;
use clew_puzzle::puzzle::{Cell, EdgeId};

/// The filling with these edges. Of two directions that fit the givens, `reverse` takes the other.
pub fn filling(line: &Line, edges: &[EdgeId], reverse: bool) -> Vec<u32> {
    // One cell has no edge.
    if edges.is_empty() { vec![1; line.board.len()] } else { numbers(line, edges, reverse) }
}

/// The longest line that a solution of [`super::best`] draws, which need not visit every cell: how many
/// cells it has, and their numbers, 0 for a cell that is left out. `None` if the board has no cell or
/// several have the number 1.
pub fn partial(line: &Line, best: Option<(u64, &[EdgeId])>) -> Option<(u32, Vec<u32>)> {
    let n = line.board.len() as u32;
    let start = line.given.iter().position(Option::is_some).unwrap_or(0);
    let contradiction = line.given.iter().flatten().count() > 1;
    match best {
        Some((skipped, edges)) => Some((n - skipped as u32, numbers(line, edges, false))),
        None if n == 0 || contradiction => None,
        // No two cells touch, or the given cell touches none.
        None => Some((1, (0..n as usize).map(|c| u32::from(c == start)).collect())),
    }
}

/// The numbers along a line with these edges (at least one), 0 off it.
fn numbers(line: &Line, edges: &[EdgeId], reverse: bool) -> Vec<u32> {
    let n = line.board.len();
    let mut next: Vec<[Option<Cell>; 2]> = vec![[None; 2]; n];
    for &e in edges {
        let [a, b] = line.board.edges()[e as usize];
        for (x, y) in [(a, b), (b, a)] {
            let at = usize::from(next[x as usize][0].is_some());
            next[x as usize][at] = Some(y);
        }
    }
    let mut ends = (0..n).filter(|&c| next[c][0].is_some() && next[c][1].is_none());
    let (mut at, mut from) = (ends.next().expect("a line has ends"), None);
    let mut cells = vec![at];
    while let Some(&to) = next[at].iter().flatten().find(|&&c| Some(c as usize) != from) {
        (from, at) = (Some(at), to as usize);
        cells.push(at);
    }
    let fits =
        |cells: &[usize]| cells.iter().zip(1..).all(|(&c, k)| line.given[c].is_none_or(|g| g == k));
    let forward = fits(&cells);
    let backward = fits(&cells.iter().rev().copied().collect::<Vec<_>>());
    if backward && (reverse || !forward) {
        cells.reverse();
    }
    let mut numbers = vec![0; n];
    for (&c, k) in cells.iter().zip(1..) {
        numbers[c] = k;
    }
    numbers
}
