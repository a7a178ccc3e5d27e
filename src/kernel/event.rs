//! What wakes a propagator: changes of words of the store, filtered by masks and kinds.
//!
//! A removed minimum *is* a change of bounds, a fixed variable *is* a change of its domain: kinds
//! are derived from the removed bits and the domain afterwards, no old bounds are kept.

use super::ids::{Atom, Lit, VarId};
use super::ranges::{Bools, Vars};
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

    /// Wake on an event of any of these variables.
    pub fn on_vars(&mut self, vars: Vars, event: Event) {
        vars.iter().for_each(|x| self.on(x, event));
    }

    /// Wake when any of these Boolean variables gets a value, either way.
    pub fn on_bools(&mut self, bools: Bools) {
        for (w, mask) in bools.words() {
            self.push((w as u32) << 1, mask, false);
            self.push((w as u32) << 1 | 1, mask, false);
        }
    }

    /// Wake when any of these Boolean variables, which need not be a run, gets a value, either way.
    pub fn on_each(&mut self, atoms: impl Iterator<Item = Atom>) {
        for (w, mask) in words_of(atoms) {
            self.push(w << 1, mask, false);
            self.push(w << 1 | 1, mask, false);
        }
    }

    /// Wake when any of these Boolean variables becomes true.
    pub fn on_known(&mut self, bools: Bools) {
        for (w, mask) in bools.words() {
            self.push((w as u32) << 1, mask, false);
        }
    }

    fn push(&mut self, plane: u32, mask: u64, bounds_only: bool) {
        self.pending.push((plane, WakeRecord(Wake { mask, prop: self.prop, bounds_only })));
    }
}

/// The words that these atoms are in, each with their bits; one that comes again later is given again.
fn words_of(mut atoms: impl Iterator<Item = Atom>) -> impl Iterator<Item = (u32, u64)> {
    let mut next = atoms.next();
    std::iter::from_fn(move || {
        let word = next?.word();
        let mut mask = 0;
        while let Some(a) = next.filter(|a| a.word() == word) {
            mask |= a.mask();
            next = atoms.next();
        }
        Some((word as u32, mask))
    })
}

/// Per plane who is woken, in one array.
#[derive(Clone, Debug, Default)]
pub(super) struct WakeTable {
    start: Vec<u32>,
    wakes: Vec<Wake>,
}

impl WakeTable {
    /// Sorts the pending records by plane; several records of one propagator on one plane merge.
    pub fn build(planes: usize, pending: &[(u32, WakeRecord)]) -> WakeTable {
        // Counting sort; while a plane is filled, `start[plane + 1]` is where its next record goes.
        let mut start = vec![0u32; planes + 2];
        for &(plane, _) in pending {
            start[plane as usize + 2] += 1;
        }
        for i in 2..start.len() {
            start[i] += start[i - 1];
        }
        let mut wakes = vec![Wake { mask: 0, prop: 0, bounds_only: false }; pending.len()];
        for &(plane, WakeRecord(wake)) in pending {
            let at = &mut start[plane as usize + 1];
            wakes[*at as usize] = wake;
            *at += 1;
        }
        start.pop();
        // Records of one propagator were pending in a row, so they still stand side by side.
        let (mut from, mut kept) = (0, 0);
        for p in 0..planes {
            let (first, to) = (kept, start[p + 1] as usize);
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
        WakeTable { start, wakes }
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
