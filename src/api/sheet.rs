//! Pictures with marks, and sheets: many puzzles on pages, with their answers at the back.

use super::AnswerStatus;
use super::guarded::{Failure, catch_panic, run_guarded};
use super::title::{Title, author, family_name};
use crate::api::verify_stored::{settle, verified};
use clew_puzzle::puzzle::ladder::Level;
use clew_puzzle::puzzle::{Answer, Content, Entry, Puzzle};
use clew_report::svg::{self, Item, Pages, Paper};
use clew_solve::explain;
use clew_solve::strategy::{self, Differences, Options, Task, Verdict};
use std::collections::HashSet;

/// The possible contents of each cell, in words; `None` if that has no meaning for the puzzle.
pub fn candidates(puzzle: &Puzzle, found: &Differences) -> Option<Vec<Vec<String>>> {
    let word = |content: &Content| match content {
        Content::Number(_) | Content::Label(_) => puzzle.written(*content),
        Content::Nothing => "-".to_string(),
    };
    let cells = found.cells.as_ref()?;
    Some(
        cells.iter().map(|spot| spot.can.iter().chain(&spot.perhaps).map(word).collect()).collect(),
    )
}

/// A puzzle of a sheet.
#[derive(Clone, Debug)]
pub struct SheetItem {
    /// The puzzle.
    pub entry: Entry,
    /// The heading of the puzzle.
    pub heading: String,
    /// The heading of its answer.
    pub short: String,
    /// Its solution, if that is known.
    pub answer: Option<Answer>,
    /// How hard it is, in words; empty if that is unknown.
    pub level: String,
    /// The author; empty if unknown.
    pub author: String,
    /// Why there is no answer; empty if there is one.
    pub failed: &'static str,
}

/// The additions to a puzzle on a sheet, next to its clues.
#[derive(Clone, Copy, Debug)]
pub struct SheetContent {
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
    /// The solver failed.
    Failed(Failure),
}

impl SheetItem {
    /// A puzzle of a sheet, the `number`-th, with everything that is wanted of it: its own solution if its file has
    /// one that obeys the rules, else the first that is found. The second value is the resulting exit status, the
    /// third the reasons for missing parts.
    ///
    /// `options` makes the limits of each question, whose clock starts when they are made.
    pub fn new(
        mut entry: Entry,
        number: usize,
        title: &Title,
        wanted: SheetContent,
        options: impl Fn() -> Options,
    ) -> (SheetItem, AnswerStatus, Vec<Missing>) {
        let (mut answer, mut failed, mut missing) = (None, "", Vec::new());
        let mut standing = AnswerStatus::Yes;
        if wanted.answer {
            settle(&mut entry, &options().budget);
            answer = verified(&entry).into_iter().next();
        }
        if wanted.answer && answer.is_none() {
            let options = options();
            let task = Task::Solve { limit: 1 };
            match run_guarded(&options, || strategy::run(&entry.puzzle, task, &options)) {
                Ok(outcome) => {
                    answer = outcome.answers.first().cloned();
                    (failed, standing) = match (&answer, outcome.exact) {
                        (Some(_), _) => ("", AnswerStatus::Yes),
                        (None, true) => ("no solution", AnswerStatus::No),
                        (None, false) => {
                            ("not solved: a limit came first", AnswerStatus::Undecided)
                        }
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
        let [mut level, mut score] = [String::new(), String::new()];
        if wanted.level || title.needs_rating() {
            let (words, points, worse) = rated(&entry, &options(), &mut missing);
            (level, score) = (words, points);
            standing = standing.max(worse);
        }
        let heading = title.filled(&entry, number, &level, &score);
        let short = if title.has_number() { number.to_string() } else { heading.clone() };
        if !wanted.level || title.has_level() {
            level.clear();
        }
        let author = author(&entry).to_string();
        (SheetItem { entry, heading, short, answer, level, author, failed }, standing, missing)
    }
}

/// How hard a puzzle is, in a few words, and its score. A puzzle that has not one solution has no level.
fn rated(
    entry: &Entry,
    options: &Options,
    missing: &mut Vec<Missing>,
) -> (String, String, AnswerStatus) {
    let none = String::new;
    let rating = match catch_panic(|| explain::rate(&entry.puzzle, options)) {
        Ok(Ok(rating)) => rating,
        Ok(Err(why)) => {
            missing.push(Missing::Level(why));
            return ("not rated".into(), none(), AnswerStatus::Yes);
        }
        Err(failure) => {
            missing.push(Missing::Failed(failure));
            return ("not rated".into(), none(), AnswerStatus::Yes);
        }
    };
    match (rating.level, rating.verdict) {
        (Some(Level::Beyond), _) => {
            ("beyond the techniques".into(), rating.score.to_string(), AnswerStatus::Yes)
        }
        (Some(level), _) => (level.keyword().into(), rating.score.to_string(), AnswerStatus::Yes),
        (None, Verdict::Multiple) => ("several solutions".into(), none(), AnswerStatus::No),
        (None, Verdict::None) => ("no solution".into(), none(), AnswerStatus::No),
        (None, _) => ("not rated: a limit came first".into(), none(), AnswerStatus::Undecided),
    }
}

/// How the pages of a sheet look.
#[derive(Clone, Copy, Debug)]
pub struct Sheet<'a> {
    /// Puzzles on a page, down and across.
    pub size: (u32, u32),
    /// The paper.
    pub paper: Paper,
    /// The heading of each page; may be empty.
    pub heading: &'a str,
    /// The puzzles are printed with their solutions.
    pub solved: bool,
    /// Pages of answers follow.
    pub answers: bool,
    /// Answers on a page, across and down; by default as many as are readable.
    pub answer_size: Option<(u32, u32)>,
    /// The first puzzle of each kind is preceded by its instructions.
    pub rules: bool,
    /// Two pages are on each side of a sheet of paper, in the order of a booklet.
    pub booklet: bool,
}

impl Sheet<'_> {
    /// The pages of puzzles, and then those of answers, each as SVG.
    pub fn pages(&self, all: &[SheetItem], options: svg::Options<'_>) -> Vec<String> {
        let paper = if self.booklet { self.paper.folded() } else { self.paper };
        // If all puzzles have one author, the author is named at the foot of the page, otherwise below each heading.
        let author = all.first().map_or("", |drawn| &drawn.author);
        let common = all.iter().all(|drawn| drawn.author == author);
        let foot = if common { author } else { "" };
        let front = Pages { places: self.size, paper, heading: self.heading, foot };
        let remarks: Vec<String> =
            all.iter().map(|drawn| remark(drawn, self.solved, !common)).collect();
        let items: Vec<Item<'_>> = all
            .iter()
            .zip(&remarks)
            .map(|(drawn, remark)| item(drawn, &drawn.heading, remark, self.solved))
            .collect();
        let rules = if self.rules { rules(all, front.each()) } else { Vec::new() };
        let heading = match self.heading {
            "" => "Answers".to_string(),
            text => format!("{text}: answers"),
        };
        let back = Pages { heading: &heading, foot: "", ..front };
        let back = Pages { places: self.answer_places(back, all, options), ..back };
        let sheets = |pages: Pages<'_>| all.len().div_ceil(pages.each());
        let count = sheets(front) + if self.answers { sheets(back) } else { 0 };
        let mut pages = front.pages(&items, &rules, (0, count), options);
        if self.answers {
            let items = all.iter().map(|drawn| item(drawn, &drawn.short, drawn.failed, true));
            let items: Vec<Item<'_>> = items.collect();
            pages.extend(back.pages(&items, &[], (pages.len(), count), options));
        }
        if self.booklet {
            return svg::booklet(&pages, self.paper, options);
        }
        pages.iter().map(|page| page.finish(options)).collect()
    }

    /// The number of answers on a page, across and down: twice as many each way as puzzles, or one and a half times as
    /// many, if they are readable then.
    fn answer_places(
        &self,
        pages: Pages<'_>,
        all: &[SheetItem],
        options: svg::Options<'_>,
    ) -> (u32, u32) {
        match (self.answer_size, self.answers) {
            (Some(size), _) => return size,
            (None, false) => return self.size,
            (None, true) => {}
        }
        let puzzles: Vec<&Puzzle> = all.iter().map(|drawn| &drawn.entry.puzzle).collect();
        let (rows, cols) = self.size;
        let more = [(2 * rows, 2 * cols), ((3 * rows).div_ceil(2), (3 * cols).div_ceil(2))];
        let fits =
            |places: &(u32, u32)| Pages { places: *places, ..pages }.is_readable(&puzzles, options);
        more.into_iter().find(fits).unwrap_or(self.size)
    }
}

/// For each page of `each` puzzles, the instructions for the kinds of puzzles that occur on no earlier page. Rules in the
/// author's words take the place of the instructions.
fn rules(all: &[SheetItem], each: usize) -> Vec<Vec<String>> {
    let mut told = HashSet::new();
    let mut text = |drawn: &SheetItem| {
        let (puzzle, own) = (&drawn.entry.puzzle, &*drawn.entry.credits.rules);
        let rules = if own.is_empty() { puzzle.instructions() } else { own.to_string() };
        let text = (!rules.is_empty()).then(|| format!("{}: {rules}", family_name(puzzle)));
        text.filter(|text| told.insert(text.clone()))
    };
    all.chunks(each).map(|page| page.iter().filter_map(&mut text).collect()).collect()
}

fn item<'a>(drawn: &'a SheetItem, heading: &'a str, remark: &'a str, solved: bool) -> Item<'a> {
    let answer = drawn.answer.as_ref().filter(|_| solved);
    Item { puzzle: &drawn.entry.puzzle, answer, heading, remark }
}

/// The line below a heading: the level and the author, or the reason why there is no answer.
fn remark(drawn: &SheetItem, solved: bool, author: bool) -> String {
    if solved && !drawn.failed.is_empty() {
        return drawn.failed.into();
    }
    let author = if author { &*drawn.author } else { "" };
    let parts = [&*drawn.level, author].into_iter().filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("  \u{2013}  ")
}
