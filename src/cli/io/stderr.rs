//! Standard error: messages for people. No result depends on it, so a standard error that cannot be written to is
//! ignored; `eprintln!` would end the program there.

use std::fmt::Display;
use std::io::{self, Write};

/// Prints a line.
pub(crate) fn line(text: impl Display) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// Prints a text that has its own line ends, or nothing if it is empty.
pub(crate) fn text(text: &str) {
    let _ = io::stderr().lock().write_all(text.as_bytes());
}
