//! Which trail entry made each literal true.
//!
//! Up to the first wide variable there is a number for each atom. From there on a word has a page of numbers only when a
//! second entry changes it: where a wide variable is fixed, one entry takes all that is left of a word, and that entry is
//! enough. So a board with thousands of labels does not remember a number for each cell and label.

use crate::kernel::ids::{Lit, bits};
use crate::kernel::reason::Entry;

/// Marks a word without a page; the rest is the last entry that changed it, 0 for none.
const LONE: u32 = 1 << 31;
/// Variables of more words than this are wide.
const NARROW: u32 = 8;

/// Per literal the trail entry that made it true; 0 is the sentinel entry of root facts.
#[derive(Clone, Debug, Default)]
pub(super) struct Positions {
    /// Per atom of the words before the first wide variable.
    narrow: Vec<u32>,
    /// Per further word its page, or its only entry.
    words: Vec<u32>,
    pages: Vec<[u32; 64]>,
}

impl Positions {
    /// For the words of a store, given the number of words of the variable of each. All present facts are root facts.
    pub fn new(mut of: impl ExactSizeIterator<Item = u32>) -> Positions {
        let words = of.len();
        let narrow = of.position(|of| of > NARROW).unwrap_or(words);
        let (narrow, rest) = (vec![0; narrow * 64], vec![LONE; words - narrow]);
        Positions { narrow, words: rest, pages: Vec::new() }
    }

    /// A further word.
    pub fn grow(&mut self) {
        match self.words.is_empty() {
            true => self.narrow.resize(self.narrow.len() + 64, 0),
            false => self.words.push(LONE),
        }
    }

    /// The entry that made `l`, a true literal, true.
    #[inline]
    pub fn of(&self, l: Lit, trail: &[Entry]) -> u32 {
        match self.narrow.get(l.atom().index()) {
            Some(&at) => at,
            None => self.of_wide(l, trail),
        }
    }

    fn of_wide(&self, l: Lit, trail: &[Entry]) -> u32 {
        let word = self.words[l.atom().word() - self.narrow.len() / 64];
        if word & LONE == 0 {
            return self.pages[word as usize][l.atom().index() & 63];
        }
        let at = word & !LONE;
        // Entries of a level that was undone are not forgotten here: another one may stand in its place.
        let told = trail.get(at as usize);
        let told = told.filter(|e| e.plane == l.plane() && e.mask & l.atom().mask() != 0);
        told.map_or(0, |_| at)
    }

    /// Entry `at`, which is about to be added to `trail`, makes the literals `mask` of a plane true.
    #[inline]
    pub fn set(&mut self, plane: u32, mask: u64, at: u32, trail: &[Entry]) {
        let first = (plane >> 1) as usize * 64;
        if let Some(places) = self.narrow.get_mut(first..first + 64) {
            for b in bits(mask) {
                places[b as usize & 63] = at;
            }
            return;
        }
        self.set_wide(plane, mask, at, trail);
    }

    fn set_wide(&mut self, plane: u32, mask: u64, at: u32, trail: &[Entry]) {
        let i = (plane >> 1) as usize - self.narrow.len() / 64;
        if self.words[i] & LONE != 0 {
            let first = self.words[i] & !LONE;
            let told =
                trail.get(first as usize).filter(|e| first > 0 && e.plane >> 1 == plane >> 1);
            let Some(told) = told else {
                self.words[i] = LONE | at;
                return;
            };
            let mut page = [0; 64];
            bits(told.mask).for_each(|b| page[b as usize & 63] = first);
            self.words[i] = self.pages.len() as u32;
            self.pages.push(page);
        }
        let page = &mut self.pages[self.words[i] as usize];
        bits(mask).for_each(|b| page[b as usize & 63] = at);
    }

    /// A true literal is a root fact from now on; entries of the root leave the trail.
    #[inline]
    pub fn root(&mut self, l: Lit) {
        let i = l.atom().index();
        if let Some(at) = self.narrow.get_mut(i) {
            *at = 0;
        } else if let word = self.words[(i - self.narrow.len()) / 64]
            && word & LONE == 0
        {
            self.pages[word as usize][i & 63] = 0;
        }
    }
}
