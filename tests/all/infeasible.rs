//! Boards without a line are refuted at the root or near it, for every cause.

use crate::support::agree::random_puzzle;
use crate::support::barren::{Cause, Grid, make};
use clew::families::{Path, parse_native};
use clew::puzzle::{BuildOptions, Puzzle};
use clew::run::Budget;
use clew::strategy::{self, Method, Options, SearchMode, Task};

/// Causes that propagation detects.
const AT_THE_ROOT: [Cause; 5] =
    [Cause::Parity, Cause::Flow, Cause::Bridges, Cause::Blocks, Cause::Sides];

/// Failures until the board is refuted by search.
fn failures(grid: &Grid, search: SearchMode) -> u64 {
    let options = Options {
        search,
        budget: Budget { nodes: Some(20_000), ..Budget::default() },
        threads: 1,
        ..Options::default()
    };
    let puzzle = Puzzle::from(Path(grid.line()));
    let outcome =
        strategy::run(&puzzle, Task::Solve { limit: 1 }, &options).expect("a small board");
    assert!(outcome.answers.is_empty(), "a line through\n{}", grid.text("", None));
    assert!(outcome.exact, "not settled:\n{}", grid.text("", None));
    outcome.stats.failures
}

#[test]
fn parity_flow_and_blocks_need_no_decision() {
    for cause in AT_THE_ROOT {
        for (n, seed) in [(12, 1), (12, 2), (13, 3), (16, 1)] {
            let grid = make(cause, n, seed);
            for search in [SearchMode::Auto, SearchMode::Learn] {
                let failures = failures(&grid, search);
                assert!(failures <= 1, "{cause:?} {n} {seed}: {failures} failures");
            }
        }
    }
}

/// A board that is cut into regions, and random ones, the last of which needs search.
#[test]
fn small_cuts_need_few_decisions() {
    let boards = [(Cause::Doors, 16, 1), (Cause::Doors, 18, 2), (Cause::Chance, 10, 9)];
    for (cause, n, seed) in boards.into_iter().chain([(Cause::Chance, 10, 2684)]) {
        let failures = failures(&make(cause, n, seed), SearchMode::Auto);
        assert!(failures <= 30, "{cause:?} {n} {seed}: {failures} failures");
    }
}

/// The dynamic program shares nothing with propagation and search.
#[test]
fn the_counting_dp_agrees() {
    let options = Options { method: Method::Dp, threads: 1, ..Options::default() };
    let proved = AT_THE_ROOT.into_iter().map(|cause| (cause, 12, 1));
    for (cause, n, seed) in proved.chain([(Cause::Chance, 10, 9), (Cause::Chance, 10, 2684)]) {
        let puzzle = Puzzle::from(Path(make(cause, n, seed).line()));
        let outcome = strategy::run(&puzzle, Task::Count, &options).expect("a narrow board");
        let count = outcome.count.to_string();
        assert_eq!((outcome.exact, &*count), (true, "0"), "{cause:?} {n} {seed}");
    }
}

#[test]
fn the_text_of_a_board_is_the_board() {
    let grid = make(Cause::Doors, 16, 1);
    let entry = parse_native(&grid.text("doors", Some(false))).expect("the text format");
    assert_eq!(entry.puzzle, Puzzle::from(Path(grid.line())));
    assert_eq!(entry.solutions.as_deref(), Some("0"));
    assert!(entry.puzzle.build("suite", &BuildOptions::default()).is_ok());
}

/// A reason of the shape is given for boards without solutions only, and for each kind of fault.
#[test]
fn reasons_of_the_shape_are_true() {
    let mut reasons = 0;
    for seed in 0..3000 {
        let (puzzle, solutions) = random_puzzle(seed);
        let found = puzzle.shape_fault();
        assert!(found.is_none() || solutions.is_empty(), "seed {seed}: {found:?}");
        reasons += usize::from(found.is_some());
    }
    assert!(reasons > 20, "{reasons} of 3000 boards have one");
    for (rows, why) in [
        ("A B .\nB . .\n. . A\n", "r1c1, where A ends, has no neighbour"),
        ("A . A\n# . #\n", "no path ends in r2c2, which has one neighbour"),
        (
            "A . .\n. . .\n. A .\n",
            "as many cells of the colour of r1c1 as of the other, but the board has 1 more",
        ),
        ("A B\n. .\nA B\n", ""),
    ] {
        let entry = parse_native(&format!("puzzle: numberlink\n\n{rows}")).expect("a puzzle");
        let found = entry.puzzle.shape_fault().unwrap_or_default();
        assert!(found.contains(why) && found.is_empty() == why.is_empty(), "{rows}: {found}");
    }
}
