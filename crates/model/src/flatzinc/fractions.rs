//! Numbers with fractions, where linear equations make them sums of whole numbers: each is a whole multiple of a unit.
//!
//! A variable of fractions that `int2float` or a linear equation defines by others is replaced by a variable of whole
//! numbers, the number of its units: 1.5 x + 2.25 y has the unit a quarter. Linear constraints on fractions become linear
//! constraints on whole numbers, multiplied by a common denominator: nothing is rounded. All other variables of
//! fractions are refused.

use super::syntax::{Domain, FznConstraint, Items, Kind, Term, place};
use rustc_hash::FxHashMap;

/// A rational number in lowest terms, with a positive denominator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Ratio {
    above: i128,
    below: i128,
}

/// Numerators and denominators stay below this.
const LARGEST: i128 = 1 << 62;

impl Ratio {
    const ZERO: Ratio = Ratio { above: 0, below: 1 };

    fn new(above: i128, below: i128) -> Option<Ratio> {
        let gcd = gcd(above.abs(), below.abs()).max(1) * if below < 0 { -1 } else { 1 };
        let (above, below) = (above / gcd, below / gcd);
        (below > 0 && above.abs() < LARGEST && below < LARGEST).then_some(Ratio { above, below })
    }

    /// A number as it is written: 1.5, -2e-3.
    fn parse(text: &str) -> Option<Ratio> {
        let (digits, power) = match text.split_once(['e', 'E']) {
            Some((digits, power)) => (digits, power.parse::<i32>().ok()?),
            None => (text, 0),
        };
        let (whole, rest) = digits.split_once('.').unwrap_or((digits, ""));
        let above: i128 = format!("{whole}{rest}").parse().ok()?;
        let power = power - i32::try_from(rest.len()).ok()?;
        let ten = 10i128.checked_pow(power.unsigned_abs())?;
        if power < 0 { Ratio::new(above, ten) } else { Ratio::new(above.checked_mul(ten)?, 1) }
    }

    fn plus(self, other: Ratio) -> Option<Ratio> {
        let above = self.above.checked_mul(other.below)?;
        let above = above.checked_add(other.above.checked_mul(self.below)?)?;
        Ratio::new(above, self.below.checked_mul(other.below)?)
    }

    fn times(self, other: Ratio) -> Option<Ratio> {
        Ratio::new(self.above.checked_mul(other.above)?, self.below.checked_mul(other.below)?)
    }

    fn over(self, other: Ratio) -> Option<Ratio> {
        Ratio::new(self.above.checked_mul(other.below)?, self.below.checked_mul(other.above)?)
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn lcm(a: i128, b: i128) -> Option<i128> {
    (a / gcd(a, b)).checked_mul(b).filter(|n| *n < LARGEST)
}

/// The unit of each variable of fractions: the number of units that are 1.
pub(super) type Units<'a> = FxHashMap<&'a str, i64>;

/// A sum over variables and the constant that it is compared with.
struct Sum<'a> {
    terms: Vec<(Ratio, &'a str)>,
    bound: Ratio,
}

/// Replaces the variables of fractions of a file by whole multiples of units.
///
/// # Errors
/// The place of a variable of fractions that has no unit, with the reason.
pub(super) fn scale<'a>(items: &mut Items<'a>) -> Result<Units<'a>, (usize, String)> {
    if items.fractions.is_empty() {
        return Ok(Units::default());
    }
    let names = Names::new(items);
    let units = names.units();
    let constraints = items.constraints.iter().enumerate();
    let whole: Vec<_> =
        constraints.filter_map(|(at, c)| Some((at, names.whole(c, &units)?))).collect();
    for (at, (name, arguments)) in whole {
        (items.constraints[at].name, items.constraints[at].arguments) = (name, arguments);
    }
    for declared in &mut items.variables {
        let Some(ends) = items.fractions.get(declared.name) else { continue };
        let Some(&unit) = units.get(declared.name) else {
            let why = format!(
                "a type of whole numbers or truth values; variables with fractions are not treated, unless linear \
                 equations make them sums of whole numbers: {}",
                declared.name
            );
            return Err((declared.place, why));
        };
        declared.kind = Kind::Int(ends.and_then(|ends| range(ends, unit)));
    }
    Ok(units)
}

/// The whole multiples of a unit between two ends.
fn range((low, high): (&str, &str), unit: i64) -> Option<Domain> {
    let unit = Ratio::new(unit.into(), 1)?;
    let (low, high) = (Ratio::parse(low)?.times(unit)?, Ratio::parse(high)?.times(unit)?);
    let low = -(-low.above).div_euclid(low.below);
    let high = high.above.div_euclid(high.below);
    Some(Domain::Range(i64::try_from(low).ok()?, i64::try_from(high).ok()?))
}

/// The names of a file.
struct Names<'i, 'a> {
    items: &'i Items<'a>,
    lists: FxHashMap<&'a str, &'i [Term<'a>]>,
    parameters: FxHashMap<&'a str, &'i Term<'a>>,
}

impl<'i, 'a> Names<'i, 'a> {
    fn new(items: &'i Items<'a>) -> Names<'i, 'a> {
        let lists = items.lists.iter().map(|list| (list.name, &list.elements[..])).collect();
        let parameters = items.parameters.iter().map(|(name, value)| (*name, value)).collect();
        Names { items, lists, parameters }
    }

    fn is_fraction(&self, name: &str) -> bool {
        self.items.fractions.contains_key(name)
    }

    /// Units, by definitions of variables that have none by others that have one.
    fn units(&self) -> Units<'a> {
        let mut units = Units::default();
        let mut equations = Vec::new();
        for constraint in &self.items.constraints {
            match (constraint.name, &constraint.arguments[..]) {
                ("int2float", [_, Term::Name(f)]) if self.is_fraction(f) => {
                    units.insert(*f, 1);
                }
                ("float_lin_eq" | "float_eq" | "float_plus", _) => {
                    equations.extend(self.sum(constraint));
                }
                _ => {}
            }
        }
        loop {
            let before = units.len();
            for sum in &equations {
                units.extend(unit(sum, &units));
            }
            if units.len() == before {
                return units;
            }
        }
    }

    /// A linear constraint on whole numbers in place of one on fractions; `None` for another constraint.
    fn whole(
        &self,
        constraint: &FznConstraint<'a>,
        units: &Units<'a>,
    ) -> Option<(&'static str, Vec<Term<'a>>)> {
        if let ("int2float", [x, Term::Name(f)]) = (constraint.name, &constraint.arguments[..]) {
            let unit = *units.get(f)?;
            let factors = Term::Array(vec![Term::Int(unit), Term::Int(-1)]);
            let terms = Term::Array(vec![x.clone(), Term::Name(f)]);
            return Some(("int_lin_eq", vec![factors, terms, Term::Int(0)]));
        }
        let (base, suffix) = split(constraint.name);
        let sum = self.sum(constraint)?;
        let mut terms = Vec::with_capacity(sum.terms.len());
        let mut common = sum.bound.below;
        for (factor, name) in sum.terms {
            let factor = factor.over(Ratio::new((*units.get(name)?).into(), 1)?)?;
            common = lcm(common, factor.below)?;
            terms.push((factor, name));
        }
        let by =
            |ratio: Ratio| i64::try_from((common / ratio.below).checked_mul(ratio.above)?).ok();
        let bound = by(sum.bound)?.checked_sub(i64::from(base.ends_with("lt")))?;
        let factors = terms.iter().map(|&(factor, _)| by(factor).map(Term::Int));
        let factors = factors.collect::<Option<_>>()?;
        let names = terms.iter().map(|&(_, name)| Term::Name(name)).collect();
        let mut arguments = vec![Term::Array(factors), Term::Array(names), Term::Int(bound)];
        if !suffix.is_empty() {
            arguments.push(constraint.arguments.last()?.clone());
        }
        let name = match (base.rsplit('_').next()?, suffix) {
            ("eq" | "plus", "") => "int_lin_eq",
            ("eq", "_reif") => "int_lin_eq_reif",
            ("eq", _) => "int_lin_eq_imp",
            ("ne", "") => "int_lin_ne",
            ("ne", "_reif") => "int_lin_ne_reif",
            ("ne", _) => "int_lin_ne_imp",
            ("le" | "lt", "") => "int_lin_le",
            ("le" | "lt", "_reif") => "int_lin_le_reif",
            ("le" | "lt", _) => "int_lin_le_imp",
            _ => return None,
        };
        Some((name, arguments))
    }

    /// The sum of a linear constraint on fractions, or of a comparison of two; constants are on the right.
    fn sum(&self, constraint: &FznConstraint<'a>) -> Option<Sum<'a>> {
        let mut sum = Sum { terms: Vec::new(), bound: Ratio::ZERO };
        let (one, minus) = (Ratio { above: 1, below: 1 }, Ratio { above: -1, below: 1 });
        let mut add = |factor: Ratio, term: &Term<'a>| {
            match *self.meant(term)? {
                Term::Name(name) if self.is_fraction(name) => sum.terms.push((factor, name)),
                ref other => {
                    let constant = number(other)?.times(factor)?.times(minus)?;
                    sum.bound = sum.bound.plus(constant)?;
                }
            }
            Some(())
        };
        match (split(constraint.name).0, &constraint.arguments[..]) {
            (
                "float_lin_eq" | "float_lin_le" | "float_lin_lt" | "float_lin_ne",
                [factors, terms, bound, ..],
            ) => {
                let (factors, terms) = (self.elements(factors)?, self.elements(terms)?);
                if factors.len() != terms.len() {
                    return None;
                }
                for (factor, term) in factors.iter().zip(terms) {
                    add(number(self.meant(factor)?)?, term)?;
                }
                add(minus, bound)?;
            }
            ("float_eq" | "float_le" | "float_lt" | "float_ne", [x, y, ..]) => {
                add(one, x)?;
                add(minus, y)?;
            }
            ("float_plus", [x, y, z]) => {
                add(one, x)?;
                add(one, y)?;
                add(minus, z)?;
            }
            _ => return None,
        }
        Some(sum)
    }

    fn elements<'t>(&'t self, term: &'t Term<'a>) -> Option<&'t [Term<'a>]> {
        match term {
            Term::Array(elements) => Some(elements),
            Term::Name(name) => self.lists.get(name).copied(),
            _ => None,
        }
    }

    /// A parameter's value for its name, an element for its place.
    fn meant<'t>(&'t self, term: &'t Term<'a>) -> Option<&'t Term<'a>> {
        match term {
            Term::Name(name) => Some(self.parameters.get(name).copied().unwrap_or(term)),
            Term::At(name, at) => self.lists.get(name)?.get(place(*at)?),
            _ => Some(term),
        }
    }
}

/// The only variable of an equation without a unit, and the unit that the others give it.
fn unit<'a>(sum: &Sum<'a>, units: &Units<'a>) -> Option<(&'a str, i64)> {
    let mut open = sum.terms.iter().filter(|(_, name)| !units.contains_key(name));
    let &(own, name) = open.next()?;
    if open.next().is_some() || sum.terms.iter().filter(|term| term.1 == name).count() > 1 {
        return None;
    }
    let mut below = sum.bound.over(own)?.below;
    for &(factor, other) in sum.terms.iter().filter(|term| term.1 != name) {
        let unit = Ratio::new((*units.get(other)?).into(), 1)?;
        below = lcm(below, factor.over(own)?.over(unit)?.below)?;
    }
    Some((name, i64::try_from(below).ok()?))
}

/// The name of a constraint without its condition, and the end of the name that states one.
fn split(name: &str) -> (&str, &str) {
    let suffix = ["_reif", "_imp"].into_iter().find(|suffix| name.ends_with(suffix)).unwrap_or("");
    (&name[..name.len() - suffix.len()], suffix)
}

/// A number as a ratio.
fn number(term: &Term<'_>) -> Option<Ratio> {
    match term {
        Term::Float(text) => Ratio::parse(text),
        Term::Int(number) => Ratio::new((*number).into(), 1),
        _ => None,
    }
}

/// A multiple of a unit as MiniZinc reads it: a decimal fraction.
pub(super) fn written(value: i64, unit: i64) -> String {
    let text = format!("{}", value as f64 / unit as f64);
    if text.contains(['.', 'e', 'n', 'i']) { text } else { format!("{text}.0") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_exactly() {
        for (text, above, below) in [
            ("1.5", 3, 2),
            ("-0.125", -1, 8),
            ("-0.0", 0, 1),
            ("2e3", 2000, 1),
            ("25e-1", 5, 2),
            ("0.1", 1, 10),
        ] {
            assert_eq!(Ratio::parse(text), Some(Ratio { above, below }), "{text}");
        }
        assert_eq!(Ratio::parse("1e400"), None);
        assert_eq!(written(27, 4), "6.75");
        assert_eq!(written(8, 4), "2.0");
        assert_eq!(written(-1, 2), "-0.5");
    }
}
