//! Links to the page of clew: the whole puzzle behind the `#` of an address, to be solved or edited.
//!
//! A link is `PAGE#solve=CODE`, `PAGE#edit=CODE` or `PAGE#embed=CODE`. The code is base 64 for addresses: two bytes of a
//! check sum, and the text format packed by [`coder`].

mod coder;

use super::scan::Scan;
use super::{Format, Opening, Reading, Sheet, Written};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use clew_puzzle::puzzle::Entry;
use clew_puzzle::puzzle::format::{Chunk, ChunkKind, Cut, MAX_LINE, ParseError, write_native};

/// The name of the page's file, which links of the command line begin with.
const PAGE: &str = "clew.html";
/// The texts in front of the code.
const MARKS: [&str; 3] = ["#solve=", "#edit=", "#embed="];
/// The most bytes of the text behind a code.
const MAX_TEXT: usize = 1 << 20;

/// Links to the page.
pub const FORMAT: Format = Format {
    name: "link",
    summary: "a link to the page of clew, with the puzzle in it",
    cut: Cut::Lines,
    is: |opening: &Opening<'_>| code(opening.line).is_some(),
    read: Some(read),
    write: Some(|sheet: Sheet<'_>| {
        let text = format!("{PAGE}{}{}\n", MARKS[0], encoded(sheet.entry));
        Ok(Written { text, lost: Vec::new() })
    }),
    solutions: false,
    needs_solution: false,
    special_grids: true,
    joined_labels: true,
    ending: "txt",
};

/// The place of the code in a line, in bytes, and the code.
fn code(line: &str) -> Option<(usize, &str)> {
    let from = MARKS.iter().find_map(|mark| line.find(mark).map(|at| at + mark.len()))?;
    let is = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let rest = &line[from..];
    let length = rest.find(|c| !is(c)).unwrap_or(rest.len());
    (length >= 4).then_some((from, &rest[..length]))
}

/// The code of a puzzle, without its number of solutions: that would give something away.
fn encoded(entry: &Entry) -> String {
    let entry = &Entry { solutions: None, ..entry.clone() };
    let text = write_native(entry);
    let text = match entry.puzzle.family().layout {
        // The columns of a layout of its own have a meaning.
        Some(_) => text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n"),
        None => {
            let line = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
            let (header, grid) = text.split_once("\n\n").unwrap_or((&text, ""));
            format!("{header}\n\n{}", grid.lines().map(line).collect::<Vec<_>>().join("\n"))
        }
    };
    let mut bytes = sum(&text).to_be_bytes().to_vec();
    bytes.extend(coder::packed(&text));
    BASE64.encode(bytes)
}

/// The check sum of a text, CRC-16-CCITT.
fn sum(text: &str) -> u16 {
    text.bytes().fold(0xffff, |sum, byte| {
        (0..8).fold(sum ^ u16::from(byte) << 8, |sum, _| match sum & 0x8000 {
            0 => sum << 1,
            _ => sum << 1 ^ 0x1021,
        })
    })
}

fn read(chunk: &Chunk<'_>, reading: &Reading) -> Result<Entry, ParseError> {
    let scan = Scan::new(chunk.text, chunk.line, chunk.column);
    let all = scan.all();
    let expected = "the whole code of a link to the page; it was cut off or changed";
    let (from, code) = code(all.text()).ok_or_else(|| all.error(expected))?;
    let wrong = || all.skip(from).error(expected);
    let bytes = BASE64.decode(code).map_err(|_| wrong())?;
    let (check, packed) = bytes.split_at_checked(2).ok_or_else(wrong)?;
    let text = coder::unpacked(packed, MAX_TEXT).ok_or_else(wrong)?;
    let is_whole =
        check == sum(&text).to_be_bytes() && text.lines().all(|line| line.len() <= MAX_LINE);
    if !is_whole {
        return Err(wrong());
    }
    let inner = Chunk { kind: ChunkKind::Native, text: &text, line: 1, column: 1 };
    super::read_own(&inner, reading).map_err(|why| all.skip(from).error(why.to_string()))
}
