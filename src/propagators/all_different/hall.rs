//! Naked and hidden sets, found by comparing domains.
//!
//! k variables whose domains lie within one domain of k values use those values up: the others lose
//! them. With as many values as variables the same holds with places and values exchanged: k values
//! whose places lie within the places of one of them, k in number, keep those places to themselves.
//! Only sets that are the domain of a member are found (pairs, triples, ... with one full member),
//! not unions: domain consistency finds those. Up to 64 values; time quadratic in the open
//! variables, a word operation a pair. No state. An explanation is the set itself, found again from
//! the member in the tag.
//!
//! Philip Hall, On representatives of subsets, 1935.

use super::elimination::{none_outside, values_in_word};
use crate::kernel::{
    Conflict, Event, Halt, Lit, Lits, Past, Priority, Propagation, Propagator, Status, Store,
    Subscriptions, Tag, VarId, bits,
};

const NAKED: u8 = 0;
const HIDDEN: u8 = 1;

/// Hall sets of equal and nested domains, naked and hidden.
#[derive(Clone, Debug)]
pub struct HallSets {
    xs: Vec<VarId>,
    words: Vec<u32>,
    values: u32,
    /// As many values as variables: hidden sets exist.
    permutation: bool,
    /// Scratch: variables that are open.
    open: Vec<u32>,
    /// Scratch: per value the variables that can take it.
    places: Vec<u64>,
}

impl HallSets {
    /// For the variables `xs`, each given once, of at most 64 values.
    ///
    /// # Panics
    /// If a variable has more than 64 values.
    pub fn new(store: &Store, xs: &[VarId]) -> HallSets {
        let values = xs.iter().map(|&x| store.values(x)).max().unwrap_or(0);
        assert!(values <= 64, "Hall sets are found in single words");
        HallSets {
            xs: xs.to_vec(),
            words: xs.iter().map(|&x| store.first_word(x) as u32).collect(),
            values,
            permutation: values == xs.len() as u32,
            open: Vec::with_capacity(xs.len()),
            places: vec![0; values as usize],
        }
    }

    fn naked(&mut self, p: &mut Propagation<'_>) -> Result<(), Conflict> {
        for a in 0..self.open.len() {
            let i = self.open[a];
            let set = p.alive(self.words[i as usize] as usize);
            let size = set.count_ones() as usize;
            if size >= self.open.len() {
                continue;
            }
            let inside = |&&j: &&u32| p.alive(self.words[j as usize] as usize) & !set == 0;
            let members = self.open.iter().filter(inside).count();
            if members > size {
                return Err(p.fail(Tag::new(NAKED, i)));
            }
            if members < size {
                continue;
            }
            for &j in &self.open {
                let w = self.words[j as usize] as usize;
                if p.alive(w) & !set != 0 {
                    p.remove_mask(w, set, Tag::new(NAKED, i))?;
                }
            }
        }
        Ok(())
    }

    fn hidden(&mut self, p: &mut Propagation<'_>) -> Result<(), Conflict> {
        self.places.fill(0);
        for &i in &self.open {
            for v in bits(p.alive(self.words[i as usize] as usize)) {
                self.places[v as usize] |= 1 << i;
            }
        }
        for v in 0..self.values as usize {
            let set = self.places[v];
            if set == 0 {
                continue;
            }
            let size = set.count_ones();
            let mut inside = 0u64;
            for (u, &places) in self.places.iter().enumerate() {
                inside |= u64::from(places != 0 && places & !set == 0) << u;
            }
            let members = inside.count_ones();
            if members > size {
                return Err(p.fail(Tag::new(HIDDEN, v as u32)));
            }
            if members < size {
                continue;
            }
            for i in bits(set) {
                let w = self.words[i as usize] as usize;
                let gone = p.alive(w) & !inside;
                if gone != 0 {
                    p.remove_mask(w, gone, Tag::new(HIDDEN, v as u32))?;
                    bits(gone).for_each(|u| self.places[u as usize] &= !(1 << i));
                }
            }
        }
        Ok(())
    }
}

impl Propagator for HallSets {
    fn name(&self) -> &'static str {
        "all_different_hall"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        self.xs.iter().for_each(|&x| to.on(x, Event::Any));
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        self.open.clear();
        for (i, &x) in self.xs.iter().enumerate() {
            if p.size(x) > 1 {
                self.open.push(i as u32);
            }
        }
        // Two open variables have no set that is not all of them or a single one.
        if self.open.len() < 2 {
            return Ok(Status::Fixpoint);
        }
        self.naked(p)?;
        if self.permutation {
            self.hidden(p)?;
        }
        Ok(Status::Again)
    }

    fn priority(&self) -> Priority {
        Priority::Linear
    }

    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, tag: Tag, why: &mut Lits) {
        let alive = |i: usize| past.alive(self.words[i] as usize);
        if tag.rule() == NAKED {
            let set = alive(tag.note() as usize);
            let need = set.count_ones() as usize + usize::from(fact.is_none());
            let members = (0..self.xs.len()).filter(|&i| alive(i) & !set == 0).take(need);
            members.for_each(|i| none_outside(past, self.xs[i], &[set], why));
            return;
        }
        let places = |v: u32| (0..self.xs.len()).fold(0u64, |s, i| s | (alive(i) >> v & 1) << i);
        let set = places(tag.note());
        let need = set.count_ones() as usize + usize::from(fact.is_none());
        let members = (0..self.values).filter(|&v| places(v) & !set == 0).take(need);
        for v in members {
            for i in bits(values_in_word(self.xs.len() as u32, 0) & !set) {
                let x = self.xs[i as usize];
                if v < past.store().values(x) {
                    why.push(past.not(x, v));
                }
            }
        }
    }

    fn rule(&self, tag: Tag) -> &'static str {
        if tag.rule() == NAKED { "naked set" } else { "hidden set" }
    }

    fn boxed_clone(&self) -> Box<dyn Propagator> {
        Box::new(self.clone())
    }
}
