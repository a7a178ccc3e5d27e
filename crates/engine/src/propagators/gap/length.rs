//! Fragments of the line have lengths that their numbers and gaps allow.
//!
//! A fragment is a maximal run of edges that are on. For its two end cells, reversible cells hold the other
//! end, the length and, if a number is given on the fragment, the nearest one and the steps to it.
//! At a fixpoint:
//! * two given numbers next to each other on a fragment are consecutive among the given ones, and as many
//!   steps apart as they differ; the cells between them lie in their gap;
//! * an end at a known number of steps behind a given number lies in the gap above or below only if the
//!   other number of that gap is near enough; it is number 1 or N only if the steps agree;
//! * a fragment without a given number lies in a gap only if it fits in there, one way round;
//! * an edge that would join two fragments into one that breaks these rules is off: for the far ends
//!   only the steps count, for the two cells that it joins also which gaps they have left.
//!
//! "Near enough" and "fits" are decided by the distances on the empty board ([`super::Hold`]).
//!
//! Cost: constant for each edge on and each neighbour of the ends of grown fragments, times the gaps
//! that may contain a cell. Explanations walk along the edges that were on then. Relies on
//! [`crate::propagators::path::Fragments`] and degrees, which are posted with it.

use super::table::common;
use super::vars::GapVars;
use crate::kernel::prelude::*;
use crate::propagators::path::{Flag, What};
use crate::structures::Worklist;

rules! {
    /// The inference rules of lengths.
    enum Rule {
        WrongLength => "given numbers at the wrong distance",
        Between => "between two given numbers",
        Tail => "so far from a given number",
        TooLong => "too long for the gap",
        Join => "would be too long or too short",
    }
}

/// The value for "none": interior cells have no other end, fragments without a given number no
/// nearest one.
const NONE: u32 = u32::MAX;

/// The continuation of a fragment behind one of its ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Tail {
    /// The given number with this index is `steps` steps away.
    Given { clue: u32, steps: u32 },
    /// No given number: `length` cells up to the other end.
    Free { length: u32, end: u32 },
}

/// Lengths of fragments against numbers and gaps.
#[derive(Clone, Debug)]
pub(crate) struct GapLength {
    gaps: GapVars,
    /// Per cell the other end of its fragment, or `NONE`.
    mate: Cells,
    /// Per end cell the number of cells of its fragment, the nearest given number, the steps to it.
    length: Cells,
    clue: Cells,
    steps: Cells,
    dirty: Worklist,
}

impl GapLength {
    /// Posts the constraint for the whole board.
    pub fn post(engine: &mut Engine, gaps: &GapVars) -> PropId {
        let n = gaps.table.cells();
        let store = engine.store_mut();
        let (mate, length) = (store.new_cells(n, NONE), store.new_cells(n, 1));
        let (clue, steps) = (store.new_cells(n, NONE), store.new_cells(n, 0));
        engine.add(GapLength {
            gaps: gaps.clone(),
            mate,
            length,
            clue,
            steps,
            dirty: Worklist::new(n),
        })
    }

    #[inline]
    fn get(p: &Propagation<'_>, of: Cells, c: u32) -> u32 {
        p.cell(of.at(c))
    }

    #[inline]
    fn set(p: &mut Propagation<'_>, of: Cells, c: u32, value: u32) {
        p.set_cell(of.at(c), value);
    }

    fn tail(&self, p: &Propagation<'_>, x: u32) -> Tail {
        match Self::get(p, self.clue, x) {
            NONE => {
                Tail::Free { length: Self::get(p, self.length, x), end: Self::get(p, self.mate, x) }
            }
            clue => Tail::Given { clue, steps: Self::get(p, self.steps, x) },
        }
    }

    fn start(&mut self, p: &mut Propagation<'_>) -> Result<(), Conflict> {
        for c in 0..self.gaps.table.cells() {
            Self::set(p, self.mate, c, c);
            if let Some(i) = self.gaps.table.clue(c) {
                Self::set(p, self.clue, c, i);
            }
            self.dirty.push(c);
        }
        for e in 0..self.gaps.path.graph.edges() {
            if p.is_true(self.gaps.path.edge(e).pos()) {
                self.join(p, e)?;
            }
        }
        Ok(())
    }

    fn join(&mut self, p: &mut Propagation<'_>, e: u32) -> Result<(), Conflict> {
        let [u, v] = self.gaps.path.graph.ends(e);
        let (a, b) = (Self::get(p, self.mate, u), Self::get(p, self.mate, v));
        if a == NONE || b == NONE || a == v {
            // Three edges at a cell, or a cycle: another propagator fails.
            return Ok(());
        }
        let (at_u, at_v) = (self.tail(p, u), self.tail(p, v));
        let (far_u, far_v) = (self.tail(p, a), self.tail(p, b));
        let length = Self::get(p, self.length, u) + Self::get(p, self.length, v);
        if let (Tail::Given { clue: i, steps: s }, Tail::Given { clue: j, steps: t }) = (at_u, at_v)
        {
            let table = &self.gaps.table;
            if i.abs_diff(j) != 1 || table.length(i.max(j)) != s + 1 + t {
                return Err(p.fail(Rule::WrongLength.about(e)));
            }
            for x in [u, v] {
                if table.clue(x).is_none() {
                    let Some(value) = table.value(x, i.max(j)) else {
                        return Err(p.fail(Rule::WrongLength.about(e)));
                    };
                    p.fix(self.gaps.var(x), value, Rule::Between.about(e))?;
                }
            }
        }
        for (c, mate) in [(u, a), (v, b)] {
            if c != mate {
                Self::set(p, self.mate, c, NONE);
            }
        }
        // An end without a given number behind it may have one now.
        for (end, far, across, own) in [(a, far_u, at_v, u), (b, far_v, at_u, v)] {
            if let (Tail::Free { .. }, Tail::Given { clue, steps }) = (far, across) {
                let before = Self::get(p, self.length, own);
                Self::set(p, self.clue, end, clue);
                Self::set(p, self.steps, end, steps + before);
            }
        }
        for (end, other) in [(a, b), (b, a)] {
            Self::set(p, self.mate, end, other);
            Self::set(p, self.length, end, length);
            self.dirty.push(end);
        }
        Ok(())
    }

    fn collect(&mut self, p: &mut Propagation<'_>) -> Result<(), Conflict> {
        if p.is_first_run() {
            return self.start(p);
        }
        for at in p.news() {
            let entry = p.entry(at);
            if let Some(c) = self.gaps.cell_of_word(p, entry.word()) {
                self.dirty.push(c);
                continue;
            }
            for l in entry.lits().filter(|l| l.is_positive()) {
                if let What::Edge(e) = self.gaps.path.what(l.atom()) {
                    self.join(p, e)?;
                }
            }
        }
        Ok(())
    }

    /// Infers the consequences for a cell if a fragment ends there.
    fn examine(&self, p: &mut Propagation<'_>, x: u32) -> Result<(), Conflict> {
        let other = Self::get(p, self.mate, x);
        if other == NONE {
            return Ok(());
        }
        match self.tail(p, x) {
            Tail::Given { clue, steps } => self.behind_given(p, x, clue, steps)?,
            Tail::Free { length, .. } if length > 1 => {
                for hold in self.gaps.table.holds(x) {
                    if !self.holds_free(hold.gap, x, other, length) {
                        self.gaps.bar(p, x, hold.gap, Rule::TooLong.tag())?;
                    }
                }
            }
            Tail::Free { .. } => {}
        }
        for (y, e) in self.gaps.path.graph.around(x) {
            let edge = self.gaps.path.edge(e);
            if y != other && p.is_open(edge) && Self::get(p, self.mate, y) != NONE {
                let tails = [(x, self.tail(p, x)), (y, self.tail(p, y))];
                if !self.joinable(tails, |c, gap| self.gaps.may(p, c, gap)) {
                    p.infer(edge.neg(), Rule::Join.tag())?;
                }
            }
        }
        Ok(())
    }

    /// Inferences for an end that lies `steps` steps behind a given number.
    fn behind_given(
        &self,
        p: &mut Propagation<'_>,
        x: u32,
        clue: u32,
        steps: u32,
    ) -> Result<(), Conflict> {
        if steps == 0 {
            return Ok(());
        }
        let table = &self.gaps.table;
        let tag = Rule::Tail.about(x);
        for gap in [clue, clue + 1] {
            if !self.reaches(gap, clue, x, steps) {
                self.gaps.bar(p, x, gap, tag)?;
            }
        }
        let is_first = clue == 0 && table.number(0) == steps + 1;
        let is_last = clue + 2 == table.gaps() && table.number(clue) + steps == table.cells();
        for (flag, possible) in
            [(self.gaps.start[x as usize], is_first), (self.gaps.last[x as usize], is_last)]
        {
            if possible {
                continue;
            }
            match flag {
                Flag::Open(a) => {
                    p.infer(a.neg(), tag)?;
                }
                Flag::Always => return Err(p.fail(tag)),
                Flag::Never => {}
            }
        }
        Ok(())
    }

    /// Whether a cell `steps` steps behind a given number can lie in the gap on one side of it.
    fn reaches(&self, gap: u32, clue: u32, x: u32, steps: u32) -> bool {
        let table = &self.gaps.table;
        let Some(v) = table.value(x, gap) else { return false };
        let hold = table.holds(x)[v as usize];
        let rest = if gap == clue { hold.low } else { hold.high };
        steps + rest <= table.length(gap)
    }

    /// Whether `length` cells from `x` to `y` fit into a gap.
    fn holds_free(&self, gap: u32, x: u32, y: u32, length: u32) -> bool {
        let table = &self.gaps.table;
        let (Some(v), Some(w)) = (table.value(x, gap), table.value(y, gap)) else { return false };
        let (x, y) = (table.holds(x)[v as usize], table.holds(y)[w as usize]);
        (x.low + y.high).min(y.low + x.high) + length - 1 <= table.length(gap)
    }

    /// Whether two fragments may be joined between two of their ends, where `may` returns whether a cell may
    /// lie in a gap. `may` is not called for cases that the lengths alone exclude.
    fn joinable(&self, tails: [(u32, Tail); 2], mut may: impl FnMut(u32, u32) -> bool) -> bool {
        let table = &self.gaps.table;
        match tails {
            [(_, Tail::Given { clue: i, steps: s }), (_, Tail::Given { clue: j, steps: t })] => {
                i.abs_diff(j) == 1 && table.length(i.max(j)) == s + 1 + t
            }
            [(_, Tail::Free { .. }), (_, Tail::Given { .. })] => {
                self.joinable([tails[1], tails[0]], may)
            }
            [(x, Tail::Given { clue, steps }), (y, Tail::Free { length, end })] => {
                [clue, clue + 1].into_iter().any(|gap| {
                    self.reaches(gap, clue, end, steps + length)
                        && may(y, gap)
                        && (table.clue(x).is_some() || may(x, gap))
                })
            }
            [(x, Tail::Free { length: l, end: a }), (y, Tail::Free { length: m, end: b })] => {
                common(table.holds(a), table.holds(b)).any(|(v, _)| {
                    let gap = table.holds(a)[v as usize].gap;
                    self.holds_free(gap, a, b, l + m) && may(x, gap) && may(y, gap)
                })
            }
        }
    }

    /// Walks along the edges that were on, from `from` and not by edge `but`, to the first given
    /// number or the end; appends the edges.
    fn trace(&self, past: &Past<'_>, from: u32, but: u32, why: &mut Lits) -> Tail {
        let (table, path) = (&self.gaps.table, &self.gaps.path);
        let (mut at, mut came, mut steps) = (from, but, 0);
        loop {
            if let Some(clue) = table.clue(at) {
                return Tail::Given { clue, steps };
            }
            let next = path.graph.around(at).find(|&(_, e)| e != came && path.is_on(past, e));
            let Some((q, e)) = next.filter(|&(q, _)| q != from) else {
                return Tail::Free { length: steps + 1, end: at };
            };
            why.push(path.edge(e).pos());
            (at, came, steps) = (q, e, steps + 1);
        }
    }
}

impl Propagator for GapLength {
    const RULES: &'static [&'static str] = Rule::WORDS;

    fn name(&self) -> &'static str {
        "gap_length"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        to.on_known(self.gaps.path.edges);
        self.gaps.subscribe_gaps(to);
    }

    fn priority(&self) -> Priority {
        Priority::Linear
    }

    fn is_incremental(&self) -> bool {
        true
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        let mut result = self.collect(p);
        // From here on an interrupt leaves the dirty cells to the next run.
        p.mark_news_read();
        while result.is_ok()
            && let Some(x) = self.dirty.pop()
        {
            result = self.examine(p, x);
            if result.is_ok() {
                p.work(8 * self.gaps.table.holds(x).len())?;
            }
        }
        self.dirty.clear();
        result?;
        Ok(Status::Fixpoint)
    }

    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, tag: Tag, why: &mut Lits) {
        let path = &self.gaps.path;
        match Rule::from_tag(tag) {
            Rule::WrongLength | Rule::Between => {
                let e = tag.note();
                let [u, v] = path.graph.ends(e);
                why.push(path.edge(e).pos());
                self.trace(past, u, e, why);
                self.trace(past, v, e, why);
            }
            Rule::Tail => {
                self.trace(past, tag.note(), NONE, why);
            }
            Rule::TooLong => {
                let fact = fact.expect("only inferences have this rule");
                let (x, _) = self.gaps.place(past.store(), fact.atom()).expect("the gap of a cell");
                self.trace(past, x, NONE, why);
            }
            Rule::Join => {
                let Some(What::Edge(e)) = fact.map(|f| path.what(f.atom())) else { return };
                let [x, y] = path.graph.ends(e);
                let tails = [x, y].map(|c| (c, self.trace(past, c, e, why)));
                // Cases that lengths alone do not exclude are excluded by the lost gaps of some
                // cell.
                let gone = self.joinable(tails, |c, gap| match self.gaps.was_not(past, c, gap) {
                    Some(l) => {
                        why.push(l);
                        false
                    }
                    None => self.gaps.table.value(c, gap).is_some(),
                });
                debug_assert!(!gone, "what excluded the edge then excludes it now");
            }
        }
    }
}
