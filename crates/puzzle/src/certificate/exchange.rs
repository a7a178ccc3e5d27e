//! Exchanges of a few edges for others that join the same ends and cover the same inner cells: dominance steps of a
//! proof, derived once the search has used them.
//!
//! The witness of a step gives inner cells the label of the ends between which they lie afterwards. Arcs along a new
//! piece take the direction of the old piece. The turn parities ("words", see `families/numberlink/bearings.rs`) follow
//! from that of the first cell of the piece, whose parity is the old one. There is one step for each direction in which
//! paths can follow the pieces, so that propagation finds all arcs; the clause follows from these steps.
//!
//! At the start of a piece the parity change depends on the edge by which the path arrives. At its end the parity must
//! be the same for every edge by which the path can leave. An exchange for which these differ between edges is not
//! used.

use super::derive::{Bearing, Becomes, Change, Exchange, Tipped, along};
use super::literal::Literal;
use super::prover::Prover;

/// Directions: right, up, left, down. Opposite ones differ by two.
const DIRECTIONS: [usize; 4] = [0, 1, 2, 3];

/// A path through a window before and after the exchange, between the same ends.
struct Piece {
    old: Vec<usize>,
    new: Vec<usize>,
}

/// The turn parities after a change: a cell, the cell whose old parity it gets, and whether that is negated.
type Words = Vec<(usize, usize, bool)>;

/// For each direction in which a path can go: the first step of the old piece, and the turn parities after the change.
type Cases = Vec<([usize; 2], Words)>;

/// Turns along a piece in one direction: for each of its cells whether the parity there differs from the old parity of
/// its first cell. The last cell has no entry if the path goes on.
struct Turns {
    old: Vec<bool>,
    new: Vec<bool>,
}

impl Exchange {
    /// Whether dominance steps can derive this exchange.
    pub fn applies(&self, bearings: &[Bearing]) -> bool {
        self.cases(bearings).is_some()
    }

    /// The pieces that change, and the turn parities along them afterwards.
    fn cases(&self, bearings: &[Bearing]) -> Option<Vec<(Piece, Cases)>> {
        let mut ends: Vec<u32> = self.to.iter().flatten().copied().collect();
        ends.sort_unstable();
        let is_end = |c: u32| self.to.iter().filter(|edge| edge.contains(&c)).count() == 1;
        ends.retain(|&c| is_end(c));
        let mut cases = Vec::new();
        for end in ends {
            let [old, new] = [&self.from, &self.to].map(|edges| walk(edges, end));
            if old.last() != new.last() {
                return None;
            }
            if old.first() < old.last() && old != new {
                let piece = Piece { old, new };
                let words = piece.cases(bearings)?;
                cases.push((piece, words));
            }
        }
        Some(cases)
    }
}

/// The cells along edges, from one end of a path.
fn walk(edges: &[[u32; 2]], end: u32) -> Vec<usize> {
    let mut cells = vec![end as usize];
    let (mut before, mut here) = (None, end);
    loop {
        let next = edges.iter().enumerate().find(|&(i, e)| Some(i) != before && e.contains(&here));
        let Some((i, &[a, b])) = next else { return cells };
        (before, here) = (Some(i), if a == here { b } else { a });
        cells.push(here as usize);
    }
}

/// Whether a turn is between right and down.
fn counts(before: usize, after: usize) -> bool {
    before.abs_diff(after) == 3
}

fn opposite(direction: usize) -> usize {
    direction ^ 2
}

/// The common value of all items; `None` if they differ or there are none.
fn common(mut all: impl Iterator<Item = bool>) -> Option<bool> {
    let first = all.next()?;
    all.all(|other| other == first).then_some(first)
}

impl Piece {
    fn cases(&self, bearings: &[Bearing]) -> Option<Cases> {
        let back = |cells: &[usize]| cells.iter().rev().copied().collect::<Vec<_>>();
        let mut cases = Vec::new();
        for piece in [self, &Piece { old: back(&self.old), new: back(&self.new) }] {
            let turns = piece.turns(bearings)?;
            cases.extend(turns.map(|turns| ([piece.old[0], piece.old[1]], piece.words(&turns))));
        }
        Some(cases)
    }

    /// Turns in the direction from the first cell to the last. The inner `None`: no path goes in this direction; the
    /// outer one: the exchange is not used.
    fn turns(&self, bearings: &[Bearing]) -> Option<Option<Turns>> {
        let ends = [self.old[0], *self.old.last()?].map(|c| bearings[c].tip);
        if ends[0] == Some(Tipped::Last) || ends[1] == Some(Tipped::First) {
            return Some(None);
        }
        let way = |from: usize, to: usize| {
            let [[r, c], [s, d]] = [from, to].map(|cell| bearings[cell].place);
            if r == s {
                if d > c { 0 } else { 2 }
            } else if s > r {
                3
            } else {
                1
            }
        };
        let ways =
            |cells: &[usize]| -> Vec<usize> { cells.windows(2).map(|w| way(w[0], w[1])).collect() };
        let (old, new) = (ways(&self.old), ways(&self.new));
        let differs = if ends[0].is_some() {
            false
        } else {
            let others = |&way: &usize| opposite(way) != old[0] && opposite(way) != new[0];
            let comes = DIRECTIONS.into_iter().filter(others);
            common(comes.map(|way| counts(way, old[0]) ^ counts(way, new[0])))?
        };
        let sums = |ways: &[usize], start: bool| -> Vec<bool> {
            let mut sums = vec![start];
            sums.extend(ways.windows(2).scan(start, |sum, w| {
                *sum ^= counts(w[0], w[1]);
                Some(*sum)
            }));
            sums
        };
        let mut turns = Turns { old: sums(&old, false), new: sums(&new, differs) };
        let lasts = [&turns.old, &turns.new].map(|sums| *sums.last().expect("it has an edge"));
        if ends[1].is_some() {
            turns.old.push(lasts[0]);
            turns.new.push(lasts[1]);
        } else {
            let last = [&old, &new].map(|ways| *ways.last().expect("it has an edge"));
            let others = |&way: &usize| last.iter().all(|&l| opposite(l) != way);
            let mut goes = DIRECTIONS.into_iter().filter(others);
            let stays = |way| lasts[0] ^ counts(last[0], way) == lasts[1] ^ counts(last[1], way);
            if !goes.all(stays) {
                return None;
            }
        }
        Some(Some(turns))
    }

    /// The turn parities that change if the path goes in one direction, relative to that of the first cell.
    fn words(&self, turns: &Turns) -> Words {
        let all = self.new.iter().zip(&turns.new).map(|(&cell, &turn)| (cell, self.old[0], turn));
        all.filter(|&(cell, by, turn)| cell != by || turn).collect()
    }
}

impl Prover<'_> {
    /// Whether there are exchanges that the search uses.
    pub(super) fn any_exchanges(&self) -> bool {
        !self.pending.done.is_empty()
    }

    /// Derives the exchange from which a reason of the search comes, if there is one; returns whether it succeeded. The
    /// reason may lack edges that are known at the root. No literal may be assumed.
    pub(super) fn by_exchange(&mut self, reason: &[Literal]) -> bool {
        let Some(first) = reason.first() else { return false };
        let Some(candidates) = self.pending.by_edge.get(&first.var()) else { return false };
        if reason.iter().any(|l| l.is_affirmed()) {
            return false;
        }
        let derivations = &self.opb.derivations;
        let Some(changes) = &derivations.changes else { return false };
        let is_it = |&&i: &&u32| {
            let i = i as usize;
            let clause = changes.exchanges.all[i].clause(&derivations.labels);
            !self.pending.done[i]
                && clause.is_some_and(|clause| {
                    let rests =
                        |l: &Literal| reason.contains(l) || self.checker.value(*l) == Some(false);
                    reason.iter().all(|l| clause.contains(l)) && clause.iter().all(rests)
                })
        };
        let found = candidates.iter().find(is_it).copied();
        found.is_some_and(|i| self.exchange(i as usize))
    }

    /// Derives the exchanges whose removed edges are all true at the root.
    pub(super) fn exchanges_at_root(&mut self) {
        let derivations = &self.opb.derivations;
        let Some(changes) = &derivations.changes else { return };
        let all = changes.exchanges.all.iter().enumerate();
        let known = all.filter(|(_, exchange)| {
            let clause = exchange.clause(&derivations.labels);
            clause.is_some_and(|c| c.iter().all(|&l| self.checker.value(l) == Some(false)))
        });
        let known: Vec<usize> = known.map(|(i, _)| i).collect();
        for i in known {
            self.exchange(i);
        }
    }

    /// Derives an exchange; returns whether it succeeded.
    fn exchange(&mut self, i: usize) -> bool {
        let derivations = &self.opb.derivations;
        let Some(changes) = &derivations.changes else { return false };
        let exchange = &changes.exchanges.all[i];
        let clause = exchange.clause(&derivations.labels);
        let cases = exchange.cases(&derivations.bearings);
        let (Some(clause), Some(cases)) = (clause, cases) else { return false };
        self.pending.done[i] = true;
        let Some(mut witness) = self.edges_of(exchange) else { return false };
        let mut twos = Vec::new();
        for (piece, cases) in cases {
            // The old solution has no edge that joins the ends of the old piece: it would have closed a loop.
            if piece.new.len() == 2 && self.ring(&piece.old).is_none() {
                return false;
            }
            let Some(along) = self.along_of(&piece) else { return false };
            witness.extend(along);
            match &cases[..] {
                [(_, words)] => witness.extend(self.words_of(words)),
                _ => twos.push(cases),
            }
        }
        self.in_directions(&twos, clause, witness, true).is_some()
    }

    /// Derives a step for each direction of the remaining pieces, then the clause without directions.
    fn in_directions(
        &mut self,
        twos: &[Cases],
        clause: Vec<Literal>,
        witness: Vec<(Literal, Becomes)>,
        is_whole: bool,
    ) -> Option<()> {
        let Some((two, rest)) = twos.split_first() else {
            let row = self.change(&Change { clause, witness: Some(witness), shorter: None })?;
            if !is_whole {
                self.passing.push(row);
            }
            return Some(());
        };
        for (step, words) in two {
            let arc = self.arc(*step)?;
            let clause = clause.iter().copied().chain([!arc]).collect();
            let mut witness = witness.clone();
            witness.extend(self.words_of(words));
            self.in_directions(rest, clause, witness, false)?;
        }
        let ground = self.checker.follows(&clause)?;
        let row = self.write(&ground);
        self.effort.lemmas += 1;
        if !is_whole {
            self.passing.push(row);
        }
        Some(())
    }

    /// The new values of the edges, and of the arcs along removed edges.
    fn edges_of(&self, exchange: &Exchange) -> Option<Vec<(Literal, Becomes)>> {
        let labels = &self.opb.derivations.labels;
        let mut witness = Vec::new();
        for pair in exchange.from.iter().filter(|pair| !exchange.to.contains(pair)) {
            let [a, b] = pair.map(|c| c as usize);
            let gone = [along(labels, [a, b])?.edge, self.arc([a, b])?, self.arc([b, a])?];
            witness.extend(gone.map(|l| (l, Becomes::False)));
        }
        for pair in exchange.to.iter().filter(|pair| !exchange.from.contains(pair)) {
            witness.push((along(labels, pair.map(|c| c as usize))?.edge, Becomes::True));
        }
        Some(witness)
    }

    /// The new values of the arcs along the new piece, and of the labels of cells that are new on it.
    fn along_of(&self, piece: &Piece) -> Option<Vec<(Literal, Becomes)>> {
        let on = &self.opb.derivations.changes.as_ref()?.exchanges.on;
        let (first, second) = (piece.old[0], piece.old[1]);
        let [ahead, back] = [self.arc([first, second])?, self.arc([second, first])?];
        let mut witness = Vec::new();
        for w in piece.new.windows(2) {
            let arcs = [(self.arc([w[0], w[1]])?, ahead), (self.arc([w[1], w[0]])?, back)];
            let moved = arcs.into_iter().filter(|(arc, was)| arc != was);
            witness.extend(moved.map(|(arc, was)| (arc, Becomes::As(was))));
        }
        for c in piece.new.iter().filter(|c| !piece.old.contains(c)) {
            let labels = on[*c].iter().zip(&on[first]);
            witness.extend(labels.map(|(&new, &old)| (new, Becomes::As(old))));
        }
        Some(witness)
    }

    fn words_of(&self, words: &Words) -> Vec<(Literal, Becomes)> {
        let bearings = &self.opb.derivations.bearings;
        let becomes = |&(cell, by, differs): &(usize, usize, bool)| {
            let was = bearings[by].word;
            (bearings[cell].word, Becomes::As(if differs { !was } else { was }))
        };
        words.iter().map(becomes).collect()
    }

    /// The literal of an arc.
    fn arc(&self, [from, to]: [usize; 2]) -> Option<Literal> {
        let edge = along(&self.opb.derivations.labels, [from, to])?.edge;
        let steps = self.steps[edge.var()]?.map(|i| &self.opb.derivations.steps[i as usize]);
        steps.into_iter().find(|step| step.cells == [from, to])?.arc
    }
}
