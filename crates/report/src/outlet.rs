//! Output of an observer, which cannot return an error: the first error is kept, and nothing is written after it.

use std::io::{self, Write};

/// See the head of the file.
pub struct Outlet<W> {
    out: W,
    failed: Option<io::Error>,
}

impl<W: Write> Outlet<W> {
    /// Creates an outlet that writes to `out`.
    pub fn new(out: W) -> Outlet<W> {
        Outlet { out, failed: None }
    }

    /// Whether an error has occurred.
    pub fn is_broken(&self) -> bool {
        self.failed.is_some()
    }

    /// Writes the bytes, unless an error has occurred before.
    pub fn send(&mut self, bytes: &[u8]) {
        if self.failed.is_none() {
            self.failed = self.out.write_all(bytes).err();
        }
    }

    /// Flushes the output.
    ///
    /// # Errors
    /// The first that went wrong.
    pub fn finish(mut self) -> io::Result<()> {
        match self.failed {
            Some(error) => Err(error),
            None => self.out.flush(),
        }
    }
}
