//! Numberlinks as models for other solvers: the four of the document, and one of our own.

mod algebra;
mod edges;
mod labels;

use super::{Cover, Numberlink, Touch};
use clew_puzzle::puzzle::{Formulated, FormulationInfo, Goal};

/// A statement that holds for every model that has labels only.
const LOOPS: Option<&str> = Some(
    "the document's model counts neighbours with the same label and allows closed loops apart from the \
     paths: a puzzle without a solution may have one here, and a unique one another",
);

/// The models of numberlinks.
pub(super) static MODELS: [FormulationInfo; 5] = [
    FormulationInfo {
        name: "miqcp",
        source: "E. Kalvelagen, Numberlink, 2017, the quadratic model",
        summary: "a Boolean a cell and label; the products over neighbours add up to 1 at an end-point, \
                  else to 2",
        caveat: LOOPS,
        exact: false,
        languages: &["lp", "mzn", "fzn", "tex"],
        algebra: &algebra::MIQCP,
    },
    FormulationInfo {
        name: "pairs",
        source: "E. Kalvelagen, Numberlink, 2017, the linearisation",
        summary: "as miqcp, with a variable between 0 and 1 for the product of two neighbours",
        caveat: LOOPS,
        exact: false,
        languages: &["lp", "mps", "mzn", "fzn", "opb", "cnf", "mod", "dat", "tex"],
        algebra: &algebra::PAIRS,
    },
    FormulationInfo {
        name: "degree",
        source: "R. Pratt, in the comments of E. Kalvelagen, Numberlink, 2017",
        summary: "a Boolean a cell and label; a cell has two neighbours with its label, an end-point one",
        caveat: LOOPS,
        exact: false,
        languages: &["lp", "mps", "mzn", "fzn", "opb", "cnf", "mod", "dat", "tex"],
        algebra: &algebra::DEGREE,
    },
    FormulationInfo {
        name: "labels",
        source: "E. Kalvelagen, Numberlink, 2017, the form for constraint programming",
        summary: "one label per cell; the neighbours that must be equal to it are counted",
        caveat: LOOPS,
        exact: false,
        languages: &["mzn", "dzn", "fzn", "tex"],
        algebra: &algebra::LABELS,
    },
    FormulationInfo {
        name: "edges",
        source: "ours",
        summary: "a Boolean an edge, labels that are equal along edges, and a flow from one end of each \
                  path; every rule on cover and touch",
        caveat: None,
        exact: true,
        languages: &["lp", "mps", "mzn", "fzn", "opb", "tex"],
        algebra: &algebra::EDGES,
    },
];

/// States a numberlink as the model of this name.
///
/// # Errors
/// A message: the model cannot state its rules, or it would be too large.
pub(super) fn build(
    puzzle: &Numberlink,
    name: &str,
    goal: Option<Goal>,
) -> Result<Formulated, String> {
    if name == "edges" {
        return edges::build(puzzle, goal.is_some());
    }
    if puzzle.touch != Touch::No || puzzle.cover != Cover::All {
        let (cover, touch) = (puzzle.cover.keyword(), puzzle.touch.keyword());
        return Err(format!(
            "it counts neighbours with the same label and gives every cell one, so it states \
             cover: all with touch: no only, not cover: {cover} with touch: {touch}; model edges does"
        ));
    }
    match name {
        "miqcp" => labels::quadratic(puzzle),
        "pairs" => labels::pairs(puzzle),
        "degree" => labels::degree(puzzle),
        _ => labels::counting(puzzle),
    }
}
