//! Handles: small copyable names of the variables of one model.

use std::ops::Not;
use std::sync::atomic::{AtomicU32, Ordering};

/// An integer variable of a model. Meaningless to any other model, which says so.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Int {
    pub(super) model: u32,
    pub(super) index: u32,
}

/// A Boolean variable of a model, or its negation: `!b`. Meaningless to any other model, which says
/// so. In sums it counts 1 while it is true.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bool {
    pub(super) model: u32,
    pub(super) index: u32,
    pub(super) negated: bool,
}

impl Not for Bool {
    type Output = Bool;

    /// ```
    /// # fn main() -> Result<(), clew::model::ModelError> {
    /// let mut m = clew::model::Model::new();
    /// let b = m.bool("b")?;
    /// assert_eq!(!!b, b);
    /// # Ok(()) }
    /// ```
    fn not(self) -> Bool {
        Bool { negated: !self.negated, ..self }
    }
}

/// A number that no other model of this process has, so that handles of another model are noticed.
/// It decides nothing: any two models differ, whichever numbers they got.
pub(super) fn new_model() -> u32 {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}
