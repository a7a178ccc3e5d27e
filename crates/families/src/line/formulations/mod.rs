//! Lines as models for other solvers: those of the documents as they stand there, and two of our own.

mod algebra;
mod assign;
mod bigm;
mod flow;
mod mtz;
mod positions;
mod turns;

use super::{Line, numbers};
use clew_puzzle::formulation::Var;
use clew_puzzle::puzzle::formulated::{ampl_board, ampl_given, ampl_set, spot_numbers};
use clew_puzzle::puzzle::{Answer, Board, Cell, Formulated, FormulationInfo, Goal};

/// The output formats with rows of integers.
const LINEAR: &[&str] = &["lp", "mps", "mzn", "fzn", "opb", "mod", "dat", "tex"];

/// The models of lines.
pub(super) static MODELS: [FormulationInfo; 5] = [ASSIGN, MTZ, BIGM, FLOW, POSITIONS];

/// The models of lines that meet cells in an order.
pub(super) static ORDERED: [FormulationInfo; 4] = [ASSIGN, MTZ, BIGM, FLOW];

const ASSIGN: FormulationInfo = FormulationInfo {
    name: "assign",
    source: "E. Zettermann, Continuous line, formulation, 2021 (x_ijk); given numbers added",
    summary: "a Boolean a cell and number; one number a cell, one cell a number, number k only \
                  beside number k + 1",
    caveat: None,
    exact: true,
    languages: &["lp", "mps", "mzn", "fzn", "opb", "cnf", "mod", "dat", "tex"],
    algebra: &algebra::ASSIGN,
};

const MTZ: FormulationInfo = FormulationInfo {
    name: "mtz",
    source: "T. Hürlimann, LPL model hidato: a round trip with the potentials of Miller, Tucker \
                 and Zemlin, 1960",
    summary: "a Boolean an arc; one arc leaves and one enters each cell, and potentials rise by \
                  one along them",
    caveat: Some(
        "the document supposes that number 1 is given; where it is not, an outside node closes \
             the round trip",
    ),
    exact: true,
    languages: LINEAR,
    algebra: &algebra::MTZ,
};

const BIGM: FormulationInfo = FormulationInfo {
    name: "bigm",
    source: "55_Hidato, constraints (1) to (5); its indicator functions are Booleans here",
    summary: "an integer a cell and a link to each neighbour; big-M rows tie a link to \
                  consecutive values",
    caveat: None,
    exact: true,
    languages: LINEAR,
    algebra: &algebra::BIGM,
};

const FLOW: FormulationInfo = FormulationInfo {
    name: "flow",
    source: "ours, with the flow of Gavish and Graves, 1978",
    summary: "one Boolean per arc, two ends, and a flow of the number of cells ahead",
    caveat: None,
    exact: true,
    languages: LINEAR,
    algebra: &algebra::FLOW,
};

const POSITIONS: FormulationInfo = FormulationInfo {
    name: "positions",
    source: "ours, the network dual",
    summary: "the place of each number: all different, and neighbours for consecutive numbers",
    caveat: None,
    exact: true,
    languages: &["mzn", "dzn", "fzn", "tex"],
    algebra: &algebra::POSITIONS,
};

/// States a line as the model of this name, and the goal if there is one. The line meets the cells of `stops` in their
/// order; the first and the last of them are given as its ends.
///
/// # Errors
/// A message: the model cannot state the goal, or it would be too large.
pub(super) fn build(
    line: &Line,
    stops: &[Cell],
    name: &str,
    goal: Option<Goal>,
) -> Result<Formulated, String> {
    let turns = goal == Some(Goal::FEWEST_TURNS);
    let without = match (goal, name) {
        (Some(Goal::FEWEST_TURNS), "assign" | "positions") => {
            "it has no variables for steps, so turns are no sum in it; mtz, bigm and flow state them"
        }
        (Some(goal), name) if goal != Goal::FEWEST_TURNS && name != "assign" => {
            "its line visits every cell; assign states the longest line"
        }
        _ => "",
    };
    if !without.is_empty() {
        return Err(without.into());
    }
    match name {
        "assign" => assign::build(line, stops, goal.is_some()),
        "mtz" => mtz::build(line, stops, turns),
        "bigm" => bigm::build(line, stops, turns),
        "flow" => flow::build(line, stops, turns),
        _ => positions::build(line),
    }
}

/// The pairs of cells of which the second comes after the first and neither is an end of the line.
fn in_order(stops: &[Cell]) -> impl Iterator<Item = [Cell; 2]> + '_ {
    let inner = stops.get(1..stops.len().saturating_sub(1)).unwrap_or_default();
    inner.windows(2).map(|pair| [pair[0], pair[1]])
}

/// Why there is no model for data in MiniZinc.
const NO_DATA: &str = "no model for data in MiniZinc goes with it; positions has one";

/// A board, its given numbers and the order of cells, as AMPL data.
///
/// # Errors
/// A message, if the data cannot express them.
fn ampl(line: &Line, stops: &[Cell]) -> Result<String, String> {
    let board = &line.board;
    let given = (0..).zip(&line.given).filter_map(|(c, &given)| {
        let [row, col] = spot_numbers(board, c);
        given.map(|k| [row, col, k])
    });
    let n = board.len();
    let pair = |pair: [Cell; 2]| pair.iter().flat_map(|&c| spot_numbers(board, c)).collect();
    let order = ampl_set("AFTER", in_order(stops).map(pair));
    Ok(format!("param n := {n};\n") + &ampl_board(board, true)? + &order + &ampl_given(given))
}

/// The cells of an answer in the order of its numbers.
///
/// # Panics
/// If it is not a line through all cells.
fn order(answer: &Answer) -> Vec<Cell> {
    let order = clew_puzzle::puzzle::line_order(numbers(answer));
    assert_eq!(order.len(), numbers(answer).len(), "a line visits every cell");
    order
}

/// Whether a line steps from each cell of a pair to the other, by its numbers.
fn steps(answer: &Answer, [from, to]: [Cell; 2]) -> bool {
    let numbers = numbers(answer);
    numbers[from as usize] + 1 == numbers[to as usize]
}

/// All ordered pairs of neighbours.
fn arcs(board: &Board) -> Vec<[Cell; 2]> {
    board.edges().iter().flat_map(|&[a, b]| [[a, b], [b, a]]).collect()
}

/// Per cell the variables of the arcs that enter it (side 1) or leave it (side 0).
fn at_cells(cells: usize, arcs: &[[Cell; 2]], vars: &[Var], side: usize) -> Vec<Vec<Var>> {
    let mut lists = vec![Vec::new(); cells];
    for (arc, &var) in arcs.iter().zip(vars) {
        lists[arc[side] as usize].push(var);
    }
    lists
}

/// The answer with these numbers.
///
/// # Errors
/// If one of them is no number of a line.
fn answer_of(numbers: impl Iterator<Item = Result<i64, String>>) -> Result<Answer, String> {
    let number = |value: i64| u32::try_from(value).map_err(|_| format!("{value} is no number"));
    let numbers: Result<Vec<u32>, String> = numbers.map(|value| number(value?)).collect();
    Ok(Answer::Line(numbers?))
}
