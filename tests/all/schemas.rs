//! The schemas in `docs/schema` match the output of the program: real output is valid, and modified output is not.

use super::support::program::{Folder, Ran};
use serde_json::{Map, Value, json};
use std::path::Path;

fn schema(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/schema").join(name);
    let text = std::fs::read_to_string(path).expect("a schema");
    serde_json::from_str(&text).expect("JSON")
}

/// Keywords of the schemas; any other one would be ignored, so it is refused.
const KEYWORDS: [&str; 24] = [
    "$schema",
    "$defs",
    "$ref",
    "title",
    "description",
    "type",
    "const",
    "enum",
    "required",
    "properties",
    "patternProperties",
    "additionalProperties",
    "items",
    "prefixItems",
    "minItems",
    "maxItems",
    "minimum",
    "exclusiveMinimum",
    "pattern",
    "oneOf",
    "anyOf",
    "maximum",
    "default",
    "unevaluatedProperties",
];

/// Whether a value is of a type of JSON Schema.
fn is_of(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => panic!("no such type: {name}"),
    }
}

/// The patterns of the schemas.
fn matches(text: &str, pattern: &str) -> bool {
    match pattern {
        "^x-" => text.starts_with("x-"),
        "^[0-9]+$" => !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()),
        _ => panic!("no such pattern: {pattern}"),
    }
}

/// The part of draft 2020-12 that the schemas use.
///
/// # Errors
/// Where the value breaks the schema, and how.
fn validate(value: &Value, schema: &Value, root: &Value, at: &str) -> Result<(), String> {
    let broken = |what: String| Err(format!("{at}: {what}: {value}"));
    let Some(schema) = schema.as_object() else {
        return if schema == &json!(true) { Ok(()) } else { broken("not allowed".into()) };
    };
    for (key, said) in schema {
        assert!(KEYWORDS.contains(&key.as_str()), "keyword {key}");
        let list = || said.as_array().expect("a list");
        match key.as_str() {
            "$ref" => {
                let name = said.as_str().and_then(|s| s.strip_prefix("#/$defs/")).expect("local");
                validate(value, &root["$defs"][name], root, at)?;
            }
            "type" => {
                let one = |name: &Value| is_of(value, name.as_str().expect("a name"));
                let holds = if said.is_array() { list().iter().any(one) } else { one(said) };
                if !holds {
                    return broken(format!("{said} is expected"));
                }
            }
            "const" if value != said => return broken(format!("{said} is expected")),
            "enum" if !list().contains(value) => return broken(format!("one of {said}")),
            "required" if value.is_object() => {
                let missing = list().iter().find(|key| value.get(key.as_str().unwrap()).is_none());
                if let Some(key) = missing {
                    return broken(format!("{key} is missing"));
                }
            }
            "minItems"
                if value.as_array().is_some_and(|v| (v.len() as u64) < said.as_u64().unwrap()) =>
            {
                return broken("too few".into());
            }
            "maxItems"
                if value.as_array().is_some_and(|v| v.len() as u64 > said.as_u64().unwrap()) =>
            {
                return broken("too many".into());
            }
            "minimum" if value.as_f64().is_some_and(|v| v < said.as_f64().unwrap()) => {
                return broken("too small".into());
            }
            "maximum" if value.as_f64().is_some_and(|v| v > said.as_f64().unwrap()) => {
                return broken("too large".into());
            }
            "exclusiveMinimum" if value.as_f64().is_some_and(|v| v <= said.as_f64().unwrap()) => {
                return broken("too small".into());
            }
            "pattern" if value.as_str().is_some_and(|v| !matches(v, said.as_str().unwrap())) => {
                return broken(format!("the pattern {said}"));
            }
            "oneOf" | "anyOf" => {
                let of = list().iter().filter(|one| validate(value, one, root, at).is_ok());
                let (of, one) = (of.count(), key == "oneOf");
                if of == 0 || one && of > 1 {
                    return broken(format!("one of several is expected: {said}"));
                }
            }
            "unevaluatedProperties" if value.is_object() => {
                assert!(!said.as_bool().expect("no other is read"));
                let known = evaluated(value, schema, root);
                let unknown =
                    value.as_object().and_then(|all| all.keys().find(|k| !known.contains(k)));
                if let Some(key) = unknown {
                    return broken(format!("{key} is not known"));
                }
            }
            _ => {}
        }
    }
    if let Some(items) = value.as_array() {
        let first = schema.get("prefixItems").and_then(Value::as_array);
        for (i, item) in items.iter().enumerate() {
            let of = first.and_then(|first| first.get(i)).or_else(|| schema.get("items"));
            let of = of.unwrap_or(&Value::Bool(true));
            validate(item, of, root, &format!("{at}[{i}]"))?;
        }
    }
    if let Some(members) = value.as_object() {
        let patterns = schema.get("patternProperties").and_then(Value::as_object);
        for (key, member) in members {
            let named = schema.get("properties").and_then(|p| p.get(key));
            let pattern = || patterns?.iter().find(|(p, _)| matches(key, p)).map(|(_, of)| of);
            let of = named.or_else(pattern).or_else(|| schema.get("additionalProperties"));
            let of = of.unwrap_or(&Value::Bool(true));
            validate(member, of, root, &format!("{at}.{key}"))?;
        }
    }
    Ok(())
}

/// The members that a schema states, by itself or by those of its variants that hold.
fn evaluated<'s>(value: &Value, schema: &'s Map<String, Value>, root: &Value) -> Vec<&'s String> {
    let stated = schema.get("properties").and_then(Value::as_object);
    let variants = ["oneOf", "anyOf"].iter().filter_map(|key| schema.get(*key)?.as_array());
    let holding = variants.flatten().filter(|one| validate(value, one, root, "$").is_ok());
    let more = holding.filter_map(Value::as_object).flat_map(|one| evaluated(value, one, root));
    stated.into_iter().flat_map(Map::keys).chain(more).collect()
}

fn check(value: &Value, name: &str) {
    let schema = schema(name);
    if let Err(why) = validate(value, &schema, &schema, "$") {
        panic!("{name}: {why}\nin {value}");
    }
    if let Some(instance) = value.get("instance") {
        check(instance, "puzzle-1.json");
    }
}

/// Puzzles of each family, with one solution, several, none, or a mistake.
const PUZZLES: [(&str, &str); 11] = [
    ("marked", "puzzle: hidato\nlinks: r1c1-r2c1\n\n1 .\n. .\n"),
    ("hidato", "puzzle: hidato\ntitle: t\n\n6 . .\n. 2 8\n1 . .\n"),
    ("open", "puzzle: hidato\nneighbours: 4\nwalls: r1c1|r1c2\n\n. . #\n. . .\n"),
    ("none", "puzzle: hidato\n\n1 . 2\n"),
    ("path", "puzzle: path\n\n. . .\n. . .\n"),
    ("points", "puzzle: hidato\nboard: points\n\n0 0 1\n1 0 .\n0 1 .\n"),
    ("link", "puzzle: numberlink\ncover: partial\ntouch: yes\n\nA . .\nB . A\n. . B\n"),
    ("square", "puzzle: futoshiki\n\n. < .   .\n-   -   -\n.   .   .\n-   -   -\n.   .   .\n"),
    ("bad", "puzzle: hidato\n\n1 1\n"),
    (
        "x",
        "{\"puzzle\":\"futoshiki\",\"id\":\"i\",\"x-a\":[1],\"colour\":2,\"cells\":[[1,null],[null,null]]}",
    ),
    (
        "bridge",
        "puzzle: numberlink\ncover: partial\nbridges: r2c2\n\nA . . .\n. . . .\n. . . .\n. A . .\n",
    ),
];

#[test]
fn what_is_written_is_what_the_schemas_say() {
    let mut seen = 0;
    for (name, text) in PUZZLES {
        let here = Folder::with_puzzle(text);
        for command in [
            "solve --json",
            "solve --all --json",
            "check --json",
            "check --where --json",
            "count --json",
            "count --candidates --json",
            "check --nodes 0 --json",
        ] {
            let ran = here.run(&format!("{command} p.puzzle"));
            for value in ran.json() {
                check(&value, "result-1.json");
                seen += 1;
            }
        }
        let documents = [
            ("repair --json p.puzzle", "repair-1.json"),
            ("repair --json --minimal p.puzzle", "repair-1.json"),
            ("rate --json p.puzzle", "rating-1.json"),
            ("convert --to json p.puzzle", "puzzle-1.json"),
            ("explain --json p.puzzle", "steps-1.json"),
            ("explain --json --compact p.puzzle", "steps-1.json"),
            ("dedup --json p.puzzle", "same-1.json"),
            ("hint --json p.puzzle", "hint-1.json"),
            ("verify --json p.puzzle", "judgement-1.json"),
            ("plan --json p.puzzle", "plan-1.json"),
            ("plan --json --task count --time 2 --nodes 9 p.puzzle", "plan-1.json"),
            ("networks --json p.puzzle", "network-1.json"),
            ("networks --json", "network-1.json"),
            ("trace --json --first 50 p.puzzle", "trace-1.json"),
        ];
        for (command, schema) in documents {
            let Ran { status, out, .. } = here.run(command);
            // Also for a puzzle that cannot be read, if there is one result per line.
            for line in out.lines().filter(|_| status < 2 || schema == "rating-1.json") {
                check(&serde_json::from_str(line).expect("JSON"), schema);
                seen += 1;
            }
        }
        assert!(seen > 0, "{name}");
    }
    assert!(seen > 200, "{seen}");
}

/// Wrong entries, too.
#[test]
fn wrong_entries_are_what_the_schema_says() {
    let here = Folder::with(&[
        ("p.puzzle", "puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n"),
        ("mine.txt", "6 7 .\n. 2 8\n1 . 4\n"),
    ]);
    let ran = here.run("hint --json --filled mine.txt p.puzzle");
    assert_eq!(ran.status, 1, "{}", ran.err);
    let hint = ran.object();
    check(&hint, "hint-1.json");
    assert_eq!(hint["wrong"], serde_json::json!([{"cell": [2, 2], "value": 4, "holds": false}]));
}

#[test]
fn what_is_not_rated_is_what_the_schema_says() {
    let rated =
        Folder::with_puzzle("puzzle: path\n\n1 . .\n. 3 .\n").run("rate --json p.puzzle").object();
    check(&rated, "rating-1.json");
    assert_eq!(rated["verdict"], "unsupported");
}

#[test]
fn what_is_measured_is_what_the_schemas_say() {
    for (_, text) in PUZZLES.iter().filter(|(name, _)| ["open", "link", "square"].contains(name)) {
        let here = Folder::with_puzzle(text);
        let profile = here.run("profile --json --runs 3 --instances p.puzzle");
        check(&profile.object(), "profile-2.json");
        check(
            &here.run("profile --json --runs 2 --task count p.puzzle").object(),
            "profile-2.json",
        );
        here.put("one.json", profile.out.as_bytes());
        check(&here.run("compare --json one.json one.json").object(), "comparison-1.json");
        check(&here.run("ablate --json --seeds 1 p.puzzle").object(), "ablation-1.json");
    }
}

#[test]
fn what_other_solvers_found_is_what_the_schema_says() {
    let here = Folder::with_puzzle("puzzle: hidato\n\n1 . 3\n");
    for (name, text, verdict) in [
        ("none.txt", "=====UNSATISFIABLE=====\n", "none"),
        ("nothing.txt", "=====UNKNOWN=====\n", "unknown"),
    ] {
        here.put(name, text.as_bytes());
        let object = here.run(&format!("import --json --model positions p.puzzle {name}")).object();
        check(&object, "import-1.json");
        assert_eq!(object["verdict"], verdict);
    }
}

/// The files are what the types say: `cargo run --features schema --example schemas` writes them anew.
#[cfg(feature = "schema")]
#[test]
fn the_files_are_what_the_types_say() {
    clew::families::install();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/schema");
    let mut names: Vec<String> = std::fs::read_dir(&folder)
        .expect("the folder")
        .map(|file| file.expect("a file").file_name().into_string().expect("a name"))
        .collect();
    let all = clew::api::schemas::all();
    for file in &all {
        let text = std::fs::read_to_string(folder.join(&file.name)).unwrap_or_default();
        assert!(text == file.text(), "{}: write it anew", file.name);
        names.retain(|name| *name != file.name);
    }
    // Judgements have no type of their own yet.
    names.retain(|name| name != "judgement-1.json");
    assert!(names.is_empty(), "no type is for {names:?}");
}

#[test]
fn requests_and_replies_are_what_the_schemas_say() {
    let puzzle = PUZZLES[1].1;
    let solution = "6 7 9\n5 2 8\n1 4 3\n";
    let requests = [
        json!({"ask": "check", "puzzle": puzzle, "limits": {"seconds": 5, "threads": 1}}),
        json!({"ask": "solve", "puzzle": puzzle, "options": {"number": 2}}),
        json!({"ask": "hint", "puzzle": puzzle, "options": {"depth": "where"}}),
        json!({"ask": "verify", "puzzle": puzzle, "options": {"solution": solution}}),
        json!({"ask": "why-not", "puzzle": puzzle, "options": {"cell": [0, 1], "value": 9}}),
        json!({"ask": "generate", "options": {"family": "hidato", "rows": 4, "score": [1, 9000]}}),
        json!({"ask": "read", "puzzle": puzzle, "reading": {"rules": {}}}),
        json!({"ask": "draw", "puzzle": puzzle, "options": {"theme": "dark", "where": true}}),
        json!({"ask": "families"}),
        json!({"ask": "check", "puzzle": "puzzle: hidato\n\n1 1\n"}),
    ];
    for request in requests {
        check(&request, "request-1.json");
        let reply = clew::api::door::answer(&request.to_string(), &clew::api::Host::default());
        let reply: Value = serde_json::from_str(&reply).expect("JSON");
        check(&reply, "reply-1.json");
        let fails = request["puzzle"].as_str().is_some_and(|text| text.contains("1 1"));
        assert_eq!(reply.get("error").is_some(), fails, "{reply}");
        if request["ask"] == "why-not" {
            check(&reply["document"], "why-not-1.json");
        }
    }
    let schema = schema("request-1.json");
    for wrong in [
        json!({"puzzle": puzzle}),
        json!({"ask": "chekc", "puzzle": puzzle}),
        json!({"ask": "verify", "puzzle": puzzle}),
        json!({"ask": "why-not", "puzzle": puzzle}),
        json!({"ask": "solve", "options": {"numbre": 2}}),
        json!({"ask": "check", "options": {"number": 2}}),
        json!({"ask": "hint", "options": {"depth": "deep"}}),
        json!({"ask": "check", "limits": {"second": 5}}),
    ] {
        assert!(validate(&wrong, &schema, &schema, "$").is_err(), "{wrong}");
    }
}

#[test]
fn spoilt_documents_are_refused() {
    let good = Folder::with_puzzle(PUZZLES[6].1).run("check --json p.puzzle").object();
    let schema = schema("result-1.json");
    let refused = |change: &dyn Fn(&mut Value)| {
        let mut value = good.clone();
        change(&mut value);
        validate(&value, &schema, &schema, "$").is_err()
    };
    assert!(!refused(&|_| {}));
    assert!(refused(&|v| v["verdict"] = json!("perhaps")));
    assert!(refused(&|v| v["count"] = json!(2)));
    assert!(refused(&|v| v["count"] = json!("two")));
    assert!(refused(&|v| v["extra"] = json!(1)));
    assert!(!refused(&|v| v["x-extra"] = json!(1)));
    assert!(refused(&|v| v["solutions"][0]["paths"]["A"][0] = json!([0])));
    assert!(refused(&|v| v["solutions"][0]["paths"]["A"][0] = json!([0, 0, 0])));
    assert!(refused(&|v| v["error"] = json!({"message": "?"})));
    assert!(refused(&|v| v["time_ms"] = json!(-1)));
    assert!(refused(&|v| v["asked"] = json!({"question": "check"})));
    assert!(refused(&|v| {
        v.as_object_mut().expect("an object").remove("schema");
    }));
}
