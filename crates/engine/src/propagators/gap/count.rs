//! A gap holds as many cells as there are numbers in it.
//!
//! Per gap two reversible counts, of the cells that lie in it and of those that may. Domain consistent for
//! each gap by itself; constant time per change, and the gap's cells once it is full or needs all its
//! possible cells.
//!
//! Explanations: the cells that fill it, or those that left it.

use super::vars::GapVars;
use crate::kernel::prelude::*;
use crate::structures::Worklist;

rules! {
    /// The inference rules of the counts.
    enum Rule {
        Full => "the gap is full",
        NoneToSpare => "the gap needs every cell it can have",
    }
}

/// As many cells in a gap as numbers.
#[derive(Clone, Debug)]
pub(crate) struct GapCount {
    gaps: GapVars,
    /// Per gap the number of cells that lie in it, and of those that may.
    inside: Cells,
    possible: Cells,
    dirty: Worklist,
}

impl GapCount {
    /// Posts the constraint for all gaps.
    pub fn post(engine: &mut Engine, gaps: &GapVars) -> PropId {
        let n = gaps.table.gaps();
        let store = engine.store_mut();
        let (inside, possible) = (store.new_cells(n, 0), store.new_cells(n, 0));
        engine.add(GapCount { gaps: gaps.clone(), inside, possible, dirty: Worklist::new(n) })
    }

    fn add(p: &mut Propagation<'_>, of: Cells, gap: u32, by: i32) {
        let cell = of.at(gap);
        let value = p.cell(cell).wrapping_add_signed(by);
        p.set_cell(cell, value);
    }

    /// Counts everything. After an interrupt it starts again.
    fn start(&mut self, p: &mut Propagation<'_>) -> Result<(), Halt> {
        for gap in 0..self.gaps.table.gaps() {
            let members = self.gaps.table.members(gap);
            p.work(members.len())?;
            let atoms = members.iter().map(|m| self.gaps.atom(p, m.cell, m.value));
            let (inside, possible) = atoms.fold((0, 0), |(inside, possible), a| {
                (inside + u32::from(p.is_true(a.pos())), possible + u32::from(!p.is_true(a.neg())))
            });
            p.set_cell(self.inside.at(gap), inside);
            p.set_cell(self.possible.at(gap), possible);
            self.dirty.push(gap);
        }
        Ok(())
    }

    fn collect(&mut self, p: &mut Propagation<'_>) {
        for at in p.news() {
            let entry = p.entry(at);
            if self.gaps.cell_of_word(p, entry.word()).is_none() {
                continue;
            }
            for l in entry.lits() {
                let (_, gap) = self.gaps.place(p, l.atom()).expect("the gap of a cell");
                if l.is_positive() {
                    Self::add(p, self.inside, gap, 1);
                } else {
                    Self::add(p, self.possible, gap, -1);
                }
                self.dirty.push(gap);
            }
        }
    }

    fn look(&self, p: &mut Propagation<'_>, gap: u32) -> Result<(), Conflict> {
        let wanted = self.gaps.table.length(gap) - 1;
        let inside = p.cell(self.inside.at(gap));
        let possible = p.cell(self.possible.at(gap));
        if inside > wanted {
            return Err(p.fail(Rule::Full.about(gap)));
        }
        if possible < wanted {
            return Err(p.fail(Rule::NoneToSpare.about(gap)));
        }
        if inside == possible || (inside < wanted && possible > wanted) {
            return Ok(());
        }
        for m in self.gaps.table.members(gap) {
            let a = self.gaps.atom(p, m.cell, m.value);
            if p.is_open(a) {
                let (value, rule) =
                    if inside == wanted { (false, Rule::Full) } else { (true, Rule::NoneToSpare) };
                p.infer(a.lit(value), rule.about(gap))?;
            }
        }
        Ok(())
    }
}

impl Propagator for GapCount {
    const RULES: &'static [&'static str] = Rule::WORDS;

    fn name(&self) -> &'static str {
        "gap_count"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        self.gaps.subscribe_gaps(to);
    }

    fn priority(&self) -> Priority {
        Priority::Incremental
    }

    fn is_incremental(&self) -> bool {
        true
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        if p.is_first_run() {
            self.start(p)?;
        } else {
            self.collect(p);
        }
        while let Some(gap) = self.dirty.pop() {
            self.look(p, gap).inspect_err(|_| self.dirty.clear())?;
        }
        Ok(Status::Fixpoint)
    }

    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, tag: Tag, why: &mut Lits) {
        let gap = tag.note();
        let wanted = self.gaps.table.length(gap) as usize - 1;
        let members = self.gaps.table.members(gap);
        let full = Rule::from_tag(tag) == Rule::Full;
        let lits = members.iter().map(|m| {
            let a = self.gaps.atom(past.store(), m.cell, m.value);
            if full { a.pos() } else { a.neg() }
        });
        // A failure needs one cell more than an inference.
        let need = if full { wanted } else { members.len() - wanted } + usize::from(fact.is_none());
        why.extend(lits.filter(|&l| past.is_true(l)).take(need));
    }

    /// A gap.
    fn part(&self, _store: &Store, _fact: Option<Lit>, tag: Tag) -> Option<u32> {
        Some(tag.note())
    }

    fn part_scope(&self, store: &Store, part: u32) -> Vec<Atom> {
        self.gaps.atoms_of(store, part)
    }
}
