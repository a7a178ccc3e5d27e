//! A second solution besides a given one, of the kinds that networks with dominance breaking leave out
//! (`normal_form.rs`). Nothing here searches: each kind reduces to reachability.

mod bypass;
mod detour;

use super::{Cover, Numberlink, Touch, normal_form};
use clew_puzzle::puzzle::{Answer, Cell};

/// No position on a path, no component, no cell.
const NONE: u32 = u32::MAX;

/// Another solution of the puzzle that differs from `answer` in the course of a single path and that the normal form
/// does not separate from it, if there is one. `answer` must be a solution. Linear in the board, under `no2x2` in the
/// board times the labels.
pub(super) fn another(puzzle: &Numberlink, answer: &Answer) -> Option<Answer> {
    normal_form::rules(puzzle)?;
    let found = Found::new(puzzle, answer)?;
    if puzzle.touch != Touch::No
        && let Some(straight) = found.without_chord()
    {
        return Some(straight);
    }
    match puzzle.touch {
        Touch::No => bypass::around_a_cell(&found),
        Touch::Yes => bypass::around_an_edge(&found),
        Touch::No2x2 => bypass::around_a_cell(&found).or_else(|| detour::around_an_edge(&found)),
    }
}

/// A solution, cell by cell.
struct Found<'a> {
    puzzle: &'a Numberlink,
    /// Its edges.
    on: &'a [bool],
    /// Per label its path from end to end.
    paths: Vec<Vec<Cell>>,
    /// Per cell its label, `NONE` if it is empty.
    label: Vec<u32>,
    /// Per cell its position on its path.
    at: Vec<u32>,
}

impl<'a> Found<'a> {
    /// `None` for an answer of another family.
    fn new(puzzle: &'a Numberlink, answer: &'a Answer) -> Option<Found<'a>> {
        debug_assert!(puzzle.cover == Cover::Partial, "elsewhere paths have no empty cells to use");
        let Answer::Links(on) = answer else { return None };
        let paths = puzzle.paths(answer);
        let mut label = vec![NONE; puzzle.board.len()];
        let mut at = label.clone();
        for (k, path) in (0u32..).zip(&paths) {
            for (i, &c) in (0u32..).zip(path) {
                label[c as usize] = k;
                at[c as usize] = i;
            }
        }
        Some(Found { puzzle, on, paths, label, at })
    }

    fn is_empty(&self, c: Cell) -> bool {
        self.label[c as usize] == NONE
    }

    /// The solution with another path for one label.
    fn with_path(&self, label: usize, path: &[Cell]) -> Answer {
        let board = &self.puzzle.board;
        let mut on = self.on.to_vec();
        for (old, new) in [(&self.paths[label][..], false), (path, true)] {
            for step in old.windows(2) {
                let e = board.edge_between(step[0], step[1]).expect("paths take edges");
                on[e as usize] = new;
            }
        }
        Answer::Links(on)
    }

    /// The solution with one path shortened, if a path has a chord.
    fn without_chord(&self) -> Option<Answer> {
        for (k, path) in self.paths.iter().enumerate() {
            for (i, &c) in path.iter().enumerate() {
                let beside = self.puzzle.board.neighbours(c).iter().copied();
                let mine = beside.filter(|&q| self.label[q as usize] == k as u32);
                let far = mine.map(|q| self.at[q as usize] as usize).max();
                if let Some(far) = far.filter(|&far| far > i + 1) {
                    let straight = [&path[..=i], &path[far..]].concat();
                    return Some(self.with_path(k, &straight));
                }
            }
        }
        None
    }

    /// A shortest way from end to end of a label through empty cells and its own, by steps that are
    /// allowed. Without a chord but for steps that are not.
    fn shortest(&self, label: usize, allowed: impl Fn(Cell, Cell) -> bool) -> Option<Vec<Cell>> {
        let board = &self.puzzle.board;
        let path = &self.paths[label];
        let (from, to) = (path[0], path[path.len() - 1]);
        let mut came = vec![NONE; board.len()];
        came[from as usize] = from;
        let mut reached = vec![from];
        let mut next = 0;
        while let Some(&c) = reached.get(next) {
            next += 1;
            for &q in board.neighbours(c) {
                let own = self.label[q as usize];
                let free = own == NONE || own == label as u32;
                if free && came[q as usize] == NONE && allowed(c, q) {
                    came[q as usize] = c;
                    reached.push(q);
                }
            }
        }
        (came[to as usize] != NONE).then(|| {
            let mut way = vec![to];
            let mut c = to;
            while c != from {
                c = came[c as usize];
                way.push(c);
            }
            way.reverse();
            way
        })
    }
}

/// Components of the cells for which `inside` holds: per cell its number, otherwise `NONE`. Linear in the board.
fn components(found: &Found<'_>, inside: impl Fn(Cell) -> bool) -> (Vec<u32>, usize) {
    let board = &found.puzzle.board;
    let mut component = vec![NONE; board.len()];
    let mut count = 0;
    let mut open = Vec::new();
    for c in 0..board.len() as u32 {
        if component[c as usize] != NONE || !inside(c) {
            continue;
        }
        component[c as usize] = count;
        open.push(c);
        while let Some(c) = open.pop() {
            for &q in board.neighbours(c) {
                if component[q as usize] == NONE && inside(q) {
                    component[q as usize] = count;
                    open.push(q);
                }
            }
        }
        count += 1;
    }
    (component, count as usize)
}
