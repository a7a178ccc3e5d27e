//! The best value and the proved bound of a goal, while searches find them.

use super::options::{Options, Watch};
use clew_engine::run::GoalProgress;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Keeps the best value and the bound of a goal, from several searches on several threads, and reports each change. Shared by
/// its clones.
#[derive(Clone, Debug)]
pub struct GoalMeter {
    known: Arc<Mutex<Known>>,
    watch: Option<Watch<GoalProgress>>,
}

/// Values of the goal that is minimised: that of the best solution, and one that no solution is below.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Known {
    best: Option<i64>,
    least: Option<i64>,
    /// Whether people see the negated values.
    negated: bool,
}

impl GoalMeter {
    /// Nothing is known yet; changes are reported as the options name.
    pub fn new(options: &Options) -> GoalMeter {
        let known = Known { best: None, least: None, negated: false };
        GoalMeter { known: Arc::new(Mutex::new(known)), watch: options.goal_watch.clone() }
    }

    /// People see the negated values, if `negated`.
    pub fn set_negated(&self, negated: bool) {
        self.locked().negated = negated;
    }

    /// There is a solution of this value.
    pub fn note_best(&self, value: i64) {
        self.note(|known| known.best = Some(known.best.map_or(value, |best| best.min(value))));
    }

    /// All solutions that are better than the best one so far have at least this value. If other threads find solutions, it
    /// is at most their best value, so that it holds before that one is noted.
    pub fn note_least(&self, value: i64) {
        self.note(|known| known.least = Some(known.least.map_or(value, |least| least.max(value))));
    }

    /// No solution is better than the best one so far.
    pub fn close(&self) {
        self.note(|known| known.least = known.best.or(known.least));
    }

    /// The state at the moment.
    pub fn progress(&self) -> GoalProgress {
        self.locked().progress()
    }

    fn note(&self, change: impl FnOnce(&mut Known)) {
        let mut known = self.locked();
        let before = known.progress();
        change(&mut known);
        let after = known.progress();
        if let Some(watch) = self.watch.as_ref().filter(|_| after != before) {
            // Under the lock, so that reports come in their order.
            watch.call(after);
        }
    }

    fn locked(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    /// A bound holds for solutions that are better than the best one, so it is no nearer than that.
    fn progress(self) -> GoalProgress {
        let seen = |value: i64| if self.negated { -value } else { value };
        let bound = self.least.map(|least| self.best.map_or(least, |best| best.min(least)));
        GoalProgress { best: self.best.map(seen), bound: bound.map(seen) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_report_is_nearer_than_the_one_before() {
        let heard = Arc::new(Mutex::new(Vec::new()));
        let to = heard.clone();
        let watch =
            Watch::new(move |p: GoalProgress| to.lock().unwrap().push((p.best, p.bound, p.gap())));
        let meter = GoalMeter::new(&Options { goal_watch: Some(watch), ..Options::default() });
        meter.set_negated(true);
        meter.note_least(-40);
        meter.note_best(-20);
        meter.note_least(-50);
        meter.note_best(-10);
        meter.note_least(-30);
        // Nothing better than 20 would be worth less than 10: 20 is the best.
        meter.note_least(-10);
        meter.close();
        let all = [
            (None, Some(40), None),
            (Some(20), Some(40), Some(20)),
            (Some(20), Some(30), Some(10)),
            (Some(20), Some(20), Some(0)),
        ];
        assert_eq!(*heard.lock().unwrap(), all);
    }
}
