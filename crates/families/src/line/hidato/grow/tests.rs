//! The incremental data of the moves against a recount.

use super::flow::{flow, gifts};
use super::frame::NONE;
use super::state::EMPTY;
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

/// The paths are whole, disjoint, and of the recorded lengths.
fn check(grower: &PathGrowth) {
    let (frame, state) = (&grower.frame, &grower.state);
    let mut met = vec![false; state.gap.len()];
    let (mut energy, mut at) = (0, state.loose[0]);
    assert_eq!(state.previous[at as usize], NONE);
    for gap in 0..frame.gaps() {
        let end = frame.givens.get(gap as usize).copied().unwrap_or(NONE);
        let mut inside = 0;
        while at != end {
            assert!(!std::mem::replace(&mut met[at as usize], true), "a cell twice");
            if !frame.fixed[at as usize] {
                inside += 1;
                assert_eq!(state.gap[at as usize], gap);
            }
            let next = state.next[at as usize];
            if next == NONE {
                assert_eq!((at, gap + 1), (state.loose[1], frame.gaps()));
                at = NONE;
                break;
            }
            assert!(frame.board.neighbours(at).contains(&next));
            assert_eq!(state.previous[next as usize], at);
            at = next;
        }
        assert_eq!(at, end);
        assert_eq!(state.cells[gap as usize], inside);
        let wrong = (inside - frame.wanted[gap as usize]).abs();
        assert_eq!(state.off.contains(gap), wrong > 0);
        energy += wrong;
    }
    assert_eq!(state.wrong, energy);
    assert_eq!(state.energy(), energy + state.empty.list().len() as i32);
    for (c, met) in (0..).zip(met) {
        assert_eq!(state.empty.contains(c), !met);
        assert_eq!(state.gap[c as usize] == EMPTY, !met);
    }
}

#[test]
fn books_are_kept() {
    let mut checked = 0;
    for seed in 0..24 {
        let (size, density) = ([6, 9, 14][seed as usize % 3], [0.03, 0.1, 0.3][seed as usize / 8]);
        let (board, given) = sparse(size, 3 * (seed as usize % 4), density, seed);
        let Some(mut grower) = PathGrowth::new(&board, &given, seed, &|| false) else { continue };
        for _ in 0..300 {
            grower.run(37);
            if matches!(grower.phase, Phase::Growing { .. }) {
                check(&grower);
                checked += 1;
            }
        }
    }
    assert!(checked > 4000, "{checked}");
}

/// Between walls many cells lie on no whole square; paths go past them all the same.
#[test]
fn books_are_kept_between_walls() {
    let mut checked = 0;
    for seed in 0..24 {
        let (board, given) = sparse(20, 0, 0.03, seed);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let walls = board.edges().iter().copied().filter(|_| rng.random_bool(0.12));
        let walls: Vec<[Cell; 2]> = walls.collect();
        let board = board.with_layout(Neighbourhood::Rook, &walls).expect("a grid");
        let Some(mut grower) = PathGrowth::new(&board, &given, seed, &|| false) else { continue };
        for _ in 0..100 {
            grower.run(503);
            if matches!(grower.phase, Phase::Growing { .. }) {
                check(&grower);
                checked += 1;
            }
        }
    }
    assert!(checked > 500, "{checked}");
}

/// Lengths that were given away by chance are brought back: each flow takes two cells from a gap with too many and
/// brings two to one with too few; the gaps in between keep their lengths.
#[test]
fn lengths_flow_together() {
    let mut flows = 0;
    for seed in 0..6 {
        let (board, given) = sparse(12, 0, 0.08, 200 + seed);
        let mut grower = PathGrowth::new(&board, &given, seed, &|| false).expect("cells are free");
        while !matches!(grower.phase, Phase::Growing { at: 20_000.., .. }) {
            grower.run(512);
        }
        for _ in 0..40 {
            let gifts = gifts(&grower.frame, &grower.state);
            if gifts.is_empty() {
                break;
            }
            let (_, gift) = gifts[grower.moves.random().below(gifts.len() as u32) as usize];
            let cost = gift.cost(&grower.frame, &grower.state);
            let before = grower.state.energy();
            gift.hand_over(&grower.frame, &mut grower.state);
            assert_eq!(grower.state.energy() - before, cost);
            check(&grower);
        }
        loop {
            let (before, cells) = (grower.state.energy(), grower.state.cells.clone());
            let flowed = flow(&grower.frame, &mut grower.state, grower.moves.random());
            check(&grower);
            if !flowed {
                assert!(grower.state.energy() <= before);
                break;
            }
            assert_eq!(grower.state.energy(), before - 4);
            let changes = cells.iter().zip(&grower.state.cells).map(|(old, new)| new - old);
            let mut changes: Vec<i32> = changes.filter(|&change| change != 0).collect();
            changes.sort_unstable();
            assert_eq!(changes, [-2, 2]);
            flows += 1;
        }
    }
    assert!(flows > 20, "{flows}");
}

/// Routes on the wrong side of each other's ends come apart within the rounds of one attempt.
#[test]
fn routes_come_apart() {
    for seed in 0..12 {
        let (board, given) = sparse(32, 0, 0.03, 300 + seed);
        let mut grower = PathGrowth::new(&board, &given, seed, &|| false).expect("cells are free");
        let routing = loop {
            match grower.router.turn(&grower.frame, grower.moves.random()).0 {
                Routing::Open => {}
                end => break end,
            }
        };
        assert_eq!(routing, Routing::Done, "seed {seed}");
        let cells: Vec<Cell> = grower.router.routes().flat_map(|(_, way)| way.to_vec()).collect();
        let mut apart = cells.clone();
        apart.sort_unstable();
        apart.dedup();
        assert_eq!(apart.len(), cells.len());
    }
}

/// The distance to the next empty cell of the other colour.
#[test]
fn distances_are_to_the_other_colour() {
    let board = Board::grid(4, 4, Neighbourhood::Rook, &[true; 16]);
    let mut given = vec![None; 16];
    given[15] = Some(1);
    let grower = PathGrowth::new(&board, &given, 1, &|| false).expect("cells are free");
    let mut state = grower.state;
    for c in 0..15 {
        state.put(c, 1);
    }
    // Cells 0 and 10 are black, 4 and 14 white.
    [0, 10, 4, 14].into_iter().for_each(|c| state.clear(c));
    assert_eq!(state.apart(&grower.frame, 0, 0), 1);
    assert_eq!(state.apart(&grower.frame, 5, 0), 1);
    assert_eq!(state.apart(&grower.frame, 4, 4), 1);
    assert_eq!(state.apart(&grower.frame, 4, 0), 3);
    state.put(4, 1);
    state.put(14, 1);
    assert_eq!(state.apart(&grower.frame, 0, 0), 0);
}

/// A solution visits all cells from neighbour to neighbour and has the given numbers; the same seed gives the same
/// solution.
#[test]
fn fillings_obey_the_rules() {
    for seed in 0..8 {
        let (board, given) = sparse(12, seed as usize, 0.05, 100 + seed);
        let mut grower = PathGrowth::new(&board, &given, seed, &|| false).expect("cells are free");
        let mut twin = PathGrowth::new(&board, &given, seed, &|| false).expect("cells are free");
        let found = grower.run(20_000_000).expect("there are very many");
        assert_eq!(Some(&found), twin.run(20_000_000).as_ref());
        let mut cell_of = vec![NONE; found.len()];
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
        let mut grower = PathGrowth::new(&board, &given, seed, &|| false).expect("cells are free");
        assert!(grower.run(20_000_000).is_some(), "seed {seed}");
    }
}

/// Numbers that are too far apart for their difference: it searches on, finds nothing, and ends.
#[test]
fn what_cannot_be_is_not_found() {
    let board = Board::grid(6, 6, Neighbourhood::Rook, &[true; 36]);
    let mut given = vec![None; 36];
    (given[0], given[35]) = (Some(3), Some(5));
    let mut grower = PathGrowth::new(&board, &given, 1, &|| false).expect("cells are free");
    assert_eq!(grower.run(10_000), None);
}

#[test]
fn other_boards_are_left_alone() {
    let king = Board::grid(6, 6, Neighbourhood::King, &[true; 36]);
    let rook = Board::grid(6, 6, Neighbourhood::Rook, &[true; 36]);
    let mut given = vec![None; 36];
    assert!(PathGrowth::new(&rook, &given, 1, &|| false).is_none());
    given[7] = Some(9);
    assert!(PathGrowth::new(&king, &given, 1, &|| false).is_none());
    assert!(PathGrowth::new(&rook, &given, 1, &|| true).is_none());
    assert!(PathGrowth::new(&rook, &given, 1, &|| false).is_some());
}
