//! The JSON schemas of all documents, derived from the types that are written. `docs/schema` holds them as files:
//! `cargo run --features schema --example schemas` writes those, and a test compares them.

use super::door::{self, Sent};
use super::request::{Ask, Stated};
use crate::api::making::dedup;
use crate::api::making::generate;
use crate::api::people::explain;
use crate::api::people::hint;
use crate::api::people::why_not;
use crate::api::people::{rate, so_far};
use crate::api::proofs::models;
use crate::api::research::trace;
use crate::api::research::{ablate, compare};
use crate::api::research::{networks, plan, profile};
use clew_report::json::{self, Invalid};
use clew_report::mending;
use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform, transform_subschemas};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

/// A schema as a file of `docs/schema`.
#[derive(Clone, Debug)]
pub struct File {
    /// Its name, such as `result-1.json`.
    pub name: String,
    /// The schema.
    pub schema: Value,
}

impl File {
    /// Its text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        lay_out(&self.schema, 0, &mut text);
        text + "\n"
    }
}

/// JSON in lines; short values stay on one.
fn lay_out(value: &Value, depth: usize, out: &mut String) {
    const WIDTH: usize = 120;
    let line = value.to_string();
    let (items, ends): (Vec<(String, &Value)>, _) = match value {
        _ if out.len() - out.rfind('\n').unwrap_or(0) + line.len() < WIDTH => {
            return out.push_str(&line);
        }
        Value::Array(items) => {
            (items.iter().map(|item| (String::new(), item)).collect(), ['[', ']'])
        }
        Value::Object(members) => {
            let key = |(key, value)| (format!("{}: ", Value::from(key)), value);
            (members.iter().map(|(k, v)| key((k.as_str(), v))).collect(), ['{', '}'])
        }
        _ => return out.push_str(&line),
    };
    out.push(ends[0]);
    for (i, (key, item)) in items.iter().enumerate() {
        let comma = if i == 0 { "" } else { "," };
        out.extend([comma, "\n", &"  ".repeat(depth + 1), key]);
        lay_out(item, depth + 1, out);
    }
    out.extend(["\n", &"  ".repeat(depth)]);
    out.push(ends[1]);
}

/// All schemas.
pub fn all() -> Vec<File> {
    vec![
        file::<ablate::Document<'_>>(ablate::SCHEMA, "Parts switched off, one at a time"),
        file::<compare::Document>(compare::SCHEMA, "Two saved profiles"),
        file::<models::Document<'_>>(models::SCHEMA, "What another solver found"),
        file::<networks::Document<'_>>(
            networks::SCHEMA,
            "A network, and what it becomes for a puzzle",
        ),
        file::<plan::Document<'_>>(plan::SCHEMA, "The stages that would answer"),
        file::<profile::Document<'_>>(profile::SCHEMA, "Where a run spent its time"),
        file::<mending::Document<'_>>(mending::SCHEMA, "What would mend a puzzle"),
        file::<so_far::Document<'_>>(so_far::SCHEMA, "The rules that entries break already"),
        file::<why_not::Document<'_>>(why_not::SCHEMA, "Why a cell cannot hold a number"),
        requests(),
        puzzles(),
        file::<Sent>(door::SCHEMA, "A reply of clew"),
        file::<trace::Document<'_>>("clew-trace/1", "An event of clew trace --json, one a line"),
        or_invalid::<dedup::Document<'_>>(dedup::SCHEMA, "A puzzle among others"),
        or_invalid::<explain::Document<'_>>(explain::SCHEMA, "How a puzzle is solved by hand"),
        or_invalid::<hint::Document<'_>>(hint::SCHEMA, "The next step by hand"),
        or_invalid::<rate::Record<'_>>(json::RATING_SCHEMA, "A rating"),
        or_invalid::<json::Document<'_>>(json::SCHEMA, "A result"),
    ]
}

fn generator() -> SchemaGenerator {
    SchemaSettings::draft2020_12().for_serialize().into_generator()
}

/// The schema of puzzles, with the keys of all families.
fn puzzles() -> File {
    let mut root = generator().into_root_schema_for::<generate::Document<'_>>();
    root.insert("required".into(), json!(["puzzle", "cells"]));
    root.insert(
        "patternProperties".into(),
        json!({"^x-": {"description": "For others; echoed in results."}}),
    );
    let members = root.get_mut("properties").and_then(Value::as_object_mut).expect("an object");
    for family in clew_families::all() {
        for key in family.words {
            members.insert(key.name.into(), json!({"enum": key.values}));
        }
        for key in family.pairs {
            let pairs = json!({"type": "array", "items": {"$ref": "#/$defs/PairObject"}});
            members.insert(key.name.into(), pairs);
        }
    }
    finished("clew-puzzle/1", "A puzzle", root)
}

/// The schema of requests: a variant for each question.
fn requests() -> File {
    let mut generator = SchemaSettings::draft2020_12().for_deserialize().into_generator();
    let questions = Ask::schemas(&mut generator);
    let mut root = generator.into_root_schema_for::<Stated>();
    let variant = |(name, help, options): (&str, &str, Schema)| {
        let place = options.get("$ref").and_then(Value::as_str).unwrap_or_default();
        let stated = root.pointer(place.trim_start_matches('#')).and_then(Value::as_object);
        let needed =
            stated.is_some_and(|all| all.contains_key("required") || all.contains_key("anyOf"));
        let required = if needed { json!(["options"]) } else { json!([]) };
        let properties = json!({"ask": {"const": name}, "options": options});
        json!({"description": help.trim(), "properties": properties, "required": required})
    };
    let variants: Vec<Value> = questions.into_iter().map(variant).collect();
    root.insert("oneOf".into(), variants.into());
    finished("clew-request/1", "A question to clew", root)
}

/// The schema of documents of one type.
fn file<T: JsonSchema>(version: &str, title: &str) -> File {
    finished(version, title, generator().into_root_schema_for::<T>())
}

/// The schema of documents of one type, and of those that stand for a puzzle without a result.
fn or_invalid<T: JsonSchema>(version: &str, title: &str) -> File {
    let mut generator = generator();
    let either = [generator.subschema_for::<T>(), generator.subschema_for::<Invalid<'_>>()];
    let mut root = generator.into_root_schema_for::<()>();
    root.insert("oneOf".into(), json!(either));
    root.remove("type");
    finished(version, title, root)
}

fn finished(version: &str, title: &str, mut root: Schema) -> File {
    root.remove("description");
    RecursiveTransform(tidy).transform(&mut root);
    close(&mut root);
    if !version.contains("request") {
        RecursiveTransform(leave_out).transform(&mut root);
    }
    let stated = state_version(root.as_object_mut().expect("it is an object"), version);
    let title = if stated { format!("{title} ({version})") } else { title.into() };
    root.insert("title".into(), title.into());
    let name = version.trim_start_matches("clew-").trim_start_matches("clew.").replace('/', "-");
    File { name: name + ".json", schema: root.to_value() }
}

/// Takes out keywords that JSON Schema does not define, and the line ends of doc comments.
fn tidy(schema: &mut Schema) {
    schema.remove("format");
    if let Some(Value::String(text)) = schema.get_mut("description") {
        *text = text.replace('\n', " ");
    }
}

/// Documents leave out members that are unknown, so a member that may be absent is never null.
fn leave_out(schema: &mut Schema) {
    let required = schema.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    let members = schema.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten();
    for (_, member) in members.filter(|(key, _)| !required.contains(&Value::from(key.as_str()))) {
        let null = |one: &Value| *one == "null" || one.is_null() || *one == json!({"type": "null"});
        for key in ["type", "enum", "anyOf"] {
            let Some(Value::Array(all)) = member.get_mut(key) else { continue };
            all.retain(|one| !null(one));
            if let ([one], true) = (&all[..], key != "enum") {
                let one = one.clone();
                match one {
                    Value::Object(alone) => {
                        let member = member.as_object_mut().expect("it has members");
                        member.remove(key);
                        member.extend(alone);
                    }
                    one => member[key] = one,
                }
            }
        }
    }
}

/// Objects have no other members than those that are stated, by themselves or by one of their variants.
fn close(schema: &mut Schema) {
    transform_subschemas(&mut close, schema);
    let open = schema.get("additionalProperties").is_some_and(|others| *others != false);
    if open || schema.get("properties").is_none() {
        return;
    }
    schema.remove("additionalProperties");
    let mut key = "additionalProperties";
    for variants in ["anyOf", "oneOf", "allOf"] {
        let Some(Value::Array(variants)) = schema.get_mut(variants) else { continue };
        key = "unevaluatedProperties";
        for variant in variants.iter_mut().filter_map(Value::as_object_mut) {
            variant.remove("additionalProperties");
        }
    }
    schema.insert(key.into(), false.into());
}

/// States the version of the documents; false if they have no member for it.
fn state_version(root: &mut Map<String, Value>, version: &str) -> bool {
    let mut stated = false;
    let mut state = |schema: &mut Map<String, Value>| {
        let members = schema.get_mut("properties");
        if let Some(Value::Object(of)) = members.and_then(|members| members.get_mut("schema")) {
            of.insert("const".into(), version.into());
            of.remove("type");
            stated = true;
        }
    };
    state(root);
    if let Some(Value::Object(parts)) = root.get_mut("$defs") {
        parts.values_mut().filter_map(Value::as_object_mut).for_each(state);
    }
    stated
}
