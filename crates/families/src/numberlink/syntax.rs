//! Reading numberlinks.

use super::joined::ANY;
use super::{Cover, Joined, Numberlink, Touch};
use clew_puzzle::puzzle::Puzzle;
use clew_puzzle::puzzle::capabilities::Adjusts;
use clew_puzzle::puzzle::family::ClueResult;
use clew_puzzle::puzzle::format::{At, Clue, Draft, Fault, MAX_LABEL_NAME, MAX_LABELS};
use serde_json::Value;
use std::collections::HashMap;

/// Whether a text can be the name of a label.
fn is_label(text: &str) -> bool {
    !text.is_empty() && text.len() <= MAX_LABEL_NAME && text.chars().all(char::is_alphanumeric)
}

/// The meaning of a token that is neither `.` nor `#`.
pub(super) fn clue(text: &str) -> ClueResult {
    if is_label(text) || text == ANY {
        return Ok(Clue::Label(text.into()));
    }
    Err(format!("\".\", \"#\" or a label of letters and digits, at most {MAX_LABEL_NAME} bytes"))
}

/// The meaning of a JSON value that is not `null`.
pub(super) fn json_clue(value: &Value) -> ClueResult {
    let clue = match value {
        Value::String(text) if text == "#" => Some(Clue::Hole),
        Value::String(text) if is_label(text) || text == ANY => Some(Clue::Label(text.clone())),
        Value::Number(number) => number.as_u64().map(|label| Clue::Label(label.to_string())),
        _ => None,
    };
    clue.ok_or_else(|| {
        format!("null, \"#\" or a label of letters and digits, at most {MAX_LABEL_NAME} bytes")
    })
}

/// The puzzle that a draft describes, of whichever kind its labels are.
///
/// # Errors
/// The first mistake.
pub(super) fn puzzle<'a>(draft: Draft<'a>) -> Result<Puzzle, Fault<'a>> {
    let mut stands: HashMap<&str, u32> = HashMap::new();
    for (clue, _) in &draft.clues {
        if let Clue::Label(text) = clue {
            *stands.entry(text).or_default() += 1;
        }
    }
    let any = stands.contains_key(ANY);
    let often = stands.values().any(|&n| n > 2) && stands.values().all(|n| n % 2 == 0);
    match any || often {
        true => Ok(Puzzle::from(joined(draft)?)),
        false => Ok(Puzzle::from(numberlink(draft)?)),
    }
}

/// The puzzle of a draft in which some label stands more often than twice, or an end may be of any label.
///
/// # Errors
/// The first mistake.
fn joined<'a>(draft: Draft<'a>) -> Result<Joined, Fault<'a>> {
    if draft.words[1] != Touch::Yes.keyword() {
        let expected = "every label twice, or \"touch: yes\": only then labels may stand 4 or 6 \
                        times, and \"?\" for any label";
        return Err(Fault::new(draft.origin, expected));
    }
    let mut labels: Vec<String> = Vec::new();
    let mut known: HashMap<String, u32> = HashMap::new();
    let mut ends = Vec::new();
    let mut cell = 0u32;
    for (clue, at) in &draft.clues {
        match clue {
            Clue::Label(text) if text == ANY => ends.push((cell, None)),
            Clue::Label(text) => {
                let k = *known.entry(text.clone()).or_insert(labels.len() as u32);
                if k as usize == labels.len() {
                    labels.push(text.clone());
                }
                if labels.len() > MAX_LABELS {
                    return Err(Fault::new(*at, format!("at most {MAX_LABELS} labels")));
                }
                ends.push((cell, Some(k)));
            }
            Clue::Number(_) => return Err(Fault::new(*at, "a label, \".\" or \"#\"")),
            Clue::Empty | Clue::Hole => {}
        }
        cell += u32::from(*clue != Clue::Hole);
    }
    if ends.len() % 2 == 1 {
        let expected = format!("an even number of ends, not {}", ends.len());
        return Err(Fault::new(draft.origin, expected));
    }
    let cover = Cover::from_keyword(draft.words[0]).unwrap_or_default();
    let bridges = draft.bridges.first().map(|(_, at)| *at);
    if let Some(at) = bridges {
        let expected = "no bridges where labels stand more often than twice";
        return Err(Fault::new(at, expected));
    }
    Ok(Joined { board: draft.board()?, labels, ends, cover })
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
