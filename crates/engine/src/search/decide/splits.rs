//! Decisions about interval variables that the decider leaves open.

use crate::kernel::{Engine, IntervalId, Lit};

/// Splits interval variables: first at their least values, which is quick if these suffice. If such a decision is
/// refuted at once, the next takes twice as many values, up to half of the remaining ones: for a variable whose least
/// thousand million values are impossible, some thirty refutations suffice.
#[derive(Clone, Debug, Default)]
pub struct Splits {
    /// The variable that is split last.
    pub goal: Option<IntervalId>,
    /// The last decision.
    last: Option<Lit>,
    /// Whether it was refuted, and nothing was decided since.
    refuted: bool,
    width: i64,
}

impl Splits {
    /// With a variable that is split last.
    pub fn with_goal(goal: Option<IntervalId>) -> Splits {
        Splits { goal, ..Splits::default() }
    }

    /// The next decision; `None` if all have their values.
    pub fn next(&mut self, engine: &mut Engine) -> Option<Lit> {
        if engine.store().intervals() == 0 {
            return None;
        }
        self.width = if self.refuted { self.width.saturating_mul(2).saturating_add(1) } else { 0 };
        self.refuted = false;
        self.last = engine.split_interval(self.goal, self.width);
        self.last
    }

    /// The negation of a decision was found to hold.
    pub fn refuted(&mut self, decision: Lit) {
        self.refuted = self.last == Some(decision);
    }

    /// Another decision was taken.
    pub fn passed(&mut self) {
        self.refuted = false;
    }
}
