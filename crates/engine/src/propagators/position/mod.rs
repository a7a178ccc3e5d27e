//! Where the cells of a board stand along a line: variables whose values are positions, and the
//! relations between consecutive ones: neighbourhood, links, successors or edges.

pub mod adjacency;
pub mod circuit;
pub mod edge_number;
pub mod fragment_offset;
pub mod next_to;
pub mod reified_link;
pub mod sub_circuit;

pub use adjacency::Adjacency;
pub use circuit::Circuit;
pub use edge_number::{EdgeNumber, post_ends};
pub use fragment_offset::FragmentOffset;
pub use next_to::NextTo;
pub use reified_link::ReifiedLink;
pub use sub_circuit::OnSubCircuit;
