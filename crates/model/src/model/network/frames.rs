//! Where the values of integer variables lie in the store.
//!
//! A kernel variable has the values `0 ..`; its frame holds the number that its value 0 stands for and how many values
//! there are. Constraints that compare values one by one need variables of one frame, so variables that meet in such
//! constraints share one that spans all their ranges. A constraint that needs a frame of its own (a matrix, the nodes
//! of a graph) for a variable that has another one gets a copy of the variable, tied to it value by value.

use crate::model::error::MAX_VALUES;

use crate::model::error::ModelError;

use crate::model::error::Unbuilt;

use super::frame::Frame;
use super::wide::differ_by_bounds;
use crate::model::error::spend;
use crate::model::rules::Rule;
use crate::model::statement::Statement;
use bitvec::slice::BitSlice;
use bitvec::vec::BitVec;
use clew_engine::kernel::StepCounter;
use clew_engine::structures::UnionFind;

/// Steps of [`StepCounter`] to join a variable to others.
const STEPS_A_JOIN: usize = 2;

/// Sets of variables that share a frame, by union.
struct Classes {
    sets: UnionFind,
    /// For roots: the least and the largest value.
    span: Vec<(i64, i64)>,
}

impl Classes {
    fn widen(
        &mut self,
        x: u32,
        low: i64,
        high: i64,
        rule: impl Fn() -> String,
    ) -> Result<(), ModelError> {
        let root = self.sets.root(x) as usize;
        let span = &mut self.span[root];
        *span = (span.0.min(low), span.1.max(high));
        let (low, high) = *span;
        if high.abs_diff(low) >= MAX_VALUES {
            return Err(ModelError::FarApart { rule: rule(), low, high });
        }
        Ok(())
    }

    fn join(&mut self, x: u32, y: u32, rule: impl Fn() -> String) -> Result<(), ModelError> {
        if let Some(gone) = self.sets.join(x, y) {
            let (low, high) = self.span[gone as usize];
            self.widen(x, low, high, rule)?;
        }
        Ok(())
    }
}

/// The frame of each integer variable.
///
/// # Errors
/// [`ModelError::FarApart`]; [`ModelError::TooLarge`] for a graph with more nodes than variables have values;
/// interrupted.
pub(crate) fn frames(
    statement: &Statement,
    wide: &BitSlice,
    counter: &StepCounter<'_>,
) -> Result<Vec<Frame>, Unbuilt> {
    let of = &statement.variables;
    let n = of.ints.len() as u32;
    let span = of.ints.iter().map(|x| (x.low, x.high)).collect();
    let mut classes = Classes { sets: UnionFind::new(n), span };
    for rule in &statement.rules {
        spend(counter, 1)?;
        if let Rule::AllDifferent(xs) = rule
            && !differ_by_bounds(xs, statement, |x| wide[x as usize])
        {
            spend(counter, STEPS_A_JOIN * xs.len())?;
            for w in xs.windows(2) {
                classes.join(w[0], w[1], || rule.describe(of))?;
            }
        }
    }
    // If the range of a variable lies within the frame that a constraint needs, the variable takes that frame.
    for rule in &statement.rules {
        let Some((xs, frame)) = needed(rule) else { continue };
        spend(counter, STEPS_A_JOIN * xs.len())?;
        if u64::from(frame.len) > MAX_VALUES {
            let what = format!("{} needs {} nodes", rule.describe(of), frame.len);
            let what = format!("{what}, {MAX_VALUES} are possible");
            return Err(ModelError::TooLarge { what }.into());
        }
        let high = frame.low + i64::from(frame.len) - 1;
        for &x in xs {
            let root = classes.sets.root(x);
            let (low, most) = classes.span[root as usize];
            if low >= frame.low && most <= high {
                classes.widen(x, frame.low, high, || rule.describe(of))?;
            }
        }
    }
    let frame = |x| {
        if wide[x as usize] {
            return Frame::exact(&of.ints[x as usize]);
        }
        let root = classes.sets.root(x);
        let (low, high) = classes.span[root as usize];
        Frame { low, len: (high - low + 1) as u32 }
    };
    Ok((0..n).map(frame).collect())
}

/// The frame that a constraint needs for its variables, if it needs a certain one.
pub(crate) fn needed(rule: &Rule) -> Option<(&[u32], Frame)> {
    let (xs, low, len) = match rule {
        Rule::Walk { graph, xs } if xs.len() > 1 => (xs, 0, graph.nodes()),
        Rule::Circuit { arcs, successors } => (successors, 0, arcs.nodes()),
        Rule::Path { graph, positions, first } => (positions, *first, graph.nodes()),
        Rule::Global(global) => return global.0.frame(),
        _ => return None,
    };
    (len > 0).then_some((&xs[..], Frame { low, len }))
}

/// Whether a constraint needs its variables one after another in the store, as the rows of a
/// permutation matrix.
pub(crate) fn needs_matrix(rule: &Rule) -> bool {
    matches!(rule, Rule::Path { .. } | Rule::Circuit { .. })
}

/// The order in which variables are made, such that the variables of as many matrices as possible are consecutive rows.
/// Also per constraint whether its variables are such rows.
pub(crate) fn layout(
    statement: &Statement,
    frames: &[Frame],
    wide: &BitSlice,
) -> (Vec<u32>, BitVec) {
    let mut order = Vec::with_capacity(frames.len());
    let mut placed = wide.to_bitvec();
    let mut rows: BitVec = BitVec::repeat(false, statement.rules.len());
    for (i, rule) in statement.rules.iter().enumerate() {
        if let Some((xs, frame)) = needed(rule).filter(|_| needs_matrix(rule))
            && xs.iter().all(|&x| !placed[x as usize] && frames[x as usize] == frame)
        {
            rows.set(i, true);
            xs.iter().for_each(|&x| placed.set(x as usize, true));
            order.extend(xs);
        }
    }
    order.extend(placed.iter_zeros().map(|x| x as u32));
    (order, rows)
}
