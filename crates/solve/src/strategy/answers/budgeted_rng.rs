//! Random numbers for a shuffle that cannot be broken off: all zero once the budget is used up. A list of millions is
//! then soon done; its order no longer matters, because no further questions follow.

use clew_engine::run::Budget;
use rand::rngs::ChaCha8Rng;
use rand::{Rng, TryRng};
use std::convert::Infallible;

/// See the module documentation.
pub(crate) struct BudgetedRng<'a> {
    rng: &'a mut ChaCha8Rng,
    budget: &'a Budget,
    /// Numbers until the budget is checked again.
    left: u32,
    is_over: bool,
}

impl<'a> BudgetedRng<'a> {
    /// Numbers between two checks: at some tens of nanoseconds each, including the work of the shuffle.
    const POLL_INTERVAL: u32 = 1 << 16;

    pub(crate) fn new(rng: &'a mut ChaCha8Rng, budget: &'a Budget) -> BudgetedRng<'a> {
        BudgetedRng { rng, budget, left: BudgetedRng::POLL_INTERVAL, is_over: false }
    }

    /// Counts a number; returns whether it is still to be random.
    fn goes_on(&mut self) -> bool {
        self.left -= 1;
        if self.left == 0 {
            self.left = BudgetedRng::POLL_INTERVAL;
            self.is_over |= self.budget.urgent().is_some();
        }
        !self.is_over
    }
}

impl TryRng for BudgetedRng<'_> {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(if self.goes_on() { self.rng.next_u32() } else { 0 })
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(if self.goes_on() { self.rng.next_u64() } else { 0 })
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        if self.goes_on() {
            self.rng.fill_bytes(bytes);
        } else {
            bytes.fill(0);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand::seq::SliceRandom;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    /// A shuffle does not depend on how it is watched, and draws no more once the budget is used up.
    #[test]
    fn shuffles_end_with_the_budget() {
        const MANY: usize = 1 << 20;
        let shuffled = |budget: &Budget| {
            let mut rng = ChaCha8Rng::seed_from_u64(7);
            let mut all: Vec<u32> = (0..MANY as u32).collect();
            all.shuffle(&mut BudgetedRng::new(&mut rng, budget));
            (all, rng.get_word_pos())
        };
        let mut plain = ChaCha8Rng::seed_from_u64(7);
        let mut all: Vec<u32> = (0..MANY as u32).collect();
        all.shuffle(&mut plain);
        assert!(shuffled(&Budget::default()) == (all, plain.get_word_pos()));
        let raised = Budget::default().with_cancel(Arc::new(AtomicBool::new(true)));
        let (mut some, drawn) = shuffled(&raised);
        assert!(drawn < u128::from(2 * BudgetedRng::POLL_INTERVAL), "{drawn}");
        some.sort_unstable();
        assert!(some.into_iter().eq(0..MANY as u32), "nothing is lost");
    }
}
