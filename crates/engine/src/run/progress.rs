//! How far a run has come.

/// A step that was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Step {
    /// Steps done.
    pub done: usize,
    /// Steps in all.
    pub total: usize,
    /// States in the newest layer.
    pub states: usize,
    /// Bytes that tables hold.
    pub bytes: usize,
}

/// How far a search for the best solution has come; values as people see them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GoalProgress {
    /// The value of the best solution so far.
    pub best: Option<i64>,
    /// A value that no solution passes, where one is proved.
    pub bound: Option<i64>,
}

impl GoalProgress {
    /// The distance between the best value and the bound, where both are known; 0 if the best value is proved.
    pub fn gap(self) -> Option<u64> {
        Some(self.best?.abs_diff(self.bound?))
    }

    /// The known values in words, such as `best 45, bound 40, gap 5`; `value` writes a value.
    pub fn words(self, value: impl Fn(i64) -> String) -> String {
        let gap = self.gap().map(|gap| i64::try_from(gap).unwrap_or(i64::MAX));
        let known = [("best", self.best), ("bound", self.bound), ("gap", gap)];
        let known =
            known.into_iter().filter_map(|(name, of)| Some(format!("{name} {}", value(of?))));
        known.collect::<Vec<_>>().join(", ")
    }
}

/// A listener to the progress of a run. `()` ignores it; every `FnMut(Step)` is a listener.
pub trait Progress {
    /// Called before the first step and after every one, on the thread that started the run.
    fn step(&mut self, step: Step);
}

impl Progress for () {
    fn step(&mut self, _: Step) {}
}

impl<F: FnMut(Step)> Progress for F {
    fn step(&mut self, step: Step) {
        self(step);
    }
}
