//! The networks of one puzzle: one per kind, each built at most once and brought to a fixpoint at its root at most
//! once.

use crate::strategy::plan::method_id::Kind;
use clew_engine::kernel::{Halt, Observer};
use clew_engine::run::Budget;
use clew_puzzle::puzzle::{Built, NetworkInfo};

/// A network, and whether its root has been brought to a fixpoint.
struct Network {
    built: Built,
    at_fixpoint: bool,
}

/// See the module documentation.
pub(super) struct Networks {
    /// How all of them are built.
    pub info: &'static NetworkInfo,
    /// The kind that was requested last.
    pub last: Kind,
    by_kind: [Option<Network>; Kind::ALL.len()],
}

impl Networks {
    /// None is built yet.
    pub fn new(info: &'static NetworkInfo) -> Networks {
        Networks { info, last: Kind::Plain, by_kind: [const { None }; Kind::ALL.len()] }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.by_kind.iter().all(Option::is_none)
    }

    /// Whether this one was built.
    pub fn has(&self, kind: Kind) -> bool {
        self.by_kind[kind as usize].is_some()
    }

    /// Whether the root of this one is at a fixpoint.
    pub(crate) fn is_at_fixpoint(&self, kind: Kind) -> bool {
        self.by_kind[kind as usize].as_ref().is_some_and(|network| network.at_fixpoint)
    }

    /// Keeps a network that was built.
    pub fn put(&mut self, kind: Kind, built: Built) {
        self.by_kind[kind as usize] = Some(Network { built, at_fixpoint: false });
    }

    /// A network that was built.
    pub fn get(&self, kind: Kind) -> &Built {
        &self.by_kind[kind as usize].as_ref().expect(UNREADY).built
    }

    /// The same, mutable.
    pub fn get_mut(&mut self, kind: Kind) -> &mut Built {
        &mut self.slot(kind).built
    }

    /// Propagates at the root of one that was built.
    ///
    /// # Errors
    /// It was refuted or interrupted.
    pub(crate) fn reach_fixpoint<O: Observer>(
        &mut self,
        kind: Kind,
        budget: &Budget,
        seen: &mut O,
    ) -> Result<(), Halt> {
        let network = self.slot(kind);
        let engine = &mut network.built.model.engine;
        engine.set_interrupt(budget.interrupt());
        let reached = engine.fixpoint(seen);
        engine.set_interrupt(None);
        network.at_fixpoint = reached.is_ok();
        reached
    }

    /// Releases the memory of a network, unless it was requested last: that one goes into the outcome.
    pub fn forget(&mut self, kind: Kind) {
        if self.last != kind {
            self.by_kind[kind as usize] = None;
        }
    }

    /// The one that was requested last, if it was built.
    pub(crate) fn into_last(mut self) -> Option<Built> {
        self.by_kind[self.last as usize].take().map(|network| network.built)
    }

    fn slot(&mut self, kind: Kind) -> &mut Network {
        self.by_kind[kind as usize].as_mut().expect(UNREADY)
    }
}

/// The error of a method that requests a network which was not built.
const UNREADY: &str = "a method makes a network ready before it looks at it";
