//! Checks of boards so small that all solutions are known.

use crate::Tally;
use crate::support::agree::{agree, expected_verdict, flat, random_puzzle, reversed};
use crate::support::kind::{Kind, kind};
use crate::support::located::compare;
use clew::puzzle::{Answer, Content, Puzzle, line_order};
use clew::strategy::{Method, Options, SearchMode, Task, Verdict, candidates, probe, run, sample};
use num_bigint::BigUint;
use std::collections::{BTreeMap, BTreeSet};

/// Draws for each solution, enough to detect uneven chances.
const DRAWS: usize = 20;
/// Random probes of an estimate.
const PROBES: u64 = 200;
/// The permitted deviation in standard deviations: exceeded by chance about once in 10^10.
const BEYOND: f64 = 6.4;

/// Every network, search, method and goal.
pub fn modes(number: u64, _: &Tally) -> u64 {
    agree(number)
}

/// A board with all its solutions.
fn solved(number: u64) -> (Puzzle, Vec<Answer>, String) {
    let (puzzle, all) = random_puzzle(number);
    let answer = |flat: Vec<u32>| match kind(&puzzle) {
        Kind::Numberlink(_) => Answer::Links(flat.into_iter().map(|e| e == 1).collect()),
        Kind::Futoshiki(_) => Answer::Square(flat),
        Kind::Hidato(_) | Kind::Path(_) | Kind::Zip(_) => Answer::Line(flat),
    };
    let all = all.into_iter().map(answer).collect();
    let label = format!("{puzzle:?}");
    (puzzle, all, label)
}

/// `check --where`.
pub fn located(number: u64, _: &Tally) -> u64 {
    let (puzzle, all, label) = solved(number);
    let options = Options { locate: true, seed: number % 3, ..Options::default() };
    let outcome = run(&puzzle, Task::Check, &options).expect("the question can be asked");
    let found = outcome.whereabouts.as_ref().unwrap_or_else(|| panic!("nothing found: {label}"));
    compare(&puzzle, &all, found, true);
    1
}

/// `count --candidates`: the contents of each cell, with their numbers of solutions.
pub fn candidates_agree(number: u64, _: &Tally) -> u64 {
    let (puzzle, all, label) = solved(number);
    let outcome = candidates(&puzzle, &Options::default()).expect("a small board");
    assert!(outcome.exact, "not exact: {label}");
    assert_eq!(outcome.count, BigUint::from(all.len()), "count: {label}");
    let found = outcome.candidates.as_ref().expect("exact");
    if let Some(values) = &found.values {
        let order = puzzle.candidates();
        let mut truth = vec![BTreeMap::<u32, u64>::new(); puzzle.cells()];
        for answer in &all {
            for (cell, content) in puzzle.contents(answer).into_iter().enumerate() {
                let rank = order.iter().position(|&o| o == content);
                if let Some(rank) = rank {
                    *truth[cell].entry(rank as u32).or_default() += 1;
                } else {
                    assert_eq!(content, Content::Nothing, "{label}");
                }
            }
        }
        for (cell, (found, truth)) in values.iter().zip(&truth).enumerate() {
            let truth: Vec<(u32, BigUint)> =
                truth.iter().map(|(&rank, &n)| (rank, BigUint::from(n))).collect();
            assert_eq!(*found, truth, "cell {cell}: {label}");
        }
    }
    if let Some(edges) = &found.edges {
        let board = puzzle.board().expect("edges are of a board");
        let mut truth = vec![0u64; edges.len()];
        for answer in &all {
            match answer {
                Answer::Links(on) => {
                    truth.iter_mut().zip(on).for_each(|(n, &on)| *n += u64::from(on));
                }
                Answer::Line(numbers) => line_order(numbers).windows(2).for_each(|w| {
                    truth[board.edge_between(w[0], w[1]).expect("neighbours") as usize] += 1;
                }),
                _ => unreachable!("a board has edges"),
            }
        }
        let truth: Vec<BigUint> = truth.into_iter().map(BigUint::from).collect();
        assert_eq!(*edges, truth, "edges: {label}");
    }
    1
}

/// `solve --sample`: every draw is a solution, and all are equally likely (chi-square).
pub fn draws(number: u64, _: &Tally) -> u64 {
    let (puzzle, all, label) = solved(number);
    if all.len() > 40 {
        return 0;
    }
    // A line without direction is drawn as a line, whichever way it runs.
    let undirected = puzzle.is_undirected();
    let shown = |answer: &Answer| {
        let flat = flat(answer);
        if !undirected {
            return flat;
        }
        let back = reversed(&flat);
        flat.min(back)
    };
    let kinds: BTreeSet<Vec<u32>> = all.iter().map(&shown).collect();
    let k = DRAWS * kinds.len().max(1);
    let options = Options { seed: number, ..Options::default() };
    let outcome = sample(&puzzle, k, &options).expect("a small board");
    if all.is_empty() {
        assert!(outcome.answers.is_empty() && outcome.exact, "drawn from nothing: {label}");
        return 1;
    }
    assert_eq!(outcome.answers.len(), k, "too few draws: {label}");
    let mut times: BTreeMap<Vec<u32>, u32> = kinds.iter().map(|kind| (kind.clone(), 0)).collect();
    for answer in &outcome.answers {
        let drawn = times.get_mut(&shown(answer));
        *drawn.unwrap_or_else(|| panic!("a draw that is no solution: {label}")) += 1;
    }
    if kinds.len() > 1 {
        let expected = DRAWS as f64;
        let sum: f64 = times.values().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum();
        // Wilson and Hilferty, The distribution of chi-square, 1931: the cube root is nearly normal.
        let free = (kinds.len() - 1) as f64;
        let spread = 2.0 / (9.0 * free);
        let off = ((sum / free).cbrt() - (1.0 - spread)) / spread.sqrt();
        assert!(off < BEYOND, "draws are not even, {off:.1} deviations off: {times:?}: {label}");
    }
    1
}

/// `count --estimate`: exact where it claims so, near the truth elsewhere.
pub fn estimates(number: u64, tally: &Tally) -> u64 {
    let (puzzle, all, label) = solved(number);
    let options = Options { seed: number, ..Options::default() };
    let found = probe(&puzzle, &options, PROBES).expect("a small board");
    let truth = all.len() as f64;
    if found.lacking().is_some() {
        // An estimate without a hit proves nothing; an estimate of zero is a refutation.
        assert!(found.mean != 0.0 || all.is_empty(), "a refutation that is none: {label}");
        return 1;
    }
    assert!(!all.is_empty(), "a hit without a solution: {label}");
    assert!(found.low <= found.mean && found.mean <= found.high, "{found:?}: {label}");
    if found.error == 0.0 {
        // All probes ended alike: the tree may still have a branch that no probe took.
        return 1;
    }
    tally.interval((found.low..=found.high).contains(&truth));
    1
}

/// Runs that a limit cuts short give correct partial answers.
pub fn cut_short(number: u64, _: &Tally) -> u64 {
    let (puzzle, all, label) = solved(number);
    let count = BigUint::from(all.len());
    let verdict = expected_verdict(&puzzle, &all.iter().map(flat).collect());
    let mut compared = 0;
    for nodes in [0, 1, 3, 10] {
        for (method, search) in [
            (Method::Auto, SearchMode::Auto),
            (Method::Search, SearchMode::Dfs),
            (Method::Search, SearchMode::Learn),
        ] {
            let mut options = Options { method, search, seed: number % 4, ..Options::default() };
            options.budget.nodes = Some(nodes);
            let outcome = run(&puzzle, Task::Count, &options).expect("a small board");
            if outcome.exact {
                assert_eq!(outcome.count, count, "{nodes} nodes, {search:?}: {label}");
            } else {
                assert!(outcome.stopped.is_some(), "no reason: {label}");
                assert!(outcome.count <= count, "{nodes} nodes, {search:?}: {label}");
            }
            let check = run(&puzzle, Task::Check, &options).expect("a small board");
            match check.verdict() {
                Verdict::Unknown => assert!(check.stopped.is_some(), "no reason: {label}"),
                found => assert_eq!(found, verdict, "after {nodes} nodes: {label}"),
            }
            compared += 2;
        }
    }
    compared
}
