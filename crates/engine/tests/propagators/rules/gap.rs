//! Rules of the gaps between given numbers.

use super::path::{Known, known};
use clew_engine::kernel::Lit;
use clew_engine::propagators::gap::{GapVars, Hold};
use clew_engine::propagators::path::Flag;
use clew_engine::testing::Fixpoint;

/// The variables of a line with given numbers at a fixpoint.
pub struct Gaps<'a> {
    at: &'a Fixpoint<'a>,
    vars: &'a GapVars,
    edges: Vec<Known>,
}

impl<'a> Gaps<'a> {
    pub fn new(at: &'a Fixpoint<'a>, vars: &'a GapVars) -> Gaps<'a> {
        let edge = |a: clew_engine::kernel::Atom| known(at, a.pos(), a.neg());
        let edges = vars.path.edges.iter().map(edge).collect();
        Gaps { at, vars, edges }
    }

    fn cells(&self) -> std::ops::Range<u32> {
        0..self.vars.table.cells()
    }

    fn hold(&self, c: u32, gap: u32) -> Option<(u32, Hold)> {
        let (v, hold) = (0..).zip(self.vars.table.holds(c)).find(|(_, h)| h.gap == gap)?;
        Some((v, *hold))
    }

    /// "The cell lies in the gap", if that was possible at the start.
    fn lies(&self, c: u32, gap: u32) -> Option<Lit> {
        let (v, _) = self.hold(c, gap)?;
        Some(self.vars.atom(self.at.store, c, v).pos())
    }

    fn may(&self, c: u32, gap: u32) -> bool {
        self.lies(c, gap).is_some_and(|l| !self.at.store.is_true(!l))
    }

    fn does(&self, c: u32, gap: u32) -> bool {
        self.lies(c, gap).is_some_and(|l| self.at.store.is_true(l))
    }

    fn must(&self, c: u32, gap: u32, rule: &str) {
        self.at.must(self.lies(c, gap).expect("a gap that may hold it"), rule);
    }

    fn must_not(&self, c: u32, gap: u32, rule: &str) {
        self.lies(c, gap).into_iter().for_each(|l| self.at.must(!l, rule));
    }

    fn edge_must(&self, e: u32, on: bool, rule: &str) {
        self.at.must(self.vars.path.edge(e).lit(on), rule);
    }

    fn clue(&self, c: u32) -> Option<u32> {
        self.vars.table.clue(c)
    }

    /// Whether a gap of a cell may continue in the next cell of the line.
    fn goes_on(&self, gap: u32, into: u32) -> bool {
        match self.clue(into) {
            Some(i) => gap == i || gap == i + 1,
            None => self.may(into, gap),
        }
    }

    /// Neighbours on the line lie in one gap, and a given number has one neighbour in the gap on either side.
    pub fn edges(&self) {
        let (table, graph) = (&self.vars.table, &self.vars.path.graph);
        for c in self.cells() {
            let around: Vec<(u32, u32)> = graph.around(c).collect();
            let Some(clue) = self.clue(c) else {
                for (d, e) in around {
                    let left = (0..table.gaps()).filter(|&g| self.may(c, g));
                    match self.edges[e as usize] {
                        Some(true) => left
                            .filter(|&g| !self.goes_on(g, d))
                            .for_each(|g| self.must_not(c, g, "neighbours lie in one gap")),
                        None if !left.into_iter().any(|g| self.goes_on(g, d)) => {
                            self.edge_must(e, false, "no gap for both cells");
                        }
                        _ => {}
                    }
                }
                continue;
            };
            for gap in [clue, clue + 1].into_iter().filter(|&g| table.length(g) > 1) {
                let ways: Vec<(u32, u32)> = around
                    .iter()
                    .copied()
                    .filter(|&(d, e)| self.edges[e as usize] != Some(false) && self.may(d, gap))
                    .collect();
                self.at.demand(!ways.is_empty(), "a way into the gap");
                let is_on = |e: u32| self.edges[e as usize] == Some(true);
                if let [(d, e)] = ways[..] {
                    self.edge_must(e, true, "the only way into the gap");
                    self.must(d, gap, "the only way into the gap");
                }
                for &(taken, _) in ways.iter().filter(|&&(d, e)| is_on(e) && self.does(d, gap)) {
                    for &(d, e) in ways.iter().filter(|&&(d, _)| d != taken) {
                        if is_on(e) {
                            self.must_not(d, gap, "the gap has its first cell");
                        } else if self.does(d, gap) {
                            self.edge_must(e, false, "the gap has its first cell");
                        }
                    }
                }
            }
        }
    }

    /// A gap holds as many cells as there are numbers in it.
    pub fn counts(&self) {
        for gap in 0..self.vars.table.gaps() {
            let room = self.vars.table.length(gap) as usize - 1;
            let may: Vec<u32> = self.cells().filter(|&c| self.may(c, gap)).collect();
            let (does, open): (Vec<u32>, Vec<u32>) = may.iter().partition(|&&c| self.does(c, gap));
            self.at.demand(does.len() <= room && room <= may.len(), "the cells of a gap");
            for c in open {
                if does.len() == room {
                    self.must_not(c, gap, "the gap is full");
                } else if may.len() == room {
                    self.must(c, gap, "the gap needs all cells");
                }
            }
        }
    }

    /// The steps from one side of a gap to each cell that may lie in it, found by trying ways of ever more steps.
    fn steps(&self, gap: u32, side: usize) -> Vec<Option<u32>> {
        let (table, path) = (&self.vars.table, &self.vars.path);
        let bound = [table.below(gap), table.above(gap)][side];
        let is_open = |e: u32| self.edges[e as usize] != Some(false);
        let mut steps = vec![None; table.cells() as usize];
        for c in self.cells().filter(|&c| self.may(c, gap)) {
            let begins = match (bound, [&self.vars.start, &self.vars.last][side][c as usize]) {
                (Some(q), _) => path.graph.around(c).any(|(d, e)| d == q && is_open(e)),
                (None, Flag::Open(a)) => !self.at.store.is_true(a.neg()),
                (None, flag) => flag == Flag::Always,
            };
            steps[c as usize] = begins.then_some(1);
        }
        for far in 2..=table.cells() {
            for c in self.cells().filter(|&c| self.may(c, gap)) {
                let near = |(d, e): (u32, u32)| is_open(e) && steps[d as usize] == Some(far - 1);
                if steps[c as usize].is_none() && path.graph.around(c).any(near) {
                    steps[c as usize] = Some(far);
                }
            }
        }
        steps
    }

    /// The ways from both sides to a cell in a gap are together no longer than the gap.
    pub fn reach(&self) {
        for gap in 0..self.vars.table.gaps() {
            let [low, high] = [0, 1].map(|side| self.steps(gap, side));
            for c in self.cells().filter(|&c| self.may(c, gap)) {
                let fits = match (low[c as usize], high[c as usize]) {
                    (Some(low), Some(high)) => low + high <= self.vars.table.length(gap),
                    _ => false,
                };
                if !fits {
                    self.must_not(c, gap, "too far from the numbers of the gap");
                }
            }
        }
    }

    /// The maximal runs of edges that are on, each from one end to the other; `None` where they are none.
    fn fragments(&self) -> Option<Vec<Vec<u32>>> {
        let graph = &self.vars.path.graph;
        let on = |c: u32| -> Vec<u32> {
            let is_on = |&(_, e): &(u32, u32)| self.edges[e as usize] == Some(true);
            graph.around(c).filter(is_on).map(|(d, _)| d).collect()
        };
        let mut all: Vec<Vec<u32>> = Vec::new();
        for first in self.cells().filter(|&c| on(c).len() < 2) {
            if all.iter().flatten().any(|&c| c == first) {
                continue;
            }
            let mut run = vec![first];
            while let Some(&c) = on(run[run.len() - 1]).iter().find(|c| !run.contains(c)) {
                run.push(c);
            }
            all.push(run);
        }
        (all.iter().map(Vec::len).sum::<usize>() == self.cells().len()).then_some(all)
    }

    /// Whether the last cell of a run, with the given number `clue` `steps` steps before it, may lie in a gap
    /// next to that number by the distances on the empty board.
    fn tail_fits(&self, gap: u32, clue: u32, last: u32, steps: u32) -> bool {
        self.hold(last, gap).is_some_and(|(_, hold)| {
            steps + if gap == clue { hold.low } else { hold.high } <= self.vars.table.length(gap)
        })
    }

    /// Whether a run without given numbers fits into a gap one way round, by the distances on the empty
    /// board.
    fn run_fits(&self, gap: u32, run: &[u32]) -> bool {
        let (first, last) = (run[0], run[run.len() - 1]);
        let (Some((_, a)), Some((_, b))) = (self.hold(first, gap), self.hold(last, gap)) else {
            return false;
        };
        let steps = run.len() as u32 - 1;
        [(a, b), (b, a)].iter().any(|(a, b)| a.low + steps + b.high <= self.vars.table.length(gap))
    }

    /// Two given numbers next to each other on a run are consecutive given ones, as far apart as they differ.
    fn between_fits(&self, run: &[u32]) -> bool {
        let clues: Vec<(u32, u32)> =
            (0..).zip(run).filter_map(|(i, &c)| Some((i, self.clue(c)?))).collect();
        clues.windows(2).all(|w| {
            let [(i, a), (j, b)] = [w[0], w[1]];
            a.abs_diff(b) == 1 && self.vars.table.length(a.max(b)) == j - i
        })
    }

    /// The lengths of fragments, and of two fragments joined by an edge.
    pub fn lengths(&self) {
        let Some(fragments) = self.fragments() else { return };
        for run in &fragments {
            self.at.demand(self.between_fits(run), "given numbers at the wrong distance");
            let reversed: Vec<u32> = run.iter().rev().copied().collect();
            for run in [run, &reversed] {
                self.length(run);
            }
        }
        let ends = |run: &Vec<u32>| {
            let reversed: Vec<u32> = run.iter().rev().copied().collect();
            if run.len() > 1 { vec![run.clone(), reversed] } else { vec![run.clone()] }
        };
        for (i, one) in fragments.iter().enumerate() {
            for other in &fragments[..i] {
                for a in ends(one) {
                    for b in ends(other) {
                        self.join(&a, &b);
                    }
                }
            }
        }
    }

    /// The consequences for the last cell of a run.
    fn length(&self, run: &[u32]) {
        let table = &self.vars.table;
        let last = run[run.len() - 1];
        let Some((steps, clue)) =
            (0..).zip(run.iter().rev()).find_map(|(i, &c)| Some((i, self.clue(c)?)))
        else {
            let gaps = (0..table.gaps()).filter(|&g| run.len() > 1 && !self.run_fits(g, run));
            gaps.for_each(|g| self.must_not(last, g, "too long for the gap"));
            return;
        };
        if steps == 0 {
            return;
        }
        for gap in [clue, clue + 1].into_iter().filter(|&g| !self.tail_fits(g, clue, last, steps)) {
            self.must_not(last, gap, "so far from a given number");
        }
        let number = table.number(clue);
        let is_first = clue == 0 && number == steps + 1;
        let is_last = clue + 2 == table.gaps() && number + steps == table.cells();
        for (flags, may) in [(&self.vars.start, is_first), (&self.vars.last, is_last)] {
            match flags[last as usize] {
                Flag::Open(a) if !may => self.at.must(a.neg(), "an end so far from a given number"),
                flag => self.at.demand(may || flag != Flag::Always, "an end of the line"),
            }
        }
        // Cells between two given numbers lie in their gap.
        let at = |c: &u32| self.clue(*c);
        let clues: Vec<usize> = (0..run.len()).filter(|&i| at(&run[i]).is_some()).collect();
        for w in clues.windows(2) {
            let gap = at(&run[w[0]]).max(at(&run[w[1]])).expect("given");
            for &c in &run[w[0] + 1..w[1]] {
                self.must(c, gap, "between two given numbers");
            }
        }
    }

    /// An edge from the last cell of a run to the last cell of another.
    fn join(&self, one: &[u32], other: &[u32]) {
        let (x, y) = (one[one.len() - 1], other[other.len() - 1]);
        let Some(e) = self.vars.path.graph.edge_between(x, y) else { return };
        if self.edges[e as usize].is_some() {
            return;
        }
        let whole: Vec<u32> = one.iter().chain(other.iter().rev()).copied().collect();
        let steps_back =
            |run: &[u32]| (0..).zip(run.iter().rev()).find_map(|(i, &c)| Some((i, self.clue(c)?)));
        let gaps = 0..self.vars.table.gaps();
        let fits = match (steps_back(one), steps_back(other)) {
            (Some(_), Some(_)) => self.between_fits(&whole),
            (None, None) => gaps
                .into_iter()
                .any(|g| self.run_fits(g, &whole) && self.may(x, g) && self.may(y, g)),
            (Some((steps, clue)), None) => [clue, clue + 1].into_iter().any(|g| {
                self.tail_fits(g, clue, other[0], steps + other.len() as u32)
                    && self.may(y, g)
                    && (steps == 0 || self.may(x, g))
            }),
            (None, Some((steps, clue))) => [clue, clue + 1].into_iter().any(|g| {
                self.tail_fits(g, clue, one[0], steps + one.len() as u32)
                    && self.may(x, g)
                    && (steps == 0 || self.may(y, g))
            }),
        };
        if !fits {
            self.edge_must(e, false, "would be too long or too short");
        }
    }
}
