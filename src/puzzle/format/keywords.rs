//! The words of the formats that all families share, and which family a key belongs to.

use crate::puzzle::{Family, Neighbourhood};

impl Neighbourhood {
    /// The neighbourhood that a word of the formats (`4`, `8`, `hex`) names.
    pub fn from_keyword(word: &str) -> Option<Neighbourhood> {
        use Neighbourhood::{Hex, King, Rook};
        [Rook, King, Hex].into_iter().find(|n| n.keyword() == word)
    }
}

pub(super) const NEIGHBOURS: &str = "\"4\", \"8\" or \"hex\"";

/// Words to choose from: `"a", "b" or "c"`.
pub(super) fn choice(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|w| format!("\"{w}\"")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => quoted.concat(),
    }
}

/// The keywords of all families, to choose from.
pub(super) fn families(families: &[Family]) -> String {
    choice(&families.iter().map(|f| f.keyword()).collect::<Vec<_>>())
}

/// What is expected instead of a key that means nothing for a family.
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

/// A decimal number such as `-1.25`: no exponent, no words like `nan`.
pub(super) fn decimal(text: &str) -> Option<f64> {
    let plain = |b: u8| b.is_ascii_digit() || matches!(b, b'.' | b'-' | b'+');
    if !text.bytes().all(plain) { None } else { text.parse().ok().filter(|x: &f64| x.is_finite()) }
}
