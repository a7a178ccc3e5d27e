//! Pictures, and puzzles in other formats.

use super::{About, Answers, Case, Mistake, Reply, unknown};
use crate::api::{AnswerStatus, Page, Target, run_guarded, sheet};
use clew_formats::{FORMATS, Format, format};
use clew_puzzle::puzzle::{Answer, Entry};
use clew_report::svg::{self, Theme};
use clew_solve::strategy::{self, Options, Task};
use serde::Deserialize;

/// A picture.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct DrawOptions {
    /// The colours: `colour`, `dark` or `mono`.
    pub theme: Theme,
    /// Numbers of rows and columns along the sides.
    pub coordinates: bool,
    /// Pixels of a cell.
    pub size: Option<u32>,
    /// With a solution.
    pub solution: bool,
    /// With two solutions that differ, if there are several.
    pub both: bool,
    /// Cells in which solutions differ are marked.
    #[serde(rename = "where")]
    pub locate: bool,
    /// The possible contents of each cell are written small.
    pub candidates: bool,
}

impl Answers for DrawOptions {
    const ABOUT: About = About::Puzzle;

    fn answer(&self, case: &Case<'_>) -> Result<Reply, Mistake> {
        let entry = case.entry()?;
        let marks = self.locate || self.candidates;
        let mut notes = Vec::new();
        let mut outcome = None;
        if marks || self.both || self.solution {
            let options = Options { locate: marks, ..case.options.clone() };
            let task = if marks || self.both { Task::Check } else { Task::Solve { limit: 1 } };
            let found = run_guarded(&options, || strategy::run(&entry.puzzle, task, &options))?;
            if found.answers.is_empty() {
                let why =
                    if found.exact { "no solution" } else { "a limit came before a solution" };
                notes.push(format!("{why}; the puzzle is drawn without one"));
            }
            outcome = Some(found);
        }
        let found = outcome.as_ref().map_or(&[][..], |outcome| &outcome.answers);
        let places = outcome.as_ref().and_then(|outcome| outcome.whereabouts.as_ref());
        let open = places.filter(|_| self.locate).map(|places| places.open_cells(&entry.puzzle));
        let can = places.filter(|_| self.candidates);
        let can = can.and_then(|places| sheet::candidates(&entry.puzzle, places));
        let options = svg::Options {
            coordinates: self.coordinates,
            open: &open.unwrap_or_default(),
            theme: self.theme,
            size: self.size,
            second: found.get(1).filter(|_| self.both),
            candidates: &can.unwrap_or_default(),
        };
        let shown = found.first().filter(|_| self.solution || self.both);
        let svg = svg::draw(&entry.puzzle, shown, &entry.title, options);
        let words = Some(entry.puzzle.instructions());
        Ok(Reply { svg: Some(svg), words, notes, ..Reply::default() })
    }
}

/// The puzzle in another format.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ConvertOptions {
    /// The format to write.
    pub to: String,
    /// Write the part that the format can hold, and list the losses.
    #[serde(default)]
    pub lossy: bool,
    /// Write a solution too.
    #[serde(default)]
    pub solution: bool,
}

impl Answers for ConvertOptions {
    const ABOUT: About = About::Puzzle;

    fn answer(&self, case: &Case<'_>) -> Result<Reply, Mistake> {
        let found = format(&self.to).filter(|format| format.write.is_some());
        let names = || FORMATS.iter().filter(|f| f.write.is_some()).map(|f| f.name);
        let format = found.ok_or_else(|| unknown("format", &self.to, names()))?;
        if self.solution && !format.solutions {
            let why = format!("the format {} has no room for a solution", format.name);
            return Err(Mistake::from(why));
        }
        let entry = case.entry()?;
        let answer = match self.solution || format.needs_solution {
            true => Some(solution(case, entry, format)?),
            false => None,
        };
        let target = Target { format, lossy: self.lossy };
        let title = if entry.title.is_empty() { "the puzzle" } else { &*entry.title };
        let mut page = Page::new(target, title, entry, case.budget(), case.side);
        let written = page.write(answer.as_ref())?;
        Ok(Reply {
            standing: Some(AnswerStatus::Yes),
            text: Some(written.text),
            notes: written.notes.lines().map(str::to_string).collect(),
            ..Reply::default()
        })
    }
}

/// The solution that goes into the text.
fn solution(case: &Case<'_>, entry: &Entry, format: &Format) -> Result<Answer, Mistake> {
    let options = &case.options;
    let task = Task::Solve { limit: 1 };
    let found = run_guarded(options, || strategy::run(&entry.puzzle, task, options))?;
    let name = format.name;
    let why = if found.exact { "the puzzle has none" } else { "a limit came before one" };
    let none = || Mistake::from(format!("{name} is written with a solution, and {why}"));
    found.answers.into_iter().next().ok_or_else(none)
}
