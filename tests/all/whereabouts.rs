//! Where solutions differ (`clew check --where`), against all solutions by brute force.

use crate::support::lines::{all_fillings, random_line};
use crate::support::links::{all_links, random_links};
use crate::support::located::compare;
use crate::support::squares::{all_squares, random_square};
use clew::families::{Hidato, Path};
use clew::puzzle::{Answer, Puzzle};
use clew::run::Stop;
use clew::strategy::{Method, Options, Task, Verdict, run};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// What the run says of a puzzle with these solutions.
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

/// How many boards of each kind; more in long runs.
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

/// Cut short anywhere, what is said is still true; what is not proved is said to be open.
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
