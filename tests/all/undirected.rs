//! A line and its reverse: if reversal maps the givens to themselves, fillings come in pairs.
//!
//! Every board up to three by three and every single given number or pair of numbers that mirror each
//! other, against all fillings.

use crate::support::boards::full;
use crate::support::lines::all_fillings;
use clew::families::{Hidato, Line, Path};
use clew::puzzle::{Answer, Board, Neighbourhood, Puzzle};
use clew::strategy::{
    Method, Options, Outcome, SearchMode, Task, Verdict, candidates, run, sample, solve_each,
};
use num_bigint::BigUint;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

fn reversed(numbers: &[u32]) -> Vec<u32> {
    numbers.iter().map(|&k| numbers.len() as u32 + 1 - k).collect()
}

/// The boards: all sizes, and those of three by three without one cell.
fn boards() -> Vec<Board> {
    let mut boards = Vec::new();
    for moves in [Neighbourhood::Rook, Neighbourhood::Hex, Neighbourhood::King] {
        for (rows, cols) in [(1, 1), (1, 2), (1, 3), (1, 5), (2, 2), (2, 3), (3, 2), (3, 3)] {
            boards.push(full(rows, cols, moves));
        }
        for hole in 0..9 {
            let present: Vec<bool> = (0..9).map(|c| c != hole).collect();
            boards.push(Board::grid(3, 3, moves, &present));
        }
    }
    boards
}

/// No given, each single one, and each pair of numbers that reversal would exchange.
fn all_givens(n: u32) -> Vec<Vec<(u32, u32)>> {
    let mut all = vec![Vec::new()];
    for k in 1..=n {
        all.extend((0..n).map(|c| vec![(c, k)]));
    }
    for k in 1..=n / 2 {
        for a in 0..n {
            all.extend((0..n).filter(|&b| b != a).map(|b| vec![(a, k), (b, n + 1 - k)]));
        }
    }
    all
}

fn lines_of(fillings: &[Vec<u32>]) -> usize {
    let least = |f: &Vec<u32>| f.clone().min(reversed(f));
    fillings.iter().map(least).collect::<BTreeSet<_>>().len()
}

fn counted(puzzle: &Puzzle, options: &Options) -> Outcome {
    run(puzzle, Task::Count, options).expect("a small board")
}

/// The number of different lines listed, each once and in one direction.
fn listed(puzzle: &Puzzle, limit: usize, options: &Options) -> usize {
    let mut all: Vec<Vec<u32>> = Vec::new();
    let outcome = solve_each(puzzle, limit, options, &mut (), &mut |answer| {
        let Answer::Line(numbers) = answer else { panic!("numbers") };
        all.push(numbers.clone());
        ControlFlow::Continue(())
    });
    assert!(outcome.expect("it applies").exact);
    let lines = if puzzle.is_undirected() { lines_of(&all) } else { all.len() };
    assert_eq!(lines, all.len(), "{all:?}");
    lines
}

#[test]
fn undirected_is_what_reversal_says() {
    let (mut middles, mut unique) = (0, 0);
    for board in boards() {
        let n = board.len() as u32;
        let near = |a: usize, b: usize| board.edge_between(a as u32, b as u32).is_some();
        let blank = Line { given: vec![None; n as usize], board: board.clone() };
        let every = all_fillings(&blank, &near);
        for (i, givens) in all_givens(n).into_iter().enumerate() {
            let mut line = blank.clone();
            givens.iter().for_each(|&(c, k)| line.given[c as usize] = Some(k));
            let fits = |f: &&Vec<u32>| givens.iter().all(|&(c, k)| f[c as usize] == k);
            let fillings: Vec<Vec<u32>> = every.iter().filter(fits).cloned().collect();
            let path = Puzzle::from(Path(line.clone()));
            let hidato = Puzzle::from(Hidato(line));
            let label = format!("{path:?}");
            if n > 1 && !fillings.is_empty() {
                let both = fillings.iter().all(|f| fillings.contains(&reversed(f)));
                assert_eq!(path.is_undirected(), both, "{label}");
                assert_eq!(hidato.is_undirected(), both, "{label}");
            }
            let middle = path.is_undirected() && !givens.is_empty();
            middles += u32::from(middle && !fillings.is_empty());
            // Only a part of the boards with a direction or without givens.
            if !middle && i % 7 != 0 {
                continue;
            }
            let lines = path.is_undirected().then(|| BigUint::from(lines_of(&fillings)));
            let verdict = |answers: usize| match answers {
                0 => Verdict::None,
                1 => Verdict::Unique,
                _ => Verdict::Multiple,
            };
            let names = path.family().networks().iter().map(|net| Some(net.name));
            for network in names.chain([None]) {
                for search in [SearchMode::Dfs, SearchMode::Learn, SearchMode::Auto] {
                    let network = network.map(str::to_string);
                    let options = Options { network, search, ..Options::default() };
                    let outcome = run(&path, Task::Check, &options).expect("it applies");
                    let answers =
                        if path.is_undirected() { lines_of(&fillings) } else { fillings.len() };
                    assert_eq!(outcome.verdict(), verdict(answers), "check of {label}");
                    unique += u32::from(middle && outcome.verdict() == Verdict::Unique);
                    let outcome = counted(&path, &options);
                    assert_eq!(outcome.count, BigUint::from(fillings.len()), "{label}");
                    assert_eq!(outcome.lines, lines, "lines of {label}");
                    for limit in [usize::MAX, answers + 3] {
                        assert_eq!(listed(&path, limit, &options), answers, "{limit} of {label}");
                    }
                }
            }
            let check = run(&hidato, Task::Check, &Options::default()).expect("it applies");
            assert_eq!(check.verdict(), verdict(fillings.len()), "numbers of {label}");
            for method in [Method::Auto, Method::Dp, Method::Search] {
                let options = Options { method, ..Options::default() };
                for puzzle in [&path, &hidato] {
                    let outcome = counted(puzzle, &options);
                    assert_eq!(outcome.count, BigUint::from(fillings.len()), "{label}");
                    assert_eq!(outcome.lines, lines, "lines of {label} by {method:?}");
                }
            }
            let found = candidates(&path, &Options::default()).expect("a small board");
            assert_eq!(found.lines, lines, "candidates of {label}");
            let drawn = sample(&path, 20, &Options::default()).expect("a small board");
            assert_eq!(drawn.lines.is_some(), lines.is_some(), "sample of {label}");
            for answer in &drawn.answers {
                let Answer::Line(numbers) = answer else { panic!("numbers") };
                assert!(fillings.contains(numbers), "sample of {label}");
            }
        }
    }
    assert!(middles > 20 && unique > 40, "{middles} middles, {unique} unique answers");
}
