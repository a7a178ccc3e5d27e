//! Puzzles that are paths, links and Latin squares: boards, rules, verification, constraint networks, counting by
//! dynamic programs, certificates, and the formats in which people write them. Nothing here searches.
//!
//! | module | contents |
//! |---|---|
//! | [`certificate`] | proofs that foreign checkers can check, and a checker |
//! | [`formulation`] | models for other solvers: written in their languages, read back |
//! | [`puzzle`] | boards, the interface of puzzles, the grammar of the formats |
//! | [`families`] | the families, one folder each: rules, verification, networks, counting |
//! | [`interchange`] | foreign formats: addresses, ids and files of sites and programs |

pub mod certificate;
pub mod families;
pub mod formulation;
pub mod interchange;
pub mod puzzle;
