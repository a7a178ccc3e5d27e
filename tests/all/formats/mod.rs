//! Foreign formats: published puzzles, round trips, and malformed input of every kind.

mod bad;
mod link;
mod penpa;
mod program;
mod random;
mod stated;
mod vectors;

use clew::interchange::{self, Reading, Sheet};
use clew::puzzle::Entry;
use clew::puzzle::format::write_native;

/// The only puzzle of a text.
fn read(text: &str) -> Entry {
    read_as(text, None)
}

/// The only puzzle of a text in a format.
fn read_as(text: &str, format: Option<&str>) -> Entry {
    let reading = Reading {
        format: format.map(|name| interchange::format(name).expect("a format")),
        ..Reading::default()
    };
    let mut all = interchange::read_all(text, &reading);
    assert_eq!(all.len(), 1, "{text}");
    all.remove(0).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The message about a text that cannot be read.
fn error(text: &str) -> String {
    let found = interchange::read_all(text, &Reading::default());
    let error = found.into_iter().find_map(Result::err);
    error.map_or_else(|| format!("accepted: {text}"), |error| error.to_string())
}

/// A puzzle in a format that loses nothing.
fn written(entry: &Entry, format: &str) -> String {
    let (text, lost) = lossy(entry, format);
    assert!(lost.is_empty(), "{lost:?}");
    text
}

/// A puzzle in a format, and the list of losses.
fn lossy(entry: &Entry, format: &str) -> (String, Vec<String>) {
    let format = interchange::format(format).expect("a format");
    let written = interchange::write(format, Sheet { entry, answer: None });
    let written = written.unwrap_or_else(|why| panic!("{why}\n{}", write_native(entry)));
    (written.text, written.lost.into_iter().map(|lost| lost.what).collect())
}

/// A puzzle with a solution in a format.
fn solved(entry: &Entry, answer: &clew::puzzle::Answer, format: &str) -> String {
    let format = interchange::format(format).expect("a format");
    let written = interchange::write(format, Sheet { entry, answer: Some(answer) });
    written.unwrap_or_else(|why| panic!("{why}")).text
}

/// The puzzle of a text in the text format.
fn native(text: &str) -> Entry {
    clew::families::parse_native(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}
