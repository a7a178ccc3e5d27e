//! Grids without a header, in any notation; [`reading`] parses them.

use super::reading;
use super::sheet::{FormatCapabilities, LossNote};
use super::{Format, Reading, Sheet, Written};
use clew_puzzle::puzzle::family::Dialect;
use clew_puzzle::puzzle::format::{Chunk, ChunkKind, Cut, write_grid, write_solution};
use clew_puzzle::puzzle::{Family, Puzzle};

/// Grids.
pub const FORMAT: Format = Format {
    name: "grid",
    summary: "a grid without a header: rows, lists, tables, values between commas (see --puzzle)",
    cut: Cut::Loose,
    is: |opening| reading::looks_laid_out(opening.text),
    read: Some(reading::read),
    write: Some(write),
    solutions: true,
    needs_solution: false,
    special_grids: false,
    joined_labels: false,
    ending: "txt",
};

/// The dialect of a family without a header.
fn plain(family: Family) -> Option<&'static Dialect> {
    family.dialects.iter().find(|d| d.of == "plain")
}

/// Whether a text is read as this puzzle, except for its rules; `said` are the options of the reader.
fn is_read(text: &str, puzzle: &Puzzle, said: &Reading) -> bool {
    let chunk = Chunk { kind: ChunkKind::Other(FORMAT.name), text, line: 1, column: 1 };
    let read = reading::read(&chunk, said);
    read.is_ok_and(|entry| {
        let other = &entry.puzzle;
        other.family() == puzzle.family() && write_grid(other) == write_grid(puzzle)
    })
}

fn write(sheet: Sheet<'_>) -> Result<Written, String> {
    let (rows, cols) = sheet.size()?;
    let puzzle = &sheet.entry.puzzle;
    let family = puzzle.family();
    let dialect = plain(family).ok_or_else(|| format!("it has no puzzles of {family}"))?;
    let mut lost =
        sheet.lost(dialect, FormatCapabilities { holes: true, ..FormatCapabilities::default() });
    lost.extend(sheet.lost_signs());
    lost.extend(sheet.lost_routes());
    if let Some(answer) = sheet.answer {
        return Ok(Written { text: write_solution(puzzle, answer), lost });
    }
    let text = write_grid(puzzle);
    // Signs between far cells are lost, so that such a puzzle is never read back unchanged.
    let whole = sheet.lost_signs().is_empty();
    let sized = format!("{rows} {cols}\n{text}");
    let open = Reading::default();
    if !whole || is_read(&text, puzzle, &open) {
        return Ok(Written { text, lost });
    }
    // A row of numbers at the top may look like a size; below a size it does not.
    if is_read(&sized, puzzle, &open) {
        return Ok(Written { text: sized, lost });
    }
    let said = Reading { family: Some(family), ..Reading::default() };
    let (text, options) = match is_read(&text, puzzle, &said) {
        true => (text, format!("--puzzle {family}")),
        false => (text, format!("--puzzle {family} --no-size-row")),
    };
    lost.push(LossNote {
        what: format!("the family (say {options} to whoever reads it)"),
        rule: None,
    });
    Ok(Written { text, lost })
}
