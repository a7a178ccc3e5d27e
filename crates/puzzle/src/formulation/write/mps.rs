//! Free MPS: sections of fields separated by blanks, columns in the order of the variables.
//!
//! Source of the format: IBM, "Mathematical Programming System/360", 1969; names may be long here.

use super::Model;
use super::comments::head;
use crate::formulation::Relation;
use std::fmt::Write;

/// Writes a linear model.
///
/// # Errors
/// A message, if it is not linear.
pub(super) fn write(model: &Model) -> Result<String, String> {
    let rows = model.linear_rows()?;
    let mut out = String::new();
    head(model, "*", &mut out);
    out += "NAME clew\n";
    if model.objective().is_some_and(|objective| objective.most) {
        // This is not part of the old format, but every current reader accepts it.
        out += "OBJSENSE\n MAX\n";
    }
    out += "ROWS\n N obj\n";
    for row in &rows {
        let kind = match row.relation {
            Relation::Most => 'L',
            Relation::Equal => 'E',
            Relation::Least => 'G',
        };
        let _ = writeln!(out, " {kind} {}", row.name);
    }
    // The rows of each column.
    let mut columns: Vec<Vec<(i64, &str)>> = vec![Vec::new(); model.variables().len()];
    let objective = model.objective().map_or(&[][..], |objective| &objective.terms);
    objective.iter().for_each(|&(k, var)| columns[var.number()].push((k, "obj")));
    for row in &rows {
        row.terms.iter().for_each(|&(k, var)| columns[var.number()].push((k, &row.name)));
    }
    out += "COLUMNS\n";
    let (mut whole, mut markers) = (false, 0);
    for (variable, column) in model.variables().iter().zip(&columns) {
        if whole == variable.relaxed {
            whole = !variable.relaxed;
            marker(&mut out, &mut markers, whole);
        }
        if column.is_empty() {
            let _ = writeln!(out, " {} obj 0", variable.name);
        }
        for (coefficient, row) in column {
            let _ = writeln!(out, " {} {row} {coefficient}", variable.name);
        }
    }
    if whole {
        marker(&mut out, &mut markers, false);
    }
    out += "RHS\n";
    for row in rows.iter().filter(|row| row.constant != 0) {
        let _ = writeln!(out, " rhs {} {}", row.name, row.constant);
    }
    out += "BOUNDS\n";
    for variable in model.variables() {
        let name = &variable.name;
        if variable.is_boolean() && !variable.relaxed {
            let _ = writeln!(out, " BV bnd {name}");
        } else {
            let _ = writeln!(out, " LO bnd {name} {}", variable.low);
            let _ = writeln!(out, " UP bnd {name} {}", variable.high);
        }
    }
    out += "ENDATA\n";
    Ok(out)
}

/// Begins or ends a stretch of integer columns.
fn marker(out: &mut String, markers: &mut u32, begins: bool) {
    *markers += 1;
    let word = if begins { "INTORG" } else { "INTEND" };
    let _ = writeln!(out, " MARKER{markers} 'MARKER' '{word}'");
}
