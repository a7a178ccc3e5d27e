//! Learners on several threads that share clauses find every solution, and no wrong proof.

use clew::families::{Cover, Futoshiki, Hidato, Line, Numberlink, Touch};
use clew::puzzle::{Board, Neighbourhood, Puzzle};
use clew::strategy::{Method, Options, SearchMode, Task, run};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// A random small board of one of the families; many have no solution, some have hundreds.
fn puzzle(seed: u64) -> Puzzle {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    match seed % 4 {
        0 => {
            let n = 4;
            let given = (0..n * n)
                .map(|_| rng.random_bool(0.25).then(|| rng.random_range(1..=n)))
                .collect();
            let less = (0..4)
                .map(|_| {
                    let a = rng.random_range(0..n * n - 1);
                    [a, a + 1]
                })
                .collect();
            Puzzle::from(Futoshiki { n, given, less, gaps: Vec::new() })
        }
        1 => {
            let present: Vec<bool> = (0..16).map(|_| rng.random_bool(0.85)).collect();
            let board = Board::grid(4, 4, Neighbourhood::Rook, &present);
            let cells: Vec<u32> = (0..board.len() as u32).collect();
            let mut ends = Vec::new();
            for pair in cells.chunks(5).filter(|c| c.len() == 5) {
                ends.push([pair[rng.random_range(0..2)], pair[rng.random_range(2..5)]]);
            }
            let labels = (0..ends.len()).map(|k| format!("L{k}")).collect();
            Puzzle::from(Numberlink {
                board,
                labels,
                ends,
                cover: Cover::Partial,
                touch: Touch::Yes,
            })
        }
        kind => {
            let moves = if kind == 2 { Neighbourhood::King } else { Neighbourhood::Hex };
            let present: Vec<bool> = (0..12).map(|_| rng.random_bool(0.9)).collect();
            let board = Board::grid(3, 4, moves, &present);
            let n = board.len() as u32;
            let mut given = vec![None; board.len()];
            let c = rng.random_range(0..board.len());
            given[c] = Some(rng.random_range(1..=n));
            Puzzle::from(Hidato(Line { board, given }))
        }
    }
}

#[test]
fn a_team_finds_what_plain_search_finds() {
    let mut most = 0;
    for seed in 0..240 {
        let puzzle = puzzle(seed);
        let plain =
            Options { search: SearchMode::Dfs, method: Method::Search, ..Options::default() };
        let team = Options {
            search: SearchMode::Learn,
            method: Method::Search,
            threads: 3,
            team_after: seed % 7,
            ..Options::default()
        };
        let all = Task::Solve { limit: usize::MAX };
        let expected = run(&puzzle, all, &plain).unwrap();
        let found = run(&puzzle, all, &team).unwrap();
        assert!(expected.exact && found.exact, "seed {seed}");
        assert_eq!(found.count, expected.count, "seed {seed}");
        let checked = run(&puzzle, Task::Check, &team).unwrap();
        let known = run(&puzzle, Task::Check, &plain).unwrap();
        assert_eq!(checked.verdict(), known.verdict(), "seed {seed}");
        most = most.max(expected.answers.len());
    }
    assert!(most > 50, "no board had many solutions: the test is too weak");
}
