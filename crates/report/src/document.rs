//! Documents: types that are written as JSON. Their doc comments are the descriptions of the schemas in `docs/schema`,
//! which the feature `schema` derives.

#[cfg(feature = "schema")]
use clew_engine::run::Stop;
use clew_puzzle::puzzle::Entry;
use serde::Serialize;
use serde_json::Value;

/// The document as a value. Its keys are in alphabetical order, whatever the order of the fields.
///
/// # Panics
/// If a map has keys that are no strings.
pub fn value(document: &impl Serialize) -> Value {
    serde_json::to_value(document).expect("strings, numbers and lists are always JSON")
}

/// The members that every document about a puzzle begins with.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Head<'a> {
    /// The version of the document.
    pub schema: &'static str,
    /// The puzzle's own id, or where it was read.
    pub id: &'a str,
    /// The family: hidato, path, numberlink, futoshiki or zip.
    pub puzzle: &'static str,
}

impl<'a> Head<'a> {
    /// The head of a document of this version; `name` is the identifier of a puzzle whose file gives none.
    pub fn new(schema: &'static str, entry: &'a Entry, name: &'a str) -> Head<'a> {
        let id = entry.id.as_deref().unwrap_or(name);
        Head { schema, id, puzzle: entry.puzzle.family().keyword() }
    }
}

/// In schemas: a member that is null if nothing is known, in a part of a document that may be absent.
#[cfg(feature = "schema")]
pub(crate) struct OrNull<T>(std::marker::PhantomData<T>);

#[cfg(feature = "schema")]
impl<T: schemars::JsonSchema> schemars::JsonSchema for OrNull<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("{}OrNull", T::schema_name()).into()
    }

    fn json_schema(to: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let known = to.subschema_for::<T>();
        schemars::json_schema!({"oneOf": [known, {"type": "null"}]})
    }
}

/// The schema of the limit that ended the work early, or null.
#[cfg(feature = "schema")]
pub fn stopped(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    use Stop::{Defect, Interrupt, Limit, Memory, Nodes, Time};
    let words = [Limit, Time, Nodes, Memory, Interrupt, Defect].map(|stop| Some(stop.keyword()));
    schemars::json_schema!({"enum": words.into_iter().chain([None]).collect::<Vec<_>>()})
}
