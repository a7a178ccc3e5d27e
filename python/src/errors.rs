//! Failures, as the exceptions of `clew.errors`.

use clew::api::Failure;
use clew::puzzle::format::ParseError as Mistake;
use clew::run::Stop;
use pyo3::import_exception;
use pyo3::prelude::*;

import_exception!(clew.errors, ClewError);
import_exception!(clew.errors, LimitReached);
import_exception!(clew.errors, NoSolution);
import_exception!(clew.errors, ParseError);
import_exception!(clew.errors, Unsuited);

/// A text that cannot be read, with the place of the mistake.
pub fn parse_error(mistake: &Mistake) -> PyErr {
    ParseError::new_err((mistake.to_string(), mistake.line, mistake.column))
}

/// Something that does not fit. The library names options as the command line spells them; here they are keywords.
pub fn unsuited(why: impl AsRef<str>) -> PyErr {
    let why = why.as_ref().replace("--lossy", "lossy=True").replace("--minimal", "minimal=True");
    Unsuited::new_err(why.replace("--", ""))
}

/// The exception for a limit that came first, with the results until then.
pub fn limit(stopped: Option<Stop>, message: &str, partial: Option<Py<PyAny>>) -> PyErr {
    let word = stopped.map(Stop::keyword);
    let why = word.map_or(String::new(), |word| format!(" (stopped: {word})"));
    LimitReached::new_err((format!("{message}{why}"), word, partial))
}

/// The exception for a failure of the solver.
pub fn failed(why: Failure) -> PyErr {
    match why {
        Failure::Refused(why) | Failure::Unfit(why) => unsuited(why),
        Failure::Undecided(Stop::Defect, why) => ClewError::new_err(why),
        Failure::Undecided(stop, why) => limit(Some(stop), &why, None),
    }
}
