//! Decisions of search: one trait, and one file per way to choose.
//!
//! | decider | chooses |
//! |---|---|
//! | [`Brancher`] | by domains and the failures they were involved in: plain search |
//! | `Activity` | the atom most active in recent conflicts, in the phase it had last |
//! | `WeightedActivity` | activity against the alternatives that are left, where domains are known |
//! | `StaticOrders` | in orders fixed beforehand, in turns with each other and with activity |

mod activity;
mod brancher;
mod heap;
mod own;
mod phases;
mod splits;
mod static_order;
mod turns;
mod weighted;

pub(super) use activity::Activity;
pub use brancher::{BranchSpec, Brancher, ValueOrder, VarOrder};
pub use own::DeciderContext;
pub(crate) use own::MakeDecider;
pub(super) use splits::Splits;
pub(super) use turns::StaticOrders;
pub use turns::Turns;
pub(super) use weighted::{Alternatives, WeightedActivity};

use crate::kernel::{Engine, Entry, IntervalId, Lit};

/// The next decision: the decider's choice for interval variables, then for atoms.
pub(super) fn choose(engine: &mut Engine, decider: &mut dyn Decider, patient: bool) -> Option<Lit> {
    if engine.store().intervals() > 0
        && let Some((x, v, below)) = decider.cut(engine)
    {
        let l = engine.split_at(x, v);
        return Some(if below { l } else { !l });
    }
    decider.next(engine, patient)
}

/// Chooses decisions, and is notified of their outcome. Only [`Decider::next`] is required.
///
/// `Clone` as well: learners are cloned for jobs, and their deciders with them ([`CloneDecider`]).
pub trait Decider: CloneDecider + Send + Sync {
    /// The next decision: a literal whose atom is open. `None`: everything that has to be decided is
    /// decided. `patient` is for learning search: restarts are rare at present, the time for long
    /// trails.
    fn next(&mut self, engine: &Engine, patient: bool) -> Option<Lit>;

    /// The decider that this one leaves the rest to, if there is one: all events go on to it unless a method is
    /// overridden.
    fn rest(&self) -> Option<&dyn Decider> {
        None
    }

    /// The same, to be changed.
    fn rest_mut(&mut self) -> Option<&mut dyn Decider> {
        None
    }

    /// A decision about an interval variable, requested before [`Decider::next`]: the variable, a number at which it
    /// can be cut, and whether it becomes at most that number (else it becomes larger). `None`: none yet. Interval
    /// variables that are open in the end are split by the search itself.
    fn cut(&mut self, engine: &Engine) -> Option<(IntervalId, i64, bool)> {
        self.rest_mut()?.cut(engine)
    }

    /// A branch failed; the engine still has its state. `last` is the last decision.
    fn failed(&mut self, engine: &Engine, last: Option<Lit>) {
        if let Some(rest) = self.rest_mut() {
            rest.failed(engine, last);
        }
    }

    /// These true literals took part in the failure that was analysed, in the order in which the
    /// analysis met them.
    fn involved(&mut self, lits: &[Lit]) {
        if let Some(rest) = self.rest_mut() {
            rest.involved(lits);
        }
    }

    /// The analysis of a failure is done; nothing is undone yet.
    fn learnt(&mut self, engine: &Engine, patient: bool) {
        if let Some(rest) = self.rest_mut() {
            rest.learnt(engine, patient);
        }
    }

    /// These entries of the trail are about to be undone: their literals may be decided again.
    fn undone(&mut self, entries: &[Entry]) {
        if let Some(rest) = self.rest_mut() {
            rest.undone(entries);
        }
    }

    /// Atoms may have been created for interval variables since the last call: the decider has to provide for them
    /// before any other call. Those of `clause`, which is about to be learnt, are kept, so they may be decided; if it
    /// is empty, nothing is learnt.
    fn made(&mut self, engine: &Engine, clause: &[Lit]) {
        if let Some(rest) = self.rest_mut() {
            rest.made(engine, clause);
        }
    }

    /// Whether to restart now; `None`: the usual rule applies.
    fn restart(&mut self) -> Option<bool> {
        self.rest_mut()?.restart()
    }

    /// Sets the preferred phase of an atom: it is decided this way next.
    fn prefer(&mut self, l: Lit) {
        if let Some(rest) = self.rest_mut() {
            rest.prefer(l);
        }
    }

    /// The phase in which to decide the atom of a literal chosen elsewhere.
    fn phase(&self, l: Lit) -> Lit {
        self.rest().map_or(l, |rest| rest.phase(l))
    }
}

/// A decider that can be copied without knowing its type: implemented for every `Clone` type.
pub trait CloneDecider {
    /// The copy.
    fn boxed_clone(&self) -> Box<dyn Decider>;
}

impl<D: Decider + Clone + 'static> CloneDecider for D {
    fn boxed_clone(&self) -> Box<dyn Decider> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn Decider> {
    fn clone(&self) -> Self {
        (**self).boxed_clone()
    }
}
