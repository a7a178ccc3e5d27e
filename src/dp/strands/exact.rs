//! Exact counts of large layers.
//!
//! A count begins with tables. A layer that is large and whose states few moves lead to, or for which two tables may not
//! fit into memory, is written into strands, and the count stays with strands from there on. A step then has two halves. First what each state leads
//! to is written behind what its target shard has got so far, its *pile*, whatever is there twice. Then pile after
//! pile is added up in a small table that stays in the processor's cache, and written again. So memory holds what all
//! states lead to, each in as few bytes as it has, and is read and written in order; blocks may be shelved. A table of
//! the whole layer would take several times that, and a cache miss for each move.
//!
//! Source: Manegold, Boncz, Kersten, *Optimizing main-memory join on modern hardware*, 2002 (partitions that fit the
//! cache before they are hashed).

use super::pool::{Pool, Strand};
use super::records::Writer;
use super::{MOST, Strands, shards_of};
use crate::dp::budget::{Gauge, Pace};
use crate::dp::keep::{Head, Kind};
use crate::dp::layer::{Absorb, Layer, Sink, Source, Target, Workers};
use crate::dp::run::{Runner, big};
use crate::dp::shelf::BLOCK;
use crate::dp::slots::Slots;
use crate::dp::system::{Buffer, System};
use crate::dp::table::{Fold, Key, Table};
use crate::run::Stop;
use num_bigint::BigUint;
use std::marker::PhantomData;
use std::sync::Mutex;

/// More states than this are large: their tables no longer fit the processor's caches.
const LARGE: usize = 1 << 18;
/// Strands are quicker where fewer moves than this lead to a state on average: each of them is written and read once
/// more than by tables. On rook boards there are 1.5, on hexagons 2.2, with king moves 3.3.
const FEW: usize = 2;
/// What a step of tables may take at the most, in parts of the bytes of the layer that it begins with: that layer,
/// the next one, and room for it to grow.
const STEP: (usize, usize) = (13, 5);
/// Records that a target shard's buffer holds.
const BUFFER: usize = 32;
/// A pile is added up before its time when it has so many times the records of a source shard.
const HIGH: usize = 3;
/// The part of the memory that piles' open blocks may take.
const OPEN: usize = 4;
/// Bytes a word of a state in a table that piles are added up in, while it grows.
const ADDING: usize = 40;
/// The part of the memory that these tables may take together.
const SHARE: usize = 8;

/// A layer of exact counts.
enum Exactly<K> {
    Tables(Layer<K>),
    /// The strands, and how many words their widest number has.
    Strands(Strands, usize),
}

/// What states lead to, in the order in which it came.
struct Pile<'p, K> {
    writer: Writer<'p>,
    /// It is added up when it has so many records.
    most: usize,
    shift: u32,
    pool: &'p Pool,
    gauge: &'p Gauge,
    keys: PhantomData<K>,
}

impl<K: Key> Absorb for Pile<'_, K> {
    fn absorb(&mut self, records: &[u64], limbs: usize) -> Result<(), Stop> {
        records.chunks_exact(K::WORDS + limbs).try_for_each(|record| self.writer.push(record))?;
        if self.writer.len() < self.most {
            return Ok(());
        }
        let (pool, gauge) = (self.pool, self.gauge);
        let mut table = Table::<K>::new(gauge.meter(), 0, limbs, Fold::Sum, self.shift)?;
        let high = std::mem::replace(&mut self.writer, Writer::new(pool)).finish()?;
        add_up(high, &mut table, pool, gauge)?;
        table.records().try_for_each(|record| self.writer.push(record))?;
        self.most = self.most.max(2 * table.len());
        Ok(())
    }
}

/// Adds records to a table.
fn add_up<K: Key>(
    records: Strand,
    table: &mut Table<K>,
    pool: &Pool,
    gauge: &Gauge,
) -> Result<(), Stop> {
    records.in_batches(pool, &mut |records, words| {
        gauge.poll()?;
        table.merge(records, words - K::WORDS)
    })
}

/// Writes the states of a table into a strand.
fn strand<K: Key>(table: &Table<K>, pool: &Pool, pace: &mut Pace<'_>) -> Result<Strand, Stop> {
    let mut writer = Writer::new(pool);
    for record in table.records() {
        pace.tick()?;
        writer.push(record)?;
    }
    writer.finish()
}

/// Writes tables into strands.
fn written<K: Key>(
    layer: Layer<K>,
    pool: &Pool,
    (gauge, workers): (&Gauge, &Workers),
) -> Result<Strands, Stop> {
    let shift = layer.shift();
    let tables = Slots::of(layer.into_shards());
    let write = |pace: &mut Pace<'_>, at: usize| {
        let table = tables.take(at).expect("each is taken once");
        strand(&table, pool, pace)
    };
    let (shards, _) = workers.make(tables.len(), gauge, || Ok(gauge.pace()), write)?;
    Ok(Strands { shards, shift })
}

/// The layer after a step, and how many words its widest number has.
fn expand<K: Key>(
    p: &System<'_, K>,
    step: usize,
    (source, limbs): (Strands, usize),
    pool: &Pool,
    (gauge, workers): (&Gauge, &Workers),
) -> Result<(Strands, usize), Stop> {
    // Where memory is short, shards are many, so that the tables of two or more of them fit beside each other.
    let limit = gauge.meter().limit();
    let bytes = source.len().saturating_mul((K::WORDS + limbs) * ADDING * workers.threads());
    let many = (bytes / (limit / SHARE).max(1)).next_power_of_two().ilog2().min(MOST);
    let open = limit / (OPEN * BLOCK);
    let shift = shards_of(source.len()).max(many).min(open.max(1).ilog2());
    let targets: Vec<Target<Pile<'_, K>>> =
        (0..1usize << shift).map(|_| Mutex::default()).collect();
    let most = HIGH * (source.len() >> shift).max(LARGE >> MOST);
    let pile = || {
        let (writer, keys) = (Writer::new(pool), PhantomData);
        Ok(Pile { writer, most, shift, pool, gauge, keys })
    };
    let owned = Slots::of(source.shards);
    let worker = || {
        let sink = Sink::new(&targets, &pile, (shift, BUFFER), limbs, gauge)?;
        Ok((sink, Buffer::new(gauge), gauge.pace()))
    };
    let lead = |(sink, buffer, pace): &mut (Sink<'_, K, Pile<'_, K>>, Buffer<'_, K>, Pace<'_>),
                at: usize| {
        let Some(strand) = owned.take(at) else { return Ok(()) };
        strand.in_batches(pool, &mut |records, words| {
            for record in records.chunks_exact(words) {
                pace.tick()?;
                let (key, ways) = (K::load(record), &record[K::WORDS..]);
                buffer.each(p, step, key, |to, _| sink.push(to, ways));
            }
            sink.sound()
        })
    };
    let done = workers.each(owned.len(), gauge, worker, lead)?;
    // A state whose moves were given up in the middle makes the whole layer void.
    gauge.poll()?;
    for (mut sink, ..) in done {
        sink.finish()?;
    }
    let adder = || Ok((Table::<K>::new(gauge.meter(), 0, limbs, Fold::Sum, shift)?, gauge.pace()));
    let add = |(table, pace): &mut (Table<K>, Pace<'_>), at: usize| {
        table.clear();
        let pile = targets[at].lock().expect("no thread panics while it writes").take();
        if let Some(pile) = pile {
            add_up(pile.writer.finish()?, table, pool, gauge)?;
        }
        strand(table, pool, pace)
    };
    let (shards, adders) = workers.make(targets.len(), gauge, adder, add)?;
    let limbs = adders.iter().map(|(table, _)| table.limbs()).max().unwrap_or(1);
    Ok((Strands { shards, shift }, limbs))
}

impl Runner<'_> {
    /// The exact number of solutions of the system.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn count<K: Key>(&mut self, p: &System<'_, K>) -> Result<BigUint, Stop> {
        let pool = Pool::new(self.gauge().meter(), self.shelf());
        let of_tables = Head::of(p);
        let of_strands = Head { kind: Kind::Sums, ..of_tables };
        let kept = self.kept(&[of_tables, of_strands], "", |head, from, gauge| {
            Ok(match head.kind {
                Kind::Tables => Layer::load(from, head, Fold::Sum, gauge)?.map(Exactly::Tables),
                _ => Strands::load(from, head, |from, fits| {
                    Strand::load_records::<K>(from, &pool, head.limbs, fits)
                })?
                .map(|strands| Exactly::Strands(strands, head.limbs)),
            })
        })?;
        let (from, mut layer) = match kept {
            Some((head, layer)) => (head.step, layer),
            None => (0, Exactly::Tables(self.first(p, Fold::Sum)?)),
        };
        let (mut moves, mut states) = (0, 0);
        for step in from..p.steps() {
            self.gauge().poll()?;
            let source = match layer {
                Exactly::Tables(tables) if !self.is_large(&tables, moves < FEW * states) => {
                    let limbs = tables.limbs();
                    let next = self.advance(p, step, Source::Consume(tables), limbs, Fold::Sum)?;
                    (moves, states) = (moves + next.moves(), states + next.len());
                    self.keep_layer("", &of_tables, step + 1, &next);
                    layer = Exactly::Tables(next);
                    continue;
                }
                Exactly::Tables(tables) => {
                    let limbs = tables.limbs();
                    (written(tables, &pool, (self.gauge(), self.workers()))?, limbs)
                }
                Exactly::Strands(strands, limbs) => (strands, limbs),
            };
            let (next, limbs) = expand(p, step, source, &pool, (self.gauge(), self.workers()))?;
            self.stepped(p, step, next.len())?;
            let head = Head { step: step + 1, shift: next.shift, limbs, ..of_strands };
            self.keep(head, "", next.len(), &mut |to| next.save(to));
            layer = Exactly::Strands(next, limbs);
        }
        match layer {
            Exactly::Tables(last) => self.total(p, &last),
            Exactly::Strands(last, _) => self.total_of_strands(p, last, &pool),
        }
    }

    /// The number of solutions that end in a last layer.
    fn total_of_strands<K: Key>(
        &self,
        p: &System<'_, K>,
        last: Strands,
        pool: &Pool,
    ) -> Result<BigUint, Stop> {
        let mut total = BigUint::ZERO;
        let mut pace = self.gauge().pace();
        for shard in last.shards {
            shard.in_batches(pool, &mut |records, words| {
                for record in records.chunks_exact(words) {
                    pace.tick()?;
                    if p.accepts(K::load(record)) {
                        total += big(&record[K::WORDS..]);
                    }
                }
                Ok(())
            })?;
        }
        Ok(total)
    }

    /// Whether tables are not the best for a step from here, where `few` moves lead to a state, or may not fit into
    /// memory.
    fn is_large<K: Key>(&self, tables: &Layer<K>, few: bool) -> bool {
        let most = self.gauge().meter().limit() / STEP.0 * STEP.1;
        few && tables.len() > LARGE || tables.bytes() > most
    }
}

#[cfg(test)]
mod tests {
    use super::super::pool::tests::Heap;
    use super::*;
    use crate::dp::keep::Keeper;
    use crate::dp::system::{Moves, TransitionSystem};
    use crate::run::Budget;
    use std::io::{self, Read, Write};
    use std::sync::Arc;
    use std::sync::atomic::Ordering::Relaxed;

    /// Every state leads to some others among so many.
    struct Fan {
        states: u64,
        moves: u64,
        steps: usize,
    }

    impl TransitionSystem for Fan {
        type Key = u64;
        fn steps(&self) -> usize {
            self.steps
        }
        fn start(&self) -> u64 {
            1
        }
        fn moves(&self, step: usize, key: u64, to: &mut Moves<'_, u64>) {
            for i in 0..self.moves {
                to.emit((key * 2 + i * (step as u64 + 1)) % self.states, 0);
            }
        }
        fn accepts(&self, key: u64) -> bool {
            key.is_multiple_of(3)
        }
    }

    /// Counters here become three words wide.
    const WIDE: Fan = Fan { states: 50_001, moves: 2, steps: 140 };

    fn count(fan: &Fan, memory: usize, threads: usize) -> (Result<BigUint, Stop>, usize) {
        let mut quiet = ();
        let mut run = Runner::new(&Budget::of_memory(memory), threads, &mut quiet);
        (run.count(fan), run.stats().peak_bytes)
    }

    #[test]
    fn strands_count_as_tables_do_in_less_memory() {
        let (expected, bytes) = count(&WIDE, usize::MAX, 1);
        assert!(expected.as_ref().is_ok_and(|count| count.bits() > 128));
        for threads in [1, 3] {
            let (found, less) = count(&WIDE, 9 * bytes / 10, threads);
            assert_eq!(found, expected, "{threads} threads");
            assert!(less < 4 * bytes / 5, "{less} of {bytes} bytes");
        }
        for part in [50, 10] {
            assert_eq!(count(&WIDE, bytes / part, 2).0, Err(Stop::Memory));
        }
    }

    /// Where many moves lead to few states, they are added up long before all of them are there.
    #[test]
    fn piles_do_not_grow_with_the_moves() {
        let gauge = Gauge::new(&Budget::default());
        let pool = Pool::new(gauge.meter(), None);
        let (writer, keys) = (Writer::new(&pool), PhantomData::<u64>);
        let (pool, gauge) = (&pool, &gauge);
        let mut pile = Pile { writer, most: 200, shift: 0, pool, gauge, keys };
        for round in 0..1_000 {
            // Batches of other keys each time, and sums that need a second word.
            let records: Vec<u64> =
                (0..20).flat_map(|i| [(round + i) % 150, u64::MAX / 100]).collect();
            pile.absorb(&records, 1).unwrap();
            assert!(pile.writer.len() < 300 + 20, "round {round}: {} records", pile.writer.len());
        }
        let mut table = Table::<u64>::new(gauge.meter(), 0, 1, Fold::Sum, 0).unwrap();
        add_up(pile.writer.finish().unwrap(), &mut table, pool, gauge).unwrap();
        assert_eq!((table.len(), table.limbs()), (150, 2));
        let total: BigUint = table.iter().map(|(_, ways)| big(ways)).sum();
        assert_eq!(total, BigUint::from(u64::MAX / 100) * 20_000u32);
    }

    #[test]
    fn large_layers_go_into_strands_unasked() {
        let fan = Fan { states: 3 * LARGE as u64 / 2 + 1, moves: 2, steps: 21 };
        let mut quiet = ();
        let mut run = Runner::new(&Budget::unlimited(), 2, &mut quiet);
        let found = run.count(&fan).unwrap();
        assert!(run.stats().peak_states > LARGE);
        assert!(run.stats().peak_bytes < 60 * run.stats().peak_states, "{:?}", run.stats());
        let tables = run.forward(&fan, Fold::Sum).unwrap();
        assert_eq!(run.total(&fan, &tables).unwrap(), found);
    }

    /// With a shelf, memory that is far too little for the layers is enough.
    #[test]
    fn a_shelf_takes_what_memory_does_not_hold() {
        let expected = count(&WIDE, usize::MAX, 1).0;
        let memory = 1_500_000;
        assert_eq!(count(&WIDE, memory, 1).0, Err(Stop::Memory));
        for threads in [1, 2] {
            let heap = Arc::new(Heap::default());
            let mut quiet = ();
            let run = Runner::new(&Budget::of_memory(memory), threads, &mut quiet);
            let mut run = run.shelving(Some(heap.clone()));
            assert_eq!(run.count(&WIDE), expected, "{threads} threads");
            assert!(run.stats().peak_bytes <= memory);
            assert!(heap.puts.load(Relaxed) > 100);
            assert_eq!(heap.held(), 0);
            // A disk that fails ends the run.
            heap.broken.store(true, Relaxed);
            let run = Runner::new(&Budget::of_memory(memory), threads, &mut quiet);
            assert_eq!(run.shelving(Some(heap.clone())).count(&WIDE), Err(Stop::Interrupt));
            assert_eq!(heap.held(), 0);
        }
    }

    /// Keeps the layer of one step, and hands it out.
    struct Memory {
        step: usize,
        kept: Option<Vec<u8>>,
    }

    impl Keeper for Memory {
        fn due(&mut self) -> bool {
            self.step = self.step.saturating_sub(1);
            self.step == 0 && self.kept.is_none()
        }

        fn save(
            &mut self,
            _: &'static str,
            _: usize,
            write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
        ) {
            let mut bytes = Vec::new();
            write(&mut bytes).expect("memory takes it");
            self.kept = Some(bytes);
        }

        fn open(&mut self, _: &'static str) -> Result<Option<Box<dyn Read>>, Stop> {
            let read = |bytes: &Vec<u8>| Box::new(io::Cursor::new(bytes.clone())) as Box<dyn Read>;
            Ok(self.kept.as_ref().map(read))
        }

        fn refuse(&mut self, _: &'static str, why: String) -> Stop {
            panic!("{why}");
        }
    }

    #[test]
    fn counts_go_on_from_tables_and_from_strands() {
        let (expected, bytes) = count(&WIDE, usize::MAX, 1);
        for (step, kind) in [(3, Kind::Tables), (130, Kind::Sums)] {
            let mut keeper = Memory { step, kept: None };
            for memory in [4 * bytes / 5, usize::MAX] {
                let mut quiet = ();
                let run = Runner::new(&Budget::of_memory(memory), 2, &mut quiet);
                let mut run = run.keeping(Some(&mut keeper));
                assert_eq!(Ok(run.count(&WIDE).unwrap()), expected);
                let kept = keeper.kept.as_ref().expect("a layer is kept");
                assert_eq!(Head::read(&mut &kept[..]).unwrap().kind, kind);
            }
        }
    }
}
