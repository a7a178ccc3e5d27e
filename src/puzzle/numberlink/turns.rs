//! Turn variables, the 2×2 rule and turn chains: static clauses for rook boards.
//!
//! `turn(c, q)`: the path at cell c joins the two neighbours that enclose the quadrant q. On a board
//! where paths do not touch themselves, or fill no 2×2 block, the square at that turn has no other
//! edge: with one more, all its four cells were on one path. So its far cell d loses the two edges of
//! the square, and unless an end-point stands there (or it is empty) it must use the other two:
//! it turns the same way. Turns run on along diagonals until they meet an end-point.
//!
//! Each clause is derived for the square at hand: cells that are not there, walls and end-points
//! change what follows. What is written for touch `no` needs both edges of the far cell to be there
//! or both missing: where one of the two is walled, its cells are no neighbours and may be on
//! one path unjoined. Where only 2×2 blocks are forbidden walls do not matter.

use super::{Frame, Touch};
use crate::kernel::{Atom, Lit};

/// Turns a cell.
pub(super) const QUADRANTS: u32 = 4;

/// Row and column steps of the quadrants NE, NW, SE, SW.
const STEPS: [(i32, i32); 4] = [(-1, 1), (-1, -1), (1, 1), (1, -1)];

/// Adds the clauses. Turn q of cell c is the Boolean `first + 4 * c + q`; turns that
/// the board or an end-point rules out are false. `used` is the first Boolean "c is on a path", if
/// cells may be empty.
pub(super) fn post(frame: &mut Frame<'_>, first: Atom, used: Option<Atom>) {
    let cells = frame.cells();
    let turns = Turns { first, used };
    let (mut squares, mut chains) = (0, 0);
    for c in 0..cells {
        for q in 0..QUADRANTS {
            let Some(joins) = turns.joins(frame, c, q) else {
                let none = frame.model.engine.assert(turns.atom(c, q).not());
                frame.check(none);
                continue;
            };
            let t = turns.atom(c, q);
            let [h, v] = joins.map(|e| frame.edge(e));
            turns.clause(frame, &[t.not(), h.is()]);
            turns.clause(frame, &[t.not(), v.is()]);
            turns.clause(frame, &[t.is(), h.not(), v.not()]);
            squares += turns.square(frame, c, q);
            chains += turns.chain(frame, c, q);
        }
    }
    frame.model.says("turn = both edges on", u64::from(cells * QUADRANTS));
    frame.model.says("a turn closes its 2x2 square", squares);
    frame.model.says("a turn goes on along the diagonal", chains);
}

struct Turns {
    first: Atom,
    used: Option<Atom>,
}

impl Turns {
    fn atom(&self, c: u32, q: u32) -> Atom {
        Atom(self.first.0 + c * QUADRANTS + q)
    }

    /// The cell one step in a direction, if there is one (joined to this one or not).
    fn step(frame: &Frame<'_>, c: u32, down: i32, right: i32) -> Option<u32> {
        let (row, col) = frame.puzzle.board.place(c);
        let (row, col) = (row.checked_add_signed(down)?, col.checked_add_signed(right)?);
        frame.puzzle.board.cell_at(row, col)
    }

    /// The edge one step in a direction.
    fn edge(frame: &Frame<'_>, c: u32, down: i32, right: i32) -> Option<u32> {
        let d = Self::step(frame, c, down, right)?;
        frame.puzzle.board.edge_between(c, d)
    }

    /// The two edges of a turn, sideways and up or down; `None` if the turn is impossible.
    fn joins(&self, frame: &Frame<'_>, c: u32, q: u32) -> Option<[u32; 2]> {
        if frame.is_end[c as usize] {
            return None;
        }
        let (down, right) = STEPS[q as usize];
        Some([Self::edge(frame, c, 0, right)?, Self::edge(frame, c, down, 0)?])
    }

    /// The other corner of the square of a turn and its two edges there.
    fn far(frame: &Frame<'_>, c: u32, q: u32) -> Option<(u32, [Option<u32>; 2])> {
        let (down, right) = STEPS[q as usize];
        let d = Self::step(frame, c, down, right)?;
        Some((d, [Self::edge(frame, d, 0, -right), Self::edge(frame, d, -down, 0)]))
    }

    /// Whether the square of a turn can have no third edge.
    fn closes(frame: &Frame<'_>, edges: [Option<u32>; 2]) -> bool {
        frame.puzzle.touch == Touch::No2x2 || edges[0].is_some() == edges[1].is_some()
    }

    fn square(&self, frame: &mut Frame<'_>, c: u32, q: u32) -> u64 {
        let Some((_, edges)) = Self::far(frame, c, q) else { return 0 };
        if !Self::closes(frame, edges) {
            return 0;
        }
        for e in edges.into_iter().flatten() {
            let clause = [self.atom(c, q).not(), frame.edge(e).not()];
            self.clause(frame, &clause);
        }
        u64::from(edges.iter().flatten().next().is_some())
    }

    fn chain(&self, frame: &mut Frame<'_>, c: u32, q: u32) -> u64 {
        let Some((d, edges)) = Self::far(frame, c, q) else { return 0 };
        if frame.is_end[d as usize] || !Self::closes(frame, edges) {
            return 0;
        }
        // A turn of d that is impossible is false, so its literal drops out of the clause.
        let mut clause = vec![self.atom(c, q).not()];
        if self.joins(frame, d, q).is_some() {
            clause.push(self.atom(d, q).is());
        }
        clause.extend(self.used.map(|u| Atom(u.0 + d).not()));
        self.clause(frame, &clause);
        1
    }

    fn clause(&self, frame: &mut Frame<'_>, lits: &[Lit]) {
        let posted = frame.model.engine.add_clause(lits);
        frame.check(posted);
    }
}
