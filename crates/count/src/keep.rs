//! Layers stored outside the process, so that a count can be resumed after the process has ended.
//!
//! This crate writes and reads bytes; a [`LayerStore`] decides where they are stored and when to write, and
//! checks whether data is complete and belongs to the query.

use super::system::System;
use super::table::Key;
use clew_engine::run::Stop;
use std::io::{self, Read, Write};

/// Stores layers, one per lane: a run that works from two ends has two lanes.
pub trait LayerStore: Send {
    /// Whether a checkpoint is due.
    fn due(&mut self) -> bool;

    /// Keeps a layer in place of the last one of its lane; `write` writes it. The keeper reports
    /// failures: the count goes on, and the previous layer stays stored.
    fn save(
        &mut self,
        lane: &'static str,
        states: usize,
        write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    );

    /// The stored data of a lane, `None` if there is none.
    ///
    /// # Errors
    /// [`Stop::Interrupt`] if it cannot be read; the keeper then knows why.
    fn open(&mut self, lane: &'static str) -> Result<Option<Box<dyn Read>>, Stop>;

    /// Records that a run continues from a stored layer. A layer of another modulus is ignored, without an error.
    fn accepted(&mut self) {}

    /// Records that the stored data of a lane is unusable; the run ends with the returned reason.
    fn refuse(&mut self, lane: &'static str, why: String) -> Stop;
}

/// The kind of a layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Tables of exact counters.
    Tables = 1,
    /// Strands of counters, exact or modulo a prime.
    Sums = 3,
}

/// The header of a stored layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Head {
    /// The kind of the layer.
    pub kind: Kind,
    /// Words of a key.
    pub words: usize,
    /// Steps of the program.
    pub steps: usize,
    /// The modulus; 0 for exact counts.
    pub prime: u64,
    /// Steps done.
    pub step: usize,
    /// There are 2^shift shards.
    pub shift: u32,
    /// Words of a counter.
    pub limbs: usize,
    /// The largest layer so far.
    pub peak_states: usize,
    /// States of all layers so far.
    pub total_states: u64,
}

/// Words of a head.
const WORDS: usize = 9;

impl Head {
    /// The header of an exact count by this program, before its first step.
    pub fn from_system<K: Key>(p: &System<'_, K>) -> Head {
        Head {
            kind: Kind::Tables,
            words: K::WORDS,
            steps: p.steps(),
            prime: 0,
            step: 0,
            shift: 0,
            limbs: 1,
            peak_states: 0,
            total_states: 0,
        }
    }

    /// Writes the head.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, to: &mut dyn Write) -> io::Result<()> {
        let words: [u64; WORDS] = [
            self.kind as u64,
            self.words as u64,
            self.steps as u64,
            self.prime,
            self.step as u64,
            u64::from(self.shift),
            self.limbs as u64,
            self.peak_states as u64,
            self.total_states,
        ];
        words.iter().try_for_each(|word| to.write_all(&word.to_le_bytes()))
    }

    /// Reads a head.
    ///
    /// # Errors
    /// Those of the reader, or inconsistent numbers.
    pub fn read(from: &mut dyn Read) -> io::Result<Head> {
        let mut words = [0; WORDS];
        for word in &mut words {
            *word = read_word(from)?;
        }
        let size = |word: u64| match usize::try_from(word) {
            Ok(size) if word <= MOST_STATES => Ok(size),
            _ => Err(invalid("a number of its head is too large")),
        };
        let [kind, key, steps, prime, step, shift, limbs, peak, total] = words;
        let head = Head {
            kind: match kind {
                1 => Kind::Tables,
                3 => Kind::Sums,
                _ => return Err(invalid("it is of no kind of layers")),
            },
            words: size(key)?,
            steps: size(steps)?,
            prime,
            step: size(step)?,
            shift: u32::try_from(size(shift)?).unwrap_or(u32::MAX),
            limbs: size(limbs)?,
            peak_states: size(peak)?,
            total_states: size(total)? as u64,
        };
        let limbs = 1..=MOST_LIMBS;
        if head.step > head.steps || head.shift > MOST_SHIFT || !limbs.contains(&head.limbs) {
            return Err(invalid("the numbers of its head do not go together"));
        }
        Ok(head)
    }
}

/// More shards than any layer has.
const MOST_SHIFT: u32 = 20;

/// Larger than any number of states, and small enough that sums of several do not overflow.
pub(super) const MOST_STATES: u64 = 1 << 56;
/// More words than any count has.
const MOST_LIMBS: usize = 1 << 12;

/// An error for invalid data, with a message.
pub(super) fn invalid(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

/// One word.
pub(super) fn read_word(from: &mut dyn Read) -> io::Result<u64> {
    let mut bytes = [0; 8];
    from.read_exact(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}
