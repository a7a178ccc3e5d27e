//! clew: solve, count, verify and profile Hidato, continuous-line, Numberlink and Futoshiki puzzles.
#![forbid(unsafe_code)]

pub mod cli;
pub mod count;
pub mod generate;
pub mod kernel;
pub mod propagators;
pub mod puzzle;
pub mod report;
pub mod search;
pub mod solver;
