//! Whether an answer obeys the rules, stated directly and apart from every network.

use super::Line;
use clew_puzzle::puzzle::verify::{Spot, Violation, same_length, spot, touching};
use clew_puzzle::puzzle::{Answer, Board, Cell};

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

fn out_of_range(board: &Board, at: Spot, number: u32) -> Violation {
    let [least, most] = [1, board.len() as u32].map(|k| board.shown(k));
    match least {
        1 => Violation::out_of_range(at, number, most),
        _ => {
            let shown = board.shown(number);
            let text = format!("{at} holds {shown}, which is not from {least} to {most}");
            Violation::new("range", [at], text)
        }
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
            let held = if number == 0 { 0 } else { board.shown(number) };
            return Err(Violation::given(at, board.shown(given), held));
        }
        if number == 0 {
            if full {
                return Err(Violation::unfilled(at));
            }
            continue;
        }
        if number as usize > n {
            return Err(out_of_range(board, at, number));
        }
        if let Some(first) = stands[number as usize].replace(c) {
            let first = spot(board, first);
            let text = format!("{} stands at {first} and at {at}", board.shown(number));
            return Err(Violation::new("twice", [first, at], text));
        }
        top = top.max(number as usize);
    }
    for &[a, b] in board.links() {
        let (held, other) = (numbers[a as usize], numbers[b as usize]);
        if held == 0 || other == 0 || held.abs_diff(other) != 1 {
            let (first, second) = (spot(board, a), spot(board, b));
            let [held, other] = [held, other].map(|k| if k == 0 { 0 } else { board.shown(k) });
            let text = format!(
                "{first} and {second} are marked to follow each other, and hold {held} and {other}"
            );
            return Err(Violation::new("links", [first, second], text));
        }
    }
    let mut before: Option<Cell> = None;
    for number in 1..=top as u32 {
        let Some(here) = stands[number as usize] else {
            let text = format!("{} stands nowhere", board.shown(number));
            return Err(Violation::new("missing", [], text));
        };
        if let Some(first) = before
            && !touching(board, first, here)
        {
            let (first, second) = (spot(board, first), spot(board, here));
            let [low, high] = [number - 1, number].map(|k| board.shown(k));
            let text = format!("{low} at {first} and {high} at {second} are not neighbours");
            return Err(Violation::new("consecutive", [first, second], text));
        }
        before = Some(here);
    }
    Ok(())
}
