//! Zips and closed lines against brute force that uses nothing but neighbours: every network, every way to search and
//! to count, differences between solutions, steps, repairs, formats, generated puzzles.

mod brute;
mod closed;
mod zip;

use brute::Board64;
use clew::explain::{End, WalkOptions, walk};
use clew::families::parse_native;
use clew::puzzle::format::{write_json, write_native};
use clew::puzzle::ladder::{Fact, Finding};
use clew::puzzle::{Answer, Entry, Puzzle};
use clew::run::Budget;
use clew::strategy::{EdgeUse, Method, Options, SearchMode, Task, Verdict, run};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::collections::BTreeSet;

/// The edges that an answer uses.
fn edges(puzzle: &Puzzle, answer: &Answer) -> Vec<bool> {
    let board = puzzle.board().expect("a board");
    match answer {
        Answer::Links(on) => on.clone(),
        Answer::Line(along) => {
            let apart = |[a, b]: [u32; 2]| along[a as usize].abs_diff(along[b as usize]);
            board.edges().iter().map(|&pair| apart(pair) == 1).collect()
        }
        _ => panic!("another answer"),
    }
}

fn verdict(n: usize) -> Verdict {
    match n {
        0 => Verdict::None,
        1 => Verdict::Unique,
        _ => Verdict::Multiple,
    }
}

/// The answers to all questions about a puzzle agree with all of its solutions (as sets of edges).
fn agrees(puzzle: &Puzzle, all: &BTreeSet<Vec<bool>>, seed: u64) {
    let plain = || Options { seed, threads: 1, ..Options::default() };
    let shown = || format!("{}{} solutions", write_native(&Entry::from(puzzle.clone())), all.len());
    let networks: Vec<&str> = puzzle.family().networks().iter().map(|n| n.name).collect();
    for network in networks {
        for search in
            [SearchMode::Auto, SearchMode::Learn, SearchMode::Dfs, SearchMode::StaticOrder]
        {
            let network = Some(network.to_string());
            let asked = || Options { network: network.clone(), search, ..plain() };
            let Ok(checked) = run(puzzle, Task::Check, &asked()) else {
                assert!(puzzle.words().contains(&("closed", "yes")), "{}", shown());
                continue;
            };
            assert_eq!(checked.verdict(), verdict(all.len()), "{} {network:?} {search:?}", shown());
            for answer in &checked.answers {
                assert!(all.contains(&edges(puzzle, answer)), "{}", shown());
            }
            let counted = Options { method: Method::Search, ..asked() };
            let counted = run(puzzle, Task::Count, &counted).expect("it is counted");
            assert_eq!(counted.count, all.len().into(), "{} {network:?} {search:?}", shown());
            let listed = run(puzzle, Task::Solve { limit: all.len() + 1 }, &asked());
            let listed = listed.expect("they are listed").answers;
            let listed: BTreeSet<Vec<bool>> = listed.iter().map(|a| edges(puzzle, a)).collect();
            assert_eq!(listed, *all, "{} {network:?} {search:?}", shown());
        }
    }
    for &program in puzzle.programs() {
        let by = Options { method: Method::Dp, program: Some(program.into()), ..plain() };
        match run(puzzle, Task::Count, &by) {
            Ok(counted) => assert_eq!(counted.count, all.len().into(), "{} {program}", shown()),
            Err(why) => assert!(program == "plugs", "{} {program}: {why}", shown()),
        }
    }
    if seed.is_multiple_of(16) {
        let team = Options { threads: 2, team_after: 1, ..plain() };
        let checked = run(puzzle, Task::Check, &team).expect("it is checked");
        assert_eq!(checked.verdict(), verdict(all.len()), "{} by two", shown());
    }
    for method in [Method::Auto, Method::Dp] {
        let located = Options { locate: true, method, ..plain() };
        let found = run(puzzle, Task::Check, &located).expect("it is asked").whereabouts;
        let found = found.expect("nothing limits it").edges.expect("the network has edges");
        for (e, used) in found.iter().enumerate() {
            let times = all.iter().filter(|on| on[e]).count();
            let holds = match used {
                EdgeUse::Always => times == all.len() && times > 0,
                EdgeUse::Never => times == 0,
                EdgeUse::Sometimes => times > 0 && times < all.len(),
                EdgeUse::Unsettled => false,
            };
            assert!(holds, "edge {e} is {used:?}, in {times} of {} {method:?}", shown());
        }
    }
    let entry = Entry::from(puzzle.clone());
    for text in [write_native(&entry), write_json(&entry)] {
        let read = match text.trim_start().starts_with('{') {
            true => clew::families::parse_json(&text),
            false => parse_native(&text),
        };
        assert_eq!(read.expect("what was written is read").puzzle, *puzzle, "{text}");
    }
}

/// Every step of a person holds in every solution, and a walk to the end ends in the only one.
fn steps_hold(puzzle: &Puzzle, all: &BTreeSet<Vec<bool>>) -> bool {
    let manner = WalkOptions::WORDS;
    let Ok(walk) = walk(puzzle, &[], manner, &Budget::unlimited()) else { return false };
    let board = puzzle.board().expect("a board");
    let holds = |on: &Vec<bool>, finding: &Finding| match finding.fact {
        Fact::Link { from, to } => {
            on[board.edge_between(from, to).expect("neighbours") as usize] == finding.holds
        }
        Fact::Number { .. } => panic!("a step about a number"),
    };
    for step in &walk.steps {
        for on in all {
            let text = || write_native(&Entry::from(puzzle.clone()));
            assert!(step.findings.iter().all(|f| holds(on, f)), "{step:?}\n{}", text());
        }
    }
    match walk.end {
        End::Solved(answer) => {
            assert_eq!(*all, BTreeSet::from([edges(puzzle, &answer)]));
            true
        }
        End::Nonsense(_) => {
            assert!(all.is_empty());
            true
        }
        End::Stuck => false,
        End::Stopped(why) => panic!("nothing limits it: {why:?}"),
    }
}

/// A small board with holes and walls.
fn board(rng: &mut ChaCha8Rng) -> Board64 {
    Board64::random(rng)
}

fn seeded(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// True with probability 1 / `one_in`.
fn chance(rng: &mut ChaCha8Rng, one_in: u32) -> bool {
    rng.random_range(0..one_in) == 0
}
