//! The same puzzle in other orientations: turned, mirrored, reversed, with other labels.

use super::kind::{Kind, kind};
use clew::families::{Futoshiki, Hidato, Line, Numberlink, Path, Zip};
use clew::puzzle::{Board, Grid, Neighbourhood, Puzzle, Wrap};

/// A square turned a quarter, with every value v as n + 1 - v and signs the other way.
fn turned(puzzle: &Futoshiki) -> Futoshiki {
    let n = puzzle.n;
    let to = |c: u32| (c % n) * n + (n - 1 - c / n);
    let mut given = vec![None; puzzle.given.len()];
    for (c, value) in (0..).zip(&puzzle.given) {
        given[to(c) as usize] = value.map(|v| n + 1 - v);
    }
    let mut less: Vec<[u32; 2]> = puzzle.less.iter().map(|&[a, b]| [to(b), to(a)]).collect();
    less.sort_unstable();
    Futoshiki { n, given, less, gaps: Vec::new() }
}

/// An orientation of a grid.
#[derive(Clone, Copy, Debug)]
pub struct Lay {
    /// Rows become columns.
    pub transpose: bool,
    /// The first row becomes the last one.
    pub up: bool,
    /// The first column becomes the last one.
    pub over: bool,
}

/// Rows become columns, and nothing else.
pub const TRANSPOSED: Lay = Lay { transpose: true, up: false, over: false };

impl Lay {
    /// All eight orientations, the first of which is the identity.
    pub fn all() -> impl Iterator<Item = Lay> {
        (0..8).map(|k| Lay { transpose: k & 1 == 1, up: k & 2 == 2, over: k & 4 == 4 })
    }

    /// The board in this orientation, with the new cell of each cell; `None` if neighbours would not stay neighbours:
    /// rows of hexagons may be reversed if their number is odd, and nothing else.
    pub fn board(self, board: &Board) -> Option<(Board, Vec<u32>)> {
        let moves = board.moves()?;
        let (rows, cols) = board.size();
        if moves == Neighbourhood::Hex
            && (self.transpose || self.over || (self.up && rows % 2 == 0))
        {
            return None;
        }
        let to = |(r, c): (u32, u32)| {
            let r = if self.up { rows - 1 - r } else { r };
            let c = if self.over { cols - 1 - c } else { c };
            if self.transpose { (c, r) } else { (r, c) }
        };
        let (high, wide) = if self.transpose { (cols, rows) } else { (rows, cols) };
        let mut present = vec![false; (rows * cols) as usize];
        for c in 0..board.len() as u32 {
            let (r, k) = to(board.place(c));
            present[(r * wide + k) as usize] = true;
        }
        let walls: Vec<[(u32, u32); 2]> =
            board.walls().iter().map(|pair| pair.map(|c| to(board.place(c)))).collect();
        let bridges: Vec<(u32, u32)> =
            board.bridges().iter().map(|b| to(board.place(b[0]))).collect();
        let wrap = match board.wrap() {
            Wrap::Rows if self.transpose => Wrap::Columns,
            Wrap::Columns if self.transpose => Wrap::Rows,
            wrap => wrap,
        };
        let plain = Grid::new(high, wide, moves, &present);
        let other = Board::new(&Grid { walls: &walls, wrap, bridges: &bridges, ..plain });
        let cells = (0..board.len() as u32).map(|c| {
            let (r, k) = to(board.place(c));
            let first = other.cell_at(r, k).expect("the cell is there");
            // For a bridge the cell along the row comes first, also after the change.
            let along = board.bridges().iter().all(|bridge| bridge[1] != c);
            let crossing = other.crossing(first).filter(|_| along == self.transpose);
            crossing.unwrap_or(first)
        });
        let cells: Vec<u32> = cells.collect();
        let marks: Vec<[u32; 2]> =
            board.links().iter().map(|pair| pair.map(|c| cells[c as usize])).collect();
        Some((other.with_links(&marks).expect("neighbours stay neighbours"), cells))
    }

    /// The puzzle in this orientation.
    pub fn puzzle(self, puzzle: &Puzzle) -> Option<Puzzle> {
        let line = |line: &Line| {
            let (board, to) = self.board(&line.board)?;
            let mut given = vec![None; to.len()];
            (0..to.len()).for_each(|c| given[to[c] as usize] = line.given[c]);
            Some(Line { board, given })
        };
        Some(match kind(puzzle) {
            Kind::Hidato(of) => Hidato(line(of)?).into(),
            Kind::Path(of) => Path(line(of)?).into(),
            Kind::Zip(of) => {
                let (board, to) = self.board(&of.board)?;
                let mut numbers = vec![None; to.len()];
                (0..to.len()).for_each(|c| numbers[to[c] as usize] = of.numbers[c]);
                Zip { board, numbers }.into()
            }
            Kind::Numberlink(of) => {
                let (board, to) = self.board(&of.board)?;
                let end = |pair: &[u32; 2]| {
                    let [a, b] = pair.map(|c| to[c as usize]);
                    [a.min(b), a.max(b)]
                };
                let ends = of.ends.iter().map(end).collect();
                Numberlink { board, ends, ..of.clone() }.into()
            }
            Kind::Futoshiki(of) => {
                let n = of.n;
                let to = |c: u32| {
                    let (mut r, mut k) = (c / n, c % n);
                    if self.up {
                        r = n - 1 - r;
                    }
                    if self.over {
                        k = n - 1 - k;
                    }
                    if self.transpose { k * n + r } else { r * n + k }
                };
                let mut given = vec![None; of.given.len()];
                (0..).zip(&of.given).for_each(|(c, &value)| given[to(c) as usize] = value);
                let mut less: Vec<[u32; 2]> = of.less.iter().map(|pair| pair.map(to)).collect();
                less.sort_unstable();
                Futoshiki { n, given, less, gaps: Vec::new() }.into()
            }
        })
    }
}

/// The reversed puzzle, which has the same number of solutions: the last number first, the greatest value least, the
/// labels in another order.
pub fn reversed(puzzle: &Puzzle) -> Puzzle {
    let line = |line: &Line| {
        let n = line.board.len() as u32;
        let given = line.given.iter().map(|g| g.map(|k| n + 1 - k)).collect();
        Line { board: line.board.clone(), given }
    };
    match kind(puzzle) {
        Kind::Hidato(of) => Hidato(line(of)).into(),
        Kind::Path(of) => Path(line(of)).into(),
        Kind::Zip(of) => {
            let last = of.stops().len() as u32;
            let numbers = of.numbers.iter().map(|number| number.map(|k| last + 1 - k)).collect();
            Zip { board: of.board.clone(), numbers }.into()
        }
        Kind::Numberlink(of) => {
            let ends = of.ends.iter().rev().copied().collect();
            Numberlink { ends, ..of.clone() }.into()
        }
        Kind::Futoshiki(of) => turned(of).into(),
    }
}
