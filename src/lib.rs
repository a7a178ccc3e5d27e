//! clew: solve, count, verify and profile Hidato, continuous-line, Numberlink and Futoshiki puzzles.
//!
//! A floor imports only floors above it in this table; `tests/all/architecture.rs` holds that.
//!
//! | floor | what |
//! |---|---|
//! | [`run`] | budgets, why a run ended, figures, progress |
//! | [`kernel`] | bit-set domains, trail, propagation to a fixpoint, explanations, clauses |
//! | [`propagators`] | constraints, a file or folder each |
//! | [`puzzle`] | boards, rules, the text format, verification, networks |
//! | [`search`] | branching, depth-first and learning search, splits, branch and bound |
//! | [`dp`] | exact counts by frontier and layer programmes |
//! | [`strategy`] | a question about a puzzle: builds, searches or counts, verifies |
//! | [`model`] | the front door: puzzles of your own, as variables and constraints |
//! | [`generate`] | making puzzles with a seed |
//! | [`report`] | text, drawings, SVG, JSON |
//! | [`cli`] | arguments, files, threads, output |
//!
//! ```
//! use clew::puzzle::format::{parse_native, write_solution};
//! use clew::strategy::{Options, Task, Verdict, run};
//!
//! let entry = parse_native("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n").unwrap();
//! let outcome = run(&entry.puzzle, Task::Check, &Options::default()).unwrap();
//! assert_eq!(outcome.verdict(), Verdict::Unique);
//! let grid = write_solution(&entry.puzzle, &outcome.answers[0]);
//! assert_eq!(grid.split_whitespace().collect::<Vec<_>>().join(" "), "6 7 9 5 2 8 1 4 3");
//! ```
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod cli;
pub mod dp;
pub mod families;
pub mod generate;
pub mod kernel;
pub mod model;
pub mod propagators;
pub mod puzzle;
pub mod report;
pub mod run;
pub mod search;
pub mod strategy;
pub mod structures;
