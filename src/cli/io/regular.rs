//! Files that options name: regular ones, read up to a limit. A device or a pipe may have no end, and limits are not
//! checked while waiting for it.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// The most bytes of a file that is read at once, by default.
pub(crate) const MOST: u64 = 64 << 20;

/// A regular file, opened to be read.
///
/// # Errors
/// In words, if there is none or it cannot be opened.
pub(crate) fn open(path: &Path) -> Result<File, String> {
    is(path)?;
    let file = File::open(path).map_err(|error| reason(&error))?;
    // It may have been replaced since.
    match file.metadata() {
        Ok(known) if known.is_file() => Ok(file),
        Ok(_) => Err(NONE.into()),
        Err(error) => Err(reason(&error)),
    }
}

/// The error for anything else.
const NONE: &str = "this is no regular file";

/// Whether there is a regular file, without opening it.
///
/// # Errors
/// In words, if not.
pub(crate) fn is(path: &Path) -> Result<(), String> {
    let known = fs::metadata(path).map_err(|error| reason(&error))?;
    if known.is_file() { Ok(()) } else { Err(NONE.into()) }
}

/// Whether it is a pipe, as shells make of `<(command)`.
pub(crate) fn is_pipe(known: &fs::Metadata) -> bool {
    #[cfg(unix)]
    return std::os::unix::fs::FileTypeExt::is_fifo(&known.file_type());
    #[cfg(not(unix))]
    return !known.is_file() && !known.is_dir();
}

/// The bytes of a regular file.
///
/// # Errors
/// In words, if it cannot be read, or has more than `most` bytes.
pub(crate) fn bytes(path: &Path, most: u64) -> Result<Vec<u8>, String> {
    let file = open(path)?;
    // Most files that are too large are refused before anything is read.
    let length = file.metadata().map_or(0, |known| known.len());
    if length > most {
        return Err(too_large(most));
    }
    bounded(file, length, most)
}

/// The text of a regular file.
///
/// # Errors
/// In words, if it cannot be read, has more than `most` bytes, or is no text.
pub(crate) fn text(path: &Path, most: u64) -> Result<String, String> {
    String::from_utf8(bytes(path, most)?).map_err(|_| "text in UTF-8 is expected".into())
}

/// The error for an input with more than this number of bytes.
pub(crate) fn too_large(most: u64) -> String {
    match most {
        0..1_048_576 => format!("it is larger than {most} bytes"),
        _ => format!("it is larger than {} MiB", most >> 20),
    }
}

/// All bytes of an input, which may have no end; about `expected` bytes are expected.
///
/// # Errors
/// In words, if it cannot be read, or there are more than `most`.
pub(crate) fn bounded(from: impl io::Read, expected: u64, most: u64) -> Result<Vec<u8>, String> {
    // Space for one more byte lets the end be found without growing.
    let mut bytes = Vec::with_capacity(expected.min(most) as usize + 1);
    from.take(most + 1).read_to_end(&mut bytes).map_err(|error| reason(&error))?;
    if bytes.len() as u64 > most {
        return Err(too_large(most));
    }
    Ok(bytes)
}

/// A file error, in words.
pub(crate) fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".into(),
        io::ErrorKind::PermissionDenied => "no permission to open it".into(),
        _ => error.to_string(),
    }
}
