//! JSON objects as members in their order, and how many values a JSON text has, found without reading it.

use super::{MAX_JSON_VALUES, MAX_MEMBERS};
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde_json::Value;
use std::fmt;
use std::marker::PhantomData;

/// The members of a JSON object in their order, with repetitions, [`MAX_MEMBERS`] at the most. Values that are only
/// passed on may stay text: then they are [`RawValue`](serde_json::value::RawValue)s.
pub struct Fields<V = Value>(pub Vec<(String, V)>);

impl<'de, V: Deserialize<'de>> Deserialize<'de> for Fields<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Fields<V>, D::Error> {
        struct Members<V>(PhantomData<V>);
        impl<'de, V: Deserialize<'de>> Visitor<'de> for Members<V> {
            type Value = Fields<V>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields<V>, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    if fields.len() == MAX_MEMBERS {
                        let most = format!("more than {MAX_MEMBERS} members of an object");
                        return Err(A::Error::custom(most));
                    }
                    fields.push(field);
                }
                Ok(Fields(fields))
            }
        }
        deserializer.deserialize_map(Members(PhantomData))
    }
}

/// Whether a JSON text has more than [`MAX_JSON_VALUES`] values, found without parsing it, so that the memory of the
/// parser is bounded. Strings with many commas count too.
pub fn has_too_many_values(text: &str) -> bool {
    marks(text) > MAX_JSON_VALUES
}

/// An upper bound of the number of values of a JSON text, less one.
pub fn marks(text: &str) -> usize {
    // Every value but the first has one of these before it.
    text.bytes().filter(|b| matches!(b, b',' | b':' | b'[' | b'{')).count()
}
