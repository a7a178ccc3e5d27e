//! Givens that a puzzle with one solution could do without.
//!
//! The givens are assumptions, and so is "another solution than the one there is". Such a question is
//! refused as long as the givens it assumes leave one solution; the core of the refusal names givens
//! that are enough.

use super::{PreparedQuestions, Work};
use crate::strategy::error::RunError;
use crate::strategy::whereabouts::questions::QuestionResult;
use clew_engine::kernel::Lit;
use clew_puzzle::puzzle::{Answer, Clue, Puzzle};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;
use std::collections::HashSet;

/// The givens that a puzzle with one solution could do without.
#[derive(Clone, Debug, Default)]
pub struct Redundant {
    /// The givens one by one; `None` where none can be taken away by itself.
    pub givens: Option<Vec<Clue>>,
    /// Those that can be taken away, each by itself: there is still one solution.
    pub redundant: Vec<Clue>,
    /// Those that cannot.
    pub needed: Vec<Clue>,
    /// Givens that are enough, if they were requested and found.
    pub minimal: Option<Minimal>,
}

/// Givens that are enough for one solution.
#[derive(Clone, Debug)]
pub struct Minimal {
    /// The givens.
    pub clues: Vec<Clue>,
    /// None of them can be taken away; proved.
    pub proved: bool,
    /// The puzzle with these alone.
    pub puzzle: Puzzle,
}

pub(super) fn find(
    work: &mut Work<'_>,
    answer: &Answer,
    minimal: bool,
) -> Result<Redundant, RunError> {
    let mut found = Redundant::default();
    let Some(givens) = work.puzzle.clues() else {
        if minimal {
            let why = "the givens of this puzzle hang together: none can be taken away by itself";
            return Err(RunError::NoMethod(why.into()));
        }
        return Ok(found);
    };
    let rules = work.puzzle.clues_of_rules();
    let fixed: HashSet<Clue> = rules.iter().copied().collect();
    // Givens out of the scope stay as rules do.
    let stays = |clue: &Clue| fixed.contains(clue) || !work.scope.admits(*clue);
    let (rules, givens): (Vec<Clue>, Vec<Clue>) = givens.into_iter().partition(stays);
    found.givens = Some(givens.clone());
    let bare = work.puzzle.with_clues(&rules).expect("it has them already");
    let PreparedQuestions { mut questions, clues } = match work.ask(&bare, &givens)? {
        Ok(asked) => asked,
        Err(end) => {
            work.stopped = end.err();
            return Ok(found);
        }
    };
    let Some(other) = work.others(&mut questions, answer) else {
        work.add_cost(&questions);
        return Ok(found);
    };
    let budget = work.left();
    // Assumptions that all questions share come first, so that they are decided once.
    for skipped in (0..clues.len()).rev() {
        if work.is_over(questions.stats.nodes) {
            break;
        }
        match questions.holds(&assumed(&other, &clues, |i| i != skipped), &budget)? {
            QuestionResult::Refused(_) => found.redundant.push(givens[skipped]),
            QuestionResult::Solution(_) => found.needed.push(givens[skipped]),
            QuestionResult::Stopped(stop) => work.stopped = Some(stop),
        }
    }
    found.redundant.reverse();
    found.needed.reverse();
    if minimal && work.stopped.is_none() {
        let mut order: Vec<usize> = (0..clues.len()).collect();
        if work.options.seed != 0 {
            order.shuffle(&mut ChaCha8Rng::seed_from_u64(work.options.seed));
        }
        let mut kept = vec![true; clues.len()];
        let mut proved = true;
        for i in order {
            if !kept[i] || found.needed.contains(&givens[i]) {
                continue;
            }
            if work.is_over(questions.stats.nodes) {
                proved = false;
                break;
            }
            match questions.holds(&assumed(&other, &clues, |j| j != i && kept[j]), &budget)? {
                // Others may go with it: those that the refusal did not need.
                QuestionResult::Refused(core) => {
                    (0..clues.len()).for_each(|j| kept[j] &= j != i && core.contains(&clues[j]))
                }
                QuestionResult::Solution(_) => {}
                QuestionResult::Stopped(stop) => {
                    work.stopped = Some(stop);
                    proved = false;
                    break;
                }
            }
        }
        let left = givens.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(&clue, _)| clue);
        let left: Vec<Clue> = left.collect();
        let puzzle = work.puzzle.with_clues(&[&rules[..], &left].concat());
        let puzzle = puzzle.expect("it has them already");
        found.minimal = Some(Minimal { clues: left, proved, puzzle });
    }
    work.add_cost(&questions);
    Ok(found)
}

fn assumed(first: &[Lit], clues: &[Lit], wanted: impl Fn(usize) -> bool) -> Vec<Lit> {
    let rest = clues.iter().enumerate().filter(|(i, _)| wanted(*i)).map(|(_, &l)| l);
    first.iter().copied().chain(rest).collect()
}
