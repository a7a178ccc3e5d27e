//! Rules of paths on graphs.

use clew_engine::propagators::path::{Flag, PathVars, Pattern};
use clew_engine::testing::Fixpoint;

/// Yes, no, or open.
pub type Known = Option<bool>;

/// A graph's variables at a fixpoint.
pub struct Paths<'a> {
    pub at: &'a Fixpoint<'a>,
    pub vars: &'a PathVars,
    pub edges: Vec<Known>,
    pub ends: Vec<Known>,
    pub used: Vec<Known>,
}

/// An arc of the graph with a depot: an edge, or the link of a cell to the depot, on if the cell is
/// an end.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Arc {
    from: usize,
    to: usize,
    state: Known,
    /// The edge, or the end.
    edge: Result<u32, usize>,
}

impl<'a> Paths<'a> {
    pub fn new(at: &'a Fixpoint<'a>, vars: &'a PathVars) -> Paths<'a> {
        let flag = |f: &Flag| match *f {
            Flag::Always => Some(true),
            Flag::Never => Some(false),
            Flag::Open(a) => known(at, a.pos(), a.neg()),
        };
        let edge = |e: u32| known(at, vars.edge(e).pos(), vars.edge(e).neg());
        Paths {
            at,
            vars,
            edges: (0..vars.graph.edges()).map(edge).collect(),
            ends: vars.ends.iter().map(flag).collect(),
            used: vars.used.iter().map(flag).collect(),
        }
    }

    fn cells(&self) -> usize {
        self.ends.len()
    }

    fn edge_must(&self, e: u32, on: bool, rule: &str) {
        self.at.must(self.vars.edge(e).lit(on), rule);
    }

    fn flag_must(&self, flag: Flag, holds: bool, rule: &str) {
        match flag {
            Flag::Open(a) => self.at.must(a.lit(holds), rule),
            _ => self.at.demand((flag == Flag::Always) == holds, rule),
        }
    }

    fn end_must(&self, c: usize, holds: bool, rule: &str) {
        self.flag_must(self.vars.ends[c], holds, rule);
    }

    /// Each edge and flag around a cell is supported by the bounds of the sum.
    pub fn degrees(&self) {
        for c in 0..self.cells() {
            let ways = self.vars.graph.incident(c as u32);
            let mut open = vec![];
            for &e in ways {
                open.push(self.edges[e as usize]);
            }
            open.extend([self.ends[c], self.used[c]]);
            let (end, used) = (ways.len(), ways.len() + 1);
            let fits = |values: &[bool]| {
                let on = values[..=end].iter().filter(|&&v| v).count();
                on == if values[used] { 2 } else { 0 }
            };
            for (i, value) in single_value(&open, fits) {
                let rule = "the sum around a cell";
                match i {
                    _ if i == end => self.end_must(c, value, rule),
                    _ if i == used => self.flag_must(self.vars.used[c], value, rule),
                    _ => self.edge_must(ways[i], value, rule),
                }
            }
        }
    }

    /// `total` cells are ends.
    pub fn count_of_ends(&self, total: usize) {
        let yes = self.ends.iter().filter(|&&e| e == Some(true)).count();
        let may = self.ends.iter().filter(|&&e| e != Some(false)).count();
        self.at.demand(yes <= total && total <= may, "the number of ends");
        for c in (0..self.cells()).filter(|&c| self.ends[c].is_none()) {
            if yes == total || may == total {
                self.end_must(c, yes < total, "the number of ends");
            }
        }
    }

    /// The cells that are joined over edges that are on, each piece in the order of the numbers.
    fn fragments(&self) -> Vec<Vec<usize>> {
        let arcs = self.arcs(false).into_iter().filter(|a| a.state == Some(true));
        pieces(self.cells(), &arcs.collect::<Vec<_>>())
    }

    fn degree_on(&self, c: usize) -> usize {
        let on = |&&e: &&u32| self.edges[e as usize] == Some(true);
        self.vars.graph.incident(c as u32).iter().filter(on).count()
    }

    /// No edge closes a fragment to a loop; a line does not end before it contains all used cells,
    /// and no other cell is used once it is complete.
    pub fn fragments_stay_open(&self, pattern: Pattern) {
        let used = self.used.iter().filter(|&&u| u == Some(true)).count();
        for f in self.fragments().into_iter().filter(|f| f.len() > 1) {
            let last: Vec<usize> = f.iter().copied().filter(|&c| self.degree_on(c) == 1).collect();
            self.at.demand(last.len() == 2, "a fragment is no loop");
            let [a, b] = [last[0], last[1]];
            if let Some(e) = self.vars.graph.edge_between(a as u32, b as u32)
                && f.len() > 2
            {
                self.edge_must(e, false, "an edge would close a loop");
            }
            if pattern != Pattern::Line {
                continue;
            }
            let is_end = [a, b].map(|c| self.ends[c] == Some(true));
            if f.len() < used {
                for (is_end, other) in [(is_end[0], b), (is_end[1], a)] {
                    if is_end {
                        self.end_must(other, false, "the line would end too early");
                    }
                }
            } else if is_end == [true, true] {
                for c in (0..self.cells()).filter(|c| !f.contains(c)) {
                    self.flag_must(self.vars.used[c], false, "the line is complete");
                }
            }
        }
    }

    /// Edges, and with the depot the arcs to it.
    fn arcs(&self, with_depot: bool) -> Vec<Arc> {
        let n = self.cells();
        let mut arcs: Vec<Arc> = (0..self.vars.graph.edges())
            .map(|e| {
                let [from, to] = self.vars.graph.ends(e).map(|c| c as usize);
                Arc { from, to, state: self.edges[e as usize], edge: Ok(e) }
            })
            .collect();
        let to_depot = |c: usize| Arc { from: c, to: n, state: self.ends[c], edge: Err(c) };
        if with_depot {
            arcs.extend((0..n).map(to_depot));
        }
        arcs
    }

    fn arc_must(&self, arc: Arc, on: bool, rule: &str) {
        match arc.edge {
            Ok(e) => self.edge_must(e, on, rule),
            Err(c) => self.end_must(c, on, rule),
        }
    }

    /// The number of pieces with a used cell after removing some arcs. `depot_is_used` gives the state of the
    /// depot.
    fn used_pieces(&self, arcs: &[Arc], without: &[usize], depot_is_used: bool) -> usize {
        let left: Vec<Arc> = (0..arcs.len())
            .filter(|i| !without.contains(i) && arcs[*i].state != Some(false))
            .map(|i| arcs[i])
            .collect();
        let n = self.cells();
        let is_used = |&c: &usize| if c == n { depot_is_used } else { self.used[c] == Some(true) };
        pieces(n + 1, &left).iter().filter(|piece| piece.iter().any(is_used)).count()
    }

    /// Small cuts of the arcs that are not off, with and without the depot, and the parity of all
    /// cuts.
    pub fn hangs_together(&self, is_line: bool) {
        let n = self.cells();
        let depot_is_used = is_line || self.vars.ends.contains(&Flag::Always);
        // Cells in pieces without a used cell are not used.
        let possible: Vec<Arc> =
            self.arcs(!is_line).into_iter().filter(|a| a.state != Some(false)).collect();
        let is_home = |piece: &Vec<usize>| {
            piece.iter().any(|&c| if is_line { self.used[c] == Some(true) } else { c == n })
        };
        let all = pieces(n + usize::from(!is_line), &possible);
        if let Some(home) = all.iter().find(|piece| is_home(piece)) {
            for c in (0..n).filter(|c| !home.contains(c)) {
                self.flag_must(self.vars.used[c], false, "cut off");
            }
        }
        if is_line {
            let edges = self.arcs(false);
            for i in (0..edges.len()).filter(|&i| edges[i].state.is_none()) {
                if self.used_pieces(&edges, &[i], false) > 1 {
                    self.arc_must(edges[i], true, "the only way across");
                }
            }
        }
        let arcs = self.arcs(true);
        for i in (0..arcs.len()).filter(|&i| arcs[i].state != Some(false)) {
            let alone = self.used_pieces(&arcs, &[i], depot_is_used);
            self.at.demand(alone <= 1, "a border is crossed twice or not at all");
            for j in (0..arcs.len()).filter(|&j| j != i && arcs[j].state != Some(false)) {
                if arcs[i].state.is_none() && self.used_pieces(&arcs, &[i, j], depot_is_used) > 1 {
                    self.arc_must(arcs[i], true, "one of the only two ways across");
                }
            }
        }
        self.parity(&arcs);
    }

    /// Where all arcs but one between two sides are known, that one makes their number even.
    fn parity(&self, arcs: &[Arc]) {
        let open: Vec<Arc> = arcs.iter().copied().filter(|a| a.state.is_none()).collect();
        let odd = |side: &[usize]| {
            let crosses = |a: &&Arc| side.contains(&a.from) != side.contains(&a.to);
            arcs.iter().filter(|a| a.state == Some(true)).filter(crosses).count() % 2 == 1
        };
        let n = self.cells() + 1;
        for side in pieces(n, &open) {
            self.at.demand(!odd(&side), "every border is crossed an even number of times");
        }
        for (i, &arc) in open.iter().enumerate() {
            let others = [&open[..i], &open[i + 1..]].concat();
            let sides = pieces(n, &others);
            let side = sides.iter().find(|s| s.contains(&arc.from)).expect("it lies somewhere");
            if !side.contains(&arc.to) {
                self.arc_must(arc, odd(side), "every border is crossed an even number of times");
            }
        }
    }

    /// A line through all cells crosses a cell that separates the graph of possible edges once.
    pub fn blocks(&self) {
        let n = self.cells();
        let possible: Vec<Arc> =
            self.arcs(false).into_iter().filter(|a| a.state != Some(false)).collect();
        if pieces(n, &possible).len() > 1 {
            return;
        }
        // Colours are those of the whole graph, including edges that are off.
        let black = two_colours(n, &self.arcs(false));
        for a in 0..n {
            let around = |arc: &&Arc| arc.from == a || arc.to == a;
            let rest: Vec<Arc> = possible.iter().filter(|arc| !around(arc)).copied().collect();
            let sides: Vec<Vec<usize>> =
                pieces(n, &rest).into_iter().filter(|s| !s.contains(&a)).collect();
            self.at.demand(sides.len() <= 2, "a cell has three sides");
            if sides.len() < 2 {
                continue;
            }
            self.end_must(a, false, "a cut cell is no end");
            for side in &sides {
                let ends: Vec<usize> = match &black {
                    None => side.clone(),
                    Some(black) => {
                        // From a on, the line alternates colours: the colour of its last cell
                        // follows from the number of cells, and so do the numbers of each colour.
                        let first = !black[a];
                        let of_first = side.iter().filter(|&&c| black[c] == first).count();
                        let fits = of_first == side.len().div_ceil(2);
                        self.at.demand(fits, "the colours of a side do not fit");
                        let last = if side.len() % 2 == 1 { first } else { !first };
                        let (right, wrong): (Vec<usize>, Vec<usize>) =
                            side.iter().partition(|&&c| black[c] == last);
                        for c in wrong {
                            self.end_must(c, false, "the end of a side has the other colour");
                        }
                        right
                    }
                };
                let may: Vec<usize> =
                    ends.into_iter().filter(|&c| self.ends[c] != Some(false)).collect();
                self.at.demand(!may.is_empty(), "a side without an end");
                if let [c] = may[..] {
                    self.end_must(c, true, "the only place for a side's end");
                }
                if let Some(&end) = may.iter().find(|&&c| self.ends[c] == Some(true)) {
                    for &c in may.iter().filter(|&&c| c != end) {
                        self.end_must(c, false, "this side has its end");
                    }
                }
                let into: Vec<&Arc> = possible
                    .iter()
                    .filter(around)
                    .filter(|arc| side.contains(&arc.from) || side.contains(&arc.to))
                    .collect();
                if let [way] = into[..] {
                    self.arc_must(*way, true, "the last way into a side");
                }
                if into.iter().any(|arc| arc.state == Some(true)) {
                    for way in into.iter().filter(|arc| arc.state.is_none()) {
                        self.arc_must(**way, false, "a side is entered once");
                    }
                }
            }
        }
    }
}

/// The known value of an atom.
pub fn known(
    at: &Fixpoint<'_>,
    is: clew_engine::kernel::Lit,
    not: clew_engine::kernel::Lit,
) -> Known {
    match (at.store.is_true(is), at.store.is_true(not)) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}

/// The open places with the same value in all consistent assignments, with that value. If no
/// assignment is consistent: every place with both values.
pub fn single_value(places: &[Known], fits: impl Fn(&[bool]) -> bool) -> Vec<(usize, bool)> {
    let mut seen = vec![[false; 2]; places.len()];
    for code in 0..1u32 << places.len() {
        let values: Vec<bool> = (0..places.len()).map(|i| code >> i & 1 == 1).collect();
        if places.iter().zip(&values).all(|(p, v)| p.is_none_or(|p| p == *v)) && fits(&values) {
            values.iter().zip(&mut seen).for_each(|(&v, s)| s[usize::from(v)] = true);
        }
    }
    let places = (0..places.len()).flat_map(|i| [(i, false), (i, true)]);
    places.filter(|&(i, v)| !seen[i][usize::from(!v)]).collect()
}

/// The connected components of `n` nodes under some arcs, by joining lists.
fn pieces(n: usize, arcs: &[Arc]) -> Vec<Vec<usize>> {
    let mut piece: Vec<usize> = (0..n).collect();
    for arc in arcs {
        let (from, to) = (piece[arc.from], piece[arc.to]);
        piece.iter_mut().filter(|p| **p == from).for_each(|p| *p = to);
    }
    let of = |k: usize| (0..n).filter(|&c| piece[c] == k).collect();
    (0..n).map(of).filter(|cells: &Vec<usize>| !cells.is_empty()).collect()
}

/// A colouring of a connected graph with two colours, if there is one.
fn two_colours(n: usize, arcs: &[Arc]) -> Option<Vec<bool>> {
    let mut black = vec![None; n];
    *black.first_mut()? = Some(true);
    for _ in 0..n {
        for arc in arcs {
            for (c, d) in [(arc.from, arc.to), (arc.to, arc.from)] {
                black[d] = black[d].or(black[c].map(|k: bool| !k));
            }
        }
    }
    let proper = arcs.iter().all(|arc| black[arc.from] != black[arc.to]);
    if proper { black.into_iter().collect() } else { None }
}
