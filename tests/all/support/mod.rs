//! What the integration tests share.
#![allow(dead_code)]

pub mod barren;
pub mod boards;
pub mod enumerate;
pub mod kind;
pub mod lines;
pub mod links;
pub mod oracle;
pub mod program;
pub mod squares;
