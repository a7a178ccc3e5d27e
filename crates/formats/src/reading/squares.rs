//! Squares with signs of order between cells, in the layouts people use: signs between the words of a row and rows of
//! signs between rows; blank cells, where columns determine the place of a sign; a grid of twice the size less one;
//! values, then signs across, then signs down.

use super::bytes::{Line, plain};
use super::shape::{Layout, Rows, is_parts};
use super::word::{Word, characters, pieces, width};
use clew_puzzle::puzzle::format::{ParseError, Place, Token, size_fault};

/// A square before its rules are checked.
#[derive(Clone, Debug)]
pub(super) struct Square<'t> {
    /// Rows and columns.
    pub n: usize,
    /// Its cells, row by row.
    pub cells: Vec<Word<'t>>,
    /// Signs: the first place is less than the second.
    pub less: Vec<([Place; 2], Token<'t>)>,
}

/// Words that stand for no sign.
fn is_none(text: &str) -> bool {
    matches!(text, "" | "." | "-" | "_" | "0" | "·" | " ")
}

/// Whether a layout has signs of order in it.
pub(super) fn has_signs(layout: &Layout<'_>) -> bool {
    let in_word = |word: &Word<'_>| word.text.contains(['<', '>', '^']);
    // A row of nothing but signs below cells.
    let row = |row: &Vec<Word<'_>>| {
        row.iter().all(|w| matches!(&*w.text, "v" | "V") || is_none(&w.text))
            && row.iter().any(|w| matches!(&*w.text, "v" | "V"))
    };
    let arrows =
        |word: &Word<'_>| word.text.len() > 1 && word.at.text.chars().all(char::is_alphanumeric);
    !layout.less.is_empty()
        || layout.rows.iter().flatten().any(|word| in_word(word) && !arrows(word))
        || layout.rows.len() > 1 && layout.rows.iter().any(row)
        || is_parts(&layout.rows)
}

/// The square of a layout.
///
/// # Errors
/// The first place that does not fit.
pub(super) fn read<'t>(layout: &Layout<'t>) -> Result<Square<'t>, ParseError> {
    let rows = &layout.rows;
    if !layout.less.is_empty() {
        return Ok(Square { less: layout.less.clone(), ..plain_square(rows)? });
    }
    if is_parts(rows) {
        return parts(rows);
    }
    let wide = rows.iter().all(|row| row.len() == rows.len());
    if layout.lines.is_empty() || layout.what == "separated values" || layout.compact {
        let odd = rows.len() % 2 == 1 && rows.len() > 1;
        if wide && odd && between(rows, false) {
            return matrix(rows);
        }
        if layout.lines.is_empty() || !layout.compact {
            return plain_square(rows);
        }
    }
    match tokens(&layout.lines) {
        Ok(square) => Ok(square),
        // Where cells are blank, columns determine the place of a sign.
        Err(error) => positions(&layout.lines).ok_or(error)?,
    }
}

/// Whether the sign places of a grid of twice the size less one contain only signs, or nothing.
fn between(rows: &Rows<'_>, signs: bool) -> bool {
    let sign =
        |word: &Word<'_>| is_none(&word.text) || matches!(&*word.text, "<" | ">" | "^" | "v" | "V");
    let mut some = !signs;
    for (r, row) in rows.iter().enumerate() {
        for (c, word) in row.iter().enumerate().filter(|(c, _)| (r | c) & 1 == 1) {
            let _ = c;
            if !sign(word) {
                return false;
            }
            some |= !is_none(&word.text);
        }
    }
    some
}

fn new<'t>(n: usize, at: Token<'t>) -> Result<Square<'t>, ParseError> {
    match size_fault(n, n) {
        Some(expected) => Err(at.error(expected)),
        None => Ok(Square { n, cells: Vec::with_capacity(n * n), less: Vec::new() }),
    }
}

impl<'t> Square<'t> {
    /// Takes a sign between the place and the one on its right.
    fn across(&mut self, r: usize, c: usize, smaller: bool, at: Token<'t>) {
        let (left, right) = ((r as u32, c as u32), (r as u32, c as u32 + 1));
        self.less.push((if smaller { [left, right] } else { [right, left] }, at));
    }

    /// Takes a sign between the place and the one below.
    fn down(&mut self, r: usize, c: usize, smaller: bool, at: Token<'t>) {
        let (upper, lower) = ((r as u32, c as u32), (r as u32 + 1, c as u32));
        self.less.push((if smaller { [upper, lower] } else { [lower, upper] }, at));
    }
}

/// Rows of cells alone.
fn plain_square<'t>(rows: &Rows<'t>) -> Result<Square<'t>, ParseError> {
    let mut square = new(rows[0].len(), rows[0][0].at)?;
    let n = square.n;
    for row in rows {
        if row.len() != n {
            return Err(row[0].at.error(format!("a row of {n} cells, not {}", row.len())));
        }
        square.cells.extend(row.iter().cloned());
    }
    if rows.len() != n {
        let expected =
            format!("{n} rows (or {} with signs between them), not {}", 2 * n - 1, rows.len());
        return Err(rows[rows.len() - 1][0].at.error(expected));
    }
    Ok(square)
}

/// A grid of twice the size less one: signs are between cells, and nothing is where four cells meet.
fn matrix<'t>(rows: &Rows<'t>) -> Result<Square<'t>, ParseError> {
    let n = rows.len().div_ceil(2);
    let mut square = new(n, rows[0][0].at)?;
    for (r, row) in rows.iter().enumerate() {
        for (c, word) in row.iter().enumerate() {
            match ((r & 1, c & 1), &*word.text) {
                ((0, 0), _) => square.cells.push(word.clone()),
                (_, text) if is_none(text) => {}
                ((0, 1), "<") => square.across(r / 2, c / 2, true, word.at),
                ((0, 1), ">") => square.across(r / 2, c / 2, false, word.at),
                ((1, 0), "^") => square.down(r / 2, c / 2, true, word.at),
                ((1, 0), "v" | "V") => square.down(r / 2, c / 2, false, word.at),
                ((0, 1), _) => {
                    return Err(word.at.error("\"<\", \">\" or nothing between two cells"));
                }
                ((1, 0), _) => {
                    return Err(word.at.error("\"^\", \"v\" or nothing between two cells"));
                }
                _ => return Err(word.at.error("nothing where four cells meet")),
            }
        }
    }
    Ok(square)
}

/// Values, then signs across, then signs down; 1 means that the left or upper cell is smaller, -1 that it is larger.
fn parts<'t>(rows: &Rows<'t>) -> Result<Square<'t>, ParseError> {
    let n = rows[0].len();
    let mut square = new(n, rows[0][0].at)?;
    for (r, row) in rows.iter().enumerate() {
        for (c, word) in row.iter().enumerate() {
            if r < n {
                square.cells.push(word.clone());
                continue;
            }
            let smaller = match &*word.text {
                text if is_none(text) => continue,
                "<" | "^" | "1" => true,
                ">" | "v" | "V" | "-1" => false,
                _ => return Err(word.at.error("a sign: < or > (1 or -1), or 0 or \".\" for none")),
            };
            match r < 2 * n {
                true => square.across(r - n, c, smaller, word.at),
                false => square.down(r - 2 * n, c, smaller, word.at),
            }
        }
    }
    Ok(square)
}

/// The words of a row of cells, signs apart even where no blank parts them.
fn cell_words<'t>(line: &Line<'t>) -> Vec<Word<'t>> {
    pieces(line, |c| plain(c).is_whitespace(), |c| matches!(plain(c), '<' | '>'), true)
}

fn is_sign(word: &Word<'_>) -> bool {
    matches!(&*word.text, "<" | ">")
}

/// Rows of words with signs between them, and rows of signs between rows, which may be left out altogether.
fn tokens<'t>(lines: &[Line<'t>]) -> Result<Square<'t>, ParseError> {
    let from = lines.iter().position(|line| !line.is_blank()).unwrap_or(0);
    let to = lines.iter().rposition(|line| !line.is_blank()).map_or(lines.len(), |at| at + 1);
    let lines = &lines[from..to];
    let filled: Vec<&Line<'t>> = lines.iter().filter(|line| !line.is_blank()).collect();
    let n = cell_words(filled[0]).iter().filter(|word| !is_sign(word)).count();
    let start = filled[0].token();
    if n == 0 {
        return Err(start.error("a row of cells, perhaps with signs between them"));
    }
    let mut square = new(n, start)?;
    // A row of signs may be blank.
    let (rows, signs): (Vec<&Line<'t>>, bool) = match (lines.len(), filled.len()) {
        (all, _) if all + 1 == 2 * n => (lines.iter().collect(), true),
        (_, some) if some + 1 == 2 * n => (filled, true),
        (_, some) if some == n => (filled, false),
        (_, some) => {
            let both =
                format!("{} lines (or {n} without signs between rows), not {some}", 2 * n - 1);
            return Err(filled[some - 1].token().error(both));
        }
    };
    let mut above: Vec<Word<'t>> = Vec::new();
    for (i, line) in rows.into_iter().enumerate() {
        let row = if signs { i / 2 } else { i };
        if signs && i % 2 == 1 {
            for (c, sign) in below(line, &above, n)? {
                square.down(row, c, &*sign.text == "^", sign.at);
            }
            continue;
        }
        above.clear();
        let mut sign: Option<Word<'t>> = None;
        for word in cell_words(line) {
            if is_sign(&word) {
                if above.is_empty() || sign.is_some() {
                    return Err(word.at.error("a cell, and one sign between two cells"));
                }
                sign = Some(word);
                continue;
            }
            let c = above.len();
            if c == n {
                return Err(word.at.error(format!("the end of the row: rows have {n} cells")));
            }
            square.cells.push(word.clone());
            if let Some(sign) = sign.take() {
                square.across(row, c - 1, &*sign.text == "<", sign.at);
            }
            above.push(word);
        }
        if let Some(sign) = sign {
            return Err(sign.at.error("no sign here: it has no cell on its right"));
        }
        if above.len() < n {
            let mut error = line.error_at_end(format!("a row of {n} cells, not {}", above.len()));
            error.found = "the end".into();
            return Err(error);
        }
    }
    Ok(square)
}

/// The signs of a row between rows, each with its column: by their order if there is one for each column, else by their
/// position below the cells above.
fn below<'t>(
    line: &Line<'t>,
    above: &[Word<'t>],
    n: usize,
) -> Result<Vec<(usize, Word<'t>)>, ParseError> {
    let found = super::word::words(line);
    for word in &found {
        if !matches!(&*word.text, "^" | "v" | "V" | "-" | ".") {
            return Err(word.at.error("\"^\", \"v\" or \"-\" in a row of signs"));
        }
    }
    let by_order = found.len() == n;
    let mut signs = Vec::new();
    for (i, word) in found.into_iter().enumerate() {
        if matches!(&*word.text, "-" | ".") {
            continue;
        }
        let at = word.at.column;
        let covers = |cell: &Word<'_>| {
            let from = cell.at.column;
            (from..from + width(cell.at.text)).contains(&at)
        };
        let column = match by_order {
            true => i,
            false => above.iter().position(covers).ok_or_else(|| {
                word.at.error(format!("{n} signs (\"-\" for none), or each below its cell"))
            })?,
        };
        signs.push((column, word));
    }
    Ok(signs)
}

/// A square whose cells may be blank: a character for each cell, a sign or a blank between two, either close together
/// or with blanks around signs. `None` if columns do not determine that.
fn positions<'t>(lines: &[Line<'t>]) -> Option<Result<Square<'t>, ParseError>> {
    let rows: Vec<Vec<Word<'t>>> = lines.iter().map(characters).collect();
    let indent = rows.iter().filter_map(|row| row.iter().position(|w| !w.text.is_empty())).min()?;
    let (height, n) = (rows.len(), rows.len().div_ceil(2));
    let wide =
        rows.iter().filter_map(|row| row.iter().rposition(|w| !w.text.is_empty())).max()? + 1;
    if height % 2 == 0 || n < 2 {
        return None;
    }
    let at = lines[0].token();
    for (pitch, from) in [(2, 0), (4, 0), (2, indent), (4, indent)] {
        let most = pitch * (n - 1) + 1;
        if wide < from || wide - from > most || pitch == 4 && wide - from < 2 * n {
            continue;
        }
        let step = pitch / 2;
        let whole = rows.iter().all(|row| {
            let odd = |(c, word): (usize, &Word<'_>)| {
                c >= from && (c - from) % step != 0 && !word.text.is_empty()
            };
            !row.iter().enumerate().any(odd)
        });
        let word = |r: usize, c: usize| {
            let found = rows[r].get(from + c * step).cloned();
            found.unwrap_or(Word {
                text: "".into(),
                at: Token { text: "", line: lines[r].number, ..at },
            })
        };
        let spread: Rows<'t> =
            (0..height).map(|r| (0..height).map(|c| word(r, c)).collect()).collect();
        if whole && between(&spread, true) {
            return Some(matrix(&spread));
        }
    }
    None
}
