//! Files, streams and signals: reading puzzles, writing results.

pub(crate) mod atomic;
pub(crate) mod disk;
pub(crate) mod input;
pub(crate) mod interrupt;
pub(crate) mod invalid;
pub(crate) mod job;
pub(crate) mod lock;
pub(crate) mod machine;
pub(crate) mod named;
pub(crate) mod output;
pub(crate) mod readable;
pub(crate) mod regular;
pub(crate) mod single;
pub(crate) mod stderr;
pub(crate) mod stream;
pub(crate) mod window;
