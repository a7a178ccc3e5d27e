//! How long before the end of all things something has begun: tails, from rows between two variables.

use clew_puzzle::formulation::{Model, Relation, Row, Var};
use rustc_hash::FxHashMap;

/// Rows of more terms are passed over.
const MOST_TERMS: usize = 4;
/// Steps of the longest paths for each difference.
const ROUNDS: usize = 8;

/// A variable that others stay below, as the last end of jobs.
#[derive(Clone, Debug)]
pub(crate) struct Horizon {
    pub end: Var,
    tails: FxHashMap<Var, i64>,
}

/// By a variable those that stay below it, with the least distance.
pub(crate) type Differences = FxHashMap<Var, Vec<(Var, i64)>>;

/// The differences of two variables that rows demand, with the other terms of a row at their least.
pub(crate) fn differences(of: &Model) -> Differences {
    let mut all = Differences::default();
    for constraint in of.constraints() {
        let Ok(row) = constraint.row() else { continue };
        if row.terms.len() < 2 || row.terms.len() > MOST_TERMS || !row.products.is_empty() {
            continue;
        }
        for sign in [1, -1] {
            let holds = match row.relation {
                Relation::Most => sign == 1,
                Relation::Least => sign == -1,
                Relation::Equal => true,
            };
            if holds {
                note(of, row, sign, &mut all);
            }
        }
    }
    all
}

/// The differences of a row `sign` times which is at most `sign` times its constant.
fn note(of: &Model, row: &Row, sign: i64, all: &mut Differences) {
    let least = |&(c, var): &(i64, Var)| {
        let v = of.variable(var);
        let c = i128::from(sign * c);
        (c * i128::from(v.low)).min(c * i128::from(v.high))
    };
    let total: i128 = row.terms.iter().map(least).sum();
    for x in row.terms.iter().filter(|term| sign * term.0 == 1) {
        for y in row.terms.iter().filter(|term| sign * term.0 == -1) {
            // x - y is at most the constant without the least of the others.
            let most = i128::from(sign * row.constant) - (total - least(x) - least(y));
            if let Ok(most) = i64::try_from(most) {
                all.entry(y.1).or_default().push((x.1, most.saturating_neg()));
            }
        }
    }
}

impl Horizon {
    /// The variables that stay below this one, by longest paths over differences.
    pub fn new(end: Var, differences: &Differences) -> Horizon {
        let count: usize = differences.values().map(Vec::len).sum();
        let mut tails = FxHashMap::from_iter([(end, 0i64)]);
        let mut open = std::collections::VecDeque::from([end]);
        // Where differences contradict each other, paths have no end; each prefix of them is a consequence.
        let mut left = ROUNDS * (1 + count);
        while let Some(y) = open.pop_front() {
            let tail = tails[&y];
            for &(x, distance) in differences.get(&y).map_or(&[][..], |below| below) {
                left = left.saturating_sub(1);
                let longer = tail.saturating_add(distance);
                if left > 0 && tails.get(&x).is_none_or(|old| *old < longer) {
                    tails.insert(x, longer);
                    open.push_back(x);
                }
            }
        }
        Horizon { end, tails }
    }

    /// By how much a variable is at least below the end; `None` if that is not known.
    pub fn tail(&self, of: Var) -> Option<i64> {
        self.tails.get(&of).copied()
    }
}
