//! Which facts are true of some solution: question after question under assumptions, to one
//! learner.
//!
//! A fact that some solution has is possible. A question asks for a solution with one of a chunk of
//! facts that none has shown so far: an answer shows at least one of them, and whatever else is new
//! in it; a refusal rules out the whole chunk. Chunks double when they are refused and halve when
//! they are not. Beside the chunk, other facts not yet seen are tried first (wishes), more of them
//! while solutions come easily. A question gets so many decisions; what takes more waits for the
//! next round, which allows more.
//!
//! Where a walk over solutions has shown nearly all that can be ([`super::wandering`]), questions
//! have few decisions at first: what is easy to refute makes the rest easier. One fact is asked
//! about at a time, and more at once only as long as a refusal takes no more failures than there
//! are facts. What is tried first then is what the line may do right before and after the fact: a
//! contradiction that is near is soon met. From time to time the walk gets a turn of about the same
//! work, and goes on as long as that settles more than the questions did.
//!
//! Source: Janota, Lynce, Marques-Silva, "Algorithms for computing backbones of propositional
//! formulae", 2015 (chunks, decisions away from what was seen).

use super::cover::Facts;
use super::error::RunError;
use super::hasty::Hasty;
use super::questions::{Met, Questions};
use super::tuning;
use super::wandering::{View, Wandering};
use crate::kernel::Lit;
use crate::puzzle::{Answer, Puzzle};
use crate::run::{Budget, Stop};
use crate::search::Question;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;
use std::collections::VecDeque;

/// How facts are settled.
pub(super) struct Settling<'a> {
    /// A walk over solutions, where there is one.
    pub walk: Option<&'a mut Wandering>,
    /// For the order of questions and where a walk goes.
    pub seed: u64,
    /// When to stop.
    pub budget: &'a Budget,
}

/// Asks until nothing is open; shows every solution to `met`. Returns what stopped it before that,
/// if anything did.
pub(super) fn settle(
    facts: &mut Facts,
    puzzle: &Puzzle,
    questions: &mut Questions,
    how: Settling<'_>,
    met: &mut dyn FnMut(&Answer),
) -> Result<Option<Stop>, RunError> {
    let Settling { mut walk, seed, budget } = how;
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    // A solution takes decisions all over the board.
    let mut allowed = tuning::QUESTION_NODES + 2 * puzzle.cells() as u64;
    if walk.is_some() {
        // What it leaves is mostly impossible: what is easy to refute comes first, and helps with
        // the rest.
        allowed = tuning::REFUTING_NODES;
    }
    let mut waiting: Vec<u32> = (0..facts.len() as u32).collect();
    let (mut size, mut wishes) = (1usize, tuning::WISHES);
    let (mut round, mut missed) = (0, true);
    // Decisions of a turn of questions, those before it, and what was open then.
    let (mut turn, mut since, mut open) = (tuning::WALK_TURN, questions.stats.nodes, usize::MAX);
    loop {
        // Again only if a question has found what it had missed.
        if let Some(walk) = walk.as_mut().filter(|_| missed) {
            walk.go_on(&mut View { facts, questions, budget, met }, &mut rng)?;
        }
        waiting.retain(|&f| facts.is_open(f));
        if waiting.is_empty() {
            return Ok(None);
        }
        match walk {
            // Neighbours in the list would be at odds with each other.
            None => waiting.shuffle(&mut Hasty::new(&mut rng, budget)),
            // What refutes one helps with its neighbours.
            Some(_) => waiting.sort_unstable(),
        }
        missed = false;
        open = open.min(waiting.len());
        let mut queue = VecDeque::from(std::mem::take(&mut waiting));
        while !queue.is_empty() {
            if let Some(stop) = budget.reached(questions.stats.nodes) {
                return Ok(Some(stop));
            }
            let spent = questions.stats.nodes - since;
            if let Some(walk) = walk.as_mut().filter(|_| spent >= turn) {
                let settled = open.saturating_sub(facts.open());
                let mut view = View { facts, questions, budget, met };
                let won = walk.compete(spent, settled, &mut view, &mut rng)?;
                turn = if won { tuning::WALK_TURN } else { turn.saturating_mul(2) };
                (since, open) = (questions.stats.nodes, facts.open());
            }
            let chunk = facts.take(&mut queue, size, questions.clauses_left());
            let Some(&leader) = chunk.first() else { continue };
            let lits: Vec<Lit> = chunk.iter().map(|&f| facts.literal(f)).collect();
            let switch = if lits.len() > 1 { questions.clause(&lits) } else { None };
            let assumed = switch.unwrap_or(lits[0]);
            // What was not easy may be easier to refute than to find: by turns.
            let wish = match walk {
                None if round % 2 == 0 => facts.wishes(puzzle, &chunk, &queue, wishes),
                None => Vec::new(),
                Some(_) => facts.beside(puzzle, questions, leader),
            };
            let own = budget.at_most_nodes(questions.stats.nodes.saturating_add(allowed));
            let failures = questions.stats.failures;
            let reply = questions.ask(Question { assume: &[assumed], wish: &wish }, &own)?;
            let failures = questions.stats.failures - failures;
            if let Some(switch) = switch {
                questions.retire(switch);
            }
            match reply {
                Met::Solution(answer) => {
                    facts.see(puzzle, &answer);
                    met(&answer);
                    missed = true;
                    if let Some(walk) = &mut walk {
                        walk.look_around(&answer, &mut View { facts, questions, budget, met })?;
                    }
                    // Of a chunk at least one is seen now.
                    chunk.iter().rev().for_each(|&f| queue.push_front(f));
                    size = (size / 2).max(1);
                    let easy = failures < tuning::EASY_FAILURES;
                    wishes = if easy { wishes * 2 + 1 } else { wishes / 2 };
                    wishes = wishes.min(facts.len());
                }
                Met::Refused(_) => {
                    for &f in &chunk {
                        facts.refute(f);
                    }
                    questions.refute(&lits);
                    let easy = walk.is_none() || failures <= size as u64;
                    size = if easy { size * 2 } else { 1 };
                }
                Met::Stopped(stop) => {
                    if budget.reached(questions.stats.nodes).is_some() || stop != Stop::Nodes {
                        return Ok(Some(stop));
                    }
                    wishes /= 2;
                    if chunk.len() == 1 {
                        waiting.push(leader);
                    } else {
                        chunk.iter().rev().for_each(|&f| queue.push_front(f));
                    }
                    size = if walk.is_some() { 1 } else { (size / 2).max(1) };
                }
            }
        }
        allowed = allowed.saturating_mul(2);
        round += 1;
    }
}
