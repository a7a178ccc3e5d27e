//! The grammar of the formats and the verifiers of the crate below, with the families of this one.

mod format;
mod routes;
mod turns;
mod verify;
