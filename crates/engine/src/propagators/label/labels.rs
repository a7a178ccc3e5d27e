//! The label variables of a board's cells, and the value that is no label.

use crate::kernel::prelude::*;

/// One variable per cell, with consecutive numbers; one of the values may mean "empty".
#[derive(Clone, Copy, Debug)]
pub(super) struct Labels {
    /// The variables, in the order of cells.
    pub vars: Vars,
    /// The value of cells without a label.
    pub empty: Option<u32>,
}

impl Labels {
    /// The variable of a cell.
    #[inline]
    pub fn var(&self, c: u32) -> VarId {
        self.vars.at(c)
    }

    /// The cell of a variable, if it is one of these.
    #[inline]
    pub fn cell(&self, x: VarId) -> Option<u32> {
        self.vars.index_of(x)
    }

    /// The cell whose domain has word `w` of the store.
    #[inline]
    pub fn cell_at(&self, store: &Store, w: usize) -> Option<u32> {
        store.owner(w).and_then(|x| self.cell(x))
    }

    /// Whether a value is a label, not "empty".
    #[inline]
    pub fn is_label(&self, v: u32) -> bool {
        Some(v) != self.empty
    }

    /// The bits of word `i` of a domain that are labels, not "empty".
    #[inline]
    pub fn real(&self, i: usize) -> u64 {
        match self.empty {
            Some(v) if v as usize / 64 == i => !(1 << (v % 64)),
            _ => !0,
        }
    }

    /// All variables as the terms of a constraint.
    pub fn terms(&self) -> impl Iterator<Item = Term> + use<> {
        self.vars.iter().map(Term::Var)
    }

    /// Wakes on these events of every cell.
    pub fn subscribe(&self, to: &mut Subscriptions<'_>, events: &[Event]) {
        events.iter().for_each(|&event| to.on_vars(self.vars, event));
    }

    /// Calls `tell` for each cell whose value became known since the (incremental) propagator last ran;
    /// in its first run, for each cell whose value is known.
    ///
    /// # Errors
    /// The error returned by `tell`, or [`Halt::Interrupted`]. `tell` counts its own work.
    pub fn news<'a>(
        &self,
        p: &mut Propagation<'a>,
        mut tell: impl FnMut(&mut Propagation<'a>, u32, u32) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        if p.is_first_run() {
            for c in 0..self.vars.len() {
                p.work(1)?;
                if let Some(v) = p.value(self.var(c)) {
                    tell(p, c, v)?;
                }
            }
            return Ok(());
        }
        for at in p.news() {
            let news = p.entry(at);
            let Some(c) = self.cell_at(p, news.word()) else { continue };
            if !news.removes() {
                let v = p.value(self.var(c)).expect("a value was known");
                tell(p, c, v)?;
            }
        }
        Ok(())
    }
}
