//! How a puzzle looks: a score of the places of its givens.
//!
//! Five shares, from 0 to 1, count the same: givens whose image is given, for the symmetry of the grid that has most;
//! givens spread over rows and columns; givens with no neighbour that is given; givens in no full square of four; and
//! numbers, of which no two are equal, that are not followed by a given one. The shares are our own choice: they put
//! into figures what editors of puzzles write about.

use clew_puzzle::puzzle::Puzzle;
use clew_puzzle::puzzle::family::Symmetry;
use std::collections::BTreeSet;

/// A full score.
const FULL: f64 = 1000.0;

/// The score of a puzzle, from 0 to 1000. Puzzles without givens have the full one.
pub fn beauty(puzzle: &Puzzle) -> u32 {
    let tokens = puzzle.tokens(None);
    let given = (0u32..).zip(&tokens).filter(|(_, token)| *token != ".");
    let given: Vec<((u32, u32), &str)> =
        given.map(|(cell, token)| (puzzle.place(cell), token.as_str())).collect();
    let places: BTreeSet<(u32, u32)> = given.iter().map(|&(place, _)| place).collect();
    if places.is_empty() {
        return FULL as u32;
    }
    let size = puzzle.size();
    let has = |r: Option<u32>, c: Option<u32>| r.zip(c).is_some_and(|at| places.contains(&at));
    let share = |good: &dyn Fn((u32, u32)) -> bool| {
        places.iter().filter(|&&place| good(place)).count() as f64 / places.len() as f64
    };
    let symmetric = Symmetry::ALL
        .into_iter()
        .filter(|symmetry| symmetry.fits(size))
        .flat_map(|symmetry| [(symmetry, false), (symmetry, true)])
        // Half a turn, turned again, is no symmetry but every grid's own.
        .filter(|&of| of != (Symmetry::HalfTurn, true))
        .map(|(symmetry, turned)| {
            share(&|place| {
                let image = symmetry.image(size, place);
                // So the other axis of a mirror and the other diagonal are symmetries, too.
                let turn = |place| Symmetry::HalfTurn.image(size, place);
                places.contains(&if turned { turn(image) } else { image })
            })
        })
        .fold(0.0, f64::max);
    let alone = share(&|(r, c)| {
        !has(r.checked_sub(1), Some(c))
            && !has(Some(r + 1), Some(c))
            && !has(Some(r), c.checked_sub(1))
            && !has(Some(r), Some(c + 1))
    });
    let beside = |r: Option<u32>, c: Option<u32>| -> bool {
        let (below, right) = (r.map(|r| r + 1), c.map(|c| c + 1));
        has(r, c) && has(r, right) && has(below, c) && has(below, right)
    };
    let free_of_blocks = share(&|(r, c)| {
        let (above, left) = (r.checked_sub(1), c.checked_sub(1));
        ![(Some(r), Some(c)), (above, Some(c)), (Some(r), left), (above, left)]
            .into_iter()
            .any(|(r, c)| beside(r, c))
    });
    let rows = evenness(places.iter().map(|place| place.0), size.0);
    let cols = evenness(places.iter().map(|place| place.1), size.1);
    let parts = [symmetric, (rows + cols) / 2.0, alone, free_of_blocks, apart(&given)];
    (FULL * parts.iter().sum::<f64>() / parts.len() as f64).round() as u32
}

/// How evenly items lie on this many lines, from 0 (all on one) to 1 (the same number on each).
fn evenness(lines: impl Iterator<Item = u32>, count: u32) -> f64 {
    let mut on = vec![0.0; count as usize];
    lines.for_each(|line| on[line as usize] += 1.0);
    let all: f64 = on.iter().sum();
    let even = all / f64::from(count);
    let off: f64 = on.iter().map(|here| (here - even).abs()).sum();
    let most = 2.0 * (all - even);
    if most > 0.0 { 1.0 - off / most } else { 1.0 }
}

/// The share of different numbers that are not followed by a given one; 1 if tokens are no different numbers.
fn apart(given: &[((u32, u32), &str)]) -> f64 {
    let numbers: BTreeSet<u64> = given.iter().filter_map(|(_, token)| token.parse().ok()).collect();
    if numbers.len() < given.len() {
        return 1.0;
    }
    let alone = numbers.iter().filter(|&&number| !numbers.contains(&(number + 1)));
    alone.count() as f64 / numbers.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_families::parse_native;

    fn score(rows: &str) -> u32 {
        let entry = parse_native(&format!("puzzle: hidato\n\n{rows}")).expect("a puzzle");
        beauty(&entry.puzzle)
    }

    /// Each share is worth something: symmetry, spread, givens apart, no blocks, no runs.
    #[test]
    fn each_fault_costs() {
        let fine = score("1 . . .\n. . 6 .\n. 11 . .\n. . . 16\n");
        assert_eq!(fine, 1000);
        let crooked = score("1 . . .\n. . 6 .\n11 . . .\n. . . 16\n");
        let beside = score("1 6 . .\n. . . .\n. . . .\n. . 11 16\n");
        let block = score("1 6 . .\n11 16 . .\n. . . .\n. . . .\n");
        let run = score("1 . . .\n. . 2 .\n. 15 . .\n. . . 16\n");
        assert!([crooked, beside, block, run].into_iter().all(|score| score < fine));
        assert!(block < beside);
        assert_eq!(run, 900);
    }

    /// A puzzle looks as its images do, mirrored from left to right and from top to bottom.
    #[test]
    fn mirrored_puzzles_look_the_same() {
        let one = score("1 . 9 .\n. . 6 .\n. 11 . .\n3 . . 16\n");
        assert_eq!(score(". 9 . 1\n. 6 . .\n. . 11 .\n16 . . 3\n"), one);
        assert_eq!(score("3 . . 16\n. 11 . .\n. . 6 .\n1 . 9 .\n"), one);
    }
}
