//! Assuming something and seeing it fail.

use super::{Round, Step, round_of};
use crate::puzzle::Cell;
use crate::puzzle::ladder::{Fact, Finding, Ladder, Nonsense, Telling};
use crate::run::{Budget, Stop};

/// The assumptions that fail soonest, as steps that say the opposite; none if no assumption fails.
/// Choices between two are tried before all others.
///
/// # Errors
/// The limit that came first.
pub(super) fn round(
    ladder: &dyn Ladder,
    words: bool,
    round: u32,
    budget: &Budget,
) -> Result<Vec<Step>, Stop> {
    let groups = ladder.open();
    let (pairs, others): (Vec<_>, Vec<_>) = groups.into_iter().partition(|group| group.len() == 2);
    for groups in [pairs, others] {
        let mut tries: Vec<Finding> = groups.into_iter().flatten().collect();
        tries.sort_unstable();
        tries.dedup();
        let failed = soonest(ladder, &tries, budget)?;
        if !failed.is_empty() {
            let technique = ladder.techniques().last().expect("the last rung is trying");
            let step = |(finding, cost, why): (Finding, u32, String)| Step {
                technique,
                findings: vec![finding.negated()],
                cost: technique.weight + cost,
                assumed: Some(finding),
                telling: words.then(|| Telling {
                    cells: cells(finding),
                    because: Vec::new(),
                    reason: format!("it fails, for {why}"),
                }),
                round,
            };
            return Ok(failed.into_iter().map(step).collect());
        }
    }
    Ok(Vec::new())
}

fn cells(finding: Finding) -> Vec<Cell> {
    match finding.fact {
        Fact::Number { cell, .. } => vec![cell],
        Fact::Link { from, to } => vec![from, to],
    }
}

/// The work that an assumption gets at first; it doubles until something fails. Most of what fails at
/// all does so soon, and what does not fail is not followed to its end for nothing.
const FIRST_WORK: u32 = 8;

/// The assumptions that fail after the least work, with that work and what is wrong then.
fn soonest(
    ladder: &dyn Ladder,
    tries: &[Finding],
    budget: &Budget,
) -> Result<Vec<(Finding, u32, String)>, Stop> {
    let mut most = FIRST_WORK;
    loop {
        let (mut best, mut failed, mut cut) = (most, Vec::new(), false);
        for &finding in tries {
            if let Some(stop) = budget.reached(0) {
                return Err(stop);
            }
            match refute(ladder, finding, best, budget)? {
                Trial::Fails(cost, Nonsense(why)) => {
                    if cost < best {
                        best = cost;
                        failed.clear();
                    }
                    failed.push((finding, cost, why));
                }
                Trial::Cut => cut = true,
                Trial::Stands => {}
            }
        }
        if !failed.is_empty() || !cut {
            return Ok(failed);
        }
        most = most.saturating_mul(2);
    }
}

/// What comes of an assumption.
enum Trial {
    /// It fails after this work.
    Fails(u32, Nonsense),
    /// It takes more work than there was.
    Cut,
    /// The techniques have nothing against it.
    Stands,
}

/// Follows an assumption round by round until it fails; the work is the sum of the weights of the
/// techniques, a round counting once. Given up when the work is above `most`.
///
/// # Errors
/// The limit that came first.
fn refute(
    ladder: &dyn Ladder,
    finding: Finding,
    most: u32,
    budget: &Budget,
) -> Result<Trial, Stop> {
    let mut copy = ladder.copy();
    let mut cost = 0;
    if let Err(nonsense) = copy.learn(finding) {
        return Ok(Trial::Fails(cost, nonsense));
    }
    loop {
        if let Err(nonsense) = copy.sound() {
            return Ok(Trial::Fails(cost, nonsense));
        }
        let (technique, deductions) = match round_of(&*copy, most - cost, budget)? {
            Round::Says(technique, deductions) => (technique, deductions),
            Round::Nothing => return Ok(Trial::Stands),
            Round::TooDear => return Ok(Trial::Cut),
        };
        cost += copy.techniques()[technique].weight;
        if cost > most {
            return Ok(Trial::Cut);
        }
        for finding in deductions.iter().flat_map(|deduction| &deduction.findings) {
            if let Err(nonsense) = copy.learn(*finding) {
                return Ok(Trial::Fails(cost, nonsense));
            }
        }
    }
}
