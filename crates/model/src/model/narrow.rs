//! Smaller ranges of variables, by the sums and chains that they stand in.

use super::expr::{Operand, Relation};
use super::rules::Rule;
use super::statement::Statement;
use super::variables::{IntDef, Variables};

/// Rounds over all sums: definitions that stand in the wrong order settle in a few.
const ROUNDS: usize = 20;
/// The most terms that are looked at in all rounds together.
const MOST: usize = 1 << 23;

impl Statement {
    /// Makes ranges of variables smaller where sums and chains have no solution beyond. The solutions stay the same. At
    /// most some million terms are looked at.
    pub fn narrow(&mut self) {
        let mut looked = 0;
        for _ in 0..ROUNDS {
            let mut changed = false;
            for rule in &self.rules {
                looked += rule.size();
                changed |= match rule {
                    Rule::Linear { terms, relation, bound } => {
                        sum(&mut self.variables, terms, *relation, *bound)
                    }
                    Rule::Chain { xs, strict } => chain(&mut self.variables.ints, xs, *strict),
                    _ => false,
                };
                if looked > MOST {
                    return;
                }
            }
            if !changed {
                return;
            }
        }
    }
}

/// Narrows a range, unless nothing would be left of it: propagation finds that. Whether it changed.
fn keep(x: &mut IntDef, low: i128, high: i128) -> bool {
    let (low, high) = (low.max(x.low.into()), high.min(x.high.into()));
    if low > high || (low, high) == (x.low.into(), x.high.into()) {
        return false;
    }
    // Both lie within the old range.
    (x.low, x.high) = (low as i64, high as i64);
    true
}

fn chain(ints: &mut [IntDef], xs: &[u32], strict: bool) -> bool {
    let step = i128::from(strict);
    let mut changed = false;
    for w in xs.windows(2) {
        let least = i128::from(ints[w[0] as usize].low) + step;
        changed |= keep(&mut ints[w[1] as usize], least, i128::MAX);
    }
    for w in xs.windows(2).rev() {
        let most = i128::from(ints[w[1] as usize].high) - step;
        changed |= keep(&mut ints[w[0] as usize], i128::MIN, most);
    }
    changed
}

fn sum(of: &mut Variables, terms: &[(i64, Operand)], relation: Relation, bound: i64) -> bool {
    let equal = match relation {
        Relation::Different => return false,
        Relation::Equal => true,
        Relation::AtMost => false,
    };
    let (least, most) = of.range(terms);
    let bound = i128::from(bound);
    let mut changed = false;
    for &(c, x) in terms {
        let Operand::Int(x) = x else { continue };
        let x = &mut of.ints[x as usize];
        let c = i128::from(c);
        let (a, b) = (c * i128::from(x.low), c * i128::from(x.high));
        // c x is at most the bound minus the least of the others, and in an equation at least the bound minus their most.
        let most_of_it = bound - (least - a.min(b));
        let least_of_it = if equal { bound - (most - a.max(b)) } else { i128::MIN / 4 };
        let (low, high) = match c > 0 {
            true => (div_up(least_of_it, c), div_down(most_of_it, c)),
            false => (div_up(most_of_it, c), div_down(least_of_it, c)),
        };
        changed |= keep(x, low, high);
    }
    changed
}

/// The quotient, rounded down.
fn div_down(a: i128, b: i128) -> i128 {
    let q = a / b;
    if a % b != 0 && (a < 0) != (b < 0) { q - 1 } else { q }
}

/// The quotient, rounded up.
fn div_up(a: i128, b: i128) -> i128 {
    -div_down(-a, b)
}

#[cfg(test)]
mod tests {
    use crate::model::{Expr, Model, Options};

    /// Random sums and chains have the same solutions, and ranges become smaller.
    #[test]
    fn the_solutions_stay() {
        let mut random = 7u64;
        let mut draw = |n: i64| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            (random % n.unsigned_abs()) as i64
        };
        let mut smaller = 0;
        for _ in 0..300 {
            let mut m = Model::new();
            let xs: Vec<_> = (0..4)
                .map(|i| {
                    let low = draw(7) - 3;
                    m.int(format!("x{i}"), low..=low + draw(6)).expect("a range")
                })
                .collect();
            let ranges: Vec<_> = xs.iter().map(|&x| m.range(x).expect("its own")).collect();
            let mut sums = Vec::new();
            for _ in 0..3 {
                let c: Vec<i64> = (0..4).map(|_| draw(7) - 3).collect();
                let (bound, equal) = (draw(9) - 4, draw(2) == 0);
                let sum = c.iter().zip(&xs).map(|(&c, &x)| c * x).sum::<Expr>();
                if equal { m.equal(sum, bound) } else { m.at_most(sum, bound) }
                    .expect("small numbers");
                sums.push((c, bound, equal));
            }
            let mut all = vec![Vec::new()];
            for range in &ranges {
                all = all
                    .iter()
                    .flat_map(|s: &Vec<i64>| range.clone().map(move |v| [&s[..], &[v]].concat()))
                    .collect();
            }
            all.retain(|s| {
                sums.iter().all(|(c, bound, equal)| {
                    let sum: i64 = c.iter().zip(s).map(|(c, v)| c * v).sum();
                    if *equal { sum == *bound } else { sum <= *bound }
                })
            });
            let mut statement = m.statement.clone();
            statement.narrow();
            for s in &all {
                for (x, v) in statement.variables.ints.iter().zip(s) {
                    assert!((x.low..=x.high).contains(v), "{s:?} is lost");
                }
            }
            smaller += u32::from(statement != m.statement);
            assert_eq!(
                m.count(&Options::default()).expect("a small model").count,
                all.len().into()
            );
        }
        assert!(smaller > 100, "{smaller}");
    }
}
