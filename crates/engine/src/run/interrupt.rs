//! An interrupt that long work polls: whether to stop.

use std::sync::Arc;

/// Returns whether work should stop now. Cheap to poll, from any thread.
#[derive(Clone)]
pub struct Interrupt {
    ask: Arc<dyn Fn() -> bool + Send + Sync>,
    every: Option<u32>,
}

impl Interrupt {
    /// Raised while `ask` returns true.
    pub fn new(ask: impl Fn() -> bool + Send + Sync + 'static) -> Interrupt {
        Interrupt { ask: Arc::new(ask), every: None }
    }

    /// Polled once per `steps` steps of propagation, if the default is too rare (tests) or too
    /// frequent.
    pub fn every(self, steps: u32) -> Interrupt {
        Interrupt { every: Some(steps), ..self }
    }

    /// The steps of propagation between two polls, if they were set.
    pub fn steps(&self) -> Option<u32> {
        self.every
    }

    /// Whether it is raised.
    pub fn is_raised(&self) -> bool {
        (self.ask)()
    }
}

impl std::fmt::Debug for Interrupt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Interrupt")
    }
}
