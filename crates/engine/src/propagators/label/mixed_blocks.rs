//! In each block of four cells, not all have one label.
//!
//! One propagator for the whole board. When a label becomes known, the blocks of that cell are
//! counted: three of one label exclude it from the fourth. Domain consistent for each block,
//! constant time per change, no state. Explanation: the other three.

use super::labels::Labels;
use crate::kernel::prelude::*;
use crate::structures::Csr;
use std::sync::Arc;

/// No block is wholly of one label.
#[derive(Clone)]
pub struct MixedBlocks {
    /// Empty cells may fill a block.
    labels: Labels,
    blocks: Arc<[[u32; 4]]>,
    /// The blocks of each cell.
    of: Arc<Csr>,
}

impl MixedBlocks {
    /// For the label of each cell.
    ///
    /// # Panics
    /// If there are 2^24 blocks or more.
    pub fn new(labels: Vars, blocks: Vec<[u32; 4]>, empty: Option<u32>) -> MixedBlocks {
        assert!(blocks.len() < 1 << 24, "a block fits into a tag");
        let places = (0u32..).zip(&blocks).flat_map(|(i, block)| block.map(|c| (c, i)));
        let of = Arc::new(Csr::new(labels.len() as usize, places));
        let labels = Labels { vars: labels, empty };
        MixedBlocks { labels, blocks: blocks.into(), of }
    }

    fn look(&self, p: &mut Propagation<'_>, block: u32, v: u32) -> Result<(), Conflict> {
        let cells = self.blocks[block as usize];
        let has = |c: &u32| p.value(self.labels.var(*c)) == Some(v);
        if cells.iter().filter(|c| has(c)).count() < 3 {
            return Ok(());
        }
        let last = cells.iter().find(|c| !has(c)).unwrap_or(&cells[0]);
        p.remove(self.labels.var(*last), v, Tag::new(0, block)).map(|_| ())
    }

    fn known(&self, p: &mut Propagation<'_>, c: u32, v: u32) -> Result<(), Conflict> {
        if !self.labels.is_label(v) {
            return Ok(());
        }
        for &block in self.of.row(c) {
            self.look(p, block, v)?;
        }
        Ok(())
    }
}

impl Propagator for MixedBlocks {
    const RULES: &'static [&'static str] = &["a block would be filled"];

    fn name(&self) -> &'static str {
        "mixed_blocks"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        self.labels.subscribe(to, &[Event::Fixed]);
    }

    fn priority(&self) -> Priority {
        Priority::Incremental
    }

    fn is_incremental(&self) -> bool {
        true
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        self.labels.news(p, |p, c, v| Ok(self.known(p, c, v)?))?;
        Ok(Status::Fixpoint)
    }

    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, tag: Tag, why: &mut Lits) {
        let fact = fact.expect("this propagator fails by removing a known label only");
        let (x, v) = past.store().meaning(fact.atom()).expect("a fact about a label");
        let others = self.blocks[tag.note() as usize].map(|c| self.labels.var(c));
        why.extend(others.into_iter().filter(|&y| y != x).map(|y| past.is(y, v)));
    }
}

impl Constraint for MixedBlocks {
    fn scope(&self) -> Vec<Term> {
        self.labels.terms().collect()
    }

    fn holds(&self, values: &[u32]) -> bool {
        self.blocks.iter().all(|b| {
            let labels = b.map(|c| values[c as usize]);
            !self.labels.is_label(labels[0]) || labels.iter().any(|&v| v != labels[0])
        })
    }

    fn post(&self, into: &mut Engine) -> Result<(), Conflict> {
        into.add(self.clone());
        Ok(())
    }
}
