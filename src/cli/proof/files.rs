//! The documents of a certificate as files, with their sizes and the size limit.

use crate::cli::batch::progress::Progress;
use clew::api::certificate::OPB;
use clew::api::modelled::ROWS;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes written so far: of the constraints, and of all documents.
#[derive(Clone, Default, Debug)]
pub(super) struct Written {
    formula: Arc<AtomicU64>,
    all: Arc<AtomicU64>,
    /// The maximum number of bytes of all documents.
    most: Option<u64>,
}

impl Written {
    /// Nothing written yet, with a size limit if there is one.
    pub fn with_limit(most: Option<usize>) -> Written {
        Written { most: most.map(|most| most as u64), ..Written::default() }
    }

    /// Bytes of the constraints.
    pub fn formula(&self) -> u64 {
        self.formula.load(Ordering::Relaxed)
    }

    /// Creates a file whose bytes are counted.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn create(&self, path: &Path, document: &str) -> io::Result<Box<dyn Write>> {
        let file = File::create(path)?;
        Ok(Box::new(Counted {
            file,
            written: self.clone(),
            is_formula: [OPB, ROWS].contains(&document),
        }))
    }

    /// A line on the terminal with the bytes so far, if `wanted` and if standard error is a terminal.
    pub fn progress(&self, wanted: bool) -> Progress {
        let all = self.all.clone();
        let told = move |_| format!("proving: {} kB", all.load(Ordering::Relaxed).div_ceil(1000));
        Progress::start(wanted, told)
    }
}

/// A file whose bytes are counted.
struct Counted {
    file: File,
    written: Written,
    is_formula: bool,
}

impl Write for Counted {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(most) = self.written.most
            && self.written.all.load(Ordering::Relaxed) + bytes.len() as u64 > most
        {
            let why =
                format!("the certificate takes more than {most} bytes, the limit of --proof-limit");
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, why));
        }
        let many = self.file.write(bytes)?;
        self.written.all.fetch_add(many as u64, Ordering::Relaxed);
        if self.is_formula {
            self.written.formula.fetch_add(many as u64, Ordering::Relaxed);
        }
        Ok(many)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
