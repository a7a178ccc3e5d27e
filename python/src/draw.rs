//! Pictures.

use crate::asking::Keys;
use crate::errors::unsuited;
use crate::reply::Reply;
use crate::solution::Solution;
use clew::api::sheet::candidates;
use clew::puzzle::{Answer, Entry};
use clew::report::svg::{self, Theme};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Drawing options.
#[derive(Default)]
pub struct Drawing {
    theme: Theme,
    coordinates: bool,
    size: Option<u32>,
    /// Another solution, drawn over the first one.
    second: Option<Py<Solution>>,
    /// For each cell its possible contents.
    candidates: Vec<Vec<String>>,
    /// Cells in which solutions differ.
    open: Vec<bool>,
}

const THEMES: [(&str, Theme); 3] =
    [("colour", Theme::Colour), ("dark", Theme::Dark), ("mono", Theme::Mono)];

impl Drawing {
    /// The drawing that the keywords of a call describe.
    ///
    /// # Errors
    /// The first keyword that is wrong.
    pub fn of(given: Option<&Bound<'_, PyDict>>) -> PyResult<Drawing> {
        let mut keys = Keys::new(given)?;
        let mut drawing = Drawing {
            theme: keys.word("theme", &THEMES)?.unwrap_or_default(),
            coordinates: keys.take("coordinates")?.unwrap_or(false),
            size: keys.take("size")?,
            second: keys.take("second")?,
            ..Drawing::default()
        };
        if let Some(found) = keys.raw("where")? {
            let found = found.extract::<PyRef<'_, Reply>>()?;
            let puzzle = &found.entry.puzzle;
            let places = found.outcome.whereabouts.as_ref();
            let places =
                places.ok_or_else(|| unsuited("where: a reply of Puzzle.where is expected"))?;
            drawing.candidates = candidates(puzzle, places).unwrap_or_default();
            drawing.open = places.open_cells(puzzle);
        }
        keys.done()?;
        Ok(drawing)
    }

    /// The picture of a puzzle.
    ///
    /// # Errors
    /// If an object to be drawn belongs to another puzzle.
    pub fn draw(&self, entry: &Entry, answer: Option<&Answer>) -> PyResult<String> {
        let puzzle = &entry.puzzle;
        if !self.open.is_empty() && self.open.len() != puzzle.cells() {
            return Err(unsuited("where: the reply is about another puzzle"));
        }
        let second = self.second.as_ref().map(|second| second.get().of(entry)).transpose()?;
        if second.is_some() && answer.is_none() {
            return Err(unsuited("second: there is no first solution to draw it over"));
        }
        let options = svg::Options {
            theme: self.theme,
            coordinates: self.coordinates,
            size: self.size,
            second,
            candidates: &self.candidates,
            open: &self.open,
        };
        Ok(svg::draw(puzzle, answer, &entry.title, options))
    }
}
