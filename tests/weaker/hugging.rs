//! Clauses about paths that bend (`hugging`) against the canonical form without them: no canonical solution is lost,
//! on boards with space for bends in bends, with holes and walls; and the theorem itself on all solutions without
//! chords and sights.
//!
//! `cargo test --release --test weaker -- --ignored` tests fifty times as many.

use crate::support::boards::{random_pairs, special_grid};
use crate::support::enumerate::enumerate;
use clew::families::{Cover, Numberlink, Touch};
use clew::puzzle::{Answer, BuildOptions, Keep, Neighbourhood, Puzzle};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::collections::BTreeSet;

/// A board with few labels, whole, or with holes, or with walls.
fn random(seed: u64) -> Numberlink {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let sizes = [(4, 5), (5, 5), (4, 6), (6, 4), (3, 8), (5, 6)];
    let (rows, cols) = sizes[rng.random_range(0..sizes.len())];
    let holes = [0.0, 0.0, 0.08][rng.random_range(0..3)];
    let present: Vec<bool> = (0..rows * cols).map(|_| !rng.random_bool(holes)).collect();
    let mut walls = Vec::new();
    for _ in 0..[0, 0, 2, 5][rng.random_range(0..4)] {
        let (r, c) = (rng.random_range(0..rows), rng.random_range(0..cols));
        let down = rng.random_bool(0.5);
        walls.push([(r, c), if down { (r + 1, c) } else { (r, c + 1) }]);
    }
    let board = special_grid(&rng, (rows, cols), Neighbourhood::Rook, &present, &walls);
    let mut ends = random_pairs(&mut rng, &board);
    ends.truncate(rng.random_range(3..=6));
    let labels = (1..=ends.len()).map(|k| k.to_string()).collect();
    let touch = [Touch::No, Touch::No2x2, Touch::Yes][rng.random_range(0..3)];
    Numberlink { board, labels, ends, cover: Cover::Partial, touch }
}

/// Edge sets of a network.
type Sets = BTreeSet<Vec<bool>>;

/// The solutions of a network without these parts, and its clauses.
fn solutions(puzzle: &Puzzle, keep: Keep, without: &[&str]) -> (Sets, u32) {
    let without = without.iter().map(|part| (*part).to_owned()).collect();
    let options = BuildOptions { keep, without, learning: true, ..BuildOptions::default() };
    let built = puzzle.build("suite", &options).expect("a network");
    let mut found = BTreeSet::new();
    enumerate(&built.model, |engine| {
        let Answer::Links(on) = built.decode(puzzle.board(), engine.store()) else { panic!() };
        found.insert(on);
    });
    (found, built.model.engine.clauses().statics())
}

/// Compares networks with and without the clauses; returns how many solutions there are and how many clauses were added.
fn compare(seed: u64) -> (usize, u32) {
    let puzzle = Puzzle::from(random(seed));
    let (plain, few) = solutions(&puzzle, Keep::Representatives, &["hugging"]);
    let (hugged, many) = solutions(&puzzle, Keep::Representatives, &[]);
    assert_eq!(plain, hugged, "seed {seed}: {puzzle:?}");
    for on in plain.iter().take(1) {
        let keep = || Keep::Others(Answer::Links(on.clone()));
        let (plain, _) = solutions(&puzzle, keep(), &["hugging"]);
        let (hugged, _) = solutions(&puzzle, keep(), &[]);
        assert_eq!(plain, hugged, "others, seed {seed}: {puzzle:?}");
    }
    (plain.len(), many.saturating_sub(few))
}

fn all(seeds: std::ops::Range<u64>) {
    let (mut none, mut one, mut several, mut clauses) = (0, 0, 0, 0);
    for seed in seeds {
        let (solutions, added) = compare(seed);
        match solutions {
            0 => none += 1,
            1 => one += 1,
            _ => several += 1,
        }
        clauses += added;
    }
    println!(
        "{none} without a solution in normal form, {one} with one, {several} with more; {clauses} clauses"
    );
    assert!(none > 0 && one > 0 && several > 0 && clauses > 0);
}

#[test]
fn no_solution_in_normal_form_is_lost() {
    all(0..60);
}

#[test]
#[ignore = "minutes"]
fn no_solution_in_normal_form_is_lost_on_many_boards() {
    all(1_000..7_000);
}
