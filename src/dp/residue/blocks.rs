//! Sorted states with residues, coded into blocks of bytes of one size.
//!
//! A block that has been read goes back to a pool and is written again, so that a layer shrinks at the same
//! rate as the next one grows, nothing is copied to make room, and the allocator never has to serve pieces of
//! many sizes. Each block is decoded by itself.

use crate::dp::budget::{Lease, Meter};
use crate::dp::keep::{invalid, read_word};
use crate::dp::table::Key;
use crate::run::Stop;
use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// Bytes of a block.
const BLOCK: usize = 1 << 14;
/// Bytes of a residue.
const VALUE: usize = 8;

/// Some bytes, of which the first are used.
#[derive(Debug)]
struct Block {
    bytes: Box<[u8]>,
    used: usize,
    _lease: Lease,
}

/// Blocks that nobody uses at present.
#[derive(Debug)]
pub(super) struct Pool {
    meter: Arc<Meter>,
    free: Mutex<Vec<Block>>,
}

impl Pool {
    /// A pool that takes its bytes from this meter.
    pub fn new(meter: &Arc<Meter>) -> Pool {
        Pool { meter: Arc::clone(meter), free: Mutex::default() }
    }

    /// The meter.
    pub fn meter(&self) -> &Arc<Meter> {
        &self.meter
    }

    fn free(&self) -> std::sync::MutexGuard<'_, Vec<Block>> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self) -> Result<Block, Stop> {
        if let Some(block) = self.free().pop() {
            return Ok(Block { used: 0, ..block });
        }
        let lease = self.meter.take(BLOCK)?;
        Ok(Block { bytes: vec![0; BLOCK].into_boxed_slice(), used: 0, _lease: lease })
    }

    fn give(&self, block: Block) {
        self.free().push(block);
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

    /// All states.
    pub fn iter<K: Key>(&self) -> impl Iterator<Item = (K, u64)> {
        self.blocks.iter().flat_map(|block| Records {
            block: &block.bytes[..block.used],
            at: 0,
            before: K::FIRST,
        })
    }

    /// All states, each block going back to the pool once it is read.
    pub fn consume<K: Key>(self, pool: &Pool) -> Consumed<'_, K> {
        Consumed { blocks: self.blocks.into_iter(), now: None, at: 0, before: K::FIRST, pool }
    }

    /// Writes the strand as bytes.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn save(&self, to: &mut dyn Write) -> io::Result<()> {
        to.write_all(&(self.len as u64).to_le_bytes())?;
        to.write_all(&(self.blocks.len() as u64).to_le_bytes())?;
        for block in &self.blocks {
            to.write_all(&(block.used as u64).to_le_bytes())?;
            to.write_all(&block.bytes[..block.used])?;
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
            let mut block = match pool.take() {
                Ok(block) => block,
                Err(stop) => return Ok(Err(stop)),
            };
            from.read_exact(&mut block.bytes[..used])?;
            block.used = used;
            let (mut at, mut before) = (0, K::FIRST);
            while at < used {
                let torn = || invalid("a state of a block cannot be read");
                let rest = &block.bytes[at..used];
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
            blocks.push(block);
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

/// The states of one block.
struct Records<'b, K> {
    block: &'b [u8],
    at: usize,
    before: K,
}

impl<K: Key> Iterator for Records<'_, K> {
    type Item = (K, u64);

    fn next(&mut self) -> Option<(K, u64)> {
        if self.at == self.block.len() {
            return None;
        }
        let (key, value, n) = record(self.before, &self.block[self.at..]);
        self.at += n;
        self.before = key;
        Some((key, value))
    }
}

/// See [`Strand::consume`].
pub(super) struct Consumed<'p, K> {
    blocks: std::vec::IntoIter<Block>,
    now: Option<Block>,
    at: usize,
    before: K,
    pool: &'p Pool,
}

impl<K: Key> Iterator for Consumed<'_, K> {
    type Item = (K, u64);

    #[inline]
    fn next(&mut self) -> Option<(K, u64)> {
        loop {
            if let Some(block) = &self.now
                && self.at < block.used
            {
                let (key, value, n) = record(self.before, &block.bytes[self.at..block.used]);
                self.at += n;
                self.before = key;
                return Some((key, value));
            }
            if let Some(read) = self.now.take() {
                self.pool.give(read);
            }
            self.now = Some(self.blocks.next()?);
            (self.at, self.before) = (0, K::FIRST);
        }
    }
}

/// A strand in the making.
pub(super) struct Writer<'p, K> {
    strand: Strand,
    before: K,
    pool: &'p Pool,
}

impl<'p, K: Key> Writer<'p, K> {
    /// An empty strand.
    pub fn new(pool: &'p Pool) -> Writer<'p, K> {
        Writer { strand: Strand::new(), before: K::FIRST, pool }
    }

    /// One more state, greater than the one before.
    ///
    /// # Errors
    /// [`Stop::Memory`].
    #[inline]
    pub fn push(&mut self, key: K, value: u64) -> Result<(), Stop> {
        let most = K::LONGEST + VALUE;
        let block = match self.strand.blocks.last_mut() {
            Some(block) if block.used + most <= BLOCK => block,
            _ => {
                self.strand.blocks.push(self.pool.take()?);
                self.before = K::FIRST;
                self.strand.blocks.last_mut().expect("one was just pushed")
            }
        };
        let room = &mut block.bytes[block.used..];
        let n = key.code(self.before, room);
        room[n..n + VALUE].copy_from_slice(&value.to_le_bytes());
        block.used += n + VALUE;
        self.before = key;
        self.strand.len += 1;
        Ok(())
    }

    /// The strand.
    pub fn finish(self) -> Strand {
        self.strand
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strand<K: Key>(keys: impl Iterator<Item = K>, pool: &Pool) -> Strand {
        let mut writer = Writer::new(pool);
        for (i, key) in keys.enumerate() {
            writer.push(key, i as u64).unwrap();
        }
        writer.finish()
    }

    fn same_everywhere<K: Key>(make: impl Fn(u64) -> K) {
        let meter = Meter::new(usize::MAX);
        let pool = Pool::new(&meter);
        let keys: Vec<K> = (0..20_000).map(|i| make(i * i)).collect();
        let made = strand(keys.iter().copied(), &pool);
        assert_eq!(made.len(), keys.len());
        assert!(made.blocks.len() > 5, "several blocks");
        let expected = || keys.iter().copied().zip(0u64..);
        assert!(made.iter().eq(expected()));
        let mut bytes = Vec::new();
        made.save(&mut bytes).unwrap();
        let load = |mut bytes: &[u8], prime, fits: bool| {
            Strand::load(&mut bytes, &pool, prime, |_: K| fits).map(Result::unwrap)
        };
        let loaded = load(&bytes, 20_000, true).unwrap();
        assert!(loaded.iter().eq(expected()));
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
                assert_eq!(strand.iter::<K>().count(), strand.len(), "byte {at}");
            }
        }
        let before = meter.used();
        assert!(made.consume(&pool).eq(expected()));
        // What was read serves again.
        let again = strand(keys.iter().copied(), &pool);
        assert_eq!((meter.used(), again.len()), (before, keys.len()));
    }

    #[test]
    fn what_is_written_is_read() {
        same_everywhere(|x| x);
        same_everywhere(|x| u128::from(x) << 50);
        same_everywhere(|x| [x / 7, x, 3]);
    }

    #[test]
    fn a_full_meter_stops_a_writer() {
        let meter = Meter::new(3 * BLOCK);
        let pool = Pool::new(&meter);
        let mut writer = Writer::new(&pool);
        let stopped = (0..100_000u64).find_map(|i| writer.push(i, 1).err());
        assert_eq!(stopped, Some(Stop::Memory));
        assert!(meter.peak() <= 3 * BLOCK);
    }
}
