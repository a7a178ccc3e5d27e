//! Facts that are seen on a walk from answer to answer, before questions about them are put.
//!
//! If a puzzle has very many answers, nearly all possible facts are seen by going from one answer to others close by:
//! that costs microseconds per answer, a question costs milliseconds. First the walk is free, as long as it shows much;
//! then it is aimed at facts not yet seen, as long as that hits. An aim begins at an answer that nearly shows it
//! ([`crate::strategy::answers::pool`]), of which only a small part has to change. Of some facts drawn at random, among those that were
//! aimed at least often, the one with the most seen facts near it is taken, because it is more likely to be possible.
//! The facts that are left are mostly impossible, and questions refute them. Work is counted in moves, so that the same
//! seed shows the same facts.

use super::cover::FactTable;
use super::questions::Questions;
use crate::strategy::answers::pool::Pool;
use crate::strategy::error::RunError;
use crate::strategy::local_searchers::moves_for;
use crate::strategy::plan::{shares, tuning};
use clew_engine::run::Budget;
use clew_puzzle::puzzle::{Answer, Content, Puzzle, SolutionFeature, SolutionWalker};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use std::cmp::Reverse;

/// Moves at a stretch, at the least; on larger boards as many as there are cells.
const SHORTEST: u64 = 64;
/// The allowances of a walk without an aim, and aimed. An aim misses often before it hits, so the second is larger.
const FREE: Allowance = Allowance { first: 60, more: 8, most: 400 };
const AIMED: Allowance = Allowance { first: 480, more: 300, most: 1920 };
/// An aim gets twice as many strides each time that it is tried again, up to this number of doublings: then it has 16
/// times those of the first time, [`tuning::AIM_STRIDES`].
const MAX_DOUBLINGS: u32 = 4;
/// The number of facts drawn, of which one is aimed at.
const DRAWN: usize = 64;
/// Further strides after an aimed walk has shown something new: there is more next to it.
const EXTRA_STRIDES: u64 = 2;

/// Strides (stretches of moves) that a walk may take.
struct Allowance {
    /// To begin with.
    first: u64,
    /// Further ones whenever it shows something new.
    more: u64,
    /// The most strides left at any time.
    most: u64,
}

/// A fact to aim at.
struct Aim {
    /// The fact that would be shown, by its number.
    fact: u32,
    /// The fact is that this cell holds this content.
    cell: u32,
    content: Content,
    /// How often it was tried.
    tried: u32,
}

/// The data that a walk reads, the callback for its answers, and its limits.
pub(crate) struct View<'a> {
    pub facts: &'a mut FactTable,
    pub questions: &'a Questions,
    pub budget: &'a Budget,
    /// Sees every answer.
    pub met: &'a mut dyn FnMut(&Answer),
}

/// A walk and its aims.
pub(crate) struct SolutionWalk {
    walk: Box<dyn SolutionWalker>,
    /// The current answer.
    at: Answer,
    /// The facts to aim at.
    aims: Vec<Aim>,
    /// Moves at a stretch.
    stride: u64,
    /// Moves that may still be made.
    moves: u64,
    /// The answers seen so far.
    pool: Pool,
}

impl SolutionWalk {
    /// A walk that begins at the answer seen last; `None` if there is none.
    pub fn new(
        mut walk: Box<dyn SolutionWalker>,
        facts: &FactTable,
        puzzle: &Puzzle,
        questions: &Questions,
        budget: &Budget,
    ) -> Option<SolutionWalk> {
        let at = facts.last_answer()?.clone();
        let mut aims = Vec::new();
        for (fact, sight) in facts.sights() {
            walk.want(sight);
            if let SolutionFeature::Holds(cell, content) = sight {
                aims.push(Aim { fact, cell, content, tried: 0 });
            }
        }
        // As many as learning makes decisions in that time.
        let decisions = budget.nodes.map(|nodes| nodes.saturating_sub(questions.stats.nodes));
        let moves = decisions.map_or(u64::MAX, |nodes| moves_for(nodes, puzzle.cells()));
        let stride = SHORTEST.max(puzzle.cells() as u64);
        let mut pool = Pool::new(puzzle, shares::for_walks(budget));
        pool.keep(&at);
        Some(SolutionWalk { walk, at, aims, stride, moves, pool })
    }

    /// Goes on from here, without an aim, and then aimed, each as long as it is worth it.
    ///
    /// # Errors
    /// [`RunError::Wrong`] if an answer breaks a rule.
    pub fn go_on(&mut self, view: &mut View<'_>, rng: &mut ChaCha8Rng) -> Result<(), RunError> {
        self.walk.begin(&self.at);
        let mut left = FREE.first;
        while left > 0 {
            if left.is_multiple_of(32) && view.facts.open() == 0 {
                return Ok(());
            }
            left -= 1;
            if self.stride(view)? {
                left = (left + FREE.more).min(FREE.most);
            }
        }
        let mut left = AIMED.first * self.stride;
        while left > 0 && !self.is_over(view.budget) {
            let had = self.moves;
            let any = self.run_aim(view, rng)?;
            if self.aims.is_empty() {
                break;
            }
            // An aim that has no place takes its time as well.
            left = left.saturating_sub((had - self.moves).max(self.stride));
            if any {
                left = (left + AIMED.more * self.stride).min(AIMED.most * self.stride);
            }
        }
        Ok(())
    }

    /// Takes up an answer that came from elsewhere, and walks about it as long as that shows
    /// something.
    ///
    /// # Errors
    /// As [`Wandering::go_on`].
    pub(crate) fn look_around(
        &mut self,
        answer: &Answer,
        view: &mut View<'_>,
    ) -> Result<(), RunError> {
        self.at = answer.clone();
        self.pool.keep(answer);
        self.walk.begin(answer);
        self.stay(tuning::AIM_STRIDES, view)?;
        Ok(())
    }

    /// Goes on, aimed, for a part of the time that the learner takes for `decisions` decisions, and again as long as a
    /// part shows more than its share of the facts that these decisions `settled`. Returns whether it ever did. Parts
    /// are small, because the last of them is always one that was not worth it.
    ///
    /// # Errors
    /// As [`Wandering::go_on`].
    pub(crate) fn compete(
        &mut self,
        decisions: u64,
        settled: usize,
        view: &mut View<'_>,
        rng: &mut ChaCha8Rng,
    ) -> Result<bool, RunError> {
        let moves = moves_for(decisions, view.questions.puzzle().cells()) / tuning::WALK_PARTS;
        let mut won = false;
        loop {
            let open = view.facts.open();
            let end = self.moves.saturating_sub(moves);
            while self.moves > end && !self.is_over(view.budget) {
                let had = self.moves;
                self.run_aim(view, rng)?;
                if self.aims.is_empty() {
                    break;
                }
                // An aim that has no place takes its time as well.
                if self.moves == had {
                    self.moves -= self.stride.min(had);
                }
            }
            let shown = (open - view.facts.open()) * tuning::WALK_PARTS as usize;
            if shown <= settled || self.is_over(view.budget) {
                return Ok(won);
            }
            won = true;
        }
    }

    fn is_over(&self, budget: &Budget) -> bool {
        self.moves == 0 || budget.urgent().is_some()
    }

    /// A stretch of the walk; returns whether it showed something new.
    fn stride(&mut self, view: &mut View<'_>) -> Result<bool, RunError> {
        if self.is_over(view.budget) {
            return Ok(false);
        }
        let moves = self.stride.min(self.moves);
        self.moves -= moves;
        // It returns an answer only if that shows a wanted fact that the walk has not shown before. Such an answer
        // counts as new here, and the callers rely on that.
        let Some(answer) = self.walk.run(moves) else { return Ok(false) };
        view.questions.check(&answer)?;
        view.facts.see(view.questions.puzzle(), &answer);
        (view.met)(&answer);
        self.pool.keep(&answer);
        self.at = answer;
        Ok(true)
    }

    /// Takes this number of strides until something new is seen, and a few more as long as more is; returns whether
    /// something was.
    fn stay(&mut self, strides: u64, view: &mut View<'_>) -> Result<bool, RunError> {
        let (mut left, mut any) = (strides, false);
        while left > 0 && !self.is_over(view.budget) {
            left -= 1;
            if self.stride(view)? {
                any = true;
                left = EXTRA_STRIDES;
            }
        }
        Ok(any)
    }

    /// Aims at a fact; returns whether anything new was seen.
    fn run_aim(&mut self, view: &mut View<'_>, rng: &mut ChaCha8Rng) -> Result<bool, RunError> {
        let puzzle = view.questions.puzzle();
        let Some(i) = self.pick_aim(view.facts, puzzle, rng) else { return Ok(false) };
        let Aim { cell, content, tried, .. } = self.aims[i];
        let strides = tuning::AIM_STRIDES << tried.min(MAX_DOUBLINGS);
        self.aims[i].tried += 1;
        let (from, _) = self.pool.near(puzzle, (cell, content), rng);
        if !self.walk.aim(from.unwrap_or(&self.at), cell, content) {
            return Ok(false);
        }
        self.stay(strides, view)
    }

    /// Of some facts not yet seen, the one that was tried least, and of these the one with the most seen facts near it.
    fn pick_aim(
        &mut self,
        facts: &FactTable,
        puzzle: &Puzzle,
        rng: &mut ChaCha8Rng,
    ) -> Option<usize> {
        let mut best: Option<(u32, Reverse<u32>, usize)> = None;
        for _ in 0..DRAWN {
            let i = loop {
                if self.aims.is_empty() {
                    return None;
                }
                let i = rng.random_range(0..self.aims.len());
                if facts.is_open(self.aims[i].fact) {
                    break i;
                }
                // The last one replaces the settled one, and may be the best so far.
                self.aims.swap_remove(i);
                if best.is_some_and(|(_, _, b)| b == self.aims.len()) {
                    best = best.map(|(tried, seen, _)| (tried, seen, i));
                }
            };
            let Aim { cell, content, tried, .. } = self.aims[i];
            let (_, seen) = self.pool.near(puzzle, (cell, content), rng);
            let key = (tried, Reverse(seen), i);
            best = Some(best.map_or(key, |b| b.min(key)));
        }
        best.map(|(_, _, i)| i)
    }
}
