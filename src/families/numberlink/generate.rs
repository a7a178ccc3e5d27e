//! Random numberlink boards without touching: dominoes of a random line are joined end to end as
//! long as the joined path does not touch itself.

use super::super::line::generate::random_line;
use super::{Cover, Numberlink, Touch};
use crate::puzzle::family::{Judge, Judgement, Request};
use crate::puzzle::{Board, Entry, Neighbourhood, Puzzle};
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// What numberlink puzzle to make.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LinksSpec {
    /// Rows of the grid, at least 1.
    pub rows: u32,
    /// Columns of the grid, at least 1.
    pub cols: u32,
    /// Insist on one solution; several boards are tried.
    pub unique: bool,
    /// The same seed makes the same puzzle.
    pub seed: u64,
}

/// Boards tried before the last one is handed out unproved.
const ATTEMPTS: u64 = 200;

/// A puzzle as it was asked for. One whose uniqueness was not proved does not say how many solutions
/// it has.
///
/// # Errors
/// In words, what this maker cannot do.
pub(super) fn made(request: &Request, judge: Judge<'_>) -> Result<Entry, String> {
    let refused = [
        (request.signs_only, "has no signs"),
        (request.symmetric, "with symmetric ends is not made here"),
        (
            request.density.is_some() || request.minimal,
            "has its ends given, and nothing more or less",
        ),
        (request.holes > 0, "with holes is not made here"),
        (
            request.neighbours.is_some_and(|moves| moves != Neighbourhood::Rook),
            "is made for 4 neighbours only",
        ),
    ];
    if let Some((_, why)) = refused.iter().find(|(refused, _)| *refused) {
        return Err(format!("a numberlink {why}"));
    }
    let Request { rows, cols, seed, .. } = *request;
    Ok(links_puzzle(&LinksSpec { rows, cols, unique: true, seed }, judge))
}

/// A numberlink puzzle with full cover and no touching.
pub fn links_puzzle(spec: &LinksSpec, judge: Judge<'_>) -> Entry {
    let title = format!("numberlink {}x{} seed {}", spec.rows, spec.cols, spec.seed);
    let mut attempt = 0;
    loop {
        let mut rng = ChaCha8Rng::seed_from_u64(spec.seed ^ (attempt << 40));
        attempt += 1;
        let puzzle = Puzzle::from(random_links(spec, &mut rng));
        let unique = spec.unique && judge(&puzzle) == Judgement::Unique;
        if unique || !spec.unique || attempt >= ATTEMPTS {
            return Entry::made(puzzle, title, unique);
        }
    }
}

fn random_links(spec: &LinksSpec, rng: &mut ChaCha8Rng) -> Numberlink {
    let moves = Neighbourhood::Rook;
    let places = (spec.rows * spec.cols) as usize;
    let board = Board::grid(spec.rows, spec.cols, moves, &vec![true; places]);
    let line = random_line(spec.rows, spec.cols, moves, rng);
    // Pieces of two cells; an odd board has one of three at the end, a straight or bent one.
    let mut paths: Vec<Vec<u32>> = Vec::new();
    let mut rest = &line[..];
    while rest.len() > 3 {
        paths.push(rest[..2].to_vec());
        rest = &rest[2..];
    }
    paths.push(rest.to_vec());
    let mut owner = vec![0usize; places];
    for (i, p) in paths.iter().enumerate() {
        p.iter().for_each(|&c| owner[c as usize] = i);
    }
    let mut tries = 0;
    while tries < 60 * places {
        tries += 1;
        let i = rng.random_range(0..paths.len());
        if paths[i].is_empty() {
            continue;
        }
        if rng.random_bool(0.5) {
            paths[i].reverse();
        }
        let end = *paths[i].last().expect("not empty");
        let around = board.neighbours(end);
        let q = around[rng.random_range(0..around.len())];
        let j = owner[q as usize];
        if i == j || contacts(&board, &owner, &paths[i], j) != 1 {
            continue;
        }
        if *paths[j].last().expect("not empty") == q {
            paths[j].reverse();
        }
        if paths[j][0] != q {
            continue;
        }
        let tail = std::mem::take(&mut paths[j]);
        tail.iter().for_each(|&c| owner[c as usize] = i);
        paths[i].extend(tail);
    }
    paths.retain(|p| !p.is_empty());
    paths.shuffle(rng);
    let ends = paths
        .iter()
        .map(|p| {
            let (a, b) = (p[0], *p.last().expect("not empty"));
            [a.min(b), a.max(b)]
        })
        .collect::<Vec<_>>();
    let mut ends = ends;
    ends.sort_unstable();
    let labels = (0..ends.len()).map(|k| (k + 1).to_string()).collect();
    Numberlink { board, labels, ends, cover: Cover::All, touch: Touch::No }
}

/// How many neighbouring pairs there are between a path and the path `other`.
fn contacts(board: &Board, owner: &[usize], path: &[u32], other: usize) -> usize {
    path.iter().flat_map(|&c| board.neighbours(c)).filter(|&&q| owner[q as usize] == other).count()
}
