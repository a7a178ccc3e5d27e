//! A file that is named on the command line; standard input or a pipe may take its place.

use crate::cli::io::regular::{bounded, reason};
use crate::cli::io::{output, regular};
use std::io::Read;
use std::path::Path;

/// The text of a file or of standard input.
///
/// # Errors
/// In words, if it cannot be read, is too large, or is none.
pub(crate) fn text(path: &Path) -> Result<String, String> {
    let read = |from: &mut dyn Read| {
        let bytes = bounded(from, 0, regular::MOST)?;
        String::from_utf8(bytes).map_err(|_| "text in UTF-8 is expected".to_string())
    };
    if output::is_standard(path) {
        return read(&mut std::io::stdin().lock());
    }
    match std::fs::metadata(path) {
        // The output of a program in a pipe may be a solution.
        Ok(known) if regular::is_pipe(&known) => {
            read(&mut std::fs::File::open(path).map_err(|error| reason(&error))?)
        }
        _ => regular::text(path, regular::MOST),
    }
}
