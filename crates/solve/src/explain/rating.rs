//! How hard a puzzle is for a person.

use super::{End, FoundStep, Walk, WalkOptions, walk_asking};
use crate::strategy::{self, Options, RunError, Task, Verdict};
use clew_engine::run::{Budget, Stop};
use clew_puzzle::puzzle::ladder::{Level, Technique};
use clew_puzzle::puzzle::{BuildError, Puzzle};

/// The rating of a puzzle that follows from a walk.
#[derive(Clone, PartialEq, Debug)]
pub struct Rating {
    /// How many solutions the puzzle has: as the walk shows, or a search where the techniques end before.
    pub verdict: Verdict,
    /// The limit that came before that was known.
    pub stopped: Option<Stop>,
    /// The level of the hardest look, or the next one if that takes many, the lowest one if the puzzle is solved
    /// without any; [`Level::Beyond`] if the techniques do not reach the one solution. `None` unless there is exactly
    /// one: nothing else has a level.
    pub level: Option<Level>,
    /// The level and the effort on one scale, [`Level::SCALE`], from which the level follows.
    pub score: u64,
    /// The weights of all looks together; of a trial also the edges or numbers until it failed.
    pub effort: u64,
    /// The technique of the hardest look.
    pub hardest: Option<&'static Technique>,
    /// The first step (from 1) that needs that technique: where the puzzle is hardest.
    pub bottleneck: Option<usize>,
    /// Per technique, the cheapest first, how often it was used.
    pub counts: Vec<(&'static Technique, u32)>,
    /// The most edges or numbers that a trial drew or placed until it failed; 0 without trials.
    pub depth: u32,
    /// Steps in all.
    pub steps: usize,
    /// Whether steps use that there is one solution.
    pub uniqueness: bool,
    /// How the walk ended. Unless it was solved, the figures are of the steps up to its end.
    pub end: End,
}

/// The maximum number of decisions of the search for several solutions before the expensive looks.
const ASKED_NODES: u64 = 2_000;

/// Rates a puzzle. Steps and search share the budget of the options. When the steps become tricky, a short search
/// checks for several solutions, because then no rating is needed.
///
/// # Errors
/// Why there is no ladder for it, or no such search.
pub fn rate(puzzle: &Puzzle, options: &Options) -> Result<Rating, String> {
    let short = Options { budget: options.budget.at_most_nodes(ASKED_NODES), ..options.clone() };
    let mut several = None;
    let mut is_rated = || {
        several = searched(puzzle, &short)
            .ok()
            .filter(|(verdict, _)| matches!(verdict, Verdict::Multiple | Verdict::None));
        several.is_none()
    };
    let manner = WalkOptions { uniqueness: options.uniqueness, ..WalkOptions::default() };
    let walked = walk_asking(puzzle, manner, &mut is_rated, &options.budget)?;
    match several {
        Some(known) => Ok(Rating::known(&walked, known)),
        None => Rating::of_walk(puzzle, &walked, options),
    }
}

/// Whether the only solution of a puzzle leaves no cell empty; `None` if a short search does not find that there is one.
pub(super) fn only_solution(puzzle: &Puzzle, budget: &Budget) -> Option<bool> {
    let options = Options { budget: budget.at_most_nodes(ASKED_NODES), ..Options::default() };
    let outcome = strategy::run(puzzle, Task::Check, &options).ok()?;
    if outcome.verdict() != Verdict::Unique {
        return None;
    }
    let routes = puzzle.routes(outcome.answers.first()?)?;
    Some(routes.iter().map(|route| route.len()).sum::<usize>() == puzzle.cells())
}

impl Rating {
    /// The rating from a walk that begins at the givens of a puzzle; if the walk ends before the puzzle is solved, also
    /// from a search for two solutions.
    ///
    /// # Errors
    /// Why the options do not suit the puzzle.
    pub fn of_walk(puzzle: &Puzzle, walk: &Walk, options: &Options) -> Result<Rating, String> {
        let known = match &walk.end {
            End::Solved(_) => (Verdict::Unique, None),
            End::Nonsense(_) => (Verdict::None, None),
            End::Stopped(stop) => (Verdict::Unknown, Some(*stop)),
            End::Stuck => searched(puzzle, options)?,
        };
        Ok(Rating::known(walk, known))
    }

    /// The rating by a walk, with the verdict of the puzzle.
    fn known(walk: &Walk, (verdict, stopped): (Verdict, Option<Stop>)) -> Rating {
        let Walk { steps, looks, end, techniques, .. } = walk;
        let rank = |t: &'static Technique| techniques.iter().position(|u| u == t);
        let hardest = looks.iter().map(|look| look.technique).max_by_key(|t| (t.weight, rank(t)));
        let first = hardest.and_then(|t| looks.iter().find(|look| look.technique == t));
        let count = |t: &Technique| looks.iter().filter(|look| look.technique == t).count() as u32;
        let counts = techniques.iter().map(|t| (t, count(t))).filter(|(_, n)| *n > 0).collect();
        let level = match end {
            End::Solved(_) => level_of(looks),
            _ => Level::Beyond,
        };
        let trials = looks.iter().filter(|look| look.technique.assumes());
        let trials = trials.map(|look| look.cost - look.technique.weight);
        let effort = looks.iter().map(|look| u64::from(look.cost)).sum();
        let score = level.score(effort);
        Rating {
            verdict,
            stopped,
            level: (verdict == Verdict::Unique).then(|| Level::of_score(score)),
            score,
            effort,
            hardest,
            bottleneck: first.map(|look| look.step + 1),
            counts,
            depth: trials.max().unwrap_or(0),
            steps: steps.len(),
            uniqueness: walk.unique.is_some(),
            end: end.clone(),
        }
    }

    /// Whether the techniques did not finish the puzzle, so that a person would have to guess.
    pub fn guessing(&self) -> bool {
        !matches!(self.end, End::Solved(_))
    }
}

/// With more looks at the board than these, of its hardest level, a puzzle is a level harder than each of them.
const MANY_LOOKS: usize = 15;

/// The level of looks that solve a puzzle: that of the hardest one, or the next level if many looks at the board are
/// that hard. Looks that are easy at a glance stay so in any number.
fn level_of(looks: &[FoundStep]) -> Level {
    let Some(level) = looks.iter().map(|look| look.technique.level).max() else {
        return Level::Trivial;
    };
    let hard = looks.iter().filter(|look| look.technique.level == level);
    let mut rounds: Vec<u32> = hard.map(|look| look.round).collect();
    rounds.dedup();
    match level {
        Level::Tricky if rounds.len() > MANY_LOOKS => Level::Hard,
        Level::Hard if rounds.len() > MANY_LOOKS => Level::Extreme,
        level => level,
    }
}

/// The number of solutions found by a search, or the limit that was reached first.
///
/// # Errors
/// Why the options do not suit the puzzle.
fn searched(puzzle: &Puzzle, options: &Options) -> Result<(Verdict, Option<Stop>), String> {
    let stop = match strategy::run(puzzle, Task::Check, options) {
        Ok(outcome) => match outcome.verdict() {
            Verdict::Unknown => outcome.stopped.unwrap_or_else(|| options.budget.why()),
            verdict => return Ok((verdict, None)),
        },
        Err(RunError::Build(BuildError::TooLarge(_))) => Stop::Memory,
        Err(RunError::Build(BuildError::Interrupted)) => options.budget.why(),
        Err(RunError::Wrong { .. }) => Stop::Defect,
        Err(error) => return Err(error.to_string()),
    };
    Ok((Verdict::Unknown, Some(stop)))
}
