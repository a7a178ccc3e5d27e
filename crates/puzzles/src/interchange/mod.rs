//! Formats of others: addresses, ids and files of the sites and programs where these puzzles live.
//!
//! A format is a file (or folder) here and a line in [`FORMATS`]: how it is recognised, how an input of
//! it is cut into puzzles, a reader and a writer. Readers bring what they read into the same draft as
//! the text format and JSON, so that what is well formed is stated once. No format asks which family
//! a puzzle is of: it looks for the family that it knows by one of its own words (see
//! [`Dialect`](crate::puzzle::family::Dialect)).
//!
//! Input is untrusted: sizes are checked before memory is taken, nothing recurses, and a mistake has the
//! position where it stands in the input, also behind escapes.
//!
//! ```
//! use clew_puzzles::interchange::{self, Reading, Sheet};
//!
//! let entries = interchange::read_all("https://puzz.link/p?numlin/5/5/1j2h3m1h2j3", &Reading::default());
//! let entry = entries[0].as_ref().unwrap();
//! assert_eq!(entry.puzzle.words(), [("cover", "partial"), ("touch", "yes")]);
//!
//! let grid = interchange::format("grid").unwrap();
//! let written = interchange::write(grid, Sheet { entry, answer: None }).unwrap();
//! assert_eq!(written.text, "1 . . . .\n2 . . 3 .\n. . . . .\n. 1 . . 2\n. . . . 3\n");
//! ```

mod detect;
mod flow_free;
mod flow_solver;
mod grid;
mod guess;
mod import;
mod janko;
mod kudamono;
mod native;
mod packed;
mod penpa;
mod pzpr;
pub mod reading;
mod result;
mod scan;
mod sheet;
mod solution;
mod sudokupad;
mod tatham;

pub use detect::{recognise, telling};
pub use import::Reading;
pub use sheet::{Lost, Sheet, Written};
pub use solution::solutions;

use crate::families::all;
use crate::puzzle::format::{self, Chunk, ChunkKind, Cut, Habits, ParseError, Piece, Splitter};
use crate::puzzle::{Board, Entry, Wrap};

/// The beginning of an input, for telling its format.
#[derive(Clone, Copy, Debug)]
pub struct Opening<'a> {
    /// The first line that is not blank and, where lines may be comments, none, trimmed.
    pub line: &'a str,
    /// The line behind it, if that is known.
    pub next: Option<&'a str>,
    /// Everything from there on that is known.
    pub text: &'a str,
}

/// Reads one puzzle.
pub type Reader = fn(&Chunk<'_>, &Reading) -> Result<Entry, ParseError>;

/// Writes one puzzle; an error says in words why the format cannot hold it.
pub type Writer = fn(Sheet<'_>) -> Result<Written, String>;

/// A format.
pub struct Format {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is, in a few words.
    pub summary: &'static str,
    /// How an input of it is cut into puzzles.
    pub cut: Cut,
    /// Whether an input that starts so is of this format; asked in the order of [`FORMATS`].
    pub is: fn(&Opening<'_>) -> bool,
    /// Reads one puzzle, where the format is read.
    pub read: Option<Reader>,
    /// Writes one puzzle, where it is written.
    pub write: Option<Writer>,
    /// Whether what it writes can hold a solution. What is of the project's own, and a grid, is then the solution
    /// alone, to stand beside the puzzle.
    pub solutions: bool,
    /// Whether it is nothing without one.
    pub needs_solution: bool,
    /// Whether it says which sides of a grid are joined and where lines cross on bridges.
    pub special_grids: bool,
    /// Whether labels may stand 4, 6, ... times in it, so that they are joined in pairs, whichever.
    pub joined_labels: bool,
    /// The ending of files of it.
    pub ending: &'static str,
}

impl std::fmt::Debug for Format {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

impl PartialEq for Format {
    fn eq(&self, other: &Format) -> bool {
        self.name == other.name
    }
}

/// All formats, in the order in which they are tried on an input.
pub static FORMATS: [Format; 16] = [
    kudamono::FORMAT,
    pzpr::FORMAT,
    penpa::FORMAT,
    penpa::SOLVE,
    pzpr::NUMLIN,
    sudokupad::FORMAT,
    pzpr::V3,
    native::JSON,
    tatham::SAVE,
    janko::FORMAT,
    native::FORMAT,
    flow_free::FORMAT,
    tatham::FORMAT,
    packed::FORMAT,
    flow_solver::FORMAT,
    grid::FORMAT,
];

/// The format of this name.
pub fn format(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name)
}

/// A splitter for an input about which this is said.
pub fn splitter(said: &Reading) -> Splitter {
    static HABITS: Habits = Habits {
        together: reading::together,
        is_prose: reading::is_for_people,
        is_remark: reading::addresses::is_remark,
    };
    Splitter::telling(telling(said)).with_habits(&HABITS)
}

/// Reads one puzzle of an input, about which this is said. Time and memory are linear in its text, as long as sizes are within
/// the limits of [`crate::puzzle::format`].
///
/// # Errors
/// The first mistake, with its position in the whole input and the format in which the text was read.
pub fn read(chunk: &Chunk<'_>, said: &Reading) -> Result<Entry, ParseError> {
    let found = match (said.format, chunk.kind) {
        (Some(format), _) => format,
        (None, ChunkKind::Native) => &native::FORMAT,
        (None, ChunkKind::Json) => &native::JSON,
        (None, ChunkKind::Other(name)) => match format(name) {
            Some(format) => format,
            None => recognise(chunk.text),
        },
    };
    let Some(reader) = found.read else {
        return Err(ParseError {
            line: chunk.line,
            column: chunk.column,
            found: format!("the format {}", found.name),
            expected: "a format that is read".into(),
        });
    };
    let mut entry = reader(&detect::narrowed(chunk, found), said).map_err(|mut error| {
        if !found.is_own() {
            error.expected += &format!(" (read as {})", found.name);
        }
        error
    })?;
    if entry.format.is_empty() {
        entry.format = found.name;
    }
    if found.cut == Cut::Loose
        && let (_, Some(text)) = reading::beside::parted(chunk.text)
    {
        match solutions(&entry, text, &Reading::default()) {
            Ok(stated) => {
                for answer in stated {
                    match answer {
                        Ok(answer) => entry.answers.push(answer),
                        Err(why) => {
                            entry.warnings.push(format!("the solution in it is no solution: {why}"))
                        }
                    }
                }
            }
            Err(why) => {
                entry.warnings.push(format!("the solution in it cannot be read: {}", why.message()))
            }
        }
    }
    Ok(entry)
}

impl Format {
    /// Whether it is the text format or JSON.
    pub fn is_own(&self) -> bool {
        matches!(self.name, "native" | "json")
    }
}

/// Reads all puzzles of an input.
pub fn read_all(text: &str, reading: &Reading) -> Vec<Result<Entry, ParseError>> {
    let one = |piece: Piece| piece.chunk().and_then(|chunk| read(&chunk, reading));
    pieces(text, reading).map(one).collect()
}

/// The puzzles of an input, cut apart.
fn pieces(text: &str, reading: &Reading) -> Splitter {
    let mut splitter = splitter(reading);
    splitter.feed(text.as_bytes());
    splitter.finish();
    splitter
}

/// Writes a puzzle, with its solution if the sheet has one. What the format cannot say is listed in
/// the result, for whoever asked to decide. Of a sheet with a solution the formats `native` and `grid` hold the
/// filled grid alone, to stand beside the puzzle: not which numbers and labels were given, nor the title; in
/// `native` that, walls and rules do not count as lost.
///
/// # Errors
/// In words, if the format cannot hold the puzzle at all.
///
/// # Panics
/// If the answer is none for a puzzle of this family and size; whether it obeys the rules does not matter.
pub fn write(format: &Format, sheet: Sheet<'_>) -> Result<Written, String> {
    let writer = format.write.ok_or_else(|| format!("the format {} is only read", format.name))?;
    let refuse = |why| format!("{} cannot hold it: {why}", format.name);
    if sheet.answer.is_some() && !format.solutions {
        return Err(refuse("it has no room for solutions".to_string()));
    }
    if let Some(board) = sheet.entry.puzzle.board().filter(|_| !format.special_grids) {
        if board.wrap() != Wrap::None {
            return Err(refuse("it knows no sides that are joined (wrap)".to_string()));
        }
        if !board.bridges().is_empty() {
            return Err(refuse("it knows no bridges".to_string()));
        }
    }
    if !format.joined_labels && sheet.joins_more() {
        return Err(refuse("it knows labels that stand twice only".to_string()));
    }
    let first = sheet.entry.puzzle.board().map_or(1, Board::first);
    if first != 1 && !format.is_own() {
        return from_one(format, sheet, first);
    }
    let mut written = writer(sheet).map_err(refuse)?;
    // A solution alone stands beside its puzzle, which says what it is.
    if sheet.answer.is_none() && format.read.is_some() && recognise(&written.text) != format {
        let what = format!("the format (say --from {} to whoever reads it)", format.name);
        written.lost.push(Lost { what, rule: None });
    }
    let marked = sheet.entry.puzzle.board().is_some_and(|board| !board.links().is_empty());
    if marked && !format.is_own() {
        let what = "the marks between cells that follow each other (links)".to_string();
        written.lost.push(Lost { what, rule: None });
    }
    Ok(written)
}

/// Writes a puzzle whose numbers begin with `first` in a format of others: as it is, where the numbers show that to
/// whoever reads them, else with numbers from 1, which is a loss.
///
/// # Errors
/// As [`write`].
fn from_one(format: &Format, sheet: Sheet<'_>, first: u32) -> Result<Written, String> {
    let Sheet { entry, answer } = sheet;
    if let Some(writer) = format.write
        && let Ok(written) = writer(sheet)
        && written.lost.is_empty()
        && let format = recognise(&written.text)
        && let Some(reader) = format.read
    {
        let kind = ChunkKind::Other(format.name);
        let read =
            reader(&Chunk { kind, text: &written.text, line: 1, column: 1 }, &Reading::default());
        let is_whole = |read: &Entry| {
            read.puzzle == entry.puzzle && answer.is_none_or(|a| read.answers.contains(a))
        };
        if read.is_ok_and(|read| is_whole(&read)) {
            return Ok(written);
        }
    }
    let puzzle = entry.puzzle.with_first(1).ok_or("its numbers do not begin with 1")?;
    let mut written = write(format, Sheet { entry: &Entry { puzzle, ..entry.clone() }, answer })?;
    let what = format!("the numbers from {first} on (there they begin with 1)");
    written.lost.push(Lost { what, rule: None });
    Ok(written)
}

/// Reads a chunk of the text format or JSON.
fn read_own(chunk: &Chunk<'_>, _reading: &Reading) -> Result<Entry, ParseError> {
    format::read_chunk(chunk, all())
}
