//! Sums between bounds: of weighted literals, and of variables with coefficients.

pub mod integers;
pub mod literals;

pub use integers::{IntLinear, LinearDiffers, Part};
pub use literals::{Linear, SMALL, Sum};
