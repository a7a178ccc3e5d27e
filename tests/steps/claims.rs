//! Techniques about the cells that each path can reach, against all solutions, in any position: a walk rarely uses
//! them, because cheaper techniques come first.

use crate::support::links::all_links;
use crate::walks::holds;
use clew::families::{Cover, Numberlink, Touch};
use clew::puzzle::ladder::{Finding, Found};
use clew::puzzle::{Answer, Board, Grid, Neighbourhood, Puzzle};
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use std::collections::BTreeMap;

/// A board with a solution: edges are drawn at random as long as they form paths; on a covered board, the remaining
/// cells become holes.
fn solvable(rng: &mut ChaCha8Rng) -> Option<Numberlink> {
    let cover = [Cover::All, Cover::All, Cover::Partial][rng.random_range(0..3)];
    let touch = [Touch::No, Touch::No, Touch::No2x2, Touch::Yes][rng.random_range(0..4)];
    let most = if cover == Cover::All { 5 } else { 4 };
    let (rows, cols) = (rng.random_range(2..=most), rng.random_range(3..=most));
    let whole = vec![true; (rows * cols) as usize];
    let grid = Board::new(&Grid::new(rows, cols, Neighbourhood::Rook, &whole));
    let mut edges = grid.edges().to_vec();
    edges.shuffle(rng);
    let n = grid.len();
    let (mut part, mut degree) = ((0..n).collect::<Vec<usize>>(), vec![0; n]);
    let few = rng.random_range(0.5..1.0);
    let mut drawn = Vec::new();
    for &[a, b] in &edges {
        let (a, b) = (a as usize, b as usize);
        let meet = |p: usize, q: usize| {
            [part[a], part[b]].contains(&part[p]) && [part[a], part[b]].contains(&part[q])
        };
        let next_to_itself = touch != Touch::Yes
            && edges.iter().any(|&[p, q]| {
                let (p, q) = (p as usize, q as usize);
                (p, q) != (a, b) && part[p] != part[q] && meet(p, q)
            });
        let fits = degree[a] < 2 && degree[b] < 2 && part[a] != part[b] && !next_to_itself;
        if fits && rng.random_bool(few) {
            let (from, to) = (part[a], part[b]);
            part.iter_mut().filter(|p| **p == from).for_each(|p| *p = to);
            degree[a] += 1;
            degree[b] += 1;
            drawn.push([a, b]);
        }
    }
    let present: Vec<bool> = degree.iter().map(|&d| d > 0 || cover == Cover::Partial).collect();
    let board = Board::new(&Grid::new(rows, cols, Neighbourhood::Rook, &present));
    let at = |c: usize| board.cell_at(c as u32 / cols, c as u32 % cols);
    let mut ends: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
    for c in (0..n).filter(|&c| degree[c] == 1) {
        ends.entry(part[c]).or_default().push(at(c)?);
    }
    let ends: Vec<[u32; 2]> = ends.into_values().map(|pair| [pair[0], pair[1]]).collect();
    let labels = (1..=ends.len()).map(|k| k.to_string()).collect();
    (!ends.is_empty() && ends.len() < 8).then_some(Numberlink { board, labels, ends, cover, touch })
}

/// Learns a part of one solution, applies every technique, and compares with all solutions that agree with that part.
fn look_anywhere(
    puzzle: &Numberlink,
    rng: &mut ChaCha8Rng,
    said: &mut BTreeMap<&'static str, u32>,
) {
    let all: Vec<Answer> = all_links(puzzle).into_iter().map(Answer::Links).collect();
    let edges = puzzle.board.edges().to_vec();
    let puzzle = Puzzle::from(puzzle.clone());
    for _ in 0..6 {
        let solution = all.choose(rng).expect("it was made of a solution");
        let (on, off) = (rng.random_range(0.0..0.5), rng.random_range(0.0..0.4));
        let true_of = |&pair: &[u32; 2]| {
            let drawn = Finding::link(pair, true);
            if holds(&puzzle, solution, drawn) { drawn } else { drawn.negated() }
        };
        let mut known: Vec<Finding> = edges.iter().map(true_of).collect();
        known.retain(|finding| rng.random_bool(if finding.holds { on } else { off }));
        let mut ladder = puzzle.ladder().unwrap_or_else(|_| panic!("{puzzle:?} has a ladder"));
        for &finding in &known {
            let learnt = ladder.learn(finding);
            assert!(learnt.is_ok(), "{puzzle:?} {known:?}: {learnt:?}");
        }
        let fitting =
            |answer: &&Answer| known.iter().all(|&finding| holds(&puzzle, answer, finding));
        let fitting: Vec<&Answer> = all.iter().filter(fitting).collect();
        for (number, technique) in
            ladder.techniques().iter().enumerate().filter(|(_, t)| !t.assumes())
        {
            let mut found = Found::default();
            ladder.look(number, &mut found);
            assert_eq!(
                found.nonsense, None,
                "{} {puzzle:?} {known:?} {solution:?}",
                technique.name
            );
            for deduction in found.deductions() {
                *said.entry(technique.name).or_default() += 1;
                let telling = ladder.tell(number, &deduction);
                assert!(!telling.reason.is_empty(), "{deduction:?}");
                for (&finding, answer) in
                    deduction.findings.iter().flat_map(|f| fitting.iter().map(move |a| (f, a)))
                {
                    assert!(
                        holds(&puzzle, answer, finding),
                        "{} {puzzle:?}\n{known:?}\n{finding:?}: {}\nis false in {answer:?}",
                        technique.name,
                        telling.reason
                    );
                }
            }
        }
    }
}

fn looks(boards: u64, seed: u64) -> BTreeMap<&'static str, u32> {
    let mut said = BTreeMap::new();
    for i in 0..boards {
        let mut rng = ChaCha8Rng::seed_from_u64(seed + i);
        if let Some(puzzle) = solvable(&mut rng) {
            look_anywhere(&puzzle, &mut rng, &mut said);
        }
    }
    said
}

#[test]
fn claims_hold_in_every_solution_from_any_position() {
    let said = looks(600, 1);
    println!("{said:?}");
    for name in ["numberlink.reach", "numberlink.border", "numberlink.narrow"] {
        assert!(said.get(name).is_some_and(|&n| n > 20), "{name}: {said:?}");
    }
}

#[test]
#[ignore = "long: cargo test --release --test steps claims:: -- --ignored --nocapture"]
fn claims_hold_in_every_solution_from_any_position_long() {
    println!("{:?}", looks(60_000, 1_000));
}

/// Where cells may stay empty and paths may touch, a path of the only solution has no shortcut, no other bend, and no way
/// over two empty cells beside it.
#[test]
fn the_only_solution_has_no_detour() {
    let (mut boards, mut empty) = (0, 0);
    for seed in 0..4_000 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let Some(mut puzzle) = solvable(&mut rng) else { continue };
        puzzle.cover = Cover::Partial;
        if puzzle.touch == Touch::No {
            puzzle.touch = Touch::Yes;
        }
        let all = all_links(&puzzle);
        let [on] = &all[..] else { continue };
        boards += 1;
        let board = &puzzle.board;
        let drawn = |a: u32, b: u32| board.edge_between(a, b).is_some_and(|e| on[e as usize]);
        let routes = Puzzle::from(puzzle.clone()).routes(&Answer::Links(on.clone()));
        let routes = routes.expect("paths");
        let mut path = vec![None; board.len()];
        for (k, route) in routes.iter().enumerate() {
            route.iter().for_each(|&c| path[c as usize] = Some(k));
        }
        empty += path.iter().filter(|of| of.is_none()).count();
        for &[a, b] in board.edges() {
            let same = path[a as usize].is_some() && path[a as usize] == path[b as usize];
            assert!(!same || drawn(a, b), "{puzzle:?}: a shortcut {a}-{b}");
        }
        if puzzle.touch != Touch::Yes {
            continue;
        }
        for [w, x, y, z] in board.blocks() {
            let square = [[w, x], [x, z], [z, y], [y, w]];
            if square.iter().any(|&[a, b]| board.edge_between(a, b).is_none()) {
                continue;
            }
            let lines = square.iter().filter(|&&[a, b]| drawn(a, b)).count();
            let free = [w, x, y, z].iter().filter(|&&c| path[c as usize].is_none()).count();
            // A bend around an empty cell, or an edge beside two.
            assert!(!(lines == 2 && free == 1 || lines == 1 && free == 2), "{puzzle:?}");
        }
    }
    println!("{boards} boards with one solution, {empty} empty cells");
    assert!(boards > 300 && empty > 50, "{boards} {empty}");
}
