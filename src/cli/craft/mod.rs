//! Commands about one puzzle and a person: steps, hints, ratings, mending, making, checking.

pub(crate) mod args;
pub(crate) mod dedup;
pub(crate) mod explain;
pub(crate) mod from_solution;
pub(crate) mod generate;
pub(crate) mod hint;
pub(crate) mod rate;
pub(crate) mod repair;
pub(crate) mod verify;
