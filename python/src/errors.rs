//! Failures, as the exceptions of `clew.errors`.

use clew::api::request::Fault;
use clew::api::{Failure, Mistake};
use clew::puzzle::format::ParseError as Misread;
use clew::run::Stop;
use pyo3::import_exception;
use pyo3::prelude::*;

import_exception!(clew.errors, ClewError);
import_exception!(clew.errors, LimitReached);
import_exception!(clew.errors, NoSolution);
import_exception!(clew.errors, ParseError);
import_exception!(clew.errors, Unsuited);
import_exception!(clew.errors, WrongKeyword);

/// A text that cannot be read, with the place of the mistake.
pub fn parse_error(mistake: &Misread) -> PyErr {
    ParseError::new_err((mistake.to_string(), mistake.line, mistake.column))
}

/// A message of the library, which names options as the command line spells them; here they are keywords.
fn with_keywords(why: &str) -> String {
    let why = why.replace("--lossy", "lossy=True").replace("--minimal", "minimal=True");
    why.replace("--", "")
}

/// Something that does not fit.
pub fn unsuited(why: impl AsRef<str>) -> PyErr {
    Unsuited::new_err(with_keywords(why.as_ref()))
}

/// A keyword that does not exist, or has a wrong value.
pub fn wrong_keyword(why: impl ToString) -> PyErr {
    WrongKeyword::new_err(with_keywords(&why.to_string()))
}

/// The exception for a limit that came first, with the results until then.
pub fn limit(stopped: Option<Stop>, message: &str, partial: Option<Py<PyAny>>) -> PyErr {
    let word = stopped.map(Stop::keyword);
    let why = word.map_or(String::new(), |word| format!(" (stopped: {word})"));
    LimitReached::new_err((format!("{message}{why}"), word, partial))
}

/// The exception for a question without an answer.
pub fn mistaken(why: Mistake) -> PyErr {
    match (why.kind, why.stopped) {
        (Fault::Limit, Some(word)) if word == Stop::Defect.keyword() => {
            ClewError::new_err(why.message)
        }
        (Fault::Limit, word) => LimitReached::new_err((why.message, word, None::<Py<PyAny>>)),
        (Fault::Input, _) => {
            ParseError::new_err((with_keywords(&why.message), why.line, why.column))
        }
        (Fault::Request | Fault::Unfit, _) => unsuited(why.message),
    }
}

/// The exception for a failure of the solver.
pub fn failed(why: Failure) -> PyErr {
    mistaken(why.into())
}
