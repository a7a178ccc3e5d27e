//! Reading and writing futoshikis.

use super::gaps::complete;
use super::{Futoshiki, MAX_ORDER};
use clew_puzzle::puzzle::Gap;
use clew_puzzle::puzzle::family::ClueResult;
use clew_puzzle::puzzle::format::{
    At, Clue, Draft, Fault, Pair, ParseError, TextLine, Token, end_of_input, name,
};
use serde_json::Value;
use std::collections::HashMap;
use std::fmt::Write;

/// The index of the key `less` among the family's keys of pairs.
const LESS: usize = 0;
/// The index of the key `differ`.
pub(super) const DIFFER: usize = 1;
/// The index of the key `apart`.
pub(super) const APART: usize = 2;

/// The sign of a difference of one.
const DOT: &str = "o";

/// The error text for the expected content of a cell.
const CELL: &str = "a number, \".\", or \"<\", \">\", \"o\" or \"(2)\" between cells";

/// A sign of the grid: which of two cells holds less, or by how much they differ.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    /// `<`: the left one.
    Left,
    /// `>`: the right one.
    Right,
    /// `^`: the upper one.
    Above,
    /// `v`: the lower one.
    Below,
    /// `-`: nothing is stated, between two rows.
    Absent,
    /// `o`, `(2)`: they differ by this.
    Differ(u32),
}

impl Sign {
    /// The sign that a token is.
    fn from_token(text: &str) -> Option<Sign> {
        let number = || match Clue::number(text.strip_prefix('(')?.strip_suffix(')')?)? {
            Clue::Number(number) => Some(Sign::Differ(number)),
            _ => None,
        };
        match text {
            "<" => Some(Sign::Left),
            ">" => Some(Sign::Right),
            "^" => Some(Sign::Above),
            "v" => Some(Sign::Below),
            "-" => Some(Sign::Absent),
            DOT => Some(Sign::Differ(1)),
            _ => number(),
        }
    }

    /// Whether it may stand between the cells of a row.
    fn is_in_row(self) -> bool {
        matches!(self, Sign::Left | Sign::Right | Sign::Differ(_))
    }
}

/// Whether a token of the grid is a sign, and no cell.
pub(super) fn is_sign(text: &str) -> bool {
    Sign::from_token(text).is_some()
}

/// The sign that a token between the cells of a row is.
fn sign_in_row(text: &str) -> Option<Sign> {
    Sign::from_token(text).filter(|sign| sign.is_in_row())
}

/// The meaning of a token of a cell that is not `.`.
pub(super) fn clue(text: &str) -> ClueResult {
    Clue::number(text).ok_or_else(|| CELL.to_string())
}

/// The meaning of a JSON value that is not `null`.
pub(super) fn json_clue(value: &Value) -> ClueResult {
    let clue = match value {
        Value::Number(number) => Clue::json_number(number),
        _ => None,
    };
    clue.ok_or_else(|| "null or a number".into())
}

/// Reads the grid: rows of cells with signs between them, and rows of signs. No token of a cell is one of a row of
/// signs, so that a row without signs may be blank or left out.
///
/// # Errors
/// The first mistake.
pub(super) fn layout<'a>(grid: &[TextLine<'a>], draft: &mut Draft<'a>) -> Result<(), ParseError> {
    let first = grid[0].tokens();
    let n = first.iter().filter(|token| sign_in_row(token.text).is_none()).count();
    if n == 0 {
        return Err(grid[0].rest(0).error("a cell: this sign has none on its left"));
    }
    if n > MAX_ORDER as usize {
        return Err(grid[0].rest(0).error(too_large(n)));
    }
    // If there are too many lines, the first extra one is refused below; no memory is reserved for them.
    let lines = grid.len().min(2 * n - 1);
    draft.clues.reserve(n * lines.min(n));
    draft.pairs[LESS].reserve(n * lines / 2);
    // Rows of cells so far, and whether a row of signs stands below the last one.
    let (mut rows, mut signs, mut above) = (0, false, &grid[0]);
    for line in grid.iter().filter(|line| !line.is_blank()) {
        match (is_sign_row(line), rows) {
            (_, row) if row == n => {
                let expected = format!("the end of the grid: it has {n} rows of {n} cells");
                return Err(line.rest(0).error(expected));
            }
            (true, 0) => {
                return Err(line.rest(0).error("a row of cells: these signs have none above them"));
            }
            (true, _) if signs => {
                return Err(line.rest(0).error("a row of cells: there are signs above already"));
            }
            (true, row) => sign_row(line, above, row as u32 - 1, n, draft)?,
            (false, row) => {
                cell_row(line, row as u32, n, draft)?;
                above = line;
            }
        }
        signs = is_sign_row(line);
        rows += usize::from(!signs);
    }
    if rows < n {
        let expected = format!("{n} rows of {n} cells, not {rows}");
        return Err(end_of_input(grid[grid.len() - 1].number + 1, expected));
    }
    draft.size = (n, n);
    Ok(())
}

/// Whether a line is a row of signs, decided by its first token.
fn is_sign_row(line: &TextLine<'_>) -> bool {
    let first = line.tokens().first().and_then(|token| Sign::from_token(token.text));
    first.is_some_and(|sign| !matches!(sign, Sign::Left | Sign::Right))
}

/// Reads `. < 3   .`: cells, with signs between them.
fn cell_row<'a>(
    line: &TextLine<'a>,
    row: u32,
    n: usize,
    draft: &mut Draft<'a>,
) -> Result<(), ParseError> {
    let mut cells = 0u32;
    let mut sign: Option<(Sign, Token<'a>)> = None;
    for token in line.tokens() {
        if let Some(between) = sign_in_row(token.text) {
            if sign.is_some() {
                return Err(token.error("a cell: one sign between two cells"));
            }
            if cells == 0 {
                return Err(token.error("a cell: this sign has none on its left"));
            }
            sign = Some((between, token));
            continue;
        }
        if cells as usize == n {
            return Err(token.error(format!("the end of the row: rows have {n} cells")));
        }
        let clue = match token.text {
            "." => Clue::Empty,
            text => Clue::number(text).ok_or_else(|| token.error(CELL))?,
        };
        draft.clues.push((clue, token.into()));
        if let Some((between, at)) = sign.take() {
            let (left, right) = ((row, cells - 1), (row, cells));
            let places = if between == Sign::Right { [right, left] } else { [left, right] };
            let (key, number) = match between {
                Sign::Differ(by) => (DIFFER, by),
                _ => (LESS, 1),
            };
            draft.pairs[key].push(Pair { places, number, at: at.into() });
        }
        cells += 1;
    }
    if let Some((_, sign)) = sign {
        return Err(sign.error("no sign here: it has no cell on its right"));
    }
    if (cells as usize) < n {
        return Err(line.error_at_end(format!("a row of {n} cells, not {cells}")));
    }
    Ok(())
}

/// Reads `- ^ v o (2)`: how each cell of row `row`, which stands `above`, relates to the one below. Fewer signs than
/// columns stand each below its cell.
fn sign_row<'a>(
    line: &TextLine<'a>,
    above: &TextLine<'a>,
    row: u32,
    n: usize,
    draft: &mut Draft<'a>,
) -> Result<(), ParseError> {
    let tokens = line.tokens();
    if let Some(extra) = tokens.get(n) {
        return Err(extra.error(format!("the end of the row: there are {n} columns")));
    }
    let by_order = tokens.len() == n;
    for (i, &at) in tokens.iter().enumerate() {
        let col = if by_order { i } else { column_above(at, line, above, n)? };
        let (above, below) = ((row, col as u32), (row + 1, col as u32));
        let (key, places, number) = match Sign::from_token(at.text) {
            Some(Sign::Absent) => continue,
            Some(Sign::Above) => (LESS, [above, below], 1),
            Some(Sign::Below) => (LESS, [below, above], 1),
            Some(Sign::Differ(by)) => (DIFFER, [above, below], by),
            _ => {
                let expected = "\"^\", \"v\", \"o\", \"(2)\" or \"-\" in a row of signs";
                return Err(at.error(expected));
            }
        };
        draft.pairs[key].push(Pair { places, number, at: at.into() });
    }
    Ok(())
}

/// The column of the cell above a sign. Fails if a line has tabs, because their width is unknown.
///
/// # Errors
/// If the sign is below no cell.
fn column_above(
    at: Token<'_>,
    line: &TextLine<'_>,
    above: &TextLine<'_>,
    n: usize,
) -> Result<usize, ParseError> {
    let end = |token: &Token<'_>| token.column + token.text.chars().count();
    let covers = |cell: &Token<'_>| cell.column < end(&at) && at.column < end(cell);
    let cells = above.tokens().into_iter().filter(|token| sign_in_row(token.text).is_none());
    let column = cells.take(n).position(|cell| covers(&cell));
    column.filter(|_| !line.text.contains('\t') && !above.text.contains('\t')).ok_or_else(|| {
        at.error(format!("{n} signs in this row (\"-\" for none), or each exactly below its cell"))
    })
}

/// The error text for a square beyond the largest order.
fn too_large(n: usize) -> String {
    format!("a square of order {MAX_ORDER} at most, not {n}")
}

/// The puzzle that a draft describes.
///
/// # Errors
/// The first mistake.
pub(super) fn futoshiki<'a>(draft: Draft<'a>) -> Result<Futoshiki, Fault<'a>> {
    let (rows, cols) = draft.size;
    if rows != cols {
        let expected = format!("as many rows as columns, not {rows} x {cols}");
        return Err(Fault::new(draft.origin, expected));
    }
    if rows > MAX_ORDER as usize {
        return Err(Fault::new(draft.origin, too_large(rows)));
    }
    let mut given = Vec::with_capacity(draft.clues.len());
    for (clue, at) in &draft.clues {
        match *clue {
            Clue::Number(v) if (1..=cols as u32).contains(&v) => given.push(Some(v)),
            Clue::Empty => given.push(None),
            Clue::Number(_) => {
                return Err(Fault::new(*at, format!("a number from 1 to {cols} (the order)")));
            }
            Clue::Hole => return Err(Fault::new(*at, "no hole in a futoshiki")),
            Clue::Label(_) => return Err(Fault::new(*at, "a number or \".\"")),
        }
    }
    let n = cols as u32;
    let mut less: Vec<([u32; 2], At<'a>)> = Vec::with_capacity(draft.pairs[LESS].len());
    for pair in &draft.pairs[LESS] {
        less.push((cells_of(pair, n)?, pair.at));
    }
    let gaps = gaps(&draft, n)?;
    let mut pairs: Vec<[u32; 2]> = less.iter().map(|(pair, _)| *pair).collect();
    pairs.sort_unstable();
    pairs.dedup();
    for &([a, b], at) in &less {
        if pairs.binary_search(&[b, a]).is_ok() {
            let (low, high) = (name((a / n, a % n)), name((b / n, b % n)));
            return Err(Fault::new(
                at,
                format!("signs that agree; {low} and {high} are each less than the other"),
            ));
        }
    }
    Ok(Futoshiki { n, given, less: pairs, gaps })
}

/// The two cells of a pair.
fn cells_of<'a>(pair: &Pair<'a>, n: u32) -> Result<[u32; 2], Fault<'a>> {
    let [a, b] = pair.places;
    if let Some(&off) = [a, b].iter().find(|p| p.0 >= n || p.1 >= n) {
        let expected = format!("two cells of the {n} x {n} grid; {} is off it", name(off));
        return Err(Fault::new(pair.at, expected));
    }
    if a == b {
        return Err(Fault::new(pair.at, "two different cells"));
    }
    Ok([a.0 * n + a.1, b.0 * n + b.1])
}

/// The differences of a draft.
fn gaps<'a>(draft: &Draft<'a>, n: u32) -> Result<Vec<Gap>, Fault<'a>> {
    let mut gaps: Vec<Gap> = Vec::new();
    let mut known: HashMap<[u32; 2], u32> = HashMap::new();
    for (key, is) in [(DIFFER, true), (APART, false)] {
        for pair in &draft.pairs[key] {
            let mut cells = cells_of(pair, n)?;
            cells.sort_unstable();
            let by = pair.number;
            if by == 0 || by >= n {
                let expected = match n {
                    1 => "no difference in a square of order 1".into(),
                    _ => format!("a difference from 1 to {}", n - 1),
                };
                return Err(Fault::new(pair.at, expected));
            }
            let other = if is { *known.entry(cells).or_insert(by) } else { by };
            let denied = !is && known.get(&cells) == Some(&by);
            if other != by || denied {
                let [a, b] = cells.map(|c| name((c / n, c % n)));
                let other = if denied { by } else { other };
                let expected = format!("differences that agree; {a} and {b} differ by {other} too");
                return Err(Fault::new(pair.at, expected));
            }
            gaps.push(Gap { cells, by, is });
        }
    }
    if draft.words.first() == Some(&"all") {
        let others = complete(n, gaps.iter().copied().filter(|gap| gap.is));
        gaps.extend(others);
    }
    gaps.sort_unstable();
    gaps.dedup();
    Ok(gaps)
}

/// Rows of cells with their signs, and the rows of signs between them.
pub(super) fn square_text(puzzle: &Futoshiki, tokens: &[String]) -> String {
    let n = puzzle.n as usize;
    let mut width = tokens.iter().map(String::len).max().unwrap_or(1);
    let mut beside = vec![String::from(" "); n * n];
    let mut below = vec![String::from("-"); n * n];
    for &[a, b] in &puzzle.less {
        let (first, second) = (a.min(b) as usize, a.max(b) as usize);
        if puzzle.n > 1 && second == first + n {
            below[first] = if a < b { "^" } else { "v" }.into();
        } else if second == first + 1 && second % n != 0 {
            beside[first] = if a < b { "<" } else { ">" }.into();
        }
    }
    for (gap, _) in puzzle.shown().filter(|(_, shown)| *shown) {
        let [a, b] = gap.cells.map(|c| c as usize);
        let sign = if gap.by == 1 { DOT.into() } else { format!("({})", gap.by) };
        *(if b == a + n { &mut below[a] } else { &mut beside[a] }) = sign;
    }
    let widest = |signs: &[String]| signs.iter().map(String::len).max().unwrap_or(1);
    let between = widest(&beside);
    width = width.max(widest(&below));
    let mut out = String::new();
    for r in 0..n {
        let row = r * n..(r + 1) * n;
        for i in row.clone() {
            let _ = write!(out, "{:>width$}", tokens[i]);
            if i + 1 < row.end {
                let _ = write!(out, " {:^between$} ", beside[i]);
            }
        }
        out.push('\n');
        if r + 1 < n {
            let line: Vec<String> = row.map(|i| format!("{:>width$}", below[i])).collect();
            out.push_str(&line.join(&" ".repeat(between + 2)));
            out.push('\n');
        }
    }
    out
}
