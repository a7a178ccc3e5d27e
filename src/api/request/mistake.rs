//! Why a request has no answer.

use crate::api::guarded::Failure;
use clew_engine::run::Stop;
use clew_puzzle::puzzle::format::ParseError;
use serde::Serialize;

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Mistake {
    /// In words.
    pub message: String,
    /// Counted from 1, in the puzzle's text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// Counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// The expected text. It suffices for callers to which the place has no meaning.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// `defect` if the solver failed, or the limit that came before any result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<&'static str>,
    /// Where the fault lies.
    #[serde(skip)]
    pub kind: Fault,
}

/// Where the fault lies if there is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Fault {
    /// In the request: the question does not fit the puzzle, or an option is wrong.
    #[default]
    Request,
    /// In the puzzle, or in another text that was given.
    Input,
    /// In the network that was chosen: the puzzle is too large for it.
    Unfit,
    /// A limit came before anything was known, or the solver failed.
    Limit,
}

impl Mistake {
    /// A mistake in a text that was given.
    pub fn input(message: String) -> Mistake {
        Mistake { kind: Fault::Input, ..Mistake::from(message) }
    }

    /// The mistake for a limit that ended the work before anything was known.
    pub(super) fn out_of(stop: Stop) -> Mistake {
        let message = format!("a limit ({}) came before anything was known", stop.keyword());
        Mistake { stopped: Some(stop.keyword()), kind: Fault::Limit, ..Mistake::from(message) }
    }
}

impl From<String> for Mistake {
    fn from(message: String) -> Mistake {
        Mistake { message, ..Mistake::default() }
    }
}

impl From<&ParseError> for Mistake {
    fn from(error: &ParseError) -> Mistake {
        let (line, column) = (Some(error.line), Some(error.column));
        let expected = Some(error.expected.clone());
        Mistake { line, column, expected, ..Mistake::input(error.message()) }
    }
}

impl From<Failure> for Mistake {
    fn from(failure: Failure) -> Mistake {
        let (kind, stopped) = match failure {
            Failure::Refused(_) => (Fault::Request, None),
            Failure::Unfit(_) => (Fault::Unfit, None),
            Failure::Undecided(stop, _) => (Fault::Limit, Some(stop.keyword())),
        };
        Mistake { kind, stopped, ..Mistake::from(failure.words().to_string()) }
    }
}
