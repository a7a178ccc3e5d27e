//! What there is to draw of a line.

use super::{Line, numbers};
use crate::puzzle::scene::{BoardScene, Scene, Stroke, Writing};
use crate::puzzle::{Answer, line_order};

/// The scene of a line. With `bare` the line alone says everything.
pub(super) fn scene<'a>(
    line: &'a Line,
    answer: Option<&Answer>,
    bare: bool,
    fill_holes: bool,
) -> Scene<'a> {
    let found = answer.map(numbers);
    let writing = |(c, given): (usize, &Option<u32>)| {
        let number = given.or_else(|| found.map(|n| n[c]).filter(|&v| v > 0))?;
        Some(Writing { text: number.to_string(), given: given.is_some(), colour: None })
    };
    Scene::Board(BoardScene {
        board: &line.board,
        cells: line.given.iter().enumerate().map(writing).collect(),
        strokes: found.map(|n| Stroke { cells: line_order(n), colour: None }).into_iter().collect(),
        discs: Vec::new(),
        bare,
        fill_holes,
    })
}
