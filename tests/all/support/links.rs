//! Solutions of small numberlink boards by deciding edge after edge, and random boards. It uses degrees and components
//! of edge sets, never partial paths, which networks and walks use.

use super::boards::{random_pairs, special_grid};
use clew::families::{Cover, Numberlink, Touch};
use clew::puzzle::{Board, Grid, Neighbourhood, Wrap};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

/// All solutions as flags per edge of the board, sorted.
pub fn all_links(puzzle: &Numberlink) -> Vec<Vec<bool>> {
    let n = puzzle.board.len();
    let mut wanted = vec![2u8; n];
    puzzle.ends.iter().flatten().for_each(|&c| wanted[c as usize] = 1);
    let edges = puzzle.board.edges();
    // The last edge at a cell settles its degree; a cell without edges is settled from the start.
    let mut last = vec![None; n];
    for (e, pair) in edges.iter().enumerate() {
        pair.iter().for_each(|&c| last[c as usize] = Some(e));
    }
    let mut search =
        Edges { puzzle, wanted, last, degree: vec![0; n], on: Vec::new(), all: Vec::new() };
    if (0..n).all(|c| search.last[c].is_some() || search.settled(c)) {
        search.decide();
    }
    search.all.sort();
    search.all
}

struct Edges<'a> {
    puzzle: &'a Numberlink,
    /// For each cell its degree if it is on a path.
    wanted: Vec<u8>,
    last: Vec<Option<usize>>,
    degree: Vec<u8>,
    on: Vec<bool>,
    all: Vec<Vec<bool>>,
}

impl Edges<'_> {
    fn settled(&self, c: usize) -> bool {
        let may_be_empty = self.wanted[c] == 2 && self.puzzle.cover == Cover::Partial;
        self.degree[c] == self.wanted[c] || (self.degree[c] == 0 && may_be_empty)
    }

    fn decide(&mut self) {
        let e = self.on.len();
        let Some(&pair) = self.puzzle.board.edges().get(e) else {
            if self.joins() {
                self.all.push(self.on.clone());
            }
            return;
        };
        let pair = pair.map(|c| c as usize);
        for on in [false, true] {
            pair.iter().for_each(|&c| self.degree[c] += u8::from(on));
            let fits = pair.iter().all(|&c| {
                self.degree[c] <= self.wanted[c] && (self.last[c] != Some(e) || self.settled(c))
            });
            if fits {
                self.on.push(on);
                self.decide();
                self.on.pop();
            }
            pair.iter().for_each(|&c| self.degree[c] -= u8::from(on));
        }
    }

    /// Whether every component of the edges is a path between the two ends of one label, and the rule on touching
    /// holds. All degrees are right.
    fn joins(&self) -> bool {
        let board = &self.puzzle.board;
        let mut part: Vec<usize> = (0..board.len()).collect();
        for (&[a, b], &on) in board.edges().iter().zip(&self.on) {
            if on {
                let (from, to) = (part[a as usize], part[b as usize]);
                part.iter_mut().filter(|p| **p == from).for_each(|p| *p = to);
            }
        }
        let home: Vec<usize> = self.puzzle.ends.iter().map(|e| part[e[0] as usize]).collect();
        let joined = self.puzzle.ends.iter().all(|&[a, b]| part[a as usize] == part[b as usize]);
        let apart = (0..home.len()).all(|i| !home[..i].contains(&home[i]));
        let no_loops = (0..board.len()).all(|c| self.degree[c] == 0 || home.contains(&part[c]));
        let path = |c: u32| (self.degree[c as usize] > 0).then(|| part[c as usize]);
        let touching = match self.puzzle.touch {
            Touch::Yes => true,
            Touch::No => board
                .edges()
                .iter()
                .zip(&self.on)
                .all(|(&[a, b], &on)| on || path(a).is_none() || path(a) != path(b)),
            Touch::No2x2 => {
                let ((rows, cols), wrap) = (board.size(), board.wrap());
                // The paths at a place: if lines cross there, there may be two.
                let at = |r: u32, c: u32| -> Vec<usize> {
                    let place = (r % rows, c % cols);
                    let here = (0..board.len() as u32).filter(|&q| board.place(q) == place);
                    here.filter_map(path).collect()
                };
                let last = |n: u32, joined| if joined && n > 2 { n } else { n.saturating_sub(1) };
                !(0..last(rows, wrap.columns())).any(|r| {
                    (0..last(cols, wrap.rows())).any(|c| {
                        let others = [at(r, c + 1), at(r + 1, c), at(r + 1, c + 1)];
                        at(r, c).iter().any(|p| others.iter().all(|paths| paths.contains(p)))
                    })
                })
            }
        };
        joined && apart && no_loops && touching
    }
}

/// A small board of any neighbourhood with holes, walls, some with joined sides and bridges, up to four
/// labels and any rules. The ends
/// stand anywhere.
pub fn random_links(rng: &mut ChaCha8Rng) -> Numberlink {
    let moves = [Neighbourhood::Rook, Neighbourhood::Rook, Neighbourhood::King, Neighbourhood::Hex]
        [rng.random_range(0..4)];
    let top = if moves == Neighbourhood::Rook { 4 } else { 3 };
    let (rows, cols) = (rng.random_range(1..=top), rng.random_range(1..=top));
    let holes = [0.0, 0.0, 0.15][rng.random_range(0..3)];
    let present: Vec<bool> = (0..rows * cols).map(|_| !rng.random_bool(holes)).collect();
    let mut walls = Vec::new();
    for _ in 0..[0, 0, 0, 1, 2, 3][rng.random_range(0..6)] {
        let (r, c) = (rng.random_range(0..rows), rng.random_range(0..cols));
        let down = rng.random_bool(0.5);
        walls.push([(r, c), if down { (r + 1, c) } else { (r, c + 1) }]);
    }
    let board = special_grid(rng, (rows, cols), moves, &present, &walls);
    let ends = random_pairs(rng, &board);
    let labels = (1..=ends.len()).map(|k| k.to_string()).collect();
    let cover = [Cover::All, Cover::Partial][rng.random_range(0..2)];
    let touch = [Touch::No, Touch::No2x2, Touch::Yes][rng.random_range(0..3)];
    Numberlink { board, labels, ends, cover, touch }
}

/// A small board with one or two bridges, some with joined sides, up to three labels and any rules.
pub fn bridged_links(rng: &mut ChaCha8Rng) -> Numberlink {
    let (rows, cols) = (rng.random_range(3..=4), rng.random_range(3..=4));
    let present = vec![true; (rows * cols) as usize];
    let bridges: Vec<(u32, u32)> = (0..rng.random_range(1..=2))
        .map(|_| (rng.random_range(1..rows - 1), rng.random_range(1..cols - 1)))
        .collect();
    let wrap = [Wrap::None, Wrap::None, Wrap::None, Wrap::Rows][rng.random_range(0..4)];
    let plain = Grid::new(rows, cols, Neighbourhood::Rook, &present);
    let board = Board::new(&Grid { wrap, bridges: &bridges, ..plain });
    let mut ends = random_pairs(rng, &board);
    ends.truncate(3);
    let labels = (1..=ends.len()).map(|k| k.to_string()).collect();
    let cover = [Cover::All, Cover::Partial, Cover::Partial][rng.random_range(0..3)];
    let touch = [Touch::No, Touch::No, Touch::No2x2, Touch::Yes][rng.random_range(0..4)];
    Numberlink { board, labels, ends, cover, touch }
}
