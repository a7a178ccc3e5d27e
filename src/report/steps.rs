//! Steps of a person and ratings: in words, as JSON, as a page.

mod page;

pub use page::page;

use super::text::place;
use crate::explain::{Rating, Step};
use crate::strategy::Verdict;
use clew_puzzles::puzzle::Puzzle;
use clew_puzzles::puzzle::ladder::{Fact, Finding, Level};
use clew_puzzles::puzzle::wording::{either, how_many, join};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A cell in words: `r1c1`, counted from 1, or `point 1`.
pub fn spot(puzzle: &Puzzle, cell: u32) -> String {
    place(puzzle, puzzle.place(cell))
}

/// What a step concludes, in words: "r1c2 is 7", "r1c1 is not 3 or 5; r1c2 is not 5".
pub fn conclusion(puzzle: &Puzzle, findings: &[Finding]) -> String {
    let mut not: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    let (mut parts, mut on, mut off) = (Vec::new(), Vec::new(), Vec::new());
    for finding in findings {
        match (finding.fact, finding.holds) {
            (Fact::Number { cell, number }, true) => {
                parts.push(format!("{} is {}", spot(puzzle, cell), puzzle.shown(number)));
            }
            (Fact::Number { cell, number }, false) => {
                not.entry(cell).or_default().push(puzzle.shown(number).to_string());
            }
            (Fact::Link { from, to }, holds) => {
                let pair = format!("{}-{}", spot(puzzle, from), spot(puzzle, to));
                if holds { on.push(pair) } else { off.push(pair) }
            }
        }
    }
    let gone = |(cell, numbers): (u32, Vec<String>)| {
        format!("{} is not {}", spot(puzzle, cell), either(numbers))
    };
    parts.extend(not.into_iter().map(gone));
    if !on.is_empty() {
        parts.push(format!("draw {}", join(on)));
    }
    if !off.is_empty() {
        parts.push(format!("no path at {}", join(off)));
    }
    parts.join("; ")
}

/// A step as one sentence: why, and what follows.
pub fn sentence(puzzle: &Puzzle, step: &Step) -> String {
    let reason = step.telling.as_ref().map_or("", |telling| &telling.reason);
    let so = conclusion(puzzle, &step.findings);
    match step.assumed {
        None => format!("{reason}: {so}."),
        Some(assumed) => format!("assume {}: {reason} then; so {so}.", assumption(puzzle, assumed)),
    }
}

/// What is assumed, in words.
fn assumption(puzzle: &Puzzle, finding: Finding) -> String {
    match (finding.fact, finding.holds) {
        (Fact::Link { from, to }, true) => {
            format!("a path from {} to {}", spot(puzzle, from), spot(puzzle, to))
        }
        (Fact::Link { from, to }, false) => {
            format!("no path from {} to {}", spot(puzzle, from), spot(puzzle, to))
        }
        _ => conclusion(puzzle, &[finding]),
    }
}

/// A step as an object; `number` counts from 1.
pub fn json(puzzle: &Puzzle, number: usize, step: &Step) -> Value {
    let (mut place, mut remove) = (Vec::new(), Vec::new());
    for finding in &step.findings {
        let value = json_finding(puzzle, *finding);
        if finding.holds { place.push(value) } else { remove.push(value) }
    }
    let mut object = json!({
        "n": number,
        "round": step.round + 1,
        "technique": step.technique.name,
        "title": step.technique.title,
        "level": step.technique.level as u32 + 1,
        "cost": step.cost,
        "place": place,
        "remove": remove,
    });
    if let (Some(telling), Some(object)) = (&step.telling, object.as_object_mut()) {
        let cells: Vec<Value> = telling.cells.iter().map(|&c| json_cell(puzzle, c)).collect();
        let because: Vec<Value> =
            telling.because.iter().map(|&finding| json_finding(puzzle, finding)).collect();
        object.insert("cells".into(), cells.into());
        if let Some(assumed) = step.assumed {
            object.insert("assumed".into(), json_finding(puzzle, assumed));
        }
        object.insert("because".into(), because.into());
        object.insert("text".into(), sentence(puzzle, step).into());
    }
    object
}

fn json_cell(puzzle: &Puzzle, cell: u32) -> Value {
    let (r, c) = puzzle.place(cell);
    json!([r, c])
}

/// A finding as an object.
pub fn json_finding(puzzle: &Puzzle, finding: Finding) -> Value {
    match finding.fact {
        Fact::Number { cell, number } if finding.holds => {
            json!({"cell": json_cell(puzzle, cell), "value": puzzle.shown(number)})
        }
        Fact::Number { cell, number } => {
            json!({"cell": json_cell(puzzle, cell), "value": puzzle.shown(number), "holds": false})
        }
        Fact::Link { from, to } => json!({
            "edge": [json_cell(puzzle, from), json_cell(puzzle, to)],
            "on": finding.holds,
        }),
    }
}

/// A rating as an object.
pub fn rating_json(rating: &Rating) -> Value {
    let mut counts = json!({});
    for (t, n) in &rating.counts {
        counts[t.name] = json!(n);
    }
    json!({
        "level": rating.level.map(|level| level.keyword()),
        "score": rating.score,
        "hardest": rating.hardest.map(|t| t.name),
        "bottleneck": rating.bottleneck,
        "steps": rating.steps,
        "counts": counts,
        "depth": rating.depth,
        "guessing": rating.guessing(),
    })
}

/// A rating in words: "tricky, score 214, 43 steps, hardest: two cells, two numbers (step 12)", or why there is none.
pub fn rating_text(rating: &Rating) -> String {
    let Some(level) = rating.level else {
        return match rating.verdict {
            Verdict::Multiple => "not rated: several solutions".into(),
            Verdict::None => "not rated: no solution".into(),
            Verdict::Unique | Verdict::Unknown => "unknown: a limit came first".into(),
        };
    };
    let score = rating.score;
    let steps = match rating.steps {
        0 => "no steps".to_string(),
        n => how_many(n, "step"),
    };
    let hardest = rating.hardest.zip(rating.bottleneck);
    let hardest = hardest.map(|(t, step)| format!(", hardest: {} (step {step})", t.title));
    let hardest = hardest.unwrap_or_default();
    match level {
        Level::Beyond => format!(
            "beyond the techniques, which end after {steps} with the score {score}{hardest}"
        ),
        level => format!("{}, score {score}, {steps}{hardest}", level.keyword()),
    }
}
