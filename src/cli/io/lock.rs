//! One run at a time in a directory: a file there that a run holds locked for as long as it lives.
//!
//! The operating system releases the lock when the process ends, however it ends; the file itself may stay.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// The name of the file.
const NAME: &str = "lock";

/// See the module documentation.
pub(crate) struct Lock {
    /// It is locked while it is open.
    file: File,
    path: PathBuf,
}

/// Why there is no lock.
pub(crate) enum Unlocked {
    /// Another run holds it.
    Taken,
    /// The file cannot be made, or the file system has no locks.
    Failed(io::Error),
}

impl Lock {
    /// Takes the lock of a directory.
    ///
    /// # Errors
    /// Why it cannot be taken now.
    pub fn take(directory: &Path) -> Result<Lock, Unlocked> {
        let path = directory.join(NAME);
        let open = || File::options().write(true).create(true).truncate(false).open(&path);
        let file = open().map_err(Unlocked::Failed)?;
        match file.try_lock() {
            // The previous holder may have ended between the two steps, and removed the file.
            Ok(()) if !is_at(&file, &path) => Err(Unlocked::Taken),
            Ok(()) => Ok(Lock { file, path }),
            Err(TryLockError::WouldBlock) => Err(Unlocked::Taken),
            Err(TryLockError::Error(error)) => Err(Unlocked::Failed(error)),
        }
    }

    /// Removes the file from a directory that is no longer needed, and then releases the lock. A file with contents is
    /// not ours, and stays.
    pub fn end(self) {
        if self.file.metadata().is_ok_and(|data| data.len() == 0) {
            let _ = fs::remove_file(&self.path);
        }
        let _ = self.file.unlock();
    }
}

/// Whether an open file has this name still.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place = |data: fs::Metadata| (data.dev(), data.ino());
    let held = file.metadata().map(place).ok();
    held.is_some() && held == fs::metadata(path).map(place).ok()
}

/// Whether an open file has this name still, as far as that can be determined here.
#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_holds_a_directory_at_a_time() {
        let place = std::env::temp_dir().join(format!("clew-lock-{}", std::process::id()));
        fs::create_dir_all(&place).unwrap();
        let first = Lock::take(&place).ok().expect("nobody has it");
        assert!(matches!(Lock::take(&place), Err(Unlocked::Taken)));
        drop(first);
        let second = Lock::take(&place).ok().expect("it is free again, though the file is there");
        assert!(is_at(&second.file, &place.join(NAME)));
        fs::remove_file(place.join(NAME)).unwrap();
        assert!(!is_at(&second.file, &place.join(NAME)), "a lock of a file that is gone is none");
        second.end();
        fs::remove_dir(&place).expect("nothing is left in it");
        assert!(matches!(Lock::take(&place), Err(Unlocked::Failed(_))));
    }
}
