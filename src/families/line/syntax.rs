//! Reading lines: hidato and the continuous line have the same givens.

use super::Line;
use crate::puzzle::family::ClueResult;
use crate::puzzle::format::{Clue, Draft, Fault, Place, name};
use serde_json::Value;

/// The meaning of a token that is neither `.` nor `#`.
pub(super) fn clue(text: &str) -> ClueResult {
    Clue::number(text).ok_or_else(|| "a number, \".\" or \"#\"".into())
}

/// The meaning of a JSON value that is not `null`.
pub(super) fn json_clue(value: &Value) -> ClueResult {
    let clue = match value {
        Value::String(text) if text == "#" => Some(Clue::Hole),
        Value::Number(number) => Clue::json_number(number),
        _ => None,
    };
    clue.ok_or_else(|| "null, \"#\" or a number".into())
}

/// The line that a draft describes.
///
/// # Errors
/// The first mistake.
pub(super) fn line<'a>(draft: Draft<'a>) -> Result<Line, Fault<'a>> {
    let cells = draft.cells();
    let mut given = Vec::with_capacity(cells);
    let mut first: Vec<Option<Place>> = vec![None; cells + 1];
    for (i, (clue, at)) in draft.clues.iter().enumerate() {
        match *clue {
            Clue::Number(v) if v == 0 || v as usize > cells => {
                return Err(Fault::new(
                    *at,
                    format!("a number from 1 to {cells} (the number of cells)"),
                ));
            }
            Clue::Number(v) => {
                if let Some(place) = first[v as usize].replace(draft.place(i)) {
                    let earlier = name(place);
                    return Err(Fault::new(
                        *at,
                        format!("every number at most once; {v} stands at {earlier} already"),
                    ));
                }
                given.push(Some(v));
            }
            Clue::Empty => given.push(None),
            Clue::Hole => {}
            Clue::Label(_) => return Err(Fault::new(*at, "a number, \".\" or \"#\"")),
        }
    }
    Ok(Line { board: draft.board()?, given })
}
