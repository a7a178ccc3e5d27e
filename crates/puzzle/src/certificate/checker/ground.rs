//! The premises of failures and conclusions: back along the trail to assumptions and to rows.

use super::super::literal::denial;
use super::{Checker, Failed, Ground, Literal, NONE};
use rustc_hash::FxHashSet;

impl Checker {
    /// Whether a clause follows by reverse unit propagation, and why. Nothing stays assumed.
    pub fn follows(&mut self, clause: &[Literal]) -> Option<Ground> {
        let ground = self.fails(&denial(clause));
        self.undo();
        ground
    }

    /// Whether assumptions fail by unit propagation, and why: the ground of their negation as a clause. If they do not,
    /// they stay assumed; else none does.
    pub fn fails(&mut self, assumed: &[Literal]) -> Option<Ground> {
        if let Some(r) = self.refuted {
            return Some(self.ground(Failed(r)));
        }
        let ground = match self.assume(assumed) {
            Ok(()) => return None,
            Err(Ok(failed)) => Some(self.ground(failed)),
            Err(Err(l)) => {
                // True at the root, or the clause has both a literal and its negation.
                let var = l.var();
                let at_root = (self.place[var] as usize) < self.root;
                let units = if at_root { vec![var] } else { Vec::new() };
                let needed = if at_root { vec![!l] } else { denial(assumed) };
                Some(Ground { needed, rows: Vec::new(), units })
            }
        };
        self.undo();
        ground
    }

    /// The premises of a failure.
    pub fn ground(&mut self, failed: Failed) -> Ground {
        let mut ground = Ground { rows: vec![failed.0], ..Ground::default() };
        let mut open = 0;
        self.mark(failed.0, u32::MAX, &mut ground, &mut open);
        self.trace(ground, open)
    }

    /// The assumptions that imply the negations of these literals, all false: their negations.
    pub(crate) fn rests_on(&mut self, lits: impl Iterator<Item = Literal>) -> Vec<Literal> {
        let mut open = 0;
        for l in lits {
            let v = l.var();
            if self.place[v] as usize >= self.root && !self.marked[v] {
                self.marked[v] = true;
                open += 1;
            }
        }
        self.trace(Ground::default(), open).needed
    }

    /// Follows marked variables back to the assumptions.
    fn trace(&mut self, mut ground: Ground, mut open: usize) -> Ground {
        for at in (self.root..self.trail.len()).rev() {
            if open == 0 {
                break;
            }
            let l = self.trail[at];
            if !std::mem::take(&mut self.marked[l.var()]) {
                continue;
            }
            open -= 1;
            match self.reason[l.var()] {
                NONE => ground.needed.push(!l),
                r => {
                    ground.rows.push(r);
                    self.mark(r, at as u32, &mut ground, &mut open);
                }
            }
        }
        ground.rows.reverse();
        for &v in &ground.units {
            self.marked[v] = false;
        }
        ground
    }

    /// Marks the variables that made literals of a row false before a place of the trail.
    fn mark(&mut self, r: u32, before: u32, ground: &mut Ground, open: &mut usize) {
        let kept = self.rows[r as usize];
        for i in kept.start as usize..kept.end as usize {
            let l = self.lits[i];
            let v = l.var();
            if self.value(l) != Some(false) || self.place[v] >= before || self.marked[v] {
                continue;
            }
            self.marked[v] = true;
            if (self.place[v] as usize) < self.root {
                ground.units.push(v);
            } else {
                *open += 1;
            }
        }
    }

    /// The number in the proof of the row that fixes a variable's value at the root.
    pub fn unit(&self, var: usize) -> Option<u64> {
        self.unit[var]
    }

    /// Notes that number.
    pub(crate) fn set_unit(&mut self, var: usize, id: u64) {
        self.unit[var] = Some(id);
    }

    /// The variables known at the root that have no row of their own yet and from which these follow, these included,
    /// in the order in which they became known; each with its literal, the row that implies it and the variables of its
    /// premises.
    pub fn chain(&self, vars: &[usize]) -> Vec<(Literal, u32, Vec<usize>)> {
        let mut open: Vec<usize> = vars.to_vec();
        let mut seen = FxHashSet::default();
        let mut found = Vec::new();
        while let Some(v) = open.pop() {
            if self.unit[v].is_some() || !seen.insert(v) {
                continue;
            }
            let (r, at) = (self.reason[v], self.place[v]);
            let l = Literal::new(v, self.known(v) == Some(true));
            let lits = self.row(r).lits.iter().copied();
            let gone = |l: &Literal| self.value(*l) == Some(false) && self.place[l.var()] < at;
            let before: Vec<usize> = lits.filter(gone).map(Literal::var).collect();
            open.extend(&before);
            found.push((at, (l, r, before)));
        }
        found.sort_unstable_by_key(|(at, _)| *at);
        found.into_iter().map(|(_, link)| link).collect()
    }
}
