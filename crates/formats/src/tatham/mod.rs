//! Ids of Simon Tatham's collection and of its kin: `PARAMS:DESC`, alone or in a save file.
//!
//! Two kinds are read: [`unequal`] and [`ascent`]. The parameters and the commas determine the kind. A random seed
//! (`PARAMS#SEED`) only makes the original program generate a puzzle, so it is refused with that reason.

mod ascent;
mod unequal;

use super::detect::{address, leads_to};
use super::scan::{Part, Scan, lines};
use super::{Format, Opening, Reading, Sheet, Written};
use clew_puzzle::puzzle::Entry;
use clew_puzzle::puzzle::format::{Chunk, Cut, ParseError};

/// The text in an address between the page of a puzzle and its id.
const PAGE: &str = ".html#";

/// Hosts of such pages, whose addresses are known without a scheme too.
const HOSTS: [&str; 2] = ["chiark.greenend.org.uk", "tartarus.org"];

/// Ids.
pub const FORMAT: Format = Format {
    name: "tatham",
    summary: "an id of Simon Tatham's collection (Unequal, Ascent)",
    cut: Cut::Lines,
    is: is_id,
    read: Some(read),
    write: Some(write),
    solutions: false,
    needs_solution: false,
    special_grids: false,
    joined_labels: false,
    ending: "txt",
};

/// Save files.
pub(crate) const SAVE: Format = Format {
    name: "tatham-save",
    summary: "a save file of Simon Tatham's collection",
    cut: Cut::Blocks,
    is: |opening| opening.line.starts_with("SAVEFILE"),
    read: Some(read_save),
    write: None,
    solutions: false,
    needs_solution: false,
    special_grids: false,
    joined_labels: false,
    ending: "sav",
};

/// Whether a line is an id or a seed, or an address that ends in one.
fn is_id(opening: &Opening<'_>) -> bool {
    if opening.line.contains(PAGE)
        && let Some((rest, schemed)) = address(opening.line)
    {
        return schemed || leads_to(rest, &HOSTS);
    }
    let Some(mark) = opening.line.find([':', '#']) else { return false };
    let params = &opening.line[..mark];
    unequal::is_params(params) || ascent::is_params(params)
}

fn read(chunk: &Chunk<'_>, reading: &Reading) -> Result<Entry, ParseError> {
    let scan = Scan::new(chunk.text, chunk.line, chunk.column).percent_decoded();
    let mut part = scan.all().trim();
    let page = part.text().contains(PAGE);
    if (page || address(part.text()).is_some_and(|(_, schemed)| schemed))
        && let Some((_, id)) = part.split_once('#')
    {
        part = id;
    }
    let (params, mark) = part.take_while(|c| c != ':' && c != '#');
    match mark.text().chars().next() {
        Some(':') => read_parts(params, mark.skip(1), reading),
        Some(_) => Err(seed(mark)),
        None => Err(mark.error("\":\" and a description behind the parameters")),
    }
}

fn seed(part: Part<'_>) -> ParseError {
    part.first().error(
        "\":\" and a description; behind \"#\" stands a random seed, which only the original program can turn into a puzzle",
    )
}

/// Reads parameters and description.
fn read_parts(params: Part<'_>, desc: Part<'_>, reading: &Reading) -> Result<Entry, ParseError> {
    if unequal::is_params(params.text())
        && (desc.text().contains(',') || !ascent::is_params(params.text()))
    {
        return unequal::read(params, desc, reading);
    }
    if ascent::is_params(params.text()) {
        return ascent::read(params, desc, reading);
    }
    Err(params.error("the parameters of Unequal (5, 5de) or Ascent (6x6, 4x3mC)"))
}

/// A line of a save file: key, length, value.
fn field(part: Part<'_>) -> Option<(&str, Part<'_>)> {
    let (key, rest) = part.split_once(':')?;
    let (_, value) = rest.split_once(':')?;
    Some((key.trim().text(), value))
}

fn read_save(chunk: &Chunk<'_>, reading: &Reading) -> Result<Entry, ParseError> {
    let scans = lines(chunk.text, chunk.line, chunk.column);
    let (mut params, mut current, mut desc) = (None, None, None);
    for scan in &scans {
        let Some((key, value)) = field(scan.all()) else { continue };
        match key {
            "GAME" if !matches!(value.text(), "Unequal" | "Ascent") => {
                return Err(value.error("a game of Unequal or Ascent"));
            }
            "PARAMS" => params = Some(value),
            "CPARAMS" => current = Some(value),
            "DESC" => desc = Some(value),
            _ => {}
        }
    }
    let last = scans.last().expect("a text has a line").all();
    let end = last.skip(last.text().len());
    let params = current.or(params).ok_or_else(|| end.error("a line PARAMS"))?;
    let desc = desc.ok_or_else(|| end.error("a line DESC"))?;
    read_parts(params, desc, reading)
}

fn write(sheet: Sheet<'_>) -> Result<Written, String> {
    sheet.size()?;
    let dialect = sheet.dialect("tatham")?;
    match dialect.name {
        "unequal" => {
            let lost = if sheet.is_adjacent() { Vec::new() } else { sheet.lost_signs() };
            Ok(Written { text: unequal::write(sheet)? + "\n", lost })
        }
        _ => {
            let room = super::sheet::FormatCapabilities { holes: true, ..Default::default() };
            let lost = sheet.lost(dialect, room);
            Ok(Written { text: ascent::write(sheet)? + "\n", lost })
        }
    }
}

/// Splits digits from the start of a text.
fn digits(text: &str) -> (&str, &str) {
    text.split_at(text.bytes().take_while(u8::is_ascii_digit).count())
}
