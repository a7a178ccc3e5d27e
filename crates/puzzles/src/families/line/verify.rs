//! Whether an answer obeys the rules, stated directly and apart from every network.

use super::Line;
use crate::puzzle::verify::{Violation, same_length, spot, touching};
use crate::puzzle::{Answer, Cell};

/// Checks that the answer is a line through all cells, or with `full` false through some (the others
/// hold 0): the numbers 1..k stand once each on consecutive neighbours, for some k of at least 1, and
/// every given number stands in its cell, and cells that are marked as consecutive are.
///
/// # Errors
/// The first rule found broken.
pub(super) fn verify(line: &Line, answer: &Answer, full: bool) -> Result<(), Violation> {
    match answer {
        Answer::Line(numbers) => verify_line(line, numbers, full),
        _ => Err(Violation::other_family()),
    }
}

fn verify_line(line: &Line, numbers: &[u32], full: bool) -> Result<(), Violation> {
    let board = &line.board;
    let n = board.len();
    same_length(n, numbers.len())?;
    let mut stands: Vec<Option<Cell>> = vec![None; n + 1];
    let mut top = if full { n } else { 1 };
    for c in 0..n as u32 {
        let (number, at) = (numbers[c as usize], spot(board, c));
        if let Some(given) = line.given[c as usize]
            && number != given
        {
            return Err(Violation::given(at, given, number));
        }
        if number == 0 {
            if full {
                return Err(Violation::unfilled(at));
            }
            continue;
        }
        if number as usize > n {
            return Err(Violation::out_of_range(at, number, n as u32));
        }
        if let Some(first) = stands[number as usize].replace(c) {
            let first = spot(board, first);
            let text = format!("{number} stands at {first} and at {at}");
            return Err(Violation::new("twice", [first, at], text));
        }
        top = top.max(number as usize);
    }
    for &[a, b] in board.links() {
        let (held, other) = (numbers[a as usize], numbers[b as usize]);
        if held == 0 || other == 0 || held.abs_diff(other) != 1 {
            let (first, second) = (spot(board, a), spot(board, b));
            let text = format!(
                "{first} and {second} are marked to follow each other, and hold {held} and {other}"
            );
            return Err(Violation::new("links", [first, second], text));
        }
    }
    let mut before: Option<Cell> = None;
    for number in 1..=top as u32 {
        let Some(here) = stands[number as usize] else {
            return Err(Violation::new("missing", [], format!("{number} stands nowhere")));
        };
        if let Some(first) = before
            && !touching(board, first, here)
        {
            let (first, second) = (spot(board, first), spot(board, here));
            let text =
                format!("{} at {first} and {number} at {second} are not neighbours", number - 1);
            return Err(Violation::new("consecutive", [first, second], text));
        }
        before = Some(here);
    }
    Ok(())
}
