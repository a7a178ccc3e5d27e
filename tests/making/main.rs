//! Generated puzzles: as specified, unique, of the requested level, and the same for ever.

mod dedup;
mod drawn;
mod generate;
mod half;
mod many;
mod mend;
#[path = "../all/support/program.rs"]
#[allow(dead_code)]
mod program;
mod runs;
mod wishes;
