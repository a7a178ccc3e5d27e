//! Questions about solving by hand, and about repairs, and any question by its name.

use crate::asking::Asking;
use crate::document::Document;
use crate::errors::unsuited;
use crate::objects::Puzzle;
use crate::values::filled_text;
use clew::puzzle::format::write_native;
use pyo3::prelude::*;

#[pymethods]
impl Puzzle {
    /// The steps of a person from the givens to the solution, with a rating: a document `clew-steps/1`, and a page that
    /// steps through them; ``compact`` leaves out the reasons.
    ///
    /// Raises `Unsuited` for puzzles without techniques.
    ///
    /// >>> import clew
    /// >>> puzzle = clew.parse("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n")
    /// >>> print(str(puzzle.explain()).splitlines()[0][:2])
    /// 1.
    #[pyo3(signature = (**options))]
    fn explain(&self, py: Python<'_>, options: Option<Asking>) -> PyResult<Document> {
        let asking = options.unwrap_or_default();
        if asking.options().budget.nodes.is_some() {
            return Err(unsuited("nodes does not apply to steps: give a limit of time"));
        }
        self.asked(py, "explain", asking.with("page", true))
    }

    /// The next step of a person, or the entries that are wrong: a document `clew-hint/1`.
    ///
    /// ``filled`` is the grid so far: rows of numbers and labels (``None`` or 0 for an open cell), also as text, or a
    /// numpy array. ``depth`` is the detail of the hint: ``"where"`` to look, ``"why"`` something follows there, or
    /// ``"what"`` follows; with ``placement`` it goes on to the next number or line.
    ///
    /// Raises `ParseError` if the grid cannot be read, `Unsuited` for puzzles without techniques.
    ///
    /// >>> import clew
    /// >>> puzzle = clew.parse("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n")
    /// >>> str(puzzle.hint()) != ""
    /// True
    #[pyo3(signature = (filled = None, **options))]
    fn hint(
        &self,
        py: Python<'_>,
        filled: Option<&Bound<'_, PyAny>>,
        options: Option<Asking>,
    ) -> PyResult<Document> {
        let mut asking = options.unwrap_or_default();
        if let Some(filled) = filled {
            asking = asking.with("filled", filled_text(filled)?);
        }
        self.asked(py, "hint", asking)
    }

    /// How hard it is for a person: a document `clew-rating/1`, whose ``["rating"]`` has ``level`` and ``score``.
    ///
    /// Raises `Unsuited` for puzzles without techniques.
    ///
    /// >>> import clew
    /// >>> puzzle = clew.parse("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n")
    /// >>> puzzle.rate()["rating"]["level"]
    /// 'trivial'
    #[pyo3(signature = (**options))]
    fn rate(&self, py: Python<'_>, options: Option<Asking>) -> PyResult<Document> {
        let document = self.asked(py, "rate", options.unwrap_or_default())?;
        match document.value()["reason"].as_str() {
            Some(why) => Err(unsuited(why)),
            None => Ok(document),
        }
    }

    /// Repairs of the puzzle: the clues that would make it unique, the givens that contradict each other, or with
    /// ``minimal`` the redundant givens of a unique puzzle. A document `clew-repair/1`.
    ///
    /// ``at`` (rows of ``.`` and ``#``) names the cells whose clues may change, ``signs`` allows only signs, ``level`` is one
    /// that clues bring it down to, ``rated`` also says how hard it is with each clue. Raises `Unsuited` if it does not apply.
    ///
    /// >>> import clew
    /// >>> open_ = clew.parse("puzzle: hidato\n\n6 . .\n. . .\n1 . .\n")
    /// >>> open_.repair()["schema"]
    /// 'clew-repair/1'
    #[pyo3(signature = (**options))]
    fn repair(&self, py: Python<'_>, options: Option<Asking>) -> PyResult<Document> {
        self.asked(py, "repair", options.unwrap_or_default())
    }

    /// The answer to any question of the library about this puzzle, by its name and options as in `docs/door.md`, such as
    /// ``puzzle.ask("why-not", cell=(0, 1), value=7)``. Text and pictures are the ``text`` of the document.
    ///
    /// >>> import clew
    /// >>> puzzle = clew.parse("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n")
    /// >>> puzzle.ask("why-not", cell=(0, 1), value=5)["possible"]
    /// False
    #[pyo3(signature = (question, **options))]
    fn ask(&self, py: Python<'_>, question: &str, options: Option<Asking>) -> PyResult<Document> {
        self.asked(py, question, options.unwrap_or_default())
    }
}

impl Puzzle {
    /// The answer to a question as a document.
    ///
    /// # Errors
    /// Why there is none.
    pub fn asked(&self, py: Python<'_>, question: &str, asking: Asking) -> PyResult<Document> {
        let text = write_native(&self.0);
        asking.ask_about(py, question, Some(&self.0), Some(&text)).map(Document::from)
    }
}

/// The answer to a question of the library about no puzzle, or about a text that it reads itself, by its name and options
/// as in `docs/door.md`, such as ``clew.ask("from-solution", drawn, givens="few")``.
///
/// >>> import clew
/// >>> text = "puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n"
/// >>> clew.ask("dedup", text).standing
/// 'yes'
#[pyfunction]
#[pyo3(signature = (question, text = None, **options))]
pub fn ask(
    py: Python<'_>,
    question: &str,
    text: Option<&str>,
    options: Option<Asking>,
) -> PyResult<Document> {
    let reply = options.unwrap_or_default().ask_about(py, question, None, text)?;
    Ok(Document::from(reply))
}
