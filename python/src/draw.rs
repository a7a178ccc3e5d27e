//! Pictures.

use crate::asking::Members;
use crate::errors::unsuited;
use crate::objects::{Puzzle, Solution};
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
    /// Where the solutions of a reply differ: the puzzle, the possible contents of its cells, and which are open.
    open: Option<(Py<Puzzle>, Vec<Vec<String>>, Vec<bool>)>,
}

impl<'py> FromPyObject<'_, 'py> for Drawing {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Drawing> {
        let given = given.cast::<PyDict>()?.copy()?;
        let [second, open] =
            ["second", "where"].map(|name| given.call_method1("pop", (name, None::<u8>)));
        let (second, reply): (_, Option<Bound<'py, PyAny>>) =
            (second?.extract()?, open?.extract()?);
        let open = reply.map(|reply| {
            let found = reply.getattr_opt("_open")?.filter(|open| !open.is_none());
            let found =
                found.ok_or_else(|| unsuited("where: a reply of Puzzle.where is expected"))?;
            let (cells, open) = found.extract()?;
            Ok::<_, PyErr>((reply.getattr("puzzle")?.extract()?, cells, open))
        });
        Ok(Drawing { looks: given.extract()?, second, open: open.transpose()? })
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
        if let Some((about, contents, is_open)) = self.open.take() {
            if about.get().0.puzzle != *puzzle {
                return Err(unsuited("where: the reply is about another puzzle"));
            }
            (cells, open) = (contents, is_open);
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
