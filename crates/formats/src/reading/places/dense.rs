//! Sizes and grids under a key: rows of lists, of texts, or all cells in one.

use super::super::bytes::is_prose;
use super::super::shape::{Rows, cell, cells};
use super::super::tree::{Apart, Item};
use super::super::word::{Word, sign, word};
use clew_puzzle::puzzle::format::Token;

/// A number for both sides, two numbers, or `4x4` in quotation marks.
pub(super) fn dimensions(item: &Item<'_>) -> Option<(i64, i64)> {
    if let Some(n) = item.number() {
        return Some((n, n));
    }
    if let Some(text) = item.name() {
        return size_in(text);
    }
    match item.items()? {
        [n] => Some((n.number()?, n.number()?)),
        [a, b] => Some((a.number()?, b.number()?)),
        _ => None,
    }
}

/// The rows and columns that a text states: `Zip 4x4`.
pub(super) fn size_in(text: &str) -> Option<(i64, i64)> {
    let sides = |(at, c): (usize, char)| {
        let (a, b) = (&text[..at], text[at + c.len_utf8()..].trim_start());
        let digits = |c: char| c.is_ascii_digit();
        let a = a.trim_end();
        let a = &a[a.trim_end_matches(digits).len()..];
        let b = &b[..b.len() - b.trim_start_matches(digits).len()];
        Some((a.parse().ok()?, b.parse().ok()?))
    };
    text.char_indices().filter(|(_, c)| "xX×*".contains(*c)).find_map(sides)
}

/// The rows of a grid under a key; `None` for a value of another form. `wide`: it may also be a list of places, which
/// have up to three numbers.
pub(super) fn dense<'t>(items: &[&Item<'t>], sizes: &[(i64, i64)], wide: bool) -> Option<Rows<'t>> {
    let row = |items: &[Item<'t>]| {
        let plain = items.iter().all(|item| item.items().is_none());
        plain.then(|| cells(items)).flatten()
    };
    let of_text = |text: &str, at: Token<'t>| -> Vec<Word<'t>> {
        let one = |text: &str| word(sign(text), at);
        match text.trim().contains(' ') {
            true => text.split_whitespace().map(one).collect(),
            false => text.trim().chars().map(|c| one(c.encode_utf8(&mut [0; 4]))).collect(),
        }
    };
    let rows: Rows<'t> = match items {
        [only] => match (only.items(), only.name()) {
            (Some(inner), _)
                if inner.iter().all(|item| item.items().is_some() && item.key.is_none()) =>
            {
                inner.iter().map(|item| row(item.items()?)).collect::<Option<_>>()?
            }
            (Some(inner), _)
                if inner.len() > 1
                    && inner.iter().all(|item| item.quoted && item.key.is_none()) =>
            {
                inner.iter().map(|item| of_text(item.name().unwrap_or_default(), item.at)).collect()
            }
            (Some(inner), _) => {
                let row = row(inner)?;
                let &(r, c) =
                    sizes.iter().find(|(r, c)| r.checked_mul(*c) == Some(row.len() as i64))?;
                (r > 0 && !row.is_empty())
                    .then(|| row.chunks(c as usize).map(<[_]>::to_vec).collect())?
            }
            (None, Some(text)) if only.quoted => {
                let lines: Vec<&str> =
                    text.lines().filter(|line| !line.trim().is_empty()).collect();
                match (&lines[..], sizes.first()) {
                    ([line], Some(&(r, c))) => {
                        let row = of_text(line, only.at);
                        (r.checked_mul(c) == Some(row.len() as i64) && c > 0)
                            .then(|| row.chunks(c as usize).map(<[_]>::to_vec).collect())?
                    }
                    ([_, _, ..], _) if !lines.iter().any(|line| is_prose(line)) => {
                        lines.iter().map(|line| of_text(line, only.at)).collect()
                    }
                    _ => return None,
                }
            }
            _ => return None,
        },
        [] => return None,
        _ => {
            // Lines below a heading.
            let mut rows = Rows::new();
            for item in items {
                if item.key.is_some() {
                    return None;
                }
                if let Some(inner) = item.items() {
                    rows.push(row(inner)?);
                    continue;
                }
                if rows.is_empty() || item.apart >= Apart::Line {
                    rows.push(Vec::new());
                }
                let last = rows.len() - 1;
                rows[last].push(cell(item));
            }
            rows
        }
    };
    let cols = rows.first()?.len();
    let even = cols > 0 && rows.iter().all(|row| row.len() == cols);
    let size = (rows.len() as i64, cols as i64);
    let fits = match sizes {
        [] => !wide || cols > 3 || rows.len() == cols,
        _ => sizes.contains(&size) || !wide,
    };
    (even && fits).then_some(rows)
}
