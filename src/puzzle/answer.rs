//! Reading answers: which label each cell has, the cells of each path in order.

use super::{Answer, Cell, Numberlink};

impl Answer {
    /// Per cell the label whose path runs through it; `None` for empty cells, and for all cells if
    /// this is not an answer to a numberlink. Linear in the board.
    pub fn labels(&self, puzzle: &Numberlink) -> Vec<Option<u32>> {
        let mut labels = vec![None; puzzle.board.len()];
        for (k, path) in self.paths(puzzle).into_iter().enumerate() {
            for c in path {
                labels[c as usize] = Some(k as u32);
            }
        }
        labels
    }

    /// Per label the cells of its path from its first to its second end-point. Of an answer that
    /// breaks the rules, what can be followed without meeting a cell again. Linear in the board.
    pub fn paths(&self, puzzle: &Numberlink) -> Vec<Vec<Cell>> {
        let Answer::Links(on) = self else { return vec![Vec::new(); puzzle.ends.len()] };
        let board = &puzzle.board;
        let mut seen = vec![false; board.len()];
        let mut follow = |&[from, to]: &[Cell; 2]| {
            let mut path = vec![from];
            let mut here = from;
            seen[from as usize] = true;
            while here != to {
                let steps = board.neighbours(here).iter().zip(board.incident(here));
                let next = steps
                    .filter(|&(&q, &e)| on.get(e as usize) == Some(&true) && !seen[q as usize])
                    .map(|(&q, _)| q)
                    .next();
                let Some(next) = next else { break };
                seen[next as usize] = true;
                path.push(next);
                here = next;
            }
            path
        };
        puzzle.ends.iter().map(&mut follow).collect()
    }
}

/// The cells of a line in the order of their numbers; cells with a 0 are left out.
pub fn line_order(numbers: &[u32]) -> Vec<Cell> {
    let mut order: Vec<Cell> = (0..numbers.len() as u32).collect();
    order.retain(|&c| numbers[c as usize] != 0);
    order.sort_by_key(|&c| numbers[c as usize]);
    order
}
