use super::*;
use crate::line::generate::random_line;
use clew_puzzle::puzzle::Neighbourhood;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// A board of this size with holes where the line of no hole would have its last cells, and some of
/// its numbers.
fn sparse(size: u32, holes: usize, density: f64, seed: u64) -> (Board, Vec<Option<u32>>) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let line = random_line(size, size, Neighbourhood::Rook, &mut rng);
    let line = &line[..line.len() - holes];
    let mut numbers = vec![None; (size * size) as usize];
    let mut present = vec![false; numbers.len()];
    for (k, &place) in (1..).zip(line) {
        present[place as usize] = true;
        numbers[place as usize] = rng.random_bool(density).then_some(k);
    }
    numbers[line[line.len() / 2] as usize] = Some(line.len() as u32 / 2 + 1);
    let given = (0..numbers.len()).filter(|&p| present[p]).map(|p| numbers[p]).collect();
    (Board::grid(size, size, Neighbourhood::Rook, &present), given)
}

/// A solution visits all cells from neighbour to neighbour and has the given numbers; the same seed gives the same
/// solution.
#[test]
fn fillings_obey_the_rules() {
    for seed in 0..8 {
        let (board, given) = sparse(10, 2 * (seed as usize % 4), 0.02, 100 + seed);
        let start = || PathLevelling::new(&board, &given, seed).expect("cells are free");
        let found = start().run(20_000_000);
        let found = found.unwrap_or_else(|| panic!("there are very many for seed {seed}"));
        assert_eq!(Some(&found), start().run(20_000_000).as_ref());
        let mut cell_of = vec![Cell::MAX; found.len()];
        (0..).zip(&found).for_each(|(c, &k)| cell_of[k as usize - 1] = c);
        for pair in cell_of.windows(2) {
            assert!(board.neighbours(pair[0]).contains(&pair[1]));
        }
        for (given, found) in given.iter().zip(&found) {
            assert!(given.is_none_or(|k| k == *found));
        }
    }
}

/// With both ends given the line may have to go round one of them, where short routes never lead.
#[test]
fn lines_go_round_their_own_ends() {
    for seed in 0..24 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let line = random_line(10, 10, Neighbourhood::Rook, &mut rng);
        let mut given = vec![None; 100];
        for k in [1, 99, 100] {
            given[line[k - 1] as usize] = Some(k as u32);
        }
        let board = Board::grid(10, 10, Neighbourhood::Rook, &[true; 100]);
        let mut search = PathLevelling::new(&board, &given, seed).expect("cells are free");
        assert!(search.run(20_000_000).is_some(), "seed {seed}");
    }
}

/// Numbers that are too far apart for their difference, and those that contradict the colours: nothing is found.
#[test]
fn what_cannot_be_is_not_found() {
    let board = Board::grid(6, 6, Neighbourhood::Rook, &[true; 36]);
    let mut given = vec![None; 36];
    (given[0], given[35]) = (Some(3), Some(5));
    let mut search = PathLevelling::new(&board, &given, 1).expect("cells are free");
    assert_eq!(search.run(10_000), None);
    given[35] = Some(6);
    assert!(PathLevelling::new(&board, &given, 1).is_none());
    // No cell is left for the end of the line.
    (given[0], given[1], given[6], given[35]) = (Some(35), Some(34), Some(32), None);
    let mut search = PathLevelling::new(&board, &given, 1).expect("cells are free");
    assert_eq!(search.run(10_000), None);
}

#[test]
fn other_boards_are_left_alone() {
    let king = Board::grid(6, 6, Neighbourhood::King, &[true; 36]);
    let rook = Board::grid(6, 6, Neighbourhood::Rook, &[true; 36]);
    let mut given = vec![None; 36];
    assert!(PathLevelling::new(&rook, &given, 1).is_none());
    given[7] = Some(9);
    assert!(PathLevelling::new(&king, &given, 1).is_none());
    assert!(PathLevelling::new(&rook, &given, 1).is_some());
}
