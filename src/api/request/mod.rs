//! Requests: a question with its options, a puzzle, and limits, as data. [`ask`] is the only way in; the command line,
//! the door, the Python package and the page fill a [`Request`], or a [`Case`] if they have read the puzzle themselves.
//!
//! The options of a question are one struct. Its fields have their help, unit, default and range where they stand: as
//! members of JSON, and with the feature `cli` as options of a command.

mod craft;
mod drawing;
mod families;
mod long_reply;
mod making;
mod mistake;
mod models;
mod person;
mod reading;
mod research;
mod searching;
mod solutions;
mod study;
#[cfg(feature = "cli")]
mod value;

pub use craft::{DedupOptions, JudgeOptions, ReadOptions, StatedAnswers, VerifyOptions};
pub use drawing::{ConvertOptions, DrawOptions};
pub use families::FamiliesOptions;
pub use making::{FromSolutionOptions, GenerateOptions, range};
pub use models::{ExportOptions, ImportOptions};
pub use person::{
    BreaksOptions, ExplainOptions, HintOptions, RateOptions, RepairOptions, WhyNotOptions,
};
pub use reading::ReadingOptions;
pub use research::{NetworksOptions, PlanOptions, ProfileOptions, TaskName};
pub use searching::SearchOptions;
pub use solutions::{CandidatesOptions, CheckOptions, CountOptions, SolveOptions, WhereOptions};
pub use study::{AblateOptions, TraceOptions};

pub use mistake::{Fault, Mistake};
#[cfg(feature = "cli")]
pub use value::word;

use super::guarded::{Failure, catch_panic};
use super::{AnswerStatus, Answered, Options, limits};
use clew_engine::run::Budget;
use clew_formats::Reading;
use clew_puzzle::puzzle::Entry;
use clew_puzzle::puzzle::format::ParseError;
use clew_puzzle::puzzle::wording::join;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Seconds that a question may take if it states no limit.
const SECONDS: f64 = 10.0;
/// Seconds that it may take at most: a week.
const MOST_SECONDS: f64 = 604_800.0;

/// A question about a puzzle, or about none.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "Stated")]
pub struct Request {
    /// The question with its options.
    pub ask: Ask,
    /// The puzzle, in any format that is read; for some questions several.
    pub puzzle: Option<String>,
    /// Statements about the puzzle's text that it does not contain itself.
    pub reading: ReadingOptions,
    /// Limits in place of the usual ones.
    pub limits: Limits,
    /// How to search.
    pub search: SearchOptions,
}

/// A request as it stands in JSON.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct Stated {
    /// The question.
    ask: String,
    /// The puzzle, in any format that is read; for some questions several.
    #[serde(default)]
    puzzle: Option<String>,
    /// Statements about the puzzle's text that it does not contain itself.
    #[serde(default)]
    reading: ReadingOptions,
    /// Limits in place of the usual ones.
    #[serde(default)]
    limits: Limits,
    /// The options of the question.
    #[serde(default)]
    search: SearchOptions,
    #[serde(default)]
    options: Map<String, Value>,
}

impl TryFrom<Stated> for Request {
    type Error = String;

    fn try_from(stated: Stated) -> Result<Request, String> {
        let Stated { ask, puzzle, reading, limits, search, options } = stated;
        Ok(Request { ask: Ask::read(&ask, options)?, puzzle, reading, limits, search })
    }
}

/// Limits of a question. There always are limits of time and memory.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Seconds; 10 if left out, a week at most.
    pub seconds: Option<f64>,
    /// Decisions of a search.
    pub nodes: Option<u64>,
    /// Bytes, at most those that the host allows.
    pub memory: Option<u64>,
    /// Threads, at most those that the host allows.
    pub threads: Option<usize>,
}

/// Receives the progress of a question: a JSON object on one line, such as `{"decisions":4096}` or
/// `{"done":3,"of":20,"states":17,"bytes":4096}`, `{"best":45,"bound":40,"gap":5}` for a goal (those of the three that are
/// known), or `{"rejected":2}` while puzzles are generated.
pub type Hear = Arc<dyn Fn(&str) + Send + Sync>;

/// The host of questions, and its resources.
#[derive(Clone)]
pub struct Host {
    /// Receives the progress.
    pub hear: Hear,
    /// Ends the question when it is raised; the reply holds the results until then.
    pub cancel: Option<Arc<AtomicBool>>,
    /// Ends the question when it is raised, without a reply: the caller has left.
    pub left: Option<Arc<AtomicBool>>,
    /// Threads that a question may use, at least 1; also the default.
    pub threads: usize,
    /// Bytes that a question may use; also the default.
    pub memory: usize,
}

impl Default for Host {
    /// One thread, a gibibyte, and progress that is ignored.
    fn default() -> Host {
        Host { hear: Arc::new(|_| {}), cancel: None, left: None, threads: 1, memory: 1 << 30 }
    }
}

/// The subject of a question, and the conditions under which it is answered.
#[derive(Clone)]
pub struct Case<'a> {
    /// The puzzle, for questions about one.
    pub entry: Option<&'a Entry>,
    /// The text that the puzzle was read from, for questions that read it their own way.
    pub text: Option<&'a str>,
    /// How the text is read.
    pub reading: Reading,
    /// The identifier in documents of a puzzle whose file gives none.
    pub name: &'a str,
    /// How to search, and the limits of time, memory and threads.
    pub options: Options,
    /// The time limit as it was stated.
    pub time: Option<Duration>,
    /// Bytes for additional questions, such as whether a format loses something that matters.
    pub side: usize,
    /// Receives the progress.
    pub hear: Hear,
    /// The forms of the reply that are read.
    pub form: Form,
    /// Bytes of each text of a reply.
    pub longest: usize,
    /// Raised when the caller has left.
    pub left: Option<Arc<AtomicBool>>,
}

/// The forms of a reply that are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// The words for people.
    Words,
    /// The JSON document.
    Document,
    /// Both.
    Both,
}

impl<'a> Case<'a> {
    /// A case about a puzzle that was read, under these options; the progress is ignored.
    pub fn new(entry: &'a Entry, name: &'a str, options: Options) -> Case<'a> {
        Case { entry: Some(entry), name, ..Case::about_none(options) }
    }

    /// A case for questions about no puzzle.
    pub fn about_none(options: Options) -> Case<'a> {
        let side = options.budget.side_by_side(8).memory;
        Case {
            entry: None,
            text: None,
            reading: Reading::default(),
            name: "",
            options,
            time: None,
            side,
            hear: Arc::new(|_| {}),
            form: Form::Both,
            longest: usize::MAX,
            left: None,
        }
    }

    /// The puzzle.
    ///
    /// # Errors
    /// There is none.
    fn entry(&self) -> Result<&'a Entry, Mistake> {
        self.entry.ok_or_else(|| Mistake::from("the request has no \"puzzle\"".to_string()))
    }

    fn budget(&self) -> &Budget {
        &self.options.budget
    }

    /// A part of the reply for people.
    fn words(&self, make: impl FnOnce() -> String) -> Option<String> {
        (self.form != Form::Document).then(make)
    }

    /// The document of the reply.
    fn document(&self, make: impl FnOnce() -> String) -> Option<Box<RawValue>> {
        let text = (self.form != Form::Words).then(make)?;
        RawValue::from_string(text).ok()
    }
}

/// A reply. Parts that a question does not have are absent.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reply {
    /// Whether the answer is yes, no or open: the exit statuses 0, 1 and 4 of the command line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standing: Option<AnswerStatus>,
    /// The output of the command line for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// The JSON document of the command line.
    #[cfg_attr(feature = "schema", schemars(with = "Option<Value>"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub document: Option<Box<RawValue>>,
    /// A picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub svg: Option<String>,
    /// A page of HTML.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<String>,
    /// A puzzle or a model in the requested format.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Remarks on how it was read or written.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Whether the interrupt of the user came before the end.
    #[serde(skip)]
    pub interrupted: bool,
    /// The outcome of a question about solutions, for callers in the same program.
    #[serde(skip)]
    pub answered: Option<Answered>,
}

impl Reply {
    /// The items of a document that is a list, each on a line of its own, or the words.
    pub fn lines(&self) -> String {
        let items =
            |document: &RawValue| serde_json::from_str::<Vec<Box<RawValue>>>(document.get());
        match (&self.document, &self.words) {
            (Some(document), None) => {
                let items = items(document).unwrap_or_default();
                items.iter().map(|item| format!("{}\n", item.get())).collect()
            }
            (_, words) => words.clone().unwrap_or_default(),
        }
    }

    /// The document on a line of its own, or the words; empty if the question has neither.
    pub fn shown(&self) -> String {
        match (&self.document, &self.words) {
            (Some(document), None) => format!("{}\n", document.get()),
            (_, words) => words.clone().unwrap_or_default(),
        }
    }
}

/// The options of one question, and its answer.
trait Answers {
    /// Whether the question is about one puzzle; it is read then.
    const ABOUT: About;

    /// The answer.
    ///
    /// # Errors
    /// Why there is none.
    fn answer(&self, case: &Case<'_>) -> Result<Reply, Mistake>;
}

/// The subject of a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum About {
    /// One puzzle.
    Puzzle,
    /// The text of the request, which the question reads itself.
    Text,
    /// No puzzle.
    Nothing,
}

/// The questions: name, options, and one line about each, which `docs/door.md` repeats.
macro_rules! questions {
    ($($(#[doc = $help:literal])* $name:literal => $variant:ident($options:ty),)*) => {
        /// A question, with its options.
        #[derive(Clone, Debug)]
        pub enum Ask {
            $($(#[doc = $help])* $variant(Box<$options>),)*
        }

        impl Ask {
            /// The names of all questions.
            pub const NAMES: &[&str] = &[$($name),*];

            /// The name of the question.
            pub fn name(&self) -> &'static str {
                match self { $(Ask::$variant(_) => $name,)* }
            }

            /// Its subject.
            pub fn about(&self) -> About {
                match self { $(Ask::$variant(_) => <$options as Answers>::ABOUT,)* }
            }

            /// The question of this name with these options, members of JSON; an option that it does not have is an
            /// error.
            ///
            /// # Errors
            /// In words: the list of questions, or the option that is unknown or wrong.
            pub fn read(name: &str, options: Map<String, Value>) -> Result<Ask, String> {
                let wrong = |why| format!("the options of {name:?}: {why}");
                let options = Value::Object(options);
                match name {
                    $($name => serde_json::from_value(options).map(Box::new).map(Ask::$variant).map_err(wrong),)*
                    other => Err(unknown("question", other, Ask::NAMES.iter().copied())),
                }
            }

            /// The name of each question, one line about it, and the schema of its options.
            #[cfg(feature = "schema")]
            pub(super) fn schemas(
                to: &mut schemars::SchemaGenerator,
            ) -> Vec<(&'static str, &'static str, schemars::Schema)> {
                vec![$(($name, concat!($($help),*), to.subschema_for::<$options>())),*]
            }

            /// The answer about a puzzle that was read.
            ///
            /// # Errors
            /// Why there is none: the question does not fit the puzzle, a limit came before anything was known, or the
            /// solver failed.
            pub fn answer(&self, case: &Case<'_>) -> Result<Reply, Mistake> {
                catch_panic(|| match self { $(Ask::$variant(options) => options.answer(case),)* })?
            }
        }

        $(
            impl From<$options> for Ask {
                fn from(options: $options) -> Ask {
                    Ask::$variant(Box::new(options))
                }
            }
        )*
    };
}

questions! {
    /// A puzzle as a document and in the text format.
    "read" => Read(ReadOptions),
    /// Whether there is exactly one solution.
    "check" => Check(CheckOptions),
    /// The same, and the common part of all solutions.
    "where" => Where(WhereOptions),
    /// A solution, or several.
    "solve" => Solve(SolveOptions),
    /// The exact number of solutions.
    "count" => Count(CountOptions),
    /// How often each cell has each content.
    "candidates" => Candidates(CandidatesOptions),
    /// The steps of a person.
    "explain" => Explain(ExplainOptions),
    /// The next step, or the mistakes so far.
    "hint" => Hint(HintOptions),
    /// Which rules entries break already.
    "breaks" => Breaks(BreaksOptions),
    /// Whether a solution obeys the rules.
    "verify" => Verify(VerifyOptions),
    /// Whether answers to puzzles are right.
    "judge" => Judge(JudgeOptions),
    /// How hard it is.
    "rate" => Rate(RateOptions),
    /// Which clues would mend it.
    "repair" => Repair(RepairOptions),
    /// Why a cell cannot hold a number.
    "why-not" => WhyNot(WhyNotOptions),
    /// A new puzzle.
    "generate" => Generate(GenerateOptions),
    /// The puzzle of a drawn solution.
    "from-solution" => FromSolution(FromSolutionOptions),
    /// Which of several puzzles are the same.
    "dedup" => Dedup(DedupOptions),
    /// The puzzle in another format.
    "convert" => Convert(ConvertOptions),
    /// A picture.
    "draw" => Draw(DrawOptions),
    /// A model for another solver.
    "export" => Export(ExportOptions),
    /// The reply of another solver, verified.
    "import" => Import(ImportOptions),
    /// The methods, in their order, with budgets and reasons.
    "plan" => Plan(PlanOptions),
    /// The formulations, and the network of each.
    "networks" => Networks(NetworksOptions),
    /// The work of each propagator.
    "profile" => Profile(ProfileOptions),
    /// What each part of the network contributes.
    "ablate" => Ablate(AblateOptions),
    /// Inferences, decisions, learnt clauses.
    "trace" => Trace(TraceOptions),
    /// The families and formats.
    "families" => Families(FamiliesOptions),
}

/// Answers a request. Every question ends with its limits of time and memory.
///
/// ```
/// use clew::api::{Host, Request, ask};
///
/// let request = r#"{"ask": "check", "puzzle": "puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n"}"#;
/// let request: Request = serde_json::from_str(request).unwrap();
/// assert_eq!(ask(&request, &Host::default()).unwrap().words.unwrap(), "unique\n");
/// ```
///
/// # Errors
/// The mistake in the puzzle or the options, or why there is no answer.
pub fn ask(request: &Request, host: &Host) -> Result<Reply, Mistake> {
    clew_families::install();
    let options = request.search.applied(request.limits.options(host)?);
    let side = options.budget.side_by_side(8).memory;
    let text = request.puzzle.as_deref();
    let reading = request.reading.reading()?;
    let entry = match request.ask.about() {
        About::Puzzle => Some(only(text, &reading)?),
        About::Text | About::Nothing => None,
    };
    let case = Case {
        entry: entry.as_ref(),
        text,
        reading,
        name: "",
        time: options.budget.left(),
        options,
        side,
        hear: host.hear.clone(),
        form: Form::Both,
        longest: side,
        left: host.left.clone(),
    };
    request.ask.answer(&case)
}

impl Limits {
    /// The options of a search within these limits on that host.
    fn options(&self, host: &Host) -> Result<Options, Mistake> {
        let seconds = self.seconds.unwrap_or(SECONDS);
        if !(0.0..=MOST_SECONDS).contains(&seconds) {
            return Err(Mistake::from(format!("the limits: seconds go from 0 to {MOST_SECONDS}")));
        }
        let memory = self.memory.map_or(host.memory, |bytes| {
            usize::try_from(bytes).unwrap_or(usize::MAX).min(host.memory)
        });
        let mut budget = limits(Duration::from_secs_f64(seconds), memory);
        budget.nodes = self.nodes;
        budget.cancel.extend(host.cancel.iter().chain(&host.left).cloned());
        let most = host.threads.max(1);
        let threads = self.threads.map_or(most, |threads| threads.clamp(1, most));
        Ok(Options { budget, threads, ..Options::default() })
    }
}

/// The puzzles of a text, or why one of them is none.
fn entries(
    text: Option<&str>,
    reading: &Reading,
) -> Result<std::vec::IntoIter<Result<Entry, ParseError>>, Mistake> {
    let text = text.ok_or_else(|| Mistake::from("the request has no \"puzzle\"".to_string()))?;
    Ok(clew_formats::read_all(text, reading).into_iter())
}

/// The one puzzle of a text.
fn only(text: Option<&str>, reading: &Reading) -> Result<Entry, Mistake> {
    let mut all = entries(text, reading)?;
    match (all.next(), all.next()) {
        (None, _) => Err(Mistake::from("there is no puzzle in it".to_string())),
        (Some(Err(why)), _) => Err(Mistake::from(&why)),
        (Some(Ok(_)), Some(_)) => Err(Mistake::from(
            "there are several puzzles in it; this question takes one".to_string(),
        )),
        (Some(Ok(entry)), None) => Ok(entry),
    }
}

/// The message for an unknown name, with the list of names.
fn unknown<'n>(what: &str, name: &str, names: impl Iterator<Item = &'n str>) -> String {
    let mut names: Vec<String> = names.map(str::to_string).collect();
    names.dedup();
    let name: String = name.chars().take(40).collect();
    format!("found the {what} {name:?}, expected one of {}", join(names))
}

/// Options with nothing to choose.
macro_rules! no_options {
    ($($(#[$meta:meta])* $name:ident;)*) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, serde::Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(deny_unknown_fields)]
        pub struct $name {}
    )*};
}
use no_options;
