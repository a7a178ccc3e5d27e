//! The first page of a booklet: its title, contents, and the rules.

use super::Options;
use super::pages::{LINE, MARGIN, Page, Paper, RULE, shortened};
use super::sheet::{Look, Sheet, broken, width};

/// A page before the puzzles.
#[derive(Clone, Copy, Debug)]
pub struct TitlePage<'a> {
    /// The title.
    pub title: &'a str,
    /// The author; may be empty.
    pub author: &'a str,
    /// A line for each kind of puzzles.
    pub contents: &'a [Contents],
    /// For each family of puzzles its name and its rules.
    pub rules: &'a [(String, String)],
}

/// A line of the contents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contents {
    /// The family; empty if it is that of the line above.
    pub family: String,
    /// The sizes of the boards.
    pub size: String,
    /// How many of five stars are filled; no stars if 0.
    pub stars: u32,
    /// The level in words; may be empty.
    pub level: String,
    /// The numbers of the puzzles.
    pub numbers: String,
}

const TITLE: f64 = 40.0;
const AUTHOR: f64 = 15.0;
/// The size of text in contents, the distance of lines, and the space between columns.
const ROW: f64 = 13.0;
const PITCH: f64 = 22.0;
const COLUMN: f64 = 24.0;
/// The space above the rules, and above those of each family.
const ABOVE: f64 = 36.0;
const EACH: f64 = 10.0;
/// Lines of rules are at most this wide.
const WIDEST: f64 = 520.0;

impl TitlePage<'_> {
    /// The page. What would not fit below the title is reduced. Linear in the lines.
    pub fn page(&self, paper: Paper, options: Options<'_>) -> Page {
        let mut page = options.sheet(paper.width, paper.height);
        let (middle, room) = (paper.width / 2.0, paper.width - 2.0 * MARGIN);
        page.open_text(TITLE, Look::BOLD);
        page.text((middle, paper.height * 0.14), TITLE, room, self.title, Look::default());
        page.close();
        page.open_text(AUTHOR, Look::new(page.palette.quiet));
        let author = shortened(self.author, AUTHOR * 0.7, room);
        page.text((middle, paper.height * 0.14 + TITLE), AUTHOR, room, &author, Look::default());
        page.close();
        let (below, top) = (self.below(room, options), paper.height * 0.25);
        let scale = ((paper.height - MARGIN - top) / below.height).min(room / below.width).min(1.0);
        page.place(&below, (middle - below.width * scale / 2.0, top), scale);
        Page { sheet: page, title: self.title.into() }
    }

    /// Contents and rules, in their natural size.
    fn below(&self, room: f64, options: Options<'_>) -> Sheet {
        let column = |text: fn(&Contents) -> &str| {
            let wide = self.contents.iter().map(|line| width(text(line), true) * ROW);
            wide.fold(0.0, f64::max) + COLUMN
        };
        let has_stars = self.contents.iter().any(|line| line.stars > 0);
        let wide = [
            column(|line| &line.family),
            column(|line| &line.size),
            if has_stars { 5.5 * ROW + COLUMN / 2.0 } else { 0.0 },
            if has_stars { column(|line| &line.level) } else { 0.0 },
            column(|line| &line.numbers) - COLUMN,
        ];
        let lines = room.min(WIDEST);
        let rules: Vec<(&str, Vec<String>)> =
            self.rules.iter().map(|(name, text)| (&**name, broken(text, lines / RULE))).collect();
        let table: f64 = wide.iter().sum();
        let whole = table.max(lines);
        let high = |(_, lines): &(&str, Vec<String>)| EACH + LINE * (lines.len() + 1) as f64;
        let height =
            PITCH * self.contents.len() as f64 + ABOVE + rules.iter().map(high).sum::<f64>();
        let mut sheet = options.sheet(whole, height);
        let (left, mut y) = ((whole - table) / 2.0, PITCH / 2.0);
        sheet.open_lines(ROW);
        for line in self.contents {
            let mut x = left;
            let texts = [(&line.family, true), (&line.size, false)];
            for ((text, bold), wide) in texts.into_iter().zip(wide) {
                sheet.text((x, y), ROW, wide, text, Look { bold, colour: None });
                x += wide;
            }
            if line.stars > 0 {
                sheet.stars((x, y), ROW, line.stars);
            }
            sheet.text((x + wide[2], y), ROW, wide[3], &line.level, Look::default());
            sheet.text((x + wide[2] + wide[3], y), ROW, wide[4], &line.numbers, Look::default());
            y += PITCH;
        }
        sheet.close();
        y += ABOVE - PITCH / 2.0;
        let left = (whole - lines) / 2.0;
        sheet.open_lines(RULE);
        for (name, text) in &rules {
            y += EACH;
            sheet.text((left, y), ROW, lines, name, Look::BOLD);
            for line in text {
                y += LINE;
                sheet.text((left, y), RULE, lines, line, Look::default());
            }
            y += LINE;
        }
        sheet.close();
        sheet
    }
}
