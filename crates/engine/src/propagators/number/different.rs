//! All-different by bounds, for variables of which no other constraint uses single values.
//!
//! Bounds consistency: if as many numbers lie between `a` and `b` as there are values from `a` to `b` (a *Hall
//! interval*), no other number has a bound there; if more numbers lie there, it is a failure. A call sorts the bounds,
//! which are nearly sorted since the last call, and is close to linear apart from that. Stateless.
//!
//! Explanations: the numbers of a Hall interval lie in it, and the number that was moved did not begin below it.
//!
//! Source: A. López-Ortiz, C.-G. Quimper, J. Tromp and P. van Beek, "A fast and simple algorithm for bounds consistency
//! of the alldifferent constraint", 2003.

use super::view::{Number, numbers};
use crate::kernel::prelude::*;

rules! {
    /// The inference rules of differing numbers.
    enum Rule {
        Crowded => "more numbers than places between two bounds",
        Above => "all places up to there are taken",
        Below => "all places from there on are taken",
    }
}

/// All-different by bounds: the propagator and the constraint.
#[derive(Clone, Debug)]
pub struct BoundsDifferent {
    xs: Vec<Number>,
    /// Scratch.
    ends: Ends,
}

impl BoundsDifferent {
    /// All of `xs` (each variable given once) differ.
    pub fn new(xs: &[Number]) -> BoundsDifferent {
        BoundsDifferent { xs: xs.to_vec(), ends: Ends::new(xs.len()) }
    }

    /// A number, or its negation.
    fn side(&self, k: usize, mirrored: bool) -> Number {
        if mirrored { self.xs[k].negated() } else { self.xs[k] }
    }

    /// Raises lower bounds above the Hall intervals that contain them; if mirrored, those of the negations. The bounds
    /// are all read before any of them moves, so the reason of each move holds at that point.
    fn raise(&mut self, mirrored: bool, p: &mut Propagation<'_>) -> Result<bool, Halt> {
        p.work(1 + self.xs.len())?;
        for k in 0..self.xs.len() {
            let x = self.side(k, mirrored);
            (self.ends.low[k], self.ends.high[k]) = (x.min(p), x.max(p));
        }
        if !self.ends.sweep(mirrored) {
            return Err(p.fail(Rule::Crowded.tag()).into());
        }
        let rule = if mirrored { Rule::Below } else { Rule::Above };
        let mut changed = false;
        for k in 0..self.xs.len() {
            if self.ends.low[k] < self.ends.next[k] {
                changed |= self.side(k, mirrored).at_least(self.ends.next[k], p, rule.tag())?;
            }
        }
        Ok(changed)
    }

    /// The smallest Hall interval of the numbers without `but` that reaches from `from` or below to `to` or above, and
    /// its members. If `but` is `None`, the smallest interval with more numbers than values.
    fn hall(
        &self,
        (from, to): (i64, i64),
        but: Option<usize>,
        mirrored: bool,
        past: &Past<'_>,
    ) -> (i64, i64, Vec<usize>) {
        let all = (0..self.xs.len()).filter(|&k| Some(k) != but);
        let mut ends: Vec<(i64, i64, usize)> = all
            .map(|k| {
                let x = self.side(k, mirrored);
                (x.min(past), x.max(past), k)
            })
            .collect();
        // Sorted by descending lower bound, so the first full interval is the shortest one with this upper bound.
        ends.sort_unstable_by_key(|x| std::cmp::Reverse(x.0));
        let mut tops: Vec<i64> = ends.iter().map(|x| x.1).filter(|&top| top >= to).collect();
        tops.sort_unstable();
        tops.dedup();
        let spare = i64::from(but.is_none());
        for top in tops {
            let mut inside = 0;
            for &(low, ..) in ends.iter().filter(|x| x.1 <= top) {
                inside += 1;
                if inside >= top - low + 1 + spare && low <= from {
                    let members = ends.iter().filter(|x| x.0 >= low && x.1 <= top).map(|x| x.2);
                    return (low, top, members.take((top - low + 1 + spare) as usize).collect());
                }
            }
        }
        unreachable!("it was inferred from one")
    }
}

impl Propagator for BoundsDifferent {
    const RULES: &'static [&'static str] = Rule::WORDS;

    fn name(&self) -> &'static str {
        "bounds-different"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        self.xs.iter().for_each(|x| x.wakes(to));
    }

    fn priority(&self) -> Priority {
        Priority::Flow
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        self.raise(false, p)?;
        self.raise(true, p)?;
        Ok(Status::Again)
    }

    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, tag: Tag, why: &mut Lits) {
        let mirrored = matches!(Rule::from_tag(tag), Rule::Below);
        let Some(fact) = fact else {
            let (low, high, members) = self.hall((i64::MAX, i64::MIN), None, false, past);
            members.iter().for_each(|&k| self.xs[k].say_between(low, high, past, why));
            return;
        };
        let lost = |k: usize| Some((k, self.side(k, mirrored).lost(fact, past.store())?));
        let (k, n) = (0..self.xs.len()).find_map(lost).expect("about one of them");
        let x = self.side(k, mirrored);
        let is_end = x.var().is_none();
        let from = if is_end { x.min(past) } else { n };
        let (low, high, members) = self.hall((from, n), Some(k), mirrored, past);
        if is_end {
            x.say_at_least(low, past, why);
        }
        for k in members {
            self.side(k, mirrored).say_between(low, high, past, why);
        }
    }
}

impl Constraint for BoundsDifferent {
    fn scope(&self) -> Vec<Term> {
        self.xs.iter().map(|x| x.term()).collect()
    }

    fn holds(&self, values: &[u32]) -> bool {
        let of = numbers(&self.xs, values);
        (1..of.len()).all(|i| !of[..i].contains(&of[i]))
    }

    fn post(&self, into: &mut Engine) -> Result<(), Conflict> {
        into.add(self.clone());
        Ok(())
    }
}

/// The bounds of the numbers, and the results of the sweep over them. The trees, capacities and Hall intervals have
/// their names in the source: `t`, `d`, `h`.
#[derive(Clone, Debug)]
struct Ends {
    low: Vec<i64>,
    high: Vec<i64>,
    /// The new lower bound of each number.
    next: Vec<i64>,
    /// The numbers by lower bound and by upper bound, per side: nearly sorted since the last sweep.
    by_low: [Vec<usize>; 2],
    by_high: [Vec<usize>; 2],
    /// All lower bounds and all successors of upper bounds, ascending, between two sentinels.
    bounds: Vec<i64>,
    low_rank: Vec<usize>,
    high_rank: Vec<usize>,
    t: Vec<usize>,
    d: Vec<i64>,
    h: Vec<usize>,
}

impl Ends {
    fn new(n: usize) -> Ends {
        let order: Vec<usize> = (0..n).collect();
        Ends {
            low: vec![0; n],
            high: vec![0; n],
            next: vec![0; n],
            by_low: [order.clone(), order.clone()],
            by_high: [order.clone(), order],
            bounds: Vec::with_capacity(2 * n + 2),
            low_rank: vec![0; n],
            high_rank: vec![0; n],
            t: vec![0; 2 * n + 2],
            d: vec![0; 2 * n + 2],
            h: vec![0; 2 * n + 2],
        }
    }

    /// Sorts the numbers by their bounds, and ranks the bounds in `bounds`.
    fn rank(&mut self, side: usize) {
        let (low, high) = (&self.low, &self.high);
        self.by_low[side].sort_by_key(|&k| low[k]);
        self.by_high[side].sort_by_key(|&k| high[k]);
        self.bounds.clear();
        let first = self.by_low[side].first().map_or(0, |&k| low[k]);
        self.bounds.push(first - 2);
        let mut lows = self.by_low[side].iter().copied().peekable();
        for &k in &self.by_high[side] {
            let after = high[k] + 1;
            while let Some(i) = lows.next_if(|&i| low[i] <= after) {
                reach(&mut self.bounds, low[i]);
                self.low_rank[i] = self.bounds.len() - 1;
            }
            reach(&mut self.bounds, after);
            self.high_rank[k] = self.bounds.len() - 1;
        }
        let last = self.bounds[self.bounds.len() - 1];
        self.bounds.push(last + 2);
    }

    /// Computes the new lower bounds; returns false if an interval holds more numbers than values.
    fn sweep(&mut self, mirrored: bool) -> bool {
        let side = usize::from(mirrored);
        self.rank(side);
        self.next.copy_from_slice(&self.low);
        let (t, d, h, bounds) = (&mut self.t, &mut self.d, &mut self.h, &self.bounds);
        for i in 1..bounds.len() {
            (t[i], h[i], d[i]) = (i - 1, i - 1, bounds[i] - bounds[i - 1]);
        }
        for &k in &self.by_high[side] {
            let (x, y) = (self.low_rank[k], self.high_rank[k]);
            let mut z = upward(t, x + 1);
            let j = t[z];
            d[z] -= 1;
            if d[z] == 0 {
                t[z] = z + 1;
                z = upward(t, z + 1);
                t[z] = j;
            }
            point(t, x + 1, z, z);
            if d[z] < bounds[z] - bounds[y] {
                return false;
            }
            if h[x] > x {
                let w = upward(h, h[x]);
                self.next[k] = bounds[w];
                point(h, x, w, w);
            }
            if d[z] == bounds[z] - bounds[y] {
                let before = h[y];
                point(h, before, j - 1, y);
                h[y] = j - 1;
            }
        }
        true
    }
}

/// Appends a bound, unless it is the last one already.
fn reach(bounds: &mut Vec<i64>, bound: i64) {
    if bounds.last() != Some(&bound) {
        bounds.push(bound);
    }
}

/// The end of the path that leads upward from `at`.
fn upward(next: &[usize], mut at: usize) -> usize {
    while next[at] > at {
        at = next[at];
    }
    at
}

/// Path compression: every place from `from` up to `to` points to `at`.
fn point(next: &mut [usize], from: usize, to: usize, at: usize) {
    let mut k = from;
    while k != to {
        k = std::mem::replace(&mut next[k], at);
    }
}
