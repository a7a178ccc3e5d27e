//! The search in a window for another set of edges with the same degrees whose pieces join the same pairs.

use crate::numberlink::Numberlink;
use crate::numberlink::turns::{self, DOWN, NONE, RIGHT};
use clew_puzzle::puzzle::{Board, Cell};

/// A solution whose windows are searched, and the buffers for that.
pub(super) struct Windows<'a> {
    board: &'a Board,
    on: &'a [bool],
    /// Per cell its edges up, left, right and down.
    around: Vec<[u32; 4]>,
    /// Per cell its place in the current window, `NONE` outside.
    place: Vec<u32>,
    /// Steps that all windows together may still take.
    left: u64,
}

impl<'a> Windows<'a> {
    /// For searches of `steps` steps in total.
    pub fn new(puzzle: &'a Numberlink, on: &'a [bool], steps: u64) -> Windows<'a> {
        let around = turns::edges_around(&puzzle.board);
        let place = vec![NONE; puzzle.board.len()];
        Windows { board: &puzzle.board, on, around, place, left: steps }
    }

    /// The solution with one window of this size exchanged; on boards of fewer rows or columns windows are smaller.
    /// Each window gets `steps` steps.
    pub fn exchange(
        &mut self,
        size: (u32, u32),
        steps: u64,
        quit: &dyn Fn() -> bool,
    ) -> Option<Vec<bool>> {
        let (rows, cols) = self.board.size();
        for top in 0..=rows.saturating_sub(size.0) {
            for left in 0..=cols.saturating_sub(size.1) {
                if self.left == 0 || quit() {
                    return None;
                }
                let most = steps.min(self.left);
                let mut window =
                    self.look(top..(top + size.0).min(rows), left..(left + size.1).min(cols));
                window.left = most;
                let found = window.fill(0, false);
                let (found, taken) = (found.then(|| window.whole()), most - window.left);
                self.left -= taken;
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }

    /// The window of these rows and columns.
    fn look(&mut self, rows: std::ops::Range<u32>, cols: std::ops::Range<u32>) -> Window<'_> {
        let places = rows.flat_map(|r| cols.clone().map(move |c| (r, c)));
        let cells: Vec<Cell> = places.filter_map(|(r, c)| self.board.cell_at(r, c)).collect();
        for (i, &c) in (0u32..).zip(&cells) {
            self.place[c as usize] = i;
        }
        let mut steps = Vec::with_capacity(cells.len());
        let mut wanted = vec![0u8; cells.len()];
        let mut other: Vec<u32> = (0..cells.len() as u32).collect();
        for (i, &c) in (0u32..).zip(&cells) {
            // The further neighbour has a larger number, so both ways lead on in the order of cells.
            let step = [RIGHT, DOWN].map(|way| {
                let e = self.around[c as usize][way];
                let Some(&[_, q]) = self.board.edges().get(e as usize) else { return (NONE, NONE) };
                (e, self.place[q as usize])
            });
            steps.push(step.map(|(e, to)| if to == NONE { (NONE, NONE) } else { (e, to) }));
            for (e, to) in steps[i as usize] {
                if e != NONE && self.on[e as usize] {
                    wanted[i as usize] += 1;
                    wanted[to as usize] += 1;
                    join(&mut other, i, to);
                }
            }
        }
        for &c in &cells {
            self.place[c as usize] = NONE;
        }
        let own = other.clone();
        let n = cells.len();
        Window {
            on: self.on,
            steps,
            wanted,
            partner: own,
            set: vec![[false; 2]; n],
            other: (0..n as u32).collect(),
            degree: vec![0; n],
            left: 0,
        }
    }
}

/// Joins the pieces that end in `a` and `b`; returns the previous entries.
fn join(other: &mut [u32], a: u32, b: u32) -> [(u32, u32); 2] {
    let (x, y) = (other[a as usize], other[b as usize]);
    let before = [(x, other[x as usize]), (y, other[y as usize])];
    other[x as usize] = y;
    other[y as usize] = x;
    before
}

struct Window<'a> {
    on: &'a [bool],
    /// Per cell the edge to the right and the edge down, and where they lead; `NONE` if out.
    steps: Vec<[(u32, u32); 2]>,
    /// Per cell its edges in the window.
    wanted: Vec<u8>,
    /// Per end of a piece of the solution the other end.
    partner: Vec<u32>,
    /// Per cell which of its two ways on are on, in the part of the window filled so far.
    set: Vec<[bool; 2]>,
    /// Per end of a piece in the making its other end.
    other: Vec<u32>,
    degree: Vec<u8>,
    left: u64,
}

impl Window<'_> {
    /// The edges of the board with the window as it is filled.
    fn whole(&self) -> Vec<bool> {
        let mut on = self.on.to_vec();
        for (steps, set) in self.steps.iter().zip(&self.set) {
            for (&(e, _), &is_on) in steps.iter().zip(set).filter(|(step, _)| step.0 != NONE) {
                on[e as usize] = is_on;
            }
        }
        on
    }

    /// Fills the window from a cell on. Returns whether it reached a filling that differs from the given one. The
    /// recursion depth is the number of cells.
    fn fill(&mut self, cell: u32, differs: bool) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        let Some(&steps) = self.steps.get(cell as usize) else {
            return differs;
        };
        let missing = self.wanted[cell as usize] - self.degree[cell as usize];
        // A cell of the window lacks two edges at the most, and these are the two ways on.
        let choices: &[&[usize]] = match missing {
            0 => &[&[]],
            1 => &[&[0], &[1]],
            _ => &[&[0, 1]],
        };
        for choice in choices {
            let mut undo = Vec::new();
            let fits = choice.iter().all(|&way| self.step(cell, way, &mut undo));
            if fits {
                let changes = [0, 1].iter().any(|&way| {
                    let e = steps[way].0;
                    e != NONE && self.on[e as usize] != choice.contains(&way)
                });
                if self.fill(cell + 1, differs || changes) {
                    return true;
                }
            }
            for (way, before) in undo.into_iter().rev() {
                self.take_back(cell, way, before);
            }
        }
        false
    }

    /// Sets an edge, unless it leads nowhere, closes a loop or joins the wrong ends.
    fn step(&mut self, cell: u32, way: usize, undo: &mut Vec<Undo>) -> bool {
        let (e, to) = self.steps[cell as usize][way];
        if e == NONE
            || self.degree[to as usize] == self.wanted[to as usize]
            || self.other[cell as usize] == to
        {
            return false;
        }
        self.degree[cell as usize] += 1;
        self.degree[to as usize] += 1;
        self.set[cell as usize][way] = true;
        let before = join(&mut self.other, cell, to);
        undo.push((way, before));
        let [(x, _), (y, _)] = before;
        let ends = [x, y].iter().all(|&c| self.wanted[c as usize] == 1);
        !ends || self.partner[x as usize] == y
    }

    fn take_back(&mut self, cell: u32, way: usize, before: [(u32, u32); 2]) {
        let (_, to) = self.steps[cell as usize][way];
        for (c, other) in before {
            self.other[c as usize] = other;
        }
        self.degree[cell as usize] -= 1;
        self.degree[to as usize] -= 1;
        self.set[cell as usize][way] = false;
    }
}

/// A way on that was taken, and which ends its pieces had.
type Undo = (usize, [(u32, u32); 2]);
