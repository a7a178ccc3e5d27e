//! Hooks into propagation and search that compile to nothing when unused.
//!
//! Statistics, the profiler and the explanation checker are observers; `()` observes nothing, and a
//! pair of observers is an observer.

use super::engine::Engine;
use super::ids::{Lit, PropId};
use super::propagator::Status;
use super::reason::Conflict;

/// What a propagator's call came to.
pub type CallResult = Result<Status, Conflict>;

/// Sees what happens. All methods do nothing unless overridden.
pub trait Observer {
    /// Whether [`Observer::starts`] and [`Observer::ran`] are to be called.
    const CALLS: bool = false;

    /// Whether [`Observer::explained`] is to be called.
    const PROVES: bool = false;

    /// Propagator `who` is about to run.
    fn starts(&mut self, _who: PropId) {}

    /// Propagator `who` ran; `from` is the trail length before, so its changes are
    /// `engine.store().trail()[from..]`.
    fn ran(&mut self, _engine: &mut Engine, _who: PropId, _from: usize, _result: &CallResult) {}

    /// Search took `on` as a decision; `depth` is the level it opened.
    fn branched(&mut self, _depth: u32, _on: Lit) {}

    /// A branch died at this depth.
    fn failed(&mut self, _depth: u32) {}

    /// The nogood about to be learnt rests on this: where all of `why` hold, so does `fact`; without
    /// one, they do not all hold.
    fn explained(&mut self, _fact: Option<Lit>, _why: &[Lit]) {}

    /// A nogood was learnt, as a clause: one of these literals holds.
    fn learned(&mut self, _engine: &mut Engine, _clause: &[Lit]) {}

    /// A solution was found.
    fn solution(&mut self, _engine: &Engine) {}

    /// A restart.
    fn restarted(&mut self) {}
}

impl Observer for () {}

impl<A: Observer> Observer for &mut A {
    const CALLS: bool = A::CALLS;
    const PROVES: bool = A::PROVES;

    fn starts(&mut self, who: PropId) {
        (**self).starts(who);
    }

    fn ran(&mut self, engine: &mut Engine, who: PropId, from: usize, result: &CallResult) {
        (**self).ran(engine, who, from, result);
    }

    fn branched(&mut self, depth: u32, on: Lit) {
        (**self).branched(depth, on);
    }

    fn failed(&mut self, depth: u32) {
        (**self).failed(depth);
    }

    fn explained(&mut self, fact: Option<Lit>, why: &[Lit]) {
        (**self).explained(fact, why);
    }

    fn learned(&mut self, engine: &mut Engine, clause: &[Lit]) {
        (**self).learned(engine, clause);
    }

    fn solution(&mut self, engine: &Engine) {
        (**self).solution(engine);
    }

    fn restarted(&mut self) {
        (**self).restarted();
    }
}

impl<A: Observer, B: Observer> Observer for (A, B) {
    const CALLS: bool = A::CALLS || B::CALLS;
    const PROVES: bool = A::PROVES || B::PROVES;

    fn starts(&mut self, who: PropId) {
        self.0.starts(who);
        self.1.starts(who);
    }

    fn ran(&mut self, engine: &mut Engine, who: PropId, from: usize, result: &CallResult) {
        self.0.ran(engine, who, from, result);
        self.1.ran(engine, who, from, result);
    }

    fn branched(&mut self, depth: u32, on: Lit) {
        self.0.branched(depth, on);
        self.1.branched(depth, on);
    }

    fn failed(&mut self, depth: u32) {
        self.0.failed(depth);
        self.1.failed(depth);
    }

    fn explained(&mut self, fact: Option<Lit>, why: &[Lit]) {
        self.0.explained(fact, why);
        self.1.explained(fact, why);
    }

    fn learned(&mut self, engine: &mut Engine, clause: &[Lit]) {
        self.0.learned(engine, clause);
        self.1.learned(engine, clause);
    }

    fn solution(&mut self, engine: &Engine) {
        self.0.solution(engine);
        self.1.solution(engine);
    }

    fn restarted(&mut self) {
        self.0.restarted();
        self.1.restarted();
    }
}
