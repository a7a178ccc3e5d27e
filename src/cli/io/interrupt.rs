//! Ctrl-C: the first one requests an orderly end, the second one ends the program. The first one also ends it at once
//! while no code checks the request. In all cases incomplete files are removed.

use crate::cli::batch::status::INTERRUPTED;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The owners of the flag that do not check it: this module, and the handler of the signal.
const UNPOLLED: usize = 2;
/// Files that are being written.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// The flag that Ctrl-C raises, shared by all callers. While one of them has it, which is to check it, Ctrl-C only raises
/// it. On systems without such a signal it stays down.
pub(crate) fn flag() -> Arc<AtomicBool> {
    raised().clone()
}

/// Whether it is raised; calling only this function does not keep Ctrl-C from ending the program.
pub(crate) fn is_raised() -> bool {
    raised().load(Ordering::Relaxed)
}

fn raised() -> &'static Arc<AtomicBool> {
    static RAISED: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    RAISED.get_or_init(|| {
        let raised = Arc::new(AtomicBool::new(false));
        let mine = raised.clone();
        let _ = ctrlc::set_handler(move || {
            let heeded = Arc::strong_count(&mine) > UNPOLLED;
            if mine.swap(true, Ordering::Relaxed) || !heeded {
                // The lock is held to the end, so that no file is begun meanwhile.
                let files = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner);
                files.iter().for_each(|file| drop(fs::remove_file(file)));
                std::process::exit(i32::from(INTERRUPTED));
            }
        });
        raised
    })
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
