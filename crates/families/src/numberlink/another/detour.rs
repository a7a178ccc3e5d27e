//! A path that replaces one edge by a way through empty cells that fills no 2×2 block.
//!
//! Where no cell of a path can be gone round, a way round its edge (a, b) leaves a for an empty cell whose only
//! neighbour on the path is a, goes on through empty cells without any, and comes to b from one whose only neighbour on
//! the path is b. If the first and the last of them are neighbours, the way fills a block with a and b; if not, the
//! shortest one fills none. (`normal_form.rs` shows why there is no other way; every 2×2 block of cells must have its
//! four edges.)

use super::{Found, NONE};
use clew_puzzle::puzzle::{Answer, Cell};

/// Another path for one label, which avoids an edge of its path. Linear in the board for each label.
pub(super) fn around_an_edge(found: &Found<'_>) -> Option<Answer> {
    let n = found.puzzle.board.len();
    let mut marks = Marks { contacts: vec![0; n], part: vec![NONE; n], parts: 0 };
    (0..found.paths.len()).find_map(|label| {
        let way = marks.detour(found, label);
        way.map(|way| found.with_path(label, &way))
    })
}

/// The empty cells next to one path.
struct Marks {
    /// Per empty cell how many neighbours it has on the path.
    contacts: Vec<u8>,
    /// Per empty cell without contacts the component of such cells, once it was computed.
    part: Vec<u32>,
    parts: u32,
}

impl Marks {
    fn detour(&mut self, found: &Found<'_>, label: usize) -> Option<Vec<Cell>> {
        let board = &found.puzzle.board;
        let path = &found.paths[label];
        let beside = || {
            let all = path.iter().flat_map(|&c| board.neighbours(c));
            all.copied().filter(|&q| found.is_empty(q))
        };
        beside().for_each(|q| self.contacts[q as usize] += 1);
        let mut seen = Vec::new();
        let way = path.windows(2).enumerate().find_map(|(i, step)| {
            let (x, y) = self.gates(found, step[0], step[1], &mut seen)?;
            let inner = self.way(found, x, y);
            Some([&path[..=i], &inner, &path[i + 1..]].concat())
        });
        beside().for_each(|q| self.contacts[q as usize] = 0);
        seen.into_iter().for_each(|c: Cell| self.part[c as usize] = NONE);
        way
    }

    /// An empty cell next to a and one next to b, joined by a way that is no block.
    fn gates(
        &mut self,
        found: &Found<'_>,
        a: Cell,
        b: Cell,
        seen: &mut Vec<Cell>,
    ) -> Option<(Cell, Cell)> {
        let board = &found.puzzle.board;
        let gates = |marks: &Marks, c: Cell| -> Vec<Cell> {
            let open = |q: &Cell| found.is_empty(*q) && marks.contacts[*q as usize] == 1;
            board.neighbours(c).iter().copied().filter(open).collect()
        };
        let (from, to) = (gates(self, a), gates(self, b));
        if to.is_empty() {
            return None;
        }
        for &x in &from {
            let parts = self.adjacent_components(found, x, seen);
            for &y in &to {
                let meets =
                    self.adjacent_components(found, y, seen).iter().any(|p| parts.contains(p));
                if meets && board.edge_between(x, y).is_none() {
                    return Some((x, y));
                }
            }
        }
        None
    }

    /// The components of empty cells away from the path that are adjacent to this cell.
    fn adjacent_components(
        &mut self,
        found: &Found<'_>,
        c: Cell,
        seen: &mut Vec<Cell>,
    ) -> Vec<u32> {
        let board = &found.puzzle.board;
        let mut parts = Vec::new();
        for &q in board.neighbours(c) {
            if !self.is_free(found, q) {
                continue;
            }
            if self.part[q as usize] == NONE {
                let own = self.parts;
                self.parts += 1;
                self.part[q as usize] = own;
                let mut open = vec![q];
                while let Some(c) = open.pop() {
                    seen.push(c);
                    for &q in board.neighbours(c) {
                        if self.is_free(found, q) && self.part[q as usize] == NONE {
                            self.part[q as usize] = own;
                            open.push(q);
                        }
                    }
                }
            }
            parts.push(self.part[q as usize]);
        }
        parts
    }

    fn is_free(&self, found: &Found<'_>, c: Cell) -> bool {
        found.is_empty(c) && self.contacts[c as usize] == 0
    }

    /// A shortest way from x to y, both included, through cells away from the path.
    fn way(&self, found: &Found<'_>, x: Cell, y: Cell) -> Vec<Cell> {
        let board = &found.puzzle.board;
        let mut came = vec![NONE; board.len()];
        came[x as usize] = x;
        let mut reached = vec![x];
        let mut next = 0;
        while came[y as usize] == NONE {
            let c = reached[next];
            next += 1;
            for &q in board.neighbours(c) {
                if came[q as usize] == NONE && (q == y || self.is_free(found, q)) {
                    came[q as usize] = c;
                    reached.push(q);
                }
            }
        }
        let mut way = vec![y];
        while way[way.len() - 1] != x {
            way.push(came[way[way.len() - 1] as usize]);
        }
        way.reverse();
        way
    }
}
