//! The standard constraints of FlatZinc, stated in a model.

use super::globals;
use super::syntax::{Domain, FznConstraint, Term};
use super::variables::{BoolTerm, IntTerm, Refusal, State};
use crate::model::{Bool, Comparison, Expr, Int, MAX_VALUES, ModelError};
use std::ops::RangeInclusive;

/// Pairs of values up to which a function of two variables is a table.
const MAX_PAIRS: u64 = 200_000;
/// The most values for which membership is stated value by value.
const MAX_MEMBERS: i64 = 2_000;

type Done = Result<(), Refusal>;

/// States a constraint.
///
/// # Errors
/// If it is unknown, or an argument is of the wrong kind.
pub(super) fn state<'a>(of: &mut State<'a>, constraint: &'a FznConstraint<'a>) -> Done {
    let (name, arguments) = (constraint.name, &constraint.arguments[..]);
    if compared(of, name, arguments)?
        || logical(of, name, arguments)?
        || computed(of, name, arguments)?
    {
        return Ok(());
    }
    globals::state(of, name, arguments)
}

/// How two sides compare.
#[derive(Clone, Copy)]
enum Relation {
    Equal,
    Different,
    AtMost,
    Less,
}

/// When a comparison has to hold.
enum Condition {
    Always,
    /// If the variable is true.
    If(Bool),
    /// If and only if it is.
    Exactly(Bool),
}

/// Comparisons of numbers, truth values and sums, with or without a condition.
fn compared<'a>(
    of: &mut State<'a>,
    name: &str,
    arguments: &'a [Term<'a>],
) -> Result<bool, Refusal> {
    let (base, conditional) = match name.strip_suffix("_reif").or_else(|| name.strip_suffix("_imp"))
    {
        Some(base) => (base, true),
        None => (name, false),
    };
    let relation = match base.rsplit_once('_') {
        Some(("int" | "bool" | "int_lin" | "bool_lin", "eq")) => Relation::Equal,
        Some(("int" | "int_lin" | "bool", "ne")) => Relation::Different,
        Some(("int" | "bool" | "int_lin" | "bool_lin", "le")) => Relation::AtMost,
        Some(("int" | "bool", "lt")) => Relation::Less,
        _ => return Ok(false),
    };
    let (sides, condition) = if conditional {
        let [sides @ .., condition] = arguments else {
            return Err(Refusal::Expected("a condition as the last argument"));
        };
        (sides, Some(condition))
    } else {
        (arguments, None)
    };
    let (left, right) = match sides {
        [coefficients, terms, bound] if base.contains("lin") => {
            sum(of, base, coefficients, terms, bound)?
        }
        [x, y] if base.starts_with("bool") => (of.weight(x)?, of.weight(y)?),
        [x, y] => (of.whole(x)?.into(), of.whole(y)?.into()),
        _ => return Err(Refusal::Expected("as many arguments as the constraint has")),
    };
    let (relation, condition, left, right) =
        match condition.map(|condition| of.truth(condition)).transpose()? {
            None | Some(BoolTerm::Known(true)) => (relation, Condition::Always, left, right),
            Some(BoolTerm::Known(false)) if name.ends_with("_imp") => return Ok(true),
            Some(BoolTerm::Known(false)) => match relation {
                Relation::Equal => (Relation::Different, Condition::Always, left, right),
                Relation::Different => (Relation::Equal, Condition::Always, left, right),
                Relation::AtMost => (Relation::Less, Condition::Always, right, left),
                Relation::Less => (Relation::AtMost, Condition::Always, right, left),
            },
            Some(BoolTerm::Bool(b)) if name.ends_with("_imp") => {
                (relation, Condition::If(b), left, right)
            }
            Some(BoolTerm::Bool(b)) => (relation, Condition::Exactly(b), left, right),
        };
    compare(of, relation, &condition, left, right)?;
    Ok(true)
}

fn compare(
    of: &mut State<'_>,
    relation: Relation,
    condition: &Condition,
    left: Expr,
    right: Expr,
) -> Done {
    let model = &mut of.model;
    if let Condition::Always = condition {
        match relation {
            Relation::Equal => model.equal(left, right)?,
            Relation::Different => model.different(left, right)?,
            Relation::AtMost => model.at_most(left, right)?,
            Relation::Less => model.less_than(left, right)?,
        }
        return Ok(());
    }
    let comparison = match relation {
        Relation::Equal => Comparison::equal(left, right),
        Relation::Different => Comparison::different(left, right),
        Relation::AtMost => Comparison::at_most(left, right),
        Relation::Less => Comparison::less_than(left, right),
    };
    match condition {
        Condition::If(b) => model.when(*b, comparison)?,
        Condition::Exactly(b) => model.reify(*b, comparison)?,
        Condition::Always => {}
    }
    Ok(())
}

/// Both sides of a comparison of a weighted sum.
fn sum<'a>(
    of: &State<'a>,
    base: &str,
    coefficients: &'a Term<'a>,
    terms: &'a Term<'a>,
    bound: &'a Term<'a>,
) -> Result<(Expr, Expr), Refusal> {
    let (coefficients, terms) = (of.numbers(coefficients)?, of.elements(terms)?);
    if coefficients.len() != terms.len() {
        return Err(Refusal::Expected("as many coefficients as variables"));
    }
    let mut sum = Expr::default();
    for (&c, term) in coefficients.iter().zip(terms) {
        let term = if base.starts_with("bool") { of.weight(term)? } else { of.whole(term)?.into() };
        sum = sum + c * term;
    }
    Ok((sum, of.whole(bound)?.into()))
}

/// Conditions on truth values.
fn logical<'a>(of: &mut State<'a>, name: &str, arguments: &'a [Term<'a>]) -> Result<bool, Refusal> {
    match (name, arguments) {
        ("bool2int", [b, x]) => {
            let (b, x) = (of.weight(b)?, of.whole(x)?);
            of.model.equal(x, b)?;
        }
        ("bool_not", [a, b]) => all_of(of, !of.truth(b)?, &[of.truth(a)?])?,
        ("bool_and", [a, b, r]) => all_of(of, of.truth(r)?, &[of.truth(a)?, of.truth(b)?])?,
        ("bool_or", [a, b, r]) => any_of(of, of.truth(r)?, &[of.truth(a)?, of.truth(b)?])?,
        ("bool_xor", [a, b]) => {
            let (a, b) = (of.weight(a)?, of.weight(b)?);
            of.model.different(a, b)?;
        }
        ("bool_xor", [a, b, r]) => {
            let (a, b, r) = (of.weight(a)?, of.weight(b)?, of.bool(r)?);
            of.model.reify(r, Comparison::different(a, b))?;
        }
        ("array_bool_and", [terms, r]) => all_of(of, of.truth(r)?, &of.truths(terms)?)?,
        ("array_bool_or", [terms, r]) => any_of(of, of.truth(r)?, &of.truths(terms)?)?,
        ("array_bool_xor", [terms]) => odd(of, terms)?,
        ("bool_clause", [yes, no]) => any_of(of, BoolTerm::Known(true), &clause(of, yes, no)?)?,
        ("bool_clause_reif", [yes, no, r]) => any_of(of, of.truth(r)?, &clause(of, yes, no)?)?,
        ("set_in", [x, set]) => member(of, x, set, None)?,
        ("set_in_reif", [x, set, r]) => member(of, x, set, Some(r))?,
        _ => return Ok(false),
    }
    Ok(true)
}

/// The literals of a clause.
fn clause<'a>(
    of: &State<'a>,
    yes: &'a Term<'a>,
    no: &'a Term<'a>,
) -> Result<Vec<BoolTerm>, Refusal> {
    let mut clause = of.truths(yes)?;
    clause.extend(of.truths(no)?.into_iter().map(|b| !b));
    Ok(clause)
}

/// `r` is true exactly if all terms are. Where some of them are constants, this is a clause or nothing.
fn all_of(of: &mut State<'_>, r: BoolTerm, terms: &[BoolTerm]) -> Done {
    let holds = !terms.contains(&BoolTerm::Known(false));
    let open = terms.iter().filter_map(|term| match term {
        BoolTerm::Bool(b) => Some(*b),
        BoolTerm::Known(_) => None,
    });
    let model = &mut of.model;
    match (r, holds) {
        (BoolTerm::Bool(r), true) => model.all_of(r, &open.collect::<Vec<_>>())?,
        (BoolTerm::Bool(r), false) => model.clause(&[!r])?,
        (BoolTerm::Known(true), true) => {
            open.into_iter().try_for_each(|b| model.clause(&[b]))?;
        }
        (BoolTerm::Known(true), false) => model.clause(&[])?,
        (BoolTerm::Known(false), true) => model.clause(&open.map(|b| !b).collect::<Vec<_>>())?,
        (BoolTerm::Known(false), false) => {}
    }
    Ok(())
}

/// `r` is true exactly if one of the terms is.
fn any_of(of: &mut State<'_>, r: BoolTerm, terms: &[BoolTerm]) -> Done {
    all_of(of, !r, &terms.iter().map(|&term| !term).collect::<Vec<_>>())
}

/// An odd number of them holds.
fn odd<'a>(of: &mut State<'a>, terms: &'a Term<'a>) -> Done {
    let terms = of.elements(terms)?;
    let mut sum = Expr::default();
    for term in terms {
        sum = sum + of.weight(term)?;
    }
    let name = of.own_name("half");
    let half = of.model.int(name, 0..=terms.len() as i64 / 2)?;
    Ok(of.model.equal(sum, 2 * half + 1)?)
}

/// A number is one of a set, always or exactly if a variable is true.
fn member<'a>(
    of: &mut State<'a>,
    x: &'a Term<'a>,
    set: &'a Term<'a>,
    r: Option<&'a Term<'a>>,
) -> Done {
    let set = of.set(set)?;
    let r = match r.map(|r| of.truth(r)).transpose()? {
        None | Some(BoolTerm::Known(true)) => None,
        Some(BoolTerm::Known(false)) => Some(of.bool(&Term::Bool(false))?),
        Some(BoolTerm::Bool(r)) => Some(r),
    };
    match (set, r) {
        (Domain::Range(low, high), None) => {
            let x: Expr = of.whole(x)?.into();
            of.model.at_least(x.clone(), low)?;
            of.model.at_most(x, high)?;
        }
        (Domain::Set(values), None) => {
            let x = of.int(x)?;
            of.among(x, &values)?;
        }
        (Domain::Range(low, high), Some(r)) if high.saturating_sub(low) >= MAX_MEMBERS => {
            let x: Expr = of.whole(x)?.into();
            let (from, to) = (of.own_name("from"), of.own_name("to"));
            let from = of.model.truth(from, Comparison::at_least(x.clone(), low))?;
            let to = of.model.truth(to, Comparison::at_most(x, high))?;
            of.model.all_of(r, &[from, to])?;
        }
        (set, Some(r)) => {
            let values = match set {
                Domain::Range(low, high) => (low..=high).collect(),
                Domain::Set(values) => values,
            };
            let x = of.int(x)?;
            let is: Vec<Bool> =
                values.iter().map(|&v| of.model.is(x, v)).collect::<Result<_, _>>()?;
            of.model.any_of(r, &is)?;
        }
    }
    Ok(())
}

/// Arithmetic and elements of lists.
fn computed<'a>(
    of: &mut State<'a>,
    name: &str,
    arguments: &'a [Term<'a>],
) -> Result<bool, Refusal> {
    match (name, arguments) {
        ("int_plus", [x, y, z]) => {
            let (x, y, z): (Expr, Expr, Expr) =
                (of.whole(x)?.into(), of.whole(y)?.into(), of.whole(z)?.into());
            of.model.equal(x + y, z)?;
        }
        ("int_times", [x, y, z]) => times(of, x, y, z)?,
        ("int_div", [x, y, z]) => divided(of, [x, y, z], false)?,
        ("int_mod", [x, y, z]) => divided(of, [x, y, z], true)?,
        ("int_pow", [x, y, z]) => function(of, [x, y, z], power)?,
        ("int_abs", [x, y]) => {
            let (x, y) = (of.int(x)?, of.int(y)?);
            of.model.absolute(y, x)?;
        }
        ("int_max", [x, y, z]) => {
            let (both, z) = ([of.int(x)?, of.int(y)?], of.int(z)?);
            of.model.maximum(z, &both)?;
        }
        ("int_min", [x, y, z]) => {
            let (both, z) = ([of.int(x)?, of.int(y)?], of.int(z)?);
            of.model.minimum(z, &both)?;
        }
        ("array_int_maximum", [z, terms]) => {
            let (z, terms) = (of.int(z)?, of.ints(terms)?);
            of.model.maximum(z, &terms)?;
        }
        ("array_int_minimum", [z, terms]) => {
            let (z, terms) = (of.int(z)?, of.ints(terms)?);
            of.model.minimum(z, &terms)?;
        }
        ("array_int_element", [i, list, y]) => {
            let (i, list, y) = (of.int(i)?, of.numbers(list)?, of.int(y)?);
            element_of(of, i, &list, y)?;
        }
        ("array_bool_element", [i, list, y]) => {
            let (i, list, y) = (of.int(i)?, of.elements(list)?, of.bool(y)?);
            let mut holds = Vec::new();
            for (k, term) in (1..).zip(list) {
                if of.truth(term)? == BoolTerm::Known(true) {
                    holds.push(of.model.is(i, k)?);
                }
            }
            of.model.at_least(i, 1)?;
            of.model.at_most(i, list.len() as i64)?;
            of.model.any_of(y, &holds)?;
        }
        ("array_var_int_element", [i, list, y]) => {
            let (i, list, y) = (of.int(i)?, of.ints(list)?, of.int(y)?);
            element(of, i, &list, y)?;
        }
        ("array_var_bool_element", [i, list, y]) => {
            let (i, list, y) = (of.int(i)?, of.bools(list)?, of.bool(y)?);
            of.model.at_least(i, 1)?;
            of.model.at_most(i, list.len() as i64)?;
            for (k, b) in (1..).zip(list) {
                let here = of.model.is(i, k)?;
                of.model.clause(&[!here, !b, y])?;
                of.model.clause(&[!here, b, !y])?;
            }
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// y is the element of the list at i, counted from 1.
fn element_of(of: &mut State<'_>, i: Int, list: &[i64], y: Int) -> Done {
    let Some(&first) = list.first() else { return Ok(of.model.clause(&[])?) };
    of.model.at_least(i, 1)?;
    let list: Vec<i64> = [first].into_iter().chain(list.iter().copied()).collect();
    Ok(of.model.element_of(y, &list, i)?)
}

fn element(of: &mut State<'_>, i: Int, list: &[Int], y: Int) -> Done {
    let Some(&first) = list.first() else { return Ok(of.model.clause(&[])?) };
    of.model.at_least(i, 1)?;
    let list: Vec<Int> = [first].into_iter().chain(list.iter().copied()).collect();
    Ok(of.model.element(y, &list, i)?)
}

fn times<'a>(of: &mut State<'a>, x: &'a Term<'a>, y: &'a Term<'a>, z: &'a Term<'a>) -> Done {
    match (of.whole(x)?, of.whole(y)?) {
        (IntTerm::Number(c), other) | (other, IntTerm::Number(c)) => {
            let (product, z) = (c * Expr::from(other), of.whole(z)?);
            Ok(of.model.equal(product, z)?)
        }
        _ => {
            let (x, y, z) = (of.int(x)?, of.int(y)?, of.int(z)?);
            // Squares one by one remove more, if they are not too many.
            if x == y && values(&of.model.range(x)?) <= MAX_VALUES {
                return Ok(of.model.function(z, x, |x| x.checked_mul(x))?);
            }
            Ok(of.model.product(z, x, y)?)
        }
    }
}

/// The power x^y; `None` where it is undefined or passes 64 bits, so that no variable has it. For a negative exponent
/// it is one divided by a power, rounded towards 0.
fn power(x: i64, y: i64) -> Option<i64> {
    match x {
        0 => (y >= 0).then_some(i64::from(y == 0)),
        1 => Some(1),
        -1 => Some(if y % 2 == 0 { 1 } else { -1 }),
        _ if y < 0 => Some(0),
        _ => u32::try_from(y).ok().and_then(|y| x.checked_pow(y)),
    }
}

/// How many values a range has.
fn values(range: &RangeInclusive<i64>) -> u64 {
    range.end().abs_diff(*range.start()).saturating_add(1)
}

/// A function of two variables, where it has a value: as a table of its values.
fn function<'a>(
    of: &mut State<'a>,
    terms: [&'a Term<'a>; 3],
    value: impl Fn(i64, i64) -> Option<i64>,
) -> Done {
    let [x, z] = [of.int(terms[0])?, of.int(terms[2])?];
    if let IntTerm::Number(y) = of.whole(terms[1])? {
        return Ok(of.model.function(z, x, |x| value(x, y))?);
    }
    let y = of.int(terms[1])?;
    let [xs, ys, zs] = [of.model.range(x)?, of.model.range(y)?, of.model.range(z)?];
    if values(&xs).saturating_mul(values(&ys)) > MAX_PAIRS {
        return Err(Refusal::Expected("numbers with 200 000 pairs of values at most"));
    }
    // A variable that stands twice is equal to itself.
    if x == y {
        return Ok(of.model.function(z, x, |x| value(x, x))?);
    }
    let pairs = xs.flat_map(|x| ys.clone().map(move |y| (x, y)));
    let row = |(x, y)| value(x, y).filter(|z| zs.contains(z)).map(|z| [x, y, z]);
    if z == x || z == y {
        let rows =
            pairs.filter_map(row).filter(|r| if z == x { r[0] == r[2] } else { r[1] == r[2] });
        return Ok(of.model.table(&[x, y], rows.map(|[x, y, _]| [x, y]).collect::<Vec<_>>())?);
    }
    Ok(of.model.table(&[x, y, z], pairs.filter_map(row).collect::<Vec<_>>())?)
}

/// The quotient x / y or, with `rest`, the remainder, rounded towards 0: as a table if there are few values, otherwise
/// by a product.
fn divided<'a>(of: &mut State<'a>, [x, y, z]: [&'a Term<'a>; 3], rest: bool) -> Done {
    // Division by 0 has no result. A quotient that passes 64 bits is the value of no variable, its remainder is 0.
    let table = |x: i64, y: i64| match (y, rest) {
        (0, _) => None,
        (y, true) => Some(x.wrapping_rem(y)),
        (y, false) => x.checked_div(y),
    };
    let [xs, mut ys] = [of.between(x)?, of.between(y)?];
    let pairs = values(&xs).saturating_mul(values(&ys));
    let few = match ys.start() == ys.end() {
        true => pairs <= MAX_VALUES && of.may_tabulate(pairs),
        false => {
            pairs <= MAX_PAIRS
                && [&xs, &ys, &of.between(z)?].iter().all(|x| values(x) <= MAX_VALUES)
        }
    };
    if few {
        return function(of, [x, y, z], table);
    }
    if ys == (0..=0) {
        return Ok(of.model.clause(&[])?);
    }
    // Division by 0 has no result.
    if *ys.start() == 0 {
        of.model.at_least(Expr::from(of.whole(y)?), 1)?;
        ys = 1..=*ys.end();
    } else if *ys.end() == 0 {
        of.model.at_most(Expr::from(of.whole(y)?), -1)?;
        ys = *ys.start()..=-1;
    }
    // x = y * quotient + remainder, and the remainder is less than y and has the sign of x.
    let is_mixed = *ys.start() < 0 && *ys.end() > 0;
    let least = match is_mixed {
        true => 1,
        false => ys.start().unsigned_abs().min(ys.end().unsigned_abs()),
    };
    let size = |v: u64| i64::try_from(v).map_err(|_| ModelError::Overflow);
    let (top, least, most) = (size(farthest(&xs))?, size(least)?, size(farthest(&ys))?);
    let other = of.own_name("quotient");
    let reach = if rest { top / least } else { (most - 1).min(top) };
    let own = match rest {
        true => -reach..=reach,
        false => (if *xs.start() < 0 { -reach } else { 0 })..=reach,
    };
    let other = of.model.int(other, own)?;
    let z: Expr = of.whole(z)?.into();
    let (quotient, remainder) = if rest { (other.into(), z) } else { (z, Expr::from(other)) };
    let (x, y) = (Expr::from(of.whole(x)?), of.whole(y)?);
    let size: Expr = match is_mixed {
        true => {
            let name = of.own_name("size");
            let (size, y) = (of.model.int(name, 1..=most)?, of.variable(y.clone().into())?);
            of.model.absolute(size, y)?;
            size.into()
        }
        false => (if *ys.start() > 0 { 1 } else { -1 }) * Expr::from(y.clone()),
    };
    of.model.less_than(remainder.clone(), size.clone())?;
    of.model.less_than(-1 * remainder.clone(), size)?;
    match (*xs.start() < 0, *xs.end() > 0) {
        (false, _) => of.model.at_least(remainder.clone(), 0)?,
        (true, false) => of.model.at_most(remainder.clone(), 0)?,
        (true, true) => {
            let name = of.own_name("sign");
            let positive = of.model.truth(name, Comparison::at_least(x.clone(), 0))?;
            let up = Comparison::at_least(remainder.clone(), 0);
            let down = Comparison::at_most(remainder.clone(), 0);
            of.model.when(positive, up)?;
            of.model.when(!positive, down)?;
        }
    }
    match y {
        IntTerm::Number(y) => Ok(of.model.equal(y * quotient + remainder, x)?),
        y => {
            let quotient = of.variable(quotient)?;
            let y = of.variable(y.into())?;
            let product = of.own_name("product");
            let product = of.model.int(product, -top..=top)?;
            of.model.product(product, quotient, y)?;
            Ok(of.model.equal(product + remainder, x)?)
        }
    }
}

/// The greatest distance from 0 in a range.
fn farthest(range: &RangeInclusive<i64>) -> u64 {
    range.start().unsigned_abs().max(range.end().unsigned_abs())
}
