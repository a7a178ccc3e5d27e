//! The families and formats as data, as a page needs them for its menus.

use super::{About, Answers, Case, Mistake, Reply, no_options};
use clew_families::{all, parse_native};
use clew_formats::FORMATS;
use clew_puzzle::puzzle::family::Boards;
use clew_puzzle::puzzle::format::Clue;
use clew_puzzle::puzzle::ladder::PencilMark;
use clew_puzzle::puzzle::{Answer, Family, Puzzle};
use clew_solve::strategy::{self, Options, Task};
use serde_json::{Value, json};

no_options! {
    /// The families and formats.
    FamiliesOptions;
}

impl Answers for FamiliesOptions {
    const ABOUT: About = About::Nothing;

    fn answer(&self, case: &Case<'_>) -> Result<Reply, Mistake> {
        Ok(Reply { document: case.document(|| document().to_string()), ..Reply::default() })
    }
}

/// The document `clew-families/1`.
fn document() -> Value {
    let format = |f: &clew_formats::Format| {
        json!({
            "name": f.name, "summary": f.summary, "read": f.read.is_some(), "written": f.write.is_some(),
            "ending": f.ending,
        })
    };
    json!({
        "schema": "clew-families/1",
        "version": env!("CARGO_PKG_VERSION"),
        "families": all().iter().map(|&family| of(family)).collect::<Vec<_>>(),
        "formats": FORMATS.iter().map(format).collect::<Vec<_>>(),
    })
}

fn of(family: Family) -> Value {
    let words: Vec<Value> =
        family.words.iter().map(|key| json!({"name": key.name, "values": key.values})).collect();
    let alias = |alias: &clew_puzzle::puzzle::Alias| {
        let rules = family
            .words
            .iter()
            .zip(alias.words)
            .map(|(key, word)| (key.name.to_string(), Value::from(*word)));
        json!({
            "name": alias.name,
            "neighbours": alias.neighbours.map(|moves| moves.to_string()),
            "rules": rules.collect::<serde_json::Map<_, _>>(),
        })
    };
    let pairs: Vec<Value> = family
        .pairs
        .iter()
        .map(|key| json!({"name": key.name, "between": key.between.to_string()}))
        .collect();
    let numbers = matches!((family.json_clue)(&json!(1)), Ok(Clue::Number(1)));
    let example = parse_native(family.example).ok().map(|entry| entry.puzzle);
    json!({
        "keyword": family.keyword(),
        "summary": family.summary,
        "aliases": family.aliases.iter().map(alias).collect::<Vec<_>>(),
        "neighbours": family.neighbours.to_string(),
        "boards": match family.boards {
            Boards::None => "none",
            Boards::Grids => "grids",
            Boards::GridsAndPoints => "points",
        },
        "grids": family.grids,
        "rules": words,
        "pairs": pairs,
        "clues": if numbers { "numbers" } else { "labels" },
        "solved_by": example.as_ref().map(solved_by),
        "numbers_state_order": numbers && example.as_ref().is_some_and(numbers_state_order),
        "example": family.example,
    })
}

/// How people solve such a puzzle: by `lines` between cells, or by `numbers` in cells.
fn solved_by(example: &Puzzle) -> &'static str {
    match example.ladder().map(|ladder| ladder.pencil(0)) {
        Ok(PencilMark::Numbers(_)) => "numbers",
        _ => "lines",
    }
}

/// Whether given numbers only state an order, and are not the numbers of a solution.
fn numbers_state_order(example: &Puzzle) -> bool {
    let found = strategy::run(example, Task::Solve { limit: 1 }, &Options::default());
    let answer = found.ok().and_then(|found| found.answers.into_iter().next());
    let Some(Answer::Line(numbers) | Answer::Square(numbers)) = answer else { return false };
    let given = example.clues_json().into_iter().map(|clue| clue.as_u64());
    given.zip(numbers).any(|(given, number)| given.is_some_and(|given| given != u64::from(number)))
}
