//! A solution, as grid, paths, picture and text.

use crate::errors::unsuited;
use crate::objects::{Puzzle, Solution};
use crate::puzzle::written;
use crate::values::loads;
use clew::puzzle::Content;
use clew::puzzle::format::in_full;
use clew::report::listed::solution;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

impl Solution {
    fn numbers(&self) -> Vec<Vec<u32>> {
        let puzzle = &self.entry.puzzle;
        let (rows, cols) = puzzle.size();
        let mut grid = vec![vec![0; cols as usize]; rows as usize];
        for (cell, content) in (0..).zip(puzzle.filling(&self.answer)) {
            let (row, col) = puzzle.place(cell);
            let place = &mut grid[row as usize][col as usize];
            // Of the two lines on a bridge the one along the row comes first.
            if *place == 0 {
                *place = match content {
                    Content::Number(number) => number,
                    Content::Label(label) => label + 1,
                    Content::Nothing => 0,
                };
            }
        }
        grid
    }
}

#[pymethods]
impl Solution {
    /// The puzzle that it solves.
    #[getter]
    fn puzzle(&self) -> Puzzle {
        Puzzle(self.entry.clone())
    }

    /// The contents of the cells, rows by columns: numbers, labels as texts, ``None`` for a cell that stays empty,
    /// ``"#"`` where there is no cell; on a bridge a list of two, for the line along the row and that along the column.
    ///
    /// >>> import clew
    /// >>> puzzle = clew.parse("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n")
    /// >>> puzzle.solve().grid()
    /// [[6, 7, 9], [5, 2, 8], [1, 4, 3]]
    fn grid<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        loads(py, &solution(&self.entry.puzzle, &self.answer)["cells"].to_string())
    }

    /// The paths of the labels, each a list of ``(row, column)`` from end to end, counted from 0; empty where there are none.
    ///
    /// >>> import clew
    /// >>> puzzle = clew.parse("puzzle: numberlink\n\nA B\nA B\n")
    /// >>> puzzle.solve().paths()["A"]
    /// [(0, 0), (1, 0)]
    fn paths<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let puzzle = &self.entry.puzzle;
        let paths = PyDict::new(py);
        for (label, path) in (0..).zip(puzzle.routes(&self.answer).unwrap_or_default()) {
            let places: Vec<(u32, u32)> = path.iter().map(|&cell| puzzle.place(cell)).collect();
            paths.set_item(puzzle.label(label), places)?;
        }
        Ok(paths)
    }

    /// The contents of the cells as numbers, rows by columns: 0 where there is nothing or no cell, for a label its number,
    /// counted from 1 in the order of `Puzzle.labels`.
    ///
    /// >>> import clew
    /// >>> puzzle = clew.parse("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n")
    /// >>> puzzle.solve().values()[0]
    /// [6, 7, 9]
    fn values(&self) -> Vec<Vec<u32>> {
        self.numbers()
    }

    /// The value of a goal of the family, such as ``"length"``; ``None`` if the goal does not apply.
    ///
    /// >>> import clew
    /// >>> puzzle = clew.parse("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n")
    /// >>> [puzzle.solve().worth(goal) is not None for goal in puzzle.goals[:1]]
    /// [True]
    fn worth(&self, goal: &str) -> Option<i64> {
        let puzzle = &self.entry.puzzle;
        let goal = puzzle.family().goals.iter().find(|known| known.name == goal)?;
        puzzle.worth(*goal, &self.answer)
    }

    /// The solution as in `clew-result/1`: ``{"cells": ..., "paths": ...}``.
    ///
    /// >>> import clew
    /// >>> puzzle = clew.parse("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n")
    /// >>> puzzle.solve().to_dict()["cells"][0]
    /// [6, 7, 9]
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        loads(py, &solution(&self.entry.puzzle, &self.answer).to_string())
    }

    /// The solved puzzle in a format that can hold a solution; see `Puzzle.to`.
    ///
    /// Raises `Unsuited` if the format cannot hold it, or loses something and ``lossy`` is false.
    ///
    /// >>> import clew
    /// >>> puzzle = clew.parse("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n")
    /// >>> puzzle.solve().to("grid").splitlines()[0].split()
    /// ['6', '7', '9']
    #[pyo3(signature = (format, *, lossy = false))]
    fn to(&self, py: Python<'_>, format: &str, lossy: bool) -> PyResult<String> {
        written(py, &self.entry, format, lossy, Some(&self.answer))
    }

    /// For `numpy.array(solution)`.
    #[pyo3(signature = (dtype = None, copy = None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if copy == Some(false) {
            return Err(unsuited("an array of a solution is always a copy"));
        }
        let keywords = PyDict::new(py);
        if let Some(dtype) = dtype {
            keywords.set_item("dtype", dtype)?;
        }
        let values = PyTuple::new(py, [self.numbers()])?;
        py.import("numpy")?.call_method("array", values, Some(&keywords))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let puzzle = slf.getattr("puzzle")?;
        Ok((puzzle.getattr("solution")?, (slf.get().__str__(),)))
    }

    fn __str__(&self) -> String {
        in_full(&self.entry.puzzle, &self.answer)
    }

    fn __repr__(&self) -> String {
        let (rows, cols) = self.entry.puzzle.size();
        format!("<clew.Solution {} {rows} x {cols}>", self.entry.puzzle.family())
    }

    fn __eq__(&self, other: &Solution) -> bool {
        self.answer == other.answer && self.entry.puzzle == other.entry.puzzle
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.numbers().hash(&mut hasher);
        hasher.finish()
    }
}
