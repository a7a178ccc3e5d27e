//! Questions about the solutions of a puzzle.

use super::models::goal;
use super::{About, Answers, Case, Form, Hear, Mistake, Reply, no_options};
use crate::api::{Answered, OutcomeReply, Question, run, run_guarded};
use clew_engine::kernel::{Lit, Observer, Watched};
use clew_engine::run::clock::Instant;
use clew_engine::run::{GoalProgress, Step};
use clew_puzzle::puzzle::Entry;
use clew_solve::strategy::{self, Options, Watch};
use serde::Deserialize;

/// Decisions between two messages of progress.
const EVERY: u64 = 4_096;

no_options! {
    /// Whether there is exactly one solution.
    CheckOptions;
    /// The same, and the common part of all solutions.
    WhereOptions;
    /// How often each cell has each content.
    CandidatesOptions;
}

/// The number of solutions.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct CountOptions {
    /// An estimate will do if the exact number takes long.
    pub estimate: bool,
}

/// A solution, several, or the best.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct SolveOptions {
    /// Up to this many.
    pub number: usize,
    /// The one with the least of this: turns or length.
    pub minimize: Option<String>,
    /// The one with the most of this: cells.
    pub maximize: Option<String>,
}

impl Default for SolveOptions {
    fn default() -> SolveOptions {
        SolveOptions { number: 1, minimize: None, maximize: None }
    }
}

impl Answers for CheckOptions {
    const ABOUT: About = About::Puzzle;

    fn answer(&self, case: &Case<'_>) -> Result<Reply, Mistake> {
        solutions(case, Question::Check)
    }
}

impl Answers for WhereOptions {
    const ABOUT: About = About::Puzzle;

    fn answer(&self, case: &Case<'_>) -> Result<Reply, Mistake> {
        solutions(case, Question::Locate)
    }
}

impl Answers for CountOptions {
    const ABOUT: About = About::Puzzle;

    fn answer(&self, case: &Case<'_>) -> Result<Reply, Mistake> {
        solutions(case, if self.estimate { Question::Estimate } else { Question::Count })
    }
}

impl Answers for CandidatesOptions {
    const ABOUT: About = About::Puzzle;

    fn answer(&self, case: &Case<'_>) -> Result<Reply, Mistake> {
        solutions(case, Question::Candidates)
    }
}

impl Answers for SolveOptions {
    const ABOUT: About = About::Puzzle;

    fn answer(&self, case: &Case<'_>) -> Result<Reply, Mistake> {
        let family = case.entry()?.puzzle.family();
        let goal = goal(family, self.minimize.as_deref(), self.maximize.as_deref())?;
        solutions(case, goal.map_or(Question::Solve(self.number.max(1)), Question::Optimise))
    }
}

/// The answer to a question about solutions, with progress.
fn solutions(case: &Case<'_>, question: Question) -> Result<Reply, Mistake> {
    let entry = case.entry()?;
    let question = question.on(&entry.puzzle);
    let hear = case.hear.clone();
    let told = Watch::new(move |step: Step| {
        hear(&format!(
            "{{\"done\":{},\"of\":{},\"states\":{},\"bytes\":{}}}",
            step.done, step.total, step.states, step.bytes
        ));
    });
    let watch = Some(case.options.watch.clone().unwrap_or(told));
    let hear = case.hear.clone();
    let nearer = Watch::new(move |goal| hear(&goal_event(goal)));
    let goal_watch = Some(case.options.goal_watch.clone().unwrap_or(nearer));
    let options = question.options(Options { watch, goal_watch, ..case.options.clone() });
    let start = Instant::now();
    let outcome = run_guarded(&options, || observed(entry, question, &options, &case.hear))?;
    let time_ms = start.elapsed().as_secs_f64() * 1e3;
    let name = case.name;
    let reply = OutcomeReply { time_ms, name, ..OutcomeReply::new(entry, question, outcome) };
    let (standing, notes) = (Some(reply.standing()), reply.misstated.clone());
    let words = (case.form != Form::Document).then(|| case.long_words(&reply)).transpose()?;
    let document = case.long_document(&reply)?;
    let answered = Some(Answered { question, outcome: reply.outcome, time_ms });
    Ok(Reply { standing, words, document, notes, answered, ..Reply::default() })
}

/// The message about a goal: its best value so far, the bound that no solution passes, and the distance between the two.
fn goal_event(goal: GoalProgress) -> String {
    let members = [("best", goal.best.map(i128::from)), ("bound", goal.bound.map(i128::from))];
    let members = members.into_iter().chain([("gap", goal.gap().map(i128::from))]);
    let known = members.filter_map(|(name, value)| Some(format!("\"{name}\":{}", value?)));
    format!("{{{}}}", known.collect::<Vec<_>>().join(","))
}

/// A search is observed; a count only if that does not restrict it to one thread.
fn observed(
    entry: &Entry,
    question: Question,
    options: &Options,
    hear: &Hear,
) -> Result<strategy::Outcome, strategy::RunError> {
    let room = usize::MAX - 1;
    let alone = options.threads == 1 && question == Question::Count;
    let mut seen = ProgressObserver { hear: hear.clone(), decisions: 0 };
    let mut seen = Watched::new(&mut seen);
    match question {
        Question::Check | Question::Locate => watched(entry, question, options, &mut seen),
        _ if alone => watched(entry, question, options, &mut seen),
        // An estimate, candidates and the best solution have ways of their own.
        _ => run(&entry.puzzle, question, room, options, Some(&mut seen)),
    }
}

fn watched(
    entry: &Entry,
    question: Question,
    options: &Options,
    seen: &mut Watched<'_>,
) -> Result<strategy::Outcome, strategy::RunError> {
    let task = question.task(usize::MAX - 1);
    strategy::run_watched(&entry.puzzle, task, options, seen).map(|(outcome, _)| outcome)
}

/// Counts decisions, and sends every 4096th.
struct ProgressObserver {
    hear: Hear,
    decisions: u64,
}

impl Observer for ProgressObserver {
    fn branched(&mut self, _depth: u32, _on: Lit) {
        self.decisions += 1;
        if self.decisions.is_multiple_of(EVERY) {
            (self.hear)(&format!("{{\"decisions\":{}}}", self.decisions));
        }
    }
}
