//! One label per cell: the path on which it lies. Neighbours on one path have the same label, and
//! the cells of a label are connected.

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
