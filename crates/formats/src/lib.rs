//! Foreign formats: addresses, ids and files of other sites and programs for these puzzles.
//!
//! A format is a file (or folder) here and a line in [`FORMATS`]: how it is recognised, how an input of it is cut into
//! puzzles, a reader and a writer. Readers bring an input into the same draft as the text format and JSON, so that the
//! rules of well-formed puzzles are stated once. No format depends on the family of a puzzle: it looks for the family
//! that it knows by one of its own words (see [`Dialect`](clew_puzzle::puzzle::family::Dialect)).
//!
//! Input is untrusted: sizes are checked before memory is allocated, nothing recurses, and a mistake has its position
//! in the input, also after escapes.
//!
//! ```
//! # clew_families::install();
//! use clew_formats::{self as interchange, Reading, Sheet};
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
mod filled;
mod flow_free;
mod flow_solver;
mod grid;
mod guess;
mod import;
mod janko;
mod kudamono;
mod link;
mod native;
mod packed;
mod penpa;
mod puzzles;
mod pzpr;
pub mod reading;
mod result;
mod scan;
mod sheet;
mod solution;
mod sudokupad;
mod tatham;

pub use detect::{detection, recognise};
pub use filled::entries;
pub use import::{PlaceRules, Reading};
pub use puzzles::Puzzles;
pub use sheet::{LossNote, Sheet, Written};
pub use solution::solutions;

use clew_puzzle::puzzle::format::{
    self, Chunk, ChunkKind, Cut, LayoutRules, ParseError, Piece, Splitter,
};
use clew_puzzle::puzzle::{Answer, Board, Entry, Puzzle, Unfit, Wrap};
use clew_puzzle::registry::{all, named};

/// The beginning of an input, for detecting its format.
#[derive(Clone, Copy, Debug)]
pub struct Opening<'a> {
    /// The first line that is not blank and, if the format has comments, no comment; trimmed.
    pub line: &'a str,
    /// The next line, if it is known.
    pub next: Option<&'a str>,
    /// All known text from there on.
    pub text: &'a str,
}

/// Reads one puzzle.
pub type Reader = fn(&Chunk<'_>, &Reading) -> Result<Entry, ParseError>;

/// Writes one puzzle; an error is the reason why the format cannot hold it.
pub type Writer = fn(Sheet<'_>) -> Result<Written, String>;

/// A format.
pub struct Format {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its description, in a few words.
    pub summary: &'static str,
    /// How an input of it is cut into puzzles.
    pub cut: Cut,
    /// Whether an input with this beginning is of this format; tried in the order of [`FORMATS`].
    pub is: fn(&Opening<'_>) -> bool,
    /// Reads one puzzle, where the format is read.
    pub read: Option<Reader>,
    /// Writes one puzzle, where it is written.
    pub write: Option<Writer>,
    /// Whether its texts can hold a solution. In the program's own formats and in grids the text is then the solution
    /// alone, as a companion of the puzzle.
    pub solutions: bool,
    /// Whether a solution is required.
    pub needs_solution: bool,
    /// Whether it states which sides of a grid are joined and where lines cross on bridges.
    pub special_grids: bool,
    /// Whether a label may occur 4, 6, ... times in it; its ends are then joined in pairs, in any way.
    pub joined_labels: bool,
    /// The file extension.
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
pub static FORMATS: [Format; 17] = [
    link::FORMAT,
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

/// A splitter for an input that is read with these options.
fn splitter(said: &Reading) -> Splitter {
    static HABITS: LayoutRules = LayoutRules {
        together: reading::together,
        is_prose: reading::is_for_people,
        is_remark: reading::addresses::is_remark,
    };
    Splitter::telling(detection(said)).with_habits(&HABITS)
}

/// Reads one puzzle of an input with these options. Time and memory are linear in its text, as long as sizes are within
/// the limits of [`clew_puzzle::puzzle::format`].
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
        && let (_, Some(text)) = reading::companion::parted(chunk.text)
    {
        attach(&mut entry, text);
    }
    let object = found.name == native::JSON.name
        || found.cut == Cut::Loose && chunk.text.contains(['{', ':']);
    if object
        && entry.answers.is_empty()
        && entry.unfit.is_empty()
        && entry.guessed.reading.is_some()
    {
        reading::data::answers(chunk).iter().for_each(|text| attach(&mut entry, text));
    }
    Ok(entry)
}

impl Format {
    /// Whether it is the text format or JSON.
    pub fn is_own(&self) -> bool {
        matches!(self.name, "native" | "json")
    }
}

/// Whether an error is a question about an ambiguous text.
pub fn is_question(error: &ParseError) -> bool {
    reading::is_question(error)
}

/// Reads the answers of a text: as [`solutions`], or the last grid or line in it, whatever is around it.
///
/// # Errors
/// As [`solutions`].
pub fn answers(
    entry: &Entry,
    text: &str,
    said: &Reading,
) -> Result<Vec<Result<Answer, Unfit>>, ParseError> {
    let own = solutions(entry, text, said);
    let unclear = match &own {
        Err(_) => true,
        Ok(all) => all.iter().all(|answer| matches!(answer, Err(Unfit::Ambiguous(_)))),
    };
    // Documents of this program are whole or wrong.
    let own_document = text.trim_start().starts_with('{') && text.contains("\"schema\"")
        || text.lines().any(|line| line.trim() == "paths:");
    let rows = (unclear && !own_document).then(|| reading::answer::rows(&entry.puzzle, text));
    let rows = rows.flatten();
    let found = rows.map(|rows| {
        let grid = Reading { format: format(grid::FORMAT.name), ..Reading::default() };
        solutions(entry, &rows, &grid)
    });
    match found {
        Some(Ok(found)) => Ok(found),
        _ => own,
    }
}

/// The content of each place of the last grid of a text, row by row, a dot for nothing; `None` if it has no grid of the
/// puzzle's size.
pub fn answer_grid(puzzle: &Puzzle, text: &str) -> Option<Vec<String>> {
    let rows = reading::answer::rows(puzzle, text)?;
    Some(rows.split_whitespace().map(str::to_string).collect())
}

/// The texts of the answers in a piece of an input.
pub fn answer_texts(piece: &Piece) -> Vec<String> {
    let Ok(chunk) = piece.chunk() else { return Vec::new() };
    if let Some(beside) = piece.beside().filter(|beside| !beside.answers.is_empty()) {
        return beside.answers.clone();
    }
    match (reading::companion::parted(chunk.text).1, chunk.text.contains('{')) {
        (Some(text), false) => vec![text.to_string()],
        _ => reading::data::answers(&chunk),
    }
}

/// Adds the solutions that a text states to a puzzle, or a warning if it states none.
fn attach(entry: &mut Entry, text: &str) {
    match answers(entry, text, &Reading::default()) {
        Ok(stated) => {
            for answer in stated {
                match answer {
                    Ok(answer) => entry.answers.push(answer),
                    Err(why) => {
                        entry.warnings.push(format!("the solution in it is no solution: {why}"));
                    }
                }
            }
        }
        Err(why) => {
            entry.warnings.push(format!("the solution in it cannot be read: {}", why.message()));
        }
    }
}

/// Reads a puzzle of a piece, with the identifier, the kind and the answers next to it in its data.
///
/// # Errors
/// As [`read`]; for a text in data at the place where the text begins.
pub fn read_piece(piece: &Piece, said: &Reading) -> Result<Entry, ParseError> {
    let chunk = piece.chunk()?;
    let Some(beside) = piece.beside() else { return read(&chunk, said) };
    let mut said = said.clone();
    if let Some(named) = beside.kind.as_deref().and_then(named).filter(|_| said.family.is_none()) {
        (said.family, said.alias) = (Some(named.family), named.alias);
    }
    let mut entry = read(&chunk, &said).map_err(|error| match beside.is_text {
        false => error,
        true => {
            let line = error.line + 1 - chunk.line;
            let expected = format!("{} (in line {line} of this text)", error.expected);
            ParseError { line: chunk.line, column: chunk.column, expected, ..error }
        }
    })?;
    entry.id = entry.id.or_else(|| beside.id.clone());
    beside.answers.iter().for_each(|text| attach(&mut entry, text));
    Ok(entry)
}

/// Reads all puzzles of an input.
pub fn read_all(text: &str, reading: &Reading) -> Vec<Result<Entry, ParseError>> {
    pieces(text, reading).map(|piece| read_piece(&piece, reading)).collect()
}

/// The puzzles of an input, cut apart.
fn pieces(text: &str, reading: &Reading) -> Puzzles {
    let mut puzzles = Puzzles::new(reading);
    puzzles.feed(text.as_bytes());
    puzzles.finish();
    puzzles
}

/// Writes a puzzle, with its solution if the sheet has one. Properties that the format cannot express are listed in the
/// result, so that the caller can decide. For a sheet with a solution the formats `native` and `grid` contain the
/// filled grid alone, as a companion of the puzzle: not which numbers and labels were given, nor the title; in `native`
/// these, walls and rules do not count as lost.
///
/// # Errors
/// A message, if the format cannot hold the puzzle at all.
///
/// # Panics
/// If the answer is none for a puzzle of this family and size; it need not obey the rules.
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
    if !format.joined_labels && sheet.has_repeated_labels() {
        return Err(refuse("it knows labels that stand twice only".to_string()));
    }
    let first = sheet.entry.puzzle.board().map_or(1, Board::first);
    if first != 1 && !format.is_own() {
        return from_one(format, sheet, first);
    }
    let mut written = writer(sheet).map_err(refuse)?;
    // A solution alone accompanies its puzzle, which determines the format.
    if sheet.answer.is_none() && format.read.is_some() && recognise(&written.text) != format {
        let what = format!("the format (say --from {} to whoever reads it)", format.name);
        written.lost.push(LossNote { what, rule: None });
    }
    let marked = sheet.entry.puzzle.board().is_some_and(|board| !board.links().is_empty());
    if marked && !format.is_own() {
        let what = "the marks between cells that follow each other (links)".to_string();
        written.lost.push(LossNote { what, rule: None });
    }
    Ok(written)
}

/// Writes a puzzle whose numbers begin with `first` in a foreign format: unchanged, if the reader of the format
/// recovers it, else with numbers from 1, which is a loss.
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
    written.lost.push(LossNote { what, rule: None });
    Ok(written)
}

/// Reads a chunk of the text format or JSON.
fn read_own(chunk: &Chunk<'_>, _reading: &Reading) -> Result<Entry, ParseError> {
    format::read_chunk(chunk, all())
}
