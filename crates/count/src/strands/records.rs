//! States with their counts, coded into blocks: in any order, all of a block equally wide.
//!
//! A record is the words of a key, the highest first, and the limbs of its counter, the lowest first. The first word
//! and the last one are rarely full: the header of a block contains the number of words per record, and the number
//! of bytes written of these two. The numbers are chosen from the previous records; a record that does not fit
//! begins a new block.

use super::pool::{Page, Pool, StateRun};
use crate::keep::invalid;
use crate::shelf::BLOCK;
use crate::table::{Combine, EMPTY, Key};
use clew_engine::run::Stop;
use std::io::{self, Read};

/// Bytes of a word.
const WORD: usize = size_of::<u64>();
/// Bytes of a block's header: the number of words per record in two, and the bytes of the first and of
/// the last word.
const HEAD: usize = 4;
/// Bytes at the end of a block that stay free, so that words are read and written whole.
const SLACK: usize = WORD;
/// Records that are read together.
const BATCH: usize = 128;

/// The shape of the records of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Shape {
    /// Words of a record: two or more.
    words: usize,
    /// Bytes of the first word and of the last one.
    ends: [usize; 2],
}

impl Shape {
    /// The shape of records of `words` words whose first and last words have only the bits of
    /// `seen`.
    fn new(words: usize, seen: [u64; 2]) -> Shape {
        Shape {
            words,
            ends: seen.map(|bits| (u64::BITS - bits.leading_zeros()).div_ceil(8) as usize),
        }
    }

    /// Bytes of a record.
    fn stride(self) -> usize {
        self.ends[0] + (self.words - 2) * WORD + self.ends[1]
    }

    /// The bits that the first word and the last one may have.
    fn masks(self) -> [u64; 2] {
        self.ends.map(|bytes| !u64::MAX.checked_shl(8 * bytes as u32).unwrap_or(0))
    }

    fn write(self, head: &mut [u8]) {
        head[..2].copy_from_slice(&(self.words as u16).to_le_bytes());
        head[2..HEAD].copy_from_slice(&self.ends.map(|bytes| bytes as u8));
    }

    /// `None` if the header is invalid.
    fn read(block: &[u8]) -> Option<Shape> {
        let &[low, high, first, last] = block.first_chunk::<HEAD>()?;
        let words = usize::from(u16::from_le_bytes([low, high]));
        let ends = [first, last].map(usize::from);
        let shape = Shape { words, ends };
        let sound = words >= 2 && ends.iter().all(|&bytes| bytes <= WORD) && shape.stride() > 0;
        sound.then_some(shape)
    }

    /// Reads one record.
    #[inline]
    fn decode(self, masks: [u64; 2], from: &[u8], record: &mut [u64]) {
        let Some((first, rest)) = record.split_first_mut() else { return };
        let Some((last, middle)) = rest.split_last_mut() else { return };
        *first = word(from, 0) & masks[0];
        let mut at = self.ends[0];
        for limb in middle {
            *limb = word(from, at);
            at += WORD;
        }
        *last = word(from, at) & masks[1];
    }
}

#[inline]
fn word(from: &[u8], at: usize) -> u64 {
    let mut bytes = [0; WORD];
    bytes.copy_from_slice(&from[at..at + WORD]);
    u64::from_le_bytes(bytes)
}

/// A strand under construction.
pub(super) struct Writer<'p> {
    strand: StateRun,
    open: Option<Page>,
    used: usize,
    shape: Shape,
    stride: usize,
    /// The bits that the first word and the last one of a record may have.
    masks: [u64; 2],
    /// Bits that they had so far.
    seen: [u64; 2],
    pool: &'p Pool,
}

impl<'p> Writer<'p> {
    /// An empty strand.
    pub fn new(pool: &'p Pool) -> Writer<'p> {
        let shape = Shape { words: 0, ends: [WORD; 2] };
        let (strand, seen) = (StateRun::new(), [0; 2]);
        Writer { strand, open: None, used: BLOCK, shape, stride: 0, masks: [0; 2], seen, pool }
    }

    /// How many states.
    pub fn len(&self) -> usize {
        self.strand.len
    }

    /// One more state: its key and the limbs of its counter.
    ///
    /// # Errors
    /// [`Stop::Memory`], also if the record is longer than a block, or why a block could not be shelved.
    #[inline]
    pub fn push(&mut self, record: &[u64]) -> Result<(), Stop> {
        let ends = [record[0], record[record.len() - 1]];
        let fits = self.used + self.stride + SLACK <= BLOCK
            && record.len() == self.shape.words
            && (ends[0] & !self.masks[0]) | (ends[1] & !self.masks[1]) == 0;
        if !fits {
            self.turn(record.len(), ends)?;
        }
        self.seen = [self.seen[0] | ends[0], self.seen[1] | ends[1]];
        let page = self.open.as_mut().expect("a page was just turned to");
        let to = &mut page.bytes[self.used..];
        to[..WORD].copy_from_slice(&ends[0].to_le_bytes());
        let mut at = self.shape.ends[0];
        for limb in &record[1..record.len() - 1] {
            to[at..at + WORD].copy_from_slice(&limb.to_le_bytes());
            at += WORD;
        }
        to[at..at + WORD].copy_from_slice(&ends[1].to_le_bytes());
        self.used += self.stride;
        self.strand.len += 1;
        Ok(())
    }

    /// Starts the next page, for records of `words` words, the next of which has first and last
    /// words `ends`.
    #[cold]
    fn turn(&mut self, words: usize, ends: [u64; 2]) -> Result<(), Stop> {
        self.close()?;
        let mut page = self.pool.take()?;
        if words == self.shape.words {
            self.shape = Shape::new(words, [self.seen[0] | ends[0], self.seen[1] | ends[1]]);
        } else {
            // Nothing is known of such records yet.
            self.shape = Shape { words, ends: [WORD; 2] };
            self.seen[1] = 0;
        }
        (self.stride, self.masks) = (self.shape.stride(), self.shape.masks());
        if HEAD + self.stride + SLACK > BLOCK {
            return Err(Stop::Memory);
        }
        self.shape.write(&mut page.bytes);
        (self.open, self.used) = (Some(page), HEAD);
        Ok(())
    }

    fn close(&mut self) -> Result<(), Stop> {
        if let Some(page) = self.open.take() {
            self.strand.blocks.push(self.pool.keep(page, self.used)?);
        }
        Ok(())
    }

    /// The strand.
    ///
    /// # Errors
    /// As [`Writer::push`].
    pub fn finish(mut self) -> Result<StateRun, Stop> {
        self.close()?;
        Ok(self.strand)
    }
}

/// A callback for a batch of records and their number of words each.
pub(crate) type EachBatch<'b> = dyn FnMut(&[u64], usize) -> Result<(), Stop> + 'b;

impl StateRun {
    /// Hands out all records, some at a time, with the number of their words; each block goes back to the pool once
    /// it is read.
    ///
    /// # Errors
    /// Those of `each`, or an error reading a block.
    pub fn in_batches(self, pool: &Pool, each: &mut EachBatch<'_>) -> Result<(), Stop> {
        let mut batch = Vec::new();
        for block in self.blocks {
            let (page, used) = pool.fetch(block)?;
            let shape = Shape::read(&page.bytes).expect("a writer has written it");
            let (words, stride, masks) = (shape.words, shape.stride(), shape.masks());
            let mut at = HEAD;
            while at < used {
                let records = ((used - at) / stride).min(BATCH);
                batch.resize(records * words, 0);
                for record in batch.chunks_exact_mut(words) {
                    shape.decode(masks, &page.bytes[at..], record);
                    at += stride;
                }
                each(&batch, words)?;
            }
            pool.give(page);
        }
        Ok(())
    }

    /// Reads a strand of records written by [`StateRun::save`], with counters of at most `limbs` limbs that are combined
    /// by `fold`; `fits` returns whether a key may be in it.
    ///
    /// # Errors
    /// As [`StateRun::load`].
    pub fn load_records<K: Key>(
        from: &mut dyn Read,
        pool: &Pool,
        (limbs, fold): (usize, Combine),
        fits: &dyn Fn(K) -> bool,
    ) -> io::Result<Result<StateRun, Stop>> {
        StateRun::load(from, pool, &mut |page, used| {
            let torn = || invalid("a block of states cannot be read");
            let shape = Shape::read(&page[..used]).ok_or_else(torn)?;
            let (stride, masks) = (shape.stride(), shape.masks());
            let records = (used - HEAD) / stride;
            let few = (1..=limbs).contains(&(shape.words.wrapping_sub(K::WORDS)));
            if !few || used + SLACK > BLOCK || used != HEAD + records * stride {
                return Err(torn());
            }
            let mut record = vec![0; shape.words];
            for at in 0..records {
                shape.decode(masks, &page[HEAD + at * stride..], &mut record);
                let fits = fits(K::load(&record)) && fold.allows(&record[K::WORDS..]);
                if record[0] == EMPTY || !fits {
                    return Err(invalid("a state stands where it cannot be, or with such a value"));
                }
            }
            Ok(records)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::pool::tests::Heap;
    use super::*;
    use crate::budget::MemoryMeter;
    use crate::shelf::BlockStore;
    use std::sync::Arc;
    use std::sync::atomic::Ordering::Relaxed;

    /// Records of `words` words; first and last words have ever more bits.
    fn records(words: usize) -> Vec<Vec<u64>> {
        let mut seed = 3u64;
        let mut next = || {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            seed
        };
        (0..20_000u32)
            .map(|i| {
                let mut record: Vec<u64> = (0..words).map(|_| next()).collect();
                record[0] >>= 30 - i / 1_000;
                record[words - 1] >>= 63 - i / 400;
                record
            })
            .collect()
    }

    fn read(strand: StateRun, pool: &Pool) -> Vec<Vec<u64>> {
        let mut found = Vec::new();
        let len = strand.len();
        strand
            .in_batches(pool, &mut |records, words| {
                found.extend(records.chunks_exact(words).map(<[u64]>::to_vec));
                Ok(())
            })
            .unwrap();
        assert_eq!(found.len(), len);
        found
    }

    fn written(records: &[Vec<u64>], pool: &Pool) -> StateRun {
        let mut writer = Writer::new(pool);
        records.iter().for_each(|record| writer.push(record).unwrap());
        writer.finish().unwrap()
    }

    #[test]
    fn what_is_written_is_read() {
        let heap = Arc::new(Heap::default());
        let shelf: Arc<dyn BlockStore> = heap.clone();
        for (limit, shelf) in [(usize::MAX, None), (6 * BLOCK, Some(&shelf))] {
            let meter = MemoryMeter::new(limit);
            let pool = Pool::new(&meter, shelf);
            for words in [2, 3, 5] {
                let mut all = records(words);
                // Wider counters come in between.
                all.extend(records(words + 1).into_iter().take(700));
                all.extend(records(words).into_iter().take(700));
                let strand = written(&all, &pool);
                let mut bytes = Vec::new();
                strand.save(&mut bytes).unwrap();
                let full = all.iter().map(|record| record.len() * WORD).sum::<usize>();
                assert!(bytes.len() < full, "{words} words: nothing was saved");
                assert_eq!(read(strand, &pool), all);
                let load = |mut bytes: &[u8], fold: Combine, fits: bool| {
                    StateRun::load_records::<u64>(&mut bytes, &pool, (words, fold), &|_| fits)
                        .map(Result::unwrap)
                };
                assert_eq!(read(load(&bytes, Combine::Sum, true).unwrap(), &pool), all);
                assert!(load(&bytes, Combine::Sum, false).is_err(), "another shard");
                assert!(load(&bytes, Combine::Modulo(1 << 40), true).is_err(), "no residues");
                for cut in [0, 7, 8, 20, bytes.len() - 1] {
                    assert!(load(&bytes[..cut], Combine::Sum, true).is_err(), "cut at {cut}");
                }
                for at in 0..200 {
                    let mut forged = bytes.clone();
                    forged[at] ^= 0x80;
                    if let Ok(strand) = load(&forged, Combine::Sum, true) {
                        read(strand, &pool);
                    }
                }
            }
        }
        assert!(heap.puts.load(Relaxed) > 8, "blocks were shelved");
        assert_eq!(heap.held(), 0, "and every place was given back");
    }

    #[test]
    fn heads_that_cannot_be_are_refused() {
        let shape = Shape { words: 3, ends: [8, 1] };
        let mut head = [0; HEAD];
        shape.write(&mut head);
        assert_eq!(Shape::read(&head), Some(shape));
        // One word, no word, a last word of nine bytes, records without a byte, half a head.
        for bad in [&[1, 0, 8, 8][..], &[0, 0, 8, 8], &[3, 0, 8, 9], &[2, 0, 0, 0], &[3, 0, 8]] {
            assert_eq!(Shape::read(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn what_cannot_be_read_back_is_told() {
        let heap = Arc::new(Heap::default());
        let shelf: Arc<dyn BlockStore> = heap.clone();
        let pool = Pool::new(&MemoryMeter::new(6 * BLOCK), Some(&shelf));
        let strand = written(&records(2), &pool);
        heap.broken.store(true, Relaxed);
        assert_eq!(strand.in_batches(&pool, &mut |_, _| Ok(())), Err(Stop::Interrupt));
    }

    #[test]
    fn a_full_meter_stops_a_writer() {
        let pool = Pool::new(&MemoryMeter::new(3 * BLOCK), None);
        let mut writer = Writer::new(&pool);
        let stopped = (0..100_000u64).find_map(|i| writer.push(&[i, 1]).err());
        assert_eq!(stopped, Some(Stop::Memory));
    }
}
