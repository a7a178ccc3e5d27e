//! A path that leaves itself for empty cells and comes back further on.
//!
//! Empty cells fall into components. A path that touches one component at its positions lo and hi, the
//! first and the last such, can leave it at lo and come back at hi: so the cells strictly between do
//! not separate its ends, nor do the edges between. As the path has no chords, there is no other way
//! round a cell or an edge. Linear in the board.

use super::{Found, NONE, components};
use clew_puzzle::puzzle::Answer;

/// Another chordless path for one label, which avoids a cell of its path.
pub(super) fn around_a_cell(found: &Found<'_>) -> Option<Answer> {
    let (label, lo, _) = gaps(found).find(|&(_, lo, hi)| hi - lo >= 2)?;
    let avoid = found.paths[label][lo + 1];
    let way = found.shortest(label, |_, q| q != avoid);
    Some(found.with_path(label, &way.expect("the component leads round the cell")))
}

/// Another path for one label, which avoids an edge of its path.
pub(super) fn around_an_edge(found: &Found<'_>) -> Option<Answer> {
    let (label, lo, _) = gaps(found).find(|&(_, lo, hi)| hi > lo)?;
    let path = &found.paths[label];
    let (a, b) = (path[lo], path[lo + 1]);
    let way = found.shortest(label, |c, q| (c, q) != (a, b) && (c, q) != (b, a));
    Some(found.with_path(label, &way.expect("the component leads round the edge")))
}

/// Per label and component of empty cells that it touches: the first and last position where it does.
fn gaps<'a>(found: &'a Found<'_>) -> impl Iterator<Item = (usize, usize, usize)> + 'a {
    let (component, count) = components(found, |c| found.is_empty(c));
    // Per component the label that touched it last, and where.
    let mut spans = vec![(NONE, 0, 0); count];
    found.paths.iter().enumerate().flat_map(move |(k, path)| {
        let mut touched = Vec::new();
        for (i, &c) in path.iter().enumerate() {
            for &q in found.puzzle.board.neighbours(c) {
                let part = component[q as usize];
                if part == NONE {
                    continue;
                }
                let span = &mut spans[part as usize];
                if span.0 == k as u32 {
                    span.2 = i;
                } else {
                    *span = (k as u32, i, i);
                    touched.push(part);
                }
            }
        }
        let own: Vec<_> = touched
            .into_iter()
            .map(|part| (k, spans[part as usize].1, spans[part as usize].2))
            .collect();
        own
    })
}
