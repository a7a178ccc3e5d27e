//! Blocks of characters below a line `width height`, one after the other; `0 0` ends them.

use super::flow_solver::{characters, losses, text};
use super::import::Import;
use super::scan::lines;
use super::{Format, Opening, Reading, Sheet, Written};
use clew_puzzle::puzzle::Entry;
use clew_puzzle::puzzle::format::{Chunk, Clue, Cut, MAX_SIDE, ParseError};

/// The input of a solver by Thomas Ahle, whose layout other programs have adopted.
pub const FORMAT: Format = Format {
    name: "thomasahle",
    summary: "width and height, then a block of characters, many in a file",
    cut: Cut::Counted,
    is: is_packed,
    read: Some(read),
    write: Some(write),
    solutions: true,
    needs_solution: false,
    special_grids: false,
    joined_labels: false,
    ending: "txt",
};

/// Whether the first line is two numbers, and the next one has no blanks in it.
fn is_packed(opening: &Opening<'_>) -> bool {
    let numbers: Vec<&str> = opening.line.split(' ').collect();
    let is_number = |t: &&str| !t.is_empty() && t.bytes().all(|b| b.is_ascii_digit());
    let width: usize = numbers[0].parse().unwrap_or(0);
    let next = opening.next.map_or("", str::trim);
    // A single character below a greater width is a number of records.
    let next = !next.contains([' ', '\t']) && next.len() > usize::from(width > 1);
    numbers.len() == 2 && numbers.iter().all(is_number) && next
}

fn read(chunk: &Chunk<'_>, reading: &Reading) -> Result<Entry, ParseError> {
    let scans = lines(chunk.text, chunk.line, chunk.column);
    let mut rows: Vec<_> = scans.iter().map(|scan| scan.all().trim()).collect();
    while rows.len() > 1 && rows.last().is_some_and(|row| row.is_empty()) {
        rows.pop();
    }
    let head = rows.remove(0);
    let words = head.words();
    let [width, height] = words[..] else { return Err(head.error("two numbers: width height")) };
    let most = MAX_SIDE as u32;
    let what = format!("a number from 1 to {most}");
    let (width, height) = (width.number(most, &what)?, height.number(most, &what)?);
    let (cols, rows_wanted) = (width as usize, height as usize);
    if cols == 0 || rows_wanted == 0 {
        return Err(head.error("a width and a height above 0"));
    }
    if rows.len() < rows_wanted {
        let end = rows.last().copied().unwrap_or(head);
        let end = end.skip(end.text().len());
        return Err(end.error(format!("{rows_wanted} lines, not {}", rows.len())));
    }
    if let Some(extra) = rows.get(rows_wanted) {
        return Err(extra.error(format!("the end: the block has {rows_wanted} lines")));
    }
    let mut import = Import::new(("plain", "pairs"), (rows_wanted, cols), head.token(), reading)?;
    for (i, cell) in characters(&rows, cols)?.into_iter().enumerate() {
        match cell.text() {
            "." => {}
            c if c.chars().all(char::is_alphanumeric) => {
                import.put(i, Clue::Label(c.to_string()), cell.token());
            }
            // Labels of this program are letters and digits: another sign is named by its code.
            c => {
                let code = c.chars().next().map_or(0, u32::from);
                import.put(i, Clue::Label(format!("u{code:x}")), cell.token());
            }
        }
    }
    import.entry()
}

fn write(sheet: Sheet<'_>) -> Result<Written, String> {
    let lost = losses(sheet)?;
    let (rows, cols) = sheet.size()?;
    let body = text(sheet, char::is_alphanumeric, "0123456789")?;
    Ok(Written { text: format!("{cols} {rows}\n{body}"), lost })
}
