//! The ladder of techniques for a continuous line whose ends are given.

use super::Path;
use crate::edge_ladder::{Rulebook, Rungs, Shape, Touching, rungs, start};
use clew_puzzle::puzzle::ladder::{Finding, Ladder, Level, NoLadder, Technique};

static RUNGS: Rungs = rungs! {
    Exits => Technique::new("path.exits", "no other way out", Level::Trivial, 1).habit(),
    Loop => Technique::new("path.loop", "no closed loops", Level::Trivial, 1).silent(),
    Early => Technique::new("path.early", "not to the end yet", Level::Trivial, 1).silent(),
    DeadEnd => Technique::new("path.dead-end", "a cell left without a way out", Level::Easy, 6),
    Trial => Technique::new("path.shut-in", "something would be shut in", Level::Easy, 8).trial(1, 1),
    Parity => Technique::new("path.parity", "loose ends beyond a passage", Level::Tricky, 12),
    Bottleneck => Technique::new("path.bottleneck", "the only way through", Level::Tricky, 14),
    Colours => Technique::new("path.colours", "the colours beyond a cell", Level::Tricky, 18),
    Trial => Technique::new("path.look-ahead", "it fails at once", Level::Tricky, 20).trial(8, 2),
    Trial => Technique::new("path.look-far", "it fails soon", Level::Hard, 30).trial(20, 4),
    Trial => Technique::new("path.try-both", "try it and see it fail", Level::Extreme, 40).trial(u32::MAX, u32::MAX),
    => Technique::new("path.search", "try it with all techniques", Level::Extreme, 60).search()
};

/// The board before the first step.
///
/// # Errors
/// Why there is no ladder: an end is not given, or a number inside the line is.
pub(super) fn ladder(puzzle: &Path) -> Result<Box<dyn Ladder>, NoLadder> {
    let unsuited = |why: &str| Err(NoLadder::Unsuited(why.into()));
    let line = &puzzle.0;
    let n = line.board.len() as u32;
    let at = |k: u32| line.given.iter().position(|&g| g == Some(k)).map(|c| c as u32);
    let (Some(first), Some(last)) = (at(1), at(n)) else {
        return unsuited("a line is explained when both its ends are given");
    };
    if first == last || line.given.iter().flatten().any(|&k| k != 1 && k != n) {
        return unsuited("a line is explained when its two ends, and no other numbers, are given");
    }
    let mut ladder = start(Rulebook {
        board: line.board.clone(),
        ends: vec![[first, last]],
        names: vec!["the line".into()],
        order: Vec::new(),
        covers: true,
        touching: Touching::Free,
        shape: Shape::Line,
        rungs: &RUNGS,
        unique: None,
    })?;
    // Marks are paths that are drawn already.
    for &pair in line.board.links() {
        ladder.learn(Finding::link(pair, true))?;
    }
    Ok(ladder)
}
