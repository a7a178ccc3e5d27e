//! The puzzles: what is given, what an answer is, and the rules that an answer must obey.
//!
//! This floor knows rules and nothing of threads, files, flags or output.

pub mod answer;
pub mod board;
pub mod counting;
pub mod format;
pub mod network;
pub mod points;
pub mod verify;

pub use answer::line_order;
pub use board::{Board, Cell, EdgeId, Neighbourhood, Shape};
pub use network::{BuildError, BuildOptions, Built, Decoder, Goal, NetworkInfo};
pub use points::{Decimal, Point};
pub use verify::Violation;

/// The four families.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Family {
    /// Fill the cells with 1..N so that consecutive numbers are neighbours.
    Hidato,
    /// Draw one line through every cell (the continuous line).
    Path,
    /// Join equal labels by paths.
    Numberlink,
    /// A Latin square with inequalities.
    Futoshiki,
}

impl Family {
    /// All families in the order of the documentation.
    pub const ALL: [Family; 4] =
        [Family::Hidato, Family::Path, Family::Numberlink, Family::Futoshiki];

    /// The keyword of the text format.
    pub fn keyword(self) -> &'static str {
        match self {
            Family::Hidato => "hidato",
            Family::Path => "path",
            Family::Numberlink => "numberlink",
            Family::Futoshiki => "futoshiki",
        }
    }
}

impl std::fmt::Display for Family {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.keyword())
    }
}

/// A hidato or a continuous line: a board and the numbers that are given.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// The cells and which are neighbours.
    pub board: Board,
    /// Per cell the given number, from 1 to the number of cells.
    pub given: Vec<Option<u32>>,
}

/// Whether every cell must lie on a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Cover {
    /// Every cell is on exactly one path.
    #[default]
    All,
    /// Cells may stay empty.
    Partial,
}

/// Whether a path may run beside itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Touch {
    /// Two cells of one path that are neighbours are consecutive on it.
    #[default]
    No,
    /// No 2×2 block lies wholly on one path.
    No2x2,
    /// No restriction.
    Yes,
}

/// A numberlink puzzle. Every label stands exactly twice.
#[derive(Clone, PartialEq, Debug)]
pub struct Numberlink {
    /// The cells and which are neighbours.
    pub board: Board,
    /// The labels' names, in order of first appearance; label k is `labels[k]`.
    pub labels: Vec<String>,
    /// Per label its two end-points, the smaller cell first.
    pub ends: Vec<[Cell; 2]>,
    /// Whether every cell must lie on a path.
    pub cover: Cover,
    /// Whether a path may run beside itself.
    pub touch: Touch,
}

impl Numberlink {
    /// Per cell the label whose end-point stands there.
    pub fn terminals(&self) -> Vec<Option<u32>> {
        let mut t = vec![None; self.board.len()];
        for (k, ends) in self.ends.iter().enumerate() {
            for &c in ends {
                t[c as usize] = Some(k as u32);
            }
        }
        t
    }
}

/// A futoshiki of order n.
#[derive(Clone, PartialEq, Debug)]
pub struct Futoshiki {
    /// The order: rows, columns and values 1..=n.
    pub n: u32,
    /// n × n, row-major: the given value, 1-based.
    pub given: Vec<Option<u32>>,
    /// Pairs of cells (row-major indices), the first smaller than the second.
    pub less: Vec<[u32; 2]>,
}

/// The rules and givens of one puzzle.
#[derive(Clone, PartialEq, Debug)]
pub enum Puzzle {
    /// The numbers from 1 on, each beside the next, some of them given.
    Hidato(Line),
    /// One line through every cell; the same rules, usually without given numbers.
    Path(Line),
    /// Paths that join equal labels.
    Numberlink(Numberlink),
    /// A Latin square with signs of inequality.
    Futoshiki(Futoshiki),
}

impl Puzzle {
    /// Whether this is a line whose reverse obeys the givens too: its fillings come in pairs, each the
    /// other's reverse. Reversal takes number k to N + 1 - k, so no number may be given but the one in
    /// the middle of an odd number of cells. (A line of one cell is its own reverse.)
    pub fn is_undirected(&self) -> bool {
        match self {
            Puzzle::Hidato(l) | Puzzle::Path(l) => {
                let (n, mut given) = (l.board.len() as u32, l.given.iter().flatten());
                n > 1 && given.all(|&k| n + 1 - k == k)
            }
            _ => false,
        }
    }

    /// Which family this puzzle is of.
    pub fn family(&self) -> Family {
        match self {
            Puzzle::Hidato(_) => Family::Hidato,
            Puzzle::Path(_) => Family::Path,
            Puzzle::Numberlink(_) => Family::Numberlink,
            Puzzle::Futoshiki(_) => Family::Futoshiki,
        }
    }

    /// The board of a path-like puzzle; a futoshiki has none.
    pub fn board(&self) -> Option<&Board> {
        match self {
            Puzzle::Hidato(l) | Puzzle::Path(l) => Some(&l.board),
            Puzzle::Numberlink(n) => Some(&n.board),
            Puzzle::Futoshiki(_) => None,
        }
    }
}

/// A puzzle with what its file says about it.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// The rules and givens.
    pub puzzle: Puzzle,
    /// A short name; empty if there is none.
    pub title: String,
    /// Where it comes from; empty if nobody says.
    pub source: String,
    /// The expected number of solutions, a decimal string, where the file states it.
    pub solutions: Option<String>,
    /// An identifier that results echo.
    pub id: Option<String>,
}

/// A filled-in puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub enum Answer {
    /// Hidato and path: the number of each cell, 1-based; 0 for a cell the line leaves out
    /// (only when the longest line is asked for).
    Line(Vec<u32>),
    /// Numberlink: which edges of the board are on a path.
    Links(Vec<bool>),
    /// Futoshiki: the value of each cell, 1-based, row-major.
    Square(Vec<u32>),
}
