//! Puzzles by their concrete types, for tests of families.

use clew::families::{Futoshiki, Hidato, Line, Numberlink, Path, Zip};
use clew::puzzle::Puzzle;

/// A puzzle by its concrete type.
pub enum Kind<'a> {
    Hidato(&'a Line),
    Path(&'a Line),
    Zip(&'a Zip),
    Numberlink(&'a Numberlink),
    Futoshiki(&'a Futoshiki),
}

/// The concrete type of a puzzle.
pub fn kind(puzzle: &Puzzle) -> Kind<'_> {
    if let Some(Hidato(line)) = puzzle.downcast() {
        return Kind::Hidato(line);
    }
    if let Some(Path(line)) = puzzle.downcast() {
        return Kind::Path(line);
    }
    if let Some(zip) = puzzle.downcast() {
        return Kind::Zip(zip);
    }
    if let Some(link) = puzzle.downcast() {
        return Kind::Numberlink(link);
    }
    Kind::Futoshiki(puzzle.downcast().expect("a family of the registry"))
}
