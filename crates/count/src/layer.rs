//! One layer of a dynamic program: its states, split by hash into shards, and the parallel step
//! that makes the next layer.
//!
//! Worker threads take source shards from a common counter. The successors of a state go into small
//! buffers, one per target shard; a full buffer is merged under that shard's lock. There are many
//! more shards than threads, so locks are rarely contested, and the merges of a full buffer are
//! independent memory accesses that the processor overlaps. Folding is commutative and exact, so the
//! resulting layer is the same set of (state, value) pairs at any thread count.

use super::budget::{Pace, Reservation, RunBudget};
use super::keep::{Head, MOST_STATES, invalid, read_word};
use super::slots::Slots;
use super::system::Buffer;
use super::table::{Combine, EMPTY, Key, Table};
use clew_engine::run::{Stop, Threads};
use std::convert::Infallible;
use std::io::{self, Read, Write};
use std::marker::PhantomData;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Layers below this many states are one shard and one thread's work.
const SMALL: usize = 4_096;
/// The capacity of a target shard's buffer, in records.
const BUFFER: usize = 128;
/// The intended number of states per shard (about half a megabyte).
const SHARD: usize = 16_384;
/// The most shards: 2^9.
const MOST: u32 = 9;

/// The states of one layer, split into 2^shift shards by the high bits of their hashes.
#[derive(Debug)]
pub struct Layer<K> {
    shards: Vec<Table<K>>,
    shift: u32,
    /// The number of moves that led to its states.
    moves: usize,
}

/// The logarithm of the number of shards for a layer that comes after one of `states` states: about `aim` states per
/// shard, and at most 2^`most` shards.
pub(super) fn shards_of(states: usize, aim: usize, most: u32) -> u32 {
    if states < SMALL { 0 } else { (states / aim).next_power_of_two().ilog2().clamp(5, most) }
}

/// The shard of a hash.
#[inline]
pub(super) fn shard(hash: u64, shift: u32) -> usize {
    (hash >> 1 >> (63 - shift)) as usize
}

impl<K: Key> Layer<K> {
    /// A layer of one state.
    ///
    /// # Errors
    /// [`Stop::Memory`] when even that is too much.
    pub fn single(
        gauge: &RunBudget,
        fold: Combine,
        key: K,
        value: &[u64],
    ) -> Result<Layer<K>, Stop> {
        let mut table = Table::new(gauge.meter(), 1, value.len(), fold, 0)?;
        table.insert(key, value)?;
        Ok(Layer { shards: vec![table], shift: 0, moves: 1 })
    }

    /// The number of states.
    pub fn len(&self) -> usize {
        self.shards.iter().map(Table::len).sum()
    }

    /// The number of moves of the previous step that led to its states. Unknown for a loaded layer, which counts
    /// one for each state.
    pub(super) fn moves(&self) -> usize {
        self.moves
    }

    /// Whether no state is left.
    pub fn is_empty(&self) -> bool {
        self.shards.iter().all(Table::is_empty)
    }

    /// Words of the widest counter.
    pub fn limbs(&self) -> usize {
        self.shards.iter().map(Table::limbs).max().unwrap_or(1)
    }

    /// The size of its tables in bytes.
    pub fn bytes(&self) -> usize {
        self.shards.iter().map(Table::bytes).sum()
    }

    /// The value of a state: limbs, the lowest first.
    pub fn get(&self, key: K) -> Option<&[u64]> {
        let hash = key.hash();
        self.shards[shard(hash, self.shift)].get_hashed(key, hash)
    }

    /// All states with their values, in no meaningful order.
    pub fn iter(&self) -> impl Iterator<Item = (K, &[u64])> {
        self.shards.iter().flat_map(Table::iter)
    }

    /// Writes all states with their values.
    ///
    /// # Errors
    /// Those of the writer.
    pub(super) fn save(&self, to: &mut dyn Write) -> io::Result<()> {
        let limbs = self.limbs();
        let mut record = vec![0; K::WORDS + limbs];
        for shard in &self.shards {
            to.write_all(&(shard.len() as u64).to_le_bytes())?;
            for (key, value) in shard.iter() {
                key.store(&mut record);
                for (i, limb) in record[K::WORDS..].iter_mut().enumerate() {
                    *limb = value.get(i).copied().unwrap_or(0);
                }
                record.iter().try_for_each(|word| to.write_all(&word.to_le_bytes()))?;
            }
        }
        Ok(())
    }

    /// Reads a layer written by [`Layer::save`].
    ///
    /// # Errors
    /// Those of the reader, or inconsistent numbers; inside, a reason to stop.
    pub fn load(
        from: &mut dyn Read,
        head: &Head,
        fold: Combine,
        gauge: &RunBudget,
    ) -> io::Result<Result<Layer<K>, Stop>> {
        let mut shards = Vec::new();
        let mut record = vec![0; K::WORDS + head.limbs];
        for at in 0..1usize << head.shift {
            let len = read_word(from)?;
            if len > MOST_STATES {
                return Err(invalid("it has more states than there can be"));
            }
            let len = len as usize;
            let mut table = match Table::new(gauge.meter(), len, head.limbs, fold, head.shift) {
                Ok(table) => table,
                Err(stop) => return Ok(Err(stop)),
            };
            for _ in 0..len {
                for word in &mut record {
                    *word = read_word(from)?;
                }
                let key = K::load(&record);
                let fits = fold.allows(&record[K::WORDS..]);
                if record[0] == EMPTY || shard(key.hash(), head.shift) != at || !fits {
                    return Err(invalid("a state stands where it cannot be, or with such a value"));
                }
                let inserted = table.insert(key, &record[K::WORDS..]);
                if let Err(stop) = inserted.and_then(|()| gauge.poll()) {
                    return Ok(Err(stop));
                }
            }
            if table.len() != len {
                return Err(invalid("a state is there twice"));
            }
            shards.push(table);
        }
        let moves = shards.iter().map(Table::len).sum();
        Ok(Ok(Layer { shards, shift: head.shift, moves }))
    }

    /// There are 2^shift shards.
    pub(super) fn shift(&self) -> u32 {
        self.shift
    }

    /// The shards.
    pub(super) fn into_shards(self) -> Vec<Table<K>> {
        self.shards
    }

    /// The shards, for work that is split by shard.
    pub fn shards(&self) -> &[Table<K>] {
        &self.shards
    }
}

/// The tasks of a step, which all threads take from.
struct Tasks<'a> {
    next: &'a AtomicUsize,
    tasks: usize,
    gauge: &'a RunBudget,
}

impl Tasks<'_> {
    /// The next task that no thread has taken, if one is left.
    ///
    /// # Errors
    /// The error of the gauge.
    fn take(&self) -> Result<Option<usize>, Stop> {
        let task = self.next.fetch_add(1, Relaxed);
        if task >= self.tasks {
            return Ok(None);
        }
        self.gauge.poll()?;
        Ok(Some(task))
    }
}

/// Threads that step layers.
#[derive(Debug)]
pub struct Workers {
    threads: Threads,
}

impl Workers {
    /// This many threads; 0 for one per processor.
    pub fn new(threads: usize) -> Workers {
        Workers { threads: Threads::new(threads) }
    }

    /// How many threads work.
    pub fn threads(&self) -> usize {
        self.threads.count()
    }

    /// Makes the given number of results in parallel, with one `state` per thread; returns the results in order,
    /// and the states.
    ///
    /// # Errors
    /// As [`Workers::each`].
    pub(super) fn make<S: Send, T: Send>(
        &self,
        things: usize,
        gauge: &RunBudget,
        state: impl Fn() -> Result<S, Stop> + Sync,
        make: impl Fn(&mut S, usize) -> Result<T, Stop> + Sync,
    ) -> Result<(Vec<T>, Vec<S>), Stop> {
        let made = Slots::empty(things);
        let states = self.each(things, gauge, state, |state, at| {
            made.put(at, make(state, at)?);
            Ok(())
        })?;
        let all = (0..things).map(|at| made.take(at).expect("every one was made"));
        Ok((all.collect(), states))
    }

    /// Calls `work(task)` for tasks `0 .. tasks`, each once, with one `state` per thread; returns
    /// the states. Stops early if the gauge demands it.
    ///
    /// # Errors
    /// The first error of the gauge or of a task.
    pub fn each<S: Send>(
        &self,
        tasks: usize,
        gauge: &RunBudget,
        state: impl Fn() -> Result<S, Stop> + Sync,
        work: impl Fn(&mut S, usize) -> Result<(), Stop> + Sync,
    ) -> Result<Vec<S>, Stop> {
        let states = Mutex::new(Vec::new());
        self.share_out(tasks, gauge, &|tasks| {
            let mut s = state()?;
            while let Some(task) = tasks.take()? {
                work(&mut s, task)?;
            }
            states.lock().expect("nothing panics while it holds this").push(s);
            Ok(())
        })?;
        Ok(states.into_inner().expect("nothing panics while it holds this"))
    }

    /// Calls `worker` once on every thread, to take the `tasks` tasks until none is left; only on the caller's thread
    /// if there is at most one task.
    ///
    /// # Errors
    /// The first error of a worker.
    fn share_out(
        &self,
        tasks: usize,
        gauge: &RunBudget,
        worker: &(dyn Fn(&Tasks<'_>) -> Result<(), Stop> + Sync),
    ) -> Result<(), Stop> {
        let next = AtomicUsize::new(0);
        let guarded =
            || worker(&Tasks { next: &next, tasks, gauge }).inspect_err(|&why| gauge.stop(why));
        if tasks <= 1 {
            return guarded();
        }
        let failed = Mutex::new(None);
        self.threads.on_all(&|| {
            if let Err(why) = guarded() {
                failed.lock().expect("nothing panics while it holds this").get_or_insert(why);
            }
        });
        failed.into_inner().expect("nothing panics while it holds this").map_or(Ok(()), Err)
    }
}

/// A target that takes a step's results for one shard.
pub(super) trait MergeTarget: Sized {
    /// Surplus data that is compacted while other threads go on with the shard.
    type Excess;

    /// Takes many records: each is a key followed by `limbs` limbs of a value.
    ///
    /// # Errors
    /// The reason to stop.
    fn absorb(&mut self, records: &[u64], limbs: usize) -> Result<Option<Self::Excess>, Stop>;

    /// Compacts the surplus, and gives it back.
    ///
    /// # Errors
    /// The reason to stop.
    fn compact(excess: Self::Excess, target: &Target<Self>) -> Result<(), Stop>;
}

impl<K: Key> MergeTarget for Table<K> {
    type Excess = Infallible;

    fn absorb(&mut self, records: &[u64], limbs: usize) -> Result<Option<Infallible>, Stop> {
        self.merge(records, limbs).map(|()| None)
    }

    fn compact(never: Infallible, _: &Target<Self>) -> Result<(), Stop> {
        match never {}
    }
}

/// A shard in the making. The worker that first needs a table allocates it: allocators keep memory
/// by thread, and if tables were made on one thread and grown on others, memory freed by the one
/// could not be reused by the others, and the process would hold half as much again as the tables.
pub(super) type Target<T> = Mutex<Option<T>>;

/// The destination of a step's results: one buffer per target shard.
pub(super) struct Sink<'a, K, T = Table<K>> {
    targets: &'a [Target<T>],
    /// Makes an empty target.
    make: &'a (dyn Fn() -> Result<T, Stop> + Sync),
    shift: u32,
    /// The capacity of a buffer, in records.
    room: usize,
    /// Limbs of a buffered value.
    limbs: usize,
    /// The buffers of all shards, one behind the other, and per shard the place of the next record and the
    /// end of its buffer.
    buffers: Vec<u64>,
    free: Vec<(usize, usize)>,
    gauge: &'a RunBudget,
    /// Records flushed so far.
    handed: usize,
    failed: Option<Stop>,
    _lease: Reservation,
    keys: PhantomData<K>,
}

impl<'a, K: Key, T: MergeTarget> Sink<'a, K, T> {
    /// A sink into 2^`shift` targets, with buffers for a given number of records per target, and values of at
    /// most a given number of limbs. `make` makes a target when it is first needed.
    ///
    /// # Errors
    /// [`Stop::Memory`].
    pub(super) fn new(
        targets: &'a [Target<T>],
        make: &'a (dyn Fn() -> Result<T, Stop> + Sync),
        (shift, room): (u32, usize),
        limbs: usize,
        gauge: &'a RunBudget,
    ) -> Result<Self, Stop> {
        let words = room * (K::WORDS + limbs);
        let lease = gauge.meter().take(targets.len() * words * 8)?;
        let buffers = vec![0; targets.len() * words];
        let free = (0..targets.len()).map(|at| (at * words, (at + 1) * words)).collect();
        let (handed, failed, keys) = (0, None, PhantomData);
        Ok(Sink {
            targets,
            make,
            shift,
            room,
            limbs,
            buffers,
            free,
            gauge,
            handed,
            failed,
            _lease: lease,
            keys,
        })
    }

    /// The start of a shard's buffer.
    fn start(&self, at: usize) -> usize {
        at * self.room * (K::WORDS + self.limbs)
    }

    /// Folds a value into a state of the next layer. After a failure calls have no effect; the
    /// failure is reported at the end of the source shard.
    #[inline]
    pub fn push(&mut self, key: K, value: &[u64]) {
        debug_assert!(value.len() <= self.limbs, "wider than announced");
        let at = shard(key.hash(), self.shift);
        let (from, end) = self.free[at];
        let to = from + K::WORDS + self.limbs;
        let record = &mut self.buffers[from..to];
        key.store(record);
        for (i, limb) in record[K::WORDS..].iter_mut().enumerate() {
            *limb = value.get(i).copied().unwrap_or(0);
        }
        self.free[at].0 = to;
        if to == end {
            self.flush(at);
        }
    }

    fn flush(&mut self, at: usize) {
        if self.failed.is_none() {
            self.failed = self.merge(at).err();
        }
        self.free[at].0 = self.start(at);
    }

    fn merge(&mut self, at: usize) -> Result<(), Stop> {
        self.gauge.poll()?;
        self.handed += (self.free[at].0 - self.start(at)) / (K::WORDS + self.limbs);
        let records = &self.buffers[self.start(at)..self.free[at].0];
        let excess = {
            let mut target = self.targets[at].lock().expect("no thread panics while it merges");
            let target = match &mut *target {
                Some(target) => target,
                none => none.insert((self.make)()?),
            };
            target.absorb(records, self.limbs)?
        };
        excess.map_or(Ok(()), |excess| T::compact(excess, &self.targets[at]))
    }

    /// The reason why something could not be taken, if so.
    ///
    /// # Errors
    /// That reason.
    pub(super) fn sound(&self) -> Result<(), Stop> {
        self.failed.map_or(Ok(()), Err)
    }

    /// Flushes the buffers.
    ///
    /// # Errors
    /// As [`Sink::sound`].
    pub(super) fn finish(&mut self) -> Result<(), Stop> {
        for at in 0..self.free.len() {
            if self.free[at].0 > self.start(at) {
                self.flush(at);
            }
        }
        self.sound()
    }
}

/// Pushes the successors of a state with its value into the sink, using the buffer. Called once per state, so it need
/// not be compiled into the step.
pub(super) type Expanding<'w, K> =
    &'w (dyn Fn(&mut Sink<'_, K>, &mut Buffer<'_, K>, K, &[u64]) + Sync);

/// Makes a layer from the shards of another: `work` gets each state of `source` with its value once and pushes its
/// successors; the buffer is for its moves. Counters start with `limbs.0` words; a pushed value has at most `limbs.0 +
/// limbs.1`. Consumed source shards are dropped as soon as they are done, so the peak is little more than the larger
/// layer.
///
/// # Errors
/// The reason to stop.
pub(super) fn expand<K: Key>(
    source: Source<'_, K>,
    limbs: (usize, usize),
    fold: Combine,
    gauge: &RunBudget,
    workers: &Workers,
    work: Expanding<'_, K>,
) -> Result<Layer<K>, Stop> {
    let len = source.layer().len();
    let shift = shards_of(len, SHARD, MOST);
    let targets: Vec<Target<Table<K>>> = (0..1usize << shift).map(|_| Mutex::new(None)).collect();
    // Most layers are about as large as the last.
    let expected = (len >> shift) * 17 / 16;
    let table = || Table::new(gauge.meter(), expected, limbs.0, fold, shift);
    let tasks = source.layer().shards.len();
    let (owned, kept): (Option<Slots<Table<K>>>, &[Table<K>]) = match source {
        Source::Consume(layer) => (Some(Slots::new(layer.shards)), &[]),
        Source::Keep(layer) => (None, &layer.shards),
    };
    let worker = || {
        let sink = Sink::new(&targets, &table, (shift, BUFFER), limbs.0 + limbs.1, gauge)?;
        Ok((sink, Buffer::new(gauge), gauge.pace()))
    };
    let run = |(sink, buffer, pace): &mut (Sink<'_, K>, Buffer<'_, K>, Pace<'_>), task: usize| {
        let taken = owned.as_ref().and_then(|owned| owned.take(task));
        let Some(table) = taken.as_ref().or_else(|| kept.get(task)) else { return Ok(()) };
        for (key, value) in table.iter() {
            pace.tick()?;
            work(sink, buffer, key, value);
        }
        buffer.note();
        sink.sound()
    };
    let done = workers.each(tasks, gauge, worker, run)?;
    // If the moves of a state were interrupted, the whole layer is invalid.
    gauge.poll()?;
    let mut moves = 0;
    for (mut sink, ..) in done {
        sink.finish()?;
        moves += sink.handed;
    }
    let made = |t: Target<Table<K>>| match t.into_inner().expect("no thread panics while it merges")
    {
        Some(table) => Ok(table),
        None => Table::new(gauge.meter(), 0, limbs.0, fold, shift),
    };
    let shards = targets.into_iter().map(made).collect::<Result<_, Stop>>()?;
    Ok(Layer { shards, shift, moves })
}

/// A layer to step from.
#[derive(Debug)]
pub enum Source<'a, K> {
    /// Its shards are freed as they are done.
    Consume(Layer<K>),
    /// It stays.
    Keep(&'a Layer<K>),
}

impl<K> Source<'_, K> {
    fn layer(&self) -> &Layer<K> {
        match self {
            Source::Consume(layer) => layer,
            Source::Keep(layer) => layer,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::keep::Kind;
    use super::*;
    use clew_engine::run::Budget;

    /// A stored layer has its number of shards in its header, and is read back with all states in
    /// their shards.
    #[test]
    fn layers_of_several_shards_come_back() {
        let gauge = RunBudget::new(&Budget::default());
        let shift = 3;
        let table = || Table::new(gauge.meter(), 8, 1, Combine::Sum, shift).expect("there is room");
        let mut layer: Layer<u64> =
            Layer { shards: (0..8).map(|_| table()).collect(), shift, moves: 0 };
        for key in 0..500u64 {
            let at = shard(Key::hash(key), shift);
            layer.shards[at].insert(key, &[key + 1]).expect("there is room");
        }
        assert!(layer.shards.iter().all(|shard| !shard.is_empty()), "a shard without a state");
        let head = Head {
            kind: Kind::Tables,
            words: 1,
            steps: 1,
            prime: 0,
            step: 1,
            shift: layer.shift(),
            limbs: layer.limbs(),
            peak_states: 500,
            total_states: 500,
        };
        let mut bytes = Vec::new();
        layer.save(&mut bytes).expect("memory takes it");
        let mut from = &bytes[..];
        let back = Layer::<u64>::load(&mut from, &head, Combine::Sum, &gauge);
        let back = back.expect("it is whole").expect("there is room");
        assert!(from.is_empty(), "something was left to read");
        assert_eq!((back.len(), back.shift()), (500, shift));
        for key in 0..500 {
            assert_eq!(back.get(key), Some(&[key + 1][..]));
        }
    }
}
