//! Rules from the command line in place of those of the file.

use super::args::{CoverRule, NeighbourRule, RuleArgs, TouchRule};
use crate::puzzle::{Board, Cover, Entry, Neighbourhood, Puzzle, Shape, Touch};

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
    if let Puzzle::Numberlink(link) = &mut entry.puzzle {
        match rules.cover {
            Some(CoverRule::All) => link.cover = Cover::All,
            Some(CoverRule::Partial) => link.cover = Cover::Partial,
            None => {}
        }
        match rules.touch {
            Some(TouchRule::No) => link.touch = Touch::No,
            Some(TouchRule::No2x2) => link.touch = Touch::No2x2,
            Some(TouchRule::Yes) => link.touch = Touch::Yes,
            None => {}
        }
    }
    if let Some(moves) = rules.neighbours {
        match &mut entry.puzzle {
            Puzzle::Hidato(line) | Puzzle::Path(line) => change(&mut line.board, moves.into())?,
            Puzzle::Numberlink(link) => change(&mut link.board, moves.into())?,
            Puzzle::Futoshiki(_) => {}
        }
    }
    if entry.puzzle != before {
        entry.solutions = None;
    }
    Ok(())
}

fn change(board: &mut Board, moves: Neighbourhood) -> Result<(), String> {
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
    *board = Board::grid_with_walls(rows, cols, moves, &present, &walls);
    Ok(())
}
