//! Normal forms where cells may stay empty: one routing of each family of routings.
//!
//! With empty cells a path may run a little further up or down, or take a detour, without touching
//! anything else; so one solution is one of very many, and search that refutes one refutes little.
//! Where one representative is enough ([`Keep`](clew_puzzle::puzzle::Keep)) the network keeps those
//! solutions only that no single change of a single path makes *cheaper*. The cost of a solution is its
//! total length, then the sum of the row numbers of its cells, compared in this order.
//!
//! - **R0, no chords.** Two cells of a path that are neighbours are consecutive on it, also where the
//!   puzzle lets paths touch themselves: a chord is a strictly shorter way through the same cells.
//! - **R1, flips.** If a path turns at b and d is the opposite cell of that square, one row further
//!   up, and d's two edges in the square exist, then d is used: the path could run by d instead of
//!   b, as long as before and further up. (If it then touches itself it can be shortened as well.)
//! - **R2, sight.** No two cells of one label in a row or column have only empty cells, at least one,
//!   and only existing edges between them: the straight way is strictly shorter.
//!   [`Sight`](clew_engine::propagators::Sight) holds it.
//!
//! The joint consequence of R0 and R2 for paths that bend is in `hugging.rs`: it follows from them, and shortens
//! search.
//!
//! Shortening a path takes cells away from it and touches no other path, so it keeps every rule of
//! covering partially and of touching. A least solution obeys all three; hence there is a solution
//! in normal form if there is any, and one of least length.
//!
//! **Uniqueness.** Let S be a solution in which no path has a chord.
//!
//! - Touch `no`: S is the only solution if and only if (i) for each label every inner cell of its path separates its
//!   two ends in the graph of empty cells and this path, and (ii) no solution but S is in normal form. For let T be a
//!   solution of least cost other than S. If T breaks R1 or R2, a change of one path makes it cheaper, and the result
//!   must be S. So S and T differ in one label only, whose path in T runs through empty cells of S and cells of its
//!   path in S; by (i) it visits all of the latter; having no chord, it is the same path.
//! - Touch `yes`: S is the only solution if and only if it is the only one without chords, and for each
//!   label every *edge* of its path separates its ends in that graph. For shortening all paths of another
//!   solution T gives S; so every path of T runs through all cells of its path in S and through
//!   empty cells of S; by the condition it takes the same edges.
//! - Touch `no2x2`: as `yes`, but a detour must not fill a 2×2 block. If S is the only solution without
//!   chords, take a path Q of another solution that avoids an edge e = (a, b) of S's path P, as short as
//!   possible. A chord of Q other than e would shorten it, so it has e and no other, and shortened by
//!   e it is P. So Q is P with e replaced by a way from a to b through empty cells, where only the first
//!   one is a neighbour of a, only the last one of b, and no other cell of P has a neighbour among them;
//!   with e it is a cycle without chords, which fills a block only if its length is four. Where walls
//!   stand inside a 2×2 block its four cells may be on a path without chords; on such boards this normal
//!   form is not used.
//!
//! The conditions that search does not cover are tested by [`another`](super::another), in linear time.
//!
//! Sources: the argument is an exchange argument as in "dominance" of constraint programming: Chu and
//! Stuckey, "Dominance breaking constraints", 2015.
//!
//! **For a proof checker.** R1 and R2 follow from no rule, so a proof by clauses alone cannot hold them;
//! a checker of pseudo-Boolean proofs with dominance can. A change there maps variables to literals, and R0
//! and R2 take away a piece of a path whose cells are not known; so proofs have R1 and loops and squares in
//! place of R0: `changes.rs`.

pub(crate) mod changes;
pub(crate) mod hugging;
pub(crate) mod sight;

use super::turns::{self, LEFT, RIGHT};
use super::{Cover, Frame, Numberlink, Touch};
use clew_engine::kernel::Bools;
use clew_puzzle::puzzle::{Board, BuildError, BuildOptions};

/// Cells between two checks of the limits.
const POLL_INTERVAL: u32 = 1024;

/// Labels times cells up to which the test for `no2x2` stays below some milliseconds: a label may
/// see every empty cell.
const MAX_BLOCK_WORK: usize = 4 << 20;

/// The rules under which the representatives of a puzzle's solutions are looked for; `None` if there
/// is no normal form for its rules and its board. Linear in the board.
pub(super) fn rules(puzzle: &Numberlink) -> Option<Numberlink> {
    if puzzle.cover == Cover::All {
        return None;
    }
    let rook = puzzle.board.is_rook();
    let applies = match puzzle.touch {
        Touch::No => rook,
        Touch::Yes => true,
        Touch::No2x2 => {
            let work = puzzle.ends.len().saturating_mul(puzzle.board.len());
            rook && work <= MAX_BLOCK_WORK && !has_open_block(&puzzle.board)
        }
    };
    applies.then(|| Numberlink { touch: Touch::No, ..puzzle.clone() })
}

/// Whether a wall stands between two cells of a 2×2 block of cells.
fn has_open_block(board: &Board) -> bool {
    let square = |r: u32, c: u32| {
        let at = [(r, c), (r, c + 1), (r + 1, c + 1), (r + 1, c)].map(|(r, c)| board.cell_at(r, c));
        let cells = [at[0]?, at[1]?, at[2]?, at[3]?];
        Some((0..4).any(|i| board.edge_between(cells[i], cells[(i + 1) % 4]).is_none()))
    };
    let (rows, cols) = board.size();
    !board.walls().is_empty() && (0..rows).any(|r| (0..cols).any(|c| square(r, c).unwrap_or(false)))
}

/// Adds R1. `turn` is the first turn, if the network has turns; `used` the first "c is on a path".
///
/// # Errors
/// [`BuildError::Interrupted`].
pub(super) fn flips(
    frame: &mut Frame<'_>,
    turn: Option<Bools>,
    used: Bools,
    options: &BuildOptions,
) -> Result<(), BuildError> {
    let around = turns::edges_around(&frame.puzzle.board);
    let mut count = 0;
    for c in 0..frame.cells() {
        if c % POLL_INTERVAL == 0 {
            options.check_interrupt()?;
        }
        if frame.is_end[c as usize] {
            continue;
        }
        for (q, side) in [(0, RIGHT), (1, LEFT)] {
            let flip = turns::opposite(&frame.puzzle.board, &around, c, side);
            let Some((d, here, _)) = flip.filter(|(d, ..)| !frame.is_end[*d as usize]) else {
                continue;
            };
            let used = used.at(d).pos();
            let posted = match turn {
                Some(turn) => {
                    let turn = turn.at(c * turns::QUADRANTS + q);
                    frame.model.engine.add_clause(&[turn.neg(), used])
                }
                None => {
                    let [h, v] = here.map(|e| frame.edge(e).neg());
                    frame.model.engine.add_clause(&[h, v, used])
                }
            };
            frame.check(posted);
            count += 1;
        }
    }
    frame.model.says("a turn that could lie further up is held by a used cell", count);
    Ok(())
}
