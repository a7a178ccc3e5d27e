//! Values of a JSON text that are read in place, without a tree of them in memory.
//!
//! A tree takes many times its text: up to a hundred bytes for each byte. So the text is validated once, and members
//! and items are found by walking over it. Linear in the text at each level, no recursion.

use super::fields::Fields;
use super::locate::{blanks, value_end};
use serde_json::Value;
use serde_json::value::{Number, RawValue};

/// The longest text of a value that is read as a whole, in bytes.
const SMALL: usize = 4096;

/// A value of a JSON text that is known to be valid.
#[derive(Clone, Copy, Debug)]
pub struct Unread<'a>(&'a str);

impl<'a> From<&'a RawValue> for Unread<'a> {
    fn from(raw: &'a RawValue) -> Unread<'a> {
        Unread(raw.get())
    }
}

impl<'a> Unread<'a> {
    /// The value that a whole text is.
    ///
    /// # Errors
    /// If it is no valid JSON.
    pub fn from_text(text: &'a str) -> serde_json::Result<Unread<'a>> {
        serde_json::from_str::<&RawValue>(text).map(Unread::from)
    }

    /// Its text.
    pub fn text(self) -> &'a str {
        self.0
    }

    /// Whether it is `null`.
    pub fn is_null(self) -> bool {
        self.0 == "null"
    }

    /// A string of at most `most` bytes.
    pub fn string(self, most: usize) -> Option<String> {
        // A byte is written as `\u0000` at the longest.
        let short = self.0.starts_with('"') && self.0.len() <= 6 * most + 2;
        let text: String = short.then(|| serde_json::from_str(self.0).ok()).flatten()?;
        (text.len() <= most).then_some(text)
    }

    /// A number.
    pub fn number(self) -> Option<Number> {
        let number = self.0.starts_with(|c: char| c == '-' || c.is_ascii_digit());
        number.then(|| serde_json::from_str(self.0).ok()).flatten()
    }

    /// The items of a list.
    pub fn items(self) -> Option<Items<'a>> {
        self.0.starts_with('[').then_some(Items { text: self.0, at: 1 })
    }

    /// The members of an object in their order, of which there may be [`MAX_MEMBERS`](super::MAX_MEMBERS).
    pub fn members(self) -> Option<Vec<(String, Unread<'a>)>> {
        let Fields(members) = serde_json::from_str::<Fields<&RawValue>>(self.0).ok()?;
        Some(members.into_iter().map(|(key, value)| (key, value.into())).collect())
    }

    /// The member of this name, the last one if there are several; as [`Unread::members`].
    pub fn get(self, key: &str) -> Option<Unread<'a>> {
        self.members()?.into_iter().rev().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// A small value as data: an empty list if its text is longer than 4096 bytes.
    pub fn small(self) -> Value {
        let value = (self.0.len() <= SMALL).then(|| serde_json::from_str(self.0).ok()).flatten();
        value.unwrap_or_else(|| Value::Array(Vec::new()))
    }
}

/// The items of a list, in their order.
#[derive(Clone, Debug)]
pub struct Items<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Items<'a> {
    /// The items, if there are exactly `N`.
    pub fn exactly<const N: usize>(self) -> Option<[Unread<'a>; N]> {
        let items: Vec<Unread<'a>> = self.take(N + 1).collect();
        items.try_into().ok()
    }
}

impl<'a> Iterator for Items<'a> {
    type Item = Unread<'a>;

    fn next(&mut self) -> Option<Unread<'a>> {
        let bytes = self.text.as_bytes();
        let mut from = blanks(bytes, self.at);
        if bytes.get(from) == Some(&b',') {
            from = blanks(bytes, from + 1);
        }
        if from + 1 >= bytes.len() {
            return None;
        }
        self.at = value_end(bytes, from);
        Some(Unread(&self.text[from..self.at]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_where_they_stand() {
        let text =
            r#" { "a" : [ 1 , "x],", [ ] ,{"b":[2]}, null,-1.5e3 ], "ö":"\u00e4", "a":[ ] } "#;
        let whole = Unread::from_text(text).expect("it is valid");
        let members = whole.members().expect("an object");
        let items: Vec<&str> = members[0].1.items().expect("a list").map(Unread::text).collect();
        assert_eq!(items, ["1", "\"x],\"", "[ ]", "{\"b\":[2]}", "null", "-1.5e3"]);
        assert_eq!(members[1].1.string(2).as_deref(), Some("ä"));
        assert_eq!(members[1].1.string(1), None);
        assert_eq!(whole.get("a").and_then(Unread::items).expect("a list").count(), 0);
        assert!(whole.items().is_none() && whole.number().is_none());
        assert!(
            Unread::from_text("[1,2]")
                .expect("valid")
                .items()
                .expect("a list")
                .exactly::<2>()
                .is_some()
        );
        assert!(
            Unread::from_text("[1,2,3]")
                .expect("valid")
                .items()
                .expect("a list")
                .exactly::<2>()
                .is_none()
        );
        for wrong in ["", "[1", "{\"a\":}", "1 2"] {
            assert!(Unread::from_text(wrong).is_err(), "{wrong}");
        }
        assert_eq!(Unread("[1]").small(), serde_json::json!([1]));
        assert_eq!(Unread(&format!("\"{}\"", "x".repeat(SMALL))).small(), serde_json::json!([]));
    }
}
