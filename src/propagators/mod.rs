//! FLOOR 2: constraints as propagators, a file or folder each. Imports the kernel only.

pub mod adjacency;
pub mod all_different;
pub mod circuit;
pub mod edge_number;
pub mod equal_count;
pub mod equality_channel;
pub mod fragment_offset;
pub mod gap;
pub mod label_connectivity;
mod labels;
pub mod less_than;
pub mod line_order;
pub mod linear;
pub mod mixed_blocks;
pub mod not_equal;
pub mod order_chain;
pub mod path;
pub mod reified_link;
mod worklist;

pub use adjacency::Adjacency;
pub use all_different::AllDifferent;
pub use circuit::Circuit;
pub use edge_number::EdgeNumber;
pub use equal_count::EqualCount;
pub use equality_channel::EqualityChannel;
pub use fragment_offset::FragmentOffset;
pub use label_connectivity::LabelConnectivity;
pub use less_than::LessThan;
pub use line_order::LineOrder;
pub use linear::Linear;
pub use mixed_blocks::MixedBlocks;
pub use not_equal::NotEqual;
pub use order_chain::OrderChain;
pub use reified_link::ReifiedLink;
