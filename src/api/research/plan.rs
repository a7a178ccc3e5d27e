//! The plan of a question as a document: methods in their order, with budgets and reasons.

use clew_puzzle::puzzle::Puzzle;
use clew_report::document::{self, Head};
use clew_solve::strategy::plan::Plan;
use clew_solve::strategy::{Described, Options};
use serde::Serialize;
use serde_json::Value;
use std::time::Duration;

/// The version of the JSON form.
pub const SCHEMA: &str = "clew.plan/1";

/// The stages that would answer: the document `clew.plan/1`.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Document<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    /// The word for the question.
    task: &'a str,
    /// Threads; 0 for as many as the machine runs at once.
    threads: usize,
    /// Seconds; null without a limit.
    #[cfg_attr(feature = "schema", schemars(range(min = 0)))]
    time_limit: Option<f64>,
    /// Decisions of searches; null without a limit.
    node_limit: Option<u64>,
    /// Bytes.
    memory: usize,
    /// The stages, in their order.
    stages: Vec<Described>,
}

/// The document of a plan that [`strategy::plan_for`](clew_solve::strategy::plan_for) made: `id` is the puzzle's identifier,
/// `task` the word for the question, `time` the time limit.
pub fn json(
    puzzle: &Puzzle,
    id: &str,
    task: &str,
    plan: &Plan,
    options: &Options,
    time: Option<Duration>,
) -> Value {
    document::value(&Document {
        head: Head { schema: SCHEMA, id, puzzle: puzzle.family().keyword() },
        task,
        threads: options.threads,
        time_limit: time.map(|time| time.as_secs_f64()),
        node_limit: options.budget.nodes,
        memory: options.budget.memory,
        stages: plan.described(),
    })
}
