//! Comparisons under conditions.

use crate::case::{Case, Point, check};
use clew::model::{Comparison, Expr, Model, ModelError};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

/// The value of a sum at a point.
type Value = Box<dyn Fn(&Point) -> i64>;

/// A random sum and its value.
fn sum(case: &mut Case, rng: &mut ChaCha8Rng) -> (Expr, Value) {
    let constant = rng.random_range(-3..4);
    let mut e = Expr::from(constant);
    let mut terms: Vec<(i64, Value)> = Vec::new();
    for _ in 0..rng.random_range(0..3) {
        let c = rng.random_range(-2..3);
        if rng.random_bool(0.8) {
            let i = case.any(rng);
            e = e + c * case.ints[i];
            terms.push((c, Box::new(move |p| p.0[i])));
        } else {
            let (b, is) = case.literal(rng);
            e = e + c * b;
            terms.push((c, Box::new(move |p| i64::from(is(p)))));
        }
    }
    (e, Box::new(move |p| constant + terms.iter().map(|(c, t)| c * t(p)).sum::<i64>()))
}

#[test]
fn comparisons_under_conditions() {
    check(|rng| {
        let mut case = Case::new(rng, 1..=3, 5, 0..=2);
        for _ in 0..rng.random_range(1..4) {
            let (b, is) = case.literal(rng);
            // Sometimes one or two variables with coefficients of 1, for which values are stated.
            let ((a, va), (c, vc)) = if rng.random_bool(0.5) {
                (sum(&mut case, rng), sum(&mut case, rng))
            } else {
                let (i, j, k, zero) =
                    (case.any(rng), case.any(rng), rng.random_range(-2..3), rng.random_bool(0.3));
                let (x, y) = (Expr::from(case.ints[i]), case.ints[j] + k);
                let right = if zero { Expr::from(k) } else { y };
                let one: Value = Box::new(move |p| p.0[i]);
                let two: Value = Box::new(move |p| if zero { k } else { p.0[j] + k });
                ((x, one), (right, two))
            };
            let (comparison, test): (_, fn(i64, i64) -> bool) = match rng.random_range(0..5) {
                0 => (Comparison::equal(a, c), |a, b| a == b),
                1 => (Comparison::different(a, c), |a, b| a != b),
                2 => (Comparison::at_most(a, c), |a, b| a <= b),
                3 => (Comparison::at_least(a, c), |a, b| a >= b),
                _ => (Comparison::less_than(a, c), |a, b| a < b),
            };
            if rng.random_bool(0.5) {
                case.model.when(b, comparison)?;
                case.means(move |p| !is(p) || test(va(p), vc(p)));
            } else {
                case.model.reify(b, comparison)?;
                case.means(move |p| is(p) == test(va(p), vc(p)));
            }
        }
        Ok(case)
    });
}

#[test]
fn all_and_any() {
    check(|rng| {
        let mut case = Case::new(rng, 1..=2, 3, 2..=4);
        let (b, is) = case.literal(rng);
        let others: Vec<_> = (0..rng.random_range(0..4)).map(|_| case.literal(rng)).collect();
        let lits: Vec<_> = others.iter().map(|other| other.0).collect();
        let all = rng.random_bool(0.5);
        if all {
            case.model.all_of(b, &lits)?
        } else {
            case.model.any_of(b, &lits)?
        };
        case.means(move |p| {
            let mut others = others.iter().map(|other| other.1(p));
            is(p) == if all { others.all(|o| o) } else { others.any(|o| o) }
        });
        Ok(case)
    });
}

#[test]
fn a_wide_range_under_a_condition() -> Result<(), ModelError> {
    let mut m = Model::new();
    let (b, x, y) = (m.bool("b")?, m.int("x", -30_000..=30_000)?, m.int("y", 0..=60_000)?);
    m.when(b, Comparison::equal(3 * x, y + 60_000))?;
    m.when(!b, Comparison::equal(x + y, -30_000))?;
    m.reify(b, Comparison::at_least(y, 30_000))?;
    assert_eq!(m.count(&Default::default())?.count, 2u32.into());
    Ok(())
}

#[test]
fn what_cannot_be_compared_leaves_no_variable() -> Result<(), ModelError> {
    let mut m = Model::new();
    let x = m.int("x", 0..=9)?;
    let huge = Comparison::at_most(i64::MAX * x, 1);
    assert_eq!(m.truth("b", huge), Err(ModelError::Overflow));
    assert!(m.bool("b").is_ok(), "the name is free");
    Ok(())
}
