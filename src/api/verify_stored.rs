//! The solutions that a puzzle's file states.

use super::guarded::{DEFECT, catch_panic};
use clew_engine::run::Budget;
use clew_puzzle::puzzle::{Answer, Content, Entry, Unfit};
use clew_solve::strategy;

/// The reasons for unclear solutions in a puzzle's file; [`settle`] adds those of solutions that stay undetermined.
pub fn unclear(entry: &Entry) -> Vec<String> {
    let open = entry.unfit.iter().filter(|why| matches!(why, Unfit::Ambiguous(_)));
    open.map(|why| format!("the solution in it is unclear: {why}")).collect()
}

/// Completes the solutions that a puzzle's file states by cells alone, if these determine one; undetermined parts
/// become warnings. Ends with the budget.
pub fn settle(entry: &mut Entry, budget: &Budget) {
    let puzzle = entry.puzzle.clone();
    let find = |contents: &[Content], why: &str| {
        let found = catch_panic(|| strategy::determined(&puzzle, contents, why, budget));
        found.unwrap_or_else(|_| Err(Unfit::Ambiguous(DEFECT.into())))
    };
    entry.settle(find);
    let open = unclear(entry);
    entry.warnings.extend(open);
}

/// The solutions of a puzzle's file that obey its rules, with those that are stated by cells alone; ends with the budget.
pub fn carried(entry: &Entry, budget: &Budget) -> Vec<Answer> {
    let mut settled = entry.clone();
    settle(&mut settled, budget);
    verified(&settled)
}

/// The solutions of a puzzle's file that obey its rules.
pub fn verified(entry: &Entry) -> Vec<Answer> {
    let right = entry.answers.iter().filter(|answer| entry.puzzle.verify(answer).is_ok());
    right.cloned().collect()
}
