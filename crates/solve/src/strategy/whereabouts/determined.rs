//! Completes a filled grid whose cell contents are known but whose paths are not: the letters on paths that touch
//! themselves leave the route open. A solution with these contents is searched for, and another one.

use super::questions::{QuestionResult, Questions};
use crate::strategy::error::RunError;
use crate::strategy::options::Options;
use crate::strategy::plan::shares::brief_budget;
use clew_engine::run::{Budget, Exhausted, Stop};
use clew_puzzle::puzzle::{Answer, BuildError, BuildOptions, Content, Puzzle, Unfit};

/// The only solution with these contents, one per cell. `why` describes why they do not determine it directly. Takes
/// two seconds at the most.
///
/// # Errors
/// [`Unfit::Broken`], if no solution has them; [`Unfit::Ambiguous`], if several have, or if that was not found out.
pub fn determined(
    puzzle: &Puzzle,
    contents: &[Content],
    why: &str,
    budget: &Budget,
) -> Result<Answer, Unfit> {
    let unclear = |what: &str| Err(Unfit::Ambiguous(format!("{why} ({what})")));
    match solutions(puzzle, contents, &brief_budget(budget)) {
        Ok(Found::None) => {
            Err(Unfit::Broken("no solution of the puzzle holds this in its cells".into()))
        }
        Ok(Found::One(answer)) => Ok(answer),
        Ok(Found::Several) => unclear("several solutions hold the same in all cells"),
        Ok(Found::Stopped(stop)) => {
            unclear(&format!("how many solutions hold this is not known: {stop}"))
        }
        Err(error) => unclear(&error.to_string()),
    }
}

/// How many solutions there are.
enum Found {
    None,
    One(Answer),
    Several,
    Stopped(Stop),
}

/// The solutions with these contents.
fn solutions(puzzle: &Puzzle, contents: &[Content], budget: &Budget) -> Result<Found, RunError> {
    let network = puzzle.network(None)?.name;
    let build =
        BuildOptions { learning: true, interrupt: budget.interrupt(), ..BuildOptions::default() };
    let mut built = match puzzle.build(network, &build) {
        Ok(built) => built,
        Err(BuildError::Interrupted) => return Ok(Found::Stopped(budget.why())),
        Err(error) => return Err(error.into()),
    };
    for (cell, &content) in (0..).zip(contents) {
        let engine = &mut built.model.engine;
        let Some(l) = built.decoder.holds(engine.store(), cell, content) else {
            let why = format!("the network {network} has no words for what cells hold");
            return Err(RunError::NoMethod(why));
        };
        if engine.assert(l).is_err() {
            return Ok(Found::None);
        }
    }
    let options = Options::default();
    let mut questions = match Questions::new(puzzle, network, &built, 1, &options, budget) {
        Ok(questions) => questions,
        Err(Ok(Exhausted)) => return Ok(Found::None),
        Err(Err(stop)) => return Ok(Found::Stopped(stop)),
    };
    let answer = match questions.holds(&[], budget)? {
        QuestionResult::Solution(answer) => answer,
        QuestionResult::Refused(_) => return Ok(Found::None),
        QuestionResult::Stopped(stop) => return Ok(Found::Stopped(stop)),
    };
    let Some(other) = questions.other_than(&answer) else {
        return Ok(Found::Stopped(Stop::Memory));
    };
    Ok(match questions.holds(&[other], budget)? {
        QuestionResult::Solution(_) => Found::Several,
        QuestionResult::Refused(_) => Found::One(answer),
        QuestionResult::Stopped(stop) => Found::Stopped(stop),
    })
}
