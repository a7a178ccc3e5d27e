//! Boards and end-points that several tests need.

use clew::puzzle::{Board, Grid, Neighbourhood, Wrap};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// A grid without holes.
pub fn full(rows: u32, cols: u32, moves: Neighbourhood) -> Board {
    Board::grid(rows, cols, moves, &vec![true; (rows * cols) as usize])
}

/// Up to four pairs of different cells anywhere on a board, the smaller of a pair first.
pub fn random_pairs(rng: &mut ChaCha8Rng, board: &Board) -> Vec<[u32; 2]> {
    // Lines do not end on bridges.
    let mut cells: Vec<u32> =
        (0..board.len() as u32).filter(|&c| board.crossing(c).is_none()).collect();
    for i in (1..cells.len()).rev() {
        cells.swap(i, rng.random_range(0..=i));
    }
    let pairs = rng.random_range(0..=(cells.len() / 2).min(4));
    cells.chunks_exact(2).take(pairs).map(|p| [p[0].min(p[1]), p[0].max(p[1])]).collect()
}

/// Every few boards, sides that are joined to the opposite ones and places where lines cross. Later draws from `rng`
/// do not depend on it.
pub fn special(
    rng: &ChaCha8Rng,
    rows: u32,
    cols: u32,
    moves: Neighbourhood,
) -> (Wrap, Vec<(u32, u32)>) {
    let mut coins = ChaCha8Rng::from_seed(rng.get_seed());
    coins.set_stream(7);
    coins.set_word_pos(rng.get_word_pos());
    let rng = &mut coins;
    let wrap = match rng.random_range(0..10) {
        0 => Wrap::Rows,
        1 => Wrap::Columns,
        2 => Wrap::Both,
        _ => Wrap::None,
    };
    let mut bridges = Vec::new();
    if moves == Neighbourhood::Rook && rng.random_bool(0.25) {
        for _ in 0..rng.random_range(1..=3) {
            bridges.push((rng.random_range(0..rows), rng.random_range(0..cols)));
        }
    }
    (if wrap.fits(moves, rows) { wrap } else { Wrap::Rows }, bridges)
}

/// A grid with walls and the special parts of [`special`].
pub fn special_grid(
    rng: &ChaCha8Rng,
    (rows, cols): (u32, u32),
    moves: Neighbourhood,
    present: &[bool],
    walls: &[[(u32, u32); 2]],
) -> Board {
    let (wrap, bridges) = special(rng, rows, cols, moves);
    Board::new(&Grid { walls, wrap, bridges: &bridges, ..Grid::new(rows, cols, moves, present) })
}
