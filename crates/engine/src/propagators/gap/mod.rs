//! A line with given numbers, without a variable a number: which gap does a cell lie in?
//!
//! The given numbers cut the line into gaps: gap g lies between the g-th and the next given number,
//! gap 0 before the first, the last one behind the last. A variable a cell says in which gap it lies;
//! its values are the few gaps near enough, so there are some ten atoms a cell where a matrix of cells
//! by numbers has as many as there are cells. That a gap is one path of its length is said by four
//! propagators over edges and gaps, one of each a board.

mod count;
mod edges;
mod length;
mod reach;
mod system;
mod table;
mod vars;

pub use count::GapCount;
pub use edges::GapEdges;
pub use length::GapLength;
pub use reach::GapReach;
pub use system::GapSystem;
pub use table::{GapTable, Hold, Member};
pub use vars::GapVars;
