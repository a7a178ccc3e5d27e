//! Walks from answer to answer.

use super::board::{Cell, EdgeId};
use super::{Answer, Content};

/// Something that an answer shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SolutionFeature {
    /// The content of a cell.
    Holds(Cell, Content),
    /// An edge is used, or is not.
    Edge(EdgeId, bool),
}

/// A local search that goes from one answer of a puzzle to others and shows those that show something
/// new. It proves nothing.
pub trait SolutionWalker: Send {
    /// Adds a sight to show.
    fn want(&mut self, what: SolutionFeature);

    /// Starts again at an answer, without an aim.
    fn begin(&mut self, answer: &Answer);

    /// Starts a search from this answer for answers with this content in a cell; false if it cannot, or there are none.
    fn aim(&mut self, from: &Answer, cell: Cell, content: Content) -> bool;

    /// Goes on for this number of moves, or until it comes to an answer that shows a wanted sight for the first time.
    fn run(&mut self, moves: u64) -> Option<Answer>;
}
