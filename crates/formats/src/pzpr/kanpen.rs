//! Addresses of kanpen.net: `…/numberlink.html?problem=ROWS/COLS/1_._./._._1/…`.

use super::super::Reading;
use super::super::import::Import;
use super::super::scan::Part;
use super::side;
use clew_puzzle::puzzle::Entry;
use clew_puzzle::puzzle::format::{Clue, ParseError};

/// The host.
pub(super) const HOST: &str = "kanpen.net";

/// The text before the puzzle.
pub(super) const MARK: &str = "problem=";

/// Reads the text after [`MARK`]; `page` is the address before.
pub(super) fn read(page: &str, problem: Part<'_>, reading: &Reading) -> Result<Entry, ParseError> {
    let name = page.rsplit('/').next().unwrap_or_default();
    let known = name.split('.').next().and_then(|name| super::dialect("pzpr", name));
    let Some((_, known)) = known else {
        return Err(problem.error("a puzzle of a kind that clew knows, of the site kanpen.net"));
    };
    let mut parts = problem.split('/');
    let end = problem.skip(problem.text().len());
    let mut next = || parts.next().unwrap_or(end);
    let rows = side(next(), "rows")?;
    let cols = side(next(), "columns")?;
    let mut import = Import::new(("pzpr", known.name), (rows, cols), problem.token(), reading)?;
    for r in 0..rows {
        let row = next();
        let cells: Vec<Part<'_>> = row.split('_').collect();
        let cells = match cells.last() {
            Some(last) if last.is_empty() => &cells[..cells.len() - 1],
            _ => &cells[..],
        };
        if cells.len() != cols {
            return Err(row.error(format!("a row of {cols} cells, not {}", cells.len())));
        }
        for (c, cell) in cells.iter().enumerate() {
            match cell.text() {
                "." => {}
                _ => {
                    let number = cell.number(u32::MAX, "a number or \".\"")?;
                    import.put(r * cols + c, Clue::Label(number.to_string()), cell.token());
                }
            }
        }
    }
    let behind = next();
    if !behind.is_empty() {
        return Err(behind.error("the end of the puzzle: all rows are there"));
    }
    import.entry()
}
