//! Ctrl-C: the first one requests an orderly end, the second one ends the program. The first one also ends it at once
//! if no code checks the request. In all cases incomplete files are removed.

use crate::cli::batch::status::INTERRUPTED;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Whether any code checks the flag.
static POLLED: AtomicBool = AtomicBool::new(false);
/// Files that are being written.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// The flag that Ctrl-C raises, shared by all callers. On systems without such a signal it stays down.
pub(crate) fn flag() -> Arc<AtomicBool> {
    POLLED.store(true, Ordering::Relaxed);
    raised()
}

/// Whether it is raised; calling only this function does not keep Ctrl-C from ending the program.
pub(crate) fn is_raised() -> bool {
    raised().load(Ordering::Relaxed)
}

fn raised() -> Arc<AtomicBool> {
    static RAISED: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    let made = RAISED.get_or_init(|| {
        let raised = Arc::new(AtomicBool::new(false));
        let mine = raised.clone();
        let _ = ctrlc::set_handler(move || {
            let heeded = POLLED.load(Ordering::Relaxed);
            if mine.swap(true, Ordering::Relaxed) || !heeded {
                // The lock is held to the end, so that no file is begun meanwhile.
                let files = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner);
                files.iter().for_each(|file| drop(fs::remove_file(file)));
                std::process::exit(i32::from(INTERRUPTED));
            }
        });
        raised
    });
    made.clone()
}

/// A file that is being written, until this is dropped.
pub(crate) struct Unfinished(PathBuf);

impl Unfinished {
    /// To be called before the file is made.
    pub fn new(file: &Path) -> Unfinished {
        raised();
        UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner).push(file.to_path_buf());
        Unfinished(file.to_path_buf())
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        let mut files = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner);
        files.retain(|file| *file != self.0);
    }
}
