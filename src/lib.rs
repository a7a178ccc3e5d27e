//! clew: solve, count, verify and profile Hidato, continuous-line, Numberlink and Futoshiki puzzles.
#![forbid(unsafe_code)]

pub mod count;
pub mod puzzle;
