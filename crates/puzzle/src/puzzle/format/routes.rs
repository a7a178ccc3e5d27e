//! The routes of a numberlink's paths in words, for filled grids whose letters alone do not determine them.

use super::write_solution;
use crate::puzzle::verify::spot;
use crate::puzzle::{Answer, Content, Puzzle};

/// The answer as a grid of the text format, and below it the routes of its paths where letters do not
/// determine them: all that another program needs to know.
///
/// # Panics
/// If the answer is not one for this puzzle's family and size.
pub fn in_full(puzzle: &Puzzle, answer: &Answer) -> String {
    write_solution(puzzle, answer) + &routes(puzzle, answer).unwrap_or_default()
}

/// The routes below a `paths:` line, each on its own line, as `  A: r1c1-r1c2-r2c2`; `None` if the letters of the
/// filled grid determine them, because every two neighbouring cells of one letter are joined, or if
/// the puzzle has no paths. Linear in the board.
pub fn routes(puzzle: &Puzzle, answer: &Answer) -> Option<String> {
    let (paths, board) = (puzzle.routes(answer)?, puzzle.board()?);
    let Answer::Links(on) = answer else { return None };
    let held = puzzle.contents(answer);
    let told = board.edges().iter().zip(on).all(|(&[a, b], &on)| {
        let (a, b) = (held[a as usize], held[b as usize]);
        on || a == Content::Nothing || a != b
    });
    if told {
        return None;
    }
    let mut out = String::from("paths:\n");
    for (name, path) in puzzle.route_names(answer).into_iter().zip(&paths) {
        let places: Vec<String> = path.iter().map(|&c| spot(board, c).to_string()).collect();
        out += &format!("  {name}: {}\n", places.join("-"));
    }
    Some(out)
}
