//! Phases of atoms, one bit each: a trail entry sets those of a word at once.
//!
//! Source: Pipatsrisawat, Darwiche, "A lightweight component caching scheme for satisfiability
//! solvers", 2007 (phase saving); Biere, Fleury, "Chasing target phases", 2020.

use crate::kernel::{Atom, Entry, Lit};

/// No block.
const NONE: u32 = u32::MAX;

/// The words whose atoms may be decided, numbered: domains are often wide and never decided.
#[derive(Clone, Debug, Default)]
pub(super) struct Blocks {
    /// Per word its block, or `NONE`.
    of: Vec<u32>,
    blocks: u32,
}

impl Blocks {
    /// Of `words` words those that `wanted` names.
    pub fn new(words: usize, wanted: impl Fn(usize) -> bool) -> Blocks {
        let mut blocks = Blocks { of: vec![NONE; words], blocks: 0 };
        (0..words).filter(|&word| wanted(word)).for_each(|word| blocks.add(word));
        blocks
    }

    /// A word gets a block, unless it has one.
    pub fn add(&mut self, word: usize) {
        if self.of[word] == NONE {
            self.of[word] = self.blocks;
            self.blocks += 1;
        }
    }

    /// All words up to `words` that are new get blocks.
    pub fn grow(&mut self, words: usize) {
        for word in self.of.len()..words {
            self.of.push(NONE);
            self.add(word);
        }
    }

    /// The number of words.
    pub fn words(&self) -> usize {
        self.of.len()
    }

    /// The number of blocks.
    pub fn len(&self) -> usize {
        self.blocks as usize
    }

    /// The block of a word; words that were created since the last growth have none.
    #[inline]
    pub fn of(&self, word: usize) -> Option<usize> {
        let block = *self.of.get(word)?;
        (block != NONE).then_some(block as usize)
    }
}

/// The phase of each atom of a block.
#[derive(Clone, Debug, Default)]
pub(super) struct Phases(Vec<u64>);

impl Phases {
    /// The phases of the atoms of `blocks` blocks, all false.
    pub fn new(blocks: usize) -> Phases {
        Phases(vec![0; blocks])
    }

    /// New blocks get the phase false.
    pub fn grow(&mut self, blocks: usize) {
        self.0.resize(blocks, 0);
    }

    /// The phase of an atom of a block.
    pub fn phase_of(&self, block: usize, atom: Atom) -> bool {
        self.0[block] & atom.mask() != 0
    }

    /// Sets the phase of an atom of a block.
    pub fn set(&mut self, block: usize, l: Lit) {
        self.tell(block, l.atom().mask(), l.is_positive());
    }

    /// Sets the phases of an entry's atoms, all of a block, to their values in the entry.
    #[inline]
    pub fn see(&mut self, block: usize, e: Entry) {
        self.tell(block, e.mask, !e.removes());
    }

    #[inline]
    fn tell(&mut self, block: usize, atoms: u64, phase: bool) {
        let phases = &mut self.0[block];
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
    /// Per block the atoms that the trail had a phase of.
    known: Vec<u64>,
    /// The length of that trail, in literals of decision atoms.
    pub length: u32,
}

impl TrailPhases {
    /// Of no trail.
    pub fn new(blocks: usize) -> TrailPhases {
        TrailPhases { phases: Phases::new(blocks), known: vec![0; blocks], length: 0 }
    }

    /// New blocks have no phases.
    pub fn grow(&mut self, blocks: usize) {
        self.phases.grow(blocks);
        self.known.resize(blocks, 0);
    }

    /// The phase of an atom of a block, where the trail had one.
    pub fn target_of(&self, block: usize, atom: Atom) -> Option<bool> {
        (self.known[block] & atom.mask() != 0).then(|| self.phases.phase_of(block, atom))
    }

    /// Sees a trail of this length; trails that are no longer than the longest so far are ignored.
    pub fn see(&mut self, trail: &[Entry], length: u32, blocks: &Blocks) {
        if length <= self.length {
            return;
        }
        self.length = length;
        for &e in trail {
            if let Some(block) = blocks.of(e.word()) {
                self.phases.see(block, e);
                self.known[block] |= e.mask;
            }
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
        // The words in turned order.
        let mut blocks = Blocks::new(words, |word| word == 1);
        blocks.add(0);
        let at = |atom: Atom| blocks.of(atom.word()).expect("both have blocks");
        let of = |phases: &Phases| all.map(|atom| phases.phase_of(at(atom), atom));
        let mut phases = Phases::new(words);
        phases.set(1, atoms[0].pos());
        phases.set(0, b.at(1).pos());
        assert_eq!(of(&phases), [true, false, false, false, true]);
        for l in [atoms[1].pos(), b.at(1).neg()] {
            engine.decide(l);
            engine.fixpoint(&mut ()).expect("nothing constrains");
        }
        let from = engine.store().level_start(1);
        let trail = &engine.store().trail()[from..];
        trail.iter().for_each(|&e| phases.see(blocks.of(e.word()).expect("both"), e));
        assert_eq!(of(&phases), [false, true, false, false, false]);

        let mut longest = TrailPhases::new(words);
        longest.see(trail, 4, &blocks);
        assert_eq!(
            all.map(|atom| longest.target_of(at(atom), atom)),
            [Some(false), Some(true), Some(false), None, Some(false)]
        );
        phases.turn();
        phases.take(&longest);
        assert_eq!(of(&phases), [false, true, false, true, false], "only the fourth is turned");
        longest.see(&[], 5, &blocks);
        assert_eq!(longest.target_of(1, atoms[1]), Some(true), "a longer trail adds to it");
        longest.forget();
        assert!(all.iter().all(|&atom| longest.target_of(at(atom), atom).is_none()));
    }
}
