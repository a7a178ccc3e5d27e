//! No two cells of one label see each other along a line across empty cells.
//!
//! One propagator for all lines of a board. From a cell that got its label, and over a cell that
//! became empty, it looks both ways along their lines, across cells that are known to be empty. The
//! first other cell that it meets does not have the label of the cell that looks, if an empty one is
//! between; and it is not empty if beyond it, across empty cells, stands a cell of that label. Time:
//! the cells looked across. No state. Explanation: the cell that looks, the empty ones, the cell beyond.
//!
//! It could also be modelled by Booleans "from here one sees this label", with five clauses each. Then
//! search learns as much from as many conflicts, and a conflict takes a third longer.

use super::labels::Labels;
use crate::kernel::prelude::*;
use crate::structures::Csr;
use std::sync::Arc;

rules! {
    /// The inference rules of a look along a line.
    enum Rule {
        Seen => "a cell of one label would see another",
        Between => "two cells of one label would see each other",
    }
}

/// A way along a line.
#[derive(Clone, Copy)]
enum Way {
    Back,
    Forth,
}

impl Way {
    const BOTH: [Way; 2] = [Way::Back, Way::Forth];

    fn opposite(self) -> Way {
        match self {
            Way::Back => Way::Forth,
            Way::Forth => Way::Back,
        }
    }
}

/// No two cells of one label have only empty cells, at least one, between them on a line.
#[derive(Clone)]
pub struct Sight {
    labels: Labels,
    empty: u32,
    /// The cells of each line in their order.
    lines: Arc<Csr>,
    /// For each cell its lines and its place on each.
    places: Arc<Csr<[u32; 2]>>,
}

impl Sight {
    /// For the label of each cell, `empty` being the value of a cell without one. A line is a row of
    /// cells, each once, of which two that are side by side are neighbours; two lines have at most one
    /// cell in common.
    ///
    /// # Panics
    /// If there are 2^24 cells or more, or a cell of a line is none of them.
    pub fn new(labels: Vars, empty: u32, lines: Csr) -> Sight {
        assert!(labels.len() < 1 << 24, "a cell fits into a tag");
        let all = (0..lines.rows()).flat_map(|line| {
            let cells = (0u32..).zip(lines.row(line));
            cells.map(move |(at, &c)| (c, [line, at]))
        });
        let places = Arc::new(Csr::new(labels.len() as usize, all));
        let labels = Labels { vars: labels, empty: Some(empty) };
        Sight { labels, empty, lines: Arc::new(lines), places }
    }

    /// The next place of a line that is not known to be empty, now or in the past.
    #[inline]
    fn next(
        &self,
        known: impl Fn(VarId) -> Option<u32>,
        cells: &[u32],
        mut at: u32,
        way: Way,
    ) -> Option<u32> {
        loop {
            at = match way {
                Way::Forth => at + 1,
                Way::Back => at.checked_sub(1)?,
            };
            let &c = cells.get(at as usize)?;
            if known(self.labels.var(c)) != Some(self.empty) {
                return Some(at);
            }
        }
    }

    /// A cell has got its label, or has become empty.
    fn known(&self, p: &mut Propagation<'_>, c: u32, v: u32) -> Result<(), Halt> {
        for &[line, at] in self.places.row(c) {
            let cells = self.lines.row(line);
            // A line of thousands of cells may have to be walked along for each of them.
            p.work(cells.len())?;
            for way in Way::BOTH {
                if self.labels.is_label(v) {
                    self.look(p, cells, at, way)?;
                    continue;
                }
                // The cell that looks across this cell now is the next one, or the one behind that if
                // it is open.
                let Some(first) = self.next(|x| p.value(x), cells, at, way) else { continue };
                self.look(p, cells, first, way.opposite())?;
                if p.value(self.labels.var(cells[first as usize])).is_none()
                    && let Some(second) = self.next(|x| p.value(x), cells, first, way)
                {
                    self.look(p, cells, second, way.opposite())?;
                }
            }
        }
        Ok(())
    }

    /// Looks from a place of a line, if the label there is known.
    fn look(
        &self,
        p: &mut Propagation<'_>,
        cells: &[u32],
        at: u32,
        way: Way,
    ) -> Result<(), Conflict> {
        let from = cells[at as usize];
        let label = p.value(self.labels.var(from)).filter(|&v| self.labels.is_label(v));
        let Some(label) = label else { return Ok(()) };
        let Some(first) = self.next(|x| p.value(x), cells, at, way) else { return Ok(()) };
        let second = self.next(|x| p.value(x), cells, first, way);
        let x = self.labels.var(cells[first as usize]);
        if first.abs_diff(at) > 1 {
            p.remove(x, label, Rule::Seen.about(from))?;
        }
        if second.is_some_and(|at| p.value(self.labels.var(cells[at as usize])) == Some(label)) {
            p.remove(x, self.empty, Rule::Between.about(from))?;
        }
        Ok(())
    }
}

impl Propagator for Sight {
    const RULES: &'static [&'static str] = Rule::WORDS;

    fn name(&self) -> &'static str {
        "sight"
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
        self.labels.news(p, |p, c, v| self.known(p, c, v))?;
        Ok(Status::Fixpoint)
    }

    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, tag: Tag, why: &mut Lits) {
        let fact = fact.expect("this propagator fails by removing a known value only");
        let (x, v) = past.store().meaning(fact.atom()).expect("a fact about a label");
        let (from, to) = (tag.note(), self.labels.cell(x).expect("the label of a cell"));
        let shared = self.places.row(from).iter().find_map(|&[line, at]| {
            let there = self.places.row(to).iter().find(|place| place[0] == line)?;
            Some((line, at, there[1]))
        });
        let (line, at, there) = shared.expect("both cells are on one line");
        let cells = self.lines.row(line);
        let label = past.value(self.labels.var(from)).expect("the label of the cell that looks");
        why.push(past.is(self.labels.var(from), label));
        let mut end = there;
        if v == self.empty {
            let way = if there > at { Way::Forth } else { Way::Back };
            end =
                self.next(|x| past.value(x), cells, there, way).expect("a cell that would be seen");
            why.push(past.is(self.labels.var(cells[end as usize]), label));
        }
        let between = (at.min(end) + 1..at.max(end)).filter(|&i| i != there);
        why.extend(between.map(|i| past.is(self.labels.var(cells[i as usize]), self.empty)));
    }
}

impl Constraint for Sight {
    fn scope(&self) -> Vec<Term> {
        self.labels.terms().collect()
    }

    fn holds(&self, values: &[u32]) -> bool {
        (0..self.lines.rows()).all(|line| {
            let cells = self.lines.row(line);
            let label = |i: usize| values[cells[i] as usize];
            let used = (0..cells.len()).filter(|&i| self.labels.is_label(label(i)));
            let used: Vec<usize> = used.collect();
            used.windows(2).all(|w| w[1] == w[0] + 1 || label(w[0]) != label(w[1]))
        })
    }

    fn post(&self, into: &mut Engine) -> Result<(), Conflict> {
        into.add(self.clone());
        Ok(())
    }
}
