//! Random Latin squares by cycle switches, and futoshiki puzzles from them.
//!
//! Source: Jacobson, Matthews, "Generating uniformly distributed random Latin squares", 1996, in the
//! simpler form of switching cycles between two rows (Wanless, "Cycle switches in Latin squares",
//! 2004).

use super::choice::{Kept, Mark, all_signs};
pub use super::spec::{Marks, SquareSpec};
use super::{Futoshiki, choice as clues};
use crate::chosen::can_have;
use clew_puzzle::puzzle::family::ChooserInput;
use clew_puzzle::puzzle::family::{BoardSpec, Request, UniquenessOracle};
use clew_puzzle::puzzle::format::name;
use clew_puzzle::puzzle::ladder::Level;
use clew_puzzle::puzzle::{Answer, Entry, Puzzle, Rules};
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};

/// Squares that are tried with as few clues as published puzzles have.
const USUAL: u64 = 24;
/// Numbers that are given, as a share of the cube of the order.
const LEAST_GIVEN: f64 = 0.009;
const MOST_GIVEN: f64 = 0.0265;
/// Up to this order the smaller share of the pairs of neighbours has a sign at most.
const SMALL: u32 = 6;
const SIGNED: f64 = 0.2;
const MORE_SIGNED: f64 = 0.28;
/// The largest order that is made on request.
const MAX_ORDER: u32 = 32;

/// A puzzle as requested.
///
/// # Errors
/// A message, if it is too large.
pub(super) fn made(request: &Request, judge: UniquenessOracle<'_>) -> Result<Entry, String> {
    let spec = spec(request)?;
    // Not every level has puzzles with so few clues: none is trivial, because trivial steps use no signs.
    let most = if judge.level() == Some(Level::Trivial) { 0 } else { USUAL };
    let of = |attempt: u64, rng: &mut ChaCha8Rng| match attempt < most {
        true => usual(&spec, rng),
        false => spec.clone(),
    };
    let mut entry = puzzle_of(&spec, &of, judge);
    entry.title = format!("futoshiki {0}x{0} seed {1}", request.rows, request.seed);
    Ok(entry)
}

/// As few numbers and signs as published futoshikis have, if the specification leaves them open: of 6 rows 2 to
/// 6 numbers and at most 12 signs, of 9 rows 7 to 19 numbers and at most 40 signs.
fn usual(spec: &SquareSpec, rng: &mut ChaCha8Rng) -> SquareSpec {
    let chosen = spec.signs.is_some()
        || spec.marks == Marks::Dots
        || spec.givens.is_some()
        || spec.minimal
        || spec.symmetry.is_some()
        || spec.pattern.is_some()
        || spec.signs_only;
    if chosen || spec.n > clues::SPARSE {
        return spec.clone();
    }
    let n = f64::from(spec.n);
    let share = rng.random_range(LEAST_GIVEN..MOST_GIVEN);
    let givens = (share * n.powi(3)).round().clamp(0.0, n * n);
    let signed = if spec.n <= SMALL { SIGNED } else { MORE_SIGNED };
    let most_signs = (signed * 2.0 * n * (n - 1.0)).round().max(2.0);
    SquareSpec { givens: Some(givens as u32), most_signs: Some(most_signs as u32), ..spec.clone() }
}

/// The specification of a request.
///
/// # Errors
/// A message that names a property that no futoshiki has.
fn spec(request: &Request) -> Result<SquareSpec, String> {
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
    if request.is_about_paths() {
        return Err("a futoshiki has no labels and paths".into());
    }
    if request.no_runs || request.free_ends {
        return Err("a futoshiki has no numbers that follow each other".into());
    }
    let Request { rows, givens, minimal, symmetry, signs_only, .. } = *request;
    let seed = request.random_seed(0);
    if signs_only && (symmetry.is_some() || request.givens_at.is_some()) {
        return Err("with signs only no numbers are given, in no pattern".into());
    }
    if request.symmetric_signs && symmetry.is_none() {
        return Err("symmetric signs need a symmetry to follow".into());
    }
    if request.symmetric_signs && marks == Marks::Dots {
        return Err("where all dots are given there are none to choose by a symmetry".into());
    }
    if let Some(cells) = request.chain {
        if !(2..=rows).contains(&cells) {
            return Err(format!("a chain of signs has from 2 to {rows} cells here"));
        }
        if marks == Marks::Dots {
            return Err("where all dots are given there are no signs for a chain".into());
        }
        if minimal {
            return Err("the signs of a chain stay, though not each may be needed".into());
        }
    }
    let pattern = request.givens_at.as_ref().map(|mask| {
        if givens.is_some() || symmetry.is_some() {
            return Err(
                "the pattern of the givens determines their number and their symmetry".into()
            );
        }
        if (mask.rows, mask.cols) != (rows, rows) {
            return Err(format!(
                "the pattern of the givens has {} rows and {} columns, the square {rows}",
                mask.rows, mask.cols
            ));
        }
        Ok(mask.present.clone())
    });
    let pattern = pattern.transpose()?;
    if let Some(givens) = givens {
        if signs_only {
            return Err("with signs only no numbers are given".into());
        }
        if givens > rows * rows {
            return Err(format!("a futoshiki of {rows} rows has {} cells", rows * rows));
        }
        if !can_have(&clues::orbits(rows, symmetry), givens as usize) {
            return Err(format!(
                "numbers in groups that the symmetry exchanges are never {givens} here"
            ));
        }
    }
    let signs = request.density;
    let most_signs = None;
    Ok(SquareSpec {
        n: rows,
        signs,
        marks,
        givens,
        most_signs,
        minimal,
        symmetry,
        symmetric_signs: request.symmetric_signs,
        chain: request.chain,
        pattern,
        signs_only,
        seed,
    })
}

/// A futoshiki with a given square: signs and differences stay, and numbers if the request keeps them.
///
/// # Errors
/// A message that names the impossible request.
pub(super) fn choose(
    basis: &ChooserInput<'_>,
    judge: UniquenessOracle<'_>,
) -> Result<Option<Puzzle>, String> {
    let (ChooserInput { answer: Answer::Square(truth), request, numbers_stay, .. }, Some(square)) =
        (*basis, basis.puzzle.downcast::<Futoshiki>())
    else {
        return Err("a square was expected".into());
    };
    let mut spec = spec(request)?;
    if spec.chain.is_some() {
        return Err("a chain of signs cannot be chosen in a square that is given".into());
    }
    if square.has_all_dots() {
        spec.marks = Marks::Dots;
    }
    let numbers: Vec<bool> = square.given.iter().map(|v| numbers_stay && v.is_some()).collect();
    let count = numbers.iter().filter(|&&stays| stays).count();
    if let Some(wanted) = spec.givens.filter(|&wanted| (wanted as usize) < count) {
        return Err(format!("{count} numbers are given and stay, so not {wanted} in all"));
    }
    let off =
        |pattern: &Vec<bool>| numbers.iter().zip(pattern).position(|(stays, at)| *stays && !at);
    if let Some(c) = spec.pattern.as_ref().and_then(off) {
        return Err(format!(
            "{} is given, and the pattern of the givens has no number there",
            name(basis.puzzle.place(c as u32))
        ));
    }
    if spec.signs_only && count > 0 {
        return Err("numbers are given and stay, so there are not only signs".into());
    }
    let mut marks: Vec<Mark> = square.less.iter().map(|&pair| Mark::Less(pair)).collect();
    if spec.marks != Marks::Dots {
        marks.extend(square.gaps.iter().map(|&gap| Mark::Gap(gap)));
    }
    let only_numbers = !numbers_stay && !marks.is_empty();
    let kept = Kept { numbers, marks, only_numbers };
    let mut rng = ChaCha8Rng::seed_from_u64(request.seed);
    Ok(clues::give_keeping(&spec, truth, &kept, &mut rng, judge).map(Puzzle::from))
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

/// Walks through cells of different values at random, and exchanges values so that they grow along the walk; returns its
/// cells. A row is such a walk, so that some attempt succeeds.
fn climb(n: u32, cells: u32, truth: &mut [u32], rng: &mut ChaCha8Rng) -> Vec<u32> {
    let mut walk: Vec<u32> = Vec::new();
    while walk.len() < cells as usize {
        let value = |&c: &u32| truth[c as usize];
        let next = match walk.last() {
            None => Some(rng.random_range(0..n * n)),
            Some(&at) => {
                let (row, col) = (at / n, at % n);
                let beside = [
                    (row > 0).then(|| at - n),
                    (row + 1 < n).then_some(at + n),
                    (col > 0).then(|| at - 1),
                    (col + 1 < n).then_some(at + 1),
                ];
                let is_new = |c: &u32| walk.iter().all(|seen| value(seen) != value(c));
                let open: Vec<u32> = beside.into_iter().flatten().filter(is_new).collect();
                open.choose(rng).copied()
            }
        };
        match next {
            Some(next) => walk.push(next),
            None => walk.clear(),
        }
    }
    let mut order: Vec<u32> = (1..=n).collect();
    order.shuffle(rng);
    let (up, others) = order.split_at_mut(cells as usize);
    up.sort_unstable();
    let mut becomes = vec![0; n as usize + 1];
    for (&c, &value) in walk.iter().zip(&*up) {
        becomes[truth[c as usize] as usize] = value;
    }
    let mut others = others.iter();
    for value in becomes.iter_mut().skip(1).filter(|value| **value == 0) {
        *value = *others.next().expect("as many as are left");
    }
    truth.iter_mut().for_each(|v| *v = becomes[*v as usize]);
    walk
}

/// A futoshiki with exactly one solution.
pub fn square_puzzle(spec: &SquareSpec, judge: UniquenessOracle<'_>) -> Entry {
    puzzle_of(spec, &|_, _| spec.clone(), judge)
}

/// The same, with the specification of each attempt.
fn puzzle_of(
    spec: &SquareSpec,
    of: &dyn Fn(u64, &mut ChaCha8Rng) -> SquareSpec,
    judge: UniquenessOracle<'_>,
) -> Entry {
    let title = format!("futoshiki {0}x{0} seed {1}", spec.n, spec.seed);
    for attempt in 0.. {
        let mut rng = ChaCha8Rng::seed_from_u64(spec.seed ^ (attempt << 40));
        let mut truth = random_latin(spec.n, &mut rng);
        let chain = spec.chain.map(|cells| climb(spec.n, cells, &mut truth, &mut rng));
        let marks = chain.iter().flat_map(|chain| chain.windows(2));
        let kept =
            Kept { marks: marks.map(|w| Mark::Less([w[0], w[1]])).collect(), ..Kept::default() };
        let of = of(attempt, &mut rng);
        if let Some(square) = clues::give_keeping(&of, &truth, &kept, &mut rng, judge) {
            return Entry::made(square, title, true);
        }
        if judge.is_over() {
            // It is thrown away.
            let given = truth.iter().copied().map(Some).collect();
            return Entry::made(
                Futoshiki { n: spec.n, given, less: Vec::new(), gaps: Vec::new() },
                title,
                true,
            );
        }
    }
    unreachable!("some attempt succeeds")
}

/// A futoshiki with signs only whose unique solution is the Latin square `values` (row-major, from 1): of the signs
/// between all neighbouring cells, those that the rest makes redundant are removed in random order. `None` if all signs
/// together leave more than one square, or a search of bounded size cannot decide that.
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
    let square = Futoshiki { n, given: vec![None; values.len()], less, gaps: Vec::new() };
    let verified = square.verify(&Answer::Square(values.to_vec()));
    assert_eq!(verified, Ok(()), "the values are a Latin square");
    let spec = SquareSpec {
        n,
        signs: None,
        marks: Marks::Signs,
        givens: None,
        most_signs: None,
        minimal: true,
        symmetry: None,
        pattern: None,
        symmetric_signs: false,
        chain: None,
        signs_only: true,
        seed,
    };
    clues::give(&spec, values, &mut ChaCha8Rng::seed_from_u64(seed), judge)
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
