//! The library's questions, put without the lock of the interpreter.

use crate::asking::Asking;
use crate::errors::mistaken;
use crate::lock::run;
use clew::api::{Case, Reply};
use clew::puzzle::Entry;
use pyo3::prelude::*;

impl Asking {
    /// The answer to a question, without the lock of the interpreter.
    ///
    /// # Errors
    /// Why there is none.
    pub fn ask(self, py: Python<'_>, name: &str, entry: Option<&Entry>) -> PyResult<Reply> {
        self.ask_about(py, name, entry, None)
    }

    /// The same, about a text that the question reads itself.
    ///
    /// # Errors
    /// Why there is none.
    pub fn ask_about(
        mut self,
        py: Python<'_>,
        name: &str,
        entry: Option<&Entry>,
        text: Option<&str>,
    ) -> PyResult<Reply> {
        let question = self.question(name)?;
        let answer = run(py, &self, |options, _| {
            question.answer(&Case { entry, text, time: self.time, ..Case::about_none(options) })
        })?;
        answer.map_err(mistaken)
    }
}
