//! Hidato; its networks, and those that continuous lines share with it.
//!
//! A hidato is a permutation of 1..N on the cells of a board, consecutive numbers on neighbouring
//! cells. Inside, numbers are positions `0 .. N`.

pub mod anneal;
mod components;
mod dual;
mod ladder;
mod level;
mod link;
mod numbers;
mod rules;
pub mod sparse;
mod suite;
mod tour;

use super::{CellNumbers, Line, turns};
use clew_engine::kernel::Objective;
use clew_puzzle::puzzle::{BuildError, BuildOptions, Built, Goal, NetworkInfo};

pub use dual::build as build_dual;
pub use rules::{FAMILY, Hidato};

/// The most cells that a network of cells by numbers is built for: the matrix and the data of learning per literal grow
/// with the square.
pub const MAX_CELLS: usize = 2500;

const DUAL: NetworkInfo = NetworkInfo {
    name: "dual",
    source: "55_Hidato, constraints (1), (2), (5)",
    summary: "cells and numbers as one bit matrix, each the other's transpose; consecutive numbers \
              on neighbouring cells",
    optional: &[],
};

const SUITE: NetworkInfo = NetworkInfo {
    name: "suite",
    source: "ours",
    summary: "dual, with the edges of the line: degrees, fragments, flow, cuts",
    optional: &suite::OPTIONAL,
};

const LINK: NetworkInfo = NetworkInfo {
    name: "link",
    source: "55_Hidato, constraints (1) to (4)",
    summary: "a link to each neighbour, on exactly if the neighbour has the next number; one \
              successor and one predecessor each",
    optional: &[],
};

const TOUR: NetworkInfo = NetworkInfo {
    name: "tour",
    source: "LPL, model hidato: round trip with potentials of Miller, Tucker and Zemlin",
    summary: "successors form one circuit through a depot, potentials are the numbers",
    optional: &[],
};

const SPARSE: NetworkInfo = NetworkInfo {
    name: sparse::NAME,
    source: "ours",
    summary: "edges of the line, and for each cell the gap between given numbers it lies in; no \
              variable a number",
    optional: &sparse::OPTIONAL,
};

/// The networks of hidato, the default of most boards first.
pub const fn networks() -> &'static [NetworkInfo] {
    &[SUITE, DUAL, LINK, TOUR, SPARSE]
}

/// The network for a board if the user has not chosen one: `sparse` if a matrix of cells by numbers would be too large,
/// otherwise the first.
pub fn default_network(line: &Line) -> &'static NetworkInfo {
    let wanted = if check_size(line).is_ok() { SUITE.name } else { SPARSE.name };
    networks().iter().find(|n| n.name == wanted).expect("both are networks of hidato")
}

/// Builds the network of that name.
///
/// # Errors
/// [`BuildError::UnknownNetwork`], [`BuildError::Interrupted`], [`BuildError::TooLarge`] above [`MAX_CELLS`] cells
/// (`sparse` is for any number), or a goal that [`admits`] refuses.
pub fn build(line: &Line, name: &str, options: &BuildOptions) -> Result<Built, BuildError> {
    if let Some(goal) = options.goal {
        admits(line, goal)?;
    }
    if name != SPARSE.name {
        check_size(line)?;
    }
    let mut built = match name {
        sparse::NAME => sparse::build(line, options)?,
        "suite" => suite::build(line, options)?,
        "dual" => build_dual(line, options)?,
        "link" => link::build(line, options)?,
        "tour" => tour::build(line, options)?,
        _ => {
            let name = name.to_string();
            return Err(BuildError::UnknownNetwork { family: FAMILY, name });
        }
    };
    if options.goal.is_some() {
        optimise(line, &mut built, options)?;
    }
    Ok(built)
}

/// Whether a goal applies.
///
/// # Errors
/// [`BuildError::NotApplicable`] with the reason.
pub fn admits(line: &Line, goal: Goal) -> Result<(), BuildError> {
    match goal {
        Goal::FEWEST_TURNS => turns::admits(&line.board),
        Goal::MOST_CELLS => Err(BuildError::NotApplicable(
            "the numbers of a hidato fill every cell; the longest line is a question for a path"
                .into(),
        )),
        Goal::LEAST_LENGTH => Err(BuildError::NotApplicable(
            "lengths are a goal of numberlink, where cells may stay empty".into(),
        )),
        Goal::STATED => {
            Err(BuildError::NotApplicable("the rules of a hidato state no objective".into()))
        }
        goal => Err(BuildError::no_goal(FAMILY, goal)),
    }
}

/// The fewest turns as the objective of a network that did not see to it as it was built.
fn optimise(line: &Line, built: &mut Built, options: &BuildOptions) -> Result<(), BuildError> {
    if built.model.objective.is_some() {
        return Ok(());
    }
    options.check_interrupt()?;
    let numbers = built.decoder::<CellNumbers>().map(|numbers| numbers.cells);
    let model = &mut built.model;
    match numbers {
        Some(cells) if !model.infeasible => {
            turns::minimise_by_numbers(model, &line.board, cells, options)?;
        }
        // There is no line, or it is of one cell.
        _ => model.objective = Some(Objective::default()),
    }
    Ok(())
}

/// Whether the board is small enough for a matrix of cells by numbers.
///
/// # Errors
/// [`BuildError::TooLarge`] if it is not.
pub(crate) fn check_size(line: &Line) -> Result<(), BuildError> {
    let cells = line.board.len();
    if cells > MAX_CELLS {
        return Err(BuildError::TooLarge(format!(
            "{cells} cells; networks of cells by numbers go up to {MAX_CELLS}"
        )));
    }
    Ok(())
}
