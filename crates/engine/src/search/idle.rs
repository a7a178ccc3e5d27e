//! For tests: a propagator that wakes at every change, infers nothing, and counts its calls.

use crate::kernel::{
    Event, Halt, Lit, Lits, Past, Priority, Propagation, Propagator, Status, Subscriptions, Tag,
    Vars,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// See the head of the file.
#[derive(Clone)]
pub(super) struct Idle {
    pub vars: Vars,
    pub runs: Arc<AtomicU32>,
}

impl Propagator for Idle {
    fn name(&self) -> &'static str {
        "idle"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        to.on_vars(self.vars, Event::Any);
    }

    fn priority(&self) -> Priority {
        Priority::Flow
    }

    fn propagate(&mut self, _: &mut Propagation<'_>) -> Result<Status, Halt> {
        self.runs.fetch_add(1, Relaxed);
        Ok(Status::Fixpoint)
    }

    fn explain(&mut self, _: &Past<'_>, _: Option<Lit>, _: Tag, _: &mut Lits) {
        unreachable!("it infers nothing")
    }
}
