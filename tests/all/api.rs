//! The module `api` and the program give the same answers, in words and as documents.

use crate::support::program::run;
use clew::api::{self, Options, Question};
use clew::families::parse_native;
use clew::puzzle::Entry;
use serde_json::Value;
use std::path::Path;

const PUZZLES: [&str; 5] = [
    "instances/futoshiki/chain-04x04.puzzle",
    "instances/hidato/ladder-hex-05x05.puzzle",
    "instances/numberlink/free-05x05.puzzle",
    "instances/path/document-06x06.puzzle",
    "instances/hidato/lpl-03x03.puzzle",
];

fn entry(file: &str) -> Entry {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file));
    parse_native(&text.expect("an instance")).expect("a puzzle")
}

/// The output of the program.
fn printed(arguments: &[&str]) -> String {
    run(Path::new(env!("CARGO_MANIFEST_DIR")), &arguments.join(" ")).out
}

/// A document without times and without data that only the program has: names of files, options.
fn plain(text: &str) -> Value {
    let mut value: Value = serde_json::from_str(text).expect("JSON");
    let object = value.as_object_mut().expect("an object");
    for key in ["time_ms", "asked", "id", "reading"] {
        object.remove(key);
    }
    if let Some(stats) = object.get_mut("stats").and_then(Value::as_object_mut) {
        stats.retain(|name, _| !name.ends_with("Time") && name != "peakMem");
    }
    value
}

#[test]
fn questions_get_the_same_words_and_documents() {
    let questions = [
        (Question::Check, vec!["check"]),
        (Question::Locate, vec!["check", "--where"]),
        (Question::Count, vec!["count"]),
        (Question::Candidates, vec!["count", "--candidates"]),
        (Question::Solve(1), vec!["solve"]),
    ];
    for file in PUZZLES {
        let entry = entry(file);
        for (question, command) in &questions {
            let options = Options { threads: 1, ..Options::default() };
            let reply = api::outcome_of(&entry, *question, &options).expect("an outcome");
            let usual = [&command[..], &["--threads", "1"][..]].concat();
            let text = printed(&[&usual[..], &[file]].concat());
            assert_eq!(reply.text(), text, "{command:?} {file}");
            let json = printed(&[&usual[..], &["--json", file]].concat());
            assert_eq!(plain(&reply.to_json()), plain(&json), "{command:?} {file}");
        }
    }
}

#[test]
fn steps_and_hints_are_the_same() {
    for file in PUZZLES {
        let entry = entry(file);
        let options = Options::default();
        let Ok(explained) = api::explain::explain(&entry, &options) else { continue };
        assert_eq!(explained.text(), printed(&["explain", file]), "{file}");
        let json = printed(&["explain", "--json", file]);
        assert_eq!(plain(&explained.json("it").to_string()), plain(&json), "{file}");
        let hint = api::hint::hint(&entry.puzzle, &[], &options).expect("steps");
        let words = hint.message(&entry.puzzle, api::hint::HintDetail::Why) + "\n";
        assert_eq!(words, printed(&["hint", "--depth", "why", file]), "{file}");
    }
}

/// Other rules than those of the file, as the options of the program set them.
#[test]
fn rules_can_be_replaced() {
    let mut entry = entry("instances/numberlink/free-05x05.puzzle");
    let rules = api::Rules { words: vec![("cover", "all"), ("touch", "no")], ..Default::default() };
    rules.apply(&mut entry).expect("a numberlink has these rules");
    let reply = api::check(&entry, &Options::default()).expect("an outcome");
    let file = "instances/numberlink/free-05x05.puzzle";
    assert_eq!(reply.text(), printed(&["check", "--cover", "all", "--touch", "no", file]));
    let wrong = api::Rules { words: vec![("size", "4")], ..Default::default() };
    assert!(wrong.apply(&mut entry).is_err());
}

/// A defect of the solver is no answer, and an unknown network is refused in words.
#[test]
fn what_does_not_fit_is_refused() {
    let entry = entry(PUZZLES[0]);
    let options = Options { network: Some("none".into()), ..Options::default() };
    let refused = api::check(&entry, &options).expect_err("there is no such network");
    assert!(matches!(refused, api::Failure::Refused(_)), "{refused}");
}
