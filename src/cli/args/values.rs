//! Values of options: durations and sizes with a unit.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clew::dp::primes::is_prime;
use clew::dp::shelf::BLOCK;
use clew::families::{all, named as named_by};
use clew::interchange::{self, FORMATS, Format, PlaceRules};
use clew::puzzle::{Goal, Named};
use std::time::Duration;

/// Reads a duration: a decimal number with a unit, `500ms`, `10s`, `2.5m`, `1h`; seconds without one.
///
/// # Errors
/// The error, in words.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = number_and_unit(text);
    let seconds =
        match unit {
            "ms" => 1e-3,
            "s" | "" => 1.0,
            "m" => 60.0,
            "h" => 3600.0,
            _ => return Err(
                "expected a number, of seconds or with a unit (ms, s, m or h), such as 10 or 2.5m"
                    .into(),
            ),
        };
    let value = decimal(number).ok_or("expected a number before the unit, such as 2.5s")?;
    Duration::try_from_secs_f64(value * seconds).map_err(|_| "the duration is too long".into())
}

/// Reads a number of bytes: a decimal number, with K, M, G, T or KiB, MiB, GiB, TiB for powers of
/// 1024, with KB, MB, GB, TB for powers of 1000; upper or lower case. One block of a layer at the least.
///
/// # Errors
/// The error, in words.
pub(crate) fn blocks(text: &str) -> Result<usize, String> {
    bytes(text).and_then(|bytes| match bytes {
        0..BLOCK => Err(format!("expected {} KiB or more, which is one block", BLOCK >> 10)),
        _ => Ok(bytes),
    })
}

/// The same, or none.
pub(crate) fn bytes(text: &str) -> Result<usize, String> {
    let (number, unit) = number_and_unit(text);
    let power = |base: f64, letter: &str| {
        let exponent = ["", "k", "m", "g", "t"].iter().position(|&l| l == letter)?;
        Some(base.powi(exponent as i32))
    };
    let unit = unit.to_ascii_lowercase();
    let factor = match (unit.strip_suffix("ib"), unit.strip_suffix('b')) {
        (Some(letter), _) if !letter.is_empty() => power(1024.0, letter),
        (_, Some(letter)) => power(1000.0, letter),
        _ => power(1024.0, &unit),
    };
    let expected =
        "expected a number of bytes, with K, M, G or T, or a unit such as GiB or MB, behind it";
    let factor = factor.ok_or(expected)?;
    let value = decimal(number).ok_or("expected a number of bytes, such as 500M")? * factor;
    // The largest float that is surely within range; no machine has more memory.
    if value < (usize::MAX / 2) as f64 {
        Ok(value as usize)
    } else {
        Err("that is too much".into())
    }
}

fn number_and_unit(text: &str) -> (&str, &str) {
    let at = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    text.split_at(at)
}

/// Digits with at most one point. `f64`'s own reader also takes words and exponents.
fn decimal(text: &str) -> Option<f64> {
    let digits = text.bytes().any(|b| b.is_ascii_digit());
    if digits { text.parse().ok() } else { None }
}

/// Reads a prime number below 2^63.
///
/// # Errors
/// The error, in words.
pub(crate) fn prime(text: &str) -> Result<u64, String> {
    let expected = "expected a prime number below 2^63, such as 2305843009213693951";
    let number: u64 = text.parse().map_err(|_| expected)?;
    if number >> 63 == 0 && is_prime(number) { Ok(number) } else { Err(expected.into()) }
}

/// A format that is read.
///
/// # Errors
/// In words, with the names that there are.
pub(crate) fn read(text: &str) -> Result<&'static Format, String> {
    named(text, |format| format.read.is_some())
}

/// A format that is written.
///
/// # Errors
/// In words, with the names that there are.
pub(crate) fn written(text: &str) -> Result<&'static Format, String> {
    named(text, |format| format.write.is_some())
}

fn named(text: &str, may: fn(&Format) -> bool) -> Result<&'static Format, String> {
    // The format that people mean by text is our own.
    let name = if text == "text" { "native" } else { text };
    interchange::format(name).filter(|format| may(format)).ok_or_else(|| {
        let names = FORMATS.iter().filter(|format| may(format)).map(|format| format.name);
        format!("the formats are {}", names.collect::<Vec<_>>().join(", "))
    })
}

/// A family of puzzles by one of its names, with the rules that the name brings.
///
/// # Errors
/// In words, with the names that there are.
pub(crate) fn named_family(text: &str) -> Result<Named, String> {
    named_by(text).ok_or_else(|| {
        let names = all().iter().map(|family| family.keyword());
        let others = all().iter().flat_map(|family| family.aliases).map(|alias| alias.name);
        let (names, others) = (names.collect::<Vec<_>>(), others.collect::<Vec<_>>());
        format!("the families are {}; other names are {}", names.join(", "), others.join(", "))
    })
}

/// A word that states how lists of places are meant.
///
/// # Errors
/// In words, with the words that there are.
pub(crate) fn place_rule(text: &str) -> Result<String, String> {
    let known = PlaceRules::default().take(text);
    let words = || PlaceRules::WORDS.join(", ");
    known.then(|| text.to_string()).ok_or_else(|| format!("the words are {}", words()))
}

/// The goals of all families of which more is better, or less.
fn goals(most: bool) -> impl Iterator<Item = &'static Goal> {
    all().iter().flat_map(|family| family.goals).filter(move |goal| goal.most == most)
}

/// Their names.
pub(crate) fn goal_name(most: bool) -> PossibleValuesParser {
    let mut names: Vec<&'static str> = Vec::new();
    for goal in goals(most) {
        if !names.contains(&goal.name) {
            names.push(goal.name);
        }
    }
    PossibleValuesParser::new(names)
}

/// The goals, by their names.
pub(crate) fn goal(most: bool) -> impl TypedValueParser<Value = Goal> {
    let find = move |name: String| goals(most).find(|goal| goal.name == name);
    goal_name(most).map(move |name| *find(name).expect("one of the names"))
}

/// A rule that is chosen by a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rule {
    /// The key of the formats.
    pub key: &'static str,
    /// One of its words.
    pub word: &'static str,
}

/// A rule of some family, as `KEY=WORD`.
///
/// # Errors
/// In words, with the keys and their words.
pub(crate) fn rule(text: &str) -> Result<Rule, String> {
    let keys = || all().iter().flat_map(|family| family.words);
    let (name, chosen) = text.split_once('=').unwrap_or((text, ""));
    let mut words = keys().filter(|key| key.name == name).flat_map(|key| key.values);
    match (keys().find(|key| key.name == name), words.find(|word| **word == chosen)) {
        (Some(key), Some(word)) => Ok(Rule { key: key.name, word }),
        _ => {
            let known = keys().map(|key| format!("{}={}", key.name, key.values.join("|")));
            Err(format!("the rules are {}", known.collect::<Vec<_>>().join(", ")))
        }
    }
}

/// # Errors
/// In words, if a list names something twice.
pub(crate) fn once_each(option: &str, names: &[String]) -> Result<(), String> {
    match (0..names.len()).find(|&i| names[..i].contains(&names[i])) {
        Some(i) => Err(format!("{option} names {} twice", crate::cli::safe(&names[i]))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations() {
        assert_eq!(duration("10s"), Ok(Duration::from_secs(10)));
        assert_eq!(duration("10"), Ok(Duration::from_secs(10)));
        assert_eq!(duration("0.5"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("250ms"), Ok(Duration::from_millis(250)));
        assert_eq!(duration("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("2h"), Ok(Duration::from_secs(7200)));
        for bad in
            ["", "s", "-1s", "1e3s", "1.2.3s", "10 s", "10sec", "infs", "9999999999999999999999h"]
        {
            assert!(duration(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn sizes() {
        assert_eq!(bytes("0"), Ok(0));
        assert_eq!(bytes("8G"), Ok(8 << 30));
        assert_eq!(bytes("1.5K"), Ok(1536));
        assert_eq!(bytes("512M"), Ok(512 << 20));
        assert_eq!(bytes("1GiB"), Ok(1 << 30));
        assert_eq!(bytes("500MB"), Ok(500_000_000));
        assert_eq!(bytes("1.5kb"), Ok(1_500));
        assert_eq!(bytes("100B"), Ok(100));
        for bad in ["", "G", "8GiBs", "8iB", "8P", "-1", "1e9", "8 GB", "99999999999999999999T"] {
            assert!(bytes(bad).is_err(), "{bad}");
        }
    }
}
