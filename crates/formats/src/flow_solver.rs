//! Blocks of characters: a letter is an end point, anything else an empty cell. The size is that of
//! the block.

use super::import::{Import, letter};
use super::scan::{Part, Scan, lines};
use super::sheet::FormatCapabilities;
use super::{Format, Opening, Reading, Sheet, Written};
use clew_puzzle::puzzle::format::{Chunk, Clue, Cut, ParseError};
use clew_puzzle::puzzle::{Content, Entry};

/// Blocks of letters.
pub const FORMAT: Format = Format {
    name: "flowsolver",
    summary: "a block of characters, letters the end points (flow_solver)",
    cut: Cut::Loose,
    is: is_block,
    read: Some(read),
    write: Some(write),
    solutions: true,
    needs_solution: false,
    special_grids: false,
    joined_labels: false,
    ending: "txt",
};

/// Whether the first line is one of a block: letters and signs for empty cells without blanks, or
/// letters alone if the next line is as long.
fn is_block(opening: &Opening<'_>) -> bool {
    let row = |line: &str| line.bytes().all(|b| b.is_ascii_alphabetic() || b".-_0".contains(&b));
    let (line, wide) = (opening.line, opening.line.len());
    let alike = opening.next.is_some_and(|next| next.len() == wide && row(next));
    wide > 1 && row(line) && (line.contains(['.', '-', '_']) || alike)
}

/// The lines of a block up to the first blank one, after which nothing may follow.
///
/// # Errors
/// For text after it.
pub(super) fn block<'a>(scans: &'a [Scan<'_>]) -> Result<Vec<Part<'a>>, ParseError> {
    let parts: Vec<Part<'_>> = scans.iter().map(|scan| scan.all().trim()).collect();
    let from = parts.iter().position(|line| !line.is_empty()).unwrap_or(parts.len());
    let to =
        parts[from..].iter().position(|line| line.is_empty()).map_or(parts.len(), |n| from + n);
    match parts[to..].iter().find(|line| !line.is_empty()) {
        Some(line) => Err(line.error("the end: a blank line ends the block")),
        None if from == to => Err(parts[parts.len() - 1].error("a block of characters")),
        None => Ok(parts[from..to].to_vec()),
    }
}

/// The characters of a block of lines of one length.
///
/// # Errors
/// For a line that is longer or shorter.
pub(super) fn characters<'a>(rows: &[Part<'a>], cols: usize) -> Result<Vec<Part<'a>>, ParseError> {
    let mut cells = Vec::new();
    for row in rows {
        let mut rest = *row;
        for _ in 0..cols {
            if rest.is_empty() {
                return Err(rest.error(format!("a line of {cols} characters")));
            }
            let here = rest.first();
            cells.push(here);
            rest = rest.skip(here.text().len());
        }
        if !rest.is_empty() {
            return Err(rest
                .first()
                .error(format!("the end of the line: lines have {cols} characters")));
        }
    }
    Ok(cells)
}

fn read(chunk: &Chunk<'_>, reading: &Reading) -> Result<Entry, ParseError> {
    // Without `--from` the text need not be such a block: then other signs than letters may have a meaning too.
    if reading.format.is_none() {
        return super::reading::read(chunk, reading);
    }
    let scans = lines(chunk.text, chunk.line, chunk.column);
    let rows = block(&scans)?;
    let cols = rows[0].text().chars().count();
    let size = (rows.len(), cols);
    let mut import = Import::new(("plain", "pairs"), size, rows[0].token(), reading)?;
    for (i, cell) in characters(&rows, cols)?.into_iter().enumerate() {
        if cell.text().bytes().all(|b| b.is_ascii_alphabetic()) {
            import.put(i, Clue::Label(cell.text().to_string()), cell.token());
        }
    }
    import.entry()
}

/// The block with one character per label, filled in if there is a solution.
///
/// # Errors
/// A message, if there are more labels than characters.
pub(super) fn text(sheet: Sheet<'_>, may: fn(char) -> bool, spare: &str) -> Result<String, String> {
    let (rows, cols) = sheet.size()?;
    let (labels, count) = sheet.given_labels();
    let given = sheet.given();
    // Labels keep their names if each is one such character.
    let mut names: Vec<String> = vec![String::new(); count];
    for (label, name) in labels.iter().zip(given) {
        if let (Some(k), Some(name)) = (label, name) {
            names[*k as usize] = name;
        }
    }
    let fits = |name: &String| name.chars().count() == 1 && name.chars().all(may);
    if !names.iter().all(fits) {
        let all: Vec<String> = (0..52).map(letter).chain(spare.chars().map(String::from)).collect();
        if count > all.len() {
            return Err(format!("it has {count} labels, and there are {} characters", all.len()));
        }
        names = all[..count].to_vec();
    }
    let puzzle = &sheet.entry.puzzle;
    // Labels of an answer are numbered as the puzzle has them.
    let own: std::collections::HashMap<String, &String> = sheet
        .given()
        .into_iter()
        .zip(&labels)
        .filter_map(|(token, k)| Some((token?, &names[(*k)? as usize])))
        .collect();
    let filled: Option<Vec<Option<&String>>> = sheet.answer.map(|answer| {
        let name = |content| match content {
            Content::Label(k) => own.get(puzzle.label(k)).copied(),
            Content::Number(_) | Content::Nothing => None,
        };
        puzzle.contents(answer).into_iter().map(name).collect()
    });
    let mut out = String::new();
    for r in 0..rows {
        for c in 0..cols {
            let cell = sheet.cell(r, c).map(|cell| cell as usize);
            let name = cell.and_then(|cell| match &filled {
                Some(filled) => filled[cell],
                None => labels[cell].map(|k| &names[k as usize]),
            });
            out += name.map_or(".", |name| name);
        }
        out.push('\n');
    }
    Ok(out)
}

/// The losses of such a block, if it can hold the kind of puzzle at all.
///
/// # Errors
/// A message, if it is another kind.
pub(super) fn losses(sheet: Sheet<'_>) -> Result<Vec<super::LossNote>, String> {
    sheet.size()?;
    let dialect = sheet.dialect("plain")?;
    if dialect.name != "pairs" {
        return Err("it holds pairs of letters".into());
    }
    let mut lost = sheet.lost(dialect, FormatCapabilities::default());
    lost.extend(sheet.lost_routes());
    Ok(lost)
}

fn write(sheet: Sheet<'_>) -> Result<Written, String> {
    let lost = losses(sheet)?;
    Ok(Written { text: text(sheet, |c| c.is_ascii_alphabetic(), "")?, lost })
}
