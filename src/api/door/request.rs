//! Requests: the question, the puzzle, the limits, and the options of the question, all of which are checked.

use clew_families::{all, named};
use clew_formats::{self as interchange, Reading};
use clew_puzzle::puzzle::wording::join;
use clew_puzzle::puzzle::{Named, Neighbourhood};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// A request, as it was sent.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Request {
    /// The question.
    pub ask: String,
    /// The puzzle, in any format that is read.
    #[serde(default)]
    pub puzzle: Option<String>,
    /// Statements about the puzzle's text.
    #[serde(default)]
    pub reading: Said,
    /// Limits in place of the usual ones.
    #[serde(default)]
    pub limits: Limits,
    /// Options of the question.
    #[serde(default)]
    pub options: Map<String, Value>,
}

/// Limits of a question. There always are limits of time and memory.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Limits {
    /// Seconds.
    pub seconds: Option<f64>,
    /// Decisions of a search.
    pub nodes: Option<u64>,
    /// Bytes.
    pub memory: Option<u64>,
    /// Threads, at most those that the host allows.
    pub threads: Option<usize>,
}

/// Statements about a puzzle's text that it does not contain itself.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Said {
    /// The format.
    pub format: Option<String>,
    /// The family, by one of its names.
    pub family: Option<String>,
    /// Which cells are neighbours: 4, 8 or hex.
    pub neighbours: Option<String>,
    /// Rules: keys and words.
    pub rules: BTreeMap<String, String>,
}

impl Said {
    /// The same as a [`Reading`].
    ///
    /// # Errors
    /// An unknown name, with the list of names.
    pub fn reading(&self) -> Result<Reading, String> {
        let mut reading = Reading::default();
        if let Some(name) = &self.format {
            let found = interchange::format(name).filter(|format| format.read.is_some());
            let names = || interchange::FORMATS.iter().filter(|f| f.read.is_some()).map(|f| f.name);
            reading.format = Some(found.ok_or_else(|| unknown("format", name, names()))?);
        }
        if let Some(name) = &self.family {
            let found = named(name).ok_or_else(|| no_family(name))?;
            (reading.family, reading.alias) = (Some(found.family), found.alias);
        }
        reading.neighbours = self.neighbours.as_deref().map(neighbours).transpose()?;
        reading.words = words(&self.rules)?;
        Ok(reading)
    }
}

/// Which cells are neighbours, by the word of the formats.
///
/// # Errors
/// The list of words.
pub(super) fn neighbours(word: &str) -> Result<Neighbourhood, String> {
    let found = Neighbourhood::from_keyword(word);
    found.ok_or_else(|| unknown("neighbourhood", word, ["4", "8", "hex"].into_iter()))
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
    named(name).ok_or_else(|| no_family(name))
}

fn no_family(name: &str) -> String {
    unknown("family", name, all().iter().map(|family| family.keyword()))
}

/// The message for an unknown name, with the list of names.
pub(super) fn unknown<'n>(what: &str, name: &str, names: impl Iterator<Item = &'n str>) -> String {
    let mut names: Vec<String> = names.map(str::to_string).collect();
    names.dedup();
    let name: String = name.chars().take(40).collect();
    format!("found the {what} {name:?}, expected one of {}", join(names))
}

/// The options of a question; unknown ones are refused.
///
/// # Errors
/// The option that is unknown or wrong, in words.
pub(super) fn options<T: DeserializeOwned>(request: &Request) -> Result<T, String> {
    serde_json::from_value(Value::Object(request.options.clone()))
        .map_err(|why| format!("the options of {:?}: {why}", request.ask))
}

/// No options.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NoOptions {}
