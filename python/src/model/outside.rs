//! Output of a model: its text for other solvers, and grids of values that are drawn.

use super::ModelSolution;
use super::variables::{BoolVar, IntVar};
use crate::errors::unsuited;
use clew::model::{Exported as Written, Variable};
use clew::report::Grid;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// A model in the language of another solver, from `Model.export`.
#[pyclass(frozen, module = "clew")]
pub struct Exported(pub Written);

#[pymethods]
impl Exported {
    /// The text for the solver.
    #[getter]
    fn text(&self) -> &str {
        self.0.text()
    }

    /// The solutions in a solver's output, each checked against every constraint; empty if the solver found that there
    /// is none.
    ///
    /// Raises `Unsuited` if the output is of no known form, the solver did not come to an end, or a solution breaks a constraint.
    fn read(&self, output: &str) -> PyResult<Vec<ModelSolution>> {
        let all = self.0.read(output).map_err(unsuited)?;
        Ok(all.into_iter().map(ModelSolution).collect())
    }

    fn __str__(&self) -> &str {
        self.0.text()
    }

    fn __repr__(&self) -> String {
        format!("<clew.Exported {} characters>", self.0.text().len())
    }
}

/// A grid of values, drawn in a notebook; from `ModelSolution.grid`.
#[pyclass(frozen, module = "clew")]
pub struct ModelGrid(Grid, Vec<Vec<i64>>);

#[pymethods]
impl ModelGrid {
    /// The values, a list of rows.
    #[getter]
    fn values(&self) -> Vec<Vec<i64>> {
        self.1.clone()
    }

    /// One line per row: ``#`` for a filled cell, ``.`` for an empty one.
    #[getter]
    fn text(&self) -> String {
        self.0.text()
    }

    /// A picture as SVG.
    #[getter]
    fn svg(&self) -> String {
        self.0.svg()
    }

    /// A table of HTML.
    #[getter]
    fn html(&self) -> String {
        self.0.html()
    }

    fn _repr_svg_(&self) -> String {
        self.0.svg()
    }

    fn __str__(&self) -> String {
        self.0.text()
    }

    fn __repr__(&self) -> String {
        let cols = self.1.iter().map(Vec::len).max().unwrap_or(0);
        format!("<clew.ModelGrid {} rows, {cols} columns>", self.1.len())
    }
}

#[pymethods]
impl ModelSolution {
    /// The values of a grid of variables, a list of rows, as a drawing: ``boxes=(3, 3)`` draws thick lines around
    /// boxes of that many rows and columns, cells with a value of ``filled`` are filled, those with one of ``empty``
    /// are left empty.
    #[pyo3(signature = (rows, *, boxes = None, filled = Vec::new(), empty = Vec::new()))]
    fn grid(
        &self,
        rows: Vec<Vec<Bound<'_, PyAny>>>,
        boxes: Option<(usize, usize)>,
        filled: Vec<i64>,
        empty: Vec<i64>,
    ) -> PyResult<ModelGrid> {
        let mut handles: Vec<Vec<Variable>> = Vec::with_capacity(rows.len());
        for row in &rows {
            handles.push(row.iter().map(|item| self.known(item)).collect::<PyResult<_>>()?);
        }
        let values = self.0.grid(&handles);
        let grid = Grid::new(values.clone()).filled(&filled).empty(&empty);
        Ok(ModelGrid(boxes.map_or(grid.clone(), |(rows, cols)| grid.boxes(rows, cols)), values))
    }
}

impl ModelSolution {
    /// The variable of an object, if the solution has a value for it.
    fn known(&self, item: &Bound<'_, PyAny>) -> PyResult<Variable> {
        let (variable, value) = match (item.cast::<IntVar>(), item.cast::<BoolVar>()) {
            (Ok(x), _) => (x.get().handle.into(), self.0.evaluate(x.get().handle)),
            (_, Ok(b)) => (b.get().handle.into(), self.0.evaluate(b.get().handle)),
            _ => return Err(PyTypeError::new_err("rows of variables are expected")),
        };
        value.map(|_| variable).ok_or_else(|| unsuited("a variable is of another model"))
    }
}
