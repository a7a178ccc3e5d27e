//! Puzzles of boards that are half made: some clues are given and stay, others are added.

use super::{CHECK_NODES, DifficultyTarget, follower, judge_within, steered};
use crate::explain::Rating;
use crate::strategy::{Options, SearchMode, Task, run};
use clew_engine::run::Budget;
use clew_puzzle::puzzle::family::ChooserInput;
use clew_puzzle::puzzle::family::{Judgement, Request, UniquenessOracle};
use clew_puzzle::puzzle::{Answer, Cell, Content, Entry, Puzzle};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// Solutions of the half-made board that are tried before the generator reports that no clues determine any.
const ATTEMPTS: u64 = 200;

/// Completes a half-made board, in the same way as [`make`](super::make) makes one: clues of a random solution are
/// added to the given ones until there is one solution, as requested. `None` if the budget ends first.
///
/// # Errors
/// The reason why it cannot be completed as requested.
pub fn complete(
    half: &Entry,
    request: &Request,
    wish: &DifficultyTarget,
    budget: &Budget,
    rejected: &mut dyn FnMut(u64),
) -> Result<Option<(Entry, Option<Rating>)>, String> {
    let open = open(&half.puzzle);
    let maker = |request: &Request, judge: UniquenessOracle<'_>| {
        completed(half, &open, request, judge, budget)
    };
    steered(&maker, request, wish, budget, rejected)
}

/// The reason why a half-made board cannot be completed, if a search of bounded size finds one; to be called once,
/// before any work.
pub fn fault_of(half: &Puzzle, budget: &Budget) -> Option<String> {
    let family = half.family();
    if family.choose.is_none() {
        return Some(format!("a half-made {family} is not completed here"));
    }
    match judge_within(&open(half), budget) {
        Judgement::None => Some(
            "the clues contradict each other: no solution has them all; clew repair names them"
                .into(),
        ),
        _ => None,
    }
}

/// The constraints on a solution of the half-made board: if labels are given, cells may stay empty for others.
fn open(half: &Puzzle) -> Puzzle {
    let label = |content| match content {
        Content::Label(label) => Some(label),
        Content::Number(_) | Content::Nothing => None,
    };
    let labels: Vec<u32> = half.candidates().into_iter().filter_map(label).collect();
    half.weakened(&labels).unwrap_or_else(|| half.clone())
}

/// The board with more clues.
fn completed(
    half: &Entry,
    open: &Puzzle,
    request: &Request,
    judge: UniquenessOracle<'_>,
    budget: &Budget,
) -> Result<Entry, String> {
    let puzzle = &half.puzzle;
    let choose = puzzle.family().choose.ok_or("it is not completed here")?;
    let title = match half.title.is_empty() {
        true => format!("{} {}x{}", puzzle.family(), request.rows, request.cols),
        false => half.title.clone(),
    };
    let title = format!("{title} seed {}", request.seed);
    for attempt in 0..ATTEMPTS {
        if judge.is_over() {
            break;
        }
        let request = Request { seed: follower(request.seed, attempt << 40), ..request.clone() };
        let Some(answer) = solution(open, request.seed, budget) else { continue };
        let basis = ChooserInput { puzzle, answer: &answer, request: &request, numbers_stay: true };
        if let Some(made) = choose(&basis, judge)? {
            return Ok(Entry {
                title,
                source: half.source.clone(),
                ..Entry::made(made, String::new(), true)
            });
        }
    }
    Err("no clues were found that complete the board as wished".into())
}

/// The first solution of a search with random choices. For paths between ends it is one on a board with random walls,
/// because random choices hardly change the paths.
fn solution(puzzle: &Puzzle, seed: u64, budget: &Budget) -> Option<Answer> {
    let options = Options {
        search: SearchMode::Learn,
        seed: seed.max(1),
        budget: budget.at_most_nodes(20 * CHECK_NODES),
        ..Options::default()
    };
    let first = |puzzle: &Puzzle| {
        let found = run(puzzle, Task::Solve { limit: 1 }, &options).ok()?;
        found.answers.into_iter().next()
    };
    let Some(walled) = walled(puzzle, seed) else { return first(puzzle) };
    let Answer::Links(on) = first(&walled)? else { return None };
    let (board, other) = (puzzle.board()?, walled.board()?);
    let mut links = vec![false; board.edges().len()];
    for (&[a, b], _) in other.edges().iter().zip(on).filter(|(_, on)| *on) {
        links[board.edge_between(a, b)? as usize] = true;
    }
    // Next to a wall a path may touch itself, but without the wall it may not.
    let answer = Answer::Links(links);
    puzzle.verify(&answer).is_ok().then_some(answer)
}

/// The same ends on a board with more walls; `None` if there are no labels, or the board takes no walls.
fn walled(puzzle: &Puzzle, seed: u64) -> Option<Puzzle> {
    puzzle.weakened(&[])?;
    let board = puzzle.board()?;
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let share = rng.random_range(0.0..MOST_WALLS);
    let more = board.edges().iter().copied().filter(|_| rng.random_bool(share));
    let walls: Vec<[Cell; 2]> = board.walls().iter().copied().chain(more).collect();
    puzzle.with_board(board.with_layout(board.moves()?, &walls)?)
}

/// Share of the steps at most that walls take away.
const MOST_WALLS: f64 = 0.35;
