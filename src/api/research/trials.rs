//! Questions under several settings, and the costs of each run.

use super::profile::cut_short;
use crate::api::guarded::catch_panic;
use clew_engine::search::VarOrder;
use clew_puzzle::puzzle::Puzzle;
use clew_solve::strategy::{self, How, Options, SearchMode, Task, Verdict};

/// A setting.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Setting {
    /// Its name.
    pub name: String,
    /// The network, if not the usual one.
    pub network: Option<String>,
    /// How to search.
    pub search: SearchMode,
    /// Which variable plain search takes next.
    pub order: VarOrder,
    /// Redundant parts of the network that are left out.
    pub without: Vec<String>,
    /// The puzzle without some constraints, instead of the puzzle itself.
    pub relaxed: Option<Result<Puzzle, String>>,
}

/// The result of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct Trial {
    /// Whether no limit ended it.
    pub decided: bool,
    /// The verdict.
    pub verdict: Verdict,
    /// How many solutions were found.
    pub count: String,
    /// Decisions.
    pub nodes: u64,
    /// Dead ends.
    pub failures: u64,
    /// Runs of propagators.
    pub propagations: u64,
    /// Processor time in seconds.
    pub seconds: f64,
    /// The search that ran.
    pub way: How,
    /// Variables, Booleans, propagators, clauses of the network.
    pub sizes: [u64; 4],
}

/// The common parameters of all runs.
pub struct Common<'a> {
    /// The question.
    pub task: Task,
    /// The limits of one run, made anew for each run, so that its clock starts then.
    pub options: &'a dyn Fn() -> Options,
    /// Whether the study is interrupted.
    pub quit: &'a dyn Fn() -> bool,
}

impl std::fmt::Debug for Common<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Common").field("task", &self.task).finish_non_exhaustive()
    }
}

impl Common<'_> {
    /// Runs the question once.
    ///
    /// # Errors
    /// In words, why the setting does not apply to the puzzle.
    pub fn run(&self, puzzle: &Puzzle, setting: &Setting, seed: u64) -> Result<Trial, String> {
        let puzzle = match &setting.relaxed {
            Some(relaxed) => relaxed.as_ref().map_err(String::clone)?,
            None => puzzle,
        };
        let mut options = (self.options)();
        options.threads = 1;
        options.deterministic = true;
        options.network.clone_from(&setting.network);
        options.search = setting.search;
        options.order = setting.order;
        options.without.clone_from(&setting.without);
        options.seed = seed;
        let ran = catch_panic(|| match setting.order {
            // One observed run, so that no lookahead is counted twice.
            VarOrder::Input => strategy::run_observed(puzzle, self.task, &options, &mut ()),
            _ => strategy::run(puzzle, self.task, &options),
        });
        let ran = ran.map_err(|defect| defect.to_string())?;
        let outcome = ran.map_err(|error| error.to_string())?;
        Ok(Trial {
            decided: !cut_short(self.task, &outcome),
            verdict: outcome.verdict(),
            count: outcome.count.to_string(),
            nodes: outcome.stats.nodes,
            failures: outcome.stats.failures,
            propagations: outcome.stats.propagations,
            seconds: outcome.cpu.as_secs_f64(),
            way: outcome.how,
            sizes: outcome.sizes,
        })
    }
}
