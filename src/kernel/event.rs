//! What wakes a propagator: changes of words of the store, filtered by masks and kinds.
//!
//! A removed minimum *is* a change of bounds, a fixed variable *is* a change of its domain: kinds
//! are derived from the removed bits and the domain afterwards, no old bounds are kept.

use super::ids::{Atom, Lit, VarId};
use super::interrupt::{Halt, Patience};
use super::reason::Entry;
use super::store::{Span, Store};

/// Kinds of change of a variable with a domain.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Event {
    /// It got its value.
    Fixed,
    /// Its smallest or largest value went.
    Bounds,
    /// Any value went.
    Any,
}

#[derive(Clone, Copy, Debug)]
struct Wake {
    mask: u64,
    prop: u32,
    bounds_only: bool,
}

/// Where a propagator says, while it is posted, what wakes it.
pub struct Subscriptions<'a> {
    pub(super) store: &'a Store,
    pub(super) pending: &'a mut Vec<(u32, WakeRecord)>,
    pub(super) prop: u32,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct WakeRecord(Wake);

impl Subscriptions<'_> {
    /// The store, for looking things up.
    pub fn store(&self) -> &Store {
        self.store
    }

    /// Wake on an event of variable `x`.
    pub fn on(&mut self, x: VarId, event: Event) {
        let Span { word, values, .. } = self.store.spans[x.0 as usize];
        let removed = u32::from(event != Event::Fixed);
        for w in word..word + values.div_ceil(64) {
            self.push(w << 1 | removed, !0, event == Event::Bounds);
        }
    }

    /// Wake when a literal becomes true.
    pub fn on_lit(&mut self, l: Lit) {
        self.push(l.plane(), l.atom().mask(), false);
    }

    /// Wake when a Boolean variable gets a value, either way.
    pub fn on_bool(&mut self, a: Atom) {
        self.on_lit(a.is());
        self.on_lit(a.not());
    }

    /// Wake when any of the `n` Boolean variables from `first` gets a value, either way.
    pub fn on_bools(&mut self, first: Atom, n: u32) {
        for (w, mask) in words_of(first, n) {
            self.push(w << 1, mask, false);
            self.push(w << 1 | 1, mask, false);
        }
    }

    /// Wake when any of the `n` atoms from `first` becomes true.
    pub fn on_known(&mut self, first: Atom, n: u32) {
        for (w, mask) in words_of(first, n) {
            self.push(w << 1, mask, false);
        }
    }

    fn push(&mut self, plane: u32, mask: u64, bounds_only: bool) {
        self.pending.push((plane, WakeRecord(Wake { mask, prop: self.prop, bounds_only })));
    }
}

fn words_of(first: Atom, n: u32) -> impl Iterator<Item = (u32, u64)> {
    let (from, to) = (first.0, first.0 + n);
    (from / 64..to.div_ceil(64)).map(move |w| {
        let lo = from.max(w * 64) - w * 64;
        let hi = to.min(w * 64 + 64) - w * 64;
        let upto = if hi == 64 { !0 } else { (1u64 << hi) - 1 };
        (w, upto & (!0 << lo))
    })
}

/// Records that are sorted between two counts of steps.
const CHUNK: usize = 1024;

/// Per plane who is woken, in one array.
#[derive(Clone, Debug, Default)]
pub(super) struct WakeTable {
    start: Vec<u32>,
    wakes: Vec<Wake>,
}

impl WakeTable {
    /// Sorts the pending records by plane; several records of one propagator on one plane merge.
    ///
    /// # Errors
    /// [`Halt::Interrupted`].
    pub fn build(
        planes: usize,
        pending: &[(u32, WakeRecord)],
        patience: &Patience<'_>,
    ) -> Result<WakeTable, Halt> {
        // Counting sort; while a plane is filled, `start[plane + 1]` is where its next record goes.
        let mut start = vec![0u32; planes + 2];
        for some in pending.chunks(CHUNK) {
            patience.spend(some.len())?;
            for &(plane, _) in some {
                start[plane as usize + 2] += 1;
            }
        }
        for i in 2..start.len() {
            start[i] += start[i - 1];
        }
        let mut wakes = vec![Wake { mask: 0, prop: 0, bounds_only: false }; pending.len()];
        for some in pending.chunks(CHUNK) {
            patience.spend(some.len())?;
            for &(plane, WakeRecord(wake)) in some {
                let at = &mut start[plane as usize + 1];
                wakes[*at as usize] = wake;
                *at += 1;
            }
        }
        start.pop();
        // Records of one propagator were pending in a row, so they still stand side by side.
        let (mut from, mut kept) = (0, 0);
        for p in 0..planes {
            let (first, to) = (kept, start[p + 1] as usize);
            patience.spend(1 + to - from)?;
            start[p] = first as u32;
            for i in from..to {
                let w = wakes[i];
                match wakes[first..kept].last_mut() {
                    Some(l) if l.prop == w.prop && l.bounds_only == w.bounds_only => {
                        l.mask |= w.mask;
                    }
                    _ => {
                        wakes[kept] = w;
                        kept += 1;
                    }
                }
            }
            from = to;
        }
        start[planes] = kept as u32;
        wakes.truncate(kept);
        Ok(WakeTable { start, wakes })
    }

    /// Calls `wake` for each propagator that the change concerns.
    #[inline]
    pub fn each(&self, store: &Store, e: Entry, mut wake: impl FnMut(u32)) {
        let p = e.plane as usize;
        for w in &self.wakes[self.start[p] as usize..self.start[p + 1] as usize] {
            if w.mask & e.mask != 0 && (!w.bounds_only || moves_bounds(store, e)) {
                wake(w.prop);
            }
        }
    }

    /// The words whose changes wake `prop`, with masks: its scope.
    pub fn scope(&self, prop: u32) -> Vec<(u32, u64)> {
        let mut scope = Vec::new();
        for p in 0..self.start.len().saturating_sub(1) {
            for w in &self.wakes[self.start[p] as usize..self.start[p + 1] as usize] {
                if w.prop == prop {
                    scope.push((p as u32, w.mask));
                }
            }
        }
        scope
    }
}

/// Whether the removals of `e` changed the smallest or largest value of their variable.
fn moves_bounds(store: &Store, e: Entry) -> bool {
    let w = (e.plane >> 1) as usize;
    let Some(x) = store.owner(w) else { return true };
    if let [left] = *store.domain_words(x) {
        // What went is not among what is left, so comparing highest or lowest bits alone will do.
        let lowest = |word: u64| word & word.wrapping_neg();
        return e.mask > left || lowest(e.mask) < lowest(left);
    }
    let d = store.domain(x);
    let base = (w - store.first_word(x)) as u32 * 64;
    let (low, high) = (base + e.mask.trailing_zeros(), base + 63 - e.mask.leading_zeros());
    low < d.min() || high > d.max()
}
