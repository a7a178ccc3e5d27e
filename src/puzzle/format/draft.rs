//! A puzzle as read, with positions, and the rules that make it a well-formed one.
//!
//! Generic over what a position is, so that text and JSON share every rule and every message.

use std::collections::HashMap;

use super::error::Fault;
use super::{MAX_LABEL_NAME, MAX_LABELS, MAX_LINKS, MAX_PLACES, MAX_POINTS, MAX_SIDE};
use crate::puzzle::board::MAX_CELLS;
use crate::puzzle::points::{first_repeated, near_pairs};
use crate::puzzle::{
    Board, Cover, Decimal, Family, Futoshiki, Line, Neighbourhood, Numberlink, Point, Puzzle, Touch,
};

/// What stands at a place of the grid.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Clue {
    /// A cell to fill.
    Empty,
    /// No cell.
    Hole,
    /// A given number. Numbers beyond `u32` are kept as `u32::MAX`, which no board has room for.
    Number(u32),
    /// The end of a path.
    Label(String),
}

/// A (row, column), 0-based.
pub(super) type Place = (u32, u32);

/// Two places and where they were read.
pub(super) struct Pair<P> {
    pub places: [Place; 2],
    pub at: P,
}

/// Free points and the largest distance of neighbours.
pub(super) struct Points<P> {
    pub at: Vec<Point>,
    /// Where each point was read.
    pub read: Vec<P>,
    pub reach: Decimal,
}

/// A puzzle before its rules are checked.
pub(super) struct Draft<P> {
    pub family: Family,
    /// Rows and columns; `(1, n)` for n free points.
    pub size: (usize, usize),
    /// rows × cols, row-major.
    pub clues: Vec<(Clue, P)>,
    pub moves: Neighbourhood,
    pub points: Option<Points<P>>,
    pub walls: Vec<Pair<P>>,
    pub less: Vec<Pair<P>>,
    pub cover: Cover,
    pub touch: Touch,
    /// Where the grid starts: for what is wrong with the whole.
    pub origin: P,
}

/// Checks the size of a grid before its places are stored. `None` if it is within the limits, else
/// what was expected.
pub(super) fn size_fault(rows: usize, cols: usize) -> Option<String> {
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

/// The neighbourhood of a family where none is said.
pub(super) fn default_moves(family: Family) -> Neighbourhood {
    if family == Family::Hidato { Neighbourhood::King } else { Neighbourhood::Rook }
}

/// Whether a text can be the name of a label.
pub(super) fn is_label(text: &str) -> bool {
    !text.is_empty() && text.len() <= MAX_LABEL_NAME && text.chars().all(char::is_alphanumeric)
}

/// `r1c1`: how people read a place.
pub(super) fn name((row, col): Place) -> String {
    format!("r{}c{}", row + 1, col + 1)
}

impl<P: Copy> Draft<P> {
    /// The puzzle, if everything about it is in order.
    pub fn build(self) -> Result<Puzzle, Fault<P>> {
        let cells = self.clues.iter().filter(|(clue, _)| *clue != Clue::Hole).count();
        if cells == 0 {
            return Err(Fault::new(self.origin, "at least one cell"));
        }
        if cells > MAX_CELLS {
            return Err(Fault::new(self.origin, format!("at most {MAX_CELLS} cells")));
        }
        match self.family {
            Family::Hidato => Ok(Puzzle::Hidato(self.line(cells)?)),
            Family::Path => Ok(Puzzle::Path(self.line(cells)?)),
            Family::Numberlink => Ok(Puzzle::Numberlink(self.numberlink()?)),
            Family::Futoshiki => Ok(Puzzle::Futoshiki(self.futoshiki()?)),
        }
    }

    fn line(self, cells: usize) -> Result<Line, Fault<P>> {
        let mut given = Vec::with_capacity(cells);
        let mut first: Vec<Option<Place>> = vec![None; cells + 1];
        for (i, (clue, at)) in self.clues.iter().enumerate() {
            match *clue {
                Clue::Number(v) if v == 0 || v as usize > cells => {
                    return Err(Fault::new(*at, range("a number", cells, "the number of cells")));
                }
                Clue::Number(v) => {
                    if let Some(place) = first[v as usize].replace(self.place(i)) {
                        let earlier = name(place);
                        return Err(Fault::new(
                            *at,
                            format!("every number at most once; {v} stands at {earlier} already"),
                        ));
                    }
                    given.push(Some(v));
                }
                Clue::Empty => given.push(None),
                Clue::Hole => {}
                Clue::Label(_) => return Err(Fault::new(*at, "a number, \".\" or \"#\"")),
            }
        }
        Ok(Line { board: self.board()?, given })
    }

    fn numberlink(self) -> Result<Numberlink, Fault<P>> {
        let mut labels: Vec<String> = Vec::new();
        let mut seen: HashMap<&str, usize> = HashMap::new();
        let mut stands: Vec<(Vec<u32>, P)> = Vec::new();
        let mut cell = 0u32;
        for (clue, at) in &self.clues {
            match clue {
                Clue::Label(text) => {
                    let k = *seen.entry(text).or_insert(stands.len());
                    if k == stands.len() {
                        if k == MAX_LABELS {
                            return Err(Fault::new(*at, format!("at most {MAX_LABELS} labels")));
                        }
                        labels.push(text.clone());
                        stands.push((Vec::new(), *at));
                    }
                    if stands[k].0.len() == 2 {
                        return Err(Fault::new(*at, "every label twice; this is the third"));
                    }
                    stands[k].0.push(cell);
                }
                Clue::Number(_) => return Err(Fault::new(*at, "a label, \".\" or \"#\"")),
                Clue::Empty | Clue::Hole => {}
            }
            cell += u32::from(*clue != Clue::Hole);
        }
        let mut ends = Vec::with_capacity(stands.len());
        for (cells, at) in stands {
            match cells[..] {
                [a, b] => ends.push([a, b]),
                _ => return Err(Fault::new(at, "every label twice; this one stands once")),
            }
        }
        if ends.is_empty() {
            return Err(Fault::new(self.origin, "at least one pair of labels"));
        }
        let (cover, touch) = (self.cover, self.touch);
        Ok(Numberlink { board: self.board()?, labels, ends, cover, touch })
    }

    fn futoshiki(self) -> Result<Futoshiki, Fault<P>> {
        let (rows, cols) = self.size;
        if rows != cols {
            let expected = format!("as many rows as columns, not {rows} x {cols}");
            return Err(Fault::new(self.origin, expected));
        }
        let mut given = Vec::with_capacity(self.clues.len());
        for (clue, at) in &self.clues {
            match *clue {
                Clue::Number(v) if (1..=cols as u32).contains(&v) => given.push(Some(v)),
                Clue::Empty => given.push(None),
                Clue::Number(_) => {
                    return Err(Fault::new(*at, range("a number", cols, "the order")));
                }
                Clue::Hole => return Err(Fault::new(*at, "no hole in a futoshiki")),
                Clue::Label(_) => return Err(Fault::new(*at, "a number or \".\"")),
            }
        }
        let n = cols as u32;
        let mut less: Vec<([u32; 2], P)> = Vec::with_capacity(self.less.len());
        for pair in &self.less {
            let [a, b] = pair.places;
            if let Some(&off) = [a, b].iter().find(|p| p.0 >= n || p.1 >= n) {
                return Err(Fault::new(
                    pair.at,
                    format!("two cells of the {n} x {n} grid; {} is off it", name(off)),
                ));
            }
            if a == b {
                return Err(Fault::new(pair.at, "two different cells"));
            }
            less.push(([a.0 * n + a.1, b.0 * n + b.1], pair.at));
        }
        let mut pairs: Vec<[u32; 2]> = less.iter().map(|(pair, _)| *pair).collect();
        pairs.sort_unstable();
        pairs.dedup();
        for &([a, b], at) in &less {
            if pairs.binary_search(&[b, a]).is_ok() {
                let (low, high) = (name((a / n, a % n)), name((b / n, b % n)));
                return Err(Fault::new(
                    at,
                    format!("signs that agree; {low} and {high} are each less than the other"),
                ));
            }
        }
        Ok(Futoshiki { n, given, less: pairs })
    }

    /// The (row, column) of the i-th clue.
    fn place(&self, i: usize) -> Place {
        ((i / self.size.1) as u32, (i % self.size.1) as u32)
    }

    fn board(self) -> Result<Board, Fault<P>> {
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

fn range(what: &str, most: usize, meaning: &str) -> String {
    format!("{what} from 1 to {most} ({meaning})")
}
