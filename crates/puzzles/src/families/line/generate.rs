//! Random lines, and hidato puzzles from them.

use super::{Hidato, Line, Path, hidato, path, walls};
use crate::families::{givens, ground};
use crate::puzzle::family::{Judgement, Request, UniquenessOracle};
use crate::puzzle::{Answer, Board, Cell, Entry, Family, Neighbourhood, Puzzle, Rules};
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

/// Boards with holes that are made until there is room for the walls.
const ATTEMPTS: u64 = 200;

/// What hidato or path puzzle to make.
pub(super) struct LineSpec<'a> {
    /// Hidato or path.
    family: Family,
    moves: Neighbourhood,
    /// Share of the cells that are given at first, 0 to 1; more are added until the solution is
    /// unique. Ignored for paths, which get no numbers but those of their ends.
    density: f64,
    request: &'a Request,
}

/// A hidato as it was asked for.
///
/// # Errors
/// In words, what no hidato has.
pub(super) fn hidato(request: &Request, judge: UniquenessOracle<'_>) -> Result<Entry, String> {
    let spec = LineSpec::of(hidato::FAMILY, request);
    if request.signs_only {
        return Err("a hidato has no signs".into());
    }
    if request.unique {
        return Err("a hidato always has one solution".into());
    }
    if request.givens.is_some() && request.density.is_some() {
        return Err("how much is given is said by a share or by a number, not by both".into());
    }
    if request.symmetric && spec.moves == Neighbourhood::Hex && request.rows % 2 == 1 {
        return Err(
            "half a turn takes rows of hexagons to each other where they are even in number".into(),
        );
    }
    line_puzzle(&spec, judge)
}

/// A board for a continuous line as it was asked for: any that has a line, or with both ends and walls so
/// that there is one line.
///
/// # Errors
/// In words, what no continuous line has.
pub(super) fn path(request: &Request, judge: UniquenessOracle<'_>) -> Result<Entry, String> {
    let asked = [
        (request.signs_only, "signs"),
        (
            request.symmetric || request.density.is_some() || request.givens.is_some(),
            "numbers given",
        ),
        (
            request.minimal && !request.unique,
            "clues to leave out, unless --unique asks for ends and walls",
        ),
    ];
    if request.words.iter().any(|&(key, word)| (key, word) == ("closed", "yes")) {
        return Err("closed lines are not made here".into());
    }
    match asked.iter().find(|(asked, _)| *asked) {
        Some((_, what)) => Err(format!("a continuous line has no {what}")),
        None => line_puzzle(&LineSpec::of(path::FAMILY, request), judge),
    }
}

impl LineSpec<'_> {
    pub(super) fn of(family: Family, request: &Request) -> LineSpec<'_> {
        let moves = request.neighbours.unwrap_or(family.neighbours);
        LineSpec { family, moves, density: request.density.unwrap_or(0.0), request }
    }
}

/// A random line through all places of a grid: the places, row-major, in the order of the line.
pub fn random_line(rows: u32, cols: u32, moves: Neighbourhood, rng: &mut ChaCha8Rng) -> Vec<u32> {
    random_line_until(rows, cols, moves, rng, UniquenessOracle::patient(&|_| Judgement::Unknown))
}

/// The same; a line that is not random if nobody waits for it any longer.
pub(in crate::families) fn random_line_until(
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

/// A hidato or path with exactly one solution, or a path board that has a line.
///
/// # Errors
/// In words, if the board cannot be or no line through it was found.
fn line_puzzle(spec: &LineSpec<'_>, judge: UniquenessOracle<'_>) -> Result<Entry, String> {
    let Request { rows, cols, minimal, symmetric, seed, ref ground, .. } = *spec.request;
    if ground.bridges > 0 {
        return Err(format!("a {} has no bridges", spec.family));
    }
    for attempt in 0.. {
        let mut rng = ChaCha8Rng::seed_from_u64(seed ^ (attempt << 40));
        let Some((board, numbers)) = random_board(spec, &mut rng, judge)? else {
            if attempt >= ATTEMPTS || judge.is_over() {
                return Err("no line was found beside which there is room for so many walls".into());
            }
            continue;
        };
        let title = format!("{} {rows}x{cols} seed {seed}", spec.family.keyword());
        if spec.request.unique {
            match walls::give(board, &numbers, minimal, &mut rng, judge) {
                Some(line) => return Ok(Entry::made(Path(line), title, true)),
                None => continue,
            }
        }
        if spec.family == path::FAMILY {
            let given = vec![None; board.len()];
            return Ok(Entry::made(Path(Line { board, given }), title, false));
        }
        let clues =
            Clues { density: spec.density, minimal, symmetric, givens: spec.request.givens };
        clues.fit(&board)?;
        if let Some(line) = give_clues(clues, board, &numbers, &mut rng, judge) {
            return Ok(Entry::made(Hidato(line), title, true));
        }
    }
    unreachable!("some attempt succeeds")
}

/// A hidato on this board whose only solution is `numbers` (per cell, from 1).
///
/// About `density` (0 to 1) of the cells are given, the two ends always, and what uniqueness asks for
/// on top; with `minimal` every clue that the others make needless is then taken out, as far as a
/// search of bounded size can tell. Should no proof succeed, more is given, in the end everything.
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
        let density = (density + 0.1 * f64::from(attempt)).min(1.0);
        let clues = Clues { density, minimal, symmetric: false, givens: None };
        if let Some(line) = give_clues(clues, board.clone(), numbers, &mut rng, judge) {
            return line;
        }
    }
    unreachable!("with every number given there is one solution")
}

/// A board with all that is wished for and the number of each cell on a random line through it; `None` if holes came to
/// lie so that there is no room for the walls.
///
/// # Errors
/// In words, if the board cannot be or no line through it was found.
pub(super) fn random_board(
    spec: &LineSpec<'_>,
    rng: &mut ChaCha8Rng,
    judge: UniquenessOracle<'_>,
) -> Result<Option<(Board, Vec<u32>)>, String> {
    let Request { rows, cols, holes, symmetric, ref ground, .. } = *spec.request;
    let whole = ground::board(spec.request, spec.moves, rng)?;
    let alone = |c: Cell| ground::turned(&whole, c).is_none();
    if symmetric && (0..whole.len() as u32).any(alone) {
        return Err("half a turn does not take this mask to itself".into());
    }
    let holes = (holes as usize).min(whole.len() - 1);
    let line = match (ground::is_plain(ground), symmetric && holes > 0) {
        (_, true) => ground::line_beside_holes(&whole, holes as u32, rng, judge)?,
        (true, _) => random_line_until(rows, cols, spec.moves, rng, judge),
        (false, _) => ground::line(&whole, rng, judge)?,
    };
    let n = whole.len() - holes;
    // Both ends of a line through all cells are cut off, so that the rest is a line through what is left.
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

/// How many clues to give; see [`Request`].
#[derive(Clone, Copy)]
struct Clues {
    density: f64,
    minimal: bool,
    symmetric: bool,
    givens: Option<u32>,
}

impl Clues {
    /// Whether so many numbers can be given on this board.
    ///
    /// # Errors
    /// In words, why they cannot.
    fn fit(self, board: &Board) -> Result<(), String> {
        let Some(givens) = self.givens else { return Ok(()) };
        let cells = board.len();
        if !(2..=cells).contains(&(givens as usize)) {
            return Err(format!(
                "of a hidato with {cells} cells the first and the last number are given, so from 2 to \
                 {cells} numbers"
            ));
        }
        let alone = |c: usize| self.partner(board, c) == c;
        if self.symmetric && !givens.is_multiple_of(2) && !(0..cells).any(alone) {
            return Err(
                "numbers in pairs that half a turn exchanges are an even number here".into()
            );
        }
        Ok(())
    }

    /// The cell that gets a clue with this one: where half a turn takes it.
    fn partner(self, board: &Board, c: usize) -> usize {
        let turned = || ground::turned(board, c as u32).expect("half a turn takes it to itself");
        if self.symmetric { turned() as usize } else { c }
    }
}

fn give_clues(
    clues: Clues,
    board: Board,
    numbers: &[u32],
    rng: &mut ChaCha8Rng,
    judge: UniquenessOracle<'_>,
) -> Option<Line> {
    let n = numbers.len();
    let mut given: Vec<Option<u32>> = numbers
        .iter()
        .map(|&k| (k == 1 || k as usize == n || rng.random_bool(clues.density)).then_some(k))
        .collect();
    let both = |c: usize| [c, clues.partner(&board, c)];
    for c in (0..n).filter(|&c| given[c].is_some()).collect::<Vec<_>>() {
        givens::give(&mut given, numbers, both(c));
    }
    let truth = Answer::Line(numbers.to_vec());
    let puzzle = |given: &[Option<u32>]| {
        Puzzle::from(Hidato(Line { board: board.clone(), given: given.to_vec() }))
    };
    loop {
        match judge.of(&puzzle(&given)) {
            Judgement::Unique => break,
            Judgement::Multiple(answers) => {
                let other = answers.iter().find(|a| **a != truth)?;
                let Answer::Line(other) = other else { return None };
                let differ: Vec<usize> = (0..n).filter(|&c| other[c] != numbers[c]).collect();
                let c = differ[rng.random_range(0..differ.len())];
                givens::give(&mut given, numbers, both(c));
            }
            // Too hard to decide: any further clue makes it easier.
            Judgement::Unknown => {
                let open: Vec<usize> = (0..n).filter(|&c| given[c].is_none()).collect();
                let c = *open.get(rng.random_range(0..open.len().max(1)))?;
                givens::give(&mut given, numbers, both(c));
            }
            Judgement::None => return None,
            Judgement::Stopped => return Some(Line { board, given }),
        }
    }
    let wanted = clues.givens.map(|givens| givens as usize);
    let is_end = |c: usize| numbers[c] == 1 || numbers[c] as usize == n;
    if clues.minimal || wanted.is_some_and(|wanted| givens::count(&given) > wanted) {
        let mut order: Vec<usize> = (0..n).filter(|&c| given[c].is_some()).collect();
        order.shuffle(rng);
        for c in order {
            let pair = both(c);
            let stays = |wanted| {
                givens::count(&given) < wanted + givens::cells(pair)
                    || pair.iter().any(|&c| is_end(c))
            };
            if wanted.is_some_and(stays) {
                continue;
            }
            let kept = pair.map(|c| given[c]);
            pair.into_iter().for_each(|c| given[c] = None);
            if kept[0].is_some() && judge.of(&puzzle(&given)) != Judgement::Unique {
                pair.into_iter().zip(kept).for_each(|(c, clue)| given[c] = clue);
            }
        }
    }
    let Some(wanted) = wanted else { return Some(Line { board, given }) };
    givens::fill_up(&mut given, numbers, |c| clues.partner(&board, c), wanted, rng);
    (givens::count(&given) == wanted).then_some(Line { board, given })
}
