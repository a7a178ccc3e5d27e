//! How a grid is laid out as a graph: holes, walls, sides that are joined to the opposite ones, bridges.
//!
//! A bridge is two cells at one place: one has the neighbours to the left and to the right, the other those above and
//! below. So a line that comes to a bridge leaves it straight on, and code that uses only cells and their neighbours
//! needs no special case for bridges. If every cell is on a path, both lines are there.

pub(crate) mod mask;
pub mod points;
pub(crate) mod symmetry;

use crate::keywords;
use clew_engine::structures::Csr;
use std::fmt;

/// Index of a cell of a board, `0 .. board.len()`: its places in reading order, then the second cell of
/// each bridge.
pub type Cell = u32;
/// No cell at this place of the grid.
pub(crate) const NO_CELL: u32 = u32::MAX;

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

/// Which sides of a grid are joined to the opposite ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Wrap {
    /// None: every side is a border.
    #[default]
    None,
    /// Every row wraps around: its last place is next to its first.
    Rows,
    /// Every column wraps around.
    Columns,
    /// Rows and columns wrap around.
    Both,
}

impl Wrap {
    /// Their names in the formats.
    pub const WORDS: [&'static str; 3] = ["rows", "columns", "both"];

    /// The word of the formats; `None` for no wrap.
    pub fn keyword(self) -> Option<&'static str> {
        match self {
            Wrap::None => None,
            Wrap::Rows => Some(Wrap::WORDS[0]),
            Wrap::Columns => Some(Wrap::WORDS[1]),
            Wrap::Both => Some(Wrap::WORDS[2]),
        }
    }

    /// The wrap of a word of the formats.
    pub fn from_keyword(word: &str) -> Option<Wrap> {
        [Wrap::Rows, Wrap::Columns, Wrap::Both].into_iter().find(|w| w.keyword() == Some(word))
    }

    /// Whether rows wrap around.
    pub fn rows(self) -> bool {
        matches!(self, Wrap::Rows | Wrap::Both)
    }

    /// Whether columns wrap around.
    pub fn columns(self) -> bool {
        matches!(self, Wrap::Columns | Wrap::Both)
    }

    /// Whether this number of rows can be joined like this: columns of hexagons, of which every other row is shifted,
    /// wrap around on an even number of rows only.
    pub fn fits(self, moves: Neighbourhood, rows: u32) -> bool {
        moves != Neighbourhood::Hex || !self.columns() || rows.is_multiple_of(2)
    }
}

keywords!(Wrap, "wrap", |wrap: Wrap| wrap.keyword().unwrap_or("none"), [Rows, Columns, Both]);

/// The description of a grid board. Places are (row, column), 0-based.
#[derive(Clone, Copy, Debug)]
pub struct Grid<'a> {
    /// Rows, holes included.
    pub rows: u32,
    /// Columns, holes included.
    pub cols: u32,
    /// Which places are neighbours.
    pub moves: Neighbourhood,
    /// rows × cols, row-major: is there a cell?
    pub present: &'a [bool],
    /// Pairs of places between which a path may not pass. Pairs that are no neighbours are ignored.
    pub walls: &'a [[(u32, u32); 2]],
    /// Which sides are joined.
    pub wrap: Wrap,
    /// Places where two lines cross. Those without a cell are ignored.
    pub bridges: &'a [(u32, u32)],
}

impl<'a> Grid<'a> {
    /// A grid with nothing special about it.
    pub fn new(rows: u32, cols: u32, moves: Neighbourhood, present: &'a [bool]) -> Grid<'a> {
        Grid { rows, cols, moves, present, walls: &[], wrap: Wrap::None, bridges: &[] }
    }
}

/// A grid as a graph.
pub(super) struct Laid {
    /// Per cell its place.
    pub places: Vec<(u32, u32)>,
    /// Per place its first cell, or [`NO_CELL`].
    pub at: Vec<Cell>,
    /// Pairs of neighbours that walls part, ascending.
    pub walls: Vec<[Cell; 2]>,
    /// The two cells of each bridge.
    pub bridges: Vec<[Cell; 2]>,
    /// The neighbours of each cell, ascending.
    pub adjacent: Csr<Cell>,
}

/// Cells and neighbours of a grid.
pub(super) fn lay(grid: &Grid<'_>) -> Laid {
    let &Grid { rows, cols, moves, present, wrap, .. } = grid;
    assert_eq!(present.len(), rows as usize * cols as usize, "one flag a place");
    assert!(grid.bridges.is_empty() || moves == Neighbourhood::Rook, "bridges of four ways");
    assert!(wrap.fits(moves, rows), "hexagons go round by an even number of rows");
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
        let round = |x: i64, n: u32, round: bool| if round { x.rem_euclid(n.into()) } else { x };
        let (r, c) = (round(r, rows, wrap.columns()), round(c, cols, wrap.rows()));
        let inside = r >= 0 && c >= 0 && r < rows.into() && c < cols.into();
        if inside { at[(r * i64::from(cols) + c) as usize] } else { NO_CELL }
    };
    let here = |&(r, c): &(u32, u32)| {
        (r < rows && c < cols).then(|| at[(r * cols + c) as usize]).filter(|&c| c != NO_CELL)
    };
    let mut walled: Vec<[Cell; 2]> = grid
        .walls
        .iter()
        .filter_map(|[a, b]| Some([here(a)?, here(b)?]))
        .map(|[a, b]| [a.min(b), a.max(b)])
        .collect();
    walled.sort_unstable();
    walled.dedup();
    let mut crossed: Vec<Cell> = grid.bridges.iter().filter_map(here).collect();
    crossed.sort_unstable();
    crossed.dedup();
    let plain = places.len() as u32;
    let upright = |c: Cell| crossed.binary_search(&c).ok().map(|i| plain + i as u32);
    let bridges: Vec<[Cell; 2]> =
        crossed.iter().zip(plain..).map(|(&along, across)| [along, across]).collect();
    for &c in &crossed {
        places.push(places[c as usize]);
    }
    let (mut adjacent, mut beside, mut walls) = (Csr::default(), Vec::new(), Vec::new());
    for (cell, &(r, c)) in (0u32..).zip(&places) {
        // The first cell of the place, which identifies it for walls.
        let first = if cell < plain { cell } else { crossed[(cell - plain) as usize] };
        for &(dr, dc) in moves.offsets(r) {
            let there = look(i64::from(r) + i64::from(dr), i64::from(c) + i64::from(dc));
            let leaves = upright(first).is_none() || (dr == 0) == (cell == first);
            // In a row or column of one place, the next place is the place itself.
            if there == NO_CELL || there == first || !leaves {
                continue;
            }
            let next = if dr == 0 { there } else { upright(there).unwrap_or(there) };
            if walled.binary_search(&[first.min(there), first.max(there)]).is_ok() {
                walls.push([cell.min(next), cell.max(next)]);
            } else {
                beside.push(next);
            }
        }
        beside.sort_unstable();
        // In a joined row of two places, each is the other's neighbour on both sides.
        beside.dedup();
        adjacent.add_row(beside.drain(..));
    }
    walls.sort_unstable();
    walls.dedup();
    Laid { places, at, walls, bridges, adjacent }
}

/// The difference of coordinates modulo `round` of least absolute value.
pub(super) fn nearest(by: i128, round: i128) -> i128 {
    if 2 * by.abs() > round { by - by.signum() * round } else { by }
}
