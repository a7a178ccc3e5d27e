//! The families of this crate in the registry, and the functions of the registry that find them there.

use crate::{futoshiki, line, numberlink};
use clew_puzzle::puzzle::family::Named;
use clew_puzzle::puzzle::format::{Chunk, ParseError};
use clew_puzzle::puzzle::{Entry, Family};
use clew_puzzle::registry;
use std::sync::Once;

/// The families of this crate, in the order of the documentation. A new family is a folder next to this file and an
/// entry here.
static BUILT_IN: [Family; 5] = [
    line::hidato::FAMILY,
    line::path::FAMILY,
    numberlink::FAMILY,
    futoshiki::FAMILY,
    line::zip::FAMILY,
];

/// Registers the families of this crate, before any other family. Calls after the first one do nothing.
pub fn install() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        for family in BUILT_IN {
            registry::register(family)
                .expect("the families of this crate differ in their keywords");
        }
    });
}

/// All families: those of this crate, then registered ones in the order of their registration.
pub fn all() -> &'static [Family] {
    install();
    registry::all()
}

/// [`registry::register`], after the families of this crate.
///
/// # Errors
/// A message: the keyword is empty, or another family has it, or the family has no network.
pub fn register(family: Family) -> Result<(), String> {
    install();
    registry::register(family)
}

/// The family that a keyword of the formats names.
pub fn from_keyword(word: &str) -> Option<Family> {
    install();
    registry::from_keyword(word)
}

/// The family that a keyword or an alias stands for, in letters of any case.
pub fn named(name: &str) -> Option<Named> {
    install();
    registry::named(name)
}

/// Reads one puzzle in the text format.
///
/// # Errors
/// The first mistake, with its position.
pub fn parse_native(text: &str) -> Result<Entry, ParseError> {
    install();
    registry::parse_native(text)
}

/// Reads one puzzle, a JSON object.
///
/// # Errors
/// The first mistake, with its position: of the JSON text itself or of the puzzle it states.
pub fn parse_json(text: &str) -> Result<Entry, ParseError> {
    install();
    registry::parse_json(text)
}

/// Reads one chunk of an input.
///
/// # Errors
/// The first mistake, with its position in the whole input.
pub fn parse_chunk(chunk: &Chunk<'_>) -> Result<Entry, ParseError> {
    install();
    registry::parse_chunk(chunk)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_puzzle::puzzle::FamilyInfo;

    static SAME_WORD: FamilyInfo =
        FamilyInfo { keyword: "path", networks: line::path::networks(), ..FamilyInfo::PLAIN };
    static NO_WORD: FamilyInfo =
        FamilyInfo { networks: line::path::networks(), ..FamilyInfo::PLAIN };
    static TWO_WORDS: FamilyInfo =
        FamilyInfo { keyword: "two words", networks: line::path::networks(), ..FamilyInfo::PLAIN };
    static NO_NETWORK: FamilyInfo = FamilyInfo { keyword: "bare", ..FamilyInfo::PLAIN };

    #[test]
    fn invalid_families_are_refused() {
        let before = all();
        for (info, why) in [
            (&SAME_WORD, "there is a family path already"),
            (&NO_WORD, "the keyword \"\" is not one word in lower case"),
            (&TWO_WORDS, "the keyword \"two words\" is not one word in lower case"),
            (&NO_NETWORK, "bare has no network"),
        ] {
            assert_eq!(register(Family::new(info)), Err(why.to_string()));
        }
        for &family in before {
            assert_eq!(register(family), Ok(()));
        }
        assert_eq!(all(), before);
    }
}
