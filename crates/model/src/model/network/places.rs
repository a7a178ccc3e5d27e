//! Where the variables of a model are in the store of its network.

use super::frame::Frame;
use clew_engine::kernel::{IntervalId, Lit, Store, VarId};
use clew_relax::Fractions;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// An integer variable in the store, with one bit per value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub var: VarId,
    pub frame: Frame,
}

/// An integer variable in the store.
#[derive(Clone, Copy, Debug)]
pub(crate) enum IntVarRef {
    /// With one bit per value.
    Bits(Place),
    /// With its bounds only; value 0 stands for `low`.
    Ends { interval: IntervalId, low: i64 },
}

/// Where the variables of a model are, to read values back.
#[derive(Clone, Debug)]
pub(crate) struct VarMap {
    pub ints: Vec<IntVarRef>,
    /// The Boolean variables of the model's own; some of them may be the same literal, or mean that a variable has a value.
    pub own: Vec<Lit>,
    /// The literals "x has this value" of interval variables, for the values that constraints mention.
    pub values: FxHashMap<(IntervalId, i64), Lit>,
    /// By the number of a propagator the constraint that it was posted for; those of all together are left out.
    pub owners: Vec<u32>,
    /// The constraints of which one side is posted, each with the Boolean variables of the model's own that it defines.
    pub halves: Vec<(u32, Vec<u32>)>,
    /// The values of the linear relaxation, if there is one.
    pub fractions: Option<Arc<Fractions>>,
}

impl VarMap {
    /// The place of a variable whose values a constraint compares one by one.
    ///
    /// # Panics
    /// If it is an interval variable: such constraints list their variables before that is decided
    /// ([`Global::by_value`](crate::model::rules::global::Global::by_value)).
    pub fn place_of(&self, x: u32) -> Place {
        match self.ints[x as usize] {
            IntVarRef::Bits(place) => place,
            IntVarRef::Ends { .. } => unreachable!("a constraint on values named its variables"),
        }
    }

    /// The variables that have one bit per value.
    pub fn bits(&self) -> impl Iterator<Item = &Place> {
        self.ints.iter().filter_map(|seat| match seat {
            IntVarRef::Bits(place) => Some(place),
            IntVarRef::Ends { .. } => None,
        })
    }

    /// The number of the model's variable for an interval variable, and the number that its value 0 stands for.
    pub fn ends(&self, x: IntervalId) -> Option<(u32, i64)> {
        self.ints.iter().zip(0..).find_map(|(seat, index)| match *seat {
            IntVarRef::Ends { interval, low } if interval == x => Some((index, low)),
            _ => None,
        })
    }

    /// The number of the model's variable for a variable with one bit per value, and the number that its value 0 stands for.
    pub fn bits_of(&self, x: VarId) -> Option<(u32, i64)> {
        self.ints.iter().zip(0..).find_map(|(seat, index)| match *seat {
            IntVarRef::Bits(place) if place.var == x => Some((index, place.frame.low)),
            _ => None,
        })
    }

    /// The values of all variables, which must be known: integers, then Booleans as 0 and 1.
    pub fn values(&self, store: &Store) -> Vec<i64> {
        let int = |x: &IntVarRef| match *x {
            IntVarRef::Bits(x) => x.frame.low + i64::from(store.domain(x.var).min()),
            IntVarRef::Ends { interval, low } => low + store.low(interval),
        };
        let bool = |&l: &Lit| i64::from(store.is_true(l));
        self.ints.iter().map(int).chain(self.own.iter().map(bool)).collect()
    }
}
