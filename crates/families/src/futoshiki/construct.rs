//! A Latin square with few givens, constructed row by row.
//!
//! A row is a perfect matching of columns with values that the column does not have yet. Regardless of which rows are
//! filled, as many columns lack a value as there are rows to come, so by Hall's theorem a row without givens always has
//! one: a Latin rectangle extends to a square. Rows with givens come first, those with most before the others, and a
//! value that is given further down in a column is kept for that row. So only a row with givens can fail; then it goes
//! to the front and the square is started again, a few times. A failure proves nothing.
//!
//! Matchings begin at random, so that other seeds make other squares, and are completed by augmenting
//! paths. Time: the cube of the order for a row at worst, far less where most values fit.
//!
//! Where few rows with givens are left, a value of a column may fit only some of them. So after a square has failed,
//! from there on each row prefers the values that few of the rows to come can take: a matching of least cost
//! (`assign`), where the cost of leaving a value doubles with each row less that can take it. The last rows depend on
//! each other in every way, and local search completes them all at once.
//!
//! Sources: M. Hall, "An existence theorem for Latin squares", 1945; H. W. Kuhn, "The Hungarian method
//! for the assignment problem", 1955 (augmenting paths).

use super::assign::{NEVER, cheapest};
use super::local::SquareSearch;
use super::{Futoshiki, MAX_ORDER};
use clew_engine::structures::random::Random;
use clew_puzzle::puzzle::Answer;

/// Below this order search is as quick.
const SMALLEST: u32 = 10;
/// Givens are at most the cells divided by this: with more of them rows begin to fail.
const SPARSE: usize = 6;
/// Squares that are begun for each one that is wanted.
const ATTEMPTS: u64 = 8;
/// The last rows with givens, this many, prefer values that few other rows can take.
const CAREFUL: usize = 20;
/// This many rows are left to local search, with this many moves at most and this many between two checks of the clock.
const LAST: usize = 4;
const MOVES: u64 = 1_000_000;
const STRIDE: u64 = 2_000;
/// The cost of leaving a value that no other row can take.
const URGENT: i64 = 1 << 30;
/// Costs differ at random by as many of their 1024th parts at most.
const JITTER: u32 = 20;

/// Whether the square is large and open enough, and has no signs and no differences.
pub(super) fn applies(puzzle: &Futoshiki) -> bool {
    let givens = puzzle.given.iter().flatten().count();
    (SMALLEST..=MAX_ORDER).contains(&puzzle.n)
        && puzzle.less.is_empty()
        && puzzle.gaps.is_empty()
        && givens <= puzzle.given.len() / SPARSE
}

/// Up to `wanted` different squares; fewer prove nothing.
pub(super) fn answers(puzzle: &Futoshiki, wanted: usize, quit: &dyn Fn() -> bool) -> Vec<Answer> {
    let mut found: Vec<Answer> = Vec::new();
    let Some(mut rows) = Rows::new(puzzle) else { return found };
    for seed in 1..=ATTEMPTS.saturating_mul(wanted as u64) {
        if found.len() >= wanted || quit() {
            break;
        }
        let Some(square) = rows.fill(&mut Random::new(seed), quit) else { continue };
        let answer = Answer::Square(square);
        if !found.contains(&answer) {
            found.push(answer);
        }
    }
    found
}

/// Values as bits.
type Values = u128;

/// The givens, and in which order rows are filled.
struct Rows<'p> {
    puzzle: &'p Futoshiki,
    n: usize,
    order: Vec<usize>,
    /// Whether a square has failed, so that the last rows are to be filled with care.
    careful: bool,
    /// Per row and per column the values given there.
    in_row: Vec<Values>,
    in_column: Vec<Values>,
}

impl Rows<'_> {
    /// `None` if a given is out of range or twice in a row or column.
    fn new(puzzle: &Futoshiki) -> Option<Rows<'_>> {
        let n = puzzle.n as usize;
        let (mut in_row, mut in_column) = (vec![0; n], vec![0; n]);
        let mut givens = vec![0u32; n];
        for (cell, &given) in puzzle.given.iter().enumerate() {
            let Some(value) = given else { continue };
            if value == 0 || value > puzzle.n {
                return None;
            }
            let bit: Values = 1 << (value - 1);
            for line in [&mut in_row[cell / n], &mut in_column[cell % n]] {
                if *line & bit != 0 {
                    return None;
                }
                *line |= bit;
            }
            givens[cell / n] += 1;
        }
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by_key(|&row| std::cmp::Reverse(givens[row]));
        Some(Rows { puzzle, n, order, careful: false, in_row, in_column })
    }

    /// A square, row-major, values from 1.
    fn fill(&mut self, random: &mut Random, quit: &dyn Fn() -> bool) -> Option<Vec<u32>> {
        let n = self.n;
        let all: Values = Values::MAX >> (Values::BITS as usize - n);
        // Per column the values it lacks, and those of them that are given in a row to come.
        let (mut lacks, mut kept) = (vec![all; n], self.in_column.clone());
        let mut square = vec![0; n * n];
        for at in 0..n {
            if quit() {
                return None;
            }
            let to_come = &self.order[at..];
            let given = || to_come.iter().any(|&r| self.in_row[r] != 0);
            let careful = self.careful && to_come.len() <= CAREFUL && given();
            if careful && to_come.len() <= LAST {
                return self.complete(&square, &lacks, at, random, quit);
            }
            let row = self.order[at];
            let fits: Vec<Values> = (0..n)
                .map(|column| match self.puzzle.given[row * n + column] {
                    Some(value) => 1 << (value - 1),
                    None => lacks[column] & !kept[column] & !self.in_row[row],
                })
                .collect();
            let matching = match careful {
                true => self.urgent(&fits, at, random),
                false => Matching::new(fits).perfect(random),
            };
            let Some(matching) = matching else {
                self.order[..=at].rotate_right(1);
                self.careful = true;
                return None;
            };
            for (column, &value) in matching.iter().enumerate() {
                let bit: Values = 1 << value;
                lacks[column] &= !bit;
                kept[column] &= !bit;
                square[row * n + column] = value as u32 + 1;
            }
        }
        Some(square)
    }

    /// Per column a value of those that fit the `at`-th row, all different: those first that few rows to
    /// come can take.
    fn urgent(&self, fits: &[Values], at: usize, random: &mut Random) -> Option<Vec<usize>> {
        let n = fits.len();
        let others = &self.order[at + 1..];
        let mut costs = vec![NEVER; n * n];
        for (column, &values) in fits.iter().enumerate() {
            for value in bits(values) {
                let takes = |&&row: &&usize| {
                    let open = self.puzzle.given[row * n + column].is_none();
                    open && self.in_row[row] >> value & 1 == 0
                };
                let worth = URGENT >> others.iter().filter(takes).count();
                let more = worth / 1024 * i64::from(random.below(JITTER));
                costs[column * n + value] = -worth - more;
            }
        }
        cheapest(n, &costs)
    }

    /// Completes the square from the `at`-th row on. `None` if that is not found, or impossible.
    fn complete(
        &self,
        square: &[u32],
        lacks: &[Values],
        at: usize,
        random: &mut Random,
        quit: &dyn Fn() -> bool,
    ) -> Option<Vec<u32>> {
        let n = lacks.len();
        let rows = &self.order[at..];
        let mut fits: Vec<Values> =
            square.iter().map(|&v| if v == 0 { 0 } else { 1 << (v - 1) }).collect();
        let mut alone: Vec<usize> = Vec::new();
        for cell in rows.iter().flat_map(|&row| row * n..(row + 1) * n) {
            fits[cell] = match self.puzzle.given[cell] {
                Some(value) => 1 << (value - 1),
                None => lacks[cell % n],
            };
            if fits[cell].count_ones() == 1 {
                alone.push(cell);
            }
        }
        // A value that is the only one of its cell goes from the others of the row and column.
        while let Some(cell) = alone.pop() {
            let (row, column, value) = (cell / n, cell % n, fits[cell]);
            let beside = (0..n).map(|c| row * n + c).chain(rows.iter().map(|r| r * n + column));
            for other in beside.filter(|&other| other != cell) {
                if fits[other] & value != 0 {
                    fits[other] &= !value;
                    match fits[other].count_ones() {
                        0 => return None,
                        1 => alone.push(other),
                        _ => {}
                    }
                }
            }
        }
        if fits.iter().all(|f| f.count_ones() == 1) {
            return Some(fits.iter().map(|f| f.trailing_zeros() + 1).collect());
        }
        let values = |cell: u32, list: &mut Vec<u8>| {
            list.extend(bits(fits[cell as usize]).map(|value| value as u8));
        };
        let seed = random.draw().into();
        let mut search = SquareSearch::new(n as u32, &[], values, seed, quit)?;
        let mut found = None;
        for _ in 0..MOVES / STRIDE {
            found = search.run(STRIDE);
            if found.is_some() || quit() {
                break;
            }
        }
        found
    }
}

/// The values of a set.
fn bits(mut values: Values) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let value = (values != 0).then_some(values.trailing_zeros() as usize)?;
        values &= values - 1;
        Some(value)
    })
}

/// No column yet.
const NONE: usize = usize::MAX;

/// A matching of columns with values.
struct Matching {
    /// Per column the values that fit.
    fits: Vec<Values>,
    /// Per value its column.
    column_of: Vec<usize>,
    /// Values that have a column.
    taken: Values,
    /// Values that the search for an augmenting path has come to.
    seen: Values,
}

impl Matching {
    fn new(fits: Vec<Values>) -> Matching {
        Matching { fits, column_of: vec![NONE; Values::BITS as usize], taken: 0, seen: 0 }
    }

    /// Per column its value, if there is a perfect matching.
    fn perfect(mut self, random: &mut Random) -> Option<Vec<usize>> {
        let n = self.fits.len();
        if !(0..n).all(|column| self.augment(column, random)) {
            return None;
        }
        let mut matching = vec![0; n];
        self.column_of[..n]
            .iter()
            .enumerate()
            .for_each(|(value, &column)| matching[column] = value);
        Some(matching)
    }

    /// Gives a column without a value one, if need be by changing those of others.
    fn augment(&mut self, column: usize, random: &mut Random) -> bool {
        self.seen = 0;
        self.reach(column, random)
    }

    /// As deep as there are columns at most.
    fn reach(&mut self, column: usize, random: &mut Random) -> bool {
        let open = self.fits[column] & !self.taken;
        if open != 0 {
            let value = some_bit(open, random);
            self.column_of[value] = column;
            self.taken |= 1 << value;
            return true;
        }
        loop {
            let left = self.fits[column] & !self.seen;
            if left == 0 {
                return false;
            }
            let value = some_bit(left, random);
            self.seen |= 1 << value;
            if self.reach(self.column_of[value], random) {
                self.column_of[value] = column;
                return true;
            }
        }
    }
}

/// One of the bits of a word that is not 0.
fn some_bit(word: Values, random: &mut Random) -> usize {
    let by = random.below(Values::BITS);
    ((word.rotate_right(by).trailing_zeros() + by) % Values::BITS) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::futoshiki::generate::random_latin;
    use clew_puzzle::puzzle::Rules;
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    fn thinned(n: u32, density: f64, rng: &mut ChaCha8Rng) -> Futoshiki {
        let given = random_latin(n, rng).into_iter().map(|v| rng.random_bool(density).then_some(v));
        Futoshiki { n, given: given.collect(), less: Vec::new(), gaps: Vec::new() }
    }

    /// Completed squares of any density obey the rules, and those without givens are always completed.
    #[test]
    fn squares_obey_the_rules() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut failed = 0;
        for case in 0..120 {
            let n = [1, 2, 3, 5, 8, 13, 21, 40][case % 8];
            let density = [0.0, 0.02, 0.07, 0.12, 0.6][case % 5];
            let puzzle = thinned(n, density, &mut rng);
            let known = (n < 10 || density != 0.12).then_some(n >= 10 && density < 0.2);
            assert!(known.is_none_or(|known| known == applies(&puzzle)));
            if n >= 10 && !applies(&puzzle) {
                continue;
            }
            let answers = answers(&puzzle, 2, &|| false);
            answers.iter().for_each(|answer| puzzle.verify(answer).unwrap());
            match answers.len() {
                2 => assert_ne!(answers[0], answers[1]),
                _ => failed += u32::from(applies(&puzzle)),
            }
        }
        assert_eq!(failed, 0);
    }

    /// Where rows begin to fail: those of the end are filled with care, and the last ones at once.
    #[test]
    fn last_rows_are_completed() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let mut careful = 0;
        for n in [30, 45, 60] {
            let puzzle = thinned(n, 0.14, &mut rng);
            assert!(applies(&puzzle));
            let answers = answers(&puzzle, 1, &|| false);
            puzzle.verify(&answers[0]).unwrap();
            let mut rows = Rows::new(&puzzle).unwrap();
            rows.careful = true;
            for seed in 0..4 {
                let Some(square) = rows.fill(&mut Random::new(seed), &|| false) else { continue };
                assert_eq!(puzzle.verify(&Answer::Square(square)), Ok(()));
                careful += 1;
            }
        }
        assert!(careful >= 6, "{careful} of 12");
    }

    #[test]
    fn the_largest_order_and_an_interrupt() {
        let puzzle = Futoshiki {
            n: MAX_ORDER,
            given: vec![None; 1 << 14],
            less: Vec::new(),
            gaps: Vec::new(),
        };
        let asked = std::cell::Cell::new(0);
        let quit = |after: u32| {
            asked.set(asked.get() + 1);
            asked.get() > after
        };
        let whole = answers(&puzzle, 1, &|| quit(u32::MAX));
        assert_eq!(puzzle.verify(&whole[0]), Ok(()));
        assert!(asked.replace(0) >= MAX_ORDER, "it asks once a row");
        assert_eq!(answers(&puzzle, 1, &|| quit(5)), []);
        assert!(asked.get() <= 7);
    }

    /// Contradictory squares are not filled; proving that is left to other methods.
    #[test]
    fn impossible_squares_are_not_filled() {
        let open = Futoshiki { n: 12, given: vec![None; 144], less: Vec::new(), gaps: Vec::new() };
        for givens in [&[(0, 3), (5, 3)][..], &[(1, 12), (133, 12)], &[(7, 13)], &[(7, 0)]] {
            let mut puzzle = open.clone();
            givens.iter().for_each(|&(cell, value)| puzzle.given[cell] = Some(value));
            assert_eq!(answers(&puzzle, 2, &|| false), [], "{givens:?}");
        }
        // The last cell of the first row can only hold a value that its column already has.
        let mut puzzle = open;
        (0..11).for_each(|c| puzzle.given[c] = Some(c as u32 + 1));
        puzzle.given[23] = Some(12);
        assert!(applies(&puzzle));
        assert_eq!(answers(&puzzle, 2, &|| false), []);
    }
}
