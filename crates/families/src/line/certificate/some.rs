//! A line that need not visit every cell, of two cells or more.
//!
//! It has numbers and edges: with a number for each place, a line that ends leaves no number to other cells, which
//! positions in binary do not express.

use super::Line;
use crate::certificate::{Cells, DirectedPathVars, note};
use clew_puzzle::certificate::{Literal, Name, Opb, Unstated};

/// `w_5`: the line has a cell with the number 5.
fn reached(number: usize) -> Name {
    Name::from_parts(&["w_", itoa::Buffer::new().format(number)])
}

/// Numbers from 1 as far as they go; one arc out of every cell on the line but the last, one into every one but the
/// first, to the next number. `u_r1c1`: the cell is on the line; `l_` it is the last one; `d_` it is the first or the
/// last.
///
/// # Errors
/// [`Unstated`].
pub(super) fn state(opb: &mut Opb, line: &Line, cells: &Cells) -> Result<(), Unstated> {
    let n = cells.names.len();
    let mut holds: Vec<Vec<Literal>> = Vec::with_capacity(n);
    for c in 0..n {
        opb.check_interrupt(8 * n)?;
        holds.push((1..=n).map(|k| opb.variable(cells.number(c, k))).collect());
    }
    let words: Vec<Literal> = (1..=n).map(|k| opb.variable(reached(k))).collect();
    let mut numbers = Vec::new();
    for (k, &word) in words.iter().enumerate() {
        opb.check_interrupt(2 * n)?;
        let there: Vec<Literal> = holds.iter().map(|held| held[k]).collect();
        numbers.push(opb.equals_sum(word, &there));
        match k.checked_sub(1) {
            Some(before) => opb.clause([!word, words[before]]),
            None => opb.clause([word]),
        }
    }
    let course = DirectedPathVars::by_numbers(opb, cells, &holds)?;
    for step in opb.derivations.steps.clone() {
        opb.check_interrupt(n)?;
        let Some(arc) = step.arc else { continue };
        let [from, to] = step.cells.map(|c| &holds[c]);
        // Nothing comes before the first number or behind the last one.
        opb.clause([!arc, !to[0]]);
        opb.clause([!arc, !from[n - 1]]);
        for (&here, &next) in from.iter().zip(&to[1..]) {
            opb.clause([!arc, !here, next]);
            opb.clause([!arc, !next, here]);
        }
    }
    let (mut sums, mut ways, mut two, mut lasts) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (c, held) in holds.iter().enumerate() {
        opb.check_interrupt(2 * n)?;
        let [used, last, end] = ["u", "l", "d"].map(|kind| opb.variable(cells.of_cell(kind, c)));
        sums.push(opb.equals_sum(used, held));
        opb.clause([!last, used]);
        for (k, &here) in held.iter().enumerate() {
            match words.get(k + 1) {
                Some(&next) => {
                    opb.clause([!here, next, last]);
                    opb.clause([!here, !next, !last]);
                }
                None => opb.clause([!here, last]),
            }
        }
        let out = opb.equals_sum(used, &course.leaving(c, last));
        let into = opb.equals_sum(used, &course.coming(c, held[0]));
        let both = opb.equals_sum(end, &[held[0], last]);
        course.note_degree(opb, c, [out, into], Some(both));
        if line.given[c].is_some() {
            opb.clause([held[0]]);
        }
        ways.push([out, into]);
        two.push(both);
        lasts.push(last);
    }
    if n == 0 {
        return Ok(());
    }
    let tips = [numbers[0], opb.exactly_one(&lasts)];
    for (side, other) in [(0, 1), (1, 0)] {
        note(opb, tips.iter().map(|rows| rows[side]).chain(two.iter().map(|rows| rows[other])));
        // As many cells as numbers.
        note(opb, sums.iter().map(|rows| rows[side]).chain(numbers.iter().map(|rows| rows[other])));
    }
    for black in colours(cells).into_iter().flat_map(|black| [black.clone(), flipped(&black)]) {
        // Every arc out of a black cell leads into a white one, so there is at most one black cell more.
        let of_cell = |(&black, [out, into]): (&bool, &[[Option<usize>; 2]; 2])| {
            if black { out[0] } else { into[1] }
        };
        note(opb, black.iter().zip(&ways).map(of_cell).chain([tips[1][1]]));
    }
    Ok(())
}

/// The line has more cells than this.
pub(super) fn more(opb: &mut Opb, than: i64) {
    let next = usize::try_from(than + 1).ok().and_then(|number| opb.find(reached(number)));
    opb.clause(next);
}

/// Colours of cells of which neighbours have different ones, if there are such.
fn colours(cells: &Cells) -> Option<Vec<bool>> {
    let mut colour: Vec<Option<bool>> = vec![None; cells.names.len()];
    for root in 0..colour.len() {
        if colour[root].is_some() {
            continue;
        }
        colour[root] = Some(true);
        let mut open = vec![root];
        while let Some(c) = open.pop() {
            for &q in &cells.near[c] {
                match colour[q] {
                    None => {
                        colour[q] = colour[c].map(|black| !black);
                        open.push(q);
                    }
                    same if same == colour[c] => return None,
                    Some(_) => {}
                }
            }
        }
    }
    colour.into_iter().collect()
}

fn flipped(colours: &[bool]) -> Vec<bool> {
    colours.iter().map(|black| !black).collect()
}
