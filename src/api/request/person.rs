//! Questions of people who solve and set puzzles by hand.

use super::{About, Answers, Case, Mistake, Reply, no_options};
use crate::api::AnswerStatus;
use crate::api::people::hint::{HintDetail, StepChoice, hint_from};
use crate::api::people::rate::{Record, judge};
use crate::api::people::repair::{RepairGoal, repair_with_goal};
use crate::api::people::why_not::{Assumption, Edge, why_not};
use crate::api::people::{explain, filled_in, so_far};
use clew_engine::run::Stop;
use clew_puzzle::puzzle::Entry;
use clew_puzzle::puzzle::family::Mask;
use clew_puzzle::puzzle::ladder::Level;
use clew_report::steps::rating_text;
use clew_solve::explain::rate;
use clew_solve::strategy::repair::Scope;
use serde::Deserialize;

/// The steps of a person.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct ExplainOptions {
    /// Only the conclusion of each step, without reasons
    #[cfg_attr(feature = "cli", arg(long, conflicts_with = "html"))]
    pub compact: bool,
    /// Also a page of HTML with a picture for each step.
    #[cfg_attr(feature = "cli", arg(skip))]
    pub page: bool,
}

impl Answers for ExplainOptions {
    const ABOUT: About = About::Puzzle;

    fn answer(&self, case: &Case<'_>) -> Result<Reply, Mistake> {
        let entry = case.entry()?;
        let explained = explain::explain(entry, &case.options)?;
        let words = || match self.compact {
            true => explained.compact_text(),
            false => explained.text(),
        };
        let document = || match self.compact {
            true => explained.compact_json(case.name).to_string(),
            false => explained.json(case.name).to_string(),
        };
        let names = [&*entry.title, case.name];
        let heading = names.into_iter().find(|name| !name.is_empty()).unwrap_or("Step by step");
        Ok(Reply {
            standing: Some(explained.standing()),
            words: case.words(words),
            document: case.document(document),
            page: self.page.then(|| explained.page(heading, &case.options.budget)),
            ..Reply::default()
        })
    }
}

/// The next step, or the mistakes so far.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct HintOptions {
    /// The next thing to draw or to write, with all that leads to it, not only the next thing that is ruled out
    #[cfg_attr(feature = "cli", arg(long))]
    pub placement: bool,
    /// The entries so far: a grid in the text format or in JSON, with notes.
    #[cfg_attr(feature = "cli", arg(skip))]
    pub filled: Option<String>,
    /// How much to reveal: the place, also the reason, or also the conclusion
    #[cfg_attr(feature = "cli", arg(long, value_name = "DEPTH", default_value = "what",
        value_parser = super::word::<HintDetail>()))]
    pub depth: HintDetail,
}

impl Answers for HintOptions {
    const ABOUT: About = About::Puzzle;

    fn answer(&self, case: &Case<'_>) -> Result<Reply, Mistake> {
        let entry = case.entry()?;
        let filled = match &self.filled {
            Some(text) => filled_in::everything(&entry.puzzle, text).map_err(Mistake::input)?,
            None => filled_in::Filled::default(),
        };
        let next = if self.placement { StepChoice::Placement } else { StepChoice::Look };
        let hint = hint_from(&entry.puzzle, &filled, next, &case.options)?;
        Ok(Reply {
            standing: Some(hint.standing()),
            words: case.words(|| hint.message(&entry.puzzle, self.depth)),
            document: case.document(|| hint.json(entry, case.name, self.depth).to_string()),
            ..Reply::default()
        })
    }
}

/// Which rules entries break already.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct BreaksOptions {
    /// The entries so far, as of a hint.
    pub filled: String,
}

impl Answers for BreaksOptions {
    const ABOUT: About = About::Puzzle;

    fn answer(&self, case: &Case<'_>) -> Result<Reply, Mistake> {
        let entry = case.entry()?;
        let filled = filled_in::everything(&entry.puzzle, &self.filled).map_err(Mistake::input)?;
        let broken = so_far::broken(&entry.puzzle, &filled);
        let texts: Vec<&str> = broken.iter().map(|violation| violation.text.as_str()).collect();
        let known = if broken.is_empty() { AnswerStatus::Yes } else { AnswerStatus::No };
        Ok(Reply {
            standing: Some(known),
            words: case.words(|| texts.join("\n")),
            document: case.document(|| so_far::json(entry, case.name, &broken).to_string()),
            ..Reply::default()
        })
    }
}

no_options! {
    /// How hard a puzzle is.
    RateOptions;
}

impl Answers for RateOptions {
    const ABOUT: About = About::Puzzle;

    fn answer(&self, case: &Case<'_>) -> Result<Reply, Mistake> {
        let entry = case.entry()?;
        let (known, words, record) = match rate(&entry.puzzle, &case.options) {
            Ok(rating) => {
                let record = Record::rated(entry, case.name, &rating, None).to_json();
                (judge(&rating).0, rating_text(&rating), record)
            }
            Err(why) => {
                let record = Record::unsupported(entry, case.name, &why, None).to_json();
                (AnswerStatus::Undecided, format!("not rated: {why}"), record)
            }
        };
        Ok(Reply {
            standing: Some(known),
            words: case.words(|| words),
            document: case.document(|| record),
            ..Reply::default()
        })
    }
}

/// Which clues would mend a puzzle.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct RepairOptions {
    /// If it is unique: also a set of givens that are enough, none of which can be left out (another
    /// --seed may find another set)
    #[cfg_attr(feature = "cli", arg(long, conflicts_with_all = ["at", "signs", "level"]))]
    pub minimal: bool,
    /// Name only clues in these cells: rows of `.` for such a cell and `#` for another one.
    #[cfg_attr(feature = "cli", arg(skip))]
    pub at: Option<String>,
    /// Name only signs, no numbers (futoshiki)
    #[cfg_attr(feature = "cli", arg(long))]
    pub signs: bool,
    /// If it is unique: the fewest clues (numberlink, zip, path: walls) with which its level is this one or a
    /// lower one, see `clew rate`
    #[cfg_attr(feature = "cli", arg(long, value_name = "LEVEL", value_parser = super::word::<Level>()))]
    pub level: Option<Level>,
    /// If it has several solutions: also how hard it is with each of the first clues, where that takes little time.
    #[cfg_attr(feature = "cli", arg(skip = true))]
    pub rated: bool,
}

impl Answers for RepairOptions {
    const ABOUT: About = About::Puzzle;

    fn answer(&self, case: &Case<'_>) -> Result<Reply, Mistake> {
        let entry = case.entry()?;
        let cells = self.at.as_deref().map(|text| cells_at(text, entry)).transpose()?;

        let scope = Scope { cells, signs: self.signs };
        let RepairOptions { minimal, level, rated, .. } = *self;
        let wanted = RepairGoal { minimal, scope, level, rated };
        let mending = repair_with_goal(entry, &wanted, &case.options, case.side)?;
        let interrupted = mending.found.stopped == Some(Stop::Interrupt);
        Ok(Reply {
            standing: Some(mending.standing()),
            words: case.words(|| mending.text()),
            document: case.document(|| mending.json(case.name)),
            interrupted,
            ..Reply::default()
        })
    }
}

/// Per cell of a puzzle whether a pattern has it.
///
/// # Errors
/// In words, if the pattern cannot be read or has another size.
fn cells_at(text: &str, entry: &Entry) -> Result<Vec<bool>, String> {
    let mask = Mask::parse(text)?;
    let (rows, cols) = entry.puzzle.size();
    if (mask.rows, mask.cols) != (rows, cols) {
        return Err(format!(
            "--at: it has {} rows and {} columns, the puzzle {rows} and {cols}",
            mask.rows, mask.cols
        ));
    }
    let cells = (0..entry.puzzle.cells() as u32).map(|c| entry.puzzle.place(c));
    Ok(cells.map(|(r, c)| mask.present[(r * cols + c) as usize]).collect())
}

/// Why a cell cannot hold a number, or a path cannot go there; places are counted from 0.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged, deny_unknown_fields)]
pub enum WhyNotOptions {
    /// A number in a cell.
    Number {
        /// The row and the column.
        cell: (u32, u32),
        /// The number.
        value: u32,
    },
    /// A step between two cells.
    Link {
        /// The two cells.
        edge: Edge,
        /// Whether a path goes there.
        on: bool,
    },
}

impl Answers for WhyNotOptions {
    const ABOUT: About = About::Puzzle;

    fn answer(&self, case: &Case<'_>) -> Result<Reply, Mistake> {
        let supposed = match *self {
            WhyNotOptions::Number { cell, value } => Assumption::Number(cell, value),
            WhyNotOptions::Link { edge, on } => Assumption::Link(edge, on),
        };
        let entry = case.entry()?;
        let found = why_not(&entry.puzzle, supposed, &case.options)?;
        let known = match found.possible {
            Some(true) => AnswerStatus::Yes,
            Some(false) => AnswerStatus::No,
            None => AnswerStatus::Undecided,
        };
        Ok(Reply {
            standing: Some(known),
            words: case.words(|| found.message(&entry.puzzle)),
            document: case.document(|| found.json(entry, case.name).to_string()),
            ..Reply::default()
        })
    }
}
