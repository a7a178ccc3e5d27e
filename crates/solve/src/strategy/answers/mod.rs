//! Solutions: found, kept, handed out one by one, drawn at random.

pub(crate) mod budgeted_rng;
pub(crate) mod distinct_shown;
pub(crate) mod enumerate;
pub(crate) mod for_each_solution;
pub(crate) mod kept_answers;
pub(crate) mod pool;
pub(crate) mod sample;
pub(crate) mod solutions;
