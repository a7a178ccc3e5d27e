//! Pictures, and puzzles in other formats.

use super::{About, Answers, Case, Mistake, Reply, unknown};
use crate::api::guarded::Failure;
use crate::api::verify_stored::carried;
use crate::api::{AnswerStatus, Page, Target, run_guarded, sheet};
use clew_engine::run::Stop;
use clew_formats::{FORMATS, Format, format};
use clew_puzzle::puzzle::{Answer, Entry};
use clew_report::svg::{self, Theme};
use clew_solve::strategy::{self, Options, Outcome, Task, Verdict};
use serde::Deserialize;

/// A picture.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct DrawOptions {
    /// Draw a solution too: the one that the input carries, or else one that is found
    #[cfg_attr(feature = "cli", arg(long))]
    pub solution: bool,
    /// Draw two solutions over each other if there are several: solid and to the left above the parts of
    /// the first alone, dashed and to the right below those of the second alone
    #[cfg_attr(feature = "cli", arg(long, conflicts_with_all = ["solution", "candidates"]))]
    pub both: bool,
    /// Shade the cells in which solutions differ, as `clew check --where` finds them
    #[serde(rename = "where")]
    #[cfg_attr(feature = "cli", arg(long = "where"))]
    pub locate: bool,
    /// Write into each cell its possible contents over all solutions, as `clew check --where` finds them
    #[cfg_attr(feature = "cli", arg(long, conflicts_with = "solution"))]
    pub candidates: bool,
    /// Write row and column numbers around the grid, or the number of each free point into its cell
    #[cfg_attr(feature = "cli", arg(long, alias = "numbers"))]
    pub coordinates: bool,
    /// Colours on white; light colours on black; or black and white for printing, with patterns and labels
    /// for paths
    #[cfg_attr(feature = "cli", arg(long, value_name = "THEME", default_value = "colour",
        value_parser = super::word::<Theme>()))]
    pub theme: Theme,
    /// The longer side of the picture in pixels (in a PDF 96 of them are an inch)
    #[cfg_attr(feature = "cli", arg(long, value_name = "PIXELS",
        value_parser = clap::value_parser!(u32).range(16..=20_000)))]
    pub size: Option<u32>,
}

impl Answers for DrawOptions {
    const ABOUT: About = About::Puzzle;

    fn answer(&self, case: &Case<'_>) -> Result<Reply, Mistake> {
        let entry = case.entry()?;
        let solved = self.solution || self.both;
        // The solutions of a result are its subject; those of other documents are drawn only if they are wanted.
        let carried = match solved || entry.is_result() {
            true => carried(entry, case.budget()),
            false => Vec::new(),
        };
        let (lacks, found) = self.search(entry, carried.len(), case)?;
        let places = found.as_ref().and_then(|outcome| outcome.whereabouts.as_ref());
        let candidates = places.filter(|_| self.candidates).map(|places| {
            sheet::candidates(&entry.puzzle, places).ok_or_else(|| {
                let line = "the numbers of a line that runs either way have no meaning";
                Mistake::from(format!("candidates do not apply: {line}"))
            })
        });
        let candidates = candidates.transpose()?.unwrap_or_default();
        let open = places.filter(|_| self.locate).map(|places| places.open_cells(&entry.puzzle));
        let found = found.as_ref().filter(|_| !self.are_known(carried.len()));
        let answers = found.map_or(&carried, |outcome| &outcome.answers);
        let options = svg::Options {
            open: &open.unwrap_or_default(),
            second: answers.get(1).filter(|_| self.both),
            candidates: &candidates,
            ..self.look()
        };
        let shown = answers.first().filter(|_| !self.candidates || solved);
        let title = if entry.title.is_empty() { case.name } else { &*entry.title };
        Ok(Reply {
            standing: Some(lacks.standing),
            svg: Some(svg::draw(&entry.puzzle, shown, title, options)),
            words: case.words(|| entry.puzzle.instructions()),
            notes: lacks.notes,
            interrupted: case.budget().urgent() == Some(Stop::Interrupt),
            ..Reply::default()
        })
    }
}

impl DrawOptions {
    /// The options that do not depend on the puzzle.
    pub fn look(&self) -> svg::Options<'static> {
        let DrawOptions { coordinates, theme, size, .. } = *self;
        svg::Options { coordinates, theme, size, ..svg::Options::default() }
    }

    /// Whether the solutions of the picture are known without a search, or it has none; the input carries `carried`.
    fn are_known(&self, carried: usize) -> bool {
        if self.both { carried >= 2 } else { carried > 0 || !self.solution }
    }

    /// The search that the picture needs, and the parts that it lacks. A puzzle that is not decided is drawn all the same.
    fn search(
        &self,
        entry: &Entry,
        carried: usize,
        case: &Case<'_>,
    ) -> Result<(Lacks, Option<Outcome>), Mistake> {
        let (known, marks) = (self.are_known(carried), self.locate || self.candidates);
        let mut lacks = Lacks { standing: AnswerStatus::Yes, notes: Vec::new() };
        if known && !marks {
            return Ok((lacks, None));
        }
        let options = Options { locate: marks, ..case.options.clone() };
        let task = if marks || self.both { Task::Check } else { Task::Solve { limit: 1 } };
        let found = match run_guarded(&options, || strategy::run(&entry.puzzle, task, &options)) {
            Ok(found) => found,
            Err(Failure::Undecided(_, why)) => {
                lacks.note(AnswerStatus::Undecided, why);
                return Ok((lacks, None));
            }
            Err(why) => return Err(why.into()),
        };
        if !known {
            lacks.solutions(&found, self.both);
        } else if found.verdict() == Verdict::None {
            let why = "no solution; the puzzle is drawn without marks";
            lacks.note(AnswerStatus::No, why.into());
        }
        if marks && !found.whereabouts.as_ref().is_some_and(|places| places.is_complete()) {
            let why =
                "a limit came before it was known of all cells whether solutions differ there";
            lacks.note(AnswerStatus::Undecided, why.into());
        }
        Ok((lacks, Some(found)))
    }
}

/// The parts that a picture lacks.
struct Lacks {
    standing: AnswerStatus,
    notes: Vec<String>,
}

impl Lacks {
    fn note(&mut self, standing: AnswerStatus, why: String) {
        self.standing = self.standing.max(standing);
        self.notes.push(why);
    }

    /// Notes why there is no solution to draw, or no second one.
    fn solutions(&mut self, found: &Outcome, both: bool) {
        let (what, without) = match (found.answers.len(), both) {
            (2.., _) | (1, false) => return,
            (1, true) if found.exact => {
                let why = "there is one solution only; it is drawn";
                return self.note(AnswerStatus::No, why.into());
            }
            (0, _) if found.exact => {
                let why = "no solution; the puzzle is drawn without one";
                return self.note(AnswerStatus::No, why.into());
            }
            (0, _) => ("a solution", "the puzzle is drawn without one"),
            _ => ("a second solution", "one is drawn"),
        };
        let limit = match found.stopped {
            Some(Stop::Time) => "the time limit",
            Some(Stop::Nodes) => "the node limit",
            Some(Stop::Memory) => "the memory limit",
            _ => "an interrupt",
        };
        self.note(AnswerStatus::Undecided, format!("{limit} came before {what}; {without}"));
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
