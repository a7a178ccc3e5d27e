//! A label a cell: which path it lies on. Neighbours on one path have one label, and the cells of a
//! label hang together.

pub mod channel;
pub mod connectivity;
pub mod equal_count;
mod labels;
pub mod mixed_blocks;
pub mod sight;

pub use channel::EqualityChannel;
pub use connectivity::LabelConnectivity;
pub use equal_count::EqualCount;
pub use mixed_blocks::MixedBlocks;
pub use sight::Sight;
