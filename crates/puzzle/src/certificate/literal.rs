//! Literals of pseudo-Boolean constraints: numbered variables, affirmed or not.

use std::ops::Not;

/// A variable or its negation.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Literal(u32);

impl Literal {
    /// The variable with this number, affirmed or not.
    pub fn new(var: usize, affirmed: bool) -> Literal {
        Literal(2 * var as u32 + u32::from(!affirmed))
    }

    /// The number of its variable.
    pub fn var(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether it is the variable itself.
    pub fn is_affirmed(self) -> bool {
        self.0 & 1 == 0
    }

    /// Its own number: that of the negation differs in the last bit.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The literal of a number.
    pub fn from_index(index: usize) -> Literal {
        Literal(index as u32)
    }
}

/// The negation of a clause: the negation of each of its literals.
pub(super) fn denial(clause: &[Literal]) -> Vec<Literal> {
    clause.iter().map(|&l| !l).collect()
}

impl Not for Literal {
    type Output = Literal;

    fn not(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}
