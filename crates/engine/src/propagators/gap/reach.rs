//! A cell of a gap is reached from below and from above within the gap's length.
//!
//! For each cell and gap that may hold it, two reversible cells hold the distances from the numbers below and
//! above, over edges that are not off and cells that may lie in the gap; in the first and the last gap, from
//! the cells that may be ends. At a fixpoint no cell may lie in a gap whose two distances there together
//! exceed its length, or that is not reached. Distances only grow: when the last neighbour that is nearer is
//! lost, a cell moves away and its neighbours are looked at again. Cost: the edges of the cells that move.
//! Cells that have lost the way altogether would move away from each other step by step up to the gap's
//! length: after some moves per cell all distances of the gap are computed anew.
//!
//! Explanations: to show that a cell is F steps from below or more takes the steps that were barred on every shorter
//! way, by an edge off or a cell that has lost the gap; the same from above. The search starts from the cell and goes
//! no further than the distances on the empty board allow: usually the cell is enclosed, and its border is shorter
//! than that of all cells reached from the number.
//!
//! Source of the bookkeeping: S. Even and Y. Shiloach, An on-line edge-deletion problem, 1981.

use super::table::common;
use super::vars::GapVars;
use crate::kernel::StepCounter;
use crate::kernel::prelude::*;
use crate::propagators::path::{Flag, What};
use smallvec::SmallVec;
use std::collections::VecDeque;
use std::sync::Arc;

const TOO_FAR: Tag = Tag::new(0, 0);
/// Moves per member of a gap after which its distances are computed anew.
const REMEASURE: u32 = 4;
const NONE: u32 = u32::MAX;

/// Distances within gaps.
#[derive(Clone, Debug)]
pub(crate) struct GapReach {
    gaps: GapVars,
    /// Per pair of a cell and a gap the distance from below, and from above.
    distance: [Cells; 2],
    /// The atoms of open ends, ascending, and the entries that move away when one is excluded.
    ends: Arc<[(Atom, Moved)]>,
    /// Entries that may have moved away and are not yet processed.
    queue: VecDeque<Moved>,
    /// Per gap how many cells have moved since its distances were last taken afresh. Not undone on
    /// backtracking: it decides how distances are computed, not their values.
    moves: Vec<u32>,
    sides: [Search; 2],
}

/// A cell that may have moved away from one side of a gap.
#[derive(Clone, Copy, Debug)]
struct Moved {
    cell: u32,
    value: u32,
    side: usize,
}

/// Distances from one side of a gap.
#[derive(Clone, Debug)]
struct Search {
    distance: Vec<u32>,
    queue: Vec<u32>,
}

impl Search {
    fn at(&self, c: u32) -> u32 {
        self.distance[c as usize]
    }

    fn visit(&mut self, c: u32, distance: u32) {
        self.distance[c as usize] = distance;
        self.queue.push(c);
    }

    fn clear(&mut self) {
        for c in self.queue.drain(..) {
            self.distance[c as usize] = NONE;
        }
    }

    /// Distances from the number below (side 0) or above a gap, up to distances less than its
    /// length.
    fn run(&mut self, gaps: &GapVars, view: &impl View, gap: u32, side: usize) {
        self.clear();
        let (table, graph) = (&gaps.table, &gaps.path.graph);
        match gaps.bound(gap, side) {
            Some(c) => self.visit(c, 0),
            None => {
                let flags = gaps.ends(side);
                for m in table.members(gap) {
                    let open = !flags[m.cell as usize].is_false(view);
                    if open && !gaps.lost(view, m.cell, m.value) {
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
                if self.at(q) == NONE
                    && let Some(v) = table.value(q, gap)
                    && !gaps.path.is_off(view, e)
                    && !gaps.lost(view, q, v)
                {
                    self.visit(q, further);
                }
            }
        }
    }
}

impl GapReach {
    /// Posts the constraint for all gaps.
    ///
    /// # Errors
    /// [`Halt::Interrupted`].
    pub fn post(
        engine: &mut Engine,
        gaps: &GapVars,
        counter: &StepCounter<'_>,
    ) -> Result<(), Halt> {
        let store = engine.store_mut();
        let holds = gaps.table.all_holds();
        // Either list has as many places as the table, which on a large board takes its time.
        let low = store.new_cells_of(holds.iter().map(|h| h.low));
        counter.look()?;
        let high = store.new_cells_of(holds.iter().map(|h| h.high));
        counter.look()?;
        let distance = [low, high];
        let n = gaps.table.cells() as usize;
        let search = Search { distance: vec![NONE; n], queue: Vec::new() };
        let table = &gaps.table;
        let sides = [(&gaps.start, 0), (&gaps.last, table.gaps() - 1)];
        let mut ends: Vec<(Atom, Moved)> = Vec::new();
        for (side, (flags, gap)) in sides.into_iter().enumerate() {
            for m in table.members(gap) {
                if let Flag::Open(atom) = flags[m.cell as usize] {
                    ends.push((atom, Moved { cell: m.cell, value: m.value, side }));
                }
            }
        }
        ends.sort_unstable_by_key(|e| e.0);
        let moves = vec![0; gaps.table.gaps() as usize];
        engine.add(GapReach {
            gaps: gaps.clone(),
            distance,
            ends: ends.into(),
            queue: VecDeque::new(),
            moves,
            sides: [search.clone(), search],
        });
        Ok(())
    }

    #[inline]
    fn place(&self, cell: u32, value: u32, side: usize) -> CellId {
        self.distance[side].at(self.gaps.table.pair(cell, value))
    }

    /// Distances begin as those on the empty board. Those from ends that are not given are computed
    /// anew, and all facts known by now count as news.
    fn start(&mut self, p: &mut Propagation<'_>) -> Result<(), Halt> {
        let table = self.gaps.table.clone();
        let last = table.gaps() - 1;
        for gap in if last == 0 { 0..1 } else { 0..2 }.map(|side| side * last) {
            p.work(16 * table.members(gap).len())?;
            if table.below(gap).is_none() || table.above(gap).is_none() {
                self.measure_all(p, gap)?;
            }
        }
        for c in 0..table.cells() {
            let holds = table.holds(c).len() as u32;
            p.work(1)?;
            if holds > 0 && p.size(self.gaps.var(c)) < holds {
                let lost = |&v: &u32| self.gaps.lost(p, c, v);
                let lost: SmallVec<[u32; 16]> = (0..holds).filter(lost).collect();
                for v in lost {
                    self.suspect_around(p, c, v, 0);
                    self.suspect_around(p, c, v, 1);
                }
            }
        }
        for e in 0..self.gaps.path.graph.edges() {
            p.work(1)?;
            if self.gaps.path.is_off(p, e) {
                self.edge_is_off(p, self.gaps.path.graph.ends(e));
            }
        }
        Ok(())
    }

    /// Computes all distances of a gap, and infers the consequences. The distances of cells that have
    /// lost the gap stay as their neighbours last used them.
    fn measure_all(&mut self, p: &mut Propagation<'_>, gap: u32) -> Result<(), Conflict> {
        self.moves[gap as usize] = 0;
        let table = self.gaps.table.clone();
        let length = table.length(gap);
        for side in 0..2 {
            self.sides[side].run(&self.gaps, p, gap, side);
        }
        for m in table.members(gap) {
            if self.gaps.lost(p, m.cell, m.value) {
                continue;
            }
            let distances = [0, 1].map(|side: usize| self.sides[side].at(m.cell).min(length));
            for (side, &distance) in distances.iter().enumerate() {
                p.set_cell(self.place(m.cell, m.value, side), distance);
            }
            if distances[0] + distances[1] > length {
                p.remove(self.gaps.var(m.cell), m.value, TOO_FAR)?;
            }
        }
        Ok(())
    }

    /// Queues a cell if its shortest way to one side may have led through another at distance
    /// `from`.
    fn suspect(&mut self, p: &Propagation<'_>, cell: u32, value: u32, side: usize, from: u32) {
        if p.cell(self.place(cell, value, side)) == from + 1 {
            self.queue.push_back(Moved { cell, value, side });
        }
    }

    /// Queues the neighbours whose shortest way may have led through a cell.
    fn suspect_around(&mut self, p: &Propagation<'_>, cell: u32, value: u32, side: usize) {
        let (table, graph) = (self.gaps.table.clone(), self.gaps.path.graph.clone());
        let gap = table.holds(cell)[value as usize].gap;
        let distance = p.cell(self.place(cell, value, side));
        for &q in graph.neighbours(cell) {
            if let Some(v) = table.value(q, gap) {
                self.suspect(p, q, v, side, distance);
            }
        }
    }

    fn collect(&mut self, p: &Propagation<'_>) {
        let table = self.gaps.table.clone();
        for at in p.news() {
            for l in p.entry(at).lits().filter(|l| !l.is_positive()) {
                if let Some((cell, gap)) = self.gaps.place(p, l.atom()) {
                    let value = table.value(cell, gap).expect("a gap that may hold it");
                    self.suspect_around(p, cell, value, 0);
                    self.suspect_around(p, cell, value, 1);
                } else if let What::Edge(e) = self.gaps.path.what(l.atom()) {
                    self.edge_is_off(p, self.gaps.path.graph.ends(e));
                } else {
                    self.no_end(p, l);
                }
            }
        }
    }

    fn edge_is_off(&mut self, p: &Propagation<'_>, [c, d]: [u32; 2]) {
        let table = self.gaps.table.clone();
        match (table.clue(c), table.clue(d)) {
            (None, None) => {
                for (v, w) in common(table.holds(c), table.holds(d)) {
                    for side in 0..2 {
                        let [at_c, at_d] =
                            [(c, v), (d, w)].map(|(x, v)| p.cell(self.place(x, v, side)));
                        self.suspect(p, c, v, side, at_d);
                        self.suspect(p, d, w, side, at_c);
                    }
                }
            }
            (Some(i), None) => {
                for (side, gap) in [(1, i), (0, i + 1)] {
                    if let Some(w) = table.value(d, gap) {
                        self.suspect(p, d, w, side, 0);
                    }
                }
            }
            (None, Some(_)) => self.edge_is_off(p, [d, c]),
            (Some(_), Some(_)) => {}
        }
    }

    /// Handles a literal that may exclude number 1 or the last number from a cell.
    fn no_end(&mut self, p: &Propagation<'_>, l: Lit) {
        let Ok(at) = self.ends.binary_search_by_key(&l.atom(), |&(atom, _)| atom) else { return };
        let Moved { cell, value, side } = self.ends[at].1;
        self.suspect(p, cell, value, side, 0);
    }

    /// The distance of a cell from one side of a gap by those of its neighbours, up to the length.
    fn measure(&self, p: &Propagation<'_>, moved: Moved, gap: u32) -> u32 {
        let (table, path) = (&self.gaps.table, &self.gaps.path);
        let Moved { cell, side, .. } = moved;
        let mut least = table.length(gap);
        let bound = self.gaps.bound(gap, side);
        let flags = self.gaps.ends(side);
        if bound.is_none() && !flags[cell as usize].is_false(p) {
            return 1;
        }
        for (q, e) in path.graph.around(cell) {
            if path.is_off(p, e) {
                continue;
            }
            if bound == Some(q) {
                return 1;
            }
            if let Some(v) = table.value(q, gap)
                && !self.gaps.lost(p, q, v)
            {
                least = least.min(p.cell(self.place(q, v, side)) + 1);
            }
        }
        least
    }

    /// Raises the distance of a cell to that given by its neighbours.
    fn follow(&mut self, p: &mut Propagation<'_>, moved: Moved) -> Result<(), Conflict> {
        let Moved { cell, value, side } = moved;
        if self.gaps.lost(p, cell, value) {
            return Ok(());
        }
        let gap = self.gaps.table.holds(cell)[value as usize].gap;
        let place = self.place(cell, value, side);
        let now = self.measure(p, moved, gap);
        if now <= p.cell(place) {
            return Ok(());
        }
        let other = p.cell(self.place(cell, value, 1 - side));
        if now + other > self.gaps.table.length(gap) {
            // Its distance stays as its neighbours last used it; they are examined because the
            // removal is news.
            p.remove(self.gaps.var(cell), value, TOO_FAR)?;
            return Ok(());
        }
        let moves = &mut self.moves[gap as usize];
        *moves += 1;
        if *moves > REMEASURE * self.gaps.table.members(gap).len() as u32 {
            return self.measure_all(p, gap);
        }
        self.suspect_around(p, cell, value, side);
        p.set_cell(place, now);
        Ok(())
    }

    /// The distance that a cell had from one side of a gap, or `least` if that was not less, by a search from the
    /// cell.
    fn search_back(
        &mut self,
        past: &Past<'_>,
        c: u32,
        (gap, side): (u32, usize),
        least: u32,
    ) -> u32 {
        let (gaps, search) = (&self.gaps, &mut self.sides[side]);
        let (table, graph) = (&gaps.table, &gaps.path.graph);
        search.clear();
        let bound = gaps.bound(gap, side);
        let flags = gaps.ends(side);
        search.visit(c, 0);
        let mut head = 0;
        while let Some(&d) = search.queue.get(head) {
            head += 1;
            let further = search.at(d) + 1;
            if further >= least {
                break;
            }
            if bound.is_none() && !flags[d as usize].is_false(past) {
                return further;
            }
            for (q, e) in graph.around(d) {
                if bound == Some(q) {
                    if !gaps.path.is_off(past, e) {
                        return further;
                    }
                } else if search.at(q) == NONE
                    && let Some(v) = table.value(q, gap)
                    && further + table.holds(q)[v as usize].away(side) < least
                    && !gaps.path.is_off(past, e)
                    && !gaps.lost(past, q, v)
                {
                    search.visit(q, further);
                }
            }
        }
        least
    }

    /// Appends why the start cell of the search was at least `least` steps from one side of a gap.
    fn explain_side(&self, past: &Past<'_>, (gap, side): (u32, usize), least: u32, why: &mut Lits) {
        let (table, graph, store) = (&self.gaps.table, &self.gaps.path.graph, past.store());
        let search = &self.sides[side];
        let bound = self.gaps.bound(gap, side);
        let flags = self.gaps.ends(side);
        for &d in &search.queue {
            let further = search.at(d) + 1;
            if further >= least {
                break;
            }
            if bound.is_none()
                && let Flag::Open(a) = flags[d as usize]
            {
                why.push(a.neg());
            }
            for (q, e) in graph.around(d) {
                if bound == Some(q) {
                    why.push(self.gaps.path.edge(e).neg());
                } else if search.at(q) > further
                    && let Some(v) = table.value(q, gap)
                    && further + table.holds(q)[v as usize].away(side) < least
                {
                    let lost = self.gaps.never(store, q, gap).filter(|&l| past.is_true(l));
                    why.push(lost.unwrap_or(self.gaps.path.edge(e).neg()));
                }
            }
        }
    }
}

impl Propagator for GapReach {
    const RULES: &'static [&'static str] = &["too far from the numbers of the gap"];

    fn name(&self) -> &'static str {
        "gap_reach"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        to.on_bools(self.gaps.path.edges);
        self.gaps.subscribe_gaps(to);
        for f in self.gaps.start.iter().chain(self.gaps.last.iter()) {
            if let Flag::Open(a) = f {
                to.on_lit(a.neg());
            }
        }
    }

    fn priority(&self) -> Priority {
        Priority::Flow
    }

    fn is_incremental(&self) -> bool {
        true
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        if p.is_first_run() {
            self.queue.clear();
            self.start(p)?;
        } else {
            self.collect(p);
        }
        // From here on an interrupt leaves the queue of possible moves to the next run.
        p.mark_news_read();
        while let Some(&moved) = self.queue.front() {
            p.work(16)?;
            self.queue.pop_front();
            self.follow(p, moved).inspect_err(|_| self.queue.clear())?;
        }
        Ok(Status::Fixpoint)
    }

    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, _tag: Tag, why: &mut Lits) {
        let fact = fact.expect("it only takes gaps from cells");
        let (c, gap) = self.gaps.place(past.store(), fact.atom()).expect("the gap of a cell");
        let length = self.gaps.table.length(gap);
        let value = self.gaps.table.value(c, gap).expect("a gap that may hold it");
        let hold = self.gaps.table.holds(c)[value as usize];
        // Together they are to exceed the length. The distance of one side on the empty board needs no premises,
        // and the other side has to be explained only up to the missing amount.
        let [most_below, most_above] = [length + 1 - hold.high, length + 1 - hold.low];
        let below = self.search_back(past, c, (gap, 0), most_below);
        if below == most_below {
            self.explain_side(past, (gap, 0), below, why);
        } else if self.search_back(past, c, (gap, 1), most_above) == most_above {
            self.explain_side(past, (gap, 1), most_above, why);
        } else {
            self.explain_side(past, (gap, 0), below, why);
            self.explain_side(past, (gap, 1), length + 1 - below, why);
        }
        why.sort_unstable();
        why.dedup();
    }

    /// A gap.
    fn part(&self, store: &Store, fact: Option<Lit>, _tag: Tag) -> Option<u32> {
        Some(self.gaps.place(store, fact?.atom())?.1)
    }

    fn part_scope(&self, store: &Store, part: u32) -> Vec<Atom> {
        self.gaps.atoms_of(store, part)
    }
}
