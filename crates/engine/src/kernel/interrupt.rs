//! Interrupting propagation before it is done.

use super::reason::Conflict;
pub use crate::run::Interrupt;
use std::cell::Cell;

/// Why [`super::Engine::fixpoint`] stopped short.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Halt {
    /// The branch is dead.
    Conflict,
    /// The interrupt was raised. The state is sound but not at a fixpoint; the queue of propagators
    /// is kept.
    Interrupted,
}

impl From<Conflict> for Halt {
    fn from(_: Conflict) -> Halt {
        Halt::Conflict
    }
}

/// Steps between two polls of the interrupt: at some five to fifty nanoseconds each, well below two
/// milliseconds.
const POLL_INTERVAL: u32 = 1 << 15;

/// Polls an interrupt once per a given number of steps of work.
pub struct StepCounter<'a> {
    ask: Option<&'a Interrupt>,
    every: u32,
    spent: Cell<u32>,
}

impl<'a> StepCounter<'a> {
    /// With this interrupt; with `None` it counts without limit.
    pub fn new(ask: Option<&'a Interrupt>) -> StepCounter<'a> {
        StepCounter::resume(ask, 0)
    }

    /// As [`StepCounter::new`], for work that starts over after an interrupt. It polls no more often than
    /// by default, so that short work always completes.
    pub(super) fn whole(ask: Option<&'a Interrupt>) -> StepCounter<'a> {
        StepCounter { ask, every: POLL_INTERVAL, spent: Cell::new(0) }
    }

    /// As [`StepCounter::new`], with `spent` steps already counted since the last poll.
    #[inline]
    pub(super) fn resume(ask: Option<&'a Interrupt>, spent: u32) -> StepCounter<'a> {
        let every = ask.map_or(u32::MAX, |ask| ask.steps().unwrap_or(POLL_INTERVAL));
        StepCounter { ask, every, spent: Cell::new(spent) }
    }

    /// The interrupt that it polls.
    pub fn interrupt(&self) -> Option<&'a Interrupt> {
        self.ask
    }

    /// The steps since the last poll.
    #[inline]
    pub(super) fn spent(&self) -> u32 {
        self.spent.get()
    }

    /// Counts `steps` steps (of some five to fifty nanoseconds each), and polls the interrupt if
    /// enough have passed since the last poll.
    ///
    /// # Errors
    /// [`Halt::Interrupted`] if it is to stop.
    #[inline]
    pub fn spend(&self, steps: usize) -> Result<(), Halt> {
        let spent = self.spent.get().saturating_add(u32::try_from(steps).unwrap_or(u32::MAX));
        self.spent.set(spent);
        if spent < self.every { Ok(()) } else { self.look() }
    }

    /// Polls the interrupt now.
    ///
    /// # Errors
    /// [`Halt::Interrupted`] if it is to stop.
    #[cold]
    pub fn look(&self) -> Result<(), Halt> {
        self.spent.set(0);
        match self.ask {
            Some(ask) if ask.is_raised() => Err(Halt::Interrupted),
            _ => Ok(()),
        }
    }
}
