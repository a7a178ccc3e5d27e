//! The destination of results: standard output or a file, and the handling of write errors.

use crate::cli::batch::status::Status;
use crate::cli::io::atomic;
use crate::cli::io::regular::reason;
use crate::cli::io::stderr;
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether a path stands for standard output.
pub(crate) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Refuses to overwrite an input, and to write two outputs to one file, of which one would be lost.
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

/// The error for an output file that is also an input.
pub(crate) fn is_read(path: &Path) -> String {
    format!("{} is what is read: name another file to be written", crate::cli::shown(path))
}

/// The file that a path to write to refers to, whether or not it exists; standard output, devices and pipes hold
/// nothing that could be lost.
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

/// Standard output, which records whether a reader has received anything.
pub(crate) struct Standard(io::StdoutLock<'static>);

/// Whether a reader of standard output has received anything.
static TAKEN: AtomicBool = AtomicBool::new(false);

impl Standard {
    /// Locks standard output.
    pub fn lock() -> Standard {
        Standard(io::stdout().lock())
    }
}

impl Write for Standard {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.0.write(bytes)?;
        // Bytes after the last line break are only buffered.
        TAKEN.fetch_or(bytes[..written].contains(&b'\n'), Ordering::Relaxed);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Writes a whole result to standard output; returns the resulting status.
pub(crate) fn print(text: &[u8], status: Status) -> Status {
    let mut stdout = Standard::lock();
    match stdout.write_all(text).and_then(|()| stdout.flush()) {
        Ok(()) => status,
        Err(error) => broken(&error, status),
    }
}

/// Writes a whole result to a file, which is replaced as a whole or not at all, or to standard output if the path means
/// that.
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

/// A result that is made piece by piece, perhaps without end: standard output gets each piece at once, a file all of them
/// together, and is replaced as a whole.
pub(crate) struct Written {
    path: PathBuf,
    /// The pieces for a file.
    text: String,
}

impl Written {
    /// To a file, or to standard output if there is none or the path means that.
    pub fn new(path: Option<&Path>) -> Written {
        Written { path: path.unwrap_or(Path::new("-")).to_path_buf(), text: String::new() }
    }

    /// Adds a piece; returns the resulting status.
    pub fn add(&mut self, piece: &str, status: Status) -> Status {
        if is_standard(&self.path) {
            return print(piece.as_bytes(), status);
        }
        self.text.push_str(piece);
        status
    }

    /// Writes what is not written yet; returns the resulting status.
    pub fn end(self, status: Status) -> Status {
        match is_standard(&self.path) {
            true => status,
            false => write(&self.path, self.text.as_bytes(), status),
        }
    }
}

/// Handles a failure of standard output: a reader that received something and closed it (`| head -1`) has what it
/// wanted. One that received nothing has no answer, but wants no message about it either; any other error means that
/// the answer did not arrive.
pub(crate) fn broken(error: &io::Error, so_far: Status) -> Status {
    if error.kind() == ErrorKind::BrokenPipe {
        return if TAKEN.load(Ordering::Relaxed) { so_far } else { Status::Unwritten };
    }
    stderr::line(format_args!("error: cannot write the result: {error}"));
    Status::Unwritten
}
