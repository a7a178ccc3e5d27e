//! Ctrl-C: the first one asks to finish, the second one ends the program.

use super::status::INTERRUPTED;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that Ctrl-C raises. Where the system has no such signal the flag just stays down.
pub(super) fn flag() -> Arc<AtomicBool> {
    let raised = Arc::new(AtomicBool::new(false));
    let mine = raised.clone();
    let _ = ctrlc::set_handler(move || {
        if mine.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(INTERRUPTED));
        }
    });
    raised
}
