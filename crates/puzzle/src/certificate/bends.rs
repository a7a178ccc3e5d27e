//! Bends: edges around three sides of a square, or two sides of a triangle.
//!
//! Labels are equal along edges. If paths must not touch themselves, the cells at the two ends of a bend, being
//! neighbours, are joined too, and the loop is closed. If paths must not fill a square, the four cells would be on one
//! path. So no bend is taken. For each label this is one resolution over four rows, and the sum over all labels is one
//! line of a proof, whatever the number of labels.
//!
//! Source: Gocht, Nordström, "Certifying parity reasoning efficiently using pseudo-Boolean proofs", 2021,
//! for proofs by cases as one sum.

use super::derive::{Along, along};
use super::literal::Literal;
use super::opb::Row;
use super::prover::Prover;
use super::refute::ProofSteps;

/// After this many calls that derived bends, corners without an untried bend are removed: until then they are only
/// skipped.
const SWEEP: u32 = 32;

impl Prover<'_> {
    /// Derives that the bends of a clause are not taken: those at its turns, and that of its two edges. Returns whether
    /// any of them is new.
    pub(super) fn bends(&mut self, clause: &[Literal]) -> bool {
        let mut found = false;
        for l in clause.iter().filter(|l| !l.is_affirmed()) {
            let Some(corner) = self.opb.derivations.corners.get(&l.var()) else { continue };
            let [c, a, far, b] = corner.square;
            found |= self.bend(&[far, a, c, b]);
            found |= self.bend(&[a, c, b, far]);
        }
        if let [a, b] = clause
            && let Some([a, b]) = self.ends(*a).zip(self.ends(*b)).map(<[_; 2]>::from)
            && let Some(&middle) = a.iter().find(|c| b.contains(c))
        {
            let others = a.iter().chain(&b).copied().filter(|&c| c != middle);
            let others: Vec<usize> = others.collect();
            if let [p, q] = others[..] {
                found |= self.bend(&[p, middle, q]);
            }
        }
        found
    }

    /// Whether there are corners with bends that may not be derived yet.
    pub(super) fn any_bends(&self) -> bool {
        !self.open_corners.is_empty()
    }

    /// The bends that propagate under the values that the checker holds now: two of their edges are taken, and the
    /// third one is not known to be missing.
    pub(super) fn bends_here(&self) -> Vec<[usize; 4]> {
        let value = |l| self.checker.value(l);
        let mut paths: Vec<[usize; 4]> = Vec::new();
        for &(both, [c, a, far, b]) in &self.open_corners {
            if both.iter().all(|&edge| value(edge) == Some(true)) {
                let may = |from, to| {
                    self.along(from, to).is_some_and(|way| value(way.edge) != Some(false))
                };
                let new = |path: &[usize; 4]| !self.bent.contains(&forward(path));
                paths.extend(may(far, a).then_some([far, a, c, b]).filter(new));
                paths.extend(may(b, far).then_some([a, c, b, far]).filter(new));
            }
        }
        paths
    }

    /// Derives bends; returns whether any of them is new.
    pub(super) fn bend_all(&mut self, paths: &[[usize; 4]]) -> bool {
        let mut found = false;
        for path in paths {
            found |= self.bend(path);
        }
        self.bent_since += u32::from(found);
        if self.bent_since >= SWEEP {
            self.bent_since = 0;
            let bent = |path: [usize; 4]| self.bent.contains(&forward(&path));
            self.open_corners
                .retain(|&(_, [c, a, far, b])| !bent([far, a, c, b]) || !bent([a, c, b, far]));
        }
        found
    }

    /// The cells of an edge that is not taken.
    fn ends(&self, l: Literal) -> Option<[usize; 2]> {
        let [step, _] = self.steps[l.var()].filter(|_| !l.is_affirmed())?;
        Some(self.opb.derivations.steps[step as usize].cells)
    }

    /// The rows about two neighbours.
    fn along(&self, from: usize, to: usize) -> Option<Along> {
        along(&self.opb.derivations.labels, [from, to])
    }

    /// Derives that not all edges along these cells are taken; returns whether that is new.
    fn bend(&mut self, cells: &[usize]) -> bool {
        let bent = forward(cells);
        self.bent.insert(bent) && self.derive_bend(&bent[..cells.len()]).is_some()
    }

    fn derive_bend(&mut self, cells: &[usize]) -> Option<()> {
        let labels = &self.opb.derivations.labels;
        let (first, last) = (cells[0], *cells.last()?);
        let ways: Vec<Along> =
            cells.windows(2).map(|w| self.along(w[0], w[1])).collect::<Option<_>>()?;
        let closing = self.along(first, last).filter(|way| way.closes);
        let mut block: Vec<usize> = cells.to_vec();
        block.sort_unstable();
        let block = <[usize; 4]>::try_from(block).ok().and_then(|b| labels.blocks.get(&b));
        // The rows that fail for the first label, and the distance to those of the next label.
        let (row, stride) = match (closing, block) {
            (Some(way), _) => (way.first + 2, 3),
            (None, Some(&row)) => (row, 1),
            (None, None) => return None,
        };
        let some = labels.some[first]?;
        let checker = &self.checker;
        let id = |row: usize| checker.id(row as u32);
        let ways = &ways;
        let step = move |i: usize, k: usize| {
            // Row 0 leads from the smaller cell to the larger one.
            let way = ways[i];
            let back = usize::from(cells[i] > cells[i + 1]);
            id(way.first + k * (2 + usize::from(way.closes)) + back)
        };
        let cases = (0..labels.count).map(|k| {
            let passed = (0..ways.len()).rev().map(move |i| step(i, k));
            std::iter::once(id(row + k * stride)).chain(passed)
        });
        let id = self.file.cases(cases, id(some));
        self.effort.lemmas += 1;
        let mut lits: Vec<Literal> = ways.iter().map(|way| !way.edge).collect();
        lits.extend(closing.map(|way| way.edge));
        // Besides labels the row may have the variable for "the cell is used".
        let labelled = self.opb.row(some).lits.iter().copied();
        lits.extend(labelled.filter(|l| !l.is_affirmed()));
        let sum = self.checker.add(Row::clause(&lits), id);
        if closing.is_some() {
            self.ring(cells);
        }
        let clause: Vec<Literal> = ways.iter().map(|way| !way.edge).collect();
        let ground = self.checker.follows(&clause)?;
        let row = self.write(&ground);
        self.effort.lemmas += 1;
        if row != sum {
            self.passing.push(sum);
        }
        Some(())
    }

    /// Derives that these cells are not joined in a ring.
    pub(super) fn ring(&mut self, cells: &[usize]) -> Option<()> {
        let mut key = cells.to_vec();
        key.sort_unstable();
        if !self.ringed.insert(key) {
            return Some(());
        }
        let next = cells.iter().cycle().skip(1);
        let steps = cells.iter().zip(next).map(|(&from, &to)| {
            let edge = self.along(from, to)?.edge;
            let mut ways = self.steps[edge.var()]?.into_iter().map(|i| i as usize);
            ways.find(|&i| self.opb.derivations.steps[i].cells == [from, to])
        });
        let steps: Vec<usize> = steps.collect::<Option<_>>()?;
        let before = self.passing.len();
        let row = self.bar_loop(&ProofSteps { steps, closed: true })?;
        // It serves four bends.
        let on_the_way = self.passing.split_off(before);
        self.passing.extend(on_the_way.into_iter().filter(|&r| r != row));
        Some(())
    }
}

/// The cells of a path of three or four cells, from its smaller end; a path of three has no fourth.
fn forward(cells: &[usize]) -> [usize; 4] {
    let mut path = [usize::MAX; 4];
    path[..cells.len()].copy_from_slice(cells);
    if cells.first() > cells.last() {
        path[..cells.len()].reverse();
    }
    path
}
