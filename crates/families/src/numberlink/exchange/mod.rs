//! Exchanges: solutions that differ from a given one in a small place, where every cell is on a path
//! and paths may touch themselves.
//!
//! Two sets F and F' of edges of a window are *exchangeable* if every cell has the same degree in both and their pieces
//! join the same pairs of cells. If a solution contains F, replacing F by F' gives a solution: degrees and the ends
//! that are joined stay, and so do cells that are covered. (An edge of F' is not in the rest of the solution: with a
//! piece of F it would close a loop.) Only labels of inner cells change, which is why this needs touch `yes`: under
//! `no2x2` a change may fill a block. (There search needs no help: a search under the stricter rule first only cost
//! time.)
//!
//! - `window.rs`: whether the edges of a solution in a window can be exchanged for other edges.
//! - `twist.rs`: two changes of whole paths, *2-opt* and *moving a loop*.
//! - `patterns.rs`: which F have a lesser F', as clauses: the normal form.
//!
//! **Normal form.** Compare edge sets by their first difference in reading order; off is less. A solution
//! is in normal form if it contains no F with an exchangeable lesser F', of the windows of 2×3 up to
//! 3×4 cells and F' among existing edges. The least solution is.
//!
//! **Uniqueness.** S is the only solution if and only if (i) in no window of these sizes can the edges of S be
//! exchanged, and (ii) no solution but S is in normal form. For let T be the least solution other than S. If T contains
//! an F with a lesser F', the exchange lowers T, so it leads to S; then the reverse exchange applies to S, against (i).
//! So T is in normal form, against (ii).
//!
//! **For a proof checker.** A clause "not all of F" is introduced by dominance with a witness: the edges of F' instead
//! of those of F, and the labels, arcs and turn parities that follow (`certificate/exchange.rs`). Solutions are ordered
//! by decreasing weights of edges (`certified.rs`). With "not S" in the proof, the witness must not lead to S: it would
//! contain S's edges of the window, and (i) is checked window by window. Positions along paths would change far away,
//! so closed loops are excluded by turn parities (`bearings.rs`).

mod certified;
pub(super) mod patterns;
mod twist;
mod window;

use super::{Cover, Numberlink, Touch};
use clew_puzzle::puzzle::Answer;
use window::Windows;

/// Rows and columns of the windows whose exchanges the normal form uses.
const SMALL: [(u32, u32); 2] = [(3, 4), (4, 3)];
/// Side of the largest windows that are tried around a solution.
const LARGEST: u32 = 8;
/// Steps of the search within one larger window, and in all of them: a second or two. Small windows
/// are searched to the end.
const STEPS: u64 = 20_000;
const ALL_STEPS: u64 = 50_000_000;

/// Whether exchanges apply to the puzzle.
pub(super) fn applies(puzzle: &Numberlink) -> bool {
    puzzle.cover == Cover::All && puzzle.touch == Touch::Yes && puzzle.board.is_rook()
}

/// Another solution that differs from this one by one exchange in a small window, by 2-opt or by moving a loop.
/// Complete for the small windows. About a microsecond per cell and window.
pub(super) fn another(puzzle: &Numberlink, answer: &Answer) -> Option<Answer> {
    let Answer::Links(on) = answer else { return None };
    let twisted = twist::another(puzzle, answer);
    let found = twisted.or_else(|| {
        let mut windows = Windows::new(puzzle, on, u64::MAX);
        SMALL.iter().find_map(|&size| windows.exchange(size, u64::MAX, &|| false))
    });
    found.map(Answer::Links)
}

/// Another solution that differs from this one in a larger window. Proves nothing: each window gets so
/// much time and no more.
pub(super) fn another_around(
    puzzle: &Numberlink,
    answer: &Answer,
    quit: &dyn Fn() -> bool,
) -> Option<Answer> {
    let Answer::Links(on) = answer else { return None };
    let mut windows = Windows::new(puzzle, on, ALL_STEPS);
    let sides = SMALL[0].1..=LARGEST;
    let found = sides
        .into_iter()
        .find_map(|side| if quit() { None } else { windows.exchange((side, side), STEPS, quit) });
    found.map(Answer::Links)
}
