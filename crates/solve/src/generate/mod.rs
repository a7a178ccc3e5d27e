//! Generating puzzles, with a seed.
//!
//! A random full solution comes first; then clues, driven by differences: as long as the puzzle has a second solution,
//! one of the clues that separate the two is given. Then redundant clues are removed again. The families do this; this
//! module judges their puzzles, that is, whether there is one solution, and how hard it is compared with the request,
//! so that the families give more or fewer clues.
//!
//! The same request makes the same puzzle, on every machine: oracles work on one thread and give up after a number of
//! decisions, never after a time.

mod beauty;
mod complete;
mod fingerprint;
mod known;
mod tried;
mod wish;

pub use beauty::beauty;
pub use complete::{complete, fault_of};
pub use fingerprint::{fingerprint, solution_fingerprint};
use known::KnownAnswers;
use tried::Tried;
pub use wish::DifficultyTarget;

use crate::explain::{End, Rating, walk_within};
use crate::strategy::{Options, Task, Verdict, run};
use clew_engine::run::Budget;
use clew_engine::structures::random::GOLDEN_RATIO;
use clew_puzzle::puzzle::board::MAX_CELLS;
use clew_puzzle::puzzle::family::ChooserInput;
use clew_puzzle::puzzle::family::{Grade, Graded, Judgement, Request, UniquenessOracle};
use clew_puzzle::puzzle::format::size_fault;
use clew_puzzle::puzzle::ladder::Level;
use clew_puzzle::puzzle::{Answer, Entry, Family, Puzzle};
use std::cell::RefCell;

/// Decisions after which a uniqueness check of the generator gives up: such a puzzle gets a clue more.
const CHECK_NODES: u64 = 4_000;

/// Makes a puzzle of this family.
///
/// # Errors
/// A message, if the request is invalid.
pub fn generate(family: Family, request: &Request) -> Result<Entry, String> {
    let request = Request { stream: stream(family, request, None), ..request.clone() };
    let known = RefCell::default();
    let verdict = |puzzle: &Puzzle| judge_knowing(puzzle, &known, &Budget::default());
    made(family, &request, UniquenessOracle::patient(&verdict))
}

/// The result of the family for a request, if the board is possible and the rules are among those of the family.
fn made(family: Family, request: &Request, judge: UniquenessOracle<'_>) -> Result<Entry, String> {
    if let Some(fault) = fault(request) {
        return Err(fault);
    }
    match request.words.iter().find(|(key, _)| !family.understands(key)) {
        Some((key, _)) => Err(format!("a {family} has no rule {key:?}")),
        None => (family.generate)(request, judge),
    }
}

/// The reason why no puzzle of any family can meet the request: generators count cells without checking whether they
/// can be counted, and the result must be readable again.
fn fault(request: &Request) -> Option<String> {
    let Request { rows, cols, ref ground, density, .. } = *request;
    if rows == 0 || cols == 0 {
        return Some("a board has at least one row and one column".into());
    }
    if let Some(fault) = size_fault(rows as usize, cols as usize) {
        return Some(format!("a board has {fault}"));
    }
    let places = rows as usize * cols as usize;
    let cells = ground
        .mask
        .as_ref()
        .map_or(places, |mask| mask.present.iter().filter(|&&present| present).count());
    if cells == 0 {
        return Some("a board has at least one cell".into());
    }
    if cells.saturating_add(ground.bridges as usize) > MAX_CELLS {
        return Some(format!("a board has at most {MAX_CELLS} cells, of which a bridge has two"));
    }
    if let Some(symmetry) = request.symmetry.filter(|symmetry| !symmetry.fits((rows, cols))) {
        let name = symmetry.keyword();
        return Some(format!("the symmetry {name} is one of squares, unlike {rows}x{cols}"));
    }
    // NaN is in no range.
    density
        .filter(|share| !(0.0..=1.0).contains(share))
        .map(|share| format!("a share of what may be given lies between 0 and 1, unlike {share}"))
}

/// Makes a puzzle with one proved solution (of a family whose boards are drawn on in either direction: one with a
/// solution) of the requested difficulty: its generator gives more or fewer clues until it is met, and starts again,
/// with seeds that follow from the request's, if that does not succeed. `rejected` receives the number of rejected
/// puzzles now and then. `None` if the budget ends first.
///
/// # Errors
/// A message, if the request is invalid or such puzzles cannot be rated.
pub fn make(
    family: Family,
    request: &Request,
    wish: &DifficultyTarget,
    budget: &Budget,
    rejected: &mut dyn FnMut(u64),
) -> Result<Option<(Entry, Option<Rating>)>, String> {
    let maker = |request: &Request, oracle: UniquenessOracle<'_>| made(family, request, oracle);
    let request = Request { stream: stream(family, request, wish.level), ..request.clone() };
    steered(&maker, &request, wish, budget, rejected)
}

/// The stream of random numbers for a family, size and level (FNV-1a of their names).
fn stream(family: Family, request: &Request, level: Option<Level>) -> u64 {
    let Request { rows, cols, .. } = request;
    let level = level.map_or("any", Level::keyword);
    let name = format!("{} {rows} {cols} {level}", family.keyword());
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    name.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}

/// Makes puzzles until one meets the request, with seeds that follow from the request's.
fn steered(
    maker: &dyn Fn(&Request, UniquenessOracle<'_>) -> Result<Entry, String>,
    request: &Request,
    wish: &DifficultyTarget,
    budget: &Budget,
    rejected: &mut dyn FnMut(u64),
) -> Result<Option<(Entry, Option<Rating>)>, String> {
    let heard = RefCell::new((0, rejected));
    let (asked, tried) = (request, RefCell::new(Tried::for_target(wish)));
    let tell = || {
        let (rejected, hear) = &mut *heard.borrow_mut();
        hear(*rejected);
    };
    let known = RefCell::default();
    let verdict = |puzzle: &Puzzle| {
        tell();
        judge_knowing(puzzle, &known, budget)
    };
    let unrated: RefCell<Option<String>> = RefCell::default();
    // The result is mostly the puzzle that was graded last.
    let graded: RefCell<Option<(Puzzle, Rating)>> = RefCell::default();
    let over = || {
        tell();
        budget.reached(0).is_some() || unrated.borrow().is_some() || tried.borrow().is_enough()
    };
    let grade = |puzzle: &Puzzle| {
        if let Some((_, rating)) = graded.borrow().as_ref().filter(|(last, _)| last == puzzle) {
            return Graded { grade: wish.grade(rating), hardness: hardness(rating, wish) };
        }
        let (grade, level, hardness) = match rated(puzzle, wish, budget) {
            Ok(Rated::Fully(rating)) => {
                let (grade, level, hardness) =
                    (wish.grade(&rating), rating.level, hardness(&rating, wish));
                *graded.borrow_mut() = Some((puzzle.clone(), rating));
                (grade, level, hardness)
            }
            Ok(Rated::Harder { hardness }) => (Grade::TooHard, None, hardness),
            Err(why) => {
                *unrated.borrow_mut() = Some(why);
                (Grade::TooHard, None, 0)
            }
        };
        heard.borrow_mut().0 += u64::from(grade != Grade::Fits);
        tried.borrow_mut().note(puzzle, grade, level);
        Graded { grade, hardness }
    };
    let within = |puzzle: &Puzzle, level: Level| {
        tell();
        walk_within(puzzle, level, budget).is_ok_and(|walk| matches!(walk.end, End::Solved(_)))
    };
    for attempt in 0u64.. {
        let request = Request { seed: follower(request.seed, attempt), ..request.clone() };
        let oracle = UniquenessOracle::new(&verdict, &over);
        let oracle = match wish {
            DifficultyTarget { level: None, score: None } => oracle,
            DifficultyTarget { level, score: None } => {
                oracle.steered(&grade).at_level(*level, Some(&within))
            }
            DifficultyTarget { level, .. } => oracle.steered(&grade).at_level(*level, None),
        };
        let entry = maker(&request, oracle);
        if let Some(why) = unrated.take() {
            return Err(why);
        }
        if budget.reached(0).is_none() && tried.borrow().is_enough() {
            return Err(tried.borrow().words(asked));
        }
        if over() {
            return Ok(None);
        }
        let entry = match entry {
            // Other paths may have the requested difficulty.
            Err(_) if !wish.is_none() && attempt < BEGUN && heard.borrow().0 > 0 => continue,
            entry => entry?,
        };
        // Puzzles whose uniqueness the generator could not prove are not returned.
        if entry.solutions.is_none() && !entry.puzzle.is_undirected() {
            continue;
        }
        if wish.is_none() {
            return Ok(Some((entry, None)));
        }
        let rating = match graded.take().filter(|(puzzle, _)| *puzzle == entry.puzzle) {
            Some((_, rating)) => Some(rating),
            None => match rated(&entry.puzzle, wish, budget)? {
                Rated::Fully(rating) => Some(rating),
                Rated::Harder { .. } => None,
            },
        };
        if let Some(rating) = rating.filter(|rating| wish.admits(rating)) {
            return Ok(Some((entry, Some(rating))));
        }
        heard.borrow_mut().0 += 1;
        tell();
    }
    Ok(None)
}

/// Chooses givens of a solution such that it is the only one: numbers of a drawn line or square. `None` if no givens as
/// requested determine it, or the budget ended first. If the request fixes the places of givens, uniqueness is not
/// checked.
/// puzzle is not judged. `numbers_stay`: the numbers of the puzzle are given, and others are added.
///
/// # Errors
/// A message that names the impossible request, or reports that the family has nothing to choose.
pub fn choose(
    puzzle: &Puzzle,
    answer: &Answer,
    request: &Request,
    numbers_stay: bool,
    budget: &Budget,
) -> Result<Option<Puzzle>, String> {
    let family = puzzle.family();
    let choose = family.choose.ok_or_else(|| format!("a {family} has no givens to choose"))?;
    let known = RefCell::default();
    let verdict = |puzzle: &Puzzle| judge_knowing(puzzle, &known, budget);
    let over = || budget.reached(0).is_some();
    let basis = ChooserInput { puzzle, answer, request, numbers_stay };
    let chosen = choose(&basis, UniquenessOracle::new(&verdict, &over))?;
    Ok(chosen.filter(|_| !over()))
}

/// The difference in hardness between levels.
const LEVEL_STEP: u64 = 1 << 32;

/// Restarts after an attempt that found nothing, if a difficulty target is given.
const BEGUN: u64 = 1_000;

/// The hardness of a rated puzzle: by its level, then by the weight of its hardest look and how far that looks ahead,
/// because that is what the next level begins with; where a score is requested by the effort instead.
fn hardness(rating: &Rating, wish: &DifficultyTarget) -> u64 {
    let rank = rating.level.map_or(0, |level| level as u64);
    let weight = rating.hardest.map_or(0, |technique| u64::from(technique.weight));
    let look = if wish.score.is_some() { rating.effort } else { weight + u64::from(rating.depth) };
    rank * LEVEL_STEP + look.min(LEVEL_STEP - 1)
}

/// How far a puzzle was rated.
enum Rated {
    Fully(Rating),
    /// It is harder than the target, which is detected before the rating is complete. The hardness is above that of the
    /// target, and less the more was drawn or placed until then.
    Harder {
        hardness: u64,
    },
}

/// The rating of a puzzle with one solution, as far as the target needs it. The search after the last step is bounded.
///
/// # Errors
/// Why such puzzles cannot be rated.
fn rated(puzzle: &Puzzle, wish: &DifficultyTarget, budget: &Budget) -> Result<Rated, String> {
    let most = wish.level.unwrap_or(Level::Beyond);
    let walked = walk_within(puzzle, most, budget)?;
    if walked.end == End::Stuck && wish.level != Some(Level::Beyond) {
        let findings = walked.steps.iter().flat_map(|step| &step.findings);
        let placed = findings.filter(|finding| finding.holds).count() as u64;
        let hardness = (most as u64 + 2) * LEVEL_STEP - 1;
        return Ok(Rated::Harder { hardness: hardness - placed.min(LEVEL_STEP - 1) });
    }
    Rating::of_walk(puzzle, &walked, &checking(budget)).map(Rated::Fully)
}

/// The k-th seed that follows from a seed; the first is the seed itself. Those of neighbouring seeds lie far apart, so
/// that runs for several puzzles do not try the same ones.
pub fn follower(seed: u64, k: u64) -> u64 {
    seed.wrapping_add(k.wrapping_mul(GOLDEN_RATIO))
}

/// Checks uniqueness on one thread with a node limit, so that the outcome is the same everywhere.
pub fn judge(puzzle: &Puzzle) -> Judgement {
    judge_within(puzzle, &Budget::default())
}

/// How uniqueness is checked: on one thread with a node limit, so that the outcome is the same everywhere.
fn checking(budget: &Budget) -> Options {
    Options { budget: budget.at_most_nodes(CHECK_NODES), ..Options::default() }
}

/// As [`judge_within`], but no search is needed if two solutions are known.
fn judge_knowing(puzzle: &Puzzle, known: &RefCell<KnownAnswers>, budget: &Budget) -> Judgement {
    if let Some(two) = known.borrow_mut().two_of(puzzle) {
        return Judgement::Multiple(two);
    }
    let judgement = judge_within(puzzle, budget);
    if let Judgement::Multiple(answers) = &judgement {
        known.borrow_mut().note(answers);
    }
    judgement
}

/// As [`judge`], but also ends with the budget; then the current puzzle is of no use any more.
fn judge_within(puzzle: &Puzzle, budget: &Budget) -> Judgement {
    let options = checking(budget);
    let unknown = || match budget.reached(0) {
        Some(_) => Judgement::Stopped,
        None => Judgement::Unknown,
    };
    match run(puzzle, Task::Check, &options) {
        Ok(outcome) => match outcome.verdict() {
            Verdict::Unique => Judgement::Unique,
            Verdict::Multiple => Judgement::Multiple(outcome.answers),
            Verdict::None => Judgement::None,
            Verdict::Unknown => unknown(),
        },
        Err(_) => unknown(),
    }
}
