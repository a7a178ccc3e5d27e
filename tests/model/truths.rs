//! Truth values that stand for values of variables, for each other, or for the same comparison.

use crate::case::{Case, Point, Test, check};
use clew::model::{Bool, Comparison, Expr};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

/// A literal of the model's own and its meaning.
fn own(case: &Case, rng: &mut ChaCha8Rng) -> (Bool, Test) {
    let (k, negated) = (rng.random_range(0..case.bools.len()), rng.random_bool(0.4));
    let b = case.bools[k];
    (if negated { !b } else { b }, Box::new(move |p: &Point| p.1[k] != negated))
}

#[test]
fn truth_values_that_others_define() {
    check(|rng| {
        let mut case = Case::new(rng, 1..=3, 4, 2..=5);
        for _ in 0..rng.random_range(2..7) {
            let ((a, is_a), (b, is_b)) = (own(&case, rng), own(&case, rng));
            let (i, j, k) = (case.any(rng), case.any(rng), rng.random_range(-3..4));
            let (x, y) = (case.ints[i], case.ints[j]);
            let (c, d) = (rng.random_range(-2..3), rng.random_range(-2..3));
            match rng.random_range(0..9) {
                0 => {
                    case.model.reify(a, Comparison::equal(c * x, k))?;
                    case.means(move |p| is_a(p) == (c * p.0[i] == k));
                }
                1 => {
                    case.model.reify(a, Comparison::different(x, k))?;
                    case.means(move |p| is_a(p) == (p.0[i] != k));
                }
                2 => {
                    // The same comparison twice, or its contrary, with other coefficients.
                    case.model.reify(a, Comparison::at_most(c * x + d * y, k))?;
                    case.model.reify(b, Comparison::at_most(2 * k + 1, 2 * c * x + 2 * d * y))?;
                    let holds = move |p: &Point| c * p.0[i] + d * p.0[j] <= k;
                    case.means(move |p| is_a(p) == holds(p) && is_b(p) != holds(p));
                }
                3 => {
                    case.model.reify(a, Comparison::equal(x, y))?;
                    case.model.reify(b, Comparison::different(y, x))?;
                    case.means(move |p| is_a(p) == (p.0[i] == p.0[j]) && is_b(p) != is_a(p));
                }
                4 => {
                    case.model.equal(c * a, c * b)?;
                    case.means(move |p| c == 0 || is_a(p) == is_b(p));
                }
                5 => {
                    case.model.different(a, b)?;
                    case.means(move |p| is_a(p) != is_b(p));
                }
                6 => {
                    case.model.clause(&[a, b])?;
                    case.model.clause(&[!b, !a])?;
                    case.means(move |p| is_a(p) != is_b(p));
                }
                7 => {
                    let low = case.ranges[i].0;
                    case.model.channel(x, low, &[a, b])?;
                    let at = move |p: &Point| p.0[i] - low;
                    case.means(move |p| {
                        at(p) < 2 && is_a(p) == (at(p) == 0) && is_b(p) == (at(p) == 1)
                    });
                }
                _ => {
                    // Sums in which literals meet that may be equal, contrary, or values of a variable that is there too.
                    let (f, is_f) = case.literal(rng);
                    let sum: Expr = c * a + d * b + 2 * f - x;
                    case.model.at_most(sum, k)?;
                    let truth = |b: bool| i64::from(b);
                    case.means(move |p| {
                        c * truth(is_a(p)) + d * truth(is_b(p)) + 2 * truth(is_f(p)) - p.0[i] <= k
                    });
                }
            }
        }
        Ok(case)
    });
}
