//! Questions of researchers about many runs, or about each step of one.

use super::research::each_run;
use super::{About, Answers, Case, Failure, Mistake, Reply, TaskName};
use crate::api::AnswerStatus;
use crate::api::research::ablate::{AblationOptions, ablate};
use crate::api::research::trace::{Filter, Form, Tracer};
use crate::api::research::trials::Common;
use crate::api::run_limits;
use clew_engine::kernel::Watched;
use clew_solve::strategy::{self, Options};
use serde::Deserialize;
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The contributions of each redundant part of the network, each other network and each search.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct AblateOptions {
    /// The question.
    pub task: TaskName,
    /// How often each setting runs, each time with another seed; at least once.
    pub seeds: u16,
    /// The only other networks to compare; all if it is empty.
    pub networks: Vec<String>,
    /// Seconds of each run; 10 if neither they nor decisions are limited.
    pub seconds: Option<f64>,
}

impl Default for AblateOptions {
    fn default() -> AblateOptions {
        AblateOptions { task: TaskName::default(), seeds: 3, networks: Vec::new(), seconds: None }
    }
}

impl Answers for AblateOptions {
    const ABOUT: About = About::Puzzle;

    fn answer(&self, case: &Case<'_>) -> Result<Reply, Mistake> {
        let entry = case.entry()?;
        let options = &case.options;
        let usual = options.budget.nodes.is_none().then_some(10.0);
        let each = each_run(self.seconds.or(usual))?;
        let wanted = AblationOptions {
            network: options.network.clone(),
            search: options.search,
            without: options.without.clone(),
            networks: self.networks.clone(),
            seeds: self.seeds.max(1),
            first: options.seed,
        };
        let common = Common {
            task: self.task.task(),
            options: &|| Options { budget: run_limits(case.budget(), each), ..options.clone() },
            quit: &|| case.budget().urgent().is_some(),
        };
        let found = ablate(entry, &wanted, &common)?;
        let stop = || Mistake::out_of(case.budget().why());
        let found = found.ok_or_else(stop)?;
        let id = entry.id.as_deref().unwrap_or(case.name);
        Ok(Reply {
            standing: Some(AnswerStatus::Yes),
            words: case.words(|| found.text(id)),
            document: case.document(|| found.json(id, entry).to_string()),
            ..Reply::default()
        })
    }
}

/// Inferences with rule, premises and conclusion, decisions, and learnt clauses.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct TraceOptions {
    /// The question.
    pub task: TaskName,
    /// The most events.
    pub first: u64,
    /// Only inferences by this kind of propagator.
    pub propagator: Option<String>,
    /// Only inferences whose rule contains these words.
    pub rule: Option<String>,
    /// Only events at this depth.
    pub depth: Option<u32>,
    /// Only inferences with a conclusion about this cell: row and column, counted from 0.
    pub cell: Option<(u32, u32)>,
}

impl Default for TraceOptions {
    fn default() -> TraceOptions {
        let (propagator, rule, depth, cell) = (None, None, None, None);
        TraceOptions { task: TaskName::default(), first: 1000, propagator, rule, depth, cell }
    }
}

impl Answers for TraceOptions {
    const ABOUT: About = About::Puzzle;

    /// The document is a list of events `clew.trace/1`.
    fn answer(&self, case: &Case<'_>) -> Result<Reply, Mistake> {
        let puzzle = &case.entry()?.puzzle;
        let cell = |(row, col)| {
            let none = || format!("cell: the board has no cell ({row}, {col})");
            puzzle.cell_at(row, col).ok_or_else(none)
        };
        let filter = Filter {
            propagator: self.propagator.clone(),
            rule: self.rule.clone(),
            depth: self.depth,
            cell: self.cell.map(cell).transpose()?,
        };
        let enough = Arc::new(AtomicBool::new(false));
        let mut options = case.options.clone();
        options.budget = options.budget.with_cancel(enough.clone());
        let budget = options.budget.clone();
        let form = Form { first: Some(self.first), json: true, boards: false };
        let mut ran: Result<(), Mistake> = Ok(());
        let events = case.written(|out| {
            let mut tracer = Tracer::new(puzzle, form, filter, out, enough, budget);
            let seen = &mut Watched::new(&mut tracer);
            let end = strategy::run_watched(puzzle, self.task.task(), &options, seen);
            let full = tracer.is_full();
            ran = match (end, tracer.others()) {
                (Ok(_), Some(names)) => {
                    Err(Mistake::from(format!("propagator: there are {}", names.join(", "))))
                }
                (Err(why), _) if !full => {
                    Err(Failure::from_run(why, options.network.is_some()).into())
                }
                _ => Ok(()),
            };
            tracer.finish().map_err(io::Error::other)
        })?;
        ran?;
        let listed = || format!("[{}]", events.trim_end().replace('\n', ","));
        Ok(Reply {
            standing: Some(AnswerStatus::Yes),
            document: case.document(listed),
            ..Reply::default()
        })
    }
}
