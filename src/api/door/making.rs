//! Generating a puzzle through the door.

use super::request::{family, neighbours, words};
use crate::api::generate::{GenerateRequest, Made, With};
use crate::api::with_name;
use clew_engine::run::Budget;
use clew_puzzle::puzzle::Wrap;
use clew_puzzle::puzzle::family::{BoardSpec, Mask, Request, Symmetry};
use clew_puzzle::puzzle::ladder::Level;
use clew_solve::generate::DifficultyTarget;
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
    let named = family(&wishes.family)?;
    let mask = wishes.mask.as_deref().map(Mask::parse).transpose()?.map(Arc::new);
    let (rows, cols) = match &mask {
        Some(mask) => (mask.rows, mask.cols),
        None => (wishes.rows, wishes.cols.unwrap_or(wishes.rows)),
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
        GenerateRequest { family, request, wish, count: 1, with: With::default(), from: None };
    wanted.one(0, seed, budget, rejected)
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
