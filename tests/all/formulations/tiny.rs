//! A tiny solver for models: bounds of sums, and enumeration of values. Shares nothing with writers or networks.

use clew::formulation::{Constraint, Model, Relation, Row, Var};

/// Whether values satisfy every constraint and every bound; otherwise which one they break.
pub fn holds(model: &Model, values: &[i64]) -> Result<(), String> {
    assert_eq!(values.len(), model.variables().len(), "a value a variable");
    for (v, &value) in model.variables().iter().zip(values) {
        if value < v.low || value > v.high {
            return Err(format!("{} = {value}", v.name));
        }
    }
    let is = |var: Var| values[var.number()];
    for constraint in model.constraints() {
        let (held, name) = match constraint {
            Constraint::Row(row) => (row_holds(row, &is), row.name.clone()),
            Constraint::AllDifferent(of) => {
                let mut seen: Vec<i64> = of.iter().map(|&var| is(var)).collect();
                seen.sort_unstable();
                seen.dedup();
                (seen.len() == of.len(), "all_different".into())
            }
            Constraint::Count { of, like, times } => {
                let equal = of.iter().filter(|&&var| is(var) == is(*like)).count() as i64;
                (equal == *times, format!("count {}", model.name(*like)))
            }
            Constraint::Table([a, b], table) => {
                let pair = [is(*a), is(*b)];
                (model.pairs(*table).contains(&pair), format!("table {pair:?}"))
            }
            Constraint::NotAll(terms) => {
                (terms.iter().any(|&(value, var)| is(var) != value), "not all".into())
            }
        };
        if !held {
            return Err(name);
        }
    }
    Ok(())
}

/// Whether a row holds.
pub fn row_holds(row: &Row, is: &dyn Fn(Var) -> i64) -> bool {
    let sum: i64 = row.terms.iter().map(|&(k, var)| k * is(var)).sum();
    let products: i64 = row.products.iter().map(|&(k, a, b)| k * is(a) * is(b)).sum();
    compare(sum + products, row.relation, row.constant)
}

pub fn compare(left: i64, relation: Relation, right: i64) -> bool {
    match relation {
        Relation::Most => left <= right,
        Relation::Equal => left == right,
        Relation::Least => left >= right,
    }
}

/// All assignments of the variables that distinguish solutions which can be extended to the other variables; each with
/// one completion.
pub fn solutions(model: &Model, telling: &[Var]) -> Vec<Vec<i64>> {
    let domains = model.variables().iter().map(|v| [v.low, v.high]).collect();
    let mut order: Vec<usize> = telling.iter().map(|var| var.number()).collect();
    let many = order.len();
    order
        .extend((0..model.variables().len()).filter(|i| !telling.iter().any(|v| v.number() == *i)));
    let mut search = Search { model, order, many, found: Vec::new() };
    search.go(domains);
    search.found
}

struct Search<'a> {
    model: &'a Model,
    /// Variables in the order in which they are tried.
    order: Vec<usize>,
    /// How many of them distinguish solutions.
    many: usize,
    found: Vec<Vec<i64>>,
}

impl Search<'_> {
    /// Searches the subtree; returns whether it contains a solution.
    fn go(&mut self, mut domains: Vec<[i64; 2]>) -> bool {
        if !self.narrow(&mut domains) {
            return false;
        }
        let open = self.order.iter().position(|&i| domains[i][0] < domains[i][1]);
        let Some(open) = open else {
            let values: Vec<i64> = domains.iter().map(|d| d[0]).collect();
            let good = holds(self.model, &values).is_ok();
            if good {
                self.found.push(values);
            }
            return good;
        };
        let i = self.order[open];
        let mut any = false;
        for value in domains[i][0]..=domains[i][1] {
            let mut below = domains.clone();
            below[i] = [value, value];
            any |= self.go(below);
            if any && open >= self.many {
                return true;
            }
        }
        any
    }

    /// Narrows bounds by the rows until nothing changes.
    fn narrow(&self, domains: &mut [[i64; 2]]) -> bool {
        loop {
            let mut changed = false;
            for constraint in self.model.constraints() {
                match constraint {
                    Constraint::Row(row) => match narrow_row(row, domains) {
                        None => return false,
                        Some(did) => changed |= did,
                    },
                    Constraint::AllDifferent(of) => {
                        let fixed = |v: &Var| {
                            let d = domains[v.number()];
                            (d[0] == d[1]).then_some(d[0])
                        };
                        let mut seen: Vec<i64> = of.iter().filter_map(fixed).collect();
                        let n = seen.len();
                        seen.sort_unstable();
                        seen.dedup();
                        if seen.len() < n {
                            return false;
                        }
                    }
                    Constraint::Table(two, table) => {
                        let [a, b] = two.map(|v| domains[v.number()]);
                        let inside = |d: [i64; 2], x: i64| d[0] <= x && x <= d[1];
                        let mut pairs = self.model.pairs(*table).iter();
                        if !pairs.any(|&[x, y]| inside(a, x) && inside(b, y)) {
                            return false;
                        }
                    }
                    Constraint::Count { .. } | Constraint::NotAll(_) => {}
                }
            }
            if !changed {
                return true;
            }
        }
    }
}

/// `None`: the row cannot hold. Otherwise whether a bound was narrowed.
fn narrow_row(row: &Row, domains: &mut [[i64; 2]]) -> Option<bool> {
    let ends =
        |k: i64, d: [i64; 2]| if k > 0 { [k * d[0], k * d[1]] } else { [k * d[1], k * d[0]] };
    let mut sum = [0, 0];
    for &(k, var) in &row.terms {
        let e = ends(k, domains[var.number()]);
        sum = [sum[0] + e[0], sum[1] + e[1]];
    }
    for &(k, a, b) in &row.products {
        // All variables of products are Booleans here.
        let (a, b) = (domains[a.number()], domains[b.number()]);
        let e = ends(k, [a[0] * b[0], a[1] * b[1]]);
        sum = [sum[0] + e[0], sum[1] + e[1]];
    }
    let least = row.relation != Relation::Most;
    let most = row.relation != Relation::Least;
    if least && sum[1] < row.constant || most && sum[0] > row.constant {
        return None;
    }
    let mut changed = false;
    for &(k, var) in &row.terms {
        let d = &mut domains[var.number()];
        let e = ends(k, *d);
        // The bounds that the other terms leave for this one.
        let (low, high) = (row.constant - (sum[1] - e[1]), row.constant - (sum[0] - e[0]));
        let mut narrowed = *d;
        for value in d[0]..=d[1] {
            let bad = least && k * value < low || most && k * value > high;
            if !bad {
                narrowed[0] = value;
                break;
            }
        }
        for value in (d[0]..=d[1]).rev() {
            let bad = least && k * value < low || most && k * value > high;
            if !bad {
                narrowed[1] = value;
                break;
            }
        }
        if narrowed != *d {
            // The sums are those of the wider domains before, so consequences of them are still true.
            *d = narrowed;
            changed = true;
        }
    }
    Some(changed)
}
