//! OPB, the language of the pseudo-Boolean competitions: linear rows of Booleans. An integer becomes
//! bits.
//!
//! Source of the format: O. Roussel, V. Manquinho, "Input/Output Format and Solver Requirements for the
//! Competitions of Pseudo-Boolean Solvers", 2012.

use super::Model;
use super::comments::head;
use crate::formulation::{Relation, Term};
use std::fmt::Write;

/// The Booleans of the variables of a model: variable v is its least value plus the sum of 2^i times the Boolean number
/// `first(v) + i`.
#[derive(Clone, Debug)]
pub struct Bits {
    /// Per variable the number of its first Boolean, from 1; one more at the end.
    starts: Vec<u32>,
}

impl Bits {
    /// The Booleans of a model, in the order of its variables.
    pub fn new(model: &Model) -> Bits {
        let mut starts = vec![1];
        let mut next = 1;
        for v in model.variables() {
            next += 64 - (v.high - v.low).leading_zeros();
            starts.push(next);
        }
        Bits { starts }
    }

    /// How many there are.
    pub fn len(&self) -> u32 {
        self.starts[self.starts.len() - 1] - 1
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The numbers of a variable's Booleans, the least bit first.
    pub fn bits(&self, variable: usize) -> std::ops::Range<u32> {
        self.starts[variable]..self.starts[variable + 1]
    }

    /// A sum as terms of Booleans, and the constant that the least values add to it.
    ///
    /// # Errors
    /// A message, if a number would have more than 63 bits.
    fn terms(&self, model: &Model, sum: &[Term]) -> Result<(Vec<(i64, u32)>, i64), String> {
        let (mut terms, mut constant) = (Vec::new(), 0i64);
        for &(factor, var) in sum {
            let large = || {
                let name = model.name(var);
                format!("{factor} {name} has numbers of more than 63 bits, bit by bit")
            };
            for (bit, i) in self.bits(var.number()).zip(0u32..) {
                let value = factor.checked_mul(1i64 << i).ok_or_else(large)?;
                terms.push((value, bit));
            }
            let low = factor.checked_mul(model.variable(var).low);
            let low = low.and_then(|low| constant.checked_add(low));
            constant = low.ok_or_else(large)?;
        }
        Ok((terms, constant))
    }
}

/// Writes a linear model.
///
/// # Errors
/// A message, if it is not linear.
pub(super) fn write(model: &Model) -> Result<String, String> {
    let rows = model.linear_rows()?;
    let bits = Bits::new(model);
    let mut body = String::new();
    let mut count = 0;
    let mut put = |terms: &[(i64, u32)], relation: Relation, constant: i64| {
        let sign = if relation == Relation::Most { -1 } else { 1 };
        // One line of any length: some readers require that.
        for (factor, bit) in terms {
            let _ = write!(body, "{:+} x{bit} ", sign * factor);
        }
        if terms.is_empty() {
            body += "+0 x1 ";
        }
        let word = if relation == Relation::Equal { "=" } else { ">=" };
        let _ = writeln!(body, "{word} {} ;", sign * constant);
        count += 1;
    };
    for row in rows {
        let (terms, low) = bits.terms(model, &row.terms)?;
        let constant = row.constant.checked_sub(low);
        let constant = constant.ok_or_else(|| format!("{} has too large numbers", row.name))?;
        put(&terms, row.relation, constant);
    }
    for (i, v) in model.variables().iter().enumerate() {
        let range = bits.bits(i);
        let most = v.high - v.low;
        // The bits can represent more values than the range has.
        if most + 1 != 1 << range.len() {
            let terms: Vec<(i64, u32)> = range.zip(0..).map(|(bit, k)| (1 << k, bit)).collect();
            put(&terms, Relation::Most, most);
        }
    }
    let mut out = format!("* #variable= {} #constraint= {count}\n", bits.len());
    head(model, "*", &mut out);
    let mut objective = String::new();
    if let Some(goal) = model.goal() {
        // The format minimises only, and has no constants.
        let sign = if goal.most { -1 } else { 1 };
        objective += "min:";
        for (factor, bit) in bits.terms(model, &goal.terms)?.0 {
            let _ = write!(objective, " {:+} x{bit}", sign * factor);
        }
        objective += " ;\n";
    }
    for (i, v) in model.variables().iter().enumerate() {
        let range = bits.bits(i);
        let (first, end) = (range.start, range.end);
        let _ = match (range.len(), v.low) {
            (1, 0) => writeln!(out, "* x{first} is {}", v.name),
            (0, low) => writeln!(out, "* {} is {low}", v.name),
            (_, low) => {
                let last = end - 1;
                writeln!(out, "* x{first} to x{last} are the bits of {} - {low}", v.name)
            }
        };
    }
    Ok(out + &objective + &body)
}

/// The value of a variable, given the truth values of the Booleans by their numbers.
pub fn value(model: &Model, bits: &Bits, variable: usize, truth: &dyn Fn(u32) -> bool) -> i64 {
    let set = bits.bits(variable).zip(0..).filter(|&(bit, _)| truth(bit));
    model.variables()[variable].low + set.map(|(_, i)| 1i64 << i).sum::<i64>()
}
