//! Which variables become interval variables.
//!
//! A variable of many values whose constraints are all about bounds is an interval variable of the engine: two numbers,
//! and order literals as explanations need them. Constraints that compare values one by one need one bit per value.

use crate::model::error::MAX_VALUES;

use crate::model::error::ModelError;

use crate::model::error::Unbuilt;

use crate::model::error::spend;
use crate::model::expr::{Operand, Relation};
use crate::model::rules::Rule;
use crate::model::statement::Statement;
use bitvec::vec::BitVec;
use clew_engine::kernel::StepCounter;

/// A variable of more values becomes an interval variable, if its constraints allow it.
///
/// Range: from some 64, below which bits are faster in any case, to [`MAX_VALUES`]. Trades: explanations by values,
/// which learn more from holes, against one literal per bound.
const MANY: u64 = 256;

/// The same limit for variables of which no constraint uses holes.
///
/// Range: from some 32 to [`MANY`]. Trades: as [`MANY`].
const SOME: u64 = 64;

/// Differing variables can be interval variables only if the number of values that they span is at least this many
/// times their own number.
///
/// Range: from some 2, where each value counts, to hundreds. Trades: removing the value of a fixed variable from the
/// others, against a matching over all values.
const SPARSE: u64 = 16;

/// The variables that become interval variables.
///
/// # Errors
/// A variable with too many values for a constraint that needs each; interrupted.
pub(crate) fn wide(statement: &Statement, counter: &StepCounter<'_>) -> Result<BitVec, Unbuilt> {
    let of = &statement.variables;
    let values = |x: u32| of.ints[x as usize].high.abs_diff(of.ints[x as usize].low);
    // A limit that the user has set takes precedence.
    let (some, many) = statement.ends_above.map_or((SOME, MANY), |n| (n, n));
    let (some, many) = (some.min(MAX_VALUES), many.min(MAX_VALUES));
    let mut wide: BitVec = (0..of.ints.len() as u32).map(|x| values(x) >= some).collect();
    if wide.not_any() {
        return Ok(wide);
    }
    for rule in &statement.rules {
        spend(counter, 1)?;
        for x in by_hole(rule) {
            spend(counter, 1)?;
            if values(x) < many {
                wide.set(x as usize, false);
            }
        }
        if matches!(rule, Rule::AllDifferent(_)) {
            continue;
        }
        for x in by_value(rule) {
            spend(counter, 1)?;
            if values(x) >= MAX_VALUES {
                let (low, high) = (of.ints[x as usize].low, of.ints[x as usize].high);
                return Err(ModelError::FarApart { rule: rule.describe(of), low, high }.into());
            }
            wide.set(x as usize, false);
        }
    }
    // If one of several differing variables has one bit per value, the others get one bit per value too, unless they
    // span too many values.
    let mut is_done = false;
    while !std::mem::replace(&mut is_done, true) {
        for rule in &statement.rules {
            spend(counter, 1 + if let Rule::AllDifferent(xs) = rule { xs.len() } else { 0 })?;
            let Rule::AllDifferent(xs) = rule else { continue };
            if differ_by_bounds(xs, statement, |x| wide[x as usize]) {
                continue;
            }
            for &x in xs {
                is_done &= !wide.replace(x as usize, false);
            }
        }
    }
    Ok(wide)
}

/// Whether all-different propagates bounds only: the variables span more values than bits can represent, or they are
/// all interval variables and span many more values than there are variables.
pub(crate) fn differ_by_bounds(
    xs: &[u32],
    statement: &Statement,
    keeps_ends: impl Fn(u32) -> bool,
) -> bool {
    let ints = &statement.variables.ints;
    let low = xs.iter().map(|&x| ints[x as usize].low).min().unwrap_or(0);
    let high = xs.iter().map(|&x| ints[x as usize].high).max().unwrap_or(0);
    let span = high.abs_diff(low);
    let sparse = span >= SPARSE * xs.len() as u64 && xs.iter().all(|&x| keeps_ends(x));
    !xs.is_empty() && (span >= MAX_VALUES || sparse)
}

/// The variables of which a constraint compares values one by one.
fn by_value(rule: &Rule) -> Vec<u32> {
    match rule {
        Rule::Linear { .. } | Rule::Chain { .. } | Rule::Clause(_) => Vec::new(),
        Rule::Global(global) => global.0.by_value(),
        // A set of values is the gaps between them.
        Rule::Table { xs, .. } if xs.len() == 1 => Vec::new(),
        Rule::AllDifferent(xs)
        | Rule::Table { xs, .. }
        | Rule::Walk { xs, .. }
        | Rule::Path { positions: xs, .. }
        | Rule::Circuit { successors: xs, .. }
        | Rule::Own { xs, .. } => xs.clone(),
        Rule::Channel { x, .. } => vec![*x],
        Rule::Inverse { xs, ys } => xs.iter().chain(ys).copied().collect(),
    }
}

/// The variables whose holes a constraint uses or makes, although it also works with bounds only.
fn by_hole(rule: &Rule) -> Vec<u32> {
    match rule {
        Rule::AllDifferent(xs) => xs.clone(),
        Rule::Linear { terms, relation: Relation::Different, .. } => several(terms),
        Rule::Global(global) => global.0.by_hole(),
        _ => Vec::new(),
    }
}

/// The integer variables of a sum that has several of them.
pub(crate) fn several(terms: &[(i64, Operand)]) -> Vec<u32> {
    let xs: Vec<u32> = ints_of(terms).collect();
    if xs.len() > 1 { xs } else { Vec::new() }
}

/// The integer variables of a sum.
pub(crate) fn ints_of(terms: &[(i64, Operand)]) -> impl Iterator<Item = u32> + '_ {
    terms.iter().filter_map(|t| match t.1 {
        Operand::Int(x) => Some(x),
        Operand::Bool(_) => None,
    })
}
