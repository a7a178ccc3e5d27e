//! FlatZinc with standard built-ins only, so that every solver for MiniZinc can read it; global constraints are
//! decomposed.
//!
//! Source of the language: the MiniZinc handbook, "FlatZinc builtins".

use super::Model;
use super::comments::head;
use crate::formulation::{Constraint, Objective, Relation, Row, Var};
use std::fmt::Write;

/// The most pairs that an all-different constraint is decomposed into.
const MOST: usize = 2 << 20;

/// Writes any model.
///
/// # Errors
/// A message, if the decomposition of a constraint without a built-in would be too large.
pub(super) fn write(model: &Model) -> Result<String, String> {
    let pairs = |constraint: &Constraint| match constraint {
        Constraint::AllDifferent(of) => of.len() * of.len().saturating_sub(1) / 2,
        _ => 0,
    };
    let pairs: usize = model.constraints().iter().map(pairs).sum();
    if pairs > MOST {
        return Err(format!("all_different would be {pairs} pairs; at most {MOST} are written"));
    }
    let mut flat = Flat { model, variables: String::new(), constraints: String::new(), made: 0 };
    for constraint in model.constraints() {
        flat.constraint(constraint);
    }
    let solve = match model.goal() {
        Some(objective) => flat.objective(objective),
        None => "solve satisfy;\n".into(),
    };
    let mut out = String::new();
    head(model, "%", &mut out);
    for (i, pairs) in model.tables().iter().enumerate() {
        for side in 0..2 {
            let values: Vec<String> = pairs.iter().map(|pair| pair[side].to_string()).collect();
            let (number, letter) = (i + 1, ["a", "b"][side]);
            let n = values.len();
            let _ = writeln!(
                out,
                "array [1..{n}] of int: table_{number}_{letter} = [{}];",
                values.join(",")
            );
        }
    }
    for v in model.variables() {
        let _ = writeln!(out, "var {}..{}: {} :: output_var;", v.low, v.high, v.name);
    }
    out += &flat.variables;
    out += &flat.constraints;
    out += &solve;
    Ok(out)
}

struct Flat<'a> {
    model: &'a Model,
    /// Declarations of auxiliary variables.
    variables: String,
    constraints: String,
    made: u32,
}

impl Flat<'_> {
    /// Makes an auxiliary variable.
    fn help(&mut self, range: &str) -> String {
        self.made += 1;
        let name = format!("help_{}", self.made);
        let _ = writeln!(self.variables, "var {range}: {name} :: var_is_introduced;");
        name
    }

    fn post(&mut self, text: &str) {
        let _ = writeln!(self.constraints, "constraint {text};");
    }

    fn name(&self, var: Var) -> &str {
        self.model.name(var)
    }

    /// A Boolean that is true if and only if the two are equal, and the same as a number.
    fn equality(&mut self, a: Var, b: &str) -> String {
        let (truth, number) = (self.help("bool"), self.help("0..1"));
        self.post(&format!("int_eq_reif({},{b},{truth})", self.name(a)));
        self.post(&format!("bool2int({truth},{number})"));
        number
    }

    fn constraint(&mut self, constraint: &Constraint) {
        match constraint {
            Constraint::Row(row) => self.row(row),
            Constraint::AllDifferent(of) => {
                for (i, &a) in of.iter().enumerate() {
                    for &b in &of[..i] {
                        self.post(&format!("int_ne({},{})", self.name(b), self.name(a)));
                    }
                }
            }
            Constraint::Count { of, like, times } => {
                let like = self.name(*like).to_string();
                let equal: Vec<(i64, String)> =
                    of.iter().map(|&var| (1, self.equality(var, &like))).collect();
                self.sum(&equal, Relation::Equal, *times);
            }
            Constraint::Table([a, b], table) => {
                let n = self.model.pairs(*table).len();
                let which = self.help(&format!("1..{n}"));
                let number = Model::table_number(*table) + 1;
                for (var, letter) in [(a, "a"), (b, "b")] {
                    let list = format!("table_{number}_{letter}");
                    let name = self.name(*var);
                    self.post(&format!("array_int_element({which},{list},{name})"));
                }
            }
            Constraint::NotAll(terms) => {
                let equal: Vec<(i64, String)> =
                    terms.iter().map(|&(v, var)| (1, self.equality(var, &v.to_string()))).collect();
                self.sum(&equal, Relation::Most, terms.len() as i64 - 1);
            }
        }
    }

    /// A variable that is the sum, and the last line of the file.
    fn objective(&mut self, objective: &Objective) -> String {
        let ends = |&(k, var): &(i64, Var)| {
            let v = self.model.variable(var);
            [(k * v.low).min(k * v.high), (k * v.low).max(k * v.high)]
        };
        let ends = objective.terms.iter().map(ends);
        let [low, high] = ends.fold([0, 0], |[a, b], [low, high]| [a + low, b + high]);
        let _ = writeln!(self.variables, "var {low}..{high}: objective :: var_is_introduced;");
        let named = |&(k, var): &(i64, Var)| (k, self.name(var).to_string());
        let sum = objective.terms.iter().map(named).chain([(-1, "objective".into())]);
        self.sum(&sum.collect::<Vec<_>>(), Relation::Equal, 0);
        let way = if objective.most { "maximize" } else { "minimize" };
        format!("solve {way} objective;\n")
    }

    fn row(&mut self, row: &Row) {
        let mut terms: Vec<(i64, String)> =
            row.terms.iter().map(|&(k, var)| (k, self.name(var).to_string())).collect();
        for &(k, a, b) in &row.products {
            let [low, high] = self.product_range(a, b);
            let product = self.help(&format!("{low}..{high}"));
            self.post(&format!("int_times({},{},{product})", self.name(a), self.name(b)));
            terms.push((k, product));
        }
        self.sum(&terms, row.relation, row.constant);
    }

    fn product_range(&self, a: Var, b: Var) -> [i64; 2] {
        let ends = |var| {
            let v = self.model.variable(var);
            [v.low, v.high]
        };
        let all = ends(a).map(|x| ends(b).map(|y| x * y)).concat();
        let least = all.iter().min().copied();
        [least.unwrap_or(0), all.iter().max().copied().unwrap_or(0)]
    }

    fn sum(&mut self, terms: &[(i64, String)], relation: Relation, constant: i64) {
        if terms.is_empty() {
            let holds = match relation {
                Relation::Most => 0 <= constant,
                Relation::Equal => constant == 0,
                Relation::Least => 0 >= constant,
            };
            if !holds {
                self.post("bool_eq(true,false)");
            }
            return;
        }
        let sign = if relation == Relation::Least { -1 } else { 1 };
        let built_in = if relation == Relation::Equal { "int_lin_eq" } else { "int_lin_le" };
        let factors: Vec<String> = terms.iter().map(|(k, _)| (sign * k).to_string()).collect();
        let names: Vec<&str> = terms.iter().map(|(_, name)| name.as_str()).collect();
        let (factors, names) = (factors.join(","), names.join(","));
        self.post(&format!("{built_in}([{factors}],[{names}],{})", sign * constant));
    }
}
