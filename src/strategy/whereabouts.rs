//! Where solutions differ, and where they do not: what came of [`Options::locate`].
//!
//! [`Options::locate`]: super::Options::locate

use clew_puzzles::puzzle::{Answer, Cell, Content, Puzzle, line_order};

/// What is known of a cell.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Spot {
    /// What it holds in solutions that were met, or counted by tables, in the order of the puzzle's candidates.
    pub can: Vec<Content>,
    /// What may be in it as well: no solution was met that has it, and none was ruled out.
    pub perhaps: Vec<Content>,
}

impl Spot {
    /// Whether it is proved to be the same in all solutions.
    pub fn is_same(&self) -> bool {
        self.can.len() == 1 && self.perhaps.is_empty()
    }

    /// Whether two solutions are known that differ here.
    pub fn differs(&self) -> bool {
        self.can.len() > 1
    }
}

/// What is known of an edge of the board.
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

/// What is the same in all solutions and what is not.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Whereabouts {
    /// Per cell what it can hold; `None` where the network has no words for it.
    pub cells: Option<Vec<Spot>>,
    /// Per edge of the board how it is used; `None` where the network has no words for it.
    pub edges: Option<Vec<EdgeUse>>,
    /// Questions that were asked.
    pub questions: u64,
    /// Solutions that were met.
    pub met: u64,
}

impl Whereabouts {
    /// Of a puzzle all of whose solutions are these: none or one, for a line that runs either way up
    /// to direction.
    pub fn of(puzzle: &Puzzle, answer: Option<&Answer>) -> Whereabouts {
        let spot = |content: Content| Spot { can: vec![content], perhaps: Vec::new() };
        let cells = says_cells(puzzle).then(|| match answer {
            Some(answer) => puzzle.contents(answer).into_iter().map(spot).collect(),
            None => vec![Spot::default(); puzzle.cells()],
        });
        let edges = puzzle.board().map(|board| match answer {
            Some(answer) => {
                let used = used(puzzle, answer);
                used.iter().map(|&on| if on { EdgeUse::Always } else { EdgeUse::Never }).collect()
            }
            None => vec![EdgeUse::Never; board.edges().len()],
        });
        Whereabouts { cells, edges, questions: 0, met: u64::from(answer.is_some()) }
    }

    /// Whether everything is proved.
    pub fn is_complete(&self) -> bool {
        let cells = self.cells.iter().flatten().all(|spot| spot.perhaps.is_empty());
        cells && !self.edges.iter().flatten().any(|e| *e == EdgeUse::Unsettled)
    }

    /// What the cells do not tell: edges, each by its ends, that solutions use or may use differently, where both ends
    /// hold the same in all of them or nothing is known of cells.
    pub fn beside_cells(&self, puzzle: &Puzzle) -> Vec<([Cell; 2], EdgeUse)> {
        let (Some(edges), Some(board)) = (&self.edges, puzzle.board()) else { return Vec::new() };
        let is_same = |&c: &Cell| self.cells.as_ref().is_none_or(|all| all[c as usize].is_same());
        let differing = |used: EdgeUse| matches!(used, EdgeUse::Sometimes | EdgeUse::Unsettled);
        let all = board.edges().iter().copied().zip(edges.iter().copied());
        all.filter(|(ends, used)| differing(*used) && ends.iter().all(is_same)).collect()
    }

    /// Per cell of the puzzle, whether solutions are known to differ there: in what it holds, or in an edge at it that
    /// what cells hold does not tell.
    pub fn open_cells(&self, puzzle: &Puzzle) -> Vec<bool> {
        let mut open: Vec<bool> = match &self.cells {
            Some(cells) => cells.iter().map(Spot::differs).collect(),
            None => vec![false; puzzle.cells()],
        };
        for (ends, used) in self.beside_cells(puzzle) {
            if used == EdgeUse::Sometimes {
                ends.iter().for_each(|&c| open[c as usize] = true);
            }
        }
        open
    }
}

/// Whether what a cell holds means something: the numbers of a line that runs either way do not.
pub(super) fn says_cells(puzzle: &Puzzle) -> bool {
    puzzle.cells() > 0 && !puzzle.folds_reverse()
}

/// Per edge of the board whether an answer uses it.
pub(crate) fn used(puzzle: &Puzzle, answer: &Answer) -> Vec<bool> {
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
