//! The open atom to decide: by activity in recent conflicts, kept in a heap; and its phase: the
//! last one.
//!
//! Source: Moskewicz et al., "Chaff", 2001 (VSIDS); Pipatsrisawat, Darwiche, "A lightweight
//! component caching scheme for satisfiability solvers", 2007 (phase saving).

use super::Decider;
use super::heap::Heap;
use super::phases::{Blocks, Phases, TrailPhases};
use crate::kernel::{Atom, Engine, Entry, Group, Halt, Lit, StepCounter, Store, bits};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// Not a decision atom.
const NONE: u32 = u32::MAX;
/// Activities are scaled down beyond this.
const HUGE: f64 = 1e100;
/// The activity assumed for an atom without any, in units of a conflict now.
const IDLE: f64 = 0.1;
/// Conflicts until phases are first reset, by default.
const REPHASE: u64 = 1000;

/// Decision atoms with activities, phases and a binary heap of those that may be open.
#[derive(Clone, Debug)]
pub struct Activity {
    blocks: Blocks,
    /// Per block the slots of its atoms, or `NONE`.
    slots: Vec<[u32; 64]>,
    /// Per block which atoms are decision atoms.
    mask: Vec<u64>,
    atoms: Vec<Atom>,
    score: Vec<f64>,
    /// The phases of all atoms of blocks; only those of decision atoms are meaningful.
    phases: Phases,
    /// The initial phases.
    first_phases: Phases,
    target: TrailPhases,
    best: TrailPhases,
    /// The atoms that may be open.
    heap: Heap,
    /// Per block the atoms that were taken out of their heap.
    out: Vec<u64>,
    /// Atoms that are decided last, if requested: see [`Activity::set_aside`].
    aside: Option<Heap>,
    step: f64,
    decay: f64,
    /// Conflicts so far, and the number at which phases are next reset.
    conflicts: u64,
    next_rephase: u64,
    /// Conflicts until phases are first reset, and the number of resets.
    rephase: u64,
    rephases: u64,
}

impl Activity {
    /// All open atoms of the groups. Earlier groups, and within a group variables with fewer values,
    /// start slightly ahead. A seed other than 0 perturbs that order.
    ///
    /// # Errors
    /// [`Halt::Interrupted`]: there may be millions of them.
    pub fn new(engine: &Engine, groups: &[Group], decay: f64, seed: u64) -> Result<Activity, Halt> {
        let (store, counter) = (engine.store(), engine.step_counter());
        let mut a = Activity {
            // An order literal may become a decision atom later, a value may not.
            blocks: Blocks::new(store.words(), |word| store.owner(word).is_none()),
            slots: Vec::new(),
            mask: Vec::new(),
            atoms: Vec::new(),
            score: Vec::new(),
            phases: Phases::default(),
            first_phases: Phases::default(),
            target: TrailPhases::default(),
            best: TrailPhases::default(),
            heap: Heap::default(),
            out: Vec::new(),
            aside: None,
            step: 1.0,
            decay,
            conflicts: 0,
            next_rephase: REPHASE,
            rephase: REPHASE,
            rephases: 0,
        };
        a.extend_blocks();
        for (i, g) in groups.iter().enumerate() {
            let rank = (groups.len() - i) as f64;
            let mut asked = Ok(());
            g.each_atom(engine, |atom| {
                if asked.is_ok() {
                    a.enter(store, atom, rank, g);
                    asked = counter.spend(1);
                }
            });
            asked?;
        }
        if seed != 0 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            a.score.iter_mut().for_each(|s| *s += rng.random_range(0.0..2e-3));
        }
        a.first_phases = a.phases.clone();
        a.target = TrailPhases::new(a.blocks.len());
        a.best = TrailPhases::new(a.blocks.len());
        a.heap = Heap::from_scores(&a.score, &counter)?;
        Ok(a)
    }

    /// The same before any conflict, with the atoms that are not `first` set aside, so that
    /// [`Activity::best`] never chooses them.
    ///
    /// # Errors
    /// [`Halt::Interrupted`].
    pub fn set_aside(
        self,
        first: impl Fn(Atom) -> bool,
        counter: &StepCounter<'_>,
    ) -> Result<Activity, Halt> {
        let part = |wanted: bool| {
            let slots = self.heap.slots().map(|s| (s, self.score[s as usize]));
            let slots = slots.filter(|&(s, _)| first(self.atoms[s as usize]) == wanted);
            Heap::new(self.atoms.len(), slots, counter)
        };
        let (heap, aside) = (part(true)?, part(false)?);
        Ok(Activity { heap, aside: Some(aside), ..self })
    }

    /// The same, with phases first reset after the given number of conflicts; the distance grows
    /// linearly.
    pub fn rephasing(self, conflicts: u64) -> Activity {
        Activity { rephase: conflicts, next_rephase: conflicts, ..self }
    }

    fn enter(&mut self, store: &Store, atom: Atom, rank: f64, group: &Group) {
        if !store.is_open(atom) || self.slot_of(atom) != NONE {
            return;
        }
        let (bias, phase) = match *group {
            Group::Vars { .. } => {
                let (x, _) = store.meaning(atom).expect("a group of variables");
                (1.0 / f64::from(store.size(x)), true)
            }
            Group::Bools { prefer, .. } => (0.0, prefer),
        };
        self.blocks.add(atom.word());
        self.extend_blocks();
        let block = self.new_slot(atom);
        self.score.push((rank + bias) * 1e-3);
        self.phases.set(block, atom.lit(phase));
    }

    /// The next slot is that of an atom of a block, which is returned.
    fn new_slot(&mut self, atom: Atom) -> usize {
        let block = self.blocks.of(atom.word()).expect("decision atoms have blocks");
        self.slots[block][atom.index() & 63] = self.atoms.len() as u32;
        self.mask[block] |= atom.mask();
        self.atoms.push(atom);
        block
    }

    #[inline]
    fn slot_of(&self, atom: Atom) -> u32 {
        self.blocks.of(atom.word()).map_or(NONE, |block| self.slots[block][atom.index() & 63])
    }

    /// Grows the arrays for atoms of words created since the last call.
    fn grow(&mut self, words: usize) {
        if words > self.blocks.words() {
            self.blocks.grow(words);
            self.extend_blocks();
            let blocks = self.blocks.len();
            self.first_phases.grow(blocks);
            self.target.grow(blocks);
            self.best.grow(blocks);
        }
    }

    /// Grows the arrays of blocks.
    fn extend_blocks(&mut self) {
        let blocks = self.blocks.len();
        self.slots.resize(blocks, [NONE; 64]);
        self.mask.resize(blocks, 0);
        self.out.resize(blocks, 0);
        self.phases.grow(blocks);
    }

    /// An order literal becomes a decision atom.
    fn adopt(&mut self, atom: Atom) {
        let s = self.atoms.len() as u32;
        self.new_slot(atom);
        self.score.push(0.0);
        self.heap.grow();
        if let Some(aside) = &mut self.aside {
            aside.grow();
        }
        self.aside.as_mut().unwrap_or(&mut self.heap).add(s, 0.0);
    }

    /// Compares the conflict-free part of the trail with the longest seen.
    fn watch_trail(&mut self, trail: &[Entry]) {
        let decided = |e: &Entry| self.blocks.of(e.word()).map_or(0, |b| e.mask & self.mask[b]);
        let length = trail.iter().map(|e| decided(e).count_ones()).sum();
        self.target.see(trail, length, &self.blocks);
        self.best.see(trail, length, &self.blocks);
    }

    /// Restarts the search for long trails: with the phases of the longest trail so far, the first
    /// phases, or their opposites, in turn.
    fn rephase(&mut self, round: u64) {
        match round % 6 {
            0 | 2 | 4 => self.phases.take(&self.best),
            1 => self.phases.clone_from(&self.first_phases),
            3 => {
                self.phases.clone_from(&self.first_phases);
                self.phases.turn();
            }
            _ => self.phases.turn(),
        }
        self.best.begin_anew();
        self.target.forget();
    }

    /// The open atom that is worth most, the first of equals; none of those set aside. `worth` gets an
    /// open atom, its activity, which is never 0, so that atoms without any still compare, and the best
    /// worth so far; it excludes an atom, or one that is worth less, by `None`. `least` returns a lower
    /// bound on the activity that an atom needs for a given worth; the heap is walked down to this
    /// activity only.
    ///
    /// Time: linear in the number of atoms that are active enough.
    pub fn best(
        &mut self,
        store: &Store,
        worth: impl Fn(Atom, f64, f64) -> Option<f64>,
        least: impl Fn(f64) -> f64,
    ) -> Option<Atom> {
        let (idle, atoms) = (IDLE * self.step, &self.atoms);
        let mut best: Option<(f64, Atom)> = None;
        let mut floor = f64::NEG_INFINITY;
        self.heap.walk(|s, score| {
            let atom = atoms[s as usize];
            if store.is_open(atom)
                && let Some(w) = worth(atom, score + idle, best.map_or(0.0, |(b, _)| b))
                && best.is_none_or(|(b, first)| w > b || (w == b && atom < first))
            {
                best = Some((w, atom));
                floor = least(w) - idle;
            }
            floor
        });
        best.map(|(_, atom)| atom)
    }

    /// The activity of a decision atom as passed by [`Activity::best`].
    #[cfg(test)]
    pub fn activity_of(&self, atom: Atom) -> Option<f64> {
        let s = self.slot_of(atom);
        (s != NONE).then(|| self.score[s as usize] + IDLE * self.step)
    }

    /// A decision atom with `fixed` as its phase, else the phase it had last. With `targeted`, the
    /// phase of the longest trail goes before either.
    pub fn phased(&self, atom: Atom, targeted: bool, fixed: Option<bool>) -> Lit {
        let block = self.blocks.of(atom.word()).expect("decision atoms have blocks");
        let target = if targeted { self.target.target_of(block, atom) } else { None };
        atom.lit(target.or(fixed).unwrap_or_else(|| self.phases.phase_of(block, atom)))
    }

    /// A conflict involved this atom.
    #[inline]
    pub(super) fn bump(&mut self, atom: Atom) {
        let s = self.slot_of(atom);
        if s == NONE {
            return;
        }
        let score = &mut self.score[s as usize];
        *score += self.step;
        if *score > HUGE {
            self.score.iter_mut().for_each(|score| *score /= HUGE);
            self.heap.scale_down(HUGE);
            self.aside.iter_mut().for_each(|aside| aside.scale_down(HUGE));
            self.step /= HUGE;
        }
        // It is in at most one of them.
        let score = self.score[s as usize];
        self.heap.raise(s, score);
        if let Some(aside) = &mut self.aside {
            aside.raise(s, score);
        }
    }

    /// A conflict is done: older bumps count less from now on.
    pub(super) fn decay(&mut self) {
        self.step /= self.decay;
    }

    /// The atoms of an entry that is being undone may be decided again; they keep their phase.
    #[inline]
    fn give_back(&mut self, e: Entry) {
        let Some(block) = self.blocks.of(e.word()) else { return };
        self.phases.see(block, e);
        let back = e.mask & self.out[block];
        self.out[block] &= !back;
        for b in bits(back) {
            let s = self.slots[block][b as usize & 63];
            // Only this heap's atoms are ever taken out.
            self.aside.as_mut().unwrap_or(&mut self.heap).add(s, self.score[s as usize]);
        }
    }

    /// The most active open atom with its phase, among those set aside if there are any; `None` if
    /// all are decided. With `targeted`, the phase of the longest trail goes before the last one.
    pub(super) fn most_active(&mut self, store: &Store, targeted: bool) -> Option<Lit> {
        loop {
            let s = self.aside.as_mut().unwrap_or(&mut self.heap).pop()?;
            let atom = self.atoms[s as usize];
            let block = self.blocks.of(atom.word()).expect("decision atoms have blocks");
            self.out[block] |= atom.mask();
            if store.is_open(atom) {
                return Some(self.phased(atom, targeted, None));
            }
        }
    }
}

impl Decider for Activity {
    fn next(&mut self, engine: &Engine, patient: bool) -> Option<Lit> {
        self.most_active(engine.store(), patient)
    }

    fn involved(&mut self, lits: &[Lit]) {
        lits.iter().for_each(|l| self.bump(l.atom()));
    }

    fn learnt(&mut self, engine: &Engine, patient: bool) {
        if patient {
            let free = engine.store().level_start(engine.level());
            self.watch_trail(&engine.store().trail()[1..free]);
        }
        self.conflicts += 1;
        if self.conflicts >= self.next_rephase {
            self.rephase(self.rephases);
            self.rephases += 1;
            self.next_rephase = self.conflicts + self.rephase * (self.rephases + 1);
        }
        self.decay();
    }

    /// Order literals of learnt clauses are decided as any atoms are.
    fn made(&mut self, engine: &Engine, clause: &[Lit]) {
        let store = engine.store();
        self.grow(store.words());
        for a in clause.iter().map(|l| l.atom()) {
            if store.order(a).is_some() && self.slot_of(a) == NONE {
                self.adopt(a);
            }
        }
    }

    fn undone(&mut self, entries: &[Entry]) {
        entries.iter().rev().for_each(|&e| self.give_back(e));
    }

    fn prefer(&mut self, l: Lit) {
        if let Some(block) = self.blocks.of(l.atom().word()) {
            self.phases.set(block, l);
        }
    }

    fn phase(&self, l: Lit) -> Lit {
        match self.slot_of(l.atom()) {
            NONE => l,
            _ => self.phased(l.atom(), false, None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Interrupt;
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

    /// Booleans that prefer to be false, and their activity.
    fn bools(n: u32) -> (Engine, Activity, impl Fn(u32) -> Atom) {
        let mut engine = Engine::new();
        let first = engine.new_bools(n);
        let groups = [Group::Bools { bools: first, prefer: false }];
        let activity =
            Activity::new(&engine, &groups, 0.5, 0).expect("this counter never interrupts");
        (engine, activity, move |i| first.at(i))
    }

    fn decide(engine: &mut Engine, l: Lit) {
        engine.decide(l);
        engine.fixpoint(&mut ()).expect("nothing constrains");
    }

    /// Undoes everything above a level, as a learner does.
    fn backtrack(engine: &mut Engine, activity: &mut Activity, level: u32) {
        let from = engine.store().level_start(level + 1);
        activity.undone(&engine.store().trail()[from..]);
        engine.backtrack(level);
    }

    #[test]
    fn late_conflicts_count_for_more_and_what_is_undone_comes_back() {
        let (mut engine, mut activity, atom) = bools(8);
        activity.involved(&[atom(3).pos(), atom(5).pos(), atom(5).neg(), atom(5).pos()]);
        activity.decay();
        // A bump counts twice as much as one from a conflict earlier.
        activity.involved(&[atom(6).neg()]);
        activity.decay();
        activity.involved(&[atom(3).pos()]);
        let mut order = Vec::new();
        for _ in 0..3 {
            let l = activity.next(&engine, false).expect("five are open");
            assert!(!l.is_positive(), "what the group prefers");
            order.push(l.atom());
            decide(&mut engine, !l);
        }
        assert_eq!(order, [atom(3), atom(5), atom(6)]);
        backtrack(&mut engine, &mut activity, 1);
        let next = activity.next(&engine, false).expect("seven are open");
        assert_eq!(next, atom(5).pos(), "decided again, the way it went last");
    }

    /// The longest trail's phases go before the last ones while restarts are rare.
    #[test]
    fn phases_of_the_longest_trail_are_the_target() {
        let (mut engine, mut activity, atom) = bools(4);
        (0..4).for_each(|i| decide(&mut engine, atom(i).pos()));
        // The failure is at the last level: the trail before it has three literals.
        activity.learnt(&engine, true);
        backtrack(&mut engine, &mut activity, 0);
        decide(&mut engine, atom(0).neg());
        decide(&mut engine, atom(1).neg());
        activity.learnt(&engine, true);
        backtrack(&mut engine, &mut activity, 0);
        activity.involved(&[atom(0).pos()]);
        assert_eq!(activity.next(&engine, true), Some(atom(0).pos()), "of three literals, not one");
        decide(&mut engine, atom(0).pos());
        backtrack(&mut engine, &mut activity, 0);
        activity.prefer(atom(0).neg());
        assert_eq!(activity.next(&engine, false), Some(atom(0).neg()));
    }

    /// Scores are scaled down before they overflow; the order stays.
    #[test]
    fn scores_stay_finite() {
        let (engine, mut activity, atom) = bools(3);
        for _ in 0..2000 {
            activity.involved(&[atom(1).pos()]);
            activity.learnt(&engine, false);
        }
        activity.involved(&[atom(2).pos(), atom(2).neg()]);
        assert!((0..3).all(|i| activity.activity_of(atom(i)).is_some_and(f64::is_finite)));
        assert_eq!(activity.next(&engine, false).map(Lit::atom), Some(atom(2)));
    }

    /// Before any conflict earlier groups come first, and within a group variables with fewer values; of equals
    /// the first.
    #[test]
    fn earlier_groups_and_smaller_domains_begin_ahead() {
        let mut engine = Engine::new();
        let bools = engine.new_bools(2);
        let vars = engine.new_vars(3, 4);
        let (x, y, z) = (vars.at(0), vars.at(1), vars.at(2));
        let atom = |engine: &Engine, x, v| engine.store().atom(x, v);
        engine.assert(atom(&engine, y, 0).neg()).expect("three are left");
        let later = Group::Bools { bools, prefer: false };
        let groups = [Group::Vars(vars), later];
        let mut activity =
            Activity::new(&engine, &groups, 0.9, 0).expect("this counter never interrupts");
        let score = |a: Atom| activity.activity_of(a).expect("a decision atom");
        let (small, large) = (score(atom(&engine, y, 1)), score(atom(&engine, x, 1)));
        assert!(small > large && large > score(bools.at(0)));
        assert_eq!(large, score(atom(&engine, z, 3)));
        assert_eq!(activity.activity_of(atom(&engine, y, 0)), None, "it is decided");
        // A group's rank is worth more than any domain: a third of a thousandth at the most.
        assert!(((small - large) * 1e3 - (1.0 / 3.0 - 1.0 / 4.0)).abs() < 1e-9);
        let mut order = Vec::new();
        while let Some(l) = activity.next(&engine, false) {
            order.push(l.atom());
        }
        let of = |x, values: std::ops::Range<u32>| values.map(move |v| (x, v));
        let mut expected: Vec<Atom> = (of(y, 1..4).chain(of(x, 0..4)).chain(of(z, 0..4)))
            .map(|(x, v)| atom(&engine, x, v))
            .collect();
        expected.extend([bools.at(0), bools.at(1)]);
        assert_eq!(order.len(), expected.len());
        assert_eq!(order[0].word(), expected[0].word(), "the smaller domain");
        assert!(order[..3].iter().all(|a| expected[..3].contains(a)), "the smallest domain first");
        assert!(order[3..11].iter().all(|a| expected[3..11].contains(a)), "then the others");
        assert!(order[11..].iter().all(|a| expected[11..].contains(a)), "then the later group");
    }

    /// Construction polls the interrupt while atoms are entered and while they are sorted.
    #[test]
    fn making_it_can_be_interrupted() {
        let mut engine = Engine::new();
        let groups = [Group::Bools { bools: engine.new_bools(1000), prefer: false }];
        for questions in [0, 500, 1500] {
            let asked = AtomicU32::new(0);
            let raised = move || asked.fetch_add(1, Relaxed) >= questions;
            engine.set_interrupt(Some(Interrupt::new(raised).every(1)));
            assert_eq!(Activity::new(&engine, &groups, 0.9, 0).err(), Some(Halt::Interrupted));
        }
    }

    /// Atoms set aside are never the best, and are the only ones chosen by activity alone.
    #[test]
    fn what_is_set_aside_is_decided_otherwise() {
        let (mut engine, activity, atom) = bools(6);
        let first = |a| a == atom(1) || a == atom(4);
        let mut activity = activity
            .set_aside(first, &StepCounter::new(None))
            .expect("this counter never interrupts");
        activity.involved(&[atom(0).pos(), atom(0).neg(), atom(4).pos()]);
        let worth = |_: Atom, active: f64, _: f64| Some(active);
        assert_eq!(activity.best(engine.store(), worth, |w| w), Some(atom(4)));
        let mut rest = Vec::new();
        while let Some(l) = activity.next(&engine, false) {
            decide(&mut engine, l);
            rest.push(l.atom());
        }
        assert_eq!(rest.len(), 4);
        assert_eq!(rest[0], atom(0), "the most active of them");
        assert!([2, 3, 5].iter().all(|&i| rest.contains(&atom(i))));
        // Undone atoms can be chosen again, the other two have not moved.
        backtrack(&mut engine, &mut activity, 0);
        assert_eq!(activity.next(&engine, false).map(Lit::atom), Some(atom(0)));
        assert_eq!(activity.best(engine.store(), worth, |w| w), Some(atom(4)));
    }

    /// Phases are reset at growing distances in conflicts; in turn to those of the longest trail, to the first
    /// ones, to the longest trail's, and to the opposites of the first.
    #[test]
    fn phases_are_reset_in_turn() {
        let (mut engine, activity, atom) = bools(2);
        let mut activity = activity.rephasing(3);
        let phases = |a: &Activity| [0, 1].map(|i| a.phase(atom(i).pos()).is_positive());
        assert_eq!(phases(&activity), [false, false]);
        decide(&mut engine, atom(0).pos());
        decide(&mut engine, atom(1).pos());
        // The trail before the last level is the longest without a conflict: it has the first atom.
        activity.learnt(&engine, true);
        backtrack(&mut engine, &mut activity, 0);
        activity.prefer(atom(0).neg());
        assert_eq!(phases(&activity), [false, true]);
        activity.learnt(&engine, false);
        assert_eq!(phases(&activity), [false, true], "not yet");
        activity.learnt(&engine, false);
        assert_eq!(phases(&activity), [true, true], "the longest trail's");
        (0..5).for_each(|_| activity.learnt(&engine, false));
        assert_eq!(phases(&activity), [true, true], "six conflicts from the last time");
        activity.learnt(&engine, false);
        assert_eq!(phases(&activity), [false, false], "the first ones");
        (0..9).for_each(|_| activity.learnt(&engine, false));
        assert!(phases(&activity)[0], "the longest trail's");
        activity.prefer(atom(0).neg());
        (0..11).for_each(|_| activity.learnt(&engine, false));
        assert!(!phases(&activity)[0], "twelve conflicts this time");
        activity.learnt(&engine, false);
        assert_eq!(phases(&activity), [true, true], "the opposites of the first");
    }

    /// The length of a trail counts its decision atoms only.
    #[test]
    fn trails_are_as_long_as_their_decision_atoms() {
        let mut engine = Engine::new();
        let bools = engine.new_bools(12);
        let decided = Group::Bools { bools: bools.part(0, 4), prefer: false };
        let mut activity =
            Activity::new(&engine, &[decided], 0.5, 0).expect("this counter never interrupts");
        let targeted = |activity: &Activity| activity.phased(bools.at(0), true, None);
        for i in [0, 1, 2] {
            decide(&mut engine, bools.at(i).pos());
        }
        activity.learnt(&engine, true);
        assert_eq!(targeted(&activity), bools.at(0).pos(), "two are before the last level");
        backtrack(&mut engine, &mut activity, 0);
        decide(&mut engine, bools.at(0).neg());
        for i in 5..12 {
            decide(&mut engine, bools.at(i).pos());
        }
        activity.learnt(&engine, true);
        assert_eq!(targeted(&activity), bools.at(0).pos(), "one and six others");
        assert_eq!(activity.target.length, 2);
    }
}
