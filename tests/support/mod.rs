//! What the integration tests share.
#![allow(dead_code)]

pub mod enumerate;
pub mod lines;
pub mod oracle;
