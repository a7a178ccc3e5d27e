//! Shares of the memory. With [`super::plan`], which divides time and decisions between stages, this is
//! the only place that divides a budget.

use super::tuning;
use clew_engine::run::Budget;
use std::time::Duration;

/// Bytes that a process takes before it has any table.
const BESIDE: usize = 8 << 20;

/// The budget of a dynamic program: without what the process takes beside its tables, and what the
/// allocator keeps of freed ones.
pub fn for_tables(budget: &Budget) -> Budget {
    let all = budget.memory;
    budget.at_most_memory(all.saturating_sub(BESIDE).max(all / 2) / 10 * 9)
}

/// Bytes for the cache of counting by parts.
pub fn for_cache(budget: &Budget) -> usize {
    (budget.memory as f64 * tuning::CACHE_MEMORY) as usize
}

/// How many answers of so many bytes may be kept beside the tables that drew them; at least one.
pub fn answers_beside_tables(budget: &Budget, bytes: usize) -> usize {
    (budget.memory / 2 / bytes).max(1)
}

/// Bytes for the answers that a run hands out at its end: whoever keeps many searches, and has no tables.
pub(super) fn for_answers(budget: &Budget) -> usize {
    budget.memory
}

/// Bytes for answers from which walks begin, and for which of them shows what.
pub(super) fn for_walks(budget: &Budget) -> usize {
    (budget.memory / 16).min(tuning::POOL_BYTES)
}

/// How many things of so many bytes fit where nothing else is kept.
pub fn fit(budget: &Budget, bytes: usize) -> usize {
    budget.memory / bytes
}

/// The share of what is left that the search for possible clues may take.
pub(super) fn for_cover(whole: &Budget) -> Budget {
    whole.share(tuning::COVER_TIME)
}

/// What a question gets whose answer would be good to have before another one is asked: half of the time, and two
/// seconds at the most.
pub fn in_passing(whole: &Budget) -> Budget {
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
            assert_eq!(answers_beside_tables(&budget, 4 * all), 1, "one answer is always kept");
        }
    }
}
