//! Counts modulo a prime: one word per state for any count.
//!
//! Addition modulo a prime is commutative and exact, so the layers are the same at any number of threads.
//!
//! Source: Enting, Guttmann, *Polygons on the honeycomb lattice*, 1989 (transfer matrices modulo several
//! primes, joined by the Chinese remainder theorem).

use super::Strands;
use super::piles::{Height, expand, written};
use super::pool::{Pool, StateRun};
use crate::keep::{Head, Kind};
use crate::limbs::sum_modulo;
use crate::run::Runner;
use crate::system::System;
use crate::table::{Combine, Key};
use clew_engine::run::Stop;

/// Residues are used when memory is short, so piles hold few duplicates. On open 14x14 boards with rook moves a state
/// takes 16.6 bytes and 139 ns with these values; 15.2 bytes and 195 ns with 6 and 10 eighths, 18.6 bytes and 103 ns
/// if piles are added up once.
const HEIGHT: Height = Height { first: 8, then: 12 };

impl Runner<'_> {
    /// The number of solutions of the system modulo a prime below 2^63.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn residue<K: Key>(&mut self, p: &System<'_, K>, prime: u64) -> Result<u64, Stop> {
        let pool = Pool::new(self.gauge().meter(), self.shelf());
        let fold = Combine::Modulo(prime);
        let own = Head { kind: Kind::Sums, prime, ..Head::from_system(p) };
        let kept = self.kept(&[own], "", |head, from, _| {
            Strands::load(from, head, |from, fits| {
                StateRun::load_records::<K>(from, &pool, (1, fold), fits)
            })
        })?;
        let (from, mut layer) = match kept {
            Some((head, layer)) => (head.step, layer),
            None => (0, written(self.first(p, fold)?, self.making(fold, HEIGHT, &pool))?),
        };
        for step in from..p.steps() {
            self.gauge().poll()?;
            (layer, _) = expand(p, step, (layer, 1), self.making(fold, HEIGHT, &pool))?;
            self.stepped(p, step, layer.len())?;
            let head = Head { step: step + 1, shift: layer.shift, ..own };
            self.keep(head, "", layer.len(), &mut |to| layer.save(to));
        }
        let mut total = 0;
        layer.each_accepted(p, &pool, self.gauge(), &mut |ways| {
            total = sum_modulo(total, ways[0], prime);
        })?;
        Ok(total)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::{Moves, TransitionSystem};
    use clew_engine::run::Budget;

    /// A system in which every state leads to two of a given number of states.
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

    /// With a shelf, memory far too small for the layers is enough.
    #[test]
    fn a_shelf_takes_what_memory_does_not_hold() {
        use crate::strands::pool::tests::Heap;
        use std::sync::Arc;
        use std::sync::atomic::Ordering::Relaxed;

        let fan = Fan(150_001);
        let mut quiet = ();
        let prime = 10_007;
        let expected =
            Runner::new(&Budget::unlimited(), 1, &mut quiet).residue(&fan, prime).unwrap();
        let memory = 1_700_000;
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
