//! The results of other questions: text, and the document of `docs/json.md`; the Python of the package has their class.

use clew::api::{AnswerStatus, Reply};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// An answer as text and as a document.
pub struct Document {
    text: String,
    json: String,
    page: Option<String>,
    standing: AnswerStatus,
}

impl Document {
    /// An answer.
    pub fn new(standing: AnswerStatus, text: String, json: impl ToString) -> Document {
        Document { text, json: json.to_string(), page: None, standing }
    }

    /// The document.
    pub fn value(&self) -> serde_json::Value {
        serde_json::from_str(&self.json).unwrap_or_default()
    }
}

impl From<Reply> for Document {
    fn from(reply: Reply) -> Document {
        let json = reply.document.as_ref().map_or("{}", |document| document.get()).to_string();
        let text = reply.text.or(reply.svg).or(reply.words).unwrap_or_default();
        let standing = reply.standing.unwrap_or(AnswerStatus::Yes);
        Document { text, json, page: reply.page, standing }
    }
}

impl<'py> IntoPyObject<'py> for Document {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let parts = PyDict::new(py);
        parts.set_item("standing", standing(self.standing))?;
        parts.set_item("text", self.text)?;
        parts.set_item("_json", self.json)?;
        parts.set_item("html", self.page)?;
        result(py, "Document", &parts)
    }
}

/// An object of a class of the package's Python.
///
/// # Errors
/// Those of Python.
pub fn result<'py>(
    py: Python<'py>,
    class: &str,
    parts: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyAny>> {
    py.import("clew.results")?.getattr(class)?.call((), Some(parts))
}

/// The word for a status.
pub fn standing(of: AnswerStatus) -> &'static str {
    match of {
        AnswerStatus::Undecided => "undecided",
        known => known.keyword(),
    }
}
