//! Boards and end-points that several tests need.

use clew::puzzle::{Board, Neighbourhood};
use rand::Rng;
use rand_chacha::ChaCha8Rng;

/// A grid without holes.
pub fn full(rows: u32, cols: u32, moves: Neighbourhood) -> Board {
    Board::grid(rows, cols, moves, &vec![true; (rows * cols) as usize])
}

/// Up to four pairs of different cells anywhere on a board, the smaller of a pair first.
pub fn random_pairs(rng: &mut ChaCha8Rng, board: &Board) -> Vec<[u32; 2]> {
    let mut cells: Vec<u32> = (0..board.len() as u32).collect();
    for i in (1..cells.len()).rev() {
        cells.swap(i, rng.random_range(0..=i));
    }
    let pairs = rng.random_range(0..=(cells.len() / 2).min(4));
    cells.chunks_exact(2).take(pairs).map(|p| [p[0].min(p[1]), p[0].max(p[1])]).collect()
}
