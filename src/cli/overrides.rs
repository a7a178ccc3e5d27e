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

/// Replaces rules. The expected number of solutions is dropped if that changes the puzzle, for it was
/// said of the rules of the file.
///
/// # Errors
/// In words, if the puzzle has no such rule: what a file may not say, the command line may not
/// either.
pub(super) fn apply(rules: &RuleArgs, entry: &mut Entry) -> Result<(), String> {
    let before = entry.puzzle.clone();
    let family = before.family().keyword();
    if let Some(rule) = rules.cover {
        let Puzzle::Numberlink(link) = &mut entry.puzzle else {
            return Err(unsuited("--cover", family, "numberlink"));
        };
        link.cover = match rule {
            CoverRule::All => Cover::All,
            CoverRule::Partial => Cover::Partial,
        };
    }
    if let Some(rule) = rules.touch {
        let Puzzle::Numberlink(link) = &mut entry.puzzle else {
            return Err(unsuited("--touch", family, "numberlink"));
        };
        link.touch = match rule {
            TouchRule::No => Touch::No,
            TouchRule::No2x2 => Touch::No2x2,
            TouchRule::Yes => Touch::Yes,
        };
    }
    if let Some(moves) = rules.neighbours {
        match &mut entry.puzzle {
            Puzzle::Hidato(line) | Puzzle::Path(line) => change(&mut line.board, moves.into())?,
            Puzzle::Numberlink(link) => change(&mut link.board, moves.into())?,
            Puzzle::Futoshiki(_) => {
                return Err(unsuited("--neighbours", family, "hidato, path, numberlink"));
            }
        }
    }
    if entry.puzzle != before {
        entry.solutions = None;
    }
    Ok(())
}

fn unsuited(option: &str, family: &str, families: &str) -> String {
    format!("{option} does not apply to {family}; it belongs to {families}")
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
