//! The words of the formats for rules and neighbourhoods, and which family a key belongs to.

use super::{MAX_COORDINATE, MAX_DIGITS};
use crate::puzzle::points::DecimalError;
use crate::puzzle::{Cover, Decimal, Family, Neighbourhood, Touch};

impl Cover {
    /// The word of the formats: `all` or `partial`.
    pub fn keyword(self) -> &'static str {
        match self {
            Cover::All => "all",
            Cover::Partial => "partial",
        }
    }

    /// The rule that a word of the formats names.
    pub fn from_keyword(word: &str) -> Option<Cover> {
        [Cover::All, Cover::Partial].into_iter().find(|c| c.keyword() == word)
    }
}

impl Touch {
    /// The word of the formats: `no`, `no2x2` or `yes`.
    pub fn keyword(self) -> &'static str {
        match self {
            Touch::No => "no",
            Touch::No2x2 => "no2x2",
            Touch::Yes => "yes",
        }
    }

    /// The rule that a word of the formats names.
    pub fn from_keyword(word: &str) -> Option<Touch> {
        [Touch::No, Touch::No2x2, Touch::Yes].into_iter().find(|t| t.keyword() == word)
    }
}

impl Neighbourhood {
    /// The neighbourhood that a word of the formats (`4`, `8`, `hex`) names.
    pub fn from_keyword(word: &str) -> Option<Neighbourhood> {
        use Neighbourhood::{Hex, King, Rook};
        [Rook, King, Hex].into_iter().find(|n| n.keyword() == word)
    }
}

impl Family {
    /// The family that a word of the formats names.
    pub fn from_keyword(word: &str) -> Option<Family> {
        Family::ALL.into_iter().find(|f| f.keyword() == word)
    }
}

pub(super) const FAMILIES: &str = "\"hidato\", \"path\", \"numberlink\" or \"futoshiki\"";
pub(super) const NEIGHBOURS: &str = "\"4\", \"8\" or \"hex\"";
pub(super) const COVERS: &str = "\"all\" or \"partial\"";
pub(super) const TOUCHES: &str = "\"no\", \"no2x2\" or \"yes\"";

/// The families that a key means something for. Keys that are not listed suit all.
pub(super) fn suits(key: &str) -> &'static [Family] {
    use Family::{Futoshiki, Hidato, Numberlink, Path};
    match key {
        "neighbours" | "walls" => &[Hidato, Path, Numberlink],
        "board" | "reach" | "points" => &[Hidato, Path],
        "cover" | "touch" => &[Numberlink],
        "less" => &[Futoshiki],
        _ => &Family::ALL,
    }
}

/// What is expected instead of a key that means nothing for a family.
pub(super) fn unsuited(key: &str, family: Family) -> String {
    let whose: Vec<&str> = suits(key).iter().map(|f| f.keyword()).collect();
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
/// In words, what is expected.
pub(super) fn length(read: Result<Decimal, DecimalError>) -> Result<Decimal, String> {
    match read {
        Ok(length) if length > Decimal::default() => Ok(length),
        Err(DecimalError::TooFine) => Err(too_fine("a length")),
        _ => Err(format!("a length above 0 and up to {MAX_COORDINATE}")),
    }
}

/// What is expected of a number with too many digits.
pub(super) fn too_fine(what: &str) -> String {
    format!("{what} with at most {MAX_DIGITS} digits after the point")
}
