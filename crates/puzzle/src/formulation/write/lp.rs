//! CPLEX LP format. Lines stay below 255 characters, which every reader accepts.
//!
//! Source of the syntax: IBM ILOG CPLEX, "LP file format: algebraic representation".

use super::Model;
use super::comments::{Broken, factor, head, term};
use crate::formulation::{Row, Variable};
use std::fmt::Write;

/// Writes a model of rows.
///
/// # Errors
/// A message, if it has constraints other than rows.
pub(super) fn write(model: &Model) -> Result<String, String> {
    let rows = model
        .rows()
        .map_err(|other| format!("it has {other}, which is no linear or quadratic row"))?;
    let mut out = String::new();
    head(model, "\\", &mut out);
    let objective = model.objective();
    out += if objective.is_some_and(|sum| sum.most) { "Maximize\n" } else { "Minimize\n" };
    let mut line = Broken::after(&mut out, " obj:", "  ");
    match (objective.map_or(&[][..], |sum| &sum.terms), model.variables().first()) {
        // Readers require at least one variable.
        ([], Some(first)) => line.push(&format!("0 {}", first.name)),
        (terms, _) => {
            for (i, &one) in terms.iter().enumerate() {
                line.push(&term(model, one, i == 0, " "));
            }
        }
    }
    out += "\nSubject To\n";
    for row in rows {
        write_row(model, row, &mut out);
    }
    let bounded = |v: &&Variable| v.relaxed || !v.is_boolean();
    out += "Bounds\n";
    for variable in model.variables().iter().filter(bounded) {
        let _ = writeln!(out, " {} <= {} <= {}", variable.low, variable.name, variable.high);
    }
    let mut section = |title: &str, wanted: &dyn Fn(&Variable) -> bool| {
        let mut names = model.variables().iter().filter(|v| !v.relaxed && wanted(v)).peekable();
        if names.peek().is_some() {
            let mut line = Broken::after(&mut out, title, " ");
            names.for_each(|v| line.push(&v.name));
            out.push('\n');
        }
    };
    section("Binaries\n", &Variable::is_boolean);
    section("Generals\n", &|v| !v.is_boolean());
    out += "End\n";
    Ok(out)
}

fn write_row(model: &Model, row: &Row, out: &mut String) {
    let mut line = Broken::after(out, &format!(" {}:", row.name), "  ");
    for (i, &one) in row.terms.iter().enumerate() {
        line.push(&term(model, one, i == 0, " "));
    }
    if !row.products.is_empty() {
        line.push(if row.terms.is_empty() { "[" } else { "+ [" });
        for (i, &(coefficient, a, b)) in row.products.iter().enumerate() {
            let sign = factor(coefficient, i == 0, " ");
            line.push(&format!("{sign}{} * {}", model.name(a), model.name(b)));
        }
        line.push("]");
    }
    if row.terms.is_empty() && row.products.is_empty() {
        let first = model.variables().first().map_or("x", |v| &v.name);
        line.push(&format!("0 {first}"));
    }
    line.push(&format!("{} {}", row.relation.sign(), row.constant));
    out.push('\n');
}
