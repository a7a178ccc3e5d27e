//! Random lines, and hidato puzzles from them.

use super::clues::{self, Clues};
use super::{Hidato, Line, Path, hidato, path, walls};
use crate::ground;
use clew_puzzle::puzzle::family::{Judgement, Mask, Request, Symmetry, UniquenessOracle};
use clew_puzzle::puzzle::{Answer, Board, Cell, Entry, Family, Neighbourhood, Rules};
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

/// Boards with holes that are made until the walls fit.
const ATTEMPTS: u64 = 200;
/// Share of the cells that are given, unless the request determines it. Published hidatos of 8 to 10 rows
/// have 34 to 36 %.
const GIVEN: f64 = 0.36;
/// Smaller boards have no pattern, in cells.
const LEAST_PATTERN: u32 = 16;
/// Lines that are tried with such a share and pattern.
const USUAL: u64 = 60;

/// The specification of a hidato or path puzzle to generate.
pub(super) struct LineSpec<'a> {
    /// Hidato or path.
    family: Family,
    moves: Neighbourhood,
    request: &'a Request,
}

/// A hidato as requested.
///
/// # Errors
/// A message that names a property that no hidato has.
pub(super) fn hidato(request: &Request, judge: UniquenessOracle<'_>) -> Result<Entry, String> {
    let spec = LineSpec::new(hidato::FAMILY, request);
    refuse(&spec)?;
    if let Some(usual) = usual(&spec) {
        let spec = LineSpec { request: &usual, ..spec };
        // Not every board has holes and numbers in such a pattern.
        if let Ok(Some(entry)) = line_puzzle(&spec, USUAL, judge) {
            return Ok(entry);
        }
    }
    made(line_puzzle(&spec, u64::MAX, judge)?)
}

/// The entry of an unbounded number of attempts.
fn made(entry: Option<Entry>) -> Result<Entry, String> {
    entry.ok_or_else(|| "no numbers that determine a line were found".into())
}

/// The request with a share of numbers and a pattern as published hidatos have them, if it leaves them open and
/// the board allows it.
fn usual(spec: &LineSpec<'_>) -> Option<Request> {
    let request = spec.request;
    let Request { rows, cols, holes, ref ground, .. } = *request;
    let chosen = request.density.is_some()
        || request.givens.is_some()
        || request.givens_at.is_some()
        || request.symmetry.is_some()
        || request.minimal
        || request.no_runs
        || request.free_ends;
    let cells = ground
        .mask
        .as_ref()
        .map_or(rows * cols, |mask| mask.present.iter().filter(|&&present| present).count() as u32);
    let cells = cells.saturating_sub(holes);
    let symmetry = Symmetry::HalfTurn;
    let even = rows * cols % 2 == 0;
    if chosen
        || cells < LEAST_PATTERN
        || ground::refuse_symmetry(symmetry, spec.request, spec.moves).is_err()
        || even && holes % 2 == 1
    {
        return None;
    }
    let givens = (GIVEN * f64::from(cells)).round() as u32;
    // Where no cell stays in place, all are given in pairs.
    let givens = if even { givens + givens % 2 } else { givens };
    Some(Request { givens: Some(givens), symmetry: Some(symmetry), ..request.clone() })
}

/// Refuses requests that no hidato can meet, before any work.
///
/// # Errors
/// The reason.
pub(super) fn refuse(spec: &LineSpec<'_>) -> Result<(), String> {
    let request = spec.request;
    if request.is_about_signs() {
        return Err("a hidato has no signs".into());
    }
    if request.unique {
        return Err("a hidato always has one solution".into());
    }
    if request.givens.is_some() && request.density.is_some() {
        return Err("the givens have a share or a number, not both".into());
    }
    if request.is_about_paths() {
        return Err("a hidato has no labels and paths".into());
    }
    if let Some(symmetry) = request.symmetry {
        ground::refuse_symmetry(symmetry, spec.request, spec.moves)?;
    }
    request.givens_at.as_ref().map_or(Ok(()), |mask| pattern(mask, request))
}

/// A board for a continuous line as requested: any board that has a line, or a board with both ends and walls so that
/// there is exactly one line.
///
/// # Errors
/// A message that names a property that no continuous line has.
pub(super) fn path(request: &Request, judge: UniquenessOracle<'_>) -> Result<Entry, String> {
    // Only a puzzle with a unique line has a level.
    let steered = judge.is_steered().then(|| Request { unique: true, ..request.clone() });
    let request = steered.as_ref().unwrap_or(request);
    let asked = [
        (request.is_about_signs(), "signs"),
        (
            request.symmetry.is_some()
                || request.density.is_some()
                || request.givens.is_some()
                || request.givens_at.is_some()
                || request.no_runs
                || request.free_ends,
            "numbers given",
        ),
        (request.is_about_paths(), "labels and paths"),
        (
            request.minimal && !request.unique,
            "clues to leave out, unless --unique is for ends and walls",
        ),
    ];
    if request.words.iter().any(|&(key, word)| (key, word) == ("closed", "yes")) {
        return Err("closed lines are not made here".into());
    }
    match asked.iter().find(|(asked, _)| *asked) {
        Some((_, what)) => Err(format!("a continuous line has no {what}")),
        None => made(line_puzzle(&LineSpec::new(path::FAMILY, request), u64::MAX, judge)?),
    }
}

/// Refuses patterns of givens that no hidato has.
///
/// # Errors
/// The reason.
fn pattern(mask: &Mask, request: &Request) -> Result<(), String> {
    let refused = [
        (request.density.is_some() || request.givens.is_some(), "how much is given"),
        (request.symmetry.is_some(), "its symmetry"),
        (request.minimal, "what is left out"),
        (request.holes > 0, "where there is a cell, so holes at random do not go with it"),
    ];
    if let Some((_, what)) = refused.iter().find(|(refused, _)| *refused) {
        return Err(format!("the pattern of the givens determines {what}"));
    }
    if (mask.rows, mask.cols) != (request.rows, request.cols) {
        return Err(format!(
            "the pattern of the givens has {} rows and {} columns, the board {} and {}",
            mask.rows, mask.cols, request.rows, request.cols
        ));
    }
    let count = mask.present.iter().filter(|&&given| given).count();
    if count < 2 && !request.free_ends {
        return Err(
            "the first and the last number are given, so a pattern has two places or more".into()
        );
    }
    Ok(())
}

/// Per cell of a board whether a mask of its size has it.
pub(super) fn on_board(mask: &Mask, board: &Board) -> Vec<bool> {
    let cells = (0..board.len() as u32).map(|c| board.place(c));
    cells.map(|(r, k)| mask.present[(r * mask.cols + k) as usize]).collect()
}

impl LineSpec<'_> {
    pub(super) fn new(family: Family, request: &Request) -> LineSpec<'_> {
        let moves = request.neighbours.unwrap_or(family.neighbours);
        LineSpec { family, moves, request }
    }
}

/// A random line through all places of a grid: the places, row-major, in the order of the line.
pub fn random_line(rows: u32, cols: u32, moves: Neighbourhood, rng: &mut ChaCha8Rng) -> Vec<u32> {
    random_line_until(rows, cols, moves, rng, UniquenessOracle::patient(&|_| Judgement::Unknown))
}

/// The same; the line is not random if the caller cancels.
pub(crate) fn random_line_until(
    rows: u32,
    cols: u32,
    moves: Neighbourhood,
    rng: &mut ChaCha8Rng,
    judge: UniquenessOracle<'_>,
) -> Vec<u32> {
    let board = Board::grid(rows, cols, moves, &vec![true; (rows * cols) as usize]);
    let mut line = ground::to_and_fro(rows, cols);
    ground::mix(&board, &mut line, rng, judge);
    line
}

/// A hidato or path with exactly one solution, or a path board that has a line; `None` if none of this many lines has
/// such clues.
///
/// # Errors
/// A message, if the board is impossible or no line through it was found.
fn line_puzzle(
    spec: &LineSpec<'_>,
    most: u64,
    judge: UniquenessOracle<'_>,
) -> Result<Option<Entry>, String> {
    let Request { rows, cols, minimal, seed, ref ground, .. } = *spec.request;
    if ground.bridges > 0 {
        return Err(format!("a {} has no bridges", spec.family));
    }
    let mut before = None;
    for attempt in 0..most {
        let mut rng = ChaCha8Rng::seed_from_u64(spec.request.random_seed(attempt));
        let Some((board, numbers)) = random_board(spec, &mut before, &mut rng, judge)? else {
            if attempt >= ATTEMPTS || judge.is_over() {
                return Err("no line was found that leaves room for this number of walls".into());
            }
            continue;
        };
        let title = format!("{} {rows}x{cols} seed {seed}", spec.family.keyword());
        if spec.request.unique {
            match walls::give(board, &numbers, minimal, &mut rng, judge) {
                Some(line) => return Ok(Some(Entry::made(Path(line), title, true))),
                None => continue,
            }
        }
        if spec.family == path::FAMILY {
            let given = vec![None; board.len()];
            return Ok(Some(Entry::made(Path(Line { board, given }), title, false)));
        }
        let mut clues = Clues::new(spec.request);
        clues.fit(&board)?;
        clues.pattern = spec.request.givens_at.as_ref().map(|mask| on_board(mask, &board));
        if let Some(line) = clues::give(&clues, &board, &numbers, &mut rng, judge) {
            return Ok(Some(Entry::made(Hidato(line), title, true)));
        }
        if judge.is_over() {
            return Err("no numbers that determine a line were found".into());
        }
    }
    Ok(None)
}

/// A hidato on this board whose only solution is `numbers` (per cell, from 1).
///
/// About `density` (0 to 1) of the cells are given, the two ends always, and in addition the clues that uniqueness
/// needs; with `minimal` every redundant clue is then removed, as far as a search of bounded size can prove it. If no
/// proof succeeds, more is given, in the end everything.
///
/// # Panics
/// If `numbers` is no line through all cells of the board.
pub fn hidato_from(
    board: &Board,
    numbers: &[u32],
    density: f64,
    minimal: bool,
    seed: u64,
    judge: UniquenessOracle<'_>,
) -> Line {
    let blank = Line { board: board.clone(), given: vec![None; board.len()] };
    let verified = Hidato(blank).verify(&Answer::Line(numbers.to_vec()));
    assert_eq!(verified, Ok(()), "the numbers are a line");
    for attempt in 0u32.. {
        let mut rng = ChaCha8Rng::seed_from_u64(seed ^ (u64::from(attempt) << 40));
        let density = Some((density + 0.1 * f64::from(attempt)).min(1.0));
        let clues = Clues { density, minimal, ..Clues::default() };
        if let Some(line) = clues::give(&clues, board, numbers, &mut rng, judge) {
            return line;
        }
    }
    unreachable!("with every number given there is one solution")
}

/// A board as specified and the number of each cell on a random line through it; `None` if the walls do not fit around
/// the holes. `before` holds the line of the attempt before, which the new one goes on from, and receives it.
///
/// # Errors
/// A message, if the board is impossible or no line through it was found.
pub(super) fn random_board(
    spec: &LineSpec<'_>,
    before: &mut Option<Vec<Cell>>,
    rng: &mut ChaCha8Rng,
    judge: UniquenessOracle<'_>,
) -> Result<Option<(Board, Vec<u32>)>, String> {
    let Request { rows, cols, holes, symmetry, ref ground, .. } = *spec.request;
    let whole = ground::board(spec.request, spec.moves, rng)?;
    if let Some(symmetry) = symmetry {
        let alone = |c: Cell| ground::image(&whole, c, symmetry).is_none();
        if (0..whole.len() as u32).any(alone) {
            return Err(format!(
                "the symmetry {} does not take this mask to itself",
                symmetry.keyword()
            ));
        }
    }
    let holes = (holes as usize).min(whole.len() - 1);
    let is_holed = symmetry.is_some() && holes > 0;
    let line = match before.take().filter(|_| !is_holed) {
        Some(mut line) => {
            ground::mix_again(&whole, &mut line, rng, judge);
            line
        }
        None if is_holed => ground::line_around_holes(&whole, holes as u32, rng, judge)?,
        None if ground::is_plain(ground) => random_line_until(rows, cols, spec.moves, rng, judge),
        None => ground::line(&whole, rng, judge)?,
    };
    *before = Some(line.clone());
    let n = whole.len() - holes;
    // Both ends of a line through all cells are cut off; the rest is a line through the remaining cells.
    let skip = rng.random_range(0..=line.len() - n);
    let mut number = vec![0u32; whole.len()];
    for (i, &cell) in (1..).zip(&line[skip..skip + n]) {
        number[cell as usize] = i;
    }
    let kept: Vec<bool> = number.iter().map(|&k| k > 0).collect();
    let apart = |[a, b]: [Cell; 2]| number[a as usize].abs_diff(number[b as usize]) != 1;
    let (mut board, at) = match ground::built(&whole, &kept, ground.walls, &apart, rng) {
        Err(_) if holes > 0 => return Ok(None),
        built => built?,
    };
    if ground.links > 0 {
        let steps = line[skip..skip + n].windows(2);
        let mut steps: Vec<[Cell; 2]> = steps
            .map(|s| [s[0], s[1]].map(|c| at[c as usize].expect("a cell of the line")))
            .collect();
        if steps.len() < ground.links as usize {
            return Err(format!("there is room for {} marks at most", steps.len()));
        }
        steps.shuffle(rng);
        steps.truncate(ground.links as usize);
        board = board.with_links(&steps).expect("steps of the line");
    }
    Ok(Some((board, number.into_iter().filter(|&k| k > 0).collect())))
}
