//! How hard a puzzle is for a person.

use super::{End, Manner, Walk, walk};
use clew_engine::run::Budget;
use clew_puzzles::puzzle::Puzzle;
use clew_puzzles::puzzle::ladder::{Level, Technique};

/// What a walk says of a puzzle.
#[derive(Clone, PartialEq, Debug)]
pub struct Rating {
    /// The level of the hardest step; the lowest one if the puzzle is solved without any. `None` if there is no
    /// step and no solution.
    pub level: Option<Level>,
    /// The weights of all steps together; of a trial also what it took to fail.
    pub score: u64,
    /// The technique of the hardest step.
    pub hardest: Option<&'static Technique>,
    /// The first step (from 1) of that technique: where the puzzle is hardest.
    pub bottleneck: Option<usize>,
    /// Per technique, the cheapest first, how often it was used.
    pub counts: Vec<(&'static Technique, u32)>,
    /// The largest work that a trial took until it failed; 0 without trials.
    pub depth: u32,
    /// Steps in all.
    pub steps: usize,
    /// How the walk ended. Unless it was solved, the figures are of the steps as far as they go.
    pub end: End,
}

/// Rates a puzzle.
///
/// # Errors
/// Why there is no ladder for it.
pub fn rate(puzzle: &Puzzle, budget: &Budget) -> Result<Rating, String> {
    let manner = Manner { words: false, one_round: false };
    Ok(Rating::of(&walk(puzzle, &[], manner, budget)?))
}

impl Rating {
    /// The rating that a walk from the givens says.
    pub fn of(walk: &Walk) -> Rating {
        let Walk { steps, end, techniques } = walk;
        let rank = |t: &'static Technique| techniques.iter().position(|u| u == t);
        let hardest = steps.iter().map(|step| step.technique).max_by_key(|t| (t.weight, rank(t)));
        let bottleneck = hardest.and_then(|t| steps.iter().position(|step| step.technique == t));
        let count = |t: &Technique| steps.iter().filter(|step| step.technique == t).count() as u32;
        let counts = techniques.iter().map(|t| (t, count(t))).filter(|(_, n)| *n > 0).collect();
        let solved = matches!(end, End::Solved(_));
        let trials = steps.iter().map(|step| step.cost - step.technique.weight);
        Rating {
            level: hardest.map(|t| t.level).or_else(|| solved.then_some(Level::Trivial)),
            score: steps.iter().map(|step| u64::from(step.cost)).sum(),
            hardest,
            bottleneck: bottleneck.map(|i| i + 1),
            counts,
            depth: trials.max().unwrap_or(0),
            steps: steps.len(),
            end: end.clone(),
        }
    }

    /// Whether the techniques did not finish the puzzle, so that a person would have to guess.
    pub fn guessing(&self) -> bool {
        !matches!(self.end, End::Solved(_))
    }
}
