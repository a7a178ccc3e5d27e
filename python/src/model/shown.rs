//! Output of a model: its text for other solvers, and grids of values that are drawn.

use super::Stated;
use crate::errors::unsuited;
use clew::model::Exported as Written;
use clew::report::Grid;
use pyo3::prelude::*;

/// A model in the language of another solver.
#[pyclass(frozen, module = "clew._clew")]
pub struct Exported {
    pub(super) written: Written,
    pub(super) of: Stated,
}

#[pymethods]
impl Exported {
    /// The text for the solver.
    #[getter]
    fn text(&self) -> &str {
        self.written.text()
    }

    /// The values of the solutions in a solver's output, each checked against every constraint.
    fn read(&self, output: &str) -> PyResult<Vec<(Vec<i64>, Vec<bool>)>> {
        let all = self.written.read(output).map_err(unsuited)?;
        Ok(all.iter().map(|solution| self.of.values(solution)).collect())
    }
}

/// A grid of values, drawn in a notebook; from ``ModelSolution.grid``.
///
/// >>> import clew
/// >>> m = clew.Model()
/// >>> cells = m.grid(1, 3, 0, 2)
/// >>> m.add(clew.increasing(cells[0]))
/// >>> m.solve().grid(cells).values
/// [[0, 1, 2]]
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

/// The drawing of a grid of values.
#[pyfunction]
pub fn draw_grid(
    values: Vec<Vec<i64>>,
    boxes: Option<(usize, usize)>,
    filled: Vec<i64>,
    empty: Vec<i64>,
) -> ModelGrid {
    let grid = Grid::new(values.clone()).filled(&filled).empty(&empty);
    ModelGrid(boxes.map_or(grid.clone(), |(rows, cols)| grid.boxes(rows, cols)), values)
}
