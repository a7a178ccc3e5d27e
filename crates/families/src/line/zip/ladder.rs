//! The ladder of techniques for a zip: that of a line between two ends, and the order of the numbers.

use super::Zip;
use crate::edge_ladder::{Rulebook, Rungs, Shape, Touching, rungs, start};
use clew_puzzle::puzzle::ladder::{Ladder, Level, NoLadder, Technique};

static RUNGS: Rungs = rungs! {
    Exits => Technique::new("zip.exits", "no other way out", Level::Trivial, 1).habit(),
    Loop => Technique::new("zip.loop", "no closed loops", Level::Trivial, 1).silent(),
    Early => Technique::new("zip.early", "not to the end yet", Level::Trivial, 1).silent(),
    Order => Technique::new("zip.order", "numbers out of order", Level::Easy, 3),
    DeadEnd => Technique::new("zip.dead-end", "a cell left without a way out", Level::Easy, 6),
    Trial => Technique::new("zip.shut-in", "something would be shut in", Level::Easy, 8).trial(1, 1),
    Parity => Technique::new("zip.parity", "loose ends beyond a passage", Level::Tricky, 12),
    Bottleneck => Technique::new("zip.bottleneck", "the only way through", Level::Tricky, 14),
    Colours => Technique::new("zip.colours", "the colours beyond a cell", Level::Tricky, 18),
    Trial => Technique::new("zip.look-ahead", "it fails at once", Level::Tricky, 20).trial(8, 2),
    Trial => Technique::new("zip.look-far", "it fails soon", Level::Hard, 30).trial(20, 4),
    Trial => Technique::new("zip.try-both", "try it and see it fail", Level::Extreme, 40).trial(u32::MAX, u32::MAX),
    => Technique::new("zip.search", "try it with all techniques", Level::Extreme, 60).search()
};

/// The board before the first step.
///
/// # Errors
/// Why there is no ladder.
pub(super) fn ladder(zip: &Zip) -> Result<Box<dyn Ladder>, NoLadder> {
    let [first, last] = zip.ends();
    if first == last {
        return Err(NoLadder::Unsuited("one cell is a line without a step".into()));
    }
    start(Rulebook {
        board: zip.board.clone(),
        ends: vec![[first, last]],
        names: vec!["the line".into()],
        order: zip.stops(),
        covers: true,
        touching: Touching::Free,
        shape: Shape::Line,
        rungs: &RUNGS,
        unique: None,
    })
}
