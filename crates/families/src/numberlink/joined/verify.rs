//! Whether an answer obeys the rules, stated directly and apart from every network.

use super::{Cover, Joined};
use clew_puzzle::puzzle::Cell;
use clew_puzzle::puzzle::verify::{Violation, same_length, spot, touching};
use clew_puzzle::puzzle::wording::how_many;

/// Checks a set of edges: paths between ends whose labels are equal, or one of which may have any.
///
/// # Errors
/// The first rule found broken.
pub(super) fn verify_joined(puzzle: &Joined, on: &[bool]) -> Result<(), Violation> {
    let board = &puzzle.board;
    same_length(board.edges().len(), on.len())?;
    let mut next: Vec<Vec<Cell>> = vec![Vec::new(); board.len()];
    for (&[a, b], _) in board.edges().iter().zip(on).filter(|(_, on)| **on) {
        if !touching(board, a, b) {
            return Err(Violation::not_an_edge(spot(board, a), spot(board, b)));
        }
        next[a as usize].push(b);
        next[b as usize].push(a);
    }
    let end = |c: Cell| puzzle.ends.iter().find(|(cell, _)| *cell == c).map(|(_, label)| *label);
    for c in 0..board.len() as u32 {
        let (at, degree) = (spot(board, c), next[c as usize].len() as u32);
        match (end(c), degree) {
            (Some(_), 1) | (None, 2) => {}
            (Some(label), _) => {
                let links = how_many(degree, "link");
                let text =
                    format!("{at}, an end of {}, has {links} instead of 1", puzzle.name(label));
                return Err(Violation::new("end", [at], text));
            }
            (None, 0) if puzzle.cover == Cover::Partial => {}
            (None, 0) => {
                return Err(Violation::new("cover", [at], format!("{at} is on no path")));
            }
            (None, _) => return Err(Violation::degree(at, degree)),
        }
    }
    let mut seen = vec![false; board.len()];
    for &(start, label) in &puzzle.ends {
        let (mut before, mut here) = (start, start);
        seen[start as usize] = true;
        // Degrees are right, so that the walk goes on until a cell with one link only: an end.
        while let Some(&further) = next[here as usize].iter().find(|&&q| q != before) {
            (before, here) = (here, further);
            seen[here as usize] = true;
        }
        let other = end(here).flatten();
        if let (Some(one), Some(other)) = (label, other)
            && one != other
        {
            let (from, to) = (spot(board, start), spot(board, here));
            let [one, other] = [one, other].map(|k| puzzle.name(Some(k)));
            let text = format!("the path of {one} from {from} ends at {to}, an end of {other}");
            return Err(Violation::new("ends", [from, to], text));
        }
    }
    match (0..board.len()).find(|&c| !seen[c] && !next[c].is_empty()) {
        Some(c) => {
            let at = spot(board, c as u32);
            Err(Violation::new("loop", [at], format!("{at} is on a closed loop")))
        }
        None => Ok(()),
    }
}
