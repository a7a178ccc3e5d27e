//! The families that readers, help texts and generators know: those that a program registers.
//!
//! The list belongs to the process and not to a value that is passed in: a keyword of a file means one family
//! wherever it is read, and readers, value parsers and help texts need the list before there is anything that
//! could carry it. A program registers its families at its start; the crate of the families has one function for
//! all of its own.

use crate::puzzle::family::Named;
use crate::puzzle::format::{self, Chunk, ParseError};
use crate::puzzle::{Entry, Family};
use std::sync::{PoisonError, RwLock};

/// The registered families. Each registration puts a longer list in place of this one.
static KNOWN: RwLock<&'static [Family]> = RwLock::new(&[]);

/// All families, in the order of their registration; none before the first.
pub fn all() -> &'static [Family] {
    *KNOWN.read().unwrap_or_else(PoisonError::into_inner)
}

/// Makes a family known to all readers of the process that begin after this call. A family may be registered
/// more than once; it stays.
///
/// ```
/// # use clew_families::{all, register};
/// let hidato = all()[0];
/// assert_eq!(register(hidato), Ok(()));
/// assert_eq!(all().len(), 5);
/// ```
///
/// # Errors
/// A message: the keyword is empty, or another family has it, or the family has no network.
pub fn register(family: Family) -> Result<(), String> {
    let keyword = family.keyword();
    if keyword.is_empty() || keyword.chars().any(|c| c.is_whitespace() || c.is_uppercase()) {
        return Err(format!("the keyword \"{keyword}\" is not one word in lower case"));
    }
    if family.networks().is_empty() {
        return Err(format!("{keyword} has no network"));
    }
    let mut known = KNOWN.write().unwrap_or_else(PoisonError::into_inner);
    match known.iter().find(|other| **other == family) {
        Some(other) if other.is(family) => Ok(()),
        Some(_) => Err(format!("there is a family {keyword} already")),
        None => {
            // A list is a few words long, there is one for each family, and readers keep it as long as they like.
            *known = Vec::leak([*known, &[family]].concat());
            Ok(())
        }
    }
}

/// The family that a keyword of the formats names.
pub fn from_keyword(word: &str) -> Option<Family> {
    all().iter().copied().find(|family| family.keyword() == word)
}

/// The family that a keyword or an alias stands for, in letters of any case.
pub fn named(name: &str) -> Option<Named> {
    Named::find(all(), name)
}

/// Reads one puzzle in the text format.
///
/// # Errors
/// The first mistake, with its position.
pub fn parse_native(text: &str) -> Result<Entry, ParseError> {
    format::read_native(text, all())
}

/// Reads one puzzle, a JSON object.
///
/// # Errors
/// The first mistake, with its position: of the JSON text itself or of the puzzle it states.
pub fn parse_json(text: &str) -> Result<Entry, ParseError> {
    format::read_json(text, all())
}

/// Reads one chunk of an input.
///
/// # Errors
/// The first mistake, with its position in the whole input.
pub fn parse_chunk(chunk: &Chunk<'_>) -> Result<Entry, ParseError> {
    format::read_chunk(chunk, all())
}
