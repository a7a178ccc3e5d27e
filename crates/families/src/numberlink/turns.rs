//! Turn variables, the 2×2 rule and turn chains: static clauses for rook boards.
//!
//! `turn(c, q)`: the path at cell c joins the two neighbours that enclose the quadrant q. On a board
//! where paths do not touch themselves, or fill no 2×2 block, the square at that turn has no other
//! edge: with one more, all its four cells were on one path. So its far cell d loses the two edges of
//! the square, and unless an end-point stands there (or it is empty) it must use the other two:
//! it turns the same way. Turns run on along diagonals until they meet an end-point.
//!
//! Each clause is derived for the square at hand: missing cells, walls and end-points change the consequences. The
//! clauses for touch `no` need both edges of the far cell to exist or both to be missing: where one of the two is
//! walled, its cells are no neighbours and may be on one path unjoined. Where only 2×2 blocks are forbidden walls do
//! not matter.

use super::{Cover, Frame, Touch};
use clew_engine::kernel::{Atom, Bools, Lit};
use clew_puzzle::puzzle::{Board, BuildError, BuildOptions};

/// Cells between two checks of the limits.
const POLL_INTERVAL: u32 = 1024;
/// Turns a cell.
pub(super) const QUADRANTS: u32 = 4;

/// The directions up, left, right, down.
pub(super) const UP: usize = 0;
pub(super) const LEFT: usize = 1;
pub(super) const RIGHT: usize = 2;
pub(super) const DOWN: usize = 3;
/// Sideways and up or down direction of the quadrants NE, NW, SE, SW.
const SIDES: [[usize; 2]; 4] = [[RIGHT, UP], [LEFT, UP], [RIGHT, DOWN], [LEFT, DOWN]];
/// No edge there.
pub(super) const NONE: u32 = u32::MAX;

/// Adds the clauses. Turn q of cell c is number `4 * c + q` of `all`; turns that the board or an end-point rules out
/// are false. `used` holds for each cell whether it is on a path, if cells may be empty.
///
/// # Errors
/// [`BuildError::Interrupted`].
pub(super) fn post(
    frame: &mut Frame<'_>,
    all: Bools,
    used: Option<Bools>,
    options: &BuildOptions,
) -> Result<(), BuildError> {
    let cells = frame.cells();
    let turns = Turns { all, used, around: edges_around(&frame.puzzle.board) };
    let (mut squares, mut chains) = (0, 0);
    for c in 0..cells {
        if c % POLL_INTERVAL == 0 {
            options.check_interrupt()?;
        }
        for q in 0..QUADRANTS {
            let t = turns.atom(c, q);
            let Some(joins) = turns.joins(frame, c, q) else {
                let none = frame.model.engine.assert(t.neg());
                frame.check(none);
                continue;
            };
            let [h, v] = joins.map(|e| frame.edge(e));
            add(frame, &[t.neg(), h.pos()]);
            add(frame, &[t.neg(), v.pos()]);
            add(frame, &[t.pos(), h.neg(), v.neg()]);
            let Some(far) = turns.far(frame, c, q) else { continue };
            chains += turns.chain(frame, t, q, &far);
            squares += turns.square(frame, t, &far);
        }
    }
    frame.model.says("turn = both edges on", u64::from(cells * QUADRANTS));
    frame.model.says("a turn goes on along the diagonal", chains);
    frame.model.says("a turn closes its 2x2 square", squares);
    Ok(())
}

/// Per cell the edges up, left, right and down, or `NONE`.
pub(super) fn edges_around(board: &Board) -> Vec<[u32; 4]> {
    let mut around = vec![[NONE; 4]; board.len()];
    for (e, &[a, b]) in (0u32..).zip(board.edges()) {
        // The first cell of an edge is the upper or the left one.
        let beside = board.place(a).0 == board.place(b).0;
        let (from, to) = if beside { (RIGHT, LEFT) } else { (DOWN, UP) };
        around[a as usize][from] = e;
        around[b as usize][to] = e;
    }
    around
}

/// The cell by which a turn at `c` up and to this side could run instead, one row further up; the two edges of the
/// turn, sideways and up, and those that take their place. `None` if it or one of the edges is missing. Constant time.
pub(super) fn opposite(
    board: &Board,
    around: &[[u32; 4]],
    c: u32,
    side: usize,
) -> Option<(u32, [u32; 2], [u32; 2])> {
    let (row, col) = board.place(c);
    let col = if side == RIGHT { col + 1 } else { col.checked_sub(1)? };
    let d = board.cell_at(row.checked_sub(1)?, col)?;
    // The opposite direction of d is 3 - d.
    let here = [side, UP].map(|way| around[c as usize][way]);
    let there = [3 - side, 3 - UP].map(|way| around[d as usize][way]);
    let all = here.iter().chain(&there).all(|&e| e != NONE);
    all.then_some((d, here, there))
}

fn add(frame: &mut Frame<'_>, clause: &[Lit]) {
    let posted = frame.model.engine.add_clause(clause);
    frame.check(posted);
}

struct Turns {
    all: Bools,
    used: Option<Bools>,
    around: Vec<[u32; 4]>,
}

/// The far corner of the square of a turn, where no third edge of the square can be.
struct Far {
    cell: u32,
    /// Its edges in the square.
    edges: [u32; 2],
}

impl Turns {
    fn atom(&self, c: u32, q: u32) -> Atom {
        self.all.at(c * QUADRANTS + q)
    }

    /// The two edges of a turn, sideways and up or down; `None` if the turn is impossible.
    fn joins(&self, frame: &Frame<'_>, c: u32, q: u32) -> Option<[u32; 2]> {
        let edges = SIDES[q as usize].map(|side| self.around[c as usize][side]);
        (!frame.is_end[c as usize] && !edges.contains(&NONE)).then_some(edges)
    }

    /// `None` if there is no far corner, or a wall leaves the square open.
    fn far(&self, frame: &Frame<'_>, c: u32, q: u32) -> Option<Far> {
        let (row, col) = frame.puzzle.board.place(c);
        let [side, level] = SIDES[q as usize];
        let row = if level == UP { row.checked_sub(1)? } else { row + 1 };
        let col = if side == LEFT { col.checked_sub(1)? } else { col + 1 };
        let cell = frame.puzzle.board.cell_at(row, col)?;
        // The opposite direction of d is 3 - d.
        let edges = [3 - side, 3 - level].map(|side| self.around[cell as usize][side]);
        let closes = frame.puzzle.touch == Touch::No2x2 || (edges[0] == NONE) == (edges[1] == NONE);
        closes.then_some(Far { cell, edges })
    }

    fn chain(&self, frame: &mut Frame<'_>, t: Atom, q: u32, far: &Far) -> u64 {
        if frame.is_end[far.cell as usize] {
            return 0;
        }
        let turn = self.joins(frame, far.cell, q).map(|_| self.atom(far.cell, q).pos());
        let empty = self.used.map(|used| used.at(far.cell).neg());
        // A turn that is impossible is false: its literal drops out.
        match (turn, empty) {
            (Some(turn), Some(empty)) => add(frame, &[t.neg(), turn, empty]),
            (Some(l), None) | (None, Some(l)) => add(frame, &[t.neg(), l]),
            (None, None) => add(frame, &[t.neg()]),
        }
        1
    }

    fn square(&self, frame: &mut Frame<'_>, t: Atom, far: &Far) -> u64 {
        // Where the far cell must turn on, its degree takes the edges away.
        if frame.puzzle.cover == Cover::All && !frame.is_end[far.cell as usize] {
            return 0;
        }
        let mut count = 0;
        for e in far.edges {
            if e != NONE {
                count = 1;
                let clause = [t.neg(), frame.edge(e).neg()];
                add(frame, &clause);
            }
        }
        count
    }
}
