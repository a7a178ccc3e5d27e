//! Search on several threads: by splits of the first branches, and by a team of learners.

pub(crate) mod split;
pub(crate) mod split_learning;
pub(crate) mod team;
