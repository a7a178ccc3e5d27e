//! Networks: the formulations of a family, each a model of propagators and a decoder from its solutions to answers.

use super::board::{Board, Cell, EdgeId};
use super::{Answer, Content, Family};
use clew_engine::kernel::{
    Atom, Halt, Interrupt, IntervalId, Lit, Model, StepCounter, Store, VarId,
};
use std::any::Any;
use std::fmt::Debug;
use std::sync::Arc;

/// A formulation, for `clew networks`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NetworkInfo {
    /// The argument of `--network`.
    pub name: &'static str,
    /// Where the formulation comes from.
    pub source: &'static str,
    /// Its description, in one sentence.
    pub summary: &'static str,
    /// Redundant parts, by the names that `--without` takes. A part may be absent from a board it
    /// does not pay on; leaving it out is no mistake there. Dominance breaking is such a part: it is there only where
    /// one representative is enough ([`Keep`]).
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

/// An objective. A family has its own goals, or those below, and lists them; two goals are equal if all their fields
/// are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Goal {
    /// The quantity, in one word: the argument of `--minimize` or `--maximize`.
    pub name: &'static str,
    /// The superlative of a best answer, for people: "the fewest".
    pub best: &'static str,
    /// Whether the quantity is maximised.
    pub most: bool,
}

impl Goal {
    /// The fewest turns of a line, on boards of any shape. A turn is a cell where the direction of
    /// the step to it is not that of the step from it.
    pub const FEWEST_TURNS: Goal = Goal { name: "turns", best: "the fewest", most: false };
    /// The most cells on one line that need not visit all.
    pub const MOST_CELLS: Goal = Goal { name: "cells", best: "the most", most: true };
    /// The least total length, in edges.
    pub const LEAST_LENGTH: Goal = Goal { name: "length", best: "the least", most: false };
    /// The objective that the puzzle itself states, as a model does.
    pub const STATED: Goal = Goal { name: "objective", best: "the best", most: false };
}

/// Which solutions of the puzzle a network is required to have.
///
/// Solutions often come in families that differ only in irrelevant parts: a path that may run one cell further up, a
/// detour through cells that no other path needs. If the question is about one solution, the best one, or uniqueness, a
/// network may keep one representative of each family, provided that it can be decided when two solutions are of one
/// family: [`LocalMoves::another`](super::capabilities::LocalMoves::another) decides it. A network without dominance
/// breaking keeps all solutions.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum Keep {
    /// Every one: for counting, listing, candidates, several solutions.
    #[default]
    All,
    /// One representative is enough. The network has a solution if the puzzle has one, and a best
    /// one if there is a goal. If it has no solution but S, and `another` finds none from S, then S is the only
    /// solution of the puzzle.
    Representatives,
    /// Representatives of the solutions other than this one, for which `another` has found none. If
    /// the network has no solution then, this one is the only solution of the puzzle.
    Others(Answer),
}

/// How to build a network.
#[derive(Clone, Debug, Default)]
pub struct BuildOptions {
    /// Which solutions the network is to have.
    pub keep: Keep,
    /// An objective; the model's `objective` is set and its constraints are weakened accordingly.
    pub goal: Option<Goal>,
    /// Redundant parts to leave out, see [`NetworkInfo::optional`].
    pub without: Vec<String>,
    /// The model is to be searched with learning: variables that only shorten explanations are worthwhile.
    pub learning: bool,
    /// Numbers must be variables, also if the puzzle as given does not need them.
    pub numbers: bool,
    /// The network is for a proof that may exclude solutions which a local change makes cheaper; the clauses about them
    /// are derived by the proof.
    pub changed: bool,
    /// Stops the building of large networks; then it ends in [`BuildError::Interrupted`].
    pub interrupt: Option<Interrupt>,
}

impl BuildOptions {
    /// Polls the interrupt; called now and then while a large network is built.
    ///
    /// # Errors
    /// [`BuildError::Interrupted`] if it is raised.
    pub fn check_interrupt(&self) -> Result<(), BuildError> {
        match &self.interrupt {
            Some(ask) if ask.is_raised() => Err(BuildError::Interrupted),
            _ => Ok(()),
        }
    }

    /// A counter that polls the interrupt once every few steps.
    pub fn step_counter(&self) -> StepCounter<'_> {
        StepCounter::new(self.interrupt.as_ref())
    }

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
        /// The unknown name.
        name: String,
    },
    /// The network has no redundant part of this name.
    UnknownPart {
        /// The network.
        network: &'static NetworkInfo,
        /// The unknown name.
        name: String,
    },
    /// The network does not apply to this puzzle; the text gives the reason.
    NotApplicable(String),
    /// The board is too large for this network; the text gives the limit.
    TooLarge(String),
    /// [`BuildOptions::interrupt`] was raised.
    Interrupted,
}

impl BuildError {
    /// The family does not have this goal.
    pub fn no_goal(family: Family, goal: Goal) -> BuildError {
        BuildError::NotApplicable(format!("{} are no goal of {family}", goal.name))
    }
}

/// Whether the posted constraints contradict the rest: then the model has no solution.
///
/// # Errors
/// [`BuildError::Interrupted`].
pub fn contradicts(posted: Result<(), Halt>) -> Result<bool, BuildError> {
    match posted {
        Ok(()) => Ok(false),
        Err(Halt::Conflict) => Ok(true),
        Err(Halt::Interrupted) => Err(BuildError::Interrupted),
    }
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

/// The mapping from the variables of a model to an answer; each network has its own.
pub trait Decode: Any + Debug + Send + Sync {
    /// The answer that a solution of the model spells. All variables it reads must be fixed.
    fn answer(&self, board: Option<&Board>, store: &Store) -> Answer;

    /// The literal that is true if and only if a cell holds this, of either sign; `None` where the network has none
    /// for it.
    fn holds(&self, _store: &Store, _cell: Cell, _content: Content) -> Option<Lit> {
        None
    }

    /// The atom that is true if an edge of the board is on a line; `None` where there is none.
    fn edge(&self, _edge: EdgeId) -> Option<Atom> {
        None
    }

    /// For a variable about one cell that [`Decode::holds`] does not cover: the cell, and the meaning of a value for
    /// it, in a word or two.
    fn describe_value(&self, _x: VarId, _value: u32) -> Option<(Cell, String)> {
        None
    }

    /// The statement of a literal in words, where variables have names of their own.
    fn words(&self, _store: &Store, _l: Lit) -> Option<String> {
        None
    }

    /// For an interval variable: its name, and the integer that its value 0 stands for.
    fn interval(&self, _x: IntervalId) -> Option<(String, i64)> {
        None
    }

    /// The literals that state an answer, for a search that is to start from it.
    fn hints(&self, _board: Option<&Board>, _store: &Store, _answer: &Answer) -> Vec<Lit> {
        Vec::new()
    }
}

/// A model and how to read its solutions.
#[derive(Clone)]
pub struct Built {
    /// Variables, constraints and branching.
    pub model: Model,
    /// The mapping from its variables to an answer.
    pub decoder: Arc<dyn Decode>,
    /// Whether solutions may be missing that [`LocalMoves::another`](super::capabilities::LocalMoves::another) finds from
    /// the others, see [`Keep`]. Then uniqueness is proved only if it finds none.
    pub represents: bool,
}

impl Built {
    /// A model of all solutions, with the decoder that belongs to it.
    pub fn new(model: Model, decoder: impl Decode) -> Built {
        Built { model, decoder: Arc::new(decoder), represents: false }
    }

    /// The answer that a solution of the model spells. All variables of the decoder must be fixed.
    pub fn decode(&self, board: Option<&Board>, store: &Store) -> Answer {
        self.decoder.answer(board, store)
    }

    /// The decoder, if it is of this type, for the family that made it.
    pub fn decoder<T: Decode>(&self) -> Option<&T> {
        (&*self.decoder as &dyn Any).downcast_ref::<T>()
    }
}
