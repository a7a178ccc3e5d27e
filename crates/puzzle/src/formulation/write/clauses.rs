//! Sums of Booleans as clauses: the decision diagram of a sum, one Boolean per node.
//!
//! Source: N. Eén, N. Sörensson, "Translating Pseudo-Boolean Constraints into SAT", 2006; that two clauses per node are
//! enough, since they only have to lead downwards: I. Abío, R. Nieuwenhuis, A. Oliveras, E. Rodríguez-Carbonell, "BDDs
//! for Pseudo-Boolean Constraints - Revisited", 2011. Nodes are made layer by layer, one for each bound that is left
//! there, without recursion.

use std::collections::BTreeMap;

/// A literal of DIMACS: a number from 1, negative if it is negated.
pub(super) type Literal = i64;

/// The remaining constraint after some term.
enum Rest {
    Holds,
    Fails,
    Node(Literal),
}

/// Clauses, and the number of their Booleans.
#[derive(Debug, Default)]
pub(super) struct Clauses {
    pub list: Vec<Vec<Literal>>,
    pub booleans: i64,
}

impl Clauses {
    /// Adds that the sum of factor times literal is at most `bound`. Size and time: the number of
    /// terms times the number of bounds that can be left.
    pub fn at_most(&mut self, terms: &[(i64, Literal)], bound: i64) {
        // A negative factor: the literal is negated, and the bound is raised by the absolute factor.
        let mut slack = bound;
        let mut items: Vec<(i64, Literal)> = Vec::with_capacity(terms.len());
        for &(factor, literal) in terms.iter().filter(|(factor, _)| *factor != 0) {
            items.push(if factor > 0 { (factor, literal) } else { (-factor, -literal) });
            slack -= factor.min(0);
        }
        items.sort_by_key(|&(factor, _)| std::cmp::Reverse(factor));
        let total: i64 = items.iter().map(|(factor, _)| factor).sum();
        if total <= slack {
            return;
        }
        if slack < 0 {
            self.list.push(Vec::new());
            return;
        }
        let least = items.last().map_or(0, |(factor, _)| *factor);
        if total - least <= slack {
            // Only the sum of all terms exceeds the bound.
            self.list.push(items.iter().map(|&(_, literal)| -literal).collect());
            return;
        }
        // The remaining bounds before a term, each with its node; the first one needs none.
        let mut layer: BTreeMap<i64, Option<Literal>> = BTreeMap::new();
        layer.insert(slack, None);
        let mut rest = total;
        for (factor, literal) in items {
            rest -= factor;
            let mut below: BTreeMap<i64, Option<Literal>> = BTreeMap::new();
            for (left, node) in layer {
                let premise: Vec<Literal> = node.iter().map(|node| -node).collect();
                self.leads(&premise, left, rest, &mut below);
                let premise = [&premise[..], &[-literal]].concat();
                self.leads(&premise, left - factor, rest, &mut below);
            }
            layer = below;
        }
    }

    /// The clause "premise, or the terms below, which add up to `rest`, satisfy this bound".
    fn leads(
        &mut self,
        premise: &[Literal],
        left: i64,
        rest: i64,
        below: &mut BTreeMap<i64, Option<Literal>>,
    ) {
        let target = match left {
            left if left >= rest => Rest::Holds,
            left if left < 0 => Rest::Fails,
            left => {
                let booleans = &mut self.booleans;
                let node = below.entry(left).or_insert_with(|| {
                    *booleans += 1;
                    Some(*booleans)
                });
                node.map_or(Rest::Holds, Rest::Node)
            }
        };
        match target {
            Rest::Holds => {}
            Rest::Fails => self.list.push(premise.to_vec()),
            Rest::Node(node) => self.list.push([premise, &[node]].concat()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the clauses can be satisfied with these truth values of the first Booleans.
    fn satisfiable(clauses: &Clauses, fixed: &[bool]) -> bool {
        let mut truth: Vec<Option<bool>> = vec![None; clauses.booleans as usize + 1];
        for (i, &is) in fixed.iter().enumerate() {
            truth[i + 1] = Some(is);
        }
        // Unit propagation decides it: nodes only lead downwards.
        loop {
            let mut changed = false;
            for clause in &clauses.list {
                let value = |l: &Literal| truth[l.unsigned_abs() as usize].map(|t| t == (*l > 0));
                if clause.iter().any(|l| value(l) == Some(true)) {
                    continue;
                }
                let open: Vec<Literal> =
                    clause.iter().copied().filter(|l| value(l).is_none()).collect();
                match open[..] {
                    [] => return false,
                    [one] => {
                        truth[one.unsigned_abs() as usize] = Some(one > 0);
                        changed = true;
                    }
                    _ => {}
                }
            }
            if !changed {
                return true;
            }
        }
    }

    #[test]
    fn a_sum_is_what_its_clauses_say() {
        let sums: [&[i64]; 6] = [
            &[1, 1, 1, 1],
            &[2, -3, 1, 5, -1],
            &[4, 3, 2, 1, -4, -3, -2, -1],
            &[7],
            &[],
            &[-1, -1],
        ];
        for factors in sums {
            for bound in -12..=12 {
                let terms: Vec<(i64, Literal)> = factors.iter().copied().zip(1..).collect();
                let n = factors.len();
                let mut clauses = Clauses { list: Vec::new(), booleans: n as i64 };
                clauses.at_most(&terms, bound);
                for set in 0..1u32 << n {
                    let fixed: Vec<bool> = (0..n).map(|i| set >> i & 1 == 1).collect();
                    let sum: i64 = (0..n).filter(|&i| fixed[i]).map(|i| factors[i]).sum();
                    assert_eq!(
                        satisfiable(&clauses, &fixed),
                        sum <= bound,
                        "{factors:?} <= {bound} at {fixed:?}"
                    );
                }
            }
        }
    }
}
