//! Questions about puzzles. Joins networks, search and counting; no files, no output.
//!
//! For the choice of methods and its reasons, see [`plan`]. The driver walks the plan, the case holds the known facts,
//! and each method is a file in `methods`.

mod asked;
mod candidates;
mod case;
mod cost;
mod cover;
pub mod cubes;
mod describe;
mod determined;
pub mod dp;
mod driver;
mod each;
mod enumerate;
mod error;
mod estimate;
mod facts;
mod found;
mod guess;
mod hasty;
mod jobs;
mod kept;
mod layer_sampling;
mod learning;
mod log_normal;
mod method;
mod method_id;
mod methods;
mod networks;
mod offers;
mod options;
mod outcome;
mod places;
pub mod plan;
mod pool;
mod progress;
pub mod prove;
mod questions;
pub mod repair;
mod sample;
mod settle;
mod shares;
mod stages;
mod tally;
mod told;
pub mod tuning;
mod wandering;
mod whereabouts;

pub use candidates::candidates;
pub use describe::Described;
pub use determined::determined;
pub use driver::{count_or_estimate, plan_for, run, run_observed, run_watched};
pub use each::solve_each;
pub use error::RunError;
pub use estimate::probe;
pub use facts::When;
pub use method_id::{Kind, MethodId, Order};
pub use options::{Improved, Method, Options, SearchMode, Task, Watch};
pub use outcome::{Best, Candidates, Estimate, How, Outcome, Verdict, Way};
pub use sample::{sample, sample_each};
pub use shares::brief_budget;
pub use stages::{MemberCost, Moves, StageCost};
pub use whereabouts::{CellCandidates, Differences, EdgeUse, used as used_edges};
