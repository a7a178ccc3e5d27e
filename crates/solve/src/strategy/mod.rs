//! Questions about puzzles. Joins networks, search and counting; no files, no output.
//!
//! For the choice of methods and its reasons, see [`plan`]. The driver walks the plan, the case holds the known facts,
//! and each method is a file in `methods`.

mod answers;
mod case;
mod cost;
mod count;
mod driver;
mod error;
mod facts;
mod goal_meter;
mod learning;
mod local_searchers;
mod method;
mod methods;
mod networks;
mod options;
mod outcome;
pub mod plan;
mod progress;
pub mod prove;
pub mod repair;
mod whereabouts;

pub use answers::for_each_solution::solve_each;
pub use answers::sample::{sample, sample_each};
pub use count::estimate::probe;
pub use count::{cubes, dp};
pub use driver::{count_or_estimate, plan_for, run, run_observed, run_watched};
pub use error::RunError;
pub use facts::When;
pub use goal_meter::GoalMeter;
pub use options::{Improved, Method, Options, SearchMode, Task, Watch};
pub use outcome::{Best, Candidates, Estimate, How, Outcome, Verdict, Way};
pub use plan::describe::Described;
pub use plan::method_id::MethodId;
pub use plan::method_id::{Kind, Order};
pub use plan::shares::brief_budget;
pub use plan::stages::MemberCost;
pub use plan::stages::{Moves, StageCost};
pub use plan::tuning;
pub use whereabouts::candidates::candidates;
pub use whereabouts::determined::determined;
pub use whereabouts::{CellCandidates, Differences, EdgeUse, used as used_edges};
