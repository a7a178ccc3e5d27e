//! What a puzzle offers, whichever family it is of.
//!
//! Everything above this floor asks a [`Puzzle`] through this trait; the types behind it are known in
//! their families' folders only. What not every family has comes with a default that says so.

use super::board::{Board, Cell};
use super::certified::Certified;
use super::clue::{Clue, Variant};
use super::counting::{Counted, DpKind, Optimum};
use super::format::board_text;
use super::formulated::Formulated;
use super::ladder::{Ladder, NoLadder};
use super::network::{BuildError, BuildOptions, Built, Goal, NetworkInfo};
use super::scene::Scene;
use super::verify::Violation;
use super::wander::Wander;
use super::{Answer, Family, Filled, Puzzle, Unfit};
use clew_engine::kernel::{Lit, Store};
use serde_json::Value;
use std::any::Any;
use std::fmt::Debug;

/// What a cell holds in a solution.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Content {
    /// A number, 1-based.
    Number(u32),
    /// The path of a label, by its index (see [`Rules::label`]).
    Label(u32),
    /// Nothing: a cell that stays empty.
    Nothing,
}

/// The rules and givens of one puzzle, and what can be done with them.
pub trait Rules: Any + Debug + Send + Sync {
    /// Which family it is of.
    fn family(&self) -> Family;

    /// Whether the other puzzle is the same: family, board, givens, rules.
    fn equals(&self, other: &dyn Rules) -> bool;

    // The cells.

    /// The board; `None` for a family with a layout of its own.
    fn board(&self) -> Option<&Board>;

    /// Rows and columns of the grid, holes included.
    fn size(&self) -> (u32, u32) {
        self.board().map_or((0, 0), Board::size)
    }

    /// How many cells there are.
    fn cells(&self) -> usize {
        self.board().map_or(0, Board::len)
    }

    /// The (row, column) of a cell.
    fn place(&self, cell: Cell) -> (u32, u32) {
        self.board().map_or((0, cell), |board| board.place(cell))
    }

    /// The cell at a place; `None` for a hole.
    fn cell_at(&self, row: u32, col: u32) -> Option<Cell> {
        self.board()?.cell_at(row, col)
    }

    // The rules.

    /// The rules that are chosen by a word, as (key, word), in the order of the family's keys.
    fn words(&self) -> Vec<(&'static str, &'static str)> {
        Vec::new()
    }

    /// The same puzzle with another rule; `None` if the family has no such key or the key no such
    /// word.
    fn with_word(&self, _key: &str, _word: &str) -> Option<Puzzle> {
        None
    }

    /// The same puzzle on another board with as many cells; `None` if the family has no boards, or the board
    /// another number of cells.
    fn with_board(&self, _board: Board) -> Option<Puzzle> {
        None
    }

    /// Checks an answer against every rule of the puzzle.
    ///
    /// # Errors
    /// The first rule found broken.
    fn verify(&self, answer: &Answer) -> Result<(), Violation>;

    /// Checks the best answer for a goal, for which some rules are weakened.
    ///
    /// # Errors
    /// The first rule found broken.
    fn verify_for(&self, _goal: Goal, answer: &Answer) -> Result<(), Violation> {
        self.verify(answer)
    }

    /// Whether a goal applies to the puzzle and the network of this name. [`Puzzle::admits`] looks
    /// whether there is such a network first.
    ///
    /// # Errors
    /// [`BuildError::NotApplicable`], with the reason.
    fn admits_goal(&self, goal: Goal, network: &str) -> Result<(), BuildError>;

    /// What an answer is worth under a goal, counted from the answer alone: its turns, its cells, its
    /// length. `None` if the goal means nothing for the puzzle, or the answer has another size.
    fn worth(&self, goal: Goal, answer: &Answer) -> Option<i64>;

    /// Whether the rules that can be chosen mean something together on this board. Whoever reads a puzzle or changes
    /// a rule asks.
    ///
    /// # Errors
    /// In words, why not.
    fn coherent(&self) -> Result<(), String> {
        Ok(())
    }

    /// Whether solutions come in pairs, each the other's reverse.
    fn is_undirected(&self) -> bool {
        false
    }

    /// Whether in this family a solution and its reverse are one answer.
    fn one_either_way(&self) -> bool {
        false
    }

    /// Whether each solution and its reverse are one answer here.
    fn folds_reverse(&self) -> bool {
        self.one_either_way() && self.is_undirected()
    }

    /// The same answer the other way round; of another family's kind as it is.
    fn reversed(&self, answer: &Answer) -> Answer {
        answer.clone()
    }

    // What an answer says.

    /// Per cell what it holds.
    ///
    /// # Panics
    /// If the answer is not one for this puzzle's family and size.
    fn contents(&self, answer: &Answer) -> Vec<Content>;

    /// What a cell may hold at the most, in the order in which counts of candidates are listed.
    fn candidates(&self) -> Vec<Content>;

    /// The name of a label; empty if there is none with this index.
    fn label(&self, _label: u32) -> &str {
        ""
    }

    /// The answer that a filled grid states, not yet checked against the rules.
    ///
    /// # Errors
    /// [`Unfit`], if it cannot be one of this puzzle, or leaves open which it is.
    fn answer_of(&self, _filled: &Filled) -> Result<Answer, Unfit> {
        Err(Unfit::Unclear("puzzles of this family have no filled grids".into()))
    }

    /// Per label the cells of its path from end to end, where answers are such paths.
    fn routes(&self, _answer: &Answer) -> Option<Vec<Vec<Cell>>> {
        None
    }

    // Clues.

    /// The clues that are given, if each may be taken away by itself: then a puzzle without one has
    /// all the solutions that it has with it. `None` where givens hang together.
    fn clues(&self) -> Option<Vec<Clue>> {
        None
    }

    /// The same puzzle with exactly these clues given; `None` where no puzzle of the family says
    /// them.
    fn with_clues(&self, _clues: &[Clue]) -> Option<Puzzle> {
        None
    }

    /// Pairs of cells between which a sign could be given beside those that are.
    fn sign_places(&self) -> Vec<[Cell; 2]> {
        Vec::new()
    }

    /// A literal that no solution has in which the clue is not true, and that every other one can
    /// have. It may have to be made, so the network must not be searched yet. `None`: the network
    /// has no words for it.
    fn guard(&self, built: &mut Built, clue: Clue) -> Option<Lit> {
        match clue {
            Clue::Holds { cell, content } => {
                built.decoder.holds(built.model.engine.store(), cell, content)
            }
            Clue::Less(_) => None,
        }
    }

    /// The puzzles that come of changing one given, where givens hang together: each is made when it is asked
    /// for, since all together may be far larger than this one.
    fn variants(&self) -> Box<dyn Iterator<Item = Variant> + '_> {
        Box::new(std::iter::empty())
    }

    /// Where givens hang together: a puzzle with the paths of these labels only, whose rules a
    /// solution of this one would obey as far as these paths go. `None` also if one is no label.
    fn weakened(&self, _labels: &[u32]) -> Option<Puzzle> {
        None
    }

    // Networks.

    /// The network for this puzzle if nobody chose one.
    fn default_network(&self) -> &'static NetworkInfo {
        &self.family().networks()[0]
    }

    /// Builds the network of this name. [`Puzzle::build`] looks at the options first.
    ///
    /// # Errors
    /// [`BuildError`].
    fn build_network(&self, name: &str, options: &BuildOptions) -> Result<Built, BuildError>;

    // Models for other solvers.

    /// States the puzzle as the model of this name, one of those that its family lists.
    /// [`Puzzle::formulate`] looks first whether it does, and writes the head.
    ///
    /// # Errors
    /// In words: the model cannot state this puzzle, or it would be too large.
    fn build_formulation(&self, name: &str) -> Result<Formulated, String> {
        Err(format!("there is no model \"{name}\" for puzzles of the family {}", self.family()))
    }

    // Answers without search.

    /// A puzzle each answer of which is one of this puzzle, with a rule that makes search easier; `None`
    /// if the family knows none. That it has no answer says nothing.
    fn stricter(&self) -> Option<Puzzle> {
        None
    }

    /// Whether exchanges of small pieces lead from every answer but one to another, or to one in normal form:
    /// then uniqueness is best asked about with an answer at hand.
    fn has_exchanges(&self) -> bool {
        false
    }

    /// Another answer that differs from this one in some part that is larger than those
    /// [`another`](Rules::another) looks at; `None` proves nothing. Until `quit` says so.
    fn another_around(&self, _answer: &Answer, _quit: &dyn Fn() -> bool) -> Option<Answer> {
        None
    }

    /// Another answer near this one, of the kinds that the family's networks leave out when one
    /// representative is enough ([`Keep`](super::Keep)); `None`: there is none of those kinds. The
    /// answer must be right. Takes a few milliseconds at the most.
    fn another(&self, _answer: &Answer) -> Option<Answer> {
        None
    }

    /// A local search for answers, where the family has one that suits this network. `store` is at
    /// the root's fixpoint: what is known there counts as given. `quit` may end the set-up.
    fn local_search(
        &self,
        _built: &Built,
        _store: &Store,
        _seed: u64,
        _quit: &dyn Fn() -> bool,
    ) -> Option<Box<dyn LocalSearch>> {
        None
    }

    /// Whether [`local_search`](Rules::local_search) suits the family at all. What a network needs for
    /// it shows only when it is asked for.
    fn searches_locally(&self) -> bool {
        false
    }

    /// A walk from answer to answer, where the family has one that suits this network. `store` is at
    /// the root's fixpoint: what is known there counts as given. `quit` may end the set-up.
    fn wandering(
        &self,
        _built: &Built,
        _store: &Store,
        _seed: u64,
        _quit: &dyn Fn() -> bool,
    ) -> Option<Box<dyn Wander>> {
        None
    }

    /// What [`construct`](Rules::construct) takes; `None`: it is not worth a try.
    fn constructs(&self) -> Option<Construction> {
        None
    }

    /// Up to `wanted` different answers, constructed. Fewer prove nothing.
    fn construct(&self, _wanted: usize, _quit: &dyn Fn() -> bool) -> Vec<Answer> {
        Vec::new()
    }

    // Counting.

    /// What the layers of the family's dynamic programmes are.
    fn dp_kind(&self) -> DpKind {
        DpKind::Frontier
    }

    /// Whether the programme remembers little from one layer to the next, while failures are of a kind
    /// that search learns little from: then it decides uniqueness on narrow boards outright.
    fn dp_decides(&self) -> bool {
        false
    }

    /// The names of the family's counting programmes. Not every one suits every puzzle.
    fn programmes(&self) -> &'static [&'static str] {
        &[]
    }

    /// The dynamic programme that counts the puzzle: the one of this name among [`programmes`](Rules::programmes),
    /// or that which promises the fewest states.
    ///
    /// # Errors
    /// Why there is none, in words.
    fn counting(&self, _programme: Option<&str>) -> Result<Counted<'_>, String> {
        Err("there is no counting programme for puzzles of this family".into())
    }

    /// Whether [`optimum`](Rules::optimum) is worth a try for this goal.
    fn optimises(&self, _goal: Goal) -> bool {
        false
    }

    /// The dynamic programme that finds the best answer; `None` if there is none for this goal.
    fn optimum(&self, _goal: Goal) -> Option<Optimum<'_>> {
        None
    }

    // Certificates.

    /// The puzzle as the subject of a certificate; `None` if its family states no constraints.
    fn certified(&self) -> Option<Box<dyn Certified + '_>> {
        None
    }

    // Explaining.

    /// The puzzle as a person begins to solve it.
    ///
    /// # Errors
    /// Why there is none.
    fn ladder(&self) -> Result<Box<dyn Ladder>, NoLadder> {
        let family = self.family().keyword();
        Err(NoLadder::Unsuited(format!("no steps are known for puzzles of the family {family}")))
    }

    // Writing.

    /// Per cell the token of the text format, `.` for a cell without: givens, or those of an answer.
    ///
    /// # Panics
    /// If the answer is not one for this puzzle's family and size.
    fn tokens(&self, answer: Option<&Answer>) -> Vec<String>;

    /// The grid of the text format with these tokens in its cells.
    fn grid_text(&self, tokens: &[String]) -> String {
        self.board().map_or_else(String::new, |board| board_text(board, tokens))
    }

    /// Per cell the given as a JSON value, `null` for a cell without.
    fn clues_json(&self) -> Vec<Value>;

    /// Per key of the family's pairs, the pairs of cells, and whether the grid of the text format
    /// says the pair already.
    fn pairs(&self) -> Vec<Vec<([Cell; 2], bool)>> {
        Vec::new()
    }

    /// What there is to draw, with an answer if there is one.
    ///
    /// # Panics
    /// If the answer is not one for this puzzle's family and size.
    fn scene(&self, answer: Option<&Answer>) -> Scene<'_>;
}

/// What it takes to construct answers, or to fail to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Construction {
    /// Less than to build a network.
    Quick,
    /// Up to seconds, so that a board had better be refuted first, where propagation can.
    Lengthy,
}

/// A search for answers that proves nothing but may find them quickly.
pub trait LocalSearch: Send {
    /// Goes on for so many moves, or until it finds an answer.
    fn run(&mut self, moves: u64) -> Option<Answer>;

    /// How many cells it works on: a measure of what a move costs.
    fn cells(&self) -> usize;

    /// What is wrong with where it is now, 0 for an answer; `None`: it does not tell.
    fn cost(&self) -> Option<u64> {
        None
    }

    /// Whether it finds most of the answers that are found on its boards, so that it deserves more time
    /// than learning beside it.
    fn leads(&self) -> bool {
        false
    }
}

impl dyn Rules {
    /// The puzzle's own type, for the family that knows it.
    pub fn downcast<T: Rules>(&self) -> Option<&T> {
        (self as &dyn Any).downcast_ref::<T>()
    }
}
