//! A puzzle as read, with positions: what text and JSON have in common.
//!
//! The readers fill a draft in and look at what concerns any grid; the family makes a puzzle of it, so
//! that its rules and messages are the same for both forms.

use super::fault::{At, Fault};
use super::{MAX_LINKS, MAX_PLACES, MAX_POINTS, MAX_SIDE};
use crate::puzzle::board::MAX_CELLS;
use crate::puzzle::points::{first_repeated, near_pairs};
use crate::puzzle::{Board, Decimal, Family, Neighbourhood, Point, Puzzle};

/// What stands at a place of the grid.
#[derive(Clone, Debug, PartialEq)]
pub enum Clue {
    /// A cell to fill.
    Empty,
    /// No cell.
    Hole,
    /// A given number. Numbers beyond `u32` are kept as `u32::MAX`, which no board has room for.
    Number(u32),
    /// The end of a path.
    Label(String),
}

impl Clue {
    /// A number of decimal digits. What does not fit `u32` is as wrong as `u32::MAX` and becomes it.
    pub fn number(text: &str) -> Option<Clue> {
        let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        digits.then(|| Clue::Number(text.parse().unwrap_or(u32::MAX)))
    }

    /// A whole number of JSON. One that cannot be right for any board is reported as out of range
    /// later.
    pub fn json_number(number: &serde_json::Number) -> Option<Clue> {
        let value = number.as_u64().unwrap_or(0);
        (number.is_i64() || number.is_u64())
            .then(|| Clue::Number(u32::try_from(value).unwrap_or(u32::MAX)))
    }
}

/// A (row, column), 0-based.
pub type Place = (u32, u32);

/// Two places and where they were read.
pub struct Pair<'a> {
    /// The places.
    pub places: [Place; 2],
    /// Where they were read.
    pub at: At<'a>,
}

/// Free points and the largest distance of neighbours.
pub struct Points<'a> {
    /// The coordinates.
    pub at: Vec<Point>,
    /// Where each point was read.
    pub read: Vec<At<'a>>,
    /// The largest distance of neighbours.
    pub reach: Decimal,
}

/// A puzzle before its rules are checked.
pub struct Draft<'a> {
    /// The family that is to make a puzzle of it.
    pub family: Family,
    /// Rows and columns; `(1, n)` for n free points.
    pub size: (usize, usize),
    /// rows × cols, row-major.
    pub clues: Vec<(Clue, At<'a>)>,
    /// Which cells are neighbours.
    pub moves: Neighbourhood,
    /// The points, if it has no grid.
    pub points: Option<Points<'a>>,
    /// Neighbours that are parted.
    pub walls: Vec<Pair<'a>>,
    /// Per key of the family's pairs, what it lists.
    pub pairs: Vec<Vec<Pair<'a>>>,
    /// Per key of the family's words, the word that was chosen.
    pub words: Vec<&'static str>,
    /// Where the grid starts: for what is wrong with the whole.
    pub origin: At<'a>,
}

/// Checks the size of a grid before its places are stored. `None` if it is within the limits, else
/// what was expected.
pub fn size_fault(rows: usize, cols: usize) -> Option<String> {
    if rows > MAX_SIDE {
        Some(format!("at most {MAX_SIDE} rows"))
    } else if cols > MAX_SIDE {
        Some(format!("at most {MAX_SIDE} columns"))
    } else if rows.saturating_mul(cols) > MAX_PLACES {
        Some(format!("at most {MAX_PLACES} places, holes included"))
    } else {
        None
    }
}

/// `r1c1`: how people read a place.
pub fn name((row, col): Place) -> String {
    format!("r{}c{}", row + 1, col + 1)
}

impl<'a> Draft<'a> {
    /// The puzzle, if everything about it is in order.
    ///
    /// # Errors
    /// The first mistake.
    pub fn build(self) -> Result<Puzzle, Fault<'a>> {
        let cells = self.cells();
        if cells == 0 {
            return Err(Fault::new(self.origin, "at least one cell"));
        }
        if cells > MAX_CELLS {
            return Err(Fault::new(self.origin, format!("at most {MAX_CELLS} cells")));
        }
        (self.family.read)(self)
    }

    /// How many places are cells.
    pub fn cells(&self) -> usize {
        self.clues.iter().filter(|(clue, _)| *clue != Clue::Hole).count()
    }

    /// The (row, column) of the i-th clue.
    pub fn place(&self, i: usize) -> Place {
        ((i / self.size.1) as u32, (i % self.size.1) as u32)
    }

    /// The board that the draft describes.
    ///
    /// # Errors
    /// For walls that part no neighbours, and too many free points or neighbours of them.
    pub fn board(self) -> Result<Board, Fault<'a>> {
        if let Some(points) = self.points {
            if points.at.len() > MAX_POINTS {
                return Err(Fault::new(self.origin, format!("at most {MAX_POINTS} points")));
            }
            if let Some([earlier, i]) = first_repeated(&points.at) {
                return Err(Fault::new(
                    points.read[i],
                    format!("every point once; this is where point {} is already", earlier + 1),
                ));
            }
            if near_pairs(&points.at, points.reach, MAX_LINKS + 1).len() > MAX_LINKS {
                return Err(Fault::new(
                    self.origin,
                    format!("a reach that gives at most {MAX_LINKS} pairs of neighbours"),
                ));
            }
            return Ok(Board::points(points.at, points.reach));
        }
        let (rows, cols) = (self.size.0 as u32, self.size.1 as u32);
        let present: Vec<bool> = self.clues.iter().map(|(clue, _)| *clue != Clue::Hole).collect();
        let mut walls = Vec::with_capacity(self.walls.len());
        for wall in &self.walls {
            let [a, b] = wall.places;
            let is_cell = |p: Place| {
                p.0 < rows && p.1 < cols && present[p.0 as usize * cols as usize + p.1 as usize]
            };
            if let Some(&off) = [a, b].iter().find(|&&p| !is_cell(p)) {
                return Err(Fault::new(
                    wall.at,
                    format!("two neighbouring cells; there is no cell {}", name(off)),
                ));
            }
            let beside = |&(dr, dc): &(i32, i32)| {
                i64::from(a.0) + i64::from(dr) == i64::from(b.0)
                    && i64::from(a.1) + i64::from(dc) == i64::from(b.1)
            };
            if !self.moves.offsets(a.0).iter().any(beside) {
                return Err(Fault::new(
                    wall.at,
                    format!("two neighbouring cells; {} and {} are not", name(a), name(b)),
                ));
            }
            walls.push([a, b]);
        }
        Ok(Board::grid_with_walls(rows, cols, self.moves, &present, &walls))
    }
}
