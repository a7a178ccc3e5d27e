//! Where the processor time of a question goes: measured, as text, JSON, CSV, folded stacks and a page; and the search
//! tree as a log.

mod account;
mod detail;
mod document;
mod layers;
mod measure;
mod object;
mod page;
pub(in crate::api) mod per_network;
mod sheet;
mod subtrees;
mod tables;
mod tree_log;

pub use account::{Account, Line, Subject, Times, median};
#[cfg(feature = "schema")]
pub(in crate::api) use document::Document;
pub use document::json;
pub use layers::{Layer, Layers};
pub use measure::{MeasureOptions, Measured, Named, NamedPart, measure};
pub use object::{About, SCHEMA, csv, folded};
pub use sheet::{side_by_side, text};
pub use tree_log::{CpProfiler, SearchLog};

use clew_engine::kernel::Watched;
use clew_engine::search::log::Tree;
use clew_puzzle::puzzle::wording::how_many;
use clew_solve::strategy::{Outcome, RunError, Task, Verdict};
use detail::Detail;
use subtrees::Subtrees;

/// The profile as a page of HTML that needs no network. Takes another run, which sees the same decisions. `title` is
/// the puzzle's name, `command` the command that made the page.
///
/// # Errors
/// Those of the solver.
pub fn page(
    about: &About<'_>,
    measured: &Measured,
    title: &str,
    command: &str,
) -> Result<String, RunError> {
    let wanted = about.wanted;
    let mut detail = Detail::new(wanted.puzzle);
    let mut tree = Tree::new(Subtrees::new(wanted.puzzle));
    // Limit the nodes instead, to repeat the same decisions: a run with a time limit may end elsewhere.
    let mut options = wanted.options();
    if measured.outcome.stopped.is_some() {
        options.budget.nodes = Some(measured.stats().nodes.max(1));
    }
    let mut seen = (&mut detail, &mut tree);
    wanted.observed(&options, &mut Watched::new(&mut seen))?;
    tree.close();
    tree.grow.add_up();
    Ok(page::page(&page::Content {
        title,
        verdict: &answer(wanted.task, measured),
        command,
        cores: about.cores,
        puzzle: wanted.puzzle,
        measured,
        detail: &detail,
        trees: &tree.grow,
        json: &json(about, measured),
    }))
}

/// The word of the command line for a task.
pub fn keyword(task: Task) -> &'static str {
    match task {
        Task::Solve { .. } => "solve",
        Task::Check => "check",
        Task::Count => "count",
    }
}

/// Whether a limit came before the question was answered.
pub fn cut_short(task: Task, outcome: &Outcome) -> bool {
    match task {
        Task::Solve { .. } => !outcome.exact && outcome.answers.is_empty(),
        Task::Check => outcome.verdict() == Verdict::Unknown,
        Task::Count => !outcome.exact,
    }
}

/// The outcome in words.
fn answer(task: Task, m: &Measured) -> String {
    let outcome = &m.outcome;
    let stopped = outcome.stopped.map_or(String::new(), |s| format!(" (stopped: {})", s.keyword()));
    match task {
        Task::Check => format!("{}{stopped}", outcome.verdict().keyword()),
        _ => {
            let least = if outcome.exact { "" } else { "at least " };
            format!("{least}{}{stopped}", how_many(&outcome.count, "solution"))
        }
    }
}
