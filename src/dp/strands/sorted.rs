//! Sorted states with residues, coded into blocks: a state is written as a short step from the one before.
//! Each block is decoded by itself.

use super::pool::{Block, Page, Pool, Strand};
use crate::dp::keep::invalid;
use crate::dp::shelf::BLOCK;
use crate::dp::table::Key;
use crate::run::Stop;
use std::io::{self, Read};

/// Bytes of a residue.
const VALUE: usize = 8;

impl Strand {
    /// All states, each block going back to the pool once it is read. Whether all could be read, the pool
    /// tells in the end ([`Pool::sound`]).
    pub fn consume<K: Key>(self, pool: &Pool) -> Consumed<'_, K> {
        Consumed { blocks: self.blocks.into_iter(), now: None, at: 0, before: K::FIRST, pool }
    }

    /// Reads a sorted strand that [`Strand::save`] wrote; `fits` says whether a key may be in it.
    ///
    /// # Errors
    /// As [`Strand::load`]: also if states are out of order, or with residues that are none of this prime.
    pub fn load_sorted<K: Key>(
        from: &mut dyn Read,
        pool: &Pool,
        prime: u64,
        fits: &dyn Fn(K) -> bool,
    ) -> io::Result<Result<Strand, Stop>> {
        let mut last = None;
        Strand::load(from, pool, &mut |page, used| {
            let (mut at, mut before, mut found) = (0, K::FIRST, 0);
            while at < used {
                let torn = || invalid("a state of a block cannot be read");
                let rest = &page[at..used];
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
            Ok(found)
        })
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
                    self.pool.note(why);
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
mod tests {
    use super::super::pool::tests::Heap;
    use super::*;
    use crate::dp::budget::Meter;
    use crate::dp::shelf::Shelf;
    use std::sync::Arc;
    use std::sync::atomic::Ordering::Relaxed;

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
            Strand::load_sorted(&mut bytes, &pool, prime, &|_: K| fits).map(Result::unwrap)
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
