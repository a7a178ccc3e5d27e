//! `y` is the number in place `i` of a list of numbers, counted from 0.
//!
//! Domain consistency: a place stays while its number and y have a value in common, y keeps the values of
//! the possible places, and once the place is known its number and y are one. The cost of a call is places
//! times values. No state.
//!
//! Explanation of "not place j": value by value, that y or number j lacks it; of "y is not n": place by place,
//! that it or its value n is gone.
//!
//! Source: P. Van Hentenryck and J.-P. Carillon, Generality versus specificity: an experience with AI and OR
//! techniques, 1988.

use super::view::Number;
use crate::kernel::prelude::*;

rules! {
    /// The inference rules of an element of a list.
    enum Rule {
        Place => "the place has no value in common",
        Value => "no place can have the value",
        Known => "the place is known",
    }
}

/// The propagator and constraint of an element.
#[derive(Clone, Debug)]
pub struct Element {
    i: Number,
    xs: Vec<Number>,
    y: Number,
}

/// The variable of a number; elements reason value by value.
fn var(x: Number) -> VarId {
    x.var().expect("a number of single values")
}

impl Element {
    /// `y = xs[i]`. Places beyond the list are excluded.
    ///
    /// # Panics
    /// When it is posted, if one of them is an interval variable.
    pub fn new(i: Number, xs: &[Number], y: Number) -> Element {
        Element { i, xs: xs.to_vec(), y }
    }

    /// The number in a place, if there is one.
    fn at(&self, place: i64) -> Option<Number> {
        usize::try_from(place).ok().and_then(|j| self.xs.get(j)).copied()
    }

    /// Whether the number in a place can equal y.
    fn meets(&self, place: i64, p: &Propagation<'_>) -> bool {
        let Some(x) = self.at(place) else { return false };
        p.domain(var(x)).iter().any(|v| self.y.can_be(x.number_of(v), p))
    }

    /// Removes from `x` the values that `other` cannot have.
    fn keep(x: Number, other: Number, p: &mut Propagation<'_>) -> Result<(), Conflict> {
        for v in 0..p.values(var(x)) {
            if p.domain(var(x)).contains(v) && !other.can_be(x.number_of(v), p) {
                p.remove(var(x), v, Rule::Known.tag())?;
            }
        }
        Ok(())
    }

    /// Appends the premise that n is no value of `x`, if it was ever one.
    fn lacks(x: Number, n: i64, past: &Past<'_>, why: &mut Lits) -> bool {
        let Some(v) = x.place(n, past.store()) else { return true };
        let lacks = !past.contains(var(x), v);
        if lacks {
            why.push(past.not(var(x), v));
        }
        lacks
    }
}

impl Propagator for Element {
    const RULES: &'static [&'static str] = Rule::WORDS;

    fn name(&self) -> &'static str {
        "element"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        for x in [self.i, self.y].iter().chain(&self.xs) {
            to.on(var(*x), Event::Any);
        }
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        let (i, y) = (self.i, self.y);
        for v in 0..p.values(var(i)) {
            if p.domain(var(i)).contains(v) && !self.meets(i.number_of(v), p) {
                p.remove(var(i), v, Rule::Place.tag())?;
            }
        }
        for v in 0..p.values(var(y)) {
            p.work(1 + self.xs.len() / 8)?;
            let n = y.number_of(v);
            let has = |x: Number| x.can_be(n, p);
            if p.domain(var(y)).contains(v)
                && !p.domain(var(i)).iter().any(|j| self.at(i.number_of(j)).is_some_and(has))
            {
                p.remove(var(y), v, Rule::Value.tag())?;
            }
        }
        if let Some(j) = p.value(var(i)) {
            let x = self.at(i.number_of(j)).expect("places beyond the list are gone");
            Element::keep(x, y, p)?;
            Element::keep(y, x, p)?;
        }
        Ok(Status::Again)
    }

    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, tag: Tag, why: &mut Lits) {
        let fact = fact.expect("it fails only by removing a value");
        let (of, v) = past.store().meaning(fact.atom()).expect("a value of a variable");
        match Rule::from_tag(tag) {
            Rule::Place => {
                let Some(x) = self.at(self.i.number_of(v)) else { return };
                for n in (0..past.store().values(var(x))).map(|v| x.number_of(v)) {
                    let _ = Element::lacks(x, n, past, why) || Element::lacks(self.y, n, past, why);
                }
            }
            Rule::Value => {
                let n = self.y.number_of(v);
                for j in 0..past.store().values(var(self.i)) {
                    let Some(x) = self.at(self.i.number_of(j)) else { continue };
                    if !Element::lacks(self.i, self.i.number_of(j), past, why) {
                        Element::lacks(x, n, past, why);
                    }
                }
            }
            Rule::Known => {
                let j = past.value(var(self.i)).expect("the place was known");
                why.push(past.is(var(self.i), j));
                let x = self.at(self.i.number_of(j)).expect("a place of the list");
                let (is, other) = if of == var(self.y) { (self.y, x) } else { (x, self.y) };
                Element::lacks(other, is.number_of(v), past, why);
            }
        }
    }
}

impl Constraint for Element {
    fn scope(&self) -> Vec<Term> {
        [self.i, self.y].iter().chain(&self.xs).map(|x| Term::Var(var(*x))).collect()
    }

    fn holds(&self, values: &[u32]) -> bool {
        let place = usize::try_from(self.i.number_of(values[0])).ok();
        let x = place.and_then(|j| Some((self.xs.get(j)?, values[2 + j])));
        x.is_some_and(|(x, v)| x.number_of(v) == self.y.number_of(values[1]))
    }

    fn post(&self, into: &mut Engine) -> Result<(), Conflict> {
        into.add(self.clone());
        Ok(())
    }
}
