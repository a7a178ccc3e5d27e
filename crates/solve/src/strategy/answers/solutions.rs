//! Counts and keeps the solutions found by search: how many, which answers, and when they are enough.

use crate::strategy::answers::kept_answers::Kept;
use crate::strategy::goal_meter::GoalMeter;
use crate::strategy::options::{Improved, Options, Task};
use crate::strategy::plan::shares;
use clew_engine::kernel::Engine;
use clew_engine::run::{Budget, Stop};
use clew_engine::search::objective::{least, value_of};
use clew_engine::search::{Incumbent, Sink};
use clew_puzzle::puzzle::{Answer, Built, Puzzle};
use num_bigint::BigUint;
use std::ops::ControlFlow;

/// Answers kept when all solutions are counted: more are counted, not kept.
const KEEP_COUNTING: usize = 2;

/// Answers that several searches pool at the most.
const POOLED: usize = 64;

/// The solutions found so far.
#[derive(Clone, Debug)]
pub struct Found {
    /// Kept answers: pairwise different, and for `check` of a line not each other's reverse.
    answers: Kept,
    /// Answers to keep at the most.
    keep: usize,
    /// Stop when this many distinct answers are known.
    enough: Option<usize>,
    /// One answer is enough for now.
    first_only: bool,
    /// Answers that were found outside of the search, which may meet them again.
    aside: Vec<Answer>,
    /// Solutions of the model.
    solutions: u64,
    multiplicity: u32,
    /// The puzzle, if the two directions of an answer are one.
    one_either_way: Option<Puzzle>,
    /// The same, where the model meets both.
    fold_reverse: Option<Puzzle>,
    /// Whether there may be solutions that the model does not have, in addition to a first one.
    has_equivalents: bool,
    optimise: bool,
    negated: bool,
    best: Option<i64>,
    /// Called for each better answer.
    improved: Option<Improved>,
    /// The best value and the bound of the goal.
    meter: Option<GoalMeter>,
}

impl Found {
    pub fn new(puzzle: &Puzzle, task: Task, optimise: bool, budget: &Budget) -> Found {
        let (keep, enough) = match task {
            _ if optimise => (1, None),
            Task::Solve { limit: usize::MAX } => (usize::MAX, None),
            Task::Solve { limit } => (limit, Some(limit)),
            Task::Check => (2, Some(2)),
            Task::Count => (KEEP_COUNTING, None),
        };
        let several = task == Task::Check || keep > 1 && enough.is_some();
        let folds = puzzle.folds_reverse() && several;
        let one_either_way = folds.then(|| puzzle.clone());
        Found {
            answers: Kept::within(shares::for_answers(budget)),
            keep,
            enough,
            first_only: false,
            aside: Vec::new(),
            solutions: 0,
            multiplicity: 1,
            fold_reverse: one_either_way.clone(),
            one_either_way,
            has_equivalents: false,
            optimise,
            negated: false,
            best: None,
            improved: None,
            meter: None,
        }
    }

    /// Sets the callbacks for a goal.
    pub(crate) fn with_callbacks(self, options: &Options) -> Found {
        let meter = self.optimise.then(|| GoalMeter::new(options));
        Found { improved: options.improved.clone(), meter, ..self }
    }

    /// The best value and the bound of the goal, if there is one.
    pub(crate) fn meter(&self) -> Option<&GoalMeter> {
        self.meter.as_ref()
    }

    /// At the root of a search for answers that are better than the best one: notes the bound.
    pub(crate) fn note_least(&self, built: &Built, engine: &Engine, incumbent: &Incumbent) {
        let goal = built.model.objective.as_ref().filter(|_| engine.level() == 0);
        for (meter, goal) in self.meter.iter().zip(goal) {
            meter.note_least(least(goal, engine.store()).min(incumbent.best()));
        }
    }

    /// Interprets further solutions as those of this network.
    pub(crate) fn set_network(&mut self, built: &Built) {
        self.multiplicity = built.model.multiplicity;
        self.fold_reverse = self.one_either_way.clone().filter(|_| self.multiplicity == 1);
        self.has_equivalents = built.represents;
        self.negated = built.model.objective.as_ref().is_some_and(|o| o.negated);
        self.meter.iter().for_each(|meter| meter.set_negated(self.negated));
    }

    /// An empty one of the same kind, for a job.
    pub fn fresh(&self) -> Found {
        Found {
            // The incumbent's answer is kept.
            answers: if self.optimise { self.answers.clone() } else { self.answers.fresh() },
            solutions: 0,
            aside: self.aside.clone(),
            one_either_way: self.one_either_way.clone(),
            fold_reverse: self.fold_reverse.clone(),
            improved: self.improved.clone(),
            meter: self.meter.clone(),
            ..*self
        }
    }

    /// Forgets the solutions found, for a search that starts over. The incumbent's answer is kept.
    pub fn restart(&mut self) {
        if !self.optimise {
            self.answers.take();
            self.solutions = 0;
        }
    }

    /// Adds the solutions found by a job.
    pub fn absorb(&mut self, mut other: Found) {
        self.solutions += other.solutions;
        if let Some(enough) = self.enough {
            // The last job may have found more than was left to find.
            self.solutions = self.solutions.min(enough as u64);
        }
        if self.optimise {
            if other.best.is_some() && self.best.is_none_or(|b| other.best.is_some_and(|o| o < b)) {
                self.best = other.best;
                self.answers = other.answers.clone();
            }
            return;
        }
        for a in other.answers.take() {
            self.keep_answer(a);
        }
    }

    /// Stop when jobs that are searched apart hold this number of answers together. Each job folds the two directions
    /// of a line by itself, so a line may count in two of them; every other answer is in one job only.
    pub(crate) fn enough_of_jobs(&self) -> Option<u64> {
        let folds = self.fold_reverse.is_some();
        let apart = |e: usize| if folds { e.saturating_mul(2).saturating_sub(1) } else { e };
        self.enough.map(|e| apart(e) as u64)
    }

    /// Distinct answers so far.
    pub fn distinct(&self) -> u64 {
        if self.fold_reverse.is_some() { self.answers.len() as u64 } else { self.solutions }
    }

    /// Whether a search, or another method alongside it, has met an answer.
    pub(crate) fn has_met(&self) -> bool {
        self.solutions > 0 || !self.aside.is_empty()
    }

    /// Whether one best answer is wanted.
    pub fn optimises(&self) -> bool {
        self.optimise
    }

    pub fn is_full(&self) -> bool {
        let enough = if self.first_only { Some(1) } else { self.enough };
        enough.is_some_and(|e| self.distinct() >= e as u64)
    }

    /// Whether the answers that are still to be kept exceed the memory for them. A few always fit.
    fn is_over(&self) -> bool {
        self.keep > KEEP_COUNTING && !self.is_full() && self.answers.is_over()
    }

    /// Why a search was stopped.
    pub fn stop(&self) -> Stop {
        if !self.is_full() && self.answers.was_exceeded() { Stop::Memory } else { Stop::Limit }
    }

    fn keep_answer(&mut self, answer: Answer) {
        if self.answers.len() >= self.keep {
            return;
        }
        if let Some(puzzle) = &self.fold_reverse
            && self.answers.contains(&puzzle.reversed(&answer))
        {
            return;
        }
        self.answers.push(answer);
    }

    /// Whether this answer is among those kept, in either direction if both are one answer.
    pub fn knows(&self, answer: &Answer) -> bool {
        let reversed = self.one_either_way.as_ref().map(|puzzle| puzzle.reversed(answer));
        self.answers.contains(answer) || reversed.is_some_and(|other| self.answers.contains(&other))
    }

    /// Adds new answers that were found in another way, until there are enough.
    pub fn adopt(&mut self, answers: &[Answer]) {
        for answer in answers {
            if !self.is_full() && !self.knows(answer) {
                self.solutions += 1;
                self.keep_answer(answer.clone());
            }
        }
    }

    /// If two answers are wanted and the model has canonical solutions only, looks for another answer next to the first
    /// one: without this a search to the end would prove nothing.
    pub(crate) fn find_equivalent(&mut self, puzzle: &Puzzle) {
        if self.has_equivalents
            && self.enough.is_some_and(|enough| enough > 1)
            && let [answer] = &self.answers[..]
            && let Some(other) = puzzle.another(answer)
        {
            self.adopt(&[other]);
        }
    }

    /// Notes answers that were found outside of the search. Returns whether there are now enough, with those found by
    /// the search itself.
    pub fn note(&mut self, answers: &[Answer]) -> bool {
        for answer in answers {
            if !self.aside.contains(answer) {
                self.aside.push(answer.clone());
            }
        }
        self.join();
        self.is_full()
    }

    /// Whether a search stops at its first answer, even if more are wanted in the end.
    pub(crate) fn stop_at_first(&mut self, stop: bool) {
        self.first_only = stop;
    }

    /// Notes the answers of the search that is over.
    pub(crate) fn add_own_as_external(&mut self) {
        let found = self.answers.to_vec();
        self.note(&found);
    }

    /// The answers that were found outside of the search.
    pub fn noted(&self) -> &[Answer] {
        &self.aside
    }

    /// Adopts the answers found outside of the search, if they complete the number wanted.
    fn join(&mut self) {
        let Some(enough) = self.enough.filter(|_| !self.optimise) else { return };
        let new = self.aside.iter().filter(|a| !self.knows(a)).count();
        if new > 0 && new as u64 + self.distinct() >= enough as u64 {
            self.adopt_noted();
        }
    }

    /// Adopts the answers found outside of the search, which is over.
    pub(crate) fn adopt_noted(&mut self) {
        let aside = std::mem::take(&mut self.aside);
        self.adopt(&aside);
        self.aside = aside;
    }

    /// Adopts the best answer, which was found in another way, with its value as users see it.
    pub(crate) fn adopt_best(&mut self, value: i64, answer: Answer) {
        self.best = Some(if self.negated { -value } else { value });
        self.solutions = self.solutions.max(1);
        self.best.iter().zip(&self.meter).for_each(|(&best, meter)| meter.note_best(best));
        self.keep_only(answer);
    }

    fn keep_only(&mut self, answer: Answer) {
        self.answers.take();
        self.answers.push(answer);
    }

    /// The best objective value, as users see it.
    pub fn best(&self) -> Option<i64> {
        self.best.map(|b| if self.negated { -b } else { b })
    }

    /// All fillings found.
    pub fn fillings(&self) -> BigUint {
        BigUint::from(self.solutions) * self.multiplicity
    }

    /// The answers that are kept.
    pub fn answers(&self) -> &[Answer] {
        &self.answers
    }

    pub(crate) fn take_answers(&mut self) -> Vec<Answer> {
        self.answers.take()
    }

    /// Whether every answer is kept that is counted, and few are wanted: then those of several searches
    /// can be put together.
    pub(crate) fn can_pool(&self) -> bool {
        !self.optimise && self.enough.is_some_and(|enough| enough <= self.keep.min(POOLED))
    }

    /// The sink that fills this.
    pub fn sink<'a>(
        &'a mut self,
        built: &'a Built,
        puzzle: &'a Puzzle,
        incumbent: &'a Incumbent,
    ) -> FoundSink<'a> {
        FoundSink { found: self, built, puzzle, incumbent }
    }
}

/// See [`Found::sink`].
pub(crate) struct FoundSink<'a> {
    found: &'a mut Found,
    built: &'a Built,
    puzzle: &'a Puzzle,
    incumbent: &'a Incumbent,
}

impl FoundSink<'_> {
    /// The answers that it has kept.
    pub fn answers(&self) -> &[Answer] {
        &self.found.answers
    }
}

impl Sink for FoundSink<'_> {
    fn solution(&mut self, engine: &Engine) -> ControlFlow<()> {
        let found = &mut *self.found;
        found.solutions += 1;
        let decode = || self.built.decode(self.puzzle.board(), engine.store());
        if let Some(objective) = &self.built.model.objective {
            let value = value_of(objective, engine);
            if self.incumbent.improve(value) {
                found.best = Some(value);
                let answer = decode();
                // One that is wrong is found out at the end.
                if self.puzzle.verify(&answer).is_ok() {
                    found.meter.iter().for_each(|meter| meter.note_best(value));
                    let seen = if found.negated { -value } else { value };
                    found.improved.iter().for_each(|improved| improved.call(seen, &answer));
                }
                found.keep_only(answer);
            }
            return ControlFlow::Continue(());
        }
        if found.answers.len() < found.keep {
            found.keep_answer(decode());
        }
        found.find_equivalent(self.puzzle);
        found.join();
        let over = found.is_full() || found.is_over();
        if over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn restarted(&mut self, engine: &Engine) {
        self.found.note_least(self.built, engine, self.incumbent);
    }
}
