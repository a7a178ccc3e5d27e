//! All steps as one page that works without scripts: a section a step, with the position drawn, and
//! links from one to the next.

use super::{rating_text, sentence, spot};
use crate::explain::{Rating, Step};
use crate::report::page;
use crate::report::svg::{self, Backdrop, Marks, Theme, escape};
use clew_puzzles::puzzle::ladder::{Fact, Ladder, Pencil};
use clew_puzzles::puzzle::scene::Scene;
use clew_puzzles::puzzle::{Board, Puzzle};
use std::fmt::Write;

/// Steps beyond which a section holds all steps of a round: every section has a picture of its own.
const MANY: usize = 300;
/// Numbers of a cell of a board that are pencilled in at most; nobody writes more into one.
const LISTED: usize = 6;
/// The name of the element with the puzzle, over which every step draws its own.
const BOARD: &str = "board";

const STYLE: &str = "\
section{display:none}
section:target,body:not(:has(section:target)) section:first-of-type{display:block}
nav a{display:inline-block;padding:.35rem .9rem;margin-right:.5rem;border:1px solid;border-radius:4px;\
text-decoration:none;color:inherit}
.ground{position:absolute}
.switch{position:sticky;top:0;background:Canvas;margin:0;padding:.35rem 0}
.switch label{padding:.2rem 0}
section{scroll-margin-top:2.5rem}
body:has(#pencil:not(:checked)) .pencil{display:none}
.level{opacity:.75;font-size:.9rem}
ol{columns:2 14rem;font-size:.85rem}
@media print{section{display:block;break-inside:avoid}nav,ol,.switch{display:none}}";

/// The page. `title` and everything else from outside is escaped. `end` says how it ended.
pub fn page(puzzle: &Puzzle, steps: &[Step], rating: &Rating, title: &str, end: &str) -> String {
    let sections = sections(steps);
    let style = format!("{}\n{STYLE}", Theme::page_style());
    let mut out = page::head(title, &style, None);
    let _ = write!(
        out,
        "<h1>{}</h1>\n<p>{}. {}</p>\n<p class=\"switch\"><label><input type=\"checkbox\" \
         id=\"pencil\" checked> Pencil marks</label></p>\n",
        escape(title),
        escape(&rating_text(rating)),
        escape(end),
    );
    let backdrop = Backdrop::new(puzzle, BOARD, options());
    out += &backdrop.element();
    let mut position = Position::new(puzzle);
    let last = sections.len() + 1;
    let mut number = 0;
    section(&mut out, 0, last, "The puzzle", "", &[], &backdrop.marked(&position.marks));
    for (i, of) in sections.iter().enumerate() {
        let first = &of[0];
        let heading = match of.len() {
            1 => format!("{}. {}", number + 1, first.technique.title),
            n => format!("{} to {}. {}", number + 1, number + n, first.technique.title),
        };
        number += of.len();
        let level = format!("{} ({})", first.technique.level.keyword(), first.technique.name);
        let sentences: Vec<String> = of.iter().map(|step| sentence(puzzle, step)).collect();
        position.take(of);
        let picture = backdrop.marked(&position.marks);
        section(&mut out, i + 1, last, &heading, &level, &sentences, &picture);
    }
    position.take(&[]);
    section(&mut out, last, last, end, "", &[], &backdrop.marked(&position.marks));
    out += "<ol>\n";
    // A section is numbered by its first step.
    let mut number = 1;
    for (i, of) in sections.iter().enumerate() {
        let cell = of[0].telling.as_ref().and_then(|telling| telling.cells.first());
        let cell = cell.map_or(String::new(), |&cell| format!(": {}", spot(puzzle, cell)));
        let title = escape(&format!("{}{cell}", of[0].technique.title));
        let _ = writeln!(out, "<li value=\"{number}\"><a href=\"#s{}\">{title}</a></li>", i + 1);
        number += of.len();
    }
    out + "</ol>\n</body>\n</html>\n"
}

/// A section a step, or a section a round if there are many.
fn sections(steps: &[Step]) -> Vec<&[Step]> {
    if steps.len() <= MANY {
        steps.chunks(1).collect()
    } else {
        steps.chunk_by(|a, b| a.round == b.round).collect()
    }
}

fn section(
    out: &mut String,
    number: usize,
    last: usize,
    heading: &str,
    level: &str,
    sentences: &[String],
    picture: &str,
) {
    let back = number.saturating_sub(1);
    let next = (number + 1).min(last);
    let _ = write!(
        out,
        "<section id=\"s{number}\">\n<h2>{}</h2>\n<nav><a href=\"#s{back}\">Back</a>\
         <a href=\"#s{next}\">Next</a></nav>\n",
        escape(heading)
    );
    for sentence in sentences {
        let _ = writeln!(out, "<p>{}</p>", escape(sentence));
    }
    if !level.is_empty() {
        let _ = writeln!(out, "<p class=\"level\">{}</p>", escape(level));
    }
    let _ = writeln!(out, "{picture}</section>");
}

fn options() -> svg::Options<'static> {
    svg::Options { coordinates: true, theme: Theme::Page, ..svg::Options::default() }
}

/// The board as the steps so far leave it.
struct Position {
    /// Takes the steps; none if the givens are nonsense.
    ladder: Option<Box<dyn Ladder>>,
    /// How many numbers of a cell are shown at most.
    most: usize,
    /// The first number of a line.
    first: u32,
    pencil: Pencil,
    marks: Marks,
}

impl Position {
    fn new(puzzle: &Puzzle) -> Position {
        let most = match puzzle.scene(None) {
            Scene::Boxes(_) => usize::MAX,
            Scene::Board(_) => LISTED,
        };
        let ladder = puzzle.ladder().ok();
        let pencil = Pencil::Numbers(Vec::new());
        let first = puzzle.board().map_or(1, Board::first);
        let mut position = Position { ladder, most, first, pencil, marks: Marks::default() };
        position.take(&[]);
        position.take(&[]);
        position
    }

    /// Marks what the steps say as news, and where they say to look; what was news before is none any
    /// more.
    fn take(&mut self, steps: &[Step]) {
        let marks = &mut self.marks;
        marks.look.clear();
        marks.parted.clear();
        marks.numbers.iter_mut().for_each(|mark| mark.2 = false);
        let mut stated = Vec::new();
        for step in steps {
            let tellings = step.ideas.iter().chain([step]).filter_map(|told| told.telling.as_ref());
            tellings.for_each(|telling| marks.look.extend(&telling.cells));
            for finding in step.ideas.iter().flat_map(|idea| &idea.findings).chain(&step.findings) {
                match (finding.fact, finding.holds) {
                    (Fact::Number { cell, number }, true) => {
                        marks.numbers.push((cell, number - 1 + self.first, true));
                    }
                    // Not every number is pencilled in: the outline says where one goes.
                    (Fact::Number { cell, .. }, false) => marks.look.push(cell),
                    (Fact::Link { from, to }, holds) => stated.push(([from, to], holds)),
                }
                if let Some(ladder) = &mut self.ladder {
                    // A contradiction is how the steps end; the page says so.
                    let _ = ladder.learn(*finding);
                }
            }
        }
        stated.sort_unstable();
        marks.look.sort_unstable();
        marks.look.dedup();
        let Some(ladder) = &self.ladder else { return };
        let after = ladder.pencil(self.most);
        let before = std::mem::replace(&mut self.pencil, after);
        match (&before, &self.pencil) {
            (Pencil::Links(before), Pencil::Links(after)) => {
                // Both are in the order of edges.
                let fresh = |known: &([u32; 2], bool)| before.binary_search(known).is_err();
                marks.crossed.clear();
                marks.joined.clear();
                for known in after {
                    match known.1 {
                        true => marks.joined.push((known.0, fresh(known))),
                        false if stated.binary_search(known).is_ok() => marks.parted.push(known.0),
                        false => marks.crossed.push((known.0, fresh(known))),
                    }
                }
            }
            (Pencil::Numbers(before), Pencil::Numbers(after)) => {
                marks.pencil.clear();
                let mut placed = vec![false; after.len()];
                marks.numbers.iter().for_each(|mark| placed[mark.0 as usize] = true);
                for (cell, after) in (0..).zip(after) {
                    let before = before.get(cell as usize).filter(|list| !list.is_empty());
                    let shown = before.unwrap_or(after);
                    if !placed[cell as usize] && !shown.is_empty() {
                        let struck =
                            |number: &u32| (number - 1 + self.first, !after.contains(number));
                        marks.pencil.push((cell, shown.iter().map(struck).collect()));
                    }
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests;
