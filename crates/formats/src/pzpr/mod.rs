//! Addresses of puzz.link and related sites, and the files of the same program.
//!
//! An address is `…/p?PID/COLS/ROWS/BODY`, columns before rows. The meaning of the body depends on the PID: numbers as
//! labels ([`ends`]), signs between cells ([`signs`]), borders with numbers ([`line`]). The file form ([`v3`]) holds
//! solutions too and may itself be written as an address.

mod bits;
mod ends;
mod kanpen;
mod line;
mod number16;
mod signs;
mod v3;

pub use v3::FORMAT as V3;

use super::detect::{address, leads_to};
use super::import::{Import, dialect};
use super::reading::addresses::is_stop;
use super::scan::{Part, Scan};
use super::{Format, Opening, Reading, Sheet, Written};
use clew_puzzle::puzzle::Entry;
use clew_puzzle::puzzle::family::Dialect;
use clew_puzzle::puzzle::format::{Chunk, Cut, MAX_SIDE, ParseError};

/// The prefix of addresses that are written.
const SITE: &str = "https://puzz.link/p?";

/// Hosts that run the program.
const HOSTS: [&str; 5] =
    ["puzz.link", "pzv.jp", "pzprxs.vercel.app", "pzplus.tck.mn", kanpen::HOST];

/// Addresses.
pub const FORMAT: Format = Format {
    name: "pzpr",
    summary: "an address of puzz.link or pzv.jp (numlin, arukone, minarism, meander)",
    cut: Cut::Lines,
    is: is_address,
    read: Some(read),
    write: Some(write),
    solutions: true,
    needs_solution: false,
    special_grids: false,
    joined_labels: true,
    ending: "txt",
};

/// Addresses of the kind that is best known to solvers of the site, with any rules of the puzzle: the loss is proved to
/// be irrelevant, or the puzzle is refused.
pub const NUMLIN: Format = Format {
    name: NUMLIN_PID,
    summary: "an address of puzz.link as numlin, where it has the same one solution",
    // Addresses that are read have the format `pzpr`.
    is: |_| false,
    read: None,
    write: Some(|sheet| address_of(sheet, kind_of(sheet, NUMLIN_PID)?)),
    solutions: false,
    ..FORMAT
};

const NUMLIN_PID: &str = "numlin";

/// Whether a line is an address of the program: by its host, or because it has a scheme and its path ends in
/// `/p`.
fn is_address(opening: &Opening<'_>) -> bool {
    let Some((rest, schemed)) = address(opening.line) else { return false };
    let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
    let ours = leads_to(rest, &HOSTS);
    let page = schemed && (path.ends_with("/p") || path.ends_with("/p.html"));
    !query.contains("m=edit&p=") && !query.contains("m=solve&p=") && (ours || page)
}

/// How a kind of puzzle is written in the body of an address and in a file.
struct Body {
    read: for<'a> fn(Part<'a>, &mut Import<'a>) -> Result<(), ParseError>,
    write: fn(Sheet<'_>) -> Result<String, String>,
    read_v3: for<'a> fn(&mut v3::Lines<'a>, &mut Import<'a>) -> Result<(), ParseError>,
    write_v3: fn(Sheet<'_>) -> Result<String, String>,
    /// Whether it can hold holes and givens.
    holes: bool,
    givens: bool,
}

/// The body of a kind, by its name.
fn body(name: &str) -> Option<&'static Body> {
    match name {
        "numlin" => Some(&ends::NUMBERS),
        "arukone" | "arukone/e" => Some(&ends::LETTERS),
        "minarism" => Some(&signs::BODY),
        "meander" => Some(&line::BODY),
        _ => None,
    }
}

/// The names that are read, for messages.
const NAMES: &str = "numlin, arukone, minarism or meander";

/// The name of the kind that a part of an address states, without suffixes of editors.
fn pid(part: Part<'_>) -> Result<&'static str, ParseError> {
    let text = part.text();
    let text = text.strip_suffix("_edit").or_else(|| text.strip_suffix("_play")).unwrap_or(text);
    let known = match text {
        "arukone" => Some("arukone"),
        "minarism" => Some("minarism"),
        "meander" => Some("meander"),
        // An old name of the same kind is in the family's list too.
        _ => dialect("pzpr", text).filter(|(_, d)| d.name == text).map(|_| "numlin"),
    };
    known.ok_or_else(|| part.error(format!("one of the kinds {NAMES}")))
}

fn read(chunk: &Chunk<'_>, reading: &Reading) -> Result<Entry, ParseError> {
    let scan = Scan::new(chunk.text, chunk.line, chunk.column).percent_decoded();
    let mut rest = scan.all().trim();
    if let Some((page, query)) = rest.split_once('?') {
        if query.text().starts_with(kanpen::MARK) {
            return kanpen::read(page.text(), query.skip(kanpen::MARK.len()), reading);
        }
        rest = query;
    } else if rest.text().contains("://") {
        return Err(rest.skip(rest.text().len()).error("\"?\" and a puzzle"));
    }
    for kind in ["type=editor&", "type=player&"] {
        if rest.text().starts_with(kind) {
            rest = rest.skip(kind.len());
        }
    }
    if rest.text().starts_with("pzprv3") {
        return v3::read_parts(rest.split_within('/', v3::MOST_LINES)?, reading);
    }
    let mut parts = rest.split('/');
    let end = rest.skip(rest.text().len());
    let mut next = || parts.next().unwrap_or(end);
    let name = pid(next())?;
    let mut part = next();
    if part.text().starts_with("v:") {
        part = next();
    }
    let mut name = name;
    if !part.text().bytes().all(|b| b.is_ascii_digit()) || part.is_empty() {
        name = match (name, part.text()) {
            (_, "") => name,
            ("arukone", "e") => "arukone/e",
            _ => return Err(part.error("the number of columns, or a flag that is known")),
        };
        part = next();
    }
    let cols = side(part, "columns")?;
    let rows = side(next(), "rows")?;
    let content = next();
    let behind = next();
    if !is_stop(behind.text()) {
        return Err(behind.error("the end of the address"));
    }
    let mut import = Import::new(("pzpr", name), (rows, cols), content.token(), reading)?;
    let body = body(name).expect("a kind that is read");
    (body.read)(content, &mut import)?;
    import.entry()
}

/// The number of rows or columns.
fn side(part: Part<'_>, what: &str) -> Result<usize, ParseError> {
    let most = MAX_SIDE as u32;
    let n = part.number(most, &format!("the number of {what}, at most {most}"))?;
    if n == 0 { Err(part.error(format!("at least 1 of the {what}"))) } else { Ok(n as usize) }
}

fn write(sheet: Sheet<'_>) -> Result<Written, String> {
    if sheet.answer.is_some() {
        // Only the file form can hold a solution, and the site opens it as an address too.
        let mut written = v3::write(sheet)?;
        let one_line = written.text.trim_end().replace('\n', "/") + "/";
        written.text = format!("{SITE}{}\n", super::scan::percent_encoded(&one_line));
        return Ok(written);
    }
    address_of(sheet, sheet.dialect("pzpr")?)
}

/// The kind of this name, if the family has it.
fn kind_of(sheet: Sheet<'_>, name: &str) -> Result<&'static Dialect, String> {
    let family = sheet.entry.puzzle.family();
    let known = family.dialects.iter().find(|d| d.of == "pzpr" && d.name == name);
    known.ok_or_else(|| format!("it has no puzzles of the family {family}"))
}

/// The address as a kind.
fn address_of(sheet: Sheet<'_>, dialect: &'static Dialect) -> Result<Written, String> {
    let (name, lost) = losses_as(sheet, dialect)?;
    let content = (body(name).expect("a kind that is written").write)(sheet)?;
    let (rows, cols) = sheet.size()?;
    // Mail programs cut a full stop and similar characters from the end of an address.
    let stop = if content.ends_with(|c: char| c.is_ascii_alphanumeric()) { "" } else { "/" };
    let text = format!("{SITE}{name}/{cols}/{rows}/{content}{stop}\n");
    Ok(Written { text, lost })
}

/// The kind of a puzzle, and the losses.
fn losses(sheet: Sheet<'_>) -> Result<(&'static str, Vec<super::LossNote>), String> {
    losses_as(sheet, sheet.dialect("pzpr")?)
}

fn losses_as(
    sheet: Sheet<'_>,
    dialect: &'static Dialect,
) -> Result<(&'static str, Vec<super::LossNote>), String> {
    sheet.size()?;
    let body = body(dialect.name).ok_or("its kind is only read")?;
    let room = super::sheet::FormatCapabilities { holes: body.holes, ..Default::default() };
    let mut lost = sheet.lost(dialect, room);
    lost.extend(sheet.lost_far_signs());
    if !body.givens {
        lost.extend(sheet.lost_givens());
    }
    Ok((dialect.name, lost))
}
