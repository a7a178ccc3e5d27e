//! What no puzzle and no solver is needed for: small data structures and a random generator.

pub mod random;
