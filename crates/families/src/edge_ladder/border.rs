//! The order of ends round a border.
//!
//! Cells that no path has come to fall into parts, which edges that are struck out bound as well as paths and the rim.
//! A path whose ends have one part in common stays in it: it is a curve from one place of a border to another one.
//! Curves do not cross, so ends round one border are nested like brackets, and a path that begins on one side of
//! another one does not come to the border on the other side, be there holes in the part or not.

use super::claim::ReachableLabels;
use super::{Edge, EdgeLadder, NONE};
use clew_puzzle::puzzle::Cell;
use clew_puzzle::puzzle::ladder::{Contradiction, Found};
use clew_puzzle::puzzle::wording::join;

/// A side of a cell that is a border: right, below, left, above.
type Side = (Cell, usize);

/// An end on a border: the label, which of its two ends, and its first and last place.
#[derive(Clone, Copy, Debug)]
struct Tip {
    label: u32,
    end: usize,
    first: usize,
    last: usize,
}

/// A label does not come to a cell, because it would part the ends of another one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct SeparatedEnds {
    cell: Cell,
    label: u32,
    parted: u32,
}

impl EdgeLadder {
    pub(super) fn borders(&self, found: &mut Found) {
        match self.border_claims() {
            Ok(Some((claims, _))) => self.conclude(&claims, found),
            Ok(None) => {}
            Err(nonsense) => found.nonsense = Some(nonsense),
        }
    }

    /// Which paths can reach which pieces by the order of ends, and the reasons; `None` if the order gives nothing
    /// about labels.
    ///
    /// # Errors
    /// If ends are in an order in which they cannot be joined.
    fn border_claims(
        &self,
    ) -> Result<Option<(ReachableLabels, Vec<SeparatedEnds>)>, Contradiction> {
        if !self.rules.board.is_rook() {
            return Ok(None);
        }
        let mut claims = self.claims();
        let mut partings = self.partings()?;
        partings.retain(|p| {
            let piece = self.piece(p.cell);
            self.label[piece as usize] == NONE && claims.has(piece, p.label)
        });
        if partings.is_empty() {
            return Ok(None);
        }
        partings.iter().for_each(|p| claims.erase(self.piece(p.cell), p.label));
        self.narrow_claims(&mut claims);
        Ok(Some((claims, partings)))
    }

    /// All consequences of the order of ends.
    ///
    /// # Errors
    /// If ends are in an order in which they cannot be joined.
    fn partings(&self) -> Result<Vec<SeparatedEnds>, Contradiction> {
        let (part, _) = self.parts(&[]);
        let homes = self.homes(&part);
        let mut partings = Vec::new();
        for walk in self.walks(&part) {
            let tips = self.tips(&walk, &part, &homes);
            self.nested(&tips)?;
            self.part_ends(&walk, &tips, &mut partings);
        }
        partings.sort_unstable();
        partings.dedup();
        Ok(partings)
    }

    /// Per label the part in which its path will be, `NONE` if its ends may meet at once, or in more than one part.
    fn homes(&self, part: &[u32]) -> Vec<u32> {
        let home = |k: u32| {
            let [one, other] = self.rules.ends[k as usize].map(|c| {
                let mut parts: Vec<u32> = Vec::new();
                for x in self.mates(c) {
                    for e in self.ways(x) {
                        let q = self.other(e, x);
                        // Next to the other end there is no part.
                        if part[q as usize] != NONE || self.label_of(q) == k {
                            parts.push(part[q as usize]);
                        }
                    }
                }
                parts
            });
            let mut common: Vec<u32> = one.iter().copied().filter(|p| other.contains(p)).collect();
            common.sort_unstable();
            common.dedup();
            match common[..] {
                [home] => home,
                _ => NONE,
            }
        };
        (0..).zip(&self.joined).map(|(k, &joined)| if joined { NONE } else { home(k) }).collect()
    }

    /// The cell and the edge on one side of a cell.
    fn on_side(&self, (c, side): Side) -> Option<(Cell, Edge)> {
        let board = &self.rules.board;
        let (row, col) = board.place(c);
        let (row, col) = match side {
            0 => (row, col + 1),
            1 => (row + 1, col),
            2 => (row, col.checked_sub(1)?),
            _ => (row.checked_sub(1)?, col),
        };
        let q = board.cell_at(row, col)?;
        let e = board.edge_between(c, q)?;
        Some((q, self.edges[e as usize]))
    }

    /// The cell on a side, if it is of the same part and no border is between.
    fn beyond(&self, at: Side, part: &[u32]) -> Option<Cell> {
        let (q, edge) = self.on_side(at)?;
        (edge != Edge::Off && part[q as usize] == part[at.0 as usize]).then_some(q)
    }

    /// The borders of all parts, each a closed walk along sides with the part on one hand.
    fn walks(&self, part: &[u32]) -> Vec<Vec<Side>> {
        let mut seen = vec![[false; 4]; part.len()];
        let mut walks = Vec::new();
        let starts = (0..self.cells()).filter(|&c| part[c as usize] != NONE);
        for start in starts.flat_map(|c| (0..4).map(move |side| (c, side))) {
            let (mut c, mut side) = start;
            if seen[c as usize][side] || self.beyond(start, part).is_some() {
                continue;
            }
            let mut walk = Vec::new();
            while !seen[c as usize][side] {
                seen[c as usize][side] = true;
                walk.push((c, side));
                let turned = (side + 1) % 4;
                match self.beyond((c, turned), part) {
                    None => side = turned,
                    Some(q) => {
                        c = q;
                        while let Some(q) = self.beyond((c, side), part) {
                            c = q;
                            side = (side + 3) % 4;
                        }
                    }
                }
            }
            walks.push(walk);
        }
        walks
    }

    /// The ends that must leave over this border, in their order, of those whose places no other end parts.
    fn tips(&self, walk: &[Side], part: &[u32], homes: &[u32]) -> Vec<Tip> {
        let here = part[walk[0].0 as usize];
        let mut at: Vec<(usize, u32, usize)> = Vec::new();
        for (place, &side) in walk.iter().enumerate() {
            let Some((q, Edge::Open)) = self.on_side(side) else { continue };
            let k = self.label_of(q);
            if k != NONE && homes[k as usize] == here {
                let end = usize::from(self.piece(q) != self.piece(self.rules.ends[k as usize][0]));
                at.push((place, k, end));
            }
        }
        let mut tips: Vec<Tip> = Vec::new();
        let n = at.len();
        let same = |i: usize, j: usize| (at[i % n].1, at[i % n].2) == (at[j % n].1, at[j % n].2);
        for i in 0..n {
            let (place, label, end) = at[i];
            if n > 1 && same(i + n - 1, i) {
                continue;
            }
            let mut run = 1;
            while run < n && same(i, i + run) {
                run += 1;
            }
            let here = at.iter().filter(|(_, k, which)| (*k, *which) == (label, end)).count();
            // All ways into the part lead over this run.
            let cells = self.mates(self.rules.ends[label as usize][end]);
            let ways = cells.flat_map(|x| self.ways(x).map(move |e| self.other(e, x)));
            let ways = ways.filter(|&q| part[q as usize] == homes[label as usize]).count();
            if run == here && here == ways {
                tips.push(Tip { label, end, first: place, last: at[(i + run - 1) % n].0 });
            }
        }
        tips
    }

    /// Whether the ends round a border can be joined without crossing.
    ///
    /// # Errors
    /// Two labels of which each parts the other.
    fn nested(&self, tips: &[Tip]) -> Result<(), Contradiction> {
        let both = |tip: &&Tip| tips.iter().any(|t| (t.label, t.end) == (tip.label, 1 - tip.end));
        let mut open: Vec<u32> = Vec::new();
        for tip in tips.iter().filter(both) {
            if open.last() == Some(&tip.label) {
                open.pop();
            } else {
                open.push(tip.label);
            }
        }
        let [a, b, ..] = open[..] else { return Ok(()) };
        let names = [a, b].map(|k| self.name(k));
        let cells = [a, b].into_iter().flat_map(|k| self.rules.ends[k as usize]);
        let why = format!(
            "the ends of {} and {} alternate round one border, so that their paths would cross",
            names[0], names[1]
        );
        Err(Contradiction::at(cells.collect::<Vec<_>>(), why))
    }

    /// The cells that each label whose two ends are on a border takes from the others there.
    fn part_ends(&self, walk: &[Side], tips: &[Tip], partings: &mut Vec<SeparatedEnds>) {
        let size = walk.len();
        let between = |x: usize, from: usize, to: usize| {
            let (x, to) = ((x + size - from) % size, (to + size - from) % size);
            0 < x && x < to
        };
        for a in tips.iter().filter(|tip| tip.end == 0) {
            let Some(z) = tips.iter().find(|t| (t.label, t.end) == (a.label, 1)) else { continue };
            for b in tips.iter().filter(|tip| tip.label != a.label) {
                let far =
                    match (between(b.first, a.last, z.first), between(b.first, z.last, a.first)) {
                        (true, false) => (z.last, a.first),
                        (false, true) => (a.last, z.first),
                        _ => continue,
                    };
                let mut place = (far.0 + 1) % size;
                while place != far.1 {
                    let cell = walk[place].0;
                    partings.push(SeparatedEnds { cell, label: b.label, parted: a.label });
                    place = (place + 1) % size;
                }
            }
        }
    }

    /// A conclusion from the order of ends in words.
    pub(super) fn border_in_words(&self, subject: [u32; 4]) -> (Vec<Cell>, String) {
        let Ok(Some((claims, partings))) = self.border_claims() else {
            return (Vec::new(), String::new());
        };
        let (mut cells, what) = self.claim_in_words(subject, &claims);
        // Which labels were taken from these cells, and where no border takes them, those that the order takes
        // elsewhere.
        let before = self.claims();
        let lost = |c: &Cell, label: u32| {
            let piece = self.piece(*c);
            before.has(piece, label) && !claims.has(piece, label)
        };
        let near = |p: &&SeparatedEnds| cells.iter().any(|c| self.piece(*c) == self.piece(p.cell));
        let mut why: Vec<(u32, u32)> =
            partings.iter().filter(near).map(|p| (p.label, p.parted)).collect();
        if why.is_empty() {
            let taken = partings.iter().filter(|p| cells.iter().any(|c| lost(c, p.label)));
            why = taken.map(|p| (p.label, p.parted)).collect();
        }
        why.sort_unstable();
        why.dedup_by_key(|(label, _)| *label);
        // Those that part the same label together; the first of them is enough to see.
        let parted = why.first().map_or(NONE, |(_, parted)| *parted);
        let who = why.iter().filter(|(_, other)| *other == parted).take(2);
        let who = join(who.map(|(label, _)| self.name(*label).to_string()));
        let reasons = match parted {
            NONE => String::from("the ends are in order"),
            _ => format!("{who} would part the ends of {}", self.name(parted)),
        };
        cells.extend(why.iter().take(3).flat_map(|&(_, k)| self.rules.ends[k as usize]));
        cells.sort_unstable();
        cells.dedup();
        (cells, format!("{what}: along the border {reasons}"))
    }
}
