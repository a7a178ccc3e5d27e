//! Results by fields: objects with some keys only, and tables of comma-separated values.

use serde_json::{Map, Value};

/// What `--fields` may name: the keys of results, and of what goes with them.
const FIELDS: &[&str] = &[
    "schema",
    "id",
    "puzzle",
    "rules",
    "verdict",
    "count",
    "lines",
    "exact",
    "stopped",
    "time_ms",
    "solutions",
    "differs",
    "differs_edges",
    "candidates",
    "candidate_counts",
    "candidate_edges",
    "candidates_complete",
    "where",
    "network",
    "search",
    "method",
    "stats",
    "instance",
    "warnings",
    "error",
];

/// What only ratings have.
const OF_RATINGS: &[&str] =
    &["level", "score", "hardest", "bottleneck", "steps", "counts", "depth", "guessing"];

/// Objects inside a result in which fields are looked for, too.
const INSIDE: [&str; 2] = ["rating", "stats"];

/// What a table has if nobody says.
const USUAL: [&str; 6] = ["id", "puzzle", "verdict", "count", "stopped", "time_ms"];
/// The same of ratings.
const USUAL_RATING: [&str; 7] = ["id", "puzzle", "verdict", "level", "score", "hardest", "steps"];

/// How result objects are written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Columns {
    /// Only these, in this order; empty: all.
    fields: Vec<String>,
    /// As a row of comma-separated values.
    csv: bool,
    /// Leave out solutions.
    bare: bool,
}

impl Columns {
    /// # Errors
    /// In words, if a field is not known.
    pub fn new(fields: &[String], csv: bool, bare: bool, rates: bool) -> Result<Columns, String> {
        let rated = |field: &&String| OF_RATINGS.contains(&field.as_str());
        if let Some(field) = fields.iter().find(rated).filter(|_| !rates) {
            return Err(format!("the field \"{field}\" is of ratings: `clew rate` tells it"));
        }
        let known = |field: &&String| FIELDS.contains(&field.as_str()) || field.starts_with("x-");
        if let Some(field) = fields.iter().find(|field| !known(field) && !rated(field)) {
            let all: Vec<&str> = match rates {
                true => FIELDS.iter().chain(OF_RATINGS).copied().collect(),
                false => FIELDS.to_vec(),
            };
            return Err(format!(
                "there is no field \"{}\"; the fields are {}",
                super::safe(field),
                all.join(", ")
            ));
        }
        let usual: &[&str] = if rates { &USUAL_RATING } else { &USUAL };
        let fields = match fields {
            [] if csv => usual.iter().map(|field| field.to_string()).collect(),
            _ => fields.to_vec(),
        };
        Ok(Columns { fields, csv, bare })
    }

    /// Whether a result has its identifier.
    pub fn has_id(&self) -> bool {
        !self.csv && (self.fields.is_empty() || self.fields.iter().any(|field| field == "id"))
    }

    /// The key that stands first in an object.
    pub fn first(&self) -> &str {
        self.fields.first().map_or("schema", String::as_str)
    }

    /// The first line of a table.
    pub fn head(&self) -> Option<String> {
        self.csv.then(|| row(self.fields.iter().map(|field| quoted(field))))
    }

    /// What is written in place of lines that are a JSON object each.
    pub fn shape(&self, lines: Vec<u8>) -> Vec<u8> {
        if self.fields.is_empty() && !self.bare {
            return lines;
        }
        let Ok(text) = std::str::from_utf8(&lines) else { return lines };
        let mut out = String::with_capacity(text.len());
        for line in text.lines() {
            match serde_json::from_str::<Value>(line) {
                Ok(Value::Object(object)) => out += &self.line(object),
                // Nothing of ours; it stays as it is.
                _ => {
                    out += line;
                    out.push('\n');
                }
            }
        }
        out.into_bytes()
    }

    fn line(&self, mut object: Map<String, Value>) -> String {
        if self.bare {
            object.remove("solutions");
            object.remove("instance");
        }
        if self.fields.is_empty() {
            return format!("{}\n", Value::Object(object));
        }
        let find = |field: &String| {
            object.get(field).or_else(|| INSIDE.iter().find_map(|&o| object.get(o)?.get(field)))
        };
        if self.csv {
            let cell = |field| match find(field) {
                None | Some(Value::Null) => String::new(),
                Some(Value::String(text)) => quoted(text),
                Some(other) => quoted(&other.to_string()),
            };
            return row(self.fields.iter().map(cell));
        }
        let members: Vec<String> = self
            .fields
            .iter()
            .filter_map(|field| Some(format!("{}:{}", Value::from(field.as_str()), find(field)?)))
            .collect();
        format!("{{{}}}\n", members.join(","))
    }
}

fn row(cells: impl Iterator<Item = String>) -> String {
    cells.collect::<Vec<_>>().join(",") + "\n"
}

/// A value of a table (RFC 4180): in quotes if it has a comma, a quote or a line end.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "{\"id\":\"a,\\\"b\",\"verdict\":\"unique\",\"rating\":{\"score\":7},\
                        \"solutions\":[1]}\n";

    fn shaped(fields: &[&str], csv: bool, bare: bool) -> String {
        let fields: Vec<String> = fields.iter().map(|field| field.to_string()).collect();
        let rates = fields.iter().any(|field| field == "score");
        let columns = Columns::new(&fields, csv, bare, rates).expect("known fields");
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
        assert!(!shaped(&[], false, true).contains("solutions"));
        assert!(Columns::new(&["verdit".into()], false, false, false).is_err());
    }
}
