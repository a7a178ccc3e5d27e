//! Puzzles of a level with few clues: from all of them as many are taken away as the techniques can do without.
//!
//! That the steps solve a puzzle proves that it has one solution, and a walk of easy looks takes a tenth of the time of
//! a search for a second one. Looks that assume something take long, so the clues are thinned out for the techniques
//! that assume nothing, and only then for the level.

use super::Choice;
use clew_puzzle::puzzle::family::{Grade, UniquenessOracle};
use clew_puzzle::puzzle::ladder::Level;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;

impl Choice<'_> {
    /// Gives the requested count of numbers and at most this many signs, so that the puzzle has the level. Returns whether
    /// it has; also if the caller cancels.
    pub(super) fn thin_out(
        &mut self,
        most_signs: usize,
        level: Level,
        rng: &mut ChaCha8Rng,
        judge: UniquenessOracle<'_>,
    ) -> bool {
        let mut items: Vec<usize> =
            self.items.items(false).filter(|&item| self.wishes.allowed[item]).collect();
        items.iter().for_each(|&item| self.items.give(item));
        items.shuffle(rng);
        let (mut signs, numbers): (Vec<usize>, Vec<usize>) =
            items.into_iter().partition(|&item| self.filling.numbers(item) == 0);
        let wanted = self.wishes.givens.unwrap_or(0);
        let plain = level.min(Level::Tricky);
        self.thin(numbers, plain, judge, |choice| choice.count().saturating_sub(wanted));
        if self.count() > wanted {
            return judge.is_over();
        }
        self.thin(signs.clone(), plain, judge, Choice::signs);
        if plain < level {
            signs.retain(|&sign| self.items.given()[sign]);
            self.harden(signs, level, judge);
        }
        let puzzle = self.filling.puzzle(self.items.given());
        judge.is_over() || self.signs() <= most_signs && judge.grade(&puzzle) == Grade::Fits
    }

    /// Takes these items away as far as the techniques up to a level still solve the puzzle, at most `spare` of them;
    /// several together as long as that succeeds.
    fn thin(
        &mut self,
        mut items: Vec<usize>,
        level: Level,
        judge: UniquenessOracle<'_>,
        spare: impl Fn(&Self) -> usize,
    ) {
        let mut together = items.len();
        while !items.is_empty() && spare(self) > 0 && !judge.is_over() {
            let few = together.min(spare(self)).min(items.len());
            let some = items.split_off(items.len() - few);
            some.iter().for_each(|&item| self.items.take(item));
            // Small changes that would be solutions are known without a look.
            let is_solved = self.items.open().is_empty()
                && judge.is_within(&self.filling.puzzle(self.items.given()), level);
            if is_solved {
                together = few * 2;
                continue;
            }
            some.iter().for_each(|&item| self.items.give(item));
            if few > 1 {
                items.extend(some);
            }
            together = (few / 2).max(1);
        }
    }

    /// Takes one of these items away after the other, as far as there is one solution, until the puzzle has the level, of
    /// those with looks that assume something.
    fn harden(&mut self, items: Vec<usize>, level: Level, judge: UniquenessOracle<'_>) {
        for item in items {
            if judge.is_over() {
                return;
            }
            if !self.spare(item, judge) {
                continue;
            }
            let puzzle = self.filling.puzzle(self.items.given());
            match (judge.is_within(&puzzle, Level::Hard), level) {
                (true, Level::Hard) | (false, Level::Extreme) => return,
                (false, Level::Hard) => self.items.give(item),
                _ => {}
            }
        }
    }
}
