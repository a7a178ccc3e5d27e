//! Unit propagation over rows, with the reason of each conclusion.
//!
//! A clause follows by reverse unit propagation (RUP) if propagating its negation fails. The foreign checker checks the
//! same; with the hints it looks at the listed rows only.
//!
//! Source: Gocht, Nordström, "Certifying parity reasoning efficiently using pseudo-Boolean proofs",
//! 2021 (reverse unit propagation over pseudo-Boolean constraints); Cruz-Filipe, Heule, Hunt, Kaufmann,
//! Schneider-Kamp, "Efficient certified RAT verification", 2017 (hints).

use super::literal::Literal;
use super::opb::Row;
use super::weights::{Start, Weights};
use clew_engine::structures::lists::Lists;

mod ground;

/// In place of the reason of a value: there is no row, as the literal was assumed.
const NONE: u32 = u32::MAX;

/// Terms between two polls of the interrupt.
const STEPS: usize = 1 << 15;

/// The stored data of a row.
#[derive(Clone, Copy, Debug)]
struct Kept {
    start: u32,
    end: u32,
    weights: Start,
    degree: u32,
    /// The largest weight; 0 for a clause of two literals or more, which is watched.
    most: u32,
    alive: bool,
}

#[derive(Clone, Copy, Default, Debug)]
struct Watch {
    row: u32,
    blocker: Literal,
}

/// Rows, and their consequences by unit propagation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Checker {
    rows: Vec<Kept>,
    /// Numbers in the proof of the rows that were added one by one; before them come `loaded` rows with the
    /// numbers from 1 on.
    ids: Vec<u64>,
    loaded: usize,
    /// The literals of all rows, and the weights of those rows that have weights other than 1.
    lits: Vec<Literal>,
    weights: Weights,
    /// For each row the slack, less its largest weight: below zero it propagates. Not maintained for watched clauses.
    margin: Vec<i64>,
    /// Rows that propagate after a literal became false: scratch.
    tight: Vec<u32>,
    /// Per literal the clauses that watch it.
    watches: Lists<Watch>,
    /// Per literal the other rows it is in, with its weight.
    occurs: Lists<(u32, u32)>,
    /// Per literal: 0 open, 1 true, -1 false.
    value: Vec<i8>,
    reason: Vec<u32>,
    place: Vec<u32>,
    /// For each variable the number in the proof of the row that fixes its value, if it is known at the root.
    unit: Vec<Option<u64>>,
    trail: Vec<Literal>,
    head: usize,
    root: usize,
    /// The row that fails at the root.
    refuted: Option<u32>,
    marked: Vec<bool>,
}

/// Why a clause follows.
#[derive(Clone, Debug, Default)]
pub struct Ground {
    /// The literals of the clause that suffice.
    pub needed: Vec<Literal>,
    /// The rows, in an order in which they propagate.
    pub rows: Vec<u32>,
    /// Variables whose value at the root is used.
    pub units: Vec<usize>,
}

/// The row that has become false.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Failed(u32);

impl Checker {
    /// A checker over this number of variables, without rows.
    pub fn new(variables: usize) -> Checker {
        Checker {
            watches: Lists::with_capacities(&vec![0; 2 * variables]),
            occurs: Lists::with_capacities(&vec![0; 2 * variables]),
            value: vec![0; 2 * variables],
            reason: vec![NONE; variables],
            place: vec![0; variables],
            unit: vec![None; variables],
            marked: vec![false; variables],
            ..Checker::default()
        }
    }

    /// Whether the literal is true, false, or open.
    pub fn value(&self, l: Literal) -> Option<bool> {
        match self.value[l.index()] {
            0 => None,
            v => Some(v > 0),
        }
    }

    /// The value of a variable.
    fn known(&self, var: usize) -> Option<bool> {
        self.value(Literal::new(var, true))
    }

    /// Whether the rows contradict each other at the root.
    pub fn is_refuted(&self) -> bool {
        self.refuted.is_some()
    }

    /// The literals that are true now, those of the root first.
    pub fn trail(&self) -> &[Literal] {
        &self.trail
    }

    /// How many literals are true at the root.
    pub fn root(&self) -> usize {
        self.root
    }

    /// A row.
    pub fn row(&self, r: u32) -> Row<'_> {
        let kept = self.rows[r as usize];
        let lits = &self.lits[kept.start as usize..kept.end as usize];
        Row {
            lits,
            weights: self.weights.weights_of(kept.weights, lits.len()),
            degree: kept.degree,
        }
    }

    /// Whether the row has not been deleted.
    pub(crate) fn is_alive(&self, r: u32) -> bool {
        self.rows[r as usize].alive
    }

    /// The number of a row in the proof.
    pub fn id(&self, r: u32) -> u64 {
        let r = r as usize;
        if r < self.loaded { r as u64 + 1 } else { self.ids[r - self.loaded] }
    }

    /// Adds a row at the root, with its number in the proof, and propagates.
    pub fn add(&mut self, row: Row<'_>, id: u64) -> u32 {
        debug_assert_eq!(self.trail.len(), self.root, "rows come at the root");
        let r = self.store(row);
        self.ids.push(id);
        self.begin(r);
        self.settle();
        r
    }

    /// Adds a row with its number in the proof while literals are assumed, and propagates. They stay assumed, unless
    /// the row propagates without them, or is watched: then no literal stays assumed.
    ///
    /// # Errors
    /// The row that fails.
    pub fn join(&mut self, row: Row<'_>, id: u64) -> (u32, Result<(), Failed>) {
        let root = self.root as u32;
        let gone = |l: Literal| self.value(l) == Some(false) && self.place[l.var()] < root;
        let open = row.terms().filter(|t| !gone(t.1)).map(|t| i64::from(t.0));
        let slack = open.sum::<i64>() - i64::from(row.degree);
        let most = row.weights.iter().copied().max().unwrap_or(1);
        if row.is_clause() || slack < i64::from(most) {
            self.undo();
            return (self.add(row, id), Ok(()));
        }
        let r = self.store(row);
        self.ids.push(id);
        (r, self.look(r).and_then(|()| self.propagate()))
    }

    /// Adds rows to a checker that has none, with the numbers from 1 on, and propagates once those for which `lives`
    /// returns true, by their places from 0; the others are treated as deleted. `stops` is polled regularly; if it
    /// returns true, the result is false, and the checker must not be used.
    pub fn load<'a>(
        &mut self,
        rows: impl Iterator<Item = Row<'a>> + Clone,
        lives: impl Fn(usize) -> bool,
        stops: impl Fn() -> bool,
    ) -> bool {
        self.reserve_room(rows.clone());
        let mut spent = 0;
        let mut stopped = |steps: usize| {
            spent = if spent < STEPS { spent + steps } else { 0 };
            spent >= STEPS && stops()
        };
        for row in rows {
            self.store(row);
            if stopped(row.lits.len()) {
                return false;
            }
        }
        self.loaded = self.rows.len();
        for r in 0..self.rows.len() as u32 {
            if !lives(r as usize) {
                self.delete(r);
            } else if self.refuted.is_none() {
                self.begin(r);
                if stopped(4) {
                    return false;
                }
            }
        }
        self.settle();
        !stops()
    }

    /// Reserves memory for rows, so that no list has to grow: most are short, and there are many.
    fn reserve_room<'a>(&mut self, rows: impl Iterator<Item = Row<'a>>) {
        let literals = self.value.len();
        let (mut watched, mut within) = (vec![0u32; literals], vec![0u32; literals]);
        let (mut many, mut lits, mut weights) = (0, 0, 0);
        for row in rows {
            many += 1;
            lits += row.lits.len();
            weights += row.weights.len();
            if row.is_clause() {
                row.lits[..2].iter().for_each(|l| watched[l.index()] += 1);
            } else {
                row.lits.iter().for_each(|l| within[l.index()] += 1);
            }
        }
        self.rows.reserve(many);
        self.margin.reserve(many);
        self.lits.reserve(lits);
        self.weights.reserve(weights);
        self.watches = Lists::with_capacities(&watched);
        self.occurs = Lists::with_capacities(&within);
    }

    fn store(&mut self, row: Row<'_>) -> u32 {
        let r = self.rows.len() as u32;
        let is_clause = row.is_clause();
        let place =
            |lits: &Vec<Literal>| u32::try_from(lits.len()).expect("2^32 literals fit no memory");
        let start = place(&self.lits);
        self.lits.extend_from_slice(row.lits);
        let end = place(&self.lits);
        let weights = self.weights.keep(row.weights.iter().copied());
        let most = || row.weights.iter().copied().max().unwrap_or(1);
        let most = if is_clause { 0 } else { most() };
        self.rows.push(Kept { start, end, weights, degree: row.degree, most, alive: true });
        self.margin.push(0);
        if !is_clause {
            let sum: i64 = row.terms().map(|t| i64::from(t.0)).sum();
            self.margin[r as usize] = sum - i64::from(row.degree) - i64::from(most);
            for (weight, l) in row.terms() {
                self.occurs.push(l.index(), (r, weight));
                if self.value(l) == Some(false) && (self.place[l.var()] as usize) < self.head {
                    self.margin[r as usize] -= i64::from(weight);
                }
            }
        }
        r
    }

    /// Propagates a new row by itself.
    fn begin(&mut self, r: u32) {
        let kept = self.rows[r as usize];
        if kept.most > 0 {
            if let Err(Failed(r)) = self.look(r) {
                self.refuted.get_or_insert(r);
            }
            return;
        }
        // The literals that became false last are watched, unless there are literals that are not false.
        let range = kept.start as usize..kept.end as usize;
        let rank = |me: &Checker, l: Literal| match me.value(l) {
            Some(false) => me.place[l.var()],
            _ => u32::MAX,
        };
        // Most rows are added before any literal is known.
        let slots = if self.trail.is_empty() { 0..0 } else { 0..2 };
        for slot in slots {
            let from = range.start + slot;
            if rank(self, self.lits[from]) == u32::MAX {
                continue;
            }
            let best =
                (from..range.end).max_by_key(|&i| (rank(self, self.lits[i]), usize::MAX - i));
            self.exchange(kept, from, best.expect("a clause has two literals"));
        }
        let [a, b] = [0, 1].map(|slot| self.lits[range.start + slot]);
        self.watches.push(a.index(), Watch { row: r, blocker: b });
        self.watches.push(b.index(), Watch { row: r, blocker: a });
        if self.value(b) == Some(false) {
            match self.value(a) {
                Some(false) => {
                    self.refuted.get_or_insert(r);
                }
                None => self.assign(a, r),
                Some(true) => {}
            }
        }
    }

    /// Exchanges two literals of a row, by their places among all, and their weights.
    #[inline]
    fn exchange(&mut self, kept: Kept, a: usize, b: usize) {
        self.lits.swap(a, b);
        let start = kept.start as usize;
        self.weights.exchange(kept.weights, a - start, b - start);
    }

    /// Propagates at the root.
    fn settle(&mut self) {
        if self.refuted.is_none()
            && let Err(Failed(r)) = self.propagate()
        {
            self.refuted = Some(r);
        }
        self.root = self.trail.len();
    }

    /// Deletes a row. It must not be the reason of a value at the root that has no row of its own, see
    /// [`Checker::supported`].
    pub fn delete(&mut self, r: u32) {
        self.rows[r as usize].alive = false;
    }

    /// The variables known at the root because of this row that have no row of their own in the proof.
    pub fn supported(&self, r: u32) -> Vec<usize> {
        let vars = self.row(r).lits.iter().map(|l| l.var());
        let known = |v: &usize| self.known(*v).is_some() && self.reason[*v] == r;
        vars.filter(known).filter(|v| self.unit[*v].is_none()).collect()
    }

    #[inline]
    fn assign(&mut self, l: Literal, reason: u32) {
        let v = l.var();
        self.value[l.index()] = 1;
        self.value[(!l).index()] = -1;
        self.reason[v] = reason;
        self.place[v] = self.trail.len() as u32;
        self.trail.push(l);
    }

    /// Assumes literals in addition to the root, all at once, and propagates.
    ///
    /// # Errors
    /// The row that fails. If a literal is false already, there is no such row: the error contains the literal.
    pub fn assume(&mut self, lits: &[Literal]) -> Result<(), Result<Failed, Literal>> {
        for &l in lits {
            match self.value(l) {
                Some(true) => {}
                Some(false) => return Err(Err(l)),
                None => self.assign(l, NONE),
            }
        }
        self.propagate().map_err(Ok)
    }

    /// Retracts all assumptions.
    pub fn undo(&mut self) {
        while self.trail.len() > self.root {
            let l = self.trail.pop().expect("it is longer than the root");
            if self.trail.len() < self.head {
                for &(r, weight) in self.occurs.list((!l).index()) {
                    self.margin[r as usize] += i64::from(weight);
                }
            }
            self.value[l.index()] = 0;
            self.value[(!l).index()] = 0;
        }
        self.head = self.head.min(self.root);
    }

    fn propagate(&mut self) -> Result<(), Failed> {
        while self.head < self.trail.len() {
            let gone = !self.trail[self.head];
            self.head += 1;
            let mut tight = std::mem::take(&mut self.tight);
            tight.clear();
            // Deleted rows are removed when they are met, as in `watched`; their margin is not read again.
            let list = self.occurs.range(gone.index());
            let mut kept = list.start;
            for i in list.clone() {
                let (r, weight) = self.occurs.at(i);
                if !self.rows[r as usize].alive {
                    continue;
                }
                self.occurs.set(kept, (r, weight));
                kept += 1;
                let margin = &mut self.margin[r as usize];
                *margin -= i64::from(weight);
                if *margin < 0 {
                    tight.push(r);
                }
            }
            self.occurs.close(gone.index(), kept..list.end);
            let looked = tight.iter().try_for_each(|&r| self.look(r));
            self.tight = tight;
            looked?;
            self.watched(gone)?;
        }
        Ok(())
    }

    /// Propagates a row that is no watched clause.
    fn look(&mut self, r: u32) -> Result<(), Failed> {
        let kept = self.rows[r as usize];
        if !kept.alive {
            return Ok(());
        }
        let slack = self.margin[r as usize] + i64::from(kept.most);
        if slack < 0 {
            return Err(Failed(r));
        }
        if i64::from(kept.most) <= slack {
            return Ok(());
        }
        let places = kept.start as usize..kept.end as usize;
        let Some(first) = kept.weights.place() else {
            for i in places {
                let l = self.lits[i];
                if self.value[l.index()] == 0 {
                    self.assign(l, r);
                }
            }
            return Ok(());
        };
        for (i, w) in places.zip(first..) {
            let l = self.lits[i];
            if self.value[l.index()] == 0 && i64::from(self.weights.at(w)) > slack {
                self.assign(l, r);
            }
        }
        Ok(())
    }

    fn watched(&mut self, gone: Literal) -> Result<(), Failed> {
        // No clause starts to watch a false literal, so this list does not move.
        let list = self.watches.range(gone.index());
        let (mut kept, mut failed) = (list.start, None);
        let mut i = list.start;
        while i < list.end {
            let watch = self.watches.at(i);
            i += 1;
            if self.value[watch.blocker.index()] > 0 {
                self.watches.set(kept, watch);
                kept += 1;
                continue;
            }
            let row = self.rows[watch.row as usize];
            if !row.alive {
                continue;
            }
            let clause = &mut self.lits[row.start as usize..row.end as usize];
            let [first, second, rest @ ..] = clause else { continue };
            if *first == gone {
                std::mem::swap(first, second);
                self.weights.exchange(row.weights, 0, 1);
            }
            let other = *first;
            let again = Watch { row: watch.row, blocker: other };
            if self.value[other.index()] > 0 {
                self.watches.set(kept, again);
                kept += 1;
                continue;
            }
            if let Some(next) = rest.iter().position(|l| self.value[l.index()] >= 0) {
                std::mem::swap(second, &mut rest[next]);
                self.watches.push(second.index(), again);
                self.weights.exchange(row.weights, 1, 2 + next);
                continue;
            }
            self.watches.set(kept, again);
            kept += 1;
            if self.value[other.index()] < 0 {
                failed = Some(Failed(watch.row));
                break;
            }
            self.assign(other, watch.row);
        }
        self.watches.close(gone.index(), kept..i);
        failed.map_or(Ok(()), Err)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lit(i: i32) -> Literal {
        Literal::new(i.unsigned_abs() as usize - 1, i > 0)
    }

    fn clause(lits: &[i32]) -> Vec<Literal> {
        lits.iter().map(|&l| lit(l)).collect()
    }

    #[test]
    fn what_follows_is_found_with_its_rows() {
        let mut checker = Checker::new(6);
        let rows = [clause(&[-1, 2]), clause(&[-2, 3]), clause(&[4, 5]), clause(&[-3, -1])];
        assert!(checker.load(rows.iter().map(|lits| Row::clause(lits)), |_| true, || false));
        let ground = checker.follows(&[lit(-1), lit(6)]).expect("it follows");
        assert_eq!(ground.needed, [lit(-1)], "6 has nothing to do with it");
        assert_eq!(ground.rows.len(), 3);
        assert!(checker.follows(&[lit(4)]).is_none());
        checker.add(Row::clause(&clause(&[-1])), 9);
        assert_eq!(checker.value(lit(1)), Some(false));
        assert_eq!(checker.follows(&[lit(-1)]).expect("known").units, [0]);
    }

    #[test]
    fn weights_count() {
        let mut checker = Checker::new(3);
        let lits = [lit(1), lit(2), lit(3)];
        checker.load(
            [Row { lits: &lits, weights: &[3, 2, 1], degree: 3 }].into_iter(),
            |_| true,
            || false,
        );
        let ground = checker.follows(&[lit(1), lit(2)]).expect("1 alone is not enough");
        assert_eq!(ground.rows, [0]);
        assert!(checker.follows(&[lit(1)]).is_none());
        assert!(checker.follows(&[lit(1), lit(3)]).is_some());
    }
}
