//! Rules from the command line in place of those of the file.

use super::args::{CoverRule, NeighbourRule, RuleArgs, TouchRule};
use crate::puzzle::{Board, Entry, Neighbourhood, Shape};

impl From<NeighbourRule> for Neighbourhood {
    fn from(rule: NeighbourRule) -> Neighbourhood {
        match rule {
            NeighbourRule::Rook => Neighbourhood::Rook,
            NeighbourRule::King => Neighbourhood::King,
            NeighbourRule::Hex => Neighbourhood::Hex,
        }
    }
}

/// Replaces rules. Those that mean nothing for the puzzle's family are left alone, so that a mixed
/// batch can be run with them; the expected number of solutions is dropped, for it was said of the
/// rules of the file.
///
/// # Errors
/// In words, if the board has no such rule.
pub(super) fn apply(rules: &RuleArgs, entry: &mut Entry) -> Result<(), String> {
    let before = entry.puzzle.clone();
    let cover = rules.cover.map(|rule| match rule {
        CoverRule::All => "all",
        CoverRule::Partial => "partial",
    });
    let touch = rules.touch.map(|rule| match rule {
        TouchRule::No => "no",
        TouchRule::No2x2 => "no2x2",
        TouchRule::Yes => "yes",
    });
    for (key, word) in [("cover", cover), ("touch", touch)] {
        if let Some(changed) = word.and_then(|word| entry.puzzle.with_word(key, word)) {
            entry.puzzle = changed;
        }
    }
    if let (Some(moves), Some(board)) = (rules.neighbours, entry.puzzle.board()) {
        let board = change(board, moves.into())?;
        entry.puzzle = entry.puzzle.with_board(board).unwrap_or_else(|| entry.puzzle.clone());
    }
    if entry.puzzle != before {
        entry.solutions = None;
    }
    Ok(())
}

fn change(board: &Board, moves: Neighbourhood) -> Result<Board, String> {
    let &Shape::Grid { rows, cols, .. } = board.shape() else {
        return Err("--neighbours is for grids; the board of this puzzle is of free points".into());
    };
    let present: Vec<bool> = (0..rows)
        .flat_map(|r| (0..cols).map(move |c| (r, c)))
        .map(|(r, c)| board.cell_at(r, c).is_some())
        .collect();
    let walls: Vec<[(u32, u32); 2]> =
        board.walls().iter().map(|w| [board.place(w[0]), board.place(w[1])]).collect();
    // Cells are numbered in reading order whatever their neighbours, so givens stay where they are.
    Ok(Board::grid_with_walls(rows, cols, moves, &present, &walls))
}
