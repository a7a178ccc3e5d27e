//! Numbers of occurrences of values, and tables with wildcards.

use crate::case::{Case, check};
use clew::model::{Model, ModelError};
use rand::RngExt;

#[test]
fn counts() {
    check(|rng| {
        let mut case = Case::new(rng, 2..=4, 4, 0..=2);
        let (xs, y, n) = (case.some(rng, 0..=4), case.any(rng), case.any(rng));
        let (list, of) = (case.handles(&xs), case.ints[y]);
        let (b, is) = case.literal(rng);
        let sum = case.ints[n] + b - 1;
        let values: Vec<i64> =
            (0..rng.random_range(1..4)).map(|_| rng.random_range(-3..4)).collect();
        let kind = rng.random_range(0..3);
        match kind {
            0 => case.model.count_of(&list, values[0], sum)?,
            1 => case.model.among(&list, &values, sum)?,
            _ => case.model.count_equal(&list, of, sum)?,
        }
        case.label = format!("{} kind {kind} {xs:?} {values:?} {y} {n}", case.label);
        case.means(move |p| {
            let counted = |v: i64| match kind {
                0 => v == values[0],
                1 => values.contains(&v),
                _ => v == p.0[y],
            };
            let found = xs.iter().filter(|&&x| counted(p.0[x])).count() as i64;
            found == p.0[n] + i64::from(is(p)) - 1
        });
        Ok(case)
    });
}

#[test]
fn cardinalities() {
    check(|rng| {
        let mut case = Case::new(rng, 2..=5, 4, 0..=0);
        let xs = case.some(rng, 1..=4);
        let first = rng.random_range(-2..2);
        let values: Vec<i64> = (first..first + rng.random_range(1..4)).collect();
        let counts: Vec<usize> = values.iter().map(|_| case.any(rng)).collect();
        case.model.cardinality(&case.handles(&xs), &values, &case.handles(&counts))?;
        case.label = format!("{} {xs:?} {values:?} {counts:?}", case.label);
        case.means(move |p| {
            let found = |v: i64| xs.iter().filter(|&&x| p.0[x] == v).count() as i64;
            values.iter().zip(&counts).all(|(&v, &n)| found(v) == p.0[n])
        });
        Ok(case)
    });
}

#[test]
fn tables_with_stars() {
    check(|rng| {
        let mut case = Case::new(rng, 1..=4, 4, 0..=0);
        let xs = case.some(rng, 1..=4);
        let rows: Vec<Vec<Option<i64>>> = (0..rng.random_range(1..7))
            .map(|_| {
                let place = |_: &usize| (!rng.random_bool(0.4)).then(|| rng.random_range(-2..4));
                xs.iter().map(place).collect()
            })
            .collect();
        case.model.table_with_stars(&case.handles(&xs), &rows)?;
        case.means(move |p| {
            let agrees = |(&x, v): (&usize, &Option<i64>)| v.is_none_or(|v| p.0[x] == v);
            rows.iter().any(|row| xs.iter().zip(row).all(agrees))
        });
        Ok(case)
    });
}

#[test]
fn lists_are_checked() -> Result<(), ModelError> {
    let mut m = Model::new();
    let x = m.ints("x", 2, 0..=3)?;
    let twice = m.cardinality(&x, &[1, 1], &x).expect_err("a value is given twice");
    assert_eq!(twice.to_string(), "cardinality: the value 1 is given twice");
    assert!(m.cardinality(&x, &[1], &x).is_err());
    assert!(m.table_with_stars(&x, [[None]]).is_err());
    let negative = m.cumulative(&x, &[1, -1], &[1, 1], 1).expect_err("a length below 0");
    assert_eq!(negative.to_string(), "cumulative: -1 is negative");
    Ok(())
}
