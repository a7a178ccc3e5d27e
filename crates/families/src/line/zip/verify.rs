//! Whether an answer obeys the rules of Zip, stated directly and apart from every network.

use super::super::{Line, verify};
use super::Zip;
use clew_puzzle::puzzle::Answer;
use clew_puzzle::puzzle::verify::{Violation, spot};

/// Checks that the answer is a line through all cells that meets the numbered cells in the order of their numbers,
/// the first number first and the last one last.
///
/// # Errors
/// The first rule found broken.
pub(super) fn verify(zip: &Zip, answer: &Answer) -> Result<(), Violation> {
    let line = Line { board: zip.board.clone(), given: vec![None; zip.board.len()] };
    verify::verify(&line, answer, true)?;
    let Answer::Line(along) = answer else { return Err(Violation::other_family()) };
    let stops = zip.stops();
    let place = |i: usize| along[stops[i] as usize];
    let at = |i: usize| spot(&zip.board, stops[i]);
    for i in 1..stops.len() {
        if place(i) < place(i - 1) {
            let text = format!(
                "the line meets {} at {} before {i} at {}: they are cells {} and {} of it",
                i + 1,
                at(i),
                at(i - 1),
                place(i),
                place(i - 1)
            );
            return Err(Violation::new("order", [at(i - 1), at(i)], text));
        }
    }
    let end = |i: usize, wanted: u32, what: &str| {
        let text = format!("the line does not {what} at {}, where {} stands", at(i), i + 1);
        (place(i) != wanted).then(|| Violation::new("ends", [at(i)], text))
    };
    let ends = [end(0, 1, "start"), end(stops.len() - 1, along.len() as u32, "end")];
    ends.into_iter().flatten().next().map_or(Ok(()), Err)
}
