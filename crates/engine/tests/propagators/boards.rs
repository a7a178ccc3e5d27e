//! Grids whose places are joined in different ways.

/// The neighbourhoods of a grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moves {
    Rook,
    King,
    Hex,
}

/// Whether two places of a grid, numbered row by row, are neighbours. On hexagonal boards odd rows stand half a
/// cell to the right.
pub fn near(moves: Moves, cols: usize, a: usize, b: usize) -> bool {
    let place = |i: usize| {
        let (r, c) = (i / cols, i % cols);
        (r, 2 * c + if moves == Moves::Hex { r % 2 } else { 0 })
    };
    let (dr, dx) = (place(a).0.abs_diff(place(b).0), place(a).1.abs_diff(place(b).1));
    match moves {
        Moves::Rook => 2 * dr + dx == 2,
        Moves::King => a != b && dr < 2 && dx < 3,
        Moves::Hex => (dr, dx) == (0, 2) || (dr, dx) == (1, 1),
    }
}
