//! The families of puzzles: rules, formats, networks and counting, a folder each.
//!
//! A program that depends on this crate calls [`install`] at its start, or uses the functions here that read a
//! puzzle or look a family up, which do it themselves.

mod certificate;
mod chosen;
mod edge_ladder;
pub mod futoshiki;
mod ground;
mod installed;
pub mod line;
mod no_line;
pub mod numberlink;
mod path_cover;
mod separators;
mod static_orders;
mod steer;

pub use futoshiki::Futoshiki;
pub use installed::{
    all, from_keyword, install, named, parse_chunk, parse_json, parse_native, register,
};
pub use line::Line;
pub use line::hidato::Hidato;
pub use line::path::Path;
pub use line::zip::Zip;
pub use numberlink::{Cover, Numberlink, Touch};
