//! The differences between solutions (`clew check --where`), against all solutions by brute force.

use crate::support::boards::full;
use crate::support::lines::{all_fillings, random_line};
use crate::support::links::{all_links, random_links};
use crate::support::located::compare;
use crate::support::squares::{all_squares, random_square};
use clew::families::line::generate::random_line as long_line;
use clew::families::{Hidato, Line, Path};
use clew::puzzle::{Answer, Neighbourhood, Puzzle};
use clew::run::Stop;
use clew::strategy::{CellCandidates, Differences, EdgeUse, Method, Options, Task, Verdict, run};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// The verdict of the run on a puzzle with these solutions.
fn check(puzzle: &Puzzle, all: &[Answer], options: &Options) -> Verdict {
    check_by(Method::Dp, puzzle, all, options);
    check_by(Method::Auto, puzzle, all, options)
}

fn check_by(method: Method, puzzle: &Puzzle, all: &[Answer], options: &Options) -> Verdict {
    let options = Options { locate: true, method, ..options.clone() };
    let outcome = run(puzzle, Task::Check, &options).expect("the question can be asked");
    let found = outcome.whereabouts.as_ref().expect("nothing limits it");
    assert!(found.cells.is_some() || found.edges.is_some());
    compare(puzzle, all, found, true);
    outcome.verdict()
}

fn options(seed: u64) -> Options {
    Options { seed, ..Options::default() }
}

/// The number of boards of each kind; more in long runs.
fn boards() -> u64 {
    std::env::var("CLEW_WHERE_BOARDS").ok().and_then(|n| n.parse().ok()).unwrap_or(250)
}

#[test]
fn lines_agree_with_brute_force() {
    let (mut several, mut cells) = (0, 0);
    for seed in 0..boards() {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let (line, near) = random_line(&mut rng, None);
        let all: Vec<Answer> = all_fillings(&line, &*near).into_iter().map(Answer::Line).collect();
        for puzzle in [Puzzle::from(Hidato(line.clone())), Puzzle::from(Path(line.clone()))] {
            let verdict = check(&puzzle, &all, &options(seed));
            several += u32::from(verdict == Verdict::Multiple);
            cells += u32::from(all.len() > 2);
        }
        let dual = Options { network: Some("dual".into()), ..options(seed) };
        check(&Puzzle::from(Hidato(line.clone())), &all, &dual);
        let sparse = Options { network: Some("sparse".into()), ..options(seed) };
        check(&Puzzle::from(Hidato(line)), &all, &sparse);
    }
    assert!(several > 50 && cells > 50, "{several} {cells}");
}

#[test]
fn links_agree_with_brute_force() {
    let mut several = 0;
    for seed in 0..boards() {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let link = random_links(&mut rng);
        let all: Vec<Answer> = all_links(&link).into_iter().map(Answer::Links).collect();
        let network = ["suite", "suite", "labels", "degree"][rng.random_range(0..4)];
        let options = Options { network: Some(network.into()), ..options(seed) };
        let puzzle = Puzzle::from(link);
        if puzzle.build(network, &Default::default()).is_err() {
            continue;
        }
        several += u32::from(check(&puzzle, &all, &options) == Verdict::Multiple);
    }
    assert!(several > 8, "{several}");
}

#[test]
fn squares_agree_with_brute_force() {
    let mut several = 0;
    for seed in 0..boards() {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let square = random_square(&mut rng);
        let all: Vec<Answer> = all_squares(&square).into_iter().map(Answer::Square).collect();
        let network = ["latin", "binary"][usize::from(seed % 4 == 0)];
        let options = Options { network: Some(network.into()), ..options(seed) };
        several += u32::from(check(&Puzzle::from(square), &all, &options) == Verdict::Multiple);
    }
    assert!(several > 50, "{several}");
}

/// Cut short anywhere, all statements are still true; unproved ones are reported as open.
#[test]
fn what_is_cut_short_is_true() {
    let mut incomplete = 0;
    for seed in 0..60 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let square = random_square(&mut rng);
        let all: Vec<Answer> = all_squares(&square).into_iter().map(Answer::Square).collect();
        let puzzle = Puzzle::from(square);
        for nodes in [0, 3, 10, 30, 100] {
            let mut options = Options { locate: true, ..options(seed) };
            options.budget.nodes = Some(nodes);
            let outcome = run(&puzzle, Task::Check, &options).expect("the question can be asked");
            let Some(found) = &outcome.whereabouts else { continue };
            compare(&puzzle, &all, found, false);
            if !found.is_complete() {
                assert_eq!(outcome.stopped, Some(Stop::Nodes));
                incomplete += 1;
            }
        }
    }
    assert!(incomplete > 20, "{incomplete}");
}

/// Boards with far too many solutions for brute force, with single questions and a walk by turns, cut short: contents
/// seen in a solution by one run are not called impossible by another run.
#[test]
fn what_one_run_has_seen_no_other_refutes() {
    let mut refuted = 0;
    for (moves, side) in
        [(Neighbourhood::King, 8), (Neighbourhood::Hex, 8), (Neighbourhood::Hex, 9)]
    {
        let mut rng = ChaCha8Rng::seed_from_u64(side.into());
        let mut given = vec![None; (side * side) as usize];
        for (number, c) in (1..).zip(long_line(side, side, moves, &mut rng)) {
            given[c as usize] = rng.random_bool(0.15).then_some(number);
        }
        let puzzle = Puzzle::from(Hidato(Line { board: full(side, side, moves), given }));
        let runs: Vec<_> = (0..2)
            .map(|seed| {
                let mut options = Options { locate: true, ..options(seed) };
                options.budget.nodes = Some(6000);
                let outcome = run(&puzzle, Task::Check, &options).expect("it can be asked");
                outcome.whereabouts.expect("two solutions are found soon")
            })
            .collect();
        for (one, other) in [(&runs[0], &runs[1]), (&runs[1], &runs[0])] {
            let cells = |of: &Differences| of.cells.clone().expect("numbers");
            for (seen, said) in cells(one).iter().zip(cells(other)) {
                for content in &seen.can {
                    assert!(said.can.contains(content) || said.perhaps.contains(content));
                }
                refuted += given_up(&said, side * side);
            }
            let edges = |of: &Differences| of.edges.clone().expect("a board");
            for (seen, said) in edges(one).into_iter().zip(edges(other)) {
                let proved = matches!(said, EdgeUse::Always | EdgeUse::Never);
                assert!(seen != EdgeUse::Sometimes || !proved);
            }
        }
    }
    assert!(refuted > 1000, "{refuted}");
}

/// How many of the given number of numbers are proved impossible in a cell.
fn given_up(spot: &CellCandidates, numbers: u32) -> u32 {
    numbers - (spot.can.len() + spot.perhaps.len()) as u32
}
