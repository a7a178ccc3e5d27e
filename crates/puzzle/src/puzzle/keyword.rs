//! Types whose values are words of options, requests and formats: each word is stated once, and read the same way
//! everywhere.

/// A type that is read and written by words.
pub trait Keyword: Copy + std::str::FromStr<Err = String> + 'static {
    /// The words, in the order of the values.
    fn words() -> Vec<&'static str>;
}

/// Makes a type readable and writable by its words, in options (`FromStr`) and in JSON; its name in messages
/// and the function that has the word of a value follow, and all values that can be stated.
#[macro_export]
macro_rules! keywords {
    ($type:ident, $what:literal, $word:expr, [$($value:ident),* $(,)?]) => {
        impl $crate::puzzle::keyword::Keyword for $type {
            fn words() -> Vec<&'static str> {
                vec![$($word($type::$value)),*]
            }
        }

        impl std::str::FromStr for $type {
            type Err = String;

            /// The value of a word.
            ///
            /// # Errors
            /// The list of words.
            fn from_str(word: &str) -> Result<$type, String> {
                let found = [$($type::$value),*].into_iter().find(|value| $word(*value) == word);
                let words = <$type as $crate::puzzle::keyword::Keyword>::words;
                found.ok_or_else(|| format!("expected {}", words().join(", ")))
            }
        }

        $crate::json_by_words!($type, $what, $word);
        $crate::schema_by_words!($type);
    };
}

/// With the feature `schema`: the words of a type as its schema.
#[cfg(feature = "schema")]
#[macro_export]
macro_rules! schema_by_words {
    ($type:ident) => {
        impl $crate::schemars::JsonSchema for $type {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(_: &mut $crate::schemars::SchemaGenerator) -> $crate::schemars::Schema {
                let words = <$type as $crate::puzzle::keyword::Keyword>::words();
                $crate::schemars::json_schema!({"type": "string", "enum": words})
            }
        }
    };
}

/// Without it: nothing.
#[cfg(not(feature = "schema"))]
#[macro_export]
macro_rules! schema_by_words {
    ($type:ident) => {};
}

/// Makes a type that is read by `FromStr` readable and writable in JSON by the same words.
#[macro_export]
macro_rules! json_by_words {
    ($type:ident, $what:literal, $word:expr) => {
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_str($word(*self))
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<$type, D::Error> {
                let word = <String as serde::Deserialize>::deserialize(from)?;
                let wrong = |why| serde::de::Error::custom(format!("{} {word:?}: {why}", $what));
                word.parse().map_err(wrong)
            }
        }
    };
}

/// With the feature `schema`: the schema of a type that is written like another one.
#[cfg(feature = "schema")]
#[macro_export]
macro_rules! schema_as {
    ($type:ty, $like:ty) => {
        impl $crate::schemars::JsonSchema for $type {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(to: &mut $crate::schemars::SchemaGenerator) -> $crate::schemars::Schema {
                to.subschema_for::<$like>()
            }
        }
    };
}
