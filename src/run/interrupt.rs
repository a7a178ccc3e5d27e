//! A question that long work asks again and again: whether to break off.

use std::sync::Arc;

/// Says whether work should stop now. Cheap to ask, from any thread.
#[derive(Clone)]
pub struct Interrupt(Arc<dyn Fn() -> bool + Send + Sync>);

impl Interrupt {
    /// Raised while `ask` says so.
    pub fn new(ask: impl Fn() -> bool + Send + Sync + 'static) -> Interrupt {
        Interrupt(Arc::new(ask))
    }

    /// Whether it is raised.
    pub fn is_raised(&self) -> bool {
        (self.0)()
    }
}

impl std::fmt::Debug for Interrupt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Interrupt")
    }
}
