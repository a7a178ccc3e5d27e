//! Results by fields: objects with some keys only, and tables of comma-separated values.

use crate::cli::args::values::once_each;
use crate::cli::safe;
use clew::puzzle::format::Fields;
use clew::report::csv;
use serde_json::Value;
use serde_json::value::RawValue;

/// The commands that write results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RecordKind {
    Solve,
    Check,
    Where,
    Count,
    Candidates,
    Rate,
}

impl RecordKind {
    fn command(self) -> &'static str {
        match self {
            RecordKind::Solve => "clew solve",
            RecordKind::Check => "clew check",
            RecordKind::Where => "clew check --where",
            RecordKind::Count => "clew count",
            RecordKind::Candidates => "clew count --candidates",
            RecordKind::Rate => "clew rate",
        }
    }
}

use RecordKind::{Candidates, Check, Count, Rate, Solve, Where};

const ALL: &[RecordKind] = &[Solve, Check, Where, Count, Candidates, Rate];
/// The kinds whose commands search.
const SEARCHES: &[RecordKind] = &[Solve, Check, Where, Count, Candidates];

/// The fields that `--fields` may name, and the commands that write them: the keys of results and of their parts.
const FIELDS: &[(&str, &[RecordKind])] = &[
    ("schema", ALL),
    ("id", ALL),
    ("puzzle", ALL),
    ("rules", SEARCHES),
    ("verdict", ALL),
    ("count", SEARCHES),
    ("lines", SEARCHES),
    ("exact", SEARCHES),
    ("stopped", ALL),
    ("time_ms", SEARCHES),
    ("solutions", SEARCHES),
    ("differs", SEARCHES),
    ("differs_edges", SEARCHES),
    ("differs_values", SEARCHES),
    ("candidates", &[Where, Candidates]),
    ("candidate_counts", &[Candidates]),
    ("candidate_edges", &[Candidates]),
    ("candidates_complete", &[Where, Candidates]),
    ("where", &[Where]),
    ("network", SEARCHES),
    ("search", &[Solve, Check, Where]),
    ("method", &[Count, Candidates]),
    ("stats", SEARCHES),
    (ASKED, ALL),
    ("instance", SEARCHES),
    ("reading", SEARCHES),
    ("warnings", SEARCHES),
    ("misstated", SEARCHES),
    ("error", ALL),
    ("reason", &[Rate]),
    ("rating", &[Rate]),
    ("level", &[Rate]),
    ("score", &[Rate]),
    ("hardest", &[Rate]),
    ("bottleneck", &[Rate]),
    ("steps", &[Rate]),
    ("counts", &[Rate]),
    ("depth", &[Rate]),
    ("guessing", &[Rate]),
];

/// The field by which a resumed batch identifies results, in addition to their identifiers.
const ASKED: &str = "asked";

/// The object inside a result in which fields are looked for, too.
const INSIDE: &str = "rating";

/// The fields that `--no-solutions` leaves out.
const OMITTED_FIELDS: [&str; 2] = ["solutions", "instance"];

/// The columns of a table by default.
const DEFAULT_FIELDS: [&str; 6] = ["id", "puzzle", "verdict", "count", "stopped", "time_ms"];
/// The same of ratings.
const USUAL_RATING: [&str; 7] = ["id", "puzzle", "verdict", "level", "score", "hardest", "steps"];

/// A result object. Its values stay text: solutions may be many.
type Members<'t> = Fields<&'t RawValue>;

/// How result objects are written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Columns {
    /// Only these, in this order; empty: all.
    fields: Vec<String>,
    /// As a row of comma-separated values.
    csv: bool,
    /// Leave out solutions.
    bare: bool,
}

/// Whether a field is one that these results can have.
///
/// # Errors
/// In words, which commands write it, or which fields there are.
fn admit(field: &str, teller: RecordKind) -> Result<(), String> {
    let quoted = safe(field);
    if field.starts_with("x-") && teller != Rate {
        return Ok(());
    }
    match FIELDS.iter().find(|(name, _)| *name == field) {
        Some((_, tellers)) if tellers.contains(&teller) => Ok(()),
        Some((_, tellers)) => {
            let those: Vec<String> =
                tellers.iter().map(|teller| format!("`{}`", teller.command())).collect();
            Err(format!(
                "`{}` has no field \"{quoted}\": {} says it",
                teller.command(),
                those.join(" or ")
            ))
        }
        None => {
            let all = FIELDS.iter().filter(|(_, tellers)| tellers.contains(&teller));
            let all: Vec<&str> = all.map(|(name, _)| *name).collect();
            Err(format!("there is no field \"{quoted}\"; the fields are {}", all.join(", ")))
        }
    }
}

impl Columns {
    /// # Errors
    /// In words, if a field is not known, or none that these results ever have.
    pub fn new(
        fields: &[String],
        csv: bool,
        bare: bool,
        teller: RecordKind,
    ) -> Result<Columns, String> {
        fields.iter().try_for_each(|field| admit(field, teller))?;
        once_each("--fields", fields)?;
        if let Some(field) =
            fields.iter().find(|field| bare && OMITTED_FIELDS.contains(&field.as_str()))
        {
            return Err(format!("--no-solutions leaves out the field \"{field}\""));
        }
        if bare && teller == Rate {
            return Err("--no-solutions does not apply: ratings have none".into());
        }
        if csv && fields.is_empty() && matches!(teller, Where | Candidates) {
            let (own, keys) = match teller {
                Where => ("--where", "where, candidates, candidates_complete"),
                _ => ("--candidates", "candidate_counts, candidate_edges, candidates_complete"),
            };
            return Err(format!(
                "--csv has nothing of {own} without --fields; its own are {keys}, and --json has all"
            ));
        }
        let usual: &[&str] = if teller == Rate { &USUAL_RATING } else { &DEFAULT_FIELDS };
        let fields = match fields {
            [] if csv => usual.iter().map(|field| field.to_string()).collect(),
            _ => fields.to_vec(),
        };
        Ok(Columns { fields, csv, bare })
    }

    /// Whether the solutions of a result are shown.
    pub fn has_solutions(&self) -> bool {
        let named = self.fields.iter().any(|field| field == "solutions");
        named || self.fields.is_empty() && !self.bare
    }

    /// Whether a result has its identifier.
    pub fn has_id(&self) -> bool {
        !self.csv && (self.fields.is_empty() || self.fields.iter().any(|field| field == "id"))
    }

    /// The same for results of a batch that may be resumed: they include the question.
    pub fn resumable(mut self) -> Columns {
        if !self.fields.is_empty() && !self.fields.iter().any(|field| field == ASKED) {
            self.fields.push(ASKED.into());
        }
        self
    }

    /// The first key of an object.
    pub fn first(&self) -> &str {
        self.fields.first().map_or("schema", String::as_str)
    }

    /// The first line of a table.
    pub fn head(&self) -> Option<String> {
        self.csv.then(|| csv::row(self.fields.iter().map(|field| safe(field))))
    }

    /// The output for lines that are one JSON object each.
    pub fn shape(&self, lines: Vec<u8>) -> Vec<u8> {
        if self.fields.is_empty() && !self.bare {
            return lines;
        }
        let Ok(text) = std::str::from_utf8(&lines) else { return lines };
        let mut out = String::with_capacity(text.len());
        for line in text.lines() {
            match serde_json::from_str::<Members<'_>>(line) {
                Ok(object) => out += &self.line(object),
                // The line is not ours; it stays as it is.
                Err(_) => {
                    out += line;
                    out.push('\n');
                }
            }
        }
        out.into_bytes()
    }

    fn line(&self, Fields(mut object): Members<'_>) -> String {
        if self.bare {
            object.retain(|(key, _)| !OMITTED_FIELDS.contains(&key.as_str()));
        }
        if self.fields.is_empty() {
            return written(object.iter().map(|(key, value)| (&**key, value.get())));
        }
        let get = |key: &str| object.iter().find(|(k, _)| k == key).map(|(_, value)| *value);
        let inner =
            get(INSIDE).and_then(|inside| serde_json::from_str::<Members<'_>>(inside.get()).ok());
        let inner = |key: &str| {
            let mut members = inner.iter().flat_map(|members| &members.0);
            members.find(|(k, _)| k == key).map(|(_, value)| *value)
        };
        let find = |field: &str| get(field).or_else(|| inner(field)).map(RawValue::get);
        if self.csv {
            let cell = |field: &String| match find(field) {
                None | Some("null") => String::new(),
                Some(text) => match serde_json::from_str::<String>(text) {
                    Ok(text) => safe(&text),
                    Err(_) => safe(text),
                },
            };
            return csv::row(self.fields.iter().map(cell));
        }
        written(self.fields.iter().filter_map(|field| Some((&**field, find(field)?))))
    }
}

/// A line with an object of these members.
fn written<'a>(members: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let members = members.map(|(key, value)| format!("{}:{value}", Value::from(key)));
    format!("{{{}}}\n", members.collect::<Vec<_>>().join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "{\"id\":\"a,\\\"b\",\"verdict\":\"unique\",\"rating\":{\"score\":7},\
                        \"solutions\":[1]}\n";

    fn shaped(fields: &[&str], csv: bool, bare: bool) -> String {
        let fields: Vec<String> = fields.iter().map(|field| field.to_string()).collect();
        let rates = fields.iter().any(|field| field == "score");
        let teller = if rates { Rate } else { Check };
        let columns = Columns::new(&fields, csv, bare, teller).expect("known fields");
        String::from_utf8(columns.shape(LINE.into())).expect("UTF-8")
    }

    #[test]
    fn fields_are_picked_in_their_order() {
        assert_eq!(shaped(&[], false, false), LINE);
        assert_eq!(
            shaped(&["score", "verdict", "level"], false, false),
            "{\"score\":7,\"verdict\":\"unique\"}\n"
        );
        assert_eq!(
            shaped(&["verdict", "id", "level", "score"], true, false),
            "unique,\"a,\"\"b\",,7\n"
        );
        let bare = "{\"id\":\"a,\\\"b\",\"verdict\":\"unique\",\"rating\":{\"score\":7}}\n";
        assert_eq!(shaped(&[], false, true), bare);
        assert!(Columns::new(&["verdit".into()], false, false, Check).is_err());
        assert!(Columns::new(&["id".into(), "id".into()], false, false, Check).is_err());
        assert!(Columns::new(&[], false, true, Rate).is_err(), "ratings have no solutions");
        for teller in [Where, Candidates] {
            assert!(
                Columns::new(&[], true, false, teller).is_err(),
                "the table says nothing of it"
            );
            assert!(Columns::new(&["candidates".into()], true, false, teller).is_ok());
        }
    }

    /// Every key in the schemas of results can be requested.
    #[test]
    fn every_key_is_a_field() {
        for (schema, teller) in [
            (include_str!("../../../docs/schema/result-1.json"), Solve),
            (include_str!("../../../docs/schema/rating-1.json"), Rate),
        ] {
            let schema: Value = serde_json::from_str(schema).expect("a schema");
            let forms = schema["oneOf"].as_array().expect("a result, or why there is none");
            let keys = forms.iter().flat_map(|form| {
                let place = form["$ref"].as_str().expect("local").trim_start_matches('#');
                schema.pointer(place).expect("it is there")["properties"]
                    .as_object()
                    .unwrap()
                    .keys()
            });
            for key in keys {
                let known = FIELDS.iter().find(|(name, _)| name == key);
                let (_, tellers) = known.unwrap_or_else(|| panic!("{key} is no field"));
                assert!(teller != Rate || tellers.contains(&Rate), "{key} is no field of ratings");
            }
        }
    }
}
