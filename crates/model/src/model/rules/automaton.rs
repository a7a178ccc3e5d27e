//! Sequences that an automaton accepts.

use super::global::Global;
use crate::model::builder::Model;
use crate::model::error::{MAX_VARIABLES, ModelError};
use crate::model::export::row_builder::{RowBuilder, Sum};
use crate::model::handle::Int;
use crate::model::network::frame::Frame;
use crate::model::network::posting::Posting;
use crate::model::variables::{Values, Variables};
use clew_engine::kernel::{Halt, VarId};
use clew_engine::propagators::{Moves, Transition};
use clew_puzzle::formulation::Relation as Sign;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::hash_map::Entry;
use std::sync::Arc;

/// A deterministic automaton on numbers: states `0 ..`, the first of which it begins in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Automaton {
    states: u32,
    accepting: Vec<u32>,
    /// From a state with a value to a state, sorted.
    moves: Vec<(u32, i64, u32)>,
}

impl Automaton {
    /// The automaton with `states` states and these accepting ones. Each move goes from a state, on a value, to a
    /// state; the automaton rejects if there is no such move. It begins in state 0.
    ///
    /// # Errors
    /// If a state is not there, or there are two moves from one state with one value.
    pub fn new(
        states: u32,
        accepting: &[u32],
        moves: impl IntoIterator<Item = (u32, i64, u32)>,
    ) -> Result<Automaton, ModelError> {
        let mut moves: Vec<(u32, i64, u32)> = moves.into_iter().collect();
        moves.sort_unstable();
        moves.dedup();
        let unfit = |what: String| Err(ModelError::Unfit { rule: "automaton", what });
        let named = moves.iter().flat_map(|m| [m.0, m.2]).chain(accepting.iter().copied());
        if let Some(none) = named.chain([0]).find(|&state| state >= states) {
            return unfit(format!("there is no state {none}, there are {states}"));
        }
        if let Some(w) = moves.windows(2).find(|w| (w[0].0, w[0].1) == (w[1].0, w[1].1)) {
            return unfit(format!("two moves from state {} with {}", w[0].0, w[0].1));
        }
        Ok(Automaton { states, accepting: accepting.to_vec(), moves })
    }

    /// The automaton of blocks of ones of these lengths, with at least one zero between them and any number around
    /// them: a line of a nonogram. A block of length 0 is ignored. Blocks that take more than [`MAX_VARIABLES`] places
    /// together fit into no sequence, so no sequence is accepted then.
    ///
    /// ```
    /// use clew_model::model::{Automaton, Model};
    ///
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let mut m = Model::new();
    /// let line = m.ints("cell", 6, 0..=1)?;
    /// m.automaton(&line, &Automaton::blocks(&[2, 1]))?;
    /// assert_eq!(m.count(&Default::default())?.count, 6u32.into());
    /// # Ok(()) }
    /// ```
    pub fn blocks(lengths: &[u32]) -> Automaton {
        let places: u64 = lengths.iter().map(|&length| u64::from(length) + 1).sum();
        if places > MAX_VARIABLES as u64 {
            return Automaton { states: 1, accepting: Vec::new(), moves: Vec::new() };
        }
        let mut moves = vec![(0, 0, 0)];
        let mut state = 0;
        for (k, &length) in lengths.iter().filter(|&&length| length > 0).enumerate() {
            if k > 0 {
                moves.extend([(state, 0, state + 1), (state + 1, 0, state + 1)]);
                state += 1;
            }
            moves.extend((state..state + length).map(|s| (s, 1, s + 1)));
            state += length;
        }
        moves.push((state, 0, state));
        moves.sort_unstable();
        moves.dedup();
        Automaton { states: state + 1, accepting: vec![state], moves }
    }

    /// The state that a value leads to.
    fn step(&self, state: u32, value: i64) -> Option<u32> {
        let at = self.moves.binary_search_by_key(&(state, value), |m| (m.0, m.1)).ok()?;
        Some(self.moves[at].2)
    }
}

/// # Sequences
impl Model {
    /// The automaton accepts the values of the variables, in their order. One state variable between each two of them,
    /// and a propagator for each step: domain consistent, if no variable occurs twice. Memory: the moves, and the number of
    /// states for each step.
    ///
    /// ```
    /// use clew_model::model::{Automaton, Model};
    ///
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// // No two days off (0) in a row.
    /// let rule = Automaton::new(2, &[0, 1], [(0, 1, 0), (0, 0, 1), (1, 1, 0)])?;
    /// let mut m = Model::new();
    /// let days = m.ints("day", 5, 0..=1)?;
    /// m.automaton(&days, &rule)?;
    /// assert_eq!(m.count(&Default::default())?.count, 13u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If a variable is of another model, or the states would be too many ([`ModelError::TooLarge`] when the model is
    /// solved).
    pub fn automaton(&mut self, xs: &[Int], automaton: &Automaton) -> Result<(), ModelError> {
        let xs = self.own_ints(xs)?;
        self.post_global(Accepted { xs, automaton: automaton.clone() })
    }
}

/// A sequence that is accepted.
#[derive(Debug)]
struct Accepted {
    xs: Vec<u32>,
    automaton: Automaton,
}

impl Global for Accepted {
    fn kind(&self) -> &'static str {
        "automaton"
    }

    fn ints(&self) -> Vec<u32> {
        self.xs.clone()
    }

    fn size(&self) -> usize {
        self.xs.len() * (1 + self.automaton.moves.len())
    }

    fn holds(&self, values: Values<'_>) -> bool {
        let step = |state, &x: &u32| self.automaton.step(state, values.int(x));
        let last = self.xs.iter().try_fold(0, step);
        last.is_some_and(|state| self.automaton.accepting.contains(&state))
    }

    /// The state after each variable is determined by those before it.
    fn post(&self, into: &mut Posting<'_>) -> Result<(), Halt> {
        let Automaton { states, accepting, moves } = &self.automaton;
        let at = into.model.vars("state", self.xs.len() as u32 + 1, *states);
        let state: Vec<VarId> = at.iter().collect();
        into.keep(state[0], |s| s == 0)?;
        into.keep(state[self.xs.len()], |s| accepting.contains(&s))?;
        // Steps whose variables have the same frame share the moves.
        let mut shared: FxHashMap<Frame, Arc<Moves>> = FxHashMap::default();
        for (k, &x) in self.xs.iter().enumerate() {
            let place = into.places.place_of(x);
            into.counter.spend(*states as usize)?;
            let own = match shared.entry(place.frame) {
                Entry::Occupied(own) => own.get().clone(),
                Entry::Vacant(free) => {
                    let own = |m: &(u32, i64, u32)| Some([m.0, place.frame.place(m.1)?, m.2]);
                    let (sizes, own) =
                        ([*states, place.frame.len, *states], moves.iter().filter_map(own));
                    free.insert(Moves::new(sizes, own.collect(), &into.counter)?).clone()
                }
            };
            let vars = [state[k], place.var, state[k + 1]];
            let step = Transition::new(&into.model.engine, vars, own);
            into.model.engine.add(step);
        }
        Ok(())
    }

    /// A state after each variable.
    fn stored(&self) -> u64 {
        u64::from(self.automaton.states).div_ceil(64) * (self.xs.len() as u64 + 1)
    }

    /// The moves once for each range of the variables, and a move for each value of a step.
    fn words(&self, of: &Variables) -> u64 {
        let Automaton { states, moves, .. } = &self.automaton;
        let ends = |&x: &u32| (of.ints[x as usize].low, of.ints[x as usize].high);
        let ranges: FxHashSet<(i64, i64)> = self.xs.iter().map(ends).collect();
        let shared = 3 * (moves.len() as u64 + u64::from(*states)) * ranges.len() as u64;
        let step = |(low, high): (i64, i64)| high.abs_diff(low) / 2 + u64::from(*states) + 2;
        self.xs.iter().map(|x| step(ends(x))).fold(shared, u64::saturating_add)
    }

    /// A unit of flow from state 0 to an accepting state: a Boolean for each move at each place.
    fn state(&self, into: &mut RowBuilder<'_>) -> Result<(), String> {
        let Automaton { states, accepting, moves } = &self.automaton;
        let start = |s: u32| Sum::constant(i64::from(s == 0));
        let mut read: Vec<i64> = moves.iter().map(|m| m.1).collect();
        read.sort_unstable();
        read.dedup();
        let mut at: Vec<Sum> = (0..*states).map(start).collect();
        for &x in &self.xs {
            let taken = moves.iter().map(|_| into.fresh()).collect::<Result<Vec<Sum>, _>>()?;
            let of = |wanted: &dyn Fn(&(u32, i64, u32)) -> bool| {
                let some = moves.iter().zip(&taken).filter(|(m, _)| wanted(m));
                Sum::total(some.map(|(_, sum)| sum))
            };
            for (s, before) in (0..).zip(&at) {
                into.row(of(&|m| m.0 == s).plus(-1, before), Sign::Equal)?;
            }
            // A value of no move has none to be taken; one of the others is x's.
            for &v in &read {
                let is = into.is(x, v)?;
                into.row(of(&|m| m.1 == v).plus(-1, &is), Sign::Equal)?;
            }
            at = (0..*states).map(|s| of(&|m| m.2 == s)).collect();
        }
        let mut last: Vec<u32> = accepting.clone();
        last.sort_unstable();
        last.dedup();
        let last = Sum::total(last.iter().map(|&s| &at[s as usize]));
        into.row(last.plus(-1, &Sum::constant(1)), Sign::Equal)
    }
}
