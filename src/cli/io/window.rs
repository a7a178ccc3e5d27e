//! The puzzles between reading and printing: limited in number and bytes.

use clew::structures::sync::atomic::{AtomicBool, Ordering};
use clew::structures::sync::{Condvar, Mutex, PoisonError};

/// Puzzles in progress at the most.
const MAX_PUZZLES: usize = 4096;
/// Bytes of input and output in progress at the most (one puzzle may be larger).
const MAX_BYTES: usize = 256 << 20;

/// The puzzles between reading and printing.
pub(crate) struct Window {
    held: Mutex<Held>,
    changed: Condvar,
    closed: AtomicBool,
    /// The most puzzles and bytes.
    most: (usize, usize),
}

#[derive(Default)]
struct Held {
    puzzles: usize,
    bytes: usize,
    /// Whether the reader waits for space.
    waits: bool,
}

impl Default for Window {
    fn default() -> Self {
        Window::new(MAX_PUZZLES, MAX_BYTES)
    }
}

impl Window {
    /// A window for this number of puzzles and bytes.
    pub fn new(puzzles: usize, bytes: usize) -> Window {
        Window {
            held: Mutex::new(Held::default()),
            changed: Condvar::new(),
            closed: AtomicBool::new(false),
            most: (puzzles, bytes),
        }
    }

    fn with(&self, act: impl FnOnce(&mut Held)) {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        act(&mut held);
        // A waiting reader is woken when there is space for many puzzles, not at every puzzle.
        let room = held.puzzles <= self.most.0 / 2 && held.bytes <= self.most.1 / 2;
        if held.waits && (room || self.is_closed()) {
            self.changed.notify_all();
        }
    }

    /// Waits for space for a puzzle; false if no more puzzles are wanted.
    pub fn enter(&self, weight: usize) -> bool {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.is_closed()
            && held.puzzles > 0
            && (held.puzzles >= self.most.0 || held.bytes + weight > self.most.1)
        {
            held.waits = true;
            held = self.changed.wait(held).unwrap_or_else(PoisonError::into_inner);
        }
        held.waits = false;
        held.puzzles += 1;
        held.bytes += weight;
        !self.is_closed()
    }

    /// Notes that the input of a puzzle was replaced by its output.
    pub fn change(&self, weight: usize, output: usize) {
        self.with(|held| held.bytes = held.bytes - weight + output);
    }

    /// Notes that a result was printed.
    pub fn leave(&self, output: usize) {
        self.with(|held| {
            held.puzzles -= 1;
            held.bytes -= output;
        });
    }

    /// Puzzles in progress.
    pub fn puzzles(&self) -> usize {
        self.held.lock().unwrap_or_else(PoisonError::into_inner).puzzles
    }

    /// Closes the window: no more puzzles are wanted.
    pub fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
        self.with(|_| ());
    }

    /// Whether the window is closed.
    pub fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }
}
