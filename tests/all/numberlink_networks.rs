//! The networks of numberlink against brute force from the rules, on small boards of every kind.

use crate::support::boards::{full, random_pairs};
use crate::support::enumerate::enumerate;
use clew::families::numberlink;
use clew::families::{Cover, Numberlink, Touch};
use clew::puzzle::{Answer, Board, BuildError, BuildOptions, Goal, Neighbourhood, Puzzle};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::collections::BTreeSet;

const RULES: [(Cover, Touch); 6] = [
    (Cover::All, Touch::No),
    (Cover::All, Touch::No2x2),
    (Cover::All, Touch::Yes),
    (Cover::Partial, Touch::No),
    (Cover::Partial, Touch::No2x2),
    (Cover::Partial, Touch::Yes),
];

/// Draws all paths of all labels in turn, using nothing but neighbours.
struct Brute<'a> {
    puzzle: &'a Numberlink,
    owner: Vec<Option<usize>>,
    on: Vec<bool>,
    found: BTreeSet<Vec<bool>>,
}

impl Brute<'_> {
    fn all(puzzle: &Numberlink) -> BTreeSet<Vec<bool>> {
        let mut owner = vec![None; puzzle.board.len()];
        for (k, ends) in puzzle.ends.iter().enumerate() {
            ends.iter().for_each(|&c| owner[c as usize] = Some(k));
        }
        let on = vec![false; puzzle.board.edges().len()];
        let mut brute = Brute { puzzle, owner, on, found: BTreeSet::new() };
        brute.link(0);
        brute.found
    }

    fn link(&mut self, k: usize) {
        if k < self.puzzle.ends.len() {
            self.walk(k, self.puzzle.ends[k][0]);
        } else if self.allowed() {
            self.found.insert(self.on.clone());
        }
    }

    fn walk(&mut self, k: usize, at: u32) {
        let board = &self.puzzle.board;
        for (&q, &e) in board.neighbours(at).iter().zip(board.incident(at)) {
            if q == self.puzzle.ends[k][1] {
                self.on[e as usize] = true;
                self.link(k + 1);
                self.on[e as usize] = false;
            } else if self.owner[q as usize].is_none() {
                self.owner[q as usize] = Some(k);
                self.on[e as usize] = true;
                self.walk(k, q);
                self.on[e as usize] = false;
                self.owner[q as usize] = None;
            }
        }
    }

    fn allowed(&self) -> bool {
        let board = &self.puzzle.board;
        if self.puzzle.cover == Cover::All && self.owner.contains(&None) {
            return false;
        }
        let path = |c: u32| self.owner[c as usize];
        match self.puzzle.touch {
            Touch::Yes => true,
            Touch::No => board
                .edges()
                .iter()
                .zip(&self.on)
                .all(|(&[a, b], &on)| on || path(a).is_none() || path(a) != path(b)),
            Touch::No2x2 => {
                let (rows, cols) = board.size();
                let at = |r, c| board.cell_at(r, c).and_then(path);
                (1..rows).all(|r| {
                    (1..cols).all(|c| {
                        let k = at(r, c);
                        k.is_none()
                            || [(r - 1, c - 1), (r - 1, c), (r, c - 1)]
                                .iter()
                                .any(|&(r, c)| at(r, c) != k)
                    })
                })
            }
        }
    }
}

fn random_puzzle(rng: &mut ChaCha8Rng, moves: Neighbourhood, most: u32) -> Option<Numberlink> {
    let rows = rng.random_range(1..=4);
    let cols = rng.random_range(1..=4);
    if rows * cols > most {
        return None;
    }
    let holes = if rng.random_bool(0.5) { 0.15 } else { 0.0 };
    let present: Vec<bool> = (0..rows * cols).map(|_| !rng.random_bool(holes)).collect();
    let mut walls = Vec::new();
    if rng.random_bool(0.3) {
        for _ in 0..rng.random_range(1..4) {
            let (r, c) = (rng.random_range(0..rows), rng.random_range(0..cols));
            walls.push(if rng.random_bool(0.5) {
                [(r, c), (r + 1, c)]
            } else {
                [(r, c), (r, c + 1)]
            });
        }
    }
    let board = Board::grid_with_walls(rows, cols, moves, &present, &walls);
    let ends = random_pairs(rng, &board);
    let labels = (1..=ends.len()).map(|k| k.to_string()).collect();
    let (cover, touch) = RULES[rng.random_range(0..RULES.len())];
    Some(Numberlink { board, labels, ends, cover, touch })
}

/// All solutions of a network; panics if it has one twice. `None` if it does not apply.
fn solutions(puzzle: &Numberlink, name: &str, without: &[&str]) -> Option<BTreeSet<Vec<bool>>> {
    let whole = Puzzle::from(puzzle.clone());
    let without = without.iter().map(|w| w.to_string()).collect();
    let built = match whole.build(name, &BuildOptions { without, ..BuildOptions::default() }) {
        Ok(built) => built,
        Err(BuildError::NotApplicable(_)) => return None,
        Err(e) => panic!("{name}: {e}"),
    };
    let mut found = BTreeSet::new();
    enumerate(&built.model, |engine| {
        let answer = built.decode(whole.board(), engine.store());
        assert_eq!(whole.verify(&answer), Ok(()), "{name}: {puzzle:?}");
        let Answer::Links(on) = answer else { panic!("links") };
        assert!(found.insert(on), "{name}: a solution twice on {puzzle:?}");
        for x in engine.store().vars().iter() {
            assert_eq!(engine.store().size(x), 1, "{name}: a label is open on {puzzle:?}");
        }
    });
    Some(found)
}

fn compare(moves: Neighbourhood, seeds: u64, most: u32) {
    let mut solved = 0;
    for seed in 0..seeds {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let Some(puzzle) = random_puzzle(&mut rng, moves, most) else { continue };
        let expected = Brute::all(&puzzle);
        solved += usize::from(!expected.is_empty());
        for network in numberlink::FAMILY.networks() {
            if let Some(found) = solutions(&puzzle, network.name, &[]) {
                assert_eq!(found, expected, "{} on {puzzle:?} (seed {seed})", network.name);
            } else {
                assert_ne!(puzzle.touch, Touch::No);
                assert_ne!(network.name, "suite");
            }
        }
    }
    assert!(solved > seeds as usize / 20, "too few boards have solutions: {solved}");
}

#[test]
fn rook_boards() {
    compare(Neighbourhood::Rook, 6000, 16);
}

#[test]
fn king_boards() {
    compare(Neighbourhood::King, 3000, 9);
}

#[test]
fn hex_boards() {
    compare(Neighbourhood::Hex, 3000, 12);
}

fn board_of(rows: &[&str]) -> Numberlink {
    let (h, w) = (rows.len() as u32, rows[0].len() as u32);
    let board = full(h, w, Neighbourhood::Rook);
    let text: Vec<char> = rows.iter().flat_map(|r| r.chars()).collect();
    let mut labels: Vec<char> = Vec::new();
    let mut ends: Vec<[u32; 2]> = Vec::new();
    for (c, &ch) in (0u32..).zip(&text) {
        if ch == '.' {
            continue;
        }
        match labels.iter().position(|&l| l == ch) {
            Some(k) => ends[k][1] = c,
            None => {
                labels.push(ch);
                ends.push([c, c]);
            }
        }
    }
    let labels = labels.into_iter().map(String::from).collect();
    Numberlink { board, labels, ends, cover: Cover::All, touch: Touch::No }
}

/// Solutions under (all, no), (all, yes), (partial, no), (partial, yes).
fn vector(rows: &[&str], expected: [usize; 4]) {
    let rules = [
        (Cover::All, Touch::No),
        (Cover::All, Touch::Yes),
        (Cover::Partial, Touch::No),
        (Cover::Partial, Touch::Yes),
    ];
    for ((cover, touch), expected) in rules.into_iter().zip(expected) {
        let puzzle = Numberlink { cover, touch, ..board_of(rows) };
        for network in numberlink::FAMILY.networks() {
            if let Some(found) = solutions(&puzzle, network.name, &[]) {
                let rules = format!("{} {cover:?} {touch:?}", network.name);
                assert_eq!(found.len(), expected, "{rows:?} {rules}");
            }
        }
    }
}

#[test]
fn vectors_of_the_formats() {
    vector(&["AB..", "....", "CABC", "...."], [0, 1, 1, 2]);
    vector(&["C...B", "A.BA.", "...C.", "....."], [1, 1, 1, 1]);
    vector(&["....", ".ab.", "..b.", "a..."], [0, 5, 4, 40]);
    vector(&["AA", "BB", "..", ".."], [0, 1, 1, 3]);
    vector(&["1....", "2..3.", ".....", ".1..2", "....3"], [1, 1, 1, 1]);
    vector(&["D..C.", "EB..C", "..A..", "...A.", "EBD.."], [1, 1, 1, 1]);
    vector(&["R.G.Y", "..B.O", ".....", ".G.Y.", ".RBO."], [1, 1, 1, 1]);
    vector(&["7...3", "913..", "...7.", ".....", "9...1"], [1, 1, 1, 1]);
}

#[test]
fn a_vector_with_many_solutions() {
    let rows = [
        "B...I...", "....EH..", "B.......", "..F...E.", ".FA.I...", "A...G..H", "DC.C....",
        ".D..G...",
    ];
    for (cover, touch, expected) in [(Cover::All, Touch::No, 0), (Cover::All, Touch::Yes, 80)] {
        let puzzle = Numberlink { cover, touch, ..board_of(&rows) };
        assert_eq!(solutions(&puzzle, "suite", &[]).map(|s| s.len()), Some(expected));
    }
}

#[test]
fn no_loop_beside_the_paths() {
    for network in numberlink::FAMILY.networks() {
        let found = solutions(&board_of(&["AA", "BB", "..", ".."]), network.name, &[]);
        assert_eq!(found.map(|f| f.len()), Some(0), "{}", network.name);
    }
}

#[test]
fn redundant_propagators_change_no_answer() {
    for seed in 0..300 {
        let mut rng = ChaCha8Rng::seed_from_u64(7000 + seed);
        let Some(puzzle) = random_puzzle(&mut rng, Neighbourhood::Rook, 12) else { continue };
        let with = solutions(&puzzle, "suite", &[]);
        assert_eq!(with, solutions(&puzzle, "suite", &["degree_flow"]));
    }
}

#[test]
fn many_labels_take_several_words() {
    // 2 x 70 with dominoes: every label next to itself, one solution.
    let board = full(2, 70, Neighbourhood::Rook);
    let ends = (0..70).map(|c| [c, c + 70]).collect();
    let labels = (0..70).map(|k| k.to_string()).collect();
    for (cover, touch) in RULES {
        let ends: &Vec<[u32; 2]> = &ends;
        let labels: &Vec<String> = &labels;
        let (board, ends, labels) = (board.clone(), ends.clone(), labels.clone());
        let puzzle = Numberlink { board, labels, ends, cover, touch };
        for network in numberlink::FAMILY.networks() {
            if let Some(found) = solutions(&puzzle, network.name, &[]) {
                assert_eq!(found.len(), 1, "{}", network.name);
            }
        }
    }
}

#[test]
fn goals_that_make_no_sense_are_refused() {
    let mut links = board_of(&["AA"]);
    links.cover = Cover::Partial;
    let puzzle = Puzzle::from(links);
    for (goal, applies) in [(Goal::LEAST_LENGTH, true), (Goal::FEWEST_TURNS, false)] {
        let options = BuildOptions { goal: Some(goal), ..BuildOptions::default() };
        assert_eq!(puzzle.build("suite", &options).is_ok(), applies);
    }
}
