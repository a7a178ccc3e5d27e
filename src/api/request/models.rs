//! Models for other solvers, and their replies.

use super::{About, Answers, Case, Mistake, Reply};
use crate::api::proofs::models;
use crate::api::proofs::models::Target;
use crate::api::so_far;
use clew_families::all;
use clew_formats::Reading;
use clew_puzzle::puzzle::{Answer, Entry, Family, Goal, Unfit};
use serde::Deserialize;

/// A puzzle as a model for another solver.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ExportOptions {
    /// The model, by its name.
    pub model: String,
    /// The language: lp, mps, mzn, fzn, opb, cnf, dzn, mod, dat, tex. Without one the reply is the size of the model.
    #[serde(default)]
    pub to: Option<String>,
    /// The objective is the least of this: turns or length.
    #[serde(default)]
    pub minimize: Option<String>,
    /// The objective is the most of this: cells.
    #[serde(default)]
    pub maximize: Option<String>,
    /// Solutions that are cut off, as a solution is stated to be verified.
    #[serde(default)]
    pub exclude: Option<String>,
    /// The relaxation, in which all variables are continuous.
    #[serde(default)]
    pub relax: bool,
    /// With `mzn`: the model that `dzn` writes data for.
    #[serde(default)]
    pub shipped: bool,
}

impl Answers for ExportOptions {
    const ABOUT: About = About::Puzzle;

    fn answer(&self, case: &Case<'_>) -> Result<Reply, Mistake> {
        let entry = case.entry()?;
        let to = self.to.as_deref().map(Target::from_name).transpose()?;
        if self.shipped && to.is_some_and(|to| to.name() != "mzn") {
            let why = "shipped does not apply: models that go with clew are written to mzn";
            return Err(Mistake::from(why.to_string()));
        }
        let goal = goal(entry.puzzle.family(), self.minimize.as_deref(), self.maximize.as_deref())?;
        let excluded = self.exclude.as_deref().map(|text| excluded(entry, text, case)).transpose();
        let excluded = excluded.map_err(Mistake::input)?.unwrap_or_default();
        let refused = |why| Mistake::from(format!("model {}: {why}", self.model));
        let mut stated = models::state(entry, &self.model, goal, &excluded).map_err(refused)?;
        let Some(to) = to else {
            return Ok(Reply { words: Some(models::size(&stated)), ..Reply::default() });
        };
        if self.relax {
            models::relax(&mut stated, to).map_err(refused)?;
        }
        let text = models::write(&stated, to, self.shipped).map_err(refused)?;
        Ok(Reply { text: Some(text), ..Reply::default() })
    }
}

/// The solutions to be cut off.
///
/// # Errors
/// In words, if there is none, or one that breaks the rules.
fn excluded(entry: &Entry, text: &str, case: &Case<'_>) -> Result<Vec<Answer>, String> {
    // The format of the puzzle is not that of its solution.
    let reading = Reading { format: None, ..case.reading.clone() };
    let stated = so_far::stated(entry, text, &reading, case.budget());
    let answers = stated.map_err(|why| why.to_string())?.into_iter();
    let answers: Result<Vec<Answer>, Unfit> = answers.collect();
    let answers = answers.map_err(|why| format!("the solution to be cut off is none: {why}"))?;
    for answer in &answers {
        let broken = |why| format!("the solution to be cut off breaks the rules: {why}");
        entry.puzzle.verify(answer).map_err(broken)?;
    }
    Ok(answers)
}

/// The reply of another solver to a model, verified.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ImportOptions {
    /// The model that was solved, by its name.
    pub model: String,
    /// The output of the solver.
    pub solved: String,
    /// The objective of the model, if it was one.
    #[serde(default)]
    pub minimize: Option<String>,
    /// The objective of the model, if it was one.
    #[serde(default)]
    pub maximize: Option<String>,
}

impl Answers for ImportOptions {
    const ABOUT: About = About::Puzzle;

    fn answer(&self, case: &Case<'_>) -> Result<Reply, Mistake> {
        let entry = case.entry()?;
        let goal = goal(entry.puzzle.family(), self.minimize.as_deref(), self.maximize.as_deref())?;
        let refused = |why| Mistake::from(format!("model {}: {why}", self.model));
        let stated = models::state(entry, &self.model, goal, &[]).map_err(refused)?;
        let found = models::found(&stated, entry, (&self.model, goal), &self.solved);
        let found = found.map_err(Mistake::input)?;
        let id = entry.id.as_deref().unwrap_or(case.name);
        Ok(Reply {
            standing: Some(found.standing()),
            words: case.words(|| found.text(entry)),
            document: case.document(|| found.json(entry, id, &self.model)),
            ..Reply::default()
        })
    }
}

/// The goal of these names, if one is given.
///
/// # Errors
/// In words: both are given, or the family has no such goal.
pub(super) fn goal(
    family: Family,
    least: Option<&str>,
    most: Option<&str>,
) -> Result<Option<Goal>, String> {
    let (name, most) = match (least, most) {
        (None, None) => return Ok(None),
        (Some(_), Some(_)) => return Err("minimize does not apply with maximize".into()),
        (Some(name), None) => (name, false),
        (None, Some(name)) => (name, true),
    };
    let known = || all().iter().flat_map(|family| family.goals).filter(|goal| goal.most == most);
    let found = family.goals.iter().find(|goal| goal.most == most && goal.name == name);
    found
        .copied()
        .map(Some)
        .ok_or_else(|| super::unknown("goal", name, known().map(|goal| goal.name)))
}
