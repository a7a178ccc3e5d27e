//! Layered counting: the part that all dynamic programmes here share.
//!
//! A [`Program`] is a puzzle cut into steps. After each step the partial answers that have the same
//! possible futures share a key; a layer holds, per key, how many partial answers lead there. What a
//! programme is (values of a square, plugs of paths) does not matter here.
//!
//! [`run`] keeps two layers at a time. [`kept::Kept`] keeps all layers' keys, and gives what needs both
//! directions: solutions, uniform samples, and how often each choice occurs.

pub mod estimate;
pub mod kept;
pub mod run;
pub mod word;

pub use word::Word;

/// A puzzle as a sequence of steps over states.
pub trait Program: Sync {
    /// The packed state.
    type Key: Word;

    /// How many steps there are.
    fn steps(&self) -> usize;

    /// The state before the first step.
    fn start(&self) -> Self::Key;

    /// All ways to go on from `key`, a state before `step`: the choice made (its meaning is the
    /// programme's own; different choices from one key are different answers) and the state after.
    /// States after the last step are complete answers.
    fn expand(&self, step: usize, key: &Self::Key, emit: &mut impl FnMut(u64, Self::Key));

    /// As [`Program::expand`], with all states after the last step folded into one: the default
    /// key. (A full set of cells could otherwise be the key that tables reserve.)
    #[inline]
    fn next(&self, step: usize, key: &Self::Key, emit: &mut impl FnMut(u64, Self::Key)) {
        if step + 1 == self.steps() {
            self.expand(step, key, &mut |choice, _| emit(choice, Self::Key::default()));
        } else {
            self.expand(step, key, emit);
        }
    }
}
