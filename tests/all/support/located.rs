//! The reported differences between solutions, against all solutions by brute force.

use clew::puzzle::{Answer, Content, Puzzle, line_order};
use clew::strategy::{Differences, EdgeUse};
use std::collections::BTreeSet;

/// For each edge whether an answer uses it.
fn used(puzzle: &Puzzle, answer: &Answer) -> Vec<bool> {
    let board = puzzle.board().expect("a board");
    match answer {
        Answer::Links(on) => on.clone(),
        Answer::Line(numbers) => {
            let mut used = vec![false; board.edges().len()];
            for step in line_order(numbers).windows(2) {
                used[board.edge_between(step[0], step[1]).expect("neighbours") as usize] = true;
            }
            used
        }
        _ => unreachable!("on a board there are lines"),
    }
}

/// Compares the result with all solutions. `complete`: nothing may be left open.
pub fn compare(puzzle: &Puzzle, all: &[Answer], found: &Differences, complete: bool) {
    assert!(!complete || found.is_complete(), "{puzzle:?}\n{found:?}");
    let order = puzzle.candidates();
    let rank = |c: &Content| order.iter().position(|o| o == c).expect("a candidate");
    if let Some(cells) = &found.cells {
        assert_eq!(cells.len(), puzzle.cells());
        let contents: Vec<Vec<Content>> = all.iter().map(|a| puzzle.contents(a)).collect();
        for (c, spot) in cells.iter().enumerate() {
            let truth: BTreeSet<usize> = contents.iter().map(|a| rank(&a[c])).collect();
            let can: BTreeSet<usize> = spot.can.iter().map(rank).collect();
            let perhaps: BTreeSet<usize> = spot.perhaps.iter().map(rank).collect();
            assert!(can.is_subset(&truth), "cell {c} of {puzzle:?}");
            assert!(can.is_disjoint(&perhaps));
            let either: BTreeSet<usize> = can.union(&perhaps).copied().collect();
            assert!(truth.is_subset(&either), "cell {c} of {puzzle:?}");
        }
    }
    if let Some(edges) = &found.edges {
        let all: Vec<Vec<bool>> = all.iter().map(|a| used(puzzle, a)).collect();
        for (e, edge) in edges.iter().enumerate() {
            let times = all.iter().filter(|used| used[e]).count();
            let holds = match edge {
                EdgeUse::Always => times == all.len() && times > 0,
                EdgeUse::Never => times == 0,
                EdgeUse::Sometimes => times > 0 && times < all.len(),
                EdgeUse::Unsettled => true,
            };
            assert!(holds, "edge {e} of {puzzle:?}: {edge:?}, {times} of {}", all.len());
        }
    }
}
