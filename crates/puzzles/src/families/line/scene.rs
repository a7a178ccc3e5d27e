//! What there is to draw of a line.

use super::{Line, numbers};
use crate::puzzle::scene::{BoardScene, Scene, Stroke, Writing};
use crate::puzzle::{Answer, Cell, line_order};

/// The scene of a line. With `bare` the line alone says everything.
pub(super) fn scene<'a>(
    line: &'a Line,
    answer: Option<&Answer>,
    bare: bool,
    fill_holes: bool,
) -> Scene<'a> {
    let found = answer.map(numbers);
    let order = found.map(line_order);
    // A line that need not fill the board ends nobody knows where.
    let given = |number: usize| {
        let stands = |v: &Option<u32>| v.is_some_and(|v| v as usize == number);
        line.given.iter().position(stands).map(|c| c as Cell)
    };
    let ends = match &order {
        Some(order) => [order.first().copied(), order.last().copied()],
        None => [given(1), given(line.board.len())],
    };
    let writing = |(c, given): (usize, &Option<u32>)| {
        let number = given.or_else(|| found.map(|n| n[c]).filter(|&v| v > 0))?;
        Some(Writing {
            text: line.board.shown(number).to_string(),
            given: given.is_some(),
            colour: None,
        })
    };
    Scene::Board(BoardScene {
        board: &line.board,
        cells: line.given.iter().enumerate().map(writing).collect(),
        strokes: order.map(|cells| Stroke { cells, colour: None }).into_iter().collect(),
        discs: Vec::new(),
        marks: Vec::new(),
        ends: Some(ends),
        bare,
        fill_holes,
    })
}
