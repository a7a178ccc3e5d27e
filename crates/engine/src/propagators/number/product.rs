//! `z = x * y`.
//!
//! z keeps the values between the least and the largest product of the bounds of x and y; x keeps the numbers
//! whose products with the range of y meet that of z, and y likewise: of an interval variable, those between the
//! least and the largest quotient. Linear in the domains of x and y that have single values. No state.
//! Explanations: the bounds that were read, as weak as the removed number allows.
//!
//! Source: K. Apt and P. Zoeteweij, An analysis of arithmetic constraints on integer intervals, 2007.

use super::view::Number;
use crate::kernel::prelude::*;

rules! {
    /// The inference rules of a product.
    enum Rule {
        TooLarge => "products are smaller",
        TooSmall => "products are larger",
        First => "no product of the first factor",
        Second => "no product of the second factor",
    }
}

/// The propagator and constraint of a product.
#[derive(Clone, Debug)]
pub struct Product {
    x: Number,
    y: Number,
    z: Number,
}

/// The least and the largest of a number.
type Range = (i64, i64);

fn range(x: Number, view: &impl View) -> Range {
    (x.min(view), x.max(view))
}

/// The least and the largest product of two ranges.
fn hull(x: Range, y: Range) -> Range {
    let all = [x.0 * y.0, x.0 * y.1, x.1 * y.0, x.1 * y.1];
    (*all.iter().min().expect("four"), *all.iter().max().expect("four"))
}

/// The least and the largest number whose product with one of `ys` can lie in `zs`; `None`: any can.
///
/// If 0 is no product, it is no factor either, so factors are at least 1 in absolute value.
fn quotients(zs: Range, ys: Range) -> Option<Range> {
    let has_zero = |range: Range| range.0 <= 0 && range.1 >= 0;
    if has_zero(ys) && has_zero(zs) {
        return None;
    }
    let ys = match ys {
        (0, 0) => return Some((1, 0)),
        (0, high) => (1, high),
        (low, 0) => (low, -1),
        (low, high) if low < 0 && high > 0 => {
            let most = zs.0.abs().max(zs.1.abs());
            return Some((-most, most));
        }
        ys => ys,
    };
    let corners = [(zs.0, ys.0), (zs.0, ys.1), (zs.1, ys.0), (zs.1, ys.1)];
    let least = corners.iter().map(|&(z, y)| ceil(z, y)).min().expect("four");
    let most = corners.iter().map(|&(z, y)| floor(z, y)).max().expect("four");
    Some((least, most))
}

/// `a / b`, rounded down.
fn floor(a: i64, b: i64) -> i64 {
    let q = a / b;
    if a % b != 0 && (a < 0) != (b < 0) { q - 1 } else { q }
}

/// `a / b`, rounded up.
fn ceil(a: i64, b: i64) -> i64 {
    -floor(-a, b)
}

impl Product {
    /// `z = x * y`. Factors stay below 2^30 in absolute value.
    pub fn new(x: Number, y: Number, z: Number) -> Product {
        Product { x, y, z }
    }

    /// Removes from factor `x` the values that have no product with factor `y` in the range of z.
    fn cut(&self, (x, y): (Number, Number), p: &mut Propagation<'_>, tag: Tag) -> Result<(), Halt> {
        let (ys, zs) = (range(y, p), range(self.z, p));
        let Some(var) = x.var() else {
            if let Some((least, most)) = quotients(zs, ys) {
                x.at_least(least, p, tag)?;
                x.at_most(most, p, tag)?;
            }
            return Ok(());
        };
        // The values that stay are contiguous, unless y may have either sign.
        let stays = match quotients(zs, ys) {
            None => true,
            Some((least, most)) => {
                (ys.0 >= 0 || ys.1 <= 0) && least <= x.min(p) && x.max(p) <= most
            }
        };
        if stays {
            return p.work(1);
        }
        for v in 0..p.values(var) {
            let n = x.number_of(v);
            let (least, most) = hull((n, n), ys);
            if (most < zs.0 || least > zs.1) && p.domain(var).contains(v) {
                p.remove(var, v, tag)?;
            }
        }
        p.work(1 + p.values(var) as usize / 16)
    }

    /// Explains why a factor lost `n`, or an interval variable a bound: the ranges of the others.
    fn explain_cut(&self, (x, y): (Number, Number), fact: Lit, past: &Past<'_>, why: &mut Lits) {
        if x.var().is_some() {
            let n = x.lost(fact, past.store()).expect("about the factor");
            return self.explain_factor(n, y, past, why);
        }
        for other in [y, self.z] {
            let (low, high) = range(other, past);
            other.say_between(low, high, past, why);
        }
    }

    /// Why factor `x` is not `n`.
    fn explain_factor(&self, n: i64, y: Number, past: &Past<'_>, why: &mut Lits) {
        let (ys, zs) = (range(y, past), range(self.z, past));
        let (least, most) = hull((n, n), ys);
        if most < zs.0 {
            self.z.say_at_least(most + 1, past, why);
            match n.signum() {
                1 => y.say_at_most(ys.1, past, why),
                -1 => y.say_at_least(ys.0, past, why),
                _ => {}
            }
        } else {
            self.z.say_at_most(least - 1, past, why);
            match n.signum() {
                1 => y.say_at_least(ys.0, past, why),
                -1 => y.say_at_most(ys.1, past, why),
                _ => {}
            }
        }
    }
}

impl Propagator for Product {
    const RULES: &'static [&'static str] = Rule::WORDS;

    fn name(&self) -> &'static str {
        "product"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        [self.x, self.y, self.z].iter().for_each(|x| x.wakes(to));
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        let (least, most) = hull(range(self.x, p), range(self.y, p));
        self.z.at_most(most, p, Rule::TooLarge.tag())?;
        self.z.at_least(least, p, Rule::TooSmall.tag())?;
        self.cut((self.x, self.y), p, Rule::First.tag())?;
        self.cut((self.y, self.x), p, Rule::Second.tag())?;
        Ok(Status::Again)
    }

    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, tag: Tag, why: &mut Lits) {
        let fact = fact.expect("it fails only by removing a value");
        match Rule::from_tag(tag) {
            Rule::First => self.explain_cut((self.x, self.y), fact, past, why),
            Rule::Second => self.explain_cut((self.y, self.x), fact, past, why),
            Rule::TooLarge | Rule::TooSmall => {
                for x in [self.x, self.y] {
                    let (low, high) = range(x, past);
                    x.say_between(low, high, past, why);
                }
            }
        }
    }
}

impl Constraint for Product {
    fn scope(&self) -> Vec<Term> {
        [self.x, self.y, self.z].iter().map(|x| x.term()).collect()
    }

    fn holds(&self, values: &[u32]) -> bool {
        self.x.number_of(values[0]) * self.y.number_of(values[1]) == self.z.number_of(values[2])
    }

    fn post(&self, into: &mut Engine) -> Result<(), Conflict> {
        into.add(self.clone());
        Ok(())
    }
}
