//! The door: a request as JSON, a reply as JSON. A page, a server and other languages use it; it has the questions and
//! the documents of the command line. `docs/door.md` describes both.
//!
//! ```
//! use clew::api::door::{Host, answer};
//!
//! let request = r#"{"ask": "check", "puzzle": "puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n"}"#;
//! let reply = answer(request, &Host::default());
//! assert!(reply.contains(r#""words":"unique\n""#), "{reply}");
//! ```

mod asking;
mod drawing;
mod families;
mod making;
mod request;

use super::guarded::{Failure, catch_panic};
use super::{Options, Standing, limits};
use clew_engine::kernel::{Lit, Observer};
use clew_engine::run::{Budget, Stop};
use clew_formats;
use clew_puzzle::puzzle::Entry;
use clew_puzzle::puzzle::format::ParseError;
use request::Request;
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The version of replies.
pub const SCHEMA: &str = "clew-reply/1";

/// Seconds that a question may take if it states no limit.
const SECONDS: f64 = 10.0;
/// Seconds that it may take at most: a week.
const MOST_SECONDS: f64 = 604_800.0;
/// Decisions between two messages.
const EVERY: u64 = 4_096;

/// Receives the progress of a question: a JSON object on one line, such as `{"decisions":4096}` or
/// `{"done":3,"of":20,"states":17,"bytes":4096}`, or `{"rejected":2}` while puzzles are generated.
pub type Hear = Arc<dyn Fn(&str) + Send + Sync>;

/// The host of questions, and its resources.
#[derive(Clone)]
pub struct Host {
    /// Receives the progress.
    pub hear: Hear,
    /// Ends the question when it is raised; the reply holds the results until then.
    pub cancel: Option<Arc<AtomicBool>>,
    /// Threads that a question may use, at least 1; also the default.
    pub threads: usize,
    /// Bytes that a question may use; also the default.
    pub memory: usize,
}

impl Default for Host {
    /// One thread, a gibibyte, and progress that is ignored.
    fn default() -> Host {
        Host { hear: Arc::new(|_| {}), cancel: None, threads: 1, memory: 1 << 30 }
    }
}

/// A reply. Parts that a question does not have are absent.
#[derive(Debug, Default, Serialize)]
struct Reply {
    #[serde(skip_serializing_if = "str::is_empty")]
    schema: &'static str,
    #[serde(skip_serializing_if = "String::is_empty")]
    ask: String,
    /// `yes`, `no` or `open`, as exit statuses of the command line.
    #[serde(skip_serializing_if = "Option::is_none")]
    standing: Option<&'static str>,
    /// The output of the command line.
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<String>,
    /// The document of the command line.
    #[serde(skip_serializing_if = "Option::is_none")]
    document: Option<Box<RawValue>>,
    /// A picture, or a page of HTML.
    #[serde(skip_serializing_if = "Option::is_none")]
    svg: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<String>,
    /// A puzzle in the requested format.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// Remarks on how it was read or written.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Mistake>,
}

/// Why there is no answer.
#[derive(Debug, Default, Serialize)]
struct Mistake {
    message: String,
    /// Counted from 1, in the puzzle's text.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    /// The expected text. It suffices for callers to which the place has no meaning.
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<String>,
    /// `defect` if the solver failed, or the limit that came before any result.
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<&'static str>,
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
        Mistake { message: error.message(), line, column, expected, stopped: None }
    }
}

impl From<Failure> for Mistake {
    fn from(failure: Failure) -> Mistake {
        let stopped = match failure {
            Failure::Undecided(stop, _) => Some(stop.keyword()),
            Failure::Refused(_) | Failure::Unfit(_) => None,
        };
        Mistake { stopped, ..Mistake::from(failure.words().to_string()) }
    }
}

/// The document of a reply.
fn raw(text: String) -> Option<Box<RawValue>> {
    RawValue::from_string(text).ok()
}

fn raw_value(value: &Value) -> Option<Box<RawValue>> {
    raw(value.to_string())
}

/// The word for a standing.
fn standing(standing: Standing) -> Option<&'static str> {
    Some(match standing {
        Standing::Yes => "yes",
        Standing::No => "no",
        Standing::Undecided => "open",
    })
}

/// Answers a request: JSON on one line. Mistakes in the request or its puzzle are in the reply, as `error`. Every
/// question ends with its limits of time and memory.
pub fn answer(request: &str, host: &Host) -> String {
    clew_families::install();
    let mut ask = String::new();
    let reply = match serde_json::from_str::<Request>(request) {
        Ok(request) => {
            ask.clone_from(&request.ask);
            let work = || Asked::new(&request, host).and_then(|asked| asked.answer());
            catch_panic(work).unwrap_or_else(|failure| Err(failure.into()))
        }
        Err(why) => Err(Mistake::from(format!("the request: {why}"))),
    };
    let reply = reply.unwrap_or_else(|error| Reply { error: Some(error), ..Reply::default() });
    let reply = Reply { schema: SCHEMA, ask, ..reply };
    serde_json::to_string(&reply).expect("strings and numbers are always JSON")
}

/// A question under its limits.
struct Asked<'r> {
    request: &'r Request,
    hear: Hear,
    options: Options,
    /// Bytes for additional questions.
    side: usize,
}

impl<'r> Asked<'r> {
    fn new(request: &'r Request, host: &Host) -> Result<Asked<'r>, Mistake> {
        let wanted = &request.limits;
        let seconds = wanted.seconds.unwrap_or(SECONDS);
        if !(0.0..=MOST_SECONDS).contains(&seconds) {
            return Err(Mistake::from(format!("the limits: seconds go from 0 to {MOST_SECONDS}")));
        }
        let memory = wanted.memory.map_or(host.memory, |bytes| {
            usize::try_from(bytes).unwrap_or(usize::MAX).min(host.memory)
        });
        let mut budget = limits(Duration::from_secs_f64(seconds), memory);
        budget.nodes = wanted.nodes;
        budget.cancel.extend(host.cancel.clone());
        let most = host.threads.max(1);
        let threads = wanted.threads.map_or(most, |threads| threads.clamp(1, most));
        let side = budget.side_by_side(8).memory;
        let options = Options { budget, threads, ..Options::default() };
        Ok(Asked { request, hear: host.hear.clone(), options, side })
    }

    fn budget(&self) -> &Budget {
        &self.options.budget
    }

    fn answer(&self) -> Result<Reply, Mistake> {
        match &*self.request.ask {
            "families" => self.families(),
            "generate" => self.generate(),
            "from-solution" => self.from_solution(),
            "read" => self.read(),
            "check" | "where" | "solve" | "count" | "candidates" => self.question(),
            "explain" => self.explain(),
            "hint" => self.hint(),
            "breaks" => self.breaks(),
            "verify" => self.verify(),
            "rate" => self.rate(),
            "repair" => self.repair(),
            "why-not" => self.why_not(),
            "convert" => self.convert(),
            "draw" => self.draw(),
            "plan" => self.plan(),
            "profile" => self.profile(),
            other => {
                let known = QUESTIONS.into_iter();
                Err(Mistake::from(request::unknown("question", other, known)))
            }
        }
    }

    /// The puzzles of the request, or why one of them is none.
    fn entries(&self) -> Result<std::vec::IntoIter<Result<Entry, ParseError>>, Mistake> {
        let text = self.request.puzzle.as_deref();
        let text =
            text.ok_or_else(|| Mistake::from("the request has no \"puzzle\"".to_string()))?;
        let reading = self.request.reading.reading().map_err(Mistake::from)?;
        Ok(clew_formats::read_all(text, &reading).into_iter())
    }

    /// The one puzzle of the request.
    fn entry(&self) -> Result<Entry, Mistake> {
        let mut all = self.entries()?;
        match (all.next(), all.next()) {
            (None, _) => Err(Mistake::from("there is no puzzle in it".to_string())),
            (Some(Err(why)), _) => Err(Mistake::from(&why)),
            (Some(Ok(_)), Some(_)) => Err(Mistake::from(
                "there are several puzzles in it; this question takes one".to_string(),
            )),
            (Some(Ok(entry)), None) => Ok(entry),
        }
    }
}

/// The questions.
pub const QUESTIONS: [&str; 20] = [
    "read",
    "check",
    "where",
    "solve",
    "count",
    "candidates",
    "explain",
    "hint",
    "breaks",
    "verify",
    "rate",
    "repair",
    "why-not",
    "generate",
    "from-solution",
    "convert",
    "draw",
    "plan",
    "profile",
    "families",
];

/// Counts decisions, and sends every 4096th.
struct ProgressObserver {
    hear: Hear,
    decisions: u64,
}

impl Observer for ProgressObserver {
    fn branched(&mut self, _depth: u32, _on: Lit) {
        self.decisions += 1;
        if self.decisions.is_multiple_of(EVERY) {
            (self.hear)(&format!("{{\"decisions\":{}}}", self.decisions));
        }
    }
}

/// The mistake for a limit that ended the work before anything was known.
fn out_of(stop: Stop) -> Mistake {
    let message = format!("a limit ({}) came before anything was known", stop.keyword());
    Mistake { stopped: Some(stop.keyword()), ..Mistake::from(message) }
}
