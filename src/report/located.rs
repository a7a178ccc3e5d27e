//! Where solutions differ, as JSON: the key `where` of a result object.

use crate::puzzle::{Cell, Content, Puzzle};
use crate::strategy::{EdgeUse, Spot, Whereabouts};
use serde_json::{Value, json};

/// The value of the key.
pub(super) fn value(puzzle: &Puzzle, found: &Whereabouts) -> Value {
    let place = |c: Cell| json!(puzzle.place(c));
    let mut object = json!({
        "complete": found.is_complete(),
        "questions": found.questions,
        "solutions_met": found.met,
    });
    if let Some(cells) = &found.cells {
        let those = |wanted: &dyn Fn(&Spot) -> bool| -> Vec<Value> {
            let all = (0..).zip(cells).filter(|(_, spot)| wanted(spot));
            all.map(|(c, _)| place(c)).collect()
        };
        object["same"] = json!(those(&Spot::is_same));
        object["differs"] = json!(those(&Spot::differs));
        object["unsettled"] = json!(those(&|spot| !spot.perhaps.is_empty()));
        if !found.is_complete() {
            let perhaps: Vec<Vec<Content>> = cells.iter().map(|s| s.perhaps.clone()).collect();
            object["perhaps"] = json!(super::cells::candidates(puzzle, &perhaps));
        }
    }
    if let (Some(edges), Some(board)) = (&found.edges, puzzle.board()) {
        let those = |wanted: EdgeUse| -> Vec<Value> {
            let all = edges.iter().zip(board.edges()).filter(|(used, _)| **used == wanted);
            all.map(|(_, ends)| json!(ends.map(place))).collect()
        };
        object["edges_always"] = json!(those(EdgeUse::Always));
        object["edges_sometimes"] = json!(those(EdgeUse::Sometimes));
        object["edges_unsettled"] = json!(those(EdgeUse::Unsettled));
    }
    object
}
