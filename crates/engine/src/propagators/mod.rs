//! Constraints as propagators, one folder per topic. Knows no puzzle.
//!
//! | folder | content |
//! |---|---|
//! | [`all_different`] | all values different, in several strengths |
//! | [`order`] | chains of inequalities, and their combination with lines of different values |
//! | [`position`] | a permutation of cells and positions along a line: neighbours, links, edges |
//! | [`path`] | paths on a graph as sets of edges: degrees, fragments, cuts, flow |
//! | [`gap`] | the stretches of a line between given numbers |
//! | [`label`] | one label per cell: neighbours with the same one, connected cells |
//! | [`number`] | maxima, products, an element of a list, differing numbers, resources over time |
//! | [`linear`] | sums of literals, sums of variables |
//! | [`general`] | tables, steps of automata, shifted values, two different values |

pub mod all_different;
pub mod gap;
pub mod general;
pub mod label;
pub mod linear;
pub mod number;
pub mod order;
pub mod path;
pub mod position;

pub use all_different::{AllDifferent, Level};
pub use general::{Affine, InTable, Moves, NotEqual, Table, Transition};
pub use label::{EqualCount, EqualityChannel, LabelConnectivity, MixedBlocks, Sight};
pub use linear::{IntLinear, Linear, LinearDiffers};
pub use number::{
    Amount, BoundsDifferent, Cumulative, Element, Energy, Job, Maximum, Number, Product,
};
pub use order::{LineOrder, OrderChain};
pub use path::Joined;
pub use position::{
    Adjacency, Circuit, EdgeNumber, FragmentOffset, NextTo, OnSubCircuit, ReifiedLink,
};
