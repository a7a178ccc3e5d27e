//! Capabilities that only some families have: one trait for each.
//!
//! A family implements the traits it has and lists them in [`Capabilities`]. A new field is `None` for every family
//! that does not set it, so a new capability changes no family.

use super::board::{Board, Cell};
use super::certified::Certified;
use super::clue::{Clue, Variant};
use super::counting::{Counted, DpKind, Optimum};
use super::formulated::Formulated;
use super::ladder::{Ladder, NoLadder};
use super::network::{BuildError, Built, Goal};
use super::verify::Violation;
use super::wander::SolutionWalker;
use super::{Answer, Puzzle, Rules};
use clew_engine::kernel::{Lit, Store};
use serde_json::Value;

/// The capabilities of a puzzle in addition to [`Rules`]; `None` for those that it does not have.
///
/// A value of this type is cheap to make and borrows from the puzzle, so callers request a new one at each use.
#[derive(Clone, Copy, Default)]
pub struct Capabilities<'a> {
    /// Rules that are chosen by a word, and boards that can be exchanged.
    pub adjusts: Option<&'a dyn Adjusts>,
    /// Goals that an answer can be best for.
    pub goals: Option<&'a dyn Goals>,
    /// Answers that have a reverse.
    pub reverses: Option<&'a dyn Reverses>,
    /// Answers that are paths of labels.
    pub routes: Option<&'a dyn Routes>,
    /// Pairs of cells as givens.
    pub pairs: Option<&'a dyn PairGivens>,
    /// Givens that can be taken away one by one.
    pub clues: Option<&'a dyn Clues>,
    /// Givens that depend on each other and can be changed.
    pub varies: Option<&'a dyn Varies>,
    /// Models for other solvers.
    pub formulates: Option<&'a dyn Formulates>,
    /// Answers near an answer.
    pub exchanges: Option<&'a dyn LocalMoves>,
    /// Local search for answers.
    pub solves_locally: Option<&'a dyn SolvesLocally>,
    /// Walks from answer to answer.
    pub wanders: Option<&'a dyn SolutionWalks>,
    /// Answers constructed without search.
    pub constructs: Option<&'a dyn Constructs>,
    /// Exact counts by dynamic programming.
    pub counts: Option<&'a dyn CountsByDp>,
    /// Best answers by dynamic programming.
    pub optimises: Option<&'a dyn OptimisesByDp>,
    /// Certificates.
    pub certifies: Option<&'a dyn Certifies>,
    /// Steps as a person takes them.
    pub explains: Option<&'a dyn Explains>,
    /// Answers that are values of names, not of cells.
    pub tells: Option<&'a dyn NamedValues>,
    /// Why this puzzle lacks capabilities that others of its family have, and the way out: a message for callers that
    /// need one of them.
    pub lacks: Option<&'static str>,
}

/// A puzzle whose answers are values of names; it has no cells.
pub trait NamedValues {
    /// The text of an answer: one line per name.
    ///
    /// # Panics
    /// If the answer is not one for this puzzle.
    fn text(&self, answer: &Answer) -> String;

    /// The same as names with their values, in the order of the lines.
    ///
    /// # Panics
    /// If the answer is not one for this puzzle.
    fn values(&self, answer: &Answer) -> Vec<(String, Value)>;

    /// Whether solutions that differ may be shown alike. They count as one then.
    fn shows_alike(&self) -> bool;

    /// The same puzzle without the solutions that are shown as this answer is.
    fn without(&self, answer: &Answer) -> Puzzle;

    /// The names of the constraints in the puzzle's statement, each with the puzzle without it, or a message why there
    /// is none.
    fn relaxed(&self) -> Vec<(String, Result<Puzzle, String>)> {
        Vec::new()
    }
}

/// A puzzle with rules that are chosen by a word, or with a board that can be exchanged.
pub trait Adjusts {
    /// The rules that are chosen by a word, as (key, word), in the order of the family's keys.
    fn words(&self) -> Vec<(&'static str, &'static str)> {
        Vec::new()
    }

    /// The same puzzle with another rule; `None` if the family has no such key or the key no such word.
    fn with_word(&self, _key: &str, _word: &str) -> Option<Puzzle> {
        None
    }

    /// The same puzzle on another board with as many cells; `None` if the board has another number of
    /// cells, or givens do not fit it.
    fn with_board(&self, _board: Board) -> Option<Puzzle> {
        None
    }

    /// The same puzzle whose numbers are shown from this one on; `None` if it has no such numbers.
    fn with_first(&self, _first: u32) -> Option<Puzzle> {
        None
    }

    /// Whether the chosen rules go together on this board. Readers check it after reading, callers after a change.
    ///
    /// # Errors
    /// The reason why not, as a message.
    fn coherent(&self) -> Result<(), String> {
        Ok(())
    }
}

/// A puzzle with goals: things of which a best answer has the most or the least.
pub trait Goals: Rules {
    /// Whether a goal applies to the puzzle and the network of this name. [`Puzzle::admits`] first checks that there is
    /// such a network.
    ///
    /// # Errors
    /// [`BuildError::NotApplicable`], with the reason.
    fn admits_goal(&self, goal: Goal, network: &str) -> Result<(), BuildError>;

    /// The value of an answer under a goal, counted from the answer alone: its turns, its cells, its length. `None` if
    /// the goal does not apply to the puzzle, or the answer has another size.
    fn worth(&self, goal: Goal, answer: &Answer) -> Option<i64>;

    /// The goal that the puzzle states itself: a question for one solution is then one for the best.
    fn stated_goal(&self) -> Option<Goal> {
        None
    }

    /// Checks a best answer for a goal, which may weaken some rules.
    ///
    /// # Errors
    /// The first rule found broken.
    fn verify_for(&self, _goal: Goal, answer: &Answer) -> Result<(), Violation> {
        self.verify(answer)
    }
}

/// A puzzle whose answers have a direction that can be reversed.
pub trait Reverses {
    /// Whether the reverse of every solution is a solution.
    fn is_undirected(&self) -> bool;

    /// Whether in this family a solution and its reverse are one answer.
    fn one_either_way(&self) -> bool;

    /// The same answer in the opposite direction; an answer of another kind unchanged.
    fn reversed(&self, answer: &Answer) -> Answer;
}

/// A puzzle whose answers are a path for each label.
pub trait Routes {
    /// Per label the cells of its path from end to end.
    fn routes(&self, answer: &Answer) -> Vec<Vec<Cell>>;

    /// For each path of [`routes`](Routes::routes) the label, as the family names it; `None`: path k has label k.
    fn route_labels(&self, _answer: &Answer) -> Option<Vec<u32>> {
        None
    }
}

/// A puzzle with pairs of cells among its givens.
pub trait PairGivens {
    /// For each key of the family's pairs: the pairs of cells, and whether the grid of the text format already states
    /// the pair.
    fn pairs(&self) -> Vec<Vec<([Cell; 2], bool)>>;

    /// The numbers of a key's pairs, by the index of the key; empty where all are 1.
    fn numbers(&self, _key: usize) -> Vec<u32> {
        Vec::new()
    }

    /// The rules about pairs that are not the family's usual ones: a key of the family's words, the word.
    fn words(&self) -> Vec<(&'static str, &'static str)> {
        Vec::new()
    }
}

/// A puzzle whose clues may be taken away one by one: removing a clue keeps all solutions.
pub trait Clues {
    /// The clues that are given.
    fn clues(&self) -> Vec<Clue>;

    /// The clues that form a rule together, so that none can be left out by itself.
    fn rules(&self) -> Vec<Clue> {
        Vec::new()
    }

    /// The same puzzle with exactly these clues given; `None` if no puzzle of the family can state them.
    fn with_clues(&self, clues: &[Clue]) -> Option<Puzzle>;

    /// Pairs of cells that have no sign yet and could be given one.
    fn sign_places(&self) -> Vec<[Cell; 2]> {
        Vec::new()
    }

    /// A literal that is false in every solution in which the clue is not true, and can be true in every other one. It
    /// may create variables, so the network must not have been searched. `None`: the network cannot state the clue.
    fn guard(&self, built: &mut Built, clue: Clue) -> Option<Lit> {
        match clue {
            Clue::Holds { cell, content } => {
                built.decoder.holds(built.model.engine.store(), cell, content)
            }
            Clue::Less(_) | Clue::Gap(_) => None,
        }
    }
}

/// A puzzle whose givens depend on each other, so that none can be taken away by itself.
pub trait Varies {
    /// The puzzles that result from changing one given. They are made lazily, since all together may be far larger than
    /// this one.
    fn variants(&self) -> Box<dyn Iterator<Item = Variant> + '_>;

    /// A puzzle with the paths of these labels only, and rules such that the restriction of every solution of this
    /// puzzle to these paths obeys them. `None` if one of them is no label.
    fn weakened(&self, labels: &[u32]) -> Option<Puzzle>;
}

/// A puzzle that can be stated as a model for other solvers.
pub trait Formulates {
    /// States the puzzle as the model of this name, one of those that its family lists, with the goal if there is one.
    /// [`Puzzle::formulate`] first checks that the goal applies, and writes the head.
    ///
    /// # Errors
    /// A message: the model cannot state this puzzle or this goal, or it would be too large.
    fn build_formulation(&self, name: &str, goal: Option<Goal>) -> Result<Formulated, String>;
}

/// A puzzle whose answers lead to other answers nearby without search.
pub trait LocalMoves {
    /// Another answer near this one, of the kinds that the family's networks leave out when one
    /// representative is enough ([`Keep`](super::Keep)); `None`: there is none of those kinds. The
    /// answer must be correct. Takes a few milliseconds at most.
    fn another(&self, answer: &Answer) -> Option<Answer>;

    /// Another answer that differs from this one in a part larger than those that [`another`](LocalMoves::another)
    /// examines; `None` proves nothing. Returns soon after `quit` is true.
    fn window_reroute(&self, answer: &Answer, quit: &dyn Fn() -> bool) -> Option<Answer>;

    /// Whether local moves of small pieces lead from every answer but one to another, or to one in canonical form: then
    /// uniqueness is best decided with an answer at hand.
    fn has_local_moves(&self) -> bool;

    /// A puzzle whose answers are all answers of this puzzle, with a rule that makes search easier; `None` if the
    /// family has none. If it has no answer, that proves nothing about this puzzle.
    fn stricter(&self) -> Option<Puzzle>;
}

/// A puzzle with a local search for answers.
pub trait SolvesLocally {
    /// A local search, if it suits this network. `store` is at the root fixpoint: values that are fixed there count as
    /// given. `quit` may end the set-up.
    fn local_search(
        &self,
        built: &Built,
        store: &Store,
        seed: u64,
        quit: &dyn Fn() -> bool,
    ) -> Option<Box<dyn LocalSearch>>;

    /// Whether it may well find another answer than a known one. If not, a search for a second answer does without it.
    fn finds_others(&self) -> bool {
        true
    }

    /// Whether it suits the puzzle at all. Whether it suits a network is decided by
    /// [`local_search`](SolvesLocally::local_search).
    fn searches_locally(&self) -> bool {
        true
    }
}

/// A puzzle with a walk from answer to answer.
pub trait SolutionWalks {
    /// A walk, if it suits this network. `store` is at the root fixpoint: values that are fixed there count as given.
    /// `quit` may end the set-up.
    fn wandering(
        &self,
        built: &Built,
        store: &Store,
        seed: u64,
        quit: &dyn Fn() -> bool,
    ) -> Option<Box<dyn SolutionWalker>>;
}

/// A puzzle whose answers may be constructed.
pub trait Constructs {
    /// The effort of [`construct`](Constructs::construct); `None`: it is not worth a try.
    fn constructs(&self) -> Option<Construction>;

    /// Up to `wanted` different answers, constructed. A smaller number proves nothing.
    fn construct(&self, wanted: usize, quit: &dyn Fn() -> bool) -> Vec<Answer>;
}

/// A puzzle that dynamic programming counts.
pub trait CountsByDp {
    /// The kind of layers of the dynamic programs.
    fn dp_kind(&self) -> DpKind {
        DpKind::Frontier
    }

    /// Whether the dynamic program has few states per layer, while failures are of a kind from which search learns
    /// little: then it decides uniqueness on narrow boards by itself.
    fn dp_decides(&self) -> bool {
        false
    }

    /// The names of the counting programs. Not every one suits every puzzle.
    fn programs(&self) -> &'static [&'static str];

    /// The dynamic program that counts the puzzle: the one of this name among [`programs`](CountsByDp::programs), or
    /// the one with the fewest expected states.
    ///
    /// # Errors
    /// A message: why there is none.
    fn counting(&self, program: Option<&str>) -> Result<Counted<'_>, String>;
}

/// A puzzle for which dynamic programming finds best answers.
pub trait OptimisesByDp {
    /// Whether [`optimum`](OptimisesByDp::optimum) is worth a try for this goal.
    fn optimises(&self, goal: Goal) -> bool;

    /// The dynamic program that finds the best answer; `None` if there is none for this goal.
    fn optimum(&self, goal: Goal) -> Option<Optimum<'_>>;
}

/// A puzzle that can be the subject of a certificate.
pub trait Certifies {
    /// The puzzle as pseudo-Boolean constraints, and the network whose search a proof may follow.
    fn certified(&self) -> Box<dyn Certified + '_>;
}

/// A puzzle that can be solved in steps as a person takes them.
pub trait Explains {
    /// The puzzle as a person begins to solve it.
    ///
    /// # Errors
    /// Why there is none.
    fn ladder(&self) -> Result<Box<dyn Ladder>, NoLadder>;
}

/// The effort to construct answers, or to fail to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Construction {
    /// Less than building a network.
    Quick,
    /// Up to seconds, so that a refutation by propagation should be tried first.
    Lengthy,
    /// Up to seconds, and often in vain, so that a short search should be tried first.
    Uncertain,
}

/// A search for answers that proves nothing but may find them quickly.
pub trait LocalSearch: Send {
    /// Goes on for this number of moves, or until it finds an answer.
    fn run(&mut self, moves: u64) -> Option<Answer>;

    /// The number of cells it works on: a measure of the cost of a move.
    fn cells(&self) -> usize;

    /// The cost of the current position, 0 for an answer; `None`: the search does not report one.
    fn cost(&self) -> Option<u64> {
        None
    }

    /// Whether it finds most of the answers that are found on its boards, so that it deserves more time than the
    /// learning search in parallel.
    fn leads(&self) -> bool {
        false
    }
}
