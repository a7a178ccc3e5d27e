//! The door as a WebAssembly module. The host writes a request into the memory that [`request`] returns and calls
//! [`answer`], which reports its progress meanwhile. Text is UTF-8.
//!
//! This is the border to the host, so it names functions for it; nothing here reads through a raw pointer.

use clew::api::door::{self, Host};
use clew::run::clock::set_clock;
use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Milliseconds from a moment of the host's own, never decreasing.
    safe fn now() -> f64;
    /// Receives the progress of the question: a text at this place of the memory.
    safe fn hear(at: *const u8, length: usize);
    /// Receives the reason why the module is about to abort.
    safe fn fault(at: *const u8, length: usize);
}

thread_local! {
    /// The text of a request, and then that of its reply.
    static TEXT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Allocates a buffer for a request of `length` bytes and returns its place.
#[unsafe(no_mangle)]
pub extern "C" fn request(length: usize) -> *mut u8 {
    TEXT.with_borrow_mut(|text| {
        text.clear();
        text.resize(length, 0);
        text.as_mut_ptr()
    })
}

/// Answers the request in the buffer, in at most `memory` bytes, and returns the length of the reply, whose place
/// [`reply`] returns.
#[unsafe(no_mangle)]
pub extern "C" fn answer(memory: usize) -> usize {
    set_clock(|| Duration::from_secs_f64(now().max(0.0) / 1e3));
    std::panic::set_hook(Box::new(|info| {
        let text = info.to_string();
        fault(text.as_ptr(), text.len());
    }));
    let request = TEXT.take();
    let host = Host {
        hear: Arc::new(|text: &str| hear(text.as_ptr(), text.len())),
        memory,
        ..Host::default()
    };
    let reply = door::answer(&String::from_utf8_lossy(&request), &host);
    TEXT.replace(reply.into_bytes());
    TEXT.with_borrow(Vec::len)
}

/// The place of the reply, until the next request.
#[unsafe(no_mangle)]
pub extern "C" fn reply() -> *const u8 {
    TEXT.with_borrow(|text| text.as_ptr())
}
