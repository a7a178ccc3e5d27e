//! Certificates of random small boards of every family, kind of neighbours and rule, also with sides that are joined,
//! bridges and marks between cells: the constraints have as many solutions as brute force finds, two encoders
//! agree, and every proof is certified.

use super::certificates::{both_encoders_agree, is_there, solutions};
use crate::support::agree::{random_puzzle, random_zip};
use crate::support::program::Folder;
use clew::families::parse_json;
use clew::puzzle::format::write_json;
use clew::puzzle::{Entry, Puzzle};
use clew::strategy::prove::claim;
use clew::strategy::{Options, Task, run};

/// Whether the board has features that only some puzzles have.
fn is_special(puzzle: &Puzzle) -> bool {
    puzzle.board().is_some_and(|board| !board.is_flat() || !board.links().is_empty())
}

#[test]
fn constraints_have_as_many_solutions() {
    let mut special = 0;
    for seed in 0..600 {
        let (puzzle, all) = random_puzzle(seed);
        let whole = claim(&puzzle, None, None).expect("it is small");
        assert_eq!(solutions(&whole.opb), all.len() as u64, "seed {seed}: {puzzle:?}");
        special += usize::from(is_special(&puzzle) && !all.is_empty());
    }
    assert!(special > 60, "{special}");
}

#[test]
fn constraints_of_zips_have_as_many_solutions() {
    let mut several = 0;
    for (puzzle, all) in (0..300).filter_map(random_zip) {
        let whole = claim(&puzzle, None, None).expect("it is small");
        assert_eq!(solutions(&whole.opb), all.len() as u64, "{puzzle:?}");
        several += usize::from(all.len() > 1);
    }
    assert!(several > 40, "{several}");
}

/// Random boards as files, with the number of their fillings. Files hold at least one pair of labels, and count
/// labels in their order; those of text cannot hold two signs that contradict each other.
fn files(seeds: impl Iterator<Item = u64>) -> impl Iterator<Item = (u64, Entry, usize)> {
    seeds.filter_map(|seed| {
        // Every fifth one is a zip.
        let found = if seed % 5 == 0 { random_zip(seed)? } else { random_puzzle(seed) };
        let (puzzle, all) = found;
        let entry = parse_json(&write_json(&Entry::from(puzzle))).ok()?;
        Some((seed, entry, all.len()))
    })
}

#[test]
fn the_second_encoder_writes_the_same() {
    if !is_there("python3") {
        return;
    }
    let special = files(600..).filter(|(_, entry, _)| is_special(&entry.puzzle));
    for (_, entry, _) in special.take(40) {
        let options = Options::default();
        let outcome = run(&entry.puzzle, Task::Solve { limit: 1 }, &options).expect("it runs");
        let answer = outcome.answers.into_iter().next();
        let claim = claim(&entry.puzzle, answer.as_ref(), None).expect("it is small");
        both_encoders_agree(&entry, answer.as_ref(), &claim, &[]);
    }
}

/// `count` random boards with at most one filling: each has a certificate.
fn certified(seeds: impl Iterator<Item = u64>, count: usize) {
    if !is_there("veripb") {
        return;
    }
    for (seed, entry, fillings) in files(seeds).filter(|(_, _, all)| *all < 2).take(count) {
        let folder = Folder::with_puzzle(&write_json(&entry));
        let ran = folder.run("check --proof proof p.puzzle");
        let word = ["none", "unique"][fillings];
        assert!(ran.out.starts_with(word), "seed {seed}: {}{}", ran.out, ran.err);
        let ran = folder.run("certify proof");
        assert_eq!((&*ran.out, ran.status), ("certified\n", 0), "seed {seed}: {}", ran.err);
    }
}

#[test]
fn random_boards_are_certified() {
    certified(0.., 40);
}

#[test]
#[ignore = "takes minutes and needs veripb"]
fn many_random_boards_are_certified() {
    certified(10_000.., 2000);
}
