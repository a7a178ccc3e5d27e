//! Numbers for an existing line: a drawn one, or one on a board on which some numbers are given.

use super::clues::{self, Clues};
use super::generate::{LineSpec, on_board, refuse};
use super::{Hidato, Line, Path, hidato, path};
use clew_puzzle::puzzle::family::{ChooserInput, UniquenessOracle};
use clew_puzzle::puzzle::format::name;
use clew_puzzle::puzzle::{Answer, Board, Cell, Family, Puzzle};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

/// A hidato of this line.
///
/// # Errors
/// A message that names the impossible request.
pub(super) fn hidato(
    basis: &ChooserInput<'_>,
    judge: UniquenessOracle<'_>,
) -> Result<Option<Puzzle>, String> {
    let puzzle = basis.puzzle.downcast::<Hidato>().ok_or("the board of a hidato was expected")?;
    let chosen = chosen(&puzzle.0, hidato::FAMILY, basis, judge)?;
    Ok(chosen.map(|line| Puzzle::from(Hidato(line))))
}

/// A path of this line, both of whose ends are given; with numbers between them as far as they are needed.
///
/// # Errors
/// A message that names the impossible request.
pub(super) fn path(
    basis: &ChooserInput<'_>,
    judge: UniquenessOracle<'_>,
) -> Result<Option<Puzzle>, String> {
    let puzzle = basis.puzzle.downcast::<Path>();
    let puzzle = puzzle.ok_or("a closed line has no numbers to choose")?;
    let chosen = chosen(&puzzle.0, path::FAMILY, basis, judge)?;
    Ok(chosen.map(|line| Puzzle::from(Path(line))))
}

fn chosen(
    line: &Line,
    family: Family,
    basis: &ChooserInput<'_>,
    judge: UniquenessOracle<'_>,
) -> Result<Option<Line>, String> {
    let ChooserInput { answer: Answer::Line(numbers), request, numbers_stay, .. } = *basis else {
        return Err("a line was expected".into());
    };
    refuse(&LineSpec::new(family, request))?;
    let board = &line.board;
    let mut clues = Clues::new(request);
    clues.fit(board)?;
    clues.pattern = request.givens_at.as_ref().map(|mask| on_board(mask, board));
    if numbers_stay {
        stays(&mut clues, line)?;
    } else if let Some(pattern) = &clues.pattern {
        // Nothing is left to choose.
        let given = numbers.iter().zip(pattern).map(|(&k, &given)| given.then_some(k)).collect();
        return Ok(Some(Line { board: board.clone(), given }));
    }
    let mut rng = ChaCha8Rng::seed_from_u64(request.seed);
    Ok(clues::give(&clues, board, numbers, &mut rng, judge))
}

/// Keeps the numbers that are given.
///
/// # Errors
/// A message, if they contradict the request.
fn stays(clues: &mut Clues, line: &Line) -> Result<(), String> {
    let given: Vec<bool> = line.given.iter().map(Option::is_some).collect();
    let count = given.iter().filter(|&&given| given).count();
    if let Some(wanted) = clues.givens.filter(|&wanted| (wanted as usize) < count) {
        return Err(format!("{count} numbers are given and stay, so not {wanted} in all"));
    }
    if let Some(pattern) = &clues.pattern {
        let off = given.iter().zip(pattern).position(|(given, there)| *given && !there);
        if let Some(c) = off {
            return Err(format!(
                "{} is given, and the pattern of the givens has no number there",
                name(line.board.place(c as Cell))
            ));
        }
    }
    if let Some([a, b]) = runs(&line.board, &line.given).filter(|_| clues.no_runs) {
        return Err(format!("{a} and {b} follow each other, and both are given"));
    }
    clues.fixed = Some(given);
    Ok(())
}

/// The first two numbers that follow each other and are both given.
fn runs(board: &Board, given: &[Option<u32>]) -> Option<[u32; 2]> {
    let mut numbers: Vec<u32> = given.iter().flatten().copied().collect();
    numbers.sort_unstable();
    let pair = numbers.windows(2).find(|pair| pair[0] + 1 == pair[1])?;
    Some([pair[0], pair[1]].map(|k| board.shown(k)))
}
