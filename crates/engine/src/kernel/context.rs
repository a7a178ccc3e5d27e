//! The contexts handed to propagators: [`Propagation`] for inference, [`Past`] (read only) for
//! explanations.

use super::ids::{CellId, IntervalId, Lit, PropId, VarId, bits};
use super::interrupt::{Halt, StepCounter};
use super::reason::{Conflict, Entry, Failure, Lits, Reason, Tag};
use super::store::Store;
use std::ops::{Deref, Range};

/// The store, with the right to infer on behalf of one propagator. Reads go through `Deref`.
pub struct Propagation<'a> {
    store: &'a mut Store,
    counter: &'a StepCounter<'a>,
    who: PropId,
    seen: usize,
    ran: Option<CellId>,
    mark_news_read: bool,
    own_read: bool,
}

impl Deref for Propagation<'_> {
    type Target = Store;
    #[inline]
    fn deref(&self) -> &Store {
        self.store
    }
}

impl<'a> Propagation<'a> {
    pub(super) fn new(
        store: &'a mut Store,
        counter: &'a StepCounter<'a>,
        who: PropId,
        seen: usize,
        ran: Option<CellId>,
    ) -> Propagation<'a> {
        Propagation { store, counter, who, seen, ran, mark_news_read: false, own_read: false }
    }

    /// Counts `steps` steps of work (of some five to fifty nanoseconds each) and polls the engine's
    /// interrupt once per some tens of thousands. Call it in every loop that may take longer than a
    /// millisecond, at places where returning early is harmless: if the search goes on, the
    /// propagator runs again, with the same news unless it has called
    /// [`Propagation::mark_news_read`]. Inferences made so far stand.
    ///
    /// # Errors
    /// [`Halt::Interrupted`] if it is to stop.
    #[inline]
    pub fn work(&self, steps: usize) -> Result<(), Halt> {
        self.counter.spend(steps)
    }

    /// The identifier of this propagator. Facts with this author were inferred by the propagator
    /// itself.
    #[inline]
    pub fn me(&self) -> PropId {
        self.who
    }

    /// Whether an incremental propagator has to read the whole state: it has not run yet on this
    /// branch (an interrupted run counts only if it had [read its news](Propagation::mark_news_read)),
    /// or it [has forgotten](Propagation::forget). A propagator that is not incremental reads the
    /// whole state in every run.
    #[inline]
    pub fn is_first_run(&self) -> bool {
        self.ran.is_none_or(|ran| self.store.cell(ran) == 0)
    }

    /// Makes the next run a first run again.
    pub fn forget(&mut self) {
        if let Some(ran) = self.ran {
            self.store.set_cell(ran, 0);
        }
    }

    /// The trail entries since this (incremental) propagator last ran, its own included unless it has
    /// [read them](Propagation::mark_own_read).
    pub fn news(&self) -> Range<usize> {
        self.seen..self.store.trail().len()
    }

    /// All news has been recorded, in reversible cells or in worklists that outlive this call. If
    /// this call is interrupted from now on, the next call does not get the same news again.
    pub fn mark_news_read(&mut self) {
        self.mark_news_read = true;
    }

    /// This run, if it ends without a conflict, has drawn all consequences of its own changes: the next one does not
    /// get them as news.
    #[inline]
    pub fn mark_own_read(&mut self) {
        self.own_read = true;
    }

    /// Whether [`Propagation::mark_own_read`] was called.
    pub(super) fn has_read_own(&self) -> bool {
        self.own_read
    }

    /// Whether [`Propagation::mark_news_read`] was called.
    pub(super) fn has_read_news(&self) -> bool {
        self.mark_news_read
    }

    /// One trail entry.
    #[inline]
    pub fn entry(&self, at: usize) -> Entry {
        self.store.trail()[at]
    }

    #[inline]
    fn reason(&self, tag: Tag) -> Reason {
        Reason::rule(self.who, tag)
    }

    /// Makes `fact` true. `Ok(false)` if it was already.
    ///
    /// # Errors
    /// [`Conflict`] if it is false.
    #[inline]
    pub fn infer(&mut self, fact: Lit, tag: Tag) -> Result<bool, Conflict> {
        let reason = self.reason(tag);
        self.store.assign(fact, reason)
    }

    /// Takes value `v` from `x`.
    ///
    /// # Errors
    /// [`Conflict`] if it is the last one.
    #[inline]
    pub fn remove(&mut self, x: VarId, v: u32, tag: Tag) -> Result<bool, Conflict> {
        let a = self.store.atom(x, v);
        self.remove_mask(a.word(), a.mask(), tag)
    }

    /// Gives `x` the value `v`.
    ///
    /// # Errors
    /// [`Conflict`] if that value is gone.
    #[inline]
    pub fn fix(&mut self, x: VarId, v: u32, tag: Tag) -> Result<bool, Conflict> {
        let a = self.store.atom(x, v);
        self.infer(a.pos(), tag)
    }

    /// Makes all atoms of `mask` in word `w` of the store false: one trail entry.
    ///
    /// # Errors
    /// [`Conflict`] if one is known or a domain would become empty.
    #[inline]
    pub fn remove_mask(&mut self, w: usize, mask: u64, tag: Tag) -> Result<bool, Conflict> {
        let reason = self.reason(tag);
        self.store.remove(w, mask, reason)
    }

    /// Takes from `x` all values that are not in `keep` (as many words as the domain has).
    ///
    /// # Errors
    /// [`Conflict`] if none is left.
    pub fn keep_only(&mut self, x: VarId, keep: &[u64], tag: Tag) -> Result<bool, Conflict> {
        let first = self.store.first_word(x);
        let mut changed = false;
        for (i, &k) in keep.iter().enumerate() {
            changed |= self.remove_mask(first + i, !k, tag)?;
        }
        Ok(changed)
    }

    /// Takes from `x` all values below `v`.
    ///
    /// # Errors
    /// [`Conflict`] if none is left.
    #[inline]
    pub fn keep_at_least(&mut self, x: VarId, v: u32, tag: Tag) -> Result<bool, Conflict> {
        let first = self.store.first_word(x);
        // Most domains are one word, and most calls find nothing below.
        if v < 64 && self.store.values(x) <= 64 {
            let below = self.store.alive(first) & ((1 << v) - 1);
            return if below == 0 { Ok(false) } else { self.remove_mask(first, below, tag) };
        }
        self.keep_upper(x, v, tag)
    }

    fn keep_upper(&mut self, x: VarId, v: u32, tag: Tag) -> Result<bool, Conflict> {
        let first = self.store.first_word(x);
        let mut changed = false;
        for i in 0..(v.div_ceil(64)).min(self.store.values(x).div_ceil(64)) {
            let below = v - i * 64;
            let mask = if below >= 64 { !0 } else { (1 << below) - 1 };
            changed |= self.remove_mask(first + i as usize, mask, tag)?;
        }
        Ok(changed)
    }

    /// Takes from `x` all values above `v`.
    ///
    /// # Errors
    /// [`Conflict`] if none is left.
    #[inline]
    pub fn keep_at_most(&mut self, x: VarId, v: u32, tag: Tag) -> Result<bool, Conflict> {
        let first = self.store.first_word(x);
        if v < 63 && self.store.values(x) <= 64 {
            let above = self.store.alive(first) & (!0 << (v + 1));
            return if above == 0 { Ok(false) } else { self.remove_mask(first, above, tag) };
        }
        self.keep_lower(x, v, tag)
    }

    fn keep_lower(&mut self, x: VarId, v: u32, tag: Tag) -> Result<bool, Conflict> {
        let first = self.store.first_word(x);
        let mut changed = false;
        for i in v / 64..self.store.values(x).div_ceil(64) {
            let mask = if i > v / 64 {
                !0
            } else if v % 64 == 63 {
                0
            } else {
                !0 << (v % 64 + 1)
            };
            changed |= self.remove_mask(first + i as usize, mask, tag)?;
        }
        Ok(changed)
    }

    /// Makes "x is at least v" true, for a variable that has [bounds](Store::bounds) as literals: the values below go
    /// because of it.
    ///
    /// # Errors
    /// [`Conflict`] if it is smaller.
    #[inline]
    pub fn say_at_least(&mut self, x: VarId, v: u32, tag: Tag) -> Result<bool, Conflict> {
        let reason = self.reason(tag);
        self.store.say_at_least(x, v, reason)
    }

    /// The same for "x is at most v".
    ///
    /// # Errors
    /// [`Conflict`] if it is larger.
    #[inline]
    pub fn say_at_most(&mut self, x: VarId, v: u32, tag: Tag) -> Result<bool, Conflict> {
        let reason = self.reason(tag);
        self.store.say_at_most(x, v, reason)
    }

    /// Makes an interval variable at least `v`.
    ///
    /// # Errors
    /// [`Conflict`] if it is smaller.
    #[inline]
    pub fn raise(&mut self, x: IntervalId, v: i64, tag: Tag) -> Result<bool, Conflict> {
        let reason = self.reason(tag);
        self.store.raise(x, v, reason)
    }

    /// Makes an interval variable at most `v`.
    ///
    /// # Errors
    /// [`Conflict`] if it is larger.
    #[inline]
    pub fn lower(&mut self, x: IntervalId, v: i64, tag: Tag) -> Result<bool, Conflict> {
        let reason = self.reason(tag);
        self.store.lower(x, v, reason)
    }

    /// Reports a conflict by the rule of `tag`.
    #[inline]
    pub fn fail(&mut self, tag: Tag) -> Conflict {
        self.store.fail(Failure::Rule { prop: self.who, tag })
    }

    /// Writes a reversible cell.
    #[inline]
    pub fn set_cell(&mut self, c: CellId, value: u32) {
        self.store.set_cell(c, value);
    }
}

/// The facts as they stood just before a trail entry.
#[derive(Clone, Copy)]
pub struct Past<'a> {
    store: &'a Store,
    before: u32,
}

impl<'a> Past<'a> {
    pub(super) fn new(store: &'a Store, before: u32) -> Past<'a> {
        Past { store, before }
    }

    /// The store, for the parts that never change: sizes, atoms, shapes of matrices. Not for
    /// domains.
    pub fn store(&self) -> &'a Store {
        self.store
    }

    /// The trail position that this view is just before.
    pub fn before(&self) -> u32 {
        self.before
    }

    /// The same store, seen just before another (earlier) trail entry.
    pub fn at(&self, before: u32) -> Past<'a> {
        Past { store: self.store, before }
    }

    /// Whether `l` was true.
    #[inline]
    pub fn is_true(&self, l: Lit) -> bool {
        self.store.is_true(l) && self.store.position(l) < self.before
    }

    /// Whether `l` was false.
    #[inline]
    pub fn is_false(&self, l: Lit) -> bool {
        self.is_true(!l)
    }

    /// The atoms of word `w` that were not false.
    pub fn alive(&self, w: usize) -> u64 {
        let plane = (w as u32) << 1 | 1;
        !self.plane_before(!self.store.alive(w), plane)
    }

    /// The atoms of word `w` that were true.
    pub fn known(&self, w: usize) -> u64 {
        self.plane_before(self.store.known(w), (w as u32) << 1)
    }

    fn plane_before(&self, now: u64, plane: u32) -> u64 {
        if self.store.unchanged_since(plane, self.before) {
            return now;
        }
        let mut then = now;
        for b in bits(now & !self.store.rooted(plane)) {
            if self.store.position(Lit::from_plane(plane, b)) >= self.before {
                then &= !(1 << b);
            }
        }
        then
    }

    /// Whether `x` could take value `v`.
    #[inline]
    pub fn contains(&self, x: VarId, v: u32) -> bool {
        !self.is_true(self.store.atom(x, v).neg())
    }

    /// Appends the premises of "x is at least v", which was so: a bound if `x` has [bounds](Store::bounds) as
    /// literals, else the values below, each of which was gone.
    pub fn at_least(&self, x: VarId, v: u32, why: &mut Lits) {
        match self.store.bounds(x) {
            Some(bounds) => why.extend(v.checked_sub(1).map(|u| bounds.at(u).neg())),
            None => why.extend((0..v).map(|u| self.not(x, u))),
        }
    }

    /// The same for "x is at most v".
    pub fn at_most(&self, x: VarId, v: u32, why: &mut Lits) {
        match self.store.bounds(x) {
            Some(bounds) => why.extend((v < bounds.len()).then(|| bounds.at(v).pos())),
            None => why.extend((v + 1..self.store.values(x)).map(|u| self.not(x, u))),
        }
    }

    /// The literal that `x` does not have value `v`.
    #[inline]
    pub fn not(&self, x: VarId, v: u32) -> Lit {
        self.store.atom(x, v).neg()
    }

    /// The literal that `x` has value `v`.
    #[inline]
    pub fn is(&self, x: VarId, v: u32) -> Lit {
        self.store.atom(x, v).pos()
    }

    /// The value `x` had, if it was known.
    pub fn value(&self, x: VarId) -> Option<u32> {
        let first = self.store.first_word(x);
        (0..self.store.domain_words(x).len()).find_map(|i| {
            let known = self.known(first + i);
            (known != 0).then(|| i as u32 * 64 + known.trailing_zeros())
        })
    }

    /// The least value that an interval variable could take.
    pub fn low(&self, x: IntervalId) -> i64 {
        let now = self.store.low(x);
        let mut below = self.store.orders_to(x, now - 1);
        let was = below.find(|&(_, a)| self.is_true(a.neg()));
        was.expect("the first value was possible").0 + 1
    }

    /// The largest value that an interval variable could take.
    pub fn high(&self, x: IntervalId) -> i64 {
        let now = self.store.high(x);
        let mut above = self.store.orders_from(x, now);
        above.find(|&(_, a)| self.is_true(a.pos())).expect("the last value was possible").0
    }

    /// The word of this index of the domain of `x` as it was.
    pub fn domain_word(&self, x: VarId, i: usize) -> u64 {
        self.alive(self.store.first_word(x) + i)
    }
}
