//! A cell of a gap is reached from below and from above within the gap's length.
//!
//! For a gap of which something changed, two breadth-first searches over edges that are not off and
//! cells that may lie in it: from the number below and from the number above. A cell whose two distances
//! together exceed the length does not lie in the gap. Cost: the gap's cells and their edges.
//!
//! Explanations: to show that a cell is more than F - 1 steps from below takes the steps that were barred
//! on every shorter way, by an edge off or a cell that has lost the gap; the same from above.

use super::vars::GapVars;
use crate::kernel::{
    CellId, Conflict, Engine, Lit, Lits, Past, Priority, PropId, Propagation, Propagator, Status,
    Store, Subscriptions, Tag,
};
use crate::propagators::path::{Flag, What};

const TOO_FAR: u8 = 0;
const NONE: u32 = u32::MAX;

/// Distances within gaps.
#[derive(Clone, Debug)]
pub struct GapReach {
    gaps: GapVars,
    started: CellId,
    dirty: Vec<u32>,
    is_dirty: Vec<bool>,
    sides: [Search; 2],
}

/// Distances from one side of a gap.
#[derive(Clone, Debug)]
struct Search {
    distance: Vec<u32>,
    queue: Vec<u32>,
}

/// The state of the literals at some moment.
trait Moment {
    fn store(&self) -> &Store;
    fn holds(&self, l: Lit) -> bool;
}

impl Moment for Propagation<'_> {
    fn store(&self) -> &Store {
        self
    }

    fn holds(&self, l: Lit) -> bool {
        self.is_true(l)
    }
}

impl Moment for Past<'_> {
    fn store(&self) -> &Store {
        Past::store(self)
    }

    fn holds(&self, l: Lit) -> bool {
        self.is_true(l)
    }
}

impl Search {
    fn at(&self, c: u32) -> u32 {
        self.distance[c as usize]
    }

    fn visit(&mut self, c: u32, distance: u32) {
        self.distance[c as usize] = distance;
        self.queue.push(c);
    }

    /// Distances from the number below (side 0) or above a gap, up to what is less than its length.
    fn run(&mut self, gaps: &GapVars, now: &impl Moment, gap: u32, side: usize) {
        for c in self.queue.drain(..) {
            self.distance[c as usize] = NONE;
        }
        let (table, graph) = (&gaps.table, &gaps.path.graph);
        match [table.below(gap), table.above(gap)][side] {
            Some(c) => self.visit(c, 0),
            None => {
                let flags = [&gaps.start, &gaps.last][side];
                for m in table.members(gap) {
                    let open = match flags[m.cell as usize] {
                        Flag::Never => false,
                        Flag::Always => true,
                        Flag::Open(a) => !now.holds(a.not()),
                    };
                    if open && !now.holds(gaps.atom(now.store(), m.cell, m.value).not()) {
                        self.visit(m.cell, 1);
                    }
                }
            }
        }
        let length = table.length(gap);
        let mut head = 0;
        while let Some(&c) = self.queue.get(head) {
            head += 1;
            let further = self.at(c) + 1;
            if further >= length {
                break;
            }
            for (q, e) in graph.around(c) {
                if self.at(q) != NONE || now.holds(gaps.path.edge(e).not()) {
                    continue;
                }
                if let Some(v) = table.value(q, gap)
                    && !now.holds(gaps.atom(now.store(), q, v).not())
                {
                    self.visit(q, further);
                }
            }
        }
    }
}

impl GapReach {
    /// Posts the constraint for all gaps.
    pub fn post(engine: &mut Engine, gaps: &GapVars) -> PropId {
        let started = engine.store_mut().new_cell(0);
        let n = gaps.table.cells() as usize;
        let search = Search { distance: vec![NONE; n], queue: Vec::new() };
        engine.add(GapReach {
            gaps: gaps.clone(),
            started,
            dirty: Vec::new(),
            is_dirty: vec![false; gaps.table.gaps() as usize],
            sides: [search.clone(), search],
        })
    }

    fn touch(&mut self, gap: u32) {
        if !self.is_dirty[gap as usize] {
            self.is_dirty[gap as usize] = true;
            self.dirty.push(gap);
        }
    }

    fn collect(&mut self, p: &mut Propagation<'_>) {
        if p.cell(self.started) == 0 {
            p.set_cell(self.started, 1);
            (0..self.gaps.table.gaps()).for_each(|gap| self.touch(gap));
            return;
        }
        let table = self.gaps.table.clone();
        for at in p.news() {
            for l in p.entry(at).lits().filter(|l| !l.is_positive()) {
                if let Some((_, gap)) = self.gaps.place(p, l.atom()) {
                    self.touch(gap);
                    continue;
                }
                let What::Edge(e) = self.gaps.path.what(l.atom()) else {
                    // Number 1 or the last one is not there.
                    self.touch(0);
                    self.touch(table.gaps() - 1);
                    continue;
                };
                let [c, d] = self.gaps.path.graph.ends(e);
                let (c, d) = if table.clue(c).is_some() { (d, c) } else { (c, d) };
                for hold in table.holds(c) {
                    let at_given =
                        table.clue(d).is_some_and(|i| hold.gap == i || hold.gap == i + 1);
                    if at_given || (self.gaps.may(p, d, hold.gap) && self.gaps.may(p, c, hold.gap))
                    {
                        self.touch(hold.gap);
                    }
                }
            }
        }
    }

    fn look(&mut self, p: &mut Propagation<'_>, gap: u32) -> Result<(), Conflict> {
        let table = self.gaps.table.clone();
        if table.members(gap).is_empty() {
            return Ok(());
        }
        for (side, search) in self.sides.iter_mut().enumerate() {
            search.run(&self.gaps, p, gap, side);
        }
        for m in table.members(gap) {
            let [below, above] = self.sides.each_ref().map(|s| s.at(m.cell));
            if below.saturating_add(above) > table.length(gap) {
                p.remove(self.gaps.var(m.cell), m.value, Tag::new(TOO_FAR, 0))?;
            }
        }
        Ok(())
    }

    /// Appends why `c` was at least `least` steps from one side of a gap.
    fn explain_side(
        &self,
        past: &Past<'_>,
        c: u32,
        gap: u32,
        side: usize,
        least: u32,
        why: &mut Lits,
    ) {
        let (table, graph, store) = (&self.gaps.table, &self.gaps.path.graph, past.store());
        let search = &self.sides[side];
        let near = |q: u32| -> Option<u32> {
            // The least steps from q to c that the board allows.
            let holds = [q, c].map(|x| Some(table.holds(x)[table.value(x, gap)? as usize]));
            let [Some(a), Some(b)] = holds else { return None };
            Some(a.low.abs_diff(b.low).max(a.high.abs_diff(b.high)).max(u32::from(q != c)))
        };
        if [table.below(gap), table.above(gap)][side].is_none() {
            let flags = [&self.gaps.start, &self.gaps.last][side];
            for m in table.members(gap) {
                if search.at(m.cell) == 1 || near(m.cell).is_none_or(|steps| 1 + steps >= least) {
                    continue;
                }
                match flags[m.cell as usize] {
                    Flag::Never => {}
                    Flag::Open(a) if past.is_true(a.not()) => why.push(a.not()),
                    _ => why.extend(self.gaps.never(store, m.cell, gap)),
                }
            }
        }
        for &d in &search.queue {
            let further = search.at(d) + 1;
            if further >= least {
                break;
            }
            for (q, e) in graph.around(d) {
                if search.at(q) <= further || near(q).is_none_or(|steps| further + steps >= least) {
                    continue;
                }
                let lost = self.gaps.never(store, q, gap).filter(|&l| past.is_true(l));
                why.push(lost.unwrap_or(self.gaps.path.edge(e).not()));
            }
        }
    }
}

impl Propagator for GapReach {
    fn name(&self) -> &'static str {
        "gap_reach"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        to.on_bools(self.gaps.path.first_edge, self.gaps.path.graph.edges());
        self.gaps.subscribe_gaps(to);
        for f in self.gaps.start.iter().chain(self.gaps.last.iter()) {
            if let Flag::Open(a) = f {
                to.on_lit(a.not());
            }
        }
    }

    fn priority(&self) -> Priority {
        Priority::Flow
    }

    fn is_incremental(&self) -> bool {
        true
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Conflict> {
        self.collect(p);
        let mut result = Ok(Status::Fixpoint);
        while let Some(gap) = self.dirty.pop() {
            self.is_dirty[gap as usize] = false;
            if let Err(conflict) = self.look(p, gap) {
                result = Err(conflict);
                break;
            }
        }
        for gap in self.dirty.drain(..) {
            self.is_dirty[gap as usize] = false;
        }
        result
    }

    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, _tag: Tag, why: &mut Lits) {
        let fact = fact.expect("it only takes gaps from cells");
        let (c, gap) = self.gaps.place(past.store(), fact.atom()).expect("the gap of a cell");
        for (side, search) in self.sides.iter_mut().enumerate() {
            search.run(&self.gaps, past, gap, side);
        }
        let length = self.gaps.table.length(gap);
        // Together more than the length; a side needs to be shown only as far as it takes.
        let [below, above] = self.sides.each_ref().map(|s| s.at(c).min(length));
        let below = below.min(length);
        let above = above.min(length + 1 - below);
        let below = length + 1 - above;
        self.explain_side(past, c, gap, 0, below, why);
        self.explain_side(past, c, gap, 1, above, why);
        why.sort_unstable();
        why.dedup();
    }

    fn rule(&self, _tag: Tag) -> &'static str {
        "too far from the numbers of the gap"
    }

    fn boxed_clone(&self) -> Box<dyn Propagator> {
        Box::new(self.clone())
    }
}
