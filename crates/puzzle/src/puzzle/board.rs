//! A board: cells and which of them are neighbours, as an explicit graph.
//!
//! Every path-like family (hidato, continuous line, numberlink) is stated on a [`Board`]. Holes and
//! irregular outlines are simply cells that are not there. Geometry is computed once, here.

pub use super::grid::{Cell, Grid, Neighbourhood, Wrap};

pub(crate) use super::grid::NO_CELL;

use super::grid;
use crate::puzzle::grid::points;
use crate::puzzle::grid::points::{Decimal, Point};
use clew_engine::structures::Csr;

/// Index of an edge of a board, `0 .. board.edges().len()`, in lexicographic order of its two cells.
pub type EdgeId = u32;

/// The largest number of cells a board may have. Checked before memory is taken.
pub const MAX_CELLS: usize = 65_536;

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
    /// Which sides are joined to the opposite ones.
    wrap: Wrap,
    /// Of each bridge the cell along the row and the one along the column, in reading order.
    bridges: Vec<[Cell; 2]>,
    /// Pairs of side-by-side cells with a wall between them (they are not neighbours).
    walls: Vec<[Cell; 2]>,
    /// Pairs of neighbours that follow each other on the line, the smaller cell first, ascending.
    links: Vec<[Cell; 2]>,
    first: u32,
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
        Board::new(&Grid { walls, ..Grid::new(rows, cols, moves, present) })
    }

    /// The board of a grid description. Linear in its places, except for sorting walls.
    ///
    /// # Panics
    /// If `present` does not have one flag per place, if there are bridges but neighbours are not the four of
    /// [`Neighbourhood::Rook`], or if hexagons are wrapped around by an odd number of rows.
    pub fn new(grid: &Grid<'_>) -> Board {
        let laid = grid::lay(grid);
        let shape = Shape::Grid { rows: grid.rows, cols: grid.cols, moves: grid.moves };
        Board {
            wrap: grid.wrap,
            bridges: laid.bridges,
            ..Board::finish(shape, laid.places, laid.at, laid.walls, laid.adjacent)
        }
    }

    /// The same cells, under the same numbers, with other neighbours and walls, and without marks; `None` for
    /// free points. Linear in its places, except for sorting walls.
    ///
    /// # Panics
    /// As [`Board::new`], if the wrap or the bridges of the board are incompatible with these neighbours.
    pub fn with_layout(&self, moves: Neighbourhood, walls: &[[Cell; 2]]) -> Option<Board> {
        let &Shape::Grid { rows, cols, .. } = self.shape() else { return None };
        let places = (0..rows).flat_map(|r| (0..cols).map(move |c| (r, c)));
        let present: Vec<bool> = places.map(|(r, c)| self.cell_at(r, c).is_some()).collect();
        let walls: Vec<[(u32, u32); 2]> =
            walls.iter().map(|pair| pair.map(|c| self.place(c))).collect();
        let (wrap, bridges) = (self.wrap(), &self.bridge_places());
        let plain = Grid::new(rows, cols, moves, &present);
        Some(Board::new(&Grid { walls: &walls, wrap, bridges, ..plain }))
    }

    /// A board of free points. Linear in points and edges, except for sorting.
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
        // ascending order, so one running cursor per cell finds the number again.
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
        let (wrap, bridges, links) = (Wrap::None, Vec::new(), Vec::new());
        Board {
            shape,
            places,
            at,
            wrap,
            bridges,
            walls,
            links,
            first: 1,
            adjacent,
            incident,
            edges,
        }
    }

    /// The number of cells. A bridge has two.
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

    /// Whether this is a flat rook-move grid: its cells are bipartite by checkerboard colour, its lines do not cross,
    /// and two neighbours differ by one in row or column. It returns false for a board that wraps around or has
    /// bridges. Check it before any argument from squares, colours, corners or planarity.
    pub fn is_rook(&self) -> bool {
        self.moves() == Some(Neighbourhood::Rook) && self.is_flat()
    }

    /// Whether this is a rook-move grid without bridges whose cells have two colours in which neighbours differ: every
    /// cycle has an even number of places.
    pub fn is_checkered(&self) -> bool {
        let (rows, cols) = self.size();
        let rook = self.moves() == Some(Neighbourhood::Rook) && self.bridges.is_empty();
        rook && (!self.wrap.rows() || cols.is_multiple_of(2))
            && (!self.wrap.columns() || rows.is_multiple_of(2))
    }

    /// Whether no side is joined to the opposite one, and no two lines may cross at a place.
    pub fn is_flat(&self) -> bool {
        self.wrap == Wrap::None && self.bridges.is_empty()
    }

    /// Which sides are joined to the opposite ones.
    pub fn wrap(&self) -> Wrap {
        self.wrap
    }

    /// Of each bridge the cell of the line along its row and that of the line along its column. Both are at
    /// one place, and neither is the other's neighbour.
    pub fn bridges(&self) -> &[[Cell; 2]] {
        &self.bridges
    }

    /// At a bridge, the cell of the line that crosses the one of this cell.
    pub fn crossing(&self, c: Cell) -> Option<Cell> {
        match self.second_of(c) {
            Some(i) => Some(self.bridges[i][0]),
            None => {
                let i = self.bridges.binary_search_by_key(&c, |bridge| bridge[0]).ok()?;
                Some(self.bridges[i][1])
            }
        }
    }

    /// Whether this is the second cell of a bridge, that of the line along the column.
    pub fn is_second(&self, c: Cell) -> bool {
        self.second_of(c).is_some()
    }

    /// The index of the bridge whose second cell this is: the second cells are the last cells, in the order of the
    /// bridges.
    fn second_of(&self, c: Cell) -> Option<usize> {
        (c as usize).checked_sub(self.len() - self.bridges.len())
    }

    /// Where the bridges are, in reading order.
    pub fn bridge_places(&self) -> Vec<(u32, u32)> {
        self.bridges.iter().map(|bridge| self.place(bridge[0])).collect()
    }

    /// The edge between two places; at a bridge it may join any of the cells there.
    pub fn edge_between_places(&self, p: (u32, u32), q: (u32, u32)) -> Option<EdgeId> {
        let (a, b) = (self.cell_at(p.0, p.1)?, self.cell_at(q.0, q.1)?);
        let [from, to] = [a, b].map(|c| [Some(c), self.crossing(c)]);
        let pairs =
            from.into_iter().flatten().flat_map(|a| to.into_iter().flatten().map(move |b| (a, b)));
        pairs.into_iter().find_map(|(a, b)| self.edge_between(a, b))
    }

    /// Whether the step between two neighbours leads over the border to the opposite side.
    pub fn leads_around(&self, a: Cell, b: Cell) -> bool {
        let (p, q) = (self.place(a), self.place(b));
        self.wrap != Wrap::None && (p.0.abs_diff(q.0) > 1 || p.1.abs_diff(q.1) > 1)
    }

    /// The cells of every 2×2 block, over joined sides too. A bridge lies on both its lines, so a block with
    /// bridges is listed once for every choice of their lines.
    pub fn blocks(&self) -> Vec<[Cell; 4]> {
        let &Shape::Grid { rows, cols, .. } = self.shape() else { return Vec::new() };
        // With two rows that are joined, the second block would be the first again.
        let (down, right) = (self.wrap.columns() && rows > 2, self.wrap.rows() && cols > 2);
        let mut blocks = Vec::new();
        for r in 0..if down { rows } else { rows.saturating_sub(1) } {
            for c in 0..if right { cols } else { cols.saturating_sub(1) } {
                let (below, beside) = ((r + 1) % rows, (c + 1) % cols);
                let at = [(r, c), (r, beside), (below, c), (below, beside)];
                let [Some(w), Some(x), Some(y), Some(z)] = at.map(|(r, c)| self.cell_at(r, c))
                else {
                    continue;
                };
                let mut choices = vec![[w, x, y, z]];
                for i in 0..4 {
                    for k in 0..choices.len() {
                        let mut other = choices[k];
                        if let Some(across) = self.crossing(other[i]) {
                            other[i] = across;
                            choices.push(other);
                        }
                    }
                }
                blocks.extend(choices);
            }
        }
        blocks
    }

    /// The cell at a place of the grid, if there is one; at a bridge that of the line along the row.
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

    /// All cells in ascending order of a key of their rows and columns; those with the same key in the order of their
    /// numbers.
    pub fn ordered_by(&self, key: &dyn Fn(u32, u32) -> [u32; 3]) -> Vec<Cell> {
        let mut cells: Vec<Cell> = (0..self.len() as u32).collect();
        cells.sort_by_cached_key(|&c| {
            let (row, col) = self.place(c);
            key(row, col)
        });
        cells
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

    /// Whether a line that comes from cell `a` to `b` and goes on to `c` keeps its direction: both steps have exactly
    /// the same direction, whatever their lengths (between free points the lengths may differ). Otherwise it turns at
    /// `b`.
    pub fn goes_straight(&self, a: Cell, b: Cell, c: Cell) -> bool {
        same_way(self.step(a, b), self.step(b, c))
    }

    /// Whether cells `a` and `c` lie in the same direction from `b`.
    pub fn is_same_way(&self, b: Cell, a: Cell, c: Cell) -> bool {
        same_way(self.step(b, a), self.step(b, c))
    }

    /// The vector of a step between neighbours, to the right and down: over a joined side it leads outward, not back
    /// across the board. On hexagons the horizontal unit is half a cell.
    pub fn step(&self, from: Cell, to: Cell) -> (i128, i128) {
        let (p, q) = (self.centre(from), self.centre(to));
        let (right, down) = (q.0 - p.0, q.1 - p.1);
        let Shape::Grid { rows, cols, moves } = self.shape else { return (right, down) };
        let unit = if moves == Neighbourhood::Hex { 2 } else { 1 };
        let right =
            if self.wrap.rows() { grid::nearest(right, (unit * cols).into()) } else { right };
        (right, if self.wrap.columns() { grid::nearest(down, rows.into()) } else { down })
    }

    /// Where the centre of a cell lies, in units that depend on the shape. Adjacent rows of hexagonal cells are shifted
    /// by half a cell. The distance between rows, which is smaller than between cells of a row, is ignored: this
    /// changes no direction into another.
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

    /// Neighbours that are marked to follow each other on the line, the smaller cell first. Only puzzles of one line
    /// have such marks. A component that does not enforce them has to refuse a board with them.
    pub fn links(&self) -> &[[Cell; 2]] {
        &self.links
    }

    /// The same board, on which the numbers of a line are shown from `first` on; everything else counts them from 1.
    pub fn with_first(mut self, first: u32) -> Board {
        self.first = first;
        self
    }

    /// The number that is shown for number 1 of a line.
    pub fn first(&self) -> u32 {
        self.first
    }

    /// How a number of a line, at least 1, is shown.
    pub fn shown(&self, number: u32) -> u32 {
        (number - 1).saturating_add(self.first)
    }

    /// Side-by-side pairs with a wall between them, the smaller cell first.
    pub fn walls(&self) -> &[[Cell; 2]] {
        &self.walls
    }
}

/// Whether two vectors have exactly the same direction.
fn same_way(p: (i128, i128), q: (i128, i128)) -> bool {
    p.0 * q.1 == p.1 * q.0 && p.0 * q.0 + p.1 * q.1 > 0
}

#[cfg(test)]
mod tests;
