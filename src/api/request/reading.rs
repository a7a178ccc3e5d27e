//! Statements about a puzzle's text that it does not contain itself.

use super::{Mistake, unknown};
use crate::api::{Rules, with_name};
use clew_families::{all, named};
use clew_formats::{self as interchange, PlaceRules, Reading};
use clew_puzzle::puzzle::{Named, Neighbourhood};
use serde::Deserialize;
use std::collections::BTreeMap;

/// Statements about a puzzle's text.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct ReadingOptions {
    /// The format.
    pub format: Option<String>,
    /// The family, by one of its names.
    pub family: Option<String>,
    /// Which cells are neighbours: 4, 8 or hex.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub neighbours: Option<Neighbourhood>,
    /// Rules: keys and words.
    pub rules: BTreeMap<String, String>,
    /// How lists of places are meant: `0` or `1`, `row` or `column`, `place` or `value` first, `smaller` or
    /// `larger`; the board, `4x5`.
    pub places: Vec<String>,
    /// Signs of cells to fill, in grids of signs.
    pub blank: Vec<String>,
    /// Signs of places without a cell.
    pub hole: Vec<String>,
    /// Signs that are numbers or labels.
    pub given: Vec<String>,
    /// Whether the first row of numbers states the size of the rows below; found out if left out.
    pub size_row: Option<bool>,
}

impl ReadingOptions {
    /// The same as a [`Reading`].
    ///
    /// # Errors
    /// An unknown name, with the list of names.
    pub fn reading(&self) -> Result<Reading, Mistake> {
        let mut reading = Reading {
            blank: self.blank.clone(),
            hole: self.hole.clone(),
            given: self.given.clone(),
            size_row: self.size_row,
            ..Reading::default()
        };
        if let Some(name) = &self.format {
            let found = interchange::format(name).filter(|format| format.read.is_some());
            let names = || interchange::FORMATS.iter().filter(|f| f.read.is_some()).map(|f| f.name);
            reading.format = Some(found.ok_or_else(|| unknown("format", name, names()))?);
        }
        if let Some(name) = &self.family {
            let found = family(name)?;
            (reading.family, reading.alias) = (Some(found.family), found.alias);
        }
        reading.neighbours = self.neighbours;
        reading.words = words(&self.rules)?;
        if let Some(word) = self.places.iter().find(|word| !reading.places.take(word)) {
            let known = PlaceRules::WORDS.into_iter();
            return Err(unknown("word of \"places\"", word, known).into());
        }
        Ok(reading)
    }

    /// The rules of a [`reading`](Self::reading), for callers whose word counts more than that of the text.
    pub fn rules(reading: &Reading) -> Rules {
        let named = reading.named();
        let brought = named.and_then(|named| named.alias?.neighbours);
        Rules {
            family: reading.family,
            words: with_name(reading.words.clone(), named),
            neighbours: reading.neighbours.or(brought),
        }
    }
}

/// Rules as the formats name them.
///
/// # Errors
/// A key or a word that no family has.
pub(super) fn words(
    said: &BTreeMap<String, String>,
) -> Result<Vec<(&'static str, &'static str)>, String> {
    let known = || all().iter().flat_map(|family| family.words);
    let one = |(key, word): (&String, &String)| {
        let found = known().find(|known| known.name == key);
        let keys = known().map(|known| known.name);
        let found = found.ok_or_else(|| unknown("rule", key, keys))?;
        let value = found.values.iter().find(|value| *value == word);
        let value = value.ok_or_else(|| unknown(key, word, found.values.iter().copied()))?;
        Ok((found.name, *value))
    };
    said.iter().map(one).collect()
}

/// The family of this name, and the rules that the name implies.
///
/// # Errors
/// The list of names.
pub(super) fn family(name: &str) -> Result<Named, String> {
    named(name).ok_or_else(|| unknown("family", name, all().iter().map(|family| family.keyword())))
}
