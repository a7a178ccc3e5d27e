//! Counting the lines of a zip by dynamic programming.

use super::super::counting::stops::Stops;
use super::super::counting::{self, filling, order};
use super::Zip;
use clew_count::{Counting, Known};
use clew_puzzle::puzzle::Answer;
use clew_puzzle::puzzle::counting::{Counted, Marks};

/// The names of the dynamic programs.
pub(super) const DP_NAMES: [&str; 1] = ["stops"];

/// The dynamic program that counts the lines of a zip, with its answers.
///
/// # Errors
/// A message, if the board is too wide for it.
pub(super) fn counted(zip: &Zip) -> Result<Counted<'_>, String> {
    let (line, stops) = (zip.line(), zip.stops());
    let engine: Box<dyn Counting> = match stops.len() {
        // One cell.
        ..2 => Box::new(Known(true)),
        _ => {
            let order = order::best(&zip.board).cells;
            let program = Stops::new(&zip.board, &stops, &order);
            let why = "there is no program for this board: it is too wide for a packed state";
            Box::new(program.ok_or(why)?)
        }
    };
    Ok(Counted {
        name: "frontier",
        engine,
        bits: counting::bits(&line),
        decode: Box::new(move |edges, _| Answer::Line(filling(&line, edges, false))),
        marks: Marks::Edges,
    })
}
