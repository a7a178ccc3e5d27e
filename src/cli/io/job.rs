//! One puzzle of an input, not yet read, and its possible errors.

use clew::api::from_solution;
use clew::api::guarded::catch_panic;
use clew::flatzinc::{FlatZinc, run};
use clew::interchange::{self, Reading};
use clew::puzzle::Entry;
use clew::puzzle::family::DrawnRules;
use clew::puzzle::format::{Chunk, MAX_LINE, ParseError, Piece};
use clew::structures::Digest;
use serde::Deserialize;
use serde_json::Value;
use std::sync::Arc;

/// The error for an input without a puzzle: nothing at all, comments only, or an empty list.
pub(crate) const NO_PUZZLE: &str = "there is no puzzle in it";

/// An error in the input: with a position, or about a file as a whole.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Fault {
    At(ParseError),
    Whole(String),
}

/// One puzzle, not yet read.
#[derive(Clone, Debug)]
pub(crate) struct Job {
    /// Where it comes from, safe to print.
    pub file: Arc<str>,
    /// Which puzzle of its file, from 1, if the file holds several.
    pub number: Option<usize>,
    part: Result<Piece, Fault>,
    reading: Arc<Reading>,
    /// The text of a model, which then replaces all other fields.
    model: Option<Arc<str>>,
}

impl Job {
    pub fn new(file: Arc<str>, number: Option<usize>, part: Result<Piece, Fault>) -> Job {
        Job { file, number, part, reading: Arc::default(), model: None }
    }

    /// A model in FlatZinc, in the place of a puzzle.
    pub fn of_model(file: Arc<str>, text: Result<String, String>) -> Job {
        let model = text.as_ref().ok().map(|text| text.as_str().into());
        let why = text.err().unwrap_or_else(|| NO_PUZZLE.into());
        Job { model, ..Job::new(file, None, Err(Fault::Whole(why))) }
    }

    /// The job, with the user's description of the input.
    pub fn read_as(self, reading: Arc<Reading>) -> Job {
        Job { reading, ..self }
    }

    /// Where the puzzle stands: its file, with its number where the file holds several.
    pub fn name(&self) -> String {
        match self.number {
            None => self.file.to_string(),
            Some(n) => format!("{}#{n}", self.file),
        }
    }

    /// The name under which a result appears in text: where the puzzle stands, and the identifier
    /// that its author gave it, if there is one.
    pub fn title(&self, id: Option<&str>) -> String {
        match id {
            None => self.name(),
            Some(id) => format!("{} ({})", self.name(), crate::cli::safe(id)),
        }
    }

    /// The puzzle's identifier, even if the rest of it cannot be read: results about a mistake carry
    /// it too.
    pub fn id(&self) -> Option<String> {
        /// The one key that is looked for; everything else may be wrong.
        #[derive(Deserialize)]
        struct Named {
            id: Value,
        }
        let piece = self.part.as_ref().ok()?;
        if let Some(id) = piece.beside().and_then(|beside| beside.id.clone()) {
            return Some(id);
        }
        let text = piece.chunk().ok()?.text;
        // Only JSON puzzles have identifiers.
        let object = text.trim_start().starts_with('{').then_some(text)?;
        let named = serde_json::from_str::<Named>(object).ok()?;
        // The reader takes numbers too.
        match named.id {
            Value::String(text) => Some(text),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        }
    }

    /// The digest of the puzzle's text, in digits; of one that could not be read, that of nothing.
    pub fn digest(&self) -> String {
        if let Some(text) = &self.model {
            return hex(Digest::of_bytes(text.as_bytes()));
        }
        hex(Digest::of_bytes(self.part.as_ref().map_or(&[], |piece| piece.bytes())))
    }

    /// Bytes of text that the job keeps in memory.
    pub fn weight(&self) -> usize {
        match &self.model {
            Some(text) => text.len(),
            None => self.part.as_ref().map_or(0, |piece| piece.bytes().len()),
        }
    }

    /// Reads the puzzle.
    ///
    /// # Errors
    /// The first mistake.
    pub fn parse(&self) -> Result<Entry, Fault> {
        if let Some(text) = &self.model {
            let file = FlatZinc::parse(text).map_err(Fault::At)?;
            return run::entry(file, text).map_err(Fault::Whole);
        }
        let piece = self.part.as_ref().map_err(Clone::clone)?;
        let read = catch_panic(|| interchange::read_piece(piece, &self.reading));
        read.map_err(|why| Fault::Whole(why.to_string()))?.map_err(Fault::At)
    }

    /// Reads the text. A defect of the reader is a fault of this puzzle alone.
    fn read(&self, read: &dyn Fn(&Chunk<'_>) -> Result<Entry, ParseError>) -> Result<Entry, Fault> {
        let piece = self.part.as_ref().map_err(Clone::clone)?;
        let chunk = piece.chunk().map_err(Fault::At)?;
        let read = catch_panic(|| read(&chunk)).map_err(|why| Fault::Whole(why.to_string()))?;
        read.map_err(Fault::At)
    }

    /// The texts of the answers that its data has.
    pub fn answer_texts(&self) -> Vec<String> {
        self.part.as_ref().map(interchange::answer_texts).unwrap_or_default()
    }

    /// Reads a drawn solution.
    ///
    /// # Errors
    /// The first mistake.
    pub fn drawn(&self, rules: &DrawnRules) -> Result<Entry, Fault> {
        self.read(&|chunk| from_solution::read(chunk, &self.reading, rules))
    }

    /// The text of the puzzle.
    pub fn text(&self) -> Option<&str> {
        Some(self.part.as_ref().ok()?.chunk().ok()?.text)
    }

    /// A line of the input, for showing an error in it, as far as it belongs to the puzzle; the part before it is
    /// blank.
    pub fn line(&self, line: usize) -> Option<String> {
        if let Some(text) = &self.model {
            let line = text.split('\n').nth(line.checked_sub(1)?)?;
            return (line.len() <= MAX_LINE).then(|| line.to_string());
        }
        let piece = self.part.as_ref().ok()?;
        let at = line.checked_sub(piece.line())?;
        let text = piece.chunk().ok()?.text.split('\n').nth(at)?;
        // Longer lines are not shown, and copies of them would take memory.
        if text.len() > MAX_LINE {
            return None;
        }
        let before = if at == 0 { piece.column() - 1 } else { 0 };
        Some(" ".repeat(before) + text)
    }
}

/// A digest as text.
pub(crate) fn hex(digest: u128) -> String {
    format!("{digest:032x}")
}
