//! Domains as bit sets in one word arena, and the trail: the log of every change.
//!
//! A variable's values are consecutive bits of whole words; Boolean variables are single bits, packed
//! 64 to a word. Each bit is an [`Atom`], "x has value v", and has two planes: *alive* (not yet
//! false) and *known* (true). A literal is a bit of one plane, so the domain of a constraint
//! program and the assignment of a SAT solver are the same memory.
//!
//! A trail entry is (plane, mask of literals that became true, reason): up to 64 removals with one
//! reason cost one entry, undoing is one OR or AND-NOT. For learning, `store/positions.rs` remembers
//! which entry made each literal true, so "was this known before that?" is one comparison; without
//! learning it is not written.
//!
//! An interval variable ([`IntervalId`]) has no values in the arena: two numbers, and the order literals
//! created so far (`store/intervals.rs`).
//!
//! A [`Matrix`] keeps a square block of variables' domains transposed as well, and enforces "each
//! value in exactly one row" in addition to "each row exactly one value".

pub mod domain;
pub mod ranges;
pub mod view;

mod bounds;
mod build;
mod intervals;
mod positions;

use super::ids::{Atom, CellId, Lit, VarId};
use super::matrix::Matrix;
use super::reason::{Conflict, Entry, Failure, Reason};
use crate::kernel::store::domain::Domain;
use crate::kernel::store::ranges::{Bools, Run, Vars};
use intervals::Intervals;
use positions::Positions;

/// No variable owns this word: its bits are Boolean variables.
const NO_VAR: u32 = u32::MAX;
/// Owners from this number on are words of order literals of interval variables.
const ORDER: u32 = 1 << 31;
/// Owners from this number on are words of bounds of variables; owners below it are variables.
const BOUND: u32 = 1 << 30;
/// The variable has no bounds as literals.
const NO_BOUNDS: u32 = u32::MAX;
/// The variable is not a row of a matrix.
const NO_MATRIX: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub word: u32,
    pub values: u32,
    pub size: u32,
    pub matrix: u32,
    /// The first word of its bounds.
    pub bounds: u32,
}

/// Domains, reversible cells and the trail.
#[derive(Clone, Debug)]
pub struct Store {
    alive: Vec<u64>,
    /// Per plane the literals that are true: known atoms, then false ones (the rest of `alive`).
    truth: Vec<u64>,
    owner: Vec<u32>,
    pub(super) spans: Vec<Span>,
    pub(super) matrices: Vec<Matrix>,
    intervals: Intervals,
    trail: Vec<Entry>,
    /// Trail length at the start of each level above the root.
    marks: Vec<u32>,
    positions: Positions,
    /// Per plane literals that are true from the root on; written with `positions`.
    rooted: Vec<u64>,
    /// Per plane a bound: no literal of it became true at this entry or later; written with `positions`.
    changed_below: Vec<u32>,
    remembers: bool,
    cells: Vec<u32>,
    cell_stamp: Vec<u64>,
    cell_trail: Vec<(u32, u32, u64)>,
    cell_marks: Vec<u32>,
    stamp: u64,
    stamps: Vec<u64>,
    next_stamp: u64,
    failure: Option<Failure>,
    /// The first free bit of the last Boolean word, as an atom number; `None` if there is none.
    next_bool: Option<u32>,
}

impl Default for Store {
    fn default() -> Self {
        Store::new()
    }
}

impl Store {
    /// A store without variables.
    pub fn new() -> Store {
        let sentinel = Entry { mask: 0, reason: Reason::GIVEN, plane: 0, level: 0 };
        Store {
            alive: Vec::new(),
            truth: Vec::new(),
            owner: Vec::new(),
            spans: Vec::new(),
            matrices: Vec::new(),
            intervals: Intervals::default(),
            trail: vec![sentinel],
            marks: Vec::new(),
            positions: Positions::default(),
            rooted: Vec::new(),
            changed_below: Vec::new(),
            remembers: false,
            cells: Vec::new(),
            cell_stamp: Vec::new(),
            cell_trail: Vec::new(),
            cell_marks: Vec::new(),
            stamp: 0,
            stamps: Vec::new(),
            next_stamp: 1,
            failure: None,
            next_bool: None,
        }
    }

    /// From now on records the entry that made each literal true, as needed for explanations. Facts
    /// that are already true count as root facts.
    pub fn remember(&mut self) {
        if !self.remembers {
            self.remembers = true;
            self.positions = Positions::new((0..self.alive.len()).map(|w| self.words_beside(w)));
            self.rooted = vec![0; self.truth.len()];
            self.changed_below = vec![0; self.truth.len()];
            if self.level() == 0 {
                self.rooted.copy_from_slice(&self.truth);
            }
        }
    }

    /// Whether explanations are available.
    pub fn remembers(&self) -> bool {
        self.remembers
    }

    // ---- reading --------------------------------------------------------------------------

    /// All variables with domains (Booleans not counted).
    pub fn vars(&self) -> Vars {
        Run::new(VarId(0), self.spans.len() as u32)
    }

    /// The number of words of the arena.
    pub fn words(&self) -> usize {
        self.alive.len()
    }

    /// The atom "x has value v".
    #[inline]
    pub fn atom(&self, x: VarId, v: u32) -> Atom {
        let span = &self.spans[x.0 as usize];
        debug_assert!(v < span.values, "value {v} of a variable with {} values", span.values);
        Atom(span.word * 64 + v)
    }

    /// The atoms "x has value 0", "x has value 1" and so on.
    #[inline]
    pub fn atoms(&self, x: VarId) -> Bools {
        let span = &self.spans[x.0 as usize];
        Run::new(Atom(span.word * 64), span.values)
    }

    /// The variable and value an atom stands for; `None` for a Boolean variable.
    #[inline]
    pub fn meaning(&self, a: Atom) -> Option<(VarId, u32)> {
        let owner = self.owner[a.word()];
        (owner < BOUND).then(|| (VarId(owner), a.0 - self.spans[owner as usize].word * 64))
    }

    /// The current domain of `x`.
    #[inline]
    pub fn domain(&self, x: VarId) -> Domain<'_> {
        let span = &self.spans[x.0 as usize];
        Domain::new(self.domain_words(x), span.values, span.size)
    }

    /// The words of the domain of `x`: bit v set = value v possible.
    #[inline]
    pub fn domain_words(&self, x: VarId) -> &[u64] {
        let span = &self.spans[x.0 as usize];
        let w = span.word as usize;
        &self.alive[w..w + span.values.div_ceil(64) as usize]
    }

    /// The first word of `x` in the arena.
    #[inline]
    pub fn first_word(&self, x: VarId) -> usize {
        self.spans[x.0 as usize].word as usize
    }

    /// How many values `x` has left.
    #[inline]
    pub fn size(&self, x: VarId) -> u32 {
        self.spans[x.0 as usize].size
    }

    /// The initial domain size of `x`.
    #[inline]
    pub fn values(&self, x: VarId) -> u32 {
        self.spans[x.0 as usize].values
    }

    /// The value of `x`, if it has one left only.
    #[inline]
    pub fn value(&self, x: VarId) -> Option<u32> {
        (self.size(x) == 1).then(|| self.domain(x).min())
    }

    /// Whether a literal is true.
    #[inline]
    pub fn is_true(&self, l: Lit) -> bool {
        self.truth[l.plane() as usize] & l.atom().mask() != 0
    }

    /// Whether a literal is false.
    #[inline]
    pub fn is_false(&self, l: Lit) -> bool {
        self.is_true(!l)
    }

    /// Whether an atom is neither known nor excluded.
    #[inline]
    pub fn is_open(&self, a: Atom) -> bool {
        (self.alive[a.word()] & !self.known(a.word())) & a.mask() != 0
    }

    /// Word `w` of the alive plane: atoms that are not false.
    #[inline]
    pub fn alive(&self, w: usize) -> u64 {
        self.alive[w]
    }

    /// Word `w` of the known plane: atoms that are true.
    #[inline]
    pub fn known(&self, w: usize) -> u64 {
        self.truth[w * 2]
    }

    /// A permutation matrix.
    pub fn matrix(&self, id: u32) -> &Matrix {
        &self.matrices[id as usize]
    }

    /// The number of permutation matrices.
    pub fn matrices(&self) -> u32 {
        self.matrices.len() as u32
    }

    /// The current decision level; 0 is the root.
    #[inline]
    pub fn level(&self) -> u32 {
        self.marks.len() as u32
    }

    /// All changes so far, oldest first. Entry 0 is a sentinel.
    #[inline]
    pub fn trail(&self) -> &[Entry] {
        &self.trail
    }

    /// Trail length at the start of level `level` (1-based).
    pub fn level_start(&self, level: u32) -> usize {
        self.marks[level as usize - 1] as usize
    }

    /// The trail entry that made `l`, a true literal, true (0: a root fact). Only while positions are remembered.
    #[inline]
    pub fn position(&self, l: Lit) -> u32 {
        self.positions.of(l, &self.trail)
    }

    /// The level at which the true literal `l` became true.
    #[inline]
    pub fn level_of(&self, l: Lit) -> u32 {
        self.trail[self.position(l) as usize].level
    }

    /// Literals of a plane that have been true since the root, perhaps not all.
    #[inline]
    pub(super) fn rooted(&self, plane: u32) -> u64 {
        self.rooted[plane as usize]
    }

    /// Whether a plane is certainly unchanged since entry `at`.
    #[inline]
    pub(super) fn unchanged_since(&self, plane: u32, at: u32) -> bool {
        self.changed_below[plane as usize] <= at
    }

    /// The cause of the last conflict.
    pub fn failure(&self) -> Option<Failure> {
        self.failure
    }

    /// The value of a reversible cell.
    #[inline]
    pub fn cell(&self, c: CellId) -> u32 {
        self.cells[c.0 as usize]
    }

    // ---- changing -------------------------------------------------------------------------

    /// Writes a reversible cell.
    #[inline]
    pub fn set_cell(&mut self, c: CellId, value: u32) {
        let i = c.0 as usize;
        if self.cells[i] == value {
            return;
        }
        if self.cell_stamp[i] != self.stamp {
            self.cell_trail.push((c.0, self.cells[i], self.cell_stamp[i]));
            self.cell_stamp[i] = self.stamp;
        }
        self.cells[i] = value;
    }

    /// Reports a conflict.
    pub fn fail(&mut self, failure: Failure) -> Conflict {
        self.failure = Some(failure);
        Conflict
    }

    /// Makes a literal true, with its consequences within its own variable.
    ///
    /// # Errors
    /// [`Conflict`] if it is false; the failure is kept.
    #[inline]
    pub fn assign(&mut self, l: Lit, reason: Reason) -> Result<bool, Conflict> {
        let a = l.atom();
        if !l.is_positive() {
            return self.remove(a.word(), a.mask(), reason);
        }
        let (w, mask) = (a.word(), a.mask());
        if self.known(w) & mask != 0 {
            return Ok(false);
        }
        if self.alive[w] & mask == 0 {
            return Err(self.fail(Failure::Lit { lit: l, reason }));
        }
        self.push((w as u32) << 1, mask, reason);
        let owner = self.owner[w];
        if owner < BOUND {
            self.fix(a);
        } else if owner != NO_VAR {
            self.bound_moved(l);
        }
        Ok(true)
    }

    /// A literal about a bound has just become true.
    #[inline]
    fn bound_moved(&mut self, l: Lit) {
        if self.owner[l.atom().word()] < ORDER {
            self.bound_set(l);
        } else {
            self.bounded(l);
        }
    }

    /// The variable of `a` has just been fixed to it: removes its other values.
    fn fix(&mut self, a: Atom) {
        let span = self.spans[self.owner[a.word()] as usize];
        if span.size == 1 {
            return;
        }
        let first = span.word as usize;
        let reason = Reason::fixed(a.0 - span.word * 64);
        for w in first..first + span.values.div_ceil(64) as usize {
            let keep = if w == a.word() { a.mask() } else { 0 };
            let gone = self.alive[w] & !keep;
            if gone != 0 {
                self.strike(w, gone, reason);
            }
        }
        if span.bounds != NO_BOUNDS {
            let v = a.0 - span.word * 64;
            self.bounds_fixed(VarId(self.owner[a.word()]), v, Reason::binary(a.pos()));
        }
    }

    /// Makes all atoms of `mask` in word `w` false, with the consequences within their variable.
    /// Atoms that are already false are skipped.
    ///
    /// # Errors
    /// [`Conflict`] if one of them is known, or a variable loses its last value.
    #[inline]
    pub fn remove(&mut self, w: usize, mask: u64, reason: Reason) -> Result<bool, Conflict> {
        let gone = self.alive[w] & mask;
        if gone == 0 {
            return Ok(false);
        }
        let clash = gone & self.known(w);
        if clash != 0 {
            let lit = Lit::from_plane((w as u32) << 1 | 1, clash.trailing_zeros());
            return Err(self.fail(Failure::Lit { lit, reason }));
        }
        let owner = self.owner[w];
        if owner >= BOUND {
            if owner == NO_VAR {
                self.alive[w] &= !gone;
                self.push((w as u32) << 1 | 1, gone, reason);
                return Ok(true);
            }
            return self.refuse(w, gone, reason);
        }
        let size = self.spans[owner as usize].size;
        if gone.count_ones() == size {
            // All values but one are removed, which makes the last one known; then its removal is
            // demanded too. So every conflict has the form "a reason demands a false literal".
            let last = gone & gone.wrapping_neg();
            if gone != last {
                self.strike(w, gone & !last, reason);
                self.follow(owner);
            }
            self.push((w as u32) << 1, last, Reason::LAST_VALUE);
            let lit = Lit::from_plane((w as u32) << 1 | 1, last.trailing_zeros());
            return Err(self.fail(Failure::Lit { lit, reason }));
        }
        self.strike(w, gone, reason);
        self.follow(owner);
        if self.spans[owner as usize].size == 1 {
            self.know_last(owner);
        }
        Ok(true)
    }

    #[inline]
    fn follow(&mut self, owner: u32) {
        if self.spans[owner as usize].bounds != NO_BOUNDS {
            self.bounds_follow(VarId(owner));
        }
    }

    fn know_last(&mut self, owner: u32) {
        let span = self.spans[owner as usize];
        let first = span.word as usize;
        let w = (first..first + span.values.div_ceil(64) as usize)
            .find(|&w| self.alive[w] != 0)
            .expect("a variable of size one has a value");
        self.push((w as u32) << 1, self.alive[w], Reason::LAST_VALUE);
    }

    /// Removes values from a domain (present ones, and not all) and logs it.
    fn strike(&mut self, w: usize, gone: u64, reason: Reason) {
        self.alive[w] &= !gone;
        let owner = self.owner[w];
        let span = &mut self.spans[owner as usize];
        span.size -= gone.count_ones();
        if span.matrix != NO_MATRIX {
            let base = (w as u32 - span.word) * 64;
            self.matrices[span.matrix as usize].strike(owner, base, gone);
        }
        self.push((w as u32) << 1 | 1, gone, reason);
    }

    #[inline]
    fn push(&mut self, plane: u32, mask: u64, reason: Reason) {
        let at = self.trail.len() as u32;
        self.truth[plane as usize] |= mask;
        if self.remembers {
            self.positions.set(plane, mask, at, &self.trail);
            self.changed_below[plane as usize] = at + 1;
        }
        self.trail.push(Entry { mask, reason, plane, level: self.marks.len() as u32 });
    }

    /// Clauses have moved: updates the reasons that refer to them. The clause of a root fact may be
    /// gone, because root facts need no explanation.
    pub(super) fn clauses_moved(&mut self, place: impl Fn(u32) -> Option<u32>) {
        for e in &mut self.trail {
            if let Some(at) = e.reason.clause_at() {
                debug_assert!(e.level == 0 || place(at).is_some(), "a reason was dropped");
                e.reason = place(at).map_or(Reason::GIVEN, Reason::clause);
            }
        }
    }

    /// Starts a new decision level.
    pub fn push_level(&mut self) {
        self.marks.push(self.trail.len() as u32);
        self.cell_marks.push(self.cell_trail.len() as u32);
        self.stamps.push(self.stamp);
        self.stamp = self.next_stamp;
        self.next_stamp += 1;
    }

    /// A number that a level shares with no other one, past or present: as long as it is the same, nothing of this level and
    /// of those below it has been undone. The level is at most the present one.
    #[inline]
    pub fn level_stamp(&self, level: u32) -> u64 {
        self.stamps.get(level as usize).copied().unwrap_or(self.stamp)
    }

    /// Undoes everything above `level`.
    pub fn backtrack(&mut self, level: u32) {
        if level >= self.level() {
            return;
        }
        let mark = self.marks[level as usize] as usize;
        while self.trail.len() > mark {
            let e = self.trail.pop().expect("the trail is longer than the mark");
            self.flip_back(e);
        }
        let cell_mark = self.cell_marks[level as usize] as usize;
        while self.cell_trail.len() > cell_mark {
            let (i, value, stamp) = self.cell_trail.pop().expect("longer than the mark");
            self.cells[i as usize] = value;
            self.cell_stamp[i as usize] = stamp;
        }
        self.stamp = self.stamps[level as usize];
        self.marks.truncate(level as usize);
        self.cell_marks.truncate(level as usize);
        self.stamps.truncate(level as usize);
        if self.intervals.has_young() {
            self.release_above(level);
        }
    }

    #[inline]
    fn flip_back(&mut self, e: Entry) {
        let w = (e.plane >> 1) as usize;
        self.truth[e.plane as usize] &= !e.mask;
        if e.plane & 1 == 1 {
            self.alive[w] |= e.mask;
            let owner = self.owner[w];
            if owner < BOUND {
                let span = &mut self.spans[owner as usize];
                span.size += e.mask.count_ones();
                if span.matrix != NO_MATRIX {
                    let base = (w as u32 - span.word) * 64;
                    self.matrices[span.matrix as usize].restore(owner, base, e.mask);
                }
            }
        }
        if self.remembers {
            // An upper bound is enough, and the true last change is not stored anywhere.
            self.changed_below[e.plane as usize] = self.trail.len() as u32;
        }
    }

    /// Forgets the reasons of root facts: the trail becomes empty. Call it at level 0 and at a
    /// fixpoint.
    pub fn commit_root(&mut self) {
        debug_assert_eq!(self.level(), 0, "only root facts can be committed");
        if self.remembers {
            for i in 1..self.trail.len() {
                let e = self.trail[i];
                e.lits().for_each(|l| self.positions.root(l));
                self.rooted[e.plane as usize] |= e.mask;
                self.changed_below[e.plane as usize] = 0;
            }
        }
        self.trail.truncate(1);
        self.cell_trail.clear();
    }

    /// The row of a matrix that holds word `w`, if there is one: (matrix, row, first value).
    #[inline]
    pub(super) fn matrix_place(&self, w: usize) -> Option<(u32, u32, u32)> {
        let owner = self.owner[w];
        if owner >= BOUND {
            return None;
        }
        let span = &self.spans[owner as usize];
        if span.matrix == NO_MATRIX {
            return None;
        }
        let m = &self.matrices[span.matrix as usize];
        Some((span.matrix, m.row_of(owner), (w as u32 - span.word) * 64))
    }

    /// Owner of word `w`, if a variable owns it.
    #[inline]
    pub fn owner(&self, w: usize) -> Option<VarId> {
        (self.owner[w] < BOUND).then_some(VarId(self.owner[w]))
    }
}
