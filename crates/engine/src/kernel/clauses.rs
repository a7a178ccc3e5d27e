//! Clauses over the bits of the store: two watched literals each, with a blocking literal.
//!
//! Static clauses of a model and learnt ones live in one arena of `u32`. Clauses of two literals
//! exist only in the watch lists. A word of bits has a mask of watched literals, so that removing
//! many unwatched bits at once needs no visit per bit.
//!
//! Source: Moskewicz, Madigan, Zhao, Zhang, Malik, "Chaff: engineering an efficient SAT solver",
//! 2001 (watched literals); Eén, Sörensson, "An extensible SAT-solver", 2003.

use super::ids::{Lit, bits};
use super::reason::Entry;
use super::reason::{Conflict, Failure, Reason};
use super::store::Store;
use super::watches::{Watch, WatchLists};

/// Words before the literals of a clause: length, flags and glue, activity, and where the next search for a literal to
/// watch begins.
const HEADER: usize = 4;
/// Marks a watch of a clause of two literals.
const BINARY: u32 = u32::MAX;
const LEARNT: u32 = 1 << 31;
const DELETED: u32 = 1 << 30;
const USED: u32 = 1 << 29;
const GLUE: u32 = (1 << 24) - 1;

/// The place in `rest` of a literal that is not false. The search begins at the place where the last one ended, and goes
/// round: literals before it were false then, and mostly still are.
///
/// Source: Gent, "Optimal implementation of watched literals and more general techniques", 2013.
#[inline]
fn replacement(store: &Store, rest: &[u32], saved: &mut u32) -> Option<usize> {
    let from = *saved as usize;
    let open = |&i: &usize| !store.is_false(Lit(rest[i]));
    let found = (from..rest.len()).find(open).or_else(|| (0..from).find(open))?;
    *saved = found as u32;
    Some(found)
}

/// Moved clauses: old place to new place.
pub type Moved = rustc_hash::FxHashMap<u32, u32>;

/// The clause store.
#[derive(Clone, Debug, Default)]
pub struct Clauses {
    arena: Vec<u32>,
    /// Per literal, the watches to visit when it becomes true: those of clauses that contain its
    /// negation.
    watches: WatchLists,
    watched: Vec<u64>,
    wasted: usize,
    learnt: Vec<u32>,
    binaries: u32,
    statics: u32,
    /// Literals assigned by clauses since the start: a measure of work.
    pub propagations: u64,
}

impl Clauses {
    /// Whether there is any clause.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.watches.planes() == 0
    }

    /// The number of clauses of the model (not learnt), those of two literals included.
    pub fn statics(&self) -> u32 {
        self.statics
    }

    /// The learnt clauses of three or more literals.
    pub fn learnt(&self) -> &[u32] {
        &self.learnt
    }

    /// The literals of a clause.
    #[inline]
    pub fn lits(&self, at: u32) -> impl ExactSizeIterator<Item = Lit> + Clone + '_ {
        let at = at as usize;
        let n = self.arena[at] as usize;
        self.arena[at + HEADER..at + HEADER + n].iter().map(|&l| Lit(l))
    }

    /// The number of literals of a clause.
    pub fn len(&self, at: u32) -> usize {
        self.arena[at as usize] as usize
    }

    /// The glue (number of levels) of a learnt clause.
    #[inline]
    pub fn glue(&self, at: u32) -> u32 {
        self.arena[at as usize + 1] & GLUE
    }

    /// Lowers the glue of a learnt clause, and marks it as used.
    #[inline]
    pub fn touch(&mut self, at: u32, glue: u32) {
        let word = &mut self.arena[at as usize + 1];
        let better = (*word & GLUE).min(glue);
        *word = (*word & !GLUE) | better | USED;
    }

    /// Whether a clause was learnt.
    #[inline]
    pub fn is_learnt(&self, at: u32) -> bool {
        self.arena[at as usize + 1] & LEARNT != 0
    }

    /// Clears the mark of [`Clauses::touch`] and returns whether it was set.
    pub fn take_used(&mut self, at: u32) -> bool {
        let word = &mut self.arena[at as usize + 1];
        let used = *word & USED != 0;
        *word &= !USED;
        used
    }

    /// The activity of a learnt clause.
    #[inline]
    pub fn activity(&self, at: u32) -> f32 {
        f32::from_bits(self.arena[at as usize + 2])
    }

    /// Sets the activity of a learnt clause.
    #[inline]
    pub fn set_activity(&mut self, at: u32, activity: f32) {
        self.arena[at as usize + 2] = activity.to_bits();
    }

    /// Memory in bytes, watch lists included.
    pub fn bytes(&self) -> usize {
        self.arena.capacity() * 4 + self.watches.bytes()
    }

    fn reserve(&mut self, store: &Store) {
        let planes = store.words() * 2;
        if self.watches.planes() < planes {
            self.watches.grow(planes);
            self.watched.resize(planes, 0);
        }
    }

    #[inline]
    fn watch(&mut self, l: Lit, watch: Watch) {
        // A clause with `l` is visited when `!l` becomes true.
        let when = !l;
        self.watches.push(when, watch);
        self.watched[when.plane() as usize] |= when.atom().mask();
    }

    /// Adds a clause of at least two literals. The first two are watched: for a learnt clause they
    /// must be the asserted literal and one of the latest false ones. Returns its place, `None`
    /// for two literals.
    pub fn add(&mut self, store: &Store, lits: &[Lit], learnt: bool, glue: u32) -> Option<u32> {
        debug_assert!(lits.len() >= 2, "units are root facts, not clauses");
        self.reserve(store);
        if !learnt {
            self.statics += 1;
        }
        if let [a, b] = *lits {
            self.binaries += 1;
            self.watch(a, Watch { at: BINARY, blocker: b });
            self.watch(b, Watch { at: BINARY, blocker: a });
            return None;
        }
        let at = self.arena.len() as u32;
        self.arena.push(lits.len() as u32);
        self.arena.push(if learnt { LEARNT | glue.min(GLUE) } else { 0 });
        self.arena.extend([0, 0]);
        self.arena.extend(lits.iter().map(|l| l.0));
        self.watch(lits[0], Watch { at, blocker: lits[1] });
        self.watch(lits[1], Watch { at, blocker: lits[0] });
        if learnt {
            self.learnt.push(at);
        }
        Some(at)
    }

    /// Draws the consequences of one change.
    ///
    /// # Errors
    /// [`Conflict`] when a clause has no literal left.
    #[inline]
    pub fn propagate(&mut self, store: &mut Store, e: Entry) -> Result<(), Conflict> {
        // Variables created after the last clause are in no clause.
        let watched = self.watched.get(e.plane as usize).copied().unwrap_or(0);
        let seen = e.mask & watched;
        for bit in bits(seen) {
            self.propagate_lit(store, Lit::from_plane(e.plane, bit))?;
        }
        Ok(())
    }

    fn propagate_lit(&mut self, store: &mut Store, l: Lit) -> Result<(), Conflict> {
        // Places in the pool. No clause starts to watch the negation of `l`, which is false, so the
        // list stays where it is.
        let which = self.watches.list(l);
        let list = self.watches.range(which);
        // The list is unchanged up to the first watch that has to be visited.
        let idle = self.watches.part(list.clone()).iter().take_while(|w| store.is_true(w.blocker));
        let mut kept = list.start + idle.count();
        let mut next = kept;
        let mut result = Ok(());
        let fallen = (!l).0;
        while next < list.end {
            let w = self.watches.get(next);
            next += 1;
            if store.is_true(w.blocker) {
                self.watches.set(kept, w);
                kept += 1;
                continue;
            }
            if w.at == BINARY {
                self.watches.set(kept, w);
                kept += 1;
                self.propagations += 1;
                if store.assign(w.blocker, Reason::binary(l)).is_err() {
                    result = Err(Conflict);
                    break;
                }
                continue;
            }
            let base = w.at as usize + HEADER;
            let n = self.arena[w.at as usize] as usize;
            let [saved, one, two, rest @ ..] = &mut self.arena[base - 1..base + n] else {
                unreachable!("a clause has two watches")
            };
            // The other watched literal, whichever of the two it is.
            let first = Lit(*one ^ *two ^ fallen);
            debug_assert!(*one == fallen || *two == fallen, "a watch points at its clause");
            if first != w.blocker && store.is_true(first) {
                self.watches.set(kept, Watch { at: w.at, blocker: first });
                kept += 1;
                continue;
            }
            if let Some(other) = replacement(store, rest, saved) {
                let candidate = Lit(rest[other]);
                if store.is_true(candidate) {
                    // The clause holds: the watch need not move.
                    self.watches.set(kept, Watch { at: w.at, blocker: candidate });
                    kept += 1;
                    continue;
                }
                (*one, *two, rest[other]) = (first.0, candidate.0, fallen);
                self.watch(candidate, Watch { at: w.at, blocker: first });
                continue;
            }
            (*one, *two) = (first.0, fallen);
            self.watches.set(kept, Watch { at: w.at, blocker: first });
            kept += 1;
            self.propagations += 1;
            if store.is_false(first) {
                store.fail(Failure::Clause { at: w.at });
                result = Err(Conflict);
                break;
            }
            if store.assign(first, Reason::clause(w.at)).is_err() {
                // Fixing `first` conflicted within its variable: the store has recorded the
                // failure.
                result = Err(Conflict);
                break;
            }
        }
        debug_assert_eq!(self.watches.range(which), list, "the list did not grow");
        self.watches.close(which, kept..next);
        result
    }

    /// Marks the learnt clauses for which `drop` returns true, and compacts the arena if they are
    /// many. Clauses that are reasons of current facts must not be dropped.
    pub fn reduce(&mut self, mut drop: impl FnMut(&Clauses, u32) -> bool) {
        let learnt = std::mem::take(&mut self.learnt);
        let mut kept = Vec::with_capacity(learnt.len());
        for at in learnt {
            if drop(self, at) {
                self.arena[at as usize + 1] |= DELETED;
                self.wasted += self.arena[at as usize] as usize + HEADER;
            } else {
                kept.push(at);
            }
        }
        self.learnt = kept;
        let arena = &self.arena;
        self.watches.retain(|w| w.at == BINARY || arena[w.at as usize + 1] & DELETED == 0);
    }

    /// Whether enough of the arena is dead for compaction to be worth its cost.
    pub fn is_wasteful(&self) -> bool {
        self.wasted * 4 > self.arena.len()
    }

    /// Compacts the live clauses; returns their new places. The caller has to update reasons that
    /// refer to clauses.
    pub(super) fn compact(&mut self) -> Moved {
        let mut moved = Moved::default();
        let mut arena = Vec::with_capacity(self.arena.len() - self.wasted);
        let mut at = 0;
        while at < self.arena.len() {
            let size = self.arena[at] as usize + HEADER;
            if self.arena[at + 1] & DELETED == 0 {
                moved.insert(at as u32, arena.len() as u32);
                arena.extend_from_slice(&self.arena[at..at + size]);
            }
            at += size;
        }
        self.watches.retain(|w| {
            if w.at != BINARY {
                w.at = moved[&w.at];
            }
            true
        });
        for at in &mut self.learnt {
            *at = moved[at];
        }
        self.arena = arena;
        self.wasted = 0;
        moved
    }

    /// Per word of the store, the atoms that occur in clauses.
    pub(super) fn atoms(&self, store: &Store) -> Vec<u64> {
        let mut held = vec![0; store.words()];
        for at in self.all() {
            for l in self.lits(at) {
                held[l.atom().word()] |= l.atom().mask();
            }
        }
        for plane in 0..self.watched.len() as u32 {
            for bit in bits(self.watched[plane as usize]) {
                let l = Lit::from_plane(plane, bit);
                let list = self.watches.range(self.watches.list(l));
                if self.watches.part(list).iter().any(|w| w.at == BINARY) {
                    held[l.atom().word()] |= l.atom().mask();
                }
            }
        }
        held
    }

    /// The current clauses of three or more literals, learnt or not.
    pub fn all(&self) -> impl Iterator<Item = u32> + '_ {
        let mut at = 0usize;
        std::iter::from_fn(move || {
            while at < self.arena.len() {
                let here = at;
                at += self.arena[at] as usize + HEADER;
                if self.arena[here + 1] & DELETED == 0 {
                    return Some(here as u32);
                }
            }
            None
        })
    }
}
