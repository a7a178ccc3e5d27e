//! All steps as one page that works without scripts: a section a step, with the position drawn, and
//! links from one to the next.

use super::{rating_text, sentence};
use crate::explain::{Rating, Step};
use crate::puzzle::Puzzle;
use crate::puzzle::ladder::Fact;
use crate::report::page;
use crate::report::svg::{self, Marks, escape};
use std::fmt::Write;

/// Steps beyond which a section holds all steps of a round: every section has a picture of its own.
const MANY: usize = 300;

const STYLE: &str = "\
section{display:none}
section:target,body:not(:has(section:target)) section:first-of-type{display:block}
nav a{display:inline-block;padding:.35rem .9rem;margin-right:.5rem;border:1px solid;border-radius:4px;\
text-decoration:none;color:inherit}
.level{opacity:.75;font-size:.9rem}
ol{columns:2 14rem;font-size:.85rem}
@media print{section{display:block;break-inside:avoid}nav,ol{display:none}}";

/// The page. `title` and everything else from outside is escaped. `end` says how it ended.
pub fn page(puzzle: &Puzzle, steps: &[Step], rating: &Rating, title: &str, end: &str) -> String {
    let sections = sections(steps);
    let mut out = page::head(title, STYLE, None);
    let _ = write!(
        out,
        "<h1>{}</h1>\n<p>{}. {}</p>\n",
        escape(title),
        escape(&rating_text(rating)),
        escape(end),
    );
    let mut marks = Marks::default();
    let last = sections.len() + 1;
    let mut number = 0;
    section(&mut out, 0, last, "The puzzle", "", &[], &picture(puzzle, &marks));
    for (i, of) in sections.iter().enumerate() {
        let first = &of[0];
        let heading = match of.len() {
            1 => format!("{}. {}", number + 1, first.technique.title),
            n => format!("{} to {}. {}", number + 1, number + n, first.technique.title),
        };
        number += of.len();
        let level = format!("{} ({})", first.technique.level.keyword(), first.technique.name);
        let sentences: Vec<String> = of.iter().map(|step| sentence(puzzle, step)).collect();
        mark(&mut marks, of);
        section(&mut out, i + 1, last, &heading, &level, &sentences, &picture(puzzle, &marks));
        settle(&mut marks);
    }
    section(&mut out, last, last, end, "", &[], &picture(puzzle, &marks));
    out += "<ol>\n";
    for (i, of) in sections.iter().enumerate() {
        let title = escape(of[0].technique.title);
        let _ = writeln!(out, "<li><a href=\"#s{}\">{title}</a></li>", i + 1);
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

fn picture(puzzle: &Puzzle, marks: &Marks) -> String {
    svg::draw_marked(
        puzzle,
        marks,
        "",
        svg::Options { coordinates: true, ..svg::Options::default() },
    )
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

/// Adds what steps say, as news, and where they say to look.
fn mark(marks: &mut Marks, steps: &[Step]) {
    marks.look.clear();
    for step in steps {
        if let Some(telling) = &step.telling {
            marks.look.extend(&telling.cells);
        }
        for finding in &step.findings {
            match (finding.fact, finding.holds) {
                (Fact::Number { cell, number }, true) => marks.numbers.push((cell, number, true)),
                // Candidates are not drawn: the ring says where they go.
                (Fact::Number { cell, .. }, false) => marks.look.push(cell),
                (Fact::Link { from, to }, true) => marks.joined.push(([from, to], true)),
                (Fact::Link { from, to }, false) => marks.parted.push(([from, to], true)),
            }
        }
    }
    marks.look.sort_unstable();
    marks.look.dedup();
}

/// News are no news any more.
fn settle(marks: &mut Marks) {
    marks.look.clear();
    marks.numbers.iter_mut().for_each(|mark| mark.2 = false);
    marks.joined.iter_mut().for_each(|mark| mark.1 = false);
    marks.parted.iter_mut().for_each(|mark| mark.1 = false);
}
