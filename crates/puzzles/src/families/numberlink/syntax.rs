//! Reading numberlinks.

use super::{Cover, Numberlink, Touch};
use crate::puzzle::capabilities::Adjusts;
use crate::puzzle::family::ClueResult;
use crate::puzzle::format::{At, Clue, Draft, Fault, MAX_LABEL_NAME, MAX_LABELS};
use serde_json::Value;
use std::collections::HashMap;

/// Whether a text can be the name of a label.
fn is_label(text: &str) -> bool {
    !text.is_empty() && text.len() <= MAX_LABEL_NAME && text.chars().all(char::is_alphanumeric)
}

/// The meaning of a token that is neither `.` nor `#`.
pub(super) fn clue(text: &str) -> ClueResult {
    if is_label(text) {
        return Ok(Clue::Label(text.into()));
    }
    Err(format!("\".\", \"#\" or a label of letters and digits, at most {MAX_LABEL_NAME} bytes"))
}

/// The meaning of a JSON value that is not `null`.
pub(super) fn json_clue(value: &Value) -> ClueResult {
    let clue = match value {
        Value::String(text) if text == "#" => Some(Clue::Hole),
        Value::String(text) if is_label(text) => Some(Clue::Label(text.clone())),
        Value::Number(number) => number.as_u64().map(|label| Clue::Label(label.to_string())),
        _ => None,
    };
    clue.ok_or_else(|| {
        format!("null, \"#\" or a label of letters and digits, at most {MAX_LABEL_NAME} bytes")
    })
}

/// The puzzle that a draft describes.
///
/// # Errors
/// The first mistake.
pub(super) fn numberlink<'a>(draft: Draft<'a>) -> Result<Numberlink, Fault<'a>> {
    let mut labels: Vec<String> = Vec::new();
    let mut seen: HashMap<&str, usize> = HashMap::new();
    let mut stands: Vec<(Vec<u32>, At<'a>)> = Vec::new();
    let mut cell = 0u32;
    for (clue, at) in &draft.clues {
        match clue {
            Clue::Label(text) => {
                let k = *seen.entry(text).or_insert(stands.len());
                if k == stands.len() {
                    if k == MAX_LABELS {
                        return Err(Fault::new(*at, format!("at most {MAX_LABELS} labels")));
                    }
                    labels.push(text.clone());
                    stands.push((Vec::new(), *at));
                }
                if stands[k].0.len() == 2 {
                    return Err(Fault::new(*at, "every label twice; this is the third"));
                }
                stands[k].0.push(cell);
            }
            Clue::Number(_) => return Err(Fault::new(*at, "a label, \".\" or \"#\"")),
            Clue::Empty | Clue::Hole => {}
        }
        cell += u32::from(*clue != Clue::Hole);
    }
    let mut ends = Vec::with_capacity(stands.len());
    for (cells, at) in stands {
        match cells[..] {
            [a, b] => ends.push([a, b]),
            _ => return Err(Fault::new(at, "every label twice; this one stands once")),
        }
    }
    if ends.is_empty() {
        return Err(Fault::new(draft.origin, "at least one pair of labels"));
    }
    // The words are those of the family's keys, in their order.
    let cover = Cover::from_keyword(draft.words[0]).unwrap_or_default();
    let touch = Touch::from_keyword(draft.words[1]).unwrap_or_default();
    let origin = draft.origin;
    let link = Numberlink { board: draft.board()?, labels, ends, cover, touch };
    match link.coherent() {
        Ok(()) => Ok(link),
        Err(why) => Err(Fault::new(origin, format!("rules that go together; {why}"))),
    }
}
