//! Pieces of sentences for messages to people.

use super::{Board, Neighbourhood, Wrap};
use std::fmt::Display;

/// A number with its noun: "1 cell", "3 cells". The noun is one that takes an s.
pub fn how_many(number: impl Display, noun: &str) -> String {
    let number = number.to_string();
    let s = if number == "1" { "" } else { "s" };
    format!("{number} {noun}{s}")
}

/// The verb "to be" for this number of things.
pub fn are(number: usize) -> &'static str {
    if number == 1 { "is" } else { "are" }
}

/// Items of a sentence that hold together: "3", "3 and 5", "1, 3 and 5".
pub fn join(items: impl IntoIterator<Item = String>) -> String {
    listed(items, "and")
}

/// Items of a sentence of which one holds: "3", "3 or 5", "1, 3 or 5".
pub fn either(items: impl IntoIterator<Item = String>) -> String {
    listed(items, "or")
}

fn listed(items: impl IntoIterator<Item = String>, before_last: &str) -> String {
    let items: Vec<String> = items.into_iter().collect();
    match items.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} {before_last} {last}", rest.join(", ")),
        None => String::new(),
    }
}

/// Where the steps of a line go on a board, for players: "along the sides of cells".
pub fn steps(board: &Board) -> String {
    let moves = match (board.moves(), board.wrap()) {
        (None, _) => return "between points that are neighbours".into(),
        (Some(Neighbourhood::King), _) => "across sides and corners of cells",
        (Some(Neighbourhood::Rook | Neighbourhood::Hex), _) => "across sides of cells",
    };
    let around = match board.wrap() {
        Wrap::None => "",
        _ => ", also over the open border to the opposite side",
    };
    format!("{moves}{around}")
}

/// The sentence that lines do not cross walls, for players; empty if there are none.
pub fn walls(board: &Board) -> &'static str {
    if board.walls().is_empty() { "" } else { " Thick lines are walls that no line crosses." }
}

/// The meaning of dots between cells, for players; empty where there are none.
pub fn dots(board: &Board) -> &'static str {
    if board.links().is_empty() { "" } else { " Cells with a dot between them follow each other." }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_is_singular() {
        assert_eq!(how_many(0, "cell"), "0 cells");
        assert_eq!(how_many(1u64, "learnt clause"), "1 learnt clause");
        assert_eq!(how_many(num_bigint::BigUint::from(21u32), "line"), "21 lines");
    }

    #[test]
    fn the_last_item_comes_after_a_word() {
        let items =
            |items: &[&str]| -> Vec<String> { items.iter().map(|i| i.to_string()).collect() };
        assert_eq!(join(items(&[])), "");
        assert_eq!(join(items(&["3"])), "3");
        assert_eq!(join(items(&["1", "3", "5"])), "1, 3 and 5");
        assert_eq!(either(items(&["1", "3", "5"])), "1, 3 or 5");
    }
}
