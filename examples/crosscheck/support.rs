//! Brute force and random boards, shared with the tests.
#![allow(dead_code)]

#[path = "../../tests/all/support/agree.rs"]
pub mod agree;
#[path = "../../tests/all/support/boards.rs"]
pub mod boards;
#[path = "../../tests/all/support/kind.rs"]
pub mod kind;
#[path = "../../tests/all/support/lines.rs"]
pub mod lines;
#[path = "../../tests/all/support/links.rs"]
pub mod links;
#[path = "../../tests/all/support/located.rs"]
pub mod located;
#[path = "../../tests/all/support/squares.rs"]
pub mod squares;
#[path = "../../tests/all/support/turned.rs"]
pub mod turned;
