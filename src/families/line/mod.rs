//! Lines through the cells of a board: hidato (numbers given) and the continuous line (path).

pub mod counting;
pub mod hidato;
pub mod path;
mod turns;
