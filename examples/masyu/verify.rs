//! Whether an answer obeys the rules, stated directly: every solution that is found is checked here, so nothing
//! is shared with the network that finds it.

use super::family::{Masyu, Pearl};
use clew::puzzle::Cell;
use clew::puzzle::verify::{Violation, same_length, spot, touching};

/// Checks the edges of an answer.
///
/// # Errors
/// The first rule found broken.
pub fn verify(puzzle: &Masyu, on: &[bool]) -> Result<(), Violation> {
    let board = &puzzle.board;
    same_length(board.edges().len(), on.len())?;
    let mut joined: Vec<Vec<Cell>> = vec![Vec::new(); board.len()];
    for (&[a, b], _) in board.edges().iter().zip(on).filter(|(_, on)| **on) {
        if !touching(board, a, b) {
            return Err(Violation::not_an_edge(spot(board, a), spot(board, b)));
        }
        joined[a as usize].push(b);
        joined[b as usize].push(a);
    }
    for (cell, next) in (0..).zip(&joined) {
        if !matches!(next.len(), 0 | 2) {
            return Err(Violation::degree(spot(board, cell), next.len() as u32));
        }
    }
    one_loop(puzzle, &joined)?;
    for (cell, pearl) in (0..).zip(&puzzle.pearls) {
        if let Some(pearl) = pearl {
            pearl_rule(puzzle, &joined, cell, *pearl)?;
        }
    }
    Ok(())
}

/// All cells that are joined to others lie on one loop.
fn one_loop(puzzle: &Masyu, joined: &[Vec<Cell>]) -> Result<(), Violation> {
    let Some(start) = joined.iter().position(|next| !next.is_empty()) else {
        return Err(Violation::new("loop", [], "there is no loop"));
    };
    let mut seen = vec![false; joined.len()];
    let mut here = Some(start as Cell);
    while let Some(cell) = here {
        seen[cell as usize] = true;
        here = joined[cell as usize].iter().copied().find(|&next| !seen[next as usize]);
    }
    match (0..joined.len()).find(|&cell| !joined[cell].is_empty() && !seen[cell]) {
        None => Ok(()),
        Some(other) => {
            let [first, at] = [start, other].map(|cell| spot(&puzzle.board, cell as Cell));
            let text = format!("{first} and {at} are on different loops");
            Err(Violation::new("loop", [first, at], text))
        }
    }
}

fn pearl_rule(
    puzzle: &Masyu,
    joined: &[Vec<Cell>],
    cell: Cell,
    pearl: Pearl,
) -> Result<(), Violation> {
    let board = &puzzle.board;
    let turns = |cell: Cell| {
        let next = &joined[cell as usize];
        !board.goes_straight(next[0], cell, next[1])
    };
    let at = spot(board, cell);
    let around = &joined[cell as usize];
    let rule = if pearl == Pearl::White { "white" } else { "black" };
    let broken = |why: &str| Violation::new(rule, [at], format!("the {rule} pearl {at} {why}"));
    if around.is_empty() {
        return Err(broken("is not on the loop"));
    }
    let turning = around.iter().filter(|&&next| turns(next)).count();
    match (pearl, turns(cell), turning) {
        (Pearl::White, true, _) => Err(broken("is in a turn of the loop")),
        (Pearl::White, false, 0) => Err(broken("has no turn before or after it")),
        (Pearl::Black, false, _) => Err(broken("is in no turn of the loop")),
        (Pearl::Black, true, 1 | 2) => Err(broken("has a turn before or after it")),
        _ => Ok(()),
    }
}
