//! The ranges of variables for which none is stated, and smaller ones: by the sums that they stand in.

use super::syntax::{Domain, FznConstraint, Items, Kind, Term, place};
use rustc_hash::FxHashMap;

/// Rounds in which ranges become smaller: those of definitions that stand in the wrong order settle in a few.
const ROUNDS: usize = 20;

/// Beyond this nothing is stated.
pub(super) const FAR: i64 = 1 << 40;

/// The least and the greatest value of each variable of whole numbers.
pub(super) struct Bounds<'a> {
    of: FxHashMap<&'a str, [i64; 2]>,
    lists: FxHashMap<&'a str, &'a [Term<'a>]>,
    parameters: FxHashMap<&'a str, &'a Term<'a>>,
    changed: bool,
}

impl<'a> Bounds<'a> {
    /// The stated ranges, narrowed by sums. A variable without values keeps an empty range.
    pub fn from_items(items: &'a Items<'a>) -> Bounds<'a> {
        let range = |kind: &Kind| match kind {
            Kind::Bool => None,
            Kind::Int(None) => Some([-FAR, FAR]),
            Kind::Int(Some(Domain::Range(low, high))) => Some([*low, *high]),
            Kind::Int(Some(Domain::Set(values))) => {
                Some([*values.iter().min().unwrap_or(&1), *values.iter().max().unwrap_or(&0)])
            }
        };
        let mut bounds = Bounds {
            of: items.variables.iter().filter_map(|v| Some((v.name, range(&v.kind)?))).collect(),
            lists: items.lists.iter().map(|list| (list.name, &list.elements[..])).collect(),
            parameters: items.parameters.iter().map(|(name, value)| (*name, value)).collect(),
            changed: true,
        };
        for _ in 0..ROUNDS {
            if !std::mem::take(&mut bounds.changed) {
                break;
            }
            items.constraints.iter().for_each(|constraint| bounds.learn(constraint));
        }
        bounds
    }

    /// The range of a variable.
    pub fn range(&self, name: &str) -> Option<[i64; 2]> {
        self.of.get(name).copied()
    }

    fn elements(&self, term: &'a Term<'a>) -> Option<&'a [Term<'a>]> {
        match term {
            Term::Array(elements) => Some(elements),
            Term::Name(name) => self.lists.get(name).copied(),
            _ => None,
        }
    }

    /// Between which values a term lies: truth values count 0 and 1.
    fn between(&self, term: &Term<'_>) -> [i64; 2] {
        match term {
            Term::Int(number) => [*number; 2],
            Term::Bool(b) => [i64::from(*b); 2],
            Term::Name(name) => match self.parameters.get(name) {
                Some(&value) if !matches!(value, Term::Name(_)) => self.between(value),
                _ => self.of.get(name).copied().unwrap_or([-FAR, FAR]),
            },
            Term::At(name, at) => {
                let element = place(*at).and_then(|at| self.lists.get(name)?.get(at));
                match element {
                    Some(element) if !matches!(element, Term::At(..)) => self.between(element),
                    _ => [-FAR, FAR],
                }
            }
            _ => [-FAR, FAR],
        }
    }

    /// Narrows a range. An end at `FAR` or beyond stands for an unknown one, which narrows nothing.
    fn narrow(&mut self, term: &'a Term<'a>, [low, high]: [i128; 2]) {
        let Term::Name(name) = term else { return };
        let Some(known) = self.of.get_mut(name) else { return };
        let far = i128::from(FAR);
        let mut next = *known;
        if low > -far {
            next[0] = next[0].max(low.min(far) as i64);
        }
        if high < far {
            next[1] = next[1].min(high.max(-far) as i64);
        }
        if next[0] > next[1] && (known[0] == -FAR || known[1] == FAR) {
            // There is no solution. Any range shows that, if it has ends.
            let end = if known[0] > -FAR { known[0] } else { known[1].min(FAR - 1) };
            next = [end; 2];
        }
        if next != *known && next[0] <= next[1] {
            *known = next;
            self.changed = true;
        }
    }

    fn learn(&mut self, constraint: &'a FznConstraint<'a>) {
        let arguments = &constraint.arguments[..];
        match (constraint.name, arguments) {
            ("int_lin_eq", [coefficients, terms, bound]) => {
                self.sum(coefficients, terms, bound, true)
            }
            ("int_lin_le", [coefficients, terms, bound]) => {
                self.sum(coefficients, terms, bound, false)
            }
            ("int_eq", [x, y]) => {
                self.narrow(y, self.between(x).map(i128::from));
                self.narrow(x, self.between(y).map(i128::from));
            }
            ("int_le" | "int_lt", [x, y]) => {
                let apart = i128::from(constraint.name == "int_lt");
                let ([low, _], [_, high]) = (self.between(x), self.between(y));
                self.narrow(y, [i128::from(low) + apart, i128::from(FAR)]);
                self.narrow(x, [i128::from(-FAR), i128::from(high) - apart]);
            }
            ("int_plus", [x, y, z]) => {
                let (x, y) = (self.between(x).map(i128::from), self.between(y).map(i128::from));
                if is_known(x) && is_known(y) {
                    self.narrow(z, [x[0] + y[0], x[1] + y[1]]);
                }
            }
            ("set_in", [x, set]) => {
                let ends = match self.meant(set) {
                    Term::Range(low, high) => Some([*low, *high]),
                    Term::Set(values) => {
                        values.iter().min().zip(values.iter().max()).map(|(a, b)| [*a, *b])
                    }
                    _ => None,
                };
                let _ = ends.map(|ends| self.narrow(x, ends.map(i128::from)));
            }
            ("clew_circuit" | "clew_subcircuit", [xs, first]) => {
                self.indices(xs, first, xs);
            }
            ("clew_inverse", [xs, first, ys, other]) => {
                self.indices(xs, other, ys);
                self.indices(ys, first, xs);
            }
            ("clew_regular", [xs, _, symbols, ..]) => {
                self.all_between(xs, [1, self.between(symbols)[1]]);
            }
            ("clew_table", [xs, rows]) => self.columns(xs, rows),
            ("clew_count", [xs, _, n]) => {
                let most = self.elements(xs).map_or(0, <[_]>::len);
                self.narrow(n, [0, most as i128]);
            }
            ("clew_cardinality", [xs, _, counts]) => {
                let most = self.elements(xs).map_or(0, <[_]>::len);
                self.all_between(counts, [0, most as i64]);
            }
            ("int_times", [x, y, z]) => {
                if x == y {
                    // A square is not negative, and its factor is no farther from 0 than its root.
                    self.narrow(z, [0, i128::from(FAR)]);
                    let [_, most] = self.between(z);
                    if most < FAR {
                        let root = i128::from(most.max(0).unsigned_abs().isqrt());
                        self.narrow(x, [-root, root]);
                    }
                }
                for (x, y) in [(x, y), (y, x)] {
                    // If one factor is not 0, the other is no farther from 0 than the product.
                    let ([low, high], product) = (self.between(y), self.between(z).map(i128::from));
                    if (low > 0 || high < 0) && is_known(product) {
                        let most = product[0].abs().max(product[1].abs());
                        self.narrow(x, [-most, most]);
                    }
                }
                let (x, y) = (self.between(x).map(i128::from), self.between(y).map(i128::from));
                let all = [x[0] * y[0], x[0] * y[1], x[1] * y[0], x[1] * y[1]];
                if let (true, Some(&low), Some(&high)) =
                    (is_known(x) && is_known(y), all.iter().min(), all.iter().max())
                {
                    self.narrow(z, [low, high]);
                }
            }
            ("int_pow", [x, y, z]) => {
                let ([low, high], [_, most]) = (self.between(x).map(i128::from), self.between(y));
                let size = low.abs().max(high.abs());
                let power = u32::try_from(most).ok().and_then(|most| size.checked_pow(most));
                if let (Some(power), true) = (power, is_known([low, high])) {
                    // One divided by a power is no farther from 0 than 1.
                    let most = power.max(1);
                    self.narrow(z, [if low >= 0 { 0 } else { -most }, most]);
                }
            }
            ("int_div" | "int_mod" | "int_abs", [x, .., z]) => {
                // The result is no farther from 0 than the dividend.
                let [low, high] = self.between(x).map(i128::from);
                // An unknown bound stays unknown: it is at the largest distance.
                let most = low.abs().max(high.abs());
                let least =
                    if constraint.name == "int_abs" || low >= 0 && constraint.name == "int_mod" {
                        0
                    } else {
                        -most
                    };
                self.narrow(z, [least, most]);
            }
            ("int_max" | "int_min", [x, y, z]) => {
                let (x, y) = (self.between(x), self.between(y));
                self.narrow(z, [x[0].min(y[0]), x[1].max(y[1])].map(i128::from));
            }
            ("array_int_maximum" | "array_int_minimum", [z, terms]) => self.hull(terms, z),
            (
                "array_int_element"
                | "array_var_int_element"
                | "array_bool_element"
                | "array_var_bool_element",
                [at, terms, z],
            ) => {
                let most = self.elements(terms).map_or(0, <[_]>::len);
                self.narrow(at, [1, most as i128]);
                if constraint.name.ends_with("int_element") {
                    self.hull(terms, z);
                }
            }
            _ => {}
        }
    }

    /// The value of a term, if it is a parameter.
    fn meant(&self, term: &'a Term<'a>) -> &'a Term<'a> {
        match term {
            Term::Name(name) => self.parameters.get(name).copied().unwrap_or(term),
            _ => term,
        }
    }

    fn all_between(&mut self, xs: &'a Term<'a>, [low, high]: [i64; 2]) {
        for x in self.elements(xs).unwrap_or_default() {
            self.narrow(x, [low, high].map(i128::from));
        }
    }

    /// The elements of one list are places in another one, whose first place is known.
    fn indices(&mut self, xs: &'a Term<'a>, first: &'a Term<'a>, of: &'a Term<'a>) {
        let [low, high] = self.between(first);
        let count = self.elements(of).map_or(0, <[_]>::len) as i64;
        if low == high && count > 0 {
            self.all_between(xs, [low, low.saturating_add(count - 1)]);
        }
    }

    /// The values of a list are a row of a table.
    fn columns(&mut self, xs: &'a Term<'a>, rows: &'a Term<'a>) {
        let (Some(xs), Some(rows)) = (self.elements(xs), self.elements(rows)) else { return };
        for (at, x) in xs.iter().enumerate() {
            let values = || rows.iter().skip(at).step_by(xs.len()).map(|value| self.between(value));
            if let (Some(low), Some(high)) =
                (values().map(|v| v[0]).min(), values().map(|v| v[1]).max())
            {
                self.narrow(x, [low, high].map(i128::from));
            }
        }
    }

    /// A term is one of a list.
    fn hull(&mut self, terms: &'a Term<'a>, z: &'a Term<'a>) {
        let Some(terms) = self.elements(terms) else { return };
        let ranges = || terms.iter().map(|term| self.between(term));
        let low = ranges().map(|r| r[0]).min();
        let high = ranges().map(|r| r[1]).max();
        if let (Some(low), Some(high)) = (low, high) {
            self.narrow(z, [low, high].map(i128::from));
        }
    }

    /// A weighted sum is at most the bound, or exactly.
    fn sum(
        &mut self,
        coefficients: &'a Term<'a>,
        terms: &'a Term<'a>,
        bound: &Term<'_>,
        exact: bool,
    ) {
        let (Some(coefficients), Some(terms)) = (self.elements(coefficients), self.elements(terms))
        else {
            return;
        };
        let is_number = |term: &Term<'_>| self.between(term)[0] == self.between(term)[1];
        if !is_number(bound) || !coefficients.iter().all(is_number) {
            return;
        }
        let bound = i128::from(self.between(bound)[1]);
        let parts: Vec<Part> =
            coefficients.iter().zip(terms).map(|(c, x)| self.part(c, x)).collect();
        let (least, most) = (
            Total::from_ends(parts.iter().map(|p| p.low)),
            Total::from_ends(parts.iter().map(|p| p.high)),
        );
        for (x, part) in terms.iter().zip(&parts).filter(|(_, part)| part.c != 0) {
            // The range that the bound and the other terms leave for this term.
            let above = least.without(part.low).map(|others| bound - others);
            let below = most.without(part.high).filter(|_| exact).map(|others| bound - others);
            let c = part.c;
            let far = i128::from(FAR);
            let range = if c > 0 {
                [
                    below.map_or(-far, |v| -(-v).div_euclid(c)),
                    above.map_or(far, |v| v.div_euclid(c)),
                ]
            } else {
                [
                    above.map_or(-far, |v| -v.div_euclid(-c)),
                    below.map_or(far, |v| (-v).div_euclid(-c)),
                ]
            };
            self.narrow(x, range);
        }
    }

    fn part(&self, c: &Term<'_>, x: &Term<'_>) -> Part {
        let c = i128::from(self.between(c)[0]);
        // Products of larger numbers are not needed, so sums of any number of terms fit.
        let is_near = |v: i128| v.abs() < i128::from(FAR);
        let end = |v: i64| (is_near(c) && is_near(v.into())).then(|| c * i128::from(v));
        let [low, high] = self.between(x).map(end);
        if c >= 0 { Part { c, low, high } } else { Part { c, low: high, high: low } }
    }
}

/// Whether both ends of a range are stated or derived.
fn is_known(range: [i128; 2]) -> bool {
    range.iter().all(|v| v.abs() < i128::from(FAR))
}

/// A term of a sum: its coefficient, and its least and greatest value where something is known.
struct Part {
    c: i128,
    low: Option<i128>,
    high: Option<i128>,
}

/// The sum of ends, and how many of them are not known.
struct Total {
    sum: i128,
    unknown: usize,
}

impl Total {
    fn from_ends(ends: impl Iterator<Item = Option<i128>>) -> Total {
        ends.fold(Total { sum: 0, unknown: 0 }, |total, end| match end {
            Some(v) => Total { sum: total.sum + v, ..total },
            None => Total { unknown: total.unknown + 1, ..total },
        })
    }

    /// Without one of them.
    fn without(&self, end: Option<i128>) -> Option<i128> {
        match end {
            Some(v) => (self.unknown == 0).then_some(self.sum - v),
            None => (self.unknown == 1).then_some(self.sum),
        }
    }
}
