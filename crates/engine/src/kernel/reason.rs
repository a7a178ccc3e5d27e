//! Reasons of inferences: eight bytes each, expanded into premises only on demand.

use super::ids::{Lit, PropId, bits};
use smallvec::SmallVec;

/// A list of literals: premises, a nogood, a clause under construction.
pub type Lits = SmallVec<[Lit; 16]>;

/// A propagator's own note on an inference: the rule, and the object it was applied to.
///
/// The top eight bits are the number of the rule (for profiles and readable reports), the rest is
/// free.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Tag(pub u32);

impl Tag {
    /// A tag for rule `rule` with 24 free bits.
    #[inline]
    pub const fn new(rule: u8, note: u32) -> Tag {
        debug_assert!(note < 1 << 24, "a note has 24 bits");
        Tag((rule as u32) << 24 | (note & 0x00ff_ffff))
    }

    /// The number of the rule.
    #[inline]
    pub fn rule(self) -> u8 {
        (self.0 >> 24) as u8
    }

    /// The 24 free bits.
    #[inline]
    pub fn note(self) -> u32 {
        self.0 & 0x00ff_ffff
    }
}

/// The author of an inference and its note. Eight bytes; nothing is allocated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reason {
    who: u32,
    note: u32,
}

/// [`Reason`], unpacked for matching.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// True from the start: part of the problem, or proved at the root.
    Given,
    /// Chosen by search.
    Decision,
    /// The variable has been fixed to another value.
    Fixed {
        /// That value, from 0.
        value: u32,
    },
    /// All other values of the variable have been removed.
    LastValue,
    /// A bound of the variable excludes the value.
    OutOfBounds,
    /// All values up to the bound have been removed.
    ValuesGone,
    /// Another row of the matrix holds this column's value.
    ColumnTaken {
        /// That row of the matrix, from 0.
        row: u32,
    },
    /// No other row of the matrix can hold this column's value.
    ColumnLast,
    /// A clause of two literals whose other one is false.
    Binary {
        /// The negation of that other one.
        premise: Lit,
    },
    /// All other literals of a clause are false.
    Clause {
        /// Its place in the clause store.
        at: u32,
    },
    /// A propagator.
    Rule {
        /// Which one.
        prop: PropId,
        /// The propagator's note on the inference: its rule and the object it was applied to.
        tag: Tag,
    },
}

const GIVEN: u32 = u32::MAX;
const DECISION: u32 = u32::MAX - 1;
const FIXED: u32 = u32::MAX - 2;
const LAST_VALUE: u32 = u32::MAX - 3;
const COLUMN_TAKEN: u32 = u32::MAX - 4;
const COLUMN_LAST: u32 = u32::MAX - 5;
const BINARY: u32 = u32::MAX - 6;
const CLAUSE: u32 = u32::MAX - 7;
const OUT_OF_BOUNDS: u32 = u32::MAX - 8;
const VALUES_GONE: u32 = u32::MAX - 9;
/// The marks from here on are no propagators.
const MARKS: u32 = VALUES_GONE;

impl Reason {
    /// See [`Cause::Given`].
    pub const GIVEN: Reason = Reason { who: GIVEN, note: 0 };
    /// See [`Cause::Decision`].
    pub const DECISION: Reason = Reason { who: DECISION, note: 0 };
    /// See [`Cause::LastValue`].
    pub(crate) const LAST_VALUE: Reason = Reason { who: LAST_VALUE, note: 0 };
    /// See [`Cause::OutOfBounds`].
    pub(crate) const OUT_OF_BOUNDS: Reason = Reason { who: OUT_OF_BOUNDS, note: 0 };
    /// See [`Cause::ValuesGone`].
    pub(crate) const VALUES_GONE: Reason = Reason { who: VALUES_GONE, note: 0 };
    /// See [`Cause::ColumnLast`].
    pub(crate) const COLUMN_LAST: Reason = Reason { who: COLUMN_LAST, note: 0 };

    /// See [`Cause::Fixed`].
    #[inline]
    pub fn fixed(value: u32) -> Reason {
        Reason { who: FIXED, note: value }
    }

    /// See [`Cause::ColumnTaken`].
    #[inline]
    pub fn column_taken(row: u32) -> Reason {
        Reason { who: COLUMN_TAKEN, note: row }
    }

    /// See [`Cause::Binary`].
    #[inline]
    pub fn binary(premise: Lit) -> Reason {
        Reason { who: BINARY, note: premise.0 }
    }

    /// See [`Cause::Clause`].
    #[inline]
    pub fn clause(at: u32) -> Reason {
        Reason { who: CLAUSE, note: at }
    }

    /// See [`Cause::Rule`].
    #[inline]
    pub fn rule(prop: PropId, tag: Tag) -> Reason {
        Reason { who: prop.0, note: tag.0 }
    }

    /// The propagator that gave this reason, if one did.
    #[inline]
    pub fn prop(self) -> Option<PropId> {
        (self.who < MARKS).then_some(PropId(self.who))
    }

    /// The place of the clause, if a clause of three or more literals gave this reason.
    #[inline]
    pub fn clause_at(self) -> Option<u32> {
        (self.who == CLAUSE).then_some(self.note)
    }

    /// The reason, unpacked.
    #[inline]
    pub fn cause(self) -> Cause {
        match self.who {
            GIVEN => Cause::Given,
            DECISION => Cause::Decision,
            FIXED => Cause::Fixed { value: self.note },
            LAST_VALUE => Cause::LastValue,
            OUT_OF_BOUNDS => Cause::OutOfBounds,
            VALUES_GONE => Cause::ValuesGone,
            COLUMN_TAKEN => Cause::ColumnTaken { row: self.note },
            COLUMN_LAST => Cause::ColumnLast,
            BINARY => Cause::Binary { premise: Lit(self.note) },
            CLAUSE => Cause::Clause { at: self.note },
            prop => Cause::Rule { prop: PropId(prop), tag: Tag(self.note) },
        }
    }
}

/// One change: all literals of `plane` in `mask` became true because of `reason`.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The literals' bits, never empty.
    pub mask: u64,
    /// Why.
    pub reason: Reason,
    /// `2 * word + sign`, as [`Lit::plane`].
    pub plane: u32,
    /// The decision level of the change; 0 is the root.
    pub level: u32,
}

impl Entry {
    /// The word of the store that changed.
    #[inline]
    pub fn word(self) -> usize {
        (self.plane >> 1) as usize
    }

    /// Whether atoms became false; else they became true.
    #[inline]
    pub fn removes(self) -> bool {
        self.plane & 1 == 1
    }

    /// The literals that became true.
    pub fn lits(self) -> impl Iterator<Item = Lit> {
        bits(self.mask).map(move |b| Lit::from_plane(self.plane, b))
    }
}

/// The marker that a branch is dead. Not an error: a normal outcome of propagation. The cause is in
/// the store ([`super::store::Store::failure`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conflict;

/// The cause of a conflict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Failure {
    /// A literal that is false must hold.
    Lit {
        /// The literal.
        lit: Lit,
        /// The reason that demands it.
        reason: Reason,
    },
    /// A propagator found its constraint violated.
    Rule {
        /// Which one.
        prop: PropId,
        /// The propagator's note on the inference: its rule and the object it was applied to.
        tag: Tag,
    },
    /// All literals of a clause are false.
    Clause {
        /// Its place in the clause store.
        at: u32,
    },
    /// No row of a matrix can hold a value.
    Column {
        /// Which matrix, in the order of making, from 0.
        matrix: u32,
        /// The value, from 0.
        column: u32,
    },
}
