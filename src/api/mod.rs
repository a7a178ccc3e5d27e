//! All questions that clew answers, as functions on data. The command line, a page, a server and other languages call
//! them. Nothing here reads files, prints, or depends on the spelling of an option.
//!
//! A question is put to an [`Entry`](clew_puzzle::puzzle::Entry), a puzzle with the statements of its file, under
//! [`Options`], which hold the limits. The result is data with its JSON document (`docs/json.md`) and its text.
//!
//! | question | function | document |
//! |---|---|---|
//! | any question, with its options and limits as data | [`ask`] | |
//! | solutions, uniqueness, counts, where solutions differ | [`outcome_of`], [`check`], [`solve`], [`count`], [`locate`] | `clew-result/1` |
//! | the steps of a person | [`explain`](explain::explain) | `clew-steps/1` |
//! | the next step, or the mistakes so far | [`hint`](hint::hint) | `clew-hint/1` |
//! | how hard it is | [`rate::Record`] | `clew-rating/1` |
//! | which clues would mend it | [`repair`](repair::repair) | `clew-repair/1` |
//! | the plan, the networks, a profile, a trace | [`plan`], [`networks`], [`profile`], [`trace`] | |
//! | the puzzle of a drawn solution | [`drawn`](from_solution::drawn) | `clew-puzzle/1` |
//! | two profiles, settings that differ in one thing | [`compare`], [`ablate`] | `clew-comparison/1`, `clew-ablation/1` |
//! | puzzles that are the same | [`Dedup`](dedup::Dedup) | `clew-same/1` |
//! | a certificate, whether documents are one, models for other solvers | [`certificate`], [`modelled`], [`certified`], [`models`] | |
//! | which rules entries break already, whether a solution obeys them | [`so_far`] | `clew-breaks/1` |
//! | why a cell cannot hold a number | [`why_not`](why_not::why_not) | `clew-why-not/1` |
//! | whether answers are right, and how many of their cells | [`judge::Judge`] | `clew-judgement/1` |
//! | other rules than those of the file | [`Rules::apply`] | |
//! | another format | [`Page`] | |
//! | any of these, as JSON | [`door::answer`] | `clew-reply/1` |
//!
//! ```
//! use clew::api;
//! use clew::families::parse_native;
//! use clew::strategy::Options;
//!
//! let entry = parse_native("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n").unwrap();
//! let reply = api::check(&entry, &Options::default()).unwrap();
//! assert_eq!(reply.text(), "unique\n");
//! assert!(reply.to_json().contains(r#""verdict":"unique""#));
//! ```

pub mod convert;
pub mod door;
pub mod guarded;
mod making;
mod outcome;
mod people;
mod proofs;
mod question;
pub mod request;
mod research;
pub mod rule_hints;
mod rules;
#[cfg(feature = "schema")]
pub mod schemas;
pub mod sheet;
pub mod text;
pub mod title;
pub mod verify_stored;

pub use clew_solve::strategy::Options;
pub use convert::{Page, Target};
pub use guarded::{Failure, run_guarded};
pub use making::{dedup, from_solution, generate};
pub use outcome::{
    Answered, OutcomeReply, check, count, false_statements, locate, outcome_of, run, solve,
};
pub use people::{explain, filled_in, hint, judge, puzzle_notes, rate, repair, so_far, why_not};
pub use proofs::{certificate, certified, modelled, models};
pub use question::{AnswerStatus, Question};
pub use request::{Ask, Case, Form, Host, Mistake, Reply, Request, ask};
pub use research::{ablate, compare, networks, plan, profile, trace, trials};
pub use rules::{Rules, rules_note, rules_words, with_name};

use clew_engine::run::Budget;
use std::time::Duration;

/// Options for a brief look at a puzzle whose result is optional: two seconds within these limits, at most `memory`
/// bytes, on one thread.
pub fn quick_options(limits: &Budget, memory: usize) -> Options {
    /// Long enough for puzzles that people solve.
    const QUICK_LIMIT: Duration = Duration::from_secs(2);
    let budget = limits.at_most_memory(memory).within(QUICK_LIMIT);
    Options { budget, threads: 1, ..Options::default() }
}

/// The limits of a page about an answer that was found within these: what is left of them, or a tenth of a second.
pub(crate) fn page_budget(limits: &Budget) -> Budget {
    const LEAST: Duration = Duration::from_millis(100);
    match limits.left() {
        Some(left) if left < LEAST => Budget { deadline: None, ..limits.clone() }.within(LEAST),
        _ => limits.clone(),
    }
}

/// The limits of one question: the given time from now, and the given number of bytes.
pub fn limits(time: Duration, memory: usize) -> Budget {
    Budget::of_memory(memory).within(time)
}

/// The limits of one run of several within these.
pub(crate) fn run_limits(limits: &Budget, each: Option<Duration>) -> Budget {
    each.map_or_else(|| limits.clone(), |time| limits.clone().within(time))
}
