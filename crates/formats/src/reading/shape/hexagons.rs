//! Rows that begin half a cell further right or left than the row above: hexagons.

use super::super::bytes::Line;
use super::super::word::{Word, width};
use super::Rows;

/// The column after a word, and its first one.
fn span(word: &Word<'_>) -> (usize, usize) {
    (word.at.column, word.at.column + width(word.at.text))
}

/// Per row the half cells by which it begins right of the first column; `None` if rows are not shifted so. Each row
/// must be shifted against the one above, all by as much, and, in a block of rows of one length, this way and that
/// in turns.
pub(super) fn shifts(lines: &[&Line<'_>], rows: &Rows<'_>) -> Option<Vec<usize>> {
    if rows.len() < 2
        || lines.len() != rows.len()
        || lines.iter().any(|line| line.text.contains('\t'))
    {
        return None;
    }
    // Both ends of words show their column: numbers of a column end, or begin, below each other.
    let mut steps: Vec<i64> = Vec::new();
    for pair in rows.windows(2) {
        let (above, here) = (span(pair[0].first()?), span(pair[1].first()?));
        if above.0 == here.0 || above.1 == here.1 {
            return None;
        }
        steps.push(here.1 as i64 - above.1 as i64);
    }
    let pitch = pitch(rows)?;
    let (least, most) =
        (steps.iter().map(|s| s.abs()).min()?, steps.iter().map(|s| s.abs()).max()?);
    let half = |step: i64| 10 * step >= 3 * pitch && 10 * step <= 7 * pitch;
    if most > least + 1 || !half(least) && !half(most) {
        return None;
    }
    let even = rows.iter().all(|row| row.len() == rows[0].len());
    if even && (rows.len() < 3 || steps.windows(2).any(|pair| pair[0].signum() == pair[1].signum()))
    {
        return None;
    }
    let mut at = 0i64;
    let mut found = vec![0i64];
    for step in steps {
        at += step.signum();
        found.push(at);
    }
    let first = found.iter().copied().min()?;
    Some(found.into_iter().map(|at| (at - first) as usize).collect())
}

/// How many columns lie between the ends of words that follow each other: the commonest distance.
fn pitch(rows: &Rows<'_>) -> Option<i64> {
    let mut seen = std::collections::BTreeMap::<i64, usize>::new();
    for pair in rows.iter().flat_map(|row| row.windows(2)) {
        *seen.entry(span(&pair[1]).1 as i64 - span(&pair[0]).1 as i64).or_default() += 1;
    }
    seen.into_iter().max_by_key(|&(_, n)| n).map(|(distance, _)| distance)
}
