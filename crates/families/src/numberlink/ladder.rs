//! The ladder of techniques for numberlink.
//!
//! No rung is needed for turns that continue along their diagonal when a path does not touch itself: this is "a path
//! would run beside itself" followed by "only two ways out".

use super::{Cover, Numberlink, Touch};
use crate::edge_ladder::{Rulebook, Shape, TechniqueId, Touching, start};
use clew_puzzle::puzzle::ladder::{Ladder, Level, NoLadder, Technique};

static RUNGS: [TechniqueId; 17] = [
    TechniqueId::Exits,
    TechniqueId::Labels,
    TechniqueId::Loop,
    TechniqueId::SameLabel,
    TechniqueId::Beside,
    TechniqueId::DeadEnd,
    TechniqueId::Trial,
    TechniqueId::Parity,
    TechniqueId::Bottleneck,
    TechniqueId::Isolation,
    TechniqueId::Reach,
    TechniqueId::Colours,
    TechniqueId::Border,
    TechniqueId::Trial,
    TechniqueId::Narrow,
    TechniqueId::Trial,
    TechniqueId::Trial,
];

static TECHNIQUES: [Technique; 18] = [
    Technique::new("numberlink.exits", "no other way out", Level::Trivial, 1).habit(),
    Technique::new("numberlink.labels", "two labels side by side", Level::Trivial, 1).silent(),
    Technique::new("numberlink.loop", "no closed loops", Level::Trivial, 1).silent(),
    Technique::new("numberlink.same-label", "neighbours on one path", Level::Easy, 3).habit(),
    Technique::new("numberlink.beside", "a path next to itself", Level::Easy, 4).habit(),
    Technique::new("numberlink.dead-end", "a cell left without a way out", Level::Easy, 6),
    Technique::new("numberlink.shut-in", "something would be shut in", Level::Easy, 8).trial(1, 1),
    Technique::new("numberlink.parity", "loose ends beyond a passage", Level::Tricky, 12),
    Technique::new("numberlink.bottleneck", "the only way through", Level::Tricky, 14),
    Technique::new("numberlink.isolation", "a label would be cut off", Level::Tricky, 16),
    Technique::new("numberlink.reach", "only one path can come", Level::Tricky, 17),
    Technique::new("numberlink.colours", "the colours beyond a cell", Level::Tricky, 18),
    Technique::new("numberlink.border", "the order of ends", Level::Tricky, 19),
    Technique::new("numberlink.look-ahead", "it fails at once", Level::Tricky, 20).trial(8, 2),
    Technique::new("numberlink.narrow", "a narrow row", Level::Hard, 25),
    Technique::new("numberlink.look-far", "it fails soon", Level::Hard, 30).trial(20, 4),
    Technique::new("numberlink.try-both", "try it and see it fail", Level::Extreme, 40)
        .trial(u32::MAX, u32::MAX),
    Technique::new("numberlink.search", "try it with all techniques", Level::Extreme, 60).search(),
];

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
        techniques: &TECHNIQUES,
    })
}
