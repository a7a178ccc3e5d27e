//! Exact counts beyond enumeration: layered dynamic programmes.

pub mod budget;
pub mod latin;
pub mod layers;
pub mod table;
