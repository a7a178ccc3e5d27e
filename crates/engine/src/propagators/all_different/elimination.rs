//! A taken value is removed from the other domains; a value with one place left takes it.
//!
//! The second rule needs as many values as variables; it is word-parallel (one pass of "seen once,
//! seen twice" over the domains) and is left out above 128 values, where it would be a pass of many
//! words per change. A newly fixed variable costs time linear in the open variables, a call with
//! the second rule linear in all variables. State: a reversible count of the variables that are
//! done; they stand first in `order`, which itself need not be undone.

use super::members::{Member, Members};
use crate::kernel::prelude::*;

rules! {
    /// The inference rules of elimination.
    enum Rule {
        Taken => "another one has it",
        LastPlace => "last place for a value",
        NoPlace => "no place for a value",
    }
}

/// The cheap part of all-different.
#[derive(Clone, Debug)]
pub struct Elimination {
    members: Members,
    /// Words of a set of values, if the last-place rule applies; else 0.
    words: usize,
    order: Vec<u32>,
    /// The first word of each domain, in the same order.
    firsts: Vec<u32>,
    done: CellId,
}

impl Elimination {
    /// For the variables `xs`, each given once.
    pub fn new(store: &mut Store, xs: &[VarId]) -> Elimination {
        let members = Members::new(store, xs);
        Elimination::from_members(store, members)
    }

    pub(super) fn from_members(store: &mut Store, members: Members) -> Elimination {
        let (n, values) = (members.len() as u32, members.values);
        let permutation = values == n && values <= 128;
        Elimination {
            firsts: members.all.iter().map(|m| m.first).collect(),
            members,
            words: if permutation { values.div_ceil(64) as usize } else { 0 },
            order: (0..n).collect(),
            done: store.new_cell(0),
        }
    }

    /// Removes the values of fixed variables from the others, until no new one is fixed.
    fn eliminate(&mut self, p: &mut Propagation<'_>) -> Result<(), Halt> {
        let mut done = p.cell(self.done) as usize;
        let m = self.members.len();
        let mut again = done < m;
        while again {
            again = false;
            let mut i = done;
            while let Some((at, v)) = self.next_fixed(p, i) {
                i = at;
                let row = self.order[i];
                p.work(m - done)?;
                self.order.swap(i, done);
                self.firsts.swap(i, done);
                done += 1;
                i = i.max(done);
                let (k, mask) = (v / 64, 1 << (v % 64));
                if self.members.narrow {
                    for &first in &self.firsts[done..] {
                        if p.alive(first as usize) & mask != 0 {
                            again |= p.remove_mask(first as usize, mask, Rule::Taken.about(row))?;
                        }
                    }
                    continue;
                }
                for &other in &self.order[done..] {
                    let Member { first, words, .. } = self.members.all[other as usize];
                    let w = (first + k) as usize;
                    if k < words && p.alive(w) & mask != 0 {
                        again |= p.remove_mask(w, mask, Rule::Taken.about(row))?;
                    }
                }
            }
        }
        p.set_cell(self.done, done as u32);
        Ok(())
    }

    /// The first variable from place `from` of the order on that has a value, and the value.
    #[inline]
    fn next_fixed(&self, store: &Store, from: usize) -> Option<(usize, u32)> {
        if self.members.narrow {
            // One word each: a value is a word of one bit.
            let mut words = self.firsts[from..].iter().map(|&first| store.alive(first as usize));
            let at = words.position(|word| word & word.wrapping_sub(1) == 0)?;
            return Some((
                from + at,
                store.alive(self.firsts[from + at] as usize).trailing_zeros(),
            ));
        }
        let open = (from..).zip(&self.order[from..]);
        open.into_iter().find_map(|(i, &row)| Some((i, store.value(self.members.x(row as usize))?)))
    }

    /// Gives values with one place left that place. Returns whether it changed a domain.
    fn last_places(&mut self, p: &mut Propagation<'_>) -> Result<bool, Conflict> {
        let mut changed = false;
        let done = p.cell(self.done) as usize;
        for k in 0..self.words {
            let word = |row: u32| {
                let Member { first, words, .. } = self.members.all[row as usize];
                if k < words as usize { p.alive(first as usize + k) } else { 0 }
            };
            // No open variable has the value of a fixed one any more.
            let (mut once, mut twice) = (0, 0);
            if self.members.narrow {
                for &first in &self.firsts[done..] {
                    let alive = p.alive(first as usize);
                    (once, twice) = (once | alive, twice | once & alive);
                }
            } else {
                for &row in &self.order[done..] {
                    let alive = word(row);
                    (once, twice) = (once | alive, twice | once & alive);
                }
            }
            // Taken values have left the open domains, so for a single word counting is enough.
            let places = self.order.len() - done;
            if self.words > 1 || once.count_ones() as usize != places {
                let taken = self.order[..done].iter().fold(0, |taken, &row| taken | word(row));
                let missing = values_in_word(self.members.values, k) & !(once | taken);
                if missing != 0 {
                    let v = k as u32 * 64 + missing.trailing_zeros();
                    return Err(p.fail(Rule::NoPlace.about(v)));
                }
            }
            let single = once & !twice;
            if single == 0 {
                continue;
            }
            for &row in &self.order[done..] {
                let Member { x, first, words } = self.members.all[row as usize];
                if k >= words as usize {
                    continue;
                }
                let here = p.alive(first as usize + k) & single;
                if here != 0 {
                    let v = k as u32 * 64 + here.trailing_zeros();
                    changed |= p.fix(x, v, Rule::LastPlace.tag())?;
                }
            }
        }
        Ok(changed)
    }
}

/// The values `0 .. values` that lie in word `k`.
pub(super) fn values_in_word(values: u32, k: usize) -> u64 {
    let here = (values as usize).saturating_sub(k * 64);
    if here >= 64 { !0 } else { (1 << here) - 1 }
}

impl Propagator for Elimination {
    const RULES: &'static [&'static str] = Rule::WORDS;

    fn name(&self) -> &'static str {
        "all_different"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        let event = if self.words > 0 { Event::Any } else { Event::Fixed };
        self.members.all.iter().for_each(|m| to.on(m.x, event));
    }

    fn priority(&self) -> Priority {
        Priority::Unit
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        loop {
            self.eliminate(p)?;
            if self.words == 0 || !self.last_places(p)? {
                return Ok(Status::Fixpoint);
            }
        }
    }

    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, tag: Tag, why: &mut Lits) {
        let store = past.store();
        let (row, v) = match fact.map(|l| store.meaning(l.atom()).expect("about a variable")) {
            Some((x, v)) => (Some(x), v),
            None => (None, tag.note()),
        };
        if Rule::from_tag(tag) == Rule::Taken {
            why.push(past.is(self.members.x(tag.note() as usize), v));
        } else {
            let others = self.members.all.iter();
            let others = others.filter(|m| Some(m.x) != row && v < store.values(m.x));
            let (word, bit) = (v as usize / 64, v % 64);
            why.extend(others.map(|m| Atom::from_word(m.first as usize + word, bit).neg()));
        }
    }
}

/// Appends "none of the values outside `keep`" for variable `x`, which had none of them: the
/// premises of a Hall set. If that fixes `x`, a single literal with its value.
pub(super) fn none_outside(past: &Past<'_>, x: VarId, keep: &[u64], why: &mut Lits) {
    let (values, first) = (past.store().values(x), past.store().first_word(x));
    if keep.iter().map(|w| w.count_ones()).sum::<u32>() == 1 {
        let k = keep.iter().position(|&w| w != 0).expect("there is one");
        why.push(past.is(x, k as u32 * 64 + keep[k].trailing_zeros()));
        return;
    }
    for (k, keep) in keep.iter().enumerate() {
        let out = values_in_word(values, k) & !keep;
        why.extend(bits(out).map(|b| Atom::from_word(first + k, b).neg()));
    }
}
