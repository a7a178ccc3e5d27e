//! Cycles of comparisons of two variables: `x < y` and `y < x`, over any number of steps.
//!
//! Propagation would move bounds by one until a range is used up, which takes billions of steps in a range of billions.
//! Each comparison `x <= y + c` is an edge of weight c from y to x; a cycle whose weights sum to less than 0 has no
//! solution. A few rounds of relaxation over all edges find cycles of few edges, and any cycle whose edges are stated
//! in order as a chain. If the rounds find no cycle and do not converge, propagation decides.
//!
//! Source: Bellman, Ford; the cycle among predecessors: Tarjan; Cherkassky, Goldberg, "Negative-cycle detection
//! algorithms", 1999.

use crate::model::expr::Operand;

use crate::model::expr::Relation;
use crate::model::rules::Rule;
use crate::model::statement::Statement;
use clew_engine::kernel::{Halt, StepCounter};

/// Rounds of relaxation.
///
/// Range: from 2 to some hundreds. Trades: cycles of many edges in an unfavourable order, against time before search.
const ROUNDS: usize = 32;

/// The constraint `x <= y + c`.
struct Below {
    x: u32,
    y: u32,
    c: i64,
}

/// Whether a cycle of comparisons of two variables has no solution.
///
/// # Errors
/// [`Halt::Interrupted`].
pub(crate) fn is_circle(statement: &Statement, counter: &StepCounter<'_>) -> Result<bool, Halt> {
    let mut edges = Vec::new();
    for rule in &statement.rules {
        counter.spend(1)?;
        match rule {
            Rule::Linear { terms, relation, bound } => {
                compared(terms, *relation, *bound, &mut edges)
            }
            Rule::Chain { xs, strict } => {
                let pairs = xs.windows(2);
                edges.extend(pairs.map(|w| Below { x: w[0], y: w[1], c: -i64::from(*strict) }));
            }
            _ => {}
        }
    }
    let n = statement.variables.ints.len();
    let mut above = vec![0i64; n];
    let mut before: Vec<Option<u32>> = vec![None; n];
    for _ in 0..ROUNDS {
        counter.spend(edges.len() + 1)?;
        let mut settled = true;
        for &Below { x, y, c } in &edges {
            let next = above[y as usize].saturating_add(c);
            if next < above[x as usize] {
                (above[x as usize], before[x as usize]) = (next, Some(y));
                settled = false;
            }
        }
        if settled {
            return Ok(false);
        }
        counter.spend(n)?;
        if leads_back(&before) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Adds the edges of a comparison of two variables.
fn compared(terms: &[(i64, Operand)], relation: Relation, bound: i64, into: &mut Vec<Below>) {
    let &[(a, Operand::Int(x)), (b, Operand::Int(y))] = terms else { return };
    if a == 0 || a != -b || relation == Relation::Different {
        return;
    }
    // a x - a y <= bound.
    let (x, y, a) = if a > 0 { (x, y, a) } else { (y, x, -a) };
    into.push(Below { x, y, c: bound.div_euclid(a) });
    if relation == Relation::Equal {
        into.push(Below { x: y, y: x, c: (-bound).div_euclid(a) });
    }
}

/// Whether the predecessors contain a cycle.
fn leads_back(before: &[Option<u32>]) -> bool {
    // For each variable the first walk that reached it.
    let mut met = vec![0; before.len()];
    for (walk, start) in (1..).zip(0..before.len() as u32) {
        let mut at = Some(start);
        while let Some(x) = at {
            match met[x as usize] {
                0 => met[x as usize] = walk,
                other if other == walk => return true,
                _ => break,
            }
            at = before[x as usize];
        }
    }
    false
}
