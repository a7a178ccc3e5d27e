//! Which paths can reach a piece, and the consequences for its edges.
//!
//! A path is simple: a cell lies on the path of a label only if a simple way between the label's ends visits it; these
//! are the cells of one chain of blocks in the block-cut tree. Conclusions of other techniques about labels (`border`,
//! `narrow`) are removed from the same sets.

use super::{Edge, EdgeLadder, NONE, Touching};
use clew_engine::structures::bits;
use clew_engine::structures::low_points::{Arc, LowPoints};
use clew_puzzle::puzzle::ladder::{Contradiction, Found};
use clew_puzzle::puzzle::wording::{how_many, join};
use clew_puzzle::puzzle::{Cell, EdgeId};
use std::convert::Infallible;

/// Per piece the labels whose paths can come to it.
#[derive(Clone)]
pub(super) struct ReachableLabels {
    /// Words a set.
    words: usize,
    sets: Vec<u64>,
}

impl ReachableLabels {
    pub(super) fn words_of(&self, piece: u32) -> &[u64] {
        &self.sets[piece as usize * self.words..][..self.words]
    }

    fn of_mut(&mut self, piece: u32) -> &mut [u64] {
        &mut self.sets[piece as usize * self.words..][..self.words]
    }

    pub(super) fn has(&self, piece: u32, label: u32) -> bool {
        bits::has(self.words_of(piece), label)
    }

    pub(super) fn erase(&mut self, piece: u32, label: u32) {
        bits::erase(self.of_mut(piece), label);
    }

    /// Leaves a piece these labels at most.
    pub(super) fn keep(&mut self, piece: u32, labels: &[u32]) {
        let lost: Vec<u32> = self.labels(piece).filter(|k| !labels.contains(k)).collect();
        lost.into_iter().for_each(|k| self.erase(piece, k));
    }

    pub(super) fn labels(&self, piece: u32) -> impl Iterator<Item = u32> + '_ {
        let words = (0..).zip(self.words_of(piece));
        words.flat_map(|(i, &word)| bits::bits(word).map(move |bit| 64 * i + bit))
    }

    /// The only label that can come to a piece, `NONE` if several can, or none.
    fn only(&self, piece: u32) -> u32 {
        let mut labels = self.labels(piece);
        match (labels.next(), labels.next()) {
            (Some(label), None) => label,
            _ => NONE,
        }
    }

    fn apart(&self, f: u32, g: u32) -> bool {
        self.words_of(f).iter().zip(self.words_of(g)).all(|(x, y)| x & y == 0)
    }
}

impl EdgeLadder {
    pub(super) fn piece(&self, c: Cell) -> u32 {
        self.fragment[c as usize]
    }

    pub(super) fn unjoined(&self) -> impl Iterator<Item = u32> + '_ {
        (0..).zip(&self.joined).filter(|(_, joined)| !**joined).map(|(k, _)| k)
    }

    /// Which paths can reach which cells, by the ways that are open. O(labels × cells), and once more for each label
    /// that a whole piece loses of which only a part lay off its ways.
    pub(super) fn claims(&self) -> ReachableLabels {
        let words = self.joined.len().div_ceil(64).max(1);
        let mut claims = ReachableLabels { words, sets: vec![0; words * self.size.len()] };
        for f in (0..self.cells()).filter(|&f| self.piece(f) == f) {
            match self.label[f as usize] {
                NONE => self.unjoined().for_each(|k| bits::insert(claims.of_mut(f), k)),
                k => bits::insert(claims.of_mut(f), k),
            }
        }
        self.narrow_claims(&mut claims);
        claims
    }

    /// Takes the labels from pieces that lie on no way between the ends of the label over pieces that have it.
    pub(super) fn narrow_claims(&self, claims: &mut ReachableLabels) {
        for k in self.unjoined() {
            let mut again = true;
            while std::mem::take(&mut again) {
                let inside = self.chain_of_blocks(k, claims);
                for c in (0..self.cells()).filter(|&c| !inside[c as usize]) {
                    let f = self.piece(c);
                    if self.label[f as usize] == NONE && claims.has(f, k) {
                        claims.erase(f, k);
                        again |= self.size[f as usize] > 1;
                    }
                }
            }
        }
    }

    /// The cells on simple ways between the ends of a label. With an edge more between the ends they are the cells of
    /// one block; it is walked from the far end only, which is enough for low points.
    fn chain_of_blocks(&self, k: u32, claims: &ReachableLabels) -> Vec<bool> {
        let board = &self.rules.board;
        let [from, to] = self.rules.ends[k as usize];
        let further = Arc::To { edge: self.edges.len() as u32, node: from };
        let arc = |c: Cell, i: u32| {
            let Some(&node) = board.neighbours(c).get(i as usize) else {
                let first = i as usize == board.neighbours(c).len();
                return if c == to && first { further } else { Arc::End };
            };
            let edge = board.incident(c)[i as usize];
            let may = self.edges[edge as usize] != Edge::Off && claims.has(self.piece(node), k);
            if may { Arc::To { edge, node } } else { Arc::Barred }
        };
        let mut tree = LowPoints::new(self.on.len());
        let Ok(()) = tree.search(from, arc, |_| Ok::<(), Infallible>(()));
        let mut inside = vec![false; self.on.len()];
        if tree.number(to) > 0 {
            inside[from as usize] = true;
            for &v in &tree.order()[1..] {
                let Some((up, _)) = tree.up(v) else { continue };
                let leads = || (tree.number(v)..tree.end(v)).contains(&tree.number(to));
                let same = if up == from { leads() } else { !tree.is_articulation(v) };
                inside[v as usize] = inside[up as usize] && same;
            }
        }
        inside
    }

    /// The value of an open edge that follows from labels: it is off if no path can use it, and on if one path must
    /// visit both its ends and may not run next to itself.
    pub(super) fn claimed(&self, e: EdgeId, claims: &ReachableLabels) -> Option<bool> {
        let [a, b] = self.pair(e);
        let (f, g) = (self.piece(a), self.piece(b));
        if f == g {
            return None;
        }
        if claims.apart(f, g) {
            return Some(false);
        }
        let one = claims.only(f) != NONE && claims.only(f) == claims.only(g);
        let meet = one && self.is_used(a) && self.is_used(b);
        (meet && self.rules.touching == Touching::Never).then_some(true)
    }

    /// A cell that is on a path but that no path can reach.
    pub(super) fn unclaimed(&self, claims: &ReachableLabels) -> Option<Contradiction> {
        let empty = |c: &Cell| self.is_used(*c) && claims.labels(self.piece(*c)).next().is_none();
        let c = (0..self.cells()).find(empty)?;
        let why = format!("no label could come to {} and leave again", self.spot(c));
        Some(Contradiction::at([c], why))
    }

    pub(super) fn reaches(&self, found: &mut Found) {
        let claims = self.claims();
        self.conclude(&claims, found);
    }

    /// All that follows from labels: for each bay to which one label alone can come together, and for each edge
    /// elsewhere.
    pub(super) fn conclude(&self, claims: &ReachableLabels, found: &mut Found) {
        found.nonsense = self.unclaimed(claims);
        if found.nonsense.is_some() {
            return;
        }
        let mut in_bay = vec![false; self.on.len()];
        for first in 0..self.cells() {
            if in_bay[first as usize] || !self.is_claimed(first, claims) {
                continue;
            }
            let bay = self.bay(first, claims);
            bay.iter().for_each(|&c| in_bay[c as usize] = true);
            let mut edges: Vec<EdgeId> = bay.iter().flat_map(|&c| self.ways(c)).collect();
            edges.sort_unstable();
            edges.dedup();
            let findings =
                edges.into_iter().filter_map(|e| Some(self.about(e, self.claimed(e, claims)?)));
            found.add(findings, [claims.only(self.piece(first)), first, 0, 0]);
        }
        for e in self.open_edges() {
            let [a, b] = self.pair(e);
            if !in_bay[a as usize] && !in_bay[b as usize] && self.claimed(e, claims) == Some(false)
            {
                found.add([self.about(e, false)], [NONE, a, b, 0]);
            }
        }
    }

    /// Whether a cell without a label is one label's alone.
    fn is_claimed(&self, c: Cell, claims: &ReachableLabels) -> bool {
        self.label_of(c) == NONE && claims.only(self.piece(c)) != NONE
    }

    /// The cells that are connected with a cell that belongs to one label only, and belong to that label too;
    /// ascending.
    fn bay(&self, first: Cell, claims: &ReachableLabels) -> Vec<Cell> {
        let board = &self.rules.board;
        let whose = claims.only(self.piece(first));
        let mut bay = vec![first];
        let mut next = 0;
        while let Some(&c) = bay.get(next) {
            next += 1;
            for (&q, &e) in board.neighbours(c).iter().zip(board.incident(c)) {
                let joins = self.edges[e as usize] != Edge::Off && self.is_claimed(q, claims);
                if joins && claims.only(self.piece(q)) == whose && !bay.contains(&q) {
                    bay.push(q);
                }
            }
        }
        bay.sort_unstable();
        bay
    }

    /// That one label alone comes to a bay, or none to both ends of an edge; where that is.
    pub(super) fn claim_in_words(
        &self,
        [label, a, b, _]: [u32; 4],
        claims: &ReachableLabels,
    ) -> (Vec<Cell>, String) {
        if label != NONE {
            let bay = self.bay(a, claims);
            let place = match bay[..] {
                [one] => self.spot(one),
                [one, other] => format!("{} and {}", self.spot(one), self.spot(other)),
                _ => format!(
                    "the {} from {} to {}",
                    how_many(bay.len(), "cell"),
                    self.spot(bay[0]),
                    self.spot(bay[bay.len() - 1])
                ),
            };
            let name = self.name(label);
            return (bay, format!("only {name} can come to {place} and leave again"));
        }
        (vec![a, b], self.parted_in_words([a, b], claims))
    }

    /// That no path uses the edge between two cells, because of the labels that can come to them.
    fn parted_in_words(&self, ends: [Cell; 2], claims: &ReachableLabels) -> String {
        let names = |c: Cell| {
            let mut names: Vec<&str> = claims.labels(self.piece(c)).map(|k| self.name(k)).collect();
            names.sort_by_key(|name| (name.len(), *name));
            names
        };
        // First the one of which less is left, as that is easier to see.
        let mut ends = ends.map(|c| (names(c), c));
        ends.sort_by_key(|(names, c)| (self.label_of(*c) == NONE, names.len(), *c));
        let [(these, a), (others, b)] = ends;
        let [a_at, b_at] = [a, b].map(|c| self.spot(c));
        let few = |names: &[&str]| (1..=3).contains(&names.len());
        let list = |names: &[&str]| join(names.iter().map(|name| name.to_string()));
        match (self.label_of(a) != NONE, few(&these), few(&others)) {
            (true, ..) => format!("{} cannot come to {b_at} and leave again", list(&these)),
            (_, true, true) => {
                format!(
                    "only {} can come to {a_at}, only {} to {b_at}",
                    list(&these),
                    list(&others)
                )
            }
            (_, true, false) if these.len() == 1 => {
                format!("only {} can come to {a_at}, and it cannot come to {b_at}", these[0])
            }
            (_, true, false) => {
                format!("only {} can come to {a_at}, and none of these to {b_at}", list(&these))
            }
            _ => format!("no label can come to both {a_at} and {b_at}"),
        }
    }
}
