//! Interval variables: two bounds instead of one bit per value, and order literals created on demand.
//!
//! A variable with thousands of values whose constraints reason on bounds would otherwise need one bit per value,
//! and an explanation of a bound would have one literal per removed value. Here the store keeps the two bounds as
//! reversible numbers. "x is at most v" becomes an atom, an *order literal*, once x is cut there, a propagator is
//! posted on it, or search decides it. All order literals of a variable agree with its bounds at any time: if a
//! bound moves, the literals that it passes are implied, each by the literal that moved the bound.
//!
//! An atom that was made above the root goes when its level is undone, unless a clause holds it
//! ([`Store::keep`]); its place is used again. So the number of order atoms is that of the bounds on the trail
//! and in clauses.
//!
//! Source: Feydy, Stuckey, "Lazy clause generation reengineered", 2009.

use super::{ORDER, Store};
use crate::kernel::ids::{Atom, CellId, IntervalId, Lit};
use crate::kernel::reason::{Conflict, Entry, Failure, Reason};
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// The state of an interval variable.
#[derive(Clone, Debug)]
struct Interval {
    /// The number of initial values, from 0 on.
    values: u32,
    /// Its ends.
    low: CellId,
    high: CellId,
    /// The existing atoms "at most v", from -1 (which is false) to the last value (which is true).
    order: BTreeMap<i64, Atom>,
}

/// The meaning of an order atom: a variable is at most a value.
#[derive(Clone, Copy, Debug)]
struct AtMost {
    of: IntervalId,
    value: i64,
    /// How long it is there.
    stay: Stay,
}

/// The lifetime of an order literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stay {
    /// Its place is free.
    Free,
    /// Until its level is undone.
    Level,
    /// While clauses contain it.
    Clauses,
    /// As long as the store.
    Ever,
}

/// All interval variables of a store.
#[derive(Clone, Debug, Default)]
pub(super) struct Intervals {
    all: Vec<Interval>,
    /// Per bit of each word of order literals.
    says: Vec<AtMost>,
    /// The words of the store with order literals.
    words: Vec<u32>,
    free: Vec<Atom>,
    /// Atoms created above the root, with their levels, in order.
    young: Vec<(Atom, u32)>,
}

impl Intervals {
    #[inline]
    pub fn has_young(&self) -> bool {
        !self.young.is_empty()
    }
}

/// Order literals that a bound passes when it moves.
type Passed = SmallVec<[Atom; 16]>;

/// # Interval variables
impl Store {
    /// A new interval variable with the values `0 .. values`.
    ///
    /// # Panics
    /// If `values` is 0.
    pub fn new_interval(&mut self, values: u32) -> IntervalId {
        assert!(values > 0, "a variable has at least one value");
        let id = IntervalId(self.intervals.all.len() as u32);
        let (low, high) = (self.new_cell(0), self.new_cell(values - 1));
        self.intervals.all.push(Interval { values, low, high, order: BTreeMap::new() });
        for (value, holds) in [(-1, false), (i64::from(values) - 1, true)] {
            let a = self.new_order(id, value, Stay::Ever);
            self.root_fact(a.lit(holds));
        }
        id
    }

    /// The number of interval variables; they are numbered from 0.
    pub fn intervals(&self) -> u32 {
        self.intervals.all.len() as u32
    }

    /// The interval variable of a number.
    ///
    /// # Panics
    /// If there are fewer interval variables.
    pub fn interval(&self, index: u32) -> IntervalId {
        assert!(index < self.intervals(), "there is no interval variable {index}");
        IntervalId(index)
    }

    /// The number of initial values of an interval variable.
    pub fn width(&self, x: IntervalId) -> u32 {
        self.intervals.all[x.index()].values
    }

    /// The least value that an interval variable can take.
    #[inline]
    pub fn low(&self, x: IntervalId) -> i64 {
        i64::from(self.cell(self.intervals.all[x.index()].low))
    }

    /// The largest value that an interval variable can take.
    #[inline]
    pub fn high(&self, x: IntervalId) -> i64 {
        i64::from(self.cell(self.intervals.all[x.index()].high))
    }

    /// The interval variable and the value v of an order literal "at most v"; `None` for any other atom.
    #[inline]
    pub fn order(&self, a: Atom) -> Option<(IntervalId, i64)> {
        let says = self.says(a)?;
        Some((says.of, says.value))
    }

    #[inline]
    fn says(&self, a: Atom) -> Option<&AtMost> {
        let says = &self.intervals.says[self.place_of(a)?];
        (says.stay != Stay::Free).then_some(says)
    }

    /// Whether a word of the store holds order literals.
    #[inline]
    pub fn is_order_word(&self, w: usize) -> bool {
        (ORDER..super::NO_VAR).contains(&self.owner[w])
    }

    /// Whether a literal means the same in every clone of the store as it was at the root: it is no order literal,
    /// or a permanent one.
    pub fn is_shared(&self, l: Lit) -> bool {
        self.says(l.atom()).is_none_or(|says| says.stay == Stay::Ever)
    }

    /// The literals of an entry whose meaning never changes, as a mask: all of them except order literals that are
    /// removed with their level or with clauses.
    pub fn lasting(&self, e: Entry) -> u64 {
        if !self.is_order_word(e.word()) {
            return e.mask;
        }
        let shared = e.lits().filter(|&l| self.is_shared(l));
        shared.fold(0, |mask, l| mask | l.atom().mask())
    }

    /// The literal that explains "x is at most v", which must hold: the weakest existing order literal that implies
    /// it.
    pub fn says_at_most(&self, x: IntervalId, v: i64) -> Lit {
        let mut below = self.intervals.all[x.index()].order.range(..=v).rev();
        below.next().expect("an end has its literal").1.pos()
    }

    /// The same for "x is at least v".
    pub fn says_at_least(&self, x: IntervalId, v: i64) -> Lit {
        let mut above = self.intervals.all[x.index()].order.range(v - 1..);
        above.next().expect("an end has its literal").1.neg()
    }

    /// The existing order literals of `x`, by their values v of "at most v", upward from a value.
    pub fn orders_from(&self, x: IntervalId, v: i64) -> impl Iterator<Item = (i64, Atom)> + '_ {
        self.intervals.all[x.index()].order.range(v..).map(|(&v, &a)| (v, a))
    }

    /// The same downward.
    pub(in crate::kernel) fn orders_to(
        &self,
        x: IntervalId,
        v: i64,
    ) -> impl Iterator<Item = (i64, Atom)> + '_ {
        self.intervals.all[x.index()].order.range(..=v).rev().map(|(&v, &a)| (v, a))
    }

    /// The literal "x is at most v" for posting constraints: it is permanent. If the initial domain of x or the
    /// facts at the root decide it, it is a literal that is true or false from the root on.
    pub fn at_most(&mut self, x: IntervalId, v: i64) -> Lit {
        debug_assert_eq!(self.level(), 0, "constraints are posted at the root");
        let v = match (v < self.low(x), v >= self.high(x)) {
            (true, _) => -1,
            (_, true) => i64::from(self.width(x)) - 1,
            _ => v,
        };
        let a = match self.intervals.all[x.index()].order.get(&v) {
            Some(&a) => a,
            None => self.new_order(x, v, Stay::Ever),
        };
        let i = self.place_of(a).expect("an order literal");
        self.intervals.says[i].stay = Stay::Ever;
        a.pos()
    }

    /// The atom "x is at most v", for a value at which x can still be cut: `low <= v < high`. A new one is removed
    /// with its level, or, if created at the root, once no clause contains it.
    pub(in crate::kernel) fn order_atom(&mut self, x: IntervalId, v: i64) -> Atom {
        debug_assert!(self.low(x) <= v && v < self.high(x), "the variable can be cut there");
        if let Some(&a) = self.intervals.all[x.index()].order.get(&v) {
            return a;
        }
        let level = self.level();
        if level == 0 {
            return self.new_order(x, v, Stay::Clauses);
        }
        let a = self.new_order(x, v, Stay::Level);
        self.intervals.young.push((a, level));
        a
    }

    /// A literal that splits an interval variable with several values left: its upper bound becomes its lower bound
    /// plus `width`, or plus half of the remaining range if that is less. The variable with the smallest lower bound
    /// is chosen, and `last` only if there is no other.
    pub(in crate::kernel) fn split(&mut self, last: Option<IntervalId>, width: i64) -> Option<Lit> {
        let open = (0..self.intervals()).map(IntervalId).filter(|&x| self.low(x) < self.high(x));
        let x = open.min_by_key(|&x| (Some(x) == last, self.low(x)))?;
        let (low, high) = (self.low(x), self.high(x));
        Some(self.order_atom(x, low + width.min((high - low) / 2)).pos())
    }

    /// Makes "x is at most v" true.
    ///
    /// # Errors
    /// [`Conflict`] if x is larger; the failure is kept.
    pub(in crate::kernel) fn lower(
        &mut self,
        x: IntervalId,
        v: i64,
        reason: Reason,
    ) -> Result<bool, Conflict> {
        if v >= self.high(x) {
            return Ok(false);
        }
        if v < self.low(x) {
            // The literal that it implies and that is already false.
            let lit = self.intervals.all[x.index()].order[&(self.low(x) - 1)].pos();
            return Err(self.fail(Failure::Lit { lit, reason }));
        }
        let a = self.order_atom(x, v);
        self.assign(a.pos(), reason)
    }

    /// Makes "x is at least v" true.
    ///
    /// # Errors
    /// [`Conflict`] if x is smaller; the failure is kept.
    pub(in crate::kernel) fn raise(
        &mut self,
        x: IntervalId,
        v: i64,
        reason: Reason,
    ) -> Result<bool, Conflict> {
        if v <= self.low(x) {
            return Ok(false);
        }
        if v > self.high(x) {
            let lit = self.intervals.all[x.index()].order[&self.high(x)].neg();
            return Err(self.fail(Failure::Lit { lit, reason }));
        }
        let a = self.order_atom(x, v - 1);
        self.assign(a.neg(), reason)
    }

    /// Makes the open bounds of a mask in a word false, one after the other, the highest first.
    #[cold]
    pub(super) fn refuse(&mut self, w: usize, mask: u64, reason: Reason) -> Result<bool, Conflict> {
        let mut left = mask;
        while left != 0 {
            let a = Atom::from_word(w, 63 - left.leading_zeros());
            left &= !a.mask();
            // One of them may have fixed the next.
            if self.alive[w] & a.mask() != 0 {
                self.alive[w] &= !a.mask();
                self.push((w as u32) << 1 | 1, a.mask(), reason);
                self.bound_moved(a.neg());
            }
        }
        Ok(true)
    }

    /// Moves the bound of an order literal that has just become true: weaker literals are implied.
    pub(super) fn bounded(&mut self, l: Lit) {
        let (x, v) = self.order(l.atom()).expect("an order literal has a variable");
        let (low, high) = (self.low(x), self.high(x));
        debug_assert!((low..high).contains(&v), "it was open");
        let own = &self.intervals.all[x.index()];
        let (cell, end) = if l.is_positive() { (own.high, v) } else { (own.low, v + 1) };
        let passed: Passed = match l.is_positive() {
            true => own.order.range(v + 1..high).map(|(_, &a)| a).collect(),
            false => own.order.range(low..v).map(|(_, &a)| a).collect(),
        };
        for a in passed {
            let sign = u32::from(!l.is_positive());
            if sign == 1 {
                self.alive[a.word()] &= !a.mask();
            }
            self.push((a.word() as u32) << 1 | sign, a.mask(), Reason::binary(l));
        }
        self.set_cell(cell, end as u32);
    }

    /// Keeps the order literals of a clause as long as the clause.
    pub fn keep(&mut self, clause: &[Lit]) {
        if self.intervals.all.is_empty() {
            return;
        }
        for l in clause {
            if let Some(i) = self.place_of(l.atom())
                && self.intervals.says[i].stay == Stay::Level
            {
                self.intervals.says[i].stay = Stay::Clauses;
            }
        }
    }

    /// Removes the order literals kept for clauses that are open and for which `holds` is false.
    pub(in crate::kernel) fn release(&mut self, holds: impl Fn(Atom) -> bool) {
        for i in 0..self.intervals.says.len() {
            let a = Atom(self.intervals.words[i / 64] * 64 + i as u32 % 64);
            if self.intervals.says[i].stay == Stay::Clauses && self.is_open(a) && !holds(a) {
                self.set_free(a);
            }
        }
    }

    /// The place of an order literal among all, used or free.
    #[inline]
    fn place_of(&self, a: Atom) -> Option<usize> {
        let in_word = |owner| (owner - ORDER) as usize * 64 + (a.0 & 63) as usize;
        self.is_order_word(a.word()).then(|| in_word(self.owner[a.word()]))
    }

    /// Removes atoms that were created above this level and that no clause contains.
    #[cold]
    pub(super) fn release_above(&mut self, level: u32) {
        while let Some(&(a, made)) = self.intervals.young.last() {
            if made <= level {
                return;
            }
            self.intervals.young.pop();
            let i = self.place_of(a).expect("an order literal");
            if self.intervals.says[i].stay == Stay::Level {
                self.set_free(a);
            }
        }
    }

    fn set_free(&mut self, a: Atom) {
        debug_assert!(self.is_open(a), "nothing rests on it");
        let i = self.place_of(a).expect("an order literal");
        let AtMost { of, value, .. } = self.intervals.says[i];
        self.intervals.says[i].stay = Stay::Free;
        self.intervals.all[of.index()].order.remove(&value);
        self.intervals.free.push(a);
        // Fixed at the root, so that search does not branch on it.
        self.root_fact(a.neg());
    }

    /// A fresh atom, unassigned regardless of the bounds.
    fn new_order(&mut self, of: IntervalId, value: i64, stay: Stay) -> Atom {
        let a = match self.intervals.free.pop() {
            Some(a) => a,
            None => self.new_order_word(of),
        };
        let i = self.place_of(a).expect("an order literal");
        self.intervals.says[i] = AtMost { of, value, stay };
        self.intervals.all[of.index()].order.insert(value, a);
        let (w, mask) = (a.word(), a.mask());
        self.alive[w] |= mask;
        for plane in [w * 2, w * 2 + 1] {
            self.truth[plane] &= !mask;
            if self.remembers {
                self.rooted[plane] &= !mask;
            }
        }
        a
    }

    /// Adds a word of free places and returns the first; the others go to the free list.
    fn new_order_word(&mut self, of: IntervalId) -> Atom {
        let (w, k) = (self.alive.len() as u32, self.intervals.words.len() as u32);
        assert!(k < ORDER - 1, "owners are numbers of 32 bits");
        self.push_word(0, ORDER + k);
        self.intervals.words.push(w);
        let nothing = AtMost { of, value: 0, stay: Stay::Free };
        self.intervals.says.extend([nothing; 64]);
        self.intervals.free.extend((1..64).rev().map(|bit| Atom(w * 64 + bit)));
        Atom(w * 64)
    }

    /// Makes a literal true as a root fact.
    fn root_fact(&mut self, l: Lit) {
        let (w, mask) = (l.atom().word(), l.atom().mask());
        if !l.is_positive() {
            self.alive[w] &= !mask;
        }
        let plane = l.plane() as usize;
        self.truth[plane] |= mask;
        if self.remembers {
            self.rooted[plane] |= mask;
            self.positions.root(l);
        }
    }
}
