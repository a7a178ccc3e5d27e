//! DIMACS: linear rows of Booleans as clauses. Boolean i is the i-th variable of the model; further Booleans are nodes
//! of sums.

use super::Model;
use super::clauses::{Clauses, Literal};
use super::comments::head;
use crate::formulation::Relation;
use std::fmt::Write;

/// The most clauses. Sums with many different factors take one node for each possible remaining bound.
const MOST: usize = 4 << 20;

/// Writes a linear model of Booleans.
///
/// # Errors
/// A message, if it is not linear or has integers, or takes too many clauses.
pub(super) fn write(model: &Model) -> Result<String, String> {
    let rows = model.linear_rows()?;
    if let Some(v) = model.variables().iter().find(|v| !v.is_boolean()) {
        return Err(format!(
            "{} is an integer from {} to {}, and clauses are about Booleans",
            v.name, v.low, v.high
        ));
    }
    if model.goal().is_some() {
        return Err("it has an objective, and clauses have none; opb has".into());
    }
    let mut clauses = Clauses { list: Vec::new(), booleans: model.variables().len() as i64 };
    for row in rows {
        let terms = |sign: i64| -> Vec<(i64, Literal)> {
            row.terms.iter().map(|&(k, var)| (sign * k, var.number() as i64 + 1)).collect()
        };
        if row.relation != Relation::Least {
            clauses.at_most(&terms(1), row.constant);
        }
        if row.relation != Relation::Most {
            clauses.at_most(&terms(-1), -row.constant);
        }
        if clauses.list.len() > MOST {
            return Err(format!("its sums would take more than {MOST} clauses"));
        }
    }
    let mut out = String::new();
    head(model, "c", &mut out);
    for (i, v) in model.variables().iter().enumerate() {
        let _ = writeln!(out, "c {} {}", i + 1, v.name);
    }
    let _ = writeln!(out, "p cnf {} {}", clauses.booleans, clauses.list.len());
    for clause in &clauses.list {
        for literal in clause {
            let _ = write!(out, "{literal} ");
        }
        out += "0\n";
    }
    Ok(out)
}
