//! Numberlinks of which some ends are given: paths of further labels are laid through the cells that the given labels
//! leave.

use crate::numberlink::generate::Labels;

use crate::numberlink::generate::Maker;

use crate::numberlink::generate::random_paths::Paths;
use crate::numberlink::generate::refuse;
use crate::numberlink::{Cover, Numberlink};
use clew_puzzle::puzzle::family::ChooserInput;
use clew_puzzle::puzzle::family::{Grade, Judgement, UniquenessOracle};
use clew_puzzle::puzzle::{Board, Cell, Puzzle};
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

/// A numberlink with the given ends and further ones.
///
/// # Errors
/// A message that names the impossible request.
pub(crate) fn choose(
    basis: &ChooserInput<'_>,
    judge: UniquenessOracle<'_>,
) -> Result<Option<Puzzle>, String> {
    let link = basis.puzzle.downcast::<Numberlink>();
    let link = link.ok_or("only numberlinks whose labels stand twice are completed")?;
    refuse(basis.request)?;
    if basis.request.empty.is_some() {
        return Err("how many cells stay empty cannot be chosen where ends are given".into());
    }
    if basis.request.symmetry.is_some() {
        return Err("ends cannot be placed symmetrically where some are given".into());
    }
    if basis.request.turns.is_some() {
        return Err("how many turns there are cannot be chosen where ends are given".into());
    }
    let given = link.ends.len();
    if let Some((_, most)) = basis.request.labels.filter(|&(_, most)| (most as usize) < given) {
        return Err(format!("{given} labels are given and stay, so not {most} in all"));
    }
    if !link.board.bridges().is_empty() {
        return Err("boards with bridges are not completed".into());
    }
    let routes = basis.puzzle.routes(basis.answer).ok_or("paths were expected")?;
    let mut free = vec![true; link.board.len()];
    routes.iter().flatten().for_each(|&c| free[c as usize] = false);
    let mut rng = ChaCha8Rng::seed_from_u64(basis.request.seed);
    if !free.contains(&true) || link.cover == Cover::Partial {
        // Nothing may have to be added.
        let is_one = judge.judge(basis.puzzle) == Judgement::Unique;
        if is_one && judge.grade(basis.puzzle) == Grade::Fits {
            return Ok(Some(basis.puzzle.clone()));
        }
    }
    let labels = Labels::new(basis.request, link.board.len(), judge.is_steered(), &mut rng);
    let Some(labels) = labels.beside(given) else { return Ok(None) };
    // The cells that the given labels leave may fit short paths only; then other routes of the given labels are tried
    // first.
    let shortest = basis.request.shortest.unwrap_or_else(|| match rng.random_range(0..100) {
        0..75 => 4,
        75..95 => 3,
        _ => 2,
    });
    let Some(pieces) = pieces(&link.board, &free, &mut rng) else { return Ok(None) };
    let mut maker = Maker {
        paths: Paths::new(&link.board, pieces, shortest as usize),
        labels,
        rules: (link.cover, link.touch),
        walls: 0,
        everywhere: false,
        empty: 0,
        symmetry: None,
        turns: None,
        kept: Some(link),
    };
    maker.make(&mut rng, judge)
}

/// Paths of two or three cells through all of these cells; `None` if none were found.
fn pieces(board: &Board, free: &[bool], rng: &mut ChaCha8Rng) -> Option<Vec<Vec<Cell>>> {
    let mut free = free.to_vec();
    let mut pieces: Vec<Vec<Cell>> = Vec::new();
    let mut alone = Vec::new();
    let mut order: Vec<Cell> = (0..free.len() as Cell).filter(|&c| free[c as usize]).collect();
    order.shuffle(rng);
    let ways =
        |c: Cell, free: &[bool]| board.neighbours(c).iter().filter(|&&q| free[q as usize]).count();
    // Those with the fewest ways on first.
    while let Some(&c) =
        order.iter().filter(|&&c| free[c as usize]).min_by_key(|&&c| ways(c, &free))
    {
        free[c as usize] = false;
        let around: Vec<Cell> =
            board.neighbours(c).iter().copied().filter(|&q| free[q as usize]).collect();
        let least = around.iter().map(|&q| ways(q, &free)).min();
        let best: Vec<Cell> =
            around.into_iter().filter(|&q| Some(ways(q, &free)) == least).collect();
        match best.get(rng.random_range(0..best.len().max(1))) {
            Some(&q) => {
                free[q as usize] = false;
                pieces.push(vec![c, q]);
            }
            None => alone.push(c),
        }
    }
    for c in alone {
        let near = |q: Cell| board.edge_between(c, q).is_some();
        let piece = pieces.iter_mut().find_map(|piece| {
            let last = piece.len() - 1;
            if near(piece[0]) && !piece[1..].iter().any(|&q| near(q)) {
                piece.reverse();
            } else if !near(piece[last]) || piece[..last].iter().any(|&q| near(q)) {
                return None;
            }
            Some(piece)
        })?;
        piece.push(c);
    }
    Some(pieces)
}
