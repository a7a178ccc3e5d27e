//! Domain consistency of all-different for up to `64 * W` values, by word operations.
//!
//! A matching of all variables into values decides whether there is a solution. Then "i takes the
//! value of j" is a directed graph on the variables, and a value of i that j holds has a solution
//! if and only if i and j lie in one strongly connected component, or j can pass its value on along
//! a path that ends in a free value. The components come from one depth-first walk that keeps, per
//! component on its path, two sets of values: those held inside, and those seen from inside. Steps
//! and merges are then operations on whole words, so the walk costs about two word operations per
//! variable and word, instead of one per value of a domain.
//!
//! The matching is kept as it is when search goes back (domains only grow then) and repaired by
//! shortest augmenting paths, also word by word. Nothing is logged. An explanation repairs the
//! matching for the domains of that time and takes a set of variables that use up their values: the
//! smallest or the largest one that separates the two variables, whichever needs fewer premises.
//!
//! Jean-Charles Régin, A filtering algorithm for constraints of difference in CSPs, 1994; Joseph
//! Cheriyan and Kurt Mehlhorn, Algorithms for dense graphs and networks on the random access
//! computer, 1996; Harold Gabow, Path-based depth-first search for strong and biconnected
//! components, 2000.

use super::elimination::{none_outside, values_in_word};
use super::holders::{Holders, Number};
use super::members::{Member, Members, Rule};
use crate::kernel::prelude::*;

const NONE: u8 = u8::NONE;

/// A set of values. It stays in registers: a word is never addressed by a computed index, because a
/// small store followed by a wide load of the same place stalls.
type Set<const W: usize> = [u64; W];

/// The set of `v` alone.
#[inline]
fn only<const W: usize>(v: u32) -> Set<W> {
    std::array::from_fn(|k| if v as usize / 64 == k { 1 << (v % 64) } else { 0 })
}

#[inline]
fn first<const W: usize>(s: &Set<W>) -> Option<u32> {
    for (k, &w) in s.iter().enumerate() {
        if w != 0 {
            return Some(k as u32 * 64 + w.trailing_zeros());
        }
    }
    None
}

#[inline]
fn has<const W: usize>(s: &Set<W>, v: u32) -> bool {
    some(&and(s, &only(v)))
}

#[inline]
fn insert<const W: usize>(s: &mut Set<W>, v: u32) {
    *s = or(s, &only(v));
}

#[inline]
fn erase<const W: usize>(s: &mut Set<W>, v: u32) {
    *s = minus(s, &only(v));
}

#[inline]
fn and<const W: usize>(a: &Set<W>, b: &Set<W>) -> Set<W> {
    std::array::from_fn(|k| a[k] & b[k])
}

#[inline]
fn minus<const W: usize>(a: &Set<W>, b: &Set<W>) -> Set<W> {
    std::array::from_fn(|k| a[k] & !b[k])
}

#[inline]
fn or<const W: usize>(a: &Set<W>, b: &Set<W>) -> Set<W> {
    std::array::from_fn(|k| a[k] | b[k])
}

#[inline]
fn some<const W: usize>(a: &Set<W>) -> bool {
    a.iter().fold(0, |s, w| s | w) != 0
}

#[inline]
fn each<const W: usize>(a: &Set<W>) -> impl Iterator<Item = u32> + use<W> {
    let mut left = *a;
    std::iter::from_fn(move || {
        let v = first(&left)?;
        erase(&mut left, v);
        Some(v)
    })
}

/// A matching and the free values.
#[derive(Clone, Debug)]
struct Matching<const W: usize> {
    who: Holders<u8>,
    free: Set<W>,
    /// Scratch of the search for a path; after a failure, the variables it reached.
    queue: Vec<u8>,
}

impl<const W: usize> Matching<W> {
    /// The empty matching: all values are free.
    pub fn new(variables: usize, values: u32) -> Matching<W> {
        Matching {
            who: Holders::new(variables, W * 64),
            free: std::array::from_fn(|k| values_in_word(values, k)),
            queue: Vec::with_capacity(variables),
        }
    }

    /// Makes the matching fit the domains. On failure `queue` holds a set of variables with fewer
    /// values than variables.
    pub fn repair(&mut self, domains: &[[u64; W]]) -> bool {
        let mut whole = true;
        for (i, d) in domains.iter().enumerate() {
            let v = self.who.mate[i];
            if v != NONE && !has(d, u32::from(v)) {
                insert(&mut self.free, u32::from(v));
                self.who.mate[i] = NONE;
            }
            whole &= self.who.mate[i] != NONE;
        }
        whole
            || (0..domains.len())
                .all(|i| self.who.mate[i] != NONE || self.augment(i as u8, domains))
    }

    /// Finds a value for variable `i` by a shortest augmenting path.
    fn augment(&mut self, i: u8, domains: &[Set<W>]) -> bool {
        self.queue.clear();
        self.queue.push(i);
        let mut seen = [0; W];
        let mut head = 0;
        while let Some(&r) = self.queue.get(head) {
            head += 1;
            let new = minus(&domains[r as usize], &seen);
            if let Some(v) = first(&and(&new, &self.free)) {
                erase(&mut self.free, v);
                self.who.pass_on(i, r, v as u8);
                return true;
            }
            seen = or(&seen, &new);
            for v in each(&new) {
                self.who.parent[v as usize] = r;
                self.queue.push(self.who.holder[v as usize]);
            }
        }
        false
    }
}

/// A component on the path of the walk.
#[derive(Clone, Copy, Debug)]
struct Component<const W: usize> {
    /// The values that its variables hold.
    values: Set<W>,
    /// The values in their domains.
    seen: Set<W>,
}

/// All-different, domain consistent, up to `64 * W` values (`W` is 1 or 2).
#[derive(Clone, Debug)]
pub(crate) struct BitMatching<const W: usize> {
    members: Members,
    domains: Vec<Set<W>>,
    matching: Matching<W>,
    path: Vec<Component<W>>,
}

impl<const W: usize> BitMatching<W> {
    /// # Panics
    /// If there are more than `64 * W` values, or more variables than that.
    pub(super) fn from_members(members: Members) -> BitMatching<W> {
        let (n, values) = (members.len(), members.values);
        assert!(W <= 2 && values as usize <= 64 * W && n <= 64 * W, "it fits the words");
        BitMatching {
            domains: vec![[0; W]; n],
            matching: Matching::new(n, values),
            path: Vec::with_capacity(n),
            members,
        }
    }

    fn load(&mut self, view: &impl View) {
        for (d, &Member { first, words, .. }) in self.domains.iter_mut().zip(&*self.members.all) {
            for (k, d) in d.iter_mut().enumerate().take(words as usize) {
                *d = view.alive(first as usize + k);
            }
        }
    }

    /// Walks the graph and removes the values whose arcs join two components and reach no free
    /// value.
    fn components(&mut self, p: &mut Propagation<'_>) -> Result<(), Conflict> {
        let holder = |m: &Matching<W>, v: u32| m.who.holder[v as usize] as usize;
        // From these values a free value can be reached, or they are free.
        let mut open = self.matching.free;
        let mut fresh = [0; W];
        self.matching.who.mate.iter().for_each(|&v| insert(&mut fresh, u32::from(v)));
        // Values held by components on the path below the last one.
        let mut below: Set<W> = [0; W];
        self.path.clear();
        while let Some(v) = first(&fresh) {
            erase(&mut fresh, v);
            let mut top =
                Component { values: [0; W], seen: self.domains[holder(&self.matching, v)] };
            insert(&mut top.values, v);
            loop {
                while some(&and(&top.seen, &below)) {
                    let under = self.path.pop().expect("what is below is on the path");
                    below = minus(&below, &under.values);
                    top.values = or(&top.values, &under.values);
                    top.seen = or(&top.seen, &under.seen);
                }
                if let Some(v) = first(&and(&top.seen, &fresh)) {
                    erase(&mut fresh, v);
                    self.path.push(top);
                    below = or(&below, &top.values);
                    top.values = [0; W];
                    insert(&mut top.values, v);
                    top.seen = self.domains[holder(&self.matching, v)];
                    continue;
                }
                let keep = if some(&and(&top.seen, &open)) {
                    open = or(&open, &top.values);
                    open
                } else {
                    top.values
                };
                if some(&minus(&top.seen, &keep)) {
                    for v in each(&top.values) {
                        self.prune(p, holder(&self.matching, v), &keep)?;
                    }
                }
                match self.path.pop() {
                    None => break,
                    Some(under) => {
                        below = minus(&below, &under.values);
                        top = under;
                    }
                }
            }
        }
        Ok(())
    }

    fn prune(&self, p: &mut Propagation<'_>, i: usize, keep: &Set<W>) -> Result<(), Conflict> {
        let bad = minus(&self.domains[i], keep);
        for (k, &bad) in bad.iter().enumerate().filter(|(_, bad)| **bad != 0) {
            p.remove_mask(
                self.members.all[i].first as usize + k,
                bad,
                Rule::Tight.about(i as u32),
            )?;
        }
        Ok(())
    }

    /// The values of the variables reachable from the holder of `v`, which use up this set.
    fn reached_from(&self, v: u32) -> Set<W> {
        let mut set = [0; W];
        insert(&mut set, v);
        let mut new = set;
        while let Some(u) = first(&new) {
            erase(&mut new, u);
            let seen = self.domains[self.matching.who.holder[u as usize] as usize];
            new = or(&new, &minus(&seen, &set));
            set = or(&set, &seen);
        }
        set
    }

    /// The values of the variables that reach neither variable `i` nor a free value.
    fn not_reaching(&self, i: usize) -> Set<W> {
        let mut target = self.matching.free;
        insert(&mut target, u32::from(self.matching.who.mate[i]));
        let mut rest = [0; W];
        self.matching.who.mate.iter().for_each(|&v| insert(&mut rest, u32::from(v)));
        rest = minus(&rest, &target);
        loop {
            let before = rest;
            for v in each(&before) {
                let seen = &self.domains[self.matching.who.holder[v as usize] as usize];
                if some(&and(seen, &target)) {
                    insert(&mut target, v);
                    erase(&mut rest, v);
                }
            }
            if rest == before {
                return rest;
            }
        }
    }

    /// The number of premises for "the holders of `set` have no other values".
    fn premises(&self, store: &Store, set: &Set<W>) -> u32 {
        if self.members.even {
            let inside: u32 = set.iter().map(|w| w.count_ones()).sum();
            return inside * (self.members.values - inside);
        }
        let inside = |values: u32| -> u32 {
            (0..W).map(|k| (set[k] & values_in_word(values, k)).count_ones()).sum()
        };
        each(set)
            .map(|v| store.values(self.members.x(self.matching.who.holder[v as usize] as usize)))
            .map(|values| values - inside(values))
            .sum()
    }
}

impl<const W: usize> Propagator for BitMatching<W> {
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

    fn steps(&self) -> u64 {
        6 * self.members.len() as u64
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        self.load(&*p);
        if !self.matching.repair(&self.domains) {
            return Err(p.fail(Rule::TooFew.tag()).into());
        }
        self.components(p)?;
        Ok(Status::Fixpoint)
    }

    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, tag: Tag, why: &mut Lits) {
        self.load(past);
        let fits = self.matching.repair(&self.domains);
        let Some(fact) = fact else {
            debug_assert!(!fits, "it failed for want of a matching");
            let set =
                self.matching.queue.iter().fold([0; W], |s, &i| or(&s, &self.domains[i as usize]));
            for &i in &self.matching.queue {
                none_outside(past, self.members.x(i as usize), &set, why);
            }
            return;
        };
        debug_assert!(fits, "values are removed while there is a matching");
        let (_, v) = past.store().meaning(fact.atom()).expect("a fact about a variable");
        let least = self.reached_from(v);
        let most = self.not_reaching(tag.note() as usize);
        let fewer = most != least
            && self.premises(past.store(), &most) < self.premises(past.store(), &least);
        let set = if fewer { most } else { least };
        for u in each(&set) {
            none_outside(
                past,
                self.members.x(self.matching.who.holder[u as usize] as usize),
                &set,
                why,
            );
        }
    }
}
