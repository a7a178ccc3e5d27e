//! A variable as the number that its value stands for.

use crate::kernel::prelude::*;

/// The source of a number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Of {
    Var(VarId),
    Interval(IntervalId),
}

/// A variable whose value `v` stands for the number `low + v`, or for the negation of that. For an interval
/// variable only the bounds can be cut.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Number {
    from: Of,
    low: i64,
    negated: bool,
}

impl Number {
    /// Value 0 stands for `low`. Numbers stay below 2^61 in absolute value.
    pub fn new(var: VarId, low: i64) -> Number {
        Number { from: Of::Var(var), low, negated: false }
    }

    /// The same of an interval variable.
    pub fn of_interval(x: IntervalId, low: i64) -> Number {
        Number { from: Of::Interval(x), low, negated: false }
    }

    /// The negation of this number.
    pub fn negated(self) -> Number {
        Number { negated: !self.negated, ..self }
    }

    /// Its variable, if it is one of single values.
    pub fn var(self) -> Option<VarId> {
        match self.from {
            Of::Var(x) => Some(x),
            Of::Interval(_) => None,
        }
    }

    /// The term of the number in the scope of a constraint.
    pub fn term(self) -> Term {
        match self.from {
            Of::Var(x) => Term::Var(x),
            Of::Interval(x) => Term::Interval(x),
        }
    }

    /// Wakes a propagator when its least or its largest value moves.
    pub fn wakes(self, to: &mut Subscriptions<'_>) {
        match self.from {
            Of::Var(x) => to.on(x, Event::Bounds),
            Of::Interval(x) => to.on_interval(x),
        }
    }

    /// The number represented by a value of the variable.
    pub fn number_of(self, v: u32) -> i64 {
        self.at(i64::from(v))
    }

    fn at(self, v: i64) -> i64 {
        let n = self.low + v;
        if self.negated { -n } else { n }
    }

    /// The value that would represent a number.
    fn back(self, n: i64) -> i64 {
        (if self.negated { -n } else { n }) - self.low
    }

    /// The value that stands for a number, if the variable has single values and was made with it.
    pub fn place(self, n: i64, store: &Store) -> Option<u32> {
        let values = store.values(self.var()?);
        u32::try_from(self.back(n)).ok().filter(|&v| v < values)
    }

    /// The number that a fact removes; if there are several, the one next to the remaining numbers; `None` for a
    /// fact about something else.
    pub fn lost(self, fact: Lit, store: &Store) -> Option<i64> {
        match self.from {
            Of::Var(x) => {
                store.meaning(fact.atom()).filter(|m| m.0 == x).map(|(_, v)| self.number_of(v))
            }
            Of::Interval(x) => {
                let (_, most) = store.order(fact.atom()).filter(|m| m.0 == x)?;
                Some(self.at(if fact.is_positive() { most + 1 } else { most }))
            }
        }
    }

    /// Whether a fact about an interval variable raises its lower bound.
    pub fn is_raised(self, fact: Lit) -> bool {
        fact.is_positive() == self.negated
    }

    /// The least number that is possible, now or then.
    pub fn min(self, view: &impl View) -> i64 {
        self.at(if self.negated { self.last(view) } else { self.first(view) })
    }

    /// The largest number that is possible, now or then.
    pub fn max(self, view: &impl View) -> i64 {
        self.at(if self.negated { self.first(view) } else { self.last(view) })
    }

    /// Whether a number is possible, now or then; of an interval variable all between the ends are.
    pub fn can_be(self, n: i64, view: &impl View) -> bool {
        match self.from {
            Of::Var(x) => self.place(n, view.store()).is_some_and(|v| view.contains(x, v)),
            Of::Interval(x) => (view.low(x)..=view.high(x)).contains(&self.back(n)),
        }
    }

    /// Removes all numbers below `n`.
    ///
    /// # Errors
    /// [`Conflict`] if none is left.
    pub fn at_least(self, n: i64, p: &mut Propagation<'_>, tag: Tag) -> Result<bool, Conflict> {
        let v = self.back(n);
        let x = match (self.from, self.negated) {
            (Of::Interval(x), false) => return p.raise(x, v, tag),
            (Of::Interval(x), true) => return p.lower(x, v, tag),
            (Of::Var(x), _) => x,
        };
        let values = i64::from(p.values(x));
        if self.negated {
            match v {
                v if v < 0 => p.keep_at_least(x, values as u32, tag),
                v if v >= values => Ok(false),
                v => p.keep_at_most(x, v as u32, tag),
            }
        } else {
            match v {
                v if v <= 0 => Ok(false),
                v => p.keep_at_least(x, v.min(values) as u32, tag),
            }
        }
    }

    /// Removes all numbers above `n`.
    ///
    /// # Errors
    /// [`Conflict`] if none is left.
    pub fn at_most(self, n: i64, p: &mut Propagation<'_>, tag: Tag) -> Result<bool, Conflict> {
        self.negated().at_least(-n, p, tag)
    }

    /// Appends the premises that the number was at least `n`, which must hold: one literal if the
    /// number was known.
    pub fn say_at_least(self, n: i64, past: &Past<'_>, why: &mut Lits) {
        match (self.from, self.negated) {
            (Of::Var(x), _) => self.say(x, past, why, |of| of < n),
            (Of::Interval(x), false) => why.push(past.store().says_at_least(x, self.back(n))),
            (Of::Interval(x), true) => why.push(past.store().says_at_most(x, self.back(n))),
        }
    }

    /// Appends the premises that the number was at most `n`, which must hold: one literal if the
    /// number was known.
    pub fn say_at_most(self, n: i64, past: &Past<'_>, why: &mut Lits) {
        self.negated().say_at_least(-n, past, why);
    }

    /// Appends the premises that the number was between two others, which must hold.
    pub fn say_between(self, low: i64, high: i64, past: &Past<'_>, why: &mut Lits) {
        match self.from {
            Of::Var(x) => self.say(x, past, why, |of| of < low || of > high),
            Of::Interval(_) => {
                self.say_at_least(low, past, why);
                self.say_at_most(high, past, why);
            }
        }
    }

    /// Appends the premises that the number was none of those that are `gone`.
    fn say(self, x: VarId, past: &Past<'_>, why: &mut Lits, gone: impl Fn(i64) -> bool) {
        let values = 0..past.store().values(x);
        let from = why.len();
        why.extend(values.filter(|&v| gone(self.number_of(v))).map(|v| past.not(x, v)));
        if why.len() > from + 1
            && let Some(v) = past.value(x)
        {
            why.truncate(from);
            why.push(past.is(x, v));
        }
    }

    /// The least value of the variable.
    fn first(self, view: &impl View) -> i64 {
        let x = match self.from {
            Of::Var(x) => x,
            Of::Interval(x) => return view.low(x),
        };
        let words = view.store().domain_words(x).len();
        let found = (0..words).map(|i| (i, view.domain_word(x, i))).find(|w| w.1 != 0);
        let (i, word) = found.expect("a domain is never empty");
        i as i64 * 64 + i64::from(word.trailing_zeros())
    }

    /// The largest.
    fn last(self, view: &impl View) -> i64 {
        let x = match self.from {
            Of::Var(x) => x,
            Of::Interval(x) => return view.high(x),
        };
        let words = view.store().domain_words(x).len();
        let found = (0..words).rev().map(|i| (i, view.domain_word(x, i))).find(|w| w.1 != 0);
        let (i, word) = found.expect("a domain is never empty");
        i as i64 * 64 + 63 - i64::from(word.leading_zeros())
    }
}

/// The numbers represented by the values of a scope, for truth tests.
pub(super) fn numbers(of: &[Number], values: &[u32]) -> Vec<i64> {
    of.iter().zip(values).map(|(x, &v)| x.number_of(v)).collect()
}
