//! Where the variables of a model are in the store of its network.

use super::frame::Frame;
use clew_engine::kernel::{Atom, Store, VarId};

/// An integer variable in the store.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub var: VarId,
    pub frame: Frame,
}

/// Where the variables of a model are, to read values back.
#[derive(Clone, Debug)]
pub(super) struct Places {
    pub ints: Vec<Place>,
    pub own: Vec<Atom>,
    /// By the number of a propagator the constraint that it was posted for; those of all together are left out.
    pub owners: Vec<u32>,
}

impl Places {
    /// The values of all variables, which must be known: integers, then Booleans as 0 and 1.
    pub fn values(&self, store: &Store) -> Vec<i64> {
        let int = |x: &Place| x.frame.low + i64::from(store.domain(x.var).min());
        let bool = |a: &Atom| i64::from(store.is_true(a.pos()));
        self.ints.iter().map(int).chain(self.own.iter().map(bool)).collect()
    }
}
