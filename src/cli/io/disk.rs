//! Blocks of layers on a disk (`--disk`).

use crate::cli::io::atomic;
use crate::cli::io::regular::reason;
use clew::dp::BlockStore;
use clew::dp::shelf::BLOCK;
use clew::run::Stop;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// One file of blocks, which is deleted with the run: on systems that allow it, it loses its name as soon as it is
/// open, so that the disk is free again however the process ends.
#[derive(Debug)]
pub(crate) struct Disk {
    path: PathBuf,
    /// The directories that were made for the file, the inner ones first.
    made: Vec<PathBuf>,
    /// Blocks at the most.
    most: u64,
    file: Mutex<Blocks>,
    fault: Mutex<Option<String>>,
}

/// The file, and its free places.
#[derive(Debug)]
struct Blocks {
    file: File,
    free: Vec<u64>,
    /// Places that were ever used.
    ever: u64,
}

fn locked<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Disk {
    /// A new file in a directory, of at most this number of bytes, but at least one block.
    ///
    /// # Errors
    /// In words, if it cannot be made.
    pub fn new(directory: &Path, bytes: usize) -> Result<Disk, String> {
        let path = directory.join(format!(".layers.{}.part", atomic::own_name()));
        let because = |error: io::Error| {
            format!("cannot write {}: {}", crate::cli::shown(&path), reason(&error))
        };
        let made = atomic::made(directory).map_err(because)?;
        let file = File::options().read(true).write(true).create_new(true).open(&path);
        let file = file.map_err(|error| {
            atomic::take_away(&made);
            because(error)
        })?;
        // On systems where a file in use keeps its name it is removed in the end.
        let _ = fs::remove_file(&path);
        let file = Mutex::new(Blocks { file, free: Vec::new(), ever: 0 });
        debug_assert!(bytes >= BLOCK, "a block at the least");
        let most = (bytes / BLOCK) as u64;
        Ok(Disk { path, made, most, file, fault: Mutex::default() })
    }

    /// The disk error, if the run ended because of one.
    pub fn fault(&self) -> Option<String> {
        locked(&self.fault).clone()
    }

    /// The most bytes that were ever on it at once, in whole blocks.
    pub fn peak(&self) -> u64 {
        locked(&self.file).ever * BLOCK as u64
    }

    fn failed(&self, verb: &str, error: &io::Error) -> Stop {
        let path = crate::cli::shown(&self.path);
        let why = format!("cannot {verb} {path}: {}", reason(error));
        locked(&self.fault).get_or_insert(why);
        Stop::Interrupt
    }
}

impl Blocks {
    fn seek(&mut self, place: u64) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(place * BLOCK as u64)).map(|_| ())
    }
}

impl BlockStore for Disk {
    fn put(&self, block: &[u8], used: usize) -> Result<u64, Stop> {
        let mut blocks = locked(&self.file);
        let place = match blocks.free.pop() {
            Some(place) => place,
            None if blocks.ever < self.most => {
                blocks.ever += 1;
                blocks.ever - 1
            }
            None => return Err(Stop::Memory),
        };
        let written = blocks.seek(place).and_then(|()| blocks.file.write_all(&block[..used]));
        if written.is_err() {
            blocks.free.push(place);
        }
        written.map_err(|error| self.failed("write", &error))?;
        Ok(place)
    }

    fn read(&self, place: u64, into: &mut [u8], used: usize) -> Result<(), Stop> {
        let mut blocks = locked(&self.file);
        let read = blocks.seek(place).and_then(|()| blocks.file.read_exact(&mut into[..used]));
        read.map_err(|error| self.failed("read", &error))
    }

    fn clear(&self, place: u64) {
        locked(&self.file).free.push(place);
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
        atomic::take_away(&self.made);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_reused_and_bounded() {
        let directory = std::env::temp_dir().join(format!("clew-disk-{}", std::process::id()));
        let disk = Disk::new(&directory, 3 * BLOCK + 1).expect("it can be written");
        let block = |k: u8| vec![k; BLOCK];
        let places: Vec<u64> = (0..3).map(|k| disk.put(&block(k), BLOCK - 7).unwrap()).collect();
        assert_eq!(disk.put(&block(3), 1), Err(Stop::Memory));
        disk.clear(places[1]);
        let again = disk.put(&block(9), BLOCK).unwrap();
        for (place, k, used) in [(places[0], 0, BLOCK - 7), (again, 9, BLOCK), (places[2], 2, 5)] {
            let mut read = block(77);
            disk.read(place, &mut read, used).unwrap();
            assert!(read[..used].iter().all(|&b| b == k) && read[used..].iter().all(|&b| b == 77));
        }
        assert_eq!((disk.peak(), disk.fault()), (3 * BLOCK as u64, None));
        drop(disk);
        assert!(!directory.exists(), "nothing is left");
    }
}
