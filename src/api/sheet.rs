//! Pictures with marks, and sheets: many puzzles on pages, with their answers at the back.

use super::AnswerStatus;
use super::guarded::{Failure, catch_panic, run_guarded};
use super::title::{Title, author, family_name};
use crate::api::verify_stored::{settle, verified};
use clew_puzzle::puzzle::ladder::Level;
use clew_puzzle::puzzle::{Answer, Content, Entry, Puzzle};
use clew_report::svg::{self, Contents, Item, Pages, Paper, TitlePage};
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
    /// How hard it is, if that is known.
    pub level: Option<Level>,
    /// That in words, if they are wanted below the heading; may be empty.
    pub words: String,
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
    /// How hard the puzzle is, below its heading.
    pub level: bool,
    /// How hard it is must be known even if it is not shown.
    pub rating: bool,
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
        let mut rating = Rated::default();
        if wanted.level || wanted.rating || title.needs_rating() {
            let (found, worse) = rated(&entry, &options(), &mut missing);
            (rating, standing) = (found, standing.max(worse));
        }
        let heading = title.filled(&entry, number, &rating.words, &rating.score);
        let short = if title.has_number() { number.to_string() } else { heading.clone() };
        let words = match wanted.level && !title.has_level() {
            true => rating.words,
            false => String::new(),
        };
        let (level, author) = (rating.level, author(&entry).to_string());
        let item = SheetItem { entry, heading, short, answer, level, words, author, failed };
        (item, standing, missing)
    }
}

/// How hard a puzzle is.
#[derive(Default)]
struct Rated {
    level: Option<Level>,
    /// The level, or the reason why there is none, in a few words.
    words: String,
    /// The score, if there is a level.
    score: String,
}

/// The rating of a puzzle. One that has not one solution has no level.
fn rated(entry: &Entry, options: &Options, missing: &mut Vec<Missing>) -> (Rated, AnswerStatus) {
    let without = |words: &str| Rated { words: words.into(), ..Rated::default() };
    let found = catch_panic(|| explain::rate(&entry.puzzle, options)).map_err(Missing::Failed);
    let rating = match found.and_then(|rating| rating.map_err(Missing::Level)) {
        Ok(rating) => rating,
        Err(why) => {
            missing.push(why);
            return (without("not rated"), AnswerStatus::Yes);
        }
    };
    match (rating.level, rating.verdict) {
        (Some(level), _) => {
            let beyond = level == Level::Beyond;
            let words = if beyond { "beyond the techniques" } else { level.keyword() }.into();
            let score = rating.score.to_string();
            (Rated { level: Some(level), words, score }, AnswerStatus::Yes)
        }
        (None, Verdict::Multiple) => (without("several solutions"), AnswerStatus::No),
        (None, Verdict::None) => (without("no solution"), AnswerStatus::No),
        (None, _) => (without("not rated: a limit came first"), AnswerStatus::Undecided),
    }
}

/// How many puzzles are on a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Places {
    /// Down and across.
    pub usual: (u32, u32),
    /// From a level on, others; the last one counts that applies.
    pub from: Vec<(Level, (u32, u32))>,
}

impl std::str::FromStr for Places {
    type Err = String;

    /// Reads `3x2` and `3x2,hard=2x1`.
    fn from_str(text: &str) -> Result<Places, String> {
        let mut parts = text.split(',');
        let usual = places(parts.next().unwrap_or_default())?;
        let from = parts.map(|part| {
            let (level, size) = part.split_once('=').ok_or_else(|| {
                format!(
                    "expected a level with its rows and columns, such as hard=2x1, not {part:?}"
                )
            })?;
            Ok((level.parse()?, places(size)?))
        });
        Ok(Places { usual, from: from.collect::<Result<_, String>>()? })
    }
}

impl Places {
    fn at(&self, level: Option<Level>) -> (u32, u32) {
        let met =
            self.from.iter().rev().find(|(from, _)| level.is_some_and(|level| level >= *from));
        met.map_or(self.usual, |(_, places)| *places)
    }
}

/// Reads how many pictures are on a page, down and across: `3x2`.
///
/// # Errors
/// The error, in words.
pub fn places(text: &str) -> Result<(u32, u32), String> {
    /// More would be too small to read.
    const MOST: u32 = 20;
    let number = |text: &str| text.parse::<u32>().ok().filter(|n| (1..=MOST).contains(n));
    let size = text.split_once(['x', 'X']).and_then(|(r, c)| number(r).zip(number(c)));
    size.ok_or_else(|| format!("expected rows and columns from 1 to {MOST}, such as 3x2"))
}

/// How the pages of a sheet look.
#[derive(Clone, Copy, Debug)]
pub struct Sheet<'a> {
    /// Puzzles on a page. Where the number changes, a page begins.
    pub places: &'a Places,
    /// The paper.
    pub paper: Paper,
    /// The heading of each page, and the title of the first one; may be empty.
    pub heading: &'a str,
    /// A page before the puzzles has the title, the contents and the rules.
    pub title_page: bool,
    /// The levels are shown, with stars.
    pub levels: bool,
    /// The puzzles are printed with their solutions.
    pub solved: bool,
    /// Pages of answers follow.
    pub answers: bool,
    /// Answers on a page, down and across; by default as many as are readable.
    pub answer_places: Option<(u32, u32)>,
    /// The rules are on the title page, or above the first puzzle of each kind.
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
        let front = Pages { places: self.places.usual, paper, heading: self.heading, foot };
        let fronts = self.fronts(front, all);
        let heading = match self.heading {
            "" => "Answers".to_string(),
            text => format!("{text}: answers"),
        };
        let back = Pages { heading: &heading, foot: "", ..front };
        let back = self.answers.then(|| self.back(back, all, options));
        let backs = back.map_or(0, |back| all.len().div_ceil(back.each()));
        let first = usize::from(self.title_page);
        let count = first + fronts.len() + backs;

        let mut told = HashSet::new();
        let mut pages = Vec::with_capacity(count);
        if self.title_page {
            let rules = if self.rules { rules(all, &mut told) } else { Vec::new() };
            let title = if self.heading.is_empty() { "Puzzles" } else { self.heading };
            let contents = contents(all, self.levels);
            let first = TitlePage { title, author: foot, contents: &contents, rules: &rules };
            pages.push(first.page(paper, options));
        }
        for (front, part) in fronts {
            let remarks: Vec<String> =
                part.iter().map(|drawn| remark(drawn, self.solved, !common)).collect();
            let items: Vec<Item<'_>> = part
                .iter()
                .zip(&remarks)
                .map(|(drawn, remark)| Item {
                    stars: drawn.level.filter(|_| self.levels).map_or(0, Level::stars),
                    ..item(drawn, &drawn.heading, remark, self.solved)
                })
                .collect();
            let rules = if self.rules { rules(part, &mut told) } else { Vec::new() };
            let rules: Vec<String> =
                rules.into_iter().map(|(name, text)| format!("{name}: {text}")).collect();
            pages.push(front.page(&items, &rules, (pages.len() + 1, count), options));
        }
        for part in back.iter().flat_map(|back| all.chunks(back.each())) {
            let items = part.iter().map(|drawn| item(drawn, &drawn.short, drawn.failed, true));
            let items: Vec<Item<'_>> = items.collect();
            let number = (pages.len() + 1, count);
            pages.extend(back.map(|back| back.page(&items, &[], number, options)));
        }
        if self.booklet {
            return svg::booklet(&pages, self.paper, options);
        }
        pages.iter().map(|page| page.finish(options)).collect()
    }

    /// The pages of puzzles: their layout and their contents.
    fn fronts<'p, 'i>(
        &self,
        pages: Pages<'p>,
        all: &'i [SheetItem],
    ) -> Vec<(Pages<'p>, &'i [SheetItem])> {
        let places = |drawn: &SheetItem| self.places.at(drawn.level);
        let runs = all.chunk_by(|one, next| places(one) == places(next));
        let parts = runs.flat_map(|run| {
            let pages = Pages { places: places(&run[0]), ..pages };
            run.chunks(pages.each()).map(move |part| (pages, part))
        });
        parts.collect()
    }

    /// The pages of answers: at most twice as many down and across as puzzles, if they are readable then.
    fn back<'p>(
        &self,
        pages: Pages<'p>,
        all: &[SheetItem],
        options: svg::Options<'_>,
    ) -> Pages<'p> {
        if let Some(places) = self.answer_places {
            return Pages { places, ..pages };
        }
        let puzzles: Vec<&Puzzle> = all.iter().map(|drawn| &drawn.entry.puzzle).collect();
        let (rows, cols) = pages.places;
        pages.fitted(&puzzles, (2 * rows, 2 * cols), options).unwrap_or(pages)
    }
}

/// The contents of a sheet: for each family and level the sizes and numbers of its puzzles.
fn contents(all: &[SheetItem], levels: bool) -> Vec<Contents> {
    let kind =
        |drawn: &SheetItem| (family_name(&drawn.entry.puzzle), drawn.level.filter(|_| levels));
    let mut kinds: Vec<(String, Option<Level>)> = all.iter().map(kind).collect();
    let mut families: Vec<String> = kinds.iter().map(|(family, _)| family.clone()).collect();
    let mut seen = HashSet::new();
    families.retain(|family| seen.insert(family.clone()));
    let place = |family: &String| families.iter().position(|known| known == family);
    kinds.sort_by_cached_key(|(family, level)| (place(family), *level));
    kinds.dedup();
    let mut above = String::new();
    let mut line = |of: (String, Option<Level>)| {
        let met = all.iter().zip(1u32..).filter(|(drawn, _)| kind(drawn) == of);
        let (met, numbers): (Vec<&SheetItem>, Vec<u32>) = met.unzip();
        let sizes = met.iter().map(|drawn| drawn.entry.puzzle.size());
        let (least, most) =
            (sizes.clone().min().unwrap_or_default(), sizes.max().unwrap_or_default());
        let [least, most] = [least, most].map(|(rows, cols)| format!("{rows} \u{d7} {cols}"));
        let (family, level) = of;
        let first = above != family;
        above.clone_from(&family);
        Contents {
            family: if first { family } else { String::new() },
            size: if least == most { least } else { format!("{least} to {most}") },
            stars: level.map_or(0, Level::stars),
            level: level.map_or(String::new(), |level| level.keyword().into()),
            numbers: ranges(&numbers),
        }
    };
    kinds.into_iter().map(&mut line).collect()
}

/// Ascending numbers, those in a row as a range.
fn ranges(numbers: &[u32]) -> String {
    let runs = numbers.chunk_by(|a, b| a + 1 == *b).map(|run| match run {
        [one] => one.to_string(),
        [one, .., last] => format!("{one}\u{2013}{last}"),
        [] => String::new(),
    });
    runs.collect::<Vec<_>>().join(", ")
}

/// The names and instructions of the kinds of puzzles that are not in `told`, to which they are added. Rules in the
/// author's words take the place of the instructions.
fn rules(all: &[SheetItem], told: &mut HashSet<(String, String)>) -> Vec<(String, String)> {
    let mut new = |drawn: &SheetItem| {
        let (puzzle, own) = (&drawn.entry.puzzle, &*drawn.entry.credits.rules);
        let rules = if own.is_empty() { puzzle.instructions() } else { own.to_string() };
        let new = (!rules.is_empty()).then(|| (family_name(puzzle), rules));
        new.filter(|new| told.insert(new.clone()))
    };
    all.iter().filter_map(&mut new).collect()
}

fn item<'a>(drawn: &'a SheetItem, heading: &'a str, remark: &'a str, solved: bool) -> Item<'a> {
    let answer = drawn.answer.as_ref().filter(|_| solved);
    Item { puzzle: &drawn.entry.puzzle, answer, heading, remark, stars: 0 }
}

/// The line below a heading: the level and the author, or the reason why there is no answer.
fn remark(drawn: &SheetItem, solved: bool, author: bool) -> String {
    if solved && !drawn.failed.is_empty() {
        return drawn.failed.into();
    }
    let author = if author { &*drawn.author } else { "" };
    let parts = [&*drawn.words, author].into_iter().filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("  \u{2013}  ")
}
