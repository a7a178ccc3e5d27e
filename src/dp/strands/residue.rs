//! Counts modulo a prime: one word a state, whatever the count, in as few bytes as will do.
//!
//! A shard of a layer is a sorted strand of coded states ([`mod@super::sorted`]) with a short tail of unsorted ones,
//! which is sorted into it when it is full ([`mod@super::shard`]). On rook boards a state takes about 12 bytes so,
//! where a hash table with room to grow takes several times that, twice.
//!
//! Several threads take source shards from a common counter, as in [`crate::dp::layer`]; what a state leads to
//! goes through a small buffer into the tail of its target shard, under that tail's lock. Addition modulo a prime is
//! commutative and exact, so the layers are the same at any number of threads.
//!
//! Source: Enting, Guttmann, *Polygons on the honeycomb lattice*, 1989 (transfer matrices modulo several
//! primes, joined by the Chinese remainder theorem).

use super::pool::{Pool, Strand};
use super::shard::{Shard, Tail, sum};
use super::sorted::Writer;
use super::{Strands, shards_of};
use crate::dp::budget::{Gauge, Lease, Pace};
use crate::dp::keep::{Head, Kind};
use crate::dp::layer::Workers;
use crate::dp::run::Runner;
use crate::dp::slots::Slots;
use crate::dp::system::{Buffer, System};
use crate::dp::table::Key;
use crate::run::Stop;

/// States a target shard's buffer holds.
const BUFFER: usize = 64;
/// The part of a shard that its tail may be: larger ones take more memory, smaller ones more time.
const TAIL: usize = 5;

/// The layer of one state.
fn single<K: Key>(pool: &Pool, key: K, residue: u64) -> Result<Strands, Stop> {
    let mut writer = Writer::new(pool);
    writer.push(key, residue)?;
    Ok(Strands { shards: vec![writer.finish()?], shift: 0 })
}

/// Where the results of one thread go.
struct Sink<'a, K> {
    targets: &'a [Shard<K>],
    buffers: Vec<Vec<(K, u64)>>,
    spare: Tail<K>,
    shift: u32,
    /// States that a tail holds.
    room: usize,
    pool: &'a Pool,
    prime: u64,
    gauge: &'a Gauge,
    failed: Option<Stop>,
    _lease: Lease,
}

impl<K: Key> Sink<'_, K> {
    #[inline]
    fn push(&mut self, key: K, value: u64) {
        let at = crate::dp::layer::shard(key.hash(), self.shift);
        let buffer = &mut self.buffers[at];
        buffer.push((key, value));
        if buffer.len() == BUFFER {
            self.flush(at);
        }
    }

    fn flush(&mut self, at: usize) {
        if self.failed.is_none() {
            self.failed = self.add(at).err();
        }
        self.buffers[at].clear();
    }

    fn add(&mut self, at: usize) -> Result<(), Stop> {
        self.gauge.poll()?;
        let Sink { targets, buffers, spare, room, pool, prime, .. } = self;
        targets[at].add(&buffers[at], spare, *room, (pool, *prime))
    }
}

/// The layer after a step.
fn expand<K: Key>(
    p: &System<'_, K>,
    step: usize,
    source: Strands,
    prime: u64,
    pool: &Pool,
    (gauge, workers): (&Gauge, &Workers),
) -> Result<Strands, Stop> {
    let len = source.len();
    let shift = shards_of(len);
    let targets: Vec<Shard<K>> = (0..1usize << shift).map(|_| Shard::default()).collect();
    let tails = pool.for_tails() / size_of::<(K, u64)>();
    let room = ((len >> shift) / TAIL).min(tails >> shift).clamp(4 * BUFFER, 1 << 16);
    let owned = Slots::of(source.shards);
    let worker = || {
        let bytes = targets.len() * BUFFER * size_of::<(K, u64)>();
        let lease = gauge.meter().take(bytes)?;
        let buffers = targets.iter().map(|_| Vec::with_capacity(BUFFER)).collect();
        let targets = &targets[..];
        let spare = Tail::default();
        let failed = None;
        let sink = Sink {
            targets,
            buffers,
            spare,
            shift,
            room,
            pool,
            prime,
            gauge,
            failed,
            _lease: lease,
        };
        Ok((sink, Buffer::new(gauge), gauge.pace()))
    };
    let run = |(sink, buffer, pace): &mut (Sink<'_, K>, Buffer<'_, K>, Pace<'_>), task: usize| {
        let Some(strand) = owned.take(task) else { return Ok(()) };
        for (key, value) in strand.consume::<K>(pool) {
            pace.tick()?;
            buffer.each(p, step, key, |to, _| sink.push(to, value));
        }
        pool.sound()?;
        sink.failed.map_or(Ok(()), Err)
    };
    let done = workers.each(owned.len(), gauge, worker, run)?;
    // A state whose moves were given up in the middle makes the whole layer void.
    gauge.poll()?;
    let sinks: Vec<Sink<'_, K>> = done.into_iter().map(|(sink, ..)| sink).collect();
    let finish = |spare: &mut Tail<K>, task: usize| {
        let shard = &targets[task];
        for left in sinks.iter().map(|sink| &sink.buffers[task]).filter(|left| !left.is_empty()) {
            shard.add(left, spare, room, (pool, prime))?;
        }
        shard.finish(pool, prime)
    };
    let (shards, _) = workers.make(targets.len(), gauge, || Ok(Tail::default()), finish)?;
    Ok(Strands { shards, shift })
}

impl Runner<'_> {
    /// The number of solutions of the system modulo a prime below 2^63.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn residue<K: Key>(&mut self, p: &System<'_, K>, prime: u64) -> Result<u64, Stop> {
        let pool = Pool::new(self.gauge().meter(), self.shelf());
        let own = Head { kind: Kind::Strands, prime, ..Head::of(p) };
        let kept = self.kept(&[own], "", |head, from, _| {
            Strands::load(from, head, |from, fits| {
                Strand::load_sorted::<K>(from, &pool, prime, fits)
            })
        })?;
        let (from, mut layer) = match kept {
            Some((head, layer)) => (head.step, layer),
            None => (0, single(&pool, p.start(), 1 % prime)?),
        };
        for step in from..p.steps() {
            self.gauge().poll()?;
            layer = expand(p, step, layer, prime, &pool, (self.gauge(), self.workers()))?;
            self.stepped(p, step, layer.len())?;
            let head = Head { step: step + 1, shift: layer.shift, ..own };
            self.keep(head, "", layer.len(), &mut |to| layer.save(to));
        }
        let mut total = 0;
        let mut pace = self.gauge().pace();
        for (key, ways) in layer.shards.into_iter().flat_map(|shard| shard.consume(&pool)) {
            pace.tick()?;
            if p.accepts(key) {
                total = sum(total, ways, prime);
            }
        }
        pool.sound()?;
        Ok(total)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dp::system::{Moves, TransitionSystem};
    use crate::run::Budget;

    /// Every state leads to two others among so many.
    struct Fan(u64);

    impl TransitionSystem for Fan {
        type Key = u64;
        fn steps(&self) -> usize {
            30
        }
        fn start(&self) -> u64 {
            1
        }
        fn moves(&self, step: usize, key: u64, to: &mut Moves<'_, u64>) {
            to.emit(key * 2 % self.0, 0);
            to.emit((key * 2 + step as u64) % self.0, 1);
        }
        fn accepts(&self, key: u64) -> bool {
            key.is_multiple_of(3)
        }
    }

    #[test]
    fn residues_are_those_of_the_count_at_any_number_of_threads() {
        for size in [97, 40_001] {
            let fan = Fan(size);
            let count = Runner::new(&Budget::unlimited(), 1, &mut ()).count(&fan).unwrap();
            for prime in [2, 10_007, (1 << 61) - 1] {
                let expected = &count % prime;
                for threads in [1, 2, 3] {
                    let mut quiet = ();
                    let mut run = Runner::new(&Budget::unlimited(), threads, &mut quiet);
                    let got = run.residue(&fan, prime).unwrap();
                    assert_eq!(expected, got.into(), "{size}, {prime}, {threads}");
                }
            }
        }
    }

    /// With a shelf, memory that is far too little for the layers is enough.
    #[test]
    fn a_shelf_takes_what_memory_does_not_hold() {
        use crate::dp::strands::pool::tests::Heap;
        use std::sync::Arc;
        use std::sync::atomic::Ordering::Relaxed;

        let fan = Fan(150_001);
        let mut quiet = ();
        let prime = 10_007;
        let expected =
            Runner::new(&Budget::unlimited(), 1, &mut quiet).residue(&fan, prime).unwrap();
        let memory = 700_000;
        for threads in [1, 2] {
            let mut alone = Runner::new(&Budget::of_memory(memory), threads, &mut quiet);
            assert_eq!(alone.residue(&fan, prime), Err(Stop::Memory));
            let heap = Arc::new(Heap::default());
            let run = Runner::new(&Budget::of_memory(memory), threads, &mut quiet);
            let mut run = run.shelving(Some(heap.clone()));
            assert_eq!(run.residue(&fan, prime), Ok(expected), "{threads} threads");
            assert!(run.stats().peak_bytes <= memory);
            assert!(heap.puts.load(Relaxed) > 100);
            assert_eq!(heap.held(), 0);
            // A disk that fails ends the run.
            heap.broken.store(true, Relaxed);
            let run = Runner::new(&Budget::of_memory(memory), threads, &mut quiet);
            let mut run = run.shelving(Some(heap.clone()));
            assert_eq!(run.residue(&fan, prime), Err(Stop::Interrupt));
            assert_eq!(heap.held(), 0);
        }
    }

    #[test]
    fn memory_is_metered_and_little() {
        let fan = Fan(150_001);
        let mut quiet = ();
        let mut run = Runner::new(&Budget::unlimited(), 1, &mut quiet);
        run.residue(&fan, 10_007).unwrap();
        let stats = run.stats();
        assert_eq!(stats.peak_states, 150_001);
        assert!(stats.peak_bytes < 30 * stats.peak_states, "{stats:?}");
        for memory in [1_000, 100_000, 1_000_000] {
            let mut run = Runner::new(&Budget::of_memory(memory), 2, &mut quiet);
            assert_eq!(run.residue(&fan, 10_007), Err(Stop::Memory), "{memory}");
            assert!(run.stats().peak_bytes <= memory);
        }
    }
}
