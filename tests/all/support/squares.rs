//! Solutions of small futoshiki by trying value after value, and random ones.

use clew::families::Futoshiki;
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

/// All solutions, row-major, values from 1, sorted.
pub fn all_squares(puzzle: &Futoshiki) -> Vec<Vec<u32>> {
    let mut all = Vec::new();
    fill(puzzle, &mut Vec::new(), &mut all);
    all.sort();
    all
}

fn fill(puzzle: &Futoshiki, values: &mut Vec<u32>, all: &mut Vec<Vec<u32>>) {
    let (n, i) = (puzzle.n as usize, values.len());
    if i == n * n {
        all.push(values.clone());
        return;
    }
    for v in 1..=puzzle.n {
        let twice = (0..i).any(|j| values[j] == v && (j / n == i / n || j % n == i % n));
        values.push(v);
        let ordered = puzzle.less.iter().all(|&[a, b]| {
            match (values.get(a as usize), values.get(b as usize)) {
                (Some(x), Some(y)) => x < y,
                _ => true,
            }
        });
        if !twice && ordered && puzzle.given[i].is_none_or(|g| g == v) {
            fill(puzzle, values, all);
        }
        values.pop();
    }
}

/// An order of 1 to 4 with signs between neighbours or any two cells, and givens, most of them
/// according to one square.
pub fn random_square(rng: &mut ChaCha8Rng) -> Futoshiki {
    let n = [1, 2, 3, 4, 4, 4, 4][rng.random_range(0..7)];
    let truth = clew::families::futoshiki::generate::random_latin(n, rng);
    let cells = truth.len() as u32;
    let (given, signs) = ([0.0, 0.1, 0.3][rng.random_range(0..3)], rng.random_range(0..9));
    let mut given: Vec<Option<u32>> =
        truth.iter().map(|&v| rng.random_bool(given).then_some(v)).collect();
    let mut less = Vec::new();
    for _ in 0..signs {
        let a = rng.random_range(0..cells);
        let b = if rng.random_bool(0.8) { a + [1, n][rng.random_range(0..2)] } else { a + 2 * n };
        let beside = b < cells && (b / n == a / n || b % n == a % n);
        if !beside {
            continue;
        }
        let up = truth[a as usize] < truth[b as usize];
        less.push(if up != rng.random_bool(0.05) { [a, b] } else { [b, a] });
    }
    less.sort_unstable();
    less.dedup();
    if rng.random_bool(0.05) {
        given[rng.random_range(0..cells as usize)] = Some(rng.random_range(1..=n));
    }
    Futoshiki { n, given, less, gaps: Vec::new() }
}
