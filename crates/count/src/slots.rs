//! Values passed between threads, each taken once.

use std::sync::{Mutex, MutexGuard};

/// Places that each hold one value, or none.
#[derive(Debug)]
pub(super) struct Slots<T>(Vec<Mutex<Option<T>>>);

impl<T> Slots<T> {
    /// One place for each value.
    pub fn new(all: impl IntoIterator<Item = T>) -> Slots<T> {
        Slots(all.into_iter().map(|one| Mutex::new(Some(one))).collect())
    }

    /// `places` empty places.
    pub fn empty(places: usize) -> Slots<T> {
        Slots((0..places).map(|_| Mutex::default()).collect())
    }

    /// How many places there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    fn held(&self, at: usize) -> MutexGuard<'_, Option<T>> {
        self.0[at].lock().expect("held for a moment only")
    }

    /// Takes the value at a place.
    pub fn take(&self, at: usize) -> Option<T> {
        self.held(at).take()
    }

    /// Puts something at a place.
    pub fn put(&self, at: usize, one: T) {
        *self.held(at) = Some(one);
    }
}
