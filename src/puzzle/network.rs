//! Networks: the formulations of a family, each a model of propagators and a way back to an answer.

use super::board::Board;
use super::{Answer, Family};
use crate::kernel::{Atom, Interrupt, Model, Store, VarId};
use crate::propagators::gap::GapTable;
use crate::propagators::path::Flag;
use std::sync::Arc;

/// A formulation, for `clew networks`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NetworkInfo {
    /// What `--network` takes.
    pub name: &'static str,
    /// Where the formulation comes from.
    pub source: &'static str,
    /// What it says, in one sentence.
    pub summary: &'static str,
    /// Redundant parts, by the names that `--without` takes. A part may be absent from a board it
    /// does not pay on; leaving it out is no mistake there.
    pub optional: &'static [&'static str],
}

impl NetworkInfo {
    /// Whether every name is one of this network's redundant parts.
    ///
    /// # Errors
    /// [`BuildError::UnknownPart`] for the first that is not.
    pub fn admits(&'static self, without: &[String]) -> Result<(), BuildError> {
        match without.iter().find(|name| !self.optional.contains(&name.as_str())) {
            Some(name) => Err(BuildError::UnknownPart { network: self, name: name.clone() }),
            None => Ok(()),
        }
    }
}

/// What is to be made as good as possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Goal {
    /// Hidato, path: the fewest turns of the line, on boards of any shape. A turn is a cell where the
    /// direction of the step to it is not that of the step from it.
    FewestTurns,
    /// Path: the most cells on one line that need not visit all.
    MostCells,
    /// Numberlink with partial cover: the least total length, in edges.
    LeastLength,
}

/// How to build a network.
#[derive(Clone, Debug, Default)]
pub struct BuildOptions {
    /// An objective; the model's `objective` is set and its constraints are weakened accordingly.
    pub goal: Option<Goal>,
    /// Redundant parts to leave out, see [`NetworkInfo::optional`].
    pub without: Vec<String>,
    /// The model is to be searched with learning: variables that only shorten explanations pay.
    pub learning: bool,
    /// Stops the building of large networks; then it ends in [`BuildError::Interrupted`].
    pub interrupt: Option<Interrupt>,
}

impl BuildOptions {
    /// Whether the redundant part of this name is wanted.
    pub fn wants(&self, name: &str) -> bool {
        !self.without.iter().any(|w| w == name)
    }
}

/// Why a network cannot be built for a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BuildError {
    /// The family has no network of this name.
    UnknownNetwork {
        /// The puzzle's family.
        family: Family,
        /// The name that was asked for.
        name: String,
    },
    /// The network has no redundant part of this name.
    UnknownPart {
        /// The network.
        network: &'static NetworkInfo,
        /// The name that was asked for.
        name: String,
    },
    /// The network does not apply to this puzzle; the text says why.
    NotApplicable(String),
    /// The board is too large for this network; the text gives the limit.
    TooLarge(String),
    /// [`BuildOptions::interrupt`] was raised.
    Interrupted,
}

impl std::fmt::Display for BuildError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BuildError::UnknownNetwork { family, name } => {
                write!(f, "{family} has no network \"{name}\"")
            }
            BuildError::UnknownPart { network, name } if network.optional.is_empty() => {
                write!(
                    f,
                    "network {} has no part \"{name}\" to leave out, nor any other",
                    network.name
                )
            }
            BuildError::UnknownPart { network, name } => write!(
                f,
                "network {} has no part \"{name}\" to leave out; it has {}",
                network.name,
                network.optional.join(", ")
            ),
            BuildError::Interrupted => f.write_str("interrupted while the network was built"),
            BuildError::NotApplicable(why) | BuildError::TooLarge(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for BuildError {}

/// How the variables of a model spell an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decoder {
    /// Variable `first + c` is the number of cell c, less one.
    CellNumbers {
        /// The variable of cell 0.
        first: VarId,
        /// How many cells there are.
        cells: u32,
    },
    /// Boolean `first + e`: edge e is on the line; the line is read from its end with the smaller
    /// cell, or from an end that is given.
    LineEdges {
        /// The atom of edge 0.
        first: Atom,
        /// The cell of an end that is given.
        start: Option<u32>,
        /// That end has the last number, not number 1.
        backwards: bool,
    },
    /// Boolean `first + e`: edge e is on the line, which starts where the flag says.
    GapLine {
        /// The atom of edge 0.
        first: Atom,
        /// Per cell whether number 1 is there.
        starts: Arc<[Flag]>,
        /// The gaps between given numbers.
        table: Arc<GapTable>,
        /// The gap of the first cell that is not given; the others follow in order.
        gap: VarId,
    },
    /// Boolean `first + e`: edge e is on a path.
    LinkEdges {
        /// The atom of edge 0.
        first: Atom,
    },
    /// Variable `first + i` is the value of cell i of the square, less one.
    Square {
        /// The variable of cell 0.
        first: VarId,
        /// How many cells there are: the order squared.
        cells: u32,
    },
    /// Boolean `first + i * n + v`: cell i of the square of order n has the value v + 1.
    SquareBools {
        /// The atom of cell 0 and value 1.
        first: Atom,
        /// The order.
        n: u32,
    },
}

/// A model and how to read its solutions.
#[derive(Clone)]
pub struct Built {
    /// Variables, constraints, what to branch on.
    pub model: Model,
    /// How its variables spell an answer.
    pub decoder: Decoder,
}

impl Built {
    /// The answer that a solution of the model spells. All variables of the decoder must be fixed.
    pub fn decode(&self, board: Option<&Board>, store: &Store) -> Answer {
        let numbers = |first: VarId, n: u32| -> Vec<u32> {
            (first.0..first.0 + n).map(|x| store.domain(VarId(x)).min() + 1).collect()
        };
        let line = |first: Atom, start: Option<u32>| {
            let board = board.expect("lines lie on a board");
            number_line(board, |e| store.is_true(Atom(first.0 + e).is()), start)
        };
        match self.decoder {
            Decoder::CellNumbers { first, cells } => Answer::Line(numbers(first, cells)),
            Decoder::Square { first, cells } => Answer::Square(numbers(first, cells)),
            Decoder::SquareBools { first, n } => {
                let value = |i: u32| {
                    (1..=n).find(|v| store.is_true(Atom(first.0 + i * n + v - 1).is())).unwrap_or(0)
                };
                Answer::Square((0..n * n).map(value).collect())
            }
            Decoder::LinkEdges { first } => {
                let edges = board.expect("links lie on a board").edges().len() as u32;
                Answer::Links((0..edges).map(|e| store.is_true(Atom(first.0 + e).is())).collect())
            }
            Decoder::LineEdges { first, start, backwards } => {
                let mut numbers = line(first, start);
                if backwards {
                    let last = numbers.iter().copied().max().unwrap_or(0);
                    numbers.iter_mut().filter(|k| **k > 0).for_each(|k| *k = last + 1 - *k);
                }
                Answer::Line(numbers)
            }
            Decoder::GapLine { first, ref starts, .. } => {
                let start = starts.iter().position(|f| f.is_true(store));
                Answer::Line(line(first, start.map(|c| c as u32)))
            }
        }
    }
}

/// Numbers the cells of the line formed by the edges that are on: from `start`, else from the end
/// with the smaller cell. Cells off the line get 0.
pub fn number_line(board: &Board, on: impl Fn(u32) -> bool, start: Option<u32>) -> Vec<u32> {
    let mut numbers = vec![0; board.len()];
    let degree = |c: u32| board.incident(c).iter().filter(|&&e| on(e)).count();
    let cells = 0..board.len() as u32;
    let first = start
        .or_else(|| cells.clone().find(|&c| degree(c) == 1))
        .or((board.len() == 1).then_some(0));
    let Some(mut at) = first else { return numbers };
    let mut k = 1;
    loop {
        numbers[at as usize] = k;
        k += 1;
        let next = board
            .neighbours(at)
            .iter()
            .zip(board.incident(at))
            .find(|&(&q, &e)| on(e) && numbers[q as usize] == 0);
        match next {
            Some((&q, _)) => at = q,
            None => return numbers,
        }
    }
}
