//! Blocks of lines with blank lines between: several puzzles, or parts of one.

use super::bytes::{is_prose, names_place, plain};
use super::companion::is_head;
use super::keys::{are_keys, is_key};
use super::prose::are_prose;
use super::word::{fields, words};
use super::{bytes::Line, word};
use clew_puzzle::puzzle::format::{key_line, place};
use clew_puzzle::registry::all;

/// The longest text, in bytes, for which it is checked whether a block continues the text before it.
const MOST: usize = 1 << 20;

/// Whether a block of lines belongs to the puzzle of the lines before it. A block of words alone does not decide it: it
/// belongs to the block after it.
pub fn together(before: &str, block: &str) -> bool {
    if before.len() + block.len() > MOST {
        return false;
    }
    let rows = rows(before);
    if rows.is_empty() || is_solution(block) {
        return true;
    }
    // Header lines between two grids may belong to either: then both grids are one piece, whose reader reports the
    // ambiguity.
    let last = before.trim_end().rsplit_once("\n\n").map_or("", |(_, last)| last);
    if are_keys(block) {
        return !block
            .lines()
            .filter_map(|line| key_line(line, all()))
            .any(|(key, _)| key == "puzzle");
    }
    // The same holds for words about places of a grid.
    let about = || block.lines().any(|line| !is_key(line) && names_place(line));
    if are_keys(last) || self::rows(block).is_empty() && about() {
        return true;
    }
    let table = |line: &str| line.starts_with("[[") && line.ends_with("]]") && is_prose(line);
    if block.lines().filter(|line| !line.trim().is_empty()).all(is_relation)
        || block.lines().find(|line| !line.trim().is_empty()).is_some_and(table)
    {
        return true;
    }
    let n = rows[0];
    let here = self::rows(block);
    // A square whose rows of signs are blank: a single row follows others, less than there are columns.
    let single = here.len() == 1 || here.len() == 2 && signs_only(block);
    if n > 2 && rows.len() < n && alone(before) && single && here[0] == n && apart(before, n) {
        return true;
    }
    let signs = |text: &str| text.chars().any(|c| matches!(plain(c), '<' | '>' | '^'));
    // Parts of a square: signs across after values, and signs down after these.
    let first = block.lines().map(str::trim).filter(|line| !line.is_empty());
    let only_signs = first.clone().all(|line| {
        line.chars().map(plain).all(|c| c.is_whitespace() || "<>^vV.-_01,;·".contains(c))
    });
    let across = rows.len() == n && here.len() == n && here.iter().all(|&cols| cols + 1 == n);
    let down = rows.len() == 2 * n && here.len() + 1 == n && here.iter().all(|&cols| cols == n);
    if n > 1 && only_signs && (across || down && rows[n..].iter().all(|&cols| cols + 1 == n)) {
        return true;
    }
    // A square with signs of which some rows are missing.
    (signs(before) || signs(block)) && incomplete(before)
}

/// Whether a line states which of two places is smaller: `r1c1 < r1c2`, `A1>A2`, `(1, 1) < (1, 2)`.
fn is_relation(line: &str) -> bool {
    let place = |text: &str| {
        let text = text.trim();
        let named = place(&text.to_ascii_lowercase()).is_some()
            || text.starts_with(|c: char| c.is_ascii_alphabetic()) && word::is_digits(&text[1..]);
        named || text.starts_with('(') && text.ends_with(')')
    };
    line.split_once(['<', '>']).is_some_and(|(a, b)| place(a) && place(b))
}

/// Whether a blank line, or a row of signs, stands between all rows of a text.
fn alone(text: &str) -> bool {
    let lines: Vec<&str> =
        text.lines().skip_while(|line| line.trim().is_empty() || is_prose(line)).collect();
    let between = |line: &str| line.trim().is_empty() || signs_only(line);
    lines.windows(2).all(|pair| between(pair[0]) || between(pair[1]))
}

/// Whether a text has nothing but signs between rows.
fn signs_only(text: &str) -> bool {
    text.lines().any(|line| {
        let mut signs = line.chars().filter(|c| !c.is_whitespace()).peekable();
        signs.peek().is_some() && signs.all(|c| matches!(plain(c), '^' | 'v' | 'V'))
    })
}

/// Whether the cells of a row of `n` leave room for signs between them.
fn apart(text: &str, n: usize) -> bool {
    let rows =
        text.lines().filter(|line| words(&Line { text: line, number: 1, column: 1 }).len() >= n);
    rows.clone().next().is_some()
        && rows.map(|line| word::width(line.trim())).all(|wide| wide + 1 >= 4 * n - 3)
}

/// The number of cells of each row of a text, prose lines excluded.
fn rows(text: &str) -> Vec<usize> {
    let row = |line: &&str| !line.trim().is_empty() && !is_prose(line) && !is_key(line);
    let lines = text.lines().filter(row);
    let lines = lines.filter(|line| !line.trim_start().starts_with("```"));
    let count = |text: &str| {
        let line = Line { text, number: 1, column: 1 };
        let by = [';', ',', '\t'].into_iter().find(|c| text.trim().contains(*c));
        match (by, words(&line).len()) {
            (Some(separator), _) => fields(&line, separator).len(),
            (None, 1) => word::width(text.trim()),
            (None, n) => n,
        }
    };
    let mut rows: Vec<(bool, usize)> = lines.map(|line| (is_size(line), count(line))).collect();
    // Numbers above rows that are longer or shorter state the size.
    let sizes = rows.windows(2).take_while(|pair| pair[0].0 && pair[0].1 != pair[1].1).count();
    rows.drain(..sizes.min(3));
    rows.into_iter().map(|(_, n)| n).collect()
}

/// Whether a square with signs has fewer rows of cells than columns.
fn incomplete(text: &str) -> bool {
    let above = |line: &&str| line.is_empty() || is_size(line) || is_prose(line);
    let lines: Vec<&str> = text.lines().skip_while(above).collect();
    let sign = |c: char| matches!(plain(c), '<' | '>');
    let cells = |line: &&str| {
        let apart: String = line.chars().map(|c| if sign(c) { ' ' } else { plain(c) }).collect();
        let words: Vec<String> = apart.split_whitespace().map(str::to_string).collect();
        let signs = words.iter().all(|word| matches!(&**word, "^" | "v" | "V" | "-"));
        (!signs).then_some(words.len())
    };
    let rows: Vec<usize> = lines.iter().filter_map(cells).collect();
    let signs = |line: &&str| line.chars().filter(|c| sign(*c)).count();
    // If some cells are blank, the number of words is not the number of cells: then columns decide.
    let blank = rows.first().is_none_or(|&n| n == 0)
        || lines.iter().any(|line| signs(line) > 0 && cells(line).unwrap_or(0) <= signs(line))
        || rows.iter().any(|n| *n != rows[0]);
    if !blank {
        return rows.len() < rows[0];
    }
    let wide = lines.iter().map(|line| word::width(line)).max().unwrap_or(0);
    let at = lines.iter().find_map(|line| line.chars().position(sign)).unwrap_or(1);
    let n = if at % 2 == 1 { wide.div_ceil(2) } else { wide.div_ceil(4) };
    lines.len() + 1 < 2 * n
}

/// Whether a line is a number or two that state a size.
fn is_size(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.clone().count() < 4 && words.all(word::is_digits) && !line.trim().is_empty()
}

/// Whether a block announces a solution.
fn is_solution(block: &str) -> bool {
    block.lines().find(|line| !line.trim().is_empty()).is_some_and(is_head)
}

/// Whether a block of lines is prose: words, and nothing that may be a row.
pub(crate) fn is_for_people(block: &str) -> bool {
    are_prose(block.lines())
}
