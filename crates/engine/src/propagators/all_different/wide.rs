//! Domain consistency of all-different for any number of values.
//!
//! The same walk as in `bits.rs`, on sets of as many words as needed, and only where something
//! changed: a strongly connected component never joins another one further down the tree, so each
//! variable keeps the number of its component in a reversible cell, and only components in which a
//! domain shrank since the last call are walked again. Shrunk domains are found by comparing sizes
//! with those of the last call, also in reversible cells: linear, but two loads per variable, and
//! right after backtracking with nothing to undo. The matching is repaired, never undone.
//!
//! Cost of a call: the variables, plus (variables of touched components) x (words of a set).
//! An explanation looks at the domains of that time one by one as it reaches them.
//!
//! Sources as in `bits.rs`; Ian Gent, Ian Miguel, Peter Nightingale, Generalised arc consistency
//! for the AllDifferent constraint: an empirical survey, 2008 (components kept apart).

use super::elimination::{none_outside, values_in_word};
use super::holders::{Holders, Number};
use super::members::{Member, Members, Rule};
use crate::kernel::prelude::*;
use crate::structures::bits::{erase, has, insert, members};

const NONE: u32 = u32::NONE;
/// The component of the variables that can pass their value on to a free one.
const OPEN: u32 = 0;

/// The first value that is in both sets.
fn common(a: &[u64], b: &[u64]) -> Option<u32> {
    let (k, w) = a.iter().zip(b).map(|(a, b)| a & b).enumerate().find(|(_, w)| *w != 0)?;
    Some(k as u32 * 64 + w.trailing_zeros())
}

fn add(to: &mut [u64], what: &[u64]) {
    to.iter_mut().zip(what).for_each(|(t, w)| *t |= w);
}

fn subtract(from: &mut [u64], what: &[u64]) {
    from.iter_mut().zip(what).for_each(|(t, w)| *t &= !w);
}

/// All-different, domain consistent, any number of values.
#[derive(Clone, Debug)]
pub struct WideMatching {
    members: Members,
    /// Reversible: the size of each domain at the end of the last call.
    sizes: Cells,
    /// Reversible: the component of each variable.
    component: Cells,
    who: Holders<u32>,
    free: Vec<u64>,
    /// Scratch of the search for a path; after a failure, the variables it reached.
    queue: Vec<u32>,
    seen: Vec<u64>,
    /// Scratch: per component whether it was touched.
    touched: Vec<bool>,
    fresh: Vec<u64>,
    below: Vec<u64>,
    open: Vec<u64>,
    keep: Vec<u64>,
    /// Scratch: per component on the path the values it holds, then the values it sees.
    path: Vec<u64>,
}

impl WideMatching {
    /// For the variables `xs`, each given once.
    pub fn new(store: &mut Store, xs: &[VarId]) -> WideMatching {
        let members = Members::new(store, xs);
        WideMatching::from_members(store, members)
    }

    pub(super) fn from_members(store: &mut Store, members: Members) -> WideMatching {
        let (n, values) = (members.len(), members.values);
        let words = values.div_ceil(64) as usize;
        WideMatching {
            members,
            sizes: store.new_cells(n as u32, 0),
            component: store.new_cells(n as u32, OPEN),
            who: Holders::new(n, values as usize),
            free: (0..words).map(|k| values_in_word(values, k)).collect(),
            queue: Vec::with_capacity(n),
            seen: vec![0; words],
            touched: vec![false; n + 1],
            fresh: vec![0; words],
            below: vec![0; words],
            open: vec![0; words],
            keep: vec![0; words],
            path: Vec::new(),
        }
    }

    fn allows(&self, d: &impl View, i: usize, v: u32) -> bool {
        let Member { first, words, .. } = self.members.all[i];
        v / 64 < words && d.alive((first + v / 64) as usize) >> (v % 64) & 1 == 1
    }

    /// Makes the matching fit the domains. On failure `queue` holds a set of variables with fewer
    /// values than variables.
    fn repair(
        &mut self,
        d: &impl View,
        poll: impl Fn(usize) -> Result<(), Halt>,
    ) -> Result<bool, Halt> {
        let mut whole = true;
        for i in 0..self.members.len() {
            let v = self.who.mate[i];
            if v != NONE && !self.allows(d, i, v) {
                insert(&mut self.free, v);
                self.who.mate[i] = NONE;
            }
            whole &= self.who.mate[i] != NONE;
        }
        for i in 0..self.members.len() {
            if !whole && self.who.mate[i] == NONE {
                if !self.augment(i as u32, d) {
                    return Ok(false);
                }
                poll(self.queue.len() * self.seen.len())?;
            }
        }
        Ok(true)
    }

    /// Finds a value for variable `i` by a shortest augmenting path.
    fn augment(&mut self, i: u32, d: &impl View) -> bool {
        self.queue.clear();
        self.queue.push(i);
        self.seen.fill(0);
        let mut head = 0;
        while let Some(&r) = self.queue.get(head) {
            head += 1;
            let Member { first, words, .. } = self.members.all[r as usize];
            for k in 0..words as usize {
                let new = d.alive(first as usize + k) & !self.seen[k];
                if new & self.free[k] != 0 {
                    let v = k as u32 * 64 + (new & self.free[k]).trailing_zeros();
                    erase(&mut self.free, v);
                    self.who.pass_on(i, r, v);
                    return true;
                }
                self.seen[k] |= new;
                for b in bits(new) {
                    let v = k as u32 * 64 + b;
                    self.who.parent[v as usize] = r;
                    self.queue.push(self.who.holder[v as usize]);
                }
            }
        }
        false
    }

    /// Notes which components have a smaller domain than at the last call. Returns whether any has.
    fn touch(&mut self, p: &Propagation<'_>) -> bool {
        self.touched.fill(false);
        let mut any = false;
        for (i, &Member { x, .. }) in self.members.all.iter().enumerate() {
            if p.size(x) != p.cell(self.sizes.at(i as u32)) {
                self.touched[p.cell(self.component.at(i as u32)) as usize] = true;
                any = true;
            }
        }
        any
    }

    /// Puts the holder of `v` on the path as a component of its own.
    fn enter(&mut self, p: &Propagation<'_>, v: u32) {
        erase(&mut self.fresh, v);
        let words = self.fresh.len();
        let at = self.path.len();
        self.path.resize(at + 2 * words, 0);
        insert(&mut self.path[at..], v);
        let Member { first, words: n, .. } = self.members.all[self.who.holder[v as usize] as usize];
        for k in 0..n as usize {
            self.path[at + words + k] = p.alive(first as usize + k);
        }
    }

    /// Walks the touched components and removes the values whose arcs join two parts and reach no
    /// free value.
    fn components(&mut self, p: &mut Propagation<'_>) -> Result<(), Conflict> {
        let words = self.fresh.len();
        self.fresh.fill(0);
        for i in 0..self.members.len() {
            if self.touched[p.cell(self.component.at(i as u32)) as usize] {
                insert(&mut self.fresh, self.who.mate[i]);
            }
        }
        self.below.fill(0);
        self.open.copy_from_slice(&self.free);
        while let Some(v) = common(&self.fresh, &self.fresh) {
            self.enter(p, v);
            while !self.path.is_empty() {
                let top = self.path.len() - 2 * words;
                let (under, last) = self.path.split_at_mut(top);
                let seen = &last[words..];
                if common(seen, &self.below).is_some() {
                    let at = top - 2 * words;
                    add(&mut under[at..], last);
                    subtract(&mut self.below, &under[at..at + words]);
                    self.path.truncate(top);
                } else if let Some(v) = common(seen, &self.fresh) {
                    add(&mut self.below, &last[..words]);
                    self.enter(p, v);
                } else {
                    self.leave(p, top)?;
                    self.path.truncate(top);
                    if top > 0 {
                        let at = top - 2 * words;
                        subtract(&mut self.below, &self.path[at..at + words]);
                    }
                }
            }
        }
        Ok(())
    }

    /// The component at `top` of the path is complete: numbers it and prunes its domains.
    fn leave(&mut self, p: &mut Propagation<'_>, top: usize) -> Result<(), Conflict> {
        let words = self.fresh.len();
        let (values, seen) = self.path[top..].split_at(words);
        let is_open = common(seen, &self.open).is_some();
        if is_open {
            add(&mut self.open, values);
            self.keep.copy_from_slice(&self.open);
        } else {
            self.keep.copy_from_slice(values);
        }
        let number = if is_open {
            OPEN
        } else {
            members(values).map(|v| self.who.holder[v as usize] + 1).min().expect("never empty")
        };
        let prunes = seen.iter().zip(&self.keep).any(|(s, k)| s & !k != 0);
        for v in members(values) {
            let i = self.who.holder[v as usize] as usize;
            p.set_cell(self.component.at(i as u32), number);
            if prunes {
                let Member { first, words: n, .. } = self.members.all[i];
                for k in 0..n as usize {
                    p.remove_mask(first as usize + k, !self.keep[k], Rule::Tight.about(i as u32))?;
                }
            }
            p.set_cell(self.sizes.at(i as u32), p.size(self.members.x(i)));
        }
        Ok(())
    }

    /// Puts the values of the variables reachable from the holder of `v`, which use up this set,
    /// into `keep`.
    fn reached_from(&mut self, past: &Past<'_>, v: u32) {
        self.keep.fill(0);
        insert(&mut self.keep, v);
        self.queue.clear();
        self.queue.push(self.who.holder[v as usize]);
        while let Some(i) = self.queue.pop() {
            let Member { first, words, .. } = self.members.all[i as usize];
            for k in 0..words as usize {
                let new = past.alive(first as usize + k) & !self.keep[k];
                self.keep[k] |= new;
                self.queue.extend(bits(new).map(|b| self.who.holder[k * 64 + b as usize]));
            }
        }
    }

    /// The values of the variables that reach neither variable `i` nor a free value, if fewer than
    /// `limit` do reach one. In `seen`.
    fn not_reaching(&mut self, past: &Past<'_>, i: usize, limit: usize) -> bool {
        let n = self.members.len();
        self.seen.fill(0);
        self.who.mate.iter().for_each(|&v| insert(&mut self.seen, v));
        erase(&mut self.seen, self.who.mate[i]);
        self.queue.clear();
        self.queue.push(self.who.mate[i]);
        self.queue.extend(members(&self.free));
        let mut reaching = 1;
        while let Some(v) = self.queue.pop() {
            for j in 0..n {
                if has(&self.seen, self.who.mate[j]) && self.allows(past, j, v) {
                    erase(&mut self.seen, self.who.mate[j]);
                    self.queue.push(self.who.mate[j]);
                    reaching += 1;
                    if reaching >= limit {
                        return false;
                    }
                }
            }
        }
        true
    }
}

impl Propagator for WideMatching {
    const RULES: &'static [&'static str] = Rule::WORDS;

    fn name(&self) -> &'static str {
        "all_different_domain"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        self.members.all.iter().for_each(|m| to.on(m.x, Event::Any));
    }

    fn priority(&self) -> Priority {
        Priority::Flow
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        if !self.touch(p) {
            return Ok(Status::Fixpoint);
        }
        let store: &Store = p;
        if !self.repair(store, |steps| p.work(steps))? {
            return Err(p.fail(Rule::TooFew.tag()).into());
        }
        self.components(p)?;
        Ok(Status::Fixpoint)
    }

    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, tag: Tag, why: &mut Lits) {
        let fits = self.repair(past, |_| Ok(()));
        let Some(fact) = fact else {
            debug_assert!(fits == Ok(false), "it failed for want of a matching");
            self.keep.copy_from_slice(&self.seen);
            for &i in &self.queue {
                none_outside(past, self.members.x(i as usize), &self.keep, why);
            }
            return;
        };
        debug_assert!(fits == Ok(true), "values are removed while there is a matching");
        let (_, v) = past.store().meaning(fact.atom()).expect("a fact about a variable");
        self.reached_from(past, v);
        // A set of k variables takes about k (n - k) premises.
        let n = self.members.values as usize;
        let least = members(&self.keep).count();
        let i = tag.note() as usize;
        if least > 1 && self.not_reaching(past, i, least.min(n - least)) {
            self.keep.copy_from_slice(&self.seen);
        }
        for u in members(&self.keep) {
            none_outside(
                past,
                self.members.x(self.who.holder[u as usize] as usize),
                &self.keep,
                why,
            );
        }
    }
}
