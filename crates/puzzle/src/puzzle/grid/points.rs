//! Free points: exact decimals, and which points are near each other.
//!
//! A coordinate such as 0.1 has no exact binary form, so binary floating point cannot decide whether 0.1 and 0.4 are
//! within 0.3 of each other. Coordinates are whole numbers of billionths;
//! distances are compared by their squares, which fit 128 bits.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;
use std::str::FromStr;

/// The most digits after the point of a [`Decimal`].
pub(crate) const MAX_DIGITS: usize = 9;
/// Units of one.
pub const ONE: i64 = 1_000_000_000;
/// The largest coordinate and reach of free points.
///
/// With [`MAX_DIGITS`] these are fifteen significant digits, so every [`Decimal`] survives the conversion to a double
/// and back: JSON loses none.
pub(crate) const MAX_COORDINATE: i64 = 1_000_000;

/// An exact decimal number from -[`MAX_COORDINATE`] to [`MAX_COORDINATE`], with at most
/// [`MAX_DIGITS`] digits after the point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, Default)]
pub struct Decimal(i64);

/// Where a free point lies: x to the right and y downward.
pub type Point = (Decimal, Decimal);

/// Points of a board that lines name by their coordinates, each once and in any order.
#[derive(Debug)]
pub struct NamedPoints {
    /// Those that no line has named yet, with their numbers.
    free: HashMap<Point, u32>,
}

impl NamedPoints {
    /// None of these points is named yet.
    pub fn new(at: &[Point]) -> NamedPoints {
        NamedPoints { free: at.iter().copied().zip(0..).collect() }
    }

    /// The number of the point with these coordinates.
    ///
    /// # Errors
    /// Which of the two words is wrong, and the expected form.
    pub fn take(&mut self, words: [&str; 2]) -> Result<u32, (usize, &'static str)> {
        let [x, y] = words.map(str::parse::<Decimal>);
        let point = (x.map_err(|_| (0, "a coordinate"))?, y.map_err(|_| (1, "a coordinate"))?);
        self.free.remove(&point).ok_or((0, "a point of the puzzle that no line before names"))
    }
}

/// Why a text is no [`Decimal`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DecimalError {
    /// It is no plain decimal number, as `1e5` and `nan`.
    #[error("not a decimal number")]
    NotANumber,
    /// It is beyond [`MAX_COORDINATE`].
    #[error("larger than {MAX_COORDINATE}")]
    TooLarge,
    /// It has more than [`MAX_DIGITS`] digits after the point (not counting zeros at the end).
    #[error("more than {MAX_DIGITS} digits after the point")]
    TooFine,
}

impl Decimal {
    /// The number in billionths.
    pub fn units(self) -> i64 {
        self.0
    }

    /// The shortest decimal number whose nearest double this is. A JSON number is read in this way: decimals with the
    /// same double are the same number there.
    ///
    /// # Errors
    /// [`DecimalError`].
    pub fn from_f64(x: f64) -> Result<Decimal, DecimalError> {
        x.to_string().parse()
    }

    /// The nearest double, for drawings; [`Decimal::from_f64`] is the inverse.
    pub fn to_f64(self) -> f64 {
        // Both are whole numbers below 2^53, so that there is one rounding.
        self.0 as f64 / ONE as f64
    }
}

impl From<i16> for Decimal {
    fn from(whole: i16) -> Decimal {
        Decimal(i64::from(whole) * ONE)
    }
}

impl FromStr for Decimal {
    type Err = DecimalError;

    fn from_str(text: &str) -> Result<Decimal, DecimalError> {
        let (sign, size) = match text.as_bytes() {
            [b'-', ..] => (-1, &text[1..]),
            [b'+', ..] => (1, &text[1..]),
            _ => (1, text),
        };
        let (whole, part) = size.split_once('.').unwrap_or((size, ""));
        let digits = |t: &str| t.bytes().all(|b| b.is_ascii_digit());
        if !digits(whole) || !digits(part) || (whole.is_empty() && part.is_empty()) {
            return Err(DecimalError::NotANumber);
        }
        let whole = whole.trim_start_matches('0');
        let part = part.trim_end_matches('0');
        if part.len() > MAX_DIGITS {
            return Err(DecimalError::TooFine);
        }
        let number = |t: &str| if t.is_empty() { Ok(0) } else { t.parse::<i64>() };
        let whole = number(whole).ok().filter(|&w| w <= MAX_COORDINATE);
        let part = number(&format!("{part:0<MAX_DIGITS$}")).map_err(|_| DecimalError::TooFine)?;
        let units = whole.ok_or(DecimalError::TooLarge)? * ONE + part;
        if units > MAX_COORDINATE * ONE {
            return Err(DecimalError::TooLarge);
        }
        Ok(Decimal(sign * units))
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, part) = (self.0.abs() / ONE, self.0.abs() % ONE);
        if part == 0 {
            return write!(f, "{sign}{whole}");
        }
        let part = format!("{part:0MAX_DIGITS$}");
        write!(f, "{sign}{whole}.{}", part.trim_end_matches('0'))
    }
}

/// Pairs of points whose distance is positive and at most `reach`, the smaller index first, in no
/// particular order. Stops once there are `most`. Linear in points and pairs.
pub(crate) fn near_pairs(at: &[Point], reach: Decimal, most: usize) -> Vec<[u32; 2]> {
    let mut pairs = Vec::new();
    if reach.0 <= 0 {
        return pairs;
    }
    let reach_squared = i128::from(reach.0).pow(2);
    // Squares with sides of the reach: near points lie in the same or in adjoining ones. Of many points in one square a
    // fixed share of the pairs is near, so few pairs are tested in vain.
    let square = |p: Point| (p.0.0.div_euclid(reach.0), p.1.0.div_euclid(reach.0));
    let mut squares: HashMap<(i64, i64), Vec<u32>> = HashMap::new();
    for (i, &p) in (0u32..).zip(at) {
        let (x, y) = square(p);
        for beside in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (x + dx, y + dy))) {
            for &j in squares.get(&beside).into_iter().flatten() {
                let squared = distance_squared(p, at[j as usize]);
                if squared > 0 && squared <= reach_squared {
                    pairs.push([j, i]);
                    if pairs.len() >= most {
                        return pairs;
                    }
                }
            }
        }
        squares.entry((x, y)).or_default().push(i);
    }
    pairs
}

fn distance_squared(p: Point, q: Point) -> i128 {
    let (dx, dy) = (i128::from(p.0.0) - i128::from(q.0.0), i128::from(p.1.0) - i128::from(q.1.0));
    dx * dx + dy * dy
}

/// The first point that lies where an earlier one does: the earlier one and it.
pub(crate) fn first_repeated(at: &[Point]) -> Option<[usize; 2]> {
    let mut stands = HashMap::with_capacity(at.len());
    at.iter().enumerate().find_map(|(i, &p)| match stands.entry(p) {
        Entry::Occupied(earlier) => Some([*earlier.get(), i]),
        Entry::Vacant(free) => {
            free.insert(i);
            None
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decimal(text: &str) -> Decimal {
        text.parse().expect("a decimal")
    }

    #[test]
    fn decimals_are_exact() {
        for (text, shown) in [
            ("0", "0"),
            ("-0.0", "0"),
            ("+1.50", "1.5"),
            (".5", "0.5"),
            ("7.", "7"),
            ("-0.000000001", "-0.000000001"),
            ("0999999.9999999990000", "999999.999999999"),
            ("-1000000.000", "-1000000"),
        ] {
            let x = decimal(text);
            assert_eq!(x.to_string(), shown);
            assert_eq!(Decimal::from_f64(x.to_f64()), Ok(x), "{text} by way of a double");
        }
        for text in ["", ".", "-", "1e3", "nan", "--1", "1.2.3", "1_0", "١"] {
            assert_eq!(text.parse::<Decimal>(), Err(DecimalError::NotANumber), "{text}");
        }
        for text in ["1000000.000000001", "-1000001", "99999999999999999999999"] {
            assert_eq!(text.parse::<Decimal>(), Err(DecimalError::TooLarge), "{text}");
        }
        assert_eq!("0.1234567891".parse::<Decimal>(), Err(DecimalError::TooFine));
        assert_eq!(Decimal::from_f64(0.1 + 0.2), Err(DecimalError::TooFine));
    }

    #[test]
    fn near_pairs_are_those_of_all_pairs() {
        // A linear congruential sequence: points on a lattice of tenths, dense enough to touch.
        let mut state = 1u64;
        let mut next = |n: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % n
        };
        for round in 0..200u32 {
            let text = |k: u64| format!("{}.{}", k / 10, k % 10);
            let shift = [0, 10_000][round as usize % 2];
            let at: Vec<Point> = (0..30)
                .map(|_| (decimal(&text(shift + next(20))), decimal(&text(next(20)))))
                .collect();
            let reach = decimal(&text(1 + next(9)));
            let mut found = near_pairs(&at, reach, usize::MAX);
            found.sort_unstable();
            let mut expected = Vec::new();
            for j in 0..at.len() {
                for i in j + 1..at.len() {
                    let d = distance_squared(at[j], at[i]);
                    if d > 0 && d <= i128::from(reach.0) * i128::from(reach.0) {
                        expected.push([j as u32, i as u32]);
                    }
                }
            }
            expected.sort_unstable();
            assert_eq!(found, expected, "reach {reach} among {at:?}");
            assert_eq!(near_pairs(&at, reach, 3).len(), expected.len().min(3));
        }
    }
}
