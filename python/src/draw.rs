//! Pictures.

use crate::asking::Members;
use crate::errors::unsuited;
use crate::objects::{Puzzle, Reply, Solution};
use clew::api::sheet::candidates;
use clew::puzzle::{Answer, Entry};
use clew::report::svg;
use pyo3::Borrowed;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Drawing options.
#[derive(Default)]
struct Drawing {
    looks: Members,
    /// Another solution, drawn over the first one.
    second: Option<Py<Solution>>,
    /// The reply whose open cells show their possible contents.
    open: Option<Py<Reply>>,
}

impl<'py> FromPyObject<'_, 'py> for Drawing {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Drawing> {
        let given = given.cast::<PyDict>()?.copy()?;
        let [second, open] =
            ["second", "where"].map(|name| given.call_method1("pop", (name, None::<u8>)));
        let (second, open) = (second?.extract()?, open?.extract()?);
        Ok(Drawing { looks: given.extract()?, second, open })
    }
}

impl Drawing {
    /// The picture of a puzzle.
    ///
    /// # Errors
    /// If a keyword is wrong, or an object to be drawn belongs to another puzzle.
    fn draw(mut self, entry: &Entry, answer: Option<&Answer>) -> PyResult<String> {
        let puzzle = &entry.puzzle;
        let (mut cells, mut open) = (Vec::new(), Vec::new());
        if let Some(found) = self.open.as_ref().map(Py::get) {
            let places = found.answered.outcome.whereabouts.as_ref();
            let places =
                places.ok_or_else(|| unsuited("where: a reply of Puzzle.where is expected"))?;
            if found.entry.puzzle != *puzzle {
                return Err(unsuited("where: the reply is about another puzzle"));
            }
            cells = candidates(puzzle, places).unwrap_or_default();
            open = places.open_cells(puzzle);
        }
        let second = self.second.as_ref().map(|second| second.get().answer(entry)).transpose()?;
        if second.is_some() && answer.is_none() {
            return Err(unsuited("second: there is no first solution to draw it over"));
        }
        let options = svg::Options {
            theme: self.looks.take("theme")?,
            coordinates: self.looks.take("coordinates")?,
            size: self.looks.take("size")?,
            second,
            candidates: &cells,
            open: &open,
        };
        self.looks.done()?;
        Ok(svg::draw(puzzle, answer, &entry.title, options))
    }
}

#[pymethods]
impl Puzzle {
    /// The puzzle as an SVG picture, with a solution if one is given.
    ///
    /// Keywords: ``theme`` (``"colour"``, ``"dark"``, ``"mono"``), ``coordinates``, ``size`` (the longer side in
    /// pixels), ``second`` (another solution, drawn over the first), ``where`` (a reply of `Puzzle.where`: each open
    /// cell shows its possible contents).
    ///
    /// >>> import clew
    /// >>> puzzle = clew.parse("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n")
    /// >>> puzzle.svg(coordinates=True).startswith("<svg")
    /// True
    #[pyo3(signature = (solution = None, **options))]
    fn svg(&self, solution: Option<&Solution>, options: Option<Drawing>) -> PyResult<String> {
        let answer = solution.map(|solution| solution.answer(&self.0)).transpose()?;
        options.unwrap_or_default().draw(&self.0, answer)
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        Drawing::default().draw(&self.0, None)
    }
}

#[pymethods]
impl Solution {
    /// The solved puzzle as an SVG picture; see `Puzzle.svg` for the keywords.
    ///
    /// >>> import clew
    /// >>> puzzle = clew.parse("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n")
    /// >>> puzzle.solve().svg(theme="dark").startswith("<svg")
    /// True
    #[pyo3(signature = (**options))]
    fn svg(&self, options: Option<Drawing>) -> PyResult<String> {
        options.unwrap_or_default().draw(&self.entry, Some(&self.answer))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        Drawing::default().draw(&self.entry, Some(&self.answer))
    }
}

#[pymethods]
impl Reply {
    fn _repr_svg_(&self) -> PyResult<Option<String>> {
        let first = self.answered.outcome.answers.first();
        first.map(|answer| Drawing::default().draw(&self.entry, Some(answer))).transpose()
    }
}
