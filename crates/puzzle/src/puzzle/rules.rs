//! The interface that every family implements for a puzzle: its cells, its rules, a network, and how it is written.
//!
//! [`Rules`] is all that a family has to implement. An operation of some families only (count by dynamic programming,
//! construct answers, explain steps, ...) is a [capability](super::capabilities) that a family lists in
//! [`Rules::capabilities`]. Higher layers use a [`Puzzle`](super::Puzzle), whose [methods](super::asked) call the
//! capability or return the default of a family without it.

use super::board::{Board, Cell};
use super::capabilities::Capabilities;
use super::format::board_text;
use super::network::{BuildError, BuildOptions, Built, NetworkInfo};
use super::scene::Scene;
use super::verify::{SoFar, Violation};
use super::{Answer, Family, Filled, Unfit};
use serde_json::Value;
use std::any::Any;
use std::fmt::Debug;

/// The content of a cell in a solution.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Content {
    /// A number, 1-based.
    Number(u32),
    /// One of the named things of the family, by its index (see [`Rules::label`]): the path of a label, a piece of a
    /// loop.
    Label(u32),
    /// Nothing: a cell that stays empty.
    Nothing,
}

/// Where the cells of a puzzle are.
#[derive(Clone, Copy, Debug)]
pub enum Layout<'a> {
    /// On a board.
    Board(&'a Board),
    /// A full rectangle, row-major, without a neighbour relation; 0 × 0 for a puzzle without cells.
    Rectangle {
        /// Rows.
        rows: u32,
        /// Columns.
        cols: u32,
    },
}

/// The rules and givens of one puzzle.
///
/// A family implements this trait for its type of puzzle and is then read, checked, solved and counted by
/// search, verified, drawn and written like any other.
pub trait Rules: Any + Debug + Send + Sync {
    /// The family of the puzzle.
    fn family(&self) -> Family;

    /// Whether the other puzzle is the same: family, board, givens, rules.
    fn equals(&self, other: &dyn Rules) -> bool;

    /// Where the cells are.
    fn layout(&self) -> Layout<'_>;

    /// The capabilities of the puzzle. A family lists those it has; the rest is absent:
    /// `Capabilities { clues: Some(self), ..Capabilities::default() }`.
    fn capabilities(&self) -> Capabilities<'_> {
        Capabilities::default()
    }

    /// Checks an answer against every rule of the puzzle, stated directly and apart from every network.
    ///
    /// # Errors
    /// The first rule found broken.
    fn verify(&self, answer: &Answer) -> Result<(), Violation>;

    /// The rules that a person's entries and lines break already; none for families that do not know.
    fn broken_so_far(&self, _so_far: &SoFar) -> Vec<Violation> {
        Vec::new()
    }

    /// The content of each cell.
    ///
    /// # Panics
    /// If the answer is not one for this puzzle's family and size.
    fn contents(&self, answer: &Answer) -> Vec<Content>;

    /// All possible contents of cells, in the order in which counts of candidates are listed.
    fn candidates(&self) -> Vec<Content>;

    /// What is written into each cell for a solution: its content, unless the family says more that way.
    ///
    /// # Panics
    /// If the answer is not one for this puzzle's family and size.
    fn filling(&self, answer: &Answer) -> Vec<Content> {
        self.contents(answer)
    }

    /// Why the board has no solution, whatever else is given, if its shape, or the ends of its paths, show that: a clause.
    /// Linear in the cells of large boards.
    fn shape_fault(&self) -> Option<String> {
        None
    }

    /// The greatest number that is written into a cell for a solution; 0 if none is.
    fn greatest_filling(&self) -> u32 {
        let number = |content| if let Content::Number(number) = content { number } else { 0 };
        self.candidates().into_iter().map(number).max().unwrap_or(0)
    }

    /// Whether a text in a cell of a grid that is not full only repeats what is given there, and states no content: a
    /// number that does not count cells, an end of any label.
    fn is_mark(&self, _cell: Cell, _text: &str) -> bool {
        false
    }

    /// The name of [`Content::Label`] with this index; empty if there is none.
    fn label(&self, _label: u32) -> &str {
        ""
    }

    /// The answer that a filled grid states, not yet checked against the rules.
    ///
    /// # Errors
    /// [`Unfit`], if it cannot be one of this puzzle, or leaves open which it is.
    fn answer_of(&self, _filled: &Filled) -> Result<Answer, Unfit> {
        Err(Unfit::Ambiguous("puzzles of this family have no filled grids".into()))
    }

    /// The network for this puzzle if none is chosen: the family's first.
    fn default_network(&self) -> &'static NetworkInfo {
        &self.family().networks()[0]
    }

    /// Builds the network of this name. [`Puzzle::build`](super::Puzzle::build) checks the options first.
    ///
    /// # Errors
    /// [`BuildError`].
    fn build_network(&self, name: &str, options: &BuildOptions) -> Result<Built, BuildError>;

    /// Per cell the token of the text format, `.` for a cell without: givens, or those of an answer.
    ///
    /// # Panics
    /// If the answer is not one for this puzzle's family and size.
    fn tokens(&self, answer: Option<&Answer>) -> Vec<String>;

    /// The grid of the text format with these tokens in its cells.
    fn grid_text(&self, tokens: &[String]) -> String {
        match self.layout() {
            Layout::Board(board) => board_text(board, tokens),
            Layout::Rectangle { .. } => String::new(),
        }
    }

    /// Per cell the given as a JSON value, `null` for a cell without.
    fn clues_json(&self) -> Vec<Value>;

    /// The task of the player, in sentences for print.
    fn instructions(&self) -> String {
        let summary = self.family().summary;
        let first = summary.chars().next().map(|c| c.to_uppercase().to_string());
        let rest = summary.chars().skip(1).collect::<String>();
        first.map_or(String::new(), |first| format!("{first}{rest}."))
    }

    /// The drawing of the puzzle, with an answer if there is one.
    ///
    /// # Panics
    /// If the answer is not one for this puzzle's family and size.
    fn scene(&self, answer: Option<&Answer>) -> Scene<'_>;
}

impl dyn Rules {
    /// The puzzle's own type, for the family that knows it.
    pub fn downcast<T: Rules>(&self) -> Option<&T> {
        (self as &dyn Any).downcast_ref::<T>()
    }
}
