//! Rows in plain lines: words between blanks or separators, or one character per cell.

use super::super::bytes::{Line, plain};
use super::super::word::{Word, characters, fields, width, words};
use super::heads::MOST;
use super::hexagons::shifts;
use super::is_parts;
use super::{Layout, Rows, Sizes, gathered, is_even};
use clew_puzzle::puzzle::format::ParseError;

/// Separators, the surest first.
const SEPARATORS: [char; 4] = ['\t', ';', ',', '&'];

/// Ways to read lines as a grid: unchanged, and without numbers above that state the size. If several are possible, the
/// resulting puzzles decide between them.
///
/// # Errors
/// If none is possible.
pub(super) fn read<'t>(
    lines: &[Line<'t>],
    size_row: Option<bool>,
) -> Result<Vec<Layout<'t>>, ParseError> {
    let from = lines.iter().position(|line| !line.is_blank()).unwrap_or(0);
    let to = lines.iter().rposition(|line| !line.is_blank()).map_or(0, |at| at + 1);
    let to = before_end(&lines[from..to]) + from;
    let filled = lines[from..to].iter().filter(|line| !line.is_blank()).count();
    let blanks = (
        lines.iter().position(|line| !line.text.is_empty()).unwrap_or(from),
        lines.iter().rposition(|line| !line.text.is_empty()).map_or(to, |at| at + 1),
    );
    let mut layouts = Vec::new();
    let mut fault = None;
    for heads in 0..=MOST.min(filled.saturating_sub(1)) {
        if size_row == Some(false) && heads > 0 || size_row == Some(true) && heads == 0 {
            continue;
        }
        let Some(sizes) = Sizes::new(&lines[from..to], heads) else { break };
        let body = &lines[from + heads..to];
        let stated = sizes.numbers.last().copied();
        // Rows of blanks at the top or bottom may be rows of blank cells.
        let (outer, last) =
            if heads == 0 { (blanks.0, blanks.1) } else { (from + heads, blanks.1) };
        let layout = match one(body, &lines[outer..last], sizes) {
            Ok(layout) => layout,
            Err(error) => {
                // Below a size that fits the next row, the fault is in the rows below.
                let first = body.iter().find(|line| !line.is_blank()).map_or(0, |l| words(l).len());
                if fault.is_none() || heads == 1 && stated == Some(first) {
                    fault = Some(error);
                }
                continue;
            }
        };
        if layout.sizes.agree(&layout.rows, body.len()) {
            layouts.push(layout);
        } else if heads == 1
            && is_even(&layout.rows)
            && let Some(error) = layout.sizes.fault(&layout.rows)
        {
            // Numbers above rows of equal length, which is not the stated one.
            let differs = layouts.is_empty();
            fault = if differs { Some(error) } else { fault };
        }
    }
    match (layouts.is_empty(), fault) {
        (true, Some(error)) => Err(error),
        (true, None) => Err(lines[from].token().error("rows of cells below a size that fits them")),
        // With a layout, the faults of other readings do not matter.
        _ => {
            layouts.reverse();
            Ok(layouts)
        }
    }
}

/// The rows of a grid whose cells all stand in one line below its size; `None` if they do not.
fn sized<'t>(lines: &[&Line<'t>], sizes: &Sizes<'t>) -> Option<Rows<'t>> {
    let ([line], (rows, cols)) = (
        lines,
        match sizes.numbers[..] {
            [n] => (n, n),
            [a, b] => (a, b),
            _ => return None,
        },
    ) else {
        return None;
    };
    let cells = rows.checked_mul(cols).filter(|&cells| rows > 1 && cols > 1 && cells > 0)?;
    let found = match words(line) {
        found if found.len() == cells => found,
        found if found.len() == 1 => characters(&line.trimmed()),
        _ => return None,
    };
    (found.len() == cells).then(|| found.chunks(cols).map(<[_]>::to_vec).collect())
}

/// How many lines stand before a line of zeros that ends an input of grids below their sizes.
fn before_end(lines: &[Line<'_>]) -> usize {
    let count = |line: &Line<'_>| words(line).len();
    let zeros = |line: &Line<'_>| words(line).iter().all(|word| word.text == "0");
    let size = |line: &Line<'_>| count(line) < 3 && words(line).iter().all(Word::is_number);
    match lines {
        [first, .., last_row, last]
            if zeros(last) && size(first) && count(last) < 3 && count(last_row) != count(last) =>
        {
            lines.len() - 1
        }
        _ => lines.len(),
    }
}

/// The layout of lines without a size above them.
fn one<'t>(
    lines: &[Line<'t>],
    all: &[Line<'t>],
    sizes: Sizes<'t>,
) -> Result<Layout<'t>, ParseError> {
    let filled: Vec<&Line<'t>> = lines.iter().filter(|line| !line.is_blank()).collect();
    let make = |what, rows, compact| Layout {
        compact,
        sizes: sizes.clone(),
        lines: all.to_vec(),
        ..Layout::new(what, rows)
    };
    if let ([line], Some(rows)) = (&filled[..], sized(&filled, &sizes)) {
        let single = words(line).len() == 1;
        return Ok(make(if single { "a character a cell" } else { "rows" }, rows, single));
    }
    if let Some(separator) = separator(&filled) {
        let mut rows = gathered(&filled, |line| fields(line, separator))?;
        // A separator after the last cell of every row, as some programs write it.
        let only_last = |row: &Vec<Word<'_>>| {
            let empty = |word: &Word<'_>| word.text.is_empty();
            row.len() > 1
                && row.last().is_some_and(empty)
                && !row[..row.len() - 1].iter().any(empty)
        };
        // If there is no other sign for a cell to fill, the empty places are such cells.
        let filled = |word: &Word<'_>| matches!(&*word.text, "." | "0" | "_" | "-" | "?");
        if rows.iter().flatten().any(filled) && rows.iter().all(only_last) {
            rows.iter_mut().for_each(|row| drop(row.pop()));
        }
        // Or before the first one.
        let only_first = |row: &Vec<Word<'_>>| {
            row.len() > 1 && row.iter().position(|word| !word.text.is_empty()) == Some(1)
        };
        let whole = rows.iter().all(|row| row.iter().skip(1).all(|word| !word.text.is_empty()));
        if rows.iter().flatten().any(filled) && whole && rows.iter().all(only_first) {
            rows.iter_mut().for_each(|row| drop(row.remove(0)));
        }
        return Ok(make("separated values", rows, false));
    }
    let rows = gathered(&filled, |line| words(line))?;
    let wide = width(filled.first().map_or("", |line| line.text.trim()));
    let single = rows.iter().all(|row| row.len() == 1);
    let words = rows.iter().flatten().all(|word| width(word.at.text) == 1);
    // A size of one column means that words are cells.
    let column = matches!(sizes.numbers[..], [_, 1]);
    // A number alone is a word; it may be a page number.
    let number = rows.len() == 1 && rows[0].iter().all(Word::is_number);
    if single && !words && !column && !number && (wide > 1 || rows.len() > 1) {
        return compact(&filled).map(|rows| make("a character a cell", rows, true));
    }
    // Rows with signs are checked later, where the family is known.
    let signs = |word: &Word<'_>| word.text.contains(['<', '>', '^']);
    if rows.iter().flatten().any(signs) || is_even(&rows) {
        let mut layout = make("rows", rows, false);
        layout.shifts = shifts(&filled, &layout.rows);
        return Ok(layout);
    }
    if let Some(shifts) = shifts(&filled, &rows) {
        return Ok(Layout { shifts: Some(shifts), ..make("rows", rows, false) });
    }
    // A row of nothing but signs below cells is no row of cells; `squares` reads it.
    let below =
        |row: &&Vec<Word<'_>>| row.iter().all(|w| matches!(&*w.text, "v" | "V" | "^" | "-"));
    let letters = |row: &Vec<Word<'_>>| row.iter().any(|w| matches!(&*w.text, "v" | "V" | "^"));
    if rows.iter().any(|row| below(&row) && letters(row)) || is_parts(&rows) {
        return Ok(make("rows", rows, false));
    }
    Err(uneven(&filled, &rows))
}

/// The error for rows of different lengths.
fn uneven(lines: &[&Line<'_>], rows: &Rows<'_>) -> ParseError {
    let cols = rows[0].len();
    let at = rows.iter().position(|row| row.len() != cols).unwrap_or(0);
    match rows[at].get(cols) {
        Some(extra) => {
            let mut error = extra.at.error(format!("the end of the row: rows have {cols} places"));
            if lines[at].text.starts_with(' ') != lines[0].text.starts_with(' ') {
                error.expected += "; rows of hexagons begin half a cell further right or left each (see --neighbours hex)";
            }
            error
        }
        None => lines[at].error_at_end(format!("a row of {cols} places, not {}", rows[at].len())),
    }
}

/// Lines of which every character is a cell.
fn compact<'t>(lines: &[&Line<'t>]) -> Result<Rows<'t>, ParseError> {
    let rows = gathered(lines, |line| characters(&line.trimmed()))?;
    if is_parts(&rows) {
        return Ok(rows);
    }
    let cols = rows[0].len();
    for (line, row) in lines.iter().zip(&rows) {
        if let Some(extra) = row.get(cols) {
            return Err(extra
                .at
                .error(format!("the end of the line: lines have {cols} characters")));
        }
        if row.len() < cols {
            let mut error = line.error_at_end(format!("a line of {cols} characters"));
            error.found = "the end".into();
            return Err(error);
        }
    }
    Ok(rows)
}

/// The separator between the cells of all lines.
fn separator(lines: &[&Line<'_>]) -> Option<char> {
    let has = |line: &Line<'_>, separator: char| line.text.contains(|c| plain(c) == separator);
    SEPARATORS.into_iter().find(|&separator| {
        let inside = |line: &&&Line<'_>| has(line, separator);
        // Two tabs and the like before a row are blanks that set it in.
        let parts =
            |line: &&Line<'_>| line.text.trim_start().contains(separator) || separator != '\t';
        lines.iter().all(|line| inside(&line)) && lines.iter().any(parts)
    })
}
