//! The drawing of a line.

use super::{Line, Zip, numbers};
use clew_puzzle::puzzle::scene::{BoardScene, Disc, Scene, Stroke, Writing};
use clew_puzzle::puzzle::{Answer, Cell, line_order};

/// The scene of a line. With `bare` only the line is drawn.
pub(super) fn scene<'a>(
    line: &'a Line,
    answer: Option<&Answer>,
    bare: bool,
    fill_holes: bool,
) -> Scene<'a> {
    let found = answer.map(numbers);
    let order = found.map(line_order);
    // The end of a line that need not fill the board is unknown.
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

/// The scene of a zip: its numbers in discs, and the line in their colour. The text of a cell without a number is its
/// place along the line.
pub(super) fn stops<'a>(zip: &'a Zip, answer: Option<&Answer>) -> Scene<'a> {
    const COLOUR: u32 = 0;
    let found = answer.map(numbers);
    let writing = |(c, number): (usize, &Option<u32>)| {
        let text = number.or_else(|| found.map(|n| n[c]))?.to_string();
        Some(Writing { text, given: number.is_some(), colour: Some(COLOUR) })
    };
    let disc = |(cell, number): (Cell, &Option<u32>)| {
        Some(Disc { cell, text: (*number)?.to_string(), colour: COLOUR })
    };
    let stroke = |n| Stroke { cells: line_order(n), colour: Some(COLOUR) };
    Scene::Board(BoardScene {
        board: &zip.board,
        cells: zip.numbers.iter().enumerate().map(writing).collect(),
        strokes: found.map(stroke).into_iter().collect(),
        discs: (0..).zip(&zip.numbers).filter_map(disc).collect(),
        marks: Vec::new(),
        ends: None,
        bare: true,
        fill_holes: true,
    })
}

/// The scene of a closed line, with its numbers if there is an answer.
pub(super) fn closed<'a>(line: &'a Line, found: Option<&[u32]>) -> Scene<'a> {
    let written = |&k: &u32| Some(Writing { text: k.to_string(), given: false, colour: None });
    let stroke = |n: &[u32]| {
        let mut cells = line_order(n);
        cells.extend(cells.first().copied());
        Stroke { cells, colour: None }
    };
    Scene::Board(BoardScene {
        board: &line.board,
        cells: found
            .map_or_else(|| vec![None; line.board.len()], |n| n.iter().map(written).collect()),
        strokes: found.map(stroke).into_iter().collect(),
        discs: Vec::new(),
        marks: Vec::new(),
        ends: None,
        bare: true,
        fill_holes: true,
    })
}
