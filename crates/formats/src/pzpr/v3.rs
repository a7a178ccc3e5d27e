//! The file form: lines of tokens, rows before columns, optionally with a solution.

use super::super::scan::{Part, lines};
use super::super::{Format, Reading, Sheet, Written, import::Import};
use super::{body, losses, pid, side};
use clew_puzzle::puzzle::Entry;
use clew_puzzle::puzzle::format::{Chunk, Cut, MAX_SIDE, ParseError};

/// The beginning of the first line of a file.
const HEAD: &str = "pzprv3";

/// Beginnings of lines after the puzzle that are for the program alone: the history of drawing, the author, attempts;
/// very old files end with an address.
const BEHIND: [&str; 6] = ["history:", "__HISTORY__", "info:", "TrialData", "http://", "https://"];

/// The most lines of a file that is an address: those of four tables on the highest board, and a few.
pub(super) const MOST_LINES: usize = 5 * MAX_SIDE;

/// The expected text after a puzzle.
const END: &str = "the end of the puzzle, or another one that starts with pzprv3";

/// Files.
pub const FORMAT: Format = Format {
    name: "pzprv3",
    summary: "the file form of puzz.link, with room for a solution",
    cut: Cut::Headed(HEAD),
    is: |opening| opening.line.starts_with(HEAD),
    read: Some(read),
    write: Some(write),
    solutions: true,
    needs_solution: false,
    special_grids: false,
    joined_labels: true,
    ending: "txt",
};

/// The lines of a file that are still to be read.
pub(super) struct Lines<'a> {
    rest: std::vec::IntoIter<Part<'a>>,
    end: Part<'a>,
}

impl<'a> Lines<'a> {
    /// The next line.
    fn next(&mut self) -> Part<'a> {
        self.rest.next().unwrap_or(self.end)
    }

    /// Whether there are no more but blank ones.
    pub fn is_over(&self) -> bool {
        self.rest.as_slice().iter().all(|line| line.trim().is_empty())
    }

    /// A line of this number of tokens. A line of none may be left out of an address.
    pub fn row(&mut self, tokens: usize, what: &str) -> Result<Vec<Part<'a>>, ParseError> {
        let line = self.next();
        let words = line.words();
        if let Some(extra) = words.get(tokens) {
            return Err(extra.error(format!("the end of the line: it has {tokens} {what}")));
        }
        if words.len() < tokens {
            let end = line.skip(line.text().len());
            return Err(end.error(format!("a line of {tokens} {what}, not {}", words.len())));
        }
        Ok(words)
    }

    /// The numbers of a partial solution, if there are any.
    pub fn answers(
        &mut self,
        rows: usize,
        cols: usize,
    ) -> Result<Option<Vec<Option<u32>>>, ParseError> {
        if self.is_over() {
            return Ok(None);
        }
        let mut numbers = Vec::with_capacity(rows * cols);
        for _ in 0..rows {
            for token in self.row(cols, "answers")? {
                let digits = token.take_while(|c| c != '[').0;
                numbers.push(match digits.text() {
                    "." | "#" => None,
                    _ => Some(digits.number(u32::MAX, "\".\" or a number")?),
                });
            }
        }
        Ok(numbers.iter().any(Option::is_some).then_some(numbers))
    }
}

fn read(chunk: &Chunk<'_>, reading: &Reading) -> Result<Entry, ParseError> {
    let scans = lines(chunk.text, chunk.line, chunk.column);
    let found = scans.iter().map(|scan| scan.all());
    let mut parts: Vec<Part<'_>> =
        found.skip_while(|line| line.trim().is_empty()).map(Part::trim).collect();
    if parts.is_empty() {
        return Err(scans[0].all().error("pzprv3"));
    }
    // The whole file may be on one line, as in an address.
    let one_line = parts.first().is_some_and(|line| line.text().contains('/'));
    let decoded;
    if one_line {
        if let Some(more) = parts[1..].iter().find(|line| !line.is_empty()) {
            return Err(more.error(END));
        }
        decoded = scans[scans.len() - parts.len()].percent_decoded();
        parts = decoded.all().trim().split_within('/', MOST_LINES)?;
        return read_parts(parts, reading);
    }
    read_parts(parts, reading)
}

/// Reads a file of which these are the lines.
///
/// # Errors
/// The first mistake.
pub(super) fn read_parts(parts: Vec<Part<'_>>, reading: &Reading) -> Result<Entry, ParseError> {
    let is_behind = |part: &Part<'_>| BEHIND.iter().any(|word| part.text().starts_with(word));
    let parts: Vec<Part<'_>> = parts.into_iter().take_while(|part| !is_behind(part)).collect();
    let last = *parts.last().expect("a split text has a part");
    let end = last.skip(last.text().len());
    let mut lines = Lines { rest: parts.into_iter(), end };
    let version = lines.next().trim();
    if !matches!(version.text(), "pzprv3" | "pzprv3.1") {
        return Err(version.error("pzprv3"));
    }
    let mut name = pid(lines.next().trim())?;
    let rows = side(lines.next().trim(), "rows")?;
    let cols = side(lines.next().trim(), "columns")?;
    if name == "arukone" {
        let rule = lines.next().trim();
        name = match rule.text() {
            "passallcell" => name,
            "dontpassallcell" => "arukone/e",
            _ => return Err(rule.error("passallcell or dontpassallcell")),
        };
    }
    let mut import = Import::new(("pzpr", name), (rows, cols), version.token(), reading)?;
    (body(name).expect("a kind that is read").read_v3)(&mut lines, &mut import)?;
    match lines.rest.find(|line| !line.trim().is_empty()) {
        Some(more) => Err(more.trim().error(END)),
        None => import.entry(),
    }
}

/// A line of tokens, each followed by a blank.
pub(super) fn row(tokens: impl Iterator<Item = String>) -> String {
    let mut out = String::new();
    for token in tokens {
        out += &token;
        out.push(' ');
    }
    out.push('\n');
    out
}

/// Writes the file, with the solution that the sheet has.
pub(super) fn write(sheet: Sheet<'_>) -> Result<Written, String> {
    let (name, lost) = losses(sheet)?;
    let (rows, cols) = sheet.size()?;
    let content = (body(name).expect("a kind that is written").write_v3)(sheet)?;
    let (pid, rule) = match name {
        "arukone" => ("arukone", "passallcell\n"),
        "arukone/e" => ("arukone", "dontpassallcell\n"),
        other => (other, ""),
    };
    Ok(Written { text: format!("pzprv3\n{pid}\n{rows}\n{cols}\n{rule}{content}"), lost })
}
