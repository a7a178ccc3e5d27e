//! Boards without a line are refuted at the root or near it, whatever the cause.

mod support;

use clew::puzzle::format::parse_native;
use clew::puzzle::{BuildOptions, Puzzle};
use clew::search::Limits;
use clew::solver::{self, Method, Options, SearchMode, Task};
use support::barren::{Cause, Grid, make};

/// Causes that propagation sees.
const AT_THE_ROOT: [Cause; 5] =
    [Cause::Parity, Cause::Flow, Cause::Bridges, Cause::Blocks, Cause::Sides];

/// Failures until the board is refuted by search.
fn failures(grid: &Grid, search: SearchMode) -> u64 {
    let options = Options {
        search,
        limits: Limits { nodes: Some(20_000), ..Limits::default() },
        threads: 1,
        ..Options::default()
    };
    let puzzle = Puzzle::Path(grid.line());
    let outcome = solver::run(&puzzle, Task::Solve { limit: 1 }, &options).expect("a small board");
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

#[test]
fn small_cuts_need_few_decisions() {
    for (doors, n, seed) in [(2, 16, 1), (2, 16, 2), (2, 18, 3), (2, 30, 3)] {
        let failures = failures(&make(Cause::Doors(doors), n, seed), SearchMode::Auto);
        assert!(failures <= 50, "{doors} doors {n} {seed}: {failures} failures");
    }
}

/// The counting programme shares nothing with propagation and search.
#[test]
fn the_counting_programme_agrees() {
    let options = Options { method: Method::Dp, threads: 1, ..Options::default() };
    for cause in AT_THE_ROOT {
        let puzzle = Puzzle::Path(make(cause, 12, 1).line());
        let outcome = solver::run(&puzzle, Task::Count, &options).expect("a narrow board");
        assert_eq!((outcome.exact, &*outcome.count.to_string()), (true, "0"), "{cause:?}");
    }
}

#[test]
fn the_text_of_a_board_is_the_board() {
    let grid = make(Cause::Doors(2), 16, 1);
    let entry = parse_native(&grid.text("doors", Some(false))).expect("the text format");
    assert_eq!(entry.puzzle, Puzzle::Path(grid.line()));
    assert_eq!(entry.solutions.as_deref(), Some("0"));
    assert!(entry.puzzle.build("suite", &BuildOptions::default()).is_ok());
}
