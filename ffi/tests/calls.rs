//! The C functions as a caller uses them.

use clew_ffi::{clew_answer, clew_cancel, clew_free, clew_free_reply, clew_new, clew_progress};
use serde_json::{Value, json};
use std::ffi::{CStr, CString, c_char, c_void};
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicUsize, Ordering};

const SMALL: &str = "puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n";
const OPEN: &str = "puzzle: hidato\nneighbours: 8\n\n";

/// A handle that is freed at the end.
struct Handle(*mut clew_ffi::clew_handle);

// SAFETY: any number of threads may use a handle.
unsafe impl Sync for Handle {}

impl Handle {
    fn new() -> Handle {
        Handle(clew_new(1, 0))
    }

    fn answer(&self, request: &Value, progress: clew_progress, context: *mut c_void) -> Value {
        let request = CString::new(request.to_string()).expect("JSON has no zero bytes");
        // SAFETY: the handle lives, the request ends with a zero byte.
        let reply = unsafe { clew_answer(self.0, request.as_ptr(), progress, context) };
        assert!(!reply.is_null());
        // SAFETY: it is a reply that is not freed.
        let text = unsafe { CStr::from_ptr(reply) }.to_str().expect("UTF-8").to_string();
        // SAFETY: it is freed once.
        unsafe { clew_free_reply(reply) };
        serde_json::from_str(&text).expect("a reply is JSON")
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        // SAFETY: the handle is not used afterwards.
        unsafe { clew_free(self.0) }
    }
}

#[test]
fn a_puzzle_is_checked() {
    let handle = Handle::new();
    let reply = handle.answer(&json!({"ask": "check", "puzzle": SMALL}), None, null_mut());
    assert_eq!(reply["standing"], "yes", "{reply}");
    assert_eq!(reply["document"]["verdict"], "unique");
}

#[test]
fn mistakes_are_replies() {
    let handle = Handle::new();
    let reply = handle.answer(&json!({"ask": "dance"}), None, null_mut());
    assert!(reply["error"]["message"].as_str().is_some_and(|why| why.contains("dance")), "{reply}");
    let reply = handle.answer(
        &json!({"ask": "check", "puzzle": "puzzle: hidato\n\n1 x\n"}),
        None,
        null_mut(),
    );
    assert_eq!(
        (&reply["error"]["line"], &reply["error"]["column"]),
        (&json!(3), &json!(3)),
        "{reply}"
    );
}

#[test]
fn null_is_refused() {
    let handle = Handle::new();
    // SAFETY: null is tested here; nothing else is passed.
    unsafe {
        assert!(clew_answer(handle.0, null(), None, null_mut()).is_null());
        assert!(clew_answer(null(), c"{}".as_ptr(), None, null_mut()).is_null());
        clew_cancel(null());
        clew_free_reply(null_mut());
        clew_free(null_mut());
    }
}

/// An open board with the given number of cells per side, which cannot be counted in a moment.
fn open(side: usize) -> String {
    let row = vec!["."; side].join(" ");
    let mut rows = vec![row; side];
    rows[0].replace_range(0..1, "1");
    format!("{OPEN}{}\n", rows.join("\n"))
}

#[test]
fn a_cancelled_question_replies_what_it_knows() {
    let handle = Handle::new();
    let request = json!({"ask": "count", "puzzle": open(12), "limits": {"seconds": 600}});
    let reply = std::thread::scope(|scope| {
        let asked = scope.spawn(|| {
            let handle = &handle;
            handle.answer(&request, None, null_mut())
        });
        std::thread::sleep(std::time::Duration::from_millis(200));
        // SAFETY: the handle lives until the scope ends.
        unsafe { clew_cancel(handle.0) };
        asked.join().expect("no panic")
    });
    assert_eq!(reply["standing"], "open", "{reply}");
    assert_eq!(reply["document"]["exact"], false, "{reply}");
}

#[test]
fn progress_is_heard() {
    extern "C" fn hear(context: *mut c_void, text: *const c_char) {
        // SAFETY: the test passes a counter and the library a text.
        let (heard, text) = unsafe { (&*context.cast::<AtomicUsize>(), CStr::from_ptr(text)) };
        let text: Value = serde_json::from_slice(text.to_bytes()).expect("progress is JSON");
        assert!(text.is_object());
        heard.fetch_add(1, Ordering::Relaxed);
    }
    let (handle, heard) = (Handle::new(), AtomicUsize::new(0));
    let context = (&raw const heard).cast_mut().cast();
    let request = json!({"ask": "count", "puzzle": "puzzle: path\nneighbours: 4\n\n. . . . . .\n. . . . . .\n. . . . . .\n. . . . . .\n. . . . . .\n. . . . . .\n"});
    let reply = handle.answer(&request, Some(hear), context);
    assert_eq!(reply["standing"], "yes", "{reply}");
    assert!(heard.load(Ordering::Relaxed) > 0);
}

/// The header declares the functions of the library with their names and as many parameters.
#[test]
fn the_header_is_that_of_the_library() {
    let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let parameters = |list: &str| match list.trim().trim_end_matches(',') {
        "" => 0,
        list => list.split(',').count(),
    };
    let source = flat(include_str!("../src/lib.rs"));
    let header = flat(include_str!("../include/clew.h"));
    let mut functions = 0;
    for found in source.split("extern \"C\" fn ").skip(1) {
        let Some((name, rest)) = found.split_once('(') else { continue };
        if !name.starts_with("clew_") {
            continue;
        }
        functions += 1;
        let (own, _) = rest.split_once(')').expect("a list of parameters ends");
        let (_, declared) = header
            .split_once(&format!("{name}("))
            .unwrap_or_else(|| panic!("{name} is not declared"));
        let (declared, _) = declared.split_once(");").expect("a declaration ends");
        assert_eq!(parameters(own), parameters(declared), "{name}");
    }
    assert_eq!(functions, 5);
}
