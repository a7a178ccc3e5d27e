//! Whether an answer obeys the rules of its puzzle.
//!
//! Every solution that leaves the program passes through here, so nothing here is shared with the
//! networks that find solutions: the rules are stated a second time, directly, down to which
//! places are neighbours. Everything is linear in the board.

mod worth;

use std::fmt;

use super::{
    Answer, Board, Cell, Cover, Futoshiki, Line, Neighbourhood, Numberlink, Puzzle, Shape, Touch,
};

/// A place of a grid, printed as `r1c1`, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spot {
    /// 0-based.
    pub row: u32,
    /// 0-based; for free points the index of the point.
    pub col: u32,
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row + 1, self.col + 1)
    }
}

/// A rule that an answer breaks, with the cells and numbers concerned. Its text is meant for people.
#[allow(missing_docs, reason = "the fields are named in each message")]
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Violation {
    /// The answer is of the wrong kind.
    #[error("the answer is one for another family of puzzles")]
    OtherFamily,
    /// The answer has too many or too few entries.
    #[error("the answer has {found} entries, the puzzle {expected}")]
    Length { expected: usize, found: usize },
    /// A cell that must hold a number holds none.
    #[error("{0} is not filled")]
    Unfilled(Spot),
    /// A number below 1 or above `most`.
    #[error("{at} holds {number}, which is not from 1 to {most}")]
    OutOfRange { at: Spot, number: u32, most: u32 },
    /// Two cells hold the same number of a line.
    #[error("{number} stands at {first} and at {second}")]
    Twice { number: u32, first: Spot, second: Spot },
    /// No cell holds this number of a line.
    #[error("{0} stands nowhere")]
    Missing(u32),
    /// A given number was changed.
    #[error("{at} holds {found} where {given} is given")]
    Given { at: Spot, given: u32, found: u32 },
    /// `number` and the next one are not on neighbouring cells.
    #[error("{number} at {first} and {} at {second} are not neighbours", number + 1)]
    Apart { number: u32, first: Spot, second: Spot },
    /// A link between cells that are not neighbours.
    #[error("{first} and {second} are joined but are not neighbours")]
    NotAnEdge { first: Spot, second: Spot },
    /// An end-point without exactly one link.
    #[error("{at}, an end of {label}, has {degree} links instead of 1")]
    EndDegree { at: Spot, label: String, degree: u32 },
    /// A cell on a path without exactly two links.
    #[error("{at} has {degree} links instead of 2")]
    Degree { at: Spot, degree: u32 },
    /// An empty cell where every cell must be on a path.
    #[error("{0} is on no path")]
    Uncovered(Spot),
    /// A path that joins end-points of two labels.
    #[error("the path of {label} from {from} ends at {to}, not at the other {label}")]
    WrongEnd { label: String, from: Spot, to: Spot },
    /// A cell on a closed loop apart from the paths.
    #[error("{0} is on a closed loop")]
    Loop(Spot),
    /// Two neighbouring cells of a path that are not consecutive on it.
    #[error("the path of {label} touches itself at {first} and {second}")]
    Touching { label: String, first: Spot, second: Spot },
    /// A 2×2 block, named by its upper left cell, wholly on one path.
    #[error("the path of {label} fills the 2x2 block at {at}")]
    Block { label: String, at: Spot },
    /// A number twice in a row (0-based).
    #[error("{number} stands twice in row {}", row + 1)]
    Row { row: u32, number: u32 },
    /// A number twice in a column (0-based).
    #[error("{number} stands twice in column {}", col + 1)]
    Column { col: u32, number: u32 },
    /// An answer that is not worth what is said of it.
    #[error("the goal is said to be {}, but is {found}", said.map_or("?".into(), |v| v.to_string()))]
    Worth { said: Option<i64>, found: i64 },
    /// An inequality that does not hold.
    #[error("{low} must be less than {high}, but holds {low_value} and that {high_value}")]
    NotLess { low: Spot, high: Spot, low_value: u32, high_value: u32 },
}

impl Puzzle {
    /// Checks an answer against every rule of the puzzle.
    ///
    /// # Errors
    /// The first rule found broken.
    pub fn verify(&self, answer: &Answer) -> Result<(), Violation> {
        match (self, answer) {
            (Puzzle::Hidato(line) | Puzzle::Path(line), Answer::Line(numbers)) => {
                verify_line(line, numbers, true)
            }
            (Puzzle::Numberlink(link), Answer::Links(on)) => verify_links(link, on),
            (Puzzle::Futoshiki(square), Answer::Square(values)) => verify_square(square, values),
            _ => Err(Violation::OtherFamily),
        }
    }

    /// Checks a line that may leave cells out (they hold 0): the numbers 1..k stand once each on
    /// consecutive neighbours, for some k of at least 1, and every given number stands in its cell.
    ///
    /// # Errors
    /// The first rule found broken.
    pub fn verify_partial_line(&self, answer: &Answer) -> Result<(), Violation> {
        match (self, answer) {
            (Puzzle::Hidato(line) | Puzzle::Path(line), Answer::Line(numbers)) => {
                verify_line(line, numbers, false)
            }
            _ => Err(Violation::OtherFamily),
        }
    }
}

fn same_length(expected: usize, found: usize) -> Result<(), Violation> {
    if expected == found { Ok(()) } else { Err(Violation::Length { expected, found }) }
}

fn spot(board: &Board, c: Cell) -> Spot {
    let (row, col) = board.place(c);
    Spot { row, col }
}

/// The neighbour relation by its definition, from coordinates.
fn touching(board: &Board, a: Cell, b: Cell) -> bool {
    let (p, q) = (board.place(a), board.place(b));
    let (down, right) = (p.0.abs_diff(q.0), p.1.abs_diff(q.1));
    let near = match board.shape() {
        Shape::Points { at, reach } => {
            let (p, q) = (at[a as usize], at[b as usize]);
            let aside = p.0.units().abs_diff(q.0.units());
            let down = p.1.units().abs_diff(q.1.units());
            let squared = u128::from(aside).pow(2) + u128::from(down).pow(2);
            squared > 0 && squared <= u128::from(reach.units().unsigned_abs()).pow(2)
        }
        Shape::Grid { moves: Neighbourhood::Rook, .. } => down + right == 1,
        Shape::Grid { moves: Neighbourhood::King, .. } => down.max(right) == 1,
        Shape::Grid { moves: Neighbourhood::Hex, .. } => {
            // Twice the horizontal position of the cell's centre: odd rows lie half a cell to the
            // right. Neighbours are a whole cell apart in a row, or half a cell and one row apart.
            let centre = |(row, col): (u32, u32)| 2 * col + row % 2;
            let aside = centre(p).abs_diff(centre(q));
            (down == 0 && aside == 2) || (down == 1 && aside == 1)
        }
    };
    near && board.walls().binary_search(&[a.min(b), a.max(b)]).is_err()
}

fn verify_line(line: &Line, numbers: &[u32], full: bool) -> Result<(), Violation> {
    let board = &line.board;
    let n = board.len();
    same_length(n, numbers.len())?;
    let mut stands: Vec<Option<Cell>> = vec![None; n + 1];
    let mut top = if full { n } else { 1 };
    for c in 0..n as u32 {
        let (number, at) = (numbers[c as usize], spot(board, c));
        if let Some(given) = line.given[c as usize]
            && number != given
        {
            return Err(Violation::Given { at, given, found: number });
        }
        if number == 0 {
            if full {
                return Err(Violation::Unfilled(at));
            }
            continue;
        }
        if number as usize > n {
            return Err(Violation::OutOfRange { at, number, most: n as u32 });
        }
        if let Some(first) = stands[number as usize].replace(c) {
            return Err(Violation::Twice { number, first: spot(board, first), second: at });
        }
        top = top.max(number as usize);
    }
    let mut before: Option<Cell> = None;
    for number in 1..=top as u32 {
        let Some(here) = stands[number as usize] else { return Err(Violation::Missing(number)) };
        if let Some(first) = before
            && !touching(board, first, here)
        {
            let (first, second) = (spot(board, first), spot(board, here));
            return Err(Violation::Apart { number: number - 1, first, second });
        }
        before = Some(here);
    }
    Ok(())
}

fn verify_links(link: &Numberlink, on: &[bool]) -> Result<(), Violation> {
    let board = &link.board;
    same_length(board.edges().len(), on.len())?;
    let mut joined: Vec<Vec<Cell>> = vec![Vec::new(); board.len()];
    for (&[a, b], _) in board.edges().iter().zip(on).filter(|(_, on)| **on) {
        if !touching(board, a, b) {
            return Err(Violation::NotAnEdge { first: spot(board, a), second: spot(board, b) });
        }
        joined[a as usize].push(b);
        joined[b as usize].push(a);
    }
    let mut end_of: Vec<Option<usize>> = vec![None; board.len()];
    for (k, &[a, b]) in link.ends.iter().enumerate() {
        end_of[a as usize] = Some(k);
        end_of[b as usize] = Some(k);
    }
    for (c, next) in joined.iter().enumerate() {
        let (at, degree) = (spot(board, c as u32), next.len() as u32);
        match (end_of[c], degree) {
            (Some(_), 1) | (None, 2) => {}
            (Some(k), _) => {
                return Err(Violation::EndDegree { at, label: link.labels[k].clone(), degree });
            }
            (None, 0) if link.cover == Cover::Partial => {}
            (None, 0) => return Err(Violation::Uncovered(at)),
            (None, _) => return Err(Violation::Degree { at, degree }),
        }
    }
    let path_of = trace(link, &joined)?;
    if let Some(c) = (0..board.len()).find(|&c| !joined[c].is_empty() && path_of[c].is_none()) {
        return Err(Violation::Loop(spot(board, c as u32)));
    }
    match link.touch {
        Touch::Yes => Ok(()),
        Touch::No => no_touching(link, on, &path_of),
        Touch::No2x2 => no_blocks(link, &path_of),
    }
}

/// Walks every path from its first end-point; per cell the label whose walk came by.
fn trace(link: &Numberlink, joined: &[Vec<Cell>]) -> Result<Vec<Option<usize>>, Violation> {
    let mut path_of = vec![None; joined.len()];
    for (k, &[from, to]) in link.ends.iter().enumerate() {
        let (mut before, mut here) = (from, from);
        path_of[from as usize] = Some(k);
        // Degrees are right, so the walk goes on until a cell with one link only: an end-point.
        while let Some(&next) = joined[here as usize].iter().find(|&&next| next != before) {
            (before, here) = (here, next);
            path_of[here as usize] = Some(k);
        }
        if here != to {
            let (from, to) = (spot(&link.board, from), spot(&link.board, here));
            return Err(Violation::WrongEnd { label: link.labels[k].clone(), from, to });
        }
    }
    Ok(path_of)
}

/// Two cells of one path that are neighbours are consecutive on it.
fn no_touching(link: &Numberlink, on: &[bool], path_of: &[Option<usize>]) -> Result<(), Violation> {
    for (&[a, b], &on) in link.board.edges().iter().zip(on) {
        if let (false, Some(k)) = (on, path_of[a as usize])
            && path_of[b as usize] == Some(k)
        {
            let (first, second) = (spot(&link.board, a), spot(&link.board, b));
            return Err(Violation::Touching { label: link.labels[k].clone(), first, second });
        }
    }
    Ok(())
}

/// No four cells of a 2×2 block are on one path.
fn no_blocks(link: &Numberlink, path_of: &[Option<usize>]) -> Result<(), Violation> {
    let (rows, cols) = link.board.size();
    let path_at = |r, c| link.board.cell_at(r, c).and_then(|cell| path_of[cell as usize]);
    for row in 1..rows {
        for col in 1..cols {
            let Some(k) = path_at(row, col) else { continue };
            let others = [(row - 1, col - 1), (row - 1, col), (row, col - 1)];
            if others.iter().all(|&(r, c)| path_at(r, c) == Some(k)) {
                let at = Spot { row: row - 1, col: col - 1 };
                return Err(Violation::Block { label: link.labels[k].clone(), at });
            }
        }
    }
    Ok(())
}

fn verify_square(square: &Futoshiki, values: &[u32]) -> Result<(), Violation> {
    let n = square.n;
    same_length(n as usize * n as usize, values.len())?;
    let spot = |i: u32| Spot { row: i / n, col: i % n };
    // By line and number, from 0.
    let mut rows = vec![false; n as usize * n as usize];
    let mut cols = rows.clone();
    for (i, &number) in (0u32..).zip(values) {
        let at = spot(i);
        match square.given[i as usize] {
            Some(given) if given != number => {
                return Err(Violation::Given { at, given, found: number });
            }
            _ if number == 0 => return Err(Violation::Unfilled(at)),
            _ if number > n => return Err(Violation::OutOfRange { at, number, most: n }),
            _ => {}
        }
        let first = |seen: &mut [bool], line: u32| {
            !std::mem::replace(&mut seen[(line * n + number - 1) as usize], true)
        };
        if !first(&mut rows, at.row) {
            return Err(Violation::Row { row: at.row, number });
        }
        if !first(&mut cols, at.col) {
            return Err(Violation::Column { col: at.col, number });
        }
    }
    for &[a, b] in &square.less {
        let (low_value, high_value) = (values[a as usize], values[b as usize]);
        if low_value >= high_value {
            let (low, high) = (spot(a), spot(b));
            return Err(Violation::NotLess { low, high, low_value, high_value });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
