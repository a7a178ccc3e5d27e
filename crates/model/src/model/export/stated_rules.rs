//! The rows of the constraints of a model that are no [`Global`](crate::model::rules::global::Global).

use crate::model::export::relaxed_table;
use crate::model::export::row_builder::{RowBuilder, Sum};
use crate::model::expr::Relation;
use crate::model::graph::{Arcs, Graph};
use crate::model::rules::Rule;
use clew_puzzle::formulation::Relation as Sign;

impl Rule {
    /// States the constraint.
    ///
    /// # Errors
    /// A message: only its owner can state it, or it becomes too large.
    pub fn state(&self, into: &mut RowBuilder<'_>) -> Result<(), String> {
        match self {
            Rule::AllDifferent(xs) => into.different(xs),
            Rule::Linear { terms, relation, bound } => {
                let sum = into.sum(terms)?.plus(-1, &Sum::constant(*bound));
                into.compare(sum, *relation)
            }
            Rule::Chain { xs, strict } => xs.windows(2).try_for_each(|w| {
                let sum = into.int(w[0]).plus(-1, &into.int(w[1]));
                let least = Sum::constant(i64::from(*strict));
                into.compare(sum.plus(1, &least), Relation::AtMost)
            }),
            Rule::Clause(literals) => {
                let all = literals.iter().map(|&l| into.literal(l));
                let all: Vec<Sum> = all.collect::<Result<_, _>>()?;
                into.clause(&all)
            }
            Rule::Table { xs, rows } if into.relaxes => relaxed_table::state(into, xs, rows),
            Rule::Table { xs, rows } => {
                let rows = rows.chunks_exact(xs.len()).map(|row| row.iter().map(|&v| Some(v)));
                let rows: Vec<Vec<Option<i64>>> = rows.map(Iterator::collect).collect();
                table(into, xs, &rows)
            }
            Rule::Channel { x, first, bools } => {
                let mut all = Vec::new();
                for (v, &l) in (*first..).zip(bools) {
                    let (b, is) = (into.literal(l)?, into.is(*x, v)?);
                    into.row(b.plus(-1, &is), Sign::Equal)?;
                    all.push(is);
                }
                into.row(Sum::total(&all).plus(-1, &Sum::constant(1)), Sign::Equal)
            }
            Rule::Inverse { xs, ys } => {
                let n = xs.len() as i64;
                xs.iter().chain(ys).try_for_each(|&x| into.between(x, 0, n - 1))?;
                for (i, &x) in (0..).zip(xs) {
                    for (j, &y) in (0..).zip(ys) {
                        let back = into.is(y, i)?;
                        let both = into.is(x, j)?.plus(-1, &back);
                        into.row(both, Sign::Equal)?;
                    }
                }
                Ok(())
            }
            Rule::Walk { graph, xs } => walk(into, graph, xs),
            Rule::Path { graph, positions, first } => path(into, graph, positions, *first),
            Rule::Circuit { arcs, successors } => circuit(into, arcs, successors, false),
            Rule::Own { own, .. } => {
                Err(format!("{} is a constraint of your own, which is code", own.0.name()))
            }
            Rule::Global(global) => global.0.state(into),
        }
    }
}

/// The values are those of one of the rows, which may be open in places.
///
/// # Errors
/// If the model becomes too large.
pub(crate) fn table(
    into: &mut RowBuilder<'_>,
    xs: &[u32],
    rows: &[Vec<Option<i64>>],
) -> Result<(), String> {
    let mut chosen = Vec::with_capacity(rows.len());
    for row in rows {
        let this = into.fresh()?;
        for (&x, value) in xs.iter().zip(row) {
            if let Some(value) = *value {
                let is = into.is(x, value)?;
                into.row(this.clone().plus(-1, &is), Sign::Most)?;
            }
        }
        chosen.push(this);
    }
    into.clause(&chosen)
}

fn walk(into: &mut RowBuilder<'_>, graph: &Graph, xs: &[u32]) -> Result<(), String> {
    let nodes = i64::from(graph.nodes());
    xs.iter().try_for_each(|&x| into.between(x, 0, nodes - 1))?;
    for w in xs.windows(2) {
        for v in 0..graph.nodes() {
            let here = into.is(w[0], v.into())?;
            let there = graph.neighbours(v).iter().map(|&q| into.is(w[1], q.into()));
            let there: Vec<Sum> = there.collect::<Result<_, _>>()?;
            into.row(here.plus(-1, &Sum::total(&there)), Sign::Most)?;
        }
    }
    Ok(())
}

fn path(into: &mut RowBuilder<'_>, graph: &Graph, at: &[u32], first: i64) -> Result<(), String> {
    let n = at.len() as i64;
    at.iter().try_for_each(|&x| into.between(x, first, first + n - 1))?;
    for k in first..first + n {
        let all = at.iter().map(|&x| into.is(x, k)).collect::<Result<Vec<Sum>, _>>()?;
        into.row(Sum::total(&all).plus(-1, &Sum::constant(1)), Sign::Equal)?;
        if k + 1 == first + n {
            break;
        }
        for (v, here) in (0..).zip(all) {
            let next = graph.neighbours(v).iter().map(|&q| into.is(at[q as usize], k + 1));
            let next: Vec<Sum> = next.collect::<Result<_, _>>()?;
            into.row(here.plus(-1, &Sum::total(&next)), Sign::Most)?;
        }
    }
    Ok(())
}

/// Successors form one circuit: through all nodes, or, with `some`, through those that are not their own.
///
/// Potentials rise along it but into one node: node 0, or a node on it that the solver chooses.
///
/// # Errors
/// If the model becomes too large.
pub(crate) fn circuit(
    into: &mut RowBuilder<'_>,
    arcs: &Arcs,
    next: &[u32],
    some: bool,
) -> Result<(), String> {
    let n = next.len() as i64;
    next.iter().try_for_each(|&x| into.between(x, 0, n - 1))?;
    let mut entered: Vec<Vec<Sum>> = vec![Vec::new(); next.len()];
    let mut roots = Vec::with_capacity(next.len());
    let mut levels = Vec::with_capacity(next.len());
    for (v, &x) in (0..).zip(next) {
        let own = into.is(x, v)?;
        roots.push(match (some, v) {
            (true, _) => {
                let root = into.fresh()?;
                into.row(root.clone().plus(1, &own).plus(-1, &Sum::constant(1)), Sign::Most)?;
                root
            }
            (false, v) => Sum::constant(i64::from(v == 0)),
        });
        levels.push(into.number(0, (n - 1).max(0))?);
    }
    into.row(Sum::total(&roots).plus(-1, &Sum::constant(1)), Sign::Most)?;
    for (v, &x) in (0..n).zip(next) {
        for w in 0..n {
            let arc = into.is(x, w)?;
            let joined = arcs.lead_values(v, w);
            if v == w && some || joined {
                entered[w as usize].push(arc.clone());
            } else {
                into.row(arc, Sign::Equal)?;
                continue;
            }
            if joined && !into.relaxes {
                // Up by one, or into the root: level(v) + 1 <= level(w) + n root(w).
                let rise = levels[v as usize].clone().plus(-1, &levels[w as usize]);
                let rise = rise.plus(1, &Sum::constant(1)).plus(-n, &roots[w as usize]);
                into.when(&arc, rise, Relation::AtMost)?;
            }
        }
    }
    entered
        .iter()
        .try_for_each(|all| into.row(Sum::total(all).plus(-1, &Sum::constant(1)), Sign::Equal))
}
