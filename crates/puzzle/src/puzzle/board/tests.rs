//! Boards as graphs.

use super::*;
use Neighbourhood::{Hex, King, Rook};

/// The neighbours of a cell as places.
fn around(board: &Board, c: Cell) -> Vec<(u32, u32)> {
    board.neighbours(c).iter().map(|&q| board.place(q)).collect()
}

#[test]
fn rows_and_columns_go_round() {
    let grid = |wrap, moves| Board::new(&Grid { wrap, ..Grid::new(4, 3, moves, &[true; 12]) });
    assert_eq!(around(&grid(Wrap::Rows, Rook), 0), [(0, 1), (0, 2), (1, 0)]);
    assert_eq!(around(&grid(Wrap::Columns, Rook), 0), [(0, 1), (1, 0), (3, 0)]);
    assert_eq!(around(&grid(Wrap::Both, Rook), 0), [(0, 1), (0, 2), (1, 0), (3, 0)]);
    for wrap in [Wrap::None, Wrap::Rows, Wrap::Columns, Wrap::Both] {
        for (moves, most) in [(Rook, 4), (King, 8), (Hex, 6)] {
            let board = grid(wrap, moves);
            let all = (0..board.len() as u32).map(|c| board.neighbours(c).len());
            assert_eq!(wrap == Wrap::Both, all.min() == Some(most), "{wrap:?} {moves}");
        }
    }
    // A side over which there is nothing else adds nothing.
    for (rows, cols) in [(1, 1), (1, 2), (2, 1), (2, 2)] {
        let cells = vec![true; (rows * cols) as usize];
        let flat = Board::grid(rows, cols, Rook, &cells);
        let round = Board::new(&Grid { wrap: Wrap::Both, ..Grid::new(rows, cols, Rook, &cells) });
        assert_eq!(round.edges(), flat.edges());
        assert!(round.edges().iter().all(|&[a, b]| !round.leads_around(a, b)));
    }
}

#[test]
fn a_wall_closes_a_way_round() {
    let walls = [[(0, 2), (0, 0)]];
    let grid = Grid { walls: &walls, wrap: Wrap::Rows, ..Grid::new(2, 3, Rook, &[true; 6]) };
    let board = Board::new(&grid);
    assert_eq!(board.walls(), [[0, 2]]);
    assert_eq!(around(&board, 0), [(0, 1), (1, 0)]);
    assert_eq!(around(&board, 3), [(0, 0), (1, 1), (1, 2)]);
}

#[test]
fn a_bridge_is_crossed_straight() {
    let bridges = [(1, 1), (1, 2)];
    let walls = [[(1, 1), (2, 1)]];
    let grid = Grid { bridges: &bridges, walls: &walls, ..Grid::new(3, 4, Rook, &[true; 12]) };
    let board = Board::new(&grid);
    assert_eq!((board.len(), board.bridges()), (14, &[[5, 12], [6, 13]][..]));
    assert_eq!(board.neighbours(5), [4, 6]);
    assert_eq!(board.neighbours(6), [5, 7]);
    assert_eq!(board.neighbours(12), [1]);
    assert_eq!(board.neighbours(13), [2, 10]);
    assert_eq!(board.walls(), [[9, 12]]);
    assert_eq!(
        (board.crossing(12), board.crossing(5), board.crossing(4)),
        (Some(5), Some(12), None)
    );
    assert_eq!(board.edge_between_places((0, 2), (1, 2)), board.edge_between(2, 13));
    assert_eq!(board.edge_between_places((1, 2), (1, 1)), board.edge_between(5, 6));
    assert!(!board.is_rook());
    // Blocks: one a choice of lines.
    assert_eq!(board.blocks().len(), 2 * 2 + 2 * 4 + 2 * 2);
}

#[test]
fn steps_over_the_border_keep_their_direction() {
    for moves in [Rook, King, Hex] {
        let grid = Grid { wrap: Wrap::Both, ..Grid::new(4, 5, moves, &[true; 20]) };
        let board = Board::new(&grid);
        for c in 0..20 {
            let straight = board.neighbours(c).iter().map(|&a| {
                board.neighbours(c).iter().filter(|&&b| board.goes_straight(a, c, b)).count()
            });
            assert!(straight.into_iter().all(|n| n == 1), "{moves} {c}");
        }
    }
}

#[test]
fn edges_and_incidence_agree() {
    for moves in [Neighbourhood::Rook, Neighbourhood::King, Neighbourhood::Hex] {
        let mut present = vec![true; 20];
        present[7] = false;
        let b = Board::grid(4, 5, moves, &present);
        assert_eq!(b.len(), 19);
        for c in 0..b.len() as u32 {
            for (&q, &e) in b.neighbours(c).iter().zip(b.incident(c)) {
                assert_eq!(b.edges()[e as usize], [c.min(q), c.max(q)]);
                assert_eq!(b.edge_between(q, c), Some(e));
            }
        }
    }
}

#[test]
fn hex_rows_shift_right() {
    let b = Board::grid(3, 3, Neighbourhood::Hex, &[true; 9]);
    assert_eq!(b.neighbours(0), [1, 3]);
    assert_eq!(b.neighbours(4), [1, 2, 3, 5, 7, 8]);
}

#[test]
fn walls_part_neighbours() {
    let b = Board::grid_with_walls(1, 3, Neighbourhood::Rook, &[true; 3], &[[(0, 1), (0, 0)]]);
    assert_eq!(b.edges(), [[1, 2]]);
    assert_eq!(b.walls(), [[0, 1]]);
}
