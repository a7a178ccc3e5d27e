//! Many pictures on pages, with headings.

use super::sheet::{Look, Sheet, fit, width};
use super::{Options, TEXT, sheet};
use clew_puzzle::puzzle::{Answer, Puzzle};

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

const MARGIN: f64 = 45.0;
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
/// Size and height of a line of rules, and the space after them.
const RULE: f64 = 11.5;
const LINE: f64 = 16.0;
const BEHIND: f64 = 8.0;
/// Boards of a few cells are not made larger than this.
const LARGEST: f64 = 1.5;
/// The width and the height of a place, with the space next to it, from which on headings and spaces have the sizes
/// above. In smaller places they are reduced in proportion, so that most of each place remains for its picture.
const FULL: (f64, f64) = (110.0, 130.0);
/// The least size of text in a cell that is easy to read: 5 points.
const LEAST: f64 = 6.7;

impl Pages<'_> {
    /// Pages of pictures. At the foot of each page is its number and the number of all pages, of which `before` come
    /// before these. `rules` holds, for each page, the lines above its pictures; further pages have none. Linear in
    /// the boards.
    ///
    /// # Panics
    /// If an answer is not one for its puzzle's family and size.
    pub fn pages(
        &self,
        items: &[Item<'_>],
        rules: &[Vec<String>],
        (before, all): (usize, usize),
        options: Options<'_>,
    ) -> Vec<Page> {
        let of = |(i, items): (usize, &[Item<'_>])| {
            let number = format!("{} / {all}", before + i + 1);
            let foot = match self.foot {
                "" => number,
                text => format!("{text}  \u{2013}  {number}"),
            };
            let rules = rules.get(i).map_or(&[][..], Vec::as_slice);
            Page { sheet: self.page(items, rules, &foot, options), title: self.heading.into() }
        };
        items.chunks(self.each()).enumerate().map(of).collect()
    }

    /// The number of pictures per page.
    pub fn each(&self) -> usize {
        (self.places.0 as usize * self.places.1 as usize).max(1)
    }

    /// Whether the text in the cells of all these puzzles would be easy to read on such pages.
    pub fn is_readable(&self, puzzles: &[&Puzzle], options: Options<'_>) -> bool {
        let spaces = self.spaces(0.0, false);
        let scale = |puzzle: &&Puzzle| spaces.scale(&sheet(puzzle, None, options));
        puzzles.iter().map(scale).all(|scale| scale * TEXT >= LEAST)
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

    fn page(
        &self,
        items: &[Item<'_>],
        rules: &[String],
        foot: &str,
        options: Options<'_>,
    ) -> Sheet {
        let Pages { paper, heading, .. } = *self;
        let mut page = options.sheet(paper.width, paper.height);
        let palette = page.palette;
        let room = paper.width - 2.0 * MARGIN;
        let lines: Vec<String> =
            rules.iter().flat_map(|rule| balanced(rule, room / RULE)).collect();
        let rules = if lines.is_empty() { 0.0 } else { lines.len() as f64 * LINE + BEHIND };
        let spaces = self.spaces(rules, items.iter().any(|item| !item.remark.is_empty()));
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
            words.push(((x + wide / 2.0, y + HEADING * part * 0.6), item.heading, item.remark));
            page.place(picture, (x + (wide - picture.width * scale) / 2.0, y + head), scale);
        }
        let [heading_size, remark_size] = [HEADING, REMARK].map(|size| size * part);
        page.open_text(heading_size, Look::BOLD);
        for (at, heading, _) in &words {
            let text = shortened(heading, heading_size * 0.7, wide);
            page.text(*at, heading_size, wide, &text, Look::default());
        }
        page.close();
        page.open_text(remark_size, Look::new(palette.quiet));
        for ((x, y), _, remark) in &words {
            let text = shortened(remark, remark_size * 0.7, wide);
            page.text((*x, y + heading_size), remark_size, wide, &text, Look::default());
        }
        let middle = paper.width / 2.0;
        let foot = shortened(foot, REMARK * 0.7, room);
        page.text((middle, paper.height - MARGIN), REMARK, room, &foot, Look::default());
        page.close();
        page.open_text(20.0, Look::BOLD);
        page.text((middle, MARGIN), 20.0, room, heading, Look::default());
        page.close();
        page.open_text(RULE, Look::default());
        for (i, line) in (0u32..).zip(&lines) {
            let y = top - rules + LINE * (f64::from(i) + 0.3);
            page.text((middle, y), RULE, room, line, Look::default());
        }
        page.close();
        page
    }
}

/// An unfinished page.
pub struct Page {
    sheet: Sheet,
    title: String,
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

fn broken(text: &str, room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width(&format!("{line} {word}"), false) <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}

/// A text truncated so that it fits at this size.
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
