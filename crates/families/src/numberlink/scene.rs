//! The drawing of a numberlink.

use super::Numberlink;
use clew_puzzle::puzzle::Answer;
use clew_puzzle::puzzle::scene::{BoardScene, Disc, Scene, Stroke, Writing};

/// The scene: end-points as discs, paths as strokes of their colour.
pub(super) fn scene<'a>(link: &'a Numberlink, answer: Option<&Answer>) -> Scene<'a> {
    let terminals = link.terminals();
    let labels = answer.map_or_else(|| terminals.clone(), |a| link.found_labels(a));
    let paths = answer.map(|a| link.paths(a)).unwrap_or_default();
    let writing = |(label, end): (&Option<u32>, &Option<u32>)| {
        let k = (*label)?;
        let text = link.labels[k as usize].clone();
        Some(Writing { text, given: end.is_some(), colour: Some(k) })
    };
    let disc = |(k, ends): (u32, &[u32; 2])| {
        let text = &link.labels[k as usize];
        ends.map(|cell| Disc { cell, text: text.clone(), colour: k })
    };
    Scene::Board(BoardScene {
        board: &link.board,
        cells: labels.iter().zip(&terminals).map(writing).collect(),
        strokes: (0..).zip(paths).map(|(k, cells)| Stroke { cells, colour: Some(k) }).collect(),
        discs: (0..).zip(&link.ends).flat_map(disc).collect(),
        marks: Vec::new(),
        ends: None,
        bare: true,
        fill_holes: true,
    })
}
