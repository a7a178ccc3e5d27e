//! Questions about the work of the solver.

use super::{About, Answers, Case, Failure, MOST_SECONDS, Mistake, Reply};
use crate::api::AnswerStatus;
use crate::api::research::networks::{Network, list, list_json};
use crate::api::research::{plan, profile};
use crate::api::run_guarded;
use clew_engine::structures::Digest;
use clew_puzzle::keywords;
use clew_puzzle::puzzle::format::write_native;
use clew_puzzle::puzzle::{Entry, Goal};
use clew_solve::strategy::{self, Options, Task};
use serde::Deserialize;
use std::sync::Arc;
use std::time::Duration;

/// The question whose work is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TaskName {
    /// A solution.
    Solve,
    /// Whether there is exactly one.
    #[default]
    Check,
    /// How many there are.
    Count,
}

impl TaskName {
    /// Its word.
    pub fn keyword(self) -> &'static str {
        profile::keyword(self.task())
    }

    /// The question as the solver knows it.
    pub fn task(self) -> Task {
        match self {
            TaskName::Solve => Task::Solve { limit: 1 },
            TaskName::Check => Task::Check,
            TaskName::Count => Task::Count,
        }
    }
}

keywords!(TaskName, "task", TaskName::keyword, [Solve, Check, Count]);

/// The methods of a question, in their order.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct PlanOptions {
    /// The question
    #[cfg_attr(feature = "cli", arg(long, value_name = "TASK", default_value = "check",
        value_parser = super::word::<TaskName>()))]
    pub task: TaskName,
    /// The goal, if the question is for the best solution.
    #[cfg_attr(feature = "cli", arg(skip))]
    #[serde(skip)]
    pub goal: Option<Goal>,
    /// With --task count: an estimate will do, as `clew count --estimate`
    #[cfg_attr(feature = "cli", arg(long))]
    pub estimate: bool,
    /// With --task check: also where solutions differ, as `clew check --where`
    #[cfg_attr(feature = "cli", arg(long = "where", conflicts_with_all = ["minimize", "maximize"]))]
    #[serde(rename = "where")]
    pub locate: bool,
}

impl Answers for PlanOptions {
    const ABOUT: About = About::Puzzle;

    fn answer(&self, case: &Case<'_>) -> Result<Reply, Mistake> {
        if self.estimate && self.task != TaskName::Count {
            return Err(Mistake::from("--estimate goes with --task count".to_string()));
        }
        if self.locate && self.task != TaskName::Check {
            return Err(Mistake::from("--where goes with --task check".to_string()));
        }
        let entry = case.entry()?;
        let (task, word) = match self.goal {
            Some(_) => (Task::Solve { limit: 1 }, "optimise"),
            None => (self.task.task(), self.task.keyword()),
        };
        let options = Options { goal: self.goal, locate: self.locate, ..case.options.clone() };
        let plan = strategy::plan_for(&entry.puzzle, task, &options, self.estimate);
        let plan = plan.map_err(|error| Failure::from_run(error, options.network.is_some()))?;
        let id = entry.id.as_deref().unwrap_or(case.name);
        let document =
            || plan::json(&entry.puzzle, id, word, &plan, &options, case.time).to_string();
        Ok(Reply {
            words: case.words(|| plan.to_string()),
            document: case.document(document),
            ..Reply::default()
        })
    }
}

/// The formulations: of all families, or with a puzzle the network of each for it.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NetworksOptions {}

impl Answers for NetworksOptions {
    const ABOUT: About = About::Text;

    /// The document is a list; the words have one section for each network.
    fn answer(&self, case: &Case<'_>) -> Result<Reply, Mistake> {
        let entry = match (case.entry, case.text) {
            (Some(entry), _) => entry,
            (None, Some(_)) => {
                let entry = super::only(case.text, &case.reading)?;
                let case = Case { entry: Some(&entry), text: None, ..case.clone() };
                return self.answer(&case);
            }
            (None, None) => {
                let lines = list_json();
                let listed = || format!("[{}]", lines.trim_end().replace('\n', ","));
                let (words, document) = (case.words(list), case.document(listed));
                return Ok(Reply { words, document, ..Reply::default() });
            }
        };
        let id = entry.id.as_deref().unwrap_or(case.name);
        let default = entry.puzzle.network(None).map_or("", |info| info.name);
        let (mut words, mut documents) = (Vec::new(), Vec::new());
        for info in entry.puzzle.family().networks() {
            let built = Network::build(entry, info, case.budget());
            // The figures of an interrupted build are meaningless.
            if case.budget().urgent().is_some() {
                break;
            }
            let is_default = info.name == default;
            words.extend(case.words(|| built.text(is_default)));
            documents.push(built.json(entry, id, is_default));
        }
        Ok(Reply {
            words: case.words(|| words.join("\n")),
            document: case.document(|| serde_json::Value::from(documents).to_string()),
            interrupted: case.budget().urgent().is_some(),
            ..Reply::default()
        })
    }
}

/// The time limit of one run of several, from its seconds.
///
/// # Errors
/// They are no time.
pub(super) fn each_run(seconds: Option<f64>) -> Result<Option<Duration>, Mistake> {
    let time = seconds.map(|seconds| Duration::try_from_secs_f64(seconds.min(MOST_SECONDS)));
    time.transpose().map_err(|why| Mistake::from(format!("seconds: {why}")))
}

/// The work of each propagator.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct ProfileOptions {
    /// The question.
    pub task: TaskName,
    /// How often it is run; null for as often as three seconds allow.
    pub runs: Option<u32>,
    /// Seconds of each run, within the time limit of the question.
    pub seconds: Option<f64>,
    /// A row for each propagator, instead of one for each kind.
    pub instances: bool,
    /// By search alone, without the other stages of the plan.
    pub search_only: bool,
    /// Also a page of HTML, which takes another run.
    pub page: bool,
}

impl Default for ProfileOptions {
    fn default() -> ProfileOptions {
        let (task, runs, seconds) = (TaskName::default(), Some(1), None);
        let (instances, search_only, page) = (false, false, false);
        ProfileOptions { task, runs, seconds, instances, search_only, page }
    }
}

impl Answers for ProfileOptions {
    const ABOUT: About = About::Puzzle;

    fn answer(&self, case: &Case<'_>) -> Result<Reply, Mistake> {
        let entry = case.entry()?;
        let task = self.task.task();
        let wanted = profile::MeasureOptions {
            puzzle: &entry.puzzle,
            task,
            options: Options { threads: 1, ..case.options.clone() },
            time: each_run(self.seconds)?,
            instances: self.instances,
            search_only: self.search_only,
            runs: self.runs,
            cancel: Arc::default(),
        };
        let found = run_guarded(&case.options, || profile::measure(&wanted))?;
        let text = write_native(&Entry::from(entry.puzzle.clone()));
        let about = profile::About {
            id: entry.id.as_deref().unwrap_or(case.name),
            entry,
            task,
            wanted: &wanted,
            digest: format!("{:032x}", Digest::of_bytes(text.as_bytes())),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
        };
        let heading = if entry.title.is_empty() { "A profile" } else { &entry.title };
        let page = || profile::page(&about, &found, heading, "profile");
        let page = self.page.then(|| run_guarded(&case.options, page)).transpose()?;
        let cut_short = profile::cut_short(task, &found.outcome);
        Ok(Reply {
            standing: Some(if cut_short { AnswerStatus::Undecided } else { AnswerStatus::Yes }),
            words: case.words(|| profile::text(task, &found)),
            document: case.document(|| profile::json(&about, &found).to_string()),
            page,
            ..Reply::default()
        })
    }
}
