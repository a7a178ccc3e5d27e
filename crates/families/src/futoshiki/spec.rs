//! The specification of a generated square.

use clew_puzzle::puzzle::family::Symmetry;

/// The specification of a futoshiki to generate.
#[derive(Clone, PartialEq, Debug)]
pub struct SquareSpec {
    /// The order: rows, columns and values.
    pub n: u32,
    /// Share of the neighbouring pairs that get a sign or a difference at first, 0 to 1; `None`: only the needed ones
    /// are given. Of dots all are given.
    pub signs: Option<f64>,
    /// The kind of marks between cells.
    pub marks: Marks,
    /// The exact number of given numbers, unless some are redundant and removed.
    pub givens: Option<u32>,
    /// The most signs, with hardly one more than is needed; `None`: any number.
    pub most_signs: Option<u32>,
    /// Take out every given and sign that is not needed.
    pub minimal: bool,
    /// The cells with givens look the same after this change of the square.
    pub symmetry: Option<Symmetry>,
    /// The places of marks, too.
    pub symmetric_signs: bool,
    /// Signs lead through this number of cells, from 2 to the order, each greater than the one before.
    pub chain: Option<u32>,
    /// Per cell whether its number is given, if that is chosen.
    pub pattern: Option<Vec<bool>>,
    /// No numbers are given.
    pub signs_only: bool,
    /// The same seed makes the same puzzle.
    pub seed: u64,
}

/// The marks between the cells of a generated square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Marks {
    /// Signs of inequality.
    Signs,
    /// Signs of inequality and differences.
    Differences,
    /// All differences of one, so that other neighbours do not differ by one.
    Dots,
}
