//! Blocks of bytes of one size, in memory and on a shelf.
//!
//! A block that has been read goes back to a pool and is written again, so that a layer shrinks at the same
//! rate as the next one grows, nothing is copied to free space, and the allocator never has to serve pieces
//! of many sizes.
//!
//! If there is a [`BlockStore`], full blocks are put on it while more than five eighths of the memory are taken. The
//! rest is for buffers, for tables that piles are added up in, and for blocks that are being written and read.

use crate::budget::{MemoryMeter, Reservation};
use crate::keep::{invalid, read_word};
use crate::shelf::{BLOCK, BlockStore};
use clew_engine::run::Stop;
use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// The minimal number of bytes left for buffers, and for blocks in use by threads.
const RESERVE: usize = 16 * BLOCK;

/// Memory for a block.
#[derive(Debug)]
pub(super) struct Page {
    pub bytes: Box<[u8]>,
    _lease: Reservation,
}

/// Where a block is.
#[derive(Debug)]
enum Place {
    Here(Page),
    Shelved(Shelved),
}

/// A place on a shelf, which is released when it is dropped.
#[derive(Debug)]
struct Shelved {
    at: u64,
    shelf: Arc<dyn BlockStore>,
}

impl Drop for Shelved {
    fn drop(&mut self) {
        self.shelf.clear(self.at);
    }
}

/// Some bytes, of which the first are used.
#[derive(Debug)]
pub(super) struct Block {
    place: Place,
    used: usize,
}

/// Free memory for blocks.
#[derive(Debug)]
pub(super) struct Pool {
    meter: Arc<MemoryMeter>,
    free: Mutex<Vec<Page>>,
    shelf: Option<Arc<dyn BlockStore>>,
}

impl Pool {
    /// A pool that takes its bytes from this meter, and puts blocks on this shelf if memory is short.
    pub fn new(meter: &Arc<MemoryMeter>, shelf: Option<&Arc<dyn BlockStore>>) -> Pool {
        Pool { meter: Arc::clone(meter), free: Mutex::default(), shelf: shelf.cloned() }
    }

    fn free(&self) -> std::sync::MutexGuard<'_, Vec<Page>> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The shelf, while memory is short.
    fn short(&self) -> Option<&Arc<dyn BlockStore>> {
        let limit = self.meter.limit();
        let most = limit.saturating_sub(limit / 4 + RESERVE.max(limit / 8));
        self.shelf.as_ref().filter(|_| self.meter.used() > most)
    }

    /// Takes memory for a block.
    ///
    /// # Errors
    /// [`Stop::Memory`].
    pub fn take(&self) -> Result<Page, Stop> {
        if let Some(page) = self.free().pop() {
            return Ok(page);
        }
        let lease = self.meter.take(BLOCK)?;
        Ok(Page { bytes: vec![0; BLOCK].into_boxed_slice(), _lease: lease })
    }

    /// Gives memory back.
    pub fn give(&self, page: Page) {
        if self.short().is_none() {
            self.free().push(page);
        }
    }

    /// A block of the written bytes.
    ///
    /// # Errors
    /// Why it could not be shelved.
    pub fn keep(&self, page: Page, used: usize) -> Result<Block, Stop> {
        let Some(shelf) = self.short() else { return Ok(Block { place: Place::Here(page), used }) };
        let at = shelf.put(&page.bytes, used)?;
        let shelved = Shelved { at, shelf: Arc::clone(shelf) };
        Ok(Block { place: Place::Shelved(shelved), used })
    }

    /// The bytes of a block, in memory, and how many of them are used.
    ///
    /// # Errors
    /// [`Stop::Memory`], or why it could not be read back.
    pub fn fetch(&self, block: Block) -> Result<(Page, usize), Stop> {
        let used = block.used;
        match block.place {
            Place::Here(page) => Ok((page, used)),
            Place::Shelved(shelved) => {
                let mut page = self.take()?;
                shelved.shelf.read(shelved.at, &mut page.bytes, used)?;
                Ok((page, used))
            }
        }
    }
}

/// States with their numbers: the writer defines the meaning of the bytes.
#[derive(Debug)]
pub(super) struct StateRun {
    pub blocks: Vec<Block>,
    pub len: usize,
}

impl StateRun {
    /// No states.
    pub fn new() -> StateRun {
        StateRun { blocks: Vec::new(), len: 0 }
    }

    /// How many states.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Writes the strand as bytes.
    ///
    /// # Errors
    /// Those of the writer, or an error reading a block from its shelf.
    pub fn save(&self, to: &mut dyn Write) -> io::Result<()> {
        to.write_all(&(self.len as u64).to_le_bytes())?;
        to.write_all(&(self.blocks.len() as u64).to_le_bytes())?;
        let mut read = Vec::new();
        for Block { place, used } in &self.blocks {
            to.write_all(&(*used as u64).to_le_bytes())?;
            match place {
                Place::Here(page) => to.write_all(&page.bytes[..*used])?,
                Place::Shelved(Shelved { at, shelf }) => {
                    read.resize(BLOCK, 0);
                    let gone = |_| io::Error::other("a block cannot be read from the disk");
                    shelf.read(*at, &mut read, *used).map_err(gone)?;
                    to.write_all(&read[..*used])?;
                }
            }
        }
        Ok(())
    }

    /// Reads a strand written by [`StateRun::save`]; `states` gets the bytes of a block and the number of used ones,
    /// and returns how many states they contain.
    ///
    /// # Errors
    /// Those of the reader and of `states`, or inconsistent data; inside, a reason to stop.
    pub fn load(
        from: &mut dyn Read,
        pool: &Pool,
        states: &mut dyn FnMut(&[u8], usize) -> io::Result<usize>,
    ) -> io::Result<Result<StateRun, Stop>> {
        let (len, count) = (read_word(from)?, read_word(from)?);
        let mut strand = StateRun::new();
        for _ in 0..count {
            let used = usize::try_from(read_word(from)?).unwrap_or(usize::MAX);
            if used > BLOCK {
                return Err(invalid("a block is too long"));
            }
            let mut page = match pool.take() {
                Ok(page) => page,
                Err(stop) => return Ok(Err(stop)),
            };
            from.read_exact(&mut page.bytes[..used])?;
            strand.len += states(&page.bytes, used)?;
            match pool.keep(page, used) {
                Ok(block) => strand.blocks.push(block),
                Err(stop) => return Ok(Err(stop)),
            }
        }
        if strand.len as u64 != len {
            return Err(invalid("it does not have the number of states in its header"));
        }
        Ok(Ok(strand))
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

    /// A shelf in memory that is not metered.
    #[derive(Debug, Default)]
    pub struct Heap {
        places: Mutex<Vec<Option<Vec<u8>>>>,
        /// The number of blocks ever put on it.
        pub puts: AtomicUsize,
        /// If set, all reads fail.
        pub broken: AtomicBool,
    }

    impl Heap {
        /// The number of places with a block.
        pub fn held(&self) -> usize {
            self.places.lock().unwrap().iter().flatten().count()
        }
    }

    impl BlockStore for Heap {
        fn put(&self, block: &[u8], used: usize) -> Result<u64, Stop> {
            self.puts.fetch_add(1, Relaxed);
            let mut places = self.places.lock().unwrap();
            let at = places.iter().position(Option::is_none).unwrap_or(places.len());
            let len = places.len().max(at + 1);
            places.resize(len, None);
            places[at] = Some(block[..used].to_vec());
            Ok(at as u64)
        }

        fn read(&self, place: u64, into: &mut [u8], used: usize) -> Result<(), Stop> {
            if self.broken.load(Relaxed) {
                return Err(Stop::Interrupt);
            }
            let places = self.places.lock().unwrap();
            into[..used].copy_from_slice(places[place as usize].as_deref().expect("it is held"));
            Ok(())
        }

        fn clear(&self, place: u64) {
            self.places.lock().unwrap()[place as usize] = None;
        }
    }

    #[test]
    fn a_block_is_as_long_as_it_can_be_and_no_longer() {
        let pool = Pool::new(&MemoryMeter::new(usize::MAX), None);
        let load = |used: usize| {
            // One block with five states.
            let head = [5, 1, used as u64].map(u64::to_le_bytes);
            let bytes = [head.concat(), vec![7; used]].concat();
            StateRun::load(&mut &bytes[..], &pool, &mut |_, seen| {
                assert_eq!(seen, used);
                Ok(5)
            })
        };
        assert_eq!(load(BLOCK).unwrap().unwrap().len(), 5);
        assert_eq!(load(BLOCK + 1).unwrap_err().to_string(), "a block is too long");
    }
}
