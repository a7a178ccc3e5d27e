//! Inequalities together with lines of different values.
//!
//! Suppose the variables U are all greater than x (through any chain of inequalities) and, standing
//! in one line, all different. Then as many values as U has members must remain above x: x loses v
//! unless at least |U| values greater than v remain in the union of the domains of U. The same
//! holds downwards. Chains alone see only one member of U at a time, the line alone does not see x.
//!
//! One propagator for all variables and lines. A group (x, line, U) is kept when U has two members
//! or more and no direct neighbour of x on that side has the very same U: that one's bound and the
//! chain give more. A call costs the groups in which something changed, one word operation per
//! member and word. No state.
//!
//! After Christian Bessiere, Nina Narodytska, Claude-Guy Quimper and Toby Walsh, The AllDifferent
//! constraint with precedences, 2011, of which this is the simplest consequence.

use super::chain::{Increasing, Order, OrderChain};
use crate::kernel::StepCounter;
use crate::kernel::prelude::*;
use crate::propagators::all_different;
use crate::structures::Csr;
use crate::structures::bits::has;

/// Steps of [`StepCounter`] after which the search for the nodes beyond each node is given up: some tenths of a
/// second.
const MOST_STEPS: usize = 1 << 26;

rules! {
    /// The inference rules of a line and an order.
    enum Rule {
        Below => "room for all on one side",
        Above => "room for all on one side",
        TooFew => "room for all on one side",
    }
}

/// Variables of one line that are all greater (or all less) than `x`.
#[derive(Clone, Copy, Debug)]
struct Group {
    x: VarId,
    /// Part of `members`.
    from: u32,
    to: u32,
    /// The members are greater than `x`.
    greater: bool,
}

/// Bounds of variables from the groups that lie wholly above or below them.
#[derive(Clone, Debug)]
pub struct LineOrder {
    groups: Vec<Group>,
    members: Vec<VarId>,
    /// The first word of the domain of each member.
    firsts: Vec<u32>,
    /// The range from the first member to the last; the groups of each.
    span: Vars,
    group_of: Csr,
    /// Words of a set of values.
    words: usize,
    /// Groups to process, and whether they are in the list.
    work: Vec<u32>,
    queued: Vec<bool>,
    union: Vec<u64>,
}

impl LineOrder {
    /// For the inequalities of `order` and lines within each of which all values are different; `None` if no
    /// line has two variables on one side of another variable, or if finding them all takes too long: in
    /// that case the chains of signs are so numerous and long that they alone infer nearly everything.
    ///
    /// Costs (variables of the order)^2 / 64 plus the pairs that chains compare.
    ///
    /// # Errors
    /// [`Halt::Interrupted`].
    pub fn new(
        store: &Store,
        order: &Order,
        lines: &[Vec<VarId>],
        counter: &StepCounter<'_>,
    ) -> Result<Option<LineOrder>, Halt> {
        let mut found = Found::default();
        let lines_of = lines_of(order, lines);
        for greater in [true, false] {
            if !found.search(order, &lines_of, lines.len(), greater, counter)? {
                return Ok(None);
            }
        }
        let Found { groups, members, .. } = found;
        if groups.is_empty() {
            return Ok(None);
        }
        let span = Vars::spanning(members.iter().copied());
        let places = (0u32..).zip(&groups).flat_map(|(g, group)| {
            let members = &members[group.from as usize..group.to as usize];
            members.iter().map(move |&x| (span.index_of(x).expect("all are in it"), g))
        });
        let group_of = Csr::new(span.len() as usize, places);
        let values = members.iter().chain(groups.iter().map(|g| &g.x)).map(|&x| store.values(x));
        let words = values.max().unwrap_or(0).div_ceil(64) as usize;
        Ok(Some(LineOrder {
            span,
            group_of,
            words,
            work: Vec::with_capacity(groups.len()),
            queued: vec![false; groups.len()],
            union: vec![0; words],
            firsts: members.iter().map(|&x| store.first_word(x) as u32).collect(),
            groups,
            members,
        }))
    }

    /// The number of groups.
    pub fn groups(&self) -> usize {
        self.groups.len()
    }

    fn members(&self, g: Group) -> &[VarId] {
        &self.members[g.from as usize..g.to as usize]
    }

    fn check(&mut self, p: &mut Propagation<'_>, at: u32) -> Result<(), Conflict> {
        let g = self.groups[at as usize];
        let members = g.from as usize..g.to as usize;
        match &mut self.union[..] {
            [union] => {
                let words = self.firsts[members].iter().map(|&first| p.alive(first as usize));
                *union = words.fold(0, |all, word| all | word);
            }
            union => unite(union, &self.members[members], &*p),
        }
        let need = g.to - g.from;
        if g.greater {
            match highest(&self.union, need) {
                // With the last one it needs at v, x is less than v.
                Some(v) if v > 0 => p.keep_at_most(g.x, v - 1, Rule::Below.about(at))?,
                _ => return Err(p.fail(Rule::TooFew.about(at))),
            };
        } else {
            match lowest(&self.union, need) {
                Some(v) => p.keep_at_least(g.x, v + 1, Rule::Above.about(at))?,
                None => return Err(p.fail(Rule::TooFew.about(at))),
            };
        }
        Ok(())
    }

    fn push(&mut self, g: u32) {
        if !self.queued[g as usize] {
            self.queued[g as usize] = true;
            self.work.push(g);
        }
    }
}

/// The union of the domains of these variables, now or then.
fn unite(union: &mut [u64], members: &[VarId], view: &impl View) {
    union.fill(0);
    for &u in members {
        let first = view.store().first_word(u);
        let words = view.store().domain_words(u).len();
        for (k, set) in union.iter_mut().enumerate().take(words) {
            *set |= view.alive(first + k);
        }
    }
}

/// The `k`-th value from the top, k counted from 1.
fn highest(set: &[u64], mut k: u32) -> Option<u32> {
    for (i, &w) in set.iter().enumerate().rev() {
        let here = w.count_ones();
        if here < k {
            k -= here;
            continue;
        }
        let mut w = w;
        for _ in 1..k {
            w &= !(1 << (63 - w.leading_zeros()));
        }
        return Some(i as u32 * 64 + 63 - w.leading_zeros());
    }
    None
}

/// The `k`-th value from the bottom, k counted from 1.
fn lowest(set: &[u64], mut k: u32) -> Option<u32> {
    for (i, &w) in set.iter().enumerate() {
        let here = w.count_ones();
        if here < k {
            k -= here;
            continue;
        }
        let mut w = w;
        for _ in 1..k {
            w &= w - 1;
        }
        return Some(i as u32 * 64 + w.trailing_zeros());
    }
    None
}

/// The lines that each node of an order stands in.
fn lines_of(order: &Order, lines: &[Vec<VarId>]) -> Csr {
    let places = (0u32..)
        .zip(lines)
        .flat_map(|(l, xs)| xs.iter().filter_map(move |&x| Some((order.node(x)?, l))));
    Csr::new(order.len(), places)
}

/// Groups under construction.
#[derive(Default)]
struct Found {
    groups: Vec<Group>,
    members: Vec<VarId>,
    /// The work done so far, in steps of [`StepCounter`].
    steps: usize,
}

impl Found {
    /// Counts steps; returns whether the limit is not reached yet.
    fn goes_on(&mut self, steps: usize, counter: &StepCounter<'_>) -> Result<bool, Halt> {
        counter.spend(steps)?;
        self.steps += steps;
        Ok(self.steps <= MOST_STEPS)
    }

    /// Adds the groups above (`greater`) or below each variable of the order; false if that takes too long.
    fn search(
        &mut self,
        order: &Order,
        lines_of: &Csr,
        lines: usize,
        greater: bool,
        counter: &StepCounter<'_>,
    ) -> Result<bool, Halt> {
        let n = order.len();
        let words = n.div_ceil(64);
        let next = |i: u32| if greater { order.above(i) } else { order.below(i) };
        // Nodes are in topological order, so the set of nodes beyond a node is complete before it
        // is used.
        let mut beyond = vec![0u64; n * words];
        let mut counts = vec![0u32; lines];
        // Per node, the lines with two or more nodes beyond it, with the number of these nodes.
        let mut sizes: Vec<(u32, u32)> = Vec::new();
        let mut sizes_of = vec![(0, 0); n];
        let (mut reached, mut lines_met) = (Vec::new(), Vec::new());
        for k in 0..n as u32 {
            let x = if greater { n as u32 - 1 - k } else { k };
            let row = x as usize * words;
            if !self.goes_on(words * (1 + next(x).len()), counter)? {
                return Ok(false);
            }
            for &y in next(x) {
                for w in 0..words {
                    beyond[row + w] |= beyond[y as usize * words + w];
                }
                beyond[row + y as usize / 64] |= 1 << (y % 64);
            }
            reached.clear();
            for (i, &w) in beyond[row..row + words].iter().enumerate() {
                reached.extend(bits(w).map(|b| i as u32 * 64 + b));
            }
            if reached.len() < 2 {
                continue;
            }
            if !self.goes_on(2 * reached.len(), counter)? {
                return Ok(false);
            }
            for &u in &reached {
                for &l in lines_of.row(u) {
                    if counts[l as usize] == 0 {
                        lines_met.push(l);
                    }
                    counts[l as usize] += 1;
                }
            }
            let before = sizes.len();
            // Four comparisons count as one step.
            let parts = next(x).iter().map(|&y| sizes_of[y as usize]);
            let compared = lines_met.len() * parts.map(|(from, to)| to - from).sum::<usize>();
            if !self.goes_on(compared / 4, counter)? {
                return Ok(false);
            }
            for l in lines_met.drain(..) {
                let count = std::mem::take(&mut counts[l as usize]);
                if count < 2 {
                    continue;
                }
                sizes.push((l, count));
                let same = |&y: &u32| {
                    let (from, to) = sizes_of[y as usize];
                    sizes[from..to].contains(&(l, count))
                };
                if next(x).iter().any(same) {
                    continue;
                }
                if !self.goes_on(reached.len(), counter)? {
                    return Ok(false);
                }
                let from = self.members.len() as u32;
                let of_line = reached.iter().filter(|&&u| lines_of.row(u).contains(&l));
                self.members.extend(of_line.map(|&u| order.nodes()[u as usize]));
                let to = self.members.len() as u32;
                self.groups.push(Group { x: order.nodes()[x as usize], from, to, greater });
            }
            sizes_of[x as usize] = (before, sizes.len());
        }
        Ok(true)
    }
}

impl Propagator for LineOrder {
    const RULES: &'static [&'static str] = Rule::WORDS;

    fn name(&self) -> &'static str {
        "line_order"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        for (i, x) in (0u32..).zip(self.span.iter()) {
            if !self.group_of.row(i).is_empty() {
                to.on(x, Event::Any);
            }
        }
    }

    fn priority(&self) -> Priority {
        Priority::Linear
    }

    fn is_incremental(&self) -> bool {
        true
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        for &g in &self.work {
            self.queued[g as usize] = false;
        }
        self.work.clear();
        if p.is_first_run() {
            (0..self.groups.len() as u32).for_each(|g| self.push(g));
        }
        let LineOrder { span, group_of, queued, work, .. } = self;
        for e in p.trail()[p.news()].iter().filter(|e| e.removes()) {
            let Some(i) = p.owner(e.word()).and_then(|x| span.index_of(x)) else { continue };
            for &g in group_of.row(i) {
                if !queued[g as usize] {
                    queued[g as usize] = true;
                    work.push(g);
                }
            }
        }
        for k in 0..self.work.len() {
            self.check(p, self.work[k])?;
        }
        // A bound that was moved here may concern another group, so the propagator runs again.
        Ok(Status::Again)
    }

    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, tag: Tag, why: &mut Lits) {
        let g = self.groups[tag.note() as usize];
        let store = past.store();
        let need = g.to - g.from;
        let all = self.words as u32 * 64;
        let (low, high) = match fact.map(|l| store.meaning(l.atom()).expect("about a variable").1) {
            Some(v) if g.greater => (v + 1, all),
            Some(v) => (0, v),
            // x needs a value too: for a failure the counted values start above 0.
            None if g.greater => (1, all),
            None => (0, all),
        };
        let mut union = std::mem::take(&mut self.union);
        let members = self.members(g);
        unite(&mut union, members, past);
        let in_union = |v: u32| has(&union, v);
        // All values of the range except `need - 1` must be gone; these may stay. Present values
        // stay first, then values whose absence is not a root fact, up to that number.
        let there = (low..high).filter(|&v| in_union(v)).count() as u32;
        let mut spare = need - 1 - there.min(need - 1);
        let gone = |v: u32| {
            members.iter().filter(move |&&u| v < store.values(u)).map(move |&u| past.not(u, v))
        };
        for v in (low..high).filter(|&v| !in_union(v)) {
            if spare > 0 && gone(v).any(|l| store.level_of(l) > 0) {
                spare -= 1;
                continue;
            }
            why.extend(gone(v));
        }
        self.union = union;
    }
}

/// Inequalities and lines of different values; the constraint behind [`LineOrder`].
#[derive(Clone, Debug)]
pub struct OrderedLines {
    less: Vec<[VarId; 2]>,
    lines: Vec<Vec<VarId>>,
    scope: Vec<VarId>,
}

impl OrderedLines {
    /// The first of each pair of `less` is less than the second; within each line all values are
    /// different.
    pub fn new(less: &[[VarId; 2]], lines: &[Vec<VarId>]) -> OrderedLines {
        let mut scope: Vec<VarId> =
            less.iter().flatten().chain(lines.iter().flatten()).copied().collect();
        scope.sort_unstable();
        scope.dedup();
        OrderedLines { less: less.to_vec(), lines: lines.to_vec(), scope }
    }
}

impl Constraint for OrderedLines {
    fn scope(&self) -> Vec<Term> {
        self.scope.iter().map(|&x| Term::Var(x)).collect()
    }

    fn holds(&self, values: &[u32]) -> bool {
        let value = |x: VarId| values[self.scope.binary_search(&x).expect("in the scope")];
        self.less.iter().all(|p| value(p[0]) < value(p[1]))
            && self
                .lines
                .iter()
                .all(|l| (1..l.len()).all(|i| !l[..i].iter().any(|&x| value(x) == value(l[i]))))
    }

    fn post(&self, into: &mut Engine) -> Result<(), Conflict> {
        let Some(order) = Order::new(&self.less) else {
            return Increasing::new(&self.less).post(into);
        };
        for line in &self.lines {
            all_different::post(into, line, all_different::Level::Value)?;
        }
        let counter = StepCounter::new(None);
        if let Ok(Some(both)) = LineOrder::new(into.store(), &order, &self.lines, &counter) {
            into.add(both);
        }
        let chain = OrderChain::new(order);
        into.add(chain);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_counted_from_the_top_of_all_words() {
        let set = [1 << 5 | 1 << 9, 0, 1 << 3];
        assert_eq!([1, 2, 3, 4].map(|k| highest(&set, k)), [Some(131), Some(9), Some(5), None]);
    }

    /// More variables than a word has bits.
    #[test]
    fn in_a_long_chain_all_that_is_beyond_is_a_group() {
        let n = 70;
        let mut engine = Engine::new();
        let chain: Vec<VarId> = (0..n).map(|_| engine.new_var(n)).collect();
        let less: Vec<[VarId; 2]> = chain.windows(2).map(|w| [w[0], w[1]]).collect();
        let order = Order::new(&less).expect("a chain has no cycle");
        let lines = [chain.clone()];
        for greater in [false, true] {
            let mut found = Found::default();
            found
                .search(&order, &lines_of(&order, &lines), 1, greater, &StepCounter::new(None))
                .expect("this counter never interrupts");
            assert_eq!(found.groups.len(), n as usize - 2);
            for g in &found.groups {
                let mut members = found.members[g.from as usize..g.to as usize].to_vec();
                members.sort_unstable();
                let at = chain.iter().position(|&x| x == g.x).expect("it is in the chain");
                assert_eq!(members, if greater { &chain[at + 1..] } else { &chain[..at] });
            }
        }
    }
}
