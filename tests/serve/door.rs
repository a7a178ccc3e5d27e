//! The door: every question has the document of its command, and mistakes are reported.

use clew::api::door::{Ask, Host, answer};
use clew::api::{Options, check};
use clew::families::{all, parse_native};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};

const UNIQUE: &str = "puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n";
const SEVERAL: &str = "puzzle: hidato\nneighbours: 4\n\n1 . .\n. . .\n. . 9\n";
const NONE: &str = "puzzle: hidato\nneighbours: 4\n\n1 . 2\n. . .\n. . .\n";
const SIGNS: &str = "puzzle: futoshiki\n\n1 . .\n\n. 3 .\n\n. . .\n";

fn asked(request: &Value) -> Value {
    serde_json::from_str(&answer(&request.to_string(), &Host::default())).expect("JSON")
}

fn ask(ask: &str, puzzle: &str, options: Value) -> Value {
    asked(&json!({"ask": ask, "puzzle": puzzle, "options": options}))
}

#[test]
fn documents_are_those_of_the_library() {
    let reply = ask("check", UNIQUE, json!({}));
    let entry = parse_native(UNIQUE).expect("a puzzle");
    let own = check(&entry, &Options::default()).expect("an answer");
    let mut expected: Value = serde_json::from_str(&own.to_json()).expect("JSON");
    let mut found = reply["document"].clone();
    for document in [&mut expected, &mut found] {
        document["time_ms"] = json!(0);
        document["stats"] = json!(0);
    }
    assert_eq!(found, expected);
    assert_eq!(reply["words"], own.text());
}

#[test]
fn every_question_is_answered() {
    let schemas = [
        ("read", json!({}), Value::Null),
        ("check", json!({}), json!("clew-result/1")),
        ("where", json!({}), json!("clew-result/1")),
        ("solve", json!({"number": 2}), json!("clew-result/1")),
        ("count", json!({}), json!("clew-result/1")),
        ("candidates", json!({}), json!("clew-result/1")),
        ("explain", json!({"page": true}), json!("clew-steps/1")),
        ("hint", json!({"depth": "why"}), json!("clew-hint/1")),
        (
            "breaks",
            json!({"filled": "{\"cells\": [[6, 2, null], [null, 2, 8], [1, null, null]]}"}),
            json!("clew-breaks/1"),
        ),
        ("verify", json!({"solution": "6 7 9\n5 2 8\n1 4 3\n"}), Value::Null),
        ("rate", json!({}), json!("clew-rating/1")),
        ("repair", json!({"minimal": true}), json!("clew-repair/1")),
        ("why-not", json!({"cell": [0, 1], "value": 3}), json!("clew-why-not/1")),
        ("convert", json!({"to": "json"}), Value::Null),
        ("draw", json!({"theme": "dark", "solution": true}), Value::Null),
        ("plan", json!({"task": "count"}), json!("clew.plan/1")),
        ("profile", json!({}), json!("clew-profile/2")),
        ("ablate", json!({"seeds": 1, "networks": ["tour"]}), json!("clew-ablation/1")),
        ("trace", json!({"first": 3}), Value::Null),
        ("judge", json!({"answers": ["6 7 9\n5 2 8\n1 4 3\n"]}), Value::Null),
        ("networks", json!({}), Value::Null),
        ("dedup", json!({}), Value::Null),
        ("export", json!({"model": "mtz", "to": "lp"}), Value::Null),
        ("import", json!({"model": "mtz", "solved": "=infeas="}), Value::Null),
    ];
    for (question, options, schema) in &schemas {
        let reply = ask(question, UNIQUE, options.clone());
        // The text of a solver is read, and is none.
        assert_eq!(reply["error"].is_null(), *question != "import", "{question}: {reply}");
        assert_eq!(reply["ask"], *question);
        if !schema.is_null() {
            assert_eq!(reply["document"]["schema"], *schema, "{question}");
        }
    }
    let without_puzzle = ["generate", "families", "from-solution"];
    let known: Vec<&str> = schemas.iter().map(|(name, ..)| *name).chain(without_puzzle).collect();
    assert!(Ask::NAMES.iter().all(|question| known.contains(question)));
    let families = asked(&json!({"ask": "families"}));
    let of = |name: &str, key: &str| {
        let all = families["document"]["families"].as_array().expect("a list");
        all.iter().find(|family| family["keyword"] == name).expect("a family")[key].clone()
    };
    for (name, solved_by, order) in [
        ("hidato", "numbers", false),
        ("path", "lines", false),
        ("zip", "lines", true),
        ("numberlink", "lines", false),
        ("futoshiki", "numbers", false),
    ] {
        assert_eq!(of(name, "solved_by"), solved_by, "{name}");
        assert_eq!(of(name, "numbers_state_order"), order, "{name}");
    }
    let listed = families["document"]["families"].as_array().map(Vec::len);
    assert_eq!(listed, Some(all().len()));
}

#[test]
fn made_puzzles_are_made_again_by_their_seed() {
    let request = json!({"ask": "generate", "options": {"family": "hidato", "rows": 5, "seed": 7}});
    let (first, second) = (asked(&request), asked(&request));
    assert_eq!(first["text"], second["text"]);
    let text = first["text"].as_str().expect("a puzzle");
    assert_eq!(ask("check", text, json!({}))["document"]["verdict"], "unique");
}

/// Entries and lines of a person, by what they break already.
#[test]
fn rules_that_are_broken_so_far() {
    let broken = |puzzle: &str, filled: Value| -> Vec<String> {
        let reply = ask("breaks", puzzle, json!({"filled": filled.to_string()}));
        assert_eq!(reply["error"], Value::Null);
        let breaks = reply["document"]["breaks"].as_array().expect("a list").clone();
        breaks
            .iter()
            .map(|one| format!("{} {}", one["rule"].as_str().unwrap_or(""), one["cells"]))
            .collect()
    };
    let grid = |cells: Value| json!({"cells": cells});
    let none: Vec<String> = Vec::new();
    assert_eq!(broken(UNIQUE, grid(json!([[6, null, null], [null, 2, 8], [1, null, null]]))), none);
    assert_eq!(
        broken(UNIQUE, grid(json!([[6, 2, null], [null, 2, 8], [1, null, 7]]))),
        ["twice [[0,1],[1,1]]", "neighbours [[0,0],[2,2]]"]
    );
    let square = "puzzle: futoshiki\n\n. < . .\n\n. . .\n\n. . .\n";
    assert_eq!(
        broken(square, grid(json!([[3, 2, null], [3, null, null], [null, null, null]]))),
        ["column [[0,0],[1,0]]", "less [[0,0],[0,1]]"]
    );
    let edges = |list: &[[[u32; 2]; 2]]| json!({"facts": list.iter().map(|edge| json!({"edge": edge, "on": true})).collect::<Vec<_>>()});
    let links = "puzzle: numberlink\n\nA B C\n. . .\nA B C\n";
    assert_eq!(broken(links, edges(&[[[0, 0], [1, 0]], [[1, 0], [2, 0]]])), none);
    assert_eq!(broken(links, edges(&[[[0, 0], [0, 1]]])), ["labels [[0,0],[0,1]]"]);
    let round = [[[0, 0], [0, 1]], [[0, 1], [1, 1]], [[1, 1], [1, 0]], [[1, 0], [0, 0]]];
    let path = "puzzle: path\nneighbours: 4\n\n. . .\n. . .\n. . .\n";
    assert_eq!(broken(path, edges(&round)), ["closed [[0,0],[0,1],[1,1],[1,0]]"]);
    assert_eq!(
        broken(
            &path.replace(". . .\n. . .\n. . .", ". .\n. .").replace("\n\n", "\nclosed: yes\n\n"),
            edges(&round)
        ),
        none
    );
    let zip = "puzzle: zip\n\n1 . .\n. 3 .\n. . 2\n";
    assert_eq!(broken(zip, edges(&[[[0, 0], [1, 0]], [[1, 0], [1, 1]]])), ["order [[0,0],[1,1]]"]);
}

#[test]
fn solutions_are_verified() {
    let verified = |text: &str| {
        let reply = ask("verify", UNIQUE, json!({"solution": text}));
        (
            reply["standing"].as_str().unwrap_or("").to_string(),
            reply["words"].as_str().unwrap_or("").to_string(),
        )
    };
    assert_eq!(verified("{\"solutions\": [{\"cells\": [[6,7,9],[5,2,8],[1,4,3]]}]}").0, "yes");
    let (standing, words) = verified("{\"solutions\": [{\"cells\": [[6,7,9],[5,2,8],[1,3,4]]}]}");
    assert_eq!((&*standing, &*words), ("no", "4 at r3c3 and 5 at r2c1 are not neighbours"));
}

#[test]
fn all_puzzles_of_a_text_are_read() {
    let text = format!("{UNIQUE}puzzle: hidato\n\n1 x\n{UNIQUE}");
    let reply = ask("read", &text, json!({"all": true}));
    let list = reply["document"]["puzzles"].as_array().expect("a list").clone();
    assert_eq!(list.len(), 3);
    assert_eq!(list[0]["document"]["puzzle"], "hidato");
    assert!(list[1]["error"]["message"].as_str().is_some_and(|why| why.contains("\"x\"")));
}

/// Clues of a drawn solution: all of them determine it, and those that stay are among them.
#[test]
fn clues_of_drawn_solutions() {
    let drawn = "puzzle: hidato\nneighbours: 4\n\n1 2 3\n6 5 4\n7 8 9\n";
    let reply =
        ask("from-solution", drawn, json!({"keep": [[1, 1]], "level": "trivial", "seed": 1}));
    assert_eq!(reply["error"], Value::Null);
    assert_eq!(reply["document"]["cells"][1][1], 5);
    let text = reply["text"].as_str().expect("a puzzle");
    assert_eq!(ask("check", text, json!({}))["document"]["verdict"], "unique");
    assert_eq!(ask("rate", text, json!({}))["document"]["rating"]["level"], "trivial");
    let refused = ask("from-solution", drawn, json!({"level": "extreme", "seed": 1}));
    let why = refused["error"]["message"].as_str().expect("a message");
    assert!(why.contains("has the level extreme; they are from trivial to"), "{why}");
}

#[test]
fn half_made_boards_are_completed() {
    let half = "puzzle: hidato\nneighbours: 8\n\n1 . .\n. . .\n. . .\n";
    let reply = asked(&json!({"ask": "generate", "options": {"from": half, "seed": 2}}));
    assert_eq!(reply["document"]["cells"][0][0], 1);
    let text = reply["text"].as_str().expect("a puzzle");
    assert_eq!(ask("check", text, json!({}))["document"]["verdict"], "unique");
}

/// Hints go on from lines, crosses and candidates.
#[test]
fn hints_read_notes_beside_cells() {
    let links = "puzzle: numberlink\n\nA B C\n. . .\nA B C\n";
    let fact = |a: [u32; 2], b: [u32; 2]| json!({"edge": [a, b], "on": true});
    let filled = json!({"facts": [fact([0, 0], [1, 0]), fact([1, 0], [2, 0])]}).to_string();
    let reply = ask("hint", links, json!({"filled": filled, "placement": true}));
    let place = reply["document"]["step"]["place"].as_array().expect("findings").clone();
    assert!(!place.is_empty() && !place.contains(&json!({"edge": [[0, 0], [1, 0]], "on": true})));
    let both = json!({"cells": [[6, 7, null], [null, 2, 8], [1, null, null]], "candidates": [{"cell": [0, 2], "values": [3]}]});
    let reply = ask("hint", UNIQUE, json!({"filled": both.to_string()}));
    assert_eq!(reply["document"]["message"], "Wrong: the candidates of r1c3 leave out its number");
}

#[test]
fn what_is_wrong_is_said() {
    let error =
        |request: &Value| asked(request)["error"]["message"].as_str().unwrap_or("").to_string();
    for (request, words) in [
        (json!({"ask": "check"}), "the request has no \"puzzle\""),
        (
            json!({"ask": "dance", "puzzle": UNIQUE}),
            "found the question \"dance\", expected one of read",
        ),
        (json!({"ask": "check", "puzzle": UNIQUE, "more": 1}), "unknown field `more`"),
        (
            json!({"ask": "check", "puzzle": UNIQUE, "options": {"number": 2}}),
            "unknown field `number`",
        ),
        (
            json!({"ask": "solve", "puzzle": UNIQUE, "options": {"number": -1}}),
            "the options of \"solve\"",
        ),
        (json!({"ask": "check", "puzzle": UNIQUE, "limits": {"seconds": -1}}), "seconds go from 0"),
        (
            json!({"ask": "check", "puzzle": format!("{UNIQUE}---\n{UNIQUE}")}),
            "there are several puzzles",
        ),
        (json!({"ask": "check", "puzzle": ""}), "expected the key \"puzzle\""),
        (
            json!({"ask": "convert", "puzzle": UNIQUE, "options": {"to": "stone"}}),
            "expected one of",
        ),
        (json!({"ask": "convert", "puzzle": SIGNS, "options": {"to": "flowfree"}}), "flowfree"),
        (json!({"ask": "read", "puzzle": UNIQUE, "reading": {"family": "chess"}}), "\"chess\""),
        (
            json!({"ask": "hint", "puzzle": UNIQUE, "options": {"filled": "x . .\n. . .\n. . ."}}),
            "line 1, column 1",
        ),
        (
            json!({"ask": "why-not", "puzzle": UNIQUE, "options": {"cell": [7, 7], "value": 1}}),
            "there is no cell",
        ),
        (
            json!({"ask": "generate", "options": {"family": "hidato", "rows": 5000}}),
            "at most 64 rows",
        ),
        (json!({"ask": "generate", "options": {"family": "hidato", "level": "odd"}}), "\"odd\""),
    ] {
        let said = error(&request);
        assert!(said.contains(words), "{request}: {said}");
    }
    let mistake = &ask("check", "puzzle: hidato\n\n1 x\n", json!({}))["error"];
    assert_eq!((&mistake["line"], &mistake["column"]), (&json!(3), &json!(3)));
}

#[test]
fn limits_always_hold() {
    let now = asked(&json!({"ask": "check", "puzzle": SEVERAL, "limits": {"seconds": 0}}));
    assert_eq!(now["document"]["verdict"], "unknown");
    assert_eq!(now["document"]["stopped"], "time");
    let wishes = json!({"family": "hidato", "rows": 6, "score": [499, 499]});
    let late = asked(&json!({"ask": "generate", "options": wishes, "limits": {"seconds": 0.2}}));
    assert_eq!(late["error"]["stopped"], "time");
}

#[test]
fn progress_is_heard_while_a_count_runs() {
    let heard: Arc<Mutex<Vec<String>>> = Arc::default();
    let into = heard.clone();
    let hear = Arc::new(move |text: &str| {
        if let Ok(mut all) = into.lock() {
            all.push(text.to_string());
        }
    });
    let open = format!("puzzle: path\nneighbours: 4\n\n{}", ". . . . . .\n".repeat(6));
    let request = json!({"ask": "count", "puzzle": open}).to_string();
    let reply: Value =
        serde_json::from_str(&answer(&request, &Host { hear, ..Host::default() })).expect("JSON");
    assert_eq!(reply["document"]["exact"], true);
    let heard = heard.lock().expect("nobody holds it");
    let steps: Vec<Value> =
        heard.iter().filter_map(|text| serde_json::from_str(text).ok()).collect();
    assert_eq!(steps.len(), heard.len(), "all of it is JSON");
    assert!(steps.iter().any(|step| step["of"].as_u64().is_some_and(|of| of > 1)));
}

/// The cells and numbers that "why not?" calls impossible are in no solution, and those that it calls possible are in
/// one: against all solutions.
#[test]
fn why_not_agrees_with_all_solutions() {
    for text in [UNIQUE, SEVERAL, SIGNS, NONE] {
        let found = ask("candidates", text, json!({}));
        let can = |r: usize, c: usize| found["document"]["candidates"][r][c].as_array().cloned();
        let (mut ruled_out, most) = (0, if text == SIGNS { 3 } else { 9 });
        for r in 0..3 {
            for c in 0..3 {
                for value in 1..=most {
                    let reply = ask("why-not", text, json!({"cell": [r, c], "value": value}));
                    let document = &reply["document"];
                    let has = can(r, c).unwrap_or_default().contains(&json!(value));
                    if let Some(possible) = document["possible"].as_bool() {
                        assert_eq!(
                            possible,
                            has,
                            "r{}c{} = {value} in {text}: {reply}",
                            r + 1,
                            c + 1
                        );
                        ruled_out += usize::from(!possible);
                    }
                    assert!(document["contradiction"].is_null() || !has);
                }
            }
        }
        assert!(ruled_out > 0, "{text}");
    }
}

/// Nothing is written for nobody, and no more than fits.
#[test]
fn long_replies_are_bounded() {
    let open = format!("puzzle: path\nneighbours: 4\n\n{}", ". . . . . .\n".repeat(6));
    let request =
        json!({"ask": "solve", "puzzle": open, "options": {"number": 20_000}}).to_string();
    let error = |host: Host| -> Option<String> {
        let reply: Value = serde_json::from_str(&answer(&request, &host)).expect("JSON");
        Some(reply["error"]["message"].as_str()?.to_string())
    };
    assert_eq!(error(Host::default()), None);
    let little = error(Host { memory: 16 << 20, ..Host::default() });
    assert!(little.is_some_and(|why| why.contains("ask for fewer solutions")));
    let left = Some(Arc::new(std::sync::atomic::AtomicBool::new(true)));
    let alone = error(Host { left, ..Host::default() });
    assert!(alone.is_some_and(|why| why.contains("nobody waits")));
}

/// Questions that were the program's alone have its documents.
#[test]
fn networks_models_and_copies() {
    let networks = ask("networks", UNIQUE, json!({}))["document"].clone();
    let first = &networks.as_array().expect("a list")[0];
    assert_eq!((&first["schema"], &first["default"]), (&json!("clew-network/1"), &json!(true)));
    let all = asked(&json!({"ask": "networks"}))["document"].clone();
    assert!(all.as_array().expect("a list").len() > networks.as_array().expect("a list").len());

    let copies = format!("{UNIQUE}---\n{}", "puzzle: hidato\n\n1 . 6\n. 2 .\n. 8 .\n");
    let reply = ask("dedup", &copies, json!({}));
    assert_eq!(reply["standing"], "no", "{reply}");
    assert!(!reply["document"][1]["copyOf"].is_null(), "{reply}");

    let model = ask("export", UNIQUE, json!({"model": "mtz", "to": "lp"}));
    assert!(model["text"].as_str().expect("a model").contains("Subject To"), "{model}");
    let refused = ask("export", UNIQUE, json!({"model": "mtz", "to": "lp", "minimize": "gaps"}));
    assert!(refused["error"]["message"].as_str().is_some_and(|why| why.contains("turns")));
}
