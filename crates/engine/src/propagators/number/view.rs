//! A variable as the number that its value stands for.

use crate::kernel::prelude::*;

/// A variable whose value `v` stands for the number `low + v`, or for the negation of that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Number {
    /// The variable.
    pub var: VarId,
    low: i64,
    negated: bool,
}

impl Number {
    /// Value 0 stands for `low`. Numbers stay below 2^61 in absolute value.
    pub fn new(var: VarId, low: i64) -> Number {
        Number { var, low, negated: false }
    }

    /// The negation of this number.
    pub fn negated(self) -> Number {
        Number { negated: !self.negated, ..self }
    }

    /// What a value of the variable stands for.
    pub fn of(self, v: u32) -> i64 {
        let n = self.low + i64::from(v);
        if self.negated { -n } else { n }
    }

    /// The value that stands for a number, if the variable was made with it.
    pub fn place(self, n: i64, store: &Store) -> Option<u32> {
        let n = if self.negated { -n } else { n };
        u32::try_from(n - self.low).ok().filter(|&v| v < store.values(self.var))
    }

    /// The least number that is possible, now or then.
    pub fn min(self, view: &impl View) -> i64 {
        self.of(if self.negated { last(view, self.var) } else { first(view, self.var) })
    }

    /// The largest number that is possible, now or then.
    pub fn max(self, view: &impl View) -> i64 {
        self.of(if self.negated { first(view, self.var) } else { last(view, self.var) })
    }

    /// Whether a number is possible, now or then.
    pub fn can_be(self, n: i64, view: &impl View) -> bool {
        self.place(n, view.store()).is_some_and(|v| view.contains(self.var, v))
    }

    /// Takes away all numbers below `n`.
    ///
    /// # Errors
    /// [`Conflict`] if none is left.
    pub fn at_least(self, n: i64, p: &mut Propagation<'_>, tag: Tag) -> Result<bool, Conflict> {
        let values = i64::from(p.values(self.var));
        if self.negated {
            match -n - self.low {
                v if v < 0 => p.keep_at_least(self.var, values as u32, tag),
                v if v >= values => Ok(false),
                v => p.keep_at_most(self.var, v as u32, tag),
            }
        } else {
            match n - self.low {
                v if v <= 0 => Ok(false),
                v => p.keep_at_least(self.var, v.min(values) as u32, tag),
            }
        }
    }

    /// Takes away all numbers above `n`.
    ///
    /// # Errors
    /// [`Conflict`] if none is left.
    pub fn at_most(self, n: i64, p: &mut Propagation<'_>, tag: Tag) -> Result<bool, Conflict> {
        self.negated().at_least(-n, p, tag)
    }

    /// Appends that the number was at least `n`, which it was: one literal if it was known.
    pub fn say_at_least(self, n: i64, past: &Past<'_>, why: &mut Lits) {
        self.say(past, why, |of| of < n);
    }

    /// Appends that the number was at most `n`, which it was: one literal if it was known.
    pub fn say_at_most(self, n: i64, past: &Past<'_>, why: &mut Lits) {
        self.say(past, why, |of| of > n);
    }

    /// Appends that the number was between two others, which it was.
    pub fn say_between(self, low: i64, high: i64, past: &Past<'_>, why: &mut Lits) {
        self.say(past, why, |of| of < low || of > high);
    }

    /// Appends that the number was none of those that are `gone`.
    fn say(self, past: &Past<'_>, why: &mut Lits, gone: impl Fn(i64) -> bool) {
        let values = 0..past.store().values(self.var);
        let from = why.len();
        why.extend(values.filter(|&v| gone(self.of(v))).map(|v| past.not(self.var, v)));
        if why.len() > from + 1
            && let Some(v) = past.value(self.var)
        {
            why.truncate(from);
            why.push(past.is(self.var, v));
        }
    }
}

fn first(view: &impl View, x: VarId) -> u32 {
    let words = view.store().domain_words(x).len();
    let found = (0..words).map(|i| (i, view.domain_word(x, i))).find(|w| w.1 != 0);
    let (i, word) = found.expect("a domain is never empty");
    i as u32 * 64 + word.trailing_zeros()
}

fn last(view: &impl View, x: VarId) -> u32 {
    let words = view.store().domain_words(x).len();
    let found = (0..words).rev().map(|i| (i, view.domain_word(x, i))).find(|w| w.1 != 0);
    let (i, word) = found.expect("a domain is never empty");
    i as u32 * 64 + 63 - word.leading_zeros()
}

/// Numbers in the place of a scope: values of variables as what they stand for, for truth tests.
pub(super) fn numbers(of: &[Number], values: &[u32]) -> Vec<i64> {
    of.iter().zip(values).map(|(x, &v)| x.of(v)).collect()
}
