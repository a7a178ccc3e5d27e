//! Repairs of a puzzle as JSON: `clew-repair/1`.

use super::cells::rows;
use super::steps::rating_json;
use clew_puzzle::puzzle::format::write_native;
use clew_puzzle::puzzle::{Answer, Cell, Change, Clue, Content, Entry, Gap, Puzzle};
use clew_solve::explain::Rating;
use clew_solve::strategy::repair::{
    Addition, Additions, Contradiction, Findings, Fix, Proof, Redundant, Repair,
};
use serde_json::{Value, json};

/// The schema.
const SCHEMA: &str = "clew-repair/1";

/// Facts known in addition to the findings.
#[derive(Debug, Default)]
pub struct Beside<'a> {
    /// The contradiction that a person's steps reach, in words.
    pub reason: Option<&'a str>,
    /// How hard the puzzle is with each of the first single clues.
    pub ratings: &'a [Rating],
    /// Clues that make it easier.
    pub easier: Option<Value>,
}

/// The object, on one line, without a line end. `id`: the puzzle's, or the name of its file.
pub fn object(
    entry: &Entry,
    id: &str,
    repair: &Repair,
    beside: &Beside<'_>,
    time_ms: f64,
) -> String {
    let puzzle = &entry.puzzle;
    let mut object = json!({
        "schema": SCHEMA,
        "id": id,
        "puzzle": puzzle.family().keyword(),
        "verdict": repair.check.verdict(),
        "stopped": repair.stopped,
        "questions": repair.questions,
        "time_ms": (time_ms * 1000.0).round() / 1000.0,
    });
    for (key, word) in puzzle.words() {
        object["rules"][key] = json!(word);
    }
    match &repair.findings {
        Findings::Nothing => {}
        Findings::Unique(found) => unique(&mut object, entry, found),
        Findings::Multiple(found) => multiple(&mut object, puzzle, found, beside.ratings),
        Findings::None(found) => none(&mut object, puzzle, found, beside.reason),
    }
    if let Some(easier) = &beside.easier {
        object["easier"] = easier.clone();
    }
    object.to_string()
}

fn unique(object: &mut Value, entry: &Entry, found: &Redundant) {
    let clues = |all: &[Clue]| clues(&entry.puzzle, all);
    object["givens"] = json!(found.givens.as_ref().map(Vec::len));
    object["redundant"] = json!(clues(&found.redundant));
    object["needed"] = json!(clues(&found.needed));
    if let Some(minimal) = &found.minimal {
        let text = write_native(&Entry { puzzle: minimal.puzzle.clone(), ..entry.clone() });
        object["minimal"] =
            json!({"clues": clues(&minimal.clues), "proved": minimal.proved, "text": text});
    }
}

fn multiple(object: &mut Value, puzzle: &Puzzle, found: &Additions, ratings: &[Rating]) {
    let mut ratings = ratings.iter();
    let mut single = |a: &Addition| {
        let mut single = json!({"clue": clue(puzzle, a.clue), "settles": a.settles,
                                "cells": cells(puzzle, &a.solution)});
        if let Some(rating) = ratings.next() {
            single["rating"] = rating_json(rating);
        }
        single
    };
    object["possible"] = json!(found.listed.then_some(found.possible));
    object["open"] = json!(found.listed.then_some(found.open));
    object["single"] = found.single.iter().map(&mut single).collect();
    if let Some(together) = &found.together {
        let proof = match together.proof {
            Proof::Smallest => "smallest",
            Proof::SmallestForIt => "smallest-for-solution",
            Proof::AtMost => "at-most",
        };
        object["together"] = json!({"clues": clues(puzzle, &together.clues), "proof": proof,
                                    "cells": cells(puzzle, &together.solution)});
    }
    if let Some(tried) = found.undetermined_targets {
        object["untold"] = json!(tried);
    }
    let wall = |pair: &[Cell; 2]| json!(pair.map(|c| puzzle.place(c)));
    let walls = found.walls.as_ref().map(|walls| walls.iter().map(wall).collect::<Vec<_>>());
    object["in_files"] = json!(found.can_be_given(puzzle));
    object["walls"] = json!(walls);
    object["changes"] = found.changes.iter().map(|&c| change(puzzle, c)).collect();
}

fn none(object: &mut Value, puzzle: &Puzzle, found: &Contradiction, reason: Option<&str>) {
    let labels: Vec<&str> = found.labels.iter().map(|&k| puzzle.label(k)).collect();
    object["contradiction"] = json!({
        "clues": clues(puzzle, &found.clues),
        "labels": labels,
        "only_if_full": found.only_if_full,
        "minimal": found.minimal,
        "open": found.open,
        "reason": reason,
    });
    let fix = |fix: &Fix| json!({"change": change(puzzle, fix.change), "unique": fix.unique});
    object["fixes"] = found.fixes.iter().map(fix).collect();
}

fn clues(puzzle: &Puzzle, all: &[Clue]) -> Vec<Value> {
    all.iter().map(|&c| clue(puzzle, c)).collect()
}

fn content(puzzle: &Puzzle, content: Content) -> (&'static str, Value) {
    match content {
        Content::Number(v) => ("value", json!(puzzle.shown(v))),
        Content::Label(k) => ("label", json!(puzzle.label(k))),
        Content::Nothing => ("value", Value::Null),
    }
}

/// A clue, as `{"cell": [row, column], "value": 3}` or a pair of places.
pub fn clue(puzzle: &Puzzle, clue: Clue) -> Value {
    match clue {
        Clue::Holds { cell, content: held } => {
            let (key, value) = content(puzzle, held);
            json!({"cell": puzzle.place(cell), key: value})
        }
        Clue::Less(pair) => json!({"less": pair.map(|c| puzzle.place(c))}),
        Clue::Gap(Gap { cells, by, is }) => {
            let key = if is { "differ" } else { "apart" };
            json!({key: cells.map(|c| puzzle.place(c)), "by": by})
        }
    }
}

fn change(puzzle: &Puzzle, change: Change) -> Value {
    match change {
        Change::Removed(old) => json!({"remove": clue(puzzle, old)}),
        Change::Replaced { old, new } => {
            json!({"replace": clue(puzzle, old), "by": clue(puzzle, new)})
        }
        Change::Moved { label, from, to } => {
            json!({"move": puzzle.label(label), "from": puzzle.place(from), "to": puzzle.place(to)})
        }
        Change::Dropped { label } => json!({"drop": puzzle.label(label)}),
    }
}

/// rows × cols values, `"#"` where there is no cell.
fn cells(puzzle: &Puzzle, answer: &Answer) -> Value {
    let contents = puzzle.filling(answer);
    json!(rows(puzzle, &|cell| content(puzzle, contents[cell as usize]).1))
}
