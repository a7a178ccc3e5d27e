//! The families and formats as data, as a page needs them for its menus.

use clew_families::all;
use clew_formats::FORMATS;
use clew_puzzle::puzzle::Family;
use clew_puzzle::puzzle::family::Boards;
use clew_puzzle::puzzle::format::Clue;
use serde_json::{Value, json};

/// The document `clew-families/1`.
pub(super) fn document() -> Value {
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
        "example": family.example,
    })
}
