//! The definition of a dynamic program: layers of packed states and the moves between them.
//!
//! A transition system defines how a state at step k becomes states at step k + 1. Every path from the
//! start to an accepted end is one solution, or [`TransitionSystem::multiplicity`] of them. The meaning
//! of its moves is known to its author only: here they put *items* into a solution, which are numbers.
//!
//! The algorithms of this crate are compiled once for each kind of key, not once for each system: a
//! system is queried by one virtual call per state and writes its moves into a buffer.
//!
//! Source: Bellman, *Dynamic Programming*, 1957; Kawahara, Inoue, Iwashita, Minato, *Frontier-based
//! search for enumerating all constrained subgraphs with compressed representation*, 2017.

use super::budget::RunBudget;
use super::table::Key;

/// Moves a buffer holds before it is emptied in the middle of a state.
const FULL: usize = 1_024;
/// Work that is reported at once.
const NOTED: u64 = 512;

/// The counting problem: layers of states and the moves between them.
///
/// Different sequences of moves from the start to an accepted state must be different solutions,
/// and every solution must be one of them.
pub trait TransitionSystem: Sync {
    /// A packed state.
    type Key: Key;

    /// The number of steps; layer 0 holds the start, layer `steps()` the ends.
    fn steps(&self) -> usize;

    /// The state before the first step.
    fn start(&self) -> Self::Key;

    /// Emits every move of step `step` from a state: the state it leads to and the move's name.
    fn moves(&self, step: usize, key: Self::Key, to: &mut Moves<'_, Self::Key>);

    /// The cost of expanding a state, and of each of its moves, relative to plain states, which take some fifty
    /// nanoseconds each.
    fn weight(&self) -> u64 {
        1
    }

    /// Whether a state after the last step is accepting.
    fn accepts(&self, key: Self::Key) -> bool;

    /// The cost of a move of this step, for [`super::table::Combine::Min`].
    fn cost(&self, _step: usize, _name: u32) -> u64 {
        0
    }

    /// Appends the items that a move of this step puts into a solution.
    fn items(&self, _step: usize, _name: u32, _items: &mut Vec<u32>) {}

    /// The number of items: every item is below it.
    fn item_count(&self) -> usize {
        0
    }

    /// Whether some state did not fit its key: then all results are invalid, and runs end with
    /// [`Stop::Memory`](clew_engine::run::Stop::Memory).
    fn is_void(&self) -> bool {
        false
    }

    /// The number of solutions of the query per solution of the system.
    fn multiplicity(&self) -> u32 {
        1
    }

    /// A system with as many solutions and fewer states, if one is known: there a state may stand for others
    /// that have as many ways to an accepted end, so that the meaning of its moves is lost.
    fn for_counts(&self) -> Option<Box<System<'_, Self::Key>>> {
        None
    }
}

/// A transition system of which only the kind of key is known.
pub type System<'a, K> = dyn TransitionSystem<Key = K> + 'a;

/// States and the names of the moves that lead to them.
type List<K> = Vec<(K, u32)>;

/// Takes the moves of one state.
pub struct Moves<'a, K> {
    list: &'a mut List<K>,
    /// Empties the list.
    flush: &'a mut dyn FnMut(&mut List<K>),
    gauge: &'a RunBudget,
    /// Calls of [`Moves::go_on`].
    looked: usize,
}

impl<K: Key> Moves<'_, K> {
    /// One more move.
    #[inline]
    pub fn emit(&mut self, key: K, name: u32) {
        self.list.push((key, name));
        if self.list.len() >= FULL {
            (self.flush)(self.list);
        }
    }

    /// Whether to go on looking for moves. Call it in every iteration of a loop that may be long. After
    /// `false` the layer is given up, so missing moves do no harm.
    #[inline]
    pub fn go_on(&mut self) -> bool {
        self.looked += 1;
        !self.looked.is_multiple_of(FULL) || self.gauge.poll().is_ok()
    }
}

/// A buffer for the moves of one state after another.
pub struct Buffer<'a, K> {
    list: List<K>,
    gauge: &'a RunBudget,
    /// Work not yet reported to the gauge.
    work: u64,
}

impl<'a, K: Key> Buffer<'a, K> {
    /// An empty buffer; states with many moves end early when the budget of this gauge is used up.
    pub fn new(gauge: &'a RunBudget) -> Buffer<'a, K> {
        Buffer { list: Vec::new(), gauge, work: 0 }
    }

    /// Calls `each` with the state and the name of every move of step `step` from a state.
    #[inline]
    pub fn each(&mut self, p: &System<'_, K>, step: usize, key: K, mut each: impl FnMut(K, u32)) {
        let mut moves = 1;
        let mut flush = |list: &mut List<K>| {
            moves += list.len() as u64;
            for &(to, name) in list.iter() {
                each(to, name);
            }
            list.clear();
        };
        let Buffer { list, gauge, .. } = self;
        p.moves(step, key, &mut Moves { list, flush: &mut flush, gauge, looked: 0 });
        flush(&mut self.list);
        self.work += moves * p.weight();
        if self.work >= NOTED {
            self.note();
        }
    }
}

impl<K> Buffer<'_, K> {
    /// Reports all work done to the gauge.
    pub fn note(&mut self) {
        self.gauge.spend(std::mem::take(&mut self.work));
    }
}

impl<K> Drop for Buffer<'_, K> {
    fn drop(&mut self) {
        self.note();
    }
}

/// The system of a known number: no solution, or one solution without items.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known(pub bool);

impl TransitionSystem for Known {
    type Key = u64;

    fn steps(&self) -> usize {
        0
    }

    fn start(&self) -> u64 {
        0
    }

    fn moves(&self, _: usize, _: u64, _: &mut Moves<'_, u64>) {}

    fn accepts(&self, _: u64) -> bool {
        self.0
    }
}
