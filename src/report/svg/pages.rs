//! Many pictures on pages, with headings.

use super::sheet::{Look, Sheet, fit, width};
use super::{Options, sheet};
use clew_puzzles::puzzle::{Answer, Puzzle};

/// The format of a page, in pixels of a 96th of an inch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Paper {
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
}

impl Paper {
    /// 210 by 297 millimetres.
    pub const A4: Paper = Paper { width: 793.7, height: 1122.52 };
    /// 8.5 by 11 inches.
    pub const LETTER: Paper = Paper { width: 816.0, height: 1056.0 };
}

/// A puzzle on a page.
#[derive(Clone, Copy, Debug)]
pub struct Item<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// Its answer, where that is drawn.
    pub answer: Option<&'a Answer>,
    /// What stands above it: a number and a name.
    pub heading: &'a str,
    /// What stands below that, smaller: a level, or why there is no answer.
    pub remark: &'a str,
}

const MARGIN: f64 = 45.0;
/// Blank space between two places of a page.
const GAP: f64 = 22.0;
/// The height of a heading with its remark.
const HEAD: f64 = 40.0;
const HEADING: f64 = 15.0;
const REMARK: f64 = 11.0;
/// The height of a page's own heading, and of its number.
const TOP: f64 = 30.0;
const FOOT: f64 = 24.0;
/// Boards of a few cells are not made larger than this.
const LARGEST: f64 = 1.5;
/// The width and the height of a place with the space beside it from which on headings and spaces are as
/// large as said above. In smaller ones they are smaller in proportion, so that most of each place
/// stays for its picture.
const FULL: (f64, f64) = (110.0, 130.0);

/// Pages of `rows` by `cols` pictures, each an SVG. `heading` stands on
/// top of each, with the number of the page and of all at the foot, of which `before` come before
/// these. Linear in the boards.
///
/// # Panics
/// If an answer is not one for its puzzle's family and size.
pub fn pages(
    items: &[Item<'_>],
    (rows, cols): (u32, u32),
    paper: Paper,
    heading: &str,
    (before, all): (usize, usize),
    options: Options<'_>,
) -> Vec<String> {
    let places = rows as usize * cols as usize;
    let of = |(i, items): (usize, &[Item<'_>])| {
        let foot = format!("{} / {all}", before + i + 1);
        page(items, (rows, cols), paper, heading, &foot, options).finish(heading, options.size)
    };
    items.chunks(places.max(1)).enumerate().map(of).collect()
}

fn page(
    items: &[Item<'_>],
    (rows, cols): (u32, u32),
    paper: Paper,
    heading: &str,
    foot: &str,
    options: Options<'_>,
) -> Sheet {
    let mut page = options.sheet(paper.width, paper.height);
    let palette = page.palette;
    let top = if heading.is_empty() { MARGIN } else { MARGIN + TOP };
    let (width, height) = (paper.width - 2.0 * MARGIN, paper.height - top - MARGIN - FOOT);
    let part = (height / f64::from(rows) / FULL.1).min(width / f64::from(cols) / FULL.0).min(1.0);
    let [gap, head, heading_size, remark_size] = [GAP, HEAD, HEADING, REMARK].map(|x| x * part);
    let share = |whole: f64, n: u32| (whole - gap * f64::from(n - 1)) / f64::from(n);
    let (wide, high) = (share(width, cols), share(height, rows));
    let pictures: Vec<Sheet> =
        items.iter().map(|item| sheet(item.puzzle, item.answer, options)).collect();
    let fitting = |p: &Sheet| (wide / p.width).min((high - head) / p.height).min(LARGEST);
    let mut words = Vec::new();
    for (i, (item, picture)) in (0u32..).zip(items.iter().zip(&pictures)) {
        let x = MARGIN + f64::from(i % cols) * (wide + gap);
        let y = top + f64::from(i / cols) * (high + gap);
        words.push(((x + wide / 2.0, y + heading_size * 0.6), item.heading, item.remark));
        let scale = fitting(picture);
        page.place(picture, (x + (wide - picture.width * scale) / 2.0, y + head), scale);
    }
    page.open_text(heading_size, Look::BOLD);
    for (at, heading, _) in &words {
        let text = shortened(heading, heading_size * 0.7, wide);
        page.text(*at, heading_size, wide, &text, Look::default());
    }
    page.close();
    page.open_text(remark_size, Look::of(palette.quiet));
    for ((x, y), _, remark) in &words {
        page.text((*x, y + heading_size), remark_size, wide, remark, Look::default());
    }
    let middle = paper.width / 2.0;
    page.text((middle, paper.height - MARGIN), REMARK, width, foot, Look::default());
    page.close();
    page.open_text(20.0, Look::BOLD);
    page.text((middle, MARGIN), 20.0, width, heading, Look::default());
    page.close();
    page
}

/// A text cut off so that it fits at this size.
fn shortened(text: &str, size: f64, room: f64) -> String {
    if fit(text, size, room, true) >= size {
        return text.into();
    }
    let mut kept = String::new();
    for c in text.chars() {
        if (width(&kept, true) + width("M…", true)) * size > room {
            break;
        }
        kept.push(c);
    }
    kept + "…"
}
