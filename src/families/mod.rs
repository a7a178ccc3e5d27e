//! The families of puzzles: rules, formats, networks and counting, a folder each, and the registry that
//! lists them.

pub mod futoshiki;
pub mod line;
pub mod numberlink;
pub mod registry;

pub use futoshiki::Futoshiki;
pub use line::Line;
pub use line::hidato::Hidato;
pub use line::path::Path;
pub use numberlink::{Cover, Numberlink, Touch};
pub use registry::{ALL, from_keyword, parse_chunk, parse_json, parse_native};

use crate::puzzle::Puzzle;

/// A puzzle by its own type.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Kind<'a> {
    /// Fill the cells with 1..N so that consecutive numbers are neighbours.
    Hidato(&'a Line),
    /// Draw one line through every cell.
    Path(&'a Line),
    /// Join equal labels by paths.
    Numberlink(&'a Numberlink),
    /// A Latin square with inequalities.
    Futoshiki(&'a Futoshiki),
    /// None of these: it offers its rules and a network.
    Other,
}

/// The own type of a puzzle.
pub fn kind(puzzle: &Puzzle) -> Kind<'_> {
    if let Some(Hidato(line)) = puzzle.downcast() {
        return Kind::Hidato(line);
    }
    if let Some(Path(line)) = puzzle.downcast() {
        return Kind::Path(line);
    }
    if let Some(link) = puzzle.downcast() {
        return Kind::Numberlink(link);
    }
    puzzle.downcast().map_or(Kind::Other, Kind::Futoshiki)
}
