//! Sorted states with residues, coded into blocks of bytes of one size.
//!
//! A block that has been read goes back to a pool and is written again, so that a layer shrinks at the same
//! rate as the next one grows, nothing is copied to make room, and the allocator never has to serve pieces of
//! many sizes. Each block is decoded by itself.
//!
//! Where there is a [`Shelf`], blocks are put on it as soon as they are full while more than five eighths of the
//! memory are taken. Two more are for tails, the last one for buffers and for blocks that are being written and
//! read.

use crate::dp::budget::{Lease, Meter};
use crate::dp::keep::{invalid, read_word};
use crate::dp::shelf::{BLOCK, Shelf};
use crate::dp::table::Key;
use crate::run::Stop;
use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Bytes that are left for buffers, and for blocks that threads have in hand, at the least.
const RESERVE: usize = 16 * BLOCK;
/// Bytes of a residue.
const VALUE: usize = 8;

/// Room for a block in memory.
#[derive(Debug)]
struct Page {
    bytes: Box<[u8]>,
    _lease: Lease,
}

/// Where a block is.
#[derive(Debug)]
enum Place {
    Here(Page),
    Shelved(Shelved),
}

/// A place on a shelf, which is given back when nobody wants it any more.
#[derive(Debug)]
struct Shelved {
    at: u64,
    shelf: Arc<dyn Shelf>,
}

impl Drop for Shelved {
    fn drop(&mut self) {
        self.shelf.clear(self.at);
    }
}

/// Some bytes, of which the first are used.
#[derive(Debug)]
struct Block {
    place: Place,
    used: usize,
}

/// Room for blocks that nobody uses at present.
#[derive(Debug)]
pub(super) struct Pool {
    meter: Arc<Meter>,
    free: Mutex<Vec<Page>>,
    shelf: Option<Arc<dyn Shelf>>,
    /// Why a block could not be read back.
    fault: OnceLock<Stop>,
}

impl Pool {
    /// A pool that takes its bytes from this meter, and puts blocks on this shelf where they are short.
    pub fn new(meter: &Arc<Meter>, shelf: Option<&Arc<dyn Shelf>>) -> Pool {
        Pool {
            meter: Arc::clone(meter),
            free: Mutex::default(),
            shelf: shelf.cloned(),
            fault: OnceLock::new(),
        }
    }

    /// The meter.
    pub fn meter(&self) -> &Arc<Meter> {
        &self.meter
    }

    /// How many bytes may go into the tails of a layer: any number where nothing can be shelved.
    pub fn for_tails(&self) -> usize {
        if self.shelf.is_some() { self.meter.limit() / 4 } else { usize::MAX }
    }

    /// A block that was read could not be had: what was read is void.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn sound(&self) -> Result<(), Stop> {
        self.fault.get().map_or(Ok(()), |&why| Err(why))
    }

    fn free(&self) -> std::sync::MutexGuard<'_, Vec<Page>> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The shelf, while memory is short.
    fn short(&self) -> Option<&Arc<dyn Shelf>> {
        let limit = self.meter.limit();
        let most = limit.saturating_sub(limit / 4 + RESERVE.max(limit / 8));
        self.shelf.as_ref().filter(|_| self.meter.used() > most)
    }

    fn take(&self) -> Result<Page, Stop> {
        if let Some(page) = self.free().pop() {
            return Ok(page);
        }
        let lease = self.meter.take(BLOCK)?;
        Ok(Page { bytes: vec![0; BLOCK].into_boxed_slice(), _lease: lease })
    }

    fn give(&self, page: Page) {
        if self.short().is_none() {
            self.free().push(page);
        }
    }

    /// A block of what was written.
    fn keep(&self, page: Page, used: usize) -> Result<Block, Stop> {
        let Some(shelf) = self.short() else { return Ok(Block { place: Place::Here(page), used }) };
        let at = shelf.put(&page.bytes, used)?;
        let shelved = Shelved { at, shelf: Arc::clone(shelf) };
        Ok(Block { place: Place::Shelved(shelved), used })
    }

    /// The bytes of a block, in memory.
    fn fetch(&self, block: Block) -> Result<(Page, usize), Stop> {
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

/// States in ascending order, each with its residue.
#[derive(Debug)]
pub(super) struct Strand {
    blocks: Vec<Block>,
    len: usize,
}

impl Strand {
    /// No states.
    pub fn new() -> Strand {
        Strand { blocks: Vec::new(), len: 0 }
    }

    /// How many states.
    pub fn len(&self) -> usize {
        self.len
    }

    /// All states, each block going back to the pool once it is read. Whether all could be read, the pool
    /// tells in the end ([`Pool::sound`]).
    pub fn consume<K: Key>(self, pool: &Pool) -> Consumed<'_, K> {
        Consumed { blocks: self.blocks.into_iter(), now: None, at: 0, before: K::FIRST, pool }
    }

    /// Writes the strand as bytes.
    ///
    /// # Errors
    /// Those of the writer, or that a block cannot be read from its shelf.
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

    /// Reads what [`Strand::save`] wrote; `fits` says whether a key may be in this strand.
    ///
    /// # Errors
    /// Those of the reader, or what cannot be: other states than are announced, out of order, or with
    /// residues that are none of this prime; inside, a reason to stop.
    pub fn load<K: Key>(
        from: &mut dyn Read,
        pool: &Pool,
        prime: u64,
        fits: impl Fn(K) -> bool,
    ) -> io::Result<Result<Strand, Stop>> {
        let (len, count) = (read_word(from)?, read_word(from)?);
        let (mut blocks, mut found, mut last) = (Vec::new(), 0u64, None);
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
            let (mut at, mut before) = (0, K::FIRST);
            while at < used {
                let torn = || invalid("a state of a block cannot be read");
                let rest = &page.bytes[at..used];
                let (key, n) = K::try_decode(before, rest).ok_or_else(torn)?;
                let value = rest.get(n..n + VALUE).ok_or_else(torn)?;
                let value = u64::from_le_bytes(value.try_into().map_err(|_| torn())?);
                if value >= prime || last.is_some_and(|last| last >= key) || !fits(key) {
                    return Err(invalid("a state stands where it cannot be, or with no residue"));
                }
                (last, before) = (Some(key), key);
                at += n + VALUE;
                found += 1;
            }
            match pool.keep(page, used) {
                Ok(block) => blocks.push(block),
                Err(stop) => return Ok(Err(stop)),
            }
        }
        if found != len {
            return Err(invalid("it has not the number of states that it says"));
        }
        Ok(Ok(Strand { blocks, len: found as usize }))
    }
}

/// One state from the front of some bytes.
#[inline]
fn record<K: Key>(before: K, from: &[u8]) -> (K, u64, usize) {
    let (key, n) = K::decode(before, from);
    let mut value = [0; VALUE];
    value.copy_from_slice(&from[n..n + VALUE]);
    (key, u64::from_le_bytes(value), n + VALUE)
}

/// See [`Strand::consume`].
pub(super) struct Consumed<'p, K> {
    blocks: std::vec::IntoIter<Block>,
    now: Option<(Page, usize)>,
    at: usize,
    before: K,
    pool: &'p Pool,
}

impl<K: Key> Iterator for Consumed<'_, K> {
    type Item = (K, u64);

    #[inline]
    fn next(&mut self) -> Option<(K, u64)> {
        loop {
            if let Some((page, used)) = &self.now
                && self.at < *used
            {
                let (key, value, n) = record(self.before, &page.bytes[self.at..*used]);
                self.at += n;
                self.before = key;
                return Some((key, value));
            }
            if let Some((read, _)) = self.now.take() {
                self.pool.give(read);
            }
            match self.pool.fetch(self.blocks.next()?) {
                Ok(page) => self.now = Some(page),
                Err(why) => {
                    self.pool.fault.get_or_init(|| why);
                    return None;
                }
            }
            (self.at, self.before) = (0, K::FIRST);
        }
    }
}

/// A strand in the making.
pub(super) struct Writer<'p, K> {
    strand: Strand,
    open: Option<Page>,
    used: usize,
    before: K,
    pool: &'p Pool,
}

impl<'p, K: Key> Writer<'p, K> {
    /// An empty strand.
    pub fn new(pool: &'p Pool) -> Writer<'p, K> {
        Writer { strand: Strand::new(), open: None, used: 0, before: K::FIRST, pool }
    }

    /// One more state, greater than the one before.
    ///
    /// # Errors
    /// [`Stop::Memory`], or why a block could not be shelved.
    #[inline]
    pub fn push(&mut self, key: K, value: u64) -> Result<(), Stop> {
        if self.open.is_none() || self.used + K::LONGEST + VALUE > BLOCK {
            self.turn()?;
        }
        let page = self.open.as_mut().expect("a page was just turned to");
        let room = &mut page.bytes[self.used..];
        let n = key.code(self.before, room);
        room[n..n + VALUE].copy_from_slice(&value.to_le_bytes());
        self.used += n + VALUE;
        self.before = key;
        self.strand.len += 1;
        Ok(())
    }

    /// The next page.
    fn turn(&mut self) -> Result<(), Stop> {
        self.close()?;
        self.open = Some(self.pool.take()?);
        self.before = K::FIRST;
        Ok(())
    }

    fn close(&mut self) -> Result<(), Stop> {
        if let Some(page) = self.open.take() {
            let used = std::mem::take(&mut self.used);
            self.strand.blocks.push(self.pool.keep(page, used)?);
        }
        Ok(())
    }

    /// The strand.
    ///
    /// # Errors
    /// As [`Writer::push`].
    pub fn finish(mut self) -> Result<Strand, Stop> {
        self.close()?;
        Ok(self.strand)
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
        /// How many blocks were ever put on it.
        pub puts: AtomicUsize,
        /// From now on nothing can be read.
        pub broken: AtomicBool,
    }

    impl Heap {
        /// How many places hold a block.
        pub fn held(&self) -> usize {
            self.places.lock().unwrap().iter().flatten().count()
        }
    }

    impl Shelf for Heap {
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

    fn strand<K: Key>(keys: &[K], pool: &Pool) -> Strand {
        let mut writer = Writer::new(pool);
        for (&key, i) in keys.iter().zip(0..) {
            writer.push(key, i).unwrap();
        }
        writer.finish().unwrap()
    }

    fn same_everywhere<K: Key>(make: impl Fn(u64) -> K, shelf: Option<Arc<dyn Shelf>>) {
        // Room for a few blocks, where there is a shelf.
        let meter = Meter::new(if shelf.is_some() { 6 * BLOCK } else { usize::MAX });
        let pool = Pool::new(&meter, shelf.as_ref());
        let keys: Vec<K> = (0..20_000).map(|i| make(i * i)).collect();
        let made = strand(&keys, &pool);
        assert_eq!(made.len(), keys.len());
        assert!(made.blocks.len() > 8, "several blocks");
        let expected = || keys.iter().copied().zip(0u64..);
        let mut bytes = Vec::new();
        made.save(&mut bytes).unwrap();
        let load = |mut bytes: &[u8], prime, fits: bool| {
            Strand::load(&mut bytes, &pool, prime, |_: K| fits).map(Result::unwrap)
        };
        let used = meter.used();
        assert!(made.consume(&pool).eq(expected()));
        // What was read serves again.
        let made = strand(&keys, &pool);
        assert!(meter.used() <= used, "no more than before");
        let loaded = load(&bytes, 20_000, true).unwrap();
        assert!(loaded.consume(&pool).eq(expected()));
        for cut in [0, 7, 8, 20, bytes.len() - 1] {
            assert!(load(&bytes[..cut], 20_000, true).is_err(), "cut at {cut}");
        }
        assert!(load(&bytes, 19_999, true).is_err(), "the last residue is too large");
        assert!(load(&bytes, 20_000, false).is_err(), "another shard");
        // A forged one: the numbers of states and of bytes, and the first states.
        for at in (0..400).filter(|at| !(24..24 + K::LONGEST).contains(at)) {
            let mut forged = bytes.clone();
            forged[at] ^= 0x80;
            if let Ok(strand) = load(&forged, 20_000, true) {
                let len = strand.len();
                assert_eq!(strand.consume::<K>(&pool).count(), len, "byte {at}");
            }
        }
        assert!(made.consume(&pool).eq(expected()));
        assert_eq!(pool.sound(), Ok(()));
    }

    #[test]
    fn what_is_written_is_read() {
        same_everywhere(|x| x, None);
        same_everywhere(|x| u128::from(x) << 50, None);
        same_everywhere(|x| [x / 7, x, 3], None);
    }

    #[test]
    fn what_is_shelved_is_read() {
        let heap = Arc::new(Heap::default());
        same_everywhere(|x| x, Some(heap.clone()));
        same_everywhere(|x| [x / 7, x, 3], Some(heap.clone()));
        assert!(heap.puts.load(Relaxed) > 8, "blocks were shelved");
        assert_eq!(heap.held(), 0, "and every place was given back");
    }

    #[test]
    fn what_cannot_be_read_back_is_told() {
        let heap = Arc::new(Heap::default());
        let shelf: Arc<dyn Shelf> = heap.clone();
        let meter = Meter::new(6 * BLOCK);
        let pool = Pool::new(&meter, Some(&shelf));
        let keys: Vec<u64> = (0..20_000).map(|i| i * i).collect();
        let made = strand(&keys, &pool);
        heap.broken.store(true, Relaxed);
        assert!(made.save(&mut Vec::new()).is_err());
        assert!(made.consume::<u64>(&pool).count() < keys.len());
        assert_eq!(pool.sound(), Err(Stop::Interrupt));
    }

    #[test]
    fn a_full_meter_stops_a_writer() {
        let meter = Meter::new(3 * BLOCK);
        let pool = Pool::new(&meter, None);
        let mut writer = Writer::new(&pool);
        let stopped = (0..100_000u64).find_map(|i| writer.push(i, 1).err());
        assert_eq!(stopped, Some(Stop::Memory));
        assert!(meter.peak() <= 3 * BLOCK);
    }
}
