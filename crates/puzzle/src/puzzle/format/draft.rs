//! A puzzle as read, with positions: the common part of text and JSON.
//!
//! The readers fill in a draft and check everything that concerns any grid; the family makes a puzzle of it, so that
//! its rules and messages are the same for both forms.

use super::fault::{At, Fault};
use super::{MAX_LINKS, MAX_PLACES, MAX_POINTS, MAX_SIDE};
use crate::puzzle::board::MAX_CELLS;
use crate::puzzle::family::DrawnRules;
use crate::puzzle::grid::points::{first_repeated, near_pairs};
use crate::puzzle::{Answer, Board, Decimal, Family, Grid, Neighbourhood, Point, Puzzle, Wrap};
use rustc_hash::FxHashSet;

/// The content of a place of the grid.
#[derive(Clone, Debug, PartialEq)]
pub enum Clue {
    /// A cell to fill.
    Empty,
    /// No cell.
    Hole,
    /// A given number. Numbers beyond `u32` are kept as `u32::MAX`, which is too large for every board.
    Number(u32),
    /// The end of a path.
    Label(String),
}

impl Clue {
    /// A number of decimal digits. A number beyond `u32` is as wrong as `u32::MAX` and becomes it.
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
    /// The number after them, where the key has numbers; 1 if there is none.
    pub number: u32,
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
    /// The number with which a line begins, if it is stated.
    pub first: Option<u32>,
    /// Which sides are joined to the opposite ones, and where that was read.
    pub wrap: (Wrap, At<'a>),
    /// Places where two lines cross, and where they were read.
    pub bridges: Vec<(Place, At<'a>)>,
    /// For each key of the family's pairs, its list.
    pub pairs: Vec<Vec<Pair<'a>>>,
    /// Per key of the family's words, the word that was chosen.
    pub words: Vec<&'static str>,
    /// Where the grid starts: the position for faults of the whole.
    pub origin: At<'a>,
}

/// Checks the size of a grid before its places are stored. `None` if it is within the limits, else
/// a description of the expected size.
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
        self.fits()?;
        (self.family.read)(self)
    }

    /// Whether there are cells, and not too many.
    fn fits(&self) -> Result<(), Fault<'a>> {
        let cells = self.cells();
        if cells == 0 {
            return Err(Fault::new(self.origin, "at least one cell"));
        }
        if cells + self.bridges.len() > MAX_CELLS {
            let expected = format!("at most {MAX_CELLS} cells, of which a bridge has two");
            let short = format!("at most {MAX_CELLS} cells");
            let none = self.bridges.is_empty();
            return Err(Fault::new(self.origin, if none { short } else { expected }));
        }
        Ok(())
    }

    /// The puzzle, and its solution where that is drawn by more than givens. `drawn`: a solution is, under these
    /// rules.
    ///
    /// # Errors
    /// The first mistake.
    pub(super) fn stated(
        mut self,
        drawn: Option<&DrawnRules>,
    ) -> Result<(Puzzle, Option<Answer>), Fault<'a>> {
        let Some(rules) = drawn else { return Ok((self.build()?, None)) };
        for &(key, word) in &rules.words {
            if let Some(k) = self.family.words.iter().position(|known| known.name == key) {
                self.words[k] = word;
            }
        }
        self.moves = rules.neighbours.unwrap_or(self.moves);
        match self.family.drawn {
            Some(read) => {
                self.fits()?;
                read(self).map(|(puzzle, answer)| (puzzle, Some(answer)))
            }
            None => Ok((self.build()?, None)),
        }
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
    /// For walls that part no neighbours, bridges where lines cannot cross, hexagons that do not fit over
    /// the border, and too many free points or neighbours of them.
    pub fn board(self) -> Result<Board, Fault<'a>> {
        if let Some(points) = self.points {
            return points_board(points, self.origin);
        }
        let (rows, cols) = (self.size.0 as u32, self.size.1 as u32);
        let (wrap, read) = self.wrap;
        if !wrap.fits(self.moves, rows) {
            let expected = format!(
                "\"rows\": columns of hexagons fit over the border on an even number of rows, not {rows}"
            );
            return Err(Fault::new(read, expected));
        }
        let (walls, bridges) = (self.wall_places()?, self.bridge_places()?);
        let present: Vec<bool> = self.clues.iter().map(|(clue, _)| *clue != Clue::Hole).collect();
        let plain = Grid::new(rows, cols, self.moves, &present);
        Ok(Board::new(&Grid { walls: &walls, wrap, bridges: &bridges, ..plain }))
    }

    /// The content of a place; `None` where there is no cell.
    fn clue_at(&self, (r, c): Place) -> Option<&Clue> {
        let (rows, cols) = self.size;
        let inside = (r as usize) < rows && (c as usize) < cols;
        let (clue, _) = inside.then(|| &self.clues[r as usize * cols + c as usize])?;
        (*clue != Clue::Hole).then_some(clue)
    }

    /// The places on both sides of each wall.
    ///
    /// # Errors
    /// For one that parts no neighbours.
    fn wall_places(&self) -> Result<Vec<[Place; 2]>, Fault<'a>> {
        let (rows, cols) = (self.size.0 as u32, self.size.1 as u32);
        let (wrap, _) = self.wrap;
        let mut walls = Vec::with_capacity(self.walls.len());
        for wall in &self.walls {
            let [a, b] = wall.places;
            if let Some(&off) = [a, b].iter().find(|&&p| self.clue_at(p).is_none()) {
                return Err(Fault::new(
                    wall.at,
                    format!("two neighbouring cells; there is no cell {}", name(off)),
                ));
            }
            let leads = |from: u32, by: i32, to: u32, round: Option<u32>| {
                let next = i64::from(from) + i64::from(by);
                round.map_or(next, |n| next.rem_euclid(n.into())) == i64::from(to)
            };
            let beside = |&(dr, dc): &(i32, i32)| {
                leads(a.0, dr, b.0, wrap.columns().then_some(rows))
                    && leads(a.1, dc, b.1, wrap.rows().then_some(cols))
            };
            if a == b || !self.moves.offsets(a.0).iter().any(beside) {
                return Err(Fault::new(
                    wall.at,
                    format!("two neighbouring cells; {} and {} are not", name(a), name(b)),
                ));
            }
            walls.push([a, b]);
        }
        Ok(walls)
    }

    /// The places of the bridges.
    ///
    /// # Errors
    /// For one where lines cannot cross, or that is one already.
    fn bridge_places(&self) -> Result<Vec<Place>, Fault<'a>> {
        let mut bridges = Vec::with_capacity(self.bridges.len());
        let mut crossed = FxHashSet::default();
        for &(place, read) in &self.bridges {
            let clue = self.clue_at(place);
            let expected = if self.moves != Neighbourhood::Rook {
                "no bridge: lines cross where cells have 4 neighbours".to_string()
            } else if clue.is_none() {
                format!("a cell; there is none at {}", name(place))
            } else if clue != Some(&Clue::Empty) {
                format!("a cell to fill; lines neither end nor begin on the bridge {}", name(place))
            } else if !crossed.insert(place) {
                format!("every bridge once; {} is one already", name(place))
            } else {
                bridges.push(place);
                continue;
            };
            return Err(Fault::new(read, expected));
        }
        Ok(bridges)
    }
}

/// A board of free points.
///
/// # Errors
/// For too many of them or of their neighbours, and for two at one place.
fn points_board<'a>(points: Points<'a>, origin: At<'a>) -> Result<Board, Fault<'a>> {
    if points.at.len() > MAX_POINTS {
        return Err(Fault::new(origin, format!("at most {MAX_POINTS} points")));
    }
    if let Some([earlier, i]) = first_repeated(&points.at) {
        return Err(Fault::new(
            points.read[i],
            format!("every point once; this is where point {} is already", earlier + 1),
        ));
    }
    if near_pairs(&points.at, points.reach, MAX_LINKS + 1).len() > MAX_LINKS {
        return Err(Fault::new(
            origin,
            format!("a reach that gives at most {MAX_LINKS} pairs of neighbours"),
        ));
    }
    Ok(Board::points(points.at, points.reach))
}
