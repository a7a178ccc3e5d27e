//! Lines of a zip found without search: routes between consecutive numbers, which then take in the cells that they left
//! out.
//!
//! Boards with few numbers have very many lines, and search detects late that an early decision strands a cell. Here
//! the line always meets its numbers in their order, only cells are missing; moves of a few cells let the missing ones
//! wander until two of them meet next to the line, which takes both in. [`route`] makes the first line, [`weft`] has
//! the moves. Proves nothing.

mod route;
mod weft;

use super::Zip;
use clew_puzzle::puzzle::Answer;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use route::Router;
use weft::Weft;

/// Below this many cells search is as quick.
const SMALLEST: usize = 64;
/// Times that routes are sought for a first line.
const ROUTES: u64 = 24;
/// First lines that are tried.
const STARTS: usize = 4;
/// Moves a cell that a line may make before another one is tried.
const MOVES: usize = 150;
/// Places a line is opened at to come to another one, one after the other.
const OPENINGS: usize = 100;
/// Moves a cell after an opening.
const CLOSING: usize = 40;
/// Moves between two questions whether to stop.
const STRIDE: usize = 1_024;

/// Whether a board is large enough.
pub(super) fn applies(zip: &Zip) -> bool {
    zip.board.len() >= SMALLEST
}

/// Up to `wanted` different lines; fewer prove nothing.
pub(super) fn answers(zip: &Zip, wanted: usize, quit: &dyn Fn() -> bool) -> Vec<Answer> {
    let (stops, n) = (zip.stops(), zip.board.len());
    let mut found: Vec<Answer> = Vec::new();
    let mut starts = 0;
    for seed in 0..ROUTES {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let Some(line) = Router::new(&zip.board, &stops).route(&mut rng, quit) else {
            continue;
        };
        let mut weft = Weft::new(&zip.board, &stops, &line);
        starts += 1;
        if quit() || starts > STARTS {
            break;
        }
        if !fills(&mut weft, MOVES * n, &mut rng, quit) {
            continue;
        }
        let mut note = |weft: &Weft<'_>| {
            let answer = Answer::Line(weft.along());
            let new = !found.contains(&answer);
            if new {
                found.push(answer);
            }
            found.len() >= wanted
        };
        let mut done = note(&weft);
        for opening in 0..OPENINGS {
            if done || quit() {
                break;
            }
            weft.open(1 + opening % 3, &mut rng);
            if !fills(&mut weft, CLOSING * n, &mut rng, quit) {
                break;
            }
            done = note(&weft);
        }
        if done {
            break;
        }
    }
    found
}

/// Whether at most this many moves bring all cells onto the line.
fn fills(weft: &mut Weft<'_>, moves: usize, rng: &mut ChaCha8Rng, quit: &dyn Fn() -> bool) -> bool {
    let mut made = 0;
    while made < moves && !quit() {
        for _ in 0..STRIDE {
            if weft.holes() == 0 {
                return true;
            }
            weft.step(rng);
        }
        made += STRIDE;
    }
    weft.holes() == 0
}
