//! Helpers shared by the integration tests.
#![allow(dead_code)]

pub mod agree;
pub mod barren;
pub mod boards;
pub mod enumerate;
pub mod kind;
pub mod lines;
pub mod links;
pub mod located;
pub mod program;
pub mod sources;
pub mod squares;
pub mod turned;
