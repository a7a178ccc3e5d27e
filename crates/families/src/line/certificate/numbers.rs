//! A line by its numbers: which cell holds which.

use super::Line;
use crate::certificate::{Cells, note};
use clew_puzzle::certificate::derive::{Square, Step, Tip};
use clew_puzzle::certificate::{Literal, Opb, Unstated};
use std::collections::VecDeque;

/// Per cell its literals by their numbers, from 0; `None` where the number cannot be.
pub(super) type Held = Vec<Vec<Option<Literal>>>;

/// "This cell holds this number": one number per cell, one cell per number, and next to a number are the one before and
/// the next. A number that cannot be near enough to a given one has no variable.
///
/// # Errors
/// [`Unstated`].
pub(super) fn state(opb: &mut Opb, line: &Line, cells: &Cells) -> Result<Held, Unstated> {
    let n = cells.names.len();
    let may = possible(line, cells, opb)?;
    let mut holds: Held = Vec::with_capacity(n);
    for (c, may) in may.iter().enumerate() {
        opb.check_interrupt(8 * n)?;
        let variable = |k: usize| may[k].then(|| opb.variable(cells.number(c, k + 1)));
        holds.push((0..n).map(variable).collect());
    }
    let mut square = Square { lines: Vec::new(), values: Vec::new() };
    for held in &holds {
        opb.check_interrupt(n)?;
        let lits: Vec<Literal> = held.iter().copied().flatten().collect();
        let [least, _] = opb.exactly_one(&lits);
        let of_values = held.iter().enumerate().filter_map(|(k, l)| Some((k, (*l)?)));
        square.lines.push((of_values.collect(), least));
    }
    for k in 0..n {
        opb.check_interrupt(n)?;
        let lits: Vec<Literal> = holds.iter().filter_map(|held| held[k]).collect();
        let [_, most] = opb.exactly_one(&lits);
        square.values.push(most);
    }
    opb.derivations.squares.push(square);
    for c in 0..n {
        opb.check_interrupt(n)?;
        for (k, here) in holds[c].iter().enumerate() {
            let Some(here) = *here else { continue };
            for beside in [k.checked_sub(1), Some(k + 1).filter(|&k| k < n)].into_iter().flatten() {
                let there = cells.near[c].iter().filter_map(|&q| holds[q][beside]);
                opb.clause(std::iter::once(!here).chain(there));
            }
        }
    }
    Ok(holds)
}

/// Edges: two cells are joined if their numbers follow each other, and a cell has two edges, unless it holds
/// the first number or the last.
///
/// # Errors
/// [`Unstated`].
pub(super) fn join(opb: &mut Opb, cells: &Cells, held: &Held) -> Result<(), Unstated> {
    let n = held.len();
    let mut at = vec![Vec::new(); n];
    for pair in cells.pairs() {
        opb.check_interrupt(2 * n)?;
        let edge = opb.variable(cells.edge(pair));
        for [a, b] in [pair, [pair[1], pair[0]]] {
            opb.derivations.steps.push(Step { cells: [a, b], arc: None, edge, rises: [None; 2] });
            at[a].push(edge);
            for (k, here) in held[a].iter().enumerate() {
                let Some(here) = *here else { continue };
                let beside = [k.checked_sub(1), Some(k + 1)].into_iter().flatten();
                let there: Vec<Literal> =
                    beside.filter_map(|k| held[b].get(k).copied().flatten()).collect();
                if a < b {
                    there.iter().for_each(|&there| opb.clause([!here, !there, edge]));
                }
                opb.clause([!edge, !here].into_iter().chain(there));
            }
        }
    }
    for ((edges, ends), held) in at.iter().zip(ends(held)).zip(held) {
        let ways = |sign: i64| edges.iter().chain(&ends).map(move |&l| (sign, l));
        let rows = [2, -2].map(|bound: i64| {
            let row = opb.noting(|opb| opb.at_least(ways(bound.signum()), bound));
            note(opb, std::iter::once(row))
        });
        opb.derivations.degrees.push(rows);
        let end = [held.first(), held.last()].map(|l| l.copied().flatten());
        opb.derivations.tips.push(Tip { places: None, end, word: None });
    }
    // One cell holds the first number and one the last, which on boards of two colours have each its colour.
    let values = opb.derivations.squares.last().map(|square| &square.values);
    let most: Vec<_> =
        values.into_iter().flat_map(|v| [v.first(), v.last()]).flatten().copied().collect();
    for row in most {
        let sum = note(opb, std::iter::once(row));
        opb.derivations.ends.push((1, sum));
    }
    Ok(())
}

/// Per cell the literals for "this cell is an end of the line".
pub(super) fn ends(held: &Held) -> Vec<Vec<Literal>> {
    let of_cell = |held: &Vec<Option<Literal>>| {
        [held.first(), held.last()].into_iter().flatten().copied().flatten().collect()
    };
    held.iter().map(of_cell).collect()
}

/// Per cell and number (from 0) whether it may stand there: a given number stands in its cell, and no
/// cell is further from it than there are steps between the numbers.
fn possible(line: &Line, cells: &Cells, opb: &Opb) -> Result<Vec<Vec<bool>>, Unstated> {
    let n = cells.names.len();
    // Per cell where numbers begin and end that are too near to a given one: how many begin less how many end.
    let mut turns = vec![vec![0i16; n + 1]; n];
    for (at, given) in line.given.iter().enumerate() {
        let Some(given) = given.map(|given| given as usize) else { continue };
        opb.check_interrupt(8 * n)?;
        let mut distance: Vec<Option<usize>> = vec![None; n];
        distance[at] = Some(0);
        let mut open = VecDeque::from([at]);
        while let Some(c) = open.pop_front() {
            for &q in &cells.near[c] {
                if distance[q].is_none() {
                    distance[q] = distance[c].map(|d| d + 1);
                    open.push_back(q);
                }
            }
        }
        for (c, turns) in turns.iter_mut().enumerate() {
            let mut bar = |from: usize, to: usize| {
                turns[from.min(n)] += 1;
                turns[to.min(n)] -= 1;
            };
            if c == at {
                // Its own cell holds the given number.
                bar(0, given.saturating_sub(1));
                bar(given, n);
            } else {
                // Numbers, counted from 0, at a distance that the steps between do not cover.
                let near = distance[c].unwrap_or(n);
                bar(given.saturating_sub(near), given + near - 1);
            }
        }
    }
    let of_cell = |turns: Vec<i16>| {
        let barred = turns.iter().scan(0i16, |sum, &turn| {
            *sum += turn;
            Some(*sum)
        });
        barred.take(n).map(|barred| barred == 0).collect()
    };
    Ok(turns.into_iter().map(of_cell).collect())
}
