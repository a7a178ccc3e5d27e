//! Figures that do not depend on the machine: verdicts, counts, nodes, failures, propagations and learnt clauses of
//! some seventy questions of all families and modes, compared with the table in `benches/figures.tsv`. A change for
//! speed or order leaves all of them as they are; a change that moves a figure states this in its commit and writes
//! the table again.
//!
//! * `cargo test --test all figures::` compares a quick third.
//! * `cargo test --release --test all figures:: -- --ignored --nocapture` compares all of it.
//! * With `CLEW_FIGURES=write` the table is written again; with `CLEW_PROGRAM=PATH` the
//!   figures are those of another build of the program.

use crate::support::program::program;
use serde_json::Value;
use std::path::PathBuf;
use std::process::Command;

/// Arguments of every run in addition to its own: with them nothing depends on threads or timing.
const FIXED: [&str; 4] = ["--json", "--threads", "1", "--deterministic"];
/// Figures of a result, in the order of the table's columns.
const STATS: [&str; 6] = ["objective", "nodes", "failures", "propagations", "restarts", "nogoods"];
/// The first line of the table.
const HEAD: &str =
    "speed\targuments\tverdict\tcount\tobjective\tnodes\tfailures\tpropagations\trestarts\tnogoods";

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn table() -> PathBuf {
    root().join("benches/figures.tsv")
}

/// One value of a result as a field of the table; `-` where the result has none.
fn field(value: &Value) -> String {
    match value {
        Value::Null => "-".to_string(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Runs the program with the arguments of a line of the table, and returns that line with today's figures.
fn measure(speed: &str, arguments: &str) -> String {
    let mut words = arguments.split(' ');
    let mut command = Command::new(program());
    command.current_dir(root().join("instances")).arg(words.next().expect("a command"));
    command.args(FIXED).args(words);
    let output = command.output().expect("the program runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let result: Value = serde_json::from_str(text.trim())
        .unwrap_or_else(|e| panic!("{arguments}: {e}: {text}{:?}", output.stderr));
    let mut fields = vec![speed.to_string(), arguments.to_string()];
    fields.extend(["verdict", "count"].map(|key| field(&result[key])));
    fields.extend(STATS.map(|key| field(&result["stats"][key])));
    fields.join("\t")
}

/// Compares the lines whose speed (`quick` or `slow`) is `wanted`.
fn compare(wanted: fn(&str) -> bool) {
    let text = std::fs::read_to_string(table()).expect("the table of figures");
    let write = std::env::var_os("CLEW_FIGURES").is_some_and(|v| v == "write");
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some(HEAD), "the table's first line");
    let (mut moved, mut now, mut compared) = (Vec::new(), vec![HEAD.to_string()], 0);
    for line in lines {
        let mut fields = line.split('\t');
        let speed = fields.next().expect("a speed");
        let arguments = fields.next().expect("arguments");
        if !wanted(speed) {
            now.push(line.to_string());
            continue;
        }
        let measured = measure(speed, arguments);
        compared += 1;
        if measured != line {
            moved.push(format!("expected {line}\nmeasured {measured}"));
        }
        now.push(measured);
    }
    println!("{compared} lines compared, {} moved", moved.len());
    if write {
        std::fs::write(table(), now.join("\n") + "\n").expect("the table can be written");
        return;
    }
    assert!(moved.is_empty(), "{} figures moved\n{HEAD}\n{}", moved.len(), moved.join("\n"));
}

#[test]
fn quick_figures_stand_as_in_the_table() {
    compare(|speed| speed == "quick");
}

#[test]
#[ignore = "takes a minute in a release build"]
fn all_figures_stand_as_in_the_table() {
    compare(|_| true);
}
