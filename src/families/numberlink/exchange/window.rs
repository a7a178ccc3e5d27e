//! What else could stand in a window: the search for another set of edges with the same degrees
//! whose pieces join the same pairs.

use crate::families::numberlink::Numberlink;
use crate::families::numberlink::turns::{self, DOWN, NONE, RIGHT};
use crate::puzzle::{Board, Cell};

/// A solution whose windows are looked at, and room to do so.
pub(super) struct Windows<'a> {
    board: &'a Board,
    on: &'a [bool],
    /// Per cell its edges up, left, right and down.
    around: Vec<[u32; 4]>,
    /// Per cell its place in the window that is looked at, `NONE` outside.
    place: Vec<u32>,
}

impl<'a> Windows<'a> {
    pub fn new(puzzle: &'a Numberlink, on: &'a [bool]) -> Windows<'a> {
        let around = turns::edges_around(&puzzle.board);
        Windows { board: &puzzle.board, on, around, place: vec![NONE; puzzle.board.len()] }
    }

    /// The solution with one window of this size exchanged; on boards of fewer rows or columns windows
    /// are smaller. Each gets so many steps. `accept` has the last word.
    pub fn exchange(
        &mut self,
        size: (u32, u32),
        steps: u64,
        quit: &dyn Fn() -> bool,
        accept: &dyn Fn(&[bool]) -> bool,
    ) -> Option<Vec<bool>> {
        let (rows, cols) = self.board.size();
        for top in 0..=rows.saturating_sub(size.0) {
            for left in 0..=cols.saturating_sub(size.1) {
                if steps < u64::MAX && quit() {
                    return None;
                }
                let found = self
                    .look(top..(top + size.0).min(rows), left..(left + size.1).min(cols))
                    .another(steps, accept);
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
        let mut set = self.on.to_vec();
        for &(e, _) in steps.iter().flatten().filter(|step| step.0 != NONE) {
            set[e as usize] = false;
        }
        let n = cells.len();
        Window {
            on: self.on,
            steps,
            wanted,
            partner: own,
            set,
            other: (0..n as u32).collect(),
            degree: vec![0; n],
            left: 0,
        }
    }
}

/// Joins the pieces that end in `a` and `b`; what was there before.
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
    /// The edges of the board that are on, of the window as far as it is filled.
    set: Vec<bool>,
    /// Per end of a piece in the making its other end.
    other: Vec<u32>,
    degree: Vec<u8>,
    left: u64,
}

impl Window<'_> {
    /// The solution with something else in this window.
    fn another(mut self, steps: u64, accept: &dyn Fn(&[bool]) -> bool) -> Option<Vec<bool>> {
        self.left = steps;
        self.fill(0, false, accept).then_some(self.set)
    }

    /// Fills the window from a cell on. At most one cell after another is deep.
    fn fill(&mut self, cell: u32, differs: bool, accept: &dyn Fn(&[bool]) -> bool) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        let Some(&steps) = self.steps.get(cell as usize) else {
            return differs && accept(&self.set);
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
            let fits = choice.iter().all(|&way| self.step(cell, steps[way], &mut undo));
            if fits {
                let changes = [0, 1].iter().any(|&way| {
                    let e = steps[way].0;
                    e != NONE && self.on[e as usize] != choice.contains(&way)
                });
                if self.fill(cell + 1, differs || changes, accept) {
                    return true;
                }
            }
            for (e, to, before) in undo.into_iter().rev() {
                self.take_back(cell, e, to, before);
            }
        }
        false
    }

    /// Sets an edge, unless it leads nowhere, closes a loop or joins the wrong ends.
    fn step(&mut self, cell: u32, (e, to): (u32, u32), undo: &mut Vec<Undo>) -> bool {
        if e == NONE
            || self.degree[to as usize] == self.wanted[to as usize]
            || self.other[cell as usize] == to
        {
            return false;
        }
        self.degree[cell as usize] += 1;
        self.degree[to as usize] += 1;
        self.set[e as usize] = true;
        let before = join(&mut self.other, cell, to);
        undo.push((e, to, before));
        let [(x, _), (y, _)] = before;
        let ends = [x, y].iter().all(|&c| self.wanted[c as usize] == 1);
        !ends || self.partner[x as usize] == y
    }

    fn take_back(&mut self, cell: u32, e: u32, to: u32, before: [(u32, u32); 2]) {
        for (c, other) in before {
            self.other[c as usize] = other;
        }
        self.degree[cell as usize] -= 1;
        self.degree[to as usize] -= 1;
        self.set[e as usize] = false;
    }
}

/// An edge that was set, where it leads, and which ends its pieces had.
type Undo = (u32, u32, [(u32, u32); 2]);
