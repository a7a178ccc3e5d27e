//! Numbers above a grid that state its size, or the number of its items.

use super::super::bytes::Line;
use super::super::word::{Word, words};
use super::Rows;
use clew_puzzle::puzzle::format::ParseError;
use clew_puzzle::puzzle::wording::how_many;
use std::collections::HashMap;

/// Numbers in the lines above a grid.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Sizes<'t> {
    /// The numbers, in order.
    pub numbers: Vec<usize>,
    /// The first of them.
    pub at: Option<Word<'t>>,
}

/// The most lines of numbers above a grid.
pub(super) const MOST: usize = 3;

/// The numbers of a line that may state a size: one to three of them, or `5x5`.
fn numbers(line: &Line<'_>) -> Option<Vec<usize>> {
    let text = super::super::bytes::plain_text(line.text.trim());
    let crossed = text.split(['x', 'X', '*']).collect::<Vec<_>>();
    if crossed.len() == 2 {
        return crossed.iter().map(|n| n.trim().parse().ok()).collect();
    }
    let words = words(line);
    let few = !words.is_empty() && words.len() < 4;
    few.then(|| words.iter().map(Word::number).collect()).flatten()
}

/// How many cells a row has between signs of order.
fn cells(row: &[Word<'_>]) -> usize {
    let of = |word: &Word<'_>| word.text.split(['<', '>']).filter(|cell| !cell.is_empty()).count();
    row.iter().map(of).sum()
}

impl<'t> Sizes<'t> {
    /// The sizes that the first `n` lines state; `None` if they are no numbers.
    pub fn new(lines: &[Line<'t>], n: usize) -> Option<Sizes<'t>> {
        let mut sizes = Sizes::default();
        for line in &lines[..n] {
            sizes.numbers.extend(numbers(line)?);
            sizes.at = sizes.at.or_else(|| words(line).into_iter().next());
        }
        (sizes.numbers.len() < 4).then_some(sizes)
    }

    /// Whether the numbers match the grid: its rows and columns, or one number for both; then the number of numbers or
    /// pairs in it. For a square with signs the number of lines may be stated too.
    pub fn agree(&self, rows: &Rows<'_>, lines: usize) -> bool {
        let (height, width) = (rows.len(), rows[0].len());
        let stands = |n: usize| {
            let mut found: HashMap<&str, usize> = HashMap::new();
            for word in rows.iter().flatten().filter(|w| w.text.chars().all(char::is_alphanumeric))
            {
                if !word.text.is_empty() && word.text != "0" {
                    *found.entry(&word.text).or_default() += 1;
                }
            }
            n == found.len() || n == found.values().sum::<usize>()
        };
        let signs = rows.iter().flatten().any(|word| word.text.contains(['<', '>']));
        if signs {
            let n = cells(&rows[0]);
            return match self.numbers[..] {
                [] => true,
                [a] => a == n || a == lines,
                [a, b] => a == n && b == n,
                _ => false,
            };
        }
        match self.numbers[..] {
            [] => true,
            [n] if super::is_parts(rows) => n == width || n == lines,
            [n] => n == height && (n == width || lines != height) || n == lines,
            [a, b] => {
                [(height, width), (width, height)].contains(&(a, b))
                    || height == width && (a == height && stands(b) || b == height && stands(a))
            }
            // The number of items stands after the size or before it.
            [a, b, c] => {
                let size = |a, b| [(height, width), (width, height)].contains(&(a, b));
                size(a, b) && stands(c) || size(b, c) && stands(a)
            }
            _ => false,
        }
    }

    /// The error if they do not match.
    pub fn fault(&self, rows: &Rows<'_>) -> Option<ParseError> {
        let at = self.at.as_ref()?;
        let (height, width) = (rows.len(), rows.first().map_or(0, Vec::len));
        let text = self.numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
        let mut expected = match self.numbers[..] {
            [a, b, ..] if b == width => format!("{} below the size {a} {b}", how_many(a, "row")),
            _ => format!("the size of the grid below, {height} {width}, or none"),
        };
        let mut error = at.at.error("");
        match self.numbers[..] {
            [a, b] if b == width && b == 2 => {
                error.found = how_many(height, "row");
                expected +=
                    &format!(", or, if that is a row, the size {} {b} above it", height + 1);
                let _ = a;
            }
            [_, b, ..] if b == width => error.found = how_many(height, "row"),
            _ => error.found = format!("\"{text}\""),
        }
        Some(ParseError { expected, ..error })
    }
}
