//! Propagators over a store, run to a fixpoint; levels; explanations on demand.

mod clausal;
mod explain;
mod fixpoint;
mod switch;

use super::clauses::Clauses;
use super::event::{Subscriptions, WakeRecord, WakeTable};
use super::ids::{Atom, CellId, IntervalId, Lit, PropId, VarId};
use super::interrupt::{Halt, Interrupt, StepCounter};
use super::propagator::{DynPropagator, Priority, Propagator};
use super::queue::Queue;
use super::reason::{Conflict, Reason};
use super::store::Store;
use crate::kernel::store::ranges::{Bools, Vars};
use bitvec::field::BitField;
use bitvec::slice::BitSlice;
use std::sync::Arc;

/// The engine's record of a propagator.
#[derive(Clone, Copy, Debug)]
struct Slot {
    /// Trail length up to which an incremental propagator has read the news.
    seen: u32,
    priority: Priority,
    incremental: bool,
    /// For an incremental propagator: 1 once it has run.
    ran: Option<CellId>,
    entailed: bool,
    disabled: bool,
}

/// A store, the propagators and clauses on it, and the queue of propagators that are still to run.
#[derive(Clone)]
pub struct Engine {
    store: Store,
    props: Vec<Box<dyn DynPropagator>>,
    /// One record per propagator.
    slots: Vec<Slot>,
    incremental: Vec<u32>,
    entailed_trail: Vec<(u32, u32)>,
    /// Incremental propagators that are on and may not have read all facts of lower levels.
    late: Vec<u32>,
    /// In the order of their levels.
    caught_up: Vec<CaughtUp>,
    /// Propagators that read state outside the store, which run at every fixpoint.
    outside: Vec<u32>,
    wakes: Arc<WakeTable>,
    pending: Vec<WakeRecord>,
    sealed: bool,
    queue: Queue,
    clauses: Clauses,
    /// Trail entries before this one have been handed to clauses, columns and the queue.
    head: usize,
    interrupt: Option<Interrupt>,
    /// Steps of work since the interrupt was last polled.
    spent: u32,
    /// Calls of propagators since the start.
    pub propagations: u64,
    /// Steps of the propagators of the last priority since the start, where they count them.
    pub steps: u64,
}

/// Bytes of a word of the store: possible and known values, owner, wakes, watches.
const WORD_BYTES: usize = 68;
/// Bytes of a propagator without its lists.
const PROPAGATOR_BYTES: usize = 192;
/// Bytes for each event that wakes a propagator: its record, that of the sorted table, an element of a list of the
/// propagator.
const WAKE_BYTES: usize = 56;

/// A propagator that read facts of lower levels at this one.
#[derive(Clone, Copy, Debug)]
struct CaughtUp {
    prop: u32,
    level: u32,
    /// Trail length up to which it had read before.
    seen: u32,
}

impl Default for Engine {
    fn default() -> Self {
        Engine::new()
    }
}

impl Engine {
    /// An engine without variables.
    pub fn new() -> Engine {
        Engine {
            store: Store::new(),
            props: Vec::new(),
            slots: Vec::new(),
            incremental: Vec::new(),
            entailed_trail: Vec::new(),
            late: Vec::new(),
            caught_up: Vec::new(),
            outside: Vec::new(),
            wakes: Arc::default(),
            pending: Vec::new(),
            sealed: false,
            queue: Queue::default(),
            clauses: Clauses::default(),
            head: 1,
            interrupt: None,
            spent: 0,
            propagations: 0,
            steps: 0,
        }
    }

    /// The store, to read.
    #[inline]
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Memory in bytes of variables, clauses, propagators and their wakes; estimated, in constant time.
    pub fn bytes(&self) -> usize {
        self.store.words() * WORD_BYTES
            + self.clauses.bytes()
            + self.props.len() * PROPAGATOR_BYTES
            + self.pending.len() * WAKE_BYTES
    }

    /// The clauses, to read.
    pub fn clauses(&self) -> &Clauses {
        &self.clauses
    }

    /// The clauses, for the bookkeeping of learning.
    pub fn clauses_mut(&mut self) -> &mut Clauses {
        &mut self.clauses
    }

    // ---- building -------------------------------------------------------------------------

    /// Reserves memory for `vars` variables of `words` words in total.
    pub(super) fn reserve(&mut self, vars: usize, words: usize) {
        self.store.reserve(vars, words);
    }

    /// See [`Store::new_var`].
    pub fn new_var(&mut self, values: u32) -> VarId {
        self.sealed = false;
        self.store.new_var(values)
    }

    /// `n` new variables of `values` values each.
    pub fn new_vars(&mut self, n: u32, values: u32) -> Vars {
        self.new_vars_of(std::iter::repeat_n(values, n as usize))
    }

    /// New variables; `values` yields the domain size of each.
    pub fn new_vars_of(&mut self, values: impl ExactSizeIterator<Item = u32>) -> Vars {
        self.sealed = false;
        self.store.new_vars_of(values)
    }

    /// See [`Store::new_bool`].
    pub fn new_bool(&mut self) -> Atom {
        self.sealed = false;
        self.store.new_bool()
    }

    /// See [`Store::new_bools`].
    pub fn new_bools(&mut self, n: u32) -> Bools {
        self.sealed = false;
        self.store.new_bools(n)
    }

    /// Gives variables bounds as literals, in the order given: "x is at most v" for each value v but the last, in words
    /// of their own, whose other bits are true. See [`Store::bounds`].
    ///
    /// # Panics
    /// If one of them has bounds already.
    pub fn new_bounds(&mut self, xs: &[VarId]) -> Bools {
        self.sealed = false;
        self.store.new_bounds(xs)
    }

    /// See [`Store::new_interval`].
    pub fn new_interval(&mut self, values: u32) -> IntervalId {
        self.sealed = false;
        self.store.new_interval(values)
    }

    /// See [`Store::at_most`].
    pub fn at_most(&mut self, x: IntervalId, v: i64) -> Lit {
        self.store.at_most(x, v)
    }

    /// The literal "x is at least v"; as [`Engine::at_most`].
    pub fn at_least(&mut self, x: IntervalId, v: i64) -> Lit {
        !self.at_most(x, v - 1)
    }

    /// A decision that splits an interval variable with several values left: its upper bound becomes its lower bound
    /// plus `width`, or plus half of the remaining range if that is less. `None` if all are fixed. The variable `last`
    /// is chosen only if there is no other.
    pub fn split_interval(&mut self, last: Option<IntervalId>, width: i64) -> Option<Lit> {
        self.store.split(last, width)
    }

    /// The decision that an interval variable is at most `v`, where it can be cut: `low <= v < high`.
    pub fn split_at(&mut self, x: IntervalId, v: i64) -> Lit {
        self.store.order_atom(x, v).pos()
    }

    /// Keeps the order literals among `lits` as long as clauses contain them, even if their levels are undone.
    /// Call it before that undoing, with the literals of the clause to be added.
    pub fn keep(&mut self, lits: &[Lit]) {
        self.store.keep(lits);
    }

    /// Removes order literals that no clause contains any more.
    pub fn release_orders(&mut self) {
        if self.store.intervals() > 0 {
            let held = self.clauses.atoms(&self.store);
            self.store.release(|a| held[a.word()] & a.mask() != 0);
        }
    }

    /// See [`Store::new_matrix`].
    pub fn new_matrix(&mut self, rows: Vars) -> u32 {
        self.store.new_matrix(rows)
    }

    /// The store, for the reversible cells of a propagator under construction.
    pub fn store_mut(&mut self) -> &mut Store {
        self.sealed = false;
        &mut self.store
    }

    /// Reserves memory for `n` more propagators.
    pub fn reserve_props(&mut self, n: usize) {
        self.props.reserve(n);
        self.slots.reserve(n);
        self.queue.reserve(n);
        self.store.reserve_cells(n);
        // About as many subscriptions as a propagator of a row of a small square has.
        self.pending.reserve(n * 10);
    }

    /// Posts a propagator; it will run at the next fixpoint.
    pub fn add(&mut self, prop: impl Propagator) -> PropId {
        self.add_boxed(Box::new(prop))
    }

    /// As [`Engine::add`].
    pub fn add_boxed(&mut self, prop: Box<dyn DynPropagator>) -> PropId {
        let id = self.props.len() as u32;
        let (store, pending) = (&self.store, &mut self.pending);
        prop.subscribe(&mut Subscriptions { store, pending, prop: id });
        let priority = prop.priority();
        let incremental = prop.is_incremental();
        if incremental {
            self.incremental.push(id);
        }
        self.slots.push(Slot {
            seen: self.store.trail().len() as u32,
            priority,
            incremental,
            ran: incremental.then(|| self.store.new_cell(0)),
            entailed: false,
            disabled: false,
        });
        self.props.push(prop);
        self.queue.grow();
        self.queue.push(id, priority);
        self.sealed = false;
        PropId(id)
    }

    /// Makes a literal true as part of the problem.
    ///
    /// # Errors
    /// [`Conflict`] if it is false.
    pub fn assert(&mut self, l: Lit) -> Result<(), Conflict> {
        self.store.assign(l, Reason::GIVEN).map(|_| ())
    }

    /// Removes the values of `mask` in word `w` as part of the problem.
    ///
    /// # Errors
    /// [`Conflict`] if a domain would become empty.
    pub fn assert_none(&mut self, w: usize, mask: u64) -> Result<(), Conflict> {
        self.store.remove(w, mask, Reason::GIVEN).map(|_| ())
    }

    /// Removes from `x` all values except those of a set, whose length is the initial domain size of
    /// `x`, as part of the problem.
    ///
    /// # Errors
    /// [`Conflict`] if none is left.
    pub fn assert_within(&mut self, x: VarId, keep: &BitSlice) -> Result<(), Conflict> {
        let first = self.store.first_word(x);
        for (i, keep) in keep.chunks(64).enumerate() {
            self.assert_none(first + i, !keep.load_le::<u64>())?;
        }
        Ok(())
    }

    /// Runs this propagator at the start of every fixpoint: it reads something outside the store,
    /// such as an incumbent.
    pub fn look_outside(&mut self, prop: PropId) {
        self.outside.push(prop.0);
    }

    /// Sets the interrupt that long propagation polls.
    pub fn set_interrupt(&mut self, ask: Option<Interrupt>) {
        self.interrupt = ask;
    }

    /// A step counter for long work on this engine outside propagation. It polls the same interrupt.
    pub fn step_counter(&self) -> StepCounter<'_> {
        StepCounter::new(self.interrupt.as_ref())
    }

    /// The number of propagators.
    pub fn len(&self) -> usize {
        self.props.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.props.is_empty()
    }

    /// A propagator.
    pub fn prop(&self, id: PropId) -> &dyn DynPropagator {
        &*self.props[id.0 as usize]
    }

    /// Priority of a propagator.
    pub fn priority(&self, id: PropId) -> Priority {
        self.slots[id.0 as usize].priority
    }

    /// The planes and masks that wake a propagator.
    pub fn scope(&mut self, id: PropId) -> Vec<(u32, u64)> {
        self.seal(&StepCounter::new(None)).expect("this counter never interrupts");
        self.wakes.scope(id.0)
    }

    /// Per propagator the number of changes of atoms that wake it, in one pass over the wake table.
    pub fn scope_sizes(&mut self) -> Vec<u64> {
        self.seal(&StepCounter::new(None)).expect("this counter never interrupts");
        self.wakes.scope_sizes(self.props.len())
    }

    /// Enables explanations from now on. Call it at the root.
    pub fn remember(&mut self) {
        self.store.remember();
    }

    /// Builds the wake table if it does not exist yet.
    fn seal(&mut self, counter: &StepCounter<'_>) -> Result<(), Halt> {
        if !self.sealed {
            let (planes, intervals) = (self.store.words() * 2, self.store.intervals());
            self.wakes = Arc::new(WakeTable::build(planes, intervals, &self.pending, counter)?);
            self.sealed = true;
        }
        Ok(())
    }

    // ---- levels ---------------------------------------------------------------------------

    /// The current decision level.
    #[inline]
    pub fn level(&self) -> u32 {
        self.store.level()
    }

    /// Opens a level and makes a literal true in it, as a decision.
    pub fn decide(&mut self, l: Lit) {
        debug_assert_eq!(self.head, self.store.trail().len(), "decisions are taken at a fixpoint");
        self.store.push_level();
        let open = self.store.assign(l, Reason::DECISION);
        debug_assert_eq!(open, Ok(true), "a decision is about an open atom");
    }

    /// Opens a level without a decision.
    pub fn push_level(&mut self) {
        self.store.push_level();
    }

    /// Makes a literal true for a reason given by search.
    ///
    /// # Errors
    /// [`Conflict`] if it is false.
    pub fn assign(&mut self, l: Lit, reason: Reason) -> Result<bool, Conflict> {
        self.store.assign(l, reason)
    }

    /// Undoes all levels above `level`.
    pub fn backtrack(&mut self, level: u32) {
        if level >= self.store.level() {
            return;
        }
        self.store.backtrack(level);
        let now = self.store.trail().len();
        self.head = self.head.min(now);
        for &i in &self.incremental {
            let seen = &mut self.slots[i as usize].seen;
            *seen = (*seen).min(now as u32);
        }
        while let Some(&(prop, at)) = self.entailed_trail.last() {
            if at <= level {
                break;
            }
            self.slots[prop as usize].entailed = false;
            self.entailed_trail.pop();
        }
        self.queue.clear();
        if !self.caught_up.is_empty() {
            self.undo_catch_up(level);
        }
    }
}
