//! A line through every cell by its edges.

use super::Line;
use crate::certificate::{Cells, DirectedPathVars, note, tip};
use clew_puzzle::certificate::{Literal, Opb, Unstated};

/// Arcs: one out of every cell but the last, one into every cell but the first, positions count up. Returns per cell
/// the literal for "this cell is an end of the line".
///
/// # Errors
/// [`Unstated`].
pub(super) fn state(
    opb: &mut Opb,
    line: &Line,
    cells: &Cells,
) -> Result<Vec<Vec<Literal>>, Unstated> {
    let n = cells.names.len();
    let course = DirectedPathVars::state(opb, cells)?;
    let (mut starts, mut lasts, mut two) = (Vec::new(), Vec::new(), Vec::new());
    let mut ends = Vec::new();
    for c in 0..n {
        opb.check_interrupt(64)?;
        let [start, last, tip] = tip(opb, cells, &course, c);
        let out = opb.exactly_one(&course.leaving(c, last));
        let into = opb.exactly_one(&course.coming(c, start));
        if n > 1 {
            let end = opb.equals_sum(tip, &[start, last]);
            let degree = course.note_degree(opb, c, [out, into], Some(end));
            opb.derivations.degrees.push(degree);
            two.push(end);
        }
        match line.given[c] {
            Some(1) if n > 1 => opb.clause([start]),
            Some(_) if n > 1 => opb.clause([last]),
            _ => {}
        }
        starts.push(start);
        lasts.push(last);
        ends.push(vec![tip]);
    }
    if n > 0 {
        let tips = [opb.exactly_one(&starts), opb.exactly_one(&lasts)];
        if n > 1 {
            let sums = [(0, 1), (1, 0)].map(|(side, other)| {
                let rows = tips.iter().map(|rows| rows[side]);
                note(opb, rows.chain(two.iter().map(|rows| rows[other])))
            });
            opb.derivations.ends.push((2, sums[1]));
        }
    }
    Ok(ends)
}
