//! The counts of lengths against a recount, and covers against their lengths.

use super::*;
use crate::line::generate::random_line;
use clew_puzzle::puzzle::{Board, Neighbourhood};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// The ends and the steps of the parts into which random cells cut a random line over a board, perhaps with walls along
/// the line.
fn parts(size: u32, density: f64, walls: f64, seed: u64) -> (Board, Vec<[Cell; 2]>, Vec<i32>) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let line = random_line(size, size, Neighbourhood::Rook, &mut rng);
    let board = Board::grid(size, size, Neighbourhood::Rook, &vec![true; line.len()]);
    let next_on_line =
        |&[a, b]: &[Cell; 2]| line.windows(2).any(|step| step == [a, b] || step == [b, a]);
    let off = board.edges().iter().copied().filter(|edge| !next_on_line(edge));
    let off: Vec<[Cell; 2]> = off.filter(|_| rng.random_bool(walls)).collect();
    let board = board.with_layout(Neighbourhood::Rook, &off).expect("a grid");
    let last = line.len() - 1;
    let cuts = (0..=last).filter(|&k| k == 0 || k == last || rng.random_bool(density));
    let cuts: Vec<usize> = cuts.collect();
    let ends = cuts.windows(2).map(|cut| [line[cut[0]], line[cut[1]]]).collect();
    let wanted = cuts.windows(2).map(|cut| (cut[1] - cut[0]) as i32).collect();
    (board, ends, wanted)
}

fn search(board: &Board, ends: &[[Cell; 2]], wanted: &[i32], seed: u64) -> LengthSearch {
    let cover = PathCover::new(board, ends.to_vec(), seed).expect("there is a cover");
    LengthSearch::new(cover, wanted.to_vec(), 200)
}

/// The steps of each path, which are whole, disjoint, and cover the board.
fn steps(search: &LengthSearch) -> Vec<i32> {
    let PathCover { frame, paths, .. } = &search.cover;
    let mut met = vec![false; frame.board.len()];
    met[frame.ends[0][0] as usize] = true;
    let mut all = Vec::new();
    for &[first, last] in &frame.ends {
        let (mut at, mut steps) = (first, 0);
        while at != last {
            let next = paths.next[at as usize];
            assert!(frame.board.neighbours(at).contains(&next));
            assert!(!std::mem::replace(&mut met[next as usize], true), "a cell twice");
            (at, steps) = (next, steps + 1);
        }
        all.push(steps);
    }
    assert!(met.iter().all(|&met| met), "a cell on no path");
    all
}

/// After every window the excesses equal a recount.
#[test]
fn lengths_are_counted() {
    let mut checked = 0;
    for seed in 0..6 {
        let density = [0.02, 0.1, 0.3][seed as usize % 3];
        let (board, ends, wanted) = parts(16, density, 0.1 * (seed % 2) as f64, seed);
        let mut search = search(&board, &ends, &wanted, seed);
        for _ in 0..3_000 {
            search.step();
            if !matches!(search.stage, Stage::Levelling { .. } | Stage::Right { .. }) {
                continue;
            }
            let excess: Vec<i32> =
                steps(&search).iter().zip(&wanted).map(|(steps, wanted)| steps - wanted).collect();
            assert_eq!(search.lengths.excess, excess);
            assert_eq!(
                search.lengths.energy,
                excess.iter().map(|excess| excess.abs()).sum::<i32>()
            );
            for (path, &excess) in (0..).zip(&excess) {
                assert_eq!(search.lengths.wrong.contains(path), excess != 0);
                assert!(excess != 0 || !search.active.contains(path));
            }
            checked += 1;
        }
    }
    assert!(checked > 8_000, "{checked}");
}

/// Covers are found, each time another one next to the last, and the same ones from the same seed.
#[test]
fn all_lengths_come_right() {
    let (mut right, mut others) = (0, 0);
    for seed in 0..6 {
        let density = [0.03, 0.08, 0.15][seed as usize % 3];
        let (board, ends, wanted) = parts(10, density, 0.0, 100 + seed);
        let run = || {
            let mut search = search(&board, &ends, &wanted, seed);
            let mut found = Vec::new();
            for _ in 0..3 {
                if search.run(3_000_000).0 == Levelled::Right {
                    assert_eq!(steps(&search), wanted);
                    found.push(search.cover.paths.next.clone());
                }
            }
            found
        };
        let found = run();
        assert_eq!(found, run());
        right += usize::from(!found.is_empty());
        others += found.windows(2).filter(|pair| pair[0] != pair[1]).count();
    }
    assert!(right > 3 && others > 4, "{right} and {others}");
}

/// Two cells cannot be joined by fewer steps than lie between them.
#[test]
fn a_search_in_vain_gives_up() {
    let board = Board::grid(6, 6, Neighbourhood::Rook, &[true; 36]);
    let ends = vec![[0, 35], [35, 34]];
    let cover = PathCover::new(&board, ends, 1);
    let Some(cover) = cover else { return };
    let mut search = LengthSearch::new(cover, vec![4, 31], 5);
    assert_eq!(search.run(100_000_000).0, Levelled::GivenUp);
    assert!(search.least().is_some_and(|least| least > 0));
}
