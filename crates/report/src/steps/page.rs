//! All steps as one page that works without scripts: one section per step, with the position drawn, and links from one
//! to the next. Its one script lets arrow keys follow these links.

use super::words::named;
use super::{lines, rating_text, result};
use crate::page;
use crate::svg::{self, Backdrop, Joined, Marks, Theme, escape};
use clew_engine::run::Budget;
use clew_puzzle::puzzle::ladder::{Fact, Ladder, PencilMark};
use clew_puzzle::puzzle::scene::Scene;
use clew_puzzle::puzzle::{Board, Cell, Puzzle};
use clew_solve::explain::{Rating, Step};
use std::collections::HashMap;
use std::fmt::Write;

/// The maximum number of steps for which each has a section; with more, a section holds all steps of a round, since
/// every section has a picture.
const MANY: usize = 300;
/// The maximum number of assumptions of a section that are drawn, each with its consequences.
const DRAWN: usize = 3;
/// The name of the element with the puzzle, over which every step draws its marks.
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
section svg{width:min(100%,32rem)}
.pictures{display:flex;flex-wrap:wrap;gap:0 1rem}
figure{margin:1rem 0;flex:1 1 19rem}figcaption{font-size:.9rem}figure svg{width:100%;margin:.3rem 0}
.pencil{font-family:Helvetica,Arial,sans-serif;text-anchor:middle}
body:has(#pencil:not(:checked)) .pencil{display:none}
.level{opacity:.75;font-size:.9rem}
ol{columns:2 14rem;font-size:.85rem}
@media print{section{display:block;break-inside:avoid}nav,ol,.switch{display:none}}";

/// Follows the links of the section that is shown.
const SCRIPT: &str = "addEventListener(\"keydown\",e=>{const w={ArrowRight:\"next\",ArrowLeft:\"prev\"}[e.key];\
if(!w||e.altKey||e.ctrlKey||e.metaKey)return;const s=document.querySelector(\"section:target\")||\
document.querySelector(\"section\");e.preventDefault();s.querySelector(\"a[rel=\"+w+\"]\").click()})";

/// The SHA-256 of the script in base 64, by which the page allows it and no other one.
const SCRIPT_HASH: &str = "G9ZIxIjUoYelAXhKcVU7lAHagPx3N5/sOrl2u3lQrpI=";

/// The most pencil marks of a cell that are drawn: more cannot be read.
const MOST_PENCILLED: usize = 128;

/// The page. `title` and everything else from outside is escaped. `end` states how the steps ended. With the budget the
/// page ends too: steps that come later are left out, and the page says so.
pub fn page(
    puzzle: &Puzzle,
    steps: &[Step],
    rating: &Rating,
    [title, end]: [&str; 2],
    budget: &Budget,
) -> String {
    let sections = sections(steps);
    let style = format!("{}\n{STYLE}", Theme::page_style());
    let mut out = page::head(title, &style, Some(SCRIPT_HASH));
    let _ = write!(
        out,
        "<h1>{}</h1>\n<p>{}. {}</p>\n<p class=\"switch\"><label><input type=\"checkbox\" \
         id=\"pencil\" checked> Pencil marks</label></p>\n",
        escape(title),
        escape(&rating_text(rating)),
        escape(end),
    );
    let mut backdrop = Backdrop::new(puzzle, BOARD, options());
    let mut position = Position::new(puzzle);
    let mut body = String::new();
    let last = sections.len() + 1;
    let (mut number, mut index) = (0, String::from("<ol>\n"));
    let first = Section { heading: "The puzzle", ..Section::default() };
    first.write(&mut body, 0, last, &backdrop.marked(&position.marks));
    let mut written = 0;
    for (i, of) in sections.iter().enumerate() {
        if budget.urgent().is_some() {
            break;
        }
        written += 1;
        let first = &of[0];
        let title = first.technique.title;
        let heading = match of.len() {
            1 => format!("{}. {}", number + 1, capital(title)),
            n => format!("{} to {}. {}", number + 1, number + n, capital(title)),
        };
        // A section is numbered by its first step.
        let shown = escape(&brief(puzzle, first));
        let _ = writeln!(
            index,
            "<li value=\"{}\"><a href=\"#s{}\">{shown}</a> <small>{}</small></li>",
            number + 1,
            i + 1,
            escape(title)
        );
        number += of.len();
        let section = Section {
            heading: &heading,
            level: format!("{} ({})", first.technique.level.keyword(), first.technique.name),
            sentences: of
                .iter()
                .flat_map(|step| lines(puzzle, step))
                .map(|line| capital(&line.text))
                .collect(),
            trials: trials(of)
                .map(|trial| {
                    let caption = supposed(puzzle, trial);
                    (caption, backdrop.marked(&position.supposed(trial)))
                })
                .collect(),
        };
        position.take(of);
        section.write(&mut body, i + 1, last, &backdrop.marked(&position.marks));
    }
    position.take(&[]);
    let cut = (written < sections.len()).then(|| {
        let (number, all) = (number + 1, steps.len());
        format!("A limit came before the pictures of steps {number} to {all}, which are left out")
    });
    let over = Section { heading: end, sentences: cut.into_iter().collect(), ..Section::default() };
    over.write(&mut body, written + 1, written + 1, &backdrop.marked(&position.marks));
    out + &backdrop.element()
        + &body
        + &index
        + "</ol>\n<script>"
        + SCRIPT
        + "</script>\n</body>\n</html>\n"
}

/// A text with a capital first letter, unless it begins with the name of a cell.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    match letters.as_str().starts_with(|c: char| c.is_ascii_digit()) {
        true => text.to_string(),
        false => first.unwrap_or_default() + letters.as_str(),
    }
}

/// The first result of a step, in a few words.
fn brief(puzzle: &Puzzle, step: &Step) -> String {
    let all = result(puzzle, step);
    let mut parts = all.split("; ");
    // Drawn lines are more important than the exclusions before them.
    let drawn = parts.clone().find(|part| part.starts_with("draw ") || part.contains(" is "));
    let first = drawn.or_else(|| parts.next()).unwrap_or_default();
    let cells = first.split('-').count();
    match cells {
        0..=5 => first.to_string(),
        _ => format!("{}-\u{2026}", first.split('-').take(4).collect::<Vec<_>>().join("-")),
    }
}

/// The caption of an assumption.
fn supposed(puzzle: &Puzzle, trial: &Step) -> String {
    let word = |holds: bool| if holds { "Suppose" } else { "Suppose without" };
    trial.assumed.map_or(String::new(), |assumed| {
        format!("{} {}:", word(assumed.holds), named(puzzle, assumed))
    })
}

/// The assumptions of a section that are drawn: those of steps, or few that steps need.
fn trials(steps: &[Step]) -> impl Iterator<Item = &Step> {
    let own = steps.iter().filter(|step| step.assumed.is_some());
    let needed = steps.iter().flat_map(|step| &step.ideas).filter(|idea| idea.assumed.is_some());
    let few = if needed.clone().count() > DRAWN { 0 } else { DRAWN };
    needed.take(few).chain(own).take(DRAWN)
}

/// One section per step, or one per round if there are many steps.
fn sections(steps: &[Step]) -> Vec<&[Step]> {
    if steps.len() <= MANY {
        steps.chunks(1).collect()
    } else {
        steps.chunk_by(|a, b| a.round == b.round).collect()
    }
}

/// The content of a section.
#[derive(Default)]
struct Section<'a> {
    heading: &'a str,
    level: String,
    sentences: Vec<String>,
    /// Captions with pictures.
    trials: Vec<(String, String)>,
}

impl Section<'_> {
    fn write(&self, out: &mut String, number: usize, last: usize, picture: &str) {
        let back = number.saturating_sub(1);
        let next = (number + 1).min(last);
        let _ = write!(
            out,
            "<section id=\"s{number}\">\n<h2>{}</h2>\n<nav><a rel=\"prev\" href=\"#s{back}\">Back</a>\
             <a rel=\"next\" href=\"#s{next}\">Next</a></nav>\n",
            escape(self.heading)
        );
        for sentence in &self.sentences {
            let _ = writeln!(out, "<p>{}</p>", escape(sentence));
        }
        if self.trials.is_empty() {
            let _ = writeln!(out, "{picture}");
        } else {
            out.push_str("<div class=\"pictures\">\n");
            let so = ("So:".to_string(), picture.to_string());
            for (caption, picture) in self.trials.iter().chain([&so]) {
                let caption = escape(caption);
                let _ =
                    writeln!(out, "<figure><figcaption>{caption}</figcaption>{picture}</figure>");
            }
            out.push_str("</div>\n");
        }
        if !self.level.is_empty() {
            let _ = writeln!(out, "<p class=\"level\">{}</p>", escape(&self.level));
        }
        out.push_str("</section>\n");
    }
}

fn options() -> svg::Options<'static> {
    svg::Options { coordinates: true, theme: Theme::Page, ..svg::Options::default() }
}

/// The board after the steps so far.
struct Position {
    /// Takes the steps; `None` if the givens are contradictory.
    ladder: Option<Box<dyn Ladder>>,
    /// Ends of paths with the numbers of their colours.
    ends: Vec<(Cell, u32)>,
    /// The first number of a line.
    first: u32,
    pencil: PencilMark,
    marks: Marks,
}

impl Position {
    fn new(puzzle: &Puzzle) -> Position {
        let ends = match puzzle.scene(None) {
            Scene::Boxes(_) => Vec::new(),
            Scene::Board(scene) => scene.discs.iter().map(|d| (d.cell, d.colour)).collect(),
        };
        let ladder = puzzle.ladder().ok();
        let pencil = PencilMark::Numbers(Vec::new());
        let first = puzzle.board().map_or(1, Board::first);
        let mut position = Position { ladder, ends, first, pencil, marks: Marks::default() };
        position.take(&[]);
        position.take(&[]);
        position
    }

    /// The position under an assumption, with its consequences and the place of the contradiction.
    fn supposed(&self, trial: &Step) -> Marks {
        let mut marks = self.marks.clone();
        marks.look.clear();
        marks.parted.clear();
        marks.numbers.iter_mut().for_each(|mark| mark.2 = false);
        marks.crossed.iter_mut().for_each(|mark| mark.1 = false);
        marks.joined.iter_mut().for_each(|joined| joined.fresh = false);
        for (_, numbers) in &mut marks.pencil {
            numbers.retain(|(_, struck)| !struck);
        }
        for finding in trial.assumed.iter().chain(&trial.trail) {
            match (finding.fact, finding.holds) {
                (Fact::Number { cell, number }, true) => {
                    marks.numbers.push((cell, number - 1 + self.first, true));
                    marks.pencil.retain(|(other, _)| *other != cell);
                }
                (Fact::Number { cell, .. }, false) => marks.look.push(cell),
                (Fact::Link { from, to }, true) => {
                    marks.joined.push(Joined { colour: None, fresh: true, pair: [from, to] });
                }
                (Fact::Link { from, to }, false) => marks.parted.push([from, to]),
            }
        }
        colour(&mut marks.joined, &self.ends);
        marks.failing.clone_from(&trial.failing);
        marks
    }

    /// Marks the findings of the steps as new, and the cells to look at; earlier findings are no longer new.
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
                    // Not every number is pencilled in: the outline shows the cell of an exclusion.
                    (Fact::Number { cell, .. }, false) => marks.look.push(cell),
                    (Fact::Link { from, to }, holds) => stated.push(([from, to], holds)),
                }
                if let Some(ladder) = &mut self.ladder {
                    // A contradiction is the end of the steps, which the page states.
                    let _ = ladder.learn(*finding);
                }
            }
        }
        stated.sort_unstable();
        marks.look.sort_unstable();
        marks.look.dedup();
        let Some(ladder) = &self.ladder else { return };
        let after = ladder.pencil(MOST_PENCILLED);
        let before = std::mem::replace(&mut self.pencil, after);
        match (&before, &self.pencil) {
            (PencilMark::Links(before), PencilMark::Links(after)) => {
                // Both are in the order of edges.
                let fresh = |known: &([u32; 2], bool)| before.binary_search(known).is_err();
                marks.crossed.clear();
                marks.joined.clear();
                for known in after {
                    match known.1 {
                        true => {
                            let pair = known.0;
                            marks.joined.push(Joined { colour: None, fresh: fresh(known), pair });
                        }
                        false if stated.binary_search(known).is_ok() => marks.parted.push(known.0),
                        false => marks.crossed.push((known.0, fresh(known))),
                    }
                }
                colour(&mut marks.joined, &self.ends);
            }
            (PencilMark::Numbers(before), PencilMark::Numbers(after)) => {
                marks.pencil.clear();
                let mut placed = vec![false; after.len()];
                marks.numbers.iter().for_each(|mark| placed[mark.0 as usize] = true);
                for (cell, after) in (0..).zip(after) {
                    let before = before.get(cell as usize).filter(|list| !list.is_empty());
                    let shown = before.unwrap_or(after);
                    if !placed[cell as usize] && !shown.is_empty() {
                        // Both are ascending.
                        let struck = |number: &u32| {
                            (number - 1 + self.first, after.binary_search(number).is_err())
                        };
                        marks.pencil.push((cell, shown.iter().map(struck).collect()));
                    }
                }
            }
            _ => {}
        }
    }
}

/// Colours the pieces of path that are connected to an end in the colour of that end.
fn colour(joined: &mut [Joined], ends: &[(Cell, u32)]) {
    let mut next: HashMap<Cell, Vec<Cell>> = HashMap::new();
    for Joined { pair: [a, b], .. } in joined.iter() {
        next.entry(*a).or_default().push(*b);
        next.entry(*b).or_default().push(*a);
    }
    let mut colours: HashMap<Cell, u32> = HashMap::new();
    for &(end, colour) in ends {
        let mut open = vec![end];
        while let Some(cell) = open.pop() {
            if colours.insert(cell, colour).is_none() {
                open.extend(next.get(&cell).into_iter().flatten());
            }
        }
    }
    joined.iter_mut().for_each(|joined| joined.colour = colours.get(&joined.pair[0]).copied());
}

#[cfg(test)]
mod tests;
