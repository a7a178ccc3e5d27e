//! MiniZinc, self-contained: one declaration per variable, so that the output of solvers can be read back by the names.
//!
//! Source of the language: N. Nethercote et al., "MiniZinc: Towards a Standard CP Modelling Language",
//! 2007, and its handbook.

use super::Model;
use super::comments::{Broken, factor, head, term};
use crate::formulation::{Constraint, Objective, Row, Term, Var};
use std::fmt::Write;

/// Writes any model.
///
/// # Errors
/// Never; the language can express every model.
pub(super) fn write(model: &Model) -> Result<String, String> {
    let mut out = String::new();
    head(model, "%", &mut out);
    // Globals are included one by one: the file of all globals does not load with every solver's library.
    let has = |wanted: fn(&Constraint) -> bool| model.constraints().iter().any(wanted);
    for (file, needed) in [
        ("all_different", has(|c| matches!(c, Constraint::AllDifferent(_)))),
        ("count", has(|c| matches!(c, Constraint::Count { .. }))),
        ("table", has(|c| matches!(c, Constraint::Table(..)))),
    ] {
        if needed {
            let _ = writeln!(out, "include \"{file}.mzn\";");
        }
    }
    for variable in model.variables() {
        let _ = writeln!(out, "var {}..{}: {};", variable.low, variable.high, variable.name);
    }
    for (i, pairs) in model.tables().iter().enumerate() {
        let begin = format!("array[1..{}, 1..2] of int: table_{} = [|", pairs.len(), i + 1);
        let mut line = Broken::after(&mut out, &begin, "  ");
        pairs.iter().for_each(|[a, b]| line.push(&format!("{a}, {b} |")));
        line.push("|];");
        out.push('\n');
    }
    for constraint in model.constraints() {
        match constraint {
            Constraint::Row(row) => write_row(model, row, &mut out),
            Constraint::AllDifferent(of) => {
                let mut line = Broken::after(&mut out, "constraint all_different([", "  ");
                list(model, of, &mut line);
                line.push("]);");
            }
            Constraint::Count { of, like, times } => {
                let mut line = Broken::after(&mut out, "constraint count([", "  ");
                list(model, of, &mut line);
                line.push(&format!("], {}) = {times};", model.name(*like)));
            }
            Constraint::Table([a, b], table) => {
                let (a, b) = (model.name(*a), model.name(*b));
                let number = Model::table_number(*table) + 1;
                let _ = write!(out, "constraint table([{a}, {b}], table_{number});");
            }
            Constraint::NotAll(terms) => {
                let mut line = Broken::after(&mut out, "constraint exists([", "  ");
                for (value, var) in terms {
                    line.push(&format!("{} != {value},", model.name(*var)));
                }
                line.push("]);");
            }
        }
        out.push('\n');
    }
    match model.objective() {
        None => out += "solve satisfy;\n",
        // A proof that such an objective is optimal is useless.
        Some(Objective { same: true, .. }) => {
            out += "solve satisfy; % the objective is the same for all solutions\n";
        }
        Some(Objective { terms, most, .. }) => {
            let begin = if *most { "solve maximize" } else { "solve minimize" };
            let mut line = Broken::after(&mut out, begin, "  ");
            write_sum(model, terms, &mut line);
            out += ";\n";
        }
    }
    Ok(out)
}

fn list(model: &Model, of: &[Var], line: &mut Broken<'_>) {
    of.iter().for_each(|&var| line.push(&format!("{},", model.name(var))));
}

/// A sum; an empty one is 0.
fn write_sum(model: &Model, terms: &[Term], line: &mut Broken<'_>) {
    for (i, &one) in terms.iter().enumerate() {
        line.push(&term(model, one, i == 0, " * "));
    }
    if terms.is_empty() {
        line.push("0");
    }
}

fn write_row(model: &Model, row: &Row, out: &mut String) {
    let mut line = Broken::after(out, "constraint", "  ");
    if !row.terms.is_empty() || row.products.is_empty() {
        write_sum(model, &row.terms, &mut line);
    }
    for (i, &(coefficient, a, b)) in row.products.iter().enumerate() {
        let sign = factor(coefficient, i == 0 && row.terms.is_empty(), " * ");
        line.push(&format!("{sign}{} * {}", model.name(a), model.name(b)));
    }
    line.push(&format!("{} {};", row.relation.sign(), row.constant));
}
