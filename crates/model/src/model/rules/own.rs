//! Constraints of your own: a propagator for the network, and a plain statement for the check.

use clew_engine::kernel::{Conflict, Engine, Lit, VarId};
use std::fmt;
use std::sync::Arc;

/// An integer variable in the engine: its values count from 0 there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placed {
    /// The engine's variable. It may have been made with more values than the model's, as variables that are
    /// compared share one range; those are gone by now.
    pub var: VarId,
    /// The number that its value 0 stands for.
    pub low: i64,
}

impl Placed {
    /// The number that a value of the engine's variable stands for.
    pub fn number(self, value: u32) -> i64 {
        self.low + i64::from(value)
    }

    /// The value of the engine's variable that stands for a number, if there is one.
    pub fn value(self, number: i64) -> Option<u32> {
        number.checked_sub(self.low).and_then(|value| u32::try_from(value).ok())
    }
}

/// A constraint that a [`Model`](crate::model::Model) does not know: see [`Model::own`](crate::model::Model::own).
pub trait OwnConstraint: Send + Sync {
    /// The name in messages and profiles.
    fn name(&self) -> &'static str;

    /// Whether values satisfy it: of the integer variables, and of the Boolean ones, in the order in which
    /// they were given. Every solution is held against it before it is handed out, so it should be the plainest
    /// statement there is, and share nothing with the propagators.
    fn holds(&self, ints: &[i64], bools: &[bool]) -> bool;

    /// Adds its propagators. Called for each network that is built; the variables' ranges hold by then, and other
    /// constraints may have removed further values. A violation that is already visible may be left to the propagators,
    /// but once all variables are fixed they must fail if the constraint is violated.
    ///
    /// # Errors
    /// [`Conflict`] if it cannot hold.
    fn post(&self, engine: &mut Engine, ints: &[Placed], bools: &[Lit]) -> Result<(), Conflict>;
}

/// One of them in a statement. Two are equal if they are the same one.
#[derive(Clone)]
pub(crate) struct Own(pub Arc<dyn OwnConstraint>);

impl PartialEq for Own {
    fn eq(&self, other: &Own) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Debug for Own {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name())
    }
}
