//! Shares of the memory. With [`crate::strategy::plan`], which divides time and decisions between stages, this is
//! the only place that divides a budget.

use super::tuning;
use clew_engine::run::Budget;
use std::time::Duration;

/// Bytes that a process takes without any table.
const PROCESS_BYTES: usize = 8 << 20;

/// The budget of a dynamic program: without the memory of the process outside of its tables, and without the freed
/// memory that the allocator keeps.
pub(crate) fn for_tables(budget: &Budget) -> Budget {
    let all = budget.memory;
    budget.at_most_memory(all.saturating_sub(PROCESS_BYTES).max(all / 2) / 10 * 9)
}

/// Bytes for the cache of counting by parts.
pub(crate) fn for_cache(budget: &Budget) -> usize {
    (budget.memory as f64 * tuning::CACHE_MEMORY) as usize
}

/// How many answers of this size may be kept next to the tables that drew them; at least one.
pub(crate) fn answers_with_tables(budget: &Budget, bytes: usize) -> usize {
    (budget.memory / 2 / bytes).max(1)
}

/// Bytes for the answers that a run hands out at its end, for searches that keep many and have no tables.
pub(crate) fn for_answers(budget: &Budget) -> usize {
    budget.memory
}

/// Bytes for the answers from which walks begin, and for the index of what they show.
pub(crate) fn for_walks(budget: &Budget) -> usize {
    (budget.memory / 16).min(tuning::POOL_BYTES)
}

/// How many things of this size fit if nothing else is kept.
pub fn fit(budget: &Budget, bytes: usize) -> usize {
    budget.memory / bytes
}

/// The share of the time left that the search for possible clues may take.
pub(crate) fn for_cover(whole: &Budget) -> Budget {
    whole.share(tuning::COVER_TIME)
}

/// The budget of a question whose answer is useful for the next one, but not required: half of the time, and two
/// seconds at the most.
pub fn brief_budget(whole: &Budget) -> Budget {
    whole.share(0.5).within(Duration::from_secs(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_get_less_than_all_and_something_of_little() {
        for all in [1 << 10, 1 << 20, 9 << 20, 1 << 30] {
            let budget = Budget::of_memory(all);
            let tables = for_tables(&budget).memory;
            assert!(tables < all && tables >= all / 2 / 10 * 9, "{tables} of {all}");
            assert!(for_cache(&budget) <= all);
            assert_eq!(answers_with_tables(&budget, 4 * all), 1, "one answer is always kept");
        }
    }
}
