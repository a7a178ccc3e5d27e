//! `y` is the largest of some numbers; with their negations, the smallest.
//!
//! Bounds consistency: y lies between the largest of their least values and the largest of all, none passes
//! y, and if one alone can still be as large as y, it is. A call is linear in the list. No state.
//!
//! Explanations: the bounds that a rule read, as weak as the removed value allows.

use super::view::{Number, numbers};
use crate::kernel::prelude::*;
use rustc_hash::FxHashSet;

rules! {
    /// The inference rules of the largest of some numbers.
    enum Rule {
        Top => "all of the list are smaller",
        Floor => "one of the list is larger",
        Capped => "the largest is smaller",
        Only => "the only one that can be the largest",
    }
}

/// The propagator and constraint of a largest number.
#[derive(Clone, Debug)]
pub struct Maximum {
    y: Number,
    xs: Vec<Number>,
}

impl Maximum {
    /// `y` is the largest of `xs`, of which there is at least one.
    ///
    /// # Panics
    /// If `xs` is empty.
    pub fn new(y: Number, xs: &[Number]) -> Maximum {
        assert!(!xs.is_empty(), "the largest of nothing");
        let mut seen = FxHashSet::default();
        Maximum { y, xs: xs.iter().copied().filter(|x| seen.insert(*x)).collect() }
    }
}

impl Propagator for Maximum {
    const RULES: &'static [&'static str] = Rule::WORDS;

    fn name(&self) -> &'static str {
        "maximum"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        self.y.wakes(to);
        self.xs.iter().for_each(|x| x.wakes(to));
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        let y = self.y;
        let ends = self.xs.iter().map(|x| (x.min(p), x.max(p)));
        let (floor, top) =
            ends.fold((i64::MIN, i64::MIN), |all, x| (all.0.max(x.0), all.1.max(x.1)));
        y.at_most(top, p, Rule::Top.tag())?;
        y.at_least(floor, p, Rule::Floor.tag())?;
        let (low, high) = (y.min(p), y.max(p));
        for x in &self.xs {
            x.at_most(high, p, Rule::Capped.tag())?;
        }
        let mut can = self.xs.iter().filter(|x| x.max(p) >= low);
        if let (Some(only), None) = (can.next(), can.next()) {
            only.at_least(low, p, Rule::Only.tag())?;
        }
        Ok(Status::Again)
    }

    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, tag: Tag, why: &mut Lits) {
        let fact = fact.expect("it fails only by removing a value");
        let store = past.store();
        let of_y = || self.y.lost(fact, store).expect("about the largest");
        // A variable may be in the list twice, once negated: `is_it` distinguishes the two.
        let of_list = |is_it: &dyn Fn(Number, i64) -> bool| {
            let lost = |x: &Number| Some((*x, x.lost(fact, store).filter(|&n| is_it(*x, n))?));
            self.xs.iter().find_map(lost).expect("about one of the list")
        };
        match Rule::from_tag(tag) {
            Rule::Top => {
                let n = of_y();
                self.xs.iter().for_each(|x| x.say_at_most(n - 1, past, why));
            }
            Rule::Floor => {
                let n = of_y();
                let x = self.xs.iter().find(|x| x.min(past) > n).expect("one was larger");
                x.say_at_least(n + 1, past, why);
            }
            Rule::Capped => {
                let high = self.y.max(past);
                self.y.say_at_most(of_list(&|_, n| n > high).1 - 1, past, why);
            }
            Rule::Only => {
                let low = self.y.min(past);
                let (x, lost) = of_list(&|x, n| n < low && x.max(past) >= low);
                let others = || self.xs.iter().filter(move |other| **other != x);
                let least = others().map(|other| other.max(past)).max().unwrap_or(i64::MIN);
                let n = least.max(lost);
                self.y.say_at_least(n + 1, past, why);
                others().for_each(|other| other.say_at_most(n, past, why));
            }
        }
    }
}

impl Constraint for Maximum {
    fn scope(&self) -> Vec<Term> {
        std::iter::once(&self.y).chain(&self.xs).map(|x| x.term()).collect()
    }

    fn holds(&self, values: &[u32]) -> bool {
        numbers(&self.xs, &values[1..]).into_iter().max() == Some(self.y.number_of(values[0]))
    }

    fn post(&self, into: &mut Engine) -> Result<(), Conflict> {
        into.add(self.clone());
        Ok(())
    }
}
