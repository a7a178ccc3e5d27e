//! A board: cells and which of them are neighbours, as an explicit graph.
//!
//! Every path-like family (hidato, continuous line, numberlink) is stated on a [`Board`]. Holes and
//! irregular outlines are simply cells that are not there. Geometry is computed once, here.

use super::points::{self, Decimal, Point};
use crate::structures::Csr;
use std::fmt;

/// Index of a cell of a board, `0 .. board.len()`, in reading order.
pub type Cell = u32;
/// Index of an edge of a board, `0 .. board.edges().len()`, in lexicographic order of its two cells.
pub type EdgeId = u32;

/// No cell at this place of the grid.
pub const NO_CELL: u32 = u32::MAX;

/// The largest number of cells a board may have. Checked before memory is taken.
pub const MAX_CELLS: usize = 65_536;

/// Which cells of a grid touch.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Neighbourhood {
    /// Orthogonal moves: up to 4 neighbours.
    Rook,
    /// Orthogonal and diagonal moves: up to 8 neighbours.
    King,
    /// Six neighbours on "odd-r" offset coordinates: rows 1, 3, … (0-based) are shifted right by half a cell.
    Hex,
}

impl Neighbourhood {
    /// The spelling of the text format: `4`, `8` or `hex`.
    pub fn keyword(self) -> &'static str {
        match self {
            Neighbourhood::Rook => "4",
            Neighbourhood::King => "8",
            Neighbourhood::Hex => "hex",
        }
    }

    /// The (row, column) offsets of the neighbours of a cell in row `row`.
    pub fn offsets(self, row: u32) -> &'static [(i32, i32)] {
        const ROOK: [(i32, i32); 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];
        const KING: [(i32, i32); 8] =
            [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
        const HEX_EVEN: [(i32, i32); 6] = [(-1, -1), (-1, 0), (0, -1), (0, 1), (1, -1), (1, 0)];
        const HEX_ODD: [(i32, i32); 6] = [(-1, 0), (-1, 1), (0, -1), (0, 1), (1, 0), (1, 1)];
        match self {
            Neighbourhood::Rook => &ROOK,
            Neighbourhood::King => &KING,
            Neighbourhood::Hex if row.is_multiple_of(2) => &HEX_EVEN,
            Neighbourhood::Hex => &HEX_ODD,
        }
    }
}

impl fmt::Display for Neighbourhood {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.keyword())
    }
}

/// Where the cells of a board lie.
#[derive(Clone, PartialEq, Debug)]
pub enum Shape {
    /// A grid, some places of which may be holes.
    Grid {
        /// Its height, holes included.
        rows: u32,
        /// Its width, holes included.
        cols: u32,
        /// Which places are neighbours.
        moves: Neighbourhood,
    },
    /// Free points; two cells are neighbours when their distance is positive and at most `reach`.
    Points {
        /// Per cell its coordinates, x to the right and y downward.
        at: Vec<Point>,
        /// The largest distance of neighbours, above 0.
        reach: Decimal,
    },
}

/// Cells and their neighbours. Immutable after construction.
#[derive(Clone, PartialEq, Debug)]
pub struct Board {
    shape: Shape,
    /// (row, column) of each cell; for free points (0, index).
    places: Vec<(u32, u32)>,
    /// rows × cols, row-major: the cell there, or `NO_CELL`. Empty for free points.
    at: Vec<u32>,
    /// Pairs of side-by-side cells that a wall parts (they are not neighbours).
    walls: Vec<[Cell; 2]>,
    /// Pairs of neighbours that follow each other on the line, the smaller cell first, ascending.
    links: Vec<[Cell; 2]>,
    /// The neighbours of each cell, ascending.
    adjacent: Csr<Cell>,
    /// Parallel to `adjacent`: the edge that leads there.
    incident: Vec<EdgeId>,
    /// Both cells of each edge, the smaller first, in lexicographic order.
    edges: Vec<[Cell; 2]>,
}

impl Board {
    /// A grid board. `present` is rows × cols, row-major: is there a cell?
    ///
    /// # Panics
    /// If `present` has another length than `rows * cols`.
    pub fn grid(rows: u32, cols: u32, moves: Neighbourhood, present: &[bool]) -> Board {
        Board::grid_with_walls(rows, cols, moves, present, &[])
    }

    /// As [`Board::grid`], with pairs of (row, column) places between which a path may not pass.
    /// Pairs that are not neighbouring cells are ignored.
    pub fn grid_with_walls(
        rows: u32,
        cols: u32,
        moves: Neighbourhood,
        present: &[bool],
        walls: &[[(u32, u32); 2]],
    ) -> Board {
        assert_eq!(present.len(), rows as usize * cols as usize, "one flag a place");
        let mut at = vec![NO_CELL; present.len()];
        let mut places = Vec::new();
        for r in 0..rows {
            for c in 0..cols {
                let i = (r * cols + c) as usize;
                if present[i] {
                    at[i] = places.len() as u32;
                    places.push((r, c));
                }
            }
        }
        let look = |r: i64, c: i64| -> u32 {
            if r < 0 || c < 0 || r >= i64::from(rows) || c >= i64::from(cols) {
                NO_CELL
            } else {
                at[(r * i64::from(cols) + c) as usize]
            }
        };
        let mut walled: Vec<[Cell; 2]> = walls
            .iter()
            .map(|&[a, b]| {
                let (a, b) = (look(a.0.into(), a.1.into()), look(b.0.into(), b.1.into()));
                [a.min(b), a.max(b)]
            })
            .filter(|w| w[1] != NO_CELL)
            .collect();
        walled.sort_unstable();
        walled.dedup();
        let (mut adjacent, mut beside) = (Csr::default(), Vec::new());
        let mut walls_used = Vec::new();
        for (cell, &(r, c)) in places.iter().enumerate() {
            let cell = cell as u32;
            for &(dr, dc) in moves.offsets(r) {
                let q = look(i64::from(r) + i64::from(dr), i64::from(c) + i64::from(dc));
                if q == NO_CELL {
                    continue;
                }
                let pair = [cell.min(q), cell.max(q)];
                if walled.binary_search(&pair).is_ok() {
                    walls_used.push(pair);
                } else {
                    beside.push(q);
                }
            }
            beside.sort_unstable();
            adjacent.add_row(beside.drain(..));
        }
        walls_used.sort_unstable();
        walls_used.dedup();
        let shape = Shape::Grid { rows, cols, moves };
        Board::finish(shape, places, at, walls_used, adjacent)
    }

    /// A board of free points. Linear in points and edges, but for sorting.
    pub fn points(at: Vec<Point>, reach: Decimal) -> Board {
        let places = (0..at.len() as u32).map(|i| (0, i)).collect();
        let near = points::near_pairs(&at, reach, usize::MAX).into_iter();
        let mut pairs: Vec<(Cell, Cell)> = near.flat_map(|[a, b]| [(a, b), (b, a)]).collect();
        pairs.sort_unstable();
        let adjacent = Csr::new(at.len(), pairs.into_iter());
        Board::finish(Shape::Points { at, reach }, places, Vec::new(), Vec::new(), adjacent)
    }

    fn finish(
        shape: Shape,
        places: Vec<(u32, u32)>,
        at: Vec<u32>,
        walls: Vec<[Cell; 2]>,
        adjacent: Csr<Cell>,
    ) -> Board {
        let near = adjacent.items();
        let mut incident = vec![0; near.len()];
        let mut edges = Vec::with_capacity(near.len() / 2);
        // A neighbour smaller than c was visited before; its edges to larger cells were numbered in
        // ascending order, so a running cursor a cell finds the number again.
        let mut cursor: Vec<u32> = adjacent.starts()[..places.len()].to_vec();
        for c in 0..places.len() as u32 {
            for i in adjacent.range(c) {
                let q = near[i];
                if c < q {
                    incident[i] = edges.len() as u32;
                    let j = cursor[q as usize];
                    debug_assert_eq!(near[j as usize], c, "adjacency is symmetric and sorted");
                    incident[j as usize] = edges.len() as u32;
                    cursor[q as usize] += 1;
                    edges.push([c, q]);
                }
            }
        }
        Board { shape, places, at, walls, links: Vec::new(), adjacent, incident, edges }
    }

    /// The number of cells.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there is no cell at all.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Where the cells lie.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Rows and columns of a grid board; `(1, len)` for free points.
    pub fn size(&self) -> (u32, u32) {
        match self.shape {
            Shape::Grid { rows, cols, .. } => (rows, cols),
            Shape::Points { .. } => (1, self.len() as u32),
        }
    }

    /// The neighbourhood of a grid board, `None` for free points.
    pub fn moves(&self) -> Option<Neighbourhood> {
        match self.shape {
            Shape::Grid { moves, .. } => Some(moves),
            Shape::Points { .. } => None,
        }
    }

    /// Whether this is a rook-move grid (then it is bipartite by checkerboard colour).
    pub fn is_rook(&self) -> bool {
        self.moves() == Some(Neighbourhood::Rook)
    }

    /// The cell at a place of the grid, if there is one.
    pub fn cell_at(&self, row: u32, col: u32) -> Option<Cell> {
        let (rows, cols) = self.size();
        if row >= rows || col >= cols {
            return None;
        }
        match self.shape {
            Shape::Points { .. } => Some(col),
            Shape::Grid { .. } => {
                Some(self.at[(row * cols + col) as usize]).filter(|&c| c != NO_CELL)
            }
        }
    }

    /// (row, column) of a cell, 0-based; for free points (0, index).
    pub fn place(&self, c: Cell) -> (u32, u32) {
        self.places[c as usize]
    }

    /// Checkerboard colour of a cell of a grid: true for "black" (row + column even).
    pub fn is_black(&self, c: Cell) -> bool {
        let (r, k) = self.place(c);
        (r + k) % 2 == 0
    }

    /// The neighbours of a cell, ascending.
    pub fn neighbours(&self, c: Cell) -> &[Cell] {
        self.adjacent.row(c)
    }

    /// The edges at a cell, parallel to [`Board::neighbours`].
    pub fn incident(&self, c: Cell) -> &[EdgeId] {
        &self.incident[self.adjacent.range(c)]
    }

    /// All edges, the smaller cell first, in lexicographic order.
    pub fn edges(&self) -> &[[Cell; 2]] {
        &self.edges
    }

    /// The edge between two cells, if they are neighbours.
    pub fn edge_between(&self, a: Cell, b: Cell) -> Option<EdgeId> {
        let i = self.neighbours(a).binary_search(&b).ok()?;
        Some(self.incident(a)[i])
    }

    /// Whether a line that comes from cell `a` to `b` and goes on to `c` keeps its direction: both
    /// steps point the same way exactly, however long they are (between free points they need not be
    /// of one length). Otherwise it turns at `b`.
    pub fn goes_straight(&self, a: Cell, b: Cell, c: Cell) -> bool {
        same_way(self.step(a, b), self.step(b, c))
    }

    /// Whether cells `a` and `c` lie in the same direction from `b`.
    pub fn is_same_way(&self, b: Cell, a: Cell, c: Cell) -> bool {
        same_way(self.step(b, a), self.step(b, c))
    }

    fn step(&self, from: Cell, to: Cell) -> (i128, i128) {
        let (p, q) = (self.centre(from), self.centre(to));
        (q.0 - p.0, q.1 - p.1)
    }

    /// Where the centre of a cell lies, in units that depend on the shape. Rows of hexagonal cells lie
    /// half a cell beside each other; that they are also closer together than cells of a row changes
    /// no direction into another.
    fn centre(&self, c: Cell) -> (i128, i128) {
        let (row, col) = self.place(c);
        match &self.shape {
            Shape::Points { at, .. } => {
                let (x, y) = at[c as usize];
                (x.units().into(), y.units().into())
            }
            Shape::Grid { moves: Neighbourhood::Hex, .. } => {
                (i128::from(2 * col + row % 2), row.into())
            }
            Shape::Grid { .. } => (col.into(), row.into()),
        }
    }

    /// The same board with marks between these cells: they follow each other on the line. `None` if
    /// two of them are no neighbours.
    pub fn with_links(mut self, links: &[[Cell; 2]]) -> Option<Board> {
        if links.iter().any(|&[a, b]| self.edge_between(a, b).is_none()) {
            return None;
        }
        self.links = links.iter().map(|&[a, b]| [a.min(b), a.max(b)]).collect();
        self.links.sort_unstable();
        self.links.dedup();
        Some(self)
    }

    /// Neighbours that are marked to follow each other on the line, the smaller cell first. Only puzzles
    /// of one line have such marks; whatever does not obey them has to refuse a board with them.
    pub fn links(&self) -> &[[Cell; 2]] {
        &self.links
    }

    /// Side-by-side pairs that a wall parts, the smaller cell first.
    pub fn walls(&self) -> &[[Cell; 2]] {
        &self.walls
    }
}

/// Whether two vectors point the same way exactly.
fn same_way(p: (i128, i128), q: (i128, i128)) -> bool {
    p.0 * q.1 == p.1 * q.0 && p.0 * q.0 + p.1 * q.1 > 0
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
