//! The families of puzzles: rules, formats, networks and counting, a folder each, and the registry that
//! lists them.

mod certificate;
mod chosen;
mod edge_ladder;
pub mod futoshiki;
mod ground;
pub mod line;
pub mod numberlink;
pub mod registry;
mod static_orders;
mod steer;

pub use futoshiki::Futoshiki;
pub use line::Line;
pub use line::hidato::Hidato;
pub use line::path::Path;
pub use line::zip::Zip;
pub use numberlink::{Cover, Numberlink, Touch};
pub use registry::{all, from_keyword, named, parse_chunk, parse_json, parse_native, register};
