//! Two exchanges that look at whole paths. Both begin at a square of four cells two parallel edges of
//! which are on, on one path, and the other two are not.
//!
//! *2-opt*: if the path runs along both in the same direction, it can run along the other two instead, and backwards in
//! between. *Moving a loop*: if it runs in opposite directions, the other two edges cut a loop out of it. If the loop
//! lies next to any other edge that is on, along a square, it is inserted there.
//!
//! Sources: G. Croes, "A method for solving traveling-salesman problems", 1958 (2-opt); R. Oberdorf,
//! A. Ferguson, J. Jacobsen and J. Kondev, "Secondary structures in long compact polymers", 2006 (such
//! moves of paths that fill a lattice).

use crate::numberlink::Numberlink;
use clew_puzzle::puzzle::{Answer, Board, Cell};

/// Edges of loops that are examined in all: some milliseconds.
const WORK: usize = 200_000;

/// Another solution by one of the two.
pub(super) fn another(puzzle: &Numberlink, answer: &Answer) -> Option<Vec<bool>> {
    let Answer::Links(on) = answer else { return None };
    let board = &puzzle.board;
    let paths = puzzle.paths(answer);
    let mut spot = vec![None; board.len()];
    for (k, path) in paths.iter().enumerate() {
        for (i, &c) in path.iter().enumerate() {
            spot[c as usize] = Some((k, i));
        }
    }
    let mut twist = Twist { board, paths, spot, set: on.clone(), work: WORK };
    let contacts = (0..board.len() as u32).flat_map(|c| {
        let (row, col) = board.place(c);
        let at = |r, c| board.cell_at(r, c);
        let square = || Some([c, at(row, col + 1)?, at(row + 1, col)?, at(row + 1, col + 1)?]);
        square().into_iter().flat_map(|[a, b, c, d]| [[a, b, c, d], [a, c, b, d]])
    });
    contacts.into_iter().find_map(|contact| twist.at(contact))
}

/// A solution, and a change of it that is tried.
struct Twist<'a> {
    board: &'a Board,
    paths: Vec<Vec<Cell>>,
    /// Per cell its label and its place on the path.
    spot: Vec<Option<(usize, usize)>>,
    set: Vec<bool>,
    work: usize,
}

impl Twist<'_> {
    /// Tries the exchanges that begin at the edges a-b and c-d, where a is next to c and b next to d.
    fn at(&mut self, [a, b, c, d]: [Cell; 4]) -> Option<Vec<bool>> {
        let now = [self.board.edge_between(a, b)?, self.board.edge_between(c, d)?];
        let then = [self.board.edge_between(a, c)?, self.board.edge_between(b, d)?];
        if now.iter().any(|&e| !self.set[e as usize]) || then.iter().any(|&e| self.set[e as usize])
        {
            return None;
        }
        let places = [a, b, c, d].map(|cell| self.spot[cell as usize]);
        let [(k, at_a), (_, at_b), (other, at_c), (_, at_d)] =
            [places[0]?, places[1]?, places[2]?, places[3]?];
        if k != other {
            return None;
        }
        self.exchange(now, then);
        let found = if (at_a < at_b) == (at_c < at_d) {
            Some(self.set.clone())
        } else {
            // The loop is the part of the path between the two edges.
            let ends = [at_a, at_b, at_c, at_d];
            let first = *ends.iter().min().expect("four") + 1;
            let last = *ends.iter().max().expect("four") - 1;
            self.move_loop(k, first, last, then)
        };
        self.exchange(then, now);
        found
    }

    fn exchange(&mut self, off: [u32; 2], on: [u32; 2]) {
        off.iter().for_each(|&e| self.set[e as usize] = false);
        on.iter().for_each(|&e| self.set[e as usize] = true);
    }

    /// The cells `first..=last` of a path are a loop now, closed by one of the edges `new`; puts it into
    /// something that is not where it comes from.
    fn move_loop(
        &mut self,
        k: usize,
        first: usize,
        last: usize,
        new: [u32; 2],
    ) -> Option<Vec<bool>> {
        for i in first..=last {
            self.work = self.work.checked_sub(1)?;
            let u = self.paths[k][i];
            let v = self.paths[k][if i == last { first } else { i + 1 }];
            for (x, y) in beside(self.board, u, v).into_iter().flatten() {
                let own = |c: Cell| {
                    self.spot[c as usize]
                        .is_some_and(|(l, at)| l == k && (first..=last).contains(&at))
                };
                let Some(now) = self.parallel(u, v, x, y) else { continue };
                let Some(then) = self.parallel(u, x, v, y) else { continue };
                let back = now.iter().all(|e| new.contains(e));
                if back || own(x) || own(y) || now.iter().any(|&e| !self.set[e as usize]) {
                    continue;
                }
                self.exchange(now, then);
                let found = self.set.clone();
                self.exchange(then, now);
                return Some(found);
            }
        }
        None
    }

    /// The edges a-b and c-d.
    fn parallel(&self, a: Cell, b: Cell, c: Cell, d: Cell) -> Option<[u32; 2]> {
        Some([self.board.edge_between(a, b)?, self.board.edge_between(c, d)?])
    }
}

/// The cells next to u and v on either side of the edge between them.
fn beside(board: &Board, u: Cell, v: Cell) -> [Option<(Cell, Cell)>; 2] {
    let (a, b) = (board.place(u), board.place(v));
    let level = a.0 == b.0;
    [-1i64, 1].map(|by| {
        let shifted = |(row, col): (u32, u32)| {
            let (dr, dc) = if level { (by, 0) } else { (0, by) };
            let row = u32::try_from(i64::from(row) + dr).ok()?;
            let col = u32::try_from(i64::from(col) + dc).ok()?;
            board.cell_at(row, col)
        };
        Some((shifted(a)?, shifted(b)?))
    })
}
