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
