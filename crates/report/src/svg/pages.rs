//! Many pictures on pages, with headings.

use super::sheet::{Look, Sheet, broken, fit, width};
use super::{Options, TEXT, sheet};
use clew_puzzle::puzzle::{Answer, Puzzle};
use std::cmp::Reverse;

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

    /// The paper turned and folded once: a page is half of it, upright.
    pub fn folded(self) -> Paper {
        Paper { width: self.height / 2.0, height: self.width }
    }
}

/// A puzzle on a page.
#[derive(Clone, Copy, Debug)]
pub struct Item<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// Its answer, where that is drawn.
    pub answer: Option<&'a Answer>,
    /// The line above the picture: a number and a name.
    pub heading: &'a str,
    /// The smaller line below the heading: a level, or the reason why there is no answer; may be empty.
    pub remark: &'a str,
    /// How many of five stars before the remark are filled; no stars if 0.
    pub stars: u32,
}

impl Item<'_> {
    fn has_remark(&self) -> bool {
        self.stars > 0 || !self.remark.is_empty()
    }
}

/// Pages with the same layout.
#[derive(Clone, Copy, Debug)]
pub struct Pages<'a> {
    /// Pictures on a page, down and across.
    pub places: (u32, u32),
    /// The paper.
    pub paper: Paper,
    /// The heading of each page; may be empty.
    pub heading: &'a str,
    /// The text at the foot of each page, before its number; may be empty.
    pub foot: &'a str,
}

pub(super) const MARGIN: f64 = 45.0;
/// Blank space between two places of a page.
const GAP: f64 = 22.0;
/// The height of a heading, and of the remark below it.
const HEAD: f64 = 26.0;
const BELOW: f64 = 14.0;
const HEADING: f64 = 15.0;
const REMARK: f64 = 11.0;
/// The height of a page's own heading, and of its number.
const TOP: f64 = 30.0;
const FOOT: f64 = 24.0;
/// Size and height of a line of rules, the space before further rules, and the space after all of them.
pub(super) const RULE: f64 = 11.5;
pub(super) const LINE: f64 = 16.0;
const BETWEEN: f64 = 4.0;
const BEHIND: f64 = 8.0;
/// Boards of a few cells are not made larger than this.
const LARGEST: f64 = 1.5;
/// The width and the height of a place, with the space next to it, from which on headings and spaces have the sizes
/// above. In smaller places they are reduced in proportion, so that most of each place remains for its picture.
const FULL: (f64, f64) = (110.0, 130.0);
/// The width of five stars and the space after them, relative to the size of the text.
const STARS: f64 = 6.0;
/// The least size of text in a cell that is easy to read: 5 points.
const LEAST: f64 = 6.7;

impl Pages<'_> {
    /// The number of pictures per page.
    pub fn each(&self) -> usize {
        (self.places.0 as usize * self.places.1 as usize).max(1)
    }

    /// These pages with the places for the pictures of all these puzzles: at most `most` down and across, so that the text
    /// in cells is easy to read, on as few pages as possible, and there as large as possible. `None` if that takes more
    /// pages than these. Linear in the puzzles, for each number of places.
    pub fn fitted(
        self,
        puzzles: &[&Puzzle],
        most: (u32, u32),
        options: Options<'_>,
    ) -> Option<Self> {
        let pictures: Vec<Sheet> =
            puzzles.iter().map(|puzzle| sheet(puzzle, None, options)).collect();
        let fitted = |places: (u32, u32)| {
            let pages = Pages { places, ..self };
            let spaces = pages.spaces(0.0, false);
            let scales = || pictures.iter().map(|picture| spaces.scale(picture));
            let area = scales().map(|scale| scale * scale).sum::<f64>() as u64;
            let papers = pictures.len().div_ceil(pages.each());
            let suits = papers <= pictures.len().div_ceil(self.each())
                && scales().all(|scale| scale * TEXT >= LEAST);
            suits.then_some(((papers, Reverse(area), pages.each()), pages))
        };
        let all = (1..=most.0).flat_map(|rows| (1..=most.1).map(move |cols| (rows, cols)));
        all.filter_map(fitted).min_by_key(|(key, _)| *key).map(|(_, pages)| pages)
    }

    /// The measures of a page whose rules take the height `rules`, with or without remarks below headings.
    fn spaces(&self, rules: f64, remarks: bool) -> Spaces {
        let (Pages { paper, .. }, (rows, cols)) = (self, self.places);
        let top = MARGIN + if self.heading.is_empty() { 0.0 } else { TOP } + rules;
        let (width, height) = (paper.width - 2.0 * MARGIN, paper.height - top - MARGIN - FOOT);
        let part = (height / f64::from(rows) / FULL.1).min(width / f64::from(cols) / FULL.0);
        let part = part.min(1.0);
        let gap = GAP * part;
        let share = |whole: f64, n: u32| (whole - gap * f64::from(n - 1)) / f64::from(n);
        let head = part * if remarks { HEAD + BELOW } else { HEAD };
        Spaces { top, gap, head, part, wide: share(width, cols), high: share(height, rows) }
    }

    /// A page of pictures. `rules` are above them, and the page's number and the number of all pages at the foot. Linear
    /// in the boards.
    ///
    /// # Panics
    /// If an answer is not one for its puzzle's family and size.
    pub fn page(
        &self,
        items: &[Item<'_>],
        rules: &[String],
        (number, all): (usize, usize),
        options: Options<'_>,
    ) -> Page {
        let Pages { paper, heading, .. } = *self;
        let foot = match self.foot {
            "" => format!("{number} / {all}"),
            text => format!("{text}  \u{2013}  {number} / {all}"),
        };
        let mut page = options.sheet(paper.width, paper.height);
        let palette = page.palette;
        let room = paper.width - 2.0 * MARGIN;
        let mut lines: Vec<(f64, String)> = Vec::new();
        let mut high = 0.0;
        for rule in rules {
            high += if lines.is_empty() { 0.0 } else { BETWEEN };
            for line in balanced(rule, room / RULE) {
                lines.push((high, line));
                high += LINE;
            }
        }
        let rules = if lines.is_empty() { 0.0 } else { high + BEHIND };
        let spaces = self.spaces(rules, items.iter().any(Item::has_remark));
        let Spaces { top, gap, head, part, wide, high } = spaces;
        let pictures: Vec<Sheet> =
            items.iter().map(|item| sheet(item.puzzle, item.answer, options)).collect();
        let fitting = pictures.iter().map(|picture| spaces.scale(picture)).collect::<Vec<_>>();
        let cols = self.places.1;
        let mut words = Vec::new();
        for (i, ((item, picture), scale)) in (0u32..).zip(items.iter().zip(&pictures).zip(fitting))
        {
            let x = MARGIN + f64::from(i % cols) * (wide + gap);
            let y = top + f64::from(i / cols) * (high + gap);
            words.push(((x + wide / 2.0, y + HEADING * part * 0.6), item));
            page.place(picture, (x + (wide - picture.width * scale) / 2.0, y + head), scale);
        }
        let [heading_size, remark_size] = [HEADING, REMARK].map(|size| size * part);
        page.open_text(heading_size, Look::BOLD);
        for (at, item) in &words {
            let text = shortened(item.heading, heading_size * 0.7, wide);
            page.text(*at, heading_size, wide, &text, Look::default());
        }
        page.close();
        page.open_text(remark_size, Look::new(palette.quiet));
        for ((x, y), item) in &words {
            let (y, stars) = (y + heading_size, STARS * remark_size);
            let before = if item.stars > 0 { stars } else { 0.0 };
            let text = shortened(item.remark, remark_size * 0.7, wide - before);
            let shift = if text.is_empty() { 0.0 } else { before / 2.0 };
            page.text((x + shift, y), remark_size, wide - before, &text, Look::default());
            if item.stars > 0 {
                let length = width(&text, false) * remark_size;
                page.stars((x - (length + stars) / 2.0, y), remark_size, item.stars);
            }
        }
        let middle = paper.width / 2.0;
        let foot = shortened(&foot, REMARK * 0.7, room);
        page.text((middle, paper.height - MARGIN), REMARK, room, &foot, Look::default());
        page.close();
        page.open_text(20.0, Look::BOLD);
        page.text((middle, MARGIN), 20.0, room, heading, Look::default());
        page.close();
        page.open_text(RULE, Look::default());
        for (y, line) in &lines {
            page.text((middle, top - rules + y + LINE * 0.3), RULE, room, line, Look::default());
        }
        page.close();
        Page { sheet: page, title: heading.into() }
    }
}

/// An unfinished page.
pub struct Page {
    pub(super) sheet: Sheet,
    pub(super) title: String,
}

impl Page {
    /// The page as SVG.
    pub fn finish(&self, options: Options<'_>) -> String {
        self.sheet.finish(&self.title, options.size)
    }
}

/// Pages that are half of a sheet of paper, two on each side of sheets in the order in which the folded sheets
/// make a booklet: printed on both sides, turned along the short edge. The number of pages is filled up with
/// blank ones to a multiple of four. Each side is an SVG.
pub fn booklet(pages: &[Page], paper: Paper, options: Options<'_>) -> Vec<String> {
    let (count, title) = (pages.len().next_multiple_of(4), pages.first().map(|page| &page.title));
    let side = |[left, right]: [usize; 2]| {
        let mut side = options.sheet(paper.height, paper.width);
        for (at, x) in [(left, 0.0), (right, paper.height / 2.0)] {
            if let Some(page) = pages.get(at) {
                side.place(&page.sheet, (x, 0.0), 1.0);
            }
        }
        side.finish(title.map_or("", String::as_str), options.size)
    };
    let sheet = |i: usize| {
        let (first, last) = (2 * i, count - 1 - 2 * i);
        [[last, first], [first + 1, last - 1]]
    };
    (0..count / 4).flat_map(sheet).map(side).collect()
}

/// The measures of a page.
struct Spaces {
    /// The upper border of the places.
    top: f64,
    gap: f64,
    /// The height of the heading and the remark above a picture.
    head: f64,
    /// The scale of headings and spaces, relative to places that are large enough.
    part: f64,
    /// The width and the height of a place.
    wide: f64,
    high: f64,
}

impl Spaces {
    /// The scale at which a picture is drawn.
    fn scale(&self, picture: &Sheet) -> f64 {
        (self.wide / picture.width).min((self.high - self.head) / picture.height).min(LARGEST)
    }
}

/// A text in lines of at most this width, relative to its size: as few lines as possible, of about the same length.
fn balanced(text: &str, room: f64) -> Vec<String> {
    let fewest = broken(text, room);
    let (mut narrow, mut wide) = (0.0, room);
    for _ in 0..12 {
        let middle = (narrow + wide) / 2.0;
        if broken(text, middle).len() > fewest.len() { narrow = middle } else { wide = middle }
    }
    broken(text, wide)
}

/// A text truncated so that it fits at this size.
pub(super) fn shortened(text: &str, size: f64, room: f64) -> String {
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
