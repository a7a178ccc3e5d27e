//! clew: solve, count, verify and profile Hidato, continuous-line, Numberlink and Futoshiki puzzles.
//!
//! A module imports only modules above it in this table. [`api`] is the place to begin; [`model`] is for puzzles
//! that clew does not know.
//!
//! | module | contents |
//! |---|---|
//! | [`structures`] | small data structures that know nothing of puzzles |
//! | [`run`] | budgets, why a run ended, figures, progress, threads |
//! | [`kernel`] | bit-set domains, trail, propagation to a fixpoint, explanations, clauses |
//! | [`propagators`] | constraints, a file or folder for each |
//! | [`search`] | deciders, depth-first and learning search, splits, branch and bound |
//! | [`dp`] | exact counts by dynamic programming over packed states |
//! | [`certificate`] | proofs for foreign checkers, and a checker |
//! | [`formulation`] | models for other solvers: written in their languages, read back |
//! | [`puzzle`] | boards, the trait of all puzzles, the grammar of the formats |
//! | [`families`] | the families, a folder for each: rules, verification, networks, counting |
//! | [`interchange`] | formats of other programs: addresses, ids and files |
//! | [`strategy`] | questions about a puzzle: plans, builds, searches or counts, verifies |
//! | [`model`] | the modelling API: puzzles of your own, as variables and constraints |
//! | [`flatzinc`] | models of MiniZinc, read as models of the modelling API |
//! | [`explain`] | solving step by step as a person does, and rating |
//! | [`generate`] | making puzzles with a seed |
//! | [`report`] | text, drawings, SVG, JSON |
//! | [`api`] | every question as a function on data, with its words and its JSON document |
//!
//! Readers know the families that are registered. [`api`], the functions of [`interchange`] and [`families`] and the
//! program register clew's own; [`families::install`] does it for others.
//!
//! ```
//! use clew::families::parse_native;
//! use clew::puzzle::format::write_solution;
//! use clew::strategy::{Options, Task, Verdict, run};
//!
//! let entry = parse_native("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n").unwrap();
//! let outcome = run(&entry.puzzle, Task::Check, &Options::default()).unwrap();
//! assert_eq!(outcome.verdict(), Verdict::Unique);
//! let grid = write_solution(&entry.puzzle, &outcome.answers[0]);
//! assert_eq!(grid.split_whitespace().collect::<Vec<_>>().join(" "), "6 7 9 5 2 8 1 4 3");
//! ```
#[doc(no_inline)]
pub use clew_count as dp;
#[doc(no_inline)]
pub use clew_engine::{kernel, propagators, run, search, structures};
#[doc(no_inline)]
pub use clew_families as families;
#[doc(no_inline)]
pub use clew_model::{flatzinc, model};
#[doc(no_inline)]
pub use clew_puzzle::{certificate, formulation, puzzle};
#[doc(no_inline)]
pub use clew_report as report;
#[doc(no_inline)]
pub use clew_solve::{explain, generate, strategy};

pub mod api;
pub mod interchange;
