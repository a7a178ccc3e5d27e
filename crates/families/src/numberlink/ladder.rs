//! The ladder of techniques for numberlink.
//!
//! No rung is needed for turns that continue along their diagonal when a path does not touch itself: this is "a path
//! would run beside itself" followed by "only two ways out".

use super::{Cover, Numberlink, Touch};
use crate::edge_ladder::{Rulebook, Rungs, Shape, Touching, rungs, start};
use clew_puzzle::puzzle::ladder::{Ladder, Level, NoLadder, Technique};

/// The rungs: the techniques about two cells of one path, further ones before assumptions, and further assumptions.
macro_rules! ladder {
    ([$label:ident, $beside:ident] [$($bend:tt)*] [$($inside:tt)*]) => {
        rungs! {
            Exits => EXITS,
            Labels => LABELS,
            Loop => LOOP,
            SameLabel => $label,
            Beside => $beside,
            DeadEnd => DEAD_END,
            $($bend)*
            Trial => SHUT_IN,
            Parity => PARITY,
            Bottleneck => BOTTLENECK,
            Isolation => ISOLATION,
            Reach => REACH,
            Colours => COLOURS,
            Border => BORDER,
            Trial => LOOK_AHEAD,
            $($inside)*
            Narrow => NARROW,
            Trial => LOOK_FAR,
            Trial => TRY_BOTH,
            => SEARCH
        }
    };
}

static RUNGS: Rungs = ladder!([SAME_LABEL, BESIDE] [] []);
/// If it is known that there is one solution: without a path beside itself.
static NO_SHORTCUTS: Rungs = ladder!([SHORTCUT_LABEL, SHORTCUT] [] [Trial => LOOK_INSIDE,]);
/// Nor with a bend around a free cell.
static NO_DETOURS: Rungs =
    ladder!([SHORTCUT_LABEL, SHORTCUT] [Detour => DETOUR,] [Trial => LOOK_INSIDE,]);

const EXITS: Technique =
    Technique::new("numberlink.exits", "no other way out", Level::Trivial, 1).habit();
const LABELS: Technique =
    Technique::new("numberlink.labels", "two labels side by side", Level::Trivial, 1).silent();
const LOOP: Technique =
    Technique::new("numberlink.loop", "no closed loops", Level::Trivial, 1).silent();
const SAME_LABEL: Technique =
    Technique::new("numberlink.same-label", "neighbours on one path", Level::Easy, 3).habit();
const BESIDE: Technique =
    Technique::new("numberlink.beside", "a path next to itself", Level::Easy, 4).habit();
const DEAD_END: Technique =
    Technique::new("numberlink.dead-end", "a cell left without a way out", Level::Easy, 6);
const SHUT_IN: Technique =
    Technique::new("numberlink.shut-in", "something would be shut in", Level::Easy, 8).trial(1, 1);
const PARITY: Technique =
    Technique::new("numberlink.parity", "loose ends beyond a passage", Level::Tricky, 12);
const BOTTLENECK: Technique =
    Technique::new("numberlink.bottleneck", "the only way through", Level::Tricky, 14);
const ISOLATION: Technique =
    Technique::new("numberlink.isolation", "a label would be cut off", Level::Tricky, 16);
const REACH: Technique =
    Technique::new("numberlink.reach", "only one path can come", Level::Tricky, 17);
const COLOURS: Technique =
    Technique::new("numberlink.colours", "the colours beyond a cell", Level::Tricky, 18);
const BORDER: Technique =
    Technique::new("numberlink.border", "the order of ends", Level::Tricky, 19);
/// A person follows each of a few paths for a bend or two: pieces count less than edges.
const LOOK_AHEAD: Technique =
    Technique::new("numberlink.look-ahead", "it fails at once", Level::Tricky, 20).trial(6, 4);
const NARROW: Technique = Technique::new("numberlink.narrow", "a narrow row", Level::Hard, 25);
const LOOK_FAR: Technique =
    Technique::new("numberlink.look-far", "it fails soon", Level::Hard, 30).trial(20, 4);
const TRY_BOTH: Technique =
    Technique::new("numberlink.try-both", "try it and see it fail", Level::Extreme, 40)
        .trial(u32::MAX, u32::MAX);
const SEARCH: Technique =
    Technique::new("numberlink.search", "try it with all techniques", Level::Extreme, 60).search();

/// Techniques that use that there is one solution.
const SHORTCUT_LABEL: Technique =
    Technique::new("numberlink.shortcut-label", "one path, no shortcut", Level::Easy, 4).habit();
const SHORTCUT: Technique =
    Technique::new("numberlink.shortcut", "a shortcut would do too", Level::Easy, 5).habit();
const DETOUR: Technique =
    Technique::new("numberlink.detour", "another bend would do too", Level::Easy, 7);
/// An assumption after which a tricky technique meets a contradiction at once.
const LOOK_INSIDE: Technique =
    Technique::new("numberlink.look-inside", "it fails at a tricky technique", Level::Tricky, 22)
        .glance(8, 2);

/// The board before the first step.
///
/// # Errors
/// Why there is no ladder.
pub(super) fn ladder(puzzle: &Numberlink) -> Result<Box<dyn Ladder>, NoLadder> {
    start(Rulebook {
        board: puzzle.board.clone(),
        ends: puzzle.ends.clone(),
        names: puzzle.labels.clone(),
        order: Vec::new(),
        covers: puzzle.cover == Cover::All,
        touching: match puzzle.touch {
            Touch::No => Touching::Never,
            Touch::No2x2 => Touching::NoBlocks,
            Touch::Yes => Touching::Free,
        },
        shape: Shape::Links,
        rungs: &RUNGS,
        unique: match (puzzle.cover, puzzle.touch) {
            (Cover::All, _) | (_, Touch::No) => None,
            // A square that a path fills may be left only by a shortcut.
            (Cover::Partial, Touch::No2x2) => Some(&NO_SHORTCUTS),
            (Cover::Partial, Touch::Yes) => Some(&NO_DETOURS),
        },
    })
}
