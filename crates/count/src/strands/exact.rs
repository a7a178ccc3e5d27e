//! Exact counts of large layers.
//!
//! A count begins with tables. A large layer with few moves per state, or one for which two tables may not fit into
//! memory, is written into strands, and the count stays with strands from there on ([`mod@super::piles`]).

use super::Strands;
use super::piles::{Height, expand, written};
use super::pool::{Pool, StateRun};
use crate::keep::{Head, Kind};
use crate::layer::{Layer, Source};
use crate::run::{Runner, big};
use crate::system::System;
use crate::table::{Combine, Key};
use clew_engine::run::Stop;
use num_bigint::BigUint;

/// More states than this are large: their tables no longer fit the processor's caches.
const LARGE: usize = 1 << 18;
/// Strands are faster if fewer moves than this lead to a state on average: each of them is written and read once
/// more than with tables. On rook boards there are 1.5, on hexagons 2.2, with king moves 3.3.
const FEW: usize = 2;
/// The maximal memory of a step of tables, as a multiple of the bytes of the layer that it begins with: that
/// layer, the next one, and space for it to grow.
const STEP: (usize, usize) = (13, 5);
/// Piles are added up early only if many moves lead to few states.
const HEIGHT: Height = Height { first: 24, then: 16 };

/// A layer of exact counts.
enum Exactly<K> {
    Tables(Layer<K>),
    /// The strands, and the number of words of their widest number.
    Strands(Strands, usize),
}

impl Runner<'_> {
    /// The exact number of solutions of the system.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn count<K: Key>(&mut self, p: &System<'_, K>) -> Result<BigUint, Stop> {
        let pool = Pool::new(self.gauge().meter(), self.shelf());
        let of_tables = Head::from_system(p);
        let of_strands = Head { kind: Kind::Sums, ..of_tables };
        let kept = self.kept(&[of_tables, of_strands], "", |head, from, gauge| {
            Ok(match head.kind {
                Kind::Tables => Layer::load(from, head, Combine::Sum, gauge)?.map(Exactly::Tables),
                _ => Strands::load(from, head, |from, fits| {
                    StateRun::load_records::<K>(from, &pool, (head.limbs, Combine::Sum), fits)
                })?
                .map(|strands| Exactly::Strands(strands, head.limbs)),
            })
        })?;
        let (from, mut layer) = match kept {
            Some((head, layer)) => (head.step, layer),
            None => (0, Exactly::Tables(self.first(p, Combine::Sum)?)),
        };
        let (mut moves, mut states) = (0, 0);
        for step in from..p.steps() {
            self.gauge().poll()?;
            let source = match layer {
                Exactly::Tables(tables) if !self.is_large(&tables, moves < FEW * states) => {
                    let limbs = tables.limbs();
                    let next =
                        self.advance(p, step, Source::Consume(tables), limbs, Combine::Sum)?;
                    (moves, states) = (moves + next.moves(), states + next.len());
                    self.keep_layer("", &of_tables, step + 1, &next);
                    layer = Exactly::Tables(next);
                    continue;
                }
                Exactly::Tables(tables) => {
                    let limbs = tables.limbs();
                    (written(tables, self.making(Combine::Sum, HEIGHT, &pool))?, limbs)
                }
                Exactly::Strands(strands, limbs) => (strands, limbs),
            };
            let how = self.making(Combine::Sum, HEIGHT, &pool);
            let (next, limbs) = expand(p, step, source, how)?;
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
        last.each_accepted(p, pool, self.gauge(), &mut |ways| total += big(ways))?;
        Ok(total)
    }

    /// Whether strands are better than tables for the next step: if the layer is large and `few` moves lead to a
    /// state, or if tables may not fit into memory.
    fn is_large<K: Key>(&self, tables: &Layer<K>, few: bool) -> bool {
        let most = self.gauge().meter().limit() / STEP.0 * STEP.1;
        few && tables.len() > LARGE || tables.bytes() > most
    }
}

#[cfg(test)]
mod tests {
    use super::super::pool::tests::Heap;
    use super::*;
    use crate::keep::LayerStore;
    use crate::system::{Moves, TransitionSystem};
    use clew_engine::run::Budget;
    use std::io::{self, Read, Write};
    use std::sync::Arc;
    use std::sync::atomic::Ordering::Relaxed;

    /// A system in which every state leads to `moves` of `states` states.
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

    #[test]
    fn large_layers_go_into_strands_unasked() {
        let fan = Fan { states: 3 * LARGE as u64 / 2 + 1, moves: 2, steps: 21 };
        let mut quiet = ();
        let mut run = Runner::new(&Budget::unlimited(), 2, &mut quiet);
        let found = run.count(&fan).unwrap();
        assert!(run.stats().peak_states > LARGE);
        assert!(run.stats().peak_bytes < 60 * run.stats().peak_states, "{:?}", run.stats());
        let tables = run.forward(&fan, Combine::Sum).unwrap();
        assert_eq!(run.total(&fan, &tables).unwrap(), found);
    }

    /// With a shelf, memory far too small for the layers is enough.
    #[test]
    fn a_shelf_takes_what_memory_does_not_hold() {
        let expected = count(&WIDE, usize::MAX, 1).0;
        let memory = 1_500_000;
        assert_eq!(count(&WIDE, memory, 1).0, Err(Stop::Memory));
        for threads in [1, 2, 9] {
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

    impl LayerStore for Memory {
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
