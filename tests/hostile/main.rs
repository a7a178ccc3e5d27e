//! Inputs that are rare, wrong or endless: every key at its extremes on every command, a line of JSON for every puzzle,
//! puzzles whose numbers are no contents, certificates of boards without edges, streams without end.

#[path = "../all/support/program.rs"]
#[allow(dead_code)]
mod program;

mod extremes;
mod marks;
mod rows;
