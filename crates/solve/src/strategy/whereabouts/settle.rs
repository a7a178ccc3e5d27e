//! Which facts are true of some solution: question after question under assumptions, to one
//! learner.
//!
//! A fact that some solution has is possible. A question requests a solution with one of a chunk of facts that no
//! solution has shown so far: an answer shows at least one of them, and may show other new ones; a refusal rules out
//! the whole chunk. Chunks double when they are refused and halve when they are not. Besides the chunk, other facts not
//! yet seen are tried first (wishes), more of them while solutions come easily. Each question has a limit on its
//! decisions; a question that exceeds it waits for the next round, which allows more.
//!
//! If a walk over solutions has shown nearly all that can be ([`crate::strategy::whereabouts::solution_walk`]), questions have few decisions at
//! first: facts that are easy to refute make the rest easier. Each question is then about one fact, and about more only
//! as long as a refusal takes no more failures than there are facts. The wishes are then the literals of the line right
//! before and after the fact: a contradiction that is near is soon met. From time to time the walk gets a turn, and
//! goes on as long as the same work settles more than the questions did.
//!
//! Source: Janota, Lynce, Marques-Silva, "Algorithms for computing backbones of propositional formulae", 2015 (chunks,
//! decisions away from the values of seen solutions).

mod pace;

use super::cover::FactTable;
use super::questions::{QuestionResult, Questions};
use crate::strategy::answers::budgeted_rng::BudgetedRng;
use crate::strategy::error::RunError;
use crate::strategy::plan::tuning;
use crate::strategy::whereabouts::solution_walk::{SolutionWalk, View};
use clew_engine::kernel::Lit;
use clew_engine::run::{Budget, Stop};
use clew_engine::search::AssumptionQuery;
use clew_puzzle::puzzle::{Answer, Puzzle};
use pace::Pace;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;
use std::collections::VecDeque;

/// How facts are settled.
pub(crate) struct FactClassifier<'a> {
    /// A walk over solutions, where there is one.
    pub walk: Option<&'a mut SolutionWalk>,
    /// For the order of questions and where a walk goes.
    pub seed: u64,
    /// When to stop.
    pub budget: &'a Budget,
}

/// Puts questions until nothing is open; passes every solution to `met`. Returns the limit that stopped it before that,
/// if any.
pub(crate) fn settle(
    facts: &mut FactTable,
    puzzle: &Puzzle,
    questions: &mut Questions,
    how: FactClassifier<'_>,
    met: &mut dyn FnMut(&Answer),
) -> Result<Option<Stop>, RunError> {
    let FactClassifier { walk, seed, budget } = how;
    let asking = Questioning {
        pace: Pace::new(facts.len(), puzzle.cells(), walk.is_some()),
        turn: Turn { length: tuning::WALK_TURN, since: questions.stats.nodes, open: usize::MAX },
        rng: ChaCha8Rng::seed_from_u64(seed),
        walk_is_due: true,
        facts,
        puzzle,
        questions,
        walk,
        budget,
        met,
    };
    asking.until_nothing_is_open()
}

/// The questions between two turns of a walk.
struct Turn {
    /// Decisions that they may take.
    length: u64,
    /// Decisions that had been taken when they began.
    since: u64,
    /// Facts that were open then.
    open: usize,
}

/// The questions in progress.
struct Questioning<'a> {
    facts: &'a mut FactTable,
    puzzle: &'a Puzzle,
    questions: &'a mut Questions,
    walk: Option<&'a mut SolutionWalk>,
    budget: &'a Budget,
    /// Sees every solution.
    met: &'a mut dyn FnMut(&Answer),
    rng: ChaCha8Rng,
    pace: Pace,
    turn: Turn,
    /// Whether the walk begins the next round: it has not run yet, or a question has found a fact that it had missed.
    walk_is_due: bool,
}

impl Questioning<'_> {
    /// Runs rounds until no fact is open or a limit is reached.
    fn until_nothing_is_open(mut self) -> Result<Option<Stop>, RunError> {
        let mut waiting: Vec<u32> = (0..self.facts.len() as u32).collect();
        loop {
            self.walk_before_round()?;
            waiting.retain(|&f| self.facts.is_open(f));
            if waiting.is_empty() {
                return Ok(None);
            }
            match self.walk {
                // Neighbours in the list would be at odds with each other.
                None => waiting.shuffle(&mut BudgetedRng::new(&mut self.rng, self.budget)),
                // The clauses that refute one help with its neighbours.
                Some(_) => waiting.sort_unstable(),
            }
            self.turn.open = self.turn.open.min(waiting.len());
            waiting = match self.round(waiting.into())? {
                Ok(left) => left,
                Err(stop) => return Ok(Some(stop)),
            };
            self.pace.next_round();
        }
    }

    /// Lets the walk go on if it is due: facts that it shows need no questions.
    fn walk_before_round(&mut self) -> Result<(), RunError> {
        let is_due = std::mem::take(&mut self.walk_is_due);
        let Some(walk) = self.walk.as_mut().filter(|_| is_due) else { return Ok(()) };
        let Questioning { facts, questions, budget, met, .. } = self;
        walk.go_on(&mut View { facts, questions, budget, met }, &mut self.rng)
    }

    /// Puts questions about every fact of a queue; returns those whose questions were given up.
    fn round(&mut self, mut queue: VecDeque<u32>) -> Result<Result<Vec<u32>, Stop>, RunError> {
        let mut waiting = Vec::new();
        while !queue.is_empty() {
            if let Some(stop) = self.budget.reached(self.questions.stats.nodes) {
                return Ok(Err(stop));
            }
            self.walk_between_questions()?;
            let clauses = self.questions.clauses_left();
            let chunk = self.facts.take(&mut queue, self.pace.chunk, clauses);
            if chunk.is_empty() {
                continue;
            }
            let (reply, failures) = self.ask(&chunk, &queue)?;
            match reply {
                QuestionResult::Solution(answer) => {
                    self.see(&answer)?;
                    // Of a chunk at least one is seen now.
                    put_back(&chunk, &mut queue);
                    self.pace.found(failures);
                }
                QuestionResult::Refused(_) => {
                    self.refute(&chunk);
                    self.pace.refused(failures);
                }
                QuestionResult::Stopped(stop) => {
                    let is_over = self.budget.reached(self.questions.stats.nodes).is_some();
                    if is_over || stop != Stop::Nodes {
                        return Ok(Err(stop));
                    }
                    match chunk[..] {
                        [alone] => waiting.push(alone),
                        _ => put_back(&chunk, &mut queue),
                    }
                    self.pace.given_up();
                }
            }
        }
        Ok(Ok(waiting))
    }

    /// Gives the walk its turn if the questions have had theirs. They have longer until the next one where the walk has
    /// shown no more than they have settled.
    fn walk_between_questions(&mut self) -> Result<(), RunError> {
        let spent = self.questions.stats.nodes - self.turn.since;
        let Some(walk) = self.walk.as_mut().filter(|_| spent >= self.turn.length) else {
            return Ok(());
        };
        let settled = self.turn.open.saturating_sub(self.facts.open());
        let Questioning { facts, questions, budget, met, .. } = self;
        let mut view = View { facts, questions, budget, met };
        let won = walk.compete(spent, settled, &mut view, &mut self.rng)?;
        self.turn = Turn {
            length: if won { tuning::WALK_TURN } else { self.turn.length.saturating_mul(2) },
            since: self.questions.stats.nodes,
            open: self.facts.open(),
        };
        Ok(())
    }

    /// Searches for a solution with at least one of these facts; also returns how many failures that took.
    fn ask(
        &mut self,
        chunk: &[u32],
        queue: &VecDeque<u32>,
    ) -> Result<(QuestionResult, u64), RunError> {
        let lits = self.literals(chunk);
        let switch = if lits.len() > 1 { self.questions.clause(&lits) } else { None };
        let assumed = switch.unwrap_or(lits[0]);
        let wish = match self.walk {
            // Facts that were not easy may be easier to refute than to find: by turns.
            None if self.pace.rounds % 2 == 1 => Vec::new(),
            None => self.facts.preferred_literals(self.puzzle, chunk, queue, self.pace.wishes),
            Some(_) => self.facts.neighbour_literals(self.puzzle, self.questions, chunk[0]),
        };
        let before = self.questions.stats;
        let own = self.budget.at_most_nodes(before.nodes.saturating_add(self.pace.decisions));
        let reply = self
            .questions
            .solve_under(AssumptionQuery { assume: &[assumed], wish: &wish }, &own)?;
        let failures = self.questions.stats.failures - before.failures;
        // The way to the root, where clauses are retired, is long: if the time is up it is not needed.
        if let Some(switch) = switch.filter(|_| self.budget.urgent().is_none()) {
            self.questions.retire(switch);
        }
        Ok((reply, failures))
    }

    /// Adds a solution, and lets the walk explore around it.
    fn see(&mut self, answer: &Answer) -> Result<(), RunError> {
        self.facts.see(self.puzzle, answer);
        (self.met)(answer);
        self.walk_is_due = true;
        let Some(walk) = &mut self.walk else { return Ok(()) };
        let Questioning { facts, questions, budget, met, .. } = self;
        walk.look_around(answer, &mut View { facts, questions, budget, met })
    }

    /// Notes that no solution has any of these facts.
    fn refute(&mut self, chunk: &[u32]) {
        chunk.iter().for_each(|&f| self.facts.refute(f));
        let lits = self.literals(chunk);
        self.questions.refute(&lits);
    }

    fn literals(&self, chunk: &[u32]) -> Vec<Lit> {
        chunk.iter().map(|&f| self.facts.literal(f)).collect()
    }
}

/// Puts facts where they were, at the front.
fn put_back(chunk: &[u32], queue: &mut VecDeque<u32>) {
    chunk.iter().rev().for_each(|&f| queue.push_front(f));
}
