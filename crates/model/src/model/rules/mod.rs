//! The constraints of a model as data: every answer is checked against them, and networks are built from them. Shares
//! no code with propagators.

pub(crate) mod arithmetic;
pub(crate) mod automaton;
pub(crate) mod counting;
pub(crate) mod differences;
pub(crate) mod global;
pub(crate) mod loops;
pub(crate) mod ordering;
pub(crate) mod own;
pub(crate) mod reified;
mod resource;
pub(crate) mod scheduling;
pub(crate) mod starred;

use super::expr::{Operand, Relation};
use super::graph::{Arcs, Graph};
use super::variables::{Literal, Values, Variables};
use crate::model::rules::global::Global;
use crate::model::rules::own::Own;
use std::fmt::Write;
use std::sync::Arc;

/// A constraint. Integer variables are given by their numbers.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Rule {
    AllDifferent(Vec<u32>),
    /// Sum of coefficient times operand, compared with the bound. One term per operand.
    Linear {
        terms: Vec<(i64, Operand)>,
        relation: Relation,
        bound: i64,
    },
    /// Each is smaller than the next, or not larger.
    Chain {
        xs: Vec<u32>,
        strict: bool,
    },
    Clause(Vec<Literal>),
    /// The values are one of the rows, which are stored one after another.
    Table {
        xs: Vec<u32>,
        rows: Vec<i64>,
    },
    /// Boolean i is true if and only if x has value `first + i`; one of them holds.
    Channel {
        x: u32,
        first: i64,
        bools: Vec<Literal>,
    },
    /// `xs[i] = j` exactly if `ys[j] = i`.
    Inverse {
        xs: Vec<u32>,
        ys: Vec<u32>,
    },
    /// Each of the nodes is joined to the next.
    Walk {
        graph: Graph,
        xs: Vec<u32>,
    },
    /// Node v stands at position `positions[v]` of a path through all nodes, which begins at `first`.
    Path {
        graph: Graph,
        positions: Vec<u32>,
        first: i64,
    },
    /// The successors of the nodes form one circuit through all nodes.
    Circuit {
        arcs: Arcs,
        successors: Vec<u32>,
    },
    /// A constraint defined by the user.
    Own {
        own: Own,
        xs: Vec<u32>,
        bools: Vec<Literal>,
    },
    /// One that states itself.
    Global(Stated),
}

/// A constraint that states itself. Two are equal if they are the same one.
#[derive(Clone, Debug)]
pub(crate) struct Stated(pub Arc<dyn Global>);

impl PartialEq for Stated {
    fn eq(&self, other: &Stated) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Rule {
    /// How many variables, literals and values it was stated with.
    pub fn size(&self) -> usize {
        match self {
            Rule::Linear { terms, .. } => terms.len(),
            Rule::Clause(literals) => literals.len(),
            Rule::Table { xs, rows } => xs.len() + rows.len(),
            Rule::Channel { bools, .. } => 1 + bools.len(),
            Rule::Inverse { xs, ys } => xs.len() + ys.len(),
            Rule::Own { xs, bools, .. } => xs.len() + bools.len(),
            Rule::Global(global) => global.0.size(),
            Rule::AllDifferent(xs)
            | Rule::Chain { xs, .. }
            | Rule::Walk { xs, .. }
            | Rule::Path { positions: xs, .. }
            | Rule::Circuit { successors: xs, .. } => xs.len(),
        }
    }

    /// Whether the values satisfy the constraint.
    pub fn holds(&self, values: Values<'_>) -> bool {
        let ints = |xs: &[u32]| -> Vec<i64> { xs.iter().map(|&x| values.int(x)).collect() };
        match self {
            Rule::AllDifferent(xs) => is_distinct(&ints(xs)),
            Rule::Linear { terms, relation, bound } => {
                let term = |&(c, x): &(i64, Operand)| i128::from(c) * i128::from(values.operand(x));
                let sum: i128 = terms.iter().map(term).sum();
                relation.holds(sum, i128::from(*bound))
            }
            Rule::Chain { xs, strict } => {
                ints(xs).windows(2).all(|w| w[0] < w[1] || (!strict && w[0] == w[1]))
            }
            Rule::Clause(lits) => lits.iter().any(|&l| values.holds(l)),
            Rule::Own { own, xs, bools } => {
                let bools: Vec<bool> = bools.iter().map(|&b| values.holds(b)).collect();
                own.0.holds(&ints(xs), &bools)
            }
            Rule::Global(global) => global.0.holds(values),
            Rule::Table { xs, rows } => {
                let wanted = ints(xs);
                rows.chunks_exact(xs.len()).any(|row| row == wanted)
            }
            Rule::Channel { x, first, bools } => {
                let at = values.int(*x) - first;
                let inside = (0..bools.len() as i64).contains(&at);
                inside && (0..).zip(bools).all(|(i, &b)| values.holds(b) == (i == at))
            }
            Rule::Inverse { xs, ys } => {
                let (xs, ys) = (ints(xs), ints(ys));
                let n = xs.len() as i64;
                let inside = xs.iter().chain(&ys).all(|v| (0..n).contains(v));
                inside && (0..n).all(|i| ys[xs[i as usize] as usize] == i)
            }
            Rule::Walk { graph, xs } => {
                let at = ints(xs);
                let nodes = 0..i64::from(graph.nodes());
                at.iter().all(|v| nodes.contains(v))
                    && at.windows(2).all(|w| graph.joins_values(w[0], w[1]))
            }
            Rule::Path { graph, positions, first } => {
                let n = positions.len();
                let mut at = vec![None; n];
                for (node, k) in (0..).zip(ints(positions)) {
                    let place = usize::try_from(k - first).ok().and_then(|k| at.get_mut(k));
                    match place {
                        Some(place @ None) => *place = Some(node),
                        _ => return false,
                    }
                }
                let order: Vec<u32> = at.into_iter().flatten().collect();
                order.windows(2).all(|w| graph.joins(w[0], w[1]))
            }
            Rule::Circuit { arcs, successors } => {
                let next = ints(successors);
                let (mut at, mut steps) = (0i64, 0);
                if next.is_empty() {
                    return true;
                }
                loop {
                    let to = next[at as usize];
                    if !arcs.lead_values(at, to) {
                        return false;
                    }
                    (at, steps) = (to, steps + 1);
                    if at == 0 || steps > next.len() {
                        return steps == next.len();
                    }
                }
            }
        }
    }

    /// The kind of constraint, for messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Rule::AllDifferent(_) => "all different",
            Rule::Linear { .. } => "linear",
            Rule::Chain { .. } => "comparison chain",
            Rule::Clause(_) => "clause",
            Rule::Table { .. } => "table",
            Rule::Channel { .. } => "channel",
            Rule::Inverse { .. } => "inverse",
            Rule::Walk { .. } => "adjacency",
            Rule::Path { .. } => "path",
            Rule::Circuit { .. } => "circuit",
            Rule::Own { own, .. } => own.0.name(),
            Rule::Global(global) => global.0.kind(),
        }
    }

    /// The constraint with the names of its variables, long ones cut short.
    pub fn describe(&self, of: &Variables) -> String {
        let some = |xs: &[u32]| {
            let mut text: Vec<&str> = xs.iter().take(SHOWN).map(|&x| of.int_name(x)).collect();
            if xs.len() > SHOWN {
                text.push("...");
            }
            format!("{} of {}", self.kind(), text.join(", "))
        };
        match self {
            Rule::Linear { terms, relation, bound } => {
                let sign = match relation {
                    Relation::Equal => "=",
                    Relation::Different => "!=",
                    Relation::AtMost => "<=",
                };
                format!("{} {sign} {bound}", describe_sum(terms, of))
            }
            Rule::Clause(lits) => {
                let lit = |l: &Literal| {
                    format!("{}{}", if l.negated { "not " } else { "" }, of.bool_name(l.index))
                };
                lits.iter().map(lit).collect::<Vec<_>>().join(" or ")
            }
            Rule::Channel { x, .. } => some(&[*x]),
            Rule::Global(global) => some(&global.0.ints()),
            Rule::Chain { xs, .. }
            | Rule::AllDifferent(xs)
            | Rule::Table { xs, .. }
            | Rule::Inverse { xs, .. }
            | Rule::Own { xs, .. }
            | Rule::Walk { xs, .. }
            | Rule::Path { positions: xs, .. }
            | Rule::Circuit { successors: xs, .. } => some(xs),
        }
    }
}

/// Variables of a constraint that messages show at the most.
const SHOWN: usize = 8;

/// A sum as text: `3 x - y + ...`.
fn describe_sum(terms: &[(i64, Operand)], of: &Variables) -> String {
    let mut text = String::new();
    for (i, &(c, x)) in terms.iter().enumerate().take(SHOWN) {
        text.push_str(match (i, c < 0) {
            (0, false) => "",
            (0, true) => "-",
            (_, false) => " + ",
            (_, true) => " - ",
        });
        if c.abs() != 1 {
            let _ = write!(text, "{} ", c.abs());
        }
        text.push_str(&of.operand_name(x));
    }
    if terms.len() > SHOWN {
        text.push_str(" + ...");
    }
    if terms.is_empty() { "0".into() } else { text }
}

fn is_distinct(values: &[i64]) -> bool {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).all(|w| w[0] != w[1])
}
