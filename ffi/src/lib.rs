//! clew behind a C interface: a JSON request in, a JSON reply out, as `docs/door.md` describes them. Apps in any
//! language that calls C reach every question through five functions, which `include/clew.h` declares.
//!
//! This is the only crate of the project with `unsafe`: it reads the caller's strings and gives strings away. All
//! else is [`clew::api::door`].

#![allow(non_camel_case_types, reason = "they are the names of C")]

use clew::api::door::{self, Host};
use std::ffi::{CStr, CString, c_char, c_void};
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The reply where there cannot be another one.
const DEFECT: &CStr = c"{\"schema\":\"clew-reply/1\",\"ask\":\"\",\"error\":{\"message\":\"internal error: the solver \
failed; please report it with the puzzle\",\"stopped\":\"defect\"}}";

/// A question that can be cancelled. Any number of threads may use it at a time, until it is freed.
pub struct clew_handle {
    cancel: Arc<AtomicBool>,
    threads: usize,
    memory: usize,
}

/// Receives the progress of a question: a JSON object on one line, which is valid during the call only. It may be
/// called from any thread, also from several at a time.
pub type clew_progress = Option<unsafe extern "C" fn(context: *mut c_void, text: *const c_char)>;

/// The caller's function and the pointer that goes with it.
#[derive(Clone, Copy)]
struct Listener {
    call: unsafe extern "C" fn(*mut c_void, *const c_char),
    context: *mut c_void,
}

// SAFETY: the pointer is only handed back to the caller's function, which its documentation allows on any thread.
unsafe impl Send for Listener {}
// SAFETY: as above.
unsafe impl Sync for Listener {}

impl Listener {
    fn hear(&self, text: &str) {
        let Ok(text) = CString::new(text) else { return };
        // SAFETY: the function is the caller's, called as `clew_progress` describes.
        unsafe { (self.call)(self.context, text.as_ptr()) }
    }
}

/// Makes a handle for questions that may use this many threads and bytes of memory each; 0 means every processor, and
/// a gibibyte. Free it with `clew_free`. Never null.
#[unsafe(no_mangle)]
pub extern "C" fn clew_new(threads: usize, memory: usize) -> *mut clew_handle {
    let all = || std::thread::available_parallelism().map_or(1, NonZero::get);
    let handle = clew_handle {
        cancel: Arc::default(),
        threads: if threads == 0 { all() } else { threads },
        memory: if memory == 0 { 1 << 30 } else { memory },
    };
    Box::into_raw(Box::new(handle))
}

/// Answers a request: a JSON object in UTF-8 that ends with a zero byte. The reply is one as well, also if the request
/// is wrong; free it with `clew_free_reply`. `progress` may be null; `context` is handed to it as it is.
///
/// Null only if the handle or the request is null.
///
/// # Safety
/// `handle` is one of `clew_new` that is not freed before the call ends; `request` points to a text that ends with a
/// zero byte and does not change during the call; `progress` obeys `clew_progress`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clew_answer(
    handle: *const clew_handle,
    request: *const c_char,
    progress: clew_progress,
    context: *mut c_void,
) -> *mut c_char {
    if request.is_null() {
        return std::ptr::null_mut();
    }
    // SAFETY: the caller promises that a handle that is not null is alive until the call ends.
    let Some(handle) = (unsafe { handle.as_ref() }) else { return std::ptr::null_mut() };
    // SAFETY: the caller promises a text with a zero byte at its end.
    let request = unsafe { CStr::from_ptr(request) }.to_string_lossy();
    let listener = progress.map(|call| Listener { call, context });
    let host = Host {
        hear: Arc::new(move |text: &str| {
            if let Some(listener) = &listener {
                listener.hear(text);
            }
        }),
        cancel: Some(handle.cancel.clone()),
        left: None,
        threads: handle.threads,
        memory: handle.memory,
    };
    // Nothing may unwind into C.
    let reply = catch_unwind(AssertUnwindSafe(|| door::answer(&request, &host)));
    let reply = reply.ok().and_then(|text| CString::new(text).ok());
    reply.unwrap_or_else(|| DEFECT.to_owned()).into_raw()
}

/// Ends the questions of a handle, at once and for ever: each replies with its results until then. May be called from
/// any thread, also from a signal handler. Null is allowed.
///
/// # Safety
/// `handle` is null or one of `clew_new` that is not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clew_cancel(handle: *const clew_handle) {
    // SAFETY: the caller promises that a handle that is not null is alive.
    if let Some(handle) = unsafe { handle.as_ref() } {
        handle.cancel.store(true, Ordering::Relaxed);
    }
}

/// Frees a reply. Null is allowed.
///
/// # Safety
/// `reply` is null or one of `clew_answer` that is not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clew_free_reply(reply: *mut c_char) {
    if !reply.is_null() {
        // SAFETY: the caller promises that it is one of `clew_answer`, which gave it away by `into_raw`.
        drop(unsafe { CString::from_raw(reply) });
    }
}

/// Frees a handle that no question uses any more. Null is allowed.
///
/// # Safety
/// `handle` is null or one of `clew_new` that is not freed and not in use.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clew_free(handle: *mut clew_handle) {
    if !handle.is_null() {
        // SAFETY: the caller promises that it is one of `clew_new`, which made it of a box.
        drop(unsafe { Box::from_raw(handle) });
    }
}
