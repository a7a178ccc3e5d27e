//! Pictures, and puzzles in other formats.

use super::request::options;
use super::{Asked, Mistake, Reply, standing};
use crate::api::{Page, Standing, Target, run_guarded, sheet};
use clew_formats::{self as interchange, Format};
use clew_puzzle::puzzle::{Answer, Entry};
use clew_report::svg::{self, Theme};
use clew_solve::strategy::{self, Options, Task};
use serde::Deserialize;

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct DrawOptions {
    theme: Option<String>,
    coordinates: bool,
    size: Option<u32>,
    solution: bool,
    both: bool,
    #[serde(rename = "where")]
    locate: bool,
    candidates: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ConvertOptions {
    to: String,
    #[serde(default)]
    lossy: bool,
    #[serde(default)]
    solution: bool,
}

fn theme(name: Option<&str>) -> Result<Theme, String> {
    match name {
        None | Some("colour") => Ok(Theme::Colour),
        Some("dark") => Ok(Theme::Dark),
        Some("mono") => Ok(Theme::Mono),
        Some(other) => {
            let known = ["colour", "dark", "mono"].into_iter();
            Err(super::request::unknown("theme", other, known))
        }
    }
}

impl Asked<'_> {
    pub(super) fn draw(&self) -> Result<Reply, Mistake> {
        let wanted: DrawOptions = options(self.request)?;
        let theme = theme(wanted.theme.as_deref())?;
        let entry = self.entry()?;
        let marks = wanted.locate || wanted.candidates;
        let mut notes = Vec::new();
        let mut outcome = None;
        if marks || wanted.both || wanted.solution {
            let options = Options { locate: marks, ..self.options.clone() };
            let task = if marks || wanted.both { Task::Check } else { Task::Solve { limit: 1 } };
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
        let open = places.filter(|_| wanted.locate).map(|places| places.open_cells(&entry.puzzle));
        let can = places.filter(|_| wanted.candidates);
        let can = can.and_then(|places| sheet::candidates(&entry.puzzle, places));
        let options = svg::Options {
            coordinates: wanted.coordinates,
            open: &open.unwrap_or_default(),
            theme,
            size: wanted.size,
            second: found.get(1).filter(|_| wanted.both),
            candidates: &can.unwrap_or_default(),
        };
        let shown = found.first().filter(|_| wanted.solution || wanted.both);
        let svg = svg::draw(&entry.puzzle, shown, &entry.title, options);
        Ok(Reply {
            svg: Some(svg),
            words: Some(entry.puzzle.instructions()),
            notes,
            ..Reply::default()
        })
    }

    pub(super) fn convert(&self) -> Result<Reply, Mistake> {
        let wanted: ConvertOptions = options(self.request)?;
        let found = interchange::format(&wanted.to).filter(|format| format.write.is_some());
        let names = || interchange::FORMATS.iter().filter(|f| f.write.is_some()).map(|f| f.name);
        let format = found.ok_or_else(|| super::request::unknown("format", &wanted.to, names()))?;
        if wanted.solution && !format.solutions {
            let why = format!("the format {} has no room for a solution", format.name);
            return Err(Mistake::from(why));
        }
        let entry = self.entry()?;
        let answer = match wanted.solution || format.needs_solution {
            true => Some(self.solution(&entry, format)?),
            false => None,
        };
        let target = Target { format, lossy: wanted.lossy };
        let title = if entry.title.is_empty() { "the puzzle" } else { &*entry.title };
        let mut page = Page::new(target, title, &entry, self.budget(), self.side);
        let written = page.write(answer.as_ref())?;
        Ok(Reply {
            standing: standing(Standing::Yes),
            text: Some(written.text),
            notes: written.notes.lines().map(str::to_string).collect(),
            ..Reply::default()
        })
    }

    /// The solution that goes into the text.
    fn solution(&self, entry: &Entry, format: &Format) -> Result<Answer, Mistake> {
        let options = &self.options;
        let task = Task::Solve { limit: 1 };
        let found = run_guarded(options, || strategy::run(&entry.puzzle, task, options))?;
        let name = format.name;
        let why = if found.exact { "the puzzle has none" } else { "a limit came before one" };
        let none = || Mistake::from(format!("{name} is written with a solution, and {why}"));
        found.answers.into_iter().next().ok_or_else(none)
    }
}
