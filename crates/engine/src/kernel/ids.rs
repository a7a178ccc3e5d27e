//! Small copyable handles. Indices, not objects: state is one value that can be cloned.

pub use crate::structures::bits::bits;
use std::fmt;

/// A finite-domain variable: an index into the store that made it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct VarId(pub(super) u32);

/// An interval variable, of which the store keeps the two bounds only: an index into the store that
/// created it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct IntervalId(pub(super) u32);

/// A posted propagator: an index into its engine.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PropId(pub u32);

/// A reversible cell of a propagator: one `u32` that backtracking restores.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CellId(pub(super) u32);

/// A propositional fact: "variable x has value v", or a Boolean variable of its own.
///
/// The number is the fact's bit address: bit `atom % 64` of word `atom / 64` of the store.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Atom(pub(super) u32);

impl VarId {
    /// Index for arrays with one item per variable.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl IntervalId {
    /// Index for arrays with one item per interval variable.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Atom {
    /// The atom of bit `bit` of word `word` of the store.
    #[inline]
    pub fn from_word(word: usize, bit: u32) -> Atom {
        Atom(word as u32 * 64 + bit)
    }

    /// Index for arrays with one item per atom.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The atom of an index, for tests that number theirs.
    #[cfg(test)]
    pub fn from_index(index: usize) -> Atom {
        Atom(index as u32)
    }

    /// The word of the store that holds this atom's bit.
    #[inline]
    pub fn word(self) -> usize {
        (self.0 >> 6) as usize
    }

    /// The atom's bit within its word, as a mask.
    #[inline]
    pub fn mask(self) -> u64 {
        1 << (self.0 & 63)
    }

    /// The positive literal of the atom.
    #[inline]
    pub fn pos(self) -> Lit {
        Lit(self.0 << 1)
    }

    /// The negative literal of the atom.
    #[inline]
    #[allow(clippy::should_implement_trait)] // an atom's negation is a literal, not an atom
    pub fn neg(self) -> Lit {
        Lit(self.0 << 1 | 1)
    }

    /// The literal with the given truth value.
    #[inline]
    pub fn lit(self, holds: bool) -> Lit {
        Lit(self.0 << 1 | u32::from(!holds))
    }
}

/// An atom or its negation. `lit ^ 1` is the opposite literal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(pub(super) u32);

impl Lit {
    /// The atom that this literal is about.
    #[inline]
    pub fn atom(self) -> Atom {
        Atom(self.0 >> 1)
    }

    /// Whether the literal is positive.
    #[inline]
    pub fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    /// The plane this literal's truth bit lives in: `2 * word + sign`.
    #[inline]
    pub fn plane(self) -> u32 {
        (self.0 >> 7) << 1 | (self.0 & 1)
    }

    /// Index for arrays with one item per literal.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The literal of bit `bit` of plane `plane`; inverse of [`Lit::plane`].
    #[inline]
    pub fn from_plane(plane: u32, bit: u32) -> Lit {
        Lit((plane >> 1) << 7 | bit << 1 | (plane & 1))
    }
}

impl std::ops::Not for Lit {
    type Output = Lit;
    #[inline]
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}a{}", if self.is_positive() { "" } else { "!" }, self.atom().0)
    }
}
