//! Where solutions differ, and where they do not: the result of [`Options::locate`].
//!
//! [`Options::locate`]: super::Options::locate

pub(crate) mod candidates;
pub(crate) mod cover;
pub(crate) mod determined;
pub(crate) mod places;
pub(crate) mod questions;
pub(crate) mod settle;
pub(crate) mod solution_walk;

use clew_puzzle::puzzle::{Answer, Cell, Content, Puzzle, line_order};

/// The known candidates of a cell.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CellCandidates {
    /// Its contents in solutions that were met, or counted by tables, in the order of the puzzle's candidates.
    pub can: Vec<Content>,
    /// Contents that are undecided: no solution with them was met, and they were not ruled out.
    pub perhaps: Vec<Content>,
}

impl CellCandidates {
    /// Whether it is proved to be the same in all solutions.
    pub fn is_same(&self) -> bool {
        self.can.len() == 1 && self.perhaps.is_empty()
    }

    /// Whether two known solutions differ here.
    pub fn differs(&self) -> bool {
        self.can.len() > 1
    }
}

/// The known use of an edge of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EdgeUse {
    /// It is on a line in every solution; proved.
    Always,
    /// It is in none; proved.
    Never,
    /// It is in one solution that was met, or counted by tables, and not in another.
    Sometimes,
    /// All solutions that were met agree on it, and nothing is proved.
    Unsettled,
}

/// The facts that are the same in all solutions, and those that are not.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Differences {
    /// Per cell its candidates; `None` if the network has no literals for them.
    pub cells: Option<Vec<CellCandidates>>,
    /// Per edge of the board how it is used; `None` if the network has no literals for it.
    pub edges: Option<Vec<EdgeUse>>,
    /// Questions that were put.
    pub questions: u64,
    /// Solutions that were met.
    pub met: u64,
}

impl Differences {
    /// Of a puzzle all of whose solutions are these: none or one, for a line that runs either way up
    /// to direction.
    pub fn new(puzzle: &Puzzle, answer: Option<&Answer>) -> Differences {
        let spot = |content: Content| CellCandidates { can: vec![content], perhaps: Vec::new() };
        let cells = has_meaningful_cells(puzzle).then(|| match answer {
            Some(answer) => puzzle.contents(answer).into_iter().map(spot).collect(),
            None => vec![CellCandidates::default(); puzzle.cells()],
        });
        let edges = puzzle.board().map(|board| match answer {
            Some(answer) => {
                let used = used(puzzle, answer);
                used.iter().map(|&on| if on { EdgeUse::Always } else { EdgeUse::Never }).collect()
            }
            None => vec![EdgeUse::Never; board.edges().len()],
        });
        Differences { cells, edges, questions: 0, met: u64::from(answer.is_some()) }
    }

    /// Whether everything is proved.
    pub fn is_complete(&self) -> bool {
        let cells = self.cells.iter().flatten().all(|spot| spot.perhaps.is_empty());
        cells && !self.edges.iter().flatten().any(|e| *e == EdgeUse::Unsettled)
    }

    /// Differences that the cells do not show: edges, each by its ends, that solutions use or may use differently, and
    /// whose ends both hold the same in all of them, or nothing is known about cells.
    pub fn edge_differences(&self, puzzle: &Puzzle) -> Vec<([Cell; 2], EdgeUse)> {
        let (Some(edges), Some(board)) = (&self.edges, puzzle.board()) else { return Vec::new() };
        let is_same = |&c: &Cell| self.cells.as_ref().is_none_or(|all| all[c as usize].is_same());
        let differing = |used: EdgeUse| matches!(used, EdgeUse::Sometimes | EdgeUse::Unsettled);
        let all = board.edges().iter().copied().zip(edges.iter().copied());
        all.filter(|(ends, used)| differing(*used) && ends.iter().all(is_same)).collect()
    }

    /// Per cell of the puzzle, whether solutions are known to differ there: in its content, or in an edge at it that
    /// the contents of cells do not determine.
    pub fn open_cells(&self, puzzle: &Puzzle) -> Vec<bool> {
        let mut open: Vec<bool> = match &self.cells {
            Some(cells) => cells.iter().map(CellCandidates::differs).collect(),
            None => vec![false; puzzle.cells()],
        };
        for (ends, used) in self.edge_differences(puzzle) {
            if used == EdgeUse::Sometimes {
                ends.iter().for_each(|&c| open[c as usize] = true);
            }
        }
        open
    }
}

/// Whether the contents of cells are meaningful: the numbers of a line that runs either way are not.
pub(super) fn has_meaningful_cells(puzzle: &Puzzle) -> bool {
    puzzle.cells() > 0 && !puzzle.folds_reverse()
}

/// Whether the contents of cells are what is written into them, and so determine an answer. A zip writes the places along
/// its line, but the content of a cell is the number that the line has met last.
pub(in crate::strategy) fn cells_tell(puzzle: &Puzzle, answer: &Answer) -> bool {
    puzzle.contents(answer) == puzzle.filling(answer)
}

/// Per edge of the board whether an answer uses it.
pub fn used(puzzle: &Puzzle, answer: &Answer) -> Vec<bool> {
    let Some(board) = puzzle.board() else { return Vec::new() };
    match answer {
        Answer::Links(on) => on.clone(),
        Answer::Line(numbers) => {
            let mut used = vec![false; board.edges().len()];
            for step in line_order(numbers).windows(2) {
                if let Some(e) = board.edge_between(step[0], step[1]) {
                    used[e as usize] = true;
                }
            }
            used
        }
        _ => Vec::new(),
    }
}
