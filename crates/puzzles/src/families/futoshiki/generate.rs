//! Random Latin squares by cycle switches, and futoshiki puzzles from them.
//!
//! Source: Jacobson, Matthews, "Generating uniformly distributed random Latin squares", 1996, in the
//! simpler form of switching cycles between two rows (Wanless, "Cycle switches in Latin squares",
//! 2004).

use super::Futoshiki;
use super::gaps::neighbours;
use crate::families::givens;
use crate::puzzle::family::{BoardSpec, Judgement, Request, UniquenessOracle};
use crate::puzzle::{Answer, Clue, Entry, Gap, Puzzle, Rules};
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

/// What futoshiki to make.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SquareSpec {
    /// The order: rows, columns and values.
    pub n: u32,
    /// Share of the neighbouring pairs that get a sign at first, 0 to 1; of dots all are given.
    pub signs: f64,
    /// What stands between cells.
    pub marks: Marks,
    /// Exactly so many numbers are given, unless some are needless and taken out.
    pub givens: Option<u32>,
    /// Take out every given and sign that is not needed.
    pub minimal: bool,
    /// Givens stand in pairs that half a turn of the square exchanges.
    pub symmetric: bool,
    /// No numbers are given.
    pub signs_only: bool,
    /// The same seed makes the same puzzle.
    pub seed: u64,
}

/// What stands between the cells of a square that is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Marks {
    /// Signs of inequality.
    Signs,
    /// Signs of inequality and differences.
    Differences,
    /// All differences of one, so that other neighbours do not differ by one.
    Dots,
}

/// Share of neighbouring pairs with a sign, if nobody says.
const SIGNS: f64 = 0.4;
/// The largest order that is made on request.
const MAX_ORDER: u32 = 32;

/// A puzzle as it was asked for.
///
/// # Errors
/// In words, if it is too large.
pub(super) fn made(request: &Request, judge: UniquenessOracle<'_>) -> Result<Entry, String> {
    if request.ground != BoardSpec::PLAIN {
        return Err(
            "a futoshiki has a square of cells, without mask, walls, marks or joined sides".into(),
        );
    }
    if request.rows != request.cols {
        return Err("a futoshiki has as many columns as rows".into());
    }
    if request.rows > MAX_ORDER {
        return Err(format!("a futoshiki has at most {MAX_ORDER} rows here"));
    }
    if request.unique {
        return Err("a futoshiki always has one solution".into());
    }
    if request.neighbours.is_some() || request.holes > 0 {
        return Err("a futoshiki has no neighbours to choose and no holes".into());
    }
    let signs = request.density.unwrap_or(SIGNS);
    let dots = request.words.iter().find(|(key, _)| *key == "dots");
    let marks = match dots {
        None => Marks::Signs,
        Some((_, "all")) => Marks::Dots,
        Some(_) => Marks::Differences,
    };
    if marks == Marks::Dots {
        if request.density.is_some() {
            return Err("where all dots are given there is no share of them to choose".into());
        }
        if (request.signs_only || request.givens == Some(0)) && request.rows > 1 {
            return Err(
                "with dots alone every number could be as far from the other end, so that \
                        at least one is given"
                    .into(),
            );
        }
    }
    let Request { rows, givens, minimal, symmetric, signs_only, seed, .. } = *request;
    if let Some(givens) = givens {
        if signs_only {
            return Err("with signs only no numbers are given".into());
        }
        if givens > rows * rows {
            return Err(format!("a futoshiki of {rows} rows has {} cells", rows * rows));
        }
        if symmetric && !givens.is_multiple_of(2) && rows.is_multiple_of(2) {
            return Err(
                "numbers in pairs that half a turn exchanges are an even number here".into()
            );
        }
    }
    let spec = SquareSpec { n: rows, signs, marks, givens, minimal, symmetric, signs_only, seed };
    Ok(square_puzzle(&spec, judge))
}

/// A random Latin square of order n, row-major, values from 1.
pub fn random_latin(n: u32, rng: &mut ChaCha8Rng) -> Vec<u32> {
    let size = n as usize;
    let mut value: Vec<u32> = (0..n).collect();
    value.shuffle(rng);
    let mut rows: Vec<Vec<u32>> =
        (0..n).map(|r| (0..n).map(|c| value[((r + c) % n) as usize]).collect()).collect();
    for _ in 0..size * size * 4 {
        if size < 2 {
            break;
        }
        let a = rng.random_range(0..size);
        let b = rng.random_range(0..size);
        if a == b {
            continue;
        }
        // Exchange the two rows along one cycle of the permutation that maps one to the other.
        let mut c = rng.random_range(0..size);
        loop {
            let (x, y) = (rows[a][c], rows[b][c]);
            rows[a][c] = y;
            rows[b][c] = x;
            match (0..size).find(|&d| d != c && rows[a][d] == y) {
                Some(d) => c = d,
                None => break,
            }
        }
    }
    rows.shuffle(rng);
    rows.concat().into_iter().map(|v| v + 1).collect()
}

/// A futoshiki with exactly one solution.
pub fn square_puzzle(spec: &SquareSpec, judge: UniquenessOracle<'_>) -> Entry {
    let title = format!("futoshiki {0}x{0} seed {1}", spec.n, spec.seed);
    for attempt in 0.. {
        let mut rng = ChaCha8Rng::seed_from_u64(spec.seed ^ (attempt << 40));
        if let Some(mut square) = clued(spec, &mut rng, judge) {
            in_order(&mut square);
            return Entry::made(square, title, true);
        }
    }
    unreachable!("some attempt succeeds")
}

/// A futoshiki with signs only whose one solution is the Latin square `values` (row-major, from 1):
/// of the signs between all neighbouring cells, those are taken out, in random order, that the rest
/// makes needless. `None` if all signs together leave more than one square, or a search of bounded
/// size cannot tell.
///
/// # Panics
/// If `values` is no Latin square of order `n`.
pub fn futoshiki_from(
    n: u32,
    values: &[u32],
    seed: u64,
    judge: UniquenessOracle<'_>,
) -> Option<Futoshiki> {
    let less = all_signs(n, values);
    let mut square = Futoshiki { n, given: vec![None; values.len()], less, gaps: Vec::new() };
    let verified = square.verify(&Answer::Square(values.to_vec()));
    assert_eq!(verified, Ok(()), "the values are a Latin square");
    if !is_unique(&square, judge) {
        return None;
    }
    minimise(&mut square, false, &mut ChaCha8Rng::seed_from_u64(seed), judge);
    in_order(&mut square);
    Some(square)
}

/// Puts the signs into the order in which readers keep them, so that the puzzle equals itself written and
/// read. Only in the end: which signs are tried first depends on the order in which they were made.
fn in_order(square: &mut Futoshiki) {
    square.less.sort_unstable();
    square.gaps.sort_unstable();
}

/// The signs between all neighbouring cells, smaller cell first, in reading order of the pairs.
fn all_signs(n: u32, values: &[u32]) -> Vec<[u32; 2]> {
    let mut less = Vec::new();
    for r in 0..n {
        for c in 0..n {
            let here = r * n + c;
            for there in [(c + 1 < n).then_some(here + 1), (r + 1 < n).then_some(here + n)] {
                let Some(there) = there else { continue };
                let up = values[here as usize] < values[there as usize];
                less.push(if up { [here, there] } else { [there, here] });
            }
        }
    }
    less
}

/// The differences of neighbours that a dot stands for, or the lack of one.
fn all_dots(n: u32, values: &[u32]) -> Vec<Gap> {
    let differ = |&cells: &[u32; 2]| {
        let [x, y] = cells.map(|c| values[c as usize]);
        x.abs_diff(y) == 1
    };
    neighbours(n).map(|cells| Gap { cells, by: 1, is: differ(&cells) }).collect()
}

/// What may stand between cells, a clue a pair of neighbours.
fn all_marks(marks: Marks, n: u32, values: &[u32], rng: &mut ChaCha8Rng) -> Vec<Clue> {
    let by = |[a, b]: [u32; 2]| values[a as usize].abs_diff(values[b as usize]);
    let mark = |sign: [u32; 2]| match marks {
        Marks::Differences if rng.random_bool(0.5) => Clue::Gap(Gap {
            cells: [sign[0].min(sign[1]), sign[0].max(sign[1])],
            by: by(sign),
            is: true,
        }),
        _ => Clue::Less(sign),
    };
    match marks {
        Marks::Dots => Vec::new(),
        Marks::Signs | Marks::Differences => all_signs(n, values).into_iter().map(mark).collect(),
    }
}

impl Futoshiki {
    fn has(&self, mark: Clue) -> bool {
        match mark {
            Clue::Less(pair) => self.less.contains(&pair),
            Clue::Gap(gap) => self.gaps.contains(&gap),
            Clue::Holds { .. } => false,
        }
    }

    fn add(&mut self, mark: Clue) {
        match mark {
            Clue::Less(pair) => self.less.push(pair),
            Clue::Gap(gap) => self.gaps.push(gap),
            Clue::Holds { .. } => {}
        }
    }
}

fn clued(
    spec: &SquareSpec,
    rng: &mut ChaCha8Rng,
    judge: UniquenessOracle<'_>,
) -> Option<Futoshiki> {
    let n = spec.n;
    let truth = random_latin(n, rng);
    let pool = all_marks(spec.marks, n, &truth, rng);
    let gaps = if spec.marks == Marks::Dots { all_dots(n, &truth) } else { Vec::new() };
    let mut square = Futoshiki { n, given: vec![None; truth.len()], less: Vec::new(), gaps };
    for &mark in &pool {
        if rng.random_bool(spec.signs) {
            square.add(mark);
        }
    }
    // What is added at a cell: its number, with the one of the cell across; or a sign beside it, if there are
    // numbers enough.
    let across = |i: usize| if spec.symmetric { truth.len() - 1 - i } else { i };
    let most = match spec.givens {
        _ if spec.signs_only => 0,
        Some(givens) => givens as usize,
        None => truth.len(),
    };
    let add = |square: &mut Futoshiki, i: usize, rng: &mut ChaCha8Rng| {
        if square.given[i].is_none()
            && givens::give_within(&mut square.given, &truth, [i, across(i)], most)
        {
            return true;
        }
        let absent = pool.iter().copied().filter(|&mark| !square.has(mark));
        let (near, far): (Vec<Clue>, Vec<Clue>) =
            absent.partition(|mark| mark.cells().any(|cell| cell == i as u32));
        let marks = if near.is_empty() { far } else { near };
        let chosen = (!marks.is_empty()).then(|| marks[rng.random_range(0..marks.len())]);
        if let Some(mark) = chosen {
            square.add(mark);
        }
        chosen.is_some()
    };
    loop {
        match judge.of(&Puzzle::from(square.clone())) {
            Judgement::Unique => break,
            Judgement::Multiple(answers) => {
                let Answer::Square(other) =
                    answers.iter().find(|a| **a != Answer::Square(truth.clone()))?
                else {
                    return None;
                };
                let differ: Vec<usize> =
                    (0..truth.len()).filter(|&i| other[i] != truth[i]).collect();
                let i = differ[rng.random_range(0..differ.len())];
                if !add(&mut square, i, rng) {
                    return None;
                }
            }
            // Too hard to decide: any further given makes it easier.
            Judgement::Unknown => {
                let open: Vec<usize> =
                    (0..truth.len()).filter(|&i| square.given[i].is_none()).collect();
                let i = *open.get(rng.random_range(0..open.len().max(1)))?;
                if !add(&mut square, i, rng) {
                    return None;
                }
            }
            Judgement::None => return None,
            Judgement::Stopped => return Some(square),
        }
    }
    if let Some(givens) = spec.givens {
        givens::fill_up(&mut square.given, &truth, across, most, rng);
        if givens::count(&square.given) < givens as usize {
            return None;
        }
    }
    if spec.minimal {
        minimise(&mut square, spec.symmetric, rng, judge);
    }
    Some(square)
}

fn is_unique(square: &Futoshiki, judge: UniquenessOracle<'_>) -> bool {
    judge.of(&Puzzle::from(square.clone())) == Judgement::Unique
}

/// Takes out givens first (in pairs, if they are to stay symmetric), then signs and differences, each if the solution
/// stays unique. Where all dots are given they are all kept.
fn minimise(
    square: &mut Futoshiki,
    symmetric: bool,
    rng: &mut ChaCha8Rng,
    judge: UniquenessOracle<'_>,
) {
    let mut cells: Vec<usize> =
        (0..square.given.len()).filter(|&i| square.given[i].is_some()).collect();
    cells.shuffle(rng);
    for i in cells {
        let pair = [i, if symmetric { square.given.len() - 1 - i } else { i }];
        let kept = pair.map(|i| square.given[i]);
        pair.into_iter().for_each(|i| square.given[i] = None);
        if kept[0].is_some() && !is_unique(square, judge) {
            pair.into_iter().zip(kept).for_each(|(i, given)| square.given[i] = given);
        }
    }
    let mut signs = square.less.clone();
    signs.shuffle(rng);
    for sign in signs {
        let fewer: Vec<[u32; 2]> = square.less.iter().copied().filter(|s| *s != sign).collect();
        let trial = Futoshiki { less: fewer, ..square.clone() };
        if is_unique(&trial, judge) {
            *square = trial;
        }
    }
    if square.has_all_dots() {
        return;
    }
    let mut gaps = square.gaps.clone();
    gaps.shuffle(rng);
    for gap in gaps {
        let fewer: Vec<Gap> = square.gaps.iter().copied().filter(|g| *g != gap).collect();
        let trial = Futoshiki { gaps: fewer, ..square.clone() };
        if is_unique(&trial, judge) {
            *square = trial;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn latin_squares_are_latin() {
        for n in 1..12 {
            let mut rng = ChaCha8Rng::seed_from_u64(u64::from(n));
            let square = random_latin(n, &mut rng);
            for i in 0..n as usize {
                let row: std::collections::BTreeSet<u32> =
                    (0..n as usize).map(|j| square[i * n as usize + j]).collect();
                let col: std::collections::BTreeSet<u32> =
                    (0..n as usize).map(|j| square[j * n as usize + i]).collect();
                assert_eq!((row.len(), col.len()), (n as usize, n as usize));
            }
        }
    }
}
