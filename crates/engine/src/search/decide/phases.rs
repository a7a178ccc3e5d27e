//! Phases of atoms, one bit each: a trail entry sets those of a word at once.
//!
//! Source: Pipatsrisawat, Darwiche, "A lightweight component caching scheme for satisfiability
//! solvers", 2007 (phase saving); Biere, Fleury, "Chasing target phases", 2020.

use crate::kernel::{Atom, Entry, Lit};

/// The phase of each atom.
#[derive(Clone, Debug, Default)]
pub(super) struct Phases(Vec<u64>);

impl Phases {
    /// The phases of the atoms of `words` words, all false.
    pub fn new(words: usize) -> Phases {
        Phases(vec![0; words])
    }

    /// New words get the phase false.
    pub fn grow(&mut self, words: usize) {
        self.0.resize(words, 0);
    }

    /// The phase of an atom.
    pub fn phase_of(&self, atom: Atom) -> bool {
        self.0[atom.word()] & atom.mask() != 0
    }

    /// Sets the phase of an atom.
    pub fn set(&mut self, l: Lit) {
        self.tell(l.atom().word(), l.atom().mask(), l.is_positive());
    }

    /// Sets the phases of an entry's atoms to their values in the entry.
    #[inline]
    pub fn see(&mut self, e: Entry) {
        self.tell(e.word(), e.mask, !e.removes());
    }

    #[inline]
    fn tell(&mut self, word: usize, atoms: u64, phase: bool) {
        let phases = &mut self.0[word];
        *phases = if phase { *phases | atoms } else { *phases & !atoms };
    }

    /// Each phase becomes its opposite.
    pub fn turn(&mut self) {
        self.0.iter_mut().for_each(|phases| *phases = !*phases);
    }

    /// Takes over the phases of a trail; others stay.
    pub fn take(&mut self, trail: &TrailPhases) {
        let told = trail.phases.0.iter().zip(&trail.known);
        for (phases, (told, known)) in self.0.iter_mut().zip(told) {
            *phases = *phases & !known | told & known;
        }
    }
}

/// The phases of the longest conflict-free trail since it was last forgotten.
#[derive(Clone, Debug, Default)]
pub(super) struct TrailPhases {
    phases: Phases,
    /// Per word the atoms that the trail had a phase of.
    known: Vec<u64>,
    /// The length of that trail, in literals of decision atoms.
    pub length: u32,
}

impl TrailPhases {
    /// Of no trail.
    pub fn new(words: usize) -> TrailPhases {
        TrailPhases { phases: Phases::new(words), known: vec![0; words], length: 0 }
    }

    /// New words have no phases.
    pub fn grow(&mut self, words: usize) {
        self.phases.grow(words);
        self.known.resize(words, 0);
    }

    /// The phase of an atom, where the trail had one.
    pub fn target_of(&self, atom: Atom) -> Option<bool> {
        (self.known[atom.word()] & atom.mask() != 0).then(|| self.phases.phase_of(atom))
    }

    /// Sees a trail of this length; trails that are no longer than the longest so far are ignored.
    pub fn see(&mut self, trail: &[Entry], length: u32) {
        if length <= self.length {
            return;
        }
        self.length = length;
        for &e in trail {
            self.phases.see(e);
            self.known[e.word()] |= e.mask;
        }
    }

    /// The next trail counts as the longest; phases stay until it sets them.
    pub fn begin_anew(&mut self) {
        self.length = 0;
    }

    /// Forgets the trail with its phases.
    pub fn forget(&mut self) {
        self.length = 0;
        self.known.fill(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Engine;

    /// Two atoms of a word are set together, those of other words and bits stay.
    #[test]
    fn a_trail_tells_phases() {
        let mut engine = Engine::new();
        let x = engine.new_vars(1, 3).at(0);
        let b = engine.new_bools(2);
        let atoms = [0, 1, 2].map(|v| engine.store().atom(x, v));
        let (words, all) =
            (engine.store().words(), [atoms[0], atoms[1], atoms[2], b.at(0), b.at(1)]);
        let of = |phases: &Phases| all.map(|atom| phases.phase_of(atom));
        let mut phases = Phases::new(words);
        phases.set(atoms[0].pos());
        phases.set(b.at(1).pos());
        assert_eq!(of(&phases), [true, false, false, false, true]);
        for l in [atoms[1].pos(), b.at(1).neg()] {
            engine.decide(l);
            engine.fixpoint(&mut ()).expect("nothing constrains");
        }
        let from = engine.store().level_start(1);
        let trail = &engine.store().trail()[from..];
        trail.iter().for_each(|&e| phases.see(e));
        assert_eq!(of(&phases), [false, true, false, false, false]);

        let mut longest = TrailPhases::new(words);
        longest.see(trail, 4);
        assert_eq!(
            all.map(|atom| longest.target_of(atom)),
            [Some(false), Some(true), Some(false), None, Some(false)]
        );
        phases.turn();
        phases.take(&longest);
        assert_eq!(of(&phases), [false, true, false, true, false], "only the fourth is turned");
        longest.see(&[], 5);
        assert_eq!(longest.target_of(atoms[1]), Some(true), "a longer trail adds to it");
        longest.forget();
        assert!(all.iter().all(|&atom| longest.target_of(atom).is_none()));
    }
}
