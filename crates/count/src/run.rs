//! The runs that keep one layer at a time: counting, uniqueness, least cost.
//!
//! Cost: time is the sum of all layers, space the largest two.

use super::budget::{RunBudget, Stats};
use super::keep::{Head, LayerStore, invalid};
use super::layer::{Layer, Source, Workers, expand};
use super::shelf::BlockStore;
use super::system::System;
use super::table::{Combine, Key};
use clew_engine::run::{Budget, Progress, Step, Stop};
use num_bigint::BigUint;
use std::io::{self, Read, Write};
use std::sync::Arc;

/// How a run ended and what it cost.
#[derive(Clone, PartialEq, Debug)]
pub struct Run<T> {
    /// The exact answer, or why there is none.
    pub answer: Result<T, Stop>,
    /// Its cost.
    pub stats: Stats,
}

/// The state shared by runs: the gauge in force, the threads, and the cost so far.
pub struct Runner<'a> {
    pub(super) gauge: RunBudget,
    pub(super) workers: Workers,
    progress: &'a mut dyn Progress,
    stats: Stats,
    keeper: Option<&'a mut dyn LayerStore>,
    shelf: Option<Arc<dyn BlockStore>>,
    /// The lane of the layer from which the run was resumed.
    resumed: Option<&'static str>,
}

impl std::fmt::Debug for Runner<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Runner").field("gauge", &self.gauge).field("stats", &self.stats).finish()
    }
}

impl<'a> Runner<'a> {
    /// Puts limits in force with this many threads (0: one per processor).
    pub fn new(limits: &Budget, threads: usize, progress: &'a mut dyn Progress) -> Runner<'a> {
        let (gauge, workers) = (RunBudget::new(limits), Workers::new(threads));
        let stats = Stats::default();
        Runner { gauge, workers, progress, stats, keeper: None, shelf: None, resumed: None }
    }

    /// The same, storing layers from time to time, and resuming from stored ones. Only counts and
    /// residues do so.
    pub fn keeping(self, keeper: Option<&'a mut dyn LayerStore>) -> Runner<'a> {
        Runner { keeper, ..self }
    }

    /// The same, putting blocks of layers on a shelf if memory is short. Only counts and residues do so, and only by
    /// engines that do not [stay in memory](super::Counting::no_shelf_reason).
    pub fn shelving(self, shelf: Option<Arc<dyn BlockStore>>) -> Runner<'a> {
        Runner { shelf, ..self }
    }

    /// The shelf, if there is one.
    pub(super) fn shelf(&self) -> Option<&Arc<dyn BlockStore>> {
        self.shelf.as_ref()
    }

    /// The cost of the runs so far.
    pub fn stats(&self) -> Stats {
        Stats { peak_bytes: self.gauge.meter().peak(), work: self.gauge.spent(), ..self.stats }
    }

    /// The gauge in force.
    pub fn gauge(&self) -> &RunBudget {
        &self.gauge
    }

    /// The threads.
    pub(super) fn workers(&self) -> &Workers {
        &self.workers
    }

    /// Records states that were held at once, outside layers.
    pub fn held(&mut self, states: usize) {
        self.stats.peak_states = self.stats.peak_states.max(states);
        self.stats.total_states += states as u64;
    }

    /// Records states that were expanded one after the other.
    pub(super) fn looked_at(&mut self, states: u64) {
        self.stats.total_states += states;
    }

    /// The layer of the start state alone; reports that no step is done yet.
    pub fn first<K: Key>(&mut self, p: &System<'_, K>, fold: Combine) -> Result<Layer<K>, Stop> {
        let one = u64::from(!matches!(fold, Combine::Min));
        let layer = Layer::single(&self.gauge, fold, p.start(), &[one])?;
        let bytes = self.gauge.meter().used();
        self.progress.step(Step { done: 0, total: p.steps(), states: 1, bytes });
        Ok(layer)
    }

    /// Layer `step + 1` from layer `step`.
    pub fn advance<K: Key>(
        &mut self,
        p: &System<'_, K>,
        step: usize,
        source: Source<'_, K>,
        limbs: usize,
        fold: Combine,
    ) -> Result<Layer<K>, Stop> {
        self.gauge.poll()?;
        let least = fold == Combine::Min;
        let (gauge, workers) = (&self.gauge, &self.workers);
        let next =
            expand(source, (limbs, 0), fold, gauge, workers, &|sink, buffer, key, value| {
                if least {
                    buffer.each(p, step, key, |to, name| {
                        sink.push(to, &[value[0] + p.cost(step, name)]);
                    });
                } else {
                    buffer.each(p, step, key, |to, _| sink.push(to, value));
                }
            })?;
        self.stepped(p, step, next.len())?;
        Ok(next)
    }

    /// Records the number of states after a step.
    ///
    /// # Errors
    /// [`Stop::Memory`] if one of them did not fit its key.
    pub(super) fn stepped<K: Key>(
        &mut self,
        p: &System<'_, K>,
        step: usize,
        states: usize,
    ) -> Result<(), Stop> {
        self.held(states);
        self.stats.steps += 1;
        let bytes = self.gauge.meter().used();
        self.progress.step(Step { done: step + 1, total: p.steps(), states, bytes });
        if p.is_void() { Err(Stop::Memory) } else { Ok(()) }
    }

    /// Stores a layer of a lane, if there is a keeper and a checkpoint is due.
    pub fn keep(
        &mut self,
        head: Head,
        lane: &'static str,
        states: usize,
        write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    ) {
        let Some(keeper) = self.keeper.as_mut().filter(|_| head.step < head.steps) else { return };
        if !keeper.due() {
            return;
        }
        let Stats { peak_states, total_states, .. } = self.stats;
        let head = Head { peak_states, total_states, ..head };
        keeper.save(lane, states, &mut |to| {
            head.write(to)?;
            write(to)
        });
    }

    /// The stored data of a lane, read by `load`; `None` if there is none of this program. `own` are the
    /// possible headers of layers of the program: they differ in their kind only.
    ///
    /// # Errors
    /// The reason to stop: the stored data cannot be of this program, or does not fit into memory.
    pub fn kept<T>(
        &mut self,
        own: &[Head],
        lane: &'static str,
        load: impl FnOnce(&Head, &mut dyn Read, &RunBudget) -> io::Result<Result<T, Stop>>,
    ) -> Result<Option<(Head, T)>, Stop> {
        let Some(keeper) = self.keeper.as_mut() else { return Ok(None) };
        let Some(mut from) = keeper.open(lane)? else { return Ok(None) };
        let head = match Head::read(&mut from) {
            // Data stored for another modulus is obsolete.
            Ok(head) if own.iter().all(|own| head.prime != own.prime) => return Ok(None),
            // So is data stored with keys that turned out too narrow: this run has wider ones.
            Ok(head) if own.iter().all(|own| head.words < own.words && head.steps == own.steps) => {
                return Ok(None);
            }
            Ok(head) => head,
            Err(why) => return Err(keeper.refuse(lane, why.to_string())),
        };
        let what = |head: &Head| (head.kind, head.words, head.steps);
        if own.iter().all(|own| what(own) != what(&head)) {
            let why = "it is of another program for this puzzle".to_string();
            return Err(keeper.refuse(lane, why));
        }
        let layer = load(&head, &mut from, &self.gauge);
        let layer = layer.and_then(|layer| match from.read(&mut [0]) {
            Ok(1..) if layer.is_ok() => Err(invalid("there is more behind the layer")),
            _ => Ok(layer),
        });
        match layer {
            Ok(Ok(layer)) => {
                keeper.accepted();
                self.resumed = Some(lane);
                self.stats.peak_states = self.stats.peak_states.max(head.peak_states);
                self.stats.total_states = self.stats.total_states.max(head.total_states);
                Ok(Some((head, layer)))
            }
            Ok(Err(stop)) => {
                // A run with more time or memory can continue from it.
                keeper.accepted();
                Err(stop)
            }
            Err(why) => Err(keeper.refuse(lane, why.to_string())),
        }
    }

    /// The run has failed in a way that is impossible for valid data: if it was resumed from a stored layer,
    /// that layer is refused.
    pub fn refuse_resumed(&mut self) -> Option<Stop> {
        let (lane, keeper) = self.resumed.zip(self.keeper.as_mut())?;
        Some(keeper.refuse(lane, "it holds states that this count does not have".to_string()))
    }

    /// The number of words per key of the stored data, if there is any: narrower keys were tried before,
    /// and did not suffice.
    pub fn kept_words(&mut self) -> Result<Option<usize>, Stop> {
        let Some(keeper) = self.keeper.as_mut() else { return Ok(None) };
        let Some(mut from) = keeper.open("")? else { return Ok(None) };
        match Head::read(&mut from) {
            Ok(head) => Ok(Some(head.words)),
            Err(why) => Err(keeper.refuse("", why.to_string())),
        }
    }

    /// The last layer.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn forward<K: Key>(&mut self, p: &System<'_, K>, fold: Combine) -> Result<Layer<K>, Stop> {
        let own = Head::from_system(p);
        self.forward_in("", &own, p, fold, p.steps())
    }

    /// The layer after `until` steps, with checkpoints in a lane, and resumed from there.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn forward_in<K: Key>(
        &mut self,
        lane: &'static str,
        own: &Head,
        p: &System<'_, K>,
        fold: Combine,
        until: usize,
    ) -> Result<Layer<K>, Stop> {
        let kept =
            self.kept(&[*own], lane, |head, from, gauge| Layer::load(from, head, fold, gauge))?;
        let (from, mut layer) = match kept {
            Some((head, layer)) => (head.step, layer),
            None => (0, self.first(p, fold)?),
        };
        for step in from..until {
            let limbs = layer.limbs();
            layer = self.advance(p, step, Source::Consume(layer), limbs, fold)?;
            self.keep_layer(lane, own, step + 1, &layer);
        }
        Ok(layer)
    }

    /// Stores a layer of tables, if a checkpoint is due.
    pub fn keep_layer<K: Key>(
        &mut self,
        lane: &'static str,
        own: &Head,
        step: usize,
        layer: &Layer<K>,
    ) {
        let head = Head { step, shift: layer.shift(), limbs: layer.limbs(), ..*own };
        self.keep(head, lane, layer.len(), &mut |to| layer.save(to));
    }

    /// The number of solutions that end in a last layer.
    pub fn total<K: Key>(&self, p: &System<'_, K>, last: &Layer<K>) -> Result<BigUint, Stop> {
        let mut total = BigUint::ZERO;
        let mut pace = self.gauge.pace();
        for (_, ways) in last.iter().filter(|&(key, _)| p.accepts(key)) {
            pace.tick()?;
            total += big(ways);
        }
        Ok(total)
    }
}

/// Limbs, the lowest first, as a number.
pub fn big(limbs: &[u64]) -> BigUint {
    let halves = limbs.iter().flat_map(|&l| [l as u32, (l >> 32) as u32]).collect();
    BigUint::new(halves)
}

#[cfg(test)]
mod tests {
    use super::super::counting::Counting;
    use super::super::estimate::Sample;
    use super::super::system::{Moves, TransitionSystem};
    use super::*;
    use std::time::Duration;

    /// Walks of a token on a ring of `size` places: stay, or go left or right.
    struct Ring {
        size: u64,
        steps: usize,
    }

    impl TransitionSystem for Ring {
        type Key = u64;
        fn steps(&self) -> usize {
            self.steps
        }
        fn start(&self) -> u64 {
            0
        }
        fn moves(&self, _: usize, key: u64, to: &mut Moves<'_, u64>) {
            to.emit(key, 0);
            to.emit((key + 1) % self.size, 1);
            to.emit((key + self.size - 1) % self.size, 2);
        }
        fn accepts(&self, key: u64) -> bool {
            key == 7
        }
        fn cost(&self, _: usize, name: u32) -> u64 {
            u64::from(name) * 10
        }
    }

    fn truth(r: &Ring) -> BigUint {
        let n = r.size as usize;
        let mut now = vec![BigUint::ZERO; n];
        now[0] = BigUint::from(1u32);
        for _ in 0..r.steps {
            now = (0..n).map(|i| &now[i] + &now[(i + 1) % n] + &now[(i + n - 1) % n]).collect();
        }
        now[7].clone()
    }

    #[test]
    fn counts_past_128_bits_and_any_thread_count_agrees() {
        for size in [11, 50_000] {
            let r = Ring { size, steps: 150 };
            for threads in [1, 2, 5] {
                assert_eq!(
                    Runner::new(&Budget::unlimited(), threads, &mut ()).count(&r),
                    Ok(truth(&r))
                );
            }
        }
    }

    #[test]
    fn estimates_end_where_all_layers_together_are_too_large() {
        let r = Ring { size: 1000, steps: 5 };
        let layers = |total: f64| {
            let sample = Sample { total, ..Sample::new(100) };
            let found =
                Counting::estimate(&r, &sample, &mut Runner::new(&Budget::unlimited(), 1, &mut ()));
            let found = found.unwrap();
            (found.layers, found.cut)
        };
        assert_eq!(layers(36.0), (vec![1.0, 3.0, 5.0, 7.0, 9.0, 11.0], false));
        assert_eq!(layers(15.0), (vec![1.0, 3.0, 5.0, 7.0], true));
    }

    #[test]
    fn wide_layers_agree_with_the_truth() {
        struct Fan;
        impl TransitionSystem for Fan {
            type Key = u128;
            fn steps(&self) -> usize {
                20
            }
            fn start(&self) -> u128 {
                0
            }
            fn moves(&self, _: usize, key: u128, to: &mut Moves<'_, u128>) {
                to.emit(key * 2 % 65_537, 0);
                to.emit((key * 2 + 1) % 65_537, 1);
            }
            fn accepts(&self, key: u128) -> bool {
                key.is_multiple_of(3)
            }
        }
        let mut now = vec![0u64; 65_537];
        now[0] = 1;
        for _ in 0..20 {
            let mut next = vec![0u64; 65_537];
            for (k, &v) in now.iter().enumerate() {
                next[k * 2 % 65_537] += v;
                next[(k * 2 + 1) % 65_537] += v;
            }
            now = next;
        }
        let truth: u64 = now.iter().step_by(3).sum();
        for threads in [1, 2, 3] {
            let mut quiet = ();
            let mut run = Runner::new(&Budget::unlimited(), threads, &mut quiet);
            assert_eq!(run.count(&Fan), Ok(BigUint::from(truth)));
            assert_eq!(run.stats().peak_states, 65_537);
        }
        for memory in [2_000, 60_000, 500_000, 1_000_000, 2_000_000] {
            let mut quiet = ();
            let mut run = Runner::new(&Budget::of_memory(memory), 2, &mut quiet);
            let got = run.count(&Fan);
            // The last may be enough or not, depending on the division of work among threads.
            let enough = memory == 2_000_000 && got == Ok(BigUint::from(truth));
            assert!(enough || got == Err(Stop::Memory), "{memory}");
            assert!(run.stats().peak_bytes <= memory);
        }
    }

    #[test]
    fn costs() {
        let r = Ring { size: 11, steps: 30 };
        let mut quiet = ();
        let mut run = Runner::new(&Budget::unlimited(), 1, &mut quiet);
        // Seven to the right at 10 each beats four to the left at 20.
        assert_eq!(run.best(&r).unwrap().unwrap().0, 70);
        assert_eq!(run.best(&Ring { size: 20, steps: 3 }), Ok(None));
    }

    #[test]
    fn time_and_progress() {
        let r = Ring { size: 11, steps: 30 };
        let late = Budget::unlimited().within(Duration::ZERO);
        assert_eq!(Runner::new(&late, 1, &mut ()).count(&r), Err(Stop::Time));
        let mut seen = Vec::new();
        let mut listen = |s: Step| seen.push((s.done, s.total, s.states));
        Runner::new(&Budget::unlimited(), 1, &mut listen).count(&r).unwrap();
        assert_eq!(seen.len(), 31);
        assert_eq!((seen[0], seen[1], seen[30]), ((0, 30, 1), (1, 30, 3), (30, 30, 11)));
    }
}
