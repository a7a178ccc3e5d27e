//! Checks of boards that are too large for brute force, by comparing a board with itself.

use crate::Tally;
use crate::support::kind::{Kind, kind};
use crate::support::turned::{Lay, reversed};
use clew::families::{Cover, Numberlink, Touch, all};
use clew::generate::generate;
use clew::puzzle::family::Request;
use clew::puzzle::{Clue, Content, Neighbourhood, Puzzle};
use clew::strategy::{Method, Options, Outcome, SearchMode, Task, run};
use num_bigint::BigUint;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

/// Decisions after which a count is not compared.
const NODES: u64 = 3_000;

/// A generated puzzle, loosened so that it may have many solutions.
fn made(rng: &mut ChaCha8Rng) -> Puzzle {
    let family = all()[rng.random_range(0..all().len())];
    let square = rng.random_range(3..6);
    let all = [Neighbourhood::Rook, Neighbourhood::King, Neighbourhood::Hex];
    let moves = all[rng.random_range(0..3)];
    let request = Request {
        neighbours: (family.networks().len() > 1 && rng.random_bool(0.6)).then_some(moves),
        minimal: rng.random_bool(0.3),
        ..Request::new(square, square, rng.random())
    };
    // Not every family has a choice of neighbours, or of the number of givens.
    let plain = Request { neighbours: None, ..request.clone() };
    let bare = Request { minimal: false, ..plain.clone() };
    let entry = [request, plain, bare].iter().find_map(|request| generate(family, request).ok());
    let puzzle = entry.expect("a small board can be made").puzzle;
    if let Kind::Numberlink(links) = kind(&puzzle) {
        let cover = [Cover::All, Cover::Partial][rng.random_range(0..2)];
        let touch = [Touch::No, Touch::No2x2, Touch::Yes][rng.random_range(0..3)];
        return Numberlink { cover, touch, ..links.clone() }.into();
    }
    let Some(mut clues) = puzzle.clues() else { return puzzle };
    clues.shuffle(rng);
    let gone = rng.random_range(0..=clues.len().min(4));
    puzzle.with_clues(&clues[gone..]).unwrap_or(puzzle)
}

/// The count by the default or by a given method, if it is exact within the limit.
fn counted(puzzle: &Puzzle, method: Method, search: SearchMode) -> Option<BigUint> {
    let mut options = Options { method, search, ..Options::default() };
    options.budget.nodes = Some(NODES);
    let outcome = run(puzzle, Task::Count, &options).ok()?;
    outcome.exact.then_some(outcome.count)
}

fn check(puzzle: &Puzzle) -> Outcome {
    let mut options = Options::default();
    options.budget.nodes = Some(NODES);
    run(puzzle, Task::Check, &options).expect("the question can be asked")
}

/// A board that is turned, mirrored, reversed or labelled otherwise has as many solutions.
pub fn lying(number: u64, _: &Tally) -> u64 {
    let mut rng = ChaCha8Rng::seed_from_u64(number ^ 0x6c69_6500);
    let puzzle = made(&mut rng);
    let label = format!("{puzzle:?}");
    let Some(count) = counted(&puzzle, Method::Auto, SearchMode::Auto) else { return 0 };
    let verdict = check(&puzzle).verdict();
    let others = Lay::all().skip(1).filter_map(|lay| lay.puzzle(&puzzle));
    let mut compared = 0;
    for other in others.chain([reversed(&puzzle)]) {
        if let Some(found) = counted(&other, Method::Auto, SearchMode::Auto) {
            assert_eq!(found, count, "{label} and {other:?}");
            compared += 1;
        }
        assert_eq!(check(&other).verdict(), verdict, "{label} and {other:?}");
        compared += 1;
    }
    compared
}

/// The solutions of a puzzle are the union of those with each value in a cell; and removing a clue
/// loses none.
pub fn clues(number: u64, _: &Tally) -> u64 {
    let mut rng = ChaCha8Rng::seed_from_u64(number ^ 0x636c_7565);
    let puzzle = made(&mut rng);
    let label = format!("{puzzle:?}");
    let Some(given) = puzzle.clues() else { return 0 };
    let Some(count) = counted(&puzzle, Method::Auto, SearchMode::Auto) else { return 0 };
    let held = |clue: &Clue, cell: u32| matches!(clue, Clue::Holds { cell: c, .. } if *c == cell);
    let free: Vec<u32> = (0..puzzle.cells() as u32)
        .filter(|&cell| !given.iter().any(|clue| held(clue, cell)))
        .collect();
    let mut compared = 0;
    if !free.is_empty() {
        let cell = free[rng.random_range(0..free.len())];
        let mut sum = BigUint::ZERO;
        for content in puzzle.candidates() {
            // A number given in another cell is excluded here.
            let elsewhere = |clue: &Clue| {
                matches!(clue, Clue::Holds { content: c, .. } if *c == content)
                    && matches!(kind(&puzzle), Kind::Hidato(_) | Kind::Path(_) | Kind::Zip(_))
            };
            if content == Content::Nothing || given.iter().any(elsewhere) {
                continue;
            }
            let mut more = given.clone();
            more.push(Clue::Holds { cell, content });
            let Some(narrower) = puzzle.with_clues(&more) else { return 0 };
            let Some(part) = counted(&narrower, Method::Auto, SearchMode::Auto) else { return 0 };
            sum += part;
        }
        assert_eq!(sum, count, "the parts of cell {cell}: {label}");
        compared += 1;
    }
    if !given.is_empty() {
        let mut fewer = given;
        fewer.swap_remove(rng.random_range(0..fewer.len()));
        let wider = puzzle.with_clues(&fewer).expect("it said these clues before");
        if let Some(found) = counted(&wider, Method::Auto, SearchMode::Auto) {
            assert!(found >= count, "{found} without a clue, {count} with it: {label}");
            compared += 1;
        }
    }
    compared
}

/// The dynamic program, plain search, learning and parts give the same count.
pub fn methods(number: u64, _: &Tally) -> u64 {
    let mut rng = ChaCha8Rng::seed_from_u64(number ^ 0x6d65_7468);
    let puzzle = made(&mut rng);
    let label = format!("{puzzle:?}");
    let ways = [
        (Method::Auto, SearchMode::Auto),
        (Method::Dp, SearchMode::Auto),
        (Method::Search, SearchMode::Dfs),
        (Method::Search, SearchMode::Learn),
        (Method::Parts, SearchMode::Auto),
    ];
    let counts: Vec<_> = ways
        .iter()
        .filter_map(|&(method, search)| Some((method, counted(&puzzle, method, search)?)))
        .collect();
    for (method, count) in counts.iter().skip(1) {
        assert_eq!(*count, counts[0].1, "{method:?} and {:?}: {label}", counts[0].0);
    }
    (counts.len() as u64).saturating_sub(1)
}
