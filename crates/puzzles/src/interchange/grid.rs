//! Plain grids: rows of tokens with blanks between them, and nothing that says which puzzle it is.

use super::import::{Import, dialect};
use super::scan::{Part, Scan, lines, within_grid};
use super::sheet::{Lost, Room};
use super::{Format, Opening, Reading, Sheet, Written};
use crate::puzzle::family::Dialect;
use crate::puzzle::format::{Chunk, Clue, Cut, ParseError, size_fault, write_grid, write_solution};
use crate::puzzle::wording::how_many;
use crate::puzzle::{Entry, Family};
use std::collections::HashMap;

/// Grids.
pub const FORMAT: Format = Format {
    name: "grid",
    summary: "rows of numbers, labels or dots, without a header (see --puzzle)",
    cut: Cut::Blocks,
    is: is_grid,
    read: Some(read),
    write: Some(write),
    solutions: true,
    needs_solution: false,
    special_grids: false,
    ending: "txt",
};

/// Tokens of cells to fill and of places without a cell.
const EMPTY: [&str; 4] = [".", "-", "_", "0"];
const HOLES: [&str; 4] = ["#", "x", "X", "*"];

/// The longest token that is taken for one of a grid where nothing says that it is one.
const SHORT: usize = 4;

/// Whether the first line looks like a row: short words and signs.
fn is_grid(opening: &Opening<'_>) -> bool {
    let is_sign = |t: &str| EMPTY.contains(&t) || HOLES.contains(&t) || "<>^v".contains(t);
    let is_word = |t: &str| t.len() <= SHORT && t.chars().all(char::is_alphanumeric);
    let mut tokens = opening.line.split_whitespace();
    tokens.all(|t| is_sign(t) || is_word(t) || t.bytes().all(|b| b"<>.0123456789".contains(&b)))
}

/// What the tokens of a grid say about its kind: a name of the group `plain`.
fn kind(rows: &[Part<'_>]) -> &'static str {
    let mut stands: HashMap<&str, usize> = HashMap::new();
    for row in rows {
        let words = row.words();
        let signs = words.iter().all(|t| matches!(t.text(), "-" | "^" | "v" | "." | "_"));
        for token in words {
            match token.text() {
                "v" if signs => return "signs",
                text if text.contains(['<', '>', '^']) => return "signs",
                text if EMPTY[..3].contains(&text) || text == "#" => {}
                text => *stands.entry(text).or_default() += 1,
            }
        }
    }
    // Zeros stand for empty cells unless they are a pair of labels.
    if !stands.is_empty() && stands.values().all(|&n| n == 2) {
        return "pairs";
    }
    stands.retain(|text, _| *text != "0" && !HOLES.contains(text));
    if stands.is_empty() { "line" } else { "numbers" }
}

fn read(chunk: &Chunk<'_>, reading: &Reading) -> Result<Entry, ParseError> {
    let scans = lines(chunk.text, chunk.line, chunk.column);
    let mut rows: Vec<Part<'_>> = scans.iter().map(Scan::all).collect();
    let from = rows.iter().position(|row| !row.trim().is_empty()).unwrap_or(rows.len() - 1);
    rows.drain(..from);
    while rows.len() > 1 && rows.last().is_some_and(|row| row.trim().is_empty()) {
        rows.pop();
    }
    let start = rows[0].trim();
    if start.is_empty() {
        return Err(start.error("rows of cells"));
    }
    within_grid(&rows)?;
    let below = &rows[usize::from(header(&rows).is_some())..];
    let signs = match reading.family.map(plain) {
        Some(known) => known.is_some_and(|dialect| dialect.name == "signs"),
        None => kind(below) == "signs",
    };
    if let Some(blank) = rows.iter().find(|row| !signs && row.trim().is_empty()) {
        return Err(blank.error("a row of the grid: a blank line ends it, and more follows"));
    }
    take_header(&mut rows, signs)?;
    let (family, dialect) = match reading.family {
        Some(family) => (family, plain(family).ok_or_else(|| start.error("another family"))?),
        None => dialect("plain", kind(&rows)).expect("the families have all kinds"),
    };
    if dialect.name == "signs" {
        return square(&rows, family, dialect, reading);
    }
    let cols = rows[0].words().len();
    let mut import = Import::of(family, dialect, (rows.len(), cols), start.token(), reading)?;
    let pairs = dialect.name == "pairs";
    for (r, row) in rows.iter().enumerate() {
        let words = row.words();
        if let Some(extra) = words.get(cols) {
            return Err(extra.error(format!("the end of the row: rows have {cols} places")));
        }
        if words.len() < cols {
            let end = row.skip(row.text().trim_end().len());
            let mut error = end.error(format!("a row of {cols} places, not {}", words.len()));
            error.found = "end of line".into();
            return Err(error);
        }
        for (c, token) in words.into_iter().enumerate() {
            let clue = match token.text() {
                "0" if pairs => Clue::Label("0".into()),
                text if EMPTY.contains(&text) => Clue::Empty,
                "#" => Clue::Hole,
                text if HOLES.contains(&text) && !pairs => Clue::Hole,
                text => (family.clue)(text).map_err(|expected| token.error(expected))?,
            };
            import.put(r * cols + c, clue, token.token());
        }
    }
    import.entry()
}

/// How a family is written without a header.
fn plain(family: Family) -> Option<&'static Dialect> {
    family.dialects.iter().find(|d| d.of == "plain")
}

/// The rows and columns that a first line of two numbers states, if the line behind it has so many cells. In a
/// grid of two columns it may be a row as well.
fn header(rows: &[Part<'_>]) -> Option<(usize, usize)> {
    let words = rows[0].words();
    let [height, width] = words[..] else { return None };
    let (height, width) = (height.text().parse().ok()?, width.text().parse().ok()?);
    (height > 0 && width > 0 && cells_of(*rows.get(1)?) == width).then_some((height, width))
}

/// Takes the size off, if the first line states one.
///
/// # Errors
/// If the rows are not those of the size; for a grid of two columns, which may do without a size, both ways to
/// read it are said.
fn take_header(rows: &mut Vec<Part<'_>>, signs: bool) -> Result<(), ParseError> {
    let Some((height, width)) = header(rows) else { return Ok(()) };
    let (start, found) = (rows[0].trim(), rows.len() - 1);
    let even = rows[1..].iter().all(|row| cells_of(*row) == width);
    // Whether it can be a row, so that it is the size only if all else fits.
    let row = width == 2;
    let fits = match signs {
        // Of squares the lines are counted later.
        true => height == width && (!row || found == height || found + 1 == 2 * height),
        false => found == height && (!row || even),
    };
    if fits {
        rows.remove(0);
        return Ok(());
    }
    if row && (signs || !even) {
        return Ok(());
    }
    if signs {
        return Err(start.error("a size of as many rows as columns"));
    }
    let mut expected = format!("{} below the size {height} {width}", how_many(height, "row"));
    if row {
        expected += &format!(", or, if that is a row, the size {} {width} above it", found + 1);
    }
    Err(ParseError { found: how_many(found, "row"), ..start.error(expected) })
}

/// How many cells a row has, whether or not signs stand between them.
fn cells_of(row: Part<'_>) -> usize {
    cell_tokens(row).iter().filter(|token| !is_sign(token)).count()
}

fn is_sign(token: &Part<'_>) -> bool {
    matches!(token.text(), "<" | ">")
}

/// The tokens of a row of cells, signs apart even where no blank parts them.
fn cell_tokens<'a>(row: Part<'a>) -> Vec<Part<'a>> {
    let mut tokens = Vec::new();
    for word in row.words() {
        let mut rest = word;
        while !rest.is_empty() {
            let sign = rest.text().starts_with(['<', '>']);
            let head = if sign { rest.first() } else { rest.take_while(|c| !"<>".contains(c)).0 };
            tokens.push(head);
            rest = rest.skip(head.text().len());
        }
    }
    tokens
}

/// Reads a square with signs. Rows of signs may be left out altogether, or their signs stand below
/// the cells they are about.
fn square(
    rows: &[Part<'_>],
    family: Family,
    dialect: &Dialect,
    reading: &Reading,
) -> Result<Entry, ParseError> {
    let n = cells_of(rows[0]);
    let start = rows[0].trim();
    if let Some(expected) = size_fault(n, n) {
        return Err(start.error(expected));
    }
    if n == 0 {
        return Err(start.error("a row of cells, perhaps with signs between them"));
    }
    let with_signs = match rows.len() {
        count if count == n && n != 1 => false,
        count if count + 1 == 2 * n => true,
        count => {
            let both =
                format!("{} lines (or {n} without signs between rows), not {count}", 2 * n - 1);
            return Err(rows[rows.len() - 1].trim().error(both));
        }
    };
    let mut import = Import::of(family, dialect, (n, n), start.token(), reading)?;
    let mut above: Vec<Part<'_>> = Vec::new();
    for (i, line) in rows.iter().enumerate() {
        let row = if with_signs { i / 2 } else { i };
        if with_signs && i % 2 == 1 {
            for (c, sign) in below(*line, &above, n)? {
                let (upper, lower) = ((row as u32, c as u32), (row as u32 + 1, c as u32));
                let pair = if sign.text() == "^" { [upper, lower] } else { [lower, upper] };
                import.less(pair, sign.token());
            }
            continue;
        }
        above.clear();
        let mut sign: Option<Part<'_>> = None;
        for token in cell_tokens(*line) {
            if is_sign(&token) {
                if above.is_empty() || sign.is_some() {
                    return Err(token.error("a cell, and one sign between two cells"));
                }
                sign = Some(token);
                continue;
            }
            let c = above.len();
            if c == n {
                return Err(token.error(format!("the end of the row: rows have {n} cells")));
            }
            let clue = match token.text() {
                text if EMPTY.contains(&text) => Clue::Empty,
                text => (family.clue)(text).map_err(|expected| token.error(expected))?,
            };
            import.put(row * n + c, clue, token.token());
            if let Some(at) = sign.take() {
                let (left, right) = ((row as u32, c as u32 - 1), (row as u32, c as u32));
                let pair = if at.text() == "<" { [left, right] } else { [right, left] };
                import.less(pair, at.token());
            }
            above.push(token);
        }
        if let Some(sign) = sign {
            return Err(sign.error("no sign here: it has no cell on its right"));
        }
        if above.len() < n {
            let end = line.skip(line.text().trim_end().len());
            return Err(end.error(format!("a row of {n} cells, not {}", above.len())));
        }
    }
    import.entry()
}

/// The signs of a row between rows, each with its column: by their order if there is a token a
/// column, else by where they stand below the cells above.
fn below<'a>(
    line: Part<'a>,
    above: &[Part<'_>],
    n: usize,
) -> Result<Vec<(usize, Part<'a>)>, ParseError> {
    let words = line.words();
    for token in &words {
        if !matches!(token.text(), "^" | "v" | "V" | "-" | ".") {
            return Err(token.error("\"^\", \"v\" or \"-\" in a row of signs"));
        }
    }
    let by_order = words.len() == n;
    let mut signs: Vec<(usize, Part<'a>)> = Vec::new();
    for (i, token) in words.into_iter().enumerate() {
        if matches!(token.text(), "-" | ".") {
            continue;
        }
        let column = if by_order {
            i
        } else {
            let at = token.token().column;
            let covers = |cell: &Part<'_>| {
                let from = cell.token().column;
                (from..from + cell.text().chars().count()).contains(&at)
            };
            above.iter().position(covers).ok_or_else(|| {
                token.error(format!("{n} signs (\"-\" for none), or each below its cell"))
            })?
        };
        signs.push((column, token));
    }
    Ok(signs)
}

fn write(sheet: Sheet<'_>) -> Result<Written, String> {
    sheet.size()?;
    let puzzle = &sheet.entry.puzzle;
    let family = puzzle.family();
    let dialect = plain(family).ok_or_else(|| format!("it has no puzzles of {family}"))?;
    let mut lost = sheet.lost(dialect, Room { holes: true, ..Room::default() });
    lost.extend(sheet.lost_signs());
    lost.extend(sheet.lost_routes());
    let text = write_grid(puzzle);
    let scans = lines(text.trim_end(), 1, 1);
    let rows: Vec<Part<'_>> = scans.iter().map(Scan::all).collect();
    let signs = dialect.name == "signs";
    if sheet.answer.is_none() && kind(&rows) != dialect.name && !(signs && kind(&rows) == "signs") {
        let what = format!("the family (say --puzzle {family} to whoever reads it)");
        lost.push(Lost { what, rule: None });
    }
    // A row of two numbers at the top may look like a size; behind the size it does not.
    let size = header(&rows).map(|_| format!("{} {}\n", puzzle.size().0, puzzle.size().1));
    let text = match sheet.answer {
        Some(answer) => write_solution(puzzle, answer),
        None => size.unwrap_or_default() + &text,
    };
    Ok(Written { text, lost })
}
