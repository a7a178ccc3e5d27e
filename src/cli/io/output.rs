//! Where results go: standard output or a file, and what becomes of those that cannot be written.

use crate::cli::batch::status::Status;
use crate::cli::io::atomic;
use crate::cli::io::job::reason;
use crate::cli::io::stderr;
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether a path means standard output.
pub(crate) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Refuses to write over what is read, and to write two things into one file, of which one would be lost.
///
/// # Errors
/// In words, which file it is.
pub(crate) fn apart(read: &[PathBuf], written: &[&Path]) -> Result<(), String> {
    let inputs: Vec<PathBuf> = read.iter().filter_map(|path| fs::canonicalize(path).ok()).collect();
    let mut taken = Vec::new();
    for &path in written {
        let Some(place) = place(path) else { continue };
        if inputs.contains(&place) {
            return Err(is_read(path));
        }
        if taken.contains(&place) {
            let shown = crate::cli::shown(path);
            return Err(format!("{shown} cannot hold two outputs: name a file for each"));
        }
        taken.push(place);
    }
    Ok(())
}

/// That a file to be written is one that is read.
pub(crate) fn is_read(path: &Path) -> String {
    format!("{} is what is read: name another file to be written", crate::cli::shown(path))
}

/// Which file a path to write to means, whether or not it is there; standard output, devices and pipes
/// hold nothing that could be lost.
fn place(path: &Path) -> Option<PathBuf> {
    if is_standard(path) {
        return None;
    }
    if let Ok(there) = fs::metadata(path) {
        return there.is_file().then(|| fs::canonicalize(path).ok()).flatten();
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = fs::canonicalize(folder.unwrap_or_else(|| Path::new("."))).ok()?;
    Some(folder.join(path.file_name()?))
}

/// Standard output, which notes whether anything has got through.
pub(crate) struct Standard(io::StdoutLock<'static>);

/// Whether something was handed over to whoever reads standard output.
static TAKEN: AtomicBool = AtomicBool::new(false);

impl Standard {
    /// It, locked.
    pub fn lock() -> Standard {
        Standard(io::stdout().lock())
    }
}

impl Write for Standard {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.0.write(bytes)?;
        // Behind the last line break it is only kept.
        TAKEN.fetch_or(bytes[..written].contains(&b'\n'), Ordering::Relaxed);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Writes a whole result to standard output; returns what is to be the status.
pub(crate) fn print(text: &[u8], status: Status) -> Status {
    let mut stdout = Standard::lock();
    match stdout.write_all(text).and_then(|()| stdout.flush()) {
        Ok(()) => status,
        Err(error) => broken(&error, status),
    }
}

/// Writes a whole result to a file, which is there as a whole or as it was, or to standard output if the
/// path says so.
pub(crate) fn write(path: &Path, text: &[u8], status: Status) -> Status {
    if is_standard(path) {
        return print(text, status);
    }
    match atomic::replace(path, |to| to.write_all(text)) {
        Ok(()) => status,
        Err(error) => {
            let shown = crate::cli::shown(path);
            stderr::line(format_args!("error: cannot write {shown}: {}", reason(&error)));
            Status::Unwritten
        }
    }
}

/// What to do when standard output fails: a reader that took something and went away (`| head -1`) has what it
/// wanted. One that took nothing has no answer, but wants no word about it either; anything else is an answer that
/// did not arrive.
pub(crate) fn broken(error: &io::Error, so_far: Status) -> Status {
    if error.kind() == ErrorKind::BrokenPipe {
        return if TAKEN.load(Ordering::Relaxed) { so_far } else { Status::Unwritten };
    }
    stderr::line(format_args!("error: cannot write the result: {error}"));
    Status::Unwritten
}
