//! Pictures with marks, and sheets: many puzzles on pages, with their answers at the back.

use crate::report::names::named;
use crate::report::svg::{self, Item, Paper};
use crate::strategy::Whereabouts;
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
