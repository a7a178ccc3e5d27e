//! Commands about one puzzle for people: steps, hints, ratings, repair, generation, verification.

pub(crate) mod args;
pub(crate) mod dedup;
pub(crate) mod explain;
pub(crate) mod from_solution;
pub(crate) mod generate;
pub(crate) mod hint;
mod judge;
pub(crate) mod rate;
pub(crate) mod repair;
pub(crate) mod verify;
