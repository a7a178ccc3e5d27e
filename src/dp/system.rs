//! What a dynamic programme is: layers of packed states and the moves between them.
//!
//! A transition system says how a state at step k becomes states at step k + 1. Every way from the start
//! to an accepted end is one solution, or [`TransitionSystem::multiplicity`] of them. What its moves
//! mean only whoever made it knows: here they put *items* into a solution, which are numbers.
//!
//! The algorithms of this room are compiled once for each kind of key, not once for each system: a system
//! is asked through one virtual call a block of states and answers into a buffer.
//!
//! Source: Bellman, *Dynamic Programming*, 1957; Kawahara, Inoue, Iwashita, Minato, *Frontier-based
//! search for enumerating all constrained subgraphs with compressed representation*, 2017.

use super::budget::Gauge;
use super::table::Key;

/// Moves that a buffer holds: it is emptied when it is full, and after each block of states.
const FULL: usize = 256;
/// Rounds of a long loop between two looks at the limits.
const LOOKS: usize = 1_024;

/// What to count: layers of states and the moves between them.
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

    /// Emits the moves of several states, each as [`TransitionSystem::moves`] does: what the engine calls, so
    /// that what is compiled for the system is the loop over a block of states.
    fn moves_of(&self, step: usize, states: &[(Self::Key, &[u64])], to: &mut Moves<'_, Self::Key>) {
        for (of, &(key, _)) in (0u32..).zip(states) {
            to.of = of;
            self.moves(step, key, to);
        }
    }

    /// Whether a state after the last step is a solution's.
    fn accepts(&self, key: Self::Key) -> bool;

    /// What a move of this step costs, for [`super::table::Fold::Min`].
    fn cost(&self, _step: usize, _name: u32) -> u64 {
        0
    }

    /// Appends the items that a move of this step puts into a solution.
    fn items(&self, _step: usize, _name: u32, _items: &mut Vec<u32>) {}

    /// How many items there are: every item is below.
    fn item_count(&self) -> usize {
        0
    }

    /// How many solutions of the question each solution of the system stands for.
    fn multiplicity(&self) -> u32 {
        1
    }
}

/// A transition system of which only the kind of key is known.
pub type System<'a, K> = dyn TransitionSystem<Key = K> + 'a;

/// A state, the name of the move that leads to it, and the place of the state it is a move of.
type Move<K> = (K, u32, u32);

/// Takes the moves of one state after another.
pub struct Moves<'a, K> {
    /// Room for moves, of which the first `len` are there.
    list: &'a mut [Move<K>],
    len: usize,
    /// The place of the state whose moves are taken.
    of: u32,
    /// Takes what is in a full list.
    flush: &'a mut dyn FnMut(&[Move<K>]),
    gauge: &'a Gauge,
    /// Calls of [`Moves::go_on`].
    looked: usize,
}

impl<K: Key> Moves<'_, K> {
    /// One more move.
    #[inline]
    pub fn emit(&mut self, key: K, name: u32) {
        if self.len >= self.list.len() {
            self.empty();
        }
        self.list[self.len] = (key, name, self.of);
        self.len += 1;
    }

    #[cold]
    fn empty(&mut self) {
        (self.flush)(&self.list[..self.len]);
        self.len = 0;
    }

    /// Whether to go on looking for moves: to be asked in every round of a loop that may be long. After a
    /// "no" the layer is given up, so whatever is left out does no harm.
    #[inline]
    pub fn go_on(&mut self) -> bool {
        self.looked += 1;
        !self.looked.is_multiple_of(LOOKS) || self.gauge.poll().is_ok()
    }
}

/// Room for the moves of states.
pub struct Buffer<'a, K> {
    list: Vec<Move<K>>,
    gauge: &'a Gauge,
}

impl<'a, K: Key> Buffer<'a, K> {
    /// An empty buffer; long states end early when this gauge is spent.
    pub fn new(gauge: &'a Gauge) -> Buffer<'a, K> {
        Buffer { list: Vec::new(), gauge }
    }

    /// Calls `each` with the state and the name of every move of step `step` from a state.
    #[inline]
    pub fn each(&mut self, p: &System<'_, K>, step: usize, key: K, mut each: impl FnMut(K, u32)) {
        self.block(p, step, &[(key, &[])], |to, name, _| each(to, name));
    }

    /// Calls `each` with the state and the name of every move of step `step` from each of some states, and
    /// with the value of that state.
    #[inline]
    pub fn block(
        &mut self,
        p: &System<'_, K>,
        step: usize,
        states: &[(K, &[u64])],
        mut each: impl FnMut(K, u32, &[u64]),
    ) {
        let Some(&(any, _)) = states.first() else { return };
        if self.list.is_empty() {
            self.list = vec![(any, 0, 0); FULL];
        }
        let mut flush = |list: &[Move<K>]| {
            for &(to, name, of) in list {
                each(to, name, states[of as usize].1);
            }
        };
        let Buffer { list, gauge } = self;
        let mut to = Moves { list, len: 0, of: 0, flush: &mut flush, gauge, looked: 0 };
        p.moves_of(step, states, &mut to);
        let len = to.len;
        flush(&self.list[..len]);
    }
}

/// The system of a number that is known beforehand: no solution, or one without items.
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
