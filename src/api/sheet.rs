//! Pictures with marks, and sheets: many puzzles on pages, with their answers at the back.

use super::Standing;
use super::guarded::{Failure, caught, guarded};
use super::stored::{settle, verified};
use crate::explain;
use crate::report::names::named;
use crate::report::svg::{self, Item, Paper};
use crate::strategy::{self, Options, Task, Verdict, Whereabouts};
use clew_puzzles::puzzle::ladder::Level;
use clew_puzzles::puzzle::{Answer, Content, Entry, Puzzle};

/// Per cell what it can hold, in words; `None` where that means nothing.
pub fn candidates(puzzle: &Puzzle, found: &Whereabouts) -> Option<Vec<Vec<String>>> {
    let word = |content: &Content| match content {
        Content::Number(_) | Content::Label(_) => named(puzzle, *content),
        Content::Nothing => "-".to_string(),
    };
    let cells = found.cells.as_ref()?;
    Some(
        cells.iter().map(|spot| spot.can.iter().chain(&spot.perhaps).map(word).collect()).collect(),
    )
}

/// A puzzle of a sheet.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// The puzzle.
    pub entry: Entry,
    /// What stands above it.
    pub heading: String,
    /// Its solution, if that is known.
    pub answer: Option<Answer>,
    /// How hard it is, in words; empty if that is not said.
    pub level: String,
    /// Why there is no answer; empty if there is one.
    pub failed: &'static str,
}

/// What a sheet shows of a puzzle next to its clues.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// The solution.
    pub answer: bool,
    /// How hard the puzzle is.
    pub level: bool,
}

/// The reason why a sheet does not show something.
#[derive(Debug)]
pub enum Missing {
    /// The puzzle has no answer, in words.
    Answer(&'static str),
    /// The puzzle has no level, in words.
    Level(String),
    /// The solver could not be asked.
    Failed(Failure),
}

impl Drawn {
    /// A puzzle of a sheet, with everything that is wanted of it: its own solution if its file has one that obeys the
    /// rules, else the first that is found. The second value is what this means for the exit status, the third the
    /// reasons for what is missing.
    ///
    /// `options` makes the limits of each question, whose clock starts then.
    pub fn new(
        mut entry: Entry,
        heading: String,
        wanted: Wanted,
        options: impl Fn() -> Options,
    ) -> (Drawn, Standing, Vec<Missing>) {
        let (mut answer, mut failed, mut missing) = (None, "", Vec::new());
        let mut standing = Standing::Yes;
        if wanted.answer {
            settle(&mut entry, &options().budget);
            answer = verified(&entry).into_iter().next();
        }
        if wanted.answer && answer.is_none() {
            let options = options();
            let task = Task::Solve { limit: 1 };
            match guarded(&options, || strategy::run(&entry.puzzle, task, &options)) {
                Ok(outcome) => {
                    answer = outcome.answers.first().cloned();
                    (failed, standing) = match (&answer, outcome.exact) {
                        (Some(_), _) => ("", Standing::Yes),
                        (None, true) => ("no solution", Standing::No),
                        (None, false) => ("not solved: a limit came first", Standing::Undecided),
                    };
                    if answer.is_none() {
                        missing.push(Missing::Answer(failed));
                    }
                }
                Err(failure) => {
                    failed = "not solved";
                    missing.push(Missing::Failed(failure));
                }
            }
        }
        let mut level = String::new();
        if wanted.level {
            let (words, worse) = rated(&entry, &options(), &mut missing);
            level = words;
            standing = standing.max(worse);
        }
        (Drawn { entry, heading, answer, level, failed }, standing, missing)
    }
}

/// How hard a puzzle is, in a few words. A puzzle that has not one solution has no level.
fn rated(entry: &Entry, options: &Options, missing: &mut Vec<Missing>) -> (String, Standing) {
    let rating = match caught(|| explain::rate(&entry.puzzle, options)) {
        Ok(Ok(rating)) => rating,
        Ok(Err(why)) => {
            missing.push(Missing::Level(why));
            return ("not rated".into(), Standing::Yes);
        }
        Err(failure) => {
            missing.push(Missing::Failed(failure));
            return ("not rated".into(), Standing::Yes);
        }
    };
    match (rating.level, rating.verdict) {
        (Some(Level::Beyond), _) => ("beyond the techniques".into(), Standing::Yes),
        (Some(level), _) => (format!("{}, {}", level.keyword(), rating.score), Standing::Yes),
        (None, Verdict::Multiple) => ("several solutions".into(), Standing::No),
        (None, Verdict::None) => ("no solution".into(), Standing::No),
        (None, _) => ("not rated: a limit came first".into(), Standing::Undecided),
    }
}

/// How the pages of a sheet look.
#[derive(Clone, Copy, Debug)]
pub struct Sheet<'a> {
    /// Puzzles on a page, down and across.
    pub size: (u32, u32),
    /// The paper.
    pub paper: Paper,
    /// What stands above each page; may be empty.
    pub heading: &'a str,
    /// The puzzles are solved where they stand.
    pub solved: bool,
    /// Pages of answers follow.
    pub answers: bool,
}

impl Sheet<'_> {
    /// The pages of puzzles, and then those of answers, each as SVG.
    pub fn pages(&self, all: &[Drawn], options: svg::Options<'_>) -> Vec<String> {
        let Sheet { size, paper, heading, .. } = *self;
        let front: Vec<Item<'_>> = all.iter().map(|drawn| item(drawn, self.solved)).collect();
        let sheets = front.len().div_ceil((size.0 * size.1) as usize);
        let count = if self.answers { 2 * sheets } else { sheets };
        let mut pages = svg::pages(&front, size, paper, heading, (0, count), options);
        if self.answers {
            let back: Vec<Item<'_>> = all.iter().map(|drawn| item(drawn, true)).collect();
            let heading = match heading {
                "" => "Answers".to_string(),
                text => format!("{text}: answers"),
            };
            pages.extend(svg::pages(&back, size, paper, &heading, (sheets, count), options));
        }
        pages
    }
}

fn item(drawn: &Drawn, solved: bool) -> Item<'_> {
    let remark = match (solved, drawn.failed) {
        (true, failed) if !failed.is_empty() => failed,
        _ => &drawn.level,
    };
    Item {
        puzzle: &drawn.entry.puzzle,
        answer: drawn.answer.as_ref().filter(|_| solved),
        heading: &drawn.heading,
        remark,
    }
}
