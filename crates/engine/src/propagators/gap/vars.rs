//! The variables of a line with given numbers: edges, ends, and the gap of each cell.

use super::table::GapTable;
use crate::kernel::Event;
use crate::kernel::prelude::*;
use crate::propagators::path::{Flag, PathVars};
use std::sync::Arc;

/// Edges and ends as in [`PathVars`]; which end has number 1 and which the last one; and for each cell
/// without a given number a variable whose values are the gaps of [`GapTable::holds`], in that order.
#[derive(Clone, Debug)]
pub struct GapVars {
    /// Edges and ends.
    pub path: PathVars,
    /// Per cell whether number 1 is there.
    pub start: Arc<[Flag]>,
    /// Per cell whether the last number is there.
    pub last: Arc<[Flag]>,
    /// The possible cells of each gap.
    pub table: Arc<GapTable>,
    /// The gap of each cell that is not given.
    pub gaps: Vars,
    /// The cells that are not given.
    open: Arc<[u32]>,
}

impl GapVars {
    /// The variables; `gaps` has one for each cell that is not given.
    pub fn new(
        path: PathVars,
        start: Vec<Flag>,
        last: Vec<Flag>,
        table: Arc<GapTable>,
        gaps: Vars,
    ) -> GapVars {
        let open: Vec<u32> = (0..table.cells()).filter(|&c| table.clue(c).is_none()).collect();
        let (start, last) = (start.into(), last.into());
        GapVars { path, start, last, table, gaps, open: open.into() }
    }

    /// The variable of a cell that is not given.
    #[inline]
    pub fn var(&self, c: u32) -> VarId {
        debug_assert!(self.table.clue(c).is_none(), "a given cell lies in no gap");
        self.gaps.at(self.table.rank(c))
    }

    /// The cell of a variable, if it is one of these.
    #[inline]
    pub fn cell(&self, x: VarId) -> Option<u32> {
        self.gaps.index_of(x).map(|i| self.open[i as usize])
    }

    /// The cell of the given number below (side 0) or above a gap, if there is one.
    #[inline]
    pub fn bound(&self, gap: u32, side: usize) -> Option<u32> {
        [self.table.below(gap), self.table.above(gap)][side]
    }

    /// Per cell whether number 1 (side 0) or the last one is there.
    #[inline]
    pub fn ends(&self, side: usize) -> &[Flag] {
        [&self.start, &self.last][side]
    }

    /// The cell and the gap an atom is about, if it is of these variables.
    #[inline]
    pub fn place(&self, store: &Store, a: Atom) -> Option<(u32, u32)> {
        let (x, v) = store.meaning(a)?;
        let c = self.cell(x)?;
        Some((c, self.table.holds(c)[v as usize].gap))
    }

    /// The cell whose variable owns a word of the store.
    #[inline]
    pub fn cell_of_word(&self, store: &Store, w: usize) -> Option<u32> {
        store.owner(w).and_then(|x| self.cell(x))
    }

    /// The atom "cell c lies in its `value`-th gap".
    #[inline]
    pub fn atom(&self, store: &Store, c: u32, value: u32) -> Atom {
        store.atom(self.var(c), value)
    }

    /// For each cell that may lie in a gap, from the start, the atom that it does.
    pub fn atoms_of(&self, store: &Store, gap: u32) -> Vec<Atom> {
        self.table.members(gap).iter().map(|m| self.atom(store, m.cell, m.value)).collect()
    }

    /// Whether a cell has lost its `value`-th gap, now or then.
    #[inline]
    pub fn lost(&self, view: &impl View, c: u32, value: u32) -> bool {
        view.is_true(self.atom(view.store(), c, value).neg())
    }

    /// Whether a cell may lie in a gap, now or then.
    #[inline]
    pub fn may(&self, view: &impl View, c: u32, gap: u32) -> bool {
        self.table.value(c, gap).is_some_and(|v| !self.lost(view, c, v))
    }

    /// Whether a cell is known to lie in a gap, now or then.
    #[inline]
    pub fn lies(&self, view: &impl View, c: u32, gap: u32) -> bool {
        let atom = self.table.value(c, gap).map(|v| self.atom(view.store(), c, v));
        atom.is_some_and(|a| view.is_true(a.pos()))
    }

    /// The literal "c does not lie in the gap", `None` if it cannot anyway.
    #[inline]
    pub fn never(&self, store: &Store, c: u32, gap: u32) -> Option<Lit> {
        self.table.value(c, gap).map(|v| self.atom(store, c, v).neg())
    }

    /// That literal if it was true then.
    pub fn was_not(&self, past: &Past<'_>, c: u32, gap: u32) -> Option<Lit> {
        self.never(past.store(), c, gap).filter(|&l| past.is_true(l))
    }

    /// Removes a gap from a cell.
    ///
    /// # Errors
    /// [`crate::kernel::Conflict`] if the cell lies there.
    pub fn bar(
        &self,
        p: &mut Propagation<'_>,
        c: u32,
        gap: u32,
        tag: crate::kernel::Tag,
    ) -> Result<bool, crate::kernel::Conflict> {
        match self.table.value(c, gap) {
            Some(v) => p.remove(self.var(c), v, tag),
            None => Ok(false),
        }
    }

    /// Wakes when any gap goes.
    pub fn subscribe_gaps(&self, to: &mut Subscriptions<'_>) {
        to.on_vars(self.gaps, Event::Any);
    }
}
