//! Maximum and minimum, products, absolute values, elements of lists.

use crate::case::{Case, check};
use rand::RngExt;

#[test]
fn the_largest_and_the_smallest() {
    check(|rng| {
        let mut case = Case::new(rng, 2..=4, 5, 0..=0);
        let (y, xs, largest) = (case.any(rng), case.some(rng, 1..=4), rng.random_bool(0.5));
        let (of, list) = (case.ints[y], case.handles(&xs));
        let m = &mut case.model;
        if largest {
            m.maximum(of, &list)?
        } else {
            m.minimum(of, &list)?
        };
        case.means(move |p| {
            let all = xs.iter().map(|&i| p.0[i]);
            Some(p.0[y]) == if largest { all.max() } else { all.min() }
        });
        Ok(case)
    });
}

#[test]
fn products() {
    check(|rng| {
        let mut case = Case::new(rng, 1..=3, 8, 0..=0);
        let (x, y, z) = (case.any(rng), case.any(rng), case.any(rng));
        case.model.product(case.ints[z], case.ints[x], case.ints[y])?;
        case.means(move |p| p.0[z] == p.0[x] * p.0[y]);
        Ok(case)
    });
}

#[test]
fn absolute_values() {
    check(|rng| {
        let mut case = Case::new(rng, 1..=3, 6, 0..=0);
        let (x, y) = (case.any(rng), case.any(rng));
        case.model.absolute(case.ints[y], case.ints[x])?;
        case.means(move |p| p.0[y] == p.0[x].abs());
        Ok(case)
    });
}

#[test]
fn elements_of_numbers() {
    check(|rng| {
        let mut case = Case::new(rng, 1..=3, 5, 0..=0);
        let (i, y) = (case.any(rng), case.any(rng));
        let list: Vec<i64> = (0..rng.random_range(1..6)).map(|_| rng.random_range(-2..4)).collect();
        case.model.element_of(case.ints[y], &list, case.ints[i])?;
        case.means(move |p| {
            usize::try_from(p.0[i]).ok().and_then(|i| list.get(i)) == Some(&p.0[y])
        });
        Ok(case)
    });
}

#[test]
fn elements_of_variables() {
    check(|rng| {
        let mut case = Case::new(rng, 2..=4, 4, 0..=0);
        let (i, y, xs) = (case.any(rng), case.any(rng), case.some(rng, 1..=4));
        case.model.element(case.ints[y], &case.handles(&xs), case.ints[i])?;
        case.means(move |p| {
            usize::try_from(p.0[i]).ok().and_then(|i| xs.get(i)).is_some_and(|&x| p.0[x] == p.0[y])
        });
        Ok(case)
    });
}
