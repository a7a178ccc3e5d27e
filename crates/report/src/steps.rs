//! Steps of a person and ratings: in words, as JSON, as a page.

mod page;

pub use page::page;

use super::text::place;
use clew_puzzle::puzzle::Puzzle;
use clew_puzzle::puzzle::ladder::{Fact, Finding, Level, Piece};
use clew_puzzle::puzzle::wording::{are, either, how_many, join};
use clew_solve::explain::{Rating, Step};
use clew_solve::strategy::Verdict;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// A cell in words: `r1c1`, counted from 1, or `point 1`.
pub fn spot(puzzle: &Puzzle, cell: u32) -> String {
    place(puzzle, puzzle.place(cell))
}

/// The conclusions of a step, in words: "r1c2 is 7", "r1c1 is not 3 or 5; r1c2 is not 5".
pub fn conclusion(puzzle: &Puzzle, findings: &[Finding]) -> String {
    let mut not: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    let (mut parts, mut on, mut off) = (Vec::new(), Vec::new(), Vec::new());
    for finding in findings {
        match (finding.fact, finding.holds) {
            (Fact::Number { cell, number }, true) => {
                parts.push(format!("{} is {}", spot(puzzle, cell), puzzle.shown(number)));
            }
            (Fact::Number { cell, number }, false) => {
                not.entry(cell).or_default().push(puzzle.shown(number));
            }
            (Fact::Link { from, to }, holds) => {
                let pair = format!("{}-{}", spot(puzzle, from), spot(puzzle, to));
                if holds { on.push(pair) } else { off.push(pair) }
            }
        }
    }
    // The content of a cell implies which numbers it does not hold.
    for finding in findings.iter().filter(|finding| finding.holds) {
        if let Fact::Number { cell, .. } = finding.fact {
            not.remove(&cell);
        }
    }
    // Cells that lose the same numbers are listed together.
    let mut alike: Vec<(Vec<u32>, Vec<u32>)> = Vec::new();
    for (cell, mut numbers) in not {
        numbers.sort_unstable();
        match alike.iter_mut().find(|(known, _)| *known == numbers) {
            Some((_, cells)) => cells.push(cell),
            None => alike.push((numbers, vec![cell])),
        }
    }
    let gone = |(numbers, cells): (Vec<u32>, Vec<u32>)| {
        let are = are(cells.len());
        let cells = join(cells.into_iter().map(|cell| spot(puzzle, cell)));
        format!("{cells} {are} not {}", either(runs(&numbers)))
    };
    parts.extend(alike.into_iter().map(gone));
    if !on.is_empty() {
        parts.push(format!("draw {}", join(on)));
    }
    if !off.is_empty() {
        parts.push(format!("no path at {}", join(off)));
    }
    parts.join("; ")
}

/// Numbers in words, ascending, three or more consecutive ones as "5 to 8".
fn runs(numbers: &[u32]) -> Vec<String> {
    let runs = numbers.chunk_by(|a, b| a + 1 == *b);
    let words = |run: &[u32]| match run {
        [first, _, .., last] => vec![format!("{first} to {last}")],
        _ => run.iter().map(u32::to_string).collect(),
    };
    runs.flat_map(words).collect()
}

/// The result of a step, in words: drawn lines as pieces of path, from bend to bend.
pub fn result(puzzle: &Puzzle, step: &Step) -> String {
    let (on, off): (Vec<Finding>, Vec<Finding>) =
        step.findings.iter().copied().partition(|finding| finding.holds);
    if !step.pieces[0].is_empty() {
        let drawn = format!("draw {}", pieces(puzzle, &step.pieces[0], usize::MAX));
        return match off.is_empty() {
            true => drawn,
            false => format!("{}; {drawn}", conclusion(puzzle, &off)),
        };
    }
    if on.is_empty() || off.is_empty() {
        return conclusion(puzzle, &step.findings);
    }
    // Other exclusions come last, and their list is truncated.
    let off = conclusion(puzzle, &off);
    let off: Vec<String> = off.split("; ").map(String::from).collect();
    format!("{}; {}", conclusion(puzzle, &on), listed(off.into_iter(), MOST_LISTED))
}

/// Pieces of path: "a: r1c6-r1c10; r3c3-r4c3", at most `most` of them.
fn pieces(puzzle: &Puzzle, pieces: &[Piece], most: usize) -> String {
    let cells = |piece: &Piece| {
        let cells: Vec<String> = piece.cells.iter().map(|&c| spot(puzzle, c)).collect();
        cells.join("-")
    };
    // Pieces of one path are listed together.
    let of_path = |pieces: &[Piece]| {
        let name = pieces[0].name.as_ref().map_or(String::new(), |name| format!("{name}: "));
        name + &join(pieces.iter().map(cells))
    };
    let paths: Vec<String> =
        pieces.chunk_by(|a, b| a.name.is_some() && a.name == b.name).map(of_path).collect();
    listed(paths.into_iter(), most)
}

/// A list, truncated after `most` items: "a; b; and 3 more".
fn listed(all: impl ExactSizeIterator<Item = String>, most: usize) -> String {
    let left = all.len().saturating_sub(most);
    let mut parts: Vec<String> = all.take(most).collect();
    if left > 0 {
        parts.push(format!("and {left} more"));
    }
    parts.join("; ")
}

/// The maximum number of listed marks and places, so that a sentence stays readable.
const MOST_LISTED: usize = 4;

/// The reason for a step, without its conclusions: the earlier exclusions that it needs, and the pattern that the
/// technique finds.
pub fn reason(puzzle: &Puzzle, step: &Step) -> String {
    let own = technique_reason(puzzle, step);
    if step.ideas.is_empty() {
        return own;
    }
    // Ideas with the same reason are merged, and if there are many of one technique they are listed together.
    let mut ideas: Vec<IdeaGroup<'_>> = Vec::new();
    for idea in &step.ideas {
        let reason = technique_reason(puzzle, idea);
        match ideas.iter_mut().find(|told| told.reason == reason) {
            Some(told) => told.findings.extend(&idea.findings),
            None => ideas.push(IdeaGroup { idea, reason, findings: idea.findings.clone() }),
        }
    }
    let mut told: Vec<String> = Vec::new();
    while let Some(first) = ideas.first() {
        let technique = first.idea.technique;
        let (alike, others): (Vec<IdeaGroup<'_>>, Vec<IdeaGroup<'_>>) =
            ideas.into_iter().partition(|told| told.idea.technique == technique);
        ideas = others;
        if alike.len() <= 2 {
            told.extend(alike.iter().map(|told| told.words(puzzle)));
            continue;
        }
        let all: Vec<Finding> = alike.iter().flat_map(|told| &told.findings).copied().collect();
        let so = so(puzzle, &all);
        told.push(match alike[0].idea.assumed {
            Some(_) => format!("{} assumptions fail: {so}", alike.len()),
            // The heading of the step names the technique.
            None if technique == step.technique => so,
            None => format!("{}, {} times: {so}", technique.title, alike.len()),
        });
    }
    format!("{}. Then {own}", told.join("; "))
}

/// An idea, or several with one reason.
struct IdeaGroup<'a> {
    idea: &'a Step,
    reason: String,
    findings: Vec<Finding>,
}

impl IdeaGroup<'_> {
    fn words(&self, puzzle: &Puzzle) -> String {
        let mark = if self.idea.assumed.is_some() { ", so" } else { ":" };
        format!("{}{mark} {}", self.reason, so(puzzle, &self.findings))
    }
}

/// The conclusions, truncated if there are many.
fn so(puzzle: &Puzzle, findings: &[Finding]) -> String {
    let parts = conclusion(puzzle, findings);
    let parts: Vec<String> = parts.split("; ").map(String::from).collect();
    listed(parts.into_iter(), MOST_LISTED)
}

/// The reason for the conclusions of the technique itself.
fn technique_reason(puzzle: &Puzzle, step: &Step) -> String {
    let why = step.telling.as_ref().map_or("", |telling| &telling.reason);
    if step.assumed.is_none() {
        return why.to_string();
    }
    supposition(puzzle, step)
}

/// The assumption of a step, its consequences, and the contradiction; empty if there is no assumption.
fn supposition(puzzle: &Puzzle, step: &Step) -> String {
    let why = step.telling.as_ref().map_or("", |telling| &telling.reason);
    let Some(assumed) = step.assumed else { return String::new() };
    let trail = match step.pieces[1].is_empty() {
        false => format!("draw {}", pieces(puzzle, &step.pieces[1], MOST_LISTED)),
        true => {
            let one = |finding: &Finding| conclusion(puzzle, &[*finding]);
            listed(step.trail.iter().map(one), MOST_LISTED)
        }
    };
    let then = if trail.is_empty() { String::new() } else { format!("{trail}, until ") };
    format!("suppose {}: then {then}{why}", assumption(puzzle, assumed))
}

/// A step in words: its reason and its conclusions.
pub fn sentence(puzzle: &Puzzle, step: &Step) -> String {
    let so = result(puzzle, step);
    let so = if step.assumed.is_some() { format!("; so {so}.") } else { format!(": {so}.") };
    reason(puzzle, step) + &so
}

/// An assumption in words.
fn assumption(puzzle: &Puzzle, finding: Finding) -> String {
    match (finding.fact, finding.holds) {
        (Fact::Link { from, to }, true) => {
            format!("a path goes from {} to {}", spot(puzzle, from), spot(puzzle, to))
        }
        (Fact::Link { from, to }, false) => {
            format!("no path goes from {} to {}", spot(puzzle, from), spot(puzzle, to))
        }
        _ => conclusion(puzzle, &[finding]),
    }
}

/// A step as an object; `number` counts from 1.
pub fn json(puzzle: &Puzzle, number: usize, step: &Step) -> Value {
    let [place, remove] = both_ways(puzzle, &step.findings);
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
        insert_trial(object, puzzle, step);
        object.insert("because".into(), because.into());
        object.insert("text".into(), sentence(puzzle, step).into());
        if !step.pieces[0].is_empty() {
            object.insert("pieces".into(), json_pieces(puzzle, &step.pieces[0]));
        }
        if !step.ideas.is_empty() {
            let ideas = step.ideas.iter().map(|idea| json_idea(puzzle, idea)).collect::<Vec<_>>();
            object.insert("ideas".into(), ideas.into());
        }
    }
    object
}

/// The conclusions of a step as an object, without its reason; `number` counts from 1.
pub fn compact(puzzle: &Puzzle, number: usize, step: &Step) -> Value {
    let [place, remove] = both_ways(puzzle, &step.findings);
    let mut object = json!({
        "n": number,
        "technique": step.technique.name,
        "text": result(puzzle, step),
    });
    let drawn = (!step.pieces[0].is_empty()).then(|| json_pieces(puzzle, &step.pieces[0]));
    for (key, list) in [("place", place.into()), ("remove", remove.into())] {
        let list: Value = list;
        // Pieces of path replace the list of placements.
        let told = key == "place" && drawn.is_some();
        if !told && list.as_array().is_some_and(|list| !list.is_empty()) {
            object[key] = list;
        }
    }
    if let Some(drawn) = drawn {
        object["pieces"] = drawn;
    }
    object
}

/// Inserts the assumption, its consequences, and their number.
fn insert_trial(object: &mut Map<String, Value>, puzzle: &Puzzle, step: &Step) {
    let (Some(assumed), Some(extent)) = (step.assumed, step.extent) else { return };
    object.insert("assumed".into(), json_finding(puzzle, assumed));
    object.insert("trail".into(), both_ways(puzzle, &step.trail)[0].clone().into());
    object.insert("extent".into(), json!({"marks": extent.marks, "pieces": extent.pieces}));
}

/// The positive and the negative findings.
fn both_ways(puzzle: &Puzzle, findings: &[Finding]) -> [Vec<Value>; 2] {
    let of = |holds: bool| {
        let those = findings.iter().filter(|finding| finding.holds == holds);
        those.map(|finding| json_finding(puzzle, *finding)).collect()
    };
    [of(true), of(false)]
}

fn json_pieces(puzzle: &Puzzle, pieces: &[Piece]) -> Value {
    let piece = |piece: &Piece| {
        let cells: Vec<Value> = piece.cells.iter().map(|&c| json_cell(puzzle, c)).collect();
        json!({"label": piece.name, "cells": cells})
    };
    pieces.iter().map(piece).collect::<Vec<_>>().into()
}

/// An exclusion made before a step that needs it.
fn json_idea(puzzle: &Puzzle, idea: &Step) -> Value {
    let cells = idea.telling.iter().flat_map(|telling| &telling.cells);
    let cells: Vec<Value> = cells.map(|&c| json_cell(puzzle, c)).collect();
    let mut object = json!({
        "technique": idea.technique.name,
        "title": idea.technique.title,
        "level": idea.technique.level as u32 + 1,
        "remove": both_ways(puzzle, &idea.findings)[1],
        "cells": cells,
        "text": sentence(puzzle, idea),
    });
    if let Some(object) = object.as_object_mut() {
        insert_trial(object, puzzle, idea);
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
