//! Events that wake propagators: changes of words of the store, filtered by masks and kinds.
//!
//! A removed minimum *is* a change of bounds, a fixed variable *is* a change of its domain: kinds
//! are derived from the removed bits and the domain afterwards, no old bounds are kept.

use super::ids::{Atom, IntervalId, Lit, VarId};
use super::interrupt::{Halt, StepCounter};
use super::reason::Entry;
use super::store::{Span, Store};
use crate::kernel::store::ranges::{Bools, Vars};
use crate::structures::Csr;

/// Kinds of change of a variable with a domain.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Event {
    /// It got its value.
    Fixed,
    /// Its smallest or largest value was removed.
    Bounds,
    /// Any value went.
    Any,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Wake {
    mask: u64,
    prop: u32,
    bounds_only: bool,
}

/// In place of planes, bounds of interval variables are numbered from here on: the lower and the upper bound of
/// the first, and so on.
const ENDS: u32 = 1 << 31;

/// Collects the subscriptions of a propagator while it is posted.
pub struct Subscriptions<'a> {
    pub(super) store: &'a Store,
    pub(super) pending: &'a mut Vec<WakeRecord>,
    pub(super) prop: u32,
}

/// A wake on every second plane from `first` to `last`: the same plane of words side by side.
#[derive(Clone, Copy, Debug)]
pub(super) struct WakeRecord {
    first: u32,
    last: u32,
    wake: Wake,
}

impl Subscriptions<'_> {
    /// The store, for read access.
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

    /// Wake when the least value of an interval variable rises.
    pub fn on_low(&mut self, x: IntervalId) {
        self.push(ENDS + 2 * x.0, !0, false);
    }

    /// Wake when the largest value of an interval variable falls.
    pub fn on_high(&mut self, x: IntervalId) {
        self.push(ENDS + 2 * x.0 + 1, !0, false);
    }

    /// Wake when either end of an interval variable moves.
    pub fn on_interval(&mut self, x: IntervalId) {
        self.on_low(x);
        self.on_high(x);
    }

    /// Wake when a literal becomes true.
    pub fn on_lit(&mut self, l: Lit) {
        self.push(l.plane(), l.atom().mask(), false);
    }

    /// Wake when a Boolean variable gets a value, either way.
    pub fn on_bool(&mut self, a: Atom) {
        self.on_lit(a.pos());
        self.on_lit(a.neg());
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

    /// The next word after the last record's, with the same wake, extends that record: of a board with thousands of
    /// labels, all words are one.
    fn push(&mut self, plane: u32, mask: u64, bounds_only: bool) {
        let wake = Wake { mask, prop: self.prop, bounds_only };
        match self.pending.last_mut() {
            Some(last) if last.wake == wake && last.last + 2 == plane && plane < ENDS => {
                last.last = plane;
            }
            _ => self.pending.push(WakeRecord { first: plane, last: plane, wake }),
        }
    }
}

/// The words that these atoms are in, each with their bits; a word that occurs again later is given
/// again.
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

/// Per plane, the propagators to wake.
#[derive(Clone, Debug, Default)]
pub(super) struct WakeTable {
    /// Per plane where its row of wakes begins and ends. Words side by side share a row where theirs are the same.
    rows: Vec<[u32; 2]>,
    wakes: Vec<Wake>,
    /// Per bound of an interval variable, the propagators to wake.
    ends: Csr<u32>,
}

/// The records in force on one side of the words, while a table is built.
#[derive(Default)]
struct InForce {
    /// In the order in which they were made.
    records: Vec<u32>,
    /// The first plane after which one of them ends.
    until: u32,
    row: [u32; 2],
}

impl InForce {
    /// Drops the records that end before a plane, and takes those that begin there.
    fn advance(&mut self, plane: u32, begin: &[u32], pending: &[WakeRecord]) {
        let last = |r: u32| pending[r as usize].last;
        self.records.retain(|&r| last(r) >= plane);
        self.records.extend_from_slice(begin);
        self.records.sort_unstable();
        self.until = self.records.iter().map(|&r| last(r)).min().unwrap_or(u32::MAX);
    }
}

impl WakeTable {
    /// Sorts the pending records by plane; several records of one propagator on one plane merge. Time: linear in the
    /// planes and in the rows that differ.
    ///
    /// # Errors
    /// [`Halt::Interrupted`].
    pub fn build(
        planes: usize,
        intervals: u32,
        pending: &[WakeRecord],
        counter: &StepCounter<'_>,
    ) -> Result<WakeTable, Halt> {
        let ends = pending.iter().filter(|record| record.first >= ENDS);
        let ends = ends.map(|record| (record.first - ENDS, record.wake.prop));
        let ends = Csr::try_new_with(2 * intervals as usize, ends, |steps| counter.spend(steps))?;
        let begin = (0u32..).zip(pending).filter(|(_, record)| record.first < ENDS);
        let begin = begin.map(|(i, record)| (record.first, i));
        let begin = Csr::try_new_with(planes, begin, |steps| counter.spend(steps))?;
        let mut table = WakeTable { rows: vec![[0; 2]; planes], wakes: Vec::new(), ends };
        if begin.items().is_empty() {
            return Ok(table);
        }
        let mut sides = [InForce::default(), InForce::default()];
        for plane in 0..planes as u32 {
            let side = &mut sides[plane as usize & 1];
            counter.spend(1)?;
            if plane > side.until || !begin.row(plane).is_empty() {
                side.advance(plane, begin.row(plane), pending);
                counter.spend(side.records.len())?;
                let wakes = side.records.iter().map(|&r| pending[r as usize].wake);
                side.row = table.add_row(wakes);
            }
            table.rows[plane as usize] = side.row;
        }
        Ok(table)
    }

    fn add_row(&mut self, wakes: impl Iterator<Item = Wake>) -> [u32; 2] {
        let from = self.wakes.len();
        for w in wakes {
            // Records of one propagator were made in a row, so they still stand side by side.
            match self.wakes[from..].last_mut() {
                Some(l) if l.prop == w.prop && l.bounds_only == w.bounds_only => l.mask |= w.mask,
                _ => self.wakes.push(w),
            }
        }
        [from as u32, self.wakes.len() as u32]
    }

    #[inline]
    fn row(&self, plane: u32) -> &[Wake] {
        let [from, to] = self.rows[plane as usize];
        &self.wakes[from as usize..to as usize]
    }

    /// Calls `wake` for each propagator subscribed to the change.
    #[inline]
    pub fn each(&self, store: &Store, e: Entry, mut wake: impl FnMut(u32)) {
        if self.ends.rows() > 0 {
            return self.each_end(store, e, &mut wake);
        }
        self.each_wake(store, e, &mut wake);
    }

    #[inline]
    fn each_wake(&self, store: &Store, e: Entry, wake: &mut impl FnMut(u32)) {
        for w in self.row(e.plane) {
            if w.mask & e.mask != 0 && (!w.bounds_only || moves_bounds(store, e)) {
                wake(w.prop);
            }
        }
    }

    /// The same for stores with interval variables. Their order literals are created during search, so words may
    /// lie beyond the table, and a moved bound wakes the propagators subscribed to it.
    fn each_end(&self, store: &Store, e: Entry, wake: &mut impl FnMut(u32)) {
        if (e.plane as usize) < self.rows.len() {
            self.each_wake(store, e, wake);
        }
        for l in e.lits() {
            let Some((x, v)) = store.order(l.atom()) else { return };
            // Only the literal at the bound wakes: it implies the others, or the bound has moved
            // past them.
            let (is_end, side) = match l.is_positive() {
                true => (store.high(x) == v, 1),
                false => (store.low(x) == v + 1, 0),
            };
            if is_end {
                self.ends.row(2 * x.0 + side).iter().for_each(|&prop| wake(prop));
            }
        }
    }

    /// The words whose changes wake `prop`, with masks: its scope.
    pub fn scope(&self, prop: u32) -> Vec<(u32, u64)> {
        let rows = (0..self.rows.len() as u32).map(|plane| (plane, self.row(plane)));
        let mine = rows.flat_map(|(plane, row)| row.iter().map(move |w| (plane, w)));
        mine.filter(|(_, w)| w.prop == prop).map(|(plane, w)| (plane, w.mask)).collect()
    }

    /// For each of `props` propagators, the number of atom changes that wake it: the sizes of all scopes in
    /// one pass.
    pub fn scope_sizes(&self, props: usize) -> Vec<u64> {
        let mut sizes = vec![0; props];
        for wake in (0..self.rows.len() as u32).flat_map(|plane| self.row(plane)) {
            sizes[wake.prop as usize] += u64::from(wake.mask.count_ones());
        }
        sizes
    }
}

/// Whether the removals of `e` changed the smallest or largest value of their variable.
fn moves_bounds(store: &Store, e: Entry) -> bool {
    let w = (e.plane >> 1) as usize;
    let Some(x) = store.owner(w) else { return true };
    if let [left] = *store.domain_words(x) {
        // Removed and remaining bits are disjoint, so comparing the highest or lowest bits alone is
        // enough.
        let lowest = |word: u64| word & word.wrapping_neg();
        return e.mask > left || lowest(e.mask) < lowest(left);
    }
    let d = store.domain(x);
    let base = (w - store.first_word(x)) as u32 * 64;
    let (low, high) = (base + e.mask.trailing_zeros(), base + 63 - e.mask.leading_zeros());
    low < d.min() || high > d.max()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::reason::Reason;
    use crate::kernel::store::ranges::Run;
    use proptest::prelude::*;

    fn table_of(store: &Store, pending: &[WakeRecord]) -> WakeTable {
        let endless = StepCounter::new(None);
        WakeTable::build(store.words() * 2, 0, pending, &endless)
            .expect("this counter never interrupts")
    }

    /// The propagators woken by the entries of a store's trail from `from` on, each once.
    fn woken(table: &WakeTable, store: &Store, from: usize) -> Vec<u32> {
        let mut found = Vec::new();
        for &e in &store.trail()[from..] {
            table.each(store, e, |prop| found.push(prop));
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Propagators 0, 1 and 2 subscribe to: x is fixed, its bounds change, its domain changes.
    fn three_kinds(store: &Store, x: VarId) -> WakeTable {
        let mut pending = Vec::new();
        for (prop, event) in (0..).zip([Event::Fixed, Event::Bounds, Event::Any]) {
            Subscriptions { store, pending: &mut pending, prop }.on(x, event);
        }
        table_of(store, &pending)
    }

    proptest! {
        /// Kinds of change follow from the domains before and after, for any width.
        #[test]
        fn kinds_are_what_domains_say(
            values in 2u32..150,
            removed in prop::collection::vec(0u32..150, 1..40),
        ) {
            let mut store = Store::new();
            let x = store.new_var(values);
            let table = three_kinds(&store, x);
            for v in removed.into_iter().map(|v| v % values) {
                let (before, bounds) = (store.size(x), (store.domain(x).min(), store.domain(x).max()));
                if before == 1 || !store.domain(x).contains(v) {
                    continue;
                }
                let from = store.trail().len();
                let gone = store.atom(x, v).neg();
                prop_assert_eq!(store.assign(gone, Reason::GIVEN), Ok(true));
                let now = (store.domain(x).min(), store.domain(x).max());
                let mut wanted = vec![2];
                if now != bounds {
                    wanted.insert(0, 1);
                }
                if store.size(x) == 1 {
                    wanted.insert(0, 0);
                }
                prop_assert_eq!(woken(&table, &store, from), wanted);
            }
        }

        /// A run of Booleans, one by one or all together, on any words: woken exactly by its members.
        #[test]
        fn only_what_was_asked_for_wakes(first in 0u32..200, len in 0u32..130, at in 0u32..384) {
            let mut store = Store::new();
            let all = store.new_bools(384);
            let run = all.part(first, len);
            let mut pending = Vec::new();
            Subscriptions { store: &store, pending: &mut pending, prop: 0 }.on_bools(run);
            Subscriptions { store: &store, pending: &mut pending, prop: 1 }.on_each(run.iter());
            Subscriptions { store: &store, pending: &mut pending, prop: 2 }.on_known(run);
            let table = table_of(&store, &pending);
            let inside = run.index_of(all.at(at)).is_some();
            for (l, wanted) in [(all.at(at).pos(), vec![0, 1, 2]), (all.at(at).neg(), vec![0, 1])] {
                let mut store = store.clone();
                prop_assert_eq!(store.assign(l, Reason::GIVEN), Ok(true));
                let from = store.trail().len() - 1;
                prop_assert_eq!(woken(&table, &store, from), if inside { wanted } else { vec![] });
            }
        }
    }

    /// Variables that propagators subscribe to one after another share rows; each wakes as if it were by itself.
    #[test]
    fn words_side_by_side_share_rows() {
        let mut store = Store::new();
        let xs = store.new_vars_of([200u32; 20].into_iter());
        let asked = [(0, 0..20, Event::Any), (1, 5..9, Event::Any), (0, 7..8, Event::Fixed)];
        let more = [(2, 8..20, Event::Any), (3, 0..3, Event::Fixed), (4, 19..20, Event::Any)];
        let asked: Vec<(u32, std::ops::Range<u32>, Event)> =
            asked.into_iter().chain(more).collect();
        let mut pending = Vec::new();
        for (prop, vars, event) in &asked {
            let mut to = Subscriptions { store: &store, pending: &mut pending, prop: *prop };
            vars.clone().for_each(|i| to.on(xs.at(i), *event));
        }
        assert_eq!(pending.len(), asked.len(), "a record for all words of a run");
        let table = table_of(&store, &pending);
        assert!(table.wakes.len() < 30, "{} wakes", table.wakes.len());
        for i in 0..20 {
            for l in [store.atom(xs.at(i), 70).neg(), store.atom(xs.at(i), 199).pos()] {
                let mut store = store.clone();
                assert_eq!(store.assign(l, Reason::GIVEN), Ok(true));
                let wanted = |&(prop, ref vars, event): &(u32, std::ops::Range<u32>, Event)| {
                    let wakes = event == Event::Any || l.is_positive();
                    (vars.contains(&i) && wakes).then_some(prop)
                };
                let mut wanted: Vec<u32> = asked.iter().filter_map(wanted).collect();
                wanted.sort_unstable();
                wanted.dedup();
                assert_eq!(woken(&table, &store, 0), wanted, "variable {i}");
            }
        }
    }

    #[test]
    fn records_of_one_propagator_merge_on_a_plane() {
        let mut store = Store::new();
        let bools = store.new_bools(64);
        let mut pending = Vec::new();
        for prop in [5, 6] {
            let mut to = Subscriptions { store: &store, pending: &mut pending, prop };
            bools.part(0, 3).iter().for_each(|a| to.on_lit(a.pos()));
        }
        let table = table_of(&store, &pending);
        assert_eq!(table.scope(5), [(0, 7)]);
        let sum =
            |prop: u32| table.scope(prop).iter().map(|(_, m)| u64::from(m.count_ones())).sum();
        assert_eq!(table.scope_sizes(7), (0..7).map(sum).collect::<Vec<u64>>());
        assert_eq!(table.wakes.len(), 2);
        assert_eq!(Run::<Atom>::default().words().count(), 0);
    }
}
