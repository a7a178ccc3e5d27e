//! Bounds of variables as literals: "x is at most v" along with "x is v".
//!
//! A variable may have, in addition to the words of its domain, as many words of *bounds*: bit v of them is the atom "x is at
//! most v". Its false bits are those below the least value, its true ones those from the largest value on, and this
//! holds after every change: when values go, the bounds follow, and when a bound is set, the values beyond it go. Each
//! takes mask operations and one trail entry, however many literals change, and no clause is visited.
//!
//! Reasons are found on demand. A value beyond the bounds went because of the weakest bound that excludes it
//! ([`Cause::OutOfBounds`](crate::kernel::Cause)); a bound that follows values moved because of the bound before it
//! and the values in between ([`Cause::ValuesGone`](crate::kernel::Cause)).
//!
//! Source: Ohrimenko, Stuckey, Codish, "Propagation via lazy clause generation", 2009.

use super::{BOUND, NO_BOUNDS, ORDER, Store};
use crate::kernel::ids::{Atom, Lit, VarId};
use crate::kernel::reason::{Conflict, Failure, Lits, Reason};
use crate::kernel::store::ranges::{Bools, Run};

/// The bits of word `i` of a set of values that stand for values below `v`.
#[inline]
fn below(v: u32, i: u32) -> u64 {
    match v.saturating_sub(i * 64) {
        0 => 0,
        n if n >= 64 => !0,
        n => (1 << n) - 1,
    }
}

/// # Bounds as literals
impl Store {
    /// Gives variables bounds as literals, one variable after another, each from a fresh word on; the bits of a word
    /// from the last value on are true. They agree with the domains as they are now. Call it at the root.
    ///
    /// # Panics
    /// If a variable has them already.
    pub(in crate::kernel) fn new_bounds(&mut self, xs: &[VarId]) -> Bools {
        let first = self.words() as u32;
        for &x in xs {
            let (low, high) = (self.domain(x).min(), self.domain(x).max());
            let span = &mut self.spans[x.index()];
            assert!(span.bounds == NO_BOUNDS, "{x:?} has bounds already");
            span.bounds = self.alive.len() as u32;
            for i in 0..span.values.div_ceil(64) {
                self.push_word(!below(low, i), BOUND + x.0);
                let known = self.truth.len() - 2;
                self.truth[known] = !below(high, i);
                if self.remembers {
                    self.rooted[known] = !below(high, i);
                }
            }
        }
        Run::new(Atom(first * 64), (self.words() as u32 - first) * 64)
    }

    /// The atoms "x is at most 0", "x is at most 1", … up to the last value but one, if `x` has them.
    #[inline]
    pub fn bounds(&self, x: VarId) -> Option<Bools> {
        let span = &self.spans[x.index()];
        (span.bounds != NO_BOUNDS).then(|| Run::new(Atom(span.bounds * 64), span.values - 1))
    }

    /// The variable and the value v of an atom "x is at most v"; `None` for all others.
    #[inline]
    pub fn bound(&self, a: Atom) -> Option<(VarId, u32)> {
        let owner = self.owner[a.word()];
        let x = (BOUND..ORDER).contains(&owner).then(|| VarId(owner - BOUND))?;
        Some((x, a.0 - self.spans[x.index()].bounds * 64))
    }

    /// Makes "x is at least v" true; `x` has bounds, and each literal that changes has this reason.
    ///
    /// # Errors
    /// [`Conflict`] if x is smaller; the failure is kept.
    pub(in crate::kernel) fn say_at_least(
        &mut self,
        x: VarId,
        v: u32,
        reason: Reason,
    ) -> Result<bool, Conflict> {
        let span = self.spans[x.index()];
        // That it is above its last value is a literal, too: one that is false.
        let v = v.min(span.values);
        let Some(u) = v.checked_sub(1) else { return Ok(false) };
        let l = Atom(span.bounds * 64 + u).neg();
        if !self.is_to_set(l, reason)? {
            return Ok(false);
        }
        self.raise_bound(x, v, reason);
        self.strike_below(x, v);
        Ok(true)
    }

    /// Makes "x is at most v" true, in the same way.
    ///
    /// # Errors
    /// [`Conflict`] if x is larger; the failure is kept.
    pub(in crate::kernel) fn say_at_most(
        &mut self,
        x: VarId,
        v: u32,
        reason: Reason,
    ) -> Result<bool, Conflict> {
        let span = self.spans[x.index()];
        let l = Atom(span.bounds * 64 + v.min(span.values - 1)).pos();
        if !self.is_to_set(l, reason)? {
            return Ok(false);
        }
        self.lower_bound(x, v, reason);
        self.strike_above(x, v);
        Ok(true)
    }

    /// Whether a bound is open; a conflict if it is false.
    fn is_to_set(&mut self, l: Lit, reason: Reason) -> Result<bool, Conflict> {
        if self.is_false(l) {
            return Err(self.fail(Failure::Lit { lit: l, reason }));
        }
        Ok(!self.is_true(l))
    }

    /// A bound has just become true: weaker ones do because of it, and values beyond it go.
    pub(super) fn bound_set(&mut self, l: Lit) {
        let (x, v) = self.bound(l.atom()).expect("a bound has a variable");
        let reason = Reason::binary(l);
        if l.is_positive() {
            self.lower_bound(x, v, reason);
            self.strike_above(x, v);
        } else {
            self.raise_bound(x, v + 1, reason);
            self.strike_below(x, v + 1);
        }
    }

    /// `x` has just been fixed to the value of an atom.
    pub(super) fn bounds_fixed(&mut self, x: VarId, v: u32, reason: Reason) {
        self.raise_bound(x, v, reason);
        self.lower_bound(x, v, reason);
    }

    /// Values of `x` are gone, but not all: its bounds follow.
    pub(super) fn bounds_follow(&mut self, x: VarId) {
        let (low, high) = (self.domain(x).min(), self.domain(x).max());
        self.raise_bound(x, low, Reason::VALUES_GONE);
        self.lower_bound(x, high, Reason::VALUES_GONE);
    }

    /// Makes all "at most u" with u < v false that are not.
    fn raise_bound(&mut self, x: VarId, v: u32, reason: Reason) {
        let first = self.spans[x.index()].bounds;
        for i in 0..v.div_ceil(64) {
            let w = (first + i) as usize;
            let gone = self.alive[w] & below(v, i);
            if gone != 0 {
                self.alive[w] &= !gone;
                self.push((w as u32) << 1 | 1, gone, reason);
            }
        }
    }

    /// Makes all "at most u" with u >= v true that are not, the largest first.
    fn lower_bound(&mut self, x: VarId, v: u32, reason: Reason) {
        let span = self.spans[x.index()];
        for i in (v / 64..span.values.div_ceil(64)).rev() {
            let w = span.bounds + i;
            let new = !(self.known(w as usize) | below(v, i));
            if new != 0 {
                self.push(w << 1, new, reason);
            }
        }
    }

    fn strike_below(&mut self, x: VarId, v: u32) {
        let first = self.spans[x.index()].word;
        for i in 0..v.div_ceil(64) {
            self.strike_beyond((first + i) as usize, below(v, i));
        }
        self.struck(x);
    }

    fn strike_above(&mut self, x: VarId, v: u32) {
        let span = self.spans[x.index()];
        for i in v / 64..span.values.div_ceil(64) {
            self.strike_beyond((span.word + i) as usize, !below(v + 1, i));
        }
        self.struck(x);
    }

    #[inline]
    fn strike_beyond(&mut self, w: usize, beyond: u64) {
        let gone = self.alive[w] & beyond;
        if gone != 0 {
            self.strike(w, gone, Reason::OUT_OF_BOUNDS);
        }
    }

    /// Values beyond a bound are gone: the other values may leave a tighter bound, or one value.
    fn struck(&mut self, x: VarId) {
        self.bounds_follow(x);
        if self.spans[x.index()].size == 1 {
            self.know_last(x.0);
        }
    }

    // ---- reasons --------------------------------------------------------------------------

    /// The literals "x is at least v" and "x is at most v", without those that always hold.
    fn at_exactly(&self, x: VarId, v: u32, why: &mut Lits) {
        let bounds = self.bounds(x).expect("it has bounds");
        why.extend(v.checked_sub(1).map(|u| bounds.at(u).neg()));
        why.extend((v < bounds.len()).then(|| bounds.at(v).pos()));
    }

    /// Why a value is the last one: the premises of [`Reason::LAST_VALUE`].
    pub(in crate::kernel) fn why_last(&self, x: VarId, v: u32, why: &mut Lits) {
        if self.spans[x.index()].bounds != NO_BOUNDS {
            return self.at_exactly(x, v, why);
        }
        let atoms = self.atoms(x);
        why.extend((0..atoms.len()).filter(|&u| u != v).map(|u| atoms.at(u).neg()));
    }

    /// The weakest bound that excludes a value and was true before a trail entry: the premise of
    /// [`Reason::OUT_OF_BOUNDS`].
    pub(in crate::kernel) fn why_beyond(&self, a: Atom, before: u32) -> Lit {
        let (x, v) = self.meaning(a).expect("a value of a variable");
        let bounds = self.bounds(x).expect("it has bounds");
        let low = (v < bounds.len()).then(|| bounds.at(v).neg());
        low.filter(|&l| self.is_true(l) && self.position(l) < before)
            .unwrap_or_else(|| bounds.at(v.wrapping_sub(1)).pos())
    }

    /// The bound before a bound that followed values at a trail entry, and the values in between: the premises of
    /// [`Reason::VALUES_GONE`].
    pub(in crate::kernel) fn why_bound(&self, l: Lit, at: u32, why: &mut Lits) {
        let (x, v) = self.bound(l.atom()).expect("a bound");
        let (bounds, atoms, mask) =
            (self.bounds(x).expect("it has bounds"), self.atoms(x), self.trail[at as usize].mask);
        let place = |bit: u32| v - (l.atom().0 & 63) + bit;
        if l.is_positive() {
            let last = place(63 - mask.leading_zeros());
            why.extend((last + 1 < bounds.len()).then(|| bounds.at(last + 1).pos()));
            why.extend((v + 1..=last + 1).map(|u| atoms.at(u).neg()));
        } else {
            let first = place(mask.trailing_zeros());
            why.extend(first.checked_sub(1).map(|u| bounds.at(u).neg()));
            why.extend((first..=v).map(|u| atoms.at(u).neg()));
        }
    }
}
