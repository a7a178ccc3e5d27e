//! Arithmetic beyond sums: the largest and the smallest of some, products, absolute values, elements of lists.

use super::global::Global;
use crate::model::builder::Model;
use crate::model::error::{MAX_VALUES, ModelError};
use crate::model::export::row_builder::{RowBuilder, Sum};
use crate::model::expr::{Operand, Relation};
use crate::model::handle::Int;
use crate::model::network::posting::{Posting, STEPS_A_CLAUSE, STEPS_A_POST};
use crate::model::variables::Values;
use clew_engine::kernel::{Halt, Lit};
use clew_engine::propagators::{Element, Maximum, Number, Product};
use clew_puzzle::formulation::Relation as Sign;
use std::collections::BTreeMap;
use std::ops::Range;

/// # Arithmetic
impl Model {
    /// `y` is the largest of `xs`. Bounds consistent; linear in the list per run.
    ///
    /// ```
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let mut m = clew_model::model::Model::new();
    /// let (y, xs) = (m.int("y", 0..=9)?, m.ints("x", 2, 1..=3)?);
    /// m.maximum(y, &xs)?;
    /// m.equal(y, 3)?;
    /// assert_eq!(m.count(&Default::default())?.count, 5u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If a variable is of another model, or there are no `xs`.
    pub fn maximum(&mut self, y: Int, xs: &[Int]) -> Result<(), ModelError> {
        self.extreme(y, xs, true)
    }

    /// `y` is the smallest of `xs`.
    ///
    /// # Errors
    /// As for [`Model::maximum`].
    pub fn minimum(&mut self, y: Int, xs: &[Int]) -> Result<(), ModelError> {
        self.extreme(y, xs, false)
    }

    fn extreme(&mut self, y: Int, xs: &[Int], largest: bool) -> Result<(), ModelError> {
        let (y, xs) = (self.own_int(y)?, self.own_ints(xs)?);
        if xs.is_empty() {
            let rule = if largest { "maximum" } else { "minimum" };
            return Err(ModelError::Length { rule, found: 0, expected: 1 });
        }
        self.post_global(Extreme { y, xs, largest })
    }

    /// `z = x * y`, of variables that need not differ. Factors keep the values that have a product in the range of z,
    /// and z keeps the range of the products; linear in the values per run.
    ///
    /// ```
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let mut m = clew_model::model::Model::new();
    /// let (x, y, z) = (m.int("x", -4..=4)?, m.int("y", 0..=4)?, m.int("z", 12..=12)?);
    /// m.product(z, x, y)?;
    /// assert_eq!(m.count(&Default::default())?.count, 2u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If a variable is of another model, or a factor may pass 2^30 in absolute value.
    pub fn product(&mut self, z: Int, x: Int, y: Int) -> Result<(), ModelError> {
        let (x, y, z) = (self.own_int(x)?, self.own_int(y)?, self.own_int(z)?);
        for x in [x, y] {
            let x = &self.statement.variables.ints[x as usize];
            if x.low <= -MAX_FACTOR || x.high >= MAX_FACTOR {
                return Err(ModelError::Overflow);
            }
        }
        self.post_global(Times { x, y, z })
    }

    /// `y = |x|`. Domain consistent: clauses, two for each value.
    ///
    /// ```
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let mut m = clew_model::model::Model::new();
    /// let (x, y) = (m.int("x", -3..=2)?, m.int("y", 2..=9)?);
    /// m.absolute(y, x)?;
    /// assert_eq!(m.count(&Default::default())?.count, 3u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If a variable is of another model.
    pub fn absolute(&mut self, y: Int, x: Int) -> Result<(), ModelError> {
        let (x, y) = (self.own_int(x)?, self.own_int(y)?);
        self.post_global(Function { x, y, of: Of::Absolute })
    }

    /// `y = list[i]`, places counted from 0; `i` must be a place of the list. Domain consistent: clauses, two for each
    /// place.
    ///
    /// ```
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let mut m = clew_model::model::Model::new();
    /// let (i, cost) = (m.int("i", 0..=9)?, m.int("cost", 0..=20)?);
    /// m.element_of(cost, &[30, 7, 7, 12], i)?;
    /// m.at_most(cost, 10)?;
    /// assert_eq!(m.count(&Default::default())?.count, 2u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If a variable is of another model.
    pub fn element_of(&mut self, y: Int, list: &[i64], i: Int) -> Result<(), ModelError> {
        let (x, y) = (self.own_int(i)?, self.own_int(y)?);
        self.post_global(Function { x, y, of: Of::List(list.to_vec()) })
    }

    /// `y = of(x)`; x has no value for which `of` is undefined. Domain consistent; two clauses per value.
    ///
    /// # Errors
    /// If a variable is of another model, or x has more than [`MAX_VALUES`] values.
    pub(crate) fn function(
        &mut self,
        y: Int,
        x: Int,
        of: impl Fn(i64) -> Option<i64>,
    ) -> Result<(), ModelError> {
        let range = self.range(x)?;
        let low = *range.start();
        if range.end().abs_diff(low) >= MAX_VALUES {
            let what = format!("{} has more than {MAX_VALUES} values", self.name(x)?);
            return Err(ModelError::Unfit { rule: "function", what });
        }
        let (x, y) = (self.own_int(x)?, self.own_int(y)?);
        self.post_global(Function { x, y, of: Of::From(low, range.map(of).collect()) })
    }

    /// `y = xs[i]`, places counted from 0; `i` must be a place of the list. Domain consistent, if no variable occurs
    /// twice; places times values per run.
    ///
    /// ```
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let mut m = clew_model::model::Model::new();
    /// let (i, y, xs) = (m.int("i", 0..=9)?, m.int("y", 2..=2)?, m.ints("x", 2, 1..=2)?);
    /// m.element(y, &xs, i)?;
    /// assert_eq!(m.count(&Default::default())?.count, 4u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If a variable is of another model.
    pub fn element(&mut self, y: Int, xs: &[Int], i: Int) -> Result<(), ModelError> {
        let (y, xs, i) = (self.own_int(y)?, self.own_ints(xs)?, self.own_int(i)?);
        self.post_global(InList { y, xs, i })
    }
}

/// Factors stay below this in absolute value.
const MAX_FACTOR: i64 = 1 << 30;

/// The largest or the smallest of some.
#[derive(Debug)]
struct Extreme {
    y: u32,
    xs: Vec<u32>,
    largest: bool,
}

impl Global for Extreme {
    fn kind(&self) -> &'static str {
        if self.largest { "maximum" } else { "minimum" }
    }

    fn ints(&self) -> Vec<u32> {
        [self.y].iter().chain(&self.xs).copied().collect()
    }

    fn size(&self) -> usize {
        1 + self.xs.len()
    }

    fn by_value(&self) -> Vec<u32> {
        Vec::new()
    }

    fn holds(&self, values: Values<'_>) -> bool {
        let all = self.xs.iter().map(|&x| values.int(x));
        Some(values.int(self.y)) == if self.largest { all.max() } else { all.min() }
    }

    fn post(&self, into: &mut Posting<'_>) -> Result<(), Halt> {
        let side = |x: Number| if self.largest { x } else { x.negated() };
        let xs: Vec<Number> = self.xs.iter().map(|&x| side(into.number(x))).collect();
        let largest = Maximum::new(side(into.number(self.y)), &xs);
        into.model.engine.add(largest);
        Ok(())
    }

    fn has_proofs(&self) -> bool {
        true
    }

    fn state(&self, into: &mut RowBuilder<'_>) -> Result<(), String> {
        let side = if self.largest { 1 } else { -1 };
        let y = into.int(self.y);
        let mut reached = Vec::with_capacity(self.xs.len());
        for &x in &self.xs {
            // Of the largest: x <= y, and y <= x for one of them.
            let above = Sum::default().plus(side, &into.int(x)).plus(-side, &y);
            into.compare(above.clone(), Relation::AtMost)?;
            // Over the fractions it may be reached by a bit of each.
            if into.relaxes {
                continue;
            }
            let this = into.fresh()?;
            into.when(&this, Sum::default().plus(-1, &above), Relation::AtMost)?;
            reached.push(this);
        }
        if into.relaxes { Ok(()) } else { into.clause(&reached) }
    }
}

/// A product.
#[derive(Debug)]
struct Times {
    x: u32,
    y: u32,
    z: u32,
}

impl Global for Times {
    fn kind(&self) -> &'static str {
        "product"
    }

    fn ints(&self) -> Vec<u32> {
        vec![self.z, self.x, self.y]
    }

    fn size(&self) -> usize {
        3
    }

    fn by_value(&self) -> Vec<u32> {
        Vec::new()
    }

    fn holds(&self, values: Values<'_>) -> bool {
        let [x, y, z] = [self.x, self.y, self.z].map(|x| i128::from(values.int(x)));
        z == x * y
    }

    fn post(&self, into: &mut Posting<'_>) -> Result<(), Halt> {
        let [x, y, z] = [self.x, self.y, self.z].map(|x| into.number(x));
        into.model.engine.add(Product::new(x, y, z));
        Ok(())
    }

    fn state(&self, into: &mut RowBuilder<'_>) -> Result<(), String> {
        if into.relaxes {
            return self.state_hull(into);
        }
        let values = |x: u32| into.range(x).end().abs_diff(*into.range(x).start());
        let (few, many) =
            if values(self.x) <= values(self.y) { (self.x, self.y) } else { (self.y, self.x) };
        if values(few) >= MAX_VALUES {
            return Err(format!("both factors have more than {MAX_VALUES} values"));
        }
        for v in into.range(few) {
            let is = into.is(few, v)?;
            let difference = into.int(self.z).plus(-v, &into.int(many));
            into.when(&is, difference, Relation::Equal)?;
        }
        Ok(())
    }
}

impl Times {
    /// The four planes through the corners of the ranges, between which the product lies.
    ///
    /// Source: G. McCormick, Computability of global solutions to factorable nonconvex programs, 1976.
    fn state_hull(&self, into: &mut RowBuilder<'_>) -> Result<(), String> {
        let ends = |x: u32| [*into.range(x).start(), *into.range(x).end()];
        let ([xl, xh], [yl, yh]) = (ends(self.x), ends(self.y));
        for (a, b, sign) in [
            (xl, yl, Sign::Least),
            (xh, yh, Sign::Least),
            (xl, yh, Sign::Most),
            (xh, yl, Sign::Most),
        ] {
            // (x - a) (y - b) is not negative, or not positive.
            let Some(corner) = a.checked_mul(b) else { continue };
            let plane = into.int(self.z).plus(-b, &into.int(self.x)).plus(-a, &into.int(self.y));
            into.row(plane.plus(1, &Sum::constant(corner)), sign)?;
        }
        Ok(())
    }
}

/// `y` is a function of `x`.
#[derive(Debug)]
struct Function {
    x: u32,
    y: u32,
    of: Of,
}

#[derive(Debug)]
enum Of {
    Absolute,
    List(Vec<i64>),
    /// From a value on; nothing where the function has no value.
    From(i64, Vec<Option<i64>>),
}

impl Function {
    /// The value of `y` if `x` is `v`.
    fn at(&self, v: i64) -> Option<i64> {
        match &self.of {
            Of::Absolute => Some(v.abs()),
            Of::List(list) => usize::try_from(v).ok().and_then(|i| list.get(i)).copied(),
            Of::From(low, values) => usize::try_from(v - low).ok().and_then(|i| *values.get(i)?),
        }
    }
}

impl Global for Function {
    fn kind(&self) -> &'static str {
        match self.of {
            Of::Absolute => "absolute value",
            Of::List(_) => "element",
            Of::From(..) => "function",
        }
    }

    fn ints(&self) -> Vec<u32> {
        vec![self.y, self.x]
    }

    fn size(&self) -> usize {
        match &self.of {
            Of::Absolute => 2,
            Of::List(list) => 2 + list.len(),
            Of::From(_, values) => 2 + values.len(),
        }
    }

    fn by_value(&self) -> Vec<u32> {
        match self.of {
            Of::Absolute => Vec::new(),
            Of::List(_) | Of::From(..) => vec![self.x],
        }
    }

    fn holds(&self, values: Values<'_>) -> bool {
        self.at(values.int(self.x)) == Some(values.int(self.y))
    }

    /// A value of x forces one of y; a value of y needs one of those of x. For an interval variable the bounds are
    /// forced.
    fn post(&self, into: &mut Posting<'_>) -> Result<(), Halt> {
        if into.keeps_ends(self.x) || into.keeps_ends(self.y) {
            return match &self.of {
                Of::Absolute => self.post_absolute(into),
                Of::List(_) | Of::From(..) => self.post_ends(into),
            };
        }
        let mut needs: Vec<(i64, Vec<Lit>)> =
            into.values(self.y).into_iter().map(|w| (w, Vec::new())).collect();
        for v in into.values(self.x) {
            into.counter.spend(STEPS_A_CLAUSE)?;
            let x = into.is(self.x, v)?;
            let y = self.at(v).and_then(|w| needs.binary_search_by_key(&w, |n| n.0).ok());
            let Some(k) = y else {
                into.clause(vec![!x])?;
                continue;
            };
            let y = into.is(self.y, needs[k].0)?;
            into.clause(vec![!x, y])?;
            needs[k].1.push(x);
        }
        for (w, mut one) in needs {
            into.counter.spend(STEPS_A_CLAUSE + one.len())?;
            one.push(!into.is(self.y, w)?);
            into.clause(one)?;
        }
        Ok(())
    }

    fn has_proofs(&self) -> bool {
        true
    }

    fn state(&self, into: &mut RowBuilder<'_>) -> Result<(), String> {
        let places = match &self.of {
            Of::Absolute => return self.state_absolute(into),
            Of::List(list) => 0..list.len() as i64,
            Of::From(low, values) => *low..*low + values.len() as i64,
        };
        if into.proves {
            return self.state_values(into, places);
        }
        let mut sum = into.int(self.y);
        for v in into.places(self.x, places)? {
            let is = into.is(self.x, v)?;
            match self.at(v) {
                Some(w) => sum = sum.plus(-1, &is.times(w)),
                None => into.row(is, Sign::Equal)?,
            }
        }
        into.row(sum, Sign::Equal)
    }
}

impl Function {
    /// A value of x forces one of y, and a value of y needs one of those of x.
    fn state_values(&self, into: &mut RowBuilder<'_>, places: Range<i64>) -> Result<(), String> {
        let range = into.range(self.y);
        let mut needs: BTreeMap<i64, Vec<Sum>> = BTreeMap::new();
        for v in into.places(self.x, places)? {
            let is = into.is(self.x, v)?;
            match self.at(v).filter(|w| range.contains(w)) {
                Some(w) => needs.entry(w).or_default().push(is),
                None => into.row(is, Sign::Equal)?,
            }
        }
        // One of the values is that of y.
        let mut all = Vec::with_capacity(needs.len());
        for (w, from) in needs {
            let there = into.is(self.y, w)?;
            into.row(there.clone().plus(-1, &Sum::total(&from)), Sign::Equal)?;
            all.push(there);
        }
        into.clause(&all)
    }

    /// y is at least x and -x, and at most one of them.
    fn state_absolute(&self, into: &mut RowBuilder<'_>) -> Result<(), String> {
        let (x, y) = (into.int(self.x), into.int(self.y));
        let (below, above) = (x.times(-1).plus(-1, &y), x.clone().plus(-1, &y));
        into.compare(below, Relation::AtMost)?;
        into.compare(above, Relation::AtMost)?;
        let positive = into.fresh()?;
        into.when(&positive, y.clone().plus(-1, &x), Relation::AtMost)?;
        into.when(&positive.denied(), y.plus(1, &x), Relation::AtMost)
    }

    /// y is the maximum of x and its negation.
    fn post_absolute(&self, into: &mut Posting<'_>) -> Result<(), Halt> {
        let (x, y) = (into.number(self.x), into.number(self.y));
        into.model.engine.add(Maximum::new(y, &[x, x.negated()]));
        Ok(())
    }

    /// If y is an interval variable: a value of x forces y to its number, and between two consecutive numbers y can be
    /// cut once no value of x has the larger one.
    fn post_ends(&self, into: &mut Posting<'_>) -> Result<(), Halt> {
        let mut places: Vec<(i64, Lit)> = Vec::new();
        for v in into.values(self.x) {
            into.counter.spend(STEPS_A_CLAUSE)?;
            let is = into.is(self.x, v)?;
            match self.at(v) {
                Some(number) => places.push((number, is)),
                None => into.clause(vec![!is])?,
            }
        }
        places.sort_by_key(|place| place.0);
        let mut last = None;
        for same in places.chunk_by(|a, b| a.0 == b.0) {
            into.counter.spend(STEPS_A_CLAUSE * (3 + same.len()))?;
            let number = same[0].0;
            let below = number.saturating_sub(1);
            let (most, above) = (into.at_most(self.y, number), into.at_most(self.y, below));
            for &(_, is) in same {
                into.clause(vec![!is, most])?;
                into.clause(vec![!is, !above])?;
            }
            // It is no larger than the number before, or x has one of these values, or it is larger.
            let before = match last {
                Some(before) => into.at_most(self.y, before),
                None => !into.at_most(self.y, i64::MAX),
            };
            into.clause(vec![!above, before])?;
            let mut one: Vec<Lit> = same.iter().map(|place| place.1).collect();
            one.extend([before, !most]);
            into.clause(one)?;
            last = Some(number);
        }
        match last {
            Some(largest) => {
                let most = into.at_most(self.y, largest);
                Ok(into.clause(vec![most])?)
            }
            None => Err(Halt::Conflict),
        }
    }
}

/// `y = xs[i]`.
#[derive(Debug)]
struct InList {
    y: u32,
    xs: Vec<u32>,
    i: u32,
}

impl Global for InList {
    fn kind(&self) -> &'static str {
        "element"
    }

    fn ints(&self) -> Vec<u32> {
        [self.y, self.i].iter().chain(&self.xs).copied().collect()
    }

    fn size(&self) -> usize {
        2 + self.xs.len()
    }

    fn by_value(&self) -> Vec<u32> {
        vec![self.i]
    }

    fn by_hole(&self) -> Vec<u32> {
        [self.y].iter().chain(&self.xs).copied().collect()
    }

    fn holds(&self, values: Values<'_>) -> bool {
        let at = usize::try_from(values.int(self.i)).ok().and_then(|i| self.xs.get(i));
        at.is_some_and(|&x| values.int(x) == values.int(self.y))
    }

    fn post(&self, into: &mut Posting<'_>) -> Result<(), Halt> {
        if self.xs.iter().chain([&self.y]).any(|&x| into.keeps_ends(x)) {
            return self.post_ends(into);
        }
        let xs: Vec<Number> = self.xs.iter().map(|&x| into.number(x)).collect();
        let element = Element::new(into.number(self.i), &xs, into.number(self.y));
        into.model.engine.add(element);
        Ok(())
    }

    fn has_proofs(&self) -> bool {
        true
    }

    fn state(&self, into: &mut RowBuilder<'_>) -> Result<(), String> {
        let (mut least, mut most) = (into.int(self.y), into.int(self.y));
        for v in into.places(self.i, 0..self.xs.len() as i64)? {
            let is = into.is(self.i, v)?;
            if into.relaxes {
                let ends = into.range(self.xs[v as usize]);
                least = least.plus(-1, &is.times(*ends.start()));
                most = most.plus(-1, &is.times(*ends.end()));
            }
            let difference = into.int(self.y).plus(-1, &into.int(self.xs[v as usize]));
            into.when(&is, difference, Relation::Equal)?;
        }
        if into.relaxes {
            into.row(least, Sign::Least)?;
            into.row(most, Sign::Most)?;
        }
        Ok(())
    }
}

impl InList {
    /// If the numbers are interval variables: a place forces y to equal its number.
    fn post_ends(&self, into: &mut Posting<'_>) -> Result<(), Halt> {
        for v in into.values(self.i) {
            into.counter.spend(STEPS_A_POST)?;
            let is = into.is(self.i, v)?;
            let Some(&x) = usize::try_from(v).ok().and_then(|i| self.xs.get(i)) else {
                into.clause(vec![!is])?;
                continue;
            };
            if x != self.y {
                let pair = [(1, Operand::Int(self.y)), (-1, Operand::Int(x))];
                let (parts, constant) = into.parts(&pair)?;
                into.when(is, &parts, Relation::Equal, -constant)?;
            }
        }
        Ok(())
    }
}
