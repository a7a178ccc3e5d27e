//! FLOOR 2: constraints as propagators, a file or folder each. Imports the kernel only.

pub mod adjacency;
pub mod less_than;
pub mod not_equal;
pub mod path;

pub use adjacency::Adjacency;
pub use less_than::LessThan;
pub use not_equal::NotEqual;
