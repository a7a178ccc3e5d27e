//! Keys of a JSON puzzle that are not known.
//!
//! A key that is ignored silently may be an important one: `"neighbors": 4` would leave the default neighbours, and
//! another puzzle would be solved. So a key that is similar to a known key is a mistake, and any other unknown key
//! causes a warning, unless it is marked as meant for others.

use super::MAX_EXTRA_VALUES;
use super::error::quote;
use super::fault::{Checked, Fault};
use super::fields::marks;
use super::locate::Spot;
use rustc_hash::FxHashSet;
use serde_json::Value;
use serde_json::value::RawValue;

/// Keys with this prefix are for other programs.
const FOR_OTHERS: &str = "x-";
/// The most keys that are named one by one.
const MOST: usize = 8;
/// From this length on, known keys are recognised with two mistakes in them, shorter ones with one.
const LONG: usize = 6;
/// Keys below this length are recognised by their letters alone: most short words are near them.
const SHORT: usize = 4;

/// The unknown keys.
pub(super) struct UnknownKeys {
    /// One warning per key.
    pub warnings: Vec<String>,
    /// The keys for other programs, with their values.
    pub extra: Vec<(String, Value)>,
}

/// Looks at the keys that are not among `known`.
///
/// # Errors
/// For the first that is nearly a known one.
pub(super) fn others(fields: &[(String, &RawValue)], known: &[&str]) -> Checked<UnknownKeys> {
    let mut found = UnknownKeys { warnings: Vec::new(), extra: Vec::new() };
    let (mut unknown, mut held) = (0, 0);
    let mut seen: FxHashSet<&str> = FxHashSet::default();
    for (i, (key, value)) in fields.iter().enumerate() {
        if known.contains(&key.as_str()) {
            continue;
        }
        if key.starts_with(FOR_OTHERS) {
            if !seen.insert(key) {
                return Err(Fault::new(Spot::Key(i), "every key at most once"));
            }
            held += 1 + marks(value.get());
            if held > MAX_EXTRA_VALUES {
                let expected = format!("at most {MAX_EXTRA_VALUES} values for others");
                return Err(Fault::new(Spot::Value(i), expected));
            }
            let read = serde_json::from_str(value.get());
            let read =
                read.map_err(|why| Fault::new(Spot::Value(i), format!("valid JSON ({why})")))?;
            found.extra.push((key.clone(), read));
            continue;
        }
        if let Some(meant) = known.iter().find(|known| is_near(key, known)) {
            let expected = format!("the key \"{meant}\", or one that starts with \"{FOR_OTHERS}\"");
            return Err(Fault::new(Spot::Key(i), expected));
        }
        unknown += 1;
        if unknown <= MOST {
            found.warnings.push(format!("the key {} is not known and was passed over", quote(key)));
        }
    }
    if unknown > MOST {
        found.warnings.push(format!("so were {} more keys", unknown - MOST));
    }
    Ok(found)
}

/// Whether `key` is probably a misspelling of `known`.
fn is_near(key: &str, known: &str) -> bool {
    // Far longer keys are not similar, and comparing them would take time.
    if key.len() > 2 * known.len() + LONG {
        return false;
    }
    let letters: Vec<char> =
        key.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    let mistakes = match known.len() {
        LONG.. => 2,
        SHORT.. => 1,
        _ => 0,
    };
    // Each mistake changes the length by at most one letter.
    let meant: Vec<char> = known.chars().collect();
    letters.len().abs_diff(meant.len()) <= mistakes && distance(&letters, &meant) <= mistakes
}

/// How many letters must be put in, left out, exchanged with their neighbour or replaced to make one word of
/// the other.
///
/// Source: F. Damerau, A technique for computer detection and correction of spelling errors, 1964.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let differs = usize::from(a[i - 1] != b[j - 1]);
            let mut least = (last[j] + 1).min(row[j - 1] + 1).min(last[j - 1] + differs);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(before[j - 2] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_as_far_apart_as_it_takes() {
        let chars = |text: &str| text.chars().collect::<Vec<_>>();
        for (a, b, d) in
            [("", "abc", 3), ("walls", "wall", 1), ("lses", "less", 1), ("abc", "xbz", 2)]
        {
            assert_eq!(distance(&chars(a), &chars(b)), d, "{a} {b}");
            assert_eq!(distance(&chars(b), &chars(a)), d, "{b} {a}");
        }
    }

    #[test]
    fn near_keys() {
        for (key, known) in [
            ("neighbors", "neighbours"),
            ("Neighbours", "neighbours"),
            ("neighbour", "neighbours"),
            ("cell", "cells"),
            ("solution", "solutions"),
            ("ID", "id"),
            ("row", "rows"),
            ("Schema", "schema"),
        ] {
            assert!(is_near(key, known), "{key}");
        }
        for (key, known) in
            [("ids", "id"), ("colour", "cols"), ("author", "touch"), ("note", "cols")]
        {
            assert!(!is_near(key, known), "{key}");
        }
    }
}
