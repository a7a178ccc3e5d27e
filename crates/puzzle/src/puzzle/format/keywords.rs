//! The words of the formats that all families share, and which family a key belongs to.

use super::{MAX_COORDINATE, MAX_DIGITS, MAX_FIRST};
use crate::json_by_words;
use crate::puzzle::grid::points::DecimalError;
use crate::puzzle::keyword::Keyword;
use crate::puzzle::wording::either;
use crate::puzzle::{Decimal, Family, Neighbourhood};
use std::str::FromStr;

impl Neighbourhood {
    /// The neighbourhood that a word of the formats (`4`, `8`, `hex`) names.
    pub fn from_keyword(word: &str) -> Option<Neighbourhood> {
        use Neighbourhood::{Hex, King, Rook};
        [Rook, King, Hex].into_iter().find(|n| n.keyword() == word)
    }

    /// The same, or one of the names that people use, in letters of any case: rook, orthogonal; king, queen,
    /// diagonal; hexagons.
    pub fn named(word: &str) -> Option<Neighbourhood> {
        let word = word.to_ascii_lowercase();
        Neighbourhood::from_keyword(&word).or_else(|| match &*word {
            "rook" | "orthogonal" | "four" => Some(Neighbourhood::Rook),
            "king" | "queen" | "diagonal" | "eight" => Some(Neighbourhood::King),
            "hexagon" | "hexagons" | "hexagonal" => Some(Neighbourhood::Hex),
            _ => None,
        })
    }
}

impl Keyword for Neighbourhood {
    fn words() -> Vec<&'static str> {
        use Neighbourhood::{Hex, King, Rook};
        [Rook, King, Hex].map(Neighbourhood::keyword).to_vec()
    }
}

impl FromStr for Neighbourhood {
    type Err = String;

    /// As [`Neighbourhood::named`].
    ///
    /// # Errors
    /// The list of words.
    fn from_str(word: &str) -> Result<Neighbourhood, String> {
        Neighbourhood::named(word)
            .ok_or_else(|| format!("expected {}", Neighbourhood::words().join(", ")))
    }
}

json_by_words!(Neighbourhood, "neighbours", Neighbourhood::keyword);

pub(super) const NEIGHBOURS: &str = "\"4\", \"8\" or \"hex\"";

/// Words to choose from: `"a", "b" or "c"`.
pub(super) fn choice(words: &[&str]) -> String {
    either(words.iter().map(|word| format!("\"{word}\"")))
}

/// The keywords of all families, to choose from.
pub(super) fn families(families: &[Family]) -> String {
    if families.is_empty() {
        return "a family, but the program has registered none (clew::families::install)".into();
    }
    choice(&families.iter().map(|f| f.keyword()).collect::<Vec<_>>())
}

/// The expected text in place of a key that does not apply to a family.
pub(super) fn unsuited(key: &str, family: Family, families: &[Family]) -> String {
    let whose: Vec<&str> =
        families.iter().filter(|f| f.understands(key)).map(|f| f.keyword()).collect();
    format!("no key \"{key}\" for {family}; it belongs to {}", whose.join(", "))
}

/// An expected number of solutions: decimal digits, leading zeros dropped. `None` if it is not one.
pub(super) fn count(text: &str) -> Option<String> {
    if text.is_empty() || !text.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let short = text.trim_start_matches('0');
    Some(if short.is_empty() { "0".into() } else { short.into() })
}

/// A length such as `1.25`, above 0.
///
/// # Errors
/// The expected text.
pub(super) fn length(read: Result<Decimal, DecimalError>) -> Result<Decimal, String> {
    match read {
        Ok(length) if length > Decimal::default() => Ok(length),
        Err(DecimalError::TooFine) => Err(too_fine("a length")),
        _ => Err(format!("a length above 0 and up to {MAX_COORDINATE}")),
    }
}

/// The expected form of the number with which a line begins.
pub(super) fn first_number() -> String {
    format!("the number with which the line begins, at most {MAX_FIRST}")
}

/// The expected form in place of a number with too many digits.
pub(super) fn too_fine(what: &str) -> String {
    format!("{what} with at most {MAX_DIGITS} digits after the point")
}
