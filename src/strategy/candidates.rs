//! In how many solutions does a value or a label stand in a cell, and is an edge on the line?
//!
//! Few solutions are looked at one by one, which tells everything. Many hidatos are counted by
//! independent parts, once for each value a cell can have. Else the forward and backward values of a
//! programme tell, for lines of edges only: the numbers along a line are not in its states. What has no programme, or none that fits into memory, is enumerated as far as
//! the limits allow, and the union of what was seen is reported as such.

use super::enumerate::enumerate;
use super::error::RunError;
use super::offers::dp_name;
use super::options::Options;
use super::outcome::{Candidates, How, Outcome};
use super::places::places;
use super::programme::{self, Uses};
use crate::families::{Kind, kind};
use crate::puzzle::{Answer, Content, Puzzle, line_order};
use crate::run::Stop;
use num_bigint::BigUint;
use std::ops::ControlFlow;
use std::time::Instant;

/// Decisions of the search that looks whether solutions are few.
const FEW: u64 = 2_000;

/// The candidates of every cell with their numbers, in [`Outcome::candidates`]; `exact` says whether
/// all solutions were looked at.
///
/// # Errors
/// [`RunError`].
pub fn candidates(puzzle: &Puzzle, options: &Options) -> Result<Outcome, RunError> {
    let few = enumerated(puzzle, options, Some(FEW))?;
    let limited = options.budget.nodes.is_some_and(|n| n <= FEW);
    if few.exact || limited || options.budget.urgent().is_some() {
        return Ok(few);
    }
    // A programme for lines knows edges only, so parts come first there.
    let programme = || {
        let fits = programme::estimate(puzzle).is_some_and(|cost| cost.fits(options.budget.memory));
        fits.then(|| by_programme(puzzle, options)).flatten()
    };
    let outcome = match kind(puzzle) {
        Kind::Futoshiki(_) => match programme() {
            None => by_parts(puzzle, options)?,
            some => some,
        },
        _ => match by_parts(puzzle, options)? {
            None => programme(),
            some => some,
        },
    };
    match outcome {
        Some(outcome) => Ok(outcome),
        None => enumerated(puzzle, options, None),
    }
}

/// `None` if the puzzle does not fall into parts, or not soon.
fn by_parts(puzzle: &Puzzle, options: &Options) -> Result<Option<Outcome>, RunError> {
    let start = Instant::now();
    let Some(places) = places(puzzle, options)? else { return Ok(None) };
    let mut outcome = Outcome::blank(How::Parts);
    outcome.lines = puzzle.is_undirected().then(|| (&places.total + 1u32) / 2u32);
    outcome.count = places.total;
    outcome.exact = true;
    outcome.stats = places.stats;
    outcome.candidates = Some(Candidates { values: Some(places.values), edges: None });
    outcome.solve_time = start.elapsed();
    Ok(Some(outcome))
}

/// `None` if the programme did not get to its end for lack of memory, or if there is none.
fn by_programme(puzzle: &Puzzle, options: &Options) -> Option<Outcome> {
    let start = Instant::now();
    let run = programme::uses(puzzle, options)?;
    let mut outcome = Outcome::blank(dp_name(puzzle));
    match run.answer {
        Ok(uses) => {
            let (count, candidates) = match uses {
                Uses::Edges { total, per_edge } => {
                    (total, Candidates { values: None, edges: Some(per_edge) })
                }
                Uses::Labels(table) | Uses::Values(table) => {
                    // Every solution puts exactly one thing into the first cell.
                    let total = table.first().map_or(BigUint::ZERO, |cell| cell.iter().sum());
                    (total, Candidates { values: Some(table), edges: None })
                }
            };
            outcome.lines = puzzle.is_undirected().then(|| (&count + 1u32) / 2u32);
            outcome.count = count;
            outcome.exact = true;
            outcome.candidates = Some(candidates);
        }
        Err(Stop::Memory) => return None,
        Err(stop) => outcome.stopped = Some(stop),
    }
    outcome.peak_bytes = run.stats.peak_bytes as u64;
    outcome.peak_states = run.stats.peak_states as u64;
    outcome.solve_time = start.elapsed();
    Some(outcome)
}

fn enumerated(puzzle: &Puzzle, options: &Options, nodes: Option<u64>) -> Result<Outcome, RunError> {
    // What a cell may hold is numbers or labels in order, then nothing.
    let (cells, width) = (puzzle.cells(), puzzle.candidates().len());
    let mut values = vec![vec![0u64; width]; cells];
    let line = matches!(kind(puzzle), Kind::Hidato(_) | Kind::Path(_));
    let board = puzzle.board().filter(|_| line);
    let mut edges = board.map(|b| vec![0u64; b.edges().len()]);
    let mut outcome = enumerate(puzzle, options, nodes, &mut |answer| {
        for (cell, content) in values.iter_mut().zip(puzzle.contents(&answer)) {
            cell[match content {
                Content::Number(v) => v as usize - 1,
                Content::Label(k) => k as usize,
                Content::Nothing => width - 1,
            }] += 1;
        }
        if let (Some(edges), Some(board), Answer::Line(numbers)) = (&mut edges, board, &answer) {
            for step in line_order(numbers).windows(2) {
                if let Some(e) = board.edge_between(step[0], step[1]) {
                    edges[e as usize] += 1;
                }
            }
        }
        ControlFlow::Continue(())
    })?;
    let big = |v: Vec<u64>| v.into_iter().map(BigUint::from).collect::<Vec<_>>();
    outcome.candidates = Some(Candidates {
        values: Some(values.into_iter().map(big).collect()),
        edges: edges.map(big),
    });
    Ok(outcome)
}
