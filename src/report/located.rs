//! Where solutions differ, as JSON: the key `where` of a result object.

use crate::strategy::{EdgeUse, Spot, Whereabouts};
use clew_puzzles::puzzle::{Cell, Content, Puzzle};
use serde_json::{Value, json};

/// Places by what is known of them. A bridge is one place: the same if both of its lines are, and if one of
/// them differs it differs.
#[derive(Default, Debug)]
pub struct Places {
    /// What is there is the same in all solutions.
    pub same: Vec<(u32, u32)>,
    /// Two solutions are known that differ there.
    pub differs: Vec<(u32, u32)>,
    /// Something may be there of which it is not known.
    pub unsettled: Vec<(u32, u32)>,
    /// How many places there are.
    pub all: usize,
}

impl Places {
    /// Of a spot a cell, in the order of the cells.
    pub fn of(puzzle: &Puzzle, cells: &[Spot]) -> Places {
        let board = puzzle.board();
        let mut places = Places::default();
        for (cell, spot) in (0..).zip(cells) {
            // The second cell of a bridge comes with the first one.
            if board.is_some_and(|board| board.is_second(cell)) {
                continue;
            }
            let crossing = board.and_then(|board| board.crossing(cell));
            let lines = || std::iter::once(spot).chain(crossing.map(|c| &cells[c as usize]));
            let add = |list: &mut Vec<(u32, u32)>, holds: bool| {
                if holds {
                    list.push(puzzle.place(cell));
                }
            };
            add(&mut places.same, lines().all(Spot::is_same));
            add(&mut places.differs, lines().any(Spot::differs));
            add(&mut places.unsettled, lines().any(|spot| !spot.perhaps.is_empty()));
            places.all += 1;
        }
        places
    }
}

/// The value of the key.
pub(super) fn value(puzzle: &Puzzle, found: &Whereabouts) -> Value {
    let place = |c: Cell| json!(puzzle.place(c));
    let mut object = json!({
        "complete": found.is_complete(),
        "questions": found.questions,
        "solutions_met": found.met,
    });
    if let Some(cells) = &found.cells {
        let places = Places::of(puzzle, cells);
        object["same"] = json!(places.same);
        object["differs"] = json!(places.differs);
        object["unsettled"] = json!(places.unsettled);
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
