//! Generating a puzzle through the door.

use super::Mistake;
use super::request::{family, neighbours, words};
use crate::api::from_solution::{self, Drawn, DrawnOptions, Givens};
use crate::api::generate::{GenerateRequest, Made, With};
use crate::api::with_name;
use clew_engine::run::Budget;
use clew_formats::{self as interchange, Reading};
use clew_puzzle::puzzle::family::{BoardSpec, DrawnRules, Mask, Request, Symmetry};
use clew_puzzle::puzzle::format::{Chunk, ChunkKind};
use clew_puzzle::puzzle::ladder::Level;
use clew_puzzle::puzzle::{Entry, Named, Wrap};
use clew_solve::generate::{DifficultyTarget, fault_of};
use clew_solve::strategy::Options;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The requested properties; sizes of boards and shares are as in the help of `clew generate`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Wishes {
    family: String,
    #[serde(default = "usual_rows")]
    rows: u32,
    cols: Option<u32>,
    neighbours: Option<String>,
    rules: BTreeMap<String, String>,
    mask: Option<String>,
    holes: u32,
    walls: u32,
    links: u32,
    bridges: u32,
    wrap: Option<String>,
    density: Option<f64>,
    givens: Option<u32>,
    minimal: bool,
    symmetry: Option<String>,
    givens_at: Option<String>,
    no_runs: bool,
    free_ends: bool,
    labels: Option<(u32, u32)>,
    shortest: Option<u32>,
    signs_only: bool,
    unique: bool,
    level: Option<String>,
    score: Option<(u64, u64)>,
    seed: u64,
    /// A half-made board as text; its clues stay.
    from: Option<String>,
}

/// The default number of rows.
fn usual_rows() -> u32 {
    8
}

/// A puzzle to the given specification; `rejected` receives the number of rejected ones. `None` if the limits came
/// first.
///
/// # Errors
/// A message: the mistake in the request.
pub(super) fn made(
    wishes: &Wishes,
    budget: &Budget,
    rejected: &mut dyn FnMut(u64),
) -> Result<Option<Made>, String> {
    let half = wishes.from.as_deref().map(half_made).transpose()?;
    let named = match &half {
        Some(half) => Named { family: half.puzzle.family(), alias: None },
        None => family(&wishes.family)?,
    };
    let mask = wishes.mask.as_deref().map(Mask::parse).transpose()?.map(Arc::new);
    let (rows, cols) = match (&half, &mask) {
        (Some(half), _) => half.puzzle.size(),
        (None, Some(mask)) => (mask.rows, mask.cols),
        (None, None) => (wishes.rows, wishes.cols.unwrap_or(wishes.rows)),
    };
    // The program reads sizes of up to 64, too.
    if rows as usize > Mask::MOST || cols as usize > Mask::MOST {
        return Err(format!("at most {} rows and columns are made here", Mask::MOST));
    }
    let wrap = wishes.wrap.as_deref().map(wrap).transpose()?;
    let level = wishes.level.as_deref().map(level).transpose()?;
    let givens_at = wishes.givens_at.as_deref().map(Mask::parse).transpose()?.map(Arc::new);
    let said = wishes.neighbours.as_deref().map(neighbours).transpose()?;
    let request = Request {
        rows,
        cols,
        neighbours: said.or(named.alias.and_then(|alias| alias.neighbours)),
        holes: wishes.holes,
        ground: BoardSpec {
            mask,
            wrap: wrap.unwrap_or_default(),
            walls: wishes.walls,
            links: wishes.links,
            bridges: wishes.bridges,
        },
        density: wishes.density,
        givens: wishes.givens,
        minimal: wishes.minimal,
        symmetry: wishes.symmetry.as_deref().map(symmetry).transpose()?,
        givens_at,
        no_runs: wishes.no_runs,
        free_ends: wishes.free_ends,
        labels: wishes.labels,
        shortest: wishes.shortest,
        signs_only: wishes.signs_only,
        unique: wishes.unique,
        words: with_name(words(&wishes.rules)?, Some(named)),
        seed: wishes.seed,
    };
    let wish = DifficultyTarget { level, score: wishes.score };
    let (family, seed) = (named.family, request.seed);
    let wanted =
        GenerateRequest { family, request, wish, count: 1, with: With::default(), from: half };
    if let Some(why) = wanted.from.as_ref().and_then(|half| fault_of(&half.puzzle, budget)) {
        return Err(why);
    }
    wanted.one(0, seed, budget, rejected)
}

/// The one puzzle of a text.
fn half_made(text: &str) -> Result<Entry, String> {
    let mut all = interchange::read_all(text, &Reading::default()).into_iter();
    match (all.next(), all.next()) {
        (Some(Ok(entry)), None) => Ok(entry),
        (Some(Err(why)), _) => Err(why.to_string()),
        _ => Err("one half-made board is expected".into()),
    }
}

/// What is wished of the puzzle of a drawn solution.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct DrawnWishes {
    /// `few`, `minimal`, `all`, or a pattern: a line for each row, `#` where nothing is given.
    givens: Option<String>,
    /// Places whose numbers are given in any case.
    keep: Vec<(u32, u32)>,
    level: Option<String>,
    seed: u64,
}

/// The puzzle of a drawn solution.
///
/// # Errors
/// The mistake in the drawing or the wishes.
pub(super) fn of_drawn(
    wishes: &DrawnWishes,
    text: &str,
    said: &Reading,
    options: &Options,
) -> Result<Drawn, Mistake> {
    let rules = DrawnRules { words: said.words.clone(), neighbours: said.neighbours };
    let kind = if text.trim_start().starts_with('{') { ChunkKind::Json } else { ChunkKind::Native };
    let chunk = Chunk { kind, text, line: 1, column: 1 };
    let entry = from_solution::read(&chunk, said, &rules).map_err(|why| Mistake::from(&why))?;
    let givens = match wishes.givens.as_deref() {
        None => None,
        Some("few") => Some(Givens::Few),
        Some("minimal") => Some(Givens::Minimal),
        Some("all") => Some(Givens::All),
        Some(pattern) => Some(Givens::At(Arc::new(Mask::parse(pattern)?))),
    };
    let cell = |&(row, col): &(u32, u32)| {
        let none = || format!("there is no cell at row {}, column {}", row + 1, col + 1);
        entry.puzzle.cell_at(row, col).ok_or_else(none)
    };
    let keep = wishes.keep.iter().map(cell).collect::<Result<Vec<_>, _>>()?;
    let level = wishes.level.as_deref().map(level).transpose()?;
    let with = With::default();
    let wish = DrawnOptions { givens, with, seed: wishes.seed, keep, level };
    Ok(from_solution::drawn(&entry, &wish, options)?)
}

fn symmetry(name: &str) -> Result<Symmetry, String> {
    let found = Symmetry::ALL.into_iter().find(|symmetry| symmetry.keyword() == name);
    found.ok_or_else(|| {
        let known = Symmetry::ALL.iter().map(|symmetry| symmetry.keyword());
        super::request::unknown("symmetry", name, known)
    })
}

fn level(name: &str) -> Result<Level, String> {
    let found = Level::ALL.into_iter().find(|level| level.keyword() == name);
    found.ok_or_else(|| {
        super::request::unknown("level", name, Level::ALL.iter().map(|level| level.keyword()))
    })
}

fn wrap(name: &str) -> Result<Wrap, String> {
    Wrap::from_keyword(name)
        .ok_or_else(|| super::request::unknown("wrap", name, Wrap::WORDS.into_iter()))
}
