//! Drawn tables: ruling lines are dropped, cells are the texts between bars. Light, heavy and double lines, ASCII,
//! Markdown, bars alone; a row may be several lines high.

use super::super::bytes::{Line, is_null, plain};
use super::super::word::{Word, fields, is_digits};
use super::walls::{is_box, is_drawn};
use super::{Layout, Rows, check, lists, walls};
use clew_puzzle::puzzle::format::ParseError;

/// The layout of a drawn table; `None` if there is none in the lines.
///
/// # Errors
/// For bars and rulings that are not everywhere the same: they may be walls.
pub(super) fn read<'t>(lines: &[Line<'t>]) -> Result<Option<Layout<'t>>, ParseError> {
    if let Some(rows) = lists::ampl(lines)? {
        return Ok(Some(Layout::new("a table of AMPL", rows)));
    }
    let filled: Vec<&Line<'t>> = lines.iter().filter(|line| !line.is_blank()).collect();
    if let Some(board) = walls::read(&filled)? {
        return Ok(Some(board));
    }
    let bars = |line: &&&Line<'_>| line.text.chars().filter(|c| plain(*c) == '|').count();
    let barred = filled.iter().filter(|line| bars(line) > 0 && !is_ruling(line.text)).count();
    let ruled = filled.iter().filter(|line| is_ruling(line.text)).count();
    if barred == 0 || barred + ruled < filled.len() {
        let drawn = filled.iter().find(|line| line.text.contains(is_box));
        let Some(line) = drawn.filter(|_| barred > 0) else { return Ok(None) };
        let odd = filled.iter().find(|l| bars(l) == 0 && !is_ruling(l.text)).unwrap_or(line);
        return Err(odd.token().error("a row of the drawn table, with bars between cells"));
    }
    let rulings: Vec<usize> = (0..filled.len()).filter(|&i| is_ruling(filled[i].text)).collect();
    let inner = |&&i: &&usize| i > 0 && i + 1 < filled.len();
    let mut inner = rulings.iter().filter(inner);
    if let Some(&first) = inner.next()
        && let Some(&odd) =
            inner.find(|&&i| filled[i].text.trim_end() != filled[first].text.trim_end())
    {
        return Err(filled[odd].token().error(
            "the same line as between other rows; whether it is a wall is not known (say so under \"walls:\")",
        ));
    }
    let mut groups: Vec<Rows<'t>> = vec![Rows::new()];
    let mut first: Option<(Vec<char>, &Line<'t>)> = None;
    let mut places = 0;
    for line in &filled {
        if is_ruling(line.text) {
            groups.push(Rows::new());
            continue;
        }
        let drawn: Vec<char> = line.text.chars().filter(|c| plain(*c) == '|').collect();
        match &first {
            None => first = Some((drawn, line)),
            Some((bars, _)) if bars.len() != drawn.len() => {
                let cells = bars.len();
                let expected = format!("{cells} bars, as in the first row, not {}", drawn.len());
                return Err(line.token().error(expected));
            }
            Some((bars, _)) if *bars != drawn => {
                return Err(line.token().error(
                    "the same bars as in the first row; whether others are walls is not known (say so under \"walls:\")",
                ));
            }
            Some(_) => {}
        }
        let mut row = fields(line, '|');
        let text = line.text.trim();
        if text.ends_with(|c| plain(c) == '|') {
            row.pop();
        }
        if text.starts_with(|c| plain(c) == '|') && !row.is_empty() {
            row.remove(0);
        }
        places += row.len();
        let last = groups.len() - 1;
        groups[last].push(row);
        check(&groups[last], places)?;
    }
    groups.retain(|group| !group.is_empty());
    let markdown = rulings == [1] && groups.len() == 2 && groups[0].len() == 1;
    if markdown && is_heading(&groups[0][0], groups[1].len()) {
        groups.remove(0);
    }
    let rows = joined(groups)?;
    Ok(Some(Layout::new("a drawn table", rows)))
}

/// Whether a line is drawn between rows.
fn is_ruling(line: &str) -> bool {
    let line = line.trim();
    if line.is_empty() || !line.chars().all(|c| is_drawn(c) || c == ':') {
        return false;
    }
    if line.contains(|c: char| is_box(c) && plain(c) != '|') {
        return true;
    }
    let pieces: Vec<&str> = line.split(|c| "+|".contains(plain(c))).collect();
    let pieces: Vec<&&str> = pieces.iter().filter(|piece| !piece.is_empty()).collect();
    let dashes = |piece: &str| {
        let aligned = piece.contains(':');
        let piece = piece.trim().trim_matches(':');
        !piece.is_empty()
            && (aligned || piece.len() > 2 - usize::from(line.contains('+')))
            && piece.chars().all(|c| "-=_".contains(c))
    };
    !pieces.is_empty() && pieces.iter().all(|piece| dashes(piece))
}

/// Whether the first row of a Markdown table is only there because such tables must have one: it is blank, or names
/// columns, and the rows below are as many as columns.
fn is_heading(row: &[Word<'_>], below: usize) -> bool {
    let blank = row.iter().all(|word| word.text.is_empty() || is_null(&word.text));
    let letters = (b'A'..=b'Z').zip(row).all(|(c, word)| word.text.as_bytes() == [c]);
    let numbers = row
        .iter()
        .enumerate()
        .all(|(i, word)| is_digits(&word.text) && word.text.parse() == Ok(i + 1));
    below == row.len() && (blank || letters && row.len() > 1 || numbers && row.len() > 1)
}

/// The rows of groups of lines between rulings: a group is a row of several lines if only one of them has anything
/// in it, the same one in all groups; else each line is a row.
///
/// # Errors
/// If both could be meant.
fn joined<'t>(groups: Vec<Rows<'t>>) -> Result<Rows<'t>, ParseError> {
    let height = groups[0].len();
    let all: usize = groups.iter().map(Vec::len).sum();
    let even = groups.iter().all(|group| group.len() == height);
    let blank = |row: &Vec<Word<'_>>| row.iter().all(|word| word.text.is_empty());
    let filled = |i: usize| groups.iter().any(|group| !blank(&group[i]));
    if !even || height == 1 || groups.len() == 1 {
        return Ok(groups.into_iter().flatten().collect());
    }
    let mut holding = (0..height).filter(|&i| filled(i));
    let (only, more) = (holding.next(), holding.next());
    let (Some(at), None) = (only, more) else {
        return Ok(groups.into_iter().flatten().collect());
    };
    let cols = groups[0][0].len();
    if all == cols && groups.len() != cols {
        let first = groups[0][0][0].at;
        return Err(first.error(format!(
            "a ruling between all rows or none: {} rows of {height} lines, or {all} rows?",
            groups.len()
        )));
    }
    Ok(groups.into_iter().map(|mut group| group.swap_remove(at)).collect())
}
