//! The question, as seen by plans.

use crate::strategy::options::Method;

use crate::strategy::options::Options;

use crate::strategy::options::SearchMode;

use super::tuning;
use crate::strategy::options::Task;

/// The properties of the question that decide which methods apply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QuestionSpec {
    /// The question.
    pub task: Task,
    /// The best solution is wanted.
    pub best: bool,
    /// How to search.
    pub search: SearchMode,
    /// How to count.
    pub method: Method,
    /// The user named a network, so it must be searched.
    pub network: bool,
    /// Decisions are limited: then the run is on one thread, and takes the same decisions on every machine.
    pub limited: bool,
    /// An observer watches propagation, so the run must be one search on one thread.
    pub observed: bool,
    /// Only search may answer.
    pub search_only: bool,
    /// An estimate is enough if the exact number is not known soon.
    pub estimate: bool,
    /// Threads for one puzzle.
    pub threads: usize,
    /// Results must not depend on timing.
    pub deterministic: bool,
    /// Decisions of a learner before others join it.
    pub team_after: u64,
    /// The question is where solutions differ.
    pub locate: bool,
}

impl QuestionSpec {
    /// The question that these options pose.
    pub fn new(task: Task, options: &Options) -> QuestionSpec {
        QuestionSpec {
            task,
            best: options.goal.is_some(),
            search: options.search,
            method: options.method,
            network: options.network.is_some(),
            limited: options.budget.nodes.is_some(),
            observed: false,
            search_only: false,
            estimate: false,
            threads: options.threads,
            deterministic: options.deterministic,
            // A team needs a leader that has started its search.
            team_after: options.team_after.max(1),
            locate: options.locate,
        }
    }

    /// Whether the question is where solutions differ.
    pub(crate) fn locates(&self) -> bool {
        self.locate && self.task == Task::Check && !self.best
    }

    /// Whether every solution must be met or counted.
    pub(crate) fn wants_all(&self) -> bool {
        !self.best && matches!(self.task, Task::Count | Task::Solve { limit: usize::MAX })
    }

    /// Whether only the number of solutions is wanted.
    pub fn counts(&self) -> bool {
        !self.best && self.task == Task::Count
    }

    /// How many solutions are enough; `None` where they are counted, or the best one is wanted.
    fn enough(&self) -> Option<usize> {
        match self.task {
            Task::Solve { limit } if !self.best => Some(limit),
            Task::Check if !self.best => Some(2),
            _ => None,
        }
    }

    /// Whether one solution is enough, or two.
    pub(crate) fn one_or_two(&self) -> bool {
        self.enough().is_some_and(|enough| enough <= 2)
    }

    /// Whether the number of solutions wanted is small enough to construct or guess them one by one: each takes about
    /// as long as the first.
    pub fn few(&self) -> bool {
        const MOST: usize = 100;
        self.enough().is_some_and(|enough| enough <= MOST)
    }

    /// Whether the user left the choice of the search open.
    pub fn is_open(&self) -> bool {
        self.search == SearchMode::Auto && !self.network
    }

    /// Whether search stays on one thread.
    pub(crate) fn is_single_threaded(&self) -> bool {
        self.limited || self.observed
    }

    /// Decisions of a learner after which others join it.
    pub(crate) fn portfolio_threshold(&self) -> u64 {
        if self.one_or_two() { self.team_after.min(tuning::TEAM_FOR_FEW) } else { self.team_after }
    }

    /// Whether several learners may work on one puzzle.
    pub(crate) fn may_use_portfolio(&self) -> bool {
        self.threads >= 2 && !self.deterministic && !self.is_single_threaded()
    }
}
