//! The results of other questions: text, and the document of `docs/json.md`.

use crate::values::loads;
use clew::api::{AnswerStatus, Reply};
use pyo3::prelude::*;

/// An answer as text and as a document.
///
/// ``str(document)`` is the text of the answer, ``document.to_dict()`` the document, ``document["key"]`` a part of it.
/// A notebook shows its page if it has one, else the text.
///
/// >>> import clew
/// >>> puzzle = clew.parse("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n")
/// >>> rating = puzzle.rate()
/// >>> rating["rating"]["level"], rating.standing
/// ('trivial', 'yes')
#[pyclass(frozen, module = "clew")]
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

/// The word for a status.
pub fn standing(of: AnswerStatus) -> &'static str {
    match of {
        AnswerStatus::Undecided => "undecided",
        known => known.keyword(),
    }
}

/// A document of its parts, for pickles.
#[pyfunction]
pub fn restored_document(
    standing: &str,
    text: String,
    json: String,
    page: Option<String>,
) -> PyResult<Document> {
    let known = [AnswerStatus::Yes, AnswerStatus::No, AnswerStatus::Undecided];
    let standing = known.into_iter().find(|&of| self::standing(of) == standing);
    let standing = standing.ok_or_else(|| crate::errors::unsuited("no status of a document"))?;
    Ok(Document { text, json, page, standing })
}

/// The function that makes a document of its parts, and these.
type Reduced<'py> = (Bound<'py, PyAny>, (&'static str, String, String, Option<String>));

#[pymethods]
impl Document {
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let restore = py.import("clew._clew")?.getattr("restored_document")?;
        let parts = (self.standing(), self.text.clone(), self.json.clone(), self.page.clone());
        Ok((restore, parts))
    }

    /// The status of the question: ``"yes"``, ``"no"`` or ``"undecided"``.
    #[getter]
    fn standing(&self) -> &'static str {
        standing(self.standing)
    }

    /// The text of the answer.
    #[getter]
    fn text(&self) -> &str {
        &self.text
    }

    /// A page of HTML that needs no network; ``None`` for answers without one.
    #[getter]
    fn html(&self) -> Option<&str> {
        self.page.as_deref()
    }

    /// The document; its schema is in `docs/json.md`.
    ///
    /// >>> import clew
    /// >>> puzzle = clew.parse("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n")
    /// >>> puzzle.rate().to_dict()["schema"]
    /// 'clew-rating/1'
    pub fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        loads(py, &self.json)
    }

    /// The document as JSON text on one line.
    ///
    /// >>> import clew
    /// >>> puzzle = clew.parse("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n")
    /// >>> puzzle.rate().to_json().startswith("{")
    /// True
    fn to_json(&self) -> &str {
        &self.json
    }

    fn __getitem__<'py>(&self, py: Python<'py>, key: &str) -> PyResult<Bound<'py, PyAny>> {
        self.to_dict(py)?.get_item(key)
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        let first = self.text.lines().next().unwrap_or_default();
        format!("<clew.Document {}: {first}>", self.standing())
    }

    fn _repr_html_(&self) -> String {
        /// Text for an attribute or between tags, escaped.
        fn escaped(text: &str) -> String {
            let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;");
            text.replace('>', "&gt;")
        }
        match &self.page {
            // A page has its own style sheet and scripts, which are isolated from the notebook.
            Some(page) => format!(
                "<iframe srcdoc=\"{}\" sandbox=\"allow-scripts\" width=\"100%\" height=\"640\" \
                 style=\"border: 0\"></iframe>",
                escaped(page)
            ),
            None => format!("<pre>{}</pre>", escaped(&self.text)),
        }
    }
}
