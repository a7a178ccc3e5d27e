//! Types whose values are words of options, requests and formats: each word is stated once, and read the same way
//! everywhere.

/// A type that is read and written by words.
pub trait Keyword: Copy + std::str::FromStr<Err = String> + 'static {
    /// The words, in the order of the values.
    fn words() -> Vec<&'static str>;
}

/// Makes a type readable and writable by its words, in options (`FromStr`, `Display`) and in JSON; its name in messages
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
    };
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
