//! The plan of a question as a document: methods in their order, with budgets and reasons.

use clew_puzzle::puzzle::Puzzle;
use clew_solve::strategy::Options;
use clew_solve::strategy::plan::Plan;
use serde_json::{Value, json};
use std::time::Duration;

/// The version of the JSON form.
pub const SCHEMA: &str = "clew.plan/1";

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
    json!({
        "schema": SCHEMA,
        "id": id,
        "puzzle": puzzle.family().keyword(),
        "task": task,
        "threads": options.threads,
        "timeLimit": time.map(|time| time.as_secs_f64()),
        "nodeLimit": options.budget.nodes,
        "memory": options.budget.memory,
        "stages": plan.described(),
    })
}
