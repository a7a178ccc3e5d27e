//! Which variables keep their bounds only.
//!
//! A variable of many values whose constraints are all about bounds is an interval variable of the engine: two numbers,
//! and order literals as explanations need them. Constraints that compare values one by one need one bit per value.

use super::error::{MAX_VALUES, ModelError, Unbuilt, spend};
use super::expr::Operand;
use super::rule::Rule;
use super::statement::Statement;
use bitvec::vec::BitVec;
use clew_engine::kernel::StepCounter;

/// A variable of more values keeps its bounds only, if it can.
///
/// Range: from some 64, below which bits are quicker in any case, to [`MAX_VALUES`]. Trades: an explanation by
/// values, which learns more of holes, against one literal for a bound.
const MANY: u64 = 256;

/// Variables that differ are kept apart pair by pair where their values span more than bits can; so many at the most.
pub(super) const MOST_PAIRED: usize = 256;

/// The variables that keep their bounds only.
///
/// # Errors
/// A variable with too many values for a constraint that needs each; interrupted.
pub(super) fn wide(statement: &Statement, counter: &StepCounter<'_>) -> Result<BitVec, Unbuilt> {
    let of = &statement.variables;
    let values = |x: u32| of.ints[x as usize].high.abs_diff(of.ints[x as usize].low);
    let many = statement.ends_above.unwrap_or(MANY).min(MAX_VALUES);
    let mut wide: BitVec = (0..of.ints.len() as u32).map(|x| values(x) >= many).collect();
    if wide.not_any() {
        return Ok(wide);
    }
    for rule in &statement.rules {
        spend(counter, 1)?;
        if is_paired(rule, statement) {
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
    Ok(wide)
}

/// Whether a constraint is kept pair by pair: variables that differ, and span more values than bits can.
pub(super) fn is_paired(rule: &Rule, statement: &Statement) -> bool {
    let Rule::AllDifferent(xs) = rule else { return false };
    let ints = &statement.variables.ints;
    let low = xs.iter().map(|&x| ints[x as usize].low).min().unwrap_or(0);
    let high = xs.iter().map(|&x| ints[x as usize].high).max().unwrap_or(0);
    xs.len() <= MOST_PAIRED && high.abs_diff(low) >= MAX_VALUES
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

/// The integer variables of a sum.
pub(super) fn ints_of(terms: &[(i64, Operand)]) -> impl Iterator<Item = u32> + '_ {
    terms.iter().filter_map(|t| match t.1 {
        Operand::Int(x) => Some(x),
        Operand::Bool(_) => None,
    })
}
